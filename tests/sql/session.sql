-- From a session to long-term memory, by rules and by the host.
-- clock: 2026-07-03 04:22:36
-- Before anything is there.
SELECT mem_session_pending('chat');
-- → {"session":"chat","user":null,"agent":null,"from":0,"through":0,"left":0,"new":0,"messages":[]}
SELECT count(*) FROM mem_session;
-- → 0
SELECT mem_session_end('chat');
-- ! memlog: mem_session_end: session chat: whose it is was never told: give the option user
SELECT count(*) FROM sqlite_schema;
-- → 0
SELECT mem_session_end('chat', '{"user":"ada"}');
-- → {"session":"chat","user":"ada","agent":null,"judge":null,"from":0,"through":0,"left":0,"messages":0,"stored":[],"duplicates":[],"superseded":[],"refused":[],"skipped":0,"dropped":0,"error":null}
SELECT * FROM mem_session;
-- → chat | ada | ∅ | 0 | 0 | ∅ | ∅ | ∅ | ∅
SELECT count(*) FROM mem_journal;
-- → 0
-- Messages; what is none stands among them.
SELECT count(mem_append_json('chat', 'messages', CAST(value AS TEXT))) FROM json_each('[
  {"role":"system","content":"My name is Bot."},
  {"role":"user","content":"Hello, my name is Ada. Remember that my password is 1."},
  7, {"role":"user"}, {"content":"I like jam"}, {"role":1,"content":"I like ham"}, {"role":"user","content":null},
  {"role":"user","content":[{"type":"text","text":"I like tea"},{"type":"image","url":"I like coffee"}]},
  {"role":"user","content":{"text":"I like spam"}},
  {"role":"assistant","content":"I learned that the build needs gcc."},
  {"role":"user","content":"I like tea"}, {"role":"user","content":"I like tea"}]');
-- → 12
SELECT session, user, messages, pending FROM mem_session;
-- → chat | ada | 12 | 12
SELECT p ->> 'from', p ->> 'through', p ->> 'new', p ->> 'left', json_array_length(p, '$.messages'), p -> '$.messages[1]', p -> '$.messages[6]'
  FROM (SELECT mem_session_pending('chat') AS p);
-- → 0 | 12 | 6 | 0 | 7 | {"position":1,"role":"user","content":"Hello, my name is Ada. Remember that my password is 1.","new":true} | {"position":11,"role":"user","content":"I like tea","new":false}
SELECT mem_session_pending('chat', '{"limit":1,"text":true}');
-- → {"session":"chat","user":"ada","agent":null,"from":0,"through":1,"left":11,"new":1,"messages":[{"position":0,"role":"system","content":"My name is Bot.","new":true}],"text":"[[NEW] system]: My name is Bot.\n"}
SELECT mem_session_pending('chat', '{"candidates":3,"context":0,"user":"bob","agent":"x","limit":1}') -> '$.candidates';
-- → []
-- A part, then the rest. There is no agent: what the assistant learned is nobody's.
SELECT mem_session_end('chat', '{"through":2}');
-- → {"session":"chat","user":"ada","agent":null,"judge":"rules","from":0,"through":2,"left":10,"messages":2,"stored":[{"set":"user_profile","id":"…","content":"my name is Ada"}],"duplicates":[],"superseded":[],"refused":[],"skipped":0,"dropped":1,"error":null}
SELECT mem_session_end('chat');
-- → {"session":"chat","user":"ada","agent":null,"judge":"rules","from":2,"through":12,"left":0,"messages":4,"stored":[{"set":"user_profile","id":"…","content":"I like tea"}],"duplicates":[{"set":"user_profile","of":"…","content":"I like tea"}],"superseded":[],"refused":[],"skipped":0,"dropped":0,"error":null}
SELECT type, key, value FROM mem_event WHERE type = '_session_end_event';
-- → _session_end_event | chat | {"agent":null,"judge":"rules","from":0,"through":2,"messages":2,"stored":1,"duplicates":0,"superseded":0,"refused":0,"skipped":0,"dropped":1,"microseconds":…,"error":null}
-- → _session_end_event | chat | {"agent":null,"judge":"rules","from":2,"through":12,"messages":4,"stored":1,"duplicates":1,"superseded":0,"refused":0,"skipped":0,"dropped":0,"microseconds":…,"error":null}
SELECT mem_session_end('chat') ->> 'messages', (SELECT count(*) FROM memlog_judged), (SELECT count(*) FROM mem_event WHERE key = 'chat' AND type = '_session_end_event');
-- → 0 | 6 | 2
-- What comes again is not new again, and is passed by.
SELECT mem_append_json('chat', 'messages', '{"role":"user","content":"I like tea"}') ->> 'path', mem_session_end('chat') ->> 'through';
-- → messages.12 | 13
SELECT pending FROM mem_session;
-- → 0
-- An agent is told; the same user says more, and agrees on something.
SELECT mem_append_json('chat', 'messages', '{"role":"user","content":"I like tea and cake. Never use emoji."}') ->> 'path';
-- → messages.13
SELECT r -> '$.stored[0].content', r -> '$.stored[1].set', r -> '$.superseded[0].set', r ->> '$.superseded[0].by' = r ->> '$.stored[0].id'
  FROM (SELECT mem_session_end('chat', '{"agent":"helper"}') AS r);
-- → "I like tea and cake" | "agent_helper" | "user_profile" | 1
SELECT key, set_name, content, kind, category, importance, source, ended IS NULL FROM memlog_item ORDER BY number;
-- → ada | user_profile | "my name is Ada" | semantic | identity | 9 | session:chat#1 | 1
-- → ada | user_profile | "I like tea" | preference | preference | 7 | session:chat#7 | 0
-- → ada | user_profile | "I like tea and cake" | preference | preference | 7 | session:chat#13 | 1
-- → ada | agent_helper | "Never use emoji" | procedural | agreement | 8 | session:chat#13 | 1
SELECT session, user, agent, messages, pending, summarised_through, last_end, judge_used, last_error FROM mem_session;
-- → chat | ada | helper | 14 | 0 | ∅ | 2026-07-03 04:22:36.000000 | rules | ∅
SELECT mem_session_pending('chat', '{"candidates":1}') -> '$.candidates';
-- → [{"set":"user_profile","id":"…","content":"…"},{"set":"agent_helper","id":"…","content":"Never use emoji"}]

-- The host judges.
SELECT mem_append_json('talk', 'messages', '{"role":"user","content":"one"}') ->> 'path', mem_append_json('talk', 'messages', '{"role":"user","content":"two"}') ->> 'path';
-- → messages.0 | messages.1
-- Wrong in any way: nothing is stored.
SELECT mem_session_end('talk', '{"user":"bob","judged":[{"content":"x"},{"content":"y","scope":"world"}]}');
-- ! memlog: judged: item 2: scope: it is one of user, agent, not "world"
SELECT mem_session_end('talk', '{"user":"bob","judged":[{"content":"x"},{"content":"y","scope":"agent"}]}');
-- ! memlog: judged: item 2: scope: it is for an agent, but none is told
SELECT mem_session_end('talk', '{"user":"bob","judged":[{"content":"x"},{"content":"y","supersedes":["none"]}]}');
-- ! memlog: judged: item 2: supersedes none: the set user_profile of the user has no such item
SELECT mem_session_end('talk', '{"user":"bob","judged":{}}');
-- ! memlog: mem_session_end: option judged: it is a JSON array
SELECT mem_session_end('talk', '{"user":"bob","judged":[],"through":3}');
-- ! memlog: session talk: through 3: it has messages up to position 1 only
SELECT mem_session_end('talk', '{"user":"bob","judged":[],"from":1,"through":2}');
-- ! memlog: mem_session_end: session talk: from 1: it was judged up to 0 meanwhile: ask mem_session_pending again
SELECT mem_session_end('talk', '{"user":""}');
-- ! memlog: mem_session_end: option user: it is text, not empty, without NUL
SELECT mem_session_end('talk', '{"user":"a\u0000b"}');
-- ! option user
SELECT mem_session_end('talk', '{"users":"bob"}');
-- ! memlog: mem_session_end: option users: there is no such option; there are user, agent, judged, from, through
SELECT mem_session_end('talk', '{"through":-1}');
-- ! memlog: mem_session_end: option through: it is a whole number from 0 to 9223372036854775807
SELECT mem_session_end('talk', '[]');
-- ! memlog: mem_session_end: the options are no JSON map
SELECT mem_session_end('talk', 'x');
-- ! mem_session_end
SELECT mem_session_end(NULL, '{}');
-- ! key
SELECT mem_session_pending('talk', '{"candidates":5}');
-- ! memlog: mem_session_pending: session talk: candidates are a user's, and whose it is was never told: give the option user
SELECT mem_session_pending('talk', '{"limit":0}');
-- ! memlog: mem_session_pending: option limit: it is a whole number from 1 to 1000
SELECT mem_session_pending('talk', '{"text":1}');
-- ! memlog: mem_session_pending: option text: it is true or false
SELECT count(*) FROM memlog_item WHERE key = 'bob';
-- → 0
SELECT count(*) FROM memlog_session WHERE session = 'talk';
-- → 0
-- A message that comes while it is judged stays pending.
SELECT mem_append_json('talk', 'messages', '{"role":"user","content":"late"}') ->> 'path';
-- → messages.2
SELECT mem_session_end('talk', '{"user":"bob","agent":"a.b","from":0,"through":2,"judged":[
  {"content":"  Lives in Rome ","category":"identity","importance":9,"sensitivity":3},
  {"content":"lives in rome."}, {"content":"Lives in Rome, Italy"}, {"content":""}, {"content":"not this","action":"skip"},
  {"content":"Works at night","scope":"agent","kind":"skill","reason":"said so"}]}');
-- → {"session":"talk","user":"bob","agent":"a.b","judge":"host","from":0,"through":2,"left":1,"messages":2,"stored":[{"set":"user_profile","id":"…","content":"Lives in Rome, Italy"},{"set":"agent_a.b","id":"…","content":"Works at night"}],"duplicates":[{"set":"user_profile","of":"…","content":"Lives in Rome"},{"set":"user_profile","of":"…","content":"lives in rome."}],"superseded":[],"refused":[],"skipped":1,"dropped":1,"error":null}
-- The same once more, after a crash say: nothing is new.
SELECT mem_session_end('talk', '{"user":"bob","agent":"a.b","from":0,"through":2,"judged":[{"content":"Lives in Oslo"},{"content":"x","supersedes":["gone"]}]}');
-- → {"session":"talk","user":"bob","agent":"a.b","judge":null,"from":2,"through":2,"left":1,"messages":0,"stored":[],"duplicates":[],"superseded":[],"refused":[],"skipped":2,"dropped":0,"error":null}
SELECT mem_session_pending('talk', '{"context":0}') -> '$.messages';
-- → [{"position":2,"role":"user","content":"late","new":true}]
-- What is stored already: by the rule, and by the host's word.
SELECT mem_item_add('bob', 'user_profile', 'Has 2 cats', '{"id":"cats"}'), mem_item_add('bob', 'user_profile', 'Drives a car', '{"id":"car"}'), mem_item_add('ada', 'user_profile', 'Rides', '{"id":"ride"}'),
  mem_item_add('bob', 'other', 'Flies', '{"id":"fly"}'), mem_item_add('bob', 'user_profile', json('{"a":1}'), '{"id":"map"}');
-- → cats | car | ride | fly | map
SELECT mem_session_end('talk', '{"judged":[{"content":"x","supersedes":["ride"]}]}');
-- ! supersedes ride
SELECT mem_session_end('talk', '{"judged":[{"content":"x","supersedes":["fly"]}]}');
-- ! supersedes fly
SELECT r -> '$.stored', r -> '$.duplicates', r -> '$.superseded' FROM (SELECT mem_session_end('talk', '{"judged":[
  {"content":"has 2 cats"}, {"content":"Has 3 cats","supersedes":["cats","cats"]}, {"content":"Drives a red car","action":"store"},
  {"content":"Drives a car","action":"supersede","supersedes":["car"]}, {"content":"Likes Oslo"}]}') AS r);
-- → [{"set":"user_profile","id":"…","content":"Has 3 cats"},{"set":"user_profile","id":"…","content":"Likes Oslo"}] | [{"set":"user_profile","of":"cats","content":"has 2 cats"},{"set":"user_profile","of":"car","content":"Drives a red car"},{"set":"user_profile","of":"car","content":"Drives a car"}] | [{"set":"user_profile","id":"cats","by":"…"}]
SELECT content FROM mem_items('bob', 'user_profile') ORDER BY content;
-- → Drives a car
-- → Has 3 cats
-- → Likes Oslo
-- → Lives in Rome, Italy
-- → {"a":1}
SELECT set_name, source FROM memlog_item WHERE content = '"Has 3 cats"';
-- → user_profile | session:talk#2

-- In a transaction, rolled back, and in a listener.
BEGIN;
SELECT mem_append_json('new', 'messages', '{"role":"user","content":"I like rain"}') ->> 'path', mem_session_end('new', '{"user":"cy"}') ->> '$.stored[0].content';
-- → messages.0 | I like rain
SELECT mem_session_end('new') ->> 'messages';
-- → 0
ROLLBACK;
SELECT count(*) FROM memlog_session WHERE session = 'new';
-- → 0
BEGIN;
SELECT mem_append_json('new', 'messages', '{"role":"user","content":"I like rain"}') ->> 'path';
-- → messages.0
SAVEPOINT a;
SELECT mem_session_end('new', '{"user":"cy"}') ->> '$.stored[0].content';
-- → I like rain
ROLLBACK TO a;
SELECT mem_session_pending('new') ->> 'new', mem_session_end('new', '{"user":"cy"}') ->> '$.stored[0].content';
-- → 1 | I like rain
COMMIT;
SELECT type FROM mem_event WHERE key IN ('new', 'cy');
-- → _long_term_update_event
-- → _short_term_write_event
-- → _session_end_event
SELECT mem_session_end('new') ->> 'messages', (SELECT count(*) FROM mem_items('cy'));
-- → 0 | 1
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' AND NEW.key = 'heard' BEGIN
  SELECT mem_session_end('heard', '{"user":"cy"}');
END;
SELECT mem_append_json('heard', 'messages', '{"role":"user","content":"I like snow"}');
-- ! memlog: mem_session_end: not inside a listener
DROP TRIGGER hear;

-- A sub-agent's session is a part of its agent's.
SELECT mem_message('agent:new', 'user', 'I like sleet'), mem_session_pending('agent:new') ->> 'session', mem_session_end('agent:new') ->> '$.stored[0].content';
-- → 1 | new | I like sleet

-- Sessions that are made of those that are found: it ends.
SELECT count(mem_append_json(session || '+', 'messages', '{"role":"user","content":"I like sun"}')) FROM mem_session;
-- → 3
SELECT session, mem_session_end(session, '{"user":"dee"}') ->> '$.stored[0].content' FROM mem_session WHERE session LIKE '%+';
-- → chat+ | I like sun
-- → new+ | ∅
-- → talk+ | ∅
SELECT session, pending FROM mem_session WHERE session = 'chat+';
-- → chat+ | 0
SELECT count(*) FROM mem_session WHERE session = 'nobody';
-- → 0

-- A list that begins anew; gaps; a message too many days later.
SELECT mem_delete('chat', 'messages') > 0, mem_append_json('chat', 'messages', '{"role":"user","content":"I like tea"}') ->> 'path', mem_append_json('chat', 'messages', '{"role":"user","content":"I like wind"}') ->> 'path';
-- → 1 | messages.0 | messages.1
SELECT p ->> 'from', p ->> 'through', p ->> '$.messages[1].content', p ->> 'new' FROM (SELECT mem_session_pending('chat') AS p);
-- → 0 | 2 | I like wind | 1
SELECT mem_session_end('chat') ->> '$.stored[0].content', (SELECT through FROM memlog_session WHERE session = 'chat');
-- → I like wind | 2
-- clock: 2026-07-20 00:00:00
SELECT mem_append_json('chat', 'messages', '{"role":"user","content":"I like tea"}') ->> 'path', mem_session_pending('chat') ->> 'new';
-- → messages.2 | 1
SELECT mem_session_end('chat') ->> '$.duplicates[0].content', (SELECT count(*) FROM memlog_judged WHERE session = 'chat');
-- → I like tea | 1
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
SELECT count(mem_append_json('gaps', 'messages', '{"role":"user","content":"I like number ' || i || '"}')) FROM n;
-- → 300
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 298)
SELECT sum(mem_delete('gaps', 'messages.' || i)) FROM n WHERE i <> 150;
-- → 297
SELECT p ->> 'through', p ->> '$.messages[0].position', p ->> '$.messages[1].position', p ->> '$.messages[2].position' FROM (SELECT mem_session_pending('gaps') AS p);
-- → 300 | 0 | 150 | 299
SELECT json_array_length(mem_session_end('gaps', '{"user":"cy"}'), '$.stored'), messages, pending FROM mem_session WHERE session = 'gaps';
-- → 3 | 3 | 3

-- Forgotten: what was judged, too.
SELECT mem_forget('gaps', 'asked for it') ->> '$.erased.memlog_judged';
-- → 3
SELECT count(*) FROM memlog_session WHERE session = 'gaps';
-- → 0
-- Moved: the event comes along. Redacted, as any other.
SELECT mem_redact(id, 'agent', 'tidy') FROM mem_event WHERE type = '_session_end_event' AND key = 'talk' LIMIT 1;
-- → 1
SELECT count(*) FROM mem_verify;
-- → 0
