-- mem_copy: another key gets the state of a key, as it is or was.
-- clock: 2026-07-03 04:22:36.000000
SELECT mem_set_tree('a', 'user', '{"name":"Ada","tags":["x"]}'), mem_append('a', 'log', 1)->>'path', mem_append('a', 'log', 2)->>'path', mem_new_object('a', 'empty')->>'path', mem_set('a', 's', 1, 'sensory')->>'path';
-- → 2 | log.0 | log.1 | empty | s
-- clock: 2026-07-03 04:22:37.000000
SELECT mem_set('a', 'user.name', 'Bob')->>'path', mem_pop('a', 'log');
-- → user.name | 2

-- The present: how many nodes were copied.
SELECT mem_copy('a', 'b'), mem_get('b', '');
-- → 6 | {"empty":{},"log":[1],"user":{"name":"Bob","tags":["x"]}}
SELECT key, type, value, removed, containers, meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → b | _short_term_write_event | {"log.0":1,"user.name":"Bob","user.tags":["x"]} | ["log.1"] | {"empty":"object","log":"list"} | {"copied":{"position":1783052557000001,"time":"2026-07-03 04:22:37.000000"}}

-- Indexes that the list had given away are not given again.
SELECT mem_append('b', 'log', 3)->>'path', mem_append('a', 'log', 3)->>'path';
-- → log.2 | log.2

-- The past. What the other key held goes, and only what differs is written.
SELECT mem_set('b', 'own', 1)->>'path', mem_copy('a', 'b', '2026-07-03 04:22:36'), mem_get('b', '');
-- → own | 7 | {"empty":{},"log":[1,2],"user":{"name":"Ada","tags":["x"]}}
SELECT value, removed, containers, meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"log.1":2,"user.name":"Ada"} | ["log.2","own"] | ∅ | {"copied":{"position":1783052556000004,"time":"2026-07-03 04:22:36.000000"}}
SELECT count(*), mem_copy('a', 'b', '2026-07-03 04:22:36') FROM mem_event;
-- → 12 | 7
SELECT count(*) FROM mem_event;
-- → 12

-- One scope at a time.
SELECT mem_get('b', '', 'sensory'), mem_copy('a', 'b', NULL, 'sensory'), mem_get('b', '', 'sensory'), mem_get('b', 'log');
-- → {} | 1 | {"s":1} | [1,2]

-- Of a key without memory, or from before its first event: nothing, and what the other held goes.
SELECT mem_copy('nobody', 'b', NULL, 'sensory'), mem_get('b', '', 'sensory'), mem_copy('a', 'b', '2020-01-01'), mem_get('b', '');
-- → 0 | {} | 0 | {}

-- A fork in a transaction sees what the transaction wrote.
BEGIN;
SELECT mem_set('a', 'user.name', 'Cleo')->>'path', mem_copy('a', 'fork'), mem_set('fork', 'tried', 1)->>'path', mem_get('fork', 'user.name');
-- → user.name | 7 | tried | Cleo
ROLLBACK;
SELECT mem_get('fork', ''), (SELECT count(*) FROM mem_event WHERE key = 'fork');
-- → {} | 0

-- A key is not copied to itself.
SELECT mem_copy('a', 'a', '2026-07-03 04:22:36');
-- ! memlog: mem_copy: key a: a key is not copied to itself: mem_restore brings back what it was
SELECT mem_copy('a', '');
-- ! memlog: mem_copy: the key is empty
SELECT mem_copy(1, 'a');
-- ! memlog: mem_copy: the key is an integer
SELECT mem_copy('a', 'b', 'yesterday');
-- ! memlog: moment yesterday
SELECT mem_copy('a', 'b', NULL, 'long_term');
-- ! memlog: mem_copy: scope long_term

-- The limit for values holds for those that are copied (AGT-087).
SELECT mem_config('memory.max-value-bytes', 4);
-- → 4
SELECT mem_copy('a', 'b');
-- ! memlog: path user.name of key b: the value has 5 bytes, memory.max-value-bytes is 4
SELECT mem_config('memory.max-value-bytes', NULL), mem_get('b', '');
-- → 16777216 | {}
