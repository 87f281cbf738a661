-- What options of a search ask for, and what they leave out, before the limit.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_item_add('u', 's', 'apple one', '{"id":"a","metadata":{"n":1,"lang":"en","author":{"name":"Ada"}},"kind":"semantic","category":"fruit","importance":2,"sensitivity":0}');
SELECT mem_item_add('u', 's', 'apple two', '{"id":"b","metadata":{"n":2.0,"lang":"de","tags":["x","y"]},"kind":"skill","category":"fruit","importance":5,"sensitivity":5}');
SELECT mem_item_add('u', 's', 'apple six', '{"id":"c","metadata":{"n":"2"},"kind":"skill","category":"other","importance":9,"sensitivity":9}');
SELECT mem_item_add('u', 't', 'apple ten', '{"id":"d","valid_from":"2026-01-01","valid_to":"2026-02-01"}');

SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"filter":{"n":2}}');
-- → b
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"filter":{"n":{"gte":1,"lt":2}}}');
-- → a
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"filter":{"lang":{"ne":"en"}}}');
-- → d,c,b
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"filter":{"author.name":{"in":["Ada","Bob"]}}}');
-- → a
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"filter":{"tags":{"contains":"y"}}}');
-- → b
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"kind":"skill"}');
-- → c,b
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"kind":["semantic","skill"],"category":["fruit"]}');
-- → b,a
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"min_importance":5}');
-- → c,b
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"max_sensitivity":5}');
-- → d,b,a
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"valid_at":"2026-01-31 23:59:59"}');
-- → d,c,b,a
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 10, '{"valid_at":"2026-02-01"}');
-- → c,b,a

-- Filters come before the limit.
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 1, '{"filter":{"lang":"en"}}');
-- → a
SELECT group_concat(id) FROM mem_search('u', NULL, 'apple', 2);
-- → d,c
SELECT count(*) FROM mem_search('u', NULL, 'apple', 0);
-- → 0
SELECT group_concat(set_name || id) FROM mem_search('u', NULL, 'apple', 10, '{"per_set":1}');
-- → td,sc

-- With all, what was left out comes, too, and says why (AGT-102).
SELECT id, rank, why FROM mem_search('u', NULL, 'apple', 1, '{"all":true,"filter":{"lang":{"exists":true}},"max_sensitivity":5,"kind":["semantic","skill"],"min_importance":3}') WHERE rank IS NULL;
-- → d | ∅ | another kind
-- → c | ∅ | too sensitive
-- → a | ∅ | below min_importance
SELECT id, rank, why FROM mem_search('u', NULL, 'apple', 1, '{"all":true,"filter":{"lang":{"exists":true}},"valid_at":"2026-07-01"}') WHERE rank IS NULL;
-- → d | ∅ | not valid then
-- → c | ∅ | filter metadata.lang
-- → a | ∅ | over limit
SELECT id, why, content, metadata FROM mem_search('u', NULL, 'apple', 10, '{"all":true,"max_sensitivity":8,"per_set":1,"category":"fruit"}') WHERE rank IS NULL;
-- → d | another category | apple ten | ∅
-- → c | too sensitive | ∅ | ∅
-- → a | over per_set | apple one | {"n":1,"lang":"en","author":{"name":"Ada"}}

-- What has expired is out before the limit (AGT-030).
SELECT mem_item_add('u', 's', 'apple old', '{"id":"old","expires_at":"2026-07-03 05:00:00"}');
SELECT id FROM mem_search('u', NULL, 'apple', 1);
-- → old
-- clock: 2026-07-03 05:00:00
SELECT id FROM mem_search('u', NULL, 'apple', 1);
-- → d
SELECT id, rank, content, why FROM mem_search('u', NULL, 'old', 1, '{"all":true}');
-- → old | ∅ | ∅ | expired

-- Thresholds.
SELECT mem_item_add('w', 's', 'cherry banana apple pear', '{"id":"all"}'), mem_item_add('w', 's', 'nothing but one cherry here', '{"id":"one"}');
SELECT id FROM mem_search('w', NULL, 'cherry banana apple pear', 10, '{"relativity":0,"min_score":0}');
-- → all
-- → one
SELECT id FROM mem_search('w', NULL, 'cherry banana apple pear', 10, '{"relativity":0.9,"min_score":0}');
-- → all
SELECT id, why FROM mem_search('w', NULL, 'cherry banana apple pear', 10, '{"relativity":0.9,"min_score":0,"all":true}') WHERE rank IS NULL;
-- → one | below relativity
SELECT id, why FROM mem_search('w', NULL, 'cherry banana apple pear', 10, '{"relativity":0,"min_score":0.9,"all":true}') WHERE id = 'one';
-- → one | below min_score

-- Preferences have a number of their own.
SELECT count(mem_item_add('p', 's', 'likes tea ' || column1, '{"kind":"preference","id":"p' || column1 || '"}')) FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8));
SELECT count(mem_item_add('p', 's', 'facts: tea ' || column1, '{"id":"f' || column1 || '"}')) FROM (VALUES (1), (2), (3));
SELECT count(*), sum(kind = 'preference'), sum(why LIKE 'preference, %') FROM mem_search('p', NULL, 'tea', 2);
-- → 8 | 6 | 6
SELECT count(*), sum(kind = 'preference') FROM mem_search('p', NULL, 'tea', 2, '{"preference_limit":1}');
-- → 3 | 1
SELECT count(*), total(kind = 'preference') FROM mem_search('p', NULL, 'tea', 2, '{"preference_limit":0}');
-- → 2 | 0.0
SELECT count(*) FROM mem_search('p', NULL, 'tea', 2, '{"preference_limit":null}');
-- → 2
SELECT count(*) FROM mem_search('p', NULL, 'tea', 20, '{"kind":"preference","preference_limit":null}');
-- → 8
SELECT count(*) FROM mem_search('p', NULL, 'tea', 0);
-- → 0

-- What repeats makes room.
SELECT mem_item_add('m', 's', 'the tea of the user is green tea', '{"id":"a"}'), mem_item_add('m', 's', 'the tea of the user is green tea, really', '{"id":"b"}'), mem_item_add('m', 's', 'water for tea boils at 100 degrees on this side', '{"id":"c"}');
SELECT id, why FROM mem_search('m', NULL, 'tea', 2, '{"dedup":"mmr","all":true,"relativity":0,"min_score":0}') WHERE rank IS NULL;
-- → b | similar to a
SELECT group_concat(id) FROM (SELECT id FROM mem_search('m', NULL, 'tea', 2, '{"dedup":"none","relativity":0,"min_score":0}') ORDER BY id);
-- → a,b
SELECT group_concat(id) FROM (SELECT id FROM mem_search('m', NULL, 'tea', 2, '{"dedup":"mmr","lambda":1,"relativity":0,"min_score":0}') ORDER BY id);
-- → a,b

-- Content is cut between characters.
SELECT mem_item_add('x', 's', '喜欢喝绿茶的用户', '{"id":"zh"}'), mem_item_add('x', 's', 'family 👨‍👩‍👧 dinner', '{"id":"emoji"}'), mem_item_add('x', 's', json('{"a":"lemon and more"}'), '{"id":"json"}');
SELECT content FROM mem_search('x', NULL, '绿茶', 10, '{"max_chars":4}');
-- → 喜欢喝…
SELECT content FROM mem_search('x', NULL, 'dinner', 10, '{"max_chars":11}');
-- → family …
SELECT content FROM mem_search('x', NULL, 'lemon', 10, '{"max_chars":8}');
-- → {"a":"l…
SELECT length(content) FROM mem_search('x', NULL, 'long', 10, '{"max_chars":0}');
-- no rows
SELECT mem_item_add('x', 's', 'long ' || printf('%.*c', 5000, 'y'), '{"id":"long"}');
SELECT length(content), substr(content, -2) FROM mem_search('x', NULL, 'long');
-- → 1000 | y…
SELECT length(content) FROM mem_search('x', NULL, 'long', 10, '{"max_chars":0}');
-- → 5005
