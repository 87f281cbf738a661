-- Large values are stored once, and show as themselves everywhere (AGT-088).
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_config('memory.inline-value-bytes');
-- → 4096
SELECT mem_config('memory.inline-value-bytes', 63);
-- ! memory.inline-value-bytes
-- ! 64 to 1000000000
SELECT mem_config('memory.inline-value-bytes', 1000000001);
-- ! memory.inline-value-bytes
SELECT mem_config('memory.inline-value-bytes', '1e3');
-- ! memory.inline-value-bytes
SELECT mem_config('memory.inline-value-bytes', 64);
-- → 64
SELECT mem_config('memory.generate-event.short-term-read', 1);
-- → true

-- At the limit a value stays where it is; one byte more, and it goes.
SELECT mem_set('u', 'at', printf('%.62c', 'a')) ->> 'type', mem_set('u', 'over', printf('%.63c', 'b')) ->> 'type';
-- → text | text
SELECT path, value FROM memlog_cell WHERE scope = 'st' ORDER BY path;
-- → at | "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
-- → over | {"digest": "…","bytes":65,"type":"text"}
SELECT mem_get('u', 'over') = printf('%.63c', 'b'), mem_get_json('u', 'over') = printf('"%.63c"', 'b'), mem_type('u', 'over'), mem_exists('u', 'over');
-- → 1 | 1 | text | 1
-- The read's event refers to the value as well.
SELECT value FROM memlog_event WHERE type = '_short_term_read_event' ORDER BY seq DESC LIMIT 1;
-- → {"over":{"digest": "…","bytes":65,"type":"text"}}
SELECT mem_config('memory.generate-event.short-term-read', 0);
-- → false

-- All ways in. A map of one's own that looks like a place holder is none.
SELECT mem_set_json('u', 'own', '{"digest": "0123456789abcdef0123456789abcdef", "bytes": 65, "type": "text"}') ->> 'type', mem_get('u', 'own') ->> 'bytes';
-- → map | 65
SELECT mem_set_json('u', 'small', '{"digest": "x","bytes":65}') ->> 'type', mem_get_json('u', 'small'), mem_get('u', 'small') ->> 'digest';
-- → map | {"digest":"x","bytes":65} | x
SELECT value FROM memlog_cell WHERE path = 'small';
-- → {"digest":"x","bytes":65}
SELECT mem_set_tree('u', 't', json_object('a', printf('%.70c', 'c'), 'b', json_array(1, printf('%.70c', 'd')), 'c', 1));
-- → 3
SELECT mem_append('u', 'l', printf('%.70c', 'e')) ->> 'path', mem_append('u', 'l', 'small') ->> 'path',
       mem_append_json('u', 'l', json_array(printf('%.70c', 'f'))) ->> 'type';
-- → l.0 | l.1 | array
INSERT INTO mem(key, path, value) VALUES('u', 'i', printf('%.70c', 'g'));
INSERT INTO mem(key, path, json) VALUES('u', 'j', json_array(printf('%.70c', 'h')));
UPDATE mem SET value = value || '!' WHERE key = 'u' AND path = 'i';
SELECT path, type, value FROM mem WHERE key = 'u' AND path NOT IN ('at', 'over', 'own', 'small');
-- → i | text | gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg!
-- → j | array | ["hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"]
-- → l | list | ∅
-- → l.0 | text | eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee
-- → l.1 | text | small
-- → l.2 | array | ["ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"]
-- → t | object | ∅
-- → t.a | text | cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc
-- → t.b | array | [1,"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"]
-- → t.c | integer | 1
SELECT count(*), sum(json = mem_get_json(key, path)) FROM mem WHERE key = 'u' AND type IN ('text', 'array', 'map');
-- → 11 | 11
SELECT count(*) FROM mem WHERE type = 'map' AND path = 'over';
-- → 0
SELECT count(*) FROM memlog_cell WHERE value LIKE '{"digest": %';
-- → 8

-- All ways out.
SELECT mem_get('u', 't');
-- → {"a":"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc","b":[1,"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"],"c":1}
SELECT mem_fields('u', 't') = mem_get('u', 't'), mem_resolve(mem_ref('u', 't')) = mem_get('u', 't'), mem_resolve(mem_ref('u', 'over')) = mem_get('u', 'over');
-- → 1 | 1 | 1
SELECT json_array_length(mem_recent('u', 'l', 5)), mem_recent('u', 'l', 1), mem_recent('u', 'l', 3) ->> 0 = printf('%.70c', 'e');
-- → 3 | [["ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"]] | 1
SELECT count(*), sum(value IS mem_get_json('u', key)) FROM json_each(mem_snapshot('u')) WHERE type = 'array';
-- → 3 | 3
SELECT mem_snapshot('u') = mem_rebuild_at('u', '#last'), instr(mem_snapshot('u'), '"digest": ');
-- → 1 | 0
SELECT count(*) FROM (SELECT path, type, value, json FROM mem('u') EXCEPT SELECT path, type, value, json FROM mem('u', '#last'));
-- → 0
SELECT count(*), sum(before IS NOT NULL), sum(instr(coalesce(before, '') || coalesce(after, ''), '"digest": ')) FROM mem_history('u', 'i');
-- → 2 | 1 | 0
SELECT change, before, after FROM mem_history('u', 'i') ORDER BY seq DESC LIMIT 1;
-- → set | "gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg" | "gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg!"
SELECT path, after FROM mem_diff('u', 1, '#last') WHERE path = 'over';
-- → over | "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
SELECT sum(instr(value, '"digest": ')), sum(mem_event_value(seq) = value), count(*) FROM mem_event;
-- → 0 | 13 | 13
SELECT sum(instr(value, '"digest": ')) FROM mem_journal;
-- → 0
-- What a key's values weigh, all of it counted.
SELECT nodes, bytes = (SELECT sum(length(path) + length(coalesce(json, ''))) FROM mem WHERE key = 'u') FROM mem_key WHERE key = 'u';
-- → 14 | 1
SELECT mem_pop('u', 'l') ->> 0 = printf('%.70c', 'f'), mem_pop('u', 'l', 'first') = printf('%.70c', 'e'), mem_pop('u', 'l');
-- → 1 | 1 | small

-- Written again, and on another path, it is stored once; for another key, once more.
SELECT count(mem_set('s', 'a' || i, printf('%.100c', 'z'))) FROM (SELECT 1 AS i UNION SELECT 2 UNION SELECT 3);
-- → 3
SELECT mem_set('s', 'a1', printf('%.100c', 'z')) ->> 'path', mem_set('r', 'a', printf('%.100c', 'z')) ->> 'path';
-- → a1 | a
SELECT key, count(*), count(DISTINCT digest) FROM memlog_value WHERE json LIKE '"zzz%' GROUP BY key;
-- → r | 1 | 1
-- → s | 1 | 1
SELECT count(*) FROM (SELECT digest FROM memlog_value WHERE json LIKE '"zzz%' GROUP BY digest);
-- → 2
SELECT count(*) FROM mem_event WHERE key = 's';
-- → 4

-- Moved, within its key and to another one.
UPDATE mem SET path = 'moved.here' WHERE key = 's' AND path = 'a2';
UPDATE mem SET key = 'q' WHERE key = 's' AND path = 'moved';
SELECT mem_get('q', 'moved.here') = printf('%.100c', 'z'), mem_get('s', '') ->> 'a3' = printf('%.100c', 'z');
-- → 1 | 1
SELECT count(*) FROM memlog_value WHERE key = 'q';
-- → 1
SELECT mem_copy('s', 'p'), mem_get('p', 'a3') = printf('%.100c', 'z'), (SELECT count(*) FROM memlog_value WHERE key = 'p');
-- → 2 | 1 | 1

-- Another limit, in the middle: what is equal stays equal.
SELECT mem_config('memory.inline-value-bytes', 1000);
-- → 1000
SELECT mem_set('s', 'a1', printf('%.100c', 'z')) ->> 'path';
-- → a1
SELECT value FROM memlog_cell WHERE key = 's' AND path LIKE 'a%' AND scope = 'st' ORDER BY path;
-- → "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
-- → {"digest": "…","bytes":102,"type":"text"}
SELECT path, change FROM mem_diff('s', (SELECT min(seq) FROM mem_event WHERE key = 's') || '', '#last');
-- ! memlog
SELECT path, change FROM mem_diff('s', '#' || (SELECT min(seq) FROM mem_event WHERE key = 's'), '#last') WHERE path = 'a1';
-- no rows
SELECT mem_set_if('s', 'a3', json_quote(printf('%.100c', 'z')), 'other'), mem_set_if('s', 'a1', json_quote(printf('%.100c', 'y')), 'other'), mem_get('s', 'a3');
-- → 1 | 0 | other
SELECT mem_restore('s', '#' || (SELECT min(seq) + 2 FROM mem_event WHERE key = 's')), mem_get('s', 'a3') = printf('%.100c', 'z'), mem_get('s', 'a2') = mem_get('s', 'a1');
-- → 2 | 1 | 1
SELECT mem_config('memory.inline-value-bytes', 64);
-- → 64

-- Numbers: none is ever so long; a sum with a large value is refused, and changes nothing.
SELECT mem_set('u', 'x', -1.7976931348623157e308) ->> 'type', mem_incr('u', 'over', 1);
-- ! no number
SELECT mem_get('u', 'over') = printf('%.63c', 'b');
-- → 1

-- Refused writes store nothing aside.
SELECT count(*) FROM memlog_value WHERE key = 'u';
-- → 9
SELECT mem_set('u', 't', printf('%.80c', 'n'));
-- ! it is an object
SELECT mem_set('u', 'over.x', printf('%.80c', 'n'));
-- ! a value stands above it
SELECT mem_append('u', 'over', printf('%.80c', 'n'));
-- ! it is a value
SELECT mem_set_tree('u', 'l', json_object('a', printf('%.80c', 'n')));
-- ! it is a list
INSERT INTO mem(key, path, value) VALUES('u', 'over', printf('%.80c', 'n'));
-- ! there is a node already
SELECT mem_config('memory.max-value-bytes', 75);
-- → 75
SELECT mem_set('u', 'n', printf('%.80c', 'n'));
-- ! the value has 82 bytes, memory.max-value-bytes is 75
SELECT mem_config('memory.max-value-bytes', NULL);
-- → 16777216
BEGIN;
SELECT mem_set('new', 'n', printf('%.80c', 'n')) ->> 'path', (SELECT count(*) FROM memlog_value WHERE key = 'new'), mem_get('new', 'n') = printf('%.80c', 'n');
-- → n | 1 | 1
ROLLBACK;
BEGIN;
SAVEPOINT s;
SELECT mem_set('new', 'n', printf('%.80c', 'n')) ->> 'path';
-- → n
ROLLBACK TO s;
SELECT mem_get('new', 'n'), mem_set('u', 'm', 1) ->> 'path';
-- → ∅ | m
COMMIT;
SELECT count(*) FROM memlog_value WHERE key = 'u' OR key = 'new';
-- → 9
SELECT count(*) FROM memlog_cell WHERE key = 'new';
-- → 0

-- Events: NULL where there is none.
SELECT mem_event_value(1), mem_event_value(NULL), mem_event_value(-1), mem_event_value(9223372036854775807);
-- → ∅ | ∅ | ∅ | ∅
SELECT mem_event_value('1');
-- ! mem_event_value
SELECT mem_event_value(1.5);
-- ! mem_event_value
SELECT mem_run_begin('u') > 0, mem_run_end('u') > 0;
-- → 1 | 1
SELECT mem_event_value(seq) = mem_snapshot('u'), instr(value, '"digest": ') > 0 FROM memlog_event WHERE type = '_agent_run_begin_event';
-- → 1 | 1
SELECT mem_event_value(seq), seq > 0 FROM memlog_event WHERE type = '_agent_run_end_event';
-- → ∅ | 1
-- In a gap it is memory alone that refers to the value; then the snapshot that closes the gap.
SELECT mem_config('memory.generate-event.sensory-write', 0);
-- → false
SELECT mem_set('g', 'v', printf('%.90c', 'g'), 'sensory') ->> 'path', mem_get('g', 'v', 'sensory') = printf('%.90c', 'g');
-- → v | 1
SELECT mem_config('memory.generate-event.sensory-write', 1);
-- → true
SELECT mem_set('g', 'w', 1, 'sensory') ->> 'path', mem_rebuild_at('g', '#last', 'sensory') ->> 'v' = printf('%.90c', 'g');
-- → w | 1
-- Lines for elsewhere have it in full.
SELECT count(*) > 30, sum(instr(line, '{"digest": ')), sum(instr(line, printf('%.90c', 'g')) > 0) FROM mem_export;
-- → 1 | 0 | 1
SELECT line ->> '$.eventAttributes.value.over' = printf('%.63c', 'b') FROM mem_export WHERE line ->> '$.eventAttributes.value.over' IS NOT NULL LIMIT 1;
-- → 1
-- connection: B, without memlog
SELECT path, json FROM memlog_v_state WHERE key = 'u' AND path IN ('at', 'over');
-- → at | "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
-- → over | "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
