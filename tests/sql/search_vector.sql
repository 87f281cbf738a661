-- Searching by vectors, and by both: vectors of two dimensions.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_item_add('u', 's', 'green tea', '{"id":"east"}'), mem_item_add('u', 's', 'black coffee', '{"id":"north"}'), mem_item_add('u', 't', 'green coffee', '{"id":"between"}'), mem_item_add('u', 's', 'green west', '{"id":"west"}'), mem_item_add('u', 's', 'green, without a vector', '{"id":"none"}');
SELECT mem_item_embed('u', 's', 'east', x'0000803f00000000'), mem_item_embed('u', 's', 'north', x'000000000000803f'), mem_item_embed('u', 't', 'between', x'0000803f0000803f'), mem_item_embed('u', 's', 'west', x'000080bf00000000');

SELECT id, round(score, 3), rank, why FROM mem_search('u', NULL, x'0000004000000000');
-- → east | 1.0 | 1 | vector 1.00
-- → between | 0.707 | 2 | vector 0.71
SELECT id, round(score, 3), why FROM mem_search('u', NULL, x'0000803f00000000', 10, '{"min_score":0,"relativity":0}');
-- → east | 1.0 | vector 1.00
-- → between | 0.707 | vector 0.71
-- → west | 0.0 | vector 0.00
-- → north | 0.0 | vector 0.00
SELECT id FROM mem_search('u', 't', x'0000803f00000000', 1);
-- → between
SELECT id FROM mem_search('u', NULL, 'ignored words', 1, '{"mode":"vector","vector":[0,3.5]}');
-- → north

-- Both: the places in two lists.
SELECT id, rank, round(score, 4), why FROM mem_search('u', NULL, 'green', 10, '{"vector":[1,0],"min_score":0,"relativity":0}') WHERE id IN ('east', 'none', 'north');
-- → east | 1 | 0.9841 | keyword rank 3, vector rank 1
-- → north | 4 | 0.4841 | vector rank 3
-- → none | 5 | 0.4766 | keyword rank 4
SELECT count(*), sum(round(score, 9) = round((CASE WHEN why LIKE '%keyword rank%' THEN 61.0 / (60 + substr(why, 14, 1)) ELSE 0 END + CASE WHEN why LIKE '%vector rank%' THEN 61.0 / (60 + substr(why, -1)) ELSE 0 END) / 2, 9)) FROM mem_search('u', NULL, 'green', 10, '{"vector":[1,0],"min_score":0,"relativity":0}');
-- → 5 | 5
-- Thresholds hold in each list.
SELECT group_concat(id) FROM (SELECT id FROM mem_search('u', NULL, 'coffee', 10, '{"mode":"hybrid","vector":[1,0]}') ORDER BY id);
-- → between,east,north
SELECT id, why FROM mem_search('u', NULL, 'coffee', 10, '{"mode":"hybrid","vector":[1,0],"all":true}') WHERE rank IS NULL;
-- → west | below min_score

-- Diversity by vectors: between is like both, coffee or not.
SELECT mem_item_add('m', 's', 'one', '{"id":"a"}'), mem_item_add('m', 's', 'two', '{"id":"b"}'), mem_item_add('m', 's', 'three', '{"id":"c"}');
SELECT mem_item_embed('m', 's', 'a', x'0000803f0000003f'), mem_item_embed('m', 's', 'b', x'0000803f0000f03e'), mem_item_embed('m', 's', 'c', x'0000803f000080bf');
SELECT id, why FROM mem_search('m', NULL, x'0000803f00000000', 2, '{"dedup":"mmr","all":true,"relativity":0}') WHERE rank IS NULL;
-- → a | similar to b

-- Errors.
SELECT * FROM mem_search('u', NULL, x'0000803f');
-- ! dimension
SELECT * FROM mem_search('u', NULL, x'');
-- ! memlog: mem_search: a vector has 1 to
SELECT * FROM mem_search('u', NULL, x'0000803f00');
-- ! memlog: mem_search: a vector is float32 after float32
SELECT * FROM mem_search('u', NULL, x'0000c07f0000803f');
-- ! NaN
SELECT * FROM mem_search('u', NULL, 'q', 10, '{"vector":["1",2]}');
-- ! it is no number
SELECT * FROM mem_search('u', NULL, 'q', 10, '{"vector":[]}');
-- ! a vector has 1 to
SELECT * FROM mem_search('u', NULL, 'q', 10, '{"mode":"vector"}');
-- ! memlog: mem_search: there is no vector to look for: give option vector, or a function of yours
SELECT * FROM mem_search('u', NULL, 'q', 10, '{"mode":"hybrid"}');
-- ! there is no vector to look for
SELECT * FROM mem_search('u', NULL, x'0000803f00000000', 10, '{"mode":"keyword"}');
-- ! the query is a vector: modes keyword and hybrid need a text
SELECT * FROM mem_search('u', NULL, x'0000803f00000000', 10, '{"vector":[1,0]}');
-- ! the query is a vector, and so is option vector
SELECT * FROM mem_search('u', NULL, x'0000803f00000000', 10, '{"raw":true}');
-- ! option raw is for keywords
SELECT count(*) FROM mem_search('nobody', NULL, x'0000803f');
-- → 0

-- Below 0 all are as unlike: the newer one first, be it the limit or the preferences that end the list.
SELECT mem_item_add('below', 's', 'one', '{"id":"old"}'), mem_item_add('below', 's', 'two', '{"id":"new"}');
-- → old | new
SELECT mem_item_embed('below', 's', 'old', x'000080bf0000803f'), mem_item_embed('below', 's', 'new', x'000080bf00000000');
-- → 1 | 1
SELECT id, score FROM mem_search('below', NULL, x'0000803f00000000', 1, '{"min_score":0,"relativity":0}');
-- → new | 0.0
SELECT mem_item_add('below', 's', 'three', '{"id":"liked","kind":"preference"}'), mem_item_embed('below', 's', 'liked', x'000000bf0000803f');
-- → liked | 1
SELECT id FROM mem_search('below', NULL, x'0000803f00000000', 1, '{"min_score":0,"relativity":0}');
-- → liked
-- → new

-- The event names a vector by a digest of its bytes.
SELECT count(*) FROM mem_search('u', NULL, x'0000803f00000000', 1);
-- → 1
SELECT json_extract(j.value, '$[0].id'), j.key FROM mem_event AS e, json_each(e.value) AS j WHERE e.type = '_long_term_search_event' ORDER BY e.seq DESC LIMIT 1;
-- → east | vector:…-5…

-- The host's function makes a vector of the query.
SELECT mem_config('long-term-memory.embedding-function', 'no_such_function');
SELECT * FROM mem_search('u', NULL, 'q', 10, '{"mode":"vector"}');
-- ! no_such_function
SELECT mem_config('long-term-memory.embedding-function', 'unhex2');
SELECT * FROM mem_search('u', NULL, 'green', 10, '{"mode":"keyword"}') WHERE 0;
-- no rows
