-- Summaries of conversations: what they cover, when one is due, what goes once it is covered.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_config('conversation.summary-after'), mem_config('conversation.max-messages');
-- → 20 | 200
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
SELECT count(mem_message('c', iif(i % 2, 'assistant', 'user'), 'm' || i)) FROM n;
-- → 19
SELECT mem_summary_due('c'), mem_message('c', 'assistant', 'm19'), mem_summary_due('c'), mem_summary_due('none');
-- → 0 | 19 | 20 | 0
SELECT mem_summarize('c', 'So far.', 5), mem_summary_due('c'), mem_summarize('c', 'So far!'), mem_summary_due('c');
-- → 5 | 0 | 20 | 0
SELECT mem_get('c', 'conversation'), type, value, removed FROM mem_event WHERE key = 'c' ORDER BY seq DESC LIMIT 1;
-- → {"summary":{"text":"So far!","through":20}} | _short_term_write_event | {"conversation.summary.text":"So far!","conversation.summary.through":20} | ["conversation.summary"]
-- All fits: no summary. Else it comes first, and stands for what is left out.
SELECT count(*), min(position), sum(kind = 'summary') FROM mem_window('c');
-- → 20 | 0 | ∅
SELECT position, role, content, tokens, kind, counted, why FROM mem_window('c', '{"max_tokens":10,"all":true}') WHERE position IS NULL OR position IN (1, 11, 12, 13, 19);
-- → ∅ | system | So far! | 2 | summary | estimate | ∅
-- → 12 | user | m12 | 1 | ∅ | estimate | ∅
-- → 13 | assistant | m13 | 1 | ∅ | estimate | ∅
-- → 19 | assistant | m19 | 1 | ∅ | estimate | ∅
-- → 1 | assistant | m1 | 1 | ∅ | estimate | covered by the summary
-- → 11 | assistant | m11 | 1 | ∅ | estimate | covered by the summary
SELECT group_concat(position) FROM mem_window('c', '{"max_tokens":10}');
-- → 12,13,14,15,16,17,18,19
SELECT mem_message('c', 'system', 'Be brief.'), mem_message('c', 'user', 'm21');
-- → 20 | 21
SELECT position, role, content, why FROM mem_window('c', '{"max_tokens":9,"rounds":2,"all":true}') WHERE position IS NULL OR position > 16;
-- → 20 | system | Be brief. | ∅
-- → ∅ | system | So far! | ∅
-- → 18 | user | m18 | ∅
-- → 19 | assistant | m19 | ∅
-- → 21 | user | m21 | ∅
-- → 17 | assistant | m17 | covered by the summary
-- A summary that is longer than the room for it takes more; one that does not fit at all is told.
SELECT mem_summarize('c', 'A summary of some length, of which there is more to come');
-- → 22
SELECT group_concat(position), sum(tokens) FROM mem_window('c', '{"max_tokens":20,"summary_tokens":1}');
-- → 20,18,19,21 | 20
SELECT * FROM mem_window('c', '{"max_tokens":16,"summary_tokens":1}');
-- ! system messages take 3, the summary or the room for it 14, the newest messages 0
-- One of what was before the session, too, is always sent.
SELECT mem_summarize('new', 'Of another session.'), mem_message('new', 'user', 'hi');
-- → 0 | 0
SELECT position, content FROM mem_window('new');
-- → ∅ | Of another session.
-- → 0 | hi
-- What was covered and is gone is in the summary.
SELECT mem_summarize('new', 'Of both.'), mem_delete('new', 'messages.0'), mem_message('new', 'user', 'there');
-- → 1 | 1 | 1
SELECT position, content FROM mem_window('new');
-- → ∅ | Of both.
-- → 1 | there

-- ---- what is refused ----

SELECT mem_summarize('c', 'x', 23);
-- ! memlog: mem_summarize: session c: through 23: the next message will have position 22
SELECT mem_summarize('c', 'x', 21);
-- ! through 21: there is a summary of all before position 22
SELECT mem_summarize('c', 'x', -1);
-- ! through: it must be an integer of 0 or more
SELECT mem_summarize('c', 'x', 'all');
-- ! through
SELECT mem_summarize('c', '');
-- ! the summary is empty
SELECT mem_summarize('c', 7);
-- ! the summary must be text
SELECT mem_summarize('', 'x');
-- ! the key is empty
SELECT mem_summary_due(7);
-- ! the key is an integer
SELECT mem_summarize('c', NULL), mem_exists('c', 'conversation.summary'), mem_summarize('c', NULL), mem_summary_due('c'), mem_summarize('c', 'x', 1);
-- → 1 | 0 | 0 | 22 | 1
-- What a host has put there that is no summary is none.
SELECT mem_set('c', 'conversation.summary.through', 'far') ->> 'type', mem_summary_due('c'), mem_set('d', 'conversation.summary.through', 1) ->> 'type';
-- → text | 22 | integer
SELECT count(*) FROM mem_window('d');
-- → 0
SELECT mem_set('v', 'conversation', 1) ->> 'type';
-- → integer
SELECT mem_summarize('v', 'x');
-- ! conversation

-- ---- how many messages are kept ----

SELECT mem_config('conversation.max-messages', -1);
-- ! a whole number from 0 to 1000000000
SELECT mem_config('conversation.max-messages', 3), mem_config('conversation.summary-after', 0);
-- → 3 | 0
SELECT mem_message('k', 'system', 's'), mem_message('k', 'user', 'a'), mem_message('k', 'assistant', 'b'), mem_message('k', 'user', 'c'),
       mem_message('k', 'assistant', 'd'), mem_summary_due('k');
-- → 0 | 1 | 2 | 3 | 4 | 0
SELECT mem_field_names('k', 'messages'), mem_summarize('k', 'abc', 4), mem_field_names('k', 'messages');
-- → ["0","1","2","3","4"] | 4 | ["0","2","3","4"]
SELECT value, removed FROM mem_event WHERE key = 'k' ORDER BY seq DESC LIMIT 1;
-- → {"conversation.summary.text":"abc","conversation.summary.through":4} | ["messages.1"]
SELECT mem_message('k', 'user', 'e'), mem_message('k', 'assistant', 'f'), mem_message('k', 'user', 'g'), mem_field_names('k', 'messages');
-- → 5 | 6 | 7 | ["0","4","5","6","7"]
SELECT value, removed FROM mem_event WHERE key = 'k' ORDER BY seq DESC LIMIT 2;
-- → {"messages.7":{"role":"user","content":"g"}} | ∅
-- → {"messages.6":{"role":"assistant","content":"f"}} | ["messages.3"]
SELECT group_concat(ifnull(position, 'sum')) FROM mem_window('k');
-- → 0,sum,5,6,7
SELECT mem_snapshot('k') = mem_rebuild_at('k', '#last'), mem_snapshot('c') = mem_rebuild_at('c', '#last');
-- → 1 | 1
SELECT mem_config('conversation.max-messages', 0), mem_summarize('k', 'all', 8), mem_length('k', 'messages');
-- → 0 | 8 | 5
-- With a rule for the list, too, and large messages.
SELECT mem_config('conversation.max-messages', 4), mem_retain('q', 'messages', '{"max_count":6,"max_bytes":100000}') ->> 'max_count';
-- → 4 | 6
SELECT mem_message('q', 'user', printf('%.*c', 9000, 'x')), mem_message('q', 'user', '1'), mem_message('q', 'user', '2'), mem_message('q', 'user', '3'),
       mem_message('q', 'user', '4'), mem_message('q', 'user', '5'), mem_message('q', 'user', '6'), mem_field_names('q', 'messages');
-- → 0 | 1 | 2 | 3 | 4 | 5 | 6 | ["1","2","3","4","5","6"]
SELECT mem_summarize('q', 'x'), mem_field_names('q', 'messages'), mem_length('q', 'messages'), mem_message('q', 'user', '7'), mem_length('q', 'messages');
-- → 7 | ["3","4","5","6"] | 4 | 7 | 4
SELECT mem_snapshot('q') = mem_rebuild_at('q', '#last');
-- → 1

-- ---- tokens that a function counts ----

SELECT mem_config('tokens.count-function', 'length'), mem_config('conversation.max-messages', NULL);
-- → length | 200
SELECT mem_message('f', 'user', 'four'), mem_message('f', 'assistant', json('[1]'), '{"tool_calls":[{"id":"a"}],"name":"n"}'), mem_message('f', 'user', 'x', '{"tokens":7}'),
       mem_append_json('f', 'messages', '{"role":"user","content":"by hand"}') ->> 'path', mem_summarize('f', 'sum of it');
-- → 0 | 1 | 2 | messages.3 | 4
SELECT mem_get('f', 'messages.0'), mem_get('f', 'messages.1'), mem_get('f', 'conversation.summary');
-- → {"role":"user","content":"four","tokens":4,"counter":"length"} | {"role":"assistant","content":[1],"name":"n","tool_calls":[{"id":"a"}],"tokens":16,"counter":"length"} | {"text":"sum of it","through":4,"tokens":9}
SELECT position, tokens, counted, tokenizer, why FROM mem_window('f', '{"all":true}');
-- → 0 | 4 | function | length | ∅
-- → 2 | 7 | given | ∅ | ∅
-- → 3 | 7 | function | ∅ | ∅
-- → 1 | 16 | function | length | call without its results
SELECT tokens, counted FROM mem_window('f', '{"max_tokens":20}') WHERE kind = 'summary';
-- → 9 | function
SELECT mem_config('tokens.count-function', 'json_quote'), mem_message('f', 'user', 'x');
-- ! function json_quote
SELECT mem_message('f', 'user', 'x');
-- ! function json_quote: it counts tokens: it must give a whole number of 0 or more
SELECT mem_summarize('f', 'x');
-- ! function json_quote
-- Where a host's language has real numbers only, a whole one is a number of tokens.
SELECT mem_config('tokens.count-function', 'abs'), mem_message('real', 'user', '7'), mem_message('real2', 'user', '1e12');
-- → abs | 0 | 0
SELECT tokens, counted, tokenizer FROM mem_window('real');
-- → 7 | function | abs
SELECT mem_message('real', 'user', '7.5');
-- ! function abs: it counts tokens: it must give a whole number of 0 or more
SELECT mem_message('real', 'user', '2e12');
-- ! function abs: it counts tokens
SELECT mem_message('real', 'user', '9e999');
-- ! function abs: it counts tokens
SELECT mem_config('tokens.count-function', 'json_quote');
SELECT mem_message('f', 'user', 'x', '{"tokens":1}'), mem_length('f', 'messages');
-- → 4 | 5
SELECT * FROM mem_window('f');
-- ! function json_quote
SELECT mem_config('tokens.count-function', 'missing');
-- → missing
SELECT mem_message('f', 'user', 'x');
-- ! function missing: there is no such function of one argument
