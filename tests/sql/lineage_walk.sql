-- mem_lineage: where lineage leads from a thing, backward to what it depends on, forward to what depends on it.
-- clock: 2026-07-03 04:22:36.087914

-- A file that holds nothing has no lineage, but the question must be one.
SELECT * FROM mem_lineage('0190c8f1-0000-7000-8000-000000000000', 'forward');
-- no rows
SELECT * FROM mem_lineage('0190c8f1-0000-7000-8000-000000000000', 'sideways');
-- ! memlog: mem_lineage: direction 'sideways': it is forward or backward
SELECT * FROM mem_lineage('0190c8f1-0000-7000-8000-000000000000', 'forward', -1);
-- ! memlog: mem_lineage: the depth must be a whole number from 0, or NULL: all
SELECT * FROM mem_lineage('0190c8f1-0000-7000-8000-000000000000', 'forward', 'two');
-- ! memlog: mem_lineage: the depth must be
SELECT * FROM mem_lineage;
-- ! memlog: mem_lineage: what is asked about is missing: write mem_lineage(id, 'backward')
SELECT mem_install();
-- → 4
SELECT * FROM mem_lineage('0190c8f1-0000-7000-8000-000000000000', 'forward');
-- ! memlog: mem_lineage: 0190c8f1-0000-7000-8000-000000000000: there is no record, entity or event of this id
SELECT * FROM mem_lineage(7, 'forward');
-- ! memlog: mem_lineage: what it is asked about must be text: an id, or a JSON map
SELECT * FROM mem_lineage(CAST('0190c8f1-0000-7000-8000-000000000000' AS BLOB), 'forward');
-- ! memlog: mem_lineage: what it is asked about must be text: an id, or a JSON map
SELECT * FROM mem_lineage('["0190c8f1-0000-7000-8000-000000000000@1"]', 'forward');
-- ! it is neither an id (a UUID, event:UUID, record:UUID@version) nor a JSON map
SELECT * FROM mem_lineage('0190c8f1-0000-7000-8000-000000000000@0', 'forward');
-- ! behind the @ stands no number of a version
SELECT * FROM mem_lineage(NULL, 'forward');
-- no rows

-- A preference from a chat, which was changed; what was said and done because of it.
CREATE TEMP TABLE my(name TEXT PRIMARY KEY, id TEXT);
SELECT mem_item_put('ada', 'likes', 'drink', 'tea'), mem_item_put('ada', 'likes', 'place', 'Bern');
INSERT INTO my SELECT 'chat', mem_source('chat-1#7', '{"actor":"ann","trust":"untrusted","key":"ada"}');
SELECT mem_edge('{"key":"ada","set":"likes","id":"drink"}', 'stated_by', id, '{"rank":1,"score":0.5,"reason":"guess","detail":{"line":7}}') IS NOT NULL FROM my WHERE name = 'chat';
-- → 1
INSERT INTO my SELECT 'claim', mem_claim('She drinks tea', '[{"key":"ada","set":"likes","id":"drink"},{"key":"ada","set":"likes","id":"place"}]');
INSERT INTO my SELECT 'order', mem_effect('order tea', (SELECT id FROM my WHERE name = 'claim'), '{"outcome":"failed"}');
-- clock: 2026-07-03 05:00
SELECT mem_item_put('ada', 'likes', 'drink', 'mate', '{"valid_from":"2026-07-01","sensitivity":3}');
-- → drink
INSERT INTO my SELECT 'second', mem_claim('She drinks mate', '{"key":"ada","set":"likes","id":"drink"}');

-- Backward from what was done: the claim it used, the versions that refers to, where they come from. The first row is
-- what was asked about. The edge is the one by which a thing was met first; a version shows what it is and whether it
-- stands, not its content.
SELECT depth, edge, entity, version, time, detail ->> 'id' AS id, detail ->> 'state' AS state, coalesce(detail ->> 'text', detail ->> 'name', detail ->> 'artifact') AS what
  FROM mem_lineage((SELECT id FROM my WHERE name = 'order'), 'backward') ORDER BY depth, edge, id;
-- → 0 | ∅ | effect | ∅ | 2026-07-03 04:22:36.087914 | ∅ | ∅ | order tea
-- → 1 | used | claim | ∅ | 2026-07-03 04:22:36.087914 | ∅ | ∅ | She drinks tea
-- → 2 | refers_to | record | 1 | 2026-07-03 04:22:36.087914 | drink | superseded | ∅
-- → 2 | refers_to | record | 1 | 2026-07-03 04:22:36.087914 | place | admitted | ∅
-- → 3 | stated_by | source | ∅ | 2026-07-03 04:22:36.087914 | ∅ | ∅ | chat-1#7
-- The direction is backward where none is said.
SELECT count(*) FROM mem_lineage((SELECT id FROM my WHERE name = 'order'));
-- → 5
-- So far and no further.
SELECT depth, edge, entity FROM mem_lineage((SELECT id FROM my WHERE name = 'order'), 'backward', 1);
-- → 0 | ∅ | effect
-- → 1 | used | claim
SELECT depth, edge, entity FROM mem_lineage((SELECT id FROM my WHERE name = 'order'), 'backward', 0);
-- → 0 | ∅ | effect
SELECT depth, edge, entity FROM mem_lineage((SELECT id FROM my WHERE name = 'order'), 'backward') LIMIT 2;
-- → 0 | ∅ | effect
-- → 1 | used | claim

-- The details of an entity are its own; what the edge says that led there stands in edge.
SELECT detail FROM mem_lineage((SELECT id FROM my WHERE name = 'order'), 'backward') WHERE entity IN ('effect', 'source');
-- → {"key":"ada","name":"order tea","outcome":"failed"}
-- → {"key":"ada","actor":"ann","artifact":"chat-1#7","trust":"untrusted","edge":{"rank":1,"score":0.5,"reason":"guess","detail":{"line":7}}}
SELECT json_remove(detail, '$.digest', '$.event') FROM mem_lineage('{"key":"ada","set":"likes","id":"drink","version":2}', 'backward', 0);
-- → {"key":"ada","set":"likes","id":"drink","state":"admitted","valid_from":"2026-07-01 00:00:00.000000","sensitivity":3}

-- Forward from a record, all its versions; from one of them, what depends on that one.
SELECT depth, edge, entity, version, coalesce(detail ->> 'text', detail ->> 'name') AS what FROM mem_lineage('{"key":"ada","set":"likes","id":"drink"}', 'forward') ORDER BY depth, version, what;
-- → 0 | ∅ | record | ∅ | ∅
-- → 1 | version | record | 1 | ∅
-- → 1 | version | record | 2 | ∅
-- → 2 | refers_to | claim | ∅ | She drinks mate
-- → 2 | refers_to | claim | ∅ | She drinks tea
-- → 3 | used | effect | ∅ | order tea
SELECT detail FROM mem_lineage('{"key":"ada","set":"likes","id":"drink"}', 'forward', 0);
-- → {"key":"ada","set":"likes","id":"drink","versions":2,"state":"admitted"}
SELECT depth, edge, entity, version, coalesce(detail ->> 'text', detail ->> 'name') AS what FROM mem_lineage('{"key":"ada","set":"likes","id":"drink","version":2}', 'forward') ORDER BY depth, version, what;
-- → 0 | ∅ | record | 2 | ∅
-- → 1 | refers_to | claim | ∅ | She drinks mate
SELECT depth, edge, version FROM mem_lineage('{"key":"ada","set":"likes","id":"drink","version":2}', 'backward');
-- → 0 | ∅ | 2
-- → 1 | supersedes | 1
-- → 2 | stated_by | ∅
SELECT depth, edge, version FROM mem_lineage('{"key":"ada","set":"likes","id":"drink","version":1}', 'forward', 1) ORDER BY edge;
-- → 0 | ∅ | 1
-- → 1 | refers_to | ∅
-- → 1 | supersedes | 2

-- via is the rowid of the thing from which one was met: so the rows are a tree.
SELECT a.rowid, a.via, a.entity, b.entity FROM mem_lineage((SELECT id FROM my WHERE name = 'order'), 'backward') AS a LEFT JOIN mem_lineage((SELECT id FROM my WHERE name = 'order'), 'backward') AS b ON b.rowid = a.via WHERE a.entity <> 'record' ORDER BY 1;
-- → 0 | ∅ | effect | ∅
-- → 1 | 0 | claim | effect
-- → 4 | … | source | record

-- Cycles end; a thing comes once, at its least depth.
SELECT mem_edge('{"key":"ada","set":"likes","id":"drink","version":1}', 'conflicts_with', '{"key":"ada","set":"likes","id":"place"}') IS NOT NULL, mem_edge('{"key":"ada","set":"likes","id":"place"}', 'conflicts_with', '{"key":"ada","set":"likes","id":"drink","version":2}') IS NOT NULL;
SELECT depth, edge, entity, version, detail ->> 'id' AS id FROM mem_lineage('{"key":"ada","set":"likes","id":"drink","version":2}', 'backward') WHERE entity = 'record';
-- → 0 | ∅ | record | 2 | drink
-- → 1 | supersedes | record | 1 | drink
-- → 2 | conflicts_with | record | 1 | place

-- Who writes while it reads does not follow what it writes.
SELECT count(mem_claim('again', id)) FROM mem_lineage('{"key":"ada","set":"likes","id":"drink","version":2}', 'forward') WHERE entity = 'claim';
-- → 2

-- The views say the same in plain SQL.
SELECT from_version, relation, to_version, rank, score, reason FROM memlog_v_edge WHERE relation IN ('supersedes', 'stated_by');
-- → 1 | stated_by | 0 | 1 | 0.5 | guess
-- → 2 | supersedes | 1 | ∅ | ∅ | ∅
SELECT artifact, trust, actor, key FROM memlog_v_source;
-- → chat-1#7 | untrusted | ann | ada
SELECT time, type, name, outcome FROM memlog_v_effect;
-- → 2026-07-03 04:22:36.087914 | effect | order tea | failed
SELECT version, change, time, reason, id = (SELECT id FROM my WHERE name = 'order') AS by_order FROM memlog_v_lifecycle WHERE record_blob = (SELECT record FROM memlog_item WHERE id = 'drink' LIMIT 1) ORDER BY version, time, change;
-- → 1 | admitted | 2026-07-03 04:22:36.087914 | open | ∅
-- → 1 | referenced_by_claim | 2026-07-03 04:22:36.087914 | ∅ | 0
-- → 1 | used_by_action | 2026-07-03 04:22:36.087914 | ∅ | 1
-- → 1 | superseded | 2026-07-03 05:00:00.000000 | ∅ | ∅
-- → 2 | admitted | 2026-07-03 05:00:00.000000 | open | ∅
-- → 2 | referenced_by_claim | 2026-07-03 05:00:00.000000 | ∅ | 0
