-- The log as lines of JSON.
-- No file, no lines.
SELECT line FROM mem_export;
-- no rows
-- clock: 2026-07-03 04:22:36.087914
BEGIN;
SELECT mem_action('greet', NULL, '{"actor":"bot","trace_id":"t-1"}');
-- → greet
SELECT mem_set('u', 'user.name', 'Ada "q" é' || char(10)) ->> 'path', mem_append('u', 'l', 1.5) ->> 'path', mem_set('v', 'x', 9223372036854775807) ->> 'path';
-- → user.name | l.0 | x
-- What is pending is not in the log yet.
SELECT count(*) FROM mem_export;
-- → 0
COMMIT;
SELECT mem_delete('u', 'l.0'), mem_run_begin('u', json('{"q":1}')), mem_set('u', 's', NULL, 'sensory') ->> 'path', mem_run_end('u', 'bye', 'failed'), mem_event_add('mine', 'u', '[1.0,{"a":1}]');
-- → 1 | 1 | s | 1 | 1
SELECT line ->> 'eventType', line -> 'eventAttributes', line -> 'memlog' FROM (SELECT replace(replace(line, e.id, 'ID'), ',"txn":"' || (SELECT id FROM mem_event ORDER BY seq LIMIT 1) || '"', ',"txn":"FIRST"') AS line
  FROM mem_export x LEFT JOIN mem_event e ON e.id = x.line ->> 'eventId');
-- → _short_term_write_event | {"key":"u","value":{"user.name":"Ada \"q\" é\n","l.0":1.5},"containers":{"l":"list"}} | {"seq":1783052556087914,"meta":{"actor":"bot","trace_id":"t-1"}}
-- → _short_term_write_event | {"key":"v","value":{"x":9223372036854775807}} | {"seq":1783052556087915,"txn":"FIRST","meta":{"actor":"bot","trace_id":"t-1"}}
-- → _short_term_write_event | {"key":"u","value":{},"removed":["l.0"]} | {"seq":1783052556087916,"follows":true}
-- → _agent_run_begin_event | {"key":"u","value":{"user.name":"Ada \"q\" é\n"},"removed":["l.0"],"containers":{"l":"list"}} | {"seq":1783052556087917,"follows":true,"run":1,"input":{"q":1}}
-- → _sensory_write_event | {"key":"u","value":{"s":null}} | {"seq":1783052556087918,"follows":true,"run":1}
-- → _agent_run_end_event | {"key":"u"} | {"seq":1783052556087919,"follows":true,"run":1,"outcome":"failed","output":"bye"}
-- → mine | {"key":"u","value":[1.0,{"a":1}]} | {"seq":1783052556087920,"follows":true}
-- Each line is one line, and names its row.
SELECT count(*), sum(instr(line, char(10)) = 0), sum(json_valid(line)), sum(EXISTS (SELECT 1 FROM mem_journal j WHERE j.id = line ->> 'eventId' AND j.seq = line ->> '$.memlog.seq')) FROM mem_export;
-- → 7 | 7 | 7 | 7
SELECT typeof(line), subtype, line ->> 'timestamp', line ->> 'logLevel' FROM (SELECT line, json_type(line) AS subtype FROM mem_export LIMIT 1);
-- → text | object | 2026-07-03T04:22:36.087914Z | VERBOSE

-- From a position on.
SELECT count(*) FROM mem_export(1783052556087919, 0);
-- → 2
SELECT count(*) FROM mem_export(NULL);
-- → 7
SELECT count(*) FROM mem_export(9223372036854775807, 0);
-- → 0
SELECT count(*) FROM mem_export(0);
-- ! memlog: mem_export: from_seq is a position
SELECT count(*) FROM mem_export('1');
-- ! memlog: mem_export: from_seq is a position
SELECT count(*) FROM mem_export(1.5);
-- ! memlog: mem_export: from_seq is a position
SELECT count(*) FROM mem_export(1) WHERE from_seq = 2;
-- → 0

-- What a listener does is among the lines, and what set it off.
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.type = 'ping' BEGIN SELECT mem_set('u', 'heard', NEW.seq); END;
SELECT mem_event_add('ping', 'u', 'null');
-- → 1
SELECT line ->> 'eventType', line ->> '$.memlog.quiet', line ->> 'upstreamEventId' = (SELECT max(id) FROM mem_event) FROM mem_export(1783052556087921, 0);
-- → ping | ∅ | ∅
-- → _short_term_write_event | 1 | 1

-- Where changes were not recorded a line has the state.
SELECT mem_config('memory.generate-event', 0), mem_set('v', 'y', 2) ->> 'path', mem_set('w', 'z', 3) ->> 'path';
-- → false | y | z
SELECT mem_config('memory.generate-event', NULL), mem_set('v', 'z', 3) ->> 'path';
-- → ∅ | z
SELECT line ->> 'eventType', line -> 'eventAttributes', (SELECT type FROM mem_journal WHERE id = line ->> '$.memlog.state'), line ->> '$.memlog.live' FROM mem_export(1783052556087923, 0);
-- → _short_term_gap | {"key":"v"} | ∅ | ∅
-- → _short_term_gap | {"key":"w"} | ∅ | ∅
-- → _short_term_write_event | {"key":"v","value":{"z":3}} | ∅ | ∅
-- → _memory_state | {"key":"v","value":{"x":9223372036854775807,"y":2,"z":3},"sensory":{}} | _short_term_write_event | ∅
-- → _memory_state | {"key":"w","value":{"z":3},"sensory":{"value":{}}} | _short_term_gap | 1
-- A SELECT that writes what it exports ends.
SELECT count(mem_set('x' || rowid, 'n', 1)) FROM mem_export;
-- → 14
