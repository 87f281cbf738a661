-- Events: what an action leaves in the log.
-- clock: 2026-07-03 04:22:36.087914

-- ---- the columns ----

BEGIN;
SELECT mem_action('greet', NULL, '{"actor":"a1","trace_id":"t1","span_id":"s1","mood":[1]}');
-- → greet
SELECT mem_set('user-42', 'user.name', 'Ada')->>'path', mem_set('user-42', 'user.age', 36)->>'path';
-- → user.name | user.age
COMMIT;
SELECT seq, time, type, key, value, removed, containers, before FROM mem_event;
-- → 1783052556087914 | 2026-07-03 04:22:36.087914 | _short_term_write_event | user-42 | {"user.name":"Ada","user.age":36} | ∅ | ∅ | ∅
SELECT run, action, txn = seq, cause, meta FROM mem_event;
-- → ∅ | greet | 1 | ∅ | {"actor":"a1","trace_id":"t1","span_id":"s1","mood":[1]}
-- The id is a UUID of version 8: 48 bits of milliseconds, the microseconds that are left, then the chain.
SELECT length(id), substr(id, 1, 18) = printf('%08x-%04x-8%03x', (seq / 1000) >> 16, (seq / 1000) & 65535, seq % 1000),
       substr(id, 20, 1) GLOB '[89ab]'
  FROM mem_event;
-- → 36 | 1 | 1

-- ---- seq and time ----

-- seq is the time in microseconds, or the next number if that one is taken: unique, and only growing.
SELECT mem_set('user-42', 'user.age', 37)->>'path', mem_set('user-42', 'user.age', 38)->>'path';
-- → user.age | user.age
SELECT seq - (SELECT min(seq) FROM mem_event), time FROM mem_event ORDER BY seq;
-- → 0 | 2026-07-03 04:22:36.087914
-- → 1 | 2026-07-03 04:22:36.087914
-- → 2 | 2026-07-03 04:22:36.087914
-- clock: 2026-07-03 04:22:36.087915
SELECT mem_set('user-42', 'user.age', 39)->>'path';
-- → user.age
-- clock: 2026-07-03 04:22:36.087999
SELECT mem_set('user-42', 'user.age', 40)->>'path';
-- → user.age
SELECT seq - (SELECT min(seq) FROM mem_event), time FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → 85 | 2026-07-03 04:22:36.087999
-- → 3 | 2026-07-03 04:22:36.087915
-- An equal value is an event, too.
SELECT mem_set('user-42', 'user.age', 40)->>'path', count(*) FROM mem_event;
-- → user.age | 5
SELECT count(*), count(DISTINCT id), max(id) = (SELECT id FROM mem_event ORDER BY seq DESC LIMIT 1) FROM mem_event;
-- → 6 | 6 | 1

-- ---- one event for each key and type of an action; keys by first touch, then by type ----

-- clock: 2026-07-03 05:00:00
SELECT mem_config('memory.generate-event', true);
-- → true
BEGIN;
SELECT mem_event_add('order-placed', 'b', '{"n":1}');
SELECT mem_get('a', 'nothing');
-- → ∅
SELECT mem_set('b', 't', 1)->>'path', mem_set('a', 't', 1)->>'path', mem_get('b', 't'),
       mem_set('b', 's', 1, 'sensory')->>'path',
       mem_get('b', 's', 'sensory'), mem_set('a', 's', 1, 'sensory')->>'path', mem_set('b', 'u', 2)->>'path';
-- → t | t | 1 | s | 1 | s | u
SELECT mem_event_add('order-shipped', 'a', '{"n":2}');
COMMIT;
SELECT key, type, value, seq - txn FROM mem_event WHERE time = '2026-07-03 05:00:00.000000' ORDER BY seq;
-- → b | _sensory_write_event | {"s":1} | 0
-- → b | _short_term_write_event | {"t":1,"u":2} | 1
-- → b | _sensory_read_event | {"s":1} | 2
-- → b | _short_term_read_event | {"t":1} | 3
-- → b | order-placed | {"n":1} | 4
-- → a | _sensory_write_event | {"s":1} | 5
-- → a | _short_term_write_event | {"t":1} | 6
-- → a | order-shipped | {"n":2} | 7
SELECT mem_config('memory.generate-event', NULL);
-- → ∅

-- ---- actions ----

-- Autocommit: each call of a writing function in a SELECT is an action by itself; a statement that writes is one.
-- clock: 2026-07-03 06:00:00
SELECT mem_set('x', 'a', 1)->>'path', mem_set('x', 'b', 2)->>'path';
-- → a | b
SELECT value, seq - txn FROM mem_event WHERE key = 'x' ORDER BY seq;
-- → {"a":1} | 0
-- → {"b":2} | 0
CREATE TEMP TABLE done(ref);
INSERT INTO done SELECT mem_set('y', 'a', 1) UNION ALL SELECT mem_set('y', 'b', 2);
SELECT value FROM mem_event WHERE key = 'y';
-- → {"a":1,"b":2}
-- SB37, SB38: in autocommit the calls before a failed one stay, as they do in a transaction; inside a writing statement
-- all are undone.
SELECT mem_set('z', 'a', 1), mem_set('z', 'b', x'00');
-- ! BLOB
SELECT mem_snapshot('z');
-- → {"a":1}
BEGIN;
SELECT mem_set('z', 'c', 1), mem_set('z', 'd', x'00');
-- ! BLOB
COMMIT;
SELECT mem_snapshot('z');
-- → {"a":1,"c":1}
INSERT INTO done SELECT mem_set('z', 'e', 1) UNION ALL SELECT mem_set('z', 'f', x'00');
-- ! BLOB
SELECT mem_snapshot('z'), (SELECT count(*) FROM mem_event WHERE key = 'z');
-- → {"a":1,"c":1} | 2
BEGIN;
SELECT mem_set('z', 'g', 1)->>'path';
-- → g
INSERT INTO done SELECT mem_set('z', 'h', 1) UNION ALL SELECT mem_set('z', 'i', x'00');
-- ! BLOB
SELECT mem_set('z', 'j', 1)->>'path';
-- → j
COMMIT;
SELECT value FROM mem_event WHERE key = 'z' ORDER BY seq DESC LIMIT 1;
-- → {"g":1,"j":1}
-- Rolled back, a whole or a part: no record (AGT-013).
BEGIN;
SELECT mem_set('z', 'k', 1)->>'path';
-- → k
SAVEPOINT s;
SELECT mem_set('z', 'l', 1)->>'path', mem_event_add('gone', 'z', '{}');
-- → l | 1
ROLLBACK TO s;
SELECT mem_set('z', 'm', 1)->>'path';
-- → m
RELEASE s;
COMMIT;
SELECT type, value FROM mem_event WHERE key = 'z' ORDER BY seq DESC LIMIT 1;
-- → _short_term_write_event | {"k":1,"m":1}
BEGIN;
SELECT mem_set('never', 'k', 1)->>'path', mem_delete('z', '') > 0;
-- → k | 1
ROLLBACK;
SELECT mem_snapshot('never'), (SELECT count(*) FROM mem_event WHERE key = 'never'),
       mem_rebuild_at('z', 'now') = mem_snapshot('z');
-- → {} | 0 | 1
-- Nothing written, nothing logged: a delete of what is not there, a read, an empty transaction.
SELECT mem_delete('z', 'missing'), mem_pop('z', 'missing'), mem_get('z', 'a');
-- → 0 | ∅ | 1
BEGIN;
COMMIT;
SELECT count(*) FROM mem_event WHERE key = 'z';
-- → 4

-- ---- mem_action ----

SELECT mem_action('alone');
-- ! mem_action
BEGIN;
SELECT mem_action('');
-- ! name
SELECT mem_action(NULL);
-- ! name
SELECT mem_action('a', 'no-id');
-- ! no-id
SELECT mem_action('a', NULL, '[1]');
-- ! map
SELECT mem_action('a', NULL, '{');
-- ! memlog:
SELECT mem_action('named', (SELECT id FROM mem_event WHERE type = 'order-placed'), '{"actor":"worker"}');
-- → named
SELECT mem_set('w', 'a', 1)->>'path', mem_set('v', 'a', 1)->>'path', mem_event_add('seen', 'w', '{}');
-- → a | a | 1
COMMIT;
-- Every event of the action has its name, cause and meta (AGT-042); host events are no memory types, so nothing is
-- quiet.
SELECT key, type, action, meta, cause = (SELECT seq FROM mem_event WHERE type = 'order-placed') FROM mem_event
       WHERE action = 'named' ORDER BY seq;
-- → w | _short_term_write_event | named | {"actor":"worker"} | 1
-- → w | seen | named | {"actor":"worker"} | 1
-- → v | _short_term_write_event | named | {"actor":"worker"} | 1
-- The name is the transaction's: gone with it.
SELECT mem_set('w', 'b', 1)->>'path', (SELECT action FROM mem_event WHERE key = 'w' ORDER BY seq DESC LIMIT 1);
-- → b | ∅
-- A cause must come before the first memory operation; the name may come later.
BEGIN;
SELECT mem_set('w', 'c', 1)->>'path';
-- → c
SELECT mem_action('late', (SELECT id FROM mem_event WHERE type = 'order-placed'));
-- ! mem_action
COMMIT;
-- A cause that never was is an error.
BEGIN;
SELECT mem_action('a', '01900000-0000-8000-8000-000000000000');
-- ! 01900000-0000-8000-8000-000000000000
COMMIT;

-- ---- mem_event_add ----

SELECT mem_event_add('_mine', 'k', '{}');
-- ! _mine
SELECT mem_event_add('', 'k', '{}');
-- ! type
SELECT mem_event_add(NULL, 'k', '{}');
-- ! type
SELECT mem_event_add('t', '', '{}');
-- ! key
SELECT mem_event_add('t', NULL, '{}');
-- ! key
SELECT mem_event_add('t', 'k', 'x');
-- ! memlog:
SELECT count(*) FROM mem_event WHERE key = 'k';
-- → 0
-- A host event alone is an action, too; it holds no memory.
SELECT mem_event_add('t', 'k', '{"a":{"b":[1]}}');
SELECT type, value, removed, containers FROM mem_event WHERE key = 'k';
-- → t | {"a":{"b":[1]}} | ∅ | ∅
SELECT mem_snapshot('k'), mem_rebuild_at('k', 'now'), mem_get('k', '');
-- → {} | {} | {}
-- At most one for each key and type of an action: maps are merged, the last value of a name at its first place.
BEGIN;
SELECT mem_event_add('t', 'm', '{"a":1,"b":1}'), mem_event_add('u', 'm', '{"z":1}'),
       mem_event_add('t', 'm', '{"c":2,"a":3}');
COMMIT;
SELECT type, value FROM mem_event WHERE key = 'm' ORDER BY seq;
-- → t | {"a":3,"b":1,"c":2}
-- → u | {"z":1}
