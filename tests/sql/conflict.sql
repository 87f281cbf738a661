-- A conflict is told by the versions that are in it, never by its place in a list; what is no longer so is refused (AGT-094).
-- clock: 2026-07-03 04:22:36
CREATE TEMP TABLE my(name TEXT, id TEXT);
SELECT count(mem_item_put('u', 's', 'is' || value, 'it is ' || value)), count(mem_item_put('u', 's', 'not' || value, 'it is not ' || value)) FROM json_each('[1,2,3]');
-- → 3 | 3
INSERT INTO my SELECT id, 'record:' || record || '@1' FROM mem_items('u', 's');
SELECT count(mem_edge(a.id, 'conflicts_with', b.id)) FROM my AS a JOIN my AS b ON b.name = 'not' || substr(a.name, 3);
-- → 3
CREATE TEMP VIEW conflicts AS
  SELECT f.id || ' - ' || t.id AS pair FROM memlog_v_edge AS e JOIN memlog_v_record AS f ON f.record = e.from_id AND f.version = e.from_version AND f.state = 'admitted'
    JOIN memlog_v_record AS t ON t.record = e.to_id AND t.version = e.to_version AND t.state = 'admitted' WHERE e.relation = 'conflicts_with' ORDER BY 1;
SELECT * FROM conflicts;
-- → is1 - not1
-- → is2 - not2
-- → is3 - not3
SELECT length(mem_quarantine(id, 'conflict')) FROM my WHERE name = 'not1';
-- → 36
SELECT * FROM conflicts;
-- → is2 - not2
-- → is3 - not3
-- The second is still the second.
SELECT length(mem_quarantine(id, 'conflict')) FROM my WHERE name = 'is2';
-- → 36
SELECT * FROM conflicts;
-- → is3 - not3

-- What somebody else has settled meanwhile.
SELECT mem_quarantine(id, 'conflict') FROM my WHERE name = 'not1';
-- ! it is in quarantine already
SELECT length(mem_correct(id, 'it is not 33')) FROM my WHERE name = 'not3';
-- → 36
SELECT * FROM conflicts;
-- no rows
SELECT mem_correct(id, 'it is not 333') FROM my WHERE name = 'not3';
-- ! it stands no more
SELECT mem_quarantine(id, 'conflict') FROM my WHERE name = 'not3';
-- ! it stands no more
SELECT mem_decide(id, 'admitted') FROM my WHERE name = 'not3';
-- ! it stood, and is past
SELECT id, content, version FROM mem_items('u', 's');
-- → is1 | it is 1 | 1
-- → is3 | it is 3 | 1
-- → not2 | it is not 2 | 1
-- → not3 | it is not 33 | 2
SELECT * FROM mem_lineage_break;
-- no rows
