-- mem_key: who is in the file. One row a key, in byte order; figures are of both scopes.
SELECT * FROM mem_key;
-- no rows
SELECT * FROM mem_key WHERE key = 'u';
-- no rows
-- clock: 2026-07-03 04:00:00.5
SELECT mem_set('u', 'user.name', 'Ada') ->> 'path', mem_set('u', 'ä', 'é', 'sensory') ->> 'path', mem_append('u', 'l', 1) ->> 'path';
-- → user.name | ä | l.0
SELECT mem_set('Z', 'a', NULL) ->> 'path', mem_run_begin('z'), mem_event_add('seen', 'host', '{}');
-- → a | 1 | 1
-- clock: 2026-07-03 05:00:00
SELECT mem_delete('Z', 'a'), mem_run_begin('u');
-- → 1 | 2
SELECT * FROM mem_key;
-- → Z | 0 | 0 | 2 | 2026-07-03 04:00:00.500000 | 2026-07-03 05:00:00.000000 | ∅
-- → host | 0 | 0 | 1 | 2026-07-03 04:00:00.500000 | 2026-07-03 04:00:00.500000 | ∅
-- → u | 4 | 23 | 4 | 2026-07-03 04:00:00.500000 | 2026-07-03 05:00:00.000000 | 2
-- → z | 0 | 0 | 1 | 2026-07-03 04:00:00.500000 | 2026-07-03 04:00:00.500000 | 1
-- The figures, counted in the stored rows: paths user, user.name, l, l.0 and values "Ada", 1.
SELECT sum(length(path) + ifnull(length(json), 0)) FROM mem WHERE key = 'u';
-- → 23
SELECT m.key FROM mem_key m WHERE events <> (SELECT count(*) FROM mem_event e WHERE e.key = m.key)
   OR first <> (SELECT min(time) FROM mem_journal j WHERE j.key = m.key)
   OR last <> (SELECT max(time) FROM mem_journal j WHERE j.key = m.key)
   OR nodes <> (SELECT count(*) FROM mem WHERE mem.key = m.key)
   OR open_run IS NOT (SELECT run FROM mem_run r WHERE r.key = m.key AND ended_at IS NULL);
-- no rows

-- One key is looked up; only what is asked for is read.
EXPLAIN QUERY PLAN SELECT nodes FROM mem_key WHERE key = 'u';
-- → … | … | … | SCAN mem_key VIRTUAL TABLE INDEX 1:key=
EXPLAIN QUERY PLAN SELECT key FROM mem_key ORDER BY key;
-- → … | … | … | SCAN mem_key VIRTUAL TABLE INDEX 0:
SELECT key, events FROM mem_key WHERE key = 'z';
-- → z | 1
SELECT key FROM mem_key WHERE key = 'Z' COLLATE NOCASE;
-- → Z
-- → z
SELECT key, nodes FROM mem_key WHERE key IN ('u', 'z', 'nobody');
-- → u | 4
-- → z | 0
SELECT * FROM mem_key WHERE key = NULL OR key = x'75' OR key = 5;
-- no rows
SELECT key FROM mem_key WHERE key = 'u' AND key = 'z';
-- no rows
SELECT key FROM mem_key WHERE key IN ('z', 'nobody', 'u') ORDER BY key;
-- → u
-- → z
SELECT key FROM mem_key ORDER BY key DESC LIMIT 2;
-- → z
-- → u

-- In an open transaction: what it wrote stands, its events are to come.
BEGIN;
SELECT mem_set('new', 'a', 1) ->> 'path', mem_set('u', 'b', 1) ->> 'path';
-- → a | b
SELECT key, nodes, events, first, last FROM mem_key WHERE key IN ('new', 'u');
-- → new | 1 | 0 | ∅ | ∅
-- → u | 5 | 4 | 2026-07-03 04:00:00.500000 | 2026-07-03 05:00:00.000000
SELECT mem_flush();
-- → 2
SELECT key, nodes, events, first FROM mem_key WHERE key IN ('new', 'u');
-- → new | 1 | 1 | 2026-07-03 05:00:00.000000
-- → u | 5 | 5 | 2026-07-03 04:00:00.500000
ROLLBACK;
SELECT key, events FROM mem_key WHERE key IN ('new', 'u');
-- → u | 4

-- A SELECT that writes ends, and sees the keys that were there when it began, as they were.
SELECT key, nodes, mem_set(key || '+', 'x', 1) ->> 'key', mem_set('z', 'n' || nodes || key, 1) ->> 'key' FROM mem_key;
-- → Z | 0 | Z+ | z
-- → host | 0 | host+ | z
-- → u | 4 | u+ | z
-- → z | 0 | z+ | z
SELECT key, nodes FROM mem_key WHERE key LIKE 'z%';
-- → Z | 0
-- → Z+ | 1
-- → z | 4
-- → z+ | 1

-- Quiet changes are the newest, too, but no events.
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.key = 'heard' BEGIN SELECT mem_set('quiet', 'a', 1); END;
-- clock: 2026-07-03 06:00:00
SELECT mem_set('heard', 'a', 1) ->> 'path';
-- → a
SELECT key, events, last FROM mem_key WHERE key IN ('heard', 'quiet');
-- → heard | 1 | 2026-07-03 06:00:00.000000
-- → quiet | 0 | 2026-07-03 06:00:00.000000
DELETE FROM mem_key;
-- ! table mem_key may not be modified
