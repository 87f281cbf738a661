-- States after a cut can be restored and copied, though the rows that made them are gone; those before it cannot.
-- clock: 2026-07-03 04:00:00
SELECT mem_set('u', 'a', 1)->>'path', mem_set('u', 'b.c', 1)->>'path', mem_set('quiet', 'x', 1)->>'path';
-- → a | b.c | x
-- clock: 2026-07-03 05:00:00
SELECT mem_set('u', 'a', 2)->>'path', mem_delete('u', 'b');
-- → a | 2
-- clock: 2026-07-03 06:00:00
SELECT mem_prune('2026-07-03 04:30:00')->>'$.dry_run' IS NOT NULL, mem_set('w', 'y', 1)->>'path';
-- → 1 | y
SELECT mem_restore('u', '2026-07-03 03:00:00');
-- ! pruned
SELECT mem_copy('u', 'z', '2020-01-01');
-- ! pruned
SELECT mem_restore('u', '2026-07-03 04:30:00'), mem_get('u', '');
-- → 3 | {"a":1,"b":{"c":1}}
SELECT meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"restored":{"position":1783051200000002,"time":"2026-07-03 04:00:00.000000","path":""}}
SELECT mem_restore('quiet', 'now'), mem_delete('quiet', 'x'), mem_restore('quiet', '2026-07-03 05:00:00'), mem_get('quiet', '');
-- → 0 | 1 | 1 | {"x":1}
SELECT mem_copy('quiet', 'z'), mem_copy('quiet', 'z2', '2026-07-03 05:00:00'), mem_get('z2', 'x');
-- → 1 | 1 | 1
