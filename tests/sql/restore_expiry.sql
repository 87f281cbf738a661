-- What is restored or copied is written now: it expires as anything does that is written now.
-- clock: 2026-07-03 04:00:00
SELECT mem_config('short-term-memory.state-ttl.ms', 60000);
-- → 60000
SELECT mem_set_tree('u', 'o', '{"a":1,"e":{}}'), mem_append('u', 'l', 'x')->>'path', mem_set('u', 'v', 1)->>'path';
-- → 1 | l.0 | v
-- clock: 2026-07-03 04:00:30
SELECT mem_set('u', 'v', 2)->>'path', mem_delete('u', 'o.e');
-- → v | 1

-- Only what differs is written, and lives anew.
-- clock: 2026-07-03 04:00:40
SELECT mem_restore('u', '2026-07-03 04:00:10'), mem_restore('u', '2026-07-03 04:00:10');
-- → 2 | 0
SELECT path, type, expires_at FROM mem('u');
-- → l | list | ∅
-- → l.0 | text | 2026-07-03 04:01:00.000000
-- → o | object | ∅
-- → o.a | integer | 2026-07-03 04:01:00.000000
-- → o.e | object | 2026-07-03 04:01:40.000000
-- → v | integer | 2026-07-03 04:01:40.000000

-- What has expired is not there: it goes, and what was comes back, containers with it.
-- clock: 2026-07-03 04:01:10
SELECT mem_get('u', ''), mem_restore('u', '2026-07-03 04:00:10'), mem_get('u', '');
-- → {"o":{"e":{}},"v":1} | 3 | {"l":["x"],"o":{"a":1,"e":{}},"v":1}
SELECT value, removed, containers, meta->>'$.restored.time' FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"l.0":"x","o.a":1} | ["l","o.a"] | {"l":"list"} | 2026-07-03 04:00:00.000000

-- The past does not hold what had expired then, though it was cleaned up later.
SELECT mem_restore('u', '2026-07-03 04:01:05'), mem_get('u', '');
-- → 3 | {"o":{"e":{}},"v":1}

-- A copy lives anew as well; what has expired is not copied.
-- clock: 2026-07-03 04:01:45
SELECT mem_set('u', 'w', 1)->>'path', mem_copy('u', 'c'), mem_get('c', '');
-- → w | 1 | {"w":1}
SELECT mem_copy('u', 'c', '2026-07-03 04:00:59'), mem_get('c', '');
-- → 6 | {"l":["x"],"o":{"a":1,"e":{}},"v":1}
SELECT path, expires_at FROM mem('c') WHERE expires_at IS NOT NULL;
-- → l.0 | 2026-07-03 04:02:45.000000
-- → o.a | 2026-07-03 04:02:45.000000
-- → o.e | 2026-07-03 04:02:45.000000
-- → v | 2026-07-03 04:02:45.000000

-- All of it goes in its time. Expired is missing, for those who compare, too.
-- clock: 2026-07-03 04:02:50
SELECT mem_get('c', ''), mem_set_if('c', 'v', '1', 2), mem_set_if('c', 'v', NULL, 3), mem_expire() > 0;
-- → {} | 0 | 1 | 1
SELECT path, type FROM mem('c');
-- → v | integer
