-- Large values in the lines of mem_export stand in full, and are stored once again where they are imported.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_config('memory.inline-value-bytes', 64);
-- → 64
SELECT mem_import('{"timestamp":"2026-07-03T04:20:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"doc":"' || printf('%.70c', 'd') || '","n":1,"copy":"' || printf('%.70c', 'd') || '"},"before":{"doc":"' || printf('%.70c', 'c') || '"}},"memlog":{"seq":1783052400000000}}') IS NOT NULL;
-- → 1
SELECT key, count(*) FROM memlog_value;
-- → u | 2
SELECT value, before FROM memlog_event;
-- → {"doc":{"digest": "…","bytes":72,"type":"text"},"n":1,"copy":{"digest": "…","bytes":72,"type":"text"}} | {"doc":{"digest": "…","bytes":72,"type":"text"}}
SELECT mem_get('u', 'doc') = printf('%.70c', 'd'), mem_snapshot('u') = mem_rebuild_at('u', '#last'), mem_get('u', 'n');
-- → 1 | 1 | 1
-- The same line again is known, though it holds in full what is stored aside here; another is not.
SELECT mem_import('{"timestamp":"2026-07-03T04:20:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"doc":"' || printf('%.70c', 'd') || '","n":1,"copy":"' || printf('%.70c', 'd') || '"},"before":{"doc":"' || printf('%.70c', 'c') || '"}},"memlog":{"seq":1783052400000000}}');
-- → ∅
SELECT mem_import('{"timestamp":"2026-07-03T04:20:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"doc":"' || printf('%.70c', 'e') || '","n":1,"copy":"' || printf('%.70c', 'd') || '"},"before":{"doc":"' || printf('%.70c', 'c') || '"}},"memlog":{"seq":1783052400000000}}');
-- ! it is here already, with other content: value
-- What is refused stores nothing aside.
SELECT mem_import('{"timestamp":"2026-07-03T04:20:01.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8001-8af1-000000000002","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"list.x":"' || printf('%.70c', 'z') || '"},"containers":{"list":"list"}},"memlog":{"seq":1783052401000000}}');
-- ! an element of a list is named by its index
SELECT count(*) FROM memlog_value;
-- → 2
SELECT mem_run_begin('u') > 0, mem_set_json('u', 'own', '{"digest": "x","bytes":1,"type":"text"}') ->> 'path';
-- → 1 | own
SELECT count(*), sum(instr(line, '{"digest": ')), sum(json_valid(line)) FROM mem_export;
-- → 3 | 0 | 3
SELECT line ->> '$.eventAttributes.value.doc' = printf('%.70c', 'd'), line ->> '$.eventAttributes.before.doc' IS printf('%.70c', 'c') FROM mem_export LIMIT 2;
-- → 1 | 1
-- → 1 | 0
-- The limit is one of each value, not of all that a state or an event has.
SELECT mem_config('memory.max-value-bytes', 100);
-- → 100
SELECT mem_import('{"timestamp":"2026-07-03T04:22:37.000000Z","logLevel":"VERBOSE","eventId":"019f2636-e6e0-8001-8af1-000000000003","eventType":"_short_term_write_event","eventAttributes":{"key":"w","value":{"a":"' || printf('%.70c', 'a') || '","b":"' || printf('%.70c', 'b') || '"}},"memlog":{"seq":1783052557000000}}') IS NOT NULL;
-- → 1
SELECT mem_import('{"timestamp":"2026-07-03T04:22:38.000000Z","logLevel":"VERBOSE","eventId":"019f2636-e6e0-8002-8af1-000000000004","eventType":"_short_term_write_event","eventAttributes":{"key":"w","value":{"a":"' || printf('%.100c', 'a') || '"}},"memlog":{"seq":1783052558000000}}');
-- ! line: a value: the value has 102 bytes, memory.max-value-bytes is 100
