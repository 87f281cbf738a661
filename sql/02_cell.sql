-- The memory as it stands. One row a node:
--   scope  'st' short-term, 'se' sensory; '' for the key's head (path '' too)
--   path   dotted, canonical
--   kind   0 object, 1 value, 2 list, 3 head
--   value  object: NULL; value: JSON; list: the next index; head: JSON of the key's own bookkeeping
--   at     when it was written, by the clock, in milliseconds
-- The key comes first, so that one key's nodes and its head share a leaf of the tree.
CREATE TABLE memlog_cell(
  key   TEXT NOT NULL,
  scope TEXT NOT NULL,
  path  TEXT NOT NULL,
  kind  INTEGER NOT NULL,
  value ANY,
  at    INTEGER,
  PRIMARY KEY(key, scope, path),
  CHECK((scope = '') = (path = ''))
) STRICT, WITHOUT ROWID;

-- Every change of a row is handed to the recorder, which refuses what did not come through memlog.
CREATE TRIGGER memlog_cell_insert AFTER INSERT ON memlog_cell BEGIN
  SELECT memlog_record(NEW.scope, NEW.path, NEW.kind, NEW.value);
END;
CREATE TRIGGER memlog_cell_update AFTER UPDATE ON memlog_cell BEGIN
  SELECT memlog_record(NEW.scope, NEW.path, NEW.kind, NEW.value);
END;
CREATE TRIGGER memlog_cell_delete AFTER DELETE ON memlog_cell BEGIN
  SELECT memlog_record(OLD.scope, OLD.path, NULL, OLD.key);
END;
