-- Reading the log while it is written.
-- clock: 2026-07-03 04:22:36
SELECT mem_set('ann', 'n', 1), mem_set('bob', 'n', 2), mem_set('ann', 'n', 3);

-- A cursor never meets what was appended after it was opened.
SELECT mem_set('ann', 'copy', seq) IS NOT NULL FROM mem_event;
-- → 1
-- → 1
-- → 1
SELECT mem_set(key, 'copy', seq) IS NOT NULL FROM mem_event WHERE key = 'ann' ORDER BY seq;
-- → 1
-- → 1
-- → 1
-- → 1
-- → 1
SELECT count(mem_run_begin('ann')) FROM mem_journal WHERE key = 'bob';
-- → 1
SELECT mem_run_begin(key) FROM mem_run;
-- → 2
SELECT count(*), max(seq) FROM mem_event;
-- → 14 | 1783052556000013

-- The same in a transaction: events are there once they were emitted.
BEGIN;
SELECT mem_set('bob', 'n', 4);
SELECT count(*) FROM mem_event WHERE key = 'bob';
-- → 1
SELECT mem_flush();
SELECT value FROM mem_event WHERE key = 'bob' ORDER BY seq DESC LIMIT 1;
-- → {"n":4}
SAVEPOINT s;
SELECT mem_set('bob', 'n', 5), mem_flush();
SELECT mem_set('bob', 'again', n.seq), mem_flush() FROM mem_event n WHERE key = 'bob' AND value = '{"n":5}';
SELECT value FROM mem_event WHERE key = 'bob' ORDER BY seq DESC LIMIT 2;
-- → {"again":1783052556000015}
-- → {"n":5}
ROLLBACK TO s;
SELECT value FROM mem_event WHERE key = 'bob' ORDER BY seq DESC LIMIT 2;
-- → {"n":4}
-- → {"n":2}
COMMIT;

-- Closed cursors hold nothing: a COMMIT, a change of the schema and VACUUM go through.
BEGIN;
SELECT value FROM mem_event ORDER BY seq LIMIT 1;
-- → {"n":1}
SELECT e.value FROM mem_event e, mem_event f, mem_run r WHERE e.key = 'ann' AND f.key = 'ann' LIMIT 1;
-- → {"n":1}
COMMIT;
CREATE TABLE other(x);
VACUUM;
SELECT count(*) FROM mem_event;
-- → 15

-- A listener sees the rows that are there, though its key has more to come in this emission, and others have rows behind.
CREATE TABLE seen(at, rows);
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.key = 'carl' BEGIN
  SELECT mem_set('carl', 'note', 1);
  INSERT INTO seen SELECT NEW.type, (SELECT group_concat(type || '/' || observed) FROM mem_journal WHERE key = 'carl');
  INSERT INTO seen SELECT NEW.type, group_concat(type) FROM (SELECT type FROM mem_event WHERE key = 'carl' ORDER BY seq DESC);
  INSERT INTO seen SELECT NEW.type, count(*) FROM mem_event WHERE key = 'bob' AND time >= '2026';
END;
BEGIN;
SELECT mem_set('carl', 'a', 1), mem_set('carl', 'b', 1, 'sensory'), mem_set('bob', 'z', 1);
COMMIT;
SELECT * FROM seen;
-- → _sensory_write_event | _sensory_write_event/1,_short_term_write_event/0
-- → _sensory_write_event | _sensory_write_event
-- → _sensory_write_event | 2
-- → _short_term_write_event | _sensory_write_event/1,_short_term_write_event/1,_short_term_write_event/0,_short_term_write_event/0
-- → _short_term_write_event | _short_term_write_event,_sensory_write_event
-- → _short_term_write_event | 2
SELECT type, observed FROM mem_journal WHERE key = 'carl';
-- → _sensory_write_event | 1
-- → _short_term_write_event | 1
-- → _short_term_write_event | 0
-- → _short_term_write_event | 0

-- Another connection's events are seen at once.
-- connection: B
SELECT mem_set('dora', 'n', 1);
-- connection: A
SELECT value FROM mem_event WHERE key = 'dora';
-- → {"n":1}

-- Read only, it is all the same.
-- connection: C, read only
SELECT value FROM mem_event WHERE key = 'dora' AND time >= '2026-07-03';
-- → {"n":1}
SELECT count(*) FROM mem_run;
-- → 2
