-- Recall: what is known of a user, in two texts within a budget; and the context, that is recall and window in one budget.
-- clock: 2026-07-03 04:22:36

-- A file without tables, a user without items.
SELECT mem_recall('ada', '7', 'tea');
-- → {"user_profile":"","agent_memory":"","tokens":0,"items":[]}
SELECT * FROM mem_context('chat', 'ada', '7', 'tea');
SELECT mem_install() > 2, mem_recall('ada', '7', 'tea');
-- → 1 | {"user_profile":"","agent_memory":"","tokens":0,"items":[]}

-- Each line of the profile has 41 bytes, 11 tokens by the estimate; those of the agent 20 bytes, 5 tokens.
SELECT count(mem_item_put('ada', 'user_profile', 'p' || column1, 'tea ' || column1 || ' ' || replace(hex(zeroblob(16)), '0', 'x'))) FROM (VALUES(1), (2), (3), (4), (5), (6));
-- → 6
SELECT count(mem_item_put('ada', 'agent_7', 'a' || column1, 'tea ' || column1 || ' xxxx yyyyyy')) FROM (VALUES(1), (2), (3), (4), (5), (6));
-- → 6
SELECT mem_item_put('ada', 'agent_8', 'other', 'tea for another agent'), mem_item_put('bob', 'user_profile', 'p', 'tea of another user');
-- → other | p

-- The profile takes at most 60 of 100; the agent has what that leaves; lines stay whole.
SELECT length(j ->> 'user_profile'), length(j ->> 'agent_memory'), j ->> 'tokens' FROM (SELECT mem_recall('ada', '7', 'tea', '{"max_tokens":50,"limit":20}') AS j);
-- → 82 | 100 | 46
SELECT length(j ->> 'user_profile'), length(j ->> 'agent_memory'), j ->> 'tokens' FROM (SELECT mem_recall('ada', '7', 'tea', '{"max_tokens":18,"limit":20}') AS j);
-- → 0 | 60 | 15
SELECT mem_recall('ada', '7', 'tea', '{"max_tokens":1}') ->> 'user_profile' = '';
-- → 1
-- What the profile does not need is the agent's.
SELECT length(j ->> 'user_profile'), length(j ->> 'agent_memory') FROM (SELECT mem_recall('ada', '7', 'yyyyyy', '{"max_tokens":50,"limit":20}') AS j);
-- → 0 | 120
SELECT json_array_length(j, '$.items'), (SELECT count(*) FROM json_each(j, '$.items') WHERE value ->> 'in'), (SELECT count(DISTINCT value ->> 'set') FROM json_each(j, '$.items'))
  FROM (SELECT mem_recall('ada', '7', 'tea', '{"max_tokens":50,"limit":20}') AS j);
-- → 12 | 7 | 2
SELECT mem_recall('ada', NULL, 'tea', '{"limit":1,"relativity":0}') ->> '$.items[0].set';
-- → user_profile
SELECT (mem_recall('ada', '7', 'tea', '{"limit":3}') ->> 'agent_memory' <> '') + (mem_recall('ada', '7', 'tea', '{"limit":0}') ->> 'items' = '[]');
-- → 1

-- An item is one line. JSON is shown as it is.
SELECT mem_item_put('cyd', 'user_profile', 'a', 'likes' || char(10) || 'two' || char(13, 10) || 'lines'), mem_item_put('cyd', 'user_profile', 'b', json('{"likes":"two"}'));
-- → a | b
SELECT mem_recall('cyd', NULL, 'likes two lines', '{"relativity":0,"min_score":0}') ->> 'user_profile';
-- → - likes two  lines␊- {"likes":"two"}␊
-- Sensitive ones are left out, and so is what expires.
SELECT mem_item_put('cyd', 'user_profile', 'c', 'likes secrets', '{"sensitivity":5}'), mem_item_put('cyd', 'user_profile', 'd', 'likes clocks', '{"expires_at":"2026-07-03 05:00:00"}');
-- → c | d
SELECT mem_recall('cyd', NULL, 'secrets clocks', '{"max_sensitivity":4}') ->> 'user_profile';
-- → - likes clocks␊
-- clock: 2026-07-03 05:00:00
SELECT mem_recall('cyd', NULL, 'clocks') ->> 'user_profile' = '';
-- → 1

-- It is a search, and recorded as such; off there is none.
SELECT count(*) FROM mem_event WHERE type = '_long_term_search_event' AND key = 'cyd';
-- → 3
SELECT mem_config('long-term-memory.enabled', 'false'), mem_recall('ada', '7', 'tea');
-- → false | {"user_profile":"","agent_memory":"","tokens":0,"items":[]}
SELECT mem_config('long-term-memory.enabled', NULL), mem_recall('ada', '7', 'tea', '{"enabled":false}') ->> 'items';
-- → true | []
SELECT count(*) FROM mem_event WHERE type = '_long_term_search_event' AND key = 'ada' AND seq > (SELECT max(seq) FROM mem_event WHERE key = 'cyd');
-- → 0

-- What is refused.
SELECT mem_recall(NULL, '7', 'tea');
-- ! memlog: mem_recall: the user is NULL; it must be text
SELECT mem_recall('ada', '', 'tea');
-- ! memlog: mem_recall: the agent is empty
SELECT mem_recall('ada', '7', NULL);
-- ! memlog: mem_recall: the query must be text
SELECT mem_recall('ada', '7', 'tea', '[]');
-- ! memlog: mem_recall: the options: they must be a JSON map
SELECT mem_recall('ada', '7', 'tea', '{"max_tokens":0}');
-- ! memlog: mem_recall: option max_tokens: it must be an integer from 1 to 1000000000000
SELECT mem_recall('ada', '7', 'tea', '{"limit":-1}');
-- ! memlog: mem_recall: option limit: it must be an integer from 0 to 1000000000000
SELECT mem_recall('ada', '7', 'tea', '{"enabled":1}');
-- ! memlog: mem_recall: option enabled: it must be true or false
SELECT mem_recall('ada', '7', 'tea', '{"all":true}');
-- ! memlog: mem_recall: option all: it is none of recall
SELECT mem_recall('ada', '7', 'tea', '{"min_score":2}');
-- ! memlog: mem_recall: option min_score

-- ---- the context ----
SELECT mem_message('chat', 'system', 'Be brief.'), mem_message('chat', 'user', 'Hello'), mem_message('chat', 'assistant', 'Hi'), mem_message('chat', 'user', 'Tea?');
-- → 0 | 1 | 2 | 3
SELECT position, role, kind, tokens, why FROM mem_context('chat', 'ada', '7', 'tea', '{"recall_tokens":30}');
-- → 0 | system | ∅ | 3 | ∅
-- → ∅ | system | user_profile | 11 | ∅
-- → ∅ | system | agent_memory | 15 | ∅
-- → 1 | user | ∅ | 2 | ∅
-- → 2 | assistant | ∅ | 1 | ∅
-- → 3 | user | ∅ | 1 | ∅
-- One budget: the window has what is recalled leaves.
SELECT sum(tokens), sum(kind IS NOT NULL), sum(position IS NOT NULL) FROM mem_context('chat', 'ada', '7', 'tea', '{"max_tokens":31,"recall_tokens":30}');
-- → 30 | 2 | 2
SELECT position, kind, why FROM mem_context('chat', 'ada', '7', 'tea', '{"max_tokens":31,"recall_tokens":30,"window":{"all":true}}') WHERE why IS NOT NULL;
-- → 1 | ∅ | over budget
-- → 2 | ∅ | over budget
-- Too little for both: nothing is recalled. Too little for the window: an error.
SELECT position, kind, why FROM mem_context('chat', 'ada', '7', 'tea', '{"max_tokens":12,"recall_tokens":12,"window":{"all":true}}');
-- → 0 | ∅ | ∅
-- → ∅ | agent_memory | over budget
-- → 1 | ∅ | ∅
-- → 2 | ∅ | ∅
-- → 3 | ∅ | ∅
SELECT count(*) FROM mem_context('chat', 'ada', '7', 'tea', '{"max_tokens":1}');
-- ! memlog: mem_
-- Without a query nothing is recalled, and no user is needed.
SELECT count(*) FROM mem_context('chat', NULL, NULL, NULL);
-- → 4
SELECT count(*) FROM mem_context('chat');
-- → 4
SELECT count(*), max(kind) FROM mem_context WHERE session = 'chat' AND user = 'ada' AND query = 'tea' AND options = '{"window":{"rounds":1}}';
-- → 3 | user_profile
SELECT count(*) FROM mem_context('chat', 'ada', '7', 'tea') WHERE session = 'other';
-- → 0

SELECT count(*) FROM mem_context;
-- ! memlog: mem_context: the session is missing: write mem_context('chat-7', user, agent, query)
SELECT count(*) FROM mem_context('chat', NULL, NULL, 'tea');
-- ! memlog: mem_context: the user is NULL; it must be text
SELECT count(*) FROM mem_context('chat', 'ada', '7', x'00');
-- ! memlog: mem_context: the query must be text, or NULL
SELECT count(*) FROM mem_context('chat', 'ada', '7', 'tea', '{"tokens":1}');
-- ! memlog: mem_context: option tokens: there is no such option; there are max_tokens, recall_tokens, window, recall
SELECT count(*) FROM mem_context('chat', 'ada', '7', 'tea', '{"window":{"max_tokens":1}}');
-- ! memlog: mem_context: option window: max_tokens stands beside it, for all of the context
SELECT count(*) FROM mem_context('chat', 'ada', '7', 'tea', '{"recall":{"limit":1,"max_tokens":1}}');
-- ! memlog: mem_context: option recall: max_tokens stands beside it, for all of the context
SELECT count(*) FROM mem_context('chat', 'ada', '7', 'tea', '{"window":1}');
-- ! memlog: mem_context: option window: it must be a JSON map
SELECT count(*) FROM mem_context('chat', 'ada', '7', 'tea', '{"max_tokens":0}');
-- ! memlog: mem_context: option max_tokens: it must be an integer from 1 to 1000000000

-- A SELECT that writes what it recalls ends.
SELECT length(mem_item_add('ada', 'user_profile', 'tea once more ' || position)), mem_message('chat', 'user', 'again ' || position) > 3 FROM mem_context('chat', 'ada', '7', 'tea') WHERE position = 3;
-- → 36 | 1
SELECT * FROM mem_verify;

-- No line break of an item, in whatever script, begins a line.
SELECT mem_item_add('eve', 'user_profile', 'jam' || char(10) || '- a' || char(11) || '- b' || char(13) || '- c' || char(0x85) || '- d' || char(0x2028) || '- e' || char(0x2029) || '- f') IS NOT NULL;
-- → 1
SELECT mem_recall('eve', NULL, 'jam') ->> 'user_profile';
-- → - jam - a - b - c - d - e - f␊
-- What a row of what is recalled takes is with its overhead, as that of a message.
SELECT mem_message('eve-1', 'user', 'hello');
-- → 0
SELECT kind, tokens FROM mem_context('eve-1', 'eve', NULL, 'jam', '{"window":{"overhead":4}}');
-- → user_profile | 12
-- → ∅ | 6
