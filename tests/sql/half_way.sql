-- An operation that fails after it changed something: the transaction it is part of cannot be committed, unless a
-- rollback goes back behind it.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_set('a', 'x', 1)->>'path';
-- → x
CREATE TRIGGER refuse BEFORE INSERT ON memlog_cell WHEN NEW.path = 't.c' BEGIN SELECT RAISE(ABORT, 'no c'); END;
SELECT mem_set_tree('a', 't', '{"b":1,"c":2}');
-- ! no c
SELECT mem_snapshot('a'), mem_exists('a', 't');
-- → {"x":1} | 0
BEGIN;
SELECT mem_set('a', 'y', 2)->>'path';
-- → y
SELECT mem_set_tree('a', 't', '{"b":1,"c":2}');
-- ! no c
SELECT mem_set('a', 'z', 3)->>'path';
-- → z
COMMIT;
-- ! it can only be rolled back
ROLLBACK;
-- ! no transaction is active
SELECT mem_snapshot('a'), (SELECT count(*) FROM mem_event);
-- → {"x":1} | 1
BEGIN;
SELECT mem_set('a', 'y', 2)->>'path';
-- → y
SAVEPOINT s;
SELECT mem_set_tree('a', 't', '{"b":1,"c":2}');
-- ! no c
ROLLBACK TO s;
SELECT mem_set('a', 'z', 3)->>'path';
-- → z
COMMIT;
SELECT mem_snapshot('a'), (SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1);
-- → {"x":1,"y":2,"z":3} | {"y":2,"z":3}
-- A statement that SQLite takes back as a whole is nothing to be rolled back behind.
CREATE TABLE own(a);
BEGIN;
INSERT INTO own VALUES (mem_set('a', 'w', 4)), (mem_set_tree('a', 't', '{"b":1,"c":2}'));
-- ! no c
INSERT OR REPLACE INTO mem(key, path, value) VALUES ('a', 'v', 5);
COMMIT;
SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"v":5}
DROP TRIGGER refuse;
-- Events that a listener refused are not all there: nothing goes into the log behind them, whatever is called then.
CREATE TRIGGER no_b AFTER INSERT ON memlog_event WHEN mem_touches('b', NEW.value) BEGIN SELECT RAISE(ABORT, 'no b'); END;
BEGIN;
SELECT mem_set('a', 'x', 6)->>'path', mem_set('b', 'b', 6)->>'path', mem_set('c', 'x', 6)->>'path';
-- → x | b | x
SELECT mem_run_begin('c');
-- ! no b
SELECT mem_run_begin('c');
-- ! memlog: transaction: an operation failed half-way in it, so that it can only be rolled back
SELECT mem_event_add('t', 'c', '{}'), mem_flush();
-- ! it can only be rolled back
SELECT mem_get('c', 'x');
-- → 6
COMMIT;
-- ! it can only be rolled back
BEGIN;
SELECT mem_set('a', 'x', 7)->>'path';
-- → x
SAVEPOINT s;
SELECT mem_set('b', 'b', 7)->>'path', mem_set('c', 'x', 7)->>'path';
-- → b | x
SELECT mem_flush();
-- ! no b
ROLLBACK TO s;
SELECT mem_run_begin('c'), mem_run_end('c');
-- → 1 | 1
COMMIT;
SELECT key, type, value FROM mem_event ORDER BY seq DESC LIMIT 3;
-- → c | _agent_run_end_event | ∅
-- → c | _agent_run_begin_event | {}
-- → a | _short_term_write_event | {"x":7}
-- Nor is the past damaged then: it is what was emitted. (SQLite commits nothing after an error that says so.)
BEGIN;
SELECT mem_set('a', 'x', 8)->>'path';
-- → x
SAVEPOINT s;
SELECT mem_set('b', 'b', 8)->>'path', mem_set('c', 'x', 8)->>'path', mem_set('a', 'y', 8)->>'path';
-- → b | x | y
SELECT mem_flush();
-- ! no b
SELECT mem_rebuild_at('c', '#last'), (SELECT count(*) FROM mem_history('c')), mem_restore('c', '#last', 'y');
-- → {} | 0 | 0
SELECT key, last FROM mem_key WHERE key = 'c';
-- ! it can only be rolled back
ROLLBACK TO s;
COMMIT;
SELECT key, value FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → a | {"x":8}
