-- A row of the log that is gone is missed by every rebuild that needs it, from wherever it starts, and by no other.
-- verify: off
-- clock: 2026-07-03 04:22:36
SELECT count(mem_set('ann', 'n', value)), count(mem_set('bob', 'n', value)) FROM json_each('[1, 2, 3, 4, 5, 6]');
-- → 6 | 6
CREATE TEMP TABLE place AS SELECT seq, row_number() OVER (ORDER BY seq) AS n FROM memlog_event WHERE key = 'ann';

-- connection: plain, without memlog
DROP TRIGGER memlog_event_delete;
DELETE FROM memlog_event WHERE key = 'ann' AND value = '{"n":3}';
-- connection: A
SELECT mem_rebuild_at('ann', '#' || seq) FROM place WHERE n < 3 ORDER BY n;
-- → {"n":1}
-- → {"n":2}
SELECT mem_rebuild_at('ann', '#' || seq) FROM place WHERE n = 3;
-- ! memlog: log of key ann: its row at position
SELECT mem_rebuild_at('ann', '#' || (seq + 1)) FROM place WHERE n = 3;
-- ! memlog: log of key ann: its row at position
SELECT mem_rebuild_at('ann', '#' || seq) FROM place WHERE n = 6;
-- ! memlog: log of key ann: its row at position
SELECT mem_rebuild_at('ann', '#last');
-- ! memlog: log of key ann: its row at position
SELECT mem_rebuild_at('bob', '#' || seq) FROM place WHERE n = 4;
-- → {"n":3}
-- connection: plain
DELETE FROM memlog_event WHERE key = 'ann' AND value = '{"n":6}';
-- connection: A
SELECT mem_rebuild_at('ann', '#last');
-- ! memlog: log of key ann: its row at position
