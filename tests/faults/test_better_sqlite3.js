// memlog in Node, by better-sqlite3: values in and out, errors, transactions, iterators while memory is written,
// functions of the host's, worker threads, and connections that are closed in the middle of things.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Worker, isMainThread, workerData, parentPort } = require('node:worker_threads');

let Database;
try {
  Database = require('better-sqlite3');
} catch {
  console.log('skipped: tests/faults/test_better_sqlite3.js: better-sqlite3 is not installed');
  console.log('0 passed, 0 failed, 1 skipped');
  process.exit(0);
}

function connect(file, options) {
  const db = new Database(file, options);
  db.loadExtension(process.env.MEMLOG_SO);
  return db;
}

const one = (db, sql, ...values) => db.prepare(sql).pluck().get(...values);
const all = (db, sql, ...values) => db.prepare(sql).raw().all(...values);
const set = (db, key, at, value) => one(db, 'SELECT mem_set(?, ?, ?)', key, at, value);
const events = (db) => one(db, 'SELECT count(*) FROM mem_event');
const error = (message, code = 'SQLITE_ERROR') => ({ name: 'SqliteError', code, message });
const vector = (...numbers) => Buffer.from(new Float32Array(numbers).buffer);

const tests = {
  'values go in'(db) {
    for (const [value, json] of [
      [1, '1.0'], [-0, '-0.0'], [1.5, '1.5'], [2 ** 53, '9007199254740992.0'], [NaN, 'null'], [null, 'null'],
      [1n, '1'], [-(2n ** 63n), '-9223372036854775808'], [2n ** 63n - 1n, '9223372036854775807'],
      ['', '""'], ['é😀', '"é😀"'], ['a\0b', '"a\\u0000b"'], ['[1]', '"[1]"'],
    ]) {
      set(db, 'u', 'v', value);
      assert.strictEqual(one(db, "SELECT mem_get_json('u', 'v')"), json, `${typeof value} ${value}`);
    }
    one(db, "SELECT mem_set('u', 'v', json(?))", JSON.stringify({ a: [1, true, null] }));
    assert.strictEqual(one(db, "SELECT mem_get_json('u', 'v')"), '{"a":[1,true,null]}');
    assert.strictEqual(one(db, "SELECT mem_set_json('u', 'v', ?) ->> 'type'", JSON.stringify(true)), 'true');
  },

  'what is no value is refused, by memlog or by the library, and stores nothing'(db) {
    set(db, 'u', 'v', 'before');
    const made = events(db);
    assert.throws(() => set(db, 'u', 'v', Buffer.from('x')), error(/^memlog: mem_set: a BLOB cannot be stored/));
    assert.throws(() => set(db, 'u', 'v', new Float32Array(2)), error(/^memlog: mem_set: a BLOB cannot be stored/));
    assert.throws(() => set(db, 'u', 'v', -Infinity), error('memlog: mem_set: infinity cannot be stored'));
    for (const value of [true, {}, new Date(0)]) assert.throws(() => set(db, 'u', 'v', value), Error);
    assert.throws(() => set(db, 'u', 'v', 2n ** 63n), RangeError);
    const mismatch = error('memlog: mem_set: the key is a real; it must be text', 'SQLITE_MISMATCH');
    assert.throws(() => set(db, 1, 'v', 1), mismatch);
    assert.deepStrictEqual([one(db, "SELECT mem_get('u', 'v')"), events(db)], ['before', made]);
  },

  'values come out'(db) {
    db.exec(`SELECT mem_set('u', 'i', 9007199254740993), mem_set('u', 'r', 1.0), mem_set('u', 't', 'x'),
             mem_set('u', 'n', NULL), mem_set_json('u', 'b', 'true'), mem_set_json('u', 'a', '[1,{"b":2}]'),
             mem_append('u', 'l', 'one')`);
    const get = db.prepare("SELECT mem_get('u', ?)").pluck();
    const shown = ['r', 't', 'n', 'missing', 'b', 'l'].map((name) => get.get(name));
    assert.deepStrictEqual(shown, [1, 'x', null, null, 1, '["one"]']);
    assert.deepStrictEqual(JSON.parse(get.get('a')), [1, { b: 2 }]);
    assert.strictEqual(get.safeIntegers().get('i'), 9007199254740993n);
    assert.strictEqual(one(db, "SELECT mem_get_json('u', 'i')"), '9007199254740993');
    const seq = one(db, 'SELECT max(seq) FROM mem_event');
    assert.ok(Number.isSafeInteger(seq));
    assert.deepStrictEqual(all(db, 'SELECT value FROM mem_event WHERE seq = ?', seq), [['{"l.0":"one"}']]);
  },

  'numbers are whole where arguments are to be'(db) {
    for (const value of ['a', 'b', 'c']) one(db, "SELECT mem_append('u', 'l', ?)", value);
    assert.strictEqual(one(db, "SELECT mem_recent('u', 'l', ?)", 2), '["b","c"]');
    assert.strictEqual(one(db, "SELECT mem_recent('u', 'l', ?)", 2n), '["b","c"]');
    assert.throws(() => one(db, "SELECT mem_recent('u', 'l', ?)", 1.5), error(/how many: it must be an integer of 0/));
    assert.strictEqual(one(db, "SELECT mem_get('u', mem_path('l', ?))", 1), 'b');
    assert.strictEqual(one(db, 'SELECT mem_config(?, ?)', 'conversation.summary-after', 3), 3);
    assert.strictEqual(one(db, "SELECT mem_ttl('u', 'l', ?)", 60000), 3);
    assert.strictEqual(one(db, "SELECT count(*) FROM mem_search('u', NULL, 'a', ?)", 5), 0);
    const taken = all(db, "SELECT seq FROM mem_consume('reader', ?, ?)", 2, 1000);
    assert.strictEqual(one(db, "SELECT mem_ack('reader', ?)", taken[1][0]), 2);
    assert.strictEqual(one(db, "SELECT mem_incr('u', 'n', ?)", 1n), 1);
  },

  'errors have a code and a sentence, and leave a connection that works'(db, file) {
    set(db, 'u', 'a', 'x');
    assert.throws(() => set(db, 'u', 'a.b', 1), error('memlog: path a.b of key u: a value stands above it, at a'));
    assert.throws(() => one(db, "SELECT mem_get('u')"), error(/^memlog: mem_get: wrong number of arguments, 1: it /));
    assert.throws(() => one(db, "SELECT mem_history('u')"), error(/^memlog: mem_history: it is a table: SELECT \* /));
    assert.throws(() => db.prepare("UPDATE memlog_cell SET value = '1'").run(), /rows are written by memlog alone/);
    const other = connect(file, { timeout: 0 });
    db.exec('BEGIN IMMEDIATE');
    assert.throws(() => set(other, 'u', 'a', 'y'), { code: 'SQLITE_BUSY' });
    db.exec('COMMIT');
    set(other, 'u', 'a', 'y');
    other.close();
    const reader = connect(file, { readonly: true });
    assert.strictEqual(one(reader, "SELECT mem_get('u', 'a')"), 'y');
    assert.throws(() => set(reader, 'u', 'a', 'z'), { code: /^SQLITE_READONLY/ });
    reader.close();
    assert.strictEqual(one(db, "SELECT mem_get('u', 'a')"), 'y');
  },

  'a transaction is an action, and one that throws leaves no trace'(db) {
    const turn = db.transaction((tier, fail) => {
      one(db, "SELECT mem_action('turn', NULL, ?)", JSON.stringify({ actor: 'node' }));
      set(db, 'u', 'tier', tier);
      one(db, "SELECT mem_item_add('u', 'notes', ?)", `Is ${tier}`);
      if (fail) throw new Error('as it was told');
    });
    turn.immediate('free', false);
    const stored = () => [events(db), all(db, "SELECT * FROM mem('u')"), all(db, "SELECT * FROM mem_items('u')")];
    const before = stored();
    for (const kind of ['deferred', 'immediate', 'exclusive']) {
      assert.throws(() => turn[kind]('gold', true), /as it was told/);
    }
    assert.deepStrictEqual(stored(), before);
    const actions = "SELECT DISTINCT txn = (SELECT min(seq) FROM mem_event), action, meta ->> 'actor' FROM mem_event";
    assert.deepStrictEqual(all(db, actions), [[1, 'turn', 'node']]);
    assert.throws(() => one(db, "SELECT mem_action('alone')"), error(/call it after BEGIN/));

    // A transaction in a transaction is a savepoint.
    const inner = db.transaction(() => {
      set(db, 'u', 'tier', 'inner');
      throw new Error('back');
    });
    db.transaction(() => {
      set(db, 'u', 'tier', 'outer');
      assert.throws(() => inner(), /back/);
      assert.strictEqual(one(db, "SELECT mem_get('u', 'tier')"), 'outer');
    })();
    assert.deepStrictEqual(all(db, "SELECT after FROM mem_history('u', 'tier')"), [['"free"'], ['"outer"']]);
  },

  'what is iterated over may be written'(db) {
    for (const name of ['a', 'b', 'c']) set(db, 'u', name, name);
    const seen = [];
    for (const row of db.prepare("SELECT path, value FROM mem('u')").iterate()) {
      set(db, 'u', `${row.path}_copy`, row.value);
      set(db, 'u', 'c', 'changed');
      seen.push(`${row.path}=${row.value}`);
    }
    assert.deepStrictEqual(seen, ['a=a', 'b=b', 'c=c']);
    assert.strictEqual(one(db, "SELECT count(*) FROM mem('u')"), 6);
    let rows = 0;
    const made = events(db);
    for (const _ of db.prepare('SELECT * FROM mem_event').iterate()) set(db, 'u', 'n', BigInt(rows++));
    assert.deepStrictEqual([rows, events(db)], [made, 2 * made]);
    for (const id of ['x', 'y']) one(db, "SELECT mem_item_put('u', 'notes', ?, 'old')", id);
    for (const [id] of db.prepare("SELECT id FROM mem_items('u')").raw().iterate()) {
      one(db, "SELECT mem_item_put('u', 'notes', ?, 'new')", id);
      one(db, "SELECT mem_item_add('u', 'notes', ?)", `beside ${id}`);
    }
    const renewed = all(db, "SELECT id, version FROM mem_items('u') WHERE content = 'new'");
    assert.deepStrictEqual(renewed, [['x', 2], ['y', 2]]);

    // An INSERT the library refuses meanwhile; after an iterator that was left early it goes.
    const insert = db.prepare("INSERT INTO mem(key, path, value) VALUES('u', 'new', 1)");
    for (const row of db.prepare("SELECT path FROM mem('u')").iterate()) {
      assert.throws(() => insert.run(), /busy executing a query/);
      if (row.path === 'b') break;
    }
    assert.strictEqual(insert.run().changes, 1);
  },

  'functions of the host make vectors, judge and count'(db) {
    const asked = [];
    db.function('embed', { deterministic: true }, (text) => {
      asked.push(text);
      return vector(text.length, /tea/.test(text) ? 9 : 0);
    });
    db.function('judge', (work) => {
      const texts = JSON.parse(work).messages.filter((message) => message.new)
        .map(({ content }) => (typeof content === 'string' ? content : content[0].text));
      return JSON.stringify(texts.map((content) => ({ content, category: 'fact' })));
    });
    db.function('tokens', { deterministic: true }, (text) => text.length);
    db.exec(`SELECT mem_config('long-term-memory.embedding-function', 'embed'),
             mem_config('long-term-memory.judge-function', 'judge'), mem_config('tokens.count-function', 'tokens')`);
    one(db, "SELECT mem_message('s', 'user', 'Likes tea')");
    one(db, "SELECT mem_message('s', 'user', json(?))", JSON.stringify([{ type: 'text', text: 'Owns a boat' }]));
    assert.deepStrictEqual(all(db, "SELECT tokens, counted FROM mem_window('s')"), [[9, 'function'], [38, 'function']]);
    const report = JSON.parse(one(db, "SELECT mem_session_end('s', ?)", JSON.stringify({ user: 'ada' })));
    assert.deepStrictEqual([report.judge, report.error], ['function', null]);
    assert.deepStrictEqual(report.stored.map((item) => item.content), ['Likes tea', 'Owns a boat']);
    assert.deepStrictEqual(asked, ['Likes tea', 'Owns a boat']);
    const search = "SELECT content FROM mem_search('ada', NULL, ?, ?, ?)";
    assert.deepStrictEqual(all(db, search, 'some tea', 1, '{"mode":"vector"}'), [['Likes tea']]);
    assert.deepStrictEqual(all(db, search, vector(1, 0), 1, null), [['Owns a boat']]);
    assert.throws(() => all(db, search, vector(1), 1, null), error(/a vector of 1 dimensions, those stored have 2/));
    const kept = "SELECT mem_item_vector('ada', set_name, id) FROM mem_items('ada') WHERE content LIKE '%tea'";
    assert.deepStrictEqual(one(db, kept), vector(9, 9));

    // What they throw, and what is not what was asked for, stores nothing.
    const before = [events(db), all(db, "SELECT * FROM mem_items('ada')")];
    const add = () => one(db, "SELECT mem_item_add('ada', 'notes', 'More')");
    for (const [lie, why] of [
      [(_) => { throw new Error('no model'); }, /no model/], [(_) => 'text', /must give a vector/],
      [(_) => vector(1, 2, 3), /3 dimensions/], [(_) => vector(NaN, 1), /embed/],
    ]) {
      db.function('embed', lie);
      assert.throws(add, why);
    }
    assert.deepStrictEqual([events(db), all(db, "SELECT * FROM mem_items('ada')")], before);
    db.function('embed', (_) => null);
    add();

    // A judge that throws: the session is ended by the rules, though the library throws on what the judge threw.
    db.function('judge', (_) => { throw new Error('not today'); });
    one(db, "SELECT mem_message('t', 'user', 'I like rain.')");
    assert.throws(() => one(db, 'SELECT mem_session_end(?, ?)', 't', '{"user":"ada"}'), /not today/);
    const ended = "SELECT pending, judge_used, last_error IS NULL FROM mem_session WHERE session = 't'";
    assert.deepStrictEqual(all(db, ended), [[0, 'rules', 0]]);
    db.function('judge', (_) => null);
    one(db, "SELECT mem_message('t', 'user', 'I like snow.')");
    assert.strictEqual(JSON.parse(one(db, "SELECT mem_session_end('t')")).judge, 'rules');
  },

  'a SELECT does what its rows do that are asked for: get and run ask for one'(db) {
    const three = (name) => `SELECT mem_set('u', '${name}.' || value, value) FROM json_each('[1,2,3]')`;
    db.prepare(three('all')).all();
    db.exec(three('exec'));
    db.prepare(three('get')).get();
    db.prepare(three('run')).run();
    const names = ['all', 'exec', 'get', 'run'].map((name) => one(db, "SELECT mem_field_names('u', ?)", name));
    assert.deepStrictEqual(names, ['["1","2","3"]', '["1","2","3"]', '["1"]', '["1"]']);
  },

  'a listener in host code refuses an action'(db) {
    one(db, 'SELECT mem_install()');
    db.function('on_tier', (tier) => {
      if (tier === 'diamond') throw new Error(`no such tier: ${tier}`);
    });
    db.exec(`CREATE TEMP TRIGGER tiers AFTER INSERT ON main.memlog_event WHEN mem_touches('tier', NEW.value)
             BEGIN SELECT on_tier(mem_pick(NEW.value, 'tier')); SELECT mem_incr(NEW.key, 'changes', 1); END`);
    set(db, 'u', 'tier', 'gold');
    assert.throws(() => set(db, 'u', 'tier', 'diamond'), /no such tier: diamond/);
    assert.strictEqual(one(db, "SELECT mem_get('u', '')"), '{"changes":1,"tier":"gold"}');
  },

  async 'another thread reads the log as a consumer, while this one writes'(db, file) {
    db.pragma('journal_mode = WAL');
    one(db, 'SELECT mem_install()');
    const worker = new Worker(__filename, { workerData: { file, wanted: 200 } });
    const read = new Promise((done, failed) => worker.once('message', done).once('error', failed));
    const ended = new Promise((done) => worker.once('exit', done));
    for (let i = 0; i < 200; i++) {
      set(db, 'u', 'n', BigInt(i));
      if (i % 20 === 0) await new Promise(setImmediate);
    }
    assert.deepStrictEqual(await read, Array.from({ length: 200 }, (_, i) => i));
    assert.strictEqual(await ended, 0);
  },

  'a file goes on as a Buffer'(db) {
    set(db, 'u', 'a', 'x');
    const copy = connect(db.serialize());
    set(copy, 'u', 'a', 'y');
    assert.deepStrictEqual(all(copy, "SELECT after FROM mem_history('u')"), [['"x"'], ['"y"']]);
    assert.deepStrictEqual(all(copy, 'SELECT * FROM mem_verify'), []);
    copy.close();
  },

  'a connection is closed with open statements'(db, file) {
    const other = connect(file);
    other.pragma('journal_mode = WAL');
    const statement = other.prepare("SELECT mem_set('u', 'a', ?)");
    statement.get('x');
    other.exec('BEGIN IMMEDIATE');
    statement.get('lost');
    other.prepare("SELECT mem_item_add('u', 'notes', 'lost')").get();
    const rows = other.prepare('SELECT * FROM mem_event').iterate();
    rows.next();
    assert.throws(() => other.close(), /busy executing a query/);
    rows.return();
    other.close();
    assert.throws(() => statement.get('y'), TypeError);
    assert.deepStrictEqual(all(db, "SELECT path, value FROM mem('u')"), [['a', 'x']]);
    assert.deepStrictEqual(all(db, "SELECT * FROM mem_items('u')"), []);
    db.close();
    // The last one takes the write-ahead log with it.
    assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), [path.basename(file)]);
  },
};

// The other thread.
function consume({ file, wanted }) {
  const db = connect(file, { timeout: 10000 });
  const take = db.prepare("SELECT seq, value ->> 'n' FROM mem_consume('thread', ?)").raw();
  const ack = db.prepare("SELECT mem_ack('thread', ?)");
  const step = db.transaction(() => {
    const rows = take.all(16);
    if (rows.length) ack.get(rows.at(-1)[0]);
    return rows.map((row) => row[1]);
  });
  const read = [];
  while (read.length < wanted) read.push(...step.immediate());
  db.close();
  parentPort.postMessage(read);
}

async function main() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'memlog-'));
  let passed = 0;
  let failed = 0;
  for (const [index, [name, test]] of Object.entries(tests).entries()) {
    const own = path.join(directory, String(index));
    fs.mkdirSync(own);
    const file = path.join(own, 'test.db');
    const db = connect(file);
    try {
      await test(db, file);
      const last = db.open ? db : connect(file);
      assert.deepStrictEqual(all(last, 'SELECT * FROM mem_verify'), []);
      last.close();
      passed++;
    } catch (wrong) {
      failed++;
      console.log(`${name}: ${wrong.stack}`);
      db.close();
    }
  }
  fs.rmSync(directory, { recursive: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

if (isMainThread) main();
else consume(workerData);
