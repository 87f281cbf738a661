-- Values: what SQL gives and what JSON gives, read back as it was written, or refused.
-- clock: 2026-07-03 04:22:36.087914

-- ---- mem_set: SQL values become JSON values ----

SELECT mem_set('k', 'null', NULL)->>'type', mem_set('k', 'int', 42)->>'type', mem_set('k', 'real', 1.5)->>'type',
       mem_set('k', 'text', 'hello')->>'type', mem_set('k', 'empty', '')->>'type';
-- → null | integer | real | text | text
SELECT mem_get('k', 'null'), mem_get('k', 'int'), mem_get('k', 'real'), mem_get('k', 'text'), mem_get('k', 'empty');
-- → ∅ | 42 | 1.5 | hello | ''
SELECT mem_get_json('k', 'null'), mem_get_json('k', 'int'), mem_get_json('k', 'real'), mem_get_json('k', 'text'),
       mem_get_json('k', 'empty');
-- → null | '42' | '1.5' | "hello" | ""
-- true and false are integers in SQL; JSON has them.
SELECT mem_set('k', 't', true)->>'type', mem_set_json('k', 't', 'true')->>'type',
       mem_set_json('k', 'f', 'false')->>'type';
-- → integer | true | false
SELECT mem_get('k', 't'), mem_get('k', 'f'), mem_get_json('k', 't'), mem_get_json('k', 'f');
-- → 1 | 0 | true | false
-- Text that looks like JSON is text, unless it carries the JSON subtype.
SELECT mem_set('k', 'a', '[1,2]')->>'type', mem_get('k', 'a'), mem_get_json('k', 'a');
-- → text | [1,2] | "[1,2]"
SELECT mem_set('k', 'a', json('[1, 2]'))->>'type', mem_get('k', 'a'), mem_get_json('k', 'a');
-- → array | [1,2] | [1,2]
SELECT mem_set('k', 'a', json_object('b', json_array(1, 'x', NULL)))->>'type', mem_get('k', 'a');
-- → map | {"b":[1,"x",null]}
SELECT mem_set('k', 'a', json('"x"'))->>'type', mem_set('k', 'b', json('1.0'))->>'type',
       mem_set('k', 'c', json('true'))->>'type',
       mem_set('k', 'd', json('null'))->>'type';
-- → text | real | true | null
-- What mem_get and mem_get_json return as JSON carries the subtype: it can be stored as it came.
SELECT mem_set_json('k', 'from', '{"x":[1]}')->>'type', mem_set('k', 'to', mem_get('k', 'from'))->>'type',
       mem_set('k', 'to2', mem_get_json('k', 'text'))->>'type', mem_get('k', 'to'), mem_get('k', 'to2');
-- → map | map | text | {"x":[1]} | hello
SELECT json_array(mem_get('k', 'from'), mem_get_json('k', 'int'), mem_get('k', 'text'));
-- → [{"x":[1]},42,"hello"]
-- It does not survive a table: mem_set_json takes JSON text as such.
CREATE TEMP TABLE doc AS SELECT json('{"a":1}') AS j;
SELECT mem_set('k', 'doc', j)->>'type', mem_set_json('k', 'doc2', j)->>'type' FROM doc;
-- → text | map

-- Any type replaces any other.
SELECT mem_set('any', 'a', 1)->>'type', mem_set('any', 'a', 'x')->>'type', mem_set_json('any', 'a', '[1]')->>'type',
       mem_set('any', 'a', NULL)->>'type', mem_get('any', 'a'), mem_exists('any', 'a'), mem_exists('any', 'b');
-- → integer | text | array | null | ∅ | 1 | 0

-- ---- JSON text, and what it becomes ----

SELECT mem_set_json('j', 'a', ' { "x" : [ 1 , 2.50 , "y" ] , "z" : { } } ')->>'type', mem_get('j', 'a');
-- → map | {"x":[1,2.5,"y"],"z":{}}
-- Maps keep the order of their names.
SELECT mem_set_json('j', 'a', '{"b":1,"a":2,"":3,"c.d":4,"\"":5}')->>'type', mem_get('j', 'a');
-- → map | {"b":1,"a":2,"":3,"c.d":4,"\"":5}
SELECT mem_set_json('j', 'a', '"\u0041\n\t\"\\\/é\u00e9"')->>'type', mem_get('j', 'a');
-- → text | A␊␉"\/éé
SELECT mem_set_json('j', 'a', '[]')->>'type', mem_set_json('j', 'b', '{}')->>'type', mem_get('j', 'a'),
       mem_get('j', 'b');
-- → array | map | [] | {}

-- ---- not values: a clear error, and nothing stored ----

SELECT mem_set('bad', 'a', x'ff00');
-- ! BLOB
SELECT mem_set('bad', 'a', 9e999);
-- ! infinit
SELECT mem_set('bad', 'a', -9e999);
-- ! infinit
SELECT mem_set('bad', 'a', CAST(x'61ff' AS TEXT));
-- ! UTF-8
SELECT mem_append('bad', 'a', x'00');
-- ! BLOB
SELECT mem_incr('bad', 'a', x'31');
-- ! mem_incr
SELECT mem_set_json('bad', 'a', x'5b5d');
-- ! BLOB
SELECT mem_set_json('bad', 'a', '');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '{');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '[1,]');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '1 2');
-- ! memlog:
SELECT mem_set_json('bad', 'a', 'hello');
-- ! memlog:
-- What later versions of SQLite take for JSON5 is refused in every version.
SELECT mem_set_json('bad', 'a', '{a:1}');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '''x''');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '[1] // one');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '0x10');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '01');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '+1');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '.5');
-- ! memlog:
SELECT mem_set_json('bad', 'a', char(0xFEFF) || '1');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '"' || char(10) || '"');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '"a' || char(0) || 'b"');
-- ! memlog:
SELECT mem_set_json('bad', 'a', '1' || char(0));
-- ! memlog:
SELECT mem_set_json('bad', 'a', CAST(x'22ff22' AS TEXT));
-- ! memlog:
SELECT mem_set_json('bad', 'a', 'NaN');
-- ! memlog:
SELECT mem_set_json('bad', 'a', 'Infinity');
-- ! memlog:
SELECT mem_append_json('bad', 'a', '[1,');
-- ! memlog:
SELECT mem_set_tree('bad', 'a', '{"x":1,');
-- ! memlog:
SELECT mem_snapshot('bad'), mem_exists('bad', 'a'), (SELECT count(*) FROM mem_event WHERE key = 'bad');
-- → {} | 0 | 0
