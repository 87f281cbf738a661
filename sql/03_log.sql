-- The log: one row an event. What is not plain from its name:
--   seq      the position: max(last position + 1, time)
--   skew     seq - time, NULL when 0 (time is in microseconds since 1970, UTC)
--   kind     a small integer for our own types (see type), the type itself for a host's
--   step     seq - txn, where txn is the position of the first event of the same action
--   cause    position of the event this action reacts to
--   prev     distance to the same key's previous row: positive when that is in memlog_event, negative
--            when it is in memlog_quiet, NULL for the key's first
--   chain    last 8 bytes of the name-based UUID of (previous row's id, fixed fields, digest of the content), as one
--            number: what the id ends in
--   digest   of the content, kept only once content was taken out
-- type, id, time and txn are computed: listeners see them, no bytes are stored.
CREATE TABLE memlog_event(
  seq        INTEGER PRIMARY KEY,
  skew       INTEGER,
  kind       ANY NOT NULL,
  key        TEXT NOT NULL,
  value      TEXT,
  removed    TEXT,
  containers TEXT,
  before     TEXT,
  run        INTEGER,
  action     TEXT,
  step       INTEGER NOT NULL,
  cause      INTEGER,
  meta       TEXT,
  prev       INTEGER,
  chain      INTEGER NOT NULL,
  digest     BLOB,
  time INTEGER GENERATED ALWAYS AS (seq - ifnull(skew, 0)) VIRTUAL,
  txn  INTEGER GENERATED ALWAYS AS (seq - step) VIRTUAL,
  type TEXT GENERATED ALWAYS AS (CASE kind
    WHEN 1 THEN '_sensory_write_event' WHEN 2 THEN '_short_term_write_event'
    WHEN 3 THEN '_sensory_read_event' WHEN 4 THEN '_short_term_read_event'
    WHEN 5 THEN '_long_term_update_event' WHEN 6 THEN '_long_term_get_event' WHEN 7 THEN '_long_term_search_event'
    WHEN 8 THEN '_agent_run_begin_event' WHEN 9 THEN '_agent_run_end_event'
    WHEN 10 THEN '_sensory_gap' WHEN 11 THEN '_short_term_gap'
    ELSE kind END) VIRTUAL,
  id TEXT GENERATED ALWAYS AS (printf('%08x-%04x-8%03x-%04x-%012x', (seq / 1000) >> 16, (seq / 1000) & 65535,
    seq % 1000, (chain >> 48) & 65535, chain & 281474976710655)) VIRTUAL
) STRICT;

CREATE TRIGGER memlog_event_insert AFTER INSERT ON memlog_event BEGIN SELECT memlog_guard('memlog_event'); END;
CREATE TRIGGER memlog_event_update AFTER UPDATE ON memlog_event BEGIN SELECT memlog_guard('memlog_event'); END;
CREATE TRIGGER memlog_event_delete AFTER DELETE ON memlog_event BEGIN SELECT memlog_guard('memlog_event'); END;

-- Changes that make no event but are part of the past: the same columns, the same positions.
CREATE TABLE memlog_quiet(
  seq        INTEGER PRIMARY KEY,
  skew       INTEGER,
  kind       ANY NOT NULL,
  key        TEXT NOT NULL,
  value      TEXT,
  removed    TEXT,
  containers TEXT,
  before     TEXT,
  run        INTEGER,
  action     TEXT,
  step       INTEGER NOT NULL,
  cause      INTEGER,
  meta       TEXT,
  prev       INTEGER,
  chain      INTEGER NOT NULL,
  digest     BLOB,
  time INTEGER GENERATED ALWAYS AS (seq - ifnull(skew, 0)) VIRTUAL,
  txn  INTEGER GENERATED ALWAYS AS (seq - step) VIRTUAL,
  type TEXT GENERATED ALWAYS AS (CASE kind
    WHEN 1 THEN '_sensory_write_event' WHEN 2 THEN '_short_term_write_event'
    WHEN 3 THEN '_sensory_read_event' WHEN 4 THEN '_short_term_read_event'
    WHEN 5 THEN '_long_term_update_event' WHEN 6 THEN '_long_term_get_event' WHEN 7 THEN '_long_term_search_event'
    WHEN 8 THEN '_agent_run_begin_event' WHEN 9 THEN '_agent_run_end_event'
    WHEN 10 THEN '_sensory_gap' WHEN 11 THEN '_short_term_gap'
    ELSE kind END) VIRTUAL,
  id TEXT GENERATED ALWAYS AS (printf('%08x-%04x-8%03x-%04x-%012x', (seq / 1000) >> 16, (seq / 1000) & 65535,
    seq % 1000, (chain >> 48) & 65535, chain & 281474976710655)) VIRTUAL
) STRICT;

CREATE TRIGGER memlog_quiet_insert AFTER INSERT ON memlog_quiet BEGIN SELECT memlog_guard('memlog_quiet'); END;
CREATE TRIGGER memlog_quiet_update AFTER UPDATE ON memlog_quiet BEGIN SELECT memlog_guard('memlog_quiet'); END;
CREATE TRIGGER memlog_quiet_delete AFTER DELETE ON memlog_quiet BEGIN SELECT memlog_guard('memlog_quiet'); END;
