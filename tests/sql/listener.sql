-- Listeners: triggers on the event log that run inside the action; what they do is kept, quietly.
-- clock: 2026-07-03 04:22:36.087914

-- mem_install makes the tables, so that the trigger can be written first.
SELECT mem_install() > 0;
-- → 1
CREATE TABLE noticed(id TEXT, type TEXT, key TEXT, value TEXT, removed TEXT, time INTEGER);
CREATE TRIGGER on_user AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event'
  AND mem_touches('user.id', NEW.value, NEW.removed) BEGIN
  INSERT INTO noticed VALUES (NEW.id, NEW.type, NEW.key, NEW.value, NEW.removed, NEW.time);
END;

-- ---- it hears what it asked for ----

SELECT mem_set('k', 'user.name', 'Ada')->>'path', mem_set('k', 'user.id', 1)->>'path',
       mem_set('k', 'user.idle', 1)->>'path', mem_set('k', 'user.id', 2, 'sensory')->>'path';
-- → user.name | user.id | user.idle | user.id
SELECT type, key, value, removed, time FROM noticed;
-- → _short_term_write_event | k | {"user.id":1} | ∅ | 1783052556087914
SELECT n.id = e.id FROM noticed n, mem_event e WHERE e.value = n.value AND e.type = n.type;
-- → 1
-- Anything at or under the path, deletions too; a deletion of what stands above it names another path.
SELECT mem_delete('k', 'user.id'), mem_set('k', 'user.id.num', 5)->>'path', mem_delete('k', 'user');
-- → 1 | user.id.num | 5
SELECT value, removed FROM noticed;
-- → {"user.id":1} | ∅
-- → {} | ["user.id"]
-- → {"user.id.num":5} | ∅
DROP TRIGGER on_user;

-- ---- memory operations inside take effect and make no events: no feedback loop ----

CREATE TRIGGER audit AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' BEGIN
  SELECT mem_incr(NEW.key, 'audit.count', 1);
  SELECT mem_append(NEW.key, 'audit.log', NEW.id);
END;
SELECT mem_set('a', 'x', 1)->>'path', mem_get('a', 'audit.count'), mem_length('a', 'audit.log');
-- → x | 1 | 1
SELECT type, value FROM mem_event WHERE key = 'a';
-- → _short_term_write_event | {"x":1}
-- They are kept in the quiet log, after the positions of the emission, so the past is exact.
SELECT type, observed, seq - (SELECT seq FROM mem_event WHERE key = 'a') FROM mem_journal WHERE key = 'a' ORDER BY seq;
-- → _short_term_write_event | 1 | 0
-- → _short_term_write_event | 0 | 1
-- → _short_term_write_event | 0 | 2
SELECT mem_rebuild_at('a', 'now') = mem_snapshot('a'), mem_rebuild_at('a', (SELECT id FROM mem_event WHERE key = 'a'));
-- → 1 | {"x":1}
BEGIN;
SELECT mem_set('b', 'x', 1)->>'path', mem_set('c', 'x', 1)->>'path', mem_set('b', 's', 1, 'sensory')->>'path';
-- → x | x | s
COMMIT;
SELECT key, type, observed, seq - txn FROM mem_journal WHERE key IN ('b', 'c') ORDER BY seq;
-- → b | _sensory_write_event | 1 | 0
-- → b | _short_term_write_event | 1 | 1
-- → c | _short_term_write_event | 1 | 2
-- → b | _short_term_write_event | 0 | 3
-- → b | _short_term_write_event | 0 | 4
-- → c | _short_term_write_event | 0 | 5
-- → c | _short_term_write_event | 0 | 6
SELECT key FROM (SELECT 'b' AS key UNION ALL VALUES ('c')) WHERE mem_rebuild_at(key, 'now') = mem_snapshot(key)
       AND mem_get(key, 'audit.count') = 1;
-- → b
-- → c
-- Reads inside leave no events either.
SELECT mem_config('memory.generate-event.short-term-read', 1);
CREATE TRIGGER reader AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' BEGIN
  SELECT mem_get(NEW.key, 'x');
END;
SELECT mem_set('a', 'x', 2)->>'path', (SELECT count(*) FROM mem_event WHERE type = '_short_term_read_event');
-- → x | 0
SELECT mem_config('memory.generate-event.short-term-read', NULL);
DROP TRIGGER reader;

-- Everything a listener sets off is as quiet: a trigger on another table that its insert fires.
CREATE TABLE steps(key TEXT);
CREATE TRIGGER on_step AFTER INSERT ON steps BEGIN
  SELECT mem_set(NEW.key, 'stepped', 1);
END;
CREATE TRIGGER chain AFTER INSERT ON memlog_event WHEN NEW.type = '_sensory_write_event' BEGIN
  INSERT INTO steps VALUES (NEW.key);
END;
SELECT mem_set('d', 's', 1, 'sensory')->>'path', mem_get('d', 'stepped'),
       (SELECT count(*) FROM mem_event WHERE key = 'd'), (SELECT count(*) FROM mem_journal WHERE key = 'd');
-- → s | 1 | 1 | 2
-- The same trigger, fired by the host, is not quiet.
INSERT INTO steps VALUES ('e');
SELECT type, value FROM mem_event WHERE key = 'e';
-- → _short_term_write_event | {"stepped":1}
SELECT mem_rebuild_at('d', 'now') = mem_snapshot('d'), mem_rebuild_at('e', 'now') = mem_snapshot('e'),
       mem_get('e', 'audit.count');
-- → 1 | 1 | 1
DROP TRIGGER chain;
DROP TRIGGER on_step;

-- ---- one that raises vetoes the action ----

CREATE TRIGGER veto AFTER INSERT ON memlog_event WHEN mem_touches('forbidden', NEW.value, NEW.removed) BEGIN
  SELECT RAISE(ABORT, 'not that');
END;
SELECT mem_set('v', 'forbidden', 1);
-- ! not that
SELECT mem_get('v', 'forbidden'), (SELECT count(*) FROM mem_journal WHERE key = 'v');
-- → ∅ | 0
BEGIN;
SELECT mem_set('v', 'fine', 1)->>'path', mem_set('v', 'forbidden.deep', 1)->>'path';
-- → fine | forbidden.deep
COMMIT;
-- ! not that
SELECT mem_snapshot('v'), (SELECT count(*) FROM mem_journal WHERE key = 'v');
-- → {} | 0
-- SB06: the connection is as good as before, nothing of the refused action is left behind.
SELECT mem_set('v', 'fine', 2)->>'path', (SELECT value FROM mem_event WHERE key = 'v');
-- → fine | {"fine":2}
-- An error inside a listener is one, too.
CREATE TRIGGER wrong AFTER INSERT ON memlog_event WHEN NEW.type = 'wrong' BEGIN
  SELECT mem_set(NEW.key, 'a..b', 1);
END;
SELECT mem_event_add('wrong', 'v', '{}');
-- ! a..b
SELECT count(*) FROM mem_event WHERE type = 'wrong';
-- → 0
DROP TRIGGER wrong;
DROP TRIGGER veto;

-- ---- inside a listener: runs, mem_action, mem_flush, mem_config are errors ----

CREATE TABLE asked(what TEXT);
CREATE TRIGGER begins AFTER INSERT ON memlog_event WHEN NEW.type = 'begins' BEGIN SELECT mem_run_begin(NEW.key); END;
CREATE TRIGGER ends AFTER INSERT ON memlog_event WHEN NEW.type = 'ends' BEGIN SELECT mem_run_end(NEW.key); END;
CREATE TRIGGER acts AFTER INSERT ON memlog_event WHEN NEW.type = 'acts' BEGIN SELECT mem_action('x'); END;
CREATE TRIGGER flushes AFTER INSERT ON memlog_event WHEN NEW.type = 'flushes' BEGIN SELECT mem_flush(); END;
CREATE TRIGGER asks AFTER INSERT ON memlog_event WHEN NEW.type = 'asks' BEGIN INSERT INTO asked
  VALUES (mem_config('memory.max-value-bytes')); END;
SELECT mem_run_begin('i') > 0;
-- → 1
SELECT mem_event_add('begins', 'i', '{}');
-- ! mem_run_begin
SELECT mem_event_add('ends', 'i', '{}');
-- ! mem_run_end
BEGIN;
SELECT mem_event_add('acts', 'i', '{}');
COMMIT;
-- ! mem_action
BEGIN;
SELECT mem_event_add('flushes', 'i', '{}');
COMMIT;
-- ! mem_flush
SELECT mem_run_end('i') > 0, (SELECT count(*) FROM mem_event WHERE key = 'i' AND type NOT LIKE '_agent%');
-- → 1 | 0
CREATE TEMP TRIGGER configures AFTER INSERT ON memlog_event WHEN NEW.type = 'configures' BEGIN
  SELECT mem_config('memory.generate-event', 0); END;
SELECT mem_event_add('configures', 'i', '{}');
-- ! mem_config
SELECT mem_config('memory.generate-event');
-- → ∅

-- ---- what a listener writes on a switch that is off, on other keys, in bulk ----

DROP TRIGGER audit;
CREATE TRIGGER spread AFTER INSERT ON memlog_event WHEN NEW.type = 'spread' BEGIN
  SELECT mem_set('t1', 'a', 1), mem_set('t2', 'a', 1), mem_set('t1', 'a', 2), mem_delete('t2', 'a'),
  mem_set('t2', 's', 1, 'sensory'), mem_set_tree('t3', 'b', '{"c":1,"d":2}');
END;
SELECT mem_event_add('spread', 'go', '{}');
SELECT mem_snapshot('t1'), mem_snapshot('t2'), mem_snapshot('t2', 'sensory'), mem_snapshot('t3');
-- → {"a":2} | {} | {"s":1} | {"b.c":1,"b.d":2}
SELECT mem_rebuild_at('t1', 'now'), mem_rebuild_at('t2', 'now'), mem_rebuild_at('t2', 'now', 'sensory'),
       mem_rebuild_at('t3', 'now');
-- → {"a":2} | {} | {"s":1} | {"b.c":1,"b.d":2}
SELECT count(*) FROM mem_event WHERE key IN ('t1', 't2', 't3');
-- → 0
SELECT mem_config('memory.generate-event', 0), mem_event_add('spread', 'go', '{}');
-- → false | 1
SELECT mem_config('memory.generate-event', NULL);
-- → ∅
DROP TRIGGER spread;

-- ---- a worker that reacts in a later transaction ----

SELECT mem_set('w', 'x', 1)->>'path';
-- → x
BEGIN;
-- The cause is of a memory type: the whole action is quiet.
SELECT mem_action('worker', (SELECT id FROM mem_event WHERE key = 'w'));
-- → worker
SELECT mem_set('w', 'seen', 1)->>'path', mem_set('w2', 'seen', 1)->>'path', mem_get('w', 'seen');
-- → seen | seen | 1
COMMIT;
SELECT key, value FROM mem_event WHERE key IN ('w', 'w2');
-- → w | {"x":1}
SELECT key, value, action, cause = (SELECT seq FROM mem_event WHERE key = 'w') FROM mem_journal
       WHERE key IN ('w', 'w2') AND NOT observed ORDER BY seq;
-- → w | {"seen":1} | worker | 1
-- → w2 | {"seen":1} | worker | 1
SELECT mem_rebuild_at('w', 'now'), mem_rebuild_at('w2', 'now');
-- → {"seen":1,"x":1} | {"seen":1}
-- A run's begin is no memory type: what reacts to it is logged.
SELECT mem_run_begin('w') > 0;
-- → 1
BEGIN;
SELECT mem_action('on-begin', (SELECT id FROM mem_event WHERE type = '_agent_run_begin_event' AND key = 'w')),
       mem_set('w', 'begun', 1)->>'path';
-- → on-begin | begun
COMMIT;
SELECT value FROM mem_event WHERE action = 'on-begin';
-- → {"begun":1}
-- A quiet action, rolled back: no trace.
BEGIN;
SELECT mem_action('worker', (SELECT id FROM mem_event WHERE key = 'w' ORDER BY seq LIMIT 1)),
       mem_set('w', 'gone', 1)->>'path';
-- → worker | gone
SAVEPOINT s;
SELECT mem_set('w', 'gone', 2)->>'path';
-- → gone
ROLLBACK TO s;
ROLLBACK;
SELECT mem_get('w', 'gone'), mem_rebuild_at('w', 'now') = mem_snapshot('w'),
       (SELECT count(*) FROM mem_journal WHERE action = 'worker');
-- → ∅ | 1 | 2

-- ---- a listener that tries to swallow events (SB07) ----

CREATE TRIGGER swallow BEFORE INSERT ON memlog_event BEGIN SELECT RAISE(IGNORE); END;
SELECT mem_set('w', 'y', 1);
-- ! memlog:
DROP TRIGGER swallow;
SELECT mem_get('w', 'y'), mem_set('w', 'y', 1)->>'path';
-- → ∅ | y

-- ---- a listener that writes a virtual table, mem among them: refused at COMMIT (SB05), where functions do ----

CREATE TRIGGER direct AFTER INSERT ON memlog_event WHEN NEW.key = 'direct' BEGIN
  INSERT INTO mem(key, path, value) VALUES ('direct', 'more', 1);
END;
SELECT mem_set('direct', 'a', 1);
-- ! virtual table
-- ! mem_flush()
SELECT mem_snapshot('direct'), (SELECT count(*) FROM mem_journal WHERE key = 'direct');
-- → {} | 0
BEGIN;
SELECT mem_set('direct', 'a', 1)->>'path';
-- → a
COMMIT;
-- ! mem_flush()
SELECT mem_snapshot('direct');
-- → {}
-- SQLite looks at all that a trigger might write, whether its WHEN holds or not.
SELECT mem_set('w', 'after', 1);
-- ! mem_flush()
-- Before COMMIT it can be done, and is as quiet as by a function.
BEGIN;
SELECT mem_set('direct', 'a', 1)->>'path', mem_flush();
-- → a | 1
COMMIT;
SELECT value, observed FROM mem_journal WHERE key = 'direct' ORDER BY seq;
-- → {"a":1} | 1
-- → {"more":1} | 0
SELECT mem_rebuild_at('direct', 'now') = mem_snapshot('direct'), mem_snapshot('direct');
-- → 1 | {"a":1,"more":1}
DROP TRIGGER direct;
SELECT mem_set('w', 'after', 1)->>'path';
-- → after
