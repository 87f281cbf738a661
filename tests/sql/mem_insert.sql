-- The table mem, INSERT: values, types, what is in the way, OR REPLACE and its like.
-- clock: 2026-07-03 04:22:36.087914

-- ---- values ----

INSERT INTO mem(key, path, value) VALUES ('k', 'null', NULL), ('k', 'integer', 5), ('k', 'real', 5.0), ('k', 'text', '5');
INSERT INTO mem(key, path, value) VALUES ('k', 'v.array', json('[1, {"a" : null}]'));
INSERT INTO mem(key, path, json) VALUES ('k', 'j.true', 'true'), ('k', 'j.map', '{"b": 1,"a":0.1}'), ('k', 'j.text', '"\u0041"'),
  ('k', 'j.null', ' null ');
INSERT INTO mem(key, path, value, scope) VALUES ('k', 'text', 'unlike', 'sensory');
INSERT INTO mem(key, path, type) VALUES ('k', 'empty.object', 'object');
SELECT path, value, type, scope FROM mem('k');
-- → text | unlike | text | sensory
-- → empty | ∅ | object | short_term
-- → empty.object | ∅ | object | short_term
-- → integer | 5 | integer | short_term
-- → j | ∅ | object | short_term
-- → j.map | {"b":1,"a":0.1} | map | short_term
-- → j.null | ∅ | null | short_term
-- → j.text | A | text | short_term
-- → j.true | 1 | true | short_term
-- → null | ∅ | null | short_term
-- → real | 5.0 | real | short_term
-- → text | '5' | text | short_term
-- → v | ∅ | object | short_term
-- → v.array | [1,{"a":null}] | array | short_term

-- A path is stored in its canonical form.
INSERT INTO mem(key, path, value) VALUES ('q', '"plain"."with.dot"', 1);
SELECT path FROM mem('q');
-- → plain
-- → plain."with.dot"

-- value and type together say what they show: what was read from mem can be written to it.
INSERT INTO mem(key, path, value, type)
  SELECT 'copy', path, value, type FROM mem('k') WHERE scope = 'short_term' ORDER BY path;
SELECT count(*) FROM (SELECT path, value, type, json FROM mem('k') WHERE scope = 'short_term'
  EXCEPT SELECT path, value, type, json FROM mem('copy'));
-- → 0
SELECT count(*) FROM mem('copy');
-- → 13

-- A type that contradicts the value is an error, and so is one that is none.
INSERT INTO mem(key, path, value, type) VALUES ('k', 'x', 5, 'text');
-- ! memlog: mem: path x: type 'text' contradicts the value, which is integer
INSERT INTO mem(key, path, value, type) VALUES ('k', 'x', 5, 'real');
-- ! type 'real' contradicts the value, which is integer
INSERT INTO mem(key, path, value, type) VALUES ('k', 'x', 2, 'true');
-- ! type 'true' contradicts the value, which is integer
INSERT INTO mem(key, path, value, type) VALUES ('k', 'x', '{}', 'array');
-- ! type 'array' contradicts the value, which is map
INSERT INTO mem(key, path, value, type) VALUES ('k', 'x', 'a', 'object');
-- ! type 'object' contradicts the value, which is not NULL
INSERT INTO mem(key, path, json, type) VALUES ('k', 'x', '{}', 'object');
-- ! type 'object' contradicts the value, which is map
INSERT INTO mem(key, path, json, type) VALUES ('k', 'x', '1', 'true');
-- ! type 'true' contradicts the value, which is integer
INSERT INTO mem(key, path, value, type) VALUES ('k', 'x', NULL, 'text');
-- ! type 'text' contradicts the value, which is null
INSERT INTO mem(key, path, type) VALUES ('k', 'x', 'list');
-- ! mem_append makes lists
INSERT INTO mem(key, path, value, type) VALUES ('k', 'x', 'a', 'string');
-- ! memlog: mem: path x: type string: it is object, null, true
INSERT INTO mem(key, path, value, type) VALUES ('k', 'x', 'not JSON', 'map');
-- ! memlog: mem: path x

-- ---- what cannot be stored ----

INSERT INTO mem(key, path, value) VALUES ('k', 'x', x'00');
-- ! memlog: mem: path x: a BLOB cannot be stored
INSERT INTO mem(key, path, value) VALUES ('k', 'x', 9e999);
-- ! memlog: mem: path x
INSERT INTO mem(key, path, json) VALUES ('k', 'x', '{"a":1,"a":2}');
-- ! memlog: mem: path x
INSERT INTO mem(key, path, json) VALUES ('k', 'x', 5);
-- ! JSON must be given as TEXT
INSERT INTO mem(key, path, value, json) VALUES ('k', 'x', 1, '1');
-- ! memlog: mem: path x: value and json are both given
INSERT INTO mem(key, path, value) VALUES (NULL, 'x', 1);
-- ! memlog: mem: the key is NULL
INSERT INTO mem(path, value) VALUES ('x', 1);
-- ! memlog: mem: the key is NULL
INSERT INTO mem(key, path, value) VALUES ('', 'x', 1);
-- ! memlog: mem: the key is empty
INSERT INTO mem(key, path, value) VALUES (5, 'x', 1);
-- ! memlog: mem: the key is an integer
INSERT INTO mem(key, path, value) VALUES ('k', NULL, 1);
-- ! memlog: mem: the path is NULL
INSERT INTO mem(key, value) VALUES ('k', 1);
-- ! memlog: mem: the path is NULL
INSERT INTO mem(key, path, value) VALUES ('k', '', 1);
-- ! memlog: mem: the path is the root
INSERT INTO mem(key, path, value) VALUES ('k', 'a..b', 1);
-- ! a..b
INSERT INTO mem(key, path, value, scope) VALUES ('k', 'x', 1, 'long_term');
-- ! memlog: mem: scope long_term
INSERT INTO mem(key, path, value, updated_at) VALUES ('k', 'x', 1, '2026-07-03 04:22:36.087000');
-- ! memlog: mem: column updated_at: it cannot be written
INSERT INTO mem VALUES ('k', 'x', 1, 'integer', 'short_term', NULL, 'tomorrow');
-- ! memlog: mem: column expires_at: it cannot be written
INSERT INTO mem(key, path, value, of_key) VALUES ('k', 'x', 1, 'k');
-- ! memlog: mem: column of_key: it cannot be written
INSERT INTO mem(key, path, value, as_of) VALUES ('k', 'x', 1, '#last');
-- ! memlog: mem: column as_of: it cannot be written
INSERT INTO mem(key, path, value, under) VALUES ('k', 'x', 1, '');
-- ! memlog: mem: column under: it cannot be written
SELECT count(*) FROM mem('k') WHERE path = 'x';
-- → 0
INSERT INTO mem VALUES ('k', 'whole.row', 1, 'integer', 'short_term', NULL, NULL);

-- ---- what is in the way ----

INSERT INTO mem(key, path, value) VALUES ('k', 'text', 6);
-- ! memlog: path text of key k: there is a node already
INSERT INTO mem(key, path, value) VALUES ('k', 'v', 6);
-- ! memlog: path v of key k: there is a node already
INSERT INTO mem(key, path, type) VALUES ('k', 'v', 'object');
-- ! memlog: path v of key k: there is a node already
INSERT INTO mem(key, path, value) VALUES ('k', 'text.under', 6);
-- ! memlog: path text.under of key k: a value stands above it, at text
SELECT mem_append('k', 'list', 'first')->>'path';
-- → list.0
INSERT INTO mem(key, path, value) VALUES ('k', 'list.1', 'second');
-- ! mem_append
INSERT INTO mem(key, path, type) VALUES ('k', 'list.1', 'object');
-- ! list
-- Several rows are one statement: none of them stays.
INSERT INTO mem(key, path, value) VALUES ('k', 'before', 1), ('k', 'text', 2), ('k', 'after', 3);
-- ! there is a node already
SELECT count(*) FROM mem('k') WHERE path IN ('before', 'after');
-- → 0

-- ---- OR REPLACE: a value replaces a value ----

INSERT OR REPLACE INTO mem(key, path, value) VALUES ('r', 'a.v', 1), ('r', 'a.v', 'two'), ('r', 'new', 3);
REPLACE INTO mem(key, path, type) VALUES ('r', 'a', 'object');
SELECT path, value, type FROM mem('r');
-- → a | ∅ | object
-- → a.v | two | text
-- → new | 3 | integer
REPLACE INTO mem(key, path, value) VALUES ('r', 'a', 1);
-- ! memlog: path a of key r: it is an object: a value does not replace it
REPLACE INTO mem(key, path, type) VALUES ('r', 'new', 'object');
SELECT path, type FROM mem('r') WHERE path = 'new';
-- → new | object
REPLACE INTO mem(key, path, value) VALUES ('k', 'list.0', 'other');
REPLACE INTO mem(key, path, value) VALUES ('k', 'list', 'value');
-- ! it is a list: a value does not replace it
REPLACE INTO mem(key, path, type) VALUES ('k', 'list', 'object');
-- ! it is a list: an object does not replace it
REPLACE INTO mem(key, path, type) VALUES ('k', 'list.0', 'object');
-- ! elements of a list are values
SELECT mem_get('k', 'list');
-- → ["other"]

-- ---- OR IGNORE: only what is there already is passed over ----

INSERT OR IGNORE INTO mem(key, path, value) VALUES ('i', 'a', 1), ('i', 'a', 2), ('i', 'b.c', 3), ('i', 'b', 4), ('i', 'd', 5);
SELECT path, value FROM mem('i');
-- → a | 1
-- → b | ∅
-- → b.c | 3
-- → d | 5
INSERT OR IGNORE INTO mem(key, path, value) VALUES ('i', 'e', 1), ('i', 'a.under', 2);
-- ! a value stands above it
INSERT OR IGNORE INTO mem(key, path, value) VALUES ('i', 'e', 1), ('i', 'f', x'00');
-- ! a BLOB cannot be stored
INSERT OR IGNORE INTO mem(key, path, value) VALUES ('i', 'e', 1), ('i', 'a', x'00');
-- ! a BLOB cannot be stored
SELECT count(*) FROM mem('i') WHERE path = 'e';
-- → 0

-- ---- OR FAIL keeps what came before, OR ROLLBACK ends the transaction, OR ABORT is the default ----

INSERT OR FAIL INTO mem(key, path, value) VALUES ('f', 'a', 1), ('f', 'a', 2), ('f', 'b', 3);
-- ! there is a node already
SELECT path, value FROM mem('f');
-- → a | 1
-- Bad input is no constraint: the statement is undone.
INSERT OR FAIL INTO mem(key, path, value) VALUES ('f', 'c', 1), ('f', 'd', x'00');
-- ! a BLOB cannot be stored
SELECT count(*) FROM mem('f');
-- → 1
BEGIN;
INSERT INTO mem(key, path, value) VALUES ('f', 'in', 1);
INSERT OR ABORT INTO mem(key, path, value) VALUES ('f', 'out', 1), ('f', 'a', 2);
-- ! there is a node already
INSERT OR FAIL INTO mem(key, path, value) VALUES ('f', 'half', 1), ('f', 'a', 2);
-- ! there is a node already
COMMIT;
SELECT path FROM mem('f');
-- → a
-- → half
-- → in
BEGIN;
INSERT INTO mem(key, path, value) VALUES ('f', 'gone', 1);
INSERT OR ROLLBACK INTO mem(key, path, value) VALUES ('f', 'a', 2);
-- ! there is a node already
COMMIT;
-- ! no transaction is active
SELECT count(*) FROM mem('f') WHERE path = 'gone';
-- → 0

-- What mem shows as of now is what stands there, through all of this.
SELECT count(*) FROM (SELECT key, path, type, json, scope FROM mem EXCEPT
  SELECT key, path, type, json, scope FROM mem WHERE as_of = '#last');
-- → 0

-- ---- what SQLite makes of it ----

INSERT INTO mem(key, path, value) VALUES ('s', 'a', 1) ON CONFLICT DO UPDATE SET value = 2;
-- ! UPSERT not implemented for virtual table
INSERT INTO mem(key, path, value) VALUES ('s', '"echo"', 1) RETURNING path, value;
-- → "echo" | 1
SELECT path FROM mem('s');
-- → echo
