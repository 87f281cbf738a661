-- Reading mem and writing it in one statement: the reading ends, and sees what was there when it began.
-- clock: 2026-07-03 04:22:36.087914
INSERT INTO mem(key, path, value) VALUES ('a', 'x', 1), ('a', 'y', 'two'), ('b', 'x', 3);
INSERT INTO mem(key, path, value, scope) VALUES ('a', 'x', 'seen', 'sensory');

-- ---- each call commits by itself ----

SELECT mem_set(key, path || 'x', value, scope)->>'path', key, path, value, type, scope FROM mem;
-- → xx | a | x | seen | text | sensory
-- → xx | a | x | 1 | integer | short_term
-- → yx | a | y | two | text | short_term
-- → xx | b | x | 3 | integer | short_term
SELECT count(*) FROM mem;
-- → 8
SELECT mem_delete(key, path, scope), path FROM mem WHERE key = 'b';
-- → 1 | x
-- → 1 | xx
SELECT mem_delete(key, ''), path FROM mem WHERE key = 'a' AND scope = 'short_term';
-- → 4 | x
-- → 0 | xx
-- → 0 | y
-- → 0 | yx

-- ---- in a transaction ----

BEGIN;
SELECT count(mem_append(key, 'seen', path)) FROM mem;
-- → 2
SELECT count(mem_set(key, 'n' || replace(path, '.', '_'), 1)) FROM mem m WHERE EXISTS (SELECT 1 FROM mem WHERE key = m.key AND path LIKE 'seen%');
-- → 5
COMMIT;
SELECT path, scope FROM mem;
-- → x | sensory
-- → xx | sensory
-- → nseen | short_term
-- → nseen_0 | short_term
-- → nseen_1 | short_term
-- → nx | short_term
-- → nxx | short_term
-- → seen | short_term
-- → seen.0 | short_term
-- → seen.1 | short_term

-- ---- joins: what is begun after a write sees it, and ends all the same ----

DELETE FROM mem;
INSERT INTO mem(key, path, value) VALUES ('a', 'x', 1), ('b', 'x', 2);
CREATE TEMP TABLE times(n);
INSERT INTO times VALUES (1), (2);
SELECT n, key, path, mem_set(key, 'w' || n || path, n)->>'path' FROM times CROSS JOIN mem;
-- → 1 | a | x | w1x
-- → 1 | b | x | w1x
-- → 2 | a | w1x | w2w1x
-- → 2 | a | x | w2x
-- → 2 | b | w1x | w2w1x
-- → 2 | b | x | w2x
SELECT count(mem_set(a.key, a.path || b.path, 1)) FROM mem('a') a CROSS JOIN mem('b') b;
-- → 16

-- ---- statements that write ----

DELETE FROM mem;
INSERT INTO mem(key, path, value) VALUES ('a', 'x', 1), ('a', 'y.z', 'two');
INSERT INTO mem(key, path, value, type) SELECT 'b', path, value, type FROM mem;
INSERT INTO mem(key, path, json, scope) SELECT key, 'copy.' || path, json, 'sensory' FROM mem WHERE json IS NOT NULL;
CREATE VIRTUAL TABLE temp.a USING mem('a');
INSERT INTO a(path, json) SELECT 'again.' || path, json FROM mem WHERE key = 'a' AND json IS NOT NULL AND scope = 'short_term';
INSERT INTO mem(key, path, json) SELECT 'c', path, json FROM a WHERE json IS NOT NULL AND scope = 'short_term';
UPDATE mem SET value = (SELECT count(*) FROM mem) WHERE key = 'c';
-- ! it is an object
UPDATE mem SET value = (SELECT count(*) FROM mem) WHERE key = 'c' AND type <> 'object';
UPDATE mem SET path = path || '_' WHERE key = 'c' AND path <> 'again';
DELETE FROM mem WHERE key IN (SELECT key FROM mem WHERE scope = 'sensory') AND path IN (SELECT path FROM mem('c'));
SELECT key, path, value, scope FROM mem;
-- → a | copy | ∅ | sensory
-- → a | copy.x | 1 | sensory
-- → a | copy.y | ∅ | sensory
-- → a | copy.y.z | two | sensory
-- → a | x | 1 | short_term
-- → a | y | ∅ | short_term
-- → a | y.z | two | short_term
-- → b | copy | ∅ | sensory
-- → b | copy.x | 1 | sensory
-- → b | copy.y | ∅ | sensory
-- → b | copy.y.z | two | sensory
-- → b | x | 1 | short_term
-- → b | y | ∅ | short_term
-- → b | y.z | two | short_term
-- → c | again | ∅ | short_term
-- → c | again.x_ | 25 | short_term
-- → c | again.y_ | ∅ | short_term
-- → c | again.y_.z | 25 | short_term
-- → c | x_ | 25 | short_term
-- → c | y_ | ∅ | short_term
-- → c | y_.z | 25 | short_term
SELECT count(*) FROM (SELECT key, path, type, json, scope FROM mem EXCEPT
  SELECT key, path, type, json, scope FROM mem WHERE as_of = '#last');
-- → 0
