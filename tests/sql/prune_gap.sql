-- A key in a gap at the cut: what it held is not known before, and is not known after, up to the gap's end.
-- clock: 2026-07-01 00:00:00
SELECT mem_set('u', 'a', 1) ->> 'path', mem_set('u', 's', 1, 'sensory') ->> 'path', mem_set('w', 'a', 1) ->> 'path';
-- → a | s | a
SELECT mem_config('memory.generate-event', 'false');
-- → false
-- clock: 2026-07-02 00:00:00
SELECT mem_set('u', 'a', 2) ->> 'path', mem_set('w', 'a', 2) ->> 'path', mem_set('w', 's', 2, 'sensory') ->> 'path';
-- → a | a | s
SELECT mem_config('memory.generate-event', NULL);
-- → ∅
-- clock: 2026-07-03 00:00:00
SELECT mem_set('other', 'a', 1) ->> 'path';
-- → a
-- clock: 2026-07-04 00:00:00
SELECT mem_set('u', 'b', 1) ->> 'path', mem_set('u', 'a', 3) ->> 'path';
-- → b | a
SELECT mem_prune('2026-07-03 12:00') ->> 'quiet';
-- → 3
SELECT * FROM mem_verify;
-- no rows
SELECT mem_rebuild_at('u', '2026-07-03 12:00');
-- ! memlog: short_term memory of key u at position 1783036800000000: its changes were not recorded from #1782950400000000 to #1783123200000000 (2026-07-04 00:00:00.000000)
SELECT mem_rebuild_at('w', '#last');
-- ! memlog: short_term memory of key w at position
-- ! its changes were not recorded from #1782950400000001 to now
SELECT mem_rebuild_at('u', '2026-07-03 12:00', 'sensory'), mem_rebuild_at('u', '2026-07-04'), mem_rebuild_at('other', '2026-07-03 12:00');
-- → {"s":1} | {"a":3,"b":1} | {"a":1}
SELECT mem_rebuild_at('w', '#last', 'sensory');
-- ! memlog: sensory memory of key w
-- in the gap a write says what it wrote, not what it found
SELECT path, change, before, after FROM mem_history('u');
-- → b | set | ∅ | '1'
-- → a | set | '2' | '3'
-- the gap goes on: what is written quietly in it does not end it; sensory memory is known again at a run's begin
-- clock: 2026-07-05 00:00:00
SELECT mem_run_begin('w'), mem_rebuild_at('w', '#last', 'sensory'), mem_rebuild_at('w', '#last');
-- → 1 | {} | {"a":2}
SELECT * FROM mem_verify;
-- no rows
SELECT mem_rebuild_at('w', '2026-07-04 12:00', 'sensory');
-- ! to #1783209600000000 (2026-07-05 00:00:00.000000)
-- pruning on, within a gap and behind it
SELECT mem_config('memory.generate-event.short-term-write', 'false'), mem_set('u', 'a', 4) ->> 'path', mem_config('memory.generate-event.short-term-write', NULL);
-- → false | a | true
SELECT mem_set('other', 'a', 2) ->> 'path', mem_prune('#last') ->> 'remaining', mem_set('other', 'a', 3) ->> 'path', mem_prune('#last') ->> 'remaining';
-- → a | 0 | a | 0
SELECT * FROM mem_verify;
-- no rows
SELECT mem_rebuild_at('u', '#last');
-- ! its changes were not recorded from #1783209600000001 to now
SELECT key, gap IS NOT NULL, sensory_gap FROM memlog_snapshot ORDER BY key;
-- → other | 0 | ∅
-- → u | 1 | ∅
-- → w | 0 | ∅
SELECT mem_set('u', 'c', 5) ->> 'path', mem_rebuild_at('u', '#last');
-- → c | {"a":4,"b":1,"c":5}
SELECT path, change, before, after FROM mem_history('u');
-- → c | set | ∅ | '5'
SELECT * FROM mem_verify;
-- no rows
