-- What the file says of itself: 'version' (of this schema), 'root' (where the chain of ids begins).
CREATE TABLE memlog_meta(
  name  TEXT NOT NULL PRIMARY KEY,
  value ANY
) STRICT, WITHOUT ROWID;

-- Options that were set, or set and unset again (value NULL); an option without a row was never changed.
--   at     when it was changed last, as events have their time, in microseconds
CREATE TABLE memlog_config(
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT,
  at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The stored rows are written by memlog alone, with or without it loaded.
CREATE TRIGGER memlog_meta_insert AFTER INSERT ON memlog_meta BEGIN SELECT memlog_guard('memlog_meta'); END;
CREATE TRIGGER memlog_meta_update AFTER UPDATE ON memlog_meta BEGIN SELECT memlog_guard('memlog_meta'); END;
CREATE TRIGGER memlog_meta_delete AFTER DELETE ON memlog_meta BEGIN SELECT memlog_guard('memlog_meta'); END;
CREATE TRIGGER memlog_config_insert AFTER INSERT ON memlog_config BEGIN SELECT memlog_guard('memlog_config'); END;
CREATE TRIGGER memlog_config_update AFTER UPDATE ON memlog_config BEGIN SELECT memlog_guard('memlog_config'); END;
CREATE TRIGGER memlog_config_delete AFTER DELETE ON memlog_config BEGIN SELECT memlog_guard('memlog_config'); END;
