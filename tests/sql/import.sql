-- A log taken in, line by line, as mem_export wrote it elsewhere.
-- clock: 2026-07-03 04:30:00
CREATE TABLE line(n INTEGER PRIMARY KEY, line);
INSERT INTO line(line) VALUES
('{"timestamp":"2026-07-03T04:22:36.087914Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"user.name":"Ada","l.0":1.5,"l.1":9223372036854775807},"containers":{"l":"list"}},"upstreamActionName":"greet","memlog":{"seq":1783052556087914,"meta":{"actor":"bot"}}}'),
('{"timestamp":"2026-07-03T04:22:36.087914Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8001-8af1-000000000002","eventType":"_short_term_write_event","eventAttributes":{"key":"v","value":{"\"a.b\".c":null,"o":null},"containers":{"o":"object"}},"upstreamActionName":"greet","memlog":{"seq":1783052556087915,"txn":"019f2636-d6e0-8000-8af1-000000000001","meta":{"actor":"bot"}}}'),
('{"timestamp":"2026-07-03T04:23:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8002-8af1-000000000003","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{},"removed":["l.1"]},"memlog":{"seq":1783052580000000,"follows":true}}'),
('{"timestamp":"2026-07-03T04:23:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8003-8af1-000000000004","eventType":"_agent_run_begin_event","eventAttributes":{"key":"u","value":{"l.0":1.5,"user.name":"Ada"},"removed":["l.1"],"containers":{"l":"list"}},"memlog":{"seq":1783052580000001,"follows":true,"run":7,"input":{"q":1}}}'),
('{"timestamp":"2026-07-03T04:23:01.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8004-8af1-000000000005","eventType":"_sensory_write_event","eventAttributes":{"key":"u","value":{"s":[1,{"b":2.0}]}},"memlog":{"seq":1783052581000000,"follows":true,"run":7}}'),
('{"timestamp":"2026-07-03T04:23:01.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8005-8af1-000000000006","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"heard":1}},"upstreamEventId":"019f2636-d6e0-8004-8af1-000000000005","memlog":{"seq":1783052581000001,"quiet":true,"follows":true,"run":7,"txn":"019f2636-d6e0-8004-8af1-000000000005"}}'),
('{"timestamp":"2026-07-03T04:23:02.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8006-8af1-000000000007","eventType":"_agent_run_end_event","eventAttributes":{"key":"u"},"memlog":{"seq":1783052582000000,"follows":true,"run":7,"outcome":"failed","output":"bye"}}'),
('{"timestamp":"2026-07-03T04:23:03.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8007-8af1-000000000008","eventType":"mine","eventAttributes":{"key":"u","value":[1.0,{"a":null}]},"memlog":{"seq":1783052583000000,"follows":true}}');
-- Autocommit: each line by itself.
SELECT n, mem_import(line) IS NOT NULL FROM line WHERE n <= 2 ORDER BY n;
-- → 1 | 1
-- → 2 | 1
SELECT key, path, type, json, updated_at FROM mem;
-- → u | l | list | ∅ | 2026-07-03 04:22:36.087000
-- → u | l.0 | real | '1.5' | 2026-07-03 04:22:36.087000
-- → u | l.1 | integer | '9223372036854775807' | 2026-07-03 04:22:36.087000
-- → u | user | object | ∅ | 2026-07-03 04:22:36.087000
-- → u | user.name | text | "Ada" | 2026-07-03 04:22:36.087000
-- → v | "a.b" | object | ∅ | 2026-07-03 04:22:36.087000
-- → v | "a.b".c | null | null | 2026-07-03 04:22:36.087000
-- → v | o | object | ∅ | 2026-07-03 04:22:36.087000
-- Many: in one transaction. It is taken back as a whole.
BEGIN;
SELECT count(mem_import(line)) FROM line;
-- → 6
SELECT count(*), mem_get('u', 'heard') FROM mem_event;
-- → 7 | 1
ROLLBACK;
SELECT count(*), mem_get('u', 'heard'), (SELECT count(*) FROM memlog_import) FROM mem_event;
-- → 2 | ∅ | 2
BEGIN;
SELECT count(mem_import(line)) FROM line;
-- → 6
COMMIT;
SELECT count(mem_import(line)) FROM line;
-- → 0

-- The log as it was there: positions, times, actions, causes.
SELECT seq, time, type, key, value, removed, containers, run, action, seq - txn, cause, meta, observed FROM mem_journal;
-- → 1783052556087914 | 2026-07-03 04:22:36.087914 | _short_term_write_event | u | {"user.name":"Ada","l.0":1.5,"l.1":9223372036854775807} | ∅ | {"l":"list"} | ∅ | greet | 0 | ∅ | {"actor":"bot"} | 1
-- → 1783052556087915 | 2026-07-03 04:22:36.087914 | _short_term_write_event | v | {"\"a.b\".c":null,"o":null} | ∅ | {"o":"object"} | ∅ | greet | 1 | ∅ | {"actor":"bot"} | 1
-- → 1783052580000000 | 2026-07-03 04:23:00.000000 | _short_term_write_event | u | {} | ["l.1"] | ∅ | ∅ | ∅ | 0 | ∅ | ∅ | 1
-- → 1783052580000001 | 2026-07-03 04:23:00.000000 | _agent_run_begin_event | u | {"l.0":1.5,"user.name":"Ada"} | ["l.1"] | {"l":"list"} | 7 | ∅ | 0 | ∅ | ∅ | 1
-- → 1783052581000000 | 2026-07-03 04:23:01.000000 | _sensory_write_event | u | {"s":[1,{"b":2.0}]} | ∅ | ∅ | 7 | ∅ | 0 | ∅ | ∅ | 1
-- → 1783052581000001 | 2026-07-03 04:23:01.000000 | _short_term_write_event | u | {"heard":1} | ∅ | ∅ | 7 | ∅ | 1 | 1783052581000000 | ∅ | 0
-- → 1783052582000000 | 2026-07-03 04:23:02.000000 | _agent_run_end_event | u | ∅ | ∅ | ∅ | 7 | ∅ | 0 | ∅ | ∅ | 1
-- → 1783052583000000 | 2026-07-03 04:23:03.000000 | mine | u | [1.0,{"a":null}] | ∅ | ∅ | ∅ | ∅ | 0 | ∅ | ∅ | 1
SELECT * FROM mem_run;
-- → 7 | u | {"q":1} | bye | failed | 2026-07-03 04:23:00.000000 | 2026-07-03 04:23:02.000000 | 1783052580000001 | 1783052582000000
SELECT mem_snapshot('u'), mem_snapshot('u', 'sensory'), mem_rebuild_at('u', '2026-07-03 04:22:40'), mem_rebuild_at('u', '#1783052581000000', 'sensory');
-- → {"heard":1,"l.0":1.5,"user.name":"Ada"} | {} | {"l.0":1.5,"l.1":9223372036854775807,"user.name":"Ada"} | {"s":[1,{"b":2.0}]}
-- Indexes are not given out again.
SELECT mem_append('u', 'l', 'x') ->> 'path';
-- → l.2

-- A row has an id of its own here, and is found by both.
SELECT id = origin, origin, (SELECT seq FROM mem_event WHERE id = e.id) = seq, (SELECT seq FROM mem_event WHERE id = e.origin) = seq FROM mem_event e WHERE seq = 1783052581000000;
-- → 0 | 019f2636-d6e0-8004-8af1-000000000005 | 1 | 1
SELECT mem_rebuild_at('u', '019f2636-d6e0-8000-8af1-000000000001'), (SELECT count(*) FROM mem('u', '019f2636-d6e0-8006-8af1-000000000007'));
-- → {"l.0":1.5,"l.1":9223372036854775807,"user.name":"Ada"} | 5
SELECT type FROM mem_journal WHERE id = '019f2636-d6e0-8005-8af1-000000000006';
-- → _short_term_write_event
SELECT count(*) FROM mem_event WHERE id = '019f2636-d6e0-8005-8af1-000000000006' OR id = '019F2636-D6E0-8000-8AF1-000000000001' OR id = 5 OR id = x'00' OR id IS NULL;
-- → 0
SELECT origin FROM mem_event WHERE seq > 1783052583000000;
-- → ∅
BEGIN;
SELECT mem_action('react', '019f2636-d6e0-8007-8af1-000000000008');
-- → react
SELECT mem_set('u', 'reacted', 1) ->> 'path';
-- → reacted
COMMIT;
SELECT cause FROM mem_event WHERE action = 'react';
-- → 1783052583000000

-- What is taken in goes out as it came.
SELECT x.line = l.line FROM mem_export x JOIN line l ON x.line ->> 'eventId' = l.line ->> 'eventId' ORDER BY l.n;
-- → 1
-- → 1
-- → 1
-- → 1
-- → 1
-- → 1
-- → 1
-- → 1

-- Behind the log's newest event it goes on; before it nothing can be put.
SELECT mem_import(replace(replace(line, '2026-07-03T04:23:03.000000Z', '2026-07-03T04:23:02.999999Z'), '000000000008', '000000000009')) FROM line WHERE n = 8;
-- ! 019f2636-d6e0-8007-8af1-000000000009: it is older than the log's newest event: import into a fresh file
-- The same event says the same (AGT-039).
SELECT mem_import(replace(line, '1.0', '1')) FROM line WHERE n = 8;
-- ! 019f2636-d6e0-8007-8af1-000000000008: it is here already, with other content: value
SELECT mem_import(replace(line, '"bye"', '"by"')) FROM line WHERE n = 7;
-- ! with other content: input, output or outcome
SELECT mem_import(replace(line, '04:22:36.087914Z', '04:22:36.087915Z')) FROM line WHERE n = 1;
-- ! with other content: timestamp
SELECT mem_import(replace(line, '"greet"', '"great"')) FROM line WHERE n = 1;
-- ! with other content: upstreamActionName
SELECT mem_import(replace(line, '{"timestamp"', '{"mine":1,"timestamp"')) FROM line WHERE n = 1;
-- ! members that are not known

-- Members that are not known are kept.
SELECT mem_import('{"timestamp":"2026-07-03T05:00:00Z","eventId":"019f2636-d6e0-8008-8af1-00000000000a","eventType":"_short_term_write_event","upstreamEventId":"00000000-0000-0000-0000-000000000001","host":"h-1","eventAttributes":{"key":"v","value":{"n":1},"why":"x"},"memlog":{"seq":1783054800000000,"meta":{"actor":"a"},"later":[1]}}') IS NOT NULL;
-- → 1
SELECT meta, cause FROM mem_event WHERE id = '019f2636-d6e0-8008-8af1-00000000000a';
-- → {"actor":"a","line":{"upstreamEventId":"00000000-0000-0000-0000-000000000001","host":"h-1","memlog":{"later":[1]},"eventAttributes":{"why":"x"}}} | ∅

-- A transaction that has written memory: its events come first.
BEGIN;
SELECT mem_set('w', 'x', 1) ->> 'path';
-- → x
SELECT mem_import('{"timestamp":"2026-07-03T05:00:01Z","eventId":"019f2636-d6e0-8008-8af1-00000000000b","eventType":"_short_term_write_event","eventAttributes":{"key":"w","value":{"x":2}},"memlog":{"seq":1783054801000000}}') IS NOT NULL;
-- → 1
SELECT mem_set('w', 'y', 3) ->> 'path';
-- → y
COMMIT;
SELECT value, seq - txn, time FROM mem_event WHERE key = 'w';
-- → {"x":1} | 0 | 2026-07-03 05:00:00.000000
-- → {"x":2} | 0 | 2026-07-03 05:00:01.000000
-- → {"y":3} | 0 | 2026-07-03 05:00:01.000000
SELECT mem_snapshot('w'), mem_rebuild_at('w', '#last');
-- → {"x":2,"y":3} | {"x":2,"y":3}
