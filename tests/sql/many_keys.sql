-- One action on very many keys, each of which a listener changes once more: work in proportion, and all of it recorded.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_install() > 2;
-- → 1
CREATE TRIGGER l AFTER INSERT ON memlog_event BEGIN SELECT mem_set(NEW.key, 'seen', 1); END;
BEGIN;
SELECT count(mem_set('k' || value, 'x', value)) FROM (
  WITH RECURSIVE c(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM c WHERE value < 5000) SELECT value FROM c);
-- → 5000
COMMIT;
SELECT observed, count(*), count(DISTINCT key) FROM mem_journal GROUP BY observed;
-- → 0 | 5000 | 5000
-- → 1 | 5000 | 5000
SELECT count(*) FROM mem WHERE path = 'seen';
-- → 5000
-- A quiet action.
BEGIN;
SELECT mem_action('react', (SELECT id FROM mem_event LIMIT 1));
-- → react
SELECT count(mem_set('k' || value, 'x', -value)) FROM (
  WITH RECURSIVE c(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM c WHERE value < 5000) SELECT value FROM c);
-- → 5000
COMMIT;
SELECT count(*), count(DISTINCT key) FROM mem_journal WHERE action = 'react' AND NOT observed;
-- → 5000 | 5000
