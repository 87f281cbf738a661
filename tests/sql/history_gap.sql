-- mem_history where changes were not recorded, and of changes that made no event.
-- clock: 2026-07-03 04:22:36
SELECT mem_set('ann', 'a', 1), mem_set('ann', 'b', 1), mem_set('ann', 'c.d', 1);
SELECT mem_config('memory.generate-event.short-term-write', 'false');
SELECT mem_set('ann', 'a', 2), mem_set('ann', 'b', 2);
SELECT mem_config('memory.generate-event.short-term-write', NULL);
BEGIN;
SELECT mem_set('ann', 'a', 3), mem_delete('ann', 'c');
COMMIT;
SELECT mem_set('ann', 'a', 4), mem_set('ann', 'b', 3), mem_set('ann', 'c.d', 2);

-- What the first event after the gap found is not known; what it says is told. Then all is known again.
SELECT path, change, before, after, before_type, type FROM mem_history('ann');
-- → a | set | ∅ | '1' | ∅ | _short_term_write_event
-- → b | set | ∅ | '1' | ∅ | _short_term_write_event
-- → c | object | ∅ | {} | ∅ | _short_term_write_event
-- → c.d | set | ∅ | '1' | ∅ | _short_term_write_event
-- → ∅ | gap | ∅ | ∅ | unknown | _short_term_gap
-- → c | delete | ∅ | ∅ | unknown | _short_term_write_event
-- → a | set | ∅ | '3' | unknown | _short_term_write_event
-- → a | set | '3' | '4' | integer | _short_term_write_event
-- → b | set | '2' | '3' | integer | _short_term_write_event
-- → c | object | ∅ | {} | ∅ | _short_term_write_event
-- → c.d | set | ∅ | '2' | ∅ | _short_term_write_event

-- A gap belongs to every path.
SELECT path, change, before, after FROM mem_history('ann', 'b') ORDER BY seq DESC;
-- → b | set | '2' | '3'
-- → ∅ | gap | ∅ | ∅
-- → b | set | ∅ | '1'
SELECT path, change, before, after FROM mem_history('ann') WHERE path = 'b';
-- → b | set | ∅ | '1'
-- → b | set | '2' | '3'

-- An unrecorded write that comes after a recorded one of the same action is in the snapshot that closes the gap.
BEGIN;
SELECT mem_set('bob', 'a', 1);
SELECT mem_config('memory.generate-event.short-term-write', 'false');
SELECT mem_set('bob', 'a', 2);
SELECT mem_config('memory.generate-event.short-term-write', NULL);
COMMIT;
SELECT mem_set('bob', 'a', 3);
SELECT path, change, before, after, before_type FROM mem_history('bob', 'a') ORDER BY seq DESC;
-- → a | set | '2' | '3' | integer
-- → a | set | ∅ | '1' | unknown
-- → ∅ | gap | ∅ | ∅ | unknown

-- Changes that listeners make are changes: the newest of the log, after the event that set them off.
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN mem_touches('question', NEW.value) BEGIN
  SELECT mem_set(NEW.key, 'seen', NEW.seq), mem_delete(NEW.key, 'question');
END;
SELECT mem_set('cem', 'question', 'why?');
SELECT path, change, before, after FROM mem_history('cem') WHERE path <> 'seen';
-- → question | set | ∅ | "why?"
-- → question | delete | "why?" | ∅
SELECT path, CAST(after AS INTEGER) = (SELECT max(seq) FROM mem_event), type FROM mem_history('cem', 'seen') ORDER BY seq DESC;
-- → seen | 1 | _short_term_write_event
