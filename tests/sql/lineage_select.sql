-- What the host takes of a search, and what it sends to a model of its own accord.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_item_put('u', 's', 'a', 'tea'), mem_item_put('u', 's', 'a', 'green tea'), mem_item_put('u', 's', 'b', 'black tea'), mem_item_put('u', 's', 'c', 'coffee');
-- → a | a | b | c
SELECT mem_item_put('u', 's', 'd', 'milk', '{"expires_at":"2026-07-04"}'), mem_item_put('v', 's', 'e', 'no tea'), mem_item_put('u', 's', 'f', 'gone'), mem_item_remove('u', 's', 'f');
-- → d | e | f | 1
CREATE TEMP TABLE my(name TEXT PRIMARY KEY, id TEXT);
SELECT mem_edge('{"key":"v","set":"s","id":"e"}', 'conflicts_with', '{"key":"u","set":"s","id":"a"}') IS NOT NULL, mem_edge('{"key":"u","set":"s","id":"b"}', 'conflicts_with', '{"key":"u","set":"s","id":"c"}') IS NOT NULL, mem_edge('{"key":"u","set":"s","id":"b"}', 'conflicts_with', '{"key":"u","set":"s","id":"f"}') IS NOT NULL;
-- → 1 | 1 | 1

-- A search made elsewhere: what it returned, what was taken of it, and what stands against that.
INSERT INTO my SELECT 'one', mem_select('{"query":"tea?","index":"faiss-7","mode":"vector","filters":{"lang":"en"},"sets":["s"],"limit":9,"candidates":70,"results":[{"key":"u","set":"s","id":"a"},{"key":"u","set":"s","id":"b"}]}', '{"key":"u","set":"s","id":"a"}');
SELECT type, key, json_remove(detail, '$.query'), length(detail ->> 'query') FROM memlog_entity WHERE type = 'retrieval';
-- → retrieval | u | {"sets":["s"],"filters":{"lang":"en"},"mode":"vector","index":"faiss-7","limit":9,"candidates":70} | 32
CREATE TEMP VIEW edges AS SELECT e.relation, i.id || '@' || e.to_version AS version, e.rank, e.score, e.reason, e.from_id FROM main.memlog_edge AS e JOIN main.memlog_item AS i ON i.record = e.to_id AND i.version = e.to_version WHERE e.relation NOT IN ('conflicts_with', 'changes') ORDER BY e.from_id, e.relation, e.rank, version;
SELECT relation, version, rank, score, reason FROM edges;
-- → chosen | a@2 | 1 | ∅ | ∅
-- → conflicting | c@1 | ∅ | ∅ | ∅
-- → conflicting | e@1 | ∅ | ∅ | ∅
-- → selected | a@2 | 1 | ∅ | ∅
-- → selected | b@1 | 2 | ∅ | ∅

-- More can be taken of one that is there; what does not stand says why. A version is said, else the one that stands is meant.
SELECT mem_select((SELECT id FROM my), '[{"key":"u","set":"s","id":"a","version":1},{"key":"u","set":"s","id":"f"},{"key":"u","set":"s","id":"a"}]') = (SELECT id FROM my);
-- → 1
-- clock: 2026-07-05
SELECT mem_select((SELECT id FROM my), '[{"key":"u","set":"s","id":"d"}]') = (SELECT id FROM my);
-- → 1
SELECT relation, version, rank, score, reason FROM edges WHERE relation = 'chosen';
-- → chosen | a@1 | 1 | ∅ | superseded
-- → chosen | a@2 | 1 | ∅ | ∅
-- → chosen | d@1 | 1 | ∅ | expired
-- → chosen | f@1 | 2 | ∅ | removed

-- A search of memlog's own.
SELECT mem_config('lineage.retrieval', 'true');
-- → true
INSERT INTO my SELECT 'own', min(retrieval) FROM mem_search('u', 's', 'green');
SELECT mem_select((SELECT id FROM my WHERE name = 'own'), '[{"key":"u","set":"s","id":"c"}]') = id FROM my WHERE name = 'own';
-- → 1
SELECT relation, version, rank, score > 0, reason FROM edges WHERE lower(hex(from_id)) = replace((SELECT id FROM my WHERE name = 'own'), '-', '');
-- → chosen | c@1 | 1 | ∅ | ∅
-- → conflicting | b@1 | ∅ | ∅ | ∅
-- → conflicting | e@1 | ∅ | ∅ | ∅
-- → selected | a@2 | 1 | 1 | ∅

-- What is wrong stores nothing.
SELECT mem_select('{"query":"x","top_k":5}', '[]');
-- ! memlog: mem_select: option top_k: there is no such option; there are query, sets, filters, mode, index, limit, candidates, left_out, results, key
SELECT mem_select('{"query":"x","sets":[1]}', '[]');
-- ! memlog: mem_select: option sets: it is an array of names of sets
SELECT mem_select('{"query":"x","results":[{"key":"u","set":"s","id":"none"}]}', '[{"key":"u","set":"s","id":"a"}]');
-- ! there is no such item
SELECT mem_select('{"query":"x"}', '["x"]');
-- ! it is neither an id
SELECT mem_select('{"key":"u"}', '[]');
-- ! memlog: mem_select: the search: it has neither a query nor an index
SELECT mem_select('{"query":"x"', '[]');
-- ! memlog: mem_select: invalid JSON
SELECT mem_select((SELECT id FROM my WHERE name = 'one'), (SELECT id FROM my WHERE name = 'one'));
-- ! it must be a record
SELECT mem_select('{"key":"u","set":"s","id":"a"}', '[]');
-- ! option set: there is no such option
SELECT mem_select((SELECT id FROM my WHERE name = 'one'), '[]', '{"key":"u"}');
-- ! memlog: mem_select: option key: there is no such option; there are none
SELECT count(*) FROM memlog_entity WHERE type = 'retrieval';
-- → 2
-- A search that found nothing.
SELECT mem_select('{"query":"x","key":"u"}', NULL) IS NOT NULL, (SELECT count(*) FROM memlog_entity WHERE type = 'retrieval');
-- → 1 | 3

-- Placements: where each stood in the context of a turn. What does not stand cannot be placed.
INSERT INTO my SELECT 'place', mem_place('chat-1', '[{"key":"u","set":"s","id":"b"},{"key":"u","set":"s","id":"a"}]', json_object('turn', 4, 'position', 3, 'truncated', json('[{"key":"u","set":"s","id":"a"}]'), 'retrieval', (SELECT id FROM my WHERE name = 'own')));
SELECT type, key, detail FROM memlog_entity WHERE type = 'placement';
-- → placement | chat-1 | {"session":"chat-1","turn":4}
SELECT relation, version, rank, score, reason FROM edges WHERE relation IN ('placed', 'found_by');
-- → placed | b@1 | 3 | ∅ | ∅
-- → placed | a@2 | 4 | ∅ | truncated
SELECT count(*) FROM memlog_edge WHERE relation = 'found_by';
-- → 1
SELECT mem_message('chat-2', 'user', 'Tea?'), mem_place('chat-2', '{"key":"u","set":"s","id":"b"}', '{"compacted":true}') IS NOT NULL, (SELECT detail FROM memlog_entity ORDER BY id DESC LIMIT 1), (SELECT reason FROM memlog_edge WHERE relation = 'placed' AND from_id = (SELECT max(id) FROM memlog_entity));
-- → 0 | 1 | {"session":"chat-2","turn":1} | compacted
SELECT mem_place('chat-1', '[{"key":"u","set":"s","id":"b"},{"key":"u","set":"s","id":"a","version":1}]');
-- ! it does not stand any more
SELECT mem_place('chat-1', '[{"key":"u","set":"s","id":"f"}]');
-- ! it does not stand any more
SELECT mem_place('chat-1', '[{"key":"u","set":"s","id":"d"}]');
-- ! it does not stand any more: it has expired
SELECT mem_place('chat-1', '[{"key":"u","set":"s","id":"b"},{"key":"u","set":"s","id":"b"}]');
-- ! it comes twice
SELECT mem_place('chat-1', '[]');
-- ! memlog: mem_place: it places nothing
SELECT mem_place('chat-1', '{"key":"u","set":"s","id":"b"}', '{"truncated":[{"key":"u","set":"s","id":"a"}]}');
-- ! memlog: mem_place: option truncated: it names a version that is not placed
SELECT mem_place('chat-1', '{"key":"u","set":"s","id":"b"}', '{"truncated":1}');
-- ! memlog: mem_place: option truncated: it is true, or an array
SELECT mem_place('chat-1', '{"key":"u","set":"s","id":"b"}', json_object('retrieval', (SELECT id FROM my WHERE name = 'place')));
-- ! it must be a retrieval
SELECT mem_place(NULL, '{"key":"u","set":"s","id":"b"}');
-- ! memlog: mem_place: the session is NULL; it must be text
SELECT count(*) FROM memlog_entity WHERE type = 'placement';
-- → 2

-- Claims on all of a context.
SELECT mem_claim('Tea it is', (SELECT id FROM my WHERE name = 'place')) IS NOT NULL, (SELECT key FROM memlog_entity ORDER BY id DESC LIMIT 1);
-- → 1 | chat-1

-- A later version stood, though it is in quarantine now.
SELECT mem_item_put('q', 's', 'x', 'one'), mem_item_put('q', 's', 'x', 'two'), mem_quarantine('{"key":"q","set":"s","id":"x"}', 'spam') IS NOT NULL;
-- → x | x | 1
SELECT mem_select('{"query":"x?"}', '{"key":"q","set":"s","id":"x","version":1}') IS NOT NULL, (SELECT reason FROM memlog_v_edge WHERE relation = 'chosen' ORDER BY from_id DESC LIMIT 1);
-- → 1 | superseded
-- One that is in quarantine and never was let in took the place of nothing.
SELECT mem_item_put('q', 's', 'y', 'uno'), mem_propose('q', 's', 'due', '{"id":"y"}') IS NOT NULL, mem_quarantine('{"key":"q","set":"s","id":"y","version":2}', 'spam') IS NOT NULL, mem_item_remove('q', 's', 'y');
-- → y | 1 | 1 | 1
SELECT mem_select('{"query":"y?"}', '{"key":"q","set":"s","id":"y","version":1}') IS NOT NULL, (SELECT reason FROM memlog_v_edge WHERE relation = 'chosen' ORDER BY from_id DESC LIMIT 1);
-- → 1 | removed
