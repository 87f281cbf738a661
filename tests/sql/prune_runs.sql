-- Runs that ended before the cut go with the log; one that goes on keeps its row. States that a begin carries are kept.
-- clock: 2026-07-01 00:00:00
SELECT mem_set('u', 'a', 1) ->> 'path', mem_run_begin('u', 'one'), mem_set('u', 's', 1, 'sensory') ->> 'path', mem_run_end('u', 'out');
-- → a | 1 | s | 1
SELECT mem_run_begin('u', 'two'), mem_set('u', 's', 2, 'sensory') ->> 'path', mem_set('x', 'a', 1) ->> 'path';
-- → 2 | s | a
-- clock: 2026-07-02 00:00:00
SELECT mem_set('u', 'a', 2) ->> 'path';
-- → a
SELECT r ->> 'events', r ->> 'runs', r ->> 'keys', r ->> 'snapshots', r ->> 'snapshots_written' FROM (SELECT mem_prune('2026-07-01 12:00') AS r);
-- → 7 | 1 | 2 | 2 | 2
SELECT run, input, outcome, begun_at FROM mem_run;
-- → 2 | two | ∅ | 2026-07-01 00:00:00.000000
SELECT open_run FROM mem_key WHERE key = 'u';
-- → 2
SELECT * FROM mem_verify;
-- no rows
SELECT mem_rebuild_at('u', '2026-07-01 12:00'), mem_rebuild_at('u', '2026-07-01 12:00', 'sensory'), mem_rebuild_at('u', 'now', 'sensory');
-- → {"a":1} | {"s":2} | {"s":2}
SELECT count(*) FROM mem_event WHERE run = 1;
-- → 0
SELECT type FROM mem_event WHERE run = 2;
-- → _short_term_write_event
SELECT mem_run_end('u', 'done'), mem_set('x', 'a', 2) ->> 'path';
-- → 2 | a
SELECT * FROM mem_verify;
-- no rows
SELECT mem_prune('#last') ->> 'runs';
-- → 1
SELECT count(*) FROM mem_run;
-- → 0
-- a run's number is never used twice
SELECT mem_run_begin('u');
-- → 3
SELECT * FROM mem_verify;
-- no rows
-- runs that seldom carry the state
SELECT mem_config('agent-run.snapshot-every-runs', 3), mem_run_begin('u'), mem_run_begin('u'), mem_run_begin('u'), mem_run_begin('u');
-- → 3 | 4 | 5 | 6 | 7
SELECT mem_prune('#last', '{"max_rows":2}') ->> 'events', mem_prune('#last', '{"max_rows":3}') ->> 'events';
-- → 2 | 3
SELECT * FROM mem_verify;
-- no rows
SELECT mem_prune('#last') ->> 'remaining', mem_run_begin('u'), mem_run_begin('u');
-- → 0 | 8 | 9
SELECT * FROM mem_verify;
-- no rows
-- begins and ends that are quiet
SELECT mem_config('agent-run.begin-event', 'false'), mem_config('agent-run.end-event', 'false'), mem_run_begin('q'), mem_run_end('q'), mem_run_begin('q');
-- → false | false | 10 | 10 | 11
SELECT mem_set('u', 'a', 3) ->> 'path', mem_prune('#last') ->> 'quiet';
-- → a | 3
SELECT run, key FROM mem_run;
-- → 9 | u
-- → 11 | q
SELECT * FROM mem_verify;
-- no rows
