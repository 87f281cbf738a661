-- memory.record-previous-value: events say what stood before where they write and remove.
-- clock: 2026-07-03 04:22:36.000000

-- Off at first: nothing is recorded.
SELECT mem_set('u', 'a', 1)->>'path', (SELECT before FROM mem_event);
-- → a | ∅
SELECT mem_config('memory.record-previous-value', 'true');
-- → true

-- A value that is replaced; where nothing stood the path is named at ''; a null is a value.
SELECT mem_set('u', 'a', NULL)->>'path', mem_set('u', 'a', 'x')->>'path', mem_set('u', 'b.c', 2)->>'path', mem_incr('u', 'b.c', 1);
-- → a | a | b.c | 3
SELECT value, before FROM mem_event ORDER BY seq DESC LIMIT 4;
-- → {"b.c":3} | {"b.c":2}
-- → {"b.c":2} | {"":["b.c"]}
-- → {"a":"x"} | {"a":null}
-- → {"a":null} | {"a":1}

-- Of what is removed all values; objects and lists have none, and are told of neither as values nor as missing.
SELECT mem_append('u', 'b.l', 'e')->>'path', mem_new_object('u', 'b.o')->>'path', mem_new_object('u', 'b.o')->>'path', mem_delete('u', 'b');
-- → b.l.0 | b.o | b.o | 5
SELECT value, removed, containers, before FROM mem_event ORDER BY seq DESC LIMIT 4;
-- → {} | ["b"] | ∅ | {"b.c":3,"b.l.0":"e"}
-- → {"b.o":null} | ∅ | {"b.o":"object"} | {}
-- → {"b.o":null} | ∅ | {"b.o":"object"} | {"":["b.o"]}
-- → {"b.l.0":"e"} | ∅ | {"b.l":"list"} | {"":["b.l","b.l.0"]}

-- Of an action it is what stood before all of it, for the paths that the event names.
BEGIN;
SELECT mem_set('u', 'a', 'y')->>'path', mem_set('u', 'a', 'z')->>'path', mem_set('u', 'n', 1)->>'path', mem_set('u', 'n', 2)->>'path', mem_set('u', 'g.h', 1)->>'path', mem_delete('u', 'g');
-- → a | a | n | n | g.h | 2
COMMIT;
SELECT value, removed, before FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"a":"z","n":2} | ["g"] | {"":["g","n"],"a":"x"}
SELECT mem_pick(before, 'a'), mem_pick(before, 'n'), mem_pick(before, ''), mem_touches('n', before) FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → x | ∅ | ["g","n"] | 0

-- What was removed and written again; and a savepoint that is rolled back.
BEGIN;
SELECT mem_delete('u', 'a'), mem_set('u', 'a', 3)->>'path';
-- → 1 | a
SAVEPOINT s;
SELECT mem_set('u', 'n', 5)->>'path', mem_set('u', 'm', 5)->>'path';
ROLLBACK TO s;
SELECT mem_set('u', 'm', 6)->>'path';
-- → m
COMMIT;
SELECT value, removed, before FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"a":3,"m":6} | ["a"] | {"":["m"],"a":"z"}

-- Each emission for itself, and each scope.
BEGIN;
SELECT mem_set('u', 'a', 4)->>'path', mem_set('u', 'a', 1, 'sensory')->>'path', mem_flush(), mem_set('u', 'a', 5)->>'path';
-- → a | a | 2 | a
COMMIT;
SELECT type, value, before FROM mem_event ORDER BY seq DESC LIMIT 3;
-- → _short_term_write_event | {"a":5} | {"a":4}
-- → _short_term_write_event | {"a":4} | {"a":3}
-- → _sensory_write_event | {"a":1} | {"":["a"]}

-- Every way to write: the table, moves, trees, pops, states.
UPDATE mem SET value = 7 WHERE key = 'u' AND path = 'a' AND scope = 'short_term';
UPDATE mem SET path = 'a2' WHERE key = 'u' AND path = 'a' AND scope = 'short_term';
SELECT mem_set_tree('u', 'a2', '{"t":1}'), mem_append('u', 'l', 1)->>'path', mem_pop('u', 'l'), mem_set_if('u', 'a2.t', '1', 2), mem_restore('u', '2020-01-01'), mem_copy('u', 'v', NULL, 'sensory');
-- → 1 | l.0 | 1 | 1 | 5 | 1
SELECT key, value, removed, before FROM mem_event ORDER BY seq DESC LIMIT 8;
-- → v | {"a":1} | ∅ | {"":["a"]}
-- → u | {} | ["a2","l","m","n"] | {"a2.t":2,"m":6,"n":2}
-- → u | {"a2.t":2} | ∅ | {"a2.t":1}
-- → u | {} | ["l.0"] | {"l.0":1}
-- → u | {"l.0":1} | ∅ | {"":["l","l.0"]}
-- → u | {"a2.t":1} | ["a2"] | {"":["a2.t"],"a2":7}
-- → u | {"a2":7} | ["a"] | {"":["a2"],"a":7}
-- → u | {"a":7} | ∅ | {"a":5}

-- Operations that fail, or change nothing, leave no trace of it.
BEGIN;
SELECT mem_set('u', 'q', 1)->>'path';
-- → q
SELECT mem_set('u', 'q.r', 1);
-- ! a value stands above it, at q
SELECT mem_delete('u', 'nothing'), mem_set_if('u', 'q', '2', 3);
-- → 0 | 0
COMMIT;
SELECT key, value, before FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → u | {"q":1} | {"":["q"]}

-- Set in a transaction, it holds from the next emission on: an event has all of it, or nothing.
BEGIN;
SELECT mem_set('u', 'q', 2)->>'path', mem_config('memory.record-previous-value', NULL), mem_set('u', 'q', 3)->>'path', mem_flush(), mem_set('u', 'q', 4)->>'path';
-- → q | false | q | 1 | q
COMMIT;
SELECT value, before FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → {"q":4} | ∅
-- → {"q":3} | {"q":1}

-- Quiet changes have it, too, and listeners see it.
SELECT mem_config('memory.record-previous-value', 1);
-- → true
CREATE TABLE seen(before);
CREATE TRIGGER look AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' AND NEW.key = 'u' BEGIN
  INSERT INTO seen VALUES(NEW.before);
  SELECT mem_set('w', 'last', mem_pick(NEW.before, 'q'));
END;
SELECT mem_set('u', 'q', 'end')->>'path', mem_set('u', 'q', 0)->>'path';
-- → q | q
SELECT before FROM seen;
-- → {"q":4}
-- → {"q":"end"}
SELECT value, before FROM mem_journal WHERE key = 'w';
-- → {"last":4} | {"":["last"]}
-- → {"last":"end"} | {"last":4}

-- Reads, runs and the host's events have none.
SELECT mem_config('memory.generate-event.short-term-read', 1), mem_get('u', 'q'), mem_event_add('x', 'u', '1'), mem_run_begin('u') > 0, mem_run_end('u') > 0;
-- → true | 0 | 1 | 1 | 1
SELECT count(*), count(before) FROM mem_event WHERE type NOT LIKE '%write%';
-- → 4 | 0
SELECT mem_config('memory.record-previous-value', 'maybe');
-- ! memlog: option memory.record-previous-value: it takes true, false, 1 or 0, not 'maybe'
