-- Since version 4.
-- Lineage: how versions of records came to be, who let them in, what they were found for, and what was done with them.
-- Entities are its things, edges say which depends on which. A version of a record is the row of memlog_item; what that
-- row tells is not told again here.
--   admission  of a version that does not stand for this reason: 'proposed', 'denied', 'quarantined', or 'released' (it
--              was in quarantine, and stands again in a row of its own). NULL: it was let in
--   derived    how it was made of other records: 'copy', 'summary', 'merge', 'extraction'. NULL: it was not, or nobody said
ALTER TABLE memlog_item ADD COLUMN admission TEXT;
ALTER TABLE memlog_item ADD COLUMN derived TEXT;
CREATE INDEX memlog_item_record ON memlog_item(record, version);

--   id      UUID; later ones have greater ids
--   type    'source', 'decision', 'transformation', 'retrieval', 'placement', 'claim', 'action', 'effect', 'change',
--           'proof', or 'record': a record whose versions were forgotten
--   key     whose memory; NULL: nobody's, or it was forgotten
--   at      when, by the clock, in microseconds
--   actor   who: the actor of the action
--   txn     position of the first event of the transaction; NULL: it had none
--   detail  JSON, a map: what else is known, by type
CREATE TABLE memlog_entity(
  id     BLOB NOT NULL PRIMARY KEY,
  type   TEXT NOT NULL,
  key    TEXT,
  at     INTEGER NOT NULL,
  actor  TEXT,
  txn    INTEGER,
  detail TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX memlog_entity_txn ON memlog_entity(txn) WHERE txn IS NOT NULL;

-- What is at the from end depends on what is at the to end. An end is an entity, a record (with the number of a version,
-- or 0: all of it), or a row of the log, by its id.
--   at      when, by the clock, in microseconds
--   rank    1, 2 … among its like; NULL: they have no order
--   score   0 to 1
--   reason  a word: why it was left out, what was wrong with it
--   detail  JSON, a map
CREATE TABLE memlog_edge(
  from_id      BLOB NOT NULL,
  from_version INTEGER NOT NULL,
  relation     TEXT NOT NULL,
  to_id        BLOB NOT NULL,
  to_version   INTEGER NOT NULL,
  at           INTEGER NOT NULL,
  rank         INTEGER,
  score        REAL,
  reason       TEXT,
  detail       TEXT,
  PRIMARY KEY(from_id, from_version, relation, to_id, to_version)
) STRICT, WITHOUT ROWID;
CREATE INDEX memlog_edge_to ON memlog_edge(to_id, to_version);
CREATE INDEX memlog_edge_conflict ON memlog_edge(to_id, to_version) WHERE relation = 'conflicts_with';

-- Contents that were taken out and may not come back unnoticed.
--   digest  name-based UUID of key and content, under the root of the chain; of a text its words without case count
--   how     'refuse', or 'mark': it comes in, with an edge to the record
CREATE TABLE memlog_barred(
  digest BLOB NOT NULL PRIMARY KEY,
  how    TEXT NOT NULL,
  record BLOB NOT NULL,
  at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER memlog_entity_insert AFTER INSERT ON memlog_entity BEGIN SELECT memlog_guard('memlog_entity'); END;
CREATE TRIGGER memlog_entity_update AFTER UPDATE ON memlog_entity BEGIN SELECT memlog_guard('memlog_entity'); END;
CREATE TRIGGER memlog_entity_delete AFTER DELETE ON memlog_entity BEGIN SELECT memlog_guard('memlog_entity'); END;
CREATE TRIGGER memlog_edge_insert AFTER INSERT ON memlog_edge BEGIN SELECT memlog_guard('memlog_edge'); END;
CREATE TRIGGER memlog_edge_update AFTER UPDATE ON memlog_edge BEGIN SELECT memlog_guard('memlog_edge'); END;
CREATE TRIGGER memlog_edge_delete AFTER DELETE ON memlog_edge BEGIN SELECT memlog_guard('memlog_edge'); END;
CREATE TRIGGER memlog_barred_insert AFTER INSERT ON memlog_barred BEGIN SELECT memlog_guard('memlog_barred'); END;
CREATE TRIGGER memlog_barred_update AFTER UPDATE ON memlog_barred BEGIN SELECT memlog_guard('memlog_barred'); END;
CREATE TRIGGER memlog_barred_delete AFTER DELETE ON memlog_barred BEGIN SELECT memlog_guard('memlog_barred'); END;
