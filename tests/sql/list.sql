-- Lists: appended to, popped, trimmed; their indexes only grow.
-- clock: 2026-07-03 04:22:36.087914

-- ---- appending ----

SELECT mem_append('k', 'history', 'hello');
-- → {"key":"k","scope":"short_term","path":"history.0","type":"text"}
SELECT mem_append('k', 'history', 2)->>'path', mem_append_json('k', 'history', '{"role":"user"}')->>'path',
       mem_append('k', 'history', NULL)->>'type', mem_append('k', 'history', json('[1]'))->>'type';
-- → history.1 | history.2 | null | array
SELECT mem_get('k', 'history'), mem_type('k', 'history'), mem_length('k', 'history'), mem_get('k', 'history.2'),
       mem_type('k', 'history.3');
-- → ["hello",2,{"role":"user"},null,[1]] | list | 5 | {"role":"user"} | null
SELECT mem_append('k', 'deep.down.list', 1)->>'path', mem_get('k', 'deep');
-- → deep.down.list.0 | {"down":{"list":[1]}}

-- ---- recent: the newest n, oldest first ----

SELECT mem_recent('k', 'history', 2), mem_recent('k', 'history', 0), mem_recent('k', 'history', 99),
       mem_recent('k', 'history', 5);
-- → [null,[1]] | [] | ["hello",2,{"role":"user"},null,[1]] | ["hello",2,{"role":"user"},null,[1]]
SELECT mem_recent('k', 'nothing', 3), mem_recent('none', 'nothing', 3), mem_recent('k', 'history', 9223372036854775807);
-- → [] | [] | ["hello",2,{"role":"user"},null,[1]]
SELECT mem_recent('k', 'history', -1);
-- ! mem_recent
SELECT mem_recent('k', 'history', NULL);
-- ! mem_recent
SELECT mem_recent('k', 'history', 1.5);
-- ! mem_recent
SELECT mem_recent('k', 'history', 'x');
-- ! mem_recent

-- ---- pop ----

SELECT mem_pop('k', 'history'), mem_pop('k', 'history', 'last'), mem_pop('k', 'history', 'first'),
       mem_get('k', 'history');
-- → [1] | ∅ | hello | [2,{"role":"user"}]
SELECT mem_pop('k', 'nothing'), mem_pop('none', 'nothing'), mem_length('k', 'nothing');
-- → ∅ | ∅ | ∅
SELECT mem_pop('k', 'history', 'middle');
-- ! first
SELECT mem_pop('k', 'history', 'LAST');
-- ! last
-- Types come back as mem_get gives them.
SELECT mem_append('p', 'l', 1.0)->>'type', mem_append_json('p', 'l', 'true')->>'type',
       mem_append('p', 'l', 'x')->>'type',
       mem_append_json('p', 'l', '{"a":1}')->>'type';
-- → real | true | text | map
SELECT mem_pop('p', 'l', 'first'), mem_pop('p', 'l', 'first'), mem_pop('p', 'l', 'first'), mem_pop('p', 'l'),
       mem_pop('p', 'l');
-- → 1.0 | 1 | x | {"a":1} | ∅
-- An empty list is a list.
SELECT mem_type('p', 'l'), mem_length('p', 'l'), mem_get('p', 'l'), mem_recent('p', 'l', 3), mem_fields('p', 'l'),
       mem_field_names('p', 'l');
-- → list | 0 | [] | [] | {} | []

-- ---- indexes are not used twice while the list lives ----

SELECT mem_append('p', 'l', 'new')->>'path', mem_pop('p', 'l'), mem_append('p', 'l', 'newer')->>'path',
       mem_delete('p', 'l.5'),
       mem_append('p', 'l', 'newest')->>'path';
-- → l.4 | new | l.5 | 1 | l.6
-- Across transactions and connections, too.
-- reopen
SELECT mem_pop('p', 'l'), mem_append('p', 'l', 7)->>'path';
-- → newest | l.7
-- connection: B
SELECT mem_append('p', 'l', 8)->>'path', mem_get('p', 'l');
-- → l.8 | [7,8]
-- connection: A
SELECT mem_append('p', 'l', 9)->>'path';
-- → l.9
-- A list that was deleted and comes again begins again.
SELECT mem_delete('p', 'l'), mem_append('p', 'l', 'again')->>'path';
-- → 4 | l.0
-- In one action: popped, appended, rolled back.
BEGIN;
SELECT mem_pop('p', 'l'), mem_append('p', 'l', 1)->>'path', mem_append('p', 'l', 2)->>'path';
-- → again | l.1 | l.2
ROLLBACK;
SELECT mem_get('p', 'l'), mem_append('p', 'l', 1)->>'path';
-- → ["again"] | l.1
BEGIN;
SELECT mem_append('p', 'l', 2)->>'path';
-- → l.2
SAVEPOINT s;
SELECT mem_append('p', 'l', 3)->>'path', mem_append('p', 'l', 4)->>'path';
-- → l.3 | l.4
ROLLBACK TO s;
SELECT mem_append('p', 'l', 'three')->>'path';
-- → l.3
COMMIT;
SELECT mem_get('p', 'l'), mem_rebuild_at('p', 'now');
-- → ["again",1,2,"three"] | {"l.0":"again","l.1":1,"l.2":2,"l.3":"three"}

-- ---- elements: replaced, deleted, never set anew ----

SELECT mem_set('p', 'l.1', 'one')->>'path', mem_set_json('p', 'l.2', '[2]')->>'type', mem_get('p', 'l');
-- → l.1 | array | ["again","one",[2],"three"]
SELECT mem_set('p', 'l.4', 4);
-- ! l.4
-- ! mem_append
SELECT mem_set('p', 'l.x', 4);
-- ! l.x
SELECT mem_set('p', 'l.01', 4);
-- ! l.01
SELECT mem_set('p', 'l.0.x', 4);
-- ! at l.0
SELECT mem_incr('p', 'l.9', 4);
-- ! l.9
SELECT mem_append('p', 'l.0', 4);
-- ! l.0
SELECT mem_append('p', 'l.9', 4);
-- ! list
SELECT mem_set_tree('p', 'l.0', '{"a":1}');
-- ! list
SELECT mem_delete('p', 'l.1'), mem_delete('p', 'l.1'), mem_get('p', 'l'), mem_length('p', 'l'), mem_recent('p', 'l', 2);
-- → 1 | 0 | ["again",[2],"three"] | 3 | [[2],"three"]
SELECT mem_set('p', 'l.1', 'back');
-- ! l.1
SELECT mem_incr('p', 'n', 1), mem_append('p', 'nums', 5)->>'path', mem_incr('p', 'nums.0', 2), mem_get('p', 'nums');
-- → 1 | nums.0 | 7 | [7]
-- Fields and names stand in the order of the indexes, not of their text.
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT count(mem_append('o', 'l', i))
  FROM n;
-- → 12
COMMIT;
SELECT mem_field_names('o', 'l'), mem_get('o', 'l');
-- → ["0","1","2","3","4","5","6","7","8","9","10","11"] | [0,1,2,3,4,5,6,7,8,9,10,11]
SELECT mem_fields('o', 'l');
-- → {"0":0,"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9,"10":10,"11":11}
SELECT mem_delete('o', 'l.9'), mem_pop('o', 'l', 'first'), mem_pop('o', 'l'), mem_field_names('o', 'l');
-- → 1 | 0 | 11 | ["1","2","3","4","5","6","7","8","10"]
-- Gaps at the ends do not hide what is left.
SELECT mem_delete('o', 'l.10'), mem_delete('o', 'l.8'), mem_delete('o', 'l.1'), mem_delete('o', 'l.2'),
       mem_pop('o', 'l'),
       mem_pop('o', 'l', 'first'), mem_recent('o', 'l', 2), mem_append('o', 'l', 'end')->>'path';
-- → 1 | 1 | 1 | 1 | 7 | 3 | [5,6] | l.12

-- ---- not a list ----

SELECT mem_set('n', 'v', 1)->>'type', mem_new_object('n', 'o')->>'type', mem_set_json('n', 'arr', '[1,2]')->>'type';
-- → integer | object | array
SELECT mem_append('n', 'v', 1);
-- ! v
SELECT mem_append('n', 'o', 1);
-- ! o
SELECT mem_append('n', 'arr', 1);
-- ! arr
SELECT mem_pop('n', 'v');
-- ! v
SELECT mem_pop('n', 'o');
-- ! o
SELECT mem_pop('n', 'arr');
-- ! arr
SELECT mem_recent('n', 'v', 1);
-- ! v
SELECT mem_recent('n', 'o', 1);
-- ! o
SELECT mem_recent('n', 'arr', 1);
-- ! arr
SELECT mem_length('n', 'v');
-- ! v
SELECT mem_length('n', 'o');
-- ! o
SELECT mem_length('n', 'arr');
-- ! arr
SELECT mem_get('n', ''), (SELECT count(*) FROM mem_event WHERE key = 'n');
-- → {"arr":[1,2],"o":{},"v":1} | 3

-- ---- in events ----

BEGIN;
SELECT mem_append('e', 'l', 'a')->>'path', mem_append('e', 'l', 'b')->>'path', mem_pop('e', 'l', 'first');
-- → l.0 | l.1 | a
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'e';
-- → {"l.1":"b"} | ["l.0"] | {"l":"list"}
SELECT mem_pop('e', 'l');
-- → b
SELECT value, removed, containers FROM mem_event WHERE key = 'e' ORDER BY seq DESC LIMIT 1;
-- → {} | ["l.1"] | ∅
-- The next index is rebuilt with the list, even where no element is left.
SELECT mem_append('e', 'l', 'c')->>'path', mem_rebuild_at('e', 'now');
-- → l.2 | {"l.2":"c"}
