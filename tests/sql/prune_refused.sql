-- Where mem_prune is an error, and nothing happens.
SELECT mem_set('u', 'a', 1) ->> 'path', mem_set('u', 'a', 2) ->> 'path';
-- → a | a
BEGIN;
SELECT mem_prune('now');
-- ! memlog: mem_prune: not inside a transaction or a statement that writes
SELECT mem_prune('now', '{"dry_run":true}');
-- ! memlog: mem_prune: not inside a transaction
ROLLBACK;
CREATE TEMP TABLE t AS SELECT mem_prune('now');
-- ! memlog: mem_prune: not inside a transaction or a statement that writes
CREATE TABLE r(x);
INSERT INTO r SELECT mem_prune('now');
-- ! memlog: mem_prune: not inside a transaction or a statement that writes
CREATE TEMP TRIGGER l AFTER INSERT ON memlog_event BEGIN SELECT mem_prune('now'); END;
SELECT mem_set('u', 'a', 3);
-- ! memlog: mem_prune: not inside a listener
DROP TRIGGER l;
CREATE VIEW w AS SELECT mem_prune('now') AS x;
SELECT * FROM w;
-- ! unsafe use of mem_prune()
SELECT mem_prune(NULL);
-- ! memlog: moment: it is NULL
SELECT mem_prune(x'00');
-- ! memlog: moment: it is a blob
SELECT mem_prune('yesterday');
-- ! memlog: moment yesterday
SELECT mem_prune('now', '[]');
-- ! memlog: mem_prune: the options are no JSON map
SELECT mem_prune('now', 5);
-- ! memlog: mem_prune: the options: 
SELECT mem_prune('now', '{');
-- ! memlog: mem_prune: the options: 
SELECT mem_prune('now', '{"max_rows":0}');
-- ! memlog: mem_prune: option "max_rows": 0
SELECT mem_prune('now', '{"max_rows":1.5}');
-- ! memlog: mem_prune: option "max_rows": 1.5
SELECT mem_prune('now', '{"max_rows":"1"}');
-- ! memlog: mem_prune: option "max_rows"
SELECT mem_prune('now', '{"dry_run":1}');
-- ! memlog: mem_prune: option "dry_run": 1
SELECT mem_prune('now', '{"consumers":"no"}');
-- ! memlog: mem_prune: option "consumers"
SELECT mem_prune('now', '{"max_row":1}');
-- ! there are "dry_run" (true, false), "max_rows" (an integer from 1 on) and "consumers"
SELECT count(*) FROM mem_event;
-- → 2
-- a trigger that takes the rows away from it
CREATE TEMP TRIGGER keep BEFORE DELETE ON memlog_event BEGIN SELECT raise(IGNORE); END;
SELECT mem_prune('#last');
-- ! memlog: mem_prune: 0 rows of memlog_event went, not the 1 that should
DROP TRIGGER keep;
-- one that writes memory
CREATE TEMP TRIGGER note AFTER DELETE ON memlog_event BEGIN SELECT mem_set('n', 'x', 1); END;
SELECT mem_prune('#last');
-- ! memlog: memory: not inside a trigger on a stored table
DROP TRIGGER note;
DELETE FROM memlog_event;
-- ! its rows are written by memlog alone
-- a table of the host's that leads to an event
PRAGMA foreign_keys = on;
CREATE TABLE note(event INTEGER REFERENCES memlog_event(seq));
INSERT INTO note SELECT min(seq) FROM memlog_event;
SELECT mem_prune('#last');
-- ! FOREIGN KEY constraint failed
SELECT count(*) FROM mem_event;
-- → 2
SELECT * FROM mem_verify;
-- no rows
-- pruning while the log is being read: a walk ends where the log begins now
SELECT (mem_set('w', 'a', 1) ->> 'path') || (mem_set('w', 'a', 2) ->> 'path') || (mem_set('w', 'a', 3) ->> 'path');
-- → aaa
DELETE FROM note;
SELECT e.value, mem_prune('#last') ->> 'events' FROM mem_event AS e WHERE key = 'w' ORDER BY e.seq DESC;
-- → {"a":3} | 4
