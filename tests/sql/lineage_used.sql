-- What a search returned, what was taken of it, what stood in the context, and what was used are four things (AGT-049).
-- clock: 2026-07-03 04:22:36
CREATE TEMP TABLE my(name TEXT, id TEXT);
SELECT count(mem_item_put('u', 's', 'tea' || value, 'tea number ' || value)) FROM json_each('[1,2,3,4,5]');
-- → 5
INSERT INTO my SELECT 'search', min(retrieval) FROM mem_search('u', 's', 'tea number', 9);
INSERT INTO my SELECT id, 'record:' || record || '@1' FROM mem_items('u', 's');
SELECT mem_select((SELECT id FROM my WHERE name = 'search'), json_group_array(id)) IS NOT NULL FROM my WHERE name IN ('tea1', 'tea2', 'tea3');
-- → 1
INSERT INTO my SELECT 'context', mem_place('chat', json_array(a.id, b.id), json_object('retrieval', s.id)) FROM my AS a, my AS b, my AS s WHERE a.name = 'tea1' AND b.name = 'tea2' AND s.name = 'search';
INSERT INTO my SELECT 'claim', mem_claim('It is tea', id) FROM my WHERE name = 'tea2';
INSERT INTO my SELECT 'effect', mem_effect('pour', id, '{"outcome":"failed"}') FROM my WHERE name = 'claim';
SELECT relation, count(*) FROM memlog_v_edge WHERE relation IN ('selected', 'chosen', 'placed', 'refers_to') GROUP BY relation ORDER BY 2 DESC;
-- → selected | 5
-- → chosen | 3
-- → placed | 2
-- → refers_to | 1

-- The failure is one of what was used alone, from either side. (What a search looked at is met behind found_by.)
SELECT group_concat(detail ->> 'id') FROM mem_lineage((SELECT id FROM my WHERE name = 'effect')) WHERE entity = 'record';
-- → tea2
SELECT name, (SELECT group_concat(edge, ' ') FROM (SELECT edge FROM mem_lineage(my.id, 'forward') WHERE depth > 0 ORDER BY depth, edge)) AS reached FROM my WHERE name GLOB 'tea*' ORDER BY name;
-- → tea1 | chosen placed
-- → tea2 | chosen placed refers_to used
-- → tea3 | chosen found_by
-- → tea4 | selected found_by
-- → tea5 | selected found_by
SELECT numerator, denominator FROM mem_metric WHERE name = 'memlog_effect_failure_ratio' AND class = 'failed' AND window = 'all';
-- → 1 | 1
SELECT change, count(*) FROM memlog_v_lifecycle WHERE change IN ('selected', 'inserted_into_context', 'used_by_action') GROUP BY change ORDER BY change;
-- → inserted_into_context | 2
-- → selected | 5
-- → used_by_action | 1

-- A claim that rests on all of a context, and one that names a version of it, too: what is done because of it used each once.
INSERT INTO my SELECT 'all', mem_claim('There is tea', json_array(c.id, t.id)) FROM my AS c, my AS t WHERE c.name = 'context' AND t.name = 'tea1';
INSERT INTO my SELECT 'serve', mem_effect('serve', id) FROM my WHERE name = 'all';
SELECT m.name, count(*) FROM memlog_v_lifecycle AS l JOIN my AS m ON m.id = 'record:' || l.record || '@1' WHERE l.change = 'used_by_action' GROUP BY m.name;
-- → tea1 | 1
-- → tea2 | 2
SELECT * FROM mem_lineage_break;
-- no rows

-- What was used only through claims upon claims, and found by another search, too, is met by the search; the edges say that it was used.
INSERT INTO my SELECT 'far context', mem_place('far', id) FROM my WHERE name = 'tea5';
INSERT INTO my SELECT 'far 1', mem_claim('far', id) FROM my WHERE name = 'far context';
INSERT INTO my SELECT 'far 2', mem_claim('farther', id) FROM my WHERE name = 'far 1';
INSERT INTO my SELECT 'near', mem_claim('near', json_array(c.id, f.id)) FROM my AS c, my AS f WHERE c.name = 'context' AND f.name = 'far 2';
INSERT INTO my SELECT 'drink', mem_effect('drink', id) FROM my WHERE name = 'near';
SELECT edge, depth FROM my, mem_lineage(my.id) AS w WHERE name = 'drink' AND w.detail ->> 'id' = 'tea5';
-- → selected | 4
WITH RECURSIVE used(id, version) AS (SELECT e.id_blob, 0 FROM memlog_v_entity AS e JOIN my ON my.id = e.id WHERE my.name = 'drink'
    UNION SELECT e.to_id, e.to_version FROM used AS u JOIN memlog_edge AS e ON e.from_id = u.id AND e.from_version IN (u.version, 0)
     WHERE e.relation IN ('used', 'refers_to', 'placed', 'revises', 'derived_from'))
SELECT i.id FROM used AS u JOIN memlog_item AS i ON i.record = u.id AND i.version = u.version ORDER BY 1;
-- → tea1
-- → tea2
-- → tea5
WITH RECURSIVE used(id, version) AS (SELECT record, version FROM memlog_item WHERE id = 'tea5'
    UNION SELECT e.from_id, e.from_version FROM used AS u JOIN memlog_edge AS e ON e.to_id = u.id AND e.to_version IN (u.version, 0)
     WHERE e.relation IN ('used', 'refers_to', 'placed', 'revises', 'derived_from'))
SELECT n.type, n.detail ->> 'text', n.detail ->> 'name' FROM used AS u JOIN memlog_entity AS n ON n.id = u.id WHERE n.type <> 'placement' ORDER BY n.id;
-- → claim | far | ∅
-- → claim | farther | ∅
-- → claim | near | ∅
-- → effect | ∅ | drink
