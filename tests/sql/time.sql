-- Time in the log: it never runs backwards, it has six digits, it is UTC.
-- clock: 2026-07-03 04:22:36.001000
SELECT mem_set('k', 'n', 1)->>'path';
-- → n

-- AGT-016: the clock steps back. The second write is later all the same: time is held, the position grows.
-- clock: 2026-07-03 04:22:36.000500
SELECT mem_set('k', 'n', 2)->>'path', mem_get('k', 'n');
-- → n | 2
SELECT time, value, seq - (SELECT min(seq) FROM mem_event) FROM mem_event ORDER BY seq;
-- → 2026-07-03 04:22:36.001000 | {"n":1} | 0
-- → 2026-07-03 04:22:36.001000 | {"n":2} | 1
SELECT mem_rebuild_at('k', '2026-07-03 04:22:36.000700'), mem_rebuild_at('k', '2026-07-03 04:22:36.001000');
-- → {} | {"n":2}
-- Another key, another connection: the same order for all.
-- connection: B
SELECT mem_set('j', 'n', 1)->>'path', (SELECT time FROM mem_event WHERE key = 'j'),
       (SELECT max(seq) FROM mem_event) = (SELECT seq FROM mem_event WHERE key = 'j');
-- → n | 2026-07-03 04:22:36.001000 | 1
-- connection: A
-- clock: 1970-01-01
SELECT mem_set('k', 'n', 3)->>'path', (SELECT time FROM mem_event ORDER BY seq DESC LIMIT 1);
-- → n | 2026-07-03 04:22:36.001000
SELECT mem_run_begin('k') > 0, (SELECT begun_at FROM mem_run), mem_run_end('k') > 0,
       (SELECT ended_at >= begun_at FROM mem_run);
-- → 1 | 2026-07-03 04:22:36.001000 | 1 | 1
-- Positions ahead of the time are caught up with.
-- clock: 2026-07-03 04:22:36.002000
SELECT mem_set('k', 'n', 4)->>'path', (SELECT time FROM mem_event ORDER BY seq DESC LIMIT 1),
       (SELECT max(seq) - min(seq) FROM mem_event);
-- → n | 2026-07-03 04:22:36.002000 | 1000
-- AGT-015: total order by position, text of times sorts like time, nothing is ordered by an id's text alone.
SELECT count(*) FROM mem_event a JOIN mem_event b ON a.seq < b.seq WHERE a.time > b.time OR a.id >= b.id;
-- → 0

-- AGT-022: 5 ms apart, in order, with all digits.
-- clock: 2026-07-03 05:00:00.010
SELECT mem_set('h', 'r', 'x')->>'path';
-- → r
-- clock: 2026-07-03 05:00:00.015
SELECT mem_delete('h', 'r');
-- → 1
SELECT time, value, removed FROM mem_event WHERE key = 'h' ORDER BY seq DESC;
-- → 2026-07-03 05:00:00.015000 | {} | ["r"]
-- → 2026-07-03 05:00:00.010000 | {"r":"x"} | ∅
SELECT mem_rebuild_at('h', '2026-07-03 05:00:00.0149'), mem_rebuild_at('h', '2026-07-03 05:00:00.015');
-- → {"r":"x"} | {}

-- AGT-018: times are SQLite's own form, so that comparing with what datetime() gives is right.
SELECT count(*) FROM mem_event WHERE time < datetime('2026-07-03 05:00:00', '+1 hour')
       AND time > datetime('2026-07-03 05:00:00', '-1 second') AND key = 'h';
-- → 2
SELECT DISTINCT time GLOB
         '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]',
       julianday(time) IS NOT NULL FROM mem_event;
-- → 1 | 1
-- A clock set to the far end: the positions go on.
-- clock: 9999-12-31 23:59:59.999999
SELECT mem_set('end', 'a', 1)->>'path', mem_set('end', 'a', 2)->>'path', mem_set('end', 'a', 3)->>'path';
-- → a | a | a
SELECT time, value FROM mem_event WHERE key = 'end' ORDER BY seq;
-- → 9999-12-31 23:59:59.999999 | {"a":1}
-- → 9999-12-31 23:59:59.999999 | {"a":2}
-- → 9999-12-31 23:59:59.999999 | {"a":3}
SELECT mem_rebuild_at('end', id) FROM mem_event WHERE key = 'end' ORDER BY seq;
-- → {"a":1}
-- → {"a":2}
-- → {"a":3}
