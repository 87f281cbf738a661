-- The table mem, read: columns, types, order, what its arguments and columns let through.
-- clock: 2026-07-03 04:22:36.087914

-- ---- before anything is stored ----

SELECT * FROM mem;
-- no rows
SELECT * FROM mem('user-42', '#last', 'sensory', 'a.b');
-- no rows
-- Arguments are checked all the same.
SELECT * FROM mem('');
-- ! memlog: mem: the key is empty
SELECT * FROM mem('user-42', 'yesterday');
-- ! yesterday
SELECT count(*) FROM sqlite_schema;
-- → 0

-- ---- every type ----

SELECT count(*) FROM (VALUES (mem_set('user-42', 'v.null', NULL)), (mem_set_json('user-42', 'v.true', 'true')),
  (mem_set_json('user-42', 'v.false', 'false')), (mem_set('user-42', 'v.integer', -9223372036854775808)),
  (mem_set('user-42', 'v.real', 1.0)), (mem_set('user-42', 'v.text', 'Ada')), (mem_set_json('user-42', 'v.array', '[1, 2]')),
  (mem_set_json('user-42', 'v.map', '{"b": 1, "a": null}')), (mem_new_object('user-42', 'object')),
  (mem_append('user-42', 'list', 'first')), (mem_append('user-42', 'list', json('[2]'))),
  (mem_set('user-42', 'seen', 1, 'sensory')), (mem_set('user-7', 'name', 'Bo')));
-- → 13

SELECT * FROM mem;
-- → user-42 | seen | 1 | integer | sensory | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | list | ∅ | list | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | list.0 | first | text | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | list.1 | [2] | array | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | object | ∅ | object | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | v | ∅ | object | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | v.array | [1,2] | array | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | v.false | 0 | false | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | v.integer | -9223372036854775808 | integer | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | v.map | {"b":1,"a":null} | map | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | v.null | ∅ | null | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | v.real | 1.0 | real | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | v.text | Ada | text | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-42 | v.true | 1 | true | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → user-7 | name | Bo | text | short_term | 2026-07-03 04:22:36.087000 | ∅

-- json is the value as JSON, NULL for an object or a list; arrays and maps nest.
SELECT path, json FROM mem('user-42') WHERE scope = 'short_term' AND path LIKE 'v%' OR type IN ('object', 'list');
-- → list | ∅
-- → object | ∅
-- → v | ∅
-- → v.array | [1,2]
-- → v.false | false
-- → v.integer | '-9223372036854775808'
-- → v.map | {"b":1,"a":null}
-- → v.null | null
-- → v.real | '1.0'
-- → v.text | "Ada"
-- → v.true | true
SELECT json_array(value, json) FROM mem('user-42') WHERE path IN ('v.array', 'v.text');
-- → [[1,2],[1,2]]
-- → ["Ada","Ada"]
SELECT json_group_object(path, json(json)) FROM mem WHERE key = 'user-42' AND json IS NOT NULL AND scope = 'sensory';
-- → {"seen":1}
SELECT mem_get('user-42', ref), mem_resolve(ref) FROM mem('user-42') WHERE path = 'v.text';
-- → Ada | Ada

-- ---- order: key, scope, path, byte for byte ----

SELECT count(mem_set('order', path, 1)) FROM (SELECT 'b' AS path UNION ALL VALUES ('a-b'), ('a.b'), ('ä'), ('a.B'), ('Z'));
-- → 6
SELECT path FROM mem('order');
-- → Z
-- → a
-- → a-b
-- → a.B
-- → a.b
-- → b
-- → ä
SELECT path FROM mem('order') ORDER BY path DESC;
-- → ä
-- → b
-- → a.b
-- → a.B
-- → a-b
-- → a
-- → Z
SELECT key, scope, count(*) FROM mem GROUP BY key, scope ORDER BY key, scope;
-- → order | short_term | 7
-- → user-42 | sensory | 1
-- → user-42 | short_term | 13
-- → user-7 | short_term | 1
SELECT DISTINCT key FROM mem ORDER BY key DESC;
-- → user-7
-- → user-42
-- → order

-- ---- what lets rows through ----

SELECT count(*) FROM mem('user-42');
-- → 14
SELECT count(*) FROM mem WHERE key = 'user-42';
-- → 14
SELECT count(*) FROM mem WHERE of_key = 'user-42' AND key = 'user-7';
-- → 0
SELECT key, path FROM mem WHERE key IN ('user-7', 'nobody', 'user-42') AND path IN ('name', 'seen');
-- → user-42 | seen
-- → user-7 | name
SELECT of_key, path FROM mem WHERE of_key IN ('user-7', 'nobody');
-- → user-7 | name
SELECT key, path FROM mem WHERE scope = 'sensory';
-- → user-42 | seen
SELECT key, path, of_scope FROM mem WHERE of_scope = 'sensory';
-- → user-42 | seen | sensory
SELECT count(*) FROM mem WHERE of_scope = 'sensory' AND scope = 'short_term';
-- → 0
SELECT path, under FROM mem('user-42') WHERE under = 'v' AND type IN ('object', 'null');
-- → v | v
-- → v.null | v
SELECT path FROM mem WHERE under = 'a' ORDER BY path;
-- → a
-- → a.B
-- → a.b
SELECT path FROM mem('order') WHERE under = 'a' AND path = 'a.b';
-- → a.b
SELECT path FROM mem('order') WHERE under = 'a' AND path = 'b';
-- no rows
SELECT count(*) FROM mem('order') WHERE under = '';
-- → 7
SELECT path FROM mem('user-42') WHERE under = 'list';
-- → list
-- → list.0
-- → list.1
SELECT count(*) FROM mem('user-42') WHERE under = 'not.there';
-- → 0
-- under is a path, however it is spelled; the column path is the text it shows.
SELECT path FROM mem('user-42') WHERE under = '"v"."null"';
-- → v.null
SELECT path FROM mem('user-42') WHERE path = '"v"."null"';
-- no rows
SELECT path FROM mem('user-42') WHERE path = 'V.NULL' COLLATE NOCASE;
-- → v.null
SELECT count(*) FROM mem WHERE key = 'USER-42' COLLATE NOCASE;
-- → 14
SELECT key, path FROM mem WHERE key LIKE 'user%' AND path GLOB 'n*' OR path BETWEEN 'z' AND 'ää' ORDER BY key;
-- → order | ä
-- → user-7 | name
SELECT path FROM mem('user-42') WHERE updated_at > '2026-07-03 04:22:36.0' AND type = 'real';
-- → v.real
SELECT count(*) FROM mem('user-42') WHERE updated_at < '2026-07-03 04:22:36';
-- → 0
SELECT path FROM mem('user-42') LIMIT 2 OFFSET 1;
-- → list
-- → list.0

-- A value that no key, path or scope has finds nothing; as an argument it is an error.
SELECT count(*) FROM mem WHERE key IS NULL OR key = x'61' OR path = '' OR path = 'a..b' OR scope = 'short' OR scope = 1;
-- → 0
SELECT * FROM mem WHERE key = NULL;
-- no rows
SELECT * FROM mem WHERE key = '';
-- no rows
SELECT * FROM mem WHERE scope = 'medium';
-- no rows
SELECT * FROM mem(NULL);
-- ! memlog: mem: the key is NULL; it must be text
SELECT * FROM mem(42);
-- ! memlog: mem: the key is an integer
SELECT * FROM mem(x'61');
-- ! memlog: mem: the key is a blob
SELECT * FROM mem('a' || char(0) || 'b');
-- ! memlog: mem: key
SELECT * FROM mem WHERE of_scope = 'medium';
-- ! memlog: mem: scope medium
SELECT * FROM mem WHERE of_scope = NULL;
-- ! memlog: mem: of_scope is NULL
SELECT * FROM mem WHERE under = 'a..b';
-- ! a..b
SELECT * FROM mem WHERE under = NULL;
-- ! memlog: mem: the path is NULL
SELECT * FROM mem('user-42', NULL);
-- ! it is NULL
SELECT * FROM mem('user-42', x'00');
-- ! it is a blob

-- Keys that are numbers compare as the other side has them: as text with a literal, as numbers with a column of integers.
SELECT mem_set('42', 'x', 1)->>'key', mem_set('042', 'x', 2)->>'key';
-- → '42' | '042'
SELECT key FROM mem WHERE key = 42;
-- → '42'
CREATE TEMP TABLE ids(id INTEGER, name TEXT);
INSERT INTO ids VALUES(42, 'forty-two'), (43, 'nobody');
SELECT name, key FROM ids JOIN mem ON key = id ORDER BY key;
-- → forty-two | '042'
-- → forty-two | '42'

-- ---- joins ----

CREATE TEMP TABLE people(id TEXT, city TEXT);
INSERT INTO people VALUES('user-42', 'SF'), ('user-7', 'NY'), ('gone', '-');
SELECT city, path FROM people JOIN mem ON key = id WHERE path IN ('name', 'v.text') ORDER BY city;
-- → NY | name
-- → SF | v.text
SELECT id, path FROM people LEFT JOIN mem ON of_key = id AND scope = 'sensory' ORDER BY id;
-- → gone | ∅
-- → user-42 | seen
-- → user-7 | ∅
SELECT id, path FROM mem RIGHT JOIN people ON of_key = id AND of_scope = 'sensory' ORDER BY id;
-- → gone | ∅
-- → user-42 | seen
-- → user-7 | ∅
SELECT id, (SELECT count(*) FROM mem(id)) FROM people ORDER BY id;
-- → gone | 0
-- → user-42 | 14
-- → user-7 | 1
SELECT a.path, b.path FROM mem('user-7') a JOIN mem('order') b ON b.path < 'a.' ORDER BY b.path;
-- → name | Z
-- → name | a
-- → name | a-b

-- ---- what a table of it is called ----

SELECT name, type, pk FROM pragma_table_xinfo('mem') WHERE hidden = 0;
-- → key | TEXT | 0
-- → path | TEXT | 0
-- → value | '' | 0
-- → type | TEXT | 0
-- → scope | TEXT | 0
-- → updated_at | TEXT | 0
-- → expires_at | TEXT | 0
SELECT name FROM pragma_table_xinfo('mem') WHERE hidden = 1;
-- → of_key
-- → as_of
-- → of_scope
-- → under
-- → json
-- → ref
