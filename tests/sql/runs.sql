-- mem_run: one row a run.
SELECT * FROM mem_run;
-- no rows
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_run_begin('ann', json('{"q":["why"]}'));
SELECT mem_run_begin('bob', 42);
-- clock: 2026-07-03 04:23:00
SELECT mem_run_end('ann', 'because');
SELECT mem_run_begin('bob');

SELECT * FROM mem_run;
-- → 1 | ann | {"q":["why"]} | because | completed | 2026-07-03 04:22:36.087914 | 2026-07-03 04:23:00.000000 | 1783052556087914 | 1783052580000000
-- → 2 | bob | 42 | ∅ | abandoned | 2026-07-03 04:22:36.087914 | 2026-07-03 04:23:00.000000 | 1783052556087915 | 1783052580000001
-- → 3 | bob | ∅ | ∅ | ∅ | 2026-07-03 04:23:00.000000 | ∅ | 1783052580000002 | ∅

-- As ->> shows it: values as values, maps and arrays as JSON.
SELECT typeof(input), typeof(output), json_array(input) FROM mem_run WHERE key = 'ann';
-- → text | text | [{"q":["why"]}]
SELECT typeof(input) FROM mem_run WHERE run = 2;
-- → integer

SELECT run FROM mem_run WHERE key = 'bob' ORDER BY run DESC;
-- → 3
-- → 2
SELECT run FROM mem_run WHERE key = 'bob' AND run < 3.5 AND run <> 2;
-- → 3
SELECT run FROM mem_run WHERE key = 'ann' AND key = 'bob';
-- no rows
SELECT run FROM mem_run WHERE outcome IS NULL;
-- → 3
SELECT run FROM mem_run WHERE run IN (3, '1', 'x', NULL) ORDER BY run;
-- → 1
-- → 3

-- A run whose end made no event has its place in the journal; positions show as such.
SELECT mem_config('agent-run.end-event', 'false');
SELECT mem_run_end('bob', json('null'), 'failed');
SELECT outcome, output, end_seq FROM mem_run WHERE run = 3;
-- → failed | ∅ | 1783052580000003
SELECT type, observed FROM mem_journal WHERE run = 3;
-- → _agent_run_begin_event | 1
-- → _agent_run_end_event | 0
SELECT type FROM mem_event WHERE run = 3;
-- → _agent_run_begin_event
DELETE FROM mem_run;
-- ! may not be modified
