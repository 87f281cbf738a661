-- memlog_v_lifecycle: the life of versions, from their rows, decisions, changes and edges.
-- clock: 2026-07-03 01:00
SELECT mem_item_put('u', 's', 'a', 'tea'), mem_item_put('u', 's', 'b', 'no nuts');
-- → a | b
-- clock: 2026-07-03 02:00
SELECT mem_quarantine('{"key":"u","set":"s","id":"a"}', 'odd') IS NOT NULL;
-- → 1
-- clock: 2026-07-03 03:00
SELECT mem_release('{"key":"u","set":"s","id":"a"}', 'fine') IS NOT NULL;
-- → 1
-- clock: 2026-07-03 04:00
SELECT mem_correct('{"key":"u","set":"s","id":"a"}', 'mate', '{"reason":"wrong"}') IS NOT NULL;
-- → 1
-- clock: 2026-07-03 05:00
CREATE TEMP TABLE my(name TEXT PRIMARY KEY, id TEXT);
INSERT INTO my SELECT 'proposal', mem_propose('u', 's', 'juice', '{"id":"a"}');
SELECT mem_decide('record:' || id || '@3', 'denied', '{"policy":"p-1","reviewer":"ann","reason":"hearsay"}') IS NOT NULL FROM my WHERE name = 'proposal';
-- → 1
-- clock: 2026-07-03 06:00
INSERT INTO my SELECT 'claim', mem_claim('She drinks mate', '{"key":"u","set":"s","id":"a","version":2}');
INSERT INTO my SELECT 'effect', mem_effect('buy mate', (SELECT id FROM my WHERE name = 'claim'));
SELECT version, change, time, reason, id IS NOT NULL AS told FROM memlog_v_lifecycle WHERE record_blob = (SELECT record FROM memlog_item WHERE id = 'a' LIMIT 1) ORDER BY version, time, change;
-- → 1 | admitted | 2026-07-03 01:00:00.000000 | open | 0
-- → 1 | quarantined | 2026-07-03 02:00:00.000000 | odd | 1
-- → 1 | released | 2026-07-03 03:00:00.000000 | fine | 1
-- → 1 | corrected | 2026-07-03 04:00:00.000000 | wrong | 1
-- → 1 | superseded | 2026-07-03 04:00:00.000000 | ∅ | 0
-- → 2 | admitted | 2026-07-03 04:00:00.000000 | open | 0
-- → 2 | referenced_by_claim | 2026-07-03 06:00:00.000000 | ∅ | 1
-- → 2 | used_by_action | 2026-07-03 06:00:00.000000 | ∅ | 1
-- → 3 | denied | 2026-07-03 05:00:00.000000 | hearsay | 1
-- → 3 | proposed | 2026-07-03 05:00:00.000000 | ∅ | 1
SELECT policy, reviewer, outcome, reason FROM memlog_v_decision ORDER BY time;
-- → ∅ | ∅ | quarantined | odd
-- → ∅ | ∅ | released | fine
-- → p-1 | ann | denied | hearsay
-- A version that was denied superseded nothing; who let the others in, and out, is one step back.
SELECT depth, edge, entity, version, coalesce(detail ->> 'state', detail ->> 'outcome') AS what FROM mem_lineage('{"key":"u","set":"s","id":"a","version":2}') ORDER BY depth, edge, what;
-- → 0 | ∅ | record | 2 | admitted
-- → 1 | corrects | record | 1 | superseded
-- → 2 | decided_by | decision | ∅ | quarantined
-- → 2 | decided_by | decision | ∅ | released
SELECT depth, edge, entity, version, coalesce(detail ->> 'state', detail ->> 'outcome') AS what FROM mem_lineage('{"key":"u","set":"s","id":"a","version":3}');
-- → 0 | ∅ | record | 3 | denied
-- → 1 | decided_by | decision | ∅ | denied
