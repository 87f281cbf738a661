-- mem_flush: events now, before COMMIT, so that a listener can write virtual tables.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_flush();
-- → 0
BEGIN;
SELECT mem_flush(), mem_set('k', 'a', 1)->>'path', mem_set('k', 's', 1, 'sensory')->>'path',
       mem_event_add('t', 'k', '{}'), mem_flush(), mem_flush();
-- → 0 | a | s | 1 | 3 | 0
-- The log and what is rebuilt from it see what has been emitted.
SELECT mem_set('k', 'b', 2)->>'path', mem_snapshot('k'), mem_rebuild_at('k', 'now'), (SELECT count(*) FROM mem_event);
-- → b | {"a":1,"b":2} | {"a":1} | 3
COMMIT;
SELECT type, value, seq - txn FROM mem_event ORDER BY seq;
-- → _sensory_write_event | {"s":1} | 0
-- → _short_term_write_event | {"a":1} | 1
-- → t | {} | 2
-- → _short_term_write_event | {"b":2} | 3
SELECT count(DISTINCT txn) FROM mem_event;
-- → 1

-- Rolled back: flushed or not, no trace; rolled back to before the flush, what was written earlier is emitted at
-- COMMIT.
BEGIN;
SELECT mem_set('r', 'a', 1)->>'path', mem_flush();
-- → a | 1
ROLLBACK;
SELECT mem_exists('r', 'a'), (SELECT count(*) FROM mem_event WHERE key = 'r');
-- → 0 | 0
BEGIN;
SELECT mem_set('r', 'a', 1)->>'path';
-- → a
SAVEPOINT s;
SELECT mem_set('r', 'b', 2)->>'path', mem_flush();
-- → b | 1
ROLLBACK TO s;
SELECT mem_set('r', 'c', 3)->>'path';
-- → c
COMMIT;
SELECT value FROM mem_event WHERE key = 'r';
-- → {"a":1,"c":3}
BEGIN;
SELECT mem_set('r', 'd', 4)->>'path', mem_flush();
-- → d | 1
SAVEPOINT s;
SELECT mem_set('r', 'e', 5)->>'path', mem_flush();
-- → e | 1
ROLLBACK TO s;
SELECT mem_set('r', 'f', 6)->>'path', mem_flush();
-- → f | 1
RELEASE s;
COMMIT;
SELECT value FROM mem_event WHERE key = 'r' ORDER BY seq;
-- → {"a":1,"c":3}
-- → {"d":4}
-- → {"f":6}
SELECT mem_rebuild_at('r', 'now') = mem_snapshot('r');
-- → 1

-- A listener that writes a full-text index: refused at COMMIT, possible at mem_flush.
CREATE VIRTUAL TABLE found USING fts5(body);
CREATE TRIGGER index_it AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' AND NEW.key = 'f' BEGIN
  INSERT INTO found VALUES (NEW.value);
END;
BEGIN;
SELECT mem_set('f', 'note', 'apples and pears')->>'path', mem_flush();
-- → note | 1
COMMIT;
SELECT body FROM found WHERE found MATCH 'pears';
-- → {"note":"apples and pears"}
BEGIN;
SELECT mem_set('f', 'note', 'plums')->>'path';
-- → note
COMMIT;
-- ! virtual table
-- ! mem_flush()
SELECT mem_get('f', 'note'), (SELECT count(*) FROM mem_event WHERE key = 'f'), (SELECT count(*) FROM found);
-- → apples and pears | 1 | 1
SELECT mem_rebuild_at('f', 'now') = mem_snapshot('f');
-- → 1
DROP TRIGGER index_it;

-- A flush that fails half-way: the action cannot be committed unless a rollback reaches behind it.
CREATE TRIGGER no_second AFTER INSERT ON memlog_event WHEN NEW.key = 'h2' BEGIN
  SELECT RAISE(ABORT, 'not h2');
END;
BEGIN;
SELECT mem_set('h1', 'a', 1)->>'path', mem_set('h2', 'a', 1)->>'path', mem_set('h3', 'a', 1)->>'path';
-- → a | a | a
SELECT mem_flush();
-- ! not h2
COMMIT;
-- ! memlog:
SELECT mem_exists('h1', 'a'), mem_exists('h2', 'a'), (SELECT count(*) FROM mem_event WHERE key LIKE 'h_');
-- → 0 | 0 | 0
BEGIN;
SELECT mem_set('h1', 'a', 1)->>'path';
-- → a
SAVEPOINT s;
SELECT mem_set('h2', 'a', 1)->>'path', mem_set('h3', 'a', 1)->>'path';
-- → a | a
SELECT mem_flush();
-- ! not h2
ROLLBACK TO s;
SELECT mem_set('h3', 'b', 1)->>'path';
-- → b
COMMIT;
SELECT key, value FROM mem_event WHERE key LIKE 'h_' ORDER BY seq;
-- → h1 | {"a":1}
-- → h3 | {"b":1}
SELECT mem_rebuild_at('h1', 'now') = mem_snapshot('h1'), mem_rebuild_at('h3', 'now') = mem_snapshot('h3'),
       mem_exists('h2', 'a');
-- → 1 | 1 | 0
-- Also where the host's own events are all there is.
BEGIN;
SELECT mem_event_add('told', 'h1', '{}'), mem_event_add('told', 'h2', '{}');
-- → 1 | 1
SELECT mem_flush();
-- ! not h2
DROP TRIGGER no_second;
COMMIT;
-- ! memlog: transaction: an operation failed half-way in it, so that it can only be rolled back
SELECT count(*) FROM mem_event WHERE type = 'told';
-- → 0
SELECT * FROM mem_verify;
-- no rows
