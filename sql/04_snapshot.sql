-- The complete state of a key at a position of the log (that of the key's newest row then), in the form of a write event.
--   quiet  1 when the row at seq is in memlog_quiet
--   value  NULL: the state is the one that the run-begin event at seq carries (and sensory memory is empty)
CREATE TABLE memlog_snapshot(
  seq                INTEGER PRIMARY KEY,
  key                TEXT NOT NULL,
  quiet              INTEGER NOT NULL,
  value              TEXT,
  removed            TEXT,
  containers         TEXT,
  sensory_value      TEXT,
  sensory_removed    TEXT,
  sensory_containers TEXT
) STRICT;
CREATE INDEX memlog_snapshot_key ON memlog_snapshot(key, seq);

-- Runs. begin_seq and end_seq are positions, negative when the row there is in memlog_quiet; times in microseconds.
CREATE TABLE memlog_run(
  run       INTEGER PRIMARY KEY,
  key       TEXT NOT NULL,
  input     TEXT,
  output    TEXT,
  outcome   TEXT,
  begun     INTEGER NOT NULL,
  ended     INTEGER,
  begin_seq INTEGER NOT NULL,
  end_seq   INTEGER
) STRICT;
CREATE INDEX memlog_run_key ON memlog_run(key, run);

CREATE TRIGGER memlog_snapshot_insert AFTER INSERT ON memlog_snapshot BEGIN SELECT memlog_guard('memlog_snapshot'); END;
CREATE TRIGGER memlog_snapshot_update AFTER UPDATE ON memlog_snapshot BEGIN SELECT memlog_guard('memlog_snapshot'); END;
CREATE TRIGGER memlog_snapshot_delete AFTER DELETE ON memlog_snapshot BEGIN SELECT memlog_guard('memlog_snapshot'); END;
CREATE TRIGGER memlog_run_insert AFTER INSERT ON memlog_run BEGIN SELECT memlog_guard('memlog_run'); END;
CREATE TRIGGER memlog_run_update AFTER UPDATE ON memlog_run BEGIN SELECT memlog_guard('memlog_run'); END;
CREATE TRIGGER memlog_run_delete AFTER DELETE ON memlog_run BEGIN SELECT memlog_guard('memlog_run'); END;
