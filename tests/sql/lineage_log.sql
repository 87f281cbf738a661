-- mem_lineage from the log: which action wrote an event, what it reacted to, in which run, what the action had read; and
-- from a node of memory to the event that wrote it.
-- clock: 2026-07-03 04:22:36

SELECT mem_config('memory.generate-event.short-term-read', 'true');
-- → true
-- clock: 2026-07-03 04:22:37
SELECT mem_run_begin('ada', 'book me a seat');
-- → 1
SELECT mem_item_put('ada', 'notes.x', 'seat', 'Sits by the window'), mem_item_put('ada', 'notes.x', 'food', 'No nuts'), mem_set('ada', 'trip.to', 'Bern') ->> 'path';
-- → seat | food | trip.to
SELECT mem_event_add('asked', 'ada', '{"for":"seat"}');
-- → 1
BEGIN;
SELECT mem_action('book', (SELECT id FROM mem_event WHERE type = 'asked'), '{"actor":"bot"}');
-- → book
SELECT mem_get('ada', 'trip.to'), mem_item_get('ada', 'notes.x', 'seat');
-- → Bern | Sits by the window
SELECT id FROM mem_search('ada', NULL, 'nuts', 1);
-- → food
SELECT mem_set('ada', 'trip.seat', '12A') ->> 'path', mem_item_put('ada', 'notes.x', 'seat', 'Had 12A');
-- → trip.seat | seat
COMMIT;

-- The node was written by an event of the action, which read what it read, because it was asked.
SELECT depth, edge, entity, version, coalesce(detail ->> 'type', detail ->> 'name', detail ->> 'id') AS what
  FROM mem_lineage('{"key":"ada","path":"trip.seat"}') WHERE entity NOT IN ('retrieval', 'unrecorded');
-- → 0 | ∅ | path | ∅ | ∅
-- → 1 | written_by | event | ∅ | _short_term_write_event
-- → 2 | part_of | action | ∅ | book
-- → 2 | caused_by | event | ∅ | asked
-- → 2 | in_run | run | ∅ | ∅
-- → 3 | read | event | ∅ | _short_term_read_event
-- → 3 | read | event | ∅ | _long_term_get_event
-- → 3 | read | event | ∅ | _long_term_search_event
-- → 3 | part_of | action | ∅ | ∅
-- → 4 | tells_of | record | 1 | seat
-- → 4 | tells_of | record | 1 | food
SELECT depth, entity, id, time, detail FROM mem_lineage('{"key":"ada","path":"trip.seat","scope":"short_term"}', 'backward', 2) WHERE entity IN ('path', 'action', 'run');
-- → 0 | path | trip.seat | ∅ | {"key":"ada","scope":"short_term"}
-- → 2 | action | #… | 2026-07-03 04:22:37.000000 | {"name":"book","meta":{"actor":"bot"}}
-- → 2 | run | '1' | 2026-07-03 04:22:37.000000 | {"key":"ada","begin":"…"}
-- Reads of sensory memory made no events: the result says so.
SELECT depth, edge, detail FROM mem_lineage('{"key":"ada","path":"trip.seat"}') WHERE entity = 'unrecorded' AND depth = 3;
-- → 3 | read | {"not_recorded":["sensory-read"]}
-- Where a switch was changed since, that is not known.
-- clock: 2026-07-03 04:22:40
SELECT mem_config('memory.generate-event.sensory-read', 'true'), mem_config('memory.generate-event.short-term-read', 'false');
-- → true | false
SELECT depth, edge, detail FROM mem_lineage('{"key":"ada","path":"trip.seat"}') WHERE entity = 'unrecorded' AND depth = 3;
-- → 3 | read | {"not_known":["sensory-read"]}
SELECT mem_set('ada', 'x', 1) ->> 'path';
-- → x
SELECT detail FROM mem_lineage('{"key":"ada","path":"x"}') WHERE entity = 'unrecorded';
-- → {"not_recorded":["short-term-read"]}

-- From an event: the versions that began with it, and those that ended.
SELECT depth, edge, entity, version, detail ->> 'state' AS state FROM mem_lineage('event:' || (SELECT id FROM mem_event WHERE type = '_long_term_update_event' ORDER BY seq DESC LIMIT 1), 'backward', 1) WHERE entity = 'record';
-- → 1 | tells_of | record | 2 | admitted
-- → 1 | tells_of | record | 1 | superseded
SELECT depth, edge, entity, version, detail ->> 'state' AS state FROM mem_lineage((SELECT id FROM mem_event WHERE type = '_long_term_update_event' ORDER BY seq DESC LIMIT 1), 'forward');
-- → 0 | ∅ | event | ∅ | ∅
-- → 1 | tells_of | record | 2 | admitted
-- A version names the event that told of it.
SELECT (detail ->> 'event') = (SELECT id FROM mem_event WHERE type = '_long_term_update_event' ORDER BY seq DESC LIMIT 1) FROM mem_lineage('{"key":"ada","set":"notes.x","id":"seat","version":2}', 'backward', 0);
-- → 1

-- Forward: what it caused, what that caused, the versions that began there, and what depends on these.
SELECT mem_claim('She sat in 12A', '{"key":"ada","set":"notes.x","id":"seat"}', json_object('event', (SELECT id FROM mem_event WHERE type = 'asked'))) IS NOT NULL;
-- → 1
BEGIN;
SELECT mem_action('tell', (SELECT id FROM mem_event WHERE type = 'asked')), mem_event_add('told', 'ada', '{}');
-- → tell | 1
COMMIT;
BEGIN;
SELECT mem_action('file', (SELECT id FROM mem_event WHERE type = 'told')), mem_event_add('filed', 'ada', '{}');
-- → file | 1
COMMIT;
SELECT depth, edge, entity, version, coalesce(detail ->> 'type', detail ->> 'text', detail ->> 'id') AS what FROM mem_lineage((SELECT id FROM mem_event WHERE type = 'asked'), 'forward') ORDER BY depth, what;
-- → 0 | ∅ | event | ∅ | asked
-- → 1 | caused_by | claim | ∅ | She sat in 12A
-- → 1 | caused_by | event | ∅ | _long_term_get_event
-- → 1 | caused_by | event | ∅ | _long_term_search_event
-- → 1 | caused_by | event | ∅ | _long_term_update_event
-- → 1 | caused_by | event | ∅ | _short_term_read_event
-- → 1 | caused_by | event | ∅ | _short_term_write_event
-- → 1 | caused_by | event | ∅ | told
-- → 2 | caused_by | event | ∅ | filed
-- → 2 | tells_of | record | 2 | seat

-- A claim that an event caused leads back to that event, and on.
SELECT depth, edge, entity FROM mem_lineage((SELECT id FROM mem_event WHERE type = 'filed')) WHERE entity = 'event';
-- → 0 | ∅ | event
-- → 1 | caused_by | event
-- → 2 | caused_by | event

-- Of a node that is gone: the event that removed it. Forward from a node nothing is known.
SELECT mem_delete('ada', 'trip');
-- → 3
SELECT depth, edge, entity, detail ->> 'type' FROM mem_lineage('{"key":"ada","path":"trip.seat"}', 'backward', 1);
-- → 0 | ∅ | path | ∅
-- → 1 | written_by | event | _short_term_write_event
SELECT entity FROM mem_lineage('{"key":"nobody","path":"x"}');
-- → path
SELECT * FROM mem_lineage('{"key":"ada","path":"trip.seat"}', 'forward');
-- ! memlog: mem_lineage: what depends on a node of memory is not known: ask backward

-- An action that only reacts to memory makes no events, of its reads neither.
BEGIN;
SELECT mem_action('copy', (SELECT id FROM mem_event WHERE type = '_short_term_write_event' ORDER BY seq DESC LIMIT 1)), mem_get('ada', 'x'), mem_set('ada', 'y', 2) ->> 'path';
-- → copy | 1 | y
COMMIT;
SELECT depth, edge, detail ->> 'type', detail ->> 'observed' FROM mem_lineage('{"key":"ada","path":"y"}', 'backward', 2) WHERE entity = 'event';
-- → 1 | written_by | _short_term_write_event | 0
-- → 2 | caused_by | _short_term_write_event | ∅
SELECT detail FROM mem_lineage('{"key":"ada","path":"y"}', 'backward', 3) WHERE entity = 'unrecorded' ORDER BY depth LIMIT 1;
-- → {"not_recorded":["short-term-read","sensory-read","long-term-get","long-term-search"]}

-- … also where it tells something of its own …
BEGIN;
SELECT mem_action('tell', (SELECT id FROM mem_event WHERE type = '_short_term_write_event' ORDER BY seq DESC LIMIT 1)), mem_get('ada', 'x'), mem_set('ada', 'z', 3) ->> 'path', mem_event_add('mine', 'ada', '{}') IS NOT NULL;
-- → tell | 1 | z | 1
COMMIT;
SELECT detail FROM mem_lineage('{"key":"ada","path":"z"}', 'backward', 3) WHERE entity = 'unrecorded' ORDER BY depth LIMIT 1;
-- → {"not_recorded":["short-term-read","sensory-read","long-term-get","long-term-search"]}
-- … and what a listener read is not recorded either, though the action that it listened to made events.
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' AND NEW.key = 'loud' BEGIN
  SELECT mem_set('heard', 'x', mem_get('ada', 'x'));
END;
SELECT mem_set('loud', 'a', 1) ->> 'path';
-- → a
DROP TRIGGER hear;
SELECT depth, edge, detail ->> 'observed', detail ->> 'key', detail -> 'not_recorded' FROM mem_lineage('{"key":"heard","path":"x"}', 'backward', 3) WHERE entity IN ('event', 'unrecorded');
-- → 1 | written_by | 0 | heard | ∅
-- → 2 | caused_by | ∅ | loud | ∅
-- → 3 | read | ∅ | ∅ | ["short-term-read","sensory-read","long-term-get","long-term-search"]
-- What made no event because a switch was off says nothing of reads of other kinds.
SELECT mem_config('memory.generate-event.short-term-write', 0), mem_set('ada', 'off', 1) ->> 'path', mem_config('memory.generate-event.short-term-write', NULL);
-- → false | off | true
SELECT detail FROM mem_lineage('{"key":"ada","path":"off"}', 'backward', 3) WHERE entity = 'unrecorded';
-- → {"not_recorded":["short-term-read"]}
-- Of what comes from another file nobody knows.
SELECT mem_import('{"timestamp":"2026-07-03T05:00:00Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_agent_run_begin_event","eventAttributes":{"key":"from","value":{"a":1}}}') IS NOT NULL;
-- → 1
SELECT detail FROM mem_lineage('00000000-0000-0000-0000-000000000001', 'backward', 3) WHERE entity = 'unrecorded';
-- → {"not_known":["short-term-read","sensory-read","long-term-get","long-term-search"]}

-- Removing a set tells of all that it held.
SELECT mem_item_remove('ada', 'notes.x');
-- → 2
SELECT depth, edge, detail ->> 'id', version, detail ->> 'state' FROM mem_lineage((SELECT id FROM mem_event WHERE removed IS NOT NULL AND type = '_long_term_update_event'), 'backward', 1) WHERE entity = 'record' ORDER BY 3;
-- → 1 | tells_of | food | 1 | deleted
-- → 1 | tells_of | seat | 2 | deleted

-- Rows that were pruned are named by their position; so is an action whose rows are gone.
-- clock: 2026-07-03 05:00
SELECT mem_run_end('ada', NULL, 'completed') IS NOT NULL, mem_event_add('kept', 'ada', '{}');
-- → 1 | 1
BEGIN;
SELECT mem_action('late', (SELECT id FROM mem_event WHERE type = 'kept')), mem_event_add('later', 'ada', '{}');
-- → late | 1
COMMIT;
SELECT mem_prune('#' || (SELECT seq - 1 FROM mem_event WHERE type = 'later'), '{"max_rows":1000}') ->> 'remaining';
-- → 0
SELECT depth, edge, entity, id = '#' || (SELECT seq - 1 FROM mem_event WHERE type = 'later') AS by_position, detail FROM mem_lineage((SELECT id FROM mem_event WHERE type = 'later')) WHERE edge = 'caused_by';
-- → 1 | caused_by | event | 1 | {"state":"gone"}
SELECT depth, edge, entity, id, detail ->> 'state', (detail ->> 'upto') = (SELECT seq - 1 FROM mem_event WHERE type = 'later') FROM mem_lineage('{"key":"ada","path":"x"}');
-- → 0 | ∅ | path | x | ∅ | ∅
-- → 1 | written_by | event | ∅ | gone | 1
-- Versions that had ended went with the log.
SELECT * FROM mem_lineage('{"key":"ada","set":"notes.x","id":"food"}');
-- ! there is no such item, and never was
