-- What the events of restored and copied states say of where they came from, beside what the action says. The key that
-- was copied is told by its row, not by name: nothing of a key that is forgotten may be left in rows of others.
-- clock: 2026-07-03 04:22:36.000000
SELECT mem_set('u', 'a', 1)->>'path', mem_set('u', 'b', 1)->>'path';
-- → a | b
-- clock: 2026-07-03 04:22:37.000000
SELECT mem_delete('u', ''), mem_set('u', 'c', 1)->>'path';
-- → 2 | c
BEGIN;
SELECT mem_action('undo', NULL, '{"actor":"planner","tries":[1]}');
SELECT mem_restore('u', '2026-07-03 04:22:36'), mem_set('u', 'd', 1)->>'path', mem_set('v', 'x', 1)->>'path';
-- → 3 | d | x
COMMIT;
SELECT key, value, removed, action, meta FROM mem_event WHERE action = 'undo';
-- → u | {"a":1,"b":1,"d":1} | ["c"] | undo | {"actor":"planner","tries":[1],"restored":{"position":1783052556000001,"time":"2026-07-03 04:22:36.000000","path":""}}
-- → v | {"x":1} | ∅ | undo | {"actor":"planner","tries":[1]}

-- Meta data without members, and an action that is named after it.
BEGIN;
SELECT mem_copy('u', 'w'), mem_action('fork', NULL, '{}');
-- → 3 | fork
COMMIT;
SELECT key, action, meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → w | fork | {"copied":{"position":1783052557000002,"time":"2026-07-03 04:22:37.000000"}}

-- Several in one event stand in an array, in order.
BEGIN;
SELECT mem_restore('u', '2020-01-01', 'a'), mem_restore('u', '#1783052557000001', 'c'), mem_copy('nobody', 'w'), mem_copy('v', 'w'), mem_restore('w', '#last', 'a');
-- → 1 | 1 | 0 | 1 | 1
COMMIT;
SELECT key, value, removed, meta FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → w | {"x":1,"a":1} | ["a","b","d"] | {"restored":{"position":1783052557000004,"time":"2026-07-03 04:22:37.000000","path":"a"},"copied":[{"position":0},{"position":1783052557000003,"time":"2026-07-03 04:22:37.000000"}]}
-- → u | {"c":1} | ["a"] | {"restored":[{"position":0,"path":"a"},{"position":1783052557000001,"time":"2026-07-03 04:22:37.000000","path":"c"}]}

-- Rolled back with what they are about.
BEGIN;
SELECT mem_set('u', 'e', 1)->>'path';
-- → e
SAVEPOINT s;
SELECT mem_restore('u', '2020-01-01');
ROLLBACK TO s;
COMMIT;
SELECT value, meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"e":1} | ∅

-- The members are memlog's own.
BEGIN;
SELECT mem_action('x', NULL, '{"restored":1}');
-- ! memlog: mem_action: the meta data have a member "restored", which is memlog's own
SELECT mem_action('x', NULL, '{"a":{"copied":1}}');
-- → x
SELECT mem_set('u', 'f', 1)->>'path';
-- → f
COMMIT;
SELECT meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"a":{"copied":1}}

-- In a listener, and in an action that a memory event caused, restored states are quiet, and say the same.
CREATE TRIGGER undo AFTER INSERT ON memlog_event WHEN NEW.type = 'undo' BEGIN
  SELECT mem_restore(NEW.key, NEW.value->>'to'), mem_copy(NEW.key, 'backup');
END;
SELECT mem_event_add('undo', 'u', '{"to":"2026-07-03 04:22:36"}');
-- → 1
SELECT key, observed, value, removed, meta FROM mem_journal ORDER BY seq DESC LIMIT 2;
-- → backup | 0 | {"a":1,"b":1} | ∅ | {"copied":{"position":1783052557000010,"time":"2026-07-03 04:22:37.000000"}}
-- → u | 0 | {"a":1} | ["c","d","e","f"] | {"restored":{"position":1783052556000001,"time":"2026-07-03 04:22:36.000000","path":""}}

-- Where the past is unknown there is nothing to restore; where changes are not recorded it is restored as anything is written.
SELECT mem_config('memory.generate-event', 'false'), mem_set('u', 'gap', 1)->>'path';
-- → false | gap
SELECT mem_restore('u', '#last');
-- ! memlog: short_term memory of key u at position
SELECT mem_copy('u', 'v', 'now');
-- ! memlog: short_term memory of key u at position
SELECT mem_restore('u', '2026-07-03 04:22:36'), mem_get('u', '');
-- → 1 | {"a":1,"b":1}
SELECT mem_config('memory.generate-event', NULL), mem_set('u', 'z', 1)->>'path', mem_rebuild_at('u', 'now');
-- → ∅ | z | {"a":1,"b":1,"z":1}
