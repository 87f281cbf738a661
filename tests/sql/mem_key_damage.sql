-- mem_key where the stored rows are damaged: an error that names the key, and mem_verify says what is wrong.
-- verify: off
SELECT mem_set('a', 'x', 1) ->> 'path', mem_set('b', 'x', 1) ->> 'path';
-- → x | x
DROP TRIGGER memlog_cell_update;
DROP TRIGGER memlog_event_delete;
UPDATE memlog_cell SET value = json_set(value, '$.events', 7, '$.first', 5) WHERE key = 'a' AND kind = 3;
SELECT key, events, first FROM mem_key WHERE key = 'a';
-- → a | 7 | 1970-01-01 00:00:00.000005
SELECT kind, key, detail FROM mem_verify WHERE kind = 'head';
-- → head | a | the time of its first row is 5 in its head, … by the log
-- → head | a | the number of its events is 7 in its head, 1 by the log
UPDATE memlog_cell SET value = json_set(value, '$.first', -1) WHERE key = 'a' AND kind = 3;
SELECT events FROM mem_key WHERE key = 'a';
-- ! memlog: key a: its head (its first row in memlog_cell) is damaged
SELECT nodes FROM mem_key;
-- → 1
-- → 1
UPDATE memlog_cell SET value = json_set(value, '$.last', -9223372036854775807 - 1) WHERE key = 'a' AND kind = 3;
SELECT last FROM mem_key;
-- ! memlog: key a: its head
DELETE FROM memlog_event WHERE key = 'b';
SELECT events FROM mem_key WHERE key = 'b';
-- → 1
SELECT last FROM mem_key WHERE key = 'b';
-- ! memlog: key b: its newest row in the log (position
