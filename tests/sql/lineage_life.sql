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

-- A proposal that was put in quarantine was never let in: it superseded nothing, also when it waits again.
-- clock: 2026-07-03 07:00
SELECT mem_item_put('q', 's', 'a', 'tea');
-- → a
SELECT mem_propose('q', 's', 'mate', '{"id":"a"}') IS NOT NULL, mem_decide('{"key":"q","set":"s","id":"a","version":2}', 'quarantined') IS NOT NULL;
-- → 1 | 1
CREATE TEMP VIEW life AS SELECT r.id, l.version, l.change, l.reason FROM memlog_v_lifecycle AS l JOIN memlog_v_record AS r ON r.record_blob = l.record_blob AND r.version = l.version AND r.key = 'q' ORDER BY 1, 2, time, 3;
SELECT * FROM life;
-- → a | 1 | admitted | open
-- → a | 2 | proposed | ∅
-- → a | 2 | quarantined | ∅
SELECT depth, edge, entity, version, coalesce(detail ->> 'state', detail ->> 'outcome') AS what FROM mem_lineage('{"key":"q","set":"s","id":"a","version":2}') ORDER BY depth, edge, what;
-- → 0 | ∅ | record | 2 | quarantined
-- → 1 | decided_by | decision | ∅ | quarantined
SELECT depth, edge, entity, version, detail ->> 'state' FROM mem_lineage('{"key":"q","set":"s","id":"a","version":1}', 'forward') ORDER BY depth, edge;
-- → 0 | ∅ | record | 1 | admitted
SELECT count(*) FROM memlog_v_edge WHERE relation = 'supersedes' AND from_blob IN (SELECT record FROM memlog_item WHERE key = 'q');
-- → 0
SELECT mem_release('{"key":"q","set":"s","id":"a","version":2}') IS NOT NULL, (SELECT count(*) FROM life WHERE version = 2 AND change = 'admitted');
-- → 1 | 0
SELECT mem_decide('{"key":"q","set":"s","id":"a","version":2}', 'admitted') IS NOT NULL, mem_quarantine('{"key":"q","set":"s","id":"a","version":2}', 'odd') IS NOT NULL;
-- → 1 | 1
SELECT change, count(*) FROM life GROUP BY change;
-- → admitted | 2
-- → proposed | 1
-- → quarantined | 2
-- → released | 1
-- → superseded | 1
SELECT depth, edge, entity, version FROM mem_lineage('{"key":"q","set":"s","id":"a","version":2}') WHERE edge IS NOT 'decided_by';
-- → 0 | ∅ | record | 2
-- → 1 | supersedes | record | 1

-- What comes and goes in one transaction has stood as soon as that is recorded.
-- clock: 2026-07-03 08:00
SELECT mem_item_put('q', 's', 'b', 'rain');
-- → b
BEGIN;
SELECT mem_item_put('q', 's', 'b', 'snow'), mem_quarantine('{"key":"q","set":"s","id":"b"}', 'odd') IS NOT NULL;
-- → b | 1
SELECT version, change, reason FROM life WHERE id = 'b';
-- → 1 | admitted | open
-- → 2 | quarantined | odd
COMMIT;
SELECT version, change, reason FROM life WHERE id = 'b';
-- → 1 | admitted | open
-- → 1 | superseded | ∅
-- → 2 | admitted | open
-- → 2 | quarantined | odd
SELECT depth, edge, entity, version FROM mem_lineage('{"key":"q","set":"s","id":"b","version":2}') WHERE edge IS NOT 'decided_by';
-- → 0 | ∅ | record | 2
-- → 1 | supersedes | record | 1

-- A version that was released has two rows, and is told of once; what was pruned is not.
-- clock: 2026-07-03 09:00
SELECT mem_item_put('q', 's', 'c', 'one');
-- → c
SELECT mem_quarantine('{"key":"q","set":"s","id":"c"}', 'odd') IS NOT NULL, mem_release('{"key":"q","set":"s","id":"c"}') IS NOT NULL, mem_item_put('q', 's', 'c', 'two'), mem_quarantine('{"key":"q","set":"s","id":"c"}', 'odd') IS NOT NULL;
-- → 1 | 1 | c | 1
SELECT version, change, reason FROM life WHERE id = 'c';
-- → 1 | admitted | open
-- → 1 | quarantined | odd
-- → 1 | released | ∅
-- → 1 | superseded | ∅
-- → 2 | admitted | open
-- → 2 | quarantined | odd
SELECT from_version, to_version FROM memlog_v_edge WHERE relation = 'supersedes' AND from_blob = (SELECT record FROM memlog_item WHERE key = 'q' AND id = 'c' LIMIT 1);
-- → 2 | 1
-- clock: 2026-07-03 10:00
SELECT mem_set('q', 'x', 1) IS NOT NULL, mem_prune('2026-07-03 09:30:00') IS NOT NULL;
-- → 1 | 1
SELECT version, change, reason FROM life WHERE id = 'c';
-- → 2 | admitted | open
-- → 2 | quarantined | odd
SELECT depth, edge, entity, version FROM mem_lineage('{"key":"q","set":"s","id":"c","version":2}') WHERE edge IS NOT 'decided_by';
-- → 0 | ∅ | record | 2
SELECT count(*) FROM mem_lineage_break;
-- → 0

-- A deletion that is only requested has not happened.
SELECT mem_item_put('q', 's', 'd', 'wind'), mem_item_remove('q', 's', 'd', '{"request":true,"reason":"asked"}');
-- → d | 1
SELECT change, reason FROM life WHERE id = 'd';
-- → admitted | open
SELECT change, how, state, reason FROM memlog_v_change WHERE id_blob IN (SELECT from_id FROM memlog_edge WHERE relation = 'changes' AND to_id = (SELECT record FROM memlog_item WHERE key = 'q' AND id = 'd'));
-- → deleted | removed | requested | asked
SELECT mem_item_remove('q', 's', 'd', '{"reason":"asked"}');
-- → 1
SELECT change, reason FROM life WHERE id = 'd';
-- → admitted | open
-- → deleted | asked
SELECT state, count(*) FROM memlog_v_change WHERE change = 'deleted' GROUP BY 1;
-- → ∅ | 1
-- → requested | 1
SELECT r.version, r.state, d.outcome FROM memlog_v_record AS r LEFT JOIN memlog_v_decision AS d ON d.id_blob = r.decision_blob WHERE r.record_blob = (SELECT record FROM memlog_item WHERE key = 'q' AND id = 'a' LIMIT 1) ORDER BY 1;
-- → 2 | quarantined | quarantined
