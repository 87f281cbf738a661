-- What a list has no room for becomes items of long-term memory, in the same action.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_config('memory.inline-value-bytes', 100), mem_retain('*', 'l', '{"max_count":2,"policy":"move_to_long_term","set":"old"}'), mem_retain('*', 'a.b', '{"max_count":1,"policy":"move_to_long_term"}');
-- → 100 | {"max_count":2,"policy":"move_to_long_term","set":"old"} | {"max_count":1,"policy":"move_to_long_term"}
SELECT rule FROM mem_retain ORDER BY path;
-- → {"max_count":1,"policy":"move_to_long_term"}
-- → {"max_count":2,"policy":"move_to_long_term","set":"old"}
SELECT mem_append('u', 'l', 'one') ->> 'path', mem_append('u', 'l', printf('%.200c', 'x')) ->> 'path', mem_append('u', 'l', 3) ->> 'path';
-- → l.0 | l.1 | l.2
SELECT set_name, content FROM mem_items('u');
-- → old | one
SELECT type, value -> '$."l.2"', removed, value GLOB '{"old.*":"one"}' FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → _long_term_update_event | ∅ | ∅ | 1
-- → _short_term_write_event | '3' | ["l.0"] | 0
BEGIN;
SELECT mem_append('u', 'l', 4) ->> 'path', mem_append('u', 'l', 'one') ->> 'path', mem_append('u', 'l', NULL) ->> 'path', mem_append('u', 'l', NULL) ->> 'path', mem_append('u', 'l', NULL) ->> 'path';
-- → l.3 | l.4 | l.5 | l.6 | l.7
COMMIT;
-- The same once, and no null; a large one is whole.
SELECT length(content), content = 'one' FROM mem_items('u', 'old') ORDER BY created_at, length(content);
-- → 1 | 0
-- → 1 | 0
-- → 3 | 1
-- → 200 | 0
SELECT mem_append('u', 'a.b', json('{"n":1}')) ->> 'path', mem_append('u', 'a.b', 2) ->> 'path';
-- → a.b.0 | a.b.1
SELECT set_name, content FROM mem_items('u', 'a.b');
-- → a.b | {"n":1}
SELECT mem_rebuild_at('u', '#last') = mem_snapshot('u'), mem_rebuild_at('u', '#last', 'long_term') = mem_snapshot('u', 'long_term');
-- → 1 | 1
BEGIN;
SELECT mem_append('u', 'a.b', 3) ->> 'path', (SELECT count(*) FROM mem_items('u', 'a.b'));
-- → a.b.2 | 2
ROLLBACK;
SELECT count(*) FROM mem_items('u', 'a.b');
-- → 1
-- In a listener: quiet, both.
CREATE TEMP TRIGGER hears AFTER INSERT ON memlog_event WHEN NEW.type = 'poke' BEGIN SELECT mem_append(NEW.key, 'a.b', 'heard'); END;
SELECT mem_event_add('poke', 'u', '{}');
-- → 1
SELECT content FROM mem_items('u', 'a.b') ORDER BY updated_at, content;
-- → 2
-- → {"n":1}
SELECT type, observed FROM mem_journal WHERE key = 'u' ORDER BY seq DESC LIMIT 3;
-- → _short_term_write_event | 0
-- → _long_term_update_event | 0
-- → poke | 1
SELECT mem_retain('*', 'l', '{"max_count":2,"set":"old"}');
-- ! memlog: mem_retain: member set of the rule: only the policy move_to_long_term takes it
SELECT mem_retain('*', 'l', '{"max_count":2,"policy":"move_to_long_term","set":""}');
-- ! memlog: mem_retain: member set of the rule: it must be text of 1 to 255 bytes

-- What has expired of items is cleaned up, too.
-- clock: 2026-07-03 05:00:00
SELECT mem_item_put('e', 's', 'x', 1, '{"expires_at":"2026-07-03 06:00"}'), mem_item_put('f', 's', 'y', 1, '{"expires_at":"2026-07-03 06:00"}'), mem_item_put('f', 's', 'z', 1);
-- → x | y | z
SELECT mem_expire();
-- → 0
-- clock: 2026-07-03 06:00:00
SELECT mem_expire(), mem_expire();
-- → 2 | 0
SELECT key, value FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → f | {"s.y":null}
-- → e | {"s.x":null}
SELECT count(*) FROM memlog_item WHERE key IN ('e', 'f') AND ended IS NULL;
-- → 1
