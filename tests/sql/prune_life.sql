-- Pruning with what else happens to memory: expiry, redaction, forgetting.
-- clock: 2026-07-01 00:00:00
SELECT mem_config('short-term-memory.state-ttl.ms', 10000), mem_set('u', 'a', 1) ->> 'path', mem_append('u', 'l', 5) ->> 'path';
-- → 10000 | a | l.0
SELECT mem_config('short-term-memory.state-ttl.update-type', 'on_read_and_write');
-- → on_read_and_write
-- clock: 2026-07-01 00:00:05
SELECT mem_get('u', 'a'), mem_set('v', 'x', 1) ->> 'path';
-- → 1 | x
SELECT mem_prune('#last') ->> 'quiet';
-- → 1
SELECT path, expires_at FROM mem WHERE key = 'u' AND as_of = '#last' ORDER BY path;
-- → a | 2026-07-01 00:00:15.000000
-- → l | ∅
-- → l.0 | 2026-07-01 00:00:10.000000
SELECT * FROM mem_verify;
-- no rows
-- clock: 2026-07-01 00:00:12
SELECT mem_rebuild_at('u', '#last'), mem_expire(), mem_rebuild_at('u', 'now');
-- → {"a":1} | 2 | {"a":1}
SELECT mem_set('v', 'y', 1) ->> 'path', mem_prune('#last') ->> 'remaining', mem_append('u', 'l', 6) ->> 'path';
-- → y | 0 | l.0
SELECT * FROM mem_verify;
-- no rows
SELECT mem_config('short-term-memory.state-ttl.ms', 0), mem_set('r', 'q', 'secret') ->> 'path', mem_set('r', 'q', 2) ->> 'path';
-- → 0 | q | q
SELECT mem_redact((SELECT id FROM mem_event WHERE key = 'r' ORDER BY seq LIMIT 1), 'q', 'why') IS NOT NULL;
-- → 1
SELECT mem_rebuild_at('r', '#last'), mem_prune((SELECT id FROM mem_event WHERE key = 'r' ORDER BY seq LIMIT 1)) ->> 'remaining', mem_rebuild_at('r', '#last');
-- → {"q":2} | 0 | {"q":2}
SELECT * FROM mem_verify;
-- no rows
-- the runs of a key that was forgotten
SELECT mem_set('f', 'p', 1) ->> 'path', mem_run_begin('f'), mem_run_end('f'), mem_forget('f', 'asked') IS NOT NULL, mem_set('f', 'p', 2) ->> 'path';
-- → p | 1 | 1 | 1 | p
SELECT mem_prune('#last', '{"max_rows":3}') ->> 'remaining', mem_prune('#last') ->> 'remaining';
-- → 3 | 0
SELECT * FROM mem_verify;
-- no rows
SELECT mem_run_begin('f');
-- → 2
SELECT * FROM mem_verify;
-- no rows
