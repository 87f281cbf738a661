-- Arguments that are numbers may be reals that stand for a whole number, as JavaScript binds them; what is called
-- wrongly says how it is called; errors of options say that they are about these.
-- clock: 2026-07-03 04:22:36
SELECT mem_append('u', 'l', 'a') ->> 'path', mem_append('u', 'l', 'b') ->> 'path', mem_recent('u', 'l', 1.0), mem_recent('u', 'l', -0.0);
-- → l.0 | l.1 | ["b"] | []
SELECT mem_recent('u', 'l', 1.5);
-- ! memlog: mem_recent: how many: it must be an integer of 0 or more
SELECT mem_recent('u', 'l', 1e18);
-- ! memlog: mem_recent: how many: it must be an integer of 0 or more
-- From 2^53 on a real may have been another number.
SELECT mem_recent('u', 'l', 9007199254740991.0);
-- → ["a","b"]
SELECT mem_recent('u', 'l', 9007199254740993.0);
-- ! memlog: mem_recent: how many: it must be an integer of 0 or more
SELECT mem_recent('u', 'l', 9e999);
-- ! memlog: mem_recent: how many: it must be an integer of 0 or more
SELECT mem_recent('u', 'l', '1');
-- ! memlog: mem_recent: how many: it must be an integer of 0 or more
SELECT mem_path('l', 1.0), mem_get('u', mem_path('l', 1.0)), mem_path('l', -0.0);
-- → l.1 | b | l.0
SELECT mem_path('l', 0.5);
-- ! memlog: mem_path: name 2 is neither text nor an integer
SELECT mem_ttl('u', 'l', 60000.0), mem_ttl('u', 'l', 0.0), mem_ttl('u', 'l', NULL);
-- → 2 | 2 | 0
SELECT mem_config('conversation.max-messages', 100.0), mem_config('agent-run.begin-event', 1.0), mem_config('memory.max-value-bytes', 1e9);
-- → 100 | true | 1000000000
SELECT mem_config('conversation.max-messages', 100.5);
-- ! it takes a whole number from 0 to 1000000000, not '100.5'
SELECT mem_observer(1.0), mem_observer(0.0), mem_upgrade(1.0) ->> 'done', mem_generation('u', 1.0), mem_new_object('u', 'l2', 0.0) ->> 'type';
-- → 1 | 0 | 1 | 1 | object
SELECT mem_observer(2.0);
-- ! memlog: mem_observer: it takes 1 or 0
SELECT mem_observer(0.5);
-- ! memlog: mem_observer: it takes 1 or 0
SELECT count(*) FROM mem_consume('c', 10.0, 1000.0);
-- → 3
SELECT mem_ack('c', (SELECT CAST(max(seq) AS REAL) FROM mem_event));
-- → 3
SELECT mem_event_value((SELECT CAST(min(seq) AS REAL) FROM mem_event)), mem_delete('u', 'l.0');
-- → {"l.0":"a"} | 1
SELECT mem_redact((SELECT CAST(min(seq) AS REAL) FROM mem_event), 'l.0', 'test');
-- → 1
SELECT mem_redact(1.5, 'l.0', 'test');
-- ! memlog: mem_redact: event 1.5: there is none of this id or position in this file
SELECT count(*) = (SELECT count(*) FROM mem_journal) FROM mem_export(1.0, 0.0);
-- → 1
SELECT count(*) FROM mem_search('u', NULL, 'x', 5.0);
-- → 0
SELECT mem_message('s', 'user', 'one'), mem_summarize('s', 'One was said.', 1.0);
-- → 0 | 1
SELECT count(*) FROM mem_lineage('{"key":"u","path":"l.1"}', 'backward', 1.0);
-- → 2

-- What does not take so many arguments says what it takes, and what is a table that it is one.
SELECT mem_get('u');
-- ! memlog: mem_get: wrong number of arguments, 1: it is mem_get(key, path_or_ref [, scope])
SELECT mem_version(1);
-- ! memlog: mem_version: wrong number of arguments, 1: it is mem_version()
SELECT mem_message('s', 'user');
-- ! memlog: mem_message: wrong number of arguments, 2: it is mem_message(session, role, content [, options_json])
SELECT mem_history('u');
-- ! memlog: mem_history: it is a table: SELECT * FROM mem_history(key [, path [, scope]])
SELECT mem_help();
-- ! memlog: mem_help: it is a table: SELECT * FROM mem_help([name])
SELECT mem_retain('u');
-- ! memlog: mem_retain: wrong number of arguments, 1: it is mem_retain(key_glob, path, rule_json [, scope])
SELECT mem('u');
-- ! no such function: mem
SELECT count(*) FROM mem_get('u');
-- ! no such table: mem_get

-- Options that are no JSON.
SELECT * FROM mem_items('u', NULL, '2026-07-03 04:00');
-- ! memlog: mem_items: the options: something stands after the value, at byte
SELECT mem_session_end('s', 'ada');
-- ! memlog: mem_session_end: the options: invalid JSON at byte
SELECT mem_item_add('u', 'notes', 'x', 'y');
-- ! memlog: mem_item_add: the options: invalid JSON at byte
SELECT mem_quarantine('u', 'notes', 'x');
-- ! memlog: mem_quarantine: the options: invalid JSON at byte
SELECT mem_propagate('u', 'cache', 'x');
-- ! memlog: mem_propagate: the options: invalid JSON at byte
SELECT mem_forget('u', 'asked', 'x');
-- ! memlog: mem_forget: the options: invalid JSON at byte
SELECT mem_message('s', 'user', 'two', 'x');
-- ! memlog: mem_message: the options: invalid JSON at byte
SELECT mem_claim('said', '[]', 'x');
-- ! memlog: mem_claim: the options: invalid JSON at byte
SELECT mem_recall('u', NULL, 'q', 'x');
-- ! memlog: mem_recall: the options: invalid JSON at byte
SELECT * FROM mem_window('s', 'x');
-- ! memlog: mem_window: the options: invalid JSON at byte
SELECT mem_session_pending('s', 'x');
-- ! memlog: mem_session_pending: the options: invalid JSON at byte
BEGIN;
SELECT mem_action('a', NULL, 'x');
-- ! memlog: mem_action: the meta data: invalid JSON at byte
ROLLBACK;
SELECT mem_event_add('t', 'u', 'x');
-- ! memlog: mem_event_add: the value: invalid JSON at byte
SELECT mem_session_end('s', '{"user":"ada","judged":[{"content":[1]}]}');
-- ! memlog: judged: item 1: content: it must be text
SELECT count(*) FROM mem_verify;
-- → 0
