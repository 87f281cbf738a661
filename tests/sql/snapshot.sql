-- Snapshots by growth: a rebuild's work follows the size of the state, and the log grows linearly (AGT-031).
-- clock: 2026-07-03 04:22:36
SELECT mem_config('memory.inline-value-bytes', 1000000); -- values stand in states with all their bytes
-- → 1000000

-- Many small rows on a small state: a snapshot from time to time, not for each row.
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT count(mem_set('small', 'n', i))
  FROM n;
-- → 200
SELECT count(*) BETWEEN 5 AND 13 FROM memlog_snapshot WHERE key = 'small';
-- → 1
-- Every position is rebuilt, from whatever snapshot is nearest: each event here holds the whole state.
SELECT count(*), sum(mem_rebuild_at('small', id) = value) FROM mem_event WHERE key = 'small';
-- → 200 | 200
-- Many small rows on a large state: hardly any.
SELECT mem_set('large', 'doc', printf('%.20000c', 'x'))->>'type';
-- → text
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT count(mem_set('large', 'n', i))
  FROM n;
-- → 200
SELECT count(*) <= 3 FROM memlog_snapshot WHERE key = 'large';
-- → 1
SELECT count(*), sum(json_extract(mem_rebuild_at('large', id), '$.n') IS mem_pick(value, 'n')) FROM mem_event
       WHERE key = 'large';
-- → 201 | 201
-- Few rows: none, however large they are.
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
  SELECT count(mem_set('few', 'n', printf('%.1000c', 'x'))) FROM n;
-- → 15
SELECT count(*) FROM memlog_snapshot WHERE key = 'few';
-- → 0
-- One session, many steps, each adds a message: the log and its snapshots stay within a small multiple of what was
-- written.
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
  SELECT count(mem_append('session', 'messages', printf('%.100c', 'm'))) FROM n;
-- → 300
SELECT (SELECT sum(length(value)) FROM memlog_event WHERE key = 'session') BETWEEN 30000 AND 40000,
       (SELECT sum(length(value)) FROM memlog_snapshot WHERE key = 'session') < 100000;
-- → 1 | 1
SELECT json_array_length(mem_get('session', 'messages')), mem_rebuild_at('session', 'now') = mem_snapshot('session');
-- → 300 | 1
-- Both scopes are in one: sensory memory comes back from it as exactly.
BEGIN;
SELECT mem_set('both', 's', 0, 'sensory')->>'path', mem_new_object('both', 'o', 0, 'sensory')->>'path',
       mem_append('both', 'l', 0, 'sensory')->>'path';
-- → s | o | l.0
COMMIT;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) SELECT count(mem_set('both', 'n', i))
  FROM n;
-- → 60
SELECT count(*) > 0 FROM memlog_snapshot WHERE key = 'both';
-- → 1
SELECT DISTINCT mem_rebuild_at('both', id, 'sensory') FROM mem_event WHERE key = 'both';
-- → {"l.0":0,"s":0}
SELECT path, type FROM mem('both', '#last', 'sensory');
-- → l | list
-- → l.0 | integer
-- → o | object
-- → s | integer
SELECT mem_pop('both', 'l', 'last', 'sensory'), mem_append('both', 'l', 1, 'sensory')->>'path',
       mem_rebuild_at('both', 'now', 'sensory');
-- → 0 | l.1 | {"l.1":1,"s":0}
-- Runs: a begin that carries the state is a snapshot by itself.
SELECT mem_run_begin('small') > 0, mem_run_end('small') > 0, mem_rebuild_at('small', 'now');
-- → 1 | 1 | {"n":200}
SELECT value IS NULL FROM memlog_snapshot WHERE key = 'small' ORDER BY seq DESC LIMIT 1;
-- → 1
