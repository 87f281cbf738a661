-- A step takes rows of so many keys, and no more.
CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 501) SELECT i FROM n;
BEGIN;
SELECT count(mem_set('key' || i, 'a', i)) FROM n;
-- → 501
COMMIT;
SELECT mem_set('key1', 'a', 0) ->> 'path';
-- → a
SELECT r ->> 'events', r ->> 'keys', r ->> 'remaining' FROM (SELECT mem_prune('#last') AS r);
-- → 500 | 500 | 1
SELECT r ->> 'events', r ->> 'keys', r ->> 'remaining' FROM (SELECT mem_prune('#last') AS r);
-- → 1 | 1 | 0
SELECT * FROM mem_verify;
-- no rows
SELECT mem_rebuild_at('key501', '#last'), mem_rebuild_at('key1', '#last'), mem_rebuild_at('key77', '#last');
-- → {"a":501} | {"a":0} | {"a":77}
