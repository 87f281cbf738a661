-- States where the lines begin, into a fresh file.
-- clock: 2026-07-03 05:00:00
CREATE TABLE line(n INTEGER PRIMARY KEY, line);
INSERT INTO line(line) VALUES
('{"timestamp":"2026-07-03T04:22:36.000000Z","eventType":"_memory_start","memlog":{"start":"019f2636-d6e0-8006-8af1-000000000001","seq":1783052556000006,"rows":7,"run":1}}'),
('{"timestamp":"2026-07-03T04:22:36.000000Z","eventType":"_memory_state","eventAttributes":{"key":"u","value":{"a.b":"old","l.0":1},"removed":["l.1"],"containers":{"l":"list"},"sensory":{"value":{"s":1}}},"memlog":{"start":"019f2636-d6e0-8006-8af1-000000000001","seq":1783052556000005,"run":1,"input":{"q":1},"begun":1783052556000000,"begin_seq":1783052556000004}}'),
('{"timestamp":"2026-07-03T04:22:36.000000Z","eventType":"_memory_state","eventAttributes":{"key":"g","value":{},"sensory":{"value":{}}},"memlog":{"start":"019f2636-d6e0-8006-8af1-000000000001","seq":1783052556000002,"quiet":true,"gap":1783052556000002}}'),
('{"timestamp":"2026-07-03T04:22:36.000000Z","eventId":"019f2636-d6e0-8007-8af1-000000000002","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"l.2":3}},"upstreamEventId":"019f2636-d6e0-8003-8af1-000000000009","memlog":{"seq":1783052556000007,"follows":true,"run":1,"txn":"019f2636-d6e0-8006-8af1-000000000001","step":1,"cause":1783052556000003}}'),
('{"timestamp":"2026-07-03T04:22:36.000000Z","eventId":"019f2636-d6e0-8009-8af1-000000000003","eventType":"_agent_run_end_event","eventAttributes":{"key":"u"},"memlog":{"seq":1783052556000009,"follows":true,"run":1,"outcome":"completed","output":"bye"}}'),
('{"timestamp":"2026-07-03T04:22:36.000000Z","eventType":"_memory_state","eventAttributes":{"key":"g","value":{"now":1},"sensory":{"value":{}}},"memlog":{"start":"019f2636-d6e0-8006-8af1-000000000001","seq":1783052556000002,"live":true}}');
-- A row before its key's state; a state before the start.
SELECT mem_import(line) FROM line WHERE n = 4;
-- ! memlog: line: memlog.follows: the key's rows before it are not in this file: import these first
SELECT mem_import(line) FROM line WHERE n = 2;
-- ! memlog: line: memlog.start: the line of the start is not in this file: import it first
SELECT count(*) FROM sqlite_master WHERE name = 'memlog_cell';
-- → 0
SELECT count(mem_import(line)) FROM line WHERE n = 1;
-- → 1
SELECT count(mem_import(line)), (SELECT count(*) FROM mem_verify) FROM line WHERE n = 1;
-- → 0 | 0
-- What is not so: nothing is stored.
SELECT mem_import(replace(line, '"seq":1783052556000005', '"seq":1783052556000007')) FROM line WHERE n = 2;
-- ! memlog: line: memlog.seq: it is behind the start
SELECT mem_import(replace(line, '04:22:36', '04:22:37')) FROM line WHERE n = 2;
-- ! memlog: line: timestamp: it is behind the start
SELECT mem_import(replace(line, '"begin_seq":1783052556000004', '"begin_seq":1783052556000006')) FROM line WHERE n = 2;
-- ! memlog: line: memlog.run: it does not begin before the state
SELECT mem_import(replace(line, '"run":1', '"run":9000000000')) FROM line WHERE n = 2;
-- ! memlog: line: memlog.run: no run had so high a number then
SELECT mem_import(replace(line, '"quiet"', '"gap":1783052556000001,"quiet"')) FROM line WHERE n = 3;
-- ! memlog: line
SELECT mem_import(replace(line, '"value":{},', '"value":{"a":1},')) FROM line WHERE n = 3;
-- ! memlog: line: memlog.gap: a state in a gap is not known
SELECT mem_import(replace(line, '"l.0":1', '"l.x":1')) FROM line WHERE n = 2;
-- ! memlog: path l.x of key u
SELECT mem_import(replace(line, '"start"', '"state":"019f2636-d6e0-8006-8af1-000000000001","start"')) FROM line WHERE n = 2;
-- ! memlog: line: memlog.start: there is memlog.state, too
SELECT mem_import(replace(line, '"rows":7,', '')) FROM line WHERE n = 1;
-- ! memlog: line: memlog.rows: it is missing
SELECT (SELECT count(*) FROM memlog_cell), (SELECT count(*) FROM memlog_run), (SELECT count(*) FROM memlog_snapshot);
-- → 0 | 0 | 0
SELECT count(mem_import(line)) FROM line;
-- → 5
SELECT count(mem_import(line)), (SELECT count(*) FROM mem_verify) FROM line;
-- → 0 | 0
SELECT key, path, json FROM mem WHERE type NOT IN ('object', 'list');
-- → g | now | '1'
-- → u | a.b | "old"
-- → u | l.0 | '1'
-- → u | l.2 | '3'
SELECT * FROM mem_run;
-- → 1 | u | {"q":1} | bye | completed | 2026-07-03 04:22:36.000000 | 2026-07-03 04:22:36.000000 | 1783052556000004 | 1783052556000009
SELECT mem_rebuild_at('u', '#1783052556000006'), mem_rebuild_at('u', '#1783052556000006', 'sensory'), mem_rebuild_at('u', '#last'), mem_rebuild_at('u', '#last', 'sensory');
-- → {"a.b":"old","l.0":1} | {"s":1} | {"a.b":"old","l.0":1,"l.2":3} | {}
SELECT mem_rebuild_at('u', '#1783052556000005');
-- ! the log was pruned up to #1783052556000006 (2026-07-03 04:22:36.000000)
SELECT mem_rebuild_at('g', '#last');
-- ! its changes were not recorded from #1783052556000002 to now
SELECT txn, cause FROM mem_event;
-- → 1783052556000006 | 1783052556000003
-- → 1783052556000009 | ∅
-- A state that comes too late.
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventType":"_memory_state","eventAttributes":{"key":"w","value":{"a":1}},"memlog":{"start":"019f2636-d6e0-8006-8af1-000000000001","seq":1783052556000001}}');
-- ! memlog: line: memlog.start: rows are here already: the states come before them
SELECT mem_append('u', 'l', 'next') ->> 'path', mem_run_begin('w', NULL);
-- → l.3 | 2
SELECT * FROM mem_verify;
