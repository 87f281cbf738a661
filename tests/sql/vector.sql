-- Vectors of items: mem_item_embed, mem_item_vector, and the function that makes them.
-- clock: 2026-07-03 04:22:36.087914

-- ---- the host's vectors ----
SELECT mem_item_embed('u', 's', 'a', x'0000803f');
-- ! memlog: mem_item_embed: item a of set s: there is no such item
SELECT mem_item_vector('u', 's', 'a');
-- → ∅
SELECT mem_item_add('u', 's', 'one', '{"id":"a"}'), mem_item_add('u', 's', 'two', '{"id":"b"}'), mem_item_add('u', 't', 'one', '{"id":"a"}');
-- → a | b | a
SELECT mem_item_embed('u', 's', 'a', x'0000803f00000000'), mem_item_embed('u', 's', 'a', x'0000803f00000000'), mem_item_embed('u', 's', 'b', x'000080bf0000803f');
-- → 1 | 0 | 1
SELECT mem_item_vector('u', 's', 'a'), mem_item_vector('u', 's', 'b'), mem_item_vector('u', 's', 'c'), mem_item_vector('u', 't', 'a'), mem_item_vector('v', 's', 'a');
-- → x'0000803f00000000' | x'000080bf0000803f' | ∅ | ∅ | ∅
-- Memory does not change, so there is no event.
SELECT count(*) FROM mem_event WHERE value GLOB '*vector*' OR seq > (SELECT max(begin_seq) FROM mem_items('u'));
-- → 0
SELECT mem_item_embed('u', 's', 'a', NULL), mem_item_embed('u', 's', 'a', NULL), mem_item_vector('u', 's', 'a');
-- → 1 | 0 | ∅
SELECT mem_item_embed('u', 's', 'a', x'0000803f00000000');
-- → 1

-- ---- what is none ----
SELECT mem_item_embed('u', 's', 'a', '[1,2]');
-- ! memlog: mem_item_embed: a vector is a BLOB of float32, or NULL to take it away
SELECT mem_item_embed('u', 's', 'a', 1.5);
-- ! memlog: mem_item_embed: a vector is a BLOB of float32, or NULL to take it away
SELECT mem_item_embed('u', 's', 'a', x'0000803f00');
-- ! memlog: mem_item_embed: a vector is float32 after float32, 5 bytes are no such BLOB
SELECT mem_item_embed('u', 's', 'a', x'');
-- ! memlog: mem_item_embed: a vector has 1 to 8192 dimensions
SELECT mem_item_embed('u', 's', 'a', zeroblob(4 * 8193));
-- ! memlog: mem_item_embed: a vector has 1 to 8192 dimensions
SELECT mem_item_embed('u', 's', 'a', x'0000803f0000c07f');
-- ! memlog: mem_item_embed: the vector's number 1, from 0: it is not a number (NaN)
SELECT mem_item_embed('u', 's', 'a', x'000080ff00000000');
-- ! memlog: mem_item_embed: the vector's number 0, from 0: it is infinite as float32
SELECT mem_item_embed('u', 's', 'c', x'0000803f00000000');
-- ! memlog: mem_item_embed: item c of set s: there is no such item
SELECT mem_item_embed(NULL, 's', 'a', NULL);
-- ! mem_item_embed
SELECT mem_item_embed('u', 7, 'a', NULL);
-- ! mem_item_embed
SELECT mem_item_vector('u', 's', NULL);
-- ! mem_item_vector
-- All of a key have as many dimensions; the only one may be of others.
SELECT mem_item_embed('u', 's', 'a', x'0000803f');
-- ! memlog: mem_item_embed: a vector of 1 dimensions, those of key u have 2: all of a key have as many
-- ! mem_item_embed with NULL
SELECT mem_item_add('v', 's', 'one', '{"id":"a"}'), mem_item_embed('v', 's', 'a', x'0000803f'), mem_item_embed('v', 's', 'a', zeroblob(12)), mem_item_vector('v', 's', 'a');
-- → a | 1 | 1 | x'000000000000000000000000'
SELECT mem_item_vector('u', 's', 'a'), mem_item_vector('u', 's', 'b');
-- → x'0000803f00000000' | x'000080bf0000803f'

-- ---- versions ----
-- One of the same content keeps it; one of other content has none until it is given one.
SELECT mem_item_put('u', 's', 'a', 'one', '{"importance":3}'), mem_item_vector('u', 's', 'a'), mem_item_put('u', 's', 'a', 'one'), mem_item_vector('u', 's', 'a');
-- → a | x'0000803f00000000' | a | x'0000803f00000000'
SELECT version, (SELECT count(*) FROM memlog_vector WHERE key = 'u') FROM mem_items('u', 's') WHERE id = 'a';
-- → 2 | 2
SELECT mem_item_put('u', 's', 'a', 'uno'), mem_item_vector('u', 's', 'a'), (SELECT count(*) FROM memlog_vector WHERE key = 'u');
-- → a | ∅ | 1
SELECT mem_item_embed('u', 's', 'a', x'0000404000008040');
-- → 1
SELECT mem_item_remove('u', 's', 'b'), mem_item_vector('u', 's', 'b'), (SELECT count(*) FROM memlog_vector WHERE key = 'u');
-- → 1 | ∅ | 1
SELECT mem_item_remove('u', 's'), (SELECT count(*) FROM memlog_vector WHERE key = 'u');
-- → 1 | 0
-- What has expired is not there, and its vector goes with it.
SELECT mem_item_add('u', 's', 'soon gone', '{"id":"x","expires_at":"2026-07-03 05:00"}'), mem_item_embed('u', 's', 'x', x'0000803f');
-- → x | 1
-- clock: 2026-07-03 06:00:00
SELECT mem_item_vector('u', 's', 'x');
-- → ∅
SELECT mem_item_embed('u', 's', 'x', x'0000803f');
-- ! there is no such item
SELECT count(*) FROM memlog_vector WHERE key = 'u';
-- → 1
SELECT mem_item_add('u', 's', 'next', '{"id":"y"}'), (SELECT count(*) FROM memlog_vector WHERE key = 'u');
-- → y | 0

-- ---- transactions, listeners ----
BEGIN;
SELECT mem_item_embed('u', 's', 'y', x'0000803f');
-- → 1
SAVEPOINT a;
SELECT mem_item_embed('u', 's', 'y', x'00000040');
-- → 1
SELECT mem_item_put('u', 's', 'y', 'other');
-- → y
SELECT mem_item_vector('u', 's', 'y');
-- → ∅
ROLLBACK TO a;
SELECT mem_item_vector('u', 's', 'y');
-- → x'0000803f'
ROLLBACK;
SELECT mem_item_vector('u', 's', 'y');
-- → ∅
CREATE TRIGGER embeds AFTER INSERT ON memlog_event WHEN NEW.type = '_long_term_update_event' BEGIN
  SELECT mem_item_embed(NEW.key, 's', 'y', x'0000a040');
END;
SELECT mem_item_put('u', 's', 'y', 'heard');
-- → y
SELECT mem_item_vector('u', 's', 'y');
-- → x'0000a040'
DROP TRIGGER embeds;
-- A trigger on another stored table is in the midst of something.
CREATE TRIGGER meddles AFTER UPDATE ON memlog_item BEGIN SELECT mem_item_embed('u', 's', 'y', NULL); END;
SELECT mem_item_put('u', 's', 'y', 'again');
-- ! memlog: mem_item_embed: not inside a trigger on a stored table
DROP TRIGGER meddles;
SELECT mem_item_get('u', 's', 'y'), mem_item_vector('u', 's', 'y');
-- → heard | x'0000a040'
-- connection: C, read only
SELECT mem_item_vector('u', 's', 'y');
-- → x'0000a040'
SELECT mem_item_embed('u', 's', 'y', NULL);
-- ! readonly
-- connection: A
SELECT mem_forget('u', 'asked') ->> 'clean';
-- → 1
SELECT count(*) FROM memlog_vector WHERE key = 'u';
-- → 0

-- ---- the embedding function: here zeroblob, for which a text is a number ----
SELECT mem_config('long-term-memory.embedding-function', 'mem_get');
-- ! long-term-memory.embedding-function
SELECT mem_config('long-term-memory.embedding-function', 'zeroblob');
-- → zeroblob
SELECT mem_item_add('w', 's', '8', '{"id":"a"}'), mem_item_vector('w', 's', 'a'), mem_item_add('w', 's', '8'), mem_item_put('w', 's', 'b', 8.0), mem_item_vector('w', 's', 'b');
-- → a | x'0000000000000000' | a | b | x'0000000000000000'
SELECT mem_item_add('w', 's', '9');
-- ! memlog: function zeroblob: a vector is float32 after float32, 9 bytes are no such BLOB
SELECT mem_item_put('w', 's', 'a', '12');
-- ! memlog: function zeroblob: a vector of 3 dimensions, those of key w have 2
SELECT mem_item_add('w', 's', 'text');
-- ! memlog: function zeroblob: a vector has 1 to 8192 dimensions
SELECT id, content, version FROM mem_items('w');
-- → a | '8' | 1
-- → b | 8.0 | 1
SELECT mem_item_remove('w', 's', 'b'), mem_item_put('w', 's', 'a', '12'), mem_item_vector('w', 's', 'a'), mem_item_put('w', 's', 'a', '12', '{"source":"x"}'), mem_item_vector('w', 's', 'a');
-- → 1 | a | x'000000000000000000000000' | a | x'000000000000000000000000'
-- What is kept elsewhere is not embedded.
SELECT mem_item_add('w', 's', '16', '{"id":"far","location":"s3://x"}'), mem_item_vector('w', 's', 'far');
-- → far | ∅
-- date gives NULL for what is none: there is no vector then. Else it gives text.
SELECT mem_config('long-term-memory.embedding-function', 'date'), mem_item_put('w', 's', 'a', 'no date'), mem_item_vector('w', 's', 'a');
-- → date | a | ∅
SELECT mem_item_put('w', 's', 'a', '2026-07-03');
-- ! memlog: function date: it must give a vector as a BLOB of float32, or NULL
SELECT mem_config('long-term-memory.embedding-function', 'no_such_function'), mem_item_put('w', 's', 'a', 'no date');
-- → no_such_function | a
SELECT mem_item_put('w', 's', 'a', 'anything');
-- ! memlog: function no_such_function: there is no such function of one argument on this connection
SELECT mem_config('long-term-memory.embedding-function', 'count');
-- → count
SELECT mem_item_put('w', 's', 'a', 'anything');
-- ! memlog: function count: it is an aggregate or window function
SELECT mem_config('long-term-memory.embedding-function', NULL), mem_item_put('w', 's', 'a', 'anything');
-- → ∅ | a

-- ---- the stored rows ----
INSERT INTO memlog_vector SELECT 1, 'w', x'00000000', x'00';
-- ! memlog_vector
DELETE FROM memlog_vector;
-- ! memlog_vector
