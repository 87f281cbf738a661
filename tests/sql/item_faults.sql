-- Faults that other systems had with long-term memory.
-- clock: 2026-07-03 04:22:36

-- AGT-021: when something is true in the world is never guessed; what is observed later is recorded later.
SELECT mem_item_put('u', 's', 'seen', 'The gate was open', '{"metadata":{"observed":"2019-03-04"}}'), mem_item_put('u', 's', 'told', 'The gate was shut', '{"valid_from":"2019-03-04"}');
-- → seen | told
SELECT id, valid_from, created_at FROM mem_items('u', 's');
-- → seen | ∅ | 2026-07-03 04:22:36.000000
-- → told | 2019-03-04 00:00:00.000000 | 2026-07-03 04:22:36.000000

-- AGT-040: what is logged is the outcome, with the record it belongs to: of three facts that are proposed one is known already, one is refused.
CREATE TRIGGER gate AFTER INSERT ON memlog_event WHEN NEW.type = '_long_term_update_event' AND NEW.value GLOB '*secret*' BEGIN SELECT raise(ABORT, 'not admitted'); END;
SELECT mem_item_add('m', 's', 'Likes tea', '{"id":"a"}'), mem_item_add('m', 's', 'Likes tea');
-- → a | a
SELECT mem_item_add('m', 's', 'A secret');
-- ! not admitted
SELECT mem_item_put('m', 's', 'a', 'Likes coffee');
-- → a
SELECT mem_rebuild_at('m', '#' || seq, 'long_term') FROM mem_event WHERE key = 'm';
-- → {"s.a":"Likes tea"}
-- → {"s.a":"Likes tea"}
-- → {"s.a":"Likes coffee"}
SELECT count(DISTINCT record), count(*) FROM mem_items('m', 's', '{"versions":true}');
-- → 1 | 2
DROP TRIGGER gate;

-- AGT-076: what can be written can be read, filtered, searched and removed, whatever its name.
CREATE TABLE name(n TEXT);
INSERT INTO name VALUES('team-a'), ('a:b'), ('a/b'), ('a b'), ('main'), ('or'), ('x"y'), ('*'), ('NEAR'), ('表'), ('😀'), ('a.b'), ('%'), ('[');
SELECT count(mem_item_put(n, n, n, 'something of ' || n, json_object('metadata', json_object(n, n), 'category', n))) FROM name;
-- → 14
SELECT sum(mem_item_get(n, n, n) = 'something of ' || n), sum((SELECT count(*) FROM mem_items(n, n, json_object('category', n))) = 1) FROM name;
-- → 14 | 14
SELECT sum((SELECT id FROM mem_search(n, n, 'something')) = n), sum((SELECT count(*) FROM mem_search(n, NULL, 'something', 10, json_object('category', n))) = 1) FROM name;
-- → 14 | 14
SELECT sum(mem_item_remove(n, n, n)), (SELECT sum((SELECT count(*) FROM mem_search(n, n, 'something'))) FROM name) FROM name;
-- → 14 | 0

-- AGT-090: one fact that is added 500 times is one item, and each time the event says so.
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT count(DISTINCT mem_item_add('d', 's', 'The sky is blue')) FROM n;
-- → 1
SELECT count(*), max(version) FROM mem_items('d', 's', '{"versions":true}');
-- → 1 | 1
SELECT count(*), count(json_extract(meta, '$.duplicate')) FROM mem_event WHERE key = 'd';
-- → 500 | 499
-- AGT-091: what differs in a digit is another fact.
SELECT mem_item_add('d', 't', 'build took 41 s') <> mem_item_add('d', 't', 'build took 47 s');
-- → 1

-- AGT-093: a fact that holds in two periods is two items of it.
SELECT mem_item_put('f', 's', 'january', 'On holiday', '{"valid_from":"2026-01-01","valid_to":"2026-01-11"}'), mem_item_put('f', 's', 'march', 'On holiday', '{"valid_from":"2026-03-01","valid_to":"2026-03-11"}');
-- → january | march
SELECT day, (SELECT group_concat(id) FROM mem_items('f', 's', json_object('valid_at', day))), (SELECT count(*) FROM mem_search('f', 's', 'holiday', 10, json_object('valid_at', day)))
  FROM (SELECT column1 AS day FROM (VALUES('2025-12-31 23:59:59'), ('2026-01-01'), ('2026-01-10 23:59:59.999999'), ('2026-01-11'), ('2026-02-05'), ('2026-03-05')));
-- → 2025-12-31 23:59:59 | ∅ | 0
-- → 2026-01-01 | january | 1
-- → 2026-01-10 23:59:59.999999 | january | 1
-- → 2026-01-11 | ∅ | 0
-- → 2026-02-05 | ∅ | 0
-- → 2026-03-05 | march | 1
SELECT * FROM mem_verify;
