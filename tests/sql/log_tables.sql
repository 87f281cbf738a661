-- mem_event and mem_journal: the log as tables, read only.

-- Nothing is there before the first write, and nothing is made by looking.
SELECT count(*) FROM mem_event;
-- → 0
SELECT * FROM mem_journal WHERE key = 'ann' ORDER BY seq DESC;
-- no rows
SELECT count(*) FROM sqlite_schema;
-- → 0

-- clock: 2026-07-03 04:22:36.087914
SELECT mem_install();
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.key = 'bob' AND NEW.type = '_short_term_write_event' BEGIN
  SELECT mem_set(NEW.key, 'seen', NEW.seq);
END;
SELECT mem_run_begin('ann', 'hello');
BEGIN IMMEDIATE;
SELECT mem_action('chat', NULL, '{"actor":"agent","trace_id":"t-1"}');
SELECT mem_set('ann', 'user.name', 'Ada');
SELECT mem_delete('ann', 'old');
SELECT mem_new_object('ann', 'plan');
SELECT mem_set('bob', 'mood', 'fine');
SELECT mem_event_add('order', 'ann', '{"n":1}');
COMMIT;
-- clock: 2026-07-03 05:00:00
SELECT mem_set('ann', 'user.name', 'Ann');
SELECT mem_run_end('ann');

SELECT * FROM mem_event;
-- → 1783052556087914 | …-8…-… | 2026-07-03 04:22:36.087914 | _agent_run_begin_event | ann | {} | ∅ | ∅ | ∅ | 1 | ∅ | 1783052556087914 | ∅ | ∅
-- → 1783052556087915 | …-8…-… | 2026-07-03 04:22:36.087914 | _short_term_write_event | ann | {"user.name":"Ada","plan":null} | ∅ | {"plan":"object"} | ∅ | 1 | chat | 1783052556087915 | ∅ | {"actor":"agent","trace_id":"t-1"}
-- → 1783052556087916 | …-8…-… | 2026-07-03 04:22:36.087914 | order | ann | {"n":1} | ∅ | ∅ | ∅ | 1 | chat | 1783052556087915 | ∅ | {"actor":"agent","trace_id":"t-1"}
-- → 1783052556087917 | …-8…-… | 2026-07-03 04:22:36.087914 | _short_term_write_event | bob | {"mood":"fine"} | ∅ | ∅ | ∅ | ∅ | chat | 1783052556087915 | ∅ | {"actor":"agent","trace_id":"t-1"}
-- → 1783054800000000 | …-8…-… | 2026-07-03 05:00:00.000000 | _short_term_write_event | ann | {"user.name":"Ann"} | ∅ | ∅ | ∅ | 1 | ∅ | 1783054800000000 | ∅ | ∅
-- → 1783054800000001 | …-8…-… | 2026-07-03 05:00:00.000000 | _agent_run_end_event | ann | ∅ | ∅ | ∅ | ∅ | 1 | ∅ | 1783054800000001 | ∅ | ∅

-- What the listener did made no event; the journal has it, among the rest.
SELECT seq, type, key, value, observed FROM mem_journal WHERE time < '2026-07-03 05' ORDER BY seq;
-- → 1783052556087914 | _agent_run_begin_event | ann | {} | 1
-- → 1783052556087915 | _short_term_write_event | ann | {"user.name":"Ada","plan":null} | 1
-- → 1783052556087916 | order | ann | {"n":1} | 1
-- → 1783052556087917 | _short_term_write_event | bob | {"mood":"fine"} | 1
-- → 1783052556087918 | _short_term_write_event | bob | {"seen":1783052556087917} | 0
SELECT seq, value FROM mem_event WHERE key = 'bob';
-- → 1783052556087917 | {"mood":"fine"}
SELECT seq, value FROM mem_journal WHERE key = 'bob' ORDER BY seq DESC;
-- → 1783052556087918 | {"seen":1783052556087917}
-- → 1783052556087917 | {"mood":"fine"}

-- The columns that are JSON are JSON to SQLite's functions, too.
SELECT json_array(value, containers), meta ->> 'actor', json_object('m', meta) FROM mem_event WHERE containers IS NOT NULL;
-- → [{"user.name":"Ada","plan":null},{"plan":"object"}] | agent | {"m":{"actor":"agent","trace_id":"t-1"}}

-- What plain SQL sees without the extension is the same.
SELECT * FROM mem_event EXCEPT SELECT * FROM memlog_v_event;
-- no rows
SELECT * FROM memlog_v_event EXCEPT SELECT * FROM mem_event;
-- no rows

-- A row by its id; a run's rows; a type's.
SELECT count(*), min(e.seq = f.seq) FROM mem_event e JOIN mem_event f ON f.id = e.id;
-- → 6 | 1
SELECT count(*) FROM mem_event WHERE id IN ('', NULL, 5, x'00', '019f2646-0000-8000-8000-000000000000', 'nonsense');
-- → 0
SELECT type FROM mem_event WHERE run = 1 AND time > '2026-07-03 04:30' ORDER BY seq DESC;
-- → _agent_run_end_event
-- → _short_term_write_event
SELECT count(*) FROM mem_event WHERE run = 2 OR run = '1' OR run = 'x';
-- → 5
SELECT key FROM mem_event WHERE type = 'order';
-- → ann

-- Numbers and NULL are compared as SQLite compares them.
SELECT count(*) FROM mem_event WHERE seq > 1783052556087914.5 AND seq < '1783052556087917';
-- → 2
SELECT count(*) FROM mem_event WHERE seq > NULL OR seq > 'x' OR seq = 1e300;
-- → 0
SELECT count(*) FROM mem_event WHERE seq < 'x' AND seq >= -9223372036854775808 AND seq > -1e300;
-- → 6
SELECT count(*) FROM mem_event WHERE key = 'ANN' COLLATE NOCASE;
-- → 5
SELECT count(*) FROM mem_event WHERE key IN ('bob', 'ann', 'ann', NULL, 'carl');
-- → 6

-- They cannot be written.
INSERT INTO mem_event(type, key) VALUES('order', 'ann');
-- ! may not be modified
DELETE FROM mem_journal;
-- ! may not be modified
UPDATE mem_event SET value = '{}';
-- ! may not be modified
CREATE VIRTUAL TABLE temp.log USING mem_event;
-- ! mem_event
