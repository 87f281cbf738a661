-- Redacting contents of items: the events, results of searches, past versions. Forgetting sessions' names.
-- clock: 2026-07-01 00:00:00
SELECT mem_config('memory.inline-value-bytes', 100);
-- → 100
SELECT mem_item_put('u', 's', 'a', 'secret'), mem_item_put('u', 's', 'b', printf('%.200c', 'b')), mem_item_get('u', 's', 'a');
-- → a | b | secret
CREATE TEMP TABLE at AS SELECT min(seq) AS seq FROM mem_event;
SELECT mem_redact((SELECT seq FROM at), 's.a', 'law');
-- ! memlog: mem_redact: path s.a of key u: what is to be redacted is still its value in memory: overwrite or delete it first
SELECT mem_redact((SELECT seq FROM at), 's.x', 'law');
-- ! has no value at path s.x
SELECT mem_item_put('u', 's', 'a', 'other'), mem_item_put('u', 's', 'a', 'secret'), mem_item_remove('u', 's', 'a'), mem_item_put('u', 's', 'c', 'secret');
-- → a | a | 1 | c
SELECT mem_redact((SELECT seq FROM at), 's.a', 'law');
-- → 5
SELECT type, value FROM mem_event WHERE key = 'u' AND value GLOB '*s.a*';
-- → _long_term_update_event | {"s.a":{"redacted": "law"}}
-- → _long_term_get_event | {"s.a":{"redacted": "law"}}
-- → _long_term_update_event | {"s.a":"other"}
-- → _long_term_update_event | {"s.a":{"redacted": "law"}}
-- → _long_term_update_event | {"s.a":null}
-- → _memory_redacted_event | …
SELECT id, version, content FROM mem_items('u', 's', '{"versions":true}') WHERE id <> 'b';
-- → a | 1 | {"redacted": "law"}
-- → a | 2 | other
-- → a | 3 | {"redacted": "law"}
-- → c | 1 | secret
SELECT mem_rebuild_at('u', '#' || seq, 'long_term') FROM at;
-- → {"s.a":{"redacted": "law"}}
SELECT * FROM mem_verify;
-- no rows
SELECT mem_redact((SELECT seq FROM at), 's.a', 'law');
-- → 0
-- A large content goes once nothing means it; one that another item, or memory, has stays.
SELECT mem_item_put('u', 's', 'b', 1), mem_item_put('u', 's', 'd', printf('%.200c', 'b')), count(*) FROM memlog_value;
-- → b | d | 1
SELECT mem_redact((SELECT seq FROM memlog_event WHERE value GLOB '{"s.b":{"digest*'), 's.b', NULL), length(mem_item_get('u', 's', 'd')), (SELECT count(*) FROM memlog_value);
-- → 2 | 200 | 1
SELECT mem_set('u', 'x', printf('%.200c', 'b')) ->> 'path', mem_set('u', 'x', 2) ->> 'path';
-- → x | x
SELECT mem_redact((SELECT seq FROM memlog_event WHERE value GLOB '{"x":{"digest*'), 'x', NULL), length(mem_item_get('u', 's', 'd')), (SELECT count(*) FROM memlog_value);
-- → 1 | 200 | 1
SELECT mem_item_remove('u', 's', 'd'), mem_redact((SELECT max(seq) FROM memlog_event WHERE type = '_long_term_update_event' AND value GLOB '{"s.d":{"digest*'), 's.d', NULL), (SELECT count(*) FROM memlog_value);
-- → 1 | 4 | 0
-- All of a key's items go with it.
SELECT mem_forget('u', 'law', '{"look":["secret"]}') ->> '$.erased.memlog_item';
-- → 7
SELECT (SELECT count(*) FROM memlog_item), (SELECT count(*) FROM mem_items('u'));
-- → 0 | 0
-- Sessions of others that name it name nobody.
SELECT mem_message('sess', 'user', 'I live in Oslo.');
-- → 0
SELECT mem_session_end('sess', '{"user":"ann","agent":"bot"}') IS NOT NULL, mem_item_put('ann', 's', 'x', 1);
-- → 1 | x
SELECT user, agent FROM memlog_session;
-- → ann | bot
SELECT mem_forget('ann', NULL) ->> '$.erased.memlog_session';
-- → 1
SELECT user, agent FROM memlog_session;
-- → ∅ | bot
