-- Searching by keywords: what comes, in which order, and why.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_item_add('u', 'food', 'Likes green tea in the morning', '{"id":"tea","kind":"preference","metadata":{"lang":"en"},"importance":7,"category":"drink"}');
SELECT mem_item_add('u', 'food', 'Green tea needs water of 80 degrees', '{"id":"water"}');
SELECT mem_item_add('u', 'work', json('{"topic":"tea","hours":[1,2.0]}'), '{"id":"json"}');
SELECT mem_item_add('u', 'work', 'Meetings start at nine', '{"id":"nine"}');
SELECT mem_item_add('v', 'food', 'Another one''s green tea', '{"id":"other"}');

SELECT set_name, id, rank, version, metadata, kind, category, importance, score > 0.3 AND score <= 1, why LIKE '%keyword %' FROM mem_search('u', NULL, 'green tea');
-- → food | tea | 1 | 1 | {"lang":"en"} | preference | drink | 7 | 1 | 1
-- → food | water | 2 | 1 | ∅ | ∅ | ∅ | ∅ | 1 | 1
-- Content comes back as it was given.
SELECT content, typeof(content), json_extract(content, '$.hours[1]') FROM mem_search('u', 'work', 'tea', 10, '{"relativity":0}');
-- → {"topic":"tea","hours":[1,2.0]} | text | 2.0
SELECT record = (SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-' || substr(h, 13, 4) || '-' || substr(h, 17, 4) || '-' || substr(h, 21) FROM (SELECT lower(hex(record)) AS h FROM memlog_item WHERE id = 'nine')) FROM mem_search('u', NULL, 'meetings');
-- → 1
SELECT id FROM mem_search('u', 'food', 'tea nine', 10, '{"min_score":0}');
-- → tea
-- → water
SELECT id FROM mem_search('v', NULL, 'green tea');
-- → other

-- Arguments by name, in joins, twice.
SELECT id, of_key, of_set, query, "limit", options FROM mem_search WHERE of_key = 'u' AND query = 'nine' AND "limit" = 3 AND options = '{"min_score": 0.1}';
-- → nine | u | ∅ | nine | 3 | {"min_score":0.1}
SELECT q.column1, s.id FROM (VALUES ('nine'), ('green')) AS q, mem_search('u', NULL, q.column1) AS s;
-- → nine | nine
-- → green | tea
-- → green | water
SELECT id FROM mem_search('u', NULL, 'nine') WHERE of_key = 'v';
-- no rows

-- Filters on columns choose among the rows that came.
SELECT id FROM mem_search('u', NULL, 'green tea', 1) WHERE set_name = 'work';
-- no rows
SELECT rank, id FROM mem_search('u', NULL, 'green tea') ORDER BY rank DESC;
-- → 2 | water
-- → 1 | tea

-- A new version is what is found, and what was removed is not.
SELECT mem_item_put('u', 'food', 'water', 'Black tea needs boiling water');
SELECT version, content FROM mem_search('u', NULL, 'boiling');
-- → 2 | Black tea needs boiling water
SELECT count(*) FROM mem_search('u', NULL, 'degrees');
-- → 0
SELECT mem_item_remove('u', 'food', 'tea');
SELECT count(*) FROM mem_search('u', NULL, 'morning');
-- → 0

-- Any text is a query, in any script.
SELECT mem_item_add('u', 'zh', '用户喜欢喝绿茶', '{"id":"zh"}'), mem_item_add('u', 'zh', 'party 🎂 for Leo', '{"id":"cake"}');
SELECT id FROM mem_search('u', NULL, '绿茶');
-- → zh
SELECT id FROM mem_search('u', NULL, '🎂');
-- → cake
SELECT count(*) FROM mem_search('u', NULL, '');
-- → 0
SELECT count(*) FROM mem_search('u', NULL, '"');
-- → 0
SELECT count(*) FROM mem_search('u', NULL, '-- ''); DROP TABLE x; "(');
-- → 0
SELECT id FROM mem_search('u', NULL, 'nine" OR (NEAR -start*');
-- → nine
