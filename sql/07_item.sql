-- Since version 3.
-- Long-term memory: every version of every item, one row. What an item is to users, by its id in a set, is a record with
-- an id of its own (a UUID) that nobody else has: an id that was removed and is added again names another record.
--   number       of the version, in the file: later ones have greater numbers
--   content      JSON, or the reference of a large value
--   digest       name-based UUID of the JSON, under the key's salt
--   metadata     JSON, a map
--   valid_from, valid_to  when it is true in the world, in microseconds
--   expires      when it is forgotten, by the clock, in milliseconds
--   location     where the content is kept, if that is elsewhere
--   creator      who made the record: the actor of the action
--   created, at  when the record was made, and this version of it, by the clock, in microseconds
--   begun        position of the row of the log that tells of the version; NULL: there is none yet
--   ended        … of the one that tells that it was removed, or another version took its place; 0: that is not told of
--                yet; NULL: it stands
CREATE TABLE memlog_item(
  number      INTEGER PRIMARY KEY,
  key         TEXT NOT NULL,
  set_name    TEXT NOT NULL,
  id          TEXT NOT NULL,
  record      BLOB NOT NULL,
  version     INTEGER NOT NULL,
  content     TEXT NOT NULL,
  digest      BLOB NOT NULL,
  metadata    TEXT,
  kind        TEXT,
  category    TEXT,
  importance  INTEGER,
  valid_from  INTEGER,
  valid_to    INTEGER,
  expires     INTEGER,
  sensitivity INTEGER,
  source      TEXT,
  location    TEXT,
  creator     TEXT,
  created     INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  begun       INTEGER,
  ended       INTEGER
) STRICT;
CREATE UNIQUE INDEX memlog_item_id ON memlog_item(key, set_name, id) WHERE ended IS NULL;
CREATE INDEX memlog_item_digest ON memlog_item(key, set_name, digest) WHERE ended IS NULL;
CREATE INDEX memlog_item_expires ON memlog_item(key, expires) WHERE expires IS NOT NULL AND ended IS NULL;
CREATE INDEX memlog_item_preference ON memlog_item(key) WHERE kind = 'preference' AND ended IS NULL;
CREATE INDEX memlog_item_past ON memlog_item(key, set_name, id, ended) WHERE ended IS NOT NULL;

-- Versions that the index of texts does not have as it should: they could not be indexed when they came or went.
--   gone  1 when the index has the version still, and it stands no more
CREATE TABLE memlog_unindexed(
  number INTEGER PRIMARY KEY,
  gone   INTEGER NOT NULL
) STRICT;

-- What items mean, as vectors. A search reads the sketches of all vectors of a key, which the index holds side by side,
-- and then the few vectors that can be among the best.
--   number  of the version
--   vector  float32 after float32, the lowest byte first
--   sketch  a step and a rest, float32, then a signed byte for each dimension: the vector, divided by its length, is no
--           further than the rest from the bytes times the step
CREATE TABLE memlog_vector(
  number INTEGER PRIMARY KEY,
  key    TEXT NOT NULL,
  vector BLOB NOT NULL,
  sketch BLOB NOT NULL
) STRICT;
CREATE INDEX memlog_vector_key ON memlog_vector(key, number, sketch);

-- Conversations. The messages are the list at the path messages of the key's short-term memory, the key being the session.
--   user, agent  whose they are, as the session's end has told
--   through      messages before this index were judged
--   ended        when the session was ended last, in microseconds
--   judge        what judged then: 'host', 'function', 'rules'
--   error        why a function that should have judged did not; NULL: it did, or there is none
CREATE TABLE memlog_session(
  session TEXT NOT NULL PRIMARY KEY,
  user    TEXT,
  agent   TEXT,
  through INTEGER NOT NULL,
  ended   INTEGER,
  judge   TEXT,
  error   TEXT
) STRICT, WITHOUT ROWID;

-- Messages that were judged: so that they are known again where they come once more.
--   digest  name-based UUID of role and content, under the session's salt
--   at      when, by the clock, in milliseconds
CREATE TABLE memlog_judged(
  session TEXT NOT NULL,
  digest  BLOB NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY(session, digest)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER memlog_item_insert AFTER INSERT ON memlog_item BEGIN SELECT memlog_guard('memlog_item'); END;
CREATE TRIGGER memlog_item_update AFTER UPDATE ON memlog_item BEGIN SELECT memlog_guard('memlog_item'); END;
CREATE TRIGGER memlog_item_delete AFTER DELETE ON memlog_item BEGIN SELECT memlog_guard('memlog_item'); END;
CREATE TRIGGER memlog_unindexed_insert AFTER INSERT ON memlog_unindexed BEGIN SELECT memlog_guard('memlog_unindexed'); END;
CREATE TRIGGER memlog_unindexed_update AFTER UPDATE ON memlog_unindexed BEGIN SELECT memlog_guard('memlog_unindexed'); END;
CREATE TRIGGER memlog_unindexed_delete AFTER DELETE ON memlog_unindexed BEGIN SELECT memlog_guard('memlog_unindexed'); END;
CREATE TRIGGER memlog_vector_insert AFTER INSERT ON memlog_vector BEGIN SELECT memlog_guard('memlog_vector'); END;
CREATE TRIGGER memlog_vector_update AFTER UPDATE ON memlog_vector BEGIN SELECT memlog_guard('memlog_vector'); END;
CREATE TRIGGER memlog_vector_delete AFTER DELETE ON memlog_vector BEGIN SELECT memlog_guard('memlog_vector'); END;
CREATE TRIGGER memlog_session_insert AFTER INSERT ON memlog_session BEGIN SELECT memlog_guard('memlog_session'); END;
CREATE TRIGGER memlog_session_update AFTER UPDATE ON memlog_session BEGIN SELECT memlog_guard('memlog_session'); END;
CREATE TRIGGER memlog_session_delete AFTER DELETE ON memlog_session BEGIN SELECT memlog_guard('memlog_session'); END;
CREATE TRIGGER memlog_judged_insert AFTER INSERT ON memlog_judged BEGIN SELECT memlog_guard('memlog_judged'); END;
CREATE TRIGGER memlog_judged_update AFTER UPDATE ON memlog_judged BEGIN SELECT memlog_guard('memlog_judged'); END;
CREATE TRIGGER memlog_judged_delete AFTER DELETE ON memlog_judged BEGIN SELECT memlog_guard('memlog_judged'); END;
