-- Short-term memory that expires: what is not there any more, and when it goes.
-- clock: 2026-07-03 04:00:00
SELECT mem_set('u', 'before', 1) ->> 'path';
-- → before
SELECT mem_config('short-term-memory.state-ttl.ms', 10000);
-- → 10000
SELECT mem_set('u', 'a.b', 1) ->> 'path', mem_set('u', 'a.c', 2) ->> 'path', mem_append('u', 'l', 'x') ->> 'path';
-- → a.b | a.c | l.0
SELECT path, type, expires_at FROM mem('u') ORDER BY path;
-- → a | object | ∅
-- → a.b | integer | 2026-07-03 04:00:10.000000
-- → a.c | integer | 2026-07-03 04:00:10.000000
-- → before | integer | ∅
-- → l | list | ∅
-- → l.0 | text | 2026-07-03 04:00:10.000000
SELECT path, type, expires_at FROM mem('u', '#last') ORDER BY path;
-- → a | object | ∅
-- → a.b | integer | 2026-07-03 04:00:10.000000
-- → a.c | integer | 2026-07-03 04:00:10.000000
-- → before | integer | ∅
-- → l | list | ∅
-- → l.0 | text | 2026-07-03 04:00:10.000000
SELECT * FROM mem_verify;
-- no rows
-- clock: 2026-07-03 04:00:05
SELECT mem_set('u', 'a.b', 3) ->> 'path';
-- → a.b
-- clock: 2026-07-03 04:00:09.999
SELECT mem_get('u', 'a.c'), mem_length('u', 'l'), mem_field_names('u', 'a');
-- → 2 | 1 | ["b","c"]
-- clock: 2026-07-03 04:00:10
SELECT mem_get('u', 'a.c'), mem_get('u', 'a.b'), mem_get('u', 'a'), mem_exists('u', 'a.c'), mem_type('u', 'a.c'), mem_exists('u', 'a');
-- → ∅ | 3 | {"b":3} | 0 | ∅ | 1
SELECT mem_get('u', 'l'), mem_exists('u', 'l'), mem_type('u', 'l'), mem_length('u', 'l'), mem_recent('u', 'l', 5), mem_field_names('u', 'l');
-- → ∅ | 0 | ∅ | ∅ | [] | ∅
SELECT mem_get('u', ''), mem_snapshot('u'), mem_fields('u', 'a'), mem_field_names('u');
-- → {"a":{"b":3},"before":1} | {"a.b":3,"before":1} | {"b":3} | ["a","before"]
SELECT path, json FROM mem('u');
-- → a | ∅
-- → a.b | '3'
-- → before | '1'
SELECT path, json FROM mem('u', '#last') ORDER BY path;
-- → a | ∅
-- → a.b | '3'
-- → before | '1'
SELECT nodes FROM mem_key;
-- → 3
SELECT mem_rebuild_at('u', '2026-07-03 04:00:09.999'), mem_rebuild_at('u', 'now');
-- → {"a.b":3,"a.c":2,"before":1,"l.0":"x"} | {"a.b":3,"before":1}
SELECT count(*) FROM memlog_cell WHERE scope = 'st';
-- → 6
SELECT * FROM mem_verify;
-- no rows
SELECT mem_incr('u', 'a.c', 1);
-- → 1
SELECT count(*) FROM memlog_cell WHERE scope = 'st';
-- → 4
SELECT value, removed, expires FROM memlog_event ORDER BY seq DESC LIMIT 1;
-- → {"a.c":1} | ["a.c","l"] | '1783051220000'
SELECT * FROM mem_verify;
-- no rows
-- clock: 2026-07-03 04:01:00
SELECT mem_get('u', 'a'), mem_get('u', ''), mem_exists('u', 'a'), mem_expire(), mem_expire();
-- → ∅ | {"before":1} | 0 | 3 | 0
SELECT value, removed, expires FROM memlog_event ORDER BY seq DESC LIMIT 1;
-- → {} | ["a"] | ∅
SELECT mem_rebuild_at('u', '2026-07-03 04:00:59'), mem_rebuild_at('u', '2026-07-03 04:00:11');
-- → {"before":1} | {"a.b":3,"a.c":1,"before":1}
