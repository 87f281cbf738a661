-- No write goes round the recorder: the stored tables refuse every write that is not memlog's, with the extension and
-- without.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_set('k', 'a', 1)->>'path', mem_set('k', 's', 1, 'sensory')->>'path', mem_run_begin('k'), mem_run_end('k'),
       mem_config('memory.max-value-bytes', 1000);
-- → a | s | 1 | 1 | 1000
CREATE TEMP VIEW bytes AS SELECT (SELECT group_concat(key || scope || path || kind || ifnull(value, ''))
  FROM memlog_cell) || (SELECT group_concat(seq || key || chain) FROM memlog_event)
  || (SELECT count(*) FROM memlog_quiet) || (SELECT group_concat(seq || key)
  FROM memlog_snapshot) || (SELECT group_concat(run || outcome) FROM memlog_run)
  || (SELECT group_concat(name || value) FROM memlog_config) || (SELECT group_concat(name || value)
  FROM memlog_meta) AS all_of_it;
CREATE TEMP TABLE before AS SELECT all_of_it FROM bytes;

-- ---- with the extension ----

INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES ('k', 'st', 'b', 1, '2', 0);
-- ! memlog_cell
INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES ('k2', '', '', 3, '{}', 0);
-- ! memlog_cell
INSERT OR REPLACE INTO memlog_cell(key, scope, path, kind, value, at) VALUES ('k', 'st', 'a', 1, '2', 0);
-- ! memlog_cell
INSERT OR IGNORE INTO memlog_cell(key, scope, path, kind, value, at) VALUES ('k', 'st', 'c', 1, '2', 0);
-- ! memlog_cell
UPDATE memlog_cell SET value = '2' WHERE path = 'a';
-- ! memlog_cell
UPDATE memlog_cell SET value = '{}' WHERE scope = '';
-- ! memlog_cell
UPDATE memlog_cell SET key = 'other';
-- ! memlog_cell
UPDATE OR IGNORE memlog_cell SET path = 'z' WHERE path = 'a';
-- ! memlog_cell
DELETE FROM memlog_cell;
-- ! memlog_cell
DELETE FROM memlog_cell WHERE path = 'a';
-- ! memlog_cell
DELETE FROM memlog_cell WHERE scope = '';
-- ! memlog_cell
INSERT INTO memlog_event(seq, kind, key, step, chain) VALUES (5, 'x', 'k', 0, 0);
-- ! memlog_event
UPDATE memlog_event SET value = '{"a":2}';
-- ! memlog_event
DELETE FROM memlog_event;
-- ! memlog_event
DELETE FROM memlog_event WHERE seq = (SELECT max(seq) FROM memlog_event);
-- ! memlog_event
REPLACE INTO memlog_event(seq, kind, key, step, chain) SELECT seq, 'x', 'k', 0, 0 FROM memlog_event;
-- ! memlog_event
INSERT INTO memlog_quiet(seq, kind, key, step, chain) VALUES (5, 'x', 'k', 0, 0);
-- ! memlog_quiet
INSERT INTO memlog_snapshot(seq, key, quiet) VALUES (5, 'k', 0);
-- ! memlog_snapshot
UPDATE memlog_snapshot SET value = '{}';
-- ! memlog_snapshot
DELETE FROM memlog_snapshot;
-- ! memlog_snapshot
INSERT INTO memlog_run(run, key, begun, begin_seq) VALUES (9, 'k', 0, 0);
-- ! memlog_run
UPDATE memlog_run SET outcome = 'failed';
-- ! memlog_run
DELETE FROM memlog_run;
-- ! memlog_run
INSERT INTO memlog_config VALUES ('memory.generate-event', 'false', 0);
-- ! memlog_config
UPDATE memlog_config SET value = '1';
-- ! memlog_config
DELETE FROM memlog_config;
-- ! memlog_config
INSERT INTO memlog_meta VALUES ('x', 1);
-- ! memlog_meta
UPDATE memlog_meta SET value = 99 WHERE name = 'version';
-- ! memlog_meta
DELETE FROM memlog_meta;
-- ! memlog_meta
-- Hidden in a trigger, a view, a CTE, or between writes of our own: the same.
CREATE TABLE t(x);
CREATE TRIGGER sneak AFTER INSERT ON t BEGIN
  UPDATE memlog_cell SET value = '2' WHERE path = 'a';
END;
INSERT INTO t VALUES (1);
-- ! memlog_cell
INSERT INTO t SELECT mem_set('k', 'a', 1);
-- ! memlog_cell
CREATE TRIGGER listener AFTER INSERT ON memlog_event BEGIN
  UPDATE memlog_cell SET value = '2' WHERE path = 'a';
END;
SELECT mem_set('k', 'a', 3);
-- ! memlog_cell
DROP TRIGGER listener;
CREATE TRIGGER listener AFTER INSERT ON memlog_event BEGIN
  DELETE FROM memlog_event WHERE seq = NEW.seq;
END;
SELECT mem_set('k', 'a', 3);
-- ! memlog_event
DROP TRIGGER listener;
-- The internal functions, called by hand, open nothing.
SELECT memlog_guard('memlog_cell');
-- ! memlog:
SELECT memlog_record('st', 'a', 1, '2');
-- ! memlog:
SELECT b.all_of_it = n.all_of_it FROM before b, bytes n;
-- → 1

-- With trusted_schema off, and with defensive on (SB41).
-- dbconfig: trusted_schema off
UPDATE memlog_cell SET value = '2' WHERE path = 'a';
-- ! memlog_cell
-- dbconfig: trusted_schema on
-- dbconfig: defensive on
UPDATE memlog_cell SET value = '2' WHERE path = 'a';
-- ! memlog_cell
SELECT mem_set('d', 'a', 1)->>'path', mem_delete('d', '');
-- → a | 1
-- SB42: the log is no shadow table: listeners can be made there all the same.
CREATE TRIGGER heard AFTER INSERT ON memlog_event WHEN NEW.key = 'd' BEGIN
  SELECT 1;
END;
SELECT mem_set('d', 'b', 1)->>'path', mem_delete('d', '');
-- → b | 1
DROP TRIGGER heard;
-- dbconfig: defensive off

-- Where a host has switched triggers off, a write of ours fails with a message instead of going unrecorded.
-- dbconfig: enable_trigger off
SELECT mem_set('k', 'a', 2);
-- ! trigger
SELECT mem_delete('k', 'a');
-- ! trigger
SELECT mem_get('k', 'a');
-- → 1
-- dbconfig: enable_trigger on
SELECT mem_get('k', 'a'), mem_set('k', 'a', 1)->>'path';
-- → 1 | a

-- ---- without the extension ----

-- connection: plain, without memlog
INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES ('k', 'st', 'b', 1, '2', 0);
-- ! no such function
UPDATE memlog_cell SET value = '2' WHERE path = 'a';
-- ! no such function
DELETE FROM memlog_cell;
-- ! no such function
UPDATE memlog_event SET value = '{}';
-- ! no such function
DELETE FROM memlog_event;
-- ! no such function
INSERT INTO memlog_quiet(seq, kind, key, step, chain) VALUES (5, 'x', 'k', 0, 0);
-- ! no such function
DELETE FROM memlog_snapshot;
-- ! no such function
DELETE FROM memlog_run;
-- ! no such function
INSERT INTO memlog_config VALUES ('memory.generate-event', 'false', 0);
-- ! no such function
DELETE FROM memlog_meta;
-- ! no such function
SELECT path, json FROM memlog_v_state WHERE key = 'k';
-- → a | '1'
-- Another connection without it does not lose its own tables.
INSERT INTO t VALUES (1);
-- ! no such function
DROP TRIGGER sneak;
INSERT INTO t VALUES (1);
SELECT count(*) FROM t;
-- → 1
