-- Lines that tell of items: memlog's own, and those of Flink Agents, in both shapes.
SELECT mem_import('{"timestamp":"2026-07-03T04:00:00Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"prefs":{"a":"added","u.x":{"n":1}},"gone":{"z":null}}}}') IS NOT NULL;
-- → 1
SELECT mem_import('{"timestamp":"2026-07-03T04:01:00Z","eventId":"00000000-0000-0000-0000-000000000002","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"prefs.a":"changed","other.b":2}}}') IS NOT NULL;
-- → 1
SELECT set_name, id, content, version, created_at, updated_at FROM mem_items('k');
-- → other | b | 2 | 1 | 2026-07-03 04:01:00.000000 | 2026-07-03 04:01:00.000000
-- → prefs | a | changed | 2 | 2026-07-03 04:00:00.000000 | 2026-07-03 04:01:00.000000
-- → prefs | u.x | {"n":1} | 1 | 2026-07-03 04:00:00.000000 | 2026-07-03 04:00:00.000000
SELECT mem_import('{"timestamp":"2026-07-03T04:02:00Z","eventId":"00000000-0000-0000-0000-000000000003","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"prefs":{"a":"changed"},"other":{"b":null}},"cleared_sets":["prefs"]}}') IS NOT NULL;
-- → 1
SELECT set_name, id, content, version, created_at FROM mem_items('k');
-- → prefs | a | changed | 1 | 2026-07-03 04:02:00.000000
SELECT value, removed FROM mem_event;
-- → {"prefs.a":"added","prefs.\"u.x\"":{"n":1},"gone.z":null} | ∅
-- → {"prefs.a":"changed","other.b":2} | ∅
-- → {"prefs.a":"changed","other.b":null} | ["prefs"]
-- Once more: all is here.
SELECT mem_import('{"timestamp":"2026-07-03T04:02:00Z","eventId":"00000000-0000-0000-0000-000000000003","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"prefs":{"a":"changed"},"other":{"b":null}},"cleared_sets":["prefs"]}}');
-- → ∅
SELECT mem_import('{"timestamp":"2026-07-03T04:03:00Z","eventId":"00000000-0000-0000-0000-000000000004","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"prefs":7}}}');
-- ! memlog: line: value: a path in it is no item's
SELECT mem_import('{"timestamp":"2026-07-03T04:03:00Z","eventId":"00000000-0000-0000-0000-000000000004","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{},"cleared_sets":[7]}}');
-- ! memlog: line: cleared_sets: it is no array of names

-- memlog's own: all that is known of the versions that began there.
-- connection: B
-- clock: 2026-07-03 05:00:00
SELECT mem_item_put('m', 's', 'a', 'x', '{"kind":"skill","category":"c","importance":3,"metadata":{"n":1},"valid_from":"2026-01-01","valid_to":"2027-01-01","expires_at":"2030-01-01","sensitivity":2,"source":"chat","location":"here"}') IS NOT NULL;
-- → 1
SELECT json_remove(line -> '$.memlog.items[0]', '$.record') FROM mem_export WHERE line GLOB '*"key":"m"*';
-- → {"path":"s.a","version":1,"metadata":{"n":1},"kind":"skill","category":"c","importance":3,"valid_from":1767225600000000,"valid_to":1798761600000000,"expires":1893456000000,"sensitivity":2,"source":"chat","location":"here","created":1783054800000000,"at":1783054800000000}
SELECT mem_import('{"timestamp":"2026-07-03T05:00:01Z","logLevel":"VERBOSE","eventId":"00000000-0000-0000-0000-000000000005","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.a":"y"}},"memlog":{"seq":1783054801000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":3,"created":1,"at":2}]}}');
-- ! memlog: line: memlog.items: item s.a: its version does not follow from the one that stands here
SELECT mem_import('{"timestamp":"2026-07-03T05:00:01Z","logLevel":"VERBOSE","eventId":"00000000-0000-0000-0000-000000000005","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.b":null}},"memlog":{"seq":1783054801000000,"items":[{"path":"s.b","record":"019f2636-db71-7000-850a-8debe2735f51","version":1,"created":1,"at":2}]}}');
-- ! memlog: line: memlog.items: item s.b: its content is missing
SELECT mem_import('{"timestamp":"2026-07-03T05:00:01Z","logLevel":"VERBOSE","eventId":"00000000-0000-0000-0000-000000000005","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.b":1}},"memlog":{"seq":1783054801000000,"items":[{"path":"s","record":"019f2636-db71-7000-850a-8debe2735f51","version":1,"created":1,"at":2}]}}');
-- ! memlog: line: memlog.items: path: it is no path of a set and an id
SELECT mem_import('{"timestamp":"2026-07-03T05:00:01Z","logLevel":"VERBOSE","eventId":"00000000-0000-0000-0000-000000000005","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.b":1}},"memlog":{"seq":1783054801000000,"items":[{"path":"s.b","version":1,"created":1,"at":2}]}}');
-- ! memlog: line: memlog.items: an item has no record, version, created or at
SELECT mem_import('{"timestamp":"2026-07-03T05:00:01Z","logLevel":"VERBOSE","eventId":"00000000-0000-0000-0000-000000000005","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.b":1}},"memlog":{"seq":1783054801000000,"items":[{"path":"s.b","record":"019f2636-db71-7000-850a-8debe2735f51","version":1,"created":1,"at":2,"importance":11}]}}');
-- ! memlog: line: memlog.items: importance: it is no integer, or out of range
SELECT mem_import('{"timestamp":"2026-07-03T05:00:01Z","logLevel":"VERBOSE","eventId":"00000000-0000-0000-0000-000000000005","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.b":1}},"memlog":{"seq":1783054801000000,"items":[{"path":"s.b","record":"019f2636-db71-7000-850a-8debe2735f51","version":1,"created":1,"at":2,"more":11}]}}');
-- ! memlog: line: memlog.items: an item has a member that is not known
SELECT mem_import('{"timestamp":"2026-07-03T05:00:01Z","logLevel":"VERBOSE","eventId":"00000000-0000-0000-0000-000000000005","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.b":1}},"memlog":{"seq":1783054801000000,"items":[{"path":"s.b","record":"019f2636-db71-7000-850a-8debe2735f51","version":1,"created":1,"at":2}]}}') IS NOT NULL;
-- → 1
SELECT id, record, content, created_at FROM mem_items('m', 's', '{"id":"b"}');
-- → b | 019f2636-db71-7000-850a-8debe2735f51 | 1 | 1970-01-01 00:00:00.000001
