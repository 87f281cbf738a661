-- Since version 2.
-- What happens to memory after it was written. New columns of the tables before:
--   memlog_cell.expires  when the node expires, by the clock, in milliseconds; NULL: never. A container that holds
--                        something has no time of its own: it has 8640000000000000 if it goes with the last node in it
--   expires, of the log  for the nodes that the row writes: one such time for all of them, or a map path -> time, in which
--                        other paths may stand whose time the row changes (null: never)
--   expires, sensory_expires, of a snapshot: the same for its two states
--   gap, sensory_gap, of a snapshot: where changes that were not recorded begin, if what the state was is not known
--                        (only where the log was pruned up to such a place): the state is left empty
ALTER TABLE memlog_cell ADD COLUMN expires INTEGER;
ALTER TABLE memlog_event ADD COLUMN expires TEXT;
ALTER TABLE memlog_quiet ADD COLUMN expires TEXT;
ALTER TABLE memlog_snapshot ADD COLUMN expires TEXT;
ALTER TABLE memlog_snapshot ADD COLUMN sensory_expires TEXT;
ALTER TABLE memlog_snapshot ADD COLUMN gap INTEGER;
ALTER TABLE memlog_snapshot ADD COLUMN sensory_gap INTEGER;
CREATE INDEX memlog_cell_expires ON memlog_cell(key, scope, expires) WHERE expires IS NOT NULL;

-- How long nodes live that are written at or under a path ('' is all of the scope), in milliseconds; 0: for ever.
CREATE TABLE memlog_ttl(
  key   TEXT NOT NULL,
  scope TEXT NOT NULL,
  path  TEXT NOT NULL,
  ms    INTEGER NOT NULL,
  PRIMARY KEY(key, scope, path)
) STRICT, WITHOUT ROWID;

-- How much the lists at a path may hold, of the keys that a pattern (as of GLOB) matches. rule is JSON; NULL: it was
-- set once, and taken back.
CREATE TABLE memlog_retain(
  key_glob TEXT NOT NULL,
  scope    TEXT NOT NULL,
  path     TEXT NOT NULL,
  rule     TEXT,
  PRIMARY KEY(key_glob, scope, path)
) STRICT, WITHOUT ROWID;

-- When an element of a list was read last, in milliseconds: only of lists that lose what was not used for longest.
CREATE TABLE memlog_used(
  key   TEXT NOT NULL,
  scope TEXT NOT NULL,
  path  TEXT NOT NULL,
  at    INTEGER NOT NULL,
  PRIMARY KEY(key, scope, path)
) STRICT, WITHOUT ROWID;

-- Large values, each once for a key. Where one is meant, memory, log and snapshots hold a reference in its place:
--   {"digest": "32 hexadecimal digits","bytes":1048576,"type":"text"}
-- The space behind "digest": is what no value has, as memlog writes it.
--   digest  name-based UUID of the JSON, under the key's salt
CREATE TABLE memlog_value(
  key    TEXT NOT NULL,
  digest BLOB NOT NULL,
  json   TEXT NOT NULL,
  UNIQUE(key, digest)
) STRICT;

-- Who reads the log how far.
--   place   the position acknowledged last
--   leased  events up to this position are in somebody's hands …
--   holder  … whose they are …
--   until   … and how long, in microseconds
CREATE TABLE memlog_consumer(
  name   TEXT NOT NULL PRIMARY KEY,
  place  INTEGER NOT NULL,
  leased INTEGER,
  holder TEXT,
  until  INTEGER
) STRICT, WITHOUT ROWID;

-- Rows of the log that came from elsewhere, and the id they had there.
CREATE TABLE memlog_import(
  seq INTEGER PRIMARY KEY,
  id  TEXT NOT NULL UNIQUE
) STRICT;

CREATE TRIGGER memlog_ttl_insert AFTER INSERT ON memlog_ttl BEGIN SELECT memlog_guard('memlog_ttl'); END;
CREATE TRIGGER memlog_ttl_update AFTER UPDATE ON memlog_ttl BEGIN SELECT memlog_guard('memlog_ttl'); END;
CREATE TRIGGER memlog_ttl_delete AFTER DELETE ON memlog_ttl BEGIN SELECT memlog_guard('memlog_ttl'); END;
CREATE TRIGGER memlog_retain_insert AFTER INSERT ON memlog_retain BEGIN SELECT memlog_guard('memlog_retain'); END;
CREATE TRIGGER memlog_retain_update AFTER UPDATE ON memlog_retain BEGIN SELECT memlog_guard('memlog_retain'); END;
CREATE TRIGGER memlog_retain_delete AFTER DELETE ON memlog_retain BEGIN SELECT memlog_guard('memlog_retain'); END;
CREATE TRIGGER memlog_used_insert AFTER INSERT ON memlog_used BEGIN SELECT memlog_guard('memlog_used'); END;
CREATE TRIGGER memlog_used_update AFTER UPDATE ON memlog_used BEGIN SELECT memlog_guard('memlog_used'); END;
CREATE TRIGGER memlog_used_delete AFTER DELETE ON memlog_used BEGIN SELECT memlog_guard('memlog_used'); END;
CREATE TRIGGER memlog_value_insert AFTER INSERT ON memlog_value BEGIN SELECT memlog_guard('memlog_value'); END;
CREATE TRIGGER memlog_value_update AFTER UPDATE ON memlog_value BEGIN SELECT memlog_guard('memlog_value'); END;
CREATE TRIGGER memlog_value_delete AFTER DELETE ON memlog_value BEGIN SELECT memlog_guard('memlog_value'); END;
CREATE TRIGGER memlog_consumer_insert AFTER INSERT ON memlog_consumer BEGIN SELECT memlog_guard('memlog_consumer'); END;
CREATE TRIGGER memlog_consumer_update AFTER UPDATE ON memlog_consumer BEGIN SELECT memlog_guard('memlog_consumer'); END;
CREATE TRIGGER memlog_consumer_delete AFTER DELETE ON memlog_consumer BEGIN SELECT memlog_guard('memlog_consumer'); END;
CREATE TRIGGER memlog_import_insert AFTER INSERT ON memlog_import BEGIN SELECT memlog_guard('memlog_import'); END;
CREATE TRIGGER memlog_import_update AFTER UPDATE ON memlog_import BEGIN SELECT memlog_guard('memlog_import'); END;
CREATE TRIGGER memlog_import_delete AFTER DELETE ON memlog_import BEGIN SELECT memlog_guard('memlog_import'); END;

-- The view as before, with large values and with when nodes expire. It shows what has expired until that is cleaned up.
DROP VIEW memlog_v_state;
CREATE VIEW memlog_v_state AS
SELECT key,
       CASE scope WHEN 'st' THEN 'short_term' ELSE 'sensory' END AS scope,
       path,
       CASE kind WHEN 0 THEN 'object' WHEN 2 THEN 'list' ELSE
         CASE substr(json, 1, 1) WHEN 'n' THEN 'null' WHEN 't' THEN 'true' WHEN 'f' THEN 'false' WHEN '"' THEN 'text'
           WHEN '[' THEN 'array' WHEN '{' THEN 'map' ELSE CASE WHEN json GLOB '*[.eE]*' THEN 'real' ELSE 'integer' END END
       END AS type,
       json,
       strftime('%Y-%m-%d %H:%M:%S', at / 1000, 'unixepoch') || printf('.%03d000', at % 1000) AS updated_at,
       iif(expires < 8640000000000000,
           strftime('%Y-%m-%d %H:%M:%S', expires / 1000, 'unixepoch') || printf('.%03d000', expires % 1000), NULL)
         AS expires_at
  FROM (SELECT key, scope, path, kind, at, expires,
               CASE WHEN kind <> 1 THEN NULL WHEN substr(value, 1, 12) <> '{"digest": "' THEN value
                 ELSE (SELECT v.json FROM memlog_value AS v
                        WHERE v.key = c.key AND lower(hex(v.digest)) = substr(c.value, 13, 32)) END AS json
          FROM memlog_cell AS c
         WHERE scope <> '');

-- Who reads the log, and how many events are still to come.
CREATE VIEW memlog_v_consumer AS
SELECT name AS consumer, place AS acknowledged, leased, holder,
       strftime('%Y-%m-%d %H:%M:%S', until / 1000000, 'unixepoch') || printf('.%06d', until % 1000000) AS leased_until,
       (SELECT count(*) FROM memlog_event WHERE seq > place) AS lag,
       (SELECT max(seq) FROM memlog_event) AS newest
  FROM memlog_consumer;
