-- How much memory there is in which layer: the table mem_layer, and the views for those who read the file without memlog.
-- clock: 2026-07-03 04:22:36.087914

SELECT * FROM mem_layer;
SELECT mem_install() > 2;
-- → 1
SELECT * FROM mem_layer;
SELECT * FROM memlog_v_layer;
SELECT keys, items, events FROM memlog_v_overview;
-- → 0 | 0 | 0

SELECT mem_set('chat', 'topic', 'tea') ->> 'path', mem_append('chat', 'messages', 'é') ->> 'path', mem_set('chat', 'x', NULL, 'sensory') ->> 'path';
-- → topic | messages.0 | x
-- clock: 2026-07-04 08:00:00
SELECT mem_item_put('ada', 'user_profile', 'drink', 'tea', '{"kind":"preference","importance":4}'), mem_item_put('ada', 'user_profile', 'food', 'rice', '{"importance":7,"expires_at":"2026-07-05"}');
-- → drink | food
SELECT mem_item_put('ada', 'agent_7', 'hint', 'ask'), mem_item_put('bob', 'agent_7', 'hint', 'ask twice'), mem_item_put('ada', 'notes', 'n', json('{"a":1}'), '{"kind":"file"}');
-- → hint | hint | n
SELECT mem_item_put('ada', 'notes', 'n', json('{"a":2}')), mem_item_put('ada', 'notes', 'm', 1), mem_item_remove('ada', 'notes', 'm');
-- → n | m | 1

SELECT * FROM mem_layer;
-- → user | ada | 2 | 11 | 2026-07-04 08:00:00.000000 | 2026-07-04 08:00:00.000000
-- → agent | ada | 1 | 5 | 2026-07-04 08:00:00.000000 | 2026-07-04 08:00:00.000000
-- → long_term | ada | 1 | 7 | 2026-07-04 08:00:00.000000 | 2026-07-04 08:00:00.000000
-- → agent | bob | 1 | 11 | 2026-07-04 08:00:00.000000 | 2026-07-04 08:00:00.000000
-- → working | chat | 1 | 4 | 2026-07-03 04:22:36.087000 | 2026-07-03 04:22:36.087000
-- → session | chat | 2 | 9 | 2026-07-03 04:22:36.087000 | 2026-07-03 04:22:36.087000
SELECT layer, entries FROM mem_layer WHERE key = 'ada' ORDER BY entries DESC, layer;
-- → user | 2
-- → agent | 1
-- → long_term | 1
SELECT count(*) FROM mem_layer WHERE key = 'nobody' OR key = 'chat';
-- → 2
SELECT * FROM (SELECT * FROM mem_layer ORDER BY key, layer) EXCEPT SELECT * FROM memlog_v_layer;
SELECT keys, working, session, user, agent, items, past_versions, sets FROM memlog_v_overview;
-- → 3 | 1 | 2 | 2 | 2 | 5 | 2 | 4
SELECT key, set_name, id, version, content, kind, importance, sensitivity, created_at = updated_at, expires_at, length(record) FROM memlog_v_item ORDER BY key, set_name, id;
-- → ada | agent_7 | hint | 1 | "ask" | ∅ | ∅ | 0 | 1 | ∅ | 36
-- → ada | notes | n | 2 | {"a":2} | file | ∅ | 0 | 1 | ∅ | 36
-- → ada | user_profile | drink | 1 | "tea" | preference | 4 | 0 | 1 | ∅ | 36
-- → ada | user_profile | food | 1 | "rice" | ∅ | 7 | 0 | 1 | 2026-07-05 00:00:00.000000 | 36
-- → bob | agent_7 | hint | 1 | "ask twice" | ∅ | ∅ | 0 | 1 | ∅ | 36
SELECT record = (SELECT record FROM mem_items('ada', 'agent_7')) FROM memlog_v_item WHERE key = 'ada' AND set_name = 'agent_7';
-- → 1
SELECT * FROM memlog_v_item_kind ORDER BY 1, 2;
-- → agent_7 | ∅ | 2 | 2 | 16
-- → notes | file | 1 | 1 | 7
-- → user_profile | ∅ | 1 | 1 | 6
-- → user_profile | preference | 1 | 1 | 5
SELECT * FROM memlog_v_item_day ORDER BY 1, 2;
-- → 2026-07-04 | agent_7 | 2 | 0 | 0
-- → 2026-07-04 | notes | 2 | 1 | 1
-- → 2026-07-04 | user_profile | 2 | 0 | 0
SELECT * FROM memlog_v_set ORDER BY 1, 2;
-- → ada | agent_7 | 1 | 1 | 5 | ∅ | 2026-07-04 08:00:00.000000 | 2026-07-04 08:00:00.000000
-- → ada | notes | 1 | 3 | 7 | ∅ | 2026-07-04 08:00:00.000000 | 2026-07-04 08:00:00.000000
-- → ada | user_profile | 2 | 2 | 11 | 5.5 | 2026-07-04 08:00:00.000000 | 2026-07-04 08:00:00.000000
-- → bob | agent_7 | 1 | 1 | 11 | ∅ | 2026-07-04 08:00:00.000000 | 2026-07-04 08:00:00.000000
SELECT agent, items, users, bytes FROM memlog_v_agent;
-- → '7' | 2 | 2 | 16

-- What has expired is in the views until it is cleaned up. A large value is counted by its reference, and shown whole.
-- clock: 2026-07-05 00:00:00
SELECT entries FROM mem_layer WHERE key = 'ada' AND layer = 'user';
-- → 1
SELECT entries FROM memlog_v_layer WHERE key = 'ada' AND layer = 'user';
-- → 2
SELECT mem_config('memory.inline-value-bytes', '64'), mem_item_put('ada', 'notes', 'long', replace(hex(zeroblob(100)), '0', 'x'));
-- → 64 | long
SELECT length(content) FROM memlog_v_item WHERE id = 'long';
-- → 202
SELECT bytes < 100 FROM mem_layer WHERE key = 'ada' AND layer = 'long_term';
-- → 1
SELECT entries FROM mem_layer WHERE key = 'ada' AND layer = 'user';
-- → 1

-- Searches and ends of sessions, day by day.
SELECT count(*) FROM mem_search('ada', NULL, 'ask');
-- → 1
BEGIN;
SELECT count(*) FROM mem_search('ada', NULL, 'nothing of the kind') UNION ALL SELECT count(*) FROM mem_search('ada', NULL, 'rice and tea');
-- → 0
-- → 1
COMMIT;
SELECT day, searches, hits, zero_hits, zero_hit_rate, mean_us >= 0, max_us >= mean_us FROM memlog_v_search_day;
-- → 2026-07-05 | 3 | 2 | 1 | 0.3333 | 1 | 1
SELECT mem_message('talk', 'user', 'My name is Ada.'), mem_session_end('talk', '{"user":"ada"}') ->> 'judge';
-- → 0 | rules
SELECT mem_config('long-term-memory.judge-function', 'missing'), mem_message('talk', 'user', 'I like trains.'), mem_session_end('talk') ->> 'error' IS NOT NULL;
-- → missing | 1 | 1
SELECT mem_message('talk', 'user', 'And planes.'), mem_session_end('talk', '{"judged":[{"content":"Likes planes"},{"content":"x","action":"skip"},{"content":" "}]}') ->> 'judge';
-- → 2 | host
SELECT * FROM memlog_v_judge_day;
-- → 2026-07-05 | 3 | 3 | 1 | 0 | 2 | 1 | 3 | 0 | 0 | 1 | 1
SELECT agent, sessions FROM memlog_v_agent;
-- → '7' | 0

-- A SELECT that writes what it counts ends, and sees what was there when it began.
SELECT mem_set(key || '+', 'a', 1) ->> 'key', mem_item_put(key || '+', 's', 'i', 1) FROM mem_layer WHERE layer = 'session';
-- → chat+ | i
-- → talk+ | i
SELECT * FROM mem_verify;
