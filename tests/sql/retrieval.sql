-- What a search found and left out is kept in lineage.
-- clock: 2026-07-03 04:22:36.087914

CREATE TEMP VIEW edge AS SELECT e.relation, i.id, e.to_version AS version, e.rank, e.score, e.reason, e.from_id FROM memlog_edge AS e
  JOIN memlog_item AS i ON i.record = e.to_id AND i.version = e.to_version;
CREATE TEMP VIEW last AS SELECT * FROM memlog_entity WHERE type = 'retrieval' ORDER BY id DESC LIMIT 1;
-- A connection that cannot write, a file without tables: nothing.
CREATE TABLE own(x);
-- connection: R, read only
SELECT count(*) FROM mem_search('u', NULL, 'tea');
-- → 0
-- close
-- connection: A

-- A search of an empty file is one, too.
SELECT count(*) FROM mem_search('u', NULL, 'tea');
-- → 0
SELECT type, key, detail ->> '$.candidates', detail ->> '$.left_out', detail ->> '$.limit', detail -> '$.filters', detail -> '$.sets', txn = (SELECT max(seq) FROM memlog_event), length(detail ->> 'query') FROM last;
-- → retrieval | u | 0 | 0 | 10 | ∅ | ∅ | 1 | 32

SELECT mem_item_put('u', 's', 'a', 'green tea'), mem_item_put('u', 's', 'b', 'black tea of the house', '{"sensitivity":8}'),
  mem_item_put('u', 't', 'c', 'tea and milk', '{"importance":2}'), mem_item_put('u', 't', 'd', 'tea', '{"valid_to":"2020-01-01"}'),
  mem_item_put('u', 't', 'e', 'herbal tea', '{"kind":"semantic"}'), mem_item_put('u', 't', 'f', 'tea of a kind', '{"kind":"preference","metadata":{"x":1}}'),
  mem_item_put('v', 't', 'g', 'tea of another key');
-- → a | b | c | d | e | f | g
SELECT mem_item_put('u', 's', 'a', 'green tea in the morning');
-- → a

-- What is selected is what came, with rank and score; the column says which retrieval it is.
CREATE TEMP TABLE came AS SELECT * FROM mem_search('u', NULL, 'tea', 2, '{"min_score":0,"relativity":0,"max_sensitivity":5,"valid_at":"2026-01-01"}');
SELECT count(*), count(DISTINCT retrieval), (SELECT count(*) FROM came JOIN edge USING (id, version, rank, score) JOIN last ON edge.from_id = last.id WHERE relation = 'selected') FROM came;
-- → 3 | 1 | 3
SELECT lower(hex(id)) = replace((SELECT min(retrieval) FROM came), '-', ''), detail -> '$.filters', detail ->> '$.mode', detail ->> '$.index' FROM last;
-- → 1 | {"min_score":0,"relativity":0,"max_sensitivity":5,"valid_at":"2026-01-01"} | keyword | text:…
-- It has looked no further than it had to: b has more words.
SELECT relation, id, version, rank, reason FROM edge WHERE from_id = (SELECT id FROM last) AND relation = 'left_out' ORDER BY id;
-- → left_out | d | 1 | ∅ | not_valid

-- With all it looks at everything, and each reason has its word.
CREATE TEMP TABLE why(reason, options);
INSERT INTO why VALUES('kind', '{"kind":"semantic"}'), ('category', '{"category":"x"}'), ('importance', '{"min_importance":2}'), ('filter', '{"filter":{"x":1}}'),
  ('min_score', '{"min_score":1}'), ('relativity', '{"relativity":0.97}'), ('per_set', '{"per_set":1}'), ('preference_limit', '{"preference_limit":0}'),
  ('limit', '{"preference_limit":null}'), ('sensitive', '{"max_sensitivity":0}'), ('not_valid', '{"valid_at":"2025-01-01"}');
CREATE TEMP TABLE saw AS SELECT why.reason, s.retrieval, s.id, s.rank, s.why FROM why, mem_search('u', NULL, 'tea', 3, json_patch('{"all":true,"min_score":0,"relativity":0}', why.options)) AS s;
SELECT saw.reason, count(*), count(*) = (SELECT count(*) FROM memlog_v_edge AS e WHERE e.from_id = saw.retrieval),
  (SELECT count(*) > 0 FROM memlog_v_edge AS e WHERE e.from_id = saw.retrieval AND e.relation = 'left_out' AND e.reason = saw.reason AND e.rank IS NULL),
  count(rank) = (SELECT count(*) FROM memlog_v_edge AS e WHERE e.from_id = saw.retrieval AND e.relation = 'selected'),
  (SELECT detail ->> 'candidates' FROM memlog_v_entity WHERE id = saw.retrieval) FROM saw GROUP BY saw.reason;
-- → category | 6 | 1 | 1 | 1 | 6
-- → filter | 6 | 1 | 1 | 1 | 6
-- → importance | 6 | 1 | 1 | 1 | 6
-- → kind | 6 | 1 | 1 | 1 | 6
-- → limit | 6 | 1 | 1 | 1 | 6
-- → min_score | 6 | 1 | 1 | 1 | 6
-- → not_valid | 6 | 1 | 1 | 1 | 6
-- → per_set | 6 | 1 | 1 | 1 | 6
-- → preference_limit | 6 | 1 | 1 | 1 | 6
-- → relativity | 6 | 1 | 1 | 1 | 6
-- → sensitive | 6 | 1 | 1 | 1 | 6
SELECT count(*) FROM mem_search('u', 't', 'tea', 10, '{"all":true,"dedup":"mmr","lambda":0}');
SELECT detail -> '$.sets', detail -> '$.filters' FROM last;
-- → ["t"] | {"all":true,"dedup":"mmr","lambda":0}

-- What has expired is left out as such.
SELECT mem_item_put('u', 's', 'x', 'tea for an hour', '{"expires_at":"2026-07-03 05:00"}');
-- → x
-- clock: 2026-07-03 06:00
SELECT count(*) FROM mem_search('u', NULL, 'hour');
-- → 0
SELECT relation, id, reason FROM edge WHERE from_id = (SELECT id FROM last);
-- → left_out | x | expired

-- Sixteen that were left out are listed, the others counted.
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70) SELECT count(mem_item_put('w', 's', 'i' || i, 'word ' || i, '{"sensitivity":3}')) FROM n;
-- → 70
SELECT count(*) FROM mem_search('w', NULL, 'word', 10, '{"max_sensitivity":1}');
-- → 0
SELECT count(*), detail ->> '$.candidates', detail ->> '$.left_out' FROM last, edge WHERE from_id = last.id;
-- → 16 | 70 | 54
SELECT count(*) FROM mem_search('w', NULL, 'word', 10, '{"max_sensitivity":1,"all":true}');
-- → 70
SELECT count(*), detail ->> '$.candidates', detail ->> '$.left_out' FROM last, edge WHERE from_id = last.id;
-- → 16 | 70 | 54
-- What there was only no room for comes last, however good it is.
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT count(mem_item_put('y', 's', 'good' || i, 'word ' || i)) FROM n;
-- → 20
SELECT count(mem_item_put('y', 's', 'long' || value, 'word ' || value || ' and what makes it long', '{"sensitivity":9}')) FROM json_each('[1,2,3,4,5]');
-- → 5
SELECT count(*), max(score) FILTER (WHERE why = 'over limit') > max(score) FILTER (WHERE why = 'too sensitive') FROM mem_search('y', NULL, 'word', 1, '{"all":true,"max_sensitivity":3}');
-- → 25 | 1
SELECT reason, count(*), detail ->> '$.candidates', detail ->> '$.left_out' FROM last, edge WHERE from_id = last.id AND relation = 'left_out' GROUP BY 1;
-- → limit | 11 | 25 | 8
-- → sensitive | 5 | 25 | 8

-- Of two lists.
SELECT mem_item_put('h', 's', 'a', 'one word'), mem_item_put('h', 's', 'b', 'other'), mem_item_put('h', 's', 'c', 'word two', '{"sensitivity":9}');
-- → a | b | c
SELECT mem_item_embed('h', 's', 'a', x'0000803f00000000'), mem_item_embed('h', 's', 'b', x'6666663fcdcccc3d'), mem_item_embed('h', 's', 'c', x'0000803fcdcccc3d');
SELECT id, rank FROM mem_search('h', NULL, 'word', 10, '{"vector":[1,0],"max_sensitivity":3}');
-- → a | 1
-- → b | 2
SELECT detail -> '$.filters', detail ->> '$.mode', detail ->> '$.index', detail ->> '$.candidates', detail ->> '$.left_out' FROM last;
-- → {"max_sensitivity":3} | hybrid | text:…+vector | 3 | 0
SELECT relation, id, rank, reason FROM edge WHERE from_id = (SELECT id FROM last) ORDER BY id;
-- → selected | a | 1 | ∅
-- → selected | b | 2 | ∅
-- → left_out | c | ∅ | sensitive
SELECT id FROM mem_search('h', NULL, x'0000803f00000000', 1);
-- → a
SELECT length(detail ->> '$.query'), detail ->> '$.mode', detail ->> '$.index', detail ->> '$.text' FROM last;
-- → 32 | vector | vector | ∅

-- What stands and conflicts with one that was looked at, whichever way, and is none of them.
SELECT mem_item_put('k', 's', 'oslo', 'she lives in Oslo'), mem_item_put('k', 's', 'rome', 'Roma'), mem_item_put('k', 's', 'bonn', 'Bonn'), mem_item_put('k', 's', 'old', 'Ulm'), mem_item_put('k', 's', 'far', 'Pau');
-- → oslo | rome | bonn | old | far
SELECT length(mem_edge('{"key":"k","set":"s","id":"oslo"}', 'conflicts_with', '{"key":"k","set":"s","id":"rome"}')) > 0;
SELECT length(mem_edge('{"key":"k","set":"s","id":"bonn"}', 'conflicts_with', '{"key":"k","set":"s","id":"oslo"}')) > 0;
SELECT length(mem_edge('{"key":"k","set":"s","id":"oslo"}', 'conflicts_with', '{"key":"k","set":"s","id":"old"}')) > 0;
SELECT length(mem_edge('{"key":"k","set":"s","id":"far"}', 'conflicts_with', '{"key":"k","set":"s","id":"rome"}')) > 0;
SELECT mem_item_remove('k', 's', 'old');
-- → 1
SELECT id FROM mem_search('k', NULL, 'Oslo');
-- → oslo
SELECT relation, id, version, rank, score, reason FROM edge WHERE from_id = (SELECT id FROM last) AND relation <> 'selected' ORDER BY id;
-- → conflicting | bonn | 1 | ∅ | ∅ | ∅
-- → conflicting | rome | 1 | ∅ | ∅ | ∅
SELECT id FROM mem_search('k', NULL, 'Oslo Roma', 10, '{"min_score":0,"relativity":0}') ORDER BY id;
-- → oslo
-- → rome
SELECT relation, id FROM edge WHERE from_id = (SELECT id FROM last) AND relation <> 'selected' ORDER BY id;
-- → conflicting | bonn
-- → conflicting | far

-- The text, if that may be kept.
SELECT mem_config('lineage.query-text', 'true');
-- → true
SELECT id, retrieval IS NULL FROM mem_search('k', NULL, 'Oslo');
-- → oslo | 0
SELECT detail ->> '$.text' FROM last;
-- → Oslo
SELECT count(DISTINCT detail ->> '$.query') FROM memlog_entity WHERE key = 'k';
-- → 2

-- The switch: unset, as events; set, whatever they do.
CREATE TEMP TABLE switch AS SELECT 0 AS n, '' AS what WHERE 0;
SELECT mem_config('memory.generate-event.long-term-search', 'false');
SELECT id, retrieval FROM mem_search('k', NULL, 'Oslo');
-- → oslo | ∅
SELECT mem_config('lineage.retrieval', 'true');
SELECT id, retrieval IS NULL FROM mem_search('k', NULL, 'Oslo');
-- → oslo | 0
SELECT txn FROM last;
-- → ∅
SELECT mem_config('lineage.retrieval', 'false'), mem_config('memory.generate-event.long-term-search', NULL);
SELECT id, retrieval FROM mem_search('k', NULL, 'Oslo');
-- → oslo | ∅
SELECT type FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → _long_term_search_event
SELECT mem_config('lineage.retrieval', 'maybe');
-- ! memlog: option lineage.retrieval: it takes true, false, 1 or 0, not 'maybe'
SELECT mem_config('lineage.retrieval', NULL);

-- Observers, rolled back work, connections that cannot write, listeners: none.
CREATE TEMP TABLE before AS SELECT count(*) AS n FROM memlog_entity;
SELECT mem_observer(1);
SELECT id, retrieval FROM mem_search('k', NULL, 'Oslo');
-- → oslo | ∅
SELECT mem_observer(0);
BEGIN;
SELECT id, retrieval IS NULL FROM mem_search('k', NULL, 'Oslo');
-- → oslo | 0
ROLLBACK;
BEGIN;
SELECT mem_item_put('k', 's', 'y', 'Yale');
SAVEPOINT s;
SELECT id, retrieval IS NULL FROM mem_search('k', NULL, 'Oslo');
-- → oslo | 0
ROLLBACK TO s;
COMMIT;
-- connection: R, read only
SELECT id, retrieval FROM mem_search('k', NULL, 'Oslo');
-- → oslo | ∅
-- close
-- connection: A
CREATE TABLE heard(id, retrieval);
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.type = '_long_term_update_event' BEGIN
  INSERT INTO heard SELECT id, retrieval FROM mem_search('k', NULL, 'Oslo');
END;
SELECT mem_item_put('k', 's', 'z', 'Zug');
-- → z
SELECT * FROM heard;
-- → oslo | ∅
SELECT count(*) = (SELECT n FROM before) FROM memlog_entity;
-- → 1

-- That two conflict is said after a search, though the clock went back meanwhile: the search is not at fault.
-- clock: 2026-07-04 10:00:00
SELECT mem_item_put('z', 's', 'one', 'green tea'), mem_item_put('z', 's', 'two', 'black coffee');
-- → one | two
SELECT id FROM mem_search('z', 's', 'tea');
-- → one
-- clock: 2026-07-04 09:00:00
SELECT length(mem_edge('{"key":"z","set":"s","id":"one"}', 'conflicts_with', '{"key":"z","set":"s","id":"two"}'));
-- → 36
SELECT * FROM mem_lineage_break;
-- no rows
SELECT id FROM mem_search('z', 's', 'tea');
-- → one
SELECT relation, id FROM edge WHERE from_id = (SELECT id FROM last) ORDER BY relation;
-- → conflicting | two
-- → selected | one
SELECT * FROM mem_lineage_break;
-- no rows
