-- The table mem as of a moment.
-- clock: 2026-07-03 04:00:00
INSERT INTO mem(key, path, value) VALUES ('a', 'user.name', 'Ada'), ('a', 'user.tags', json('[1,2]')), ('b', 'x', 1);
INSERT INTO mem(key, path, value, scope) VALUES ('a', 'seen', 'door', 'sensory');
INSERT INTO mem(key, path, type) VALUES ('a', 'empty', 'object');
SELECT mem_append('a', 'list', 1)->>'path';
-- → list.0
-- clock: 2026-07-03 05:00:00
UPDATE mem SET value = 'Grace' WHERE path = 'user.name';
DELETE FROM mem WHERE key = 'b' OR path = 'empty' OR scope = 'sensory';
INSERT INTO mem(key, path, value) VALUES ('c', 'late', 1);

-- As mem('key', moment); a moment between two actions is the state after the earlier one. When it was written is not known.
SELECT * FROM mem('a', '2026-07-03 04:30');
-- → a | seen | door | text | sensory | ∅ | ∅
-- → a | empty | ∅ | object | short_term | ∅ | ∅
-- → a | list | ∅ | list | short_term | ∅ | ∅
-- → a | list.0 | 1 | integer | short_term | ∅ | ∅
-- → a | user | ∅ | object | short_term | ∅ | ∅
-- → a | user.name | Ada | text | short_term | ∅ | ∅
-- → a | user.tags | [1,2] | array | short_term | ∅ | ∅
SELECT path, json, as_of, of_scope, under FROM mem('a', '2026-07-03T04:30:00Z', 'short_term', 'user');
-- → user | ∅ | 2026-07-03T04:30:00Z | short_term | user
-- → user.name | "Ada" | 2026-07-03T04:30:00Z | short_term | user
-- → user.tags | [1,2] | 2026-07-03T04:30:00Z | short_term | user
SELECT count(*) FROM mem('a', '2026-07-03 03:59:59');
-- → 0
SELECT count(*) FROM mem('nobody', '#last');
-- → 0

-- All keys that there ever were.
SELECT key, path, value FROM mem WHERE as_of = '2026-07-03 04:30' AND path IN ('x', 'late', 'user.name');
-- → a | user.name | Ada
-- → b | x | 1
SELECT key, path, value FROM mem WHERE as_of = 'now' AND path IN ('x', 'late', 'user.name') ORDER BY key;
-- → a | user.name | Grace
-- → c | late | 1
SELECT key, path FROM mem WHERE as_of = '2026-07-03 04:30' AND scope = 'sensory';
-- → a | seen
SELECT key, path FROM mem WHERE as_of = '2026-07-03 04:30' AND under = 'user' ORDER BY key, scope, path;
-- → a | user
-- → a | user.name
-- → a | user.tags
SELECT as_of, path FROM mem('a') WHERE as_of IN ('2026-07-03 04:30', '#last') AND path = 'user.name' ORDER BY value;
-- → 2026-07-03 04:30 | user.name
-- → #last | user.name

-- Each event as a moment.
SELECT seq - (SELECT min(seq) FROM mem_event), (SELECT count(*) FROM mem('a', '#' || seq)), (SELECT count(*) FROM mem('b', id))
  FROM mem_event ORDER BY seq;
-- → 0 | 3 | 0
-- → 1 | 3 | 1
-- → 2 | 4 | 1
-- → 3 | 5 | 1
-- → 4 | 7 | 1
-- → 3600000000 | 7 | 1
-- → 3600000001 | 6 | 1
-- → 3600000002 | 5 | 1
-- → 3600000003 | 5 | 0
-- → 3600000004 | 5 | 0

SELECT count(*) FROM (SELECT key, path, type, json, scope FROM mem EXCEPT
  SELECT key, path, type, json, scope FROM mem WHERE as_of = '#last');
-- → 0
SELECT count(*) FROM (SELECT key, path, type, json, scope FROM mem WHERE as_of = '#last' EXCEPT
  SELECT key, path, type, json, scope FROM mem);
-- → 0

SELECT * FROM mem('a', '25:61');
-- ! 25:61
SELECT * FROM mem('a', '00000000-0000-8000-8000-000000000000');
-- ! there is no such event

-- Where changes were not recorded the past is not known.
SELECT mem_config('memory.generate-event.short-term-write', 0) IS NULL, mem_set('a', 'unrecorded', 1)->>'path';
-- → 0 | unrecorded
SELECT count(*) FROM mem('a', '#last');
-- ! memlog: short_term memory of key a at position
SELECT count(*) FROM mem('a', '#last', 'sensory');
-- → 0
SELECT count(*) FROM mem WHERE as_of = '#last';
-- ! memlog: short_term memory of key a at position
SELECT count(*) FROM mem('c', '#last');
-- → 1

-- What was is not disturbed by what is written while it is read.
SELECT mem_config('memory.generate-event.short-term-write', NULL) IS NULL;
-- → 0
SELECT mem_set('a', 'recorded', 1)->>'path';
-- → recorded
SELECT count(mem_set(key || '.copy', path, json)) FROM mem WHERE as_of = '#last' AND json IS NOT NULL;
-- → 6
SELECT key, count(*) FROM mem GROUP BY key;
-- → a | 7
-- → a.copy | 7
-- → c | 1
-- → c.copy | 1
