-- What a model is sent of a conversation: which messages, in which order, and why not the others.
-- clock: 2026-07-03 04:22:36.087914

-- ---- tool calls ----

SELECT mem_message('t', 'user', 'go'),
       mem_message('t', 'assistant', 'both', '{"tool_calls":[{"id":"a"},{"id":"b"}]}'),
       mem_message('t', 'tool', 'of b', '{"tool_call_id":"b"}'),
       mem_message('t', 'user', 'hurry'),
       mem_message('t', 'tool', 'of a', '{"tool_call_id":"a"}'),
       mem_message('t', 'tool', 'of a again', '{"tool_call_id":"a"}'),
       mem_message('t', 'tool', 'of none', '{"tool_call_id":"z"}'),
       mem_message('t', 'assistant', 'well');
-- → 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
-- Results come behind their call, whatever stands between.
SELECT position, role, content, why FROM mem_window('t', '{"all":true}');
-- → 0 | user | go | ∅
-- → 1 | assistant | both | ∅
-- → 2 | tool | of b | ∅
-- → 4 | tool | of a | ∅
-- → 3 | user | hurry | ∅
-- → 7 | assistant | well | ∅
-- → 5 | tool | of a again | another result of its call
-- → 6 | tool | of none | result without its call
-- An id that is used again means the nearest call before; a call that waits goes with what it has.
SELECT mem_message('t', 'user', 'again'), mem_message('t', 'assistant', NULL, '{"tool_calls":[{"id":"a"}]}'),
       mem_message('t', 'tool', 'of the second a', '{"tool_call_id":"a"}'),
       mem_message('t', 'assistant', NULL, '{"tool_calls":[{"id":"c"},{"id":"d"}]}'), mem_message('t', 'tool', 'of d', '{"tool_call_id":"d"}');
-- → 8 | 9 | 10 | 11 | 12
SELECT position, role, why FROM mem_window('t', '{"all":true,"rounds":1}');
-- → 8 | user | ∅
-- → 9 | assistant | ∅
-- → 10 | tool | ∅
-- → 0 | user | older than the rounds
-- → 1 | assistant | older than the rounds
-- → 2 | tool | older than the rounds
-- → 3 | user | older than the rounds
-- → 4 | tool | older than the rounds
-- → 5 | tool | older than the rounds
-- → 6 | tool | older than the rounds
-- → 7 | assistant | older than the rounds
-- → 11 | assistant | call without its results
-- → 12 | tool | result without its call
SELECT mem_message('t', 'tool', 'of c', '{"tool_call_id":"c"}');
-- → 13
SELECT group_concat(position) FROM mem_window('t', '{"rounds":1}');
-- → 8,9,10,11,12,13
-- A unit that does not fit whole does not come in part (c and its results: 6 tokens).
SELECT mem_message('u', 'user', 'q', '{"tokens":1}'), mem_message('u', 'assistant', 'x', '{"tokens":1}'), mem_message('u', 'user', 'r', '{"tokens":1}'),
       mem_message('u', 'assistant', 'c', '{"tokens":2,"tool_calls":[{"id":"1"}]}'), mem_message('u', 'tool', 's', '{"tokens":4,"tool_call_id":"1"}'),
       mem_message('u', 'assistant', 'y', '{"tokens":1}'), mem_message('u', 'user', 'v', '{"tokens":1}');
-- → 0 | 1 | 2 | 3 | 4 | 5 | 6
SELECT position, why FROM mem_window('u', '{"max_tokens":7,"summary_tokens":0,"all":true}');
-- → 6 | ∅
-- → 0 | over budget
-- → 1 | over budget
-- → 2 | over budget
-- → 3 | over budget
-- → 4 | over budget
-- → 5 | leading assistant
SELECT group_concat(position), sum(tokens) FROM mem_window('u', '{"max_tokens":9,"summary_tokens":0}');
-- → 2,3,4,5,6 | 9
SELECT group_concat(position), sum(tokens) FROM mem_window('u', '{"max_tokens":11}');
-- → 0,1,2,3,4,5,6 | 11
SELECT group_concat(position), sum(tokens) FROM mem_window('u', '{"max_tokens":11,"overhead":1}');
-- → '6' | 2

-- ---- the end, and taking turns ----

SELECT mem_message('e', 'user', 'a'), mem_message('e', 'user', 'b'), mem_message('e', 'assistant', 'one'), mem_message('e', 'assistant', 'two'),
       mem_message('e', 'assistant', '');
-- → 0 | 1 | 2 | 3 | 4
SELECT position, why FROM mem_window('e', '{"all":true}');
-- → 0 | ∅
-- → 1 | ∅
-- → 3 | ∅
-- → 2 | answered anew
-- → 4 | empty answer
SELECT position, why FROM mem_window('e', '{"all":true,"alternate":true}');
-- → 1 | ∅
-- → 3 | ∅
-- → 0 | not in turn
-- → 2 | answered anew
-- → 4 | empty answer
-- Before the end they all stay, unless they must take turns.
SELECT mem_message('e', 'user', 'c');
-- → 5
SELECT group_concat(position) FROM mem_window('e');
-- → 0,1,2,3,4,5
SELECT group_concat(position) FROM mem_window('e', '{"alternate":true}');
-- → 1,4,5
-- Assistants before the first user's message go; a conversation of nobody else is empty.
SELECT mem_message('l', 'assistant', 'welcome'), mem_message('l', 'assistant', NULL, '{"tool_calls":[{"id":"a"}]}'),
       mem_message('l', 'tool', 'r', '{"tool_call_id":"a"}');
-- → 0 | 1 | 2
SELECT position, why FROM mem_window('l', '{"all":true}');
-- → 0 | leading assistant
-- → 1 | leading assistant
-- → 2 | leading assistant

-- ---- rounds ----

SELECT group_concat(position) FROM mem_window('e', '{"rounds":2}');
-- → 1,2,3,4,5
SELECT group_concat(position) FROM mem_window('e', '{"rounds":3}');
-- → 0,1,2,3,4,5
SELECT count(*) FROM mem_window('e', '{"rounds":0}');
-- → 0
SELECT count(*) FROM mem_window('e', '{"rounds":-1,"all":true}');
-- → 0

-- ---- system messages ----

SELECT mem_message('s', 'system', 'first'), mem_message('s', 'user', 'a', '{"tokens":10}'), mem_message('s', 'assistant', 'b', '{"tokens":10}'),
       mem_message('s', 'system', 'second'), mem_message('s', 'user', 'c', '{"tokens":10}');
-- → 0 | 1 | 2 | 3 | 4
SELECT position, content, why FROM mem_window('s', '{"max_tokens":20,"all":true}');
-- → 0 | first | ∅
-- → 3 | second | ∅
-- → 4 | c | ∅
-- → 1 | a | over budget
-- → 2 | b | over budget
-- They are found far from the end, by the list of their positions; others only among what is read.
SELECT mem_append_json('s', 'messages', '{"role":"system","content":"by hand"}') ->> 'path', mem_message('s', 'user', 'd', '{"tokens":5}');
-- → messages.5 | 6
SELECT position, content, why FROM mem_window('s', '{"max_tokens":20,"rounds":1}');
-- → 0 | first | ∅
-- → 3 | second | ∅
-- → 5 | by hand | ∅
-- → 6 | d | ∅
SELECT position, content, why FROM mem_window('s', '{"max_tokens":25,"summary_tokens":0}');
-- → 0 | first | ∅
-- → 3 | second | ∅
-- → 5 | by hand | ∅
-- → 4 | c | ∅
-- → 6 | d | ∅
-- A note of one that is no longer there, is none any more, or never was, says nothing.
SELECT mem_delete('s', 'messages.3'), mem_set_json('s', 'messages.0', '{"role":"user","content":"changed"}') ->> 'type',
       mem_append('s', 'conversation.system', 999) ->> 'type', mem_append('s', 'conversation.system', 'x') ->> 'type',
       mem_append('s', 'conversation.system', -1) ->> 'type', mem_append('s', 'conversation.system', 5) ->> 'type';
-- → 1 | map | integer | text | integer | integer
SELECT position, role, content FROM mem_window('s');
-- → 5 | system | by hand
-- → 0 | user | changed
-- → 1 | user | a
-- → 2 | assistant | b
-- → 4 | user | c
-- → 6 | user | d

-- ---- a budget that is too small ----

SELECT * FROM mem_window('s', '{"max_tokens":1}');
-- ! memlog: mem_window: session s: max_tokens 1 is too little: system messages take 2 or more
SELECT * FROM mem_window('s', '{"max_tokens":6}');
-- ! system messages take 2, the summary or the room for it 1, the newest messages 5
SELECT * FROM mem_window('s', '{"max_tokens":7,"summary_tokens":1}');
-- ! system messages take 2, the summary or the room for it 1, the newest messages 5
SELECT group_concat(position) FROM mem_window('s', '{"max_tokens":7,"summary_tokens":0}');
-- → 5,6
-- A round that is too long: what began it, and the newest of it.
SELECT mem_message('r', 'user', 'q', '{"tokens":2}'), mem_message('r', 'assistant', 'c', '{"tokens":5,"tool_calls":[{"id":"1"}]}'),
       mem_message('r', 'tool', 's', '{"tokens":5,"tool_call_id":"1"}'), mem_message('r', 'assistant', 'c', '{"tokens":5,"tool_calls":[{"id":"1"}]}'),
       mem_message('r', 'tool', 's', '{"tokens":5,"tool_call_id":"1"}');
-- → 0 | 1 | 2 | 3 | 4
SELECT position, why FROM mem_window('r', '{"max_tokens":15,"summary_tokens":0,"all":true}');
-- → 0 | ∅
-- → 3 | ∅
-- → 4 | ∅
-- → 1 | over budget
-- → 2 | over budget
SELECT group_concat(position) FROM mem_window('r', '{"max_tokens":12,"summary_tokens":0}');
-- → 0,3,4
SELECT * FROM mem_window('r', '{"max_tokens":11,"summary_tokens":0}');
-- ! the newest messages 12

-- ---- what is no message ----

SELECT mem_append('n', 'messages', 'text') ->> 'path', mem_append_json('n', 'messages', '{"content":"x"}') ->> 'path',
       mem_append_json('n', 'messages', '{"role":"judge","content":"x"}') ->> 'path', mem_append_json('n', 'messages', '{"role":1}') ->> 'path',
       mem_append_json('n', 'messages', '{"role":"user"}') ->> 'path', mem_append_json('n', 'messages', '{"role":"tool","content":"x"}') ->> 'path',
       mem_append_json('n', 'messages', '{"role":"assistant","content":"x","tool_calls":{"id":"a"}}') ->> 'path',
       mem_append_json('n', 'messages', '{"role":"assistant","content":"x","tool_calls":[{"id":"a"},{"id":"a"}]}') ->> 'path',
       mem_append_json('n', 'messages', '{"role":"user","content":5,"tokens":-5,"name":1,"tool_calls":[1],"other":{}}') ->> 'path';
-- → messages.0 | messages.1 | messages.2 | messages.3 | messages.4 | messages.5 | messages.6 | messages.7 | messages.8
SELECT position, role, content, tokens, why FROM mem_window('n', '{"all":true}');
-- → 8 | user | 5 | 1 | ∅
-- → 0 | ∅ | text | ∅ | no message: it is no JSON map
-- → 1 | ∅ | {"content":"x"} | ∅ | no message: its role is none
-- → 2 | ∅ | {"role":"judge","content":"x"} | ∅ | no message: its role is none
-- → 3 | ∅ | {"role":1} | ∅ | no message: its role is none
-- → 4 | ∅ | {"role":"user"} | ∅ | no message: it has no content
-- → 5 | ∅ | {"role":"tool","content":"x"} | ∅ | no message: a result without tool_call_id
-- → 6 | assistant | x | 1 | leading assistant
-- → 7 | ∅ | {"role":"assistant","content":"x","tool_calls":[{"id":"a"},{"id":"a"}]} | ∅ | no message: its tool_calls are damaged

-- ---- expiry ----

SELECT mem_ttl('x', 'messages', 1000), mem_message('x', 'system', 'old'), mem_message('x', 'user', 'old');
-- → 0 | 0 | 1
-- clock: 2026-07-03 04:22:38
SELECT count(*) FROM mem_window('x', '{"all":true}');
-- → 0
-- All of the list has gone, and a new one begins: what was noted of system messages means nothing there.
SELECT mem_message('x', 'user', 'new');
-- → 0
SELECT position, content FROM mem_window('x', '{"all":true}');
-- → 0 | new

-- ---- arguments ----

SELECT * FROM mem_window;
-- ! memlog: mem_window: the session is missing
SELECT * FROM mem_window(NULL);
-- ! the key is NULL
SELECT * FROM mem_window('e', 'x');
-- ! mem_window: the options
SELECT * FROM mem_window('e', '[1]');
-- ! the options: they must be a JSON map
SELECT * FROM mem_window('e', '{"max":1}');
-- ! option max: there is no such option; there are max_tokens,
SELECT * FROM mem_window('e', '{"max_tokens":0}');
-- ! option max_tokens: it must be an integer from 1
SELECT * FROM mem_window('e', '{"max_tokens":1.5}');
-- ! option max_tokens
SELECT * FROM mem_window('e', '{"summary_tokens":-1}');
-- ! option summary_tokens
SELECT * FROM mem_window('e', '{"rounds":null}');
-- ! option rounds: it must be an integer
SELECT * FROM mem_window('e', '{"overhead":-1}');
-- ! option overhead
SELECT * FROM mem_window('e', '{"all":1}');
-- ! option all: it must be true or false
SELECT count(*) FROM mem_window('e', NULL);
-- → 6
SELECT count(*) FROM mem_window('nobody');
-- → 0
SELECT count(*) FROM mem_window('e') WHERE session = 'u';
-- → 0
SELECT w.position FROM (SELECT 'e' AS s UNION ALL SELECT 'l') AS x JOIN mem_window(x.s) AS w WHERE w.role = 'user' ORDER BY 1;
-- → 0
-- → 1
-- → 5
SELECT count(*) FROM mem_event WHERE type = '_short_term_read_event';
-- → 0
