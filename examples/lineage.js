// Lineage from a Node program with better-sqlite3: an agent's turn says what it did and because of what, in one transaction
// with what it wrote; the effect leads back to the memory that caused it, and that is taken out of use.
// `npm install better-sqlite3` first.
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

// One call of an SQL function: maps and arrays go in as JSON. (A number would be a real: in JSON it stays what it is.)
const call = (name, ...values) => {
  const bound = values.map((one) => (one !== null && typeof one === 'object' ? JSON.stringify(one) : one));
  return db.prepare(`SELECT ${name}(${bound.map(() => '?').join(', ')})`).pluck().get(...bound);
};
const walk = (of, direction) =>
  db
    .prepare('SELECT depth, edge, entity, id, version, detail FROM mem_lineage(?, ?)')
    .all(typeof of === 'object' ? JSON.stringify(of) : of, direction)
    .map((row) => ({ ...row, detail: JSON.parse(row.detail) }));

const seat = { key: 'ada', set: 'user_profile', id: 'seat' };

// A turn: what is recalled is placed, what the model says is a claim, what the tool does is an effect.
const turn = db.transaction((tool) => {
  call('mem_action', 'reply', null, { actor: 'travel-agent' });
  const { placement } = JSON.parse(call('mem_recall', 'ada', null, 'which seat does Ada want', { record: true, session: 'chat-1' }));
  const claim = call('mem_claim', 'Ada sits by the window', [placement]);
  return call('mem_effect', 'book seat', [claim], { effect: tool() });
});

try {
  db.loadExtension(memlog);
  call('mem_item_put', seat.key, seat.set, seat.id, 'Ada wants a window seat');
  call('mem_edge', seat, 'stated_by', call('mem_source', 'chat-0#7', { actor: 'ada', trust: 'untrusted', key: 'ada' }));

  // A tool that fails: the transaction is rolled back, and nothing says that the memory was used.
  const told = db.prepare("SELECT count(*) FROM memlog_v_entity WHERE type IN ('retrieval', 'placement', 'claim', 'effect')").pluck();
  assert.throws(() => turn.immediate(() => { throw new Error('sold out'); }), /sold out/);
  assert.strictEqual(told.get(), 0);
  const effect = turn.immediate(() => 'booking-7');
  assert.strictEqual(told.get(), 4);

  // Later it is known that the seat was the wrong one.
  call('mem_effect', 'book seat', null, { outcome: 'reverted', revises: effect, effect: 'booking-7' });
  const back = walk(effect, 'backward');
  assert.deepStrictEqual(back.map((row) => row.entity), ['effect', 'claim', 'placement', 'retrieval', 'record', 'source']);
  const cause = back.find((row) => row.entity === 'record');
  assert.deepStrictEqual([cause.version, cause.detail.id, cause.detail.state, cause.edge], [1, 'seat', 'admitted', 'placed']);
  assert.strictEqual(back.find((row) => row.entity === 'source').detail.trust, 'untrusted');
  assert.strictEqual(walk(seat, 'forward').filter((row) => row.entity === 'effect').length, 2);

  // Out of use, and put right by a version that says what it corrects.
  call('mem_quarantine', `record:${cause.id}@${cause.version}`, 'stale', { reviewer: 'otto' });
  assert.strictEqual(call('mem_item_get', seat.key, seat.set, seat.id), null);
  call('mem_correct', cause.id, 'Ada wants an aisle seat', { reason: 'stale' });
  assert.strictEqual(call('mem_item_get', seat.key, seat.set, seat.id), 'Ada wants an aisle seat');
  assert.throws(() => call('mem_item_add', 'ada', 'notes', 'Ada wants a window seat'), /may not come back/);

  assert.deepStrictEqual(db.prepare('SELECT * FROM mem_lineage_break').all(), []);
  assert.deepStrictEqual(db.prepare('SELECT * FROM mem_verify').all(), []);
  console.log('an effect, its cause, and what became of it: as expected');
} finally {
  db.close();
  fs.rmSync(directory, { recursive: true, force: true });
}
