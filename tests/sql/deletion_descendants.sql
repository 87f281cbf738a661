-- What was made of a record that is deleted is listed, each with what becomes of it; none is left without (AGT-055).
-- clock: 2026-07-03 04:22:36
CREATE TEMP TABLE my(name TEXT, id TEXT);
SELECT mem_item_put('u', 's', 'm1', 'first'), mem_item_put('u', 's', 'm2', 'second'),
       mem_item_put('u', 's', 's1', 'sum of first', '{"derived_from":[{"key":"u","set":"s","id":"m1"}]}'),
       mem_item_put('u', 's', 'f1', 'fact of the sum', '{"derived_from":[{"key":"u","set":"s","id":"s1"}]}'),
       mem_item_put('v', 's', 'f2', 'fact of both', '{"derived_from":[{"key":"u","set":"s","id":"m1"},{"key":"u","set":"s","id":"m2"}]}');
-- → m1 | m2 | s1 | f1 | f2
INSERT INTO my SELECT id, record FROM mem_items('u') UNION ALL SELECT id, record FROM mem_items('v');
CREATE TEMP VIEW waits AS SELECT d.state, m.name, d.pending, d.checked FROM mem_deletion((SELECT id FROM my WHERE name = 'm1')) AS d JOIN my AS m ON m.id = d.what ORDER BY m.name;

-- Alone: all three are to be seen to, those of others' keys and those of several records, too.
BEGIN;
SELECT mem_item_remove('u', 's', 'm1');
-- → 1
SELECT * FROM waits;
-- → derived_pending | f1 | 1 | ∅
-- → derived_pending | f2 | 1 | ∅
-- → derived_pending | s1 | 1 | ∅
-- One goes, one waits in quarantine, one was looked at.
SELECT mem_item_remove('u', 's', 's1'), length(mem_quarantine(id, 'made_of_deleted')) FROM my WHERE name = 'f1';
-- → 1 | 36
SELECT * FROM waits;
-- → derived_pending | f1 | 1 | ∅
-- → derived_pending | f2 | 1 | ∅
-- → derived_pending | s1 | 0 | ∅
SELECT length(mem_propagate(a.id, b.id, '{"state":"verified","check":"made anew of m2"}')) FROM my AS a, my AS b WHERE a.name = 'm1' AND b.name = 'f2';
-- → 36
-- What is in quarantine is kept: it is let out to be removed.
SELECT mem_item_remove('u', 's', 'f1');
-- → 0
SELECT length(mem_release(id)), mem_item_remove('u', 's', 'f1') FROM my WHERE name = 'f1';
-- → 36 | 1
SELECT * FROM waits;
-- → verified | f1 | 0 | ∅
-- → verified | f2 | 0 | made anew of m2
-- → verified | s1 | 0 | ∅
ROLLBACK;

-- With them.
SELECT mem_item_remove('u', 's', 'm1', '{"cascade":true}');
-- → 4
SELECT * FROM waits;
-- → verified | f1 | 0 | ∅
-- → verified | f2 | 0 | ∅
-- → verified | s1 | 0 | ∅
SELECT group_concat(id) FROM mem_items('u') UNION ALL SELECT group_concat(id) FROM mem_items('v');
-- → m2
-- → ∅
SELECT * FROM mem_lineage_break;
-- no rows
