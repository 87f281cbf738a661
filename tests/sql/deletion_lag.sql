-- How long a deletion took: until all that it waited for was gone or proved, however often somebody looks.
-- clock: 2026-01-01 00:00:00
CREATE TEMP TABLE my(name TEXT, id TEXT);
SELECT mem_item_put('a', 's', 'x', 'root'), mem_item_put('b', 's', 'y', 'copy', '{"derived_from":[{"key":"a","set":"s","id":"x"}]}');
-- → x | y
INSERT INTO my SELECT id, record FROM memlog_v_item;
-- clock: 2026-01-01 01:00:00
SELECT mem_item_remove('a', 's', 'x'), mem_deletion(id) FROM my WHERE name = 'x';
-- → 1 | derived_pending
-- clock: 2026-01-01 02:00:00
SELECT mem_item_remove('b', 's', 'y'), mem_deletion(id) FROM my WHERE name = 'x';
-- → 1 | verified
SELECT class, value FROM mem_metric WHERE name = 'memlog_deletion_lag_seconds' AND window = 'all';
-- → p50 | 0.0
-- → p95 | 3600.0
-- → max | 3600.0
-- clock: 2026-01-01 05:00:00
SELECT length(mem_propagate(id)) FROM my WHERE name = 'x';
-- → 36
SELECT value FROM mem_metric WHERE name = 'memlog_deletion_lag_seconds' AND window = 'all' AND class = 'max';
-- → 3600.0

-- A copy is as it should be since it was verified first, and again after it was copied again.
SELECT length(mem_propagate(id, 'cdn', '{"state":"invalidated"}')) FROM my WHERE name = 'x';
-- → 36
SELECT value FROM mem_metric WHERE name = 'memlog_deletion_lag_seconds' AND window = 'all' AND class = 'max';
-- → 0.0
-- clock: 2026-01-01 06:00:00
SELECT length(mem_propagate(id, 'cdn', '{"state":"verified","check":"404"}')) FROM my WHERE name = 'x';
-- → 36
-- clock: 2026-01-08 00:00:00
SELECT length(mem_propagate(id, 'cdn', '{"state":"verified","check":"404"}')) FROM my WHERE name = 'x';
-- → 36
SELECT value FROM mem_metric WHERE name = 'memlog_deletion_lag_seconds' AND window = 'all' AND class = 'max';
-- → 18000.0
SELECT verified_at FROM my, mem_deletion(my.id) WHERE name = 'x' AND what = 'cdn';
-- → 2026-01-08 00:00:00.000000
-- clock: 2026-01-09 01:00:00
SELECT length(mem_propagate(id, 'cdn')), length(mem_propagate(id, 'cdn', '{"state":"verified","check":"404"}')) FROM my WHERE name = 'x';
-- → 36 | 36
SELECT value FROM mem_metric WHERE name = 'memlog_deletion_lag_seconds' AND window = 'all' AND class = 'max';
-- → 691200.0

-- What was reviewed before it went counts from then on. When the key is forgotten its deletion is, too.
-- clock: 2026-02-01 00:00:00
SELECT mem_item_put('c', 's', 'x', 'root'), mem_item_put('d', 's', 'y', 'copy', '{"derived_from":[{"key":"c","set":"s","id":"x"}]}'), mem_item_remove('c', 's', 'x');
-- → x | y | 1
-- clock: 2026-02-01 00:01:00
SELECT length(mem_propagate((SELECT record FROM memlog_v_record WHERE key = 'c'), (SELECT record FROM memlog_v_record WHERE key = 'd'), '{"state":"verified","check":"read"}'));
-- → 36
-- clock: 2026-02-01 12:00:00
SELECT mem_item_remove('d', 's', 'y');
-- → 1
SELECT class, value FROM mem_metric WHERE name = 'memlog_deletion_lag_seconds' AND window = '24h';
-- → p50 | 0.0
-- → p95 | 60.0
-- → max | 60.0
SELECT mem_forget('c', NULL) ->> '$.erased.memlog_item';
-- → 1
SELECT value FROM mem_metric WHERE name = 'memlog_deletion_lag_seconds' AND window = '24h' AND class = 'max';
-- → 0.0
