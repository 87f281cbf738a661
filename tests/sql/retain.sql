-- Lists that are limited by a rule: how many elements, bytes, tokens; the oldest go.
-- clock: 2026-07-03 04:22:36.087914

-- ---- a rule ----

SELECT mem_retain('user-*', 'history', '{"max_count":3}');
-- → {"max_count":3,"policy":"drop_oldest"}
SELECT * FROM mem_retain;
-- → user-* | history | short_term | {"max_count":3,"policy":"drop_oldest"} | 3 | ∅ | ∅ | drop_oldest | ∅
SELECT mem_append('user-1', 'history', 'a')->>'path', mem_append('user-1', 'history', 'b')->>'path',
       mem_append('user-1', 'history', 'c')->>'path', mem_get('user-1', 'history');
-- → history.0 | history.1 | history.2 | ["a","b","c"]
SELECT mem_append('user-1', 'history', 'd')->>'path', mem_append_json('user-1', 'history', '[5]')->>'path',
       mem_get('user-1', 'history'), mem_length('user-1', 'history');
-- → history.3 | history.4 | ["c","d",[5]] | 3
-- The event of the append shows what went.
SELECT value, removed FROM mem_event WHERE key = 'user-1' AND removed IS NOT NULL;
-- → {"history.3":"d"} | ["history.0"]
-- → {"history.4":[5]} | ["history.1"]
SELECT mem_snapshot('user-1') = mem_rebuild_at('user-1', '#last'), mem_rebuild_at('user-1', '#last');
-- → 1 | {"history.2":"c","history.3":"d","history.4":[5]}
-- Other keys, other paths, the other scope are not concerned.
BEGIN;
WITH n(i) AS (VALUES(1), (2), (3), (4), (5))
SELECT mem_append('other', 'history', i)->>'path', mem_append('user-1', 'notes', i)->>'path',
       mem_append('user-1', 'history', i, 'sensory')->>'path' FROM n;
-- → history.0 | notes.0 | history.0
-- → history.1 | notes.1 | history.1
-- → history.2 | notes.2 | history.2
-- → history.3 | notes.3 | history.3
-- → history.4 | notes.4 | history.4
COMMIT;
SELECT mem_length('other', 'history'), mem_length('user-1', 'notes'), mem_length('user-1', 'history', 'sensory');
-- → 5 | 5 | 5
-- The rule of a scope.
SELECT mem_retain('user-*', 'history', '{"scope":"sensory","max_count":2}'),
       mem_retain('user-*', 'notes', '{"max_count":1}', 'sensory');
-- → {"max_count":2,"policy":"drop_oldest"} | {"max_count":1,"policy":"drop_oldest"}
SELECT key_glob, path, scope, max_count FROM mem_retain ORDER BY scope, path;
-- → user-* | history | sensory | 2
-- → user-* | notes | sensory | 1
-- → user-* | history | short_term | 3
-- Setting a rule takes nothing away; the next element does.
SELECT mem_length('user-1', 'history', 'sensory'), mem_append('user-1', 'history', 6, 'sensory')->>'path',
       mem_get('user-1', 'history', 'sensory');
-- → 5 | history.5 | [5,6]
SELECT removed FROM mem_event WHERE type = '_sensory_write_event' ORDER BY seq DESC LIMIT 1;
-- → ["history.0","history.1","history.2","history.3"]
SELECT mem_retain('user-*', 'notes', NULL, 'sensory'), mem_retain('user-*', 'notes', NULL, 'sensory'),
       mem_retain('user-*', 'nothing', NULL), mem_retain('user-*', 'history', NULL, 'sensory');
-- → 1 | 0 | 0 | 1
SELECT count(*) FROM mem_retain;
-- → 1

-- ---- elements that go in between ----

SELECT mem_delete('user-1', 'history.3'), mem_append('user-1', 'history', 'e')->>'path', mem_get('user-1', 'history');
-- → 1 | history.5 | ["c",[5],"e"]
DELETE FROM mem WHERE key = 'user-1' AND path = 'history.2' AND scope = 'short_term';
SELECT mem_pop('user-1', 'history'), mem_length('user-1', 'history'), mem_append('user-1', 'history', 'f')->>'path',
       mem_append('user-1', 'history', 'g')->>'path', mem_length('user-1', 'history'), mem_get('user-1', 'history');
-- → e | 1 | history.6 | history.7 | 3 | [[5],"f","g"]
UPDATE mem SET path = 'kept' WHERE key = 'user-1' AND path = 'history.4';
SELECT mem_append('user-1', 'history', 'h')->>'path', mem_get('user-1', 'history'), mem_get('user-1', 'kept');
-- → history.8 | ["f","g","h"] | [5]
SELECT mem_set('user-1', 'history.6', 'F')->>'path', mem_append('user-1', 'history', 'i')->>'path',
       mem_get('user-1', 'history');
-- → history.6 | history.9 | ["g","h","i"]
-- A new list after the old one was deleted; a list that is moved keeps what it has.
SELECT mem_delete('user-1', 'history'), mem_append('user-1', 'history', 1)->>'path';
-- → 4 | history.0
UPDATE mem SET path = 'short' WHERE key = 'user-1' AND path = 'history' AND scope = 'short_term';
UPDATE mem SET path = 'history' WHERE key = 'user-1' AND path = 'notes';
SELECT mem_length('user-1', 'history'), mem_append('user-1', 'history', 6)->>'path', mem_get('user-1', 'history');
-- → 5 | history.5 | [4,5,6]

-- ---- in an action, rolled back, in a listener, unrecorded ----

BEGIN;
SELECT mem_append('user-2', 'history', 1)->>'path', mem_append('user-2', 'history', 2)->>'path',
       mem_append('user-2', 'history', 3)->>'path';
-- → history.0 | history.1 | history.2
SAVEPOINT s;
SELECT mem_append('user-2', 'history', 4)->>'path', mem_append('user-2', 'history', 5)->>'path';
-- → history.3 | history.4
ROLLBACK TO s;
SELECT mem_get('user-2', 'history'), mem_append('user-2', 'history', 'four')->>'path', mem_get('user-2', 'history');
-- → [1,2,3] | history.3 | [2,3,"four"]
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'user-2';
-- → {"history.1":2,"history.2":3,"history.3":"four"} | ["history.0"] | {"history":"list"}
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.key = 'user-2' AND mem_touches('ping', NEW.value) BEGIN
  SELECT mem_append(NEW.key, 'history', mem_pick(NEW.value, 'ping'));
END;
SELECT mem_set('user-2', 'ping', 'pong')->>'path', mem_get('user-2', 'history');
-- → ping | [3,"four","pong"]
SELECT mem_get('user-2', 'history'), mem_snapshot('user-2') = mem_rebuild_at('user-2', '#last');
-- → [3,"four","pong"] | 1
SELECT value, removed, observed FROM mem_journal WHERE key = 'user-2' ORDER BY seq DESC LIMIT 1;
-- → {"history.4":"pong"} | ["history.1"] | 0
DROP TRIGGER listener;
SELECT mem_config('memory.generate-event.short-term-write', 0), mem_append('user-2', 'history', 'unseen')->>'path',
       mem_get('user-2', 'history'), mem_config('memory.generate-event.short-term-write', NULL);
-- → false | history.5 | ["four","pong","unseen"] | true
SELECT mem_append('user-2', 'history', 'seen')->>'path', mem_rebuild_at('user-2', '#last') ->> '$."history.6"';
-- → history.6 | seen
-- Another connection.
-- connection: B
SELECT mem_append('user-2', 'history', 'B')->>'path', mem_get('user-2', 'history');
-- → history.7 | ["unseen","seen","B"]
SELECT mem_retain('user-2', 'history', '{"max_count":2}');
-- → {"max_count":2,"policy":"drop_oldest"}
-- connection: A
SELECT mem_append('user-2', 'history', 'A')->>'path', mem_get('user-2', 'history');
-- → history.8 | ["B","A"]
SELECT mem_retain('user-2', 'history', NULL), mem_append('user-2', 'history', 'C')->>'path', mem_get('user-2', 'history');
-- → 1 | history.9 | ["B","A","C"]

-- ---- which rule: the narrowest ----

SELECT mem_retain('*', 'l', '{"max_count":1}')->>'max_count', mem_retain('k-*', 'l', '{"max_count":2}')->>'max_count',
       mem_retain('k-1?', 'l', '{"max_count":3}')->>'max_count', mem_retain('k-12', 'l', '{"max_count":4}')->>'max_count',
       mem_retain('k-[13]*', 'l', '{"max_count":5}')->>'max_count',
       mem_retain('*-1?', 'l', '{"max_count":6}')->>'max_count';
-- → 1 | 2 | 3 | 4 | 5 | 6
BEGIN;
WITH n(i) AS (VALUES(1), (2), (3), (4), (5), (6), (7)),
     k(k) AS (VALUES('x'), ('k-2'), ('k-11'), ('k-12'), ('k-'), ('k-1'), ('z-10'), ('k-3'))
SELECT count(mem_append(k, 'l', i)) FROM k, n;
-- → 56
COMMIT;
-- As narrow as each other ('k-*' and 'k-[13]*', two characters): the first in byte order.
SELECT key, count(*) FROM mem WHERE under = 'l' AND path <> 'l' GROUP BY key;
-- → k- | 2
-- → k-1 | 2
-- → k-11 | 3
-- → k-12 | 4
-- → k-2 | 2
-- → k-3 | 2
-- → x | 1
-- → z-10 | 6
