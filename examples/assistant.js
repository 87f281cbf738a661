// An assistant that remembers, in Node with better-sqlite3: functions of the host's count tokens, judge what was said and
// make vectors, without a model. What becomes of it when they fail or lie. `npm install better-sqlite3` first.
'use strict';
const assert = require('node:assert');
const crypto = require('node:crypto');
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
const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

// A number is a token count if it is whole.
const countTokens = (text) => words(text).length;

// What is worth keeping, of the new messages of a user, as a JSON array. better-sqlite3 throws on in JavaScript what its
// functions threw, though the statement went well, and then loses the next error: so a judge that cannot judge returns
// null. Then the rules judge, and the report says so.
function judge(work) {
  try {
    const { messages } = JSON.parse(work);
    const said = messages.filter((message) => message.new && message.role === 'user').map((message) => message.content);
    if (said.some((text) => text.includes('judge, fail'))) throw new Error('as it was told');
    const facts = said.flatMap((text) => text.match(/[^.?!]*\b(?:allergic|train)\b[^.?!]*/gi) ?? []);
    return JSON.stringify(facts.map((fact) => ({ content: fact.trim(), category: 'fact', importance: 8 })));
  } catch {
    return null;
  }
}

// A text as a vector: each word, and what means the same, has a direction of its own, by its hash. A real one asks a
// model that runs in this process.
const meaning = new Map([['train', 'rail'], ['railway', 'rail'], ['trip', 'journey'], ['travel', 'journey']]);
function embed(text) {
  const vector = new Float32Array(64);
  for (const word of words(text)) {
    const hash = crypto.createHash('sha256').update(meaning.get(word) ?? word).digest();
    vector[hash[0] % 64] += hash[1] & 1 ? 1 : -1;
  }
  return Buffer.from(vector.buffer);
}

function connect(file) {
  const db = new Database(file);
  db.loadExtension(memlog);
  // Functions are of one connection: what a file names must be there on each that uses it.
  db.function('count_tokens', { deterministic: true }, countTokens);
  db.function('judge', { deterministic: true }, judge);
  db.function('embed', { deterministic: true }, embed);
  return db;
}

function main(file) {
  const db = connect(file);
  const one = (sql, ...values) => db.prepare(sql).pluck().get(...values);
  const all = (sql, ...values) => db.prepare(sql).raw().all(...values);
  const json = (sql, ...values) => JSON.parse(one(sql, ...values));
  const say = (session, role, content) => one('SELECT mem_message(?, ?, ?)', session, role, content);
  const end = (session, options = {}) => json('SELECT mem_session_end(?, ?)', session, JSON.stringify(options));
  const config = (name, value) => one('SELECT mem_config(?, ?)', name, value);

  config('tokens.count-function', 'count_tokens');
  config('long-term-memory.judge-function', 'judge');
  config('long-term-memory.embedding-function', 'embed');

  // A conversation, counted by the host, and what its function keeps of it.
  say('mon', 'system', 'You plan journeys.');
  say('mon', 'user', 'I always go by train. What about Bergen?');
  say('mon', 'assistant', 'Seven hours from Oslo.');
  assert.deepStrictEqual(all("SELECT role, tokens, counted FROM mem_window('mon')"),
    [['system', 3, 'function'], ['user', 8, 'function'], ['assistant', 4, 'function']]);
  const report = end('mon', { user: 'ada', agent: 'guide' });
  const stored = (told) => told.stored.map((item) => item.content);
  assert.deepStrictEqual([report.judge, report.error, stored(report)], ['function', null, ['I always go by train']]);
  assert.deepStrictEqual([end('mon').messages, stored(end('mon'))], [0, []]);

  // It is found by what it means, though no word is the same; recalled in the next conversation.
  const search = "SELECT content FROM mem_search('ada', NULL, ?, 10, ?)";
  assert.deepStrictEqual(all(search, 'railway', '{}'), []);
  assert.deepStrictEqual(all(search, 'railway', '{"mode":"vector"}'), [['I always go by train']]);
  assert.deepStrictEqual(all(search, embed('railway'), '{}'), [['I always go by train']]);
  say('tue', 'user', 'Which railway goes to Trondheim?');
  assert.deepStrictEqual(all("SELECT role, kind, content FROM mem_context('tue', 'ada', 'guide', 'railway', ?)",
    JSON.stringify({ max_tokens: 100, recall: { mode: 'vector' } })),
  [['system', 'user_profile', '- I always go by train\n'], ['user', null, 'Which railway goes to Trondheim?']]);

  // A judge that fails: the rules judge, and it is told why.
  say('tue', 'user', 'Now judge, fail. I like window seats.');
  const failed = end('tue', { user: 'ada', agent: 'guide' });
  assert.deepStrictEqual([failed.judge, stored(failed)], ['rules', ['I like window seats']]);
  assert.match(failed.error, /judge/);
  assert.deepStrictEqual(all("SELECT judge_used, last_error FROM mem_session WHERE session = 'tue'"),
    [['rules', failed.error]]);

  // One that lies: of what is no judgement nothing is stored.
  // (A function must take its one argument: better-sqlite3 registers it by how many it has.)
  db.function('judge', (_work) => JSON.stringify([{ content: 'Owns a train', kind: 'rumour' }]));
  say('wed', 'user', 'I like rain.');
  const lied = end('wed', { user: 'ada' });
  assert.deepStrictEqual([lied.judge, stored(lied)], ['rules', ['I like rain']]);
  assert.match(lied.error, /item 1: kind/);

  // Vectors: what a function throws is the error, and nothing is stored; nor is what is no vector, or has another length.
  const add = db.prepare("SELECT mem_item_add('ada', 'notes', ?)").pluck();
  for (const [lie, error] of [
    [(_text) => { throw new Error('the model is gone'); }, /the model is gone/],
    [(_text) => '[0.5, 1]', /function embed/],
    [(_text) => Buffer.from(new Float32Array([1, 2]).buffer), /64/],
    [(_text) => Buffer.from(new Float32Array(64).fill(NaN).buffer), /function embed/],
  ]) {
    db.function('embed', lie);
    assert.throws(() => add.get('Bergen has rain'), error);
  }
  assert.strictEqual(one("SELECT count(*) FROM mem_items('ada', 'notes')"), 0);
  db.function('embed', { deterministic: true }, embed);
  add.get('Bergen has rain');

  // Tokens: half of one is none.
  db.function('count_tokens', (_text) => 1.5);
  assert.throws(() => say('wed', 'user', 'Really?'), /count_tokens: it counts tokens/);
  db.function('count_tokens', { deterministic: true }, countTokens);

  // A connection without the functions can read and write all that needs none of them.
  const plain = new Database(file);
  plain.loadExtension(memlog);
  assert.throws(() => plain.prepare("SELECT mem_item_add('ada', 'notes', 'x')").get(), /there is no such function/);
  assert.strictEqual(plain.prepare("SELECT count(*) FROM mem_search('ada', NULL, 'train')").pluck().get(), 1);
  plain.close();

  assert.deepStrictEqual(all('SELECT * FROM mem_verify'), []);
  for (const row of all('SELECT layer, key, entries FROM mem_layer')) console.log(row.join(' | '));
  db.close();
}

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'memlog-'));
try {
  main(path.join(directory, 'assistant.db'));
} finally {
  fs.rmSync(directory, { recursive: true });
}
