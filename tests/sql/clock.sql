-- The clock of a connection, and what the log does when it steps back.

-- ---- mem_clock ----

SELECT mem_clock('2026-07-03 04:22:36.087914'), mem_clock('2026-07-03T06:22:36+02:00'), mem_clock(1783052556),
       mem_clock(1783052556.5), mem_clock('2026-07-03');
-- → 2026-07-03 04:22:36.087914 | 2026-07-03 04:22:36.000000 | 2026-07-03 04:22:36.000000 | 2026-07-03 04:22:36.500000 | 2026-07-03 00:00:00.000000
SELECT mem_clock('1970-01-01'), mem_clock('9999-12-31 23:59:59.999999');
-- → 1970-01-01 00:00:00.000000 | 9999-12-31 23:59:59.999999
SELECT mem_clock('1969-12-31 23:59:59');
-- ! 1969
SELECT mem_clock('10000-01-01');
-- ! 10000
SELECT mem_clock(-1);
-- ! 1970
SELECT mem_clock('soon');
-- ! soon
SELECT mem_clock('04:22');
-- ! 04:22
SELECT mem_clock(x'00');
-- ! memlog:
SELECT mem_clock('2026-07-03 04:22:36');
-- → 2026-07-03 04:22:36.000000
SELECT mem_set('k', 'a', 1)->>'path', (SELECT time FROM mem_event);
-- → a | 2026-07-03 04:22:36.000000
-- NULL frees it: what comes next is at the real time, after all before.
SELECT mem_clock(NULL), mem_set('free', 'a', 1)->>'path';
-- → ∅ | a
SELECT abs(julianday(time) - julianday('now')) < 0.01 OR time = '2026-07-03 04:22:36.000000' FROM mem_event
       WHERE key = 'free';
-- → 1
-- Not for triggers and views.
CREATE VIEW sly AS SELECT mem_clock('2000-01-01');
SELECT * FROM sly;
-- ! unsafe use of mem_clock
