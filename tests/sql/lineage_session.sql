-- What the end of a session, and lists that move what they have no room for, write of lineage.
-- clock: 2026-03-01T10:00:00Z

-- ---- what is kept is made of what was said ----

SELECT mem_message('chat','user','I live in Oslo. I like tea.'), mem_message('chat','assistant','Noted.');
SELECT json_extract(mem_session_end('chat','{"user":"u","judged":[{"content":"lives in Oslo"},{"content":"likes tea"}]}'),'$.stored[1].content');
-- → likes tea
SELECT type, key, detail FROM memlog_entity ORDER BY id;
-- → source | chat | {"artifact":"session:chat","messages":"0-1","trust":"unknown"}
-- → transformation | u | {"kind":"extraction","code":"host"}
-- → change | u | {"change":"promoted"}
SELECT relation, count(*), count(DISTINCT from_id), count(DISTINCT to_id) FROM memlog_edge GROUP BY relation ORDER BY relation;
-- → changes | 2 | 1 | 2
-- → made_by | 2 | 2 | 1
-- → read | 1 | 1 | 1
SELECT content, derived FROM memlog_item ORDER BY number;
-- → "lives in Oslo" | extraction
-- → "likes tea" | extraction
-- Nothing new, nothing told.
SELECT json_extract(mem_session_end('chat'),'$.messages'), (SELECT count(*) FROM memlog_entity);
-- → 0 | 3

-- ---- what takes the place of others is a merge ----

SELECT mem_message('chat','user','I moved to Bergen.');
SELECT json_array_length(mem_session_end('chat', json_object('judged', json_array(json_object('content','moved to Bergen','action','supersede','supersedes',
 json_array((SELECT id FROM memlog_item WHERE content = '"lives in Oslo"'))), json_object('content','has a new flat')))), '$.superseded');
-- → 1
SELECT type, key, detail FROM memlog_entity WHERE detail NOT LIKE '%0-1%' ORDER BY id DESC LIMIT 5;
-- → change | u | {"change":"superseded"}
-- → transformation | u | {"kind":"extraction","code":"host"}
-- → change | u | {"change":"promoted"}
-- → transformation | u | {"kind":"merge","code":"host"}
-- → source | chat | {"artifact":"session:chat","messages":"2","trust":"unknown"}
SELECT (SELECT content FROM memlog_item i WHERE i.record = g.from_id), relation, (SELECT content FROM memlog_item i WHERE i.record = g.to_id), to_version, reason
 FROM memlog_edge g WHERE relation = 'derived_from';
-- → "moved to Bergen" | derived_from | "lives in Oslo" | 1 | ∅
SELECT count(*) FROM memlog_edge g JOIN memlog_entity e ON e.id = g.from_id WHERE relation = 'read' AND json_extract(e.detail,'$.kind') = 'merge';
-- → 2
SELECT content, derived, ended > 0 FROM memlog_item ORDER BY number;
-- → "lives in Oslo" | extraction | 1
-- → "likes tea" | extraction | ∅
-- → "moved to Bergen" | merge | ∅
-- → "has a new flat" | extraction | ∅

-- ---- what may not come back is refused, and counted, and nothing else is lost (AGT-057) ----

SELECT mem_item_remove('u','user_profile',id,'{"relearn":"refuse"}') FROM mem_items('u','user_profile') WHERE content = 'likes tea';
SELECT mem_message('chat','user','I like tea! I have a dog.');
SELECT json_remove(r,'$.refused[0].record','$.refused[1].record','$.stored[0].id') FROM (SELECT mem_session_end('chat',
 json_object('judged', json_array(json_object('content','Likes tea.'), json_object('content','has a dog'), json_object('content','likes TEA','action','supersede',
 'supersedes', json_array((SELECT id FROM memlog_item WHERE content = '"moved to Bergen"')))))) AS r);
-- → {"session":"chat","user":"u","agent":null,"judge":"host","from":3,"through":4,"left":0,"messages":1,"stored":[{"set":"user_profile","content":"has a dog"}],"duplicates":[],"superseded":[],"refused":[{"set":"user_profile","content":"Likes tea.","reason":"may_not_come_back"},{"set":"user_profile","content":"likes TEA","reason":"may_not_come_back"}],"skipped":0,"dropped":0,"error":null}
SELECT value FROM mem_event WHERE type = '_session_end_event' ORDER BY seq DESC LIMIT 1;
-- → {"agent":null,"judge":"host","from":3,"through":4,"messages":1,"stored":1,"duplicates":0,"superseded":0,"refused":2,"skipped":0,"dropped":0,"microseconds":…,"error":null}
SELECT content FROM mem_items('u','user_profile') ORDER BY 1;
-- → has a dog
-- → has a new flat
-- → moved to Bergen
SELECT how, count(*), (SELECT content FROM memlog_item i WHERE i.record = b.record) FROM memlog_barred b;
-- → refuse | 1 | "likes tea"

-- ---- lists ----

SELECT mem_retain('l','notes','{"max_count":2,"policy":"move_to_long_term","set":"old notes"}');
SELECT mem_append('l','notes','one'), mem_append('l','notes','two'), mem_append('l','notes','three');
SELECT type, key, detail FROM memlog_entity WHERE key = 'l' ORDER BY id;
-- → source | l | {"artifact":"list:notes","trust":"unknown"}
-- → transformation | l | {"kind":"extraction","code":"retain"}
-- → change | l | {"change":"promoted"}
SELECT relation, count(*) FROM memlog_edge g WHERE from_id IN (SELECT id FROM memlog_entity WHERE key = 'l' UNION SELECT record FROM memlog_item WHERE key = 'l') GROUP BY relation;
-- → changes | 1
-- → made_by | 1
-- → read | 1
SELECT content, derived FROM memlog_item WHERE key = 'l';
-- → "one" | extraction
-- What is an item already tells nothing; what may not come back goes all the same.
SELECT mem_append('l','notes','one'), mem_append('l','notes','four'), mem_append('l','notes','five');
SELECT mem_append('l','notes','six');
SELECT content FROM mem_items('l') ORDER BY 1;
-- → four
-- → one
-- → three
-- → two
SELECT count(*), count(*) FILTER (WHERE type = 'source') FROM memlog_entity WHERE key = 'l';
-- → 12 | 4
SELECT mem_item_remove('l','old notes',NULL,'{"relearn":"refuse"}');
SELECT mem_append('l','notes','one'), mem_append('l','notes','two'), mem_append('l','notes','six'), mem_append('l','notes','seven');
SELECT content FROM mem_items('l') ORDER BY 1;
-- → five
-- → six
SELECT mem_get('l','notes');
-- → ["six","seven"]

-- The views have what their things tell.
SELECT mem_item_reindex() > 0;
-- → 1
SELECT kind, code, versions IS NOT NULL FROM memlog_v_transformation WHERE kind = 'index';
-- → index | mem_item_reindex | 1
SELECT DISTINCT artifact, messages, trust FROM memlog_v_source WHERE messages IS NOT NULL;
-- → session:chat | 0-1 | unknown
-- → session:chat | '2' | unknown
-- → session:chat | '3' | unknown
