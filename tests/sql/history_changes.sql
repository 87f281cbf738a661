-- mem_history: one row a change of a node, in order of position and then as the event says: what went, containers, values.
-- clock: 2026-07-03 04:22:36.087914
SELECT * FROM mem_history('ann');
-- no rows

SELECT mem_set('ann', 'user.name', 'Ada');
SELECT mem_set('ann', 'user.name', 'Ada'), mem_set('ann', 'user.name', NULL);
SELECT mem_set_json('ann', 'user.map', '{"a": [1, 1.0]}');
SELECT mem_new_object('ann', 'user'), mem_new_object('ann', 'user.map', 1);
SELECT mem_append('ann', 'log', 'x'), mem_append('ann', 'log', 2.0), mem_pop('ann', 'log', 'first');
SELECT mem_delete('ann', 'user');

-- Parents that come to be are told before what they were made for; of a subtree that goes, each node.
SELECT time, path, change, before, after, type, run, action, cause FROM mem_history('ann');
-- → 2026-07-03 04:22:36.087914 | user | object | ∅ | {} | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | user.name | set | ∅ | "Ada" | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | user.name | set | "Ada" | "Ada" | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | user.name | set | "Ada" | null | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | user.map | set | ∅ | {"a":[1,1.0]} | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | user | object | {} | {} | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | user.map | object | {"a":[1,1.0]} | {} | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | log | list | ∅ | [] | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | log.0 | set | ∅ | "x" | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | log.1 | set | ∅ | '2.0' | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | log.0 | delete | "x" | ∅ | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | user | delete | {} | ∅ | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | user.map | delete | {} | ∅ | _short_term_write_event | ∅ | ∅ | ∅
-- → 2026-07-03 04:22:36.087914 | user.name | delete | null | ∅ | _short_term_write_event | ∅ | ∅ | ∅

-- An object shows as {}, a list as []; the hidden types tell them from an empty map or array that was written as a value.
SELECT mem_set_json('bob', 'map', '{}'), mem_set_json('bob', 'array', '[]');
BEGIN;
SELECT mem_delete('bob', 'map'), mem_new_object('bob', 'map'), mem_delete('bob', 'array'), mem_append('bob', 'array', 1);
COMMIT;
SELECT path, change, before, before_type, after, after_type FROM mem_history('bob');
-- → map | set | ∅ | ∅ | {} | map
-- → array | set | ∅ | ∅ | [] | array
-- → map | delete | {} | map | ∅ | ∅
-- → array | delete | [] | array | ∅ | ∅
-- → map | object | ∅ | ∅ | {} | object
-- → array | list | ∅ | ∅ | [] | list
-- → array.0 | set | ∅ | ∅ | '1' | integer

-- before and after are JSON for SQLite too.
SELECT json_array(after) FROM mem_history('bob') WHERE path = 'map' AND change = 'set';
-- → [{}]

-- In one action the last value counts; what was made and went again was never there.
BEGIN;
SELECT mem_set('cem', 'a', 1), mem_set('cem', 'a', 2), mem_set('cem', 'b', 1), mem_delete('cem', 'b');
COMMIT;
SELECT path, change, before, after FROM mem_history('cem');
-- → a | set | ∅ | '2'

-- Keys and scopes are apart.
SELECT mem_set('cem', 'a', 3, 'sensory');
SELECT path, change, before, after, type FROM mem_history('cem', '', 'sensory');
-- → a | set | ∅ | '3' | _sensory_write_event
SELECT count(*) FROM mem_history('ce');
-- → 0

-- Paths are compared name by name.
SELECT mem_set('dan', 'a.b', 1), mem_set('dan', 'ab', 2), mem_set('dan', '"a.b"', 3), mem_set('dan', 'a', 4) IS NULL;
-- ! it is an object
SELECT path FROM mem_history('dan', 'a') ORDER BY seq;
-- → a
-- → a.b
SELECT path FROM mem_history('dan', '"a.b"');
-- → "a.b"
SELECT path FROM mem_history('dan') WHERE path = 'ab';
-- → ab
