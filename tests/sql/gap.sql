-- Gaps: what was written while recording was off cannot be rebuilt, and rebuilding says so; it never guesses.
-- clock: 2026-07-03 04:22:36

SELECT mem_set('k', 'a', 1)->>'path', mem_config('memory.generate-event.short-term-write', 0);
-- → a | false
-- clock: 2026-07-03 04:23:00
SELECT mem_set('k', 'b', 2)->>'path', mem_set('k', 'c', 3)->>'path', mem_set('k', 'd', 4)->>'path';
-- → b | c | d
-- One quiet row opens the gap, however much is written in it.
SELECT type, key, observed FROM mem_journal ORDER BY seq;
-- → _short_term_write_event | k | 1
-- → _short_term_gap | k | 0
-- The state is as written; before the gap the past answers, inside it does not, by whatever name.
SELECT mem_snapshot('k'), mem_rebuild_at('k', '2026-07-03 04:22:59');
-- → {"a":1,"b":2,"c":3,"d":4} | {"a":1}
SELECT mem_rebuild_at('k', 'now');
-- ! k
-- ! 2026-07-03 04:23:00
SELECT mem_rebuild_at('k', '#9223372036854775807');
-- ! k
SELECT mem_rebuild_at('k', '2026-07-03 04:23:00.000000');
-- ! k
-- Other keys and the other scope have no gap.
SELECT mem_set('k', 's', 1, 'sensory')->>'path', mem_rebuild_at('k', 'now', 'sensory'), mem_rebuild_at('other', 'now');
-- → s | {"s":1} | {}

-- The next recorded emission closes it with a snapshot at its last position.
-- clock: 2026-07-03 04:24:00
SELECT mem_config('memory.generate-event.short-term-write', NULL), mem_set('k', 'e', 5)->>'path';
-- → true | e
SELECT mem_rebuild_at('k', 'now'), mem_rebuild_at('k', '2026-07-03 04:22:36');
-- → {"a":1,"b":2,"c":3,"d":4,"e":5} | {"a":1}
-- Inside, the error names the key and both ends.
SELECT mem_rebuild_at('k', '2026-07-03 04:23:30');
-- ! k
-- ! 2026-07-03 04:23:00
-- ! 2026-07-03 04:24:00
-- clock: 2026-07-03 04:25:00
SELECT mem_set('k', 'f', 6)->>'path', mem_delete('k', 'a'), mem_rebuild_at('k', '2026-07-03 04:24:30'),
       mem_rebuild_at('k', 'now');
-- → f | 1 | {"a":1,"b":2,"c":3,"d":4,"e":5} | {"b":2,"c":3,"d":4,"e":5,"f":6}

-- Of a key that had no past at all.
SELECT mem_config('memory.generate-event', 0), mem_set('new', 'x', 1)->>'path',
       mem_set('new', 's', 1, 'sensory')->>'path';
-- → false | x | s
SELECT mem_rebuild_at('new', '2026-07-03 04:24:00'), mem_rebuild_at('new', '2026-07-03 04:24:00', 'sensory');
-- → {} | {}
SELECT mem_rebuild_at('new', 'now');
-- ! new
SELECT mem_rebuild_at('new', 'now', 'sensory');
-- ! new
SELECT type FROM mem_journal WHERE key = 'new' ORDER BY type;
-- → _sensory_gap
-- → _short_term_gap
SELECT mem_config('memory.generate-event', NULL);
-- → ∅
-- A sensory write closes the sensory gap; the short-term gap stays open, or is closed by the same snapshot: never a
-- wrong answer.
SELECT mem_set('new', 't', 2, 'sensory')->>'path', mem_rebuild_at('new', 'now', 'sensory');
-- → t | {"s":1,"t":2}
SELECT mem_set('new', 'y', 2)->>'path', mem_rebuild_at('new', 'now');
-- → y | {"x":1,"y":2}

-- A run's begin carries the state: it closes a gap, too.
SELECT mem_config('memory.generate-event', 0), mem_set('run', 'x', 1)->>'path',
       mem_set('run', 's', 1, 'sensory')->>'path';
-- → false | x | s
SELECT mem_run_begin('run') > 0, mem_rebuild_at('run', 'now'), mem_rebuild_at('run', 'now', 'sensory');
-- → 1 | {"x":1} | {}
SELECT mem_set('run', 'y', 1)->>'path', mem_run_end('run') > 0, mem_rebuild_at('run', 'now', 'sensory'),
       mem_run_begin('run') > 0, mem_rebuild_at('run', 'now');
-- → y | 1 | {} | 1 | {"x":1,"y":1}
SELECT mem_config('memory.generate-event', NULL);
-- → ∅

-- In one transaction, on and off and on.
BEGIN;
SELECT mem_set('mix', 'a', 1)->>'path', mem_config('memory.generate-event', 0), mem_set('mix', 'b', 2)->>'path',
       mem_config('memory.generate-event', NULL),
       mem_set('mix', 'c', 3)->>'path';
-- → a | false | b | ∅ | c
COMMIT;
SELECT mem_snapshot('mix'), mem_rebuild_at('mix', 'now');
-- → {"a":1,"b":2,"c":3} | {"a":1,"b":2,"c":3}
-- Rolled back: no gap.
BEGIN;
SELECT mem_config('memory.generate-event', 0), mem_set('mix', 'd', 4)->>'path';
-- → false | d
ROLLBACK;
SELECT mem_rebuild_at('mix', 'now') = mem_snapshot('mix'), mem_config('memory.generate-event');
-- → 1 | ∅
BEGIN;
SAVEPOINT s;
SELECT mem_config('memory.generate-event', 0), mem_set('mix', 'd', 4)->>'path';
-- → false | d
ROLLBACK TO s;
SELECT mem_set('mix', 'e', 5)->>'path';
-- → e
COMMIT;
SELECT mem_rebuild_at('mix', 'now') = mem_snapshot('mix'), mem_rebuild_at('mix', 'now');
-- → 1 | {"a":1,"b":2,"c":3,"e":5}

-- Deleting unrecorded is a gap as well; what changes nothing is none.
SELECT mem_config('memory.generate-event', 0), mem_delete('mix', 'nothing'),
       mem_rebuild_at('mix', 'now') = mem_snapshot('mix');
-- → false | 0 | 1
SELECT mem_delete('mix', 'a');
-- → 1
SELECT mem_rebuild_at('mix', 'now');
-- ! mix
