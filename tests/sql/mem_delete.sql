-- The table mem, DELETE, and what cannot be written: the past.
-- clock: 2026-07-03 04:22:36.087914
INSERT INTO mem(key, path, value) VALUES ('a', 'x.y.z', 1), ('a', 'x.y-', 2), ('a', 'keep', 3), ('b', 'x', 4);
INSERT INTO mem(key, path, value, scope) VALUES ('a', 'x.y', 5, 'sensory');
SELECT mem_append('a', 'list', column1)->>'path' FROM (VALUES (1), (2), (3));
-- → list.0
-- → list.1
-- → list.2

DELETE FROM mem WHERE key = 'a' AND path = 'x.y' AND scope = 'short_term';
SELECT key, path, value, scope FROM mem WHERE under = 'x';
-- → a | x | ∅ | sensory
-- → a | x.y | 5 | sensory
-- → a | x | ∅ | short_term
-- → a | x.y- | 2 | short_term
-- → b | x | 4 | short_term
-- Deleting the last child keeps the parent; indexes of a list are not used again.
DELETE FROM mem WHERE path IN ('x.y-', 'list.2', 'list.0');
SELECT mem_append('a', 'list', 4)->>'path', mem_get('a', 'list'), mem_type('a', 'x');
-- → list.3 | [2,4] | object
DELETE FROM mem('a') WHERE under = 'x';
-- ! near "("
DELETE FROM mem WHERE of_key = 'a' AND under = 'x';
SELECT key, path FROM mem;
-- → a | keep
-- → a | list
-- → a | list.1
-- → a | list.3
-- → b | x
SELECT value, removed FROM mem_event WHERE key = 'a' ORDER BY seq DESC LIMIT 1;
-- → {} | ["x"]

UPDATE mem SET value = 1 WHERE of_key = 'a' AND as_of = '#last';
-- ! memlog: mem: rows of the past (as_of) cannot be written
DELETE FROM mem WHERE of_key = 'a' AND as_of = '2026-07-03';
DELETE FROM mem WHERE of_key = 'a' AND as_of = '2026-07-04' AND path = 'keep';
-- ! memlog: mem: rows of the past (as_of) cannot be written
SELECT count(*) FROM mem;
-- → 5

DELETE FROM mem WHERE key = 'a' RETURNING path;
-- ! DELETE RETURNING is not available on virtual tables
DELETE FROM mem;
SELECT count(*) FROM mem;
-- → 0
SELECT key, value, removed FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → b | {} | ["x"]
-- → a | {} | ["keep","list"]
-- A list that begins anew begins at 0.
SELECT mem_append('a', 'list', 5)->>'path';
-- → list.0
SELECT count(*) FROM (SELECT key, path, type, json, scope FROM mem EXCEPT
  SELECT key, path, type, json, scope FROM mem WHERE as_of = '#last');
-- → 0
