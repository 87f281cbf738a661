-- What was redacted stays so where the log is moved to.
-- clock: 2026-07-03 04:22:36
CREATE TABLE line(n INTEGER PRIMARY KEY, line);
INSERT INTO line(line) VALUES
('{"timestamp":"2026-07-03T04:22:36.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"card":{"redacted": "PCI"},"like":{"redacted":"PCI"}}},"memlog":{"seq":1783052556000000,"meta":{"redacted": null},"digest":"25aa8c000dba57bda9015db01b1a85b8"}}'),
('{"timestamp":"2026-07-03T04:22:36.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8001-8af1-000000000002","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"card":1},"before":{"card":{"redacted": "PCI"}}},"memlog":{"seq":1783052556000001,"follows":true,"digest":"25aa8c000dba57bda9015db01b1a85b9"}}'),
('{"timestamp":"2026-07-03T04:22:36.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8002-8af1-000000000003","eventType":"_agent_run_begin_event","eventAttributes":{"key":"u","value":{"card":1,"like":{"redacted":"PCI"}}},"memlog":{"seq":1783052556000002,"follows":true,"run":1,"input":{"redacted": "a \"{\\"},"digest":"25aa8c000dba57bda9015db01b1a85ba"}}'),
('{"timestamp":"2026-07-03T04:22:36.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8003-8af1-000000000004","eventType":"mine","eventAttributes":{"key":"u","value":{"redacted": "all"}},"memlog":{"seq":1783052556000003,"follows":true,"run":1,"digest":"25aa8c000dba57bda9015db01b1a85bb"}}'),
('{"timestamp":"2026-07-03T04:22:36.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8004-8af1-000000000005","eventType":"_memory_redacted_event","eventAttributes":{"key":"u","value":{"event":"019f2636-d6e0-8003-8af1-000000000004","path":"","reason":"all","rows":1}},"memlog":{"seq":1783052556000004,"follows":true,"run":1}}');
SELECT count(mem_import(line)) FROM line;
-- → 5
SELECT * FROM mem_verify;
SELECT type, value, before, meta FROM mem_event;
-- → _short_term_write_event | {"card":{"redacted": "PCI"},"like":{"redacted":"PCI"}} | ∅ | {"redacted": null}
-- → _short_term_write_event | {"card":1} | {"card":{"redacted": "PCI"}} | ∅
-- → _agent_run_begin_event | {"card":1,"like":{"redacted":"PCI"}} | ∅ | ∅
-- → mine | {"redacted": "all"} | ∅ | ∅
-- → _memory_redacted_event | {"event":"019f2636-d6e0-8003-8af1-000000000004","path":"","reason":"all","rows":1} | ∅ | ∅
SELECT input FROM mem_run;
-- → {"redacted": "a \"{\\"}
SELECT mem_rebuild_at('u', '019f2636-d6e0-8000-8af1-000000000001');
-- → {"card":{"redacted": "PCI"},"like":{"redacted":"PCI"}}
SELECT count(*) FROM mem_export x JOIN line l ON x.line = l.line;
-- → 5
SELECT count(mem_import(line)) FROM mem_export;
-- → 0
-- The same before it was redacted there: what it was cannot be told here.
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"card":"4111","like":{"redacted":"PCI"}}},"memlog":{"seq":1783052556000000}}');
-- → ∅
-- Somebody else wrote the line anew: a mark cannot be told from a value any more.
SELECT mem_import('{"timestamp": "2026-07-03T04:22:37.000000Z","eventId": "019f2636-d6e0-8000-8af1-000000000009","eventType": "_short_term_write_event","eventAttributes": {"key": "u","value": {"card": {"redacted": "PCI"}}},"memlog": {"seq": 1783052557000000,"follows": true,"digest": "25aa8c000dba57bda9015db01b1a85b8"}}');
-- ! memlog: line: memlog.digest: content was taken out, but no mark shows where: lines must come as they were written
SELECT mem_import('{"timestamp":"2026-07-03T04:22:37.000000Z","eventId":"019f2636-d6e0-8000-8af1-000000000009","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"redacted": "PCI"}},"memlog":{"seq":1783052557000000,"follows":true}}');
-- ! memlog: line: eventAttributes.value: a mark stands where no value does
SELECT mem_import('{"timestamp":"2026-07-03T04:22:37.000000Z","eventId":"019f2636-d6e0-8000-8af1-000000000009","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{},"containers":{"redacted": "list"}},"memlog":{"seq":1783052557000000,"follows":true}}');
-- ! memlog: line: eventAttributes: a mark stands where no value does
SELECT count(*), (SELECT count(*) FROM mem_verify) FROM mem_event;
-- → 5 | 0
