-- Messages of conversations: what they must be, and how they stand in memory.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_message('s', 'user', 'hello'), mem_message('s', 'assistant', 'hi', '{}'), mem_message('s', 'system', '', NULL),
       mem_message('s', 'user', json('[{"type":"text","text":"look"},{"type":"image","url":"u"}]')),
       mem_message('s', 'user', json('{"type":"text"}'));
-- → 0 | 1 | 2 | 3 | 4
-- Members stand in one order, whatever the order of the options; null is no option.
SELECT mem_message('s', 'assistant', NULL,
    '{"metadata":{"b":1,"a":[]},"time":"2020-01-02","tool_calls":[{"id":"x","f":{}}],"kind":"k","name":"n","tokenizer":"t","tokens":0}'),
       mem_message('s', 'tool', 'r', '{"tool_call_id":"x","name":null,"tokens":null,"metadata":null,"tool_calls":null}');
-- → 5 | 6
SELECT mem_get('s', 'messages.0'), mem_get('s', 'messages.4'), mem_get('s', 'messages.6'), mem_get('s', 'conversation.system');
-- → {"role":"user","content":"hello"} | {"role":"user","content":{"type":"text"}} | {"role":"tool","content":"r","tool_call_id":"x"} | [2]
SELECT mem_get('s', 'messages.5');
-- → {"role":"assistant","name":"n","kind":"k","tool_calls":[{"id":"x","f":{}}],"time":"2020-01-02 00:00:00.000000","metadata":{"b":1,"a":[]},"tokens":0,"tokenizer":"t"}
SELECT type, value, removed FROM mem_event ORDER BY seq LIMIT 1;
-- → _short_term_write_event | {"messages.0":{"role":"user","content":"hello"}} | ∅
-- A message without tokens counts for one; content is text, or JSON.
SELECT position, role, content, tokens, kind, why, name, tool_calls, tool_call_id, time, metadata, counted, tokenizer
  FROM mem_window('s') WHERE position >= 4;
-- → 4 | user | {"type":"text"} | 4 | ∅ | ∅ | ∅ | ∅ | ∅ | ∅ | ∅ | estimate | ∅
-- → 5 | assistant | ∅ | 1 | k | ∅ | n | [{"id":"x","f":{}}] | ∅ | 2020-01-02 00:00:00.000000 | {"b":1,"a":[]} | given | t
-- → 6 | tool | r | 2 | ∅ | ∅ | ∅ | ∅ | x | ∅ | ∅ | estimate | ∅
SELECT typeof(content), typeof(tool_calls), session, options FROM mem_window('s', ' {"rounds" : 1}') ORDER BY position LIMIT 1;
-- → text | null | s | {"rounds":1}

-- ---- what is refused; nothing is stored ----

SELECT mem_message(NULL, 'user', 'x');
-- ! mem_message: the key is NULL
SELECT mem_message('', 'user', 'x');
-- ! the key is empty
SELECT mem_message('agent:', 'user', 'x');
-- → 0
SELECT mem_message('s', 'User', 'x');
-- ! role User
-- ! there are system, user, assistant and tool
SELECT mem_message('s', 'function', 'x');
-- ! role function
SELECT mem_message('s', NULL, 'x');
-- ! role
SELECT mem_message('s', 'user', NULL);
-- ! the content is missing
SELECT mem_message('s', 'assistant', NULL);
-- ! the content is missing
SELECT mem_message('s', 'assistant', json('null'), '{"tool_calls":[]}');
-- ! the content is missing
SELECT mem_message('s', 'user', 1);
-- ! the content must be text, or JSON
SELECT mem_message('s', 'user', json('true'));
-- ! the content must be text, or JSON
SELECT mem_message('s', 'user', x'00');
-- ! BLOB
SELECT mem_message('s', 'user', 'x', '[]');
-- ! the options: they must be a JSON map
SELECT mem_message('s', 'user', 'x', '{');
-- ! mem_message: the options
SELECT mem_message('s', 'user', 'x', 1);
-- ! mem_message: the options
SELECT mem_message('s', 'user', 'x', '{"token":1}');
-- ! option token: there is no such option; there are name,
SELECT mem_message('s', 'user', 'x', '{"content":1}');
-- ! option content: there is no such option
SELECT mem_message('s', 'user', 'x', '{"counter":"c"}');
-- ! option counter: there is no such option
SELECT mem_message('s', 'user', 'x', '{"tokens":-1}');
-- ! option tokens
SELECT mem_message('s', 'user', 'x', '{"tokens":1000000000001}');
-- ! option tokens
SELECT mem_message('s', 'user', 'x', '{"tokens":1.0}');
-- ! option tokens
SELECT mem_message('s', 'user', 'x', '{"tokens":"1"}');
-- ! option tokens
SELECT mem_message('s', 'user', 'x', '{"tokenizer":"t"}');
-- ! option tokenizer
SELECT mem_message('s', 'user', 'x', '{"name":""}');
-- ! option name: it must be text that is not empty
SELECT mem_message('s', 'user', 'x', '{"kind":1}');
-- ! option kind
SELECT mem_message('s', 'user', 'x', '{"metadata":[]}');
-- ! option metadata: it must be a JSON map
SELECT mem_message('s', 'user', 'x', '{"time":"soon"}');
-- ! option time
SELECT mem_message('s', 'user', 'x', '{"time":"04:22"}');
-- ! option time
SELECT mem_message('s', 'user', 'x', '{"tool_calls":[{"id":"a"}]}');
-- ! option tool_calls: only an assistant's message makes calls
SELECT mem_message('s', 'user', 'x', '{"tool_call_id":"a"}');
-- ! option tool_call_id: only a tool's message has it
SELECT mem_message('s', 'tool', 'x', '{"tool_call_id":""}');
-- ! option tool_call_id
SELECT mem_message('s', 'assistant', 'x', '{"tool_calls":{}}');
-- ! option tool_calls: it must be a JSON array
SELECT mem_message('s', 'assistant', 'x', '{"tool_calls":[{"id":"a"},{"id":"b"},{"id":"a"}]}');
-- ! two calls in it have the same id
SELECT mem_message('s', 'assistant', 'x', '{"tool_calls":[{"id":"a"},{}]}');
-- ! each call is a JSON map with an id
SELECT mem_message('s', 'assistant', 'x', '{"tool_calls":[{"id":""}]}');
-- ! each call is a JSON map with an id
SELECT mem_message('s', 'assistant', 'x', '{"tool_calls":[["id"]]}');
-- ! each call is a JSON map with an id
SELECT mem_message('s', 'assistant', 'x', json_object('tool_calls', (WITH n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 129)
    SELECT json_group_array(json_object('id', 'c' || i)) FROM n)));
-- ! more than 128 calls
SELECT mem_length('s', 'messages');
-- → 7
SELECT mem_set('o', 'messages', 1) ->> 'type';
-- → integer
SELECT mem_message('o', 'user', 'x');
-- ! path messages of key o: it is a value, not a list
SELECT * FROM mem_window('o');
-- ! path messages of key o: it is a value, not a list
SELECT mem_message('s', 'user', 'x' || char(0) || 'y');
-- → 7
SELECT hex(content) FROM mem_window('s') WHERE position = 7;
-- → '780079'

-- ---- sub-agents ----

SELECT mem_message('agent:main', 'user', 'u'), mem_message('agent:main', 'assistant', 'a'), mem_message('agent:main', 'system', 's'),
       mem_message('agent:main', 'tool', 't', '{"tool_call_id":"x"}'), mem_message('agent:agent:main', 'user', 'v'),
       mem_message('agent:main', 'assistant', NULL, '{"tool_calls":[{"id":"a"}]}'),
       mem_message('agent:main', 'assistant', 'b', '{"tool_calls":[{"id":"a"}],"tokens":100,"tokenizer":"t"}');
-- → 0 | 1 | ∅ | ∅ | 2 | ∅ | 3
SELECT mem_get('main', 'messages');
-- → [{"role":"user","content":"u"},{"role":"assistant","content":"a"},{"role":"user","content":"v"},{"role":"assistant","content":"b"}]
SELECT mem_message('agent:main', 'tool', 't');
-- ! option tool_call_id
SELECT count(*), group_concat(DISTINCT session) FROM mem_window('agent:main');
-- → 4 | agent:main
SELECT mem_summarize('agent:main', 'all of it'), mem_get('main', 'conversation.summary.text'), mem_summary_due('agent:main');
-- → 4 | all of it | 0
SELECT group_concat(DISTINCT key) FROM mem_event WHERE value GLOB '*u*' AND key GLOB '*main*';
-- → main

-- ---- rolled back, in a listener, read only, by another connection ----

BEGIN;
SELECT mem_message('r', 'system', 'gone');
-- → 0
ROLLBACK;
SELECT count(*) FROM mem_window('r');
-- → 0
CREATE TRIGGER listens AFTER INSERT ON memlog_event WHEN NEW.key = 'heard' BEGIN SELECT mem_message('noted', 'user', NEW.value); END;
SELECT mem_message('heard', 'user', 'x');
-- → 0
SELECT content FROM mem_window('noted');
-- → {"messages.0":{"role":"user","content":"x"}}
SELECT count(*) FROM mem_event WHERE key = 'noted';
-- → 0
SELECT mem_rebuild_at('noted', '#last') = mem_snapshot('noted'), mem_rebuild_at('main', '#last') = mem_snapshot('main');
-- → 1 | 1
-- connection: B, read only
SELECT content FROM mem_window('noted');
-- → {"messages.0":{"role":"user","content":"x"}}
SELECT mem_message('noted', 'user', 'x');
-- ! readonly
