-- Lines that bring items, where they must be let in: what stood elsewhere waits here.
-- clock: 2026-07-03 05:00:00
SELECT mem_config('long-term-memory.admission', 'review');
-- → review
SELECT mem_import('{"timestamp":"2026-07-03T04:00:00Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"prefs":{"a":"added","b":"other"}}}}') IS NOT NULL;
-- → 1
SELECT mem_item_get('k', 'prefs', 'a'), (SELECT count(*) FROM mem_items('k')), mem_rebuild_at('k', '#last', 'long_term');
-- → ∅ | 0 | {}
SELECT id, version, state, content, recorded_at FROM memlog_v_record ORDER BY id, version;
-- → a | 1 | proposed | "added" | 2026-07-03 04:00:00.000000
-- → b | 1 | proposed | "other" | 2026-07-03 04:00:00.000000
SELECT value FROM mem_event;
-- → {"prefs.a":"added","prefs.b":"other"}
-- The same again is nothing new, another content another version; what went there is denied.
SELECT mem_import('{"timestamp":"2026-07-03T04:01:00Z","eventId":"00000000-0000-0000-0000-000000000002","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"prefs":{"a":"added","b":null}}}}') IS NOT NULL;
-- → 1
SELECT mem_import('{"timestamp":"2026-07-03T04:02:00Z","eventId":"00000000-0000-0000-0000-000000000003","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"prefs":{"a":"changed"},"more":{"c":1,"d":2}}}}') IS NOT NULL;
-- → 1
SELECT id, version, state, content FROM memlog_v_record ORDER BY id, version;
-- → a | 1 | proposed | "added"
-- → a | 2 | proposed | "changed"
-- → b | 1 | denied | "other"
-- → c | 1 | proposed | '1'
-- → d | 1 | proposed | '2'
SELECT e.detail FROM memlog_edge AS d JOIN memlog_entity AS e ON e.id = d.to_id WHERE d.relation = 'decided_by';
-- → {"outcome":"denied","policy":"mem_import","reason":"removed"}
SELECT mem_import('{"timestamp":"2026-07-03T04:03:00Z","eventId":"00000000-0000-0000-0000-000000000004","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{},"cleared_sets":["more"]}}') IS NOT NULL;
-- → 1
SELECT id, version, state FROM memlog_v_record ORDER BY id, version;
-- → a | 1 | proposed
-- → a | 2 | proposed
-- → b | 1 | denied
-- → c | 1 | denied
-- → d | 1 | denied
-- memlog's own lines, with versions of their own.
SELECT mem_import('{"timestamp":"2026-07-03T04:05:00Z","eventId":"00000000-0000-0000-0000-000000000005","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.a":"one"}},"memlog":{"seq":1783051500000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":1,"created":1,"at":1}]}}') IS NOT NULL;
-- → 1
SELECT mem_import('{"timestamp":"2026-07-03T04:06:00Z","eventId":"00000000-0000-0000-0000-000000000006","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.a":"three"}},"memlog":{"seq":1783051560000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":2,"content":"two","ended":true,"created":1,"at":2},{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":3,"created":1,"at":3}]}}') IS NOT NULL;
-- → 1
SELECT mem_import('{"timestamp":"2026-07-03T04:07:00Z","eventId":"00000000-0000-0000-0000-000000000007","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.a":"three"}},"memlog":{"seq":1783051620000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":5,"created":1,"at":3}]}}');
-- ! memlog: line: memlog.items: item s.a: its version does not follow from the one that stands here
SELECT id, version, state, content FROM memlog_v_record WHERE key = 'm' ORDER BY id, version;
-- → a | 1 | proposed | "one"
-- → a | 2 | denied | "two"
-- → a | 3 | proposed | "three"
SELECT * FROM mem_verify;
-- no rows
-- Let in here it stands, and what comes next waits beside it.
SELECT mem_decide('record:019f2636-db71-7000-850a-8debe2735f51', 'admitted') IS NOT NULL, mem_item_get('m', 's', 'a');
-- → 1 | three
SELECT mem_import('{"timestamp":"2026-07-03T06:00:00Z","eventId":"00000000-0000-0000-0000-000000000008","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.a":"four"}},"memlog":{"seq":1783058400000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":4,"created":1,"at":4}]}}') IS NOT NULL, mem_item_get('m', 's', 'a');
-- → 1 | three
SELECT mem_import('{"timestamp":"2026-07-03T06:01:00Z","eventId":"00000000-0000-0000-0000-000000000009","eventType":"_long_term_update_event","eventAttributes":{"key":"m","value":{"s.a":null}},"memlog":{"seq":1783058460000000,"items":[]}}') IS NOT NULL, mem_item_get('m', 's', 'a');
-- → 1 | ∅
SELECT version, state, content FROM memlog_v_record WHERE key = 'm' ORDER BY id, version;
-- → 1 | denied | "one"
-- → 2 | denied | "two"
-- → 3 | deleted | "three"
-- → 4 | denied | "four"
SELECT * FROM mem_verify;
-- no rows
