-- A log that goes on from rows which are not among the lines: the state of each key there comes first.
-- clock: 2026-07-03 04:22:36
SELECT mem_set('u', 'a.b', 'old') ->> 'path', mem_append('u', 'l', 1) ->> 'path', mem_append('u', 'l', 2) ->> 'path', mem_delete('u', 'l.1');
-- → a.b | l.0 | l.1 | 1
SELECT mem_run_begin('u', json('{"q":1}')), mem_set('u', 's', 1, 'sensory') ->> 'path', mem_set('v', 'x', 1) ->> 'path';
-- → 1 | s | x
SELECT mem_set('u', 'a.b', 'new') ->> 'path', mem_append('u', 'l', 3) ->> 'path', mem_run_end('u', 'bye');
-- → a.b | l.2 | 1
CREATE TABLE line AS SELECT line FROM mem_export((SELECT max(seq) - 2 FROM mem_journal));
SELECT line ->> 'eventType', line -> 'eventAttributes', json_remove(line -> 'memlog', '$.start', '$.txn') FROM line;
-- → _memory_start | ∅ | {"seq":1783052556000006,"rows":7,"run":1}
-- → _memory_state | {"key":"u","value":{"a.b":"old","l.0":1},"removed":["l.1"],"containers":{"l":"list"},"sensory":{"value":{"s":1}}} | {"seq":1783052556000005,"run":1,"input":{"q":1},"begun":1783052556000000,"begin_seq":1783052556000004}
-- → _memory_state | {"key":"v","value":{"x":1},"sensory":{"value":{}}} | {"seq":1783052556000006}
-- → _short_term_write_event | {"key":"u","value":{"a.b":"new"}} | {"seq":1783052556000007,"follows":true,"run":1}
-- → _short_term_write_event | {"key":"u","value":{"l.2":3}} | {"seq":1783052556000008,"follows":true,"run":1}
-- → _agent_run_end_event | {"key":"u"} | {"seq":1783052556000009,"follows":true,"run":1,"outcome":"completed","output":"bye"}
-- Here all of it is known.
SELECT count(*), count(mem_import(line)) FROM line;
-- → 6 | 0
-- Behind the log there are the states alone; not asked for, none.
SELECT count(*), (SELECT count(*) FROM mem_export(9223372036854775807, 0)), (SELECT count(*) FROM mem_export(1, 1)) FROM mem_export(9223372036854775807);
-- → 3 | 0 | 10
SELECT count(*) FROM mem_export(1, 2);
-- ! memlog: mem_export: states is 1 (as if not given) or 0
SELECT count(*) FROM mem_export(1, '1');
-- ! memlog: mem_export: states is 1 (as if not given) or 0
-- A state without its start, or what comes too late.
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventType":"_memory_start","memlog":{"start":"019f2636-d6e0-8000-8af1-000000000001","seq":1783052556000000,"rows":1}}');
-- ! memlog: line: memlog.start: the rows before are not here: import into a fresh file
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventType":"_memory_state","eventAttributes":{"key":"w","value":{"a":1}},"memlog":{"start":"019f2636-d6e0-8000-8af1-000000000001","seq":1783052556000000}}');
-- ! memlog: line: memlog.start: the line of the start is not in this file: import it first
