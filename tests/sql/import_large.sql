-- Large values come as they are, and are stored aside here.
-- clock: 2026-07-03 04:30:00
SELECT mem_install() > 0, mem_config('memory.inline-value-bytes', 100);
-- → 1 | 100
CREATE TABLE line(n INTEGER PRIMARY KEY, line);
INSERT INTO line(line) VALUES
('{"timestamp":"2026-07-03T05:00:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"a":"' || printf('%.*c', 200, 'x') || '","b":1}},"memlog":{"seq":1783054800000000}}'),
('{"timestamp":"2026-07-03T05:00:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000002","eventType":"_agent_run_begin_event","eventAttributes":{"key":"u","value":{"a":"' || printf('%.*c', 200, 'x') || '","b":1}},"memlog":{"seq":1783054800000001,"follows":true,"run":1}}'),
('{"timestamp":"2026-07-03T05:00:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000003","eventType":"_short_term_read_event","eventAttributes":{"key":"u","value":{"a":"' || printf('%.*c', 200, 'x') || '"}},"memlog":{"seq":1783054800000002,"follows":true,"run":1}}');
SELECT count(mem_import(line)) FROM line;
-- → 3
SELECT count(mem_import(line)) FROM line;
-- → 0
SELECT length(mem_get('u', 'a')), (SELECT count(*) FROM memlog_value), (SELECT max(length(value)) < 150 FROM memlog_event), length(mem_rebuild_at('u', '#last'));
-- → 200 | 1 | 1 | 214
SELECT x.line = l.line FROM mem_export x JOIN line l ON x.line ->> 'eventId' = l.line ->> 'eventId';
-- → 1
-- → 1
-- → 1
SELECT mem_import(replace(line, 'xx"', 'xy"')) FROM line WHERE n = 1;
-- ! with other content: value
