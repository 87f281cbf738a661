-- A SELECT that sets rules for the rules it finds sees those that were there when it began.
SELECT mem_ttl('a', 'x', 5), mem_ttl('a', 'y', 5), mem_ttl('b', 'x', 5, 'sensory');
-- → 0 | 0 | 0
SELECT count(mem_ttl('new-' || key, path, ms, scope)) FROM mem_ttl;
-- → 3
SELECT count(mem_ttl(key, path || '.z', ms, scope)) FROM mem_ttl WHERE key = 'a';
-- → 2
SELECT key, path, scope, ms FROM mem_ttl;
-- → a | x | short_term | 5
-- → a | x.z | short_term | 5
-- → a | y | short_term | 5
-- → a | y.z | short_term | 5
-- → b | x | sensory | 5
-- → new-a | x | short_term | 5
-- → new-a | y | short_term | 5
-- → new-b | x | sensory | 5
SELECT count(mem_ttl(key, path, NULL, scope)) FROM mem_ttl;
-- → 8
SELECT count(*) FROM mem_ttl;
-- → 0
SELECT mem_retain('a', 'l', '{"max_count":1}') IS NOT NULL, mem_retain('b', 'l', '{"max_count":1}') IS NOT NULL;
-- → 1 | 1
BEGIN;
SELECT count(mem_retain('new-' || key_glob, path, '{"max_count":2}', scope)) FROM mem_retain;
-- → 2
COMMIT;
SELECT key_glob, max_count FROM mem_retain;
-- → a | 1
-- → b | 1
-- → new-a | 2
-- → new-b | 2
