-- Listeners hear what is taken in: it is inserted like any other event.
-- clock: 2026-07-03 04:30:00
SELECT mem_install() > 0;
-- → 1
CREATE TABLE heard(seq, type, imported);
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN mem_touches('n', NEW.value, NEW.removed) BEGIN
  INSERT INTO heard VALUES (NEW.seq, NEW.type, EXISTS (SELECT 1 FROM memlog_import WHERE seq = NEW.seq));
END;
CREATE TRIGGER sum AFTER INSERT ON memlog_event WHEN NEW.type = 'add' BEGIN SELECT mem_incr('sum', 'n', NEW.value ->> 'n'); END;
SELECT mem_set('u', 'n', 0) ->> 'path';
-- → n
BEGIN;
SELECT mem_import('{"timestamp":"2026-07-03T05:00:00Z","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"n":1}},"memlog":{"seq":1783054800000000}}') IS NOT NULL;
-- → 1
SELECT mem_import('{"timestamp":"2026-07-03T05:00:00Z","eventId":"019f2636-d6e0-8001-8af1-000000000002","eventType":"add","eventAttributes":{"key":"u","value":{"n":5}},"memlog":{"seq":1783054800000001}}') IS NOT NULL;
-- → 1
SELECT mem_import('{"timestamp":"2026-07-03T05:00:00Z","eventId":"019f2636-d6e0-8002-8af1-000000000003","eventType":"add","eventAttributes":{"key":"u","value":{"n":6}},"memlog":{"seq":1783054800000002}}') IS NOT NULL;
-- → 1
COMMIT;
SELECT * FROM heard;
-- → 1783053000000000 | _short_term_write_event | 0
-- → 1783054800000000 | _short_term_write_event | 1
-- → 1783054800000001 | add | 1
-- → 1783054800000003 | add | 1
-- What they do is theirs, belongs to the action of the event, and takes a position: the next line's is one more.
SELECT seq, type, key, value, seq - txn, cause, observed, origin IS NULL FROM mem_journal WHERE seq > 1783054800000000;
-- → 1783054800000001 | add | u | {"n":5} | 0 | ∅ | 1 | 0
-- → 1783054800000002 | _short_term_write_event | sum | {"n":5} | 1 | 1783054800000001 | 0 | 1
-- → 1783054800000003 | add | u | {"n":6} | 0 | ∅ | 1 | 0
-- → 1783054800000004 | _short_term_write_event | sum | {"n":11} | 1 | 1783054800000003 | 0 | 1
SELECT mem_snapshot('sum'), mem_rebuild_at('sum', '#last');
-- → {"n":11} | {"n":11}
-- A veto: nothing is taken.
CREATE TRIGGER veto AFTER INSERT ON memlog_event WHEN NEW.type = 'bad' BEGIN SELECT RAISE(ABORT, 'not here'); END;
SELECT mem_import('{"timestamp":"2026-07-03T05:00:01Z","eventId":"019f2636-d6e0-8003-8af1-000000000004","eventType":"bad","eventAttributes":{"key":"u","value":1},"memlog":{"seq":1783054801000000}}');
-- ! not here
SELECT count(*), (SELECT count(*) FROM memlog_import) FROM mem_event;
-- → 4 | 3
-- Not in a listener, nor in any trigger.
CREATE TRIGGER take AFTER INSERT ON memlog_event WHEN NEW.type = 'take' BEGIN SELECT mem_import('{}'); END;
SELECT mem_event_add('take', 'u', '1');
-- ! unsafe use of mem_import
DROP TRIGGER take;
CREATE TEMP TABLE one AS SELECT '{"timestamp":"2026-07-03T06:00:00Z","eventId":"019f2636-d6e0-8001-8af1-000000000007","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":1783054800000001}}' AS line;
CREATE TEMP TRIGGER take AFTER INSERT ON memlog_event WHEN NEW.type = 'take' BEGIN SELECT mem_import(line) FROM one; END;
SELECT mem_event_add('take', 'u', '1');
-- ! memlog: mem_import: not inside a listener
