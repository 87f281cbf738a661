-- Reading: values, types, fields and names, references, the state of a key as one map.
-- clock: 2026-07-03 04:22:36.087914

-- ---- before anything was ever written ----

SELECT mem_get('k', 'a'), mem_get_json('k', 'a'), mem_exists('k', 'a'), mem_type('k', 'a'), mem_fields('k', 'a'),
       mem_field_names('k', 'a'),
       mem_length('k', 'a'), mem_recent('k', 'a', 1), mem_pop('k', 'a'), mem_delete('k', 'a');
-- → ∅ | ∅ | 0 | ∅ | ∅ | ∅ | ∅ | [] | ∅ | 0
SELECT mem_snapshot('k'), mem_rebuild_at('k', 'now'), mem_resolve(mem_ref('k', 'a')),
       mem_config('memory.generate-event');
-- → {} | {} | ∅ | ∅

-- ---- mem_get, mem_get_json, mem_exists, mem_type ----

SELECT mem_set_tree('k', 'o',
       '{"null":null,"true":true,"false":false,"int":7,"real":2.5,"text":"hi","array":[1,"a"],"map":{"x":1},"obj":{"in":{}}}');
-- → 8
SELECT mem_append('k', 'o.list', 'e')->>'path';
-- → o.list.0
SELECT name, mem_type('k', 'o.' || name), mem_get('k', 'o.' || name), mem_get_json('k', 'o.' || name),
       mem_exists('k', 'o.' || name)
  FROM (SELECT 'null' AS name UNION ALL VALUES ('true'), ('false'), ('int'), ('real'), ('text'), ('array'), ('map'),
  ('obj'), ('list'), ('none'));
-- → null | null | ∅ | null | 1
-- → true | true | 1 | true | 1
-- → false | false | 0 | false | 1
-- → int | integer | 7 | '7' | 1
-- → real | real | 2.5 | '2.5' | 1
-- → text | text | hi | "hi" | 1
-- → array | array | [1,"a"] | [1,"a"] | 1
-- → map | object | {"x":1} | {"x":1} | 1
-- → obj | object | {"in":{}} | {"in":{}} | 1
-- → list | list | ["e"] | ["e"] | 1
-- → none | ∅ | ∅ | ∅ | 0
SELECT mem_set_json('k', 'map', '{"x":1}')->>'type', mem_type('k', 'map'), mem_type('k', 'o.list.0'),
       mem_type('k', ''), mem_exists('k', '');
-- → map | map | text | object | 1
SELECT typeof(mem_get('k', 'o.int')), typeof(mem_get('k', 'o.real')), typeof(mem_get('k', 'o.true')),
       typeof(mem_get('k', 'o.array')),
       typeof(mem_get_json('k', 'o.int'));
-- → integer | real | integer | text | text
-- An object is nested JSON, its names without quotes, in byte order; what is a value inside stays as it was written.
SELECT mem_set('n', '"a.b"."c"""', 1)->>'path', mem_set('n', 'z', 1)->>'path',
       mem_set_json('n', 'm', '{"z":1,"a":2}')->>'type', mem_set('n', 'Z', 1)->>'path',
       mem_set('n', 'é', 1)->>'path', mem_append('n', 'l', 1)->>'path';
-- → "a.b"."c""" | z | map | Z | é | l.0
SELECT mem_get('n', '');
-- → {"Z":1,"a.b":{"c\"":1},"l":[1],"m":{"z":1,"a":2},"z":1,"é":1}
SELECT mem_get('n', '"a.b"'), mem_get_json('n', '"a.b"');
-- → {"c\"":1} | {"c\"":1}
-- Under a value there is nothing.
SELECT mem_get('k', 'map.x'), mem_exists('k', 'map.x'), mem_type('k', 'o.int.x'), mem_fields('k', 'map.x'),
       mem_field_names('k', 'o.int.x');
-- → ∅ | 0 | ∅ | ∅ | ∅

-- ---- mem_fields, mem_field_names ----

SELECT mem_field_names('k', 'o');
-- → ["array","false","int","list","map","null","obj","real","text","true"]
-- A nested object or list as its reference.
SELECT mem_fields('k', 'o');
-- → {"array":[1,"a"],"false":false,"int":7,"list":{"key":"k","scope":"short_term","path":"o.list","type":"list"},"map":{"key":"k","scope":"short_term","path":"o.map","type":"object"},"null":null,"obj":{"key":"k","scope":"short_term","path":"o.obj","type":"object"},"real":2.5,"text":"hi","true":true}
SELECT mem_fields('k', 'o.map'), mem_fields('k', 'map'), mem_field_names('k', 'map'), mem_fields('k', 'o.obj.in'),
       mem_field_names('k', 'o.obj.in');
-- → {"x":1} | {} | [] | {} | []
SELECT mem_fields('k', 'o.int'), mem_field_names('k', 'o.int'), mem_fields('k', 'o.null'),
       mem_field_names('k', 'o.null');
-- → {} | [] | {} | []
-- The root when no path is given.
SELECT mem_field_names('k'), mem_field_names('k', ''), mem_fields('none'), mem_field_names('none');
-- → ["map","o"] | ["map","o"] | {} | []
-- Byte order of the names themselves: what sorts before the dot ('!', '-') and before the quote is in its place.
SELECT mem_set('b', 'a.x', 1), mem_set('b', 'a!', 1), mem_set('b', 'a-b.y', 1), mem_set('b', 'a', 1);
-- ! a
SELECT mem_set('b', '"a.b"', 1)->>'path', mem_set('b', '""', 1)->>'path', mem_set('b', '"a"""', 1)->>'path',
       mem_set('b', 'A', 1)->>'path', mem_set('b', 'ab', 1)->>'path',
       mem_set('b', '!', 1)->>'path', mem_set('b', '#', 1)->>'path', mem_set('b', 'a.x!', 1)->>'path',
  mem_set('b', 'a.x-y', 1)->>'path';
-- → "a.b" | "" | "a""" | A | ab | ! | # | a.x! | a.x-y
SELECT mem_field_names('b');
-- → ["","!","#","A","a","a!","a\"","a-b","a.b","ab"]
SELECT mem_field_names('b', 'a'), mem_fields('b', 'a'), mem_get('b', 'a');
-- → ["x","x!","x-y"] | {"x":1,"x!":1,"x-y":1} | {"x":1,"x!":1,"x-y":1}
SELECT mem_get('b', '');
-- → {"":1,"!":1,"#":1,"A":1,"a":{"x":1,"x!":1,"x-y":1},"a!":1,"a\"":1,"a-b":{"y":1},"a.b":1,"ab":1}
-- Numbers are names like others in an object; in a list they are indexes.
SELECT mem_set('b', 'num.10', 1)->>'path', mem_set('b', 'num.9', 1)->>'path', mem_field_names('b', 'num');
-- → num.10 | num.9 | ["10","9"]
-- Children only: neither the node itself nor grandchildren.
SELECT mem_set('c', 'x.y.z', 1)->>'path', mem_field_names('c'), mem_field_names('c', 'x'), mem_field_names('c', 'x.y');
-- → x.y.z | ["x"] | ["y"] | ["z"]

-- ---- mem_snapshot: values only, paths in byte order ----

SELECT mem_snapshot('c'), mem_snapshot('b');
-- → {"x.y.z":1} | {"!":1,"\"\"":1,"\"a\"\"\"":1,"\"a.b\"":1,"#":1,"A":1,"a!":1,"a-b.y":1,"a.x":1,"a.x!":1,"a.x-y":1,"ab":1,"num.10":1,"num.9":1}
SELECT mem_new_object('c', 'empty')->>'type', mem_append('c', 'l', 1)->>'path', mem_snapshot('c'),
       mem_snapshot('c', 'sensory');
-- → object | l.0 | {"l.0":1,"x.y.z":1} | {}
-- Inside an open transaction: the state is seen with its writes, the log and what is rebuilt from it without.
BEGIN;
SELECT mem_set('c', 'open', 1)->>'path', mem_get('c', 'open'), mem_snapshot('c'), mem_rebuild_at('c', 'now');
-- → open | 1 | {"l.0":1,"open":1,"x.y.z":1} | {"l.0":1,"x.y.z":1}
SELECT count(*) FROM mem_event WHERE key = 'c';
-- → 3
COMMIT;
SELECT mem_rebuild_at('c', 'now') = mem_snapshot('c'), count(*) FROM mem_event WHERE key = 'c';
-- → 1 | 4
