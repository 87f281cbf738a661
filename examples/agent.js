// A Node program with better-sqlite3: a transaction as an action, numbers as Node has them, a listener in host code, and
// what the file knows afterwards. `npm install better-sqlite3` first.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

let Database;
try {
  Database = require('better-sqlite3');
} catch {
  console.log('better-sqlite3 is not installed');
  process.exit(77);
}

const memlog = process.env.MEMLOG_SO || path.join(__dirname, '..', 'build', 'memlog.so');
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'memlog-'));
const db = new Database(path.join(directory, 'agent.db'));

try {
  db.loadExtension(memlog);

  const set = db.prepare('SELECT mem_set(?, ?, ?)');
  const setJson = db.prepare('SELECT mem_set_json(?, ?, ?)');
  const get = db.prepare('SELECT mem_get(?, ?)').pluck();
  const type = db.prepare('SELECT mem_type(?, ?)').pluck();

  // Host code that listens: it is called inside the action, and may refuse it.
  const heard = [];
  db.function('on_tier', (key, tier) => {
    if (!['free', 'gold'].includes(tier)) throw new Error(`no such tier: ${tier}`);
    heard.push(`${key} is ${tier}`);
  });
  db.prepare('SELECT mem_install()').get();
  db.exec(`CREATE TEMP TRIGGER tier_changed AFTER INSERT ON main.memlog_event
             WHEN NEW.type = '_short_term_write_event' AND mem_touches('user.tier', NEW.value)
           BEGIN SELECT on_tier(NEW.key, mem_pick(NEW.value, 'user.tier')); END`);

  // better-sqlite3 binds every number as a real. A value that is to be an integer is a BigInt, or goes in as JSON.
  const greet = db.transaction((key) => {
    db.prepare('SELECT mem_action(?)').get('greet');
    set.get(key, 'user.name', 'Ada');
    set.get(key, 'user.tier', 'free');
    set.get(key, 'score', 36);
    set.get(key, 'visits', 36n);
    setJson.get(key, 'prefs', JSON.stringify({ theme: 'dark', sizes: [1, 2] }));
  });
  greet.immediate('user-42');
  assert.deepStrictEqual(['score', 'visits', 'prefs'].map((name) => type.get('user-42', name)), ['real', 'integer', 'map']);
  assert.deepStrictEqual(JSON.parse(get.get('user-42', 'prefs')), { theme: 'dark', sizes: [1, 2] });

  // What the listener refuses leaves nothing behind.
  assert.throws(() => set.get('user-42', 'user.tier', 'diamond'), /no such tier: diamond/);
  set.get('user-42', 'user.tier', 'gold');
  assert.deepStrictEqual(heard, ['user-42 is free', 'user-42 is gold']);

  // What is iterated over may be written meanwhile, by functions in a SELECT; an INSERT the library would refuse.
  for (const row of db.prepare("SELECT path, value FROM mem('user-42') WHERE under = 'user' AND type = 'text'").iterate()) {
    set.get('copy', row.path, row.value);
  }
  assert.strictEqual(get.get('copy', 'user'), '{"name":"Ada","tier":"gold"}');

  const history = db.prepare("SELECT before, after, action FROM mem_history('user-42', 'user.tier')").raw().all();
  assert.deepStrictEqual(history, [[null, '"free"', 'greet'], ['"free"', '"gold"', null]]);
  assert.deepStrictEqual(db.prepare('SELECT * FROM mem_verify').all(), []);
  console.log(heard.join(', '));
  for (const row of db.prepare('SELECT key, nodes, events FROM mem_key').iterate()) console.log(row.key, row.nodes, row.events);
} finally {
  db.close();
  fs.rmSync(directory, { recursive: true });
}
