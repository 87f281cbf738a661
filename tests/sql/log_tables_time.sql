-- Times in conditions on the log: they are compared as text, and looked up as positions.
-- clock: 2026-07-03 04:22:00
SELECT mem_set('ann', 'n', 1);
SELECT mem_set('bob', 'n', 2);
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_set('ann', 'n', 3);
-- clock: 2026-07-03 04:22:10
SELECT mem_set('ann', 'n', 4);
-- clock: 2026-07-04 00:00:00
SELECT mem_set('ann', 'n', 5);

-- The clock went back; the log's time did not.
SELECT seq, time, value FROM mem_event ORDER BY time;
-- → 1783052520000000 | 2026-07-03 04:22:00.000000 | {"n":1}
-- → 1783052520000001 | 2026-07-03 04:22:00.000000 | {"n":2}
-- → 1783052556087914 | 2026-07-03 04:22:36.087914 | {"n":3}
-- → 1783052556087915 | 2026-07-03 04:22:36.087914 | {"n":4}
-- → 1783123200000000 | 2026-07-04 00:00:00.000000 | {"n":5}

-- A shown time means its rows; a shorter text comes before all that begin with it.
SELECT value FROM mem_event WHERE time = '2026-07-03 04:22:36.087914';
-- → {"n":3}
-- → {"n":4}
SELECT value FROM mem_event WHERE time > '2026-07-03 04:22:36.087914';
-- → {"n":5}
SELECT count(*) FROM mem_event WHERE time < '2026-07-03 04:22:36.087914';
-- → 2
SELECT count(*) FROM mem_event WHERE time > '2026-07-03 04:22';
-- → 5
SELECT count(*) FROM mem_event WHERE time <= '2026-07-03 04:22';
-- → 0
SELECT count(*) FROM mem_event WHERE time = '2026-07-03 04:22';
-- → 0
SELECT count(*) FROM mem_event WHERE time >= '2026-07-03 04:22:36' AND time < '2026-07-04';
-- → 2
SELECT count(*) FROM mem_event WHERE time >= '2026-07-04';
-- → 1
SELECT count(*) FROM mem_event WHERE time BETWEEN '2026-07-03' AND '2026-07-03 23:59:59.999999';
-- → 4

-- 'T' comes behind the blank: as text this is the end of the day, with or without an index.
SELECT count(*) FROM mem_event WHERE time > '2026-07-03T04:22:36';
-- → 1
SELECT count(*) FROM mem_event WHERE +time > '2026-07-03T04:22:36';
-- → 1

-- What is no time is compared all the same.
SELECT count(*) FROM mem_event WHERE time < 'yesterday' AND time > '';
-- → 5
SELECT count(*) FROM mem_event WHERE time > 5 AND time >= x'' OR time > NULL OR time = '2026-13-99';
-- → 0
SELECT count(*) FROM mem_event WHERE time < x'00';
-- → 5
SELECT count(*) FROM mem_event WHERE time >= datetime('2026-07-04', '-1 hour');
-- → 1
SELECT count(*) FROM mem_event WHERE time > '9999-12-31 23:59:59.999998' OR time < '1970-01-01 00:00:00.000001';
-- → 0

-- The same for one key, newest first.
SELECT value FROM mem_event WHERE key = 'ann' AND time >= '2026-07-03 04:22:01' ORDER BY seq DESC;
-- → {"n":5}
-- → {"n":4}
-- → {"n":3}
SELECT value FROM mem_event WHERE key = 'bob' AND time > '2026-07-03 04:22:01';
-- no rows
