-- A key that was forgotten: one deletion of many records, whose proofs tell of what was made of any of them.
-- clock: 2026-07-03 04:22:36
CREATE TEMP TABLE my(name TEXT, id TEXT);
SELECT mem_item_put('ada', 's', 'a', 'first'), mem_item_put('ada', 's', 'b', 'second'), mem_item_put('ada', 's', 'c', 'third'),
       mem_item_put('bob', 's', 'of a', 'made of a', '{"derived_from":[{"key":"ada","set":"s","id":"a"}]}'),
       mem_item_put('bob', 's', 'of b', 'made of b', '{"derived_from":[{"key":"ada","set":"s","id":"b"}]}'),
       mem_item_put('bob', 's', 'of all', 'made of all', '{"derived":"merge","derived_from":[{"key":"ada","set":"s","id":"a"},{"key":"ada","set":"s","id":"b"},{"key":"ada","set":"s","id":"c"}]}');
-- → a | b | c | of a | of b | of all
INSERT INTO my SELECT id, record FROM mem_items('ada', 's') UNION ALL SELECT id, record FROM mem_items('bob', 's');
SELECT mem_forget('ada', 'asked') ->> '$.erased.memlog_item';
-- → 3
INSERT INTO my SELECT DISTINCT 'deletion', deletion FROM mem_deletion;
SELECT r.name, w.name, pending FROM mem_deletion((SELECT id FROM my WHERE name = 'deletion')) AS d JOIN my AS r ON r.id = d.record JOIN my AS w ON w.id = what ORDER BY 1, 2;
-- → a | of a | 1
-- → a | of all | 1
-- → b | of all | 1
-- → b | of b | 1
-- → c | of all | 1
SELECT mem_item_remove('bob', 's');
-- → 3

-- What went is proved once, however many it was made of.
SELECT length(mem_propagate(id)), mem_deletion(id) FROM my WHERE name = 'deletion';
-- → 36 | verified
SELECT count(*), count(DISTINCT detail ->> '$.what') FROM memlog_entity WHERE type = 'proof' AND detail ->> '$.part' = 'summary';
-- → 3 | 3

-- Each is told of with what it was made of, and not as a copy of others.
SELECT r.name, w.name, pending, checked FROM mem_deletion((SELECT id FROM my WHERE name = 'deletion')) AS d JOIN my AS r ON r.id = d.record JOIN my AS w ON w.id = what ORDER BY 1, 2;
-- → a | of a | 0 | memlog
-- → a | of all | 0 | memlog
-- → b | of all | 0 | memlog
-- → b | of b | 0 | memlog
-- → c | of all | 0 | memlog
SELECT w.name, pending FROM mem_deletion((SELECT id FROM my WHERE name = 'b')) JOIN my AS w ON w.id = what ORDER BY 1;
-- → of all | 0
-- → of b | 0

-- A copy is of all records, also one that has the name of a record; of one record's proofs and the deletion's the newest counts.
SELECT length(mem_propagate(id, '00000000-0000-4000-8000-000000000001', '{"part":"summary"}')), length(mem_propagate(id, 'crm')) FROM my WHERE name = 'deletion';
-- → 36 | 36
SELECT part, what, count(*), sum(pending) FROM mem_deletion((SELECT id FROM my WHERE name = 'deletion')) WHERE what IN ('crm', '00000000-0000-4000-8000-000000000001') GROUP BY 1, 2 ORDER BY 1;
-- → artifact | crm | 3 | 3
-- → summary | 00000000-0000-4000-8000-000000000001 | 3 | 3
SELECT length(mem_propagate(id, 'crm', '{"state":"verified","check":"404"}')), length(mem_propagate(id, '00000000-0000-4000-8000-000000000001', '{"part":"summary","state":"verified","check":"404"}')), mem_deletion(id) FROM my WHERE name = 'b';
-- → 36 | 36 | verified
SELECT mem_deletion(id) FROM my WHERE name IN ('a', 'deletion') ORDER BY name;
-- → derived_pending
-- → derived_pending
SELECT length(mem_propagate(id, 'crm')), mem_deletion(id) FROM my WHERE name = 'deletion';
-- → 36 | derived_pending
SELECT mem_deletion(id) FROM my WHERE name = 'b';
-- → derived_pending
SELECT * FROM mem_lineage_break;
-- no rows
