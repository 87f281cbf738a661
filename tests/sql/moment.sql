-- Moments: every way to name one, and the past as it was then.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_set('k', 'n', 1)->>'path';
-- → n
-- clock: 2026-07-03 04:22:37
SELECT mem_set('k', 'n', 2)->>'path';
-- → n
-- clock: 2026-07-04 00:00:00
SELECT mem_set('k', 'n', 3)->>'path';
-- → n
-- clock: 2026-07-05 12:00:00.5
SELECT mem_set('k', 'n', 4)->>'path';
-- → n

-- An event's id, and '#N': position N, which need not exist.
SELECT mem_rebuild_at('k', id), mem_rebuild_at('k', '#' || seq), mem_rebuild_at('k', '#' || (seq - 1)),
       mem_rebuild_at('k', '#' || (seq + 1)), mem_rebuild_at('k', upper(id))
  FROM mem_event ORDER BY seq;
-- → {"n":1} | {"n":1} | {} | {"n":1} | {"n":1}
-- → {"n":2} | {"n":2} | {"n":1} | {"n":2} | {"n":2}
-- → {"n":3} | {"n":3} | {"n":2} | {"n":3} | {"n":3}
-- → {"n":4} | {"n":4} | {"n":3} | {"n":4} | {"n":4}
SELECT mem_rebuild_at('k', '#0'), mem_rebuild_at('k', '#1'), mem_rebuild_at('k', '#9223372036854775807'),
       mem_rebuild_at('k', '#1783052556087914');
-- → {} | {} | {"n":4} | {"n":1}
-- A shown time pasted back means that event.
SELECT mem_rebuild_at('k', time) FROM mem_event ORDER BY seq;
-- → {"n":1}
-- → {"n":2}
-- → {"n":3}
-- → {"n":4}
-- To the microsecond.
SELECT mem_rebuild_at('k', '2026-07-03 04:22:36.087913'), mem_rebuild_at('k', '2026-07-03 04:22:36.087914'),
       mem_rebuild_at('k', '2026-07-03 04:22:36.999999'),
       mem_rebuild_at('k', '2026-07-03 04:22:37');
-- → {} | {"n":1} | {"n":1} | {"n":2}
-- A space or T, a fraction of any length, Z or an offset; UTC without one (AGT-018, AGT-019).
SELECT mem_rebuild_at('k', t) FROM (SELECT '2026-07-03T04:22:36.087914Z' AS t UNION ALL
       VALUES ('2026-07-03T04:22:36.087914'), ('2026-07-03 04:22:36.087914+00:00'),
  ('2026-07-03 06:22:36.087914+02:00'), ('2026-07-02T20:52:36.087914-07:30'), ('2026-07-03 04:22:36.0879149'),
  ('2026-07-03 04:22:36.1'), ('2026-07-03 04:22:36.0879140000000'));
-- → {"n":1}
-- → {"n":1}
-- → {"n":1}
-- → {"n":1}
-- → {"n":1}
-- → {"n":1}
-- → {"n":1}
-- → {"n":1}
SELECT mem_rebuild_at('k', '2026-07-03T06:22:36.087913+02:00'), mem_rebuild_at('k', '2026-07-03 04:22'),
       mem_rebuild_at('k', '2026-07-03 04:23'), mem_rebuild_at('k', '2026-07-03 04:22:37Z');
-- → {} | {} | {"n":2} | {"n":2}
-- A date is its start.
SELECT mem_rebuild_at('k', '2026-07-03'), mem_rebuild_at('k', '2026-07-04'), mem_rebuild_at('k', '2026-07-05'),
       mem_rebuild_at('k', '2026-07-06');
-- → {} | {"n":3} | {"n":3} | {"n":4}
-- Unix seconds, as number or text.
SELECT mem_rebuild_at('k', 1783052557), mem_rebuild_at('k', '1783052557'), mem_rebuild_at('k', 1783052556.5),
       mem_rebuild_at('k', '1783052556.087914'),
       mem_rebuild_at('k', 1783052556), mem_rebuild_at('k', 0), mem_rebuild_at('k', '1783052556.087913');
-- → {"n":2} | {"n":2} | {"n":1} | {"n":1} | {} | {} | {}
-- 'now' is the clock's time, and the start is long ago.
SELECT mem_rebuild_at('k', 'now'), mem_rebuild_at('k', '1970-01-01'), mem_rebuild_at('k', '9999-12-31 23:59:59.999999');
-- → {"n":4} | {} | {"n":4}
-- clock: 2026-07-03 12:00:00
SELECT mem_rebuild_at('k', 'now');
-- → {"n":2}

-- A time between two actions gives the state after the earlier one, never half an action.
-- clock: 2026-07-06 00:00:00
BEGIN;
SELECT mem_set('k', 'n', 5)->>'path', mem_flush(), mem_set('k', 'm', 5)->>'path', mem_flush();
-- → n | 1 | m | 1
COMMIT;
SELECT mem_rebuild_at('k', '2026-07-06'), mem_rebuild_at('k', '2026-07-05 23:59:59.999999');
-- → {"m":5,"n":5} | {"n":4}
-- Several actions of one microsecond: the time means all of them, a position each of them.
SELECT mem_set('k', 'n', 6)->>'path', mem_set('k', 'n', 7)->>'path', mem_rebuild_at('k', '2026-07-06'),
       mem_rebuild_at('k', (SELECT id FROM mem_event WHERE value = '{"n":6}'));
-- → n | n | {"m":5,"n":7} | {"m":5,"n":6}

-- ---- what names no moment ----

SELECT mem_rebuild_at('k', 'yesterday');
-- ! yesterday
SELECT mem_rebuild_at('k', '');
-- ! memlog:
SELECT mem_rebuild_at('k', NULL);
-- ! memlog:
SELECT mem_rebuild_at('k', x'00');
-- ! memlog:
-- A time without a date is an error.
SELECT mem_rebuild_at('k', '04:22:36');
-- ! 04:22:36
SELECT mem_rebuild_at('k', '2026-13-01');
-- ! 2026-13-01
SELECT mem_rebuild_at('k', '2026-02-30 25:00:00');
-- ! 2026-02-30 25:00:00
SELECT mem_rebuild_at('k', '2026-07-03 04:22:36 Europe/Berlin');
-- ! Europe
SELECT mem_rebuild_at('k', '#');
-- ! moment #
SELECT mem_rebuild_at('k', '#x');
-- ! #x
SELECT mem_rebuild_at('k', '#1.5');
-- ! #1.5
SELECT mem_rebuild_at('k', '#-1');
-- ! #-1
SELECT mem_rebuild_at('k', '#9223372036854775808');
-- ! #9223372036854775808
-- An id that is none of an event.
SELECT mem_rebuild_at('k', '01900000-0000-8000-8000-000000000000');
-- ! 01900000-0000-8000-8000-000000000000
-- Seconds beyond the year 9999 (milliseconds or microseconds, mostly): the error points to '#N'.
SELECT mem_rebuild_at('k', 1783052556087);
-- ! #
SELECT mem_rebuild_at('k', 1783052556087914);
-- ! #
SELECT mem_rebuild_at('k', '1783052556087914');
-- ! #
SELECT mem_rebuild_at('k', 9e999);
-- ! memlog:
SELECT mem_rebuild_at('k', '#last'), mem_rebuild_at('none', 'now');
-- → {"m":5,"n":7} | {}

-- ---- seq 3 of 5 (AGT-034), and the answer never changes afterwards ----

-- clock: 2026-07-07 00:00:00
CREATE TEMP TABLE then_(id, state);
INSERT INTO then_ SELECT id, mem_rebuild_at('k', id) FROM mem_event;
SELECT mem_delete('k', ''), mem_set('k', 'other', 1)->>'path', mem_run_begin('k') > 0, mem_run_end('k') > 0;
-- → 2 | other | 1 | 1
SELECT count(*), sum(mem_rebuild_at('k', id) = state) FROM then_;
-- → 8 | 8
-- reopen
SELECT mem_rebuild_at('k', '2026-07-04'), mem_rebuild_at('k', 'now');
-- → {"n":3} | {"other":1}

-- What begins like a number before 1970 and is none.
SELECT mem_rebuild_at('k', '-1 hour');
-- ! it is none of
SELECT mem_rebuild_at('k', '-1');
-- ! before 1970
SELECT mem_rebuild_at('k', '-1.5');
-- ! before 1970
