-- Lines that bring contents which may not come back here: refused, or let in with a mark, as where an item is added.
-- clock: 2026-07-03 03:00:00
SELECT mem_item_add('k', 's', 'Prefers tea', '{"id":"drink"}'), mem_item_add('k', 's', 'Sits left', '{"id":"seat"}'), mem_item_add('k', 's', 'Speaks French', '{"id":"tongue"}');
-- → drink | seat | tongue
SELECT mem_item_add('k', 's', 'Likes jazz', '{"id":"music"}');
-- → music
SELECT mem_item_remove('k', 's', 'drink', '{"relearn":"refuse"}'), mem_item_remove('k', 's', 'seat', '{"relearn":"mark"}');
-- → 1 | 1
SELECT length(mem_quarantine('{"key":"k","set":"s","id":"tongue"}', 'stale'));
-- → 36
CREATE TEMP TABLE n AS SELECT (SELECT count(*) FROM mem_event) AS events, (SELECT count(*) FROM memlog_item) AS items;
-- Of other logs: however the content is spaced and cased, whatever stands beside it.
BEGIN;
SELECT mem_import('{"timestamp":"2026-07-03T04:00:00Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s":{"new":"Wants a lamp"}, "t.\"a.b\"":"prefers TEA!"}}}');
-- ! memlog: line: eventAttributes.value: item t."a.b": the content was taken out, as that of record
-- ! and may not come back
SELECT mem_import('{"timestamp":"2026-07-03T04:00:00Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s":{"tongue":"Speaks French"}}}}');
-- ! item s.tongue: the content was taken out
COMMIT;
SELECT (SELECT count(*) FROM mem_event) - events, (SELECT count(*) FROM memlog_item) - items FROM n;
-- → 0 | 0
-- The same line comes in once the content may.
SELECT mem_item_remove('k', 's', 'drink', '{"relearn":"allow"}');
-- → 0
SELECT mem_import('{"timestamp":"2026-07-03T04:00:00Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s":{"new":"Wants a lamp"}, "t.\"a.b\"":"prefers TEA!"}}}') IS NOT NULL;
-- → 1
SELECT mem_item_get('k', 't', 'a.b'), (SELECT count(*) FROM memlog_edge WHERE relation = 'repeats');
-- → prefers TEA! | 0
-- What is marked comes in, and says so.
SELECT mem_import('{"timestamp":"2026-07-03T04:01:00Z","eventId":"00000000-0000-0000-0000-000000000002","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s":{"chair":"sits left"}}}}') IS NOT NULL;
-- → 1
SELECT n.id, n.version, o.id FROM memlog_v_edge AS e JOIN memlog_v_record AS n ON n.record = e.from_id AND n.version = e.from_version JOIN memlog_v_record AS o ON o.record = e.to_id WHERE e.relation = 'repeats';
-- → chair | 1 | seat
-- Another key's is none of this.
SELECT mem_import('{"timestamp":"2026-07-03T04:02:00Z","eventId":"00000000-0000-0000-0000-000000000003","eventType":"_long_term_update_event","eventAttributes":{"key":"other","value":{"s":{"tongue":"Speaks French"}}}}') IS NOT NULL;
-- → 1
-- What stands with the content goes on: another version that says the same, be it of a line of memlog's with several.
SELECT mem_item_add('k', 'v', 'Likes jazz', '{"id":"same"}');
-- → same
SELECT mem_item_remove('k', 'v', 'same', '{"relearn":"refuse"}');
-- → 1
SELECT mem_import(json_object('timestamp', '2026-07-03T04:03:00Z', 'eventId', '00000000-0000-0000-0000-000000000004', 'eventType', '_long_term_update_event', 'eventAttributes', json_object('key', 'k', 'value', json_object('s.music', 'Likes jazz')), 'memlog', json_object('seq', 1783051380000000, 'items', json_array(
  json_object('path', 's.music', 'record', record, 'version', 2, 'content', 'Likes jazz', 'kind', 'semantic', 'ended', json('true'), 'created', 1783047600000000, 'at', 1783051380000000),
  json_object('path', 's.music', 'record', record, 'version', 3, 'kind', 'preference', 'created', 1783047600000000, 'at', 1783051380000000))))) IS NOT NULL FROM mem_items('k', 's', '{"id":"music"}');
-- → 1
SELECT version, kind FROM mem_items('k', 's', '{"id":"music"}');
-- → 3 | preference
-- Versions of their own that have what is barred: refused, be they past already, and nothing of the line stays.
SELECT mem_import(json_object('timestamp', '2026-07-03T04:04:00Z', 'eventId', '00000000-0000-0000-0000-000000000005', 'eventType', '_long_term_update_event', 'eventAttributes', json_object('key', 'k', 'value', json_object('s.music', 'Likes blues')), 'memlog', json_object('seq', 1783051440000000, 'items', json_array(
  json_object('path', 's.music', 'record', record, 'version', 4, 'content', 'speaks french', 'ended', json('true'), 'created', 1783047600000000, 'at', 1783051440000000),
  json_object('path', 's.music', 'record', record, 'version', 5, 'created', 1783047600000000, 'at', 1783051440000000))))) FROM mem_items('k', 's', '{"id":"music"}');
-- ! memlog: line: memlog.items: item s.music: the content was taken out, as that of record
SELECT version, content FROM mem_items('k', 's', '{"id":"music"}');
-- → 3 | Likes jazz
-- Under review it does not even wait.
SELECT mem_config('long-term-memory.admission', 'review');
-- → review
SELECT mem_import('{"timestamp":"2026-07-03T04:05:00Z","eventId":"00000000-0000-0000-0000-000000000006","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s":{"again":"Speaks French"}}}}');
-- ! item s.again: the content was taken out
SELECT mem_import('{"timestamp":"2026-07-03T04:05:00Z","eventId":"00000000-0000-0000-0000-000000000006","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s":{"stool":"Sits left"}}}}') IS NOT NULL;
-- → 1
SELECT n.id, n.state, o.id FROM memlog_v_edge AS e JOIN memlog_v_record AS n ON n.record = e.from_id AND n.version = e.from_version JOIN memlog_v_record AS o ON o.record = e.to_id WHERE e.relation = 'repeats' ORDER BY 1;
-- → chair | admitted | seat
-- → stool | proposed | seat
SELECT * FROM mem_lineage_break;
-- no rows
