-- mem_history: runs, actions and causes; sensory memory goes when a run begins or ends.
-- clock: 2026-07-03 04:22:36
SELECT mem_set('ann', 'a.b', 1, 'sensory'), mem_set('ann', 'kept', 1);
SELECT mem_run_begin('ann', 'question');
SELECT mem_set('ann', 'a.b', 2, 'sensory');
BEGIN;
SELECT mem_action('plan'), mem_set('ann', 'kept', 2);
COMMIT;
SELECT mem_run_end('ann');

SELECT path, change, before, after, type, run FROM mem_history('ann', NULL, 'sensory');
-- → a | object | ∅ | {} | _sensory_write_event | ∅
-- → a.b | set | ∅ | '1' | _sensory_write_event | ∅
-- → a | delete | {} | ∅ | _agent_run_begin_event | 1
-- → a.b | delete | '1' | ∅ | _agent_run_begin_event | 1
-- → a | object | ∅ | {} | _sensory_write_event | 1
-- → a.b | set | ∅ | '2' | _sensory_write_event | 1
-- → a | delete | {} | ∅ | _agent_run_end_event | 1
-- → a.b | delete | '2' | ∅ | _agent_run_end_event | 1
SELECT path, change, type FROM mem_history('ann', 'a.b', 'sensory') ORDER BY seq DESC;
-- → a.b | delete | _agent_run_end_event
-- → a.b | set | _sensory_write_event
-- → a.b | delete | _agent_run_begin_event
-- → a.b | set | _sensory_write_event

-- The state that a begin event carries is no change.
SELECT path, change, before, after, run, action FROM mem_history('ann');
-- → kept | set | ∅ | '1' | ∅ | ∅
-- → kept | set | '1' | '2' | 1 | plan

BEGIN;
SELECT mem_action('react', (SELECT id FROM mem_event ORDER BY seq LIMIT 1)), mem_set('bob', 'a', 1);
COMMIT;
SELECT path, change, action, cause = (SELECT min(seq) FROM mem_event) FROM mem_history('bob');
-- → a | set | react | 1
