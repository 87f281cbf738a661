-- The table mem, UPDATE: values, types, renaming.
-- clock: 2026-07-03 04:22:36.087914

-- Before anything is stored there is nothing to change.
UPDATE mem SET value = 1;
DELETE FROM mem;
SELECT count(*) FROM sqlite_schema;
-- → 0

INSERT INTO mem(key, path, value) VALUES ('k', 'user.name', 'Ada'), ('k', 'user.age', 36), ('k', 'user.tags', json('[1,2]')),
  ('k', 'user.map', json('{"a":1}')), ('k', 'user.none', NULL), ('k', 'user.score', 1.5), ('k', 'brackets', '[1,2]');
INSERT INTO mem(key, path, json) VALUES ('k', 'user.ok', 'true');
SELECT mem_append('k', 'list', 'first')->>'path';
-- → list.0

-- ---- values ----

-- clock: 2026-07-03 04:23:00
UPDATE mem SET value = value || ' L.' WHERE key = 'k' AND path = 'user.name';
UPDATE mem SET value = value + 1 WHERE path = 'user.age';
UPDATE mem SET value = 36.0 WHERE path = 'user.score';
SELECT path, value, type, updated_at FROM mem('k') WHERE path IN ('user.name', 'user.age', 'user.score', 'brackets');
-- → brackets | [1,2] | text | 2026-07-03 04:22:36.087000
-- → user.age | 37 | integer | 2026-07-03 04:23:00.000000
-- → user.name | Ada L. | text | 2026-07-03 04:23:00.000000
-- → user.score | 36.0 | real | 2026-07-03 04:23:00.000000

-- Setting what stands there is a write; what is shown of an array, of true or of null does not turn into text or a number.
UPDATE mem SET value = value WHERE key = 'k' AND type NOT IN ('object', 'list');
SELECT path, value, type, updated_at FROM mem('k') WHERE under = 'user';
-- → user | ∅ | object | 2026-07-03 04:22:36.087000
-- → user.age | 37 | integer | 2026-07-03 04:23:00.000000
-- → user.map | {"a":1} | map | 2026-07-03 04:23:00.000000
-- → user.name | Ada L. | text | 2026-07-03 04:23:00.000000
-- → user.none | ∅ | null | 2026-07-03 04:23:00.000000
-- → user.ok | 1 | true | 2026-07-03 04:23:00.000000
-- → user.score | 36.0 | real | 2026-07-03 04:23:00.000000
-- → user.tags | [1,2] | array | 2026-07-03 04:23:00.000000
SELECT value, removed FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"brackets":"[1,2]","list.0":"first","user.age":37,"user.map":{"a":1},"user.name":"Ada L.","user.none":null,"user.ok":true,"user.score":36.0,"user.tags":[1,2]} | ∅

-- Another type is another value.
UPDATE mem SET value = 37.0 WHERE path = 'user.age';
UPDATE mem SET json = '[1,2]' WHERE path = 'brackets';
UPDATE mem SET value = 'plain', type = 'text' WHERE path = 'user.tags';
UPDATE mem SET value = NULL WHERE path = 'user.map';
UPDATE mem SET value = NOT value WHERE path = 'user.ok';
SELECT path, value, type FROM mem('k') WHERE path IN ('user.age', 'brackets', 'user.tags', 'user.map', 'user.ok');
-- → brackets | [1,2] | array
-- → user.age | 37.0 | real
-- → user.map | ∅ | null
-- → user.ok | 0 | false
-- → user.tags | plain | text
UPDATE mem SET value = 2 WHERE path = 'user.ok';
UPDATE mem SET value = 0 WHERE path = 'user.ok';
SELECT value, type FROM mem('k') WHERE path = 'user.ok';
-- → 0 | integer
UPDATE mem SET json = '[true, {"x" : 0.10}]' WHERE path = 'user.ok';
UPDATE mem SET json = json WHERE path = 'user.ok';
UPDATE mem SET json = 'null', value = NULL WHERE path = 'user.age';
UPDATE mem SET json = '"A"', value = NULL WHERE path = 'user.tags';
SELECT path, json, type FROM mem('k') WHERE path IN ('user.age', 'user.tags', 'user.ok');
-- → user.age | null | null
-- → user.ok | [true,{"x":0.1}] | array
-- → user.tags | "A" | text

-- Text set where an array or a map stands is read as what shows there, JSON; elsewhere it is text.
UPDATE mem SET value = json_set(value, '$[1].x', 2, '$[1].y', json('[]')) WHERE path = 'user.ok';
UPDATE mem SET value = json('[1]') WHERE path = 'user.tags';
SELECT path, value, type FROM mem('k') WHERE path IN ('user.tags', 'user.ok');
-- → user.ok | [true,{"x":2,"y":[]}] | array
-- → user.tags | [1] | text
UPDATE mem SET value = json_extract(value, '$[1]') WHERE path = 'user.ok';
UPDATE mem SET value = value ->> 'y' WHERE path = 'user.ok';
SELECT value, type FROM mem('k') WHERE path = 'user.ok';
-- → [] | array
UPDATE mem SET value = 'plain' WHERE path = 'user.ok';
-- ! memlog: mem: path user.ok: the text is no JSON array or map, which stood there; set type, too
UPDATE mem SET value = '"plain"' WHERE path = 'user.ok';
-- ! set type, too

UPDATE mem SET json = '1', value = 2 WHERE path = 'user.ok';
-- ! memlog: mem: path user.ok: value and json are both given
UPDATE mem SET json = NULL WHERE path = 'user.ok';
-- ! memlog: mem: path user.ok: json is NULL
UPDATE mem SET json = '{' WHERE path = 'user.ok';
-- ! memlog: mem: path user.ok
UPDATE mem SET value = x'00' WHERE path = 'user.ok';
-- ! memlog: mem: path user.ok: a BLOB cannot be stored
UPDATE mem SET value = 1 WHERE path = 'user';
-- ! memlog: path user of key k: it is an object: a value does not replace it
UPDATE mem SET json = '[]' WHERE path = 'list';
-- ! memlog: path list of key k: it is a list: a value does not replace it
-- An object shows NULL, and is left alone when that is set.
UPDATE mem SET value = NULL WHERE path IN ('user', 'list');
SELECT path, type FROM mem('k') WHERE path IN ('user', 'list', 'list.0');
-- → list | list
-- → list.0 | text
-- → user | object

-- ---- types ----

UPDATE mem SET type = 'object', value = NULL WHERE path = 'user.ok';
UPDATE mem SET type = 'object' WHERE path = 'user.map';
UPDATE mem SET type = 'integer', value = 7 WHERE path = 'user.tags';
UPDATE mem SET type = 'array', value = '[7]' WHERE path = 'user.none';
UPDATE mem SET type = 'text', value = '[7]' WHERE path = 'brackets';
UPDATE mem SET type = 'true', value = 1 WHERE path = 'user.age';
SELECT path, value, type FROM mem('k') WHERE path NOT IN ('user', 'user.name', 'user.score', 'list', 'list.0');
-- → brackets | [7] | text
-- → user.age | 1 | true
-- → user.map | ∅ | object
-- → user.none | [7] | array
-- → user.ok | ∅ | object
-- → user.tags | 7 | integer
UPDATE mem SET type = 'array', value = value WHERE path = 'brackets';
UPDATE mem SET type = type, value = '[8]' WHERE path = 'user.none';
UPDATE mem SET type = NULL, value = 'any' WHERE path = 'user.tags';
SELECT path, value, type FROM mem('k') WHERE path IN ('brackets', 'user.none', 'user.tags');
-- → brackets | [7] | array
-- → user.none | [8] | array
-- → user.tags | any | text
UPDATE mem SET type = 'text' WHERE path = 'user.score';
-- ! memlog: mem: path user.score: type 'text' contradicts the value, which is real
UPDATE mem SET type = 'object' WHERE path = 'user.score';
-- ! type 'object' contradicts the value, which is real
UPDATE mem SET type = 'text', value = 5 WHERE path = 'user.score';
-- ! type 'text' contradicts the value, which is integer
UPDATE mem SET type = 'number', value = 5 WHERE path = 'user.score';
-- ! type number
UPDATE mem SET type = 'list', value = NULL WHERE path = 'user.score';
-- ! mem_append makes lists
UPDATE mem SET type = 'null', value = NULL WHERE path = 'user';
-- ! it is an object

-- ---- what cannot be written ----

UPDATE mem SET updated_at = '2026-07-03 04:23:00.000001' WHERE path = 'user.score';
-- ! memlog: mem: column updated_at: it cannot be written
UPDATE mem SET expires_at = 'never' WHERE path = 'user.score';
-- ! memlog: mem: column expires_at: it cannot be written
UPDATE mem SET of_key = 'other' WHERE path = 'user.score';
-- ! memlog: mem: column of_key: it cannot be written
UPDATE mem SET as_of = '#1' WHERE path = 'user.score';
-- ! memlog: mem: column as_of: it cannot be written
UPDATE mem SET under = 'list' WHERE path = 'user.score';
-- ! memlog: mem: column under: it cannot be written
UPDATE mem SET ref = mem_ref('k', 'user.name') WHERE path = 'user.score';
-- ! memlog: mem: column ref: it cannot be written
UPDATE mem SET updated_at = updated_at, expires_at = NULL, ref = ref, of_key = NULL, under = 'user' WHERE path = 'user.score';

-- ---- renaming takes along what lies under a node ----

INSERT INTO mem(key, path, value) VALUES ('r', 'a.b.c', 1), ('r', 'a.b.d', 2), ('r', 'x', 3), ('r', 'a-b', 4);
UPDATE mem SET path = 'z.b' WHERE key = 'r' AND path = 'a.b';
SELECT path, value FROM mem('r');
-- → a | ∅
-- → a-b | 4
-- → x | 3
-- → z | ∅
-- → z.b | ∅
-- → z.b.c | 1
-- → z.b.d | 2
-- Rows that went with their parent are done with.
UPDATE mem SET path = 'moved.' || path WHERE key = 'r' AND path LIKE 'z%';
UPDATE mem SET key = 's', scope = 'sensory' WHERE key = 'r' AND path = 'moved';
UPDATE mem SET path = '"x"', value = 33 WHERE key = 'r' AND path = 'x';
UPDATE mem SET path = 'x.y', value = 34 WHERE key = 'r' AND path = 'a-b';
-- ! a value stands above it, at x
UPDATE mem SET path = 'w', json = '[1]', type = 'array' WHERE key = 'r' AND path = 'x';
SELECT key, path, value, type, scope FROM mem WHERE key IN ('r', 's');
-- → r | a | ∅ | object | short_term
-- → r | a-b | 4 | integer | short_term
-- → r | w | [1] | array | short_term
-- → s | moved | ∅ | object | sensory
-- → s | moved.z | ∅ | object | sensory
-- → s | moved.z.b | ∅ | object | sensory
-- → s | moved.z.b.c | 1 | integer | sensory
-- → s | moved.z.b.d | 2 | integer | sensory
UPDATE mem SET path = 'moved.z.in' WHERE key = 's' AND path = 'moved.z';
-- ! it cannot be moved to a path under itself
UPDATE mem SET path = '' WHERE key = 's' AND path = 'moved.z';
-- ! memlog: mem: the path is the root
UPDATE mem SET path = NULL WHERE key = 's' AND path = 'moved.z';
-- ! memlog: mem: the path is NULL
UPDATE mem SET key = NULL WHERE key = 's';
-- ! memlog: mem: the key is NULL
UPDATE mem SET scope = 'medium' WHERE key = 's';
-- ! memlog: mem: scope medium

-- What is in the way: as with INSERT.
UPDATE mem SET path = 'a' WHERE key = 'r' AND path = 'w';
-- ! memlog: path a of key r: there is a node already
UPDATE OR IGNORE mem SET path = 'w', value = 5 WHERE key = 'r' AND path IN ('a', 'a-b');
SELECT path, value FROM mem('r');
-- → a | ∅
-- → a-b | 4
-- → w | [1]
UPDATE OR REPLACE mem SET path = 'w', value = 5 WHERE key = 'r' AND path = 'a-b';
UPDATE OR REPLACE mem SET path = 'a' WHERE key = 'r' AND path = 'w';
-- ! it is an object or a list, which nothing replaces
SELECT path, value FROM mem('r');
-- → a | ∅
-- → w | 5

-- An element gives way to another value, but not to a container.
SELECT mem_append('el', 'l', value) ->> 'path' FROM json_each('["x","y","z"]');
-- → l.0
-- → l.1
-- → l.2
SELECT mem_new_object('el', 'o') ->> 'path', mem_set('el', 'v', 7) ->> 'path';
-- → o | v
UPDATE OR REPLACE mem SET path = 'l.1' WHERE key = 'el' AND path = 'l.0';
UPDATE OR REPLACE mem SET path = 'l.2' WHERE key = 'el' AND path = 'v';
SELECT mem_get('el', 'l'), mem_append('el', 'l', 'new') ->> 'path';
-- → ["x",7] | l.3
UPDATE OR REPLACE mem SET path = 'l.1' WHERE key = 'el' AND path = 'o';
-- ! elements of a list are values
UPDATE mem SET path = 'l.0' WHERE key = 'el' AND path = 'o';
-- ! new elements of a list come by mem_append only

-- ---- UPDATE FROM: what is equal to what stands there does not count as set ----

CREATE TEMP TABLE news(path TEXT, value, note TEXT);
INSERT INTO news VALUES('user.name', 'Grace', 'a'), ('user.score', 99, 'b'), ('user.none', '[9]', 'c'), ('brackets', '{"d":1}', 'd');
UPDATE mem SET value = news.value FROM news WHERE mem.key = 'k' AND mem.path = news.path;
SELECT path, value, type FROM mem('k') WHERE type NOT IN ('object', 'list');
-- → brackets | {"d":1} | map
-- → list.0 | first | text
-- → user.age | 1 | true
-- → user.name | Grace | text
-- → user.none | [9] | array
-- → user.score | 99 | integer
-- → user.tags | any | text
UPDATE mem SET json = '[1,2]' WHERE path = 'brackets';
-- clock: 2026-07-03 04:24:00
UPDATE mem SET path = 'renamed.' || note FROM news WHERE mem.of_key = 'k' AND mem.under = '' AND mem.path = news.path;
SELECT path, value, type, updated_at FROM mem('k') WHERE under = 'renamed';
-- → renamed | ∅ | object | 2026-07-03 04:24:00.000000
-- → renamed.a | Grace | text | 2026-07-03 04:24:00.000000
-- → renamed.b | 99 | integer | 2026-07-03 04:24:00.000000
-- → renamed.c | [9] | array | 2026-07-03 04:24:00.000000
-- → renamed.d | [1,2] | array | 2026-07-03 04:24:00.000000
UPDATE mem SET updated_at = 'x' FROM news WHERE mem.path = 'renamed.' || note;
-- ! memlog: mem: column updated_at: it cannot be written
UPDATE mem SET value = mem.value FROM news WHERE mem.key = 'k' AND mem.path = 'renamed.' || note;

SELECT count(*) FROM (SELECT key, path, type, json, scope FROM mem EXCEPT
  SELECT key, path, type, json, scope FROM mem WHERE as_of = '#last');
-- → 0

UPDATE mem SET value = 1 WHERE key = 'k' RETURNING path;
-- ! UPDATE RETURNING is not available on virtual tables
