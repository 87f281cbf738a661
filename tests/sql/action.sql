-- Names of actions, savepoints, runs of other connections, listeners that read.
-- clock: 2026-07-03 04:22:36.087914

-- A name is as much part of the transaction as what was written: rolled back, it is gone.
BEGIN;
SAVEPOINT s;
SELECT mem_action('x', NULL, '{"actor":"a"}');
-- → x
ROLLBACK TO s;
SELECT mem_set('a', 'a', 1)->>'path';
-- → a
COMMIT;
SELECT action, meta, value FROM mem_event WHERE key = 'a';
-- → ∅ | ∅ | {"a":1}
-- So is the quiet of an action that a memory event caused.
BEGIN;
SAVEPOINT s;
SELECT mem_action('x', (SELECT id FROM mem_event WHERE key = 'a')), mem_set('a', 'b', 1)->>'path';
-- → x | b
ROLLBACK TO s;
SELECT mem_set('a', 'c', 1)->>'path';
-- → c
COMMIT;
SELECT action, value, cause, observed FROM mem_journal WHERE key = 'a' ORDER BY seq DESC LIMIT 1;
-- → ∅ | {"c":1} | ∅ | 1
-- A savepoint inside a named action keeps the name.
BEGIN;
SELECT mem_action('kept');
-- → kept
SAVEPOINT s;
SELECT mem_set('a', 'd', 1)->>'path';
-- → d
ROLLBACK TO s;
SELECT mem_set('a', 'e', 1)->>'path', mem_flush(), mem_set('a', 'f', 1)->>'path';
-- → e | 1 | f
COMMIT;
SELECT action, value FROM mem_event WHERE key = 'a' ORDER BY seq DESC LIMIT 2;
-- → kept | {"f":1}
-- → kept | {"e":1}
-- Without a cause it may be named late, as long as nothing is emitted.
BEGIN;
SELECT mem_set('a', 'g', 1)->>'path', mem_action('late');
-- → g | late
COMMIT;
SELECT action, value FROM mem_event WHERE key = 'a' ORDER BY seq DESC LIMIT 1;
-- → late | {"g":1}
-- Inside the transaction of one connection only.
BEGIN;
SELECT mem_action('mine'), mem_set('a', 'h', 1)->>'path';
-- → mine | h
COMMIT;
-- connection: B
SELECT mem_set('a', 'i', 1)->>'path', (SELECT action FROM mem_event ORDER BY seq DESC LIMIT 1);
-- → i | ∅

-- A run that one connection began is the key's, whoever writes.
-- connection: A
SELECT mem_run_begin('r');
-- → 1
-- connection: B
SELECT mem_set('r', 'x', 1)->>'path', mem_set('r', 's', 1, 'sensory')->>'path', mem_event_add('seen', 'r', '{}');
-- → x | s | 1
SELECT type, run FROM mem_event WHERE key = 'r' ORDER BY seq;
-- → _agent_run_begin_event | 1
-- → _short_term_write_event | 1
-- → _sensory_write_event | 1
-- → seen | 1
SELECT mem_run_end('r');
-- → 1
-- connection: A
SELECT mem_get('r', 's', 'sensory'), outcome, (SELECT count(*) FROM mem_event WHERE run = 1) FROM mem_run;
-- → ∅ | completed | 5

-- A listener may read: functions, tables, the past; it sees the emission up to its own event.
CREATE TABLE noticed(what, seen);
CREATE TRIGGER looks AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' AND NEW.key = 'z' BEGIN
  INSERT INTO noticed SELECT 'mem', group_concat(path) FROM mem(NEW.key);
  INSERT INTO noticed SELECT 'mem_event', count(*) FROM mem_event WHERE key = NEW.key;
  INSERT INTO noticed SELECT 'mem_history', group_concat(path) FROM mem_history(NEW.key);
  INSERT INTO noticed SELECT 'rebuilt', mem_rebuild_at(NEW.key, NEW.id);
  INSERT INTO noticed SELECT 'got', mem_get(NEW.key, '');
END;
SELECT mem_set('z', 'a', 1)->>'path', mem_set('z', 'b', 2)->>'path';
-- → a | b
SELECT what, seen FROM noticed;
-- → mem | a
-- → mem_event | 1
-- → mem_history | a
-- → rebuilt | {"a":1}
-- → got | {"a":1}
-- → mem | a,b
-- → mem_event | 2
-- → mem_history | a,b
-- → rebuilt | {"a":1,"b":2}
-- → got | {"a":1,"b":2}
DROP TRIGGER looks;

-- A listener of a run's begin and end that writes sensory memory: after the clearing, and rebuilt so.
CREATE TRIGGER marks AFTER INSERT ON memlog_event WHEN NEW.key = 'e' AND NEW.type LIKE '\_agent%' ESCAPE '\' BEGIN
  SELECT mem_set(NEW.key, 'mark', NEW.type, 'sensory');
END;
SELECT mem_set('e', 'old', 1, 'sensory')->>'path', mem_run_begin('e') > 0, mem_snapshot('e', 'sensory'),
       mem_rebuild_at('e', 'now', 'sensory');
-- → old | 1 | {"mark":"_agent_run_begin_event"} | {"mark":"_agent_run_begin_event"}
SELECT mem_run_end('e') > 0, mem_snapshot('e', 'sensory'), mem_rebuild_at('e', 'now', 'sensory');
-- → 1 | {"mark":"_agent_run_end_event"} | {"mark":"_agent_run_end_event"}
SELECT type, observed, mem_rebuild_at('e', id, 'sensory') FROM mem_journal WHERE key = 'e' ORDER BY seq;
-- → _sensory_write_event | 1 | {"old":1}
-- → _agent_run_begin_event | 1 | {}
-- → _sensory_write_event | 0 | {"mark":"_agent_run_begin_event"}
-- → _agent_run_end_event | 1 | {}
-- → _sensory_write_event | 0 | {"mark":"_agent_run_end_event"}
DROP TRIGGER marks;

-- Writing functions wherever SQL takes a function: each call is counted once.
CREATE TABLE own(id INTEGER PRIMARY KEY, n);
INSERT INTO own(id) VALUES (1), (2), (3);
UPDATE own SET n = mem_incr('w', 'n', 1);
SELECT group_concat(n), mem_get('w', 'n') FROM own;
-- → 1,2,3 | 3
DELETE FROM own WHERE mem_incr('w', 'deleted', 1) > 2;
SELECT count(*), mem_get('w', 'deleted') FROM own;
-- → 2 | 3
SELECT id FROM own WHERE id = 1 AND mem_incr('w', 'where', 1) = 1;
-- → 1
INSERT INTO own(id, n) VALUES (9, mem_set('w', 'in', 1)->>'path') RETURNING n, mem_incr('w', 'returned', 1);
-- → in | 1
SELECT count(*) FROM mem_event WHERE key = 'w';
-- → 4
SELECT mem_rebuild_at('w', 'now') = mem_snapshot('w'), mem_snapshot('w');
-- → 1 | {"deleted":3,"in":1,"n":3,"returned":1,"where":1}
