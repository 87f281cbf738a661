-- What was pruned, or forgotten, can still be asked about as long as edges lead to it.
-- clock: 2026-01-01 00:00:00
SELECT mem_item_put('a', 's', 'x', 'one'), mem_item_put('a', 's', 'y', 'one'), mem_item_put('f', 's', 'z', 'one');
-- → x | y | z
CREATE TEMP TABLE my(name TEXT, id TEXT);
INSERT INTO my SELECT id, record FROM memlog_v_item;
INSERT INTO my SELECT 'claim', mem_claim('So it is', (SELECT json_group_array(id) FROM my), '{"key":"c"}');
SELECT length(mem_propagate(id, 'cdn')) FROM my WHERE name = 'y';
-- → 36
SELECT mem_item_put('a', 's', 'x', 'two'), mem_item_remove('a', 's', 'y');
-- → x | 1
SELECT mem_forget('f', NULL) ->> '$.erased.memlog_item';
-- → 1
-- clock: 2026-01-03 00:00:00
SELECT mem_set('q', 'a', 1) ->> 'path', mem_prune('2026-01-02') ->> 'items';
-- → a | 2

-- Pruned is not forgotten; other versions of the record tell whose it was.
SELECT m.name, w.edge, w.entity, w.version, w.detail ->> 'state' AS state, w.detail ->> 'key' AS key, w.detail ->> 'id' AS item
  FROM mem_lineage((SELECT id FROM my WHERE name = 'claim')) AS w JOIN my AS m ON m.id = w.id WHERE w.depth = 1 ORDER BY m.name;
-- → x | refers_to | record | 1 | gone | a | x
-- → y | refers_to | record | 1 | gone | ∅ | ∅
-- → z | refers_to | record | 1 | forgotten | ∅ | ∅

-- Forward from what is gone: by its id, by the version, by the map.
SELECT m.name, w.edge, w.entity FROM my AS m, mem_lineage('record:' || m.id || '@1', 'forward') AS w WHERE m.name IN ('x', 'y', 'z') AND w.depth > 0 AND w.entity <> 'proof' ORDER BY m.name, w.edge DESC;
-- → x | refers_to | claim
-- → y | refers_to | claim
-- → y | changes | change
-- → z | refers_to | claim
-- → z | changes | change
SELECT m.name, w.depth, w.edge, w.entity FROM my AS m, mem_lineage(json_object('record', m.id), 'forward') AS w WHERE w.depth > 0 AND w.entity <> 'proof' AND m.name IN ('y', 'z') ORDER BY m.name, w.depth, w.edge;
-- → y | 1 | version | record
-- → y | 2 | changes | change
-- → y | 2 | refers_to | claim
-- → z | 1 | changes | change
-- → z | 1 | version | record
-- → z | 2 | refers_to | claim
SELECT count(*) > 1 FROM my, mem_lineage(my.id, 'forward') WHERE name = 'y';
-- → 1
SELECT depth FROM my, mem_lineage('record:' || my.id || '@9') WHERE name = 'y';
-- ! there is no such version
SELECT depth FROM mem_lineage('record:0190c8f1-0000-7000-8000-000000000000');
-- ! there is no such record
SELECT mem_claim('Again', id) FROM my WHERE name = 'y';
-- ! its versions were pruned or forgotten
SELECT mem_quarantine(id, 'late') FROM my WHERE name = 'y';
-- ! its versions were pruned or forgotten
SELECT mem_item_put('a', 's', 'w', 'three', json_object('derived_from', json_array(id))) FROM my WHERE name = 'y';
-- ! it was pruned or forgotten

-- An event that was pruned is none of these, though an edge says that something was caused by it.
SELECT mem_set('e', 'a', 1) ->> 'path';
-- → a
INSERT INTO my SELECT 'event', id FROM mem_event WHERE key = 'e';
INSERT INTO my SELECT 'caused', mem_source('s', json_object('event', id)) FROM my WHERE name = 'event';
-- clock: 2026-01-05 00:00:00
SELECT mem_set('q', 'a', 2) ->> 'path', mem_prune('2026-01-04') ->> 'events' > 0;
-- → a | 1
SELECT depth FROM my, mem_lineage(my.id, 'forward') WHERE name = 'event';
-- ! there is no record, entity or event of this id

-- A deletion of what was pruned goes on.
SELECT mem_deletion(id) FROM my WHERE name = 'y';
-- → derived_pending
SELECT length(mem_propagate(id, 'cdn', '{"state":"verified","check":"404"}')) FROM my WHERE name = 'y';
-- → 36
SELECT mem_deletion(id) FROM my WHERE name = 'y';
-- → verified

-- A reference that is a JSON string is the text in it.
SELECT count(*) FROM mem_lineage((SELECT json_quote(id) FROM my WHERE name = 'claim'));
-- → 4
SELECT length(mem_effect('do', (SELECT json_quote(id) FROM my WHERE name = 'claim')));
-- → 36
SELECT mem_effect('do', '"x"');
-- ! it is neither an id
SELECT mem_effect('do', '"x');
-- ! mem_effect
SELECT (SELECT count(*) FROM mem_lineage_break), (SELECT count(*) FROM mem_verify);
-- → 0 | 0

-- What was released says with which event it began, before it was in quarantine.
SELECT mem_item_put('r', 's', 'x', 'one');
-- → x
INSERT INTO my SELECT 'began', id FROM mem_event WHERE key = 'r';
INSERT INTO my SELECT 'r', record FROM memlog_v_item WHERE key = 'r';
-- clock: 2026-01-06 00:00:00
SELECT length(mem_quarantine(id, 'odd')) FROM my WHERE name = 'r';
-- → 36
SELECT length(mem_release(id, 'right')) FROM my WHERE name = 'r';
-- → 36
SELECT w.detail ->> 'event' = b.id, w.detail ->> 'state' FROM my AS m, my AS b, mem_lineage('record:' || m.id || '@1') AS w WHERE m.name = 'r' AND b.name = 'began' AND w.depth = 0;
-- → 1 | admitted
