-- Writing: objects, parents, values that stand in the way, deleting, trees, numbers.
-- clock: 2026-07-03 04:22:36.087914

-- ---- parents are made as objects ----

SELECT mem_set('p', 'user.address.city', 'SF');
-- → {"key":"p","scope":"short_term","path":"user.address.city","type":"text"}
SELECT mem_type('p', 'user'), mem_type('p', 'user.address'), mem_type('p', ''), mem_get('p', 'user');
-- → object | object | object | {"address":{"city":"SF"}}
-- Deleting the last child keeps the parent.
SELECT mem_delete('p', 'user.address.city'), mem_type('p', 'user.address'), mem_get('p', '');
-- → 1 | object | {"user":{"address":{}}}

-- ---- a value does not replace an object or a list ----

SELECT mem_set('v', 'obj.x', 1)->>'path', mem_append('v', 'list', 1)->>'path';
-- → obj.x | list.0
SELECT mem_set('v', 'obj', 123);
-- ! obj
-- ! object
SELECT mem_set('v', 'obj', NULL);
-- ! obj
SELECT mem_set_json('v', 'obj', '{"b":2}');
-- ! obj
SELECT mem_set('v', 'list', 1);
-- ! list
SELECT mem_set_json('v', 'list', '[1]');
-- ! list
SELECT mem_incr('v', 'obj', 1);
-- ! obj
SELECT mem_incr('v', 'list', 1);
-- ! list
SELECT mem_get('v', '');
-- → {"list":[1],"obj":{"x":1}}

-- ---- under a value: an error that names the ancestor that holds it, and changes nothing ----

SELECT mem_set('u', 'doc.body', 'text')->>'path', mem_set_json('u', 'doc.map', '{"k":1}')->>'path';
-- → doc.body | doc.map
SELECT mem_set('u', 'doc.body.part', 1);
-- ! doc.body.part
-- ! at doc.body
SELECT mem_set('u', 'doc.body.part.deep.down', 1);
-- ! at doc.body
SELECT mem_set('u', 'doc.map.k', 2);
-- ! at doc.map
SELECT mem_new_object('u', 'doc.body.part');
-- ! at doc.body
SELECT mem_new_object('u', 'doc.body.part.x', 1);
-- ! at doc.body
SELECT mem_append('u', 'doc.body.part', 1);
-- ! at doc.body
SELECT mem_incr('u', 'doc.body.part', 1);
-- ! at doc.body
SELECT mem_set_tree('u', 'doc.body.part', '{"a":1}');
-- ! at doc.body
SELECT mem_get('u', ''), mem_exists('u', 'doc.body.part'), (SELECT count(*) FROM mem_event WHERE key = 'u');
-- → {"doc":{"body":"text","map":{"k":1}}} | 0 | 2

-- An error changes nothing, in an action too: what was written before it stays, nothing of it does.
BEGIN IMMEDIATE;
SELECT mem_set('u', 'one', 1)->>'path';
-- → one
SELECT mem_set('u', 'new.parents.here', x'00');
-- ! BLOB
SELECT mem_set('u', 'doc.body.more', 1);
-- ! at doc.body
SELECT mem_set('u', 'two', 2)->>'path';
-- → two
COMMIT;
SELECT value, containers, removed FROM mem_event WHERE key = 'u' ORDER BY seq DESC LIMIT 1;
-- → {"one":1,"two":2} | ∅ | ∅
SELECT mem_exists('u', 'new');
-- → 0

-- ---- mem_new_object ----

SELECT mem_new_object('o', 'a.b');
-- → {"key":"o","scope":"short_term","path":"a.b","type":"object"}
SELECT mem_get('o', ''), mem_type('o', 'a.b'), mem_fields('o', 'a.b');
-- → {"a":{"b":{}}} | object | {}
-- On an object it keeps it and its children.
SELECT mem_set('o', 'a.b.c', 1)->>'path', mem_new_object('o', 'a.b')->>'type', mem_new_object('o', 'a.b', 1)->>'type',
       mem_new_object('o', 'a')->>'type', mem_get('o', 'a');
-- → a.b.c | object | object | object | {"b":{"c":1}}
-- On a value it is an error unless overwrite is true.
SELECT mem_set('o', 'v', 5)->>'type';
-- → integer
SELECT mem_new_object('o', 'v');
-- ! v
SELECT mem_new_object('o', 'v', 0);
-- ! v
SELECT mem_new_object('o', 'v', false);
-- ! v
SELECT mem_get('o', 'v'), mem_new_object('o', 'v', true)->>'type', mem_get('o', 'v'), mem_set('o', 'v.k', 'v')->>'path';
-- → 5 | object | {} | v.k
-- On a list it is an error.
SELECT mem_append('o', 'l', 1)->>'path';
-- → l.0
SELECT mem_new_object('o', 'l');
-- ! l
-- ! list
SELECT mem_new_object('o', 'l', 1);
-- ! list
-- An element is a value; it does not become an object.
SELECT mem_new_object('o', 'l.0', 1);
-- ! list
SELECT mem_new_object('o', 'l.1');
-- ! list
SELECT mem_get('o', 'l');
-- → [1]
SELECT mem_new_object('o', 'x', 'yes');
-- ! overwrite
SELECT mem_new_object('o', 'x', 2);
-- ! overwrite

-- ---- mem_delete ----

SELECT mem_set('d', 'a.b.c', 1)->>'path', mem_set('d', 'a.b.d', 2)->>'path', mem_set('d', 'a!', 3)->>'path',
       mem_set('d', 'ab', 4)->>'path',
       mem_set('d', '"a.b"', 5)->>'path';
-- → a.b.c | a.b.d | a! | ab | "a.b"
SELECT mem_delete('d', 'zz'), mem_delete('d', 'a.b.c.d'), mem_delete('none', 'a'), mem_delete('none', '');
-- → 0 | 0 | 0 | 0
-- The node and all under it, and nothing beside it: 'a!' and 'ab' and '"a.b"' only look alike.
SELECT mem_delete('d', 'a.b'), mem_get('d', ''), mem_delete('d', 'a'), mem_get('d', '');
-- → 3 | {"a":{},"a!":3,"a.b":5,"ab":4} | 1 | {"a!":3,"a.b":5,"ab":4}
SELECT mem_delete('d', ''), mem_get('d', ''), mem_delete('d', '');
-- → 3 | {} | 0

-- ---- mem_set_tree: a JSON map as objects and leaves, arrays as values; the number of leaves ----

SELECT mem_set_tree('t', 'cfg', '{"a":{"b":1,"c":{}},"d":[1,{"e":2}],"f":null,"":true,"g.h":"x"}');
-- → 5
SELECT mem_snapshot('t');
-- → {"cfg.\"\"":true,"cfg.\"g.h\"":"x","cfg.a.b":1,"cfg.d":[1,{"e":2}],"cfg.f":null}
SELECT mem_type('t', 'cfg'), mem_type('t', 'cfg.a'), mem_type('t', 'cfg.a.c'), mem_type('t', 'cfg.d'),
       mem_type('t', 'cfg."g.h"');
-- → object | object | object | array | text
-- It replaces what is under the path: what is not in the map is gone.
SELECT mem_set_tree('t', 'cfg', '{"a":{"b":2}}'), mem_get('t', ''), mem_exists('t', 'cfg.a.c'),
       mem_exists('t', 'cfg.d');
-- → 1 | {"cfg":{"a":{"b":2}}} | 0 | 0
SELECT mem_set_tree('t', 'cfg', '{}'), mem_get('t', '');
-- → 0 | {"cfg":{}}
SELECT mem_set('t', 'value', 1)->>'type', mem_set_tree('t', 'value', '{"x":{"y":1}}'), mem_get('t', 'value');
-- → integer | 1 | {"x":{"y":1}}
SELECT mem_set_tree('t', 'made.up.parents', '{"x":1}'), mem_get('t', 'made');
-- → 1 | {"up":{"parents":{"x":1}}}
-- Only a map is a tree.
SELECT mem_set_tree('t', 'bad', '[1]');
-- ! map
SELECT mem_set_tree('t', 'bad', '1');
-- ! map
SELECT mem_set_tree('t', 'bad', 'null');
-- ! map
SELECT mem_set_tree('t', 'bad', '{"a":');
-- ! memlog:
SELECT mem_set_tree('t', 'bad', NULL);
-- ! memlog:
SELECT mem_exists('t', 'bad');
-- → 0
-- One event, from which the state is rebuilt.
SELECT count(*) FROM mem_event WHERE key = 't';
-- → 6
SELECT mem_rebuild_at('t', 'now') = mem_snapshot('t');
-- → 1

-- ---- mem_incr: the new number; missing counts as 0 ----

SELECT mem_incr('i', 'n', 1), mem_incr('i', 'n', 41), mem_incr('i', 'n', -2), mem_type('i', 'n');
-- → 1 | 42 | 40 | integer
SELECT mem_incr('i', 'deep.er', 0), mem_incr('i', 'r', 0.5), mem_incr('i', 'r', 1), mem_type('i', 'r'),
       mem_incr('i', 'n', 0.5), mem_get_json('i', 'n');
-- → 0 | 0.5 | 1.5 | real | 40.5 | '40.5'
SELECT mem_incr('i', 'r', 0.5), mem_get_json('i', 'r');
-- → 2.0 | '2.0'
SELECT mem_set('i', 'max', 9223372036854775807)->>'type', mem_set('i', 'min', -9223372036854775807 - 1)->>'type';
-- → integer | integer
SELECT mem_incr('i', 'max', 1);
-- ! max
SELECT mem_incr('i', 'min', -1);
-- ! min
SELECT mem_incr('i', 'max', -1), mem_incr('i', 'min', 9223372036854775807), mem_set('i', 'big', 1.7e308)->>'type';
-- → 9223372036854775806 | -1 | real
SELECT mem_incr('i', 'big', 1.7e308);
-- ! infinit
SELECT mem_get('i', 'big'), mem_set('i', 't', '5')->>'type', mem_set('i', 'null', NULL)->>'type',
       mem_set_json('i', 'true', 'true')->>'type';
-- → 1.7e+308 | text | null | true
SELECT mem_incr('i', 't', 1);
-- ! number
SELECT mem_incr('i', 'null', 1);
-- ! number
SELECT mem_incr('i', 'true', 1);
-- ! number
SELECT mem_incr('i', 'n', '1');
-- ! number
SELECT mem_incr('i', 'n', NULL);
-- ! number
SELECT mem_incr('i', 'n', 9e999);
-- ! memlog:
SELECT mem_incr('i', 'n', 0), mem_incr('i', 'r', 0);
-- → 40.5 | 2.0
-- It is a write like any other: the event holds the number.
SELECT value FROM mem_event WHERE key = 'i' ORDER BY seq LIMIT 2;
-- → {"n":1}
-- → {"n":42}

-- ---- arguments ----

SELECT mem_set('k', 'a', 1, 'long_term');
-- ! short_term
-- ! sensory
SELECT mem_set('k', 'a', 1, 'Sensory');
-- ! scope
SELECT mem_set('k', 'a', 1, 5);
-- ! scope
SELECT mem_set('k', 'a');
-- ! mem_set
SELECT mem_set('k', 'a', 1, NULL)->>'scope', mem_set('k', 'a', 1, 'sensory')->>'scope';
-- → short_term | sensory
