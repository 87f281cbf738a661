-- Paths: names joined by dots, quoted where a name needs it; two spellings of one path are one path.
-- clock: 2026-07-03 04:22:36.087914

-- ---- spelling ----

SELECT mem_set('k', 'prefs."example.com".theme', 'dark');
-- → {"key":"k","scope":"short_term","path":"prefs.\"example.com\".theme","type":"text"}
SELECT mem_get('k', '"prefs"."example.com"."theme"'), mem_get('k', 'prefs.example.com.theme');
-- → dark | ∅

-- Quotes that are not needed are not part of the path: one node, not two.
SELECT mem_set('k', '"plain"', 1)->>'path', mem_set('k', 'plain', 2)->>'path', mem_get('k', '"plain"');
-- → plain | plain | 2

-- A quote inside a name is doubled; the empty name is written "" (AGT-073: quotes, brackets, empty, '$', '#').
SELECT mem_set('q', '"a""b"', 1)->>'path', mem_set('q', '""', 2)->>'path', mem_set('q', '"".""', 3)->>'path';
-- ! ""
SELECT mem_set('names', p, rowid)->>'path', mem_get('names', p)
  FROM (SELECT 1 AS rowid, '"a""b"' AS p UNION ALL VALUES (2, 'a]b'), (3, '""'), (4, '$'), (5, '#'), (6, '[0]'),
  (7, 'a b'),
       (8, 'a\b'), (9, 'a/b'), (10, ' a '), (11, '*'), (12, '''; DROP TABLE x; --'), (13, 'é.ü'), (14, '"."'),
  (15, '".."'),
       (16, '{}'), (17, '{a'));
-- → "a""b" | 1
-- → a]b | 2
-- → "" | 3
-- → $ | 4
-- → # | 5
-- → [0] | 6
-- → a b | 7
-- → a\b | 8
-- → a/b | 9
-- → ' a ' | 10
-- → * | 11
-- → '; DROP TABLE x; -- | 12
-- → é.ü | 13
-- → "." | 14
-- → ".." | 15
-- → {} | 16
-- → {a | 17
SELECT mem_field_names('names');
-- → [""," a ","#","$","'; DROP TABLE x; --","*",".","..","[0]","a b","a\"b","a/b","a\\b","a]b","{a","{}","é"]
-- The names come back as they are; whoever builds a path from them again uses mem_path.
SELECT value, mem_get('names', mem_path(value)) FROM json_each(mem_field_names('names')) WHERE value <> 'é';
-- → '' | 3
-- → ' a ' | 10
-- → # | 5
-- → $ | 4
-- → '; DROP TABLE x; -- | 12
-- → * | 11
-- → . | 14
-- → .. | 15
-- → [0] | 6
-- → a b | 7
-- → a"b | 1
-- → a/b | 9
-- → a\b | 8
-- → a]b | 2
-- → {a | 17
-- → {} | 16

-- ---- mem_path ----

SELECT mem_path('a'), mem_path('a', 'b'), mem_path('a.b', 'c'), mem_path('', 'x'), mem_path('a"b'),
       mem_path('history', 17);
-- → a | a.b | "a.b".c | "".x | "a""b" | history.17
SELECT mem_path('é', ' '), mem_path('*', '$', '[0]');
-- → 'é. ' | *.$.[0]
-- From a reference and names.
SELECT mem_path(mem_ref('k', 'prefs'), 'example.com', 'theme'), mem_path(mem_ref('k', ''), 'a');
-- → prefs."example.com".theme | a
-- A path stands for itself only as a reference: text is one name, dots and all.
SELECT mem_path('prefs."x"');
-- → "prefs.""x"""
SELECT mem_path();
-- ! mem_path
SELECT mem_path('a', NULL);
-- ! mem_path
SELECT mem_path('a', x'62');
-- ! mem_path
SELECT mem_path('a', 1.5);
-- ! mem_path
SELECT mem_path('a', 'b' || char(0));
-- ! NUL
SELECT mem_path('a', CAST(x'ff' AS TEXT));
-- ! UTF-8

-- ---- errors: each names the path, nothing is stored ----

SELECT mem_set('bad', 'a..b', 1);
-- ! 'a..b'
SELECT mem_set('bad', '.a', 1);
-- ! '.a'
SELECT mem_set('bad', 'a.', 1);
-- ! 'a.'
SELECT mem_set('bad', '.', 1);
-- ! '.'
SELECT mem_set('bad', '..', 1);
-- ! '..'
SELECT mem_set('bad', 'a."b', 1);
-- ! 'a."b'
SELECT mem_set('bad', '"', 1);
-- ! '"'
SELECT mem_set('bad', 'a"b', 1);
-- ! 'a"b'
SELECT mem_set('bad', '"a"b', 1);
-- ! '"a"b'
SELECT mem_set('bad', 'n' || char(0) || 'ul', 1);
-- ! NUL
SELECT mem_set('bad', CAST(x'666ffffe' AS TEXT), 1);
-- ! UTF-8
SELECT mem_set('bad', CAST(x'61c0af' AS TEXT), 1);
-- ! UTF-8
SELECT mem_set('bad', CAST(x'61eda0bd' AS TEXT), 1);
-- ! UTF-8
SELECT mem_set('bad', CAST(x'61f4908080' AS TEXT), 1);
-- ! UTF-8
SELECT mem_set('bad', NULL, 1);
-- ! path
SELECT mem_set('bad', 5, 1);
-- ! path
SELECT mem_set('bad', x'61', 1);
-- ! path
SELECT mem_get('bad', 'a..b');
-- ! 'a..b'
SELECT mem_get('bad', '..');
-- ! '..'
SELECT mem_exists('bad', 'a.');
-- ! 'a.'
SELECT mem_type('bad', 'a.');
-- ! 'a.'
SELECT mem_get_json('bad', '.a');
-- ! '.a'
SELECT mem_fields('bad', 'a..b');
-- ! 'a..b'
SELECT mem_field_names('bad', 'a..b');
-- ! 'a..b'
SELECT mem_delete('bad', 'a..b');
-- ! 'a..b'
SELECT mem_new_object('bad', 'a..b');
-- ! 'a..b'
SELECT mem_incr('bad', 'a..b', 1);
-- ! 'a..b'
SELECT mem_append('bad', 'a..b', 1);
-- ! 'a..b'
SELECT mem_pop('bad', 'a..b');
-- ! 'a..b'
SELECT mem_recent('bad', 'a..b', 1);
-- ! 'a..b'
SELECT mem_length('bad', 'a..b');
-- ! 'a..b'
SELECT mem_set_tree('bad', 'a..b', '{}');
-- ! 'a..b'
SELECT mem_ref('bad', 'a..b');
-- ! 'a..b'
SELECT mem_touches('a..b', '{}');
-- ! 'a..b'
SELECT mem_pick('{}', 'a..b');
-- ! 'a..b'
SELECT mem_snapshot('bad'), (SELECT count(*) FROM mem_event WHERE key = 'bad');
-- → {} | 0

-- ---- limits: 4,096 bytes, 128 names (SB62, SB65) ----

SELECT mem_set('limit', printf('%.4096c', 'p'), 1)->>'type', mem_get('limit', printf('%.4096c', 'p'));
-- → integer | 1
SELECT mem_set('limit', printf('%.4097c', 'p'), 1);
-- ! 'ppp
-- ! 4096
SELECT mem_set('limit', printf('%.1000000c', 'p'), 1);
-- ! 4096
-- Bytes count, not characters: 2,048 of two bytes each fit, one byte more does not.
SELECT mem_set('limit', replace(printf('%.2048c', 'e'), 'e', 'é'), 2)->>'type';
-- → integer
SELECT mem_set('limit', replace(printf('%.2048c', 'e'), 'e', 'é') || 'x', 2);
-- ! 4096
SELECT mem_set('limit', substr(replace(hex(zeroblob(128)), '00', 'a.'), 1, 255), 3)->>'type',
       mem_get('limit', substr(replace(hex(zeroblob(128)), '00', 'a.'), 1, 255));
-- → integer | 3
SELECT mem_set('limit', substr(replace(hex(zeroblob(129)), '00', 'a.'), 1, 257), 3);
-- ! 'a.a.a.
-- ! 128
SELECT mem_get('limit', substr(replace(hex(zeroblob(100000)), '00', 'a.'), 1, 199999));
-- ! memlog:
-- An element's path counts as well: a list at the limit takes none.
SELECT mem_append('limit', substr(replace(hex(zeroblob(127)), '00', 'b.'), 1, 253), 3)->>'type';
-- → integer
SELECT mem_append('limit', substr(replace(hex(zeroblob(128)), '00', 'c.'), 1, 255), 3);
-- ! 128
SELECT mem_path(printf('%.4090c', 'p'), 'longer');
-- ! 4096
SELECT mem_exists('limit', substr(replace(hex(zeroblob(128)), '00', 'c.'), 1, 255)), mem_exists('limit', 'c');
-- → 0 | 0

-- ---- the root: read and deleted, never written ----

SELECT mem_get('root', ''), mem_type('root', ''), mem_field_names('root', ''), mem_fields('root'),
       mem_delete('root', '');
-- → {} | object | [] | {} | 0
SELECT mem_set('root', '', 1);
-- ! root
SELECT mem_set_json('root', '', '{}');
-- ! root
SELECT mem_set_tree('root', '', '{}');
-- ! root
SELECT mem_new_object('root', '');
-- ! root
SELECT mem_new_object('root', '', 1);
-- ! root
SELECT mem_append('root', '', 1);
-- ! root
SELECT mem_incr('root', '', 1);
-- ! root
SELECT mem_set('root', 'a.b', 1)->>'path', mem_set('root', 'c', 2)->>'path';
-- → a.b | c
SELECT mem_get('root', ''), mem_delete('root', ''), mem_get('root', ''), mem_exists('root', 'a');
-- → {"a":{"b":1},"c":2} | 3 | {} | 0

-- Names that JSON writes with escapes, of any length: mem_verify at the end of this case reads the log's maps of them.
WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 7 FROM n WHERE n < 1500)
SELECT count(mem_set('lines', 'a' || char(10) || printf('%.*c', n, 'x'), n)) FROM n;
-- → 216
SELECT count(*) FROM mem('lines') WHERE mem_get(key, path) + 2 = length(path);
-- → 216
