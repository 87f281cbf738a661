-- Runs: begun and ended, their events, their outcomes, the sensory memory that lives no longer than they do.
-- clock: 2026-07-03 04:22:36.000001

-- ---- begin, write, end ----

SELECT mem_set('k', 'user.tier', 'gold')->>'path', mem_new_object('k', 'empty')->>'path';
-- → user.tier | empty
-- clock: 2026-07-03 04:23:00
SELECT mem_run_begin('k', 'hello');
-- → 1
-- clock: 2026-07-03 04:23:01
SELECT mem_set('k', 'mood', 'good', 'sensory')->>'path', mem_set('k', 'n', 1)->>'path';
-- → mood | n
-- clock: 2026-07-03 04:23:02
SELECT mem_run_end('k', json('{"said":"bye"}'));
-- → 1
-- The begin event carries the full short-term state, as a write event would.
SELECT type, value, removed, containers, run, time FROM mem_event WHERE key = 'k'
       AND seq > (SELECT min(seq) + 1 FROM mem_event);
-- → _agent_run_begin_event | {"user.tier":"gold"} | ∅ | {"empty":"object"} | 1 | 2026-07-03 04:23:00.000000
-- → _sensory_write_event | {"mood":"good"} | ∅ | ∅ | 1 | 2026-07-03 04:23:01.000000
-- → _short_term_write_event | {"n":1} | ∅ | ∅ | 1 | 2026-07-03 04:23:01.000000
-- → _agent_run_end_event | ∅ | ∅ | ∅ | 1 | 2026-07-03 04:23:02.000000
SELECT run, key, input, output, outcome, begun_at, ended_at FROM mem_run;
-- → 1 | k | hello | {"said":"bye"} | completed | 2026-07-03 04:23:00.000000 | 2026-07-03 04:23:02.000000
SELECT (SELECT type FROM mem_event e WHERE e.seq = r.begin_seq),
       (SELECT type FROM mem_event e WHERE e.seq = r.end_seq) FROM mem_run r;
-- → _agent_run_begin_event | _agent_run_end_event
-- Sensory memory is empty after the run; short-term memory is not.
SELECT mem_get('k', '', 'sensory'), mem_get('k', 'n'), mem_rebuild_at('k', 'now', 'sensory'),
       mem_rebuild_at('k', '2026-07-03 04:23:01', 'sensory');
-- → {} | 1 | {} | {"mood":"good"}
-- After it, events are of no run.
SELECT mem_set('k', 'n', 2)->>'path', (SELECT run FROM mem_event ORDER BY seq DESC LIMIT 1);
-- → n | ∅

-- ---- outcomes ----

SELECT mem_run_begin('o'), mem_run_end('o', NULL, 'failed'), mem_run_begin('o', NULL),
       mem_run_end('o', 5, 'abandoned'), mem_run_begin('o', 1.5, NULL),
       mem_run_end('o', NULL, NULL), mem_run_begin('o'), mem_run_end('o', NULL, 'completed');
-- → 2 | 2 | 3 | 3 | 4 | 4 | 5 | 5
SELECT run, input, output, outcome FROM mem_run WHERE key = 'o' ORDER BY run;
-- → 2 | ∅ | ∅ | failed
-- → 3 | ∅ | 5 | abandoned
-- → 4 | 1.5 | ∅ | completed
-- → 5 | ∅ | ∅ | completed
SELECT mem_run_begin('o');
-- → 6
SELECT mem_run_end('o', NULL, 'ok');
-- ! completed
-- ! failed
-- ! abandoned
SELECT mem_run_end('o', x'00');
-- ! BLOB
SELECT outcome, ended_at FROM mem_run WHERE run = 6;
-- → ∅ | ∅
SELECT mem_run_end('o');
-- → 6
-- With no run open it is an error.
SELECT mem_run_end('o');
-- ! o
SELECT mem_run_end('none');
-- ! none
SELECT mem_run_begin('o', x'00');
-- ! BLOB
SELECT mem_run_begin('o', NULL, 'alone');
-- ! exclusive

-- ---- a run still open is closed as abandoned; exclusive makes that an error ----

SELECT mem_run_begin('a', 'first'), mem_set('a', 's', 1, 'sensory')->>'path';
-- → 7 | s
SELECT mem_run_begin('a', 'second', 'exclusive');
-- ! a
SELECT run, outcome FROM mem_run WHERE key = 'a';
-- → 7 | ∅
SELECT mem_get('a', 's', 'sensory'), mem_run_begin('a', 'second'), mem_get('a', 's', 'sensory');
-- → 1 | 8 | ∅
SELECT run, input, outcome, ended_at IS NULL FROM mem_run WHERE key = 'a' ORDER BY run;
-- → 7 | first | abandoned | 0
-- → 8 | second | ∅ | 1
SELECT type, run FROM mem_event WHERE key = 'a' ORDER BY seq;
-- → _agent_run_begin_event | 7
-- → _sensory_write_event | 7
-- → _agent_run_end_event | 7
-- → _agent_run_begin_event | 8
SELECT mem_run_end('a'), mem_run_begin('a', 'third', 'exclusive'), mem_run_end('a');
-- → 8 | 9 | 9

-- ---- keys by themselves ----

SELECT mem_run_begin('x'), mem_run_begin('y'), mem_set('x', 'a', 1, 'sensory')->>'path',
       mem_set('y', 'a', 2, 'sensory')->>'path', mem_run_end('x'), mem_get('y', 'a', 'sensory'),
       mem_get('x', 'a', 'sensory'), mem_run_end('y');
-- → 10 | 11 | a | a | 10 | 2 | ∅ | 11
SELECT key, value FROM mem_event WHERE type = '_agent_run_begin_event' AND key IN ('x', 'y') ORDER BY seq;
-- → x | {}
-- → y | {}

-- ---- sensory memory outside runs: it may be used, the next begin clears it ----

SELECT mem_set('out', 's', 1, 'sensory')->>'path', mem_set('out', 't', 1)->>'path', mem_get('out', 's', 'sensory'),
       mem_run_begin('out') > 0, mem_get('out', 's', 'sensory'), mem_get('out', 't');
-- → s | t | 1 | 1 | ∅ | 1
SELECT mem_run_end('out') > 0, mem_set('out', 's', 2, 'sensory')->>'path', mem_get('out', '', 'sensory'),
       mem_rebuild_at('out', 'now', 'sensory');
-- → 1 | s | {"s":2} | {"s":2}

-- ---- in the middle of a transaction: what is pending is emitted first ----

-- clock: 2026-07-03 05:00:00
BEGIN;
SELECT mem_set('m', 'a', 1)->>'path', mem_set('m', 's', 1, 'sensory')->>'path';
-- → a | s
SELECT mem_run_begin('m') > 0, mem_get('m', '', 'sensory'), mem_set('m', 'b', 2)->>'path',
       mem_set('m', 's', 2, 'sensory')->>'path';
-- → 1 | {} | b | s
SELECT mem_run_end('m') > 0, mem_set('m', 'c', 3)->>'path', mem_set('m', 's', 3, 'sensory')->>'path';
-- → 1 | c | s
COMMIT;
SELECT type, value, run IS NOT NULL, seq - txn FROM mem_event WHERE key = 'm' ORDER BY seq;
-- → _sensory_write_event | {"s":1} | 0 | 0
-- → _short_term_write_event | {"a":1} | 0 | 1
-- → _agent_run_begin_event | {"a":1} | 1 | 2
-- → _sensory_write_event | {"s":2} | 1 | 3
-- → _short_term_write_event | {"b":2} | 1 | 4
-- → _agent_run_end_event | ∅ | 1 | 5
-- → _sensory_write_event | {"s":3} | 0 | 6
-- → _short_term_write_event | {"c":3} | 0 | 7
SELECT mem_snapshot('m'), mem_snapshot('m', 'sensory'), mem_rebuild_at('m', 'now') = mem_snapshot('m'),
       mem_rebuild_at('m', 'now', 'sensory');
-- → {"a":1,"b":2,"c":3} | {"s":3} | 1 | {"s":3}
-- At each position of the action the past answers.
SELECT type, mem_rebuild_at('m', id), mem_rebuild_at('m', id, 'sensory') FROM mem_event WHERE key = 'm' ORDER BY seq;
-- → _sensory_write_event | {} | {"s":1}
-- → _short_term_write_event | {"a":1} | {"s":1}
-- → _agent_run_begin_event | {"a":1} | {}
-- → _sensory_write_event | {"a":1} | {"s":2}
-- → _short_term_write_event | {"a":1,"b":2} | {"s":2}
-- → _agent_run_end_event | {"a":1,"b":2} | {}
-- → _sensory_write_event | {"a":1,"b":2} | {"s":3}
-- → _short_term_write_event | {"a":1,"b":2,"c":3} | {"s":3}

-- Rolled back: no run, no event, and the number is free again or not, but never doubled.
BEGIN;
SELECT mem_run_begin('r') > 0, mem_set('r', 's', 1, 'sensory')->>'path';
-- → 1 | s
ROLLBACK;
SELECT count(*), (SELECT count(*) FROM mem_event WHERE key = 'r'),
       mem_get('r', '', 'sensory') FROM mem_run WHERE key = 'r';
-- → 0 | 0 | {}
SELECT mem_run_end('r');
-- ! r
BEGIN;
SELECT mem_run_begin('r') > 0;
-- → 1
SAVEPOINT s;
SELECT mem_run_end('r') > 0, mem_run_begin('r') > 0;
-- → 1 | 1
ROLLBACK TO s;
COMMIT;
SELECT outcome FROM mem_run WHERE key = 'r';
-- → ∅
SELECT mem_run_end('r') > 0, (SELECT count(*) FROM mem_run) = (SELECT count(DISTINCT run) FROM mem_run);
-- → 1 | 1

-- ---- their events switched off: the row is kept, quietly; the past stays exact ----

SELECT mem_config('agent-run.begin-event', false), mem_config('agent-run.end-event', 0);
-- → false | false
SELECT mem_set('q', 'a', 1)->>'path', mem_run_begin('q') > 0, mem_set('q', 's', 1, 'sensory')->>'path',
       mem_run_end('q') > 0;
-- → a | 1 | s | 1
SELECT type FROM mem_event WHERE key = 'q' ORDER BY seq;
-- → _short_term_write_event
-- → _sensory_write_event
SELECT type, observed FROM mem_journal WHERE key = 'q' ORDER BY seq;
-- → _short_term_write_event | 1
-- → _agent_run_begin_event | 0
-- → _sensory_write_event | 1
-- → _agent_run_end_event | 0
SELECT outcome, begin_seq > 0, end_seq > begin_seq FROM mem_run WHERE key = 'q';
-- → completed | 1 | 1
SELECT mem_rebuild_at('q', 'now', 'sensory'), mem_snapshot('q', 'sensory'), mem_rebuild_at('q', 'now');
-- → {} | {} | {"a":1}
-- The master switch is not theirs.
SELECT mem_config('agent-run.begin-event', NULL), mem_config('agent-run.end-event', NULL),
       mem_config('memory.generate-event', false);
-- → true | true | false
SELECT mem_run_begin('z') > 0, mem_run_end('z') > 0;
-- → 1 | 1
SELECT type FROM mem_event WHERE key = 'z' ORDER BY seq;
-- → _agent_run_begin_event
-- → _agent_run_end_event
SELECT mem_config('memory.generate-event', NULL);
-- → ∅

-- ---- every N-th run only ----

SELECT mem_config('agent-run.snapshot-every-runs', 3), mem_set('n', 'a', 1)->>'path';
-- → 3 | a
SELECT mem_run_begin('n') > 0, mem_run_end('n') > 0, mem_run_begin('n') > 0, mem_run_end('n') > 0,
       mem_run_begin('n') > 0, mem_run_end('n') > 0, mem_run_begin('n') > 0, mem_run_end('n') > 0;
-- → 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1
SELECT count(*), count(value) BETWEEN 1 AND 2 FROM mem_event WHERE key = 'n' AND type = '_agent_run_begin_event';
-- → 4 | 1
SELECT count(*) FROM mem_event WHERE key = 'n' AND mem_rebuild_at('n', id) <> '{"a":1}';
-- → 0
SELECT mem_config('agent-run.snapshot-every-runs', 'auto'), mem_run_begin('n') > 0, mem_run_end('n') > 0,
       mem_rebuild_at('n', 'now');
-- → auto | 1 | 1 | {"a":1}
SELECT mem_config('agent-run.snapshot-every-runs', 'never');
-- ! auto
SELECT mem_config('agent-run.snapshot-every-runs', -1);
-- ! agent-run.snapshot-every-runs
SELECT mem_config('agent-run.snapshot-every-runs', NULL);
-- → 1

-- ---- the deleting of sensory memory by begin and end makes no events of its own ----

SELECT mem_set('d', 's.t', 1, 'sensory')->>'path', mem_append('d', 'l', 1, 'sensory')->>'path', mem_run_begin('d') > 0,
       mem_append('d', 'l', 2, 'sensory')->>'path';
-- → s.t | l.0 | 1 | l.0
SELECT type, value, removed FROM mem_event WHERE key = 'd' ORDER BY seq;
-- → _sensory_write_event | {"s.t":1} | ∅
-- → _sensory_write_event | {"l.0":1} | ∅
-- → _agent_run_begin_event | {} | ∅
-- → _sensory_write_event | {"l.0":2} | ∅
