-- Rows of the journal that are no events: gaps, and what an action does that was caused by a memory event.
-- clock: 2026-07-03 04:22:36
SELECT mem_set('ann', 'n', 1);
SELECT mem_config('memory.generate-event.short-term-write', 'false');
SELECT mem_set('ann', 'n', 2), mem_set('bob', 'n', 3);
SELECT mem_config('memory.generate-event.short-term-write', NULL);
SELECT mem_set('ann', 'n', 4);
BEGIN;
SELECT mem_action('worker', (SELECT id FROM mem_event WHERE key = 'ann' ORDER BY seq LIMIT 1)) AS name;
SELECT mem_set('ann', 'seen', 1);
COMMIT;

SELECT seq, type, key, value, action, cause, observed FROM mem_journal;
-- → 1783052556000000 | _short_term_write_event | ann | {"n":1} | ∅ | ∅ | 1
-- → 1783052556000001 | _short_term_gap | ann | ∅ | ∅ | ∅ | 0
-- → 1783052556000002 | _short_term_gap | bob | ∅ | ∅ | ∅ | 0
-- → 1783052556000003 | _short_term_write_event | ann | {"n":4} | ∅ | ∅ | 1
-- → 1783052556000004 | _short_term_write_event | ann | {"seen":1} | worker | 1783052556000000 | 0
SELECT key FROM mem_journal WHERE type = '_short_term_gap' ORDER BY seq DESC;
-- → bob
-- → ann
SELECT value FROM mem_event WHERE key = 'ann' ORDER BY seq DESC;
-- → {"n":4}
-- → {"n":1}
SELECT count(*) FROM mem_event WHERE key = 'bob' OR type = '_short_term_gap';
-- → 0
SELECT seq FROM mem_journal WHERE id IN (SELECT id FROM mem_journal WHERE observed = 0 AND key = 'ann') ORDER BY seq;
-- → 1783052556000001
-- → 1783052556000004
