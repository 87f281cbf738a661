-- What a session's end would keep, and lists would move, waits under review; what it takes the place of goes when it is let in.
-- clock: 2026-07-03 04:22:36
SELECT mem_item_add('ada', 'user_profile', 'Lives in Oslo', '{"id":"home"}'), mem_item_add('ada', 'user_profile', 'Prefers tea', '{"id":"drink"}');
-- → home | drink
SELECT mem_config('long-term-memory.admission', 'review');
-- → review
SELECT mem_append_json('chat', 'messages', '{"role":"user","content":"I moved to Bergen."}') IS NOT NULL;
-- → 1
SELECT r -> '$.superseded', json_array_length(r, '$.stored') FROM (SELECT mem_session_end('chat', '{"user":"ada","judged":[{"content":"Lives in Bergen","action":"supersede","supersedes":["home"]},{"content":"Likes rain"},{"content":"Prefers tea"}]}') AS r);
-- → [] | 2
SELECT id, content FROM mem_items('ada') ORDER BY id;
-- → drink | Prefers tea
-- → home | Lives in Oslo
SELECT version, state, content, derived FROM memlog_v_record WHERE state = 'proposed' ORDER BY content;
-- → 1 | proposed | "Likes rain" | extraction
-- → 1 | proposed | "Lives in Bergen" | merge
SELECT content FROM mem_search('ada', NULL, 'Bergen rain');
-- no rows
SELECT mem_recall('ada', NULL, 'Where does she live?', '{"min_score":0}') ->> '$.user_profile' LIKE '%Bergen%';
-- → 0
SELECT mem_decide(record, 'denied') IS NOT NULL FROM memlog_v_record WHERE content = '"Likes rain"';
-- → 1
SELECT mem_decide(record, 'admitted') IS NOT NULL FROM memlog_v_record WHERE content = '"Lives in Bergen"';
-- → 1
SELECT content FROM mem_items('ada') ORDER BY id;
-- → Lives in Bergen
-- → Prefers tea
SELECT state, content FROM memlog_v_record ORDER BY content;
-- → admitted | "Lives in Bergen"
-- → deleted | "Lives in Oslo"
-- → admitted | "Prefers tea"
-- → denied | {"redacted": null}
SELECT value ->> '$."user_profile.home"' IS NULL, value GLOB '*"user_profile.home":null*' FROM mem_event WHERE type = '_long_term_update_event' ORDER BY seq DESC LIMIT 1;
-- → 1 | 1
SELECT detail FROM memlog_entity WHERE type = 'change' ORDER BY id;
-- → {"change":"proposed"}
-- → {"change":"proposed"}
-- → {"change":"superseded"}
-- A list that moves its oldest elements.
SELECT mem_retain('ada', 'log', '{"max_count":1,"policy":"move_to_long_term","set":"old"}') IS NOT NULL;
-- → 1
SELECT mem_append('ada', 'log', 'first') IS NOT NULL, mem_append('ada', 'log', 'second') IS NOT NULL, mem_get('ada', 'log');
-- → 1 | 1 | ["second"]
SELECT set_name, state, content FROM memlog_v_record WHERE set_name NOT IN ('user_profile');
-- → old | proposed | "first"
