-- AGT-043: every way there is to change memory leaves an event with the same columns filled; there is none that does
-- not.
-- clock: 2026-07-03 04:22:36.087914
CREATE TEMP TABLE seen(n);
INSERT INTO seen SELECT count(*) FROM mem_event;
CREATE TEMP VIEW news AS SELECT type, value, removed, containers, action, run,
  meta FROM mem_event ORDER BY seq DESC LIMIT 1;

SELECT mem_set('k', 'set', 1)->>'path';
SELECT * FROM news;
-- → _short_term_write_event | {"set":1} | ∅ | ∅ | ∅ | ∅ | ∅
SELECT mem_set_json('k', 'json', '[1]')->>'path';
SELECT value FROM news;
-- → {"json":[1]}
SELECT mem_set_tree('k', 'tree', '{"a":1,"b":{}}');
SELECT value, removed, containers FROM news;
-- → {"tree.a":1} | ∅ | {"tree.b":"object"}
SELECT mem_new_object('k', 'object')->>'path';
SELECT value, containers FROM news;
-- → {"object":null} | {"object":"object"}
SELECT mem_incr('k', 'count', 2);
SELECT value FROM news;
-- → {"count":2}
SELECT mem_append('k', 'list', 'a')->>'path';
SELECT value, containers FROM news;
-- → {"list.0":"a"} | …
SELECT mem_append_json('k', 'list', '{"b":1}')->>'path';
SELECT value FROM news;
-- → {"list.1":{"b":1}}
SELECT mem_pop('k', 'list');
SELECT value, removed FROM news;
-- → {} | ["list.1"]
SELECT mem_delete('k', 'set');
SELECT value, removed FROM news;
-- → {} | ["set"]
INSERT INTO mem(key, path, value) VALUES ('k', 'row', 1);
SELECT value FROM news;
-- → {"row":1}
INSERT INTO mem(key, path, type) VALUES ('k', 'made', 'object');
SELECT value, containers FROM news;
-- → {"made":null} | {"made":"object"}
UPDATE mem SET value = 2 WHERE key = 'k' AND path = 'row';
SELECT value FROM news;
-- → {"row":2}
UPDATE mem SET path = 'renamed' WHERE key = 'k' AND path = 'row';
SELECT value, removed FROM news;
-- → {"renamed":2} | ["row"]
REPLACE INTO mem(key, path, value) VALUES ('k', 'renamed', 3);
SELECT value FROM news;
-- → {"renamed":3}
DELETE FROM mem WHERE key = 'k' AND path = 'renamed';
SELECT value, removed FROM news;
-- → {} | ["renamed"]
CREATE VIRTUAL TABLE temp.mine USING mem('k');
INSERT INTO mine(path, value) VALUES ('own', 1);
SELECT value FROM news;
-- → {"own":1}
UPDATE mine SET value = 2 WHERE path = 'own';
SELECT value FROM news;
-- → {"own":2}
DELETE FROM mine WHERE path = 'own';
SELECT removed FROM news;
-- → ["own"]
SELECT count(*) - (SELECT n FROM seen), mem_rebuild_at('k', 'now') = mem_snapshot('k') FROM mem_event;
-- → 18 | 1

-- In an action of a run, by one path and by another: the same columns filled (AGT-042, AGT-046).
SELECT mem_run_begin('k') > 0;
BEGIN;
SELECT mem_action('write', NULL, '{"actor":"A"}'), mem_set('k', 'x', 1)->>'path';
COMMIT;
BEGIN;
SELECT mem_action('write', NULL, '{"actor":"B"}');
INSERT OR REPLACE INTO mem(key, path, value) VALUES ('k', 'x', 2), ('k', 'y', 2);
COMMIT;
SELECT type, key, value, run > 0, action, meta, txn = seq FROM mem_event WHERE action = 'write' ORDER BY seq;
-- → _short_term_write_event | k | {"x":1} | 1 | write | {"actor":"A"} | 1
-- → _short_term_write_event | k | {"x":2,"y":2} | 1 | write | {"actor":"B"} | 1
-- Who made it, who changed it last: the first and the last event that name the path.
SELECT min(seq), (SELECT meta->>'actor' FROM mem_event WHERE key = 'k' AND mem_pick(value, 'x') IS NOT NULL
       ORDER BY seq LIMIT 1),
       (SELECT meta->>'actor' FROM mem_event WHERE key = 'k' AND mem_pick(value, 'x') IS NOT NULL
  ORDER BY seq DESC LIMIT 1) FROM mem_event WHERE action = 'write';
-- → … | A | B

-- AGT-054: a deletion is seen at once by every open connection; nothing answers from what it once read.
SELECT mem_set('c', 'marker', 'MARKER-1')->>'path', mem_get('c', 'marker');
-- → marker | MARKER-1
-- connection: B
SELECT mem_get('c', 'marker'), (SELECT count(*) FROM mem WHERE value = 'MARKER-1'), mem_snapshot('c');
-- → MARKER-1 | 1 | {"marker":"MARKER-1"}
-- connection: A
SELECT mem_delete('c', '');
-- → 1
-- connection: B
SELECT mem_get('c', 'marker'), (SELECT count(*) FROM mem WHERE value = 'MARKER-1'), mem_snapshot('c'),
       mem_recent('c', 'l', 1);
-- → ∅ | 0 | {} | []

-- AGT-036: the past is asked first, limits after: what was current then is found among many newer keys.
-- connection: A
-- clock: 2026-07-04 00:00:00
SELECT mem_set('old', 'fact', 'was so')->>'path';
-- clock: 2026-07-05 00:00:00
SELECT mem_set('old', 'fact', 'is so')->>'path', mem_set('old', 'gone', 1)->>'path', mem_delete('old', 'gone');
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
  SELECT count(mem_set(printf('new%04d', i), 'fact', i)) FROM n;
-- → 1000
COMMIT;
SELECT key, value FROM mem WHERE as_of = '2026-07-04 12:00:00' AND path = 'fact' LIMIT 10;
-- → old | was so
SELECT count(*) FROM mem WHERE path = 'fact';
-- → 1001

-- AGT-067, AGT-061: filters compare what is stored: JSON in its one spelling, integers as integers, text bound as text.
SELECT mem_set_json('f', 't', '[1,  2]')->>'type', mem_set_json('f', 'o', '{ "b":2,"a":1 }')->>'type',
       mem_set('f', 'id', 9007199254740993)->>'type';
SELECT path FROM mem('f') WHERE value = '[1,2]' OR value = '{"b":2,"a":1}' OR value = 9007199254740993;
-- → id
-- → o
-- → t
SELECT count(*) FROM mem('f') WHERE value = 9007199254740992.0 AND value = 9007199254740993;
-- → 0
-- AGT-064: null, missing, other.
SELECT mem_set_json('n1', 'a', 'null')->>'type', mem_set('n2', 'b', 1)->>'type', mem_set('n3', 'a', 5)->>'type',
       mem_set('n4', 'a', 6)->>'type';
SELECT key FROM mem WHERE path = 'a' AND type = 'null';
-- → n1
SELECT key FROM (SELECT 'n1' AS key UNION ALL VALUES ('n2'), ('n3'), ('n4')) WHERE NOT mem_exists(key, 'a');
-- → n2
SELECT key FROM mem WHERE path = 'a' AND value IS NOT 5 AND key LIKE 'n_';
-- → n1
-- → n4
