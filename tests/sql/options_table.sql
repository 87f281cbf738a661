-- mem_config: every option, what is set and what holds, before there is a table, too.
SELECT name, value, effective, "default" FROM mem_config WHERE name LIKE '%event.%' OR name = 'memory.generate-event';
-- → memory.generate-event | ∅ | ∅ | ∅
-- → memory.generate-event.long-term-get | ∅ | true | true
-- → memory.generate-event.long-term-search | ∅ | true | true
-- → memory.generate-event.long-term-update | ∅ | true | true
-- → memory.generate-event.sensory-read | ∅ | false | false
-- → memory.generate-event.sensory-write | ∅ | true | true
-- → memory.generate-event.short-term-read | ∅ | false | false
-- → memory.generate-event.short-term-write | ∅ | true | true
SELECT count(*) FROM mem_config WHERE description = '' OR name IN ('', 'nonsense', NULL, x'00');
-- → 0

SELECT mem_config('memory.generate-event', 'off');
-- ! true, false
SELECT mem_config('memory.generate-event', 0), mem_config('memory.generate-event.sensory-write', 'TRUE');
SELECT name, value, effective, "default" FROM mem_config WHERE effective IS NOT "default" OR value IS NOT NULL;
-- → memory.generate-event | false | false | ∅
-- → memory.generate-event.long-term-get | ∅ | false | true
-- → memory.generate-event.long-term-search | ∅ | false | true
-- → memory.generate-event.long-term-update | ∅ | false | true
-- → memory.generate-event.sensory-write | true | true | true
-- → memory.generate-event.short-term-write | ∅ | false | true

-- Values are as mem_config() gives them.
SELECT name FROM mem_config WHERE mem_config(name) IS NOT effective;
-- no rows
SELECT effective, "default" FROM mem_config WHERE name = 'memory.max-value-bytes';
-- → 16777216 | 16777216

-- One by name; all of them can be unset through their own table.
SELECT value FROM mem_config WHERE name = 'memory.generate-event.sensory-write';
-- → true
SELECT count(mem_config(name, NULL)) FROM mem_config WHERE value IS NOT NULL;
SELECT count(*) FROM mem_config WHERE value IS NOT NULL;
-- → 0
UPDATE mem_config SET value = 'false';
-- ! may not be modified

-- When an option was changed last: another value, or unset. The same value again is no change.
-- clock: 2026-07-03 04:00:00
SELECT mem_config('agent-run.snapshot-every-runs', 5);
-- → 5
-- clock: 2026-07-03 05:00:00
SELECT mem_config('agent-run.snapshot-every-runs', 5), mem_config('agent-run.end-event', NULL);
-- → 5 | true
SELECT name, value, changed_at FROM mem_config WHERE name LIKE 'agent-run.%';
-- → agent-run.begin-event | ∅ | ∅
-- → agent-run.end-event | ∅ | ∅
-- → agent-run.snapshot-every-runs | 5 | 2026-07-03 04:00:00.000000
SELECT mem_config('agent-run.snapshot-every-runs', NULL);
-- → 1
SELECT value, effective, changed_at FROM mem_config WHERE name = 'agent-run.snapshot-every-runs';
-- → ∅ | 1 | 2026-07-03 05:00:00.000000
-- clock: 2026-07-03 06:00:00
SELECT mem_config('agent-run.snapshot-every-runs', NULL), mem_config('agent-run.snapshot-every-runs', 7);
-- → 1 | 7
SELECT value, changed_at FROM mem_config WHERE name = 'agent-run.snapshot-every-runs';
-- → 7 | 2026-07-03 06:00:00.000000

-- Where the clock goes back, it is the time that an event would have had.
-- clock: 2026-07-03 08:00:00
SELECT mem_set('u', 'a', 1) ->> 'path';
-- → a
-- clock: 2026-07-03 07:00:00
SELECT mem_config('agent-run.snapshot-every-runs', 8);
-- → 8
SELECT changed_at, changed_at = (SELECT max(time) FROM mem_event) FROM mem_config WHERE name = 'agent-run.snapshot-every-runs';
-- → 2026-07-03 08:00:00.000000 | 1
