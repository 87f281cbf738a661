-- A key that listeners alone write gets its snapshots as any other: the past of any key stays cheap.
CREATE TABLE n(i INTEGER PRIMARY KEY);
WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 200) INSERT INTO n SELECT i FROM c;
SELECT mem_install() > 2;
-- → 1
CREATE TRIGGER count AFTER INSERT ON memlog_event BEGIN SELECT mem_incr('aside', 'n', 1); END;
SELECT count(mem_set('k' || i, 'a', i)) FROM n;
-- → 200
SELECT count(*) > 9, min(quiet) FROM memlog_snapshot WHERE key = 'aside';
-- → 1 | 1
SELECT mem_rebuild_at('aside', '#last'), mem_rebuild_at('aside', seq_of.id)
  FROM (SELECT id FROM mem_journal WHERE key = 'aside' ORDER BY seq LIMIT 1 OFFSET 120) AS seq_of;
-- → {"n":200} | {"n":121}
-- In a quiet action, too.
BEGIN;
SELECT mem_action('answer', (SELECT id FROM mem_event ORDER BY seq DESC LIMIT 1));
-- → answer
SELECT count(mem_append('answered', 'l', i)) FROM n;
-- → 200
COMMIT;
SELECT count(*) > 0, min(quiet) FROM memlog_snapshot WHERE key = 'answered';
-- → 1 | 1
