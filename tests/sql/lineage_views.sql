-- Lineage in the words of others: mem_install('prov'), and what 'otel' and 'openlineage' say of it.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_install('prov') > 3, mem_install('otel') > 3, mem_install('openlineage') > 3;
-- → 1 | 1 | 1
SELECT (SELECT count(*) FROM memlog_prov_entity) + (SELECT count(*) FROM memlog_prov_activity) + (SELECT count(*) FROM memlog_prov_agent)
       + (SELECT count(*) FROM memlog_prov_relation) + (SELECT count(*) FROM memlog_otel_span) + (SELECT count(*) FROM memlog_otel_lineage_event)
       + (SELECT count(*) FROM memlog_openlineage_derivation);
-- → 0

CREATE TEMP TABLE my(name TEXT, id TEXT);
INSERT INTO my VALUES('seat', '{"key":"ada","set":"notes","id":"seat"}'), ('short', '{"key":"crew","set":"about","id":"short"}');
BEGIN;
SELECT mem_action('chat', NULL, '{"actor":"planner","trace_id":"4BF92F3577B34DA6A3CE929D0E0E4736","span_id":"00f067aa0ba902b7"}');
INSERT INTO my SELECT 'source', mem_source('chat-1#7', '{"key":"ada"}');
SELECT mem_propose('ada', 'notes', 'Window seat', '{"id":"seat"}') IS NOT NULL;
-- → 1
SELECT count(mem_edge((SELECT id FROM my WHERE name = 'seat'), 'stated_by', (SELECT id FROM my WHERE name = 'source'))),
       count(mem_decide((SELECT id FROM my WHERE name = 'seat'), 'admitted', '{"reviewer":"eve","policy":"p1","reason":"fine"}'));
-- → 1 | 1
COMMIT;
SELECT mem_item_put('crew', 'about', 'short', 'Ada: window');
-- → short
SELECT count(mem_derive((SELECT id FROM my WHERE name = 'short'), (SELECT id FROM my WHERE name = 'seat'), '{"kind":"summary","model":"small-1"}'));
-- → 1
BEGIN;
SELECT mem_action('book', NULL, '{"actor":"planner","trace_id":"4BF92F3577B34DA6A3CE929D0E0E4736","span_id":"00f067aa0ba902b7"}');
SELECT mem_set('ada', 'booked', 1) ->> 'path';
-- → booked
INSERT INTO my SELECT 'claim', mem_claim('She sits by the window', (SELECT id FROM my WHERE name = 'seat'));
INSERT INTO my SELECT 'action', mem_effect('book', (SELECT id FROM my WHERE name = 'claim'), '{"outcome":null,"effect":"b-7"}');
INSERT INTO my SELECT 'effect', mem_effect('book', json_array((SELECT id FROM my WHERE name = 'action'), (SELECT id FROM my WHERE name = 'claim')), '{"outcome":"failed","effect":"b-7"}');
COMMIT;
SELECT count(mem_effect('book', '[]', json_object('outcome', 'reverted', 'revises', id))) FROM my WHERE name = 'effect';
-- → 1
SELECT mem_item_put('ada', 'notes', 'seat', 'Aisle seat'), mem_item_remove('crew', 'about', 'short'), mem_run_begin('ada'), mem_set('ada', 'x', 1) ->> 'path', mem_run_end('ada');
-- → seat | 1 | 1 | x | 1

-- PROV: each relation joins things that are there, of the classes that it joins.
SELECT DISTINCT relation, role FROM memlog_prov_relation ORDER BY 1, 2;
-- → hadPrimarySource | stated_by
-- → specializationOf | version
-- → used | read
-- → used | used
-- → wasAssociatedWith | actor
-- → wasAssociatedWith | model
-- → wasAssociatedWith | reviewer
-- → wasAttributedTo | actor
-- → wasAttributedTo | creator
-- → wasDerivedFrom | derived_from
-- → wasDerivedFrom | refers_to
-- → wasGeneratedBy | made_by
-- → wasGeneratedBy | run
-- → wasInfluencedBy | changes
-- → wasInfluencedBy | decided_by
-- → wasInfluencedBy | proves
-- → wasInformedBy | revises
-- → wasInformedBy | used
-- → wasInvalidatedBy | changes
-- → wasRevisionOf | supersedes
SELECT count(*) - count(DISTINCT id), count(*) FROM (SELECT id FROM memlog_prov_entity UNION ALL SELECT id FROM memlog_prov_activity UNION ALL SELECT id FROM memlog_prov_agent);
-- → 0 | 27
CREATE TEMP VIEW node AS SELECT id, 'entity' AS class FROM memlog_prov_entity UNION ALL SELECT id, 'activity' FROM memlog_prov_activity UNION ALL SELECT id, 'agent' FROM memlog_prov_agent;
SELECT r.relation, s.class, o.class FROM memlog_prov_relation AS r LEFT JOIN node AS s ON s.id = r.subject LEFT JOIN node AS o ON o.id = r.object
 WHERE (r.relation, s.class, o.class) NOT IN (VALUES('used', 'activity', 'entity'), ('wasGeneratedBy', 'entity', 'activity'), ('wasDerivedFrom', 'entity', 'entity'),
         ('wasRevisionOf', 'entity', 'entity'), ('hadPrimarySource', 'entity', 'entity'), ('specializationOf', 'entity', 'entity'), ('alternateOf', 'entity', 'entity'),
         ('wasInvalidatedBy', 'entity', 'activity'), ('wasInformedBy', 'activity', 'activity'), ('wasAttributedTo', 'entity', 'agent'), ('wasAssociatedWith', 'activity', 'agent'))
   AND NOT (r.relation = 'wasInfluencedBy' AND s.class IS NOT NULL AND o.class IS NOT NULL);
-- no rows
SELECT count(*) FROM memlog_edge AS e WHERE relation <> 'conflicts_with' AND NOT EXISTS (SELECT 1 FROM memlog_prov_relation AS r WHERE r.role = e.relation
   AND replace(r.subject || r.object, '-', '') LIKE '%' || lower(hex(e.from_id)) || '%' AND replace(r.subject || r.object, '-', '') LIKE '%' || lower(hex(e.to_id)) || '%');
-- → 0
SELECT type, label FROM memlog_prov_agent ORDER BY label;
-- → prov:Agent | eve
-- → prov:Agent | planner
-- → prov:SoftwareAgent | small-1
SELECT type, count(*), count(value), min(id GLOB 'urn:uuid:????????-????-????-????-????????????*'), min(generated_at_time) = max(generated_at_time) FROM memlog_prov_entity GROUP BY type;
-- → memlog:claim | 1 | 0 | 1 | 1
-- → memlog:event | 8 | 0 | 1 | 1
-- → memlog:proof | 1 | 0 | 1 | 1
-- → memlog:record | 2 | 0 | 1 | 1
-- → memlog:source | 1 | 0 | 1 | 1
-- → memlog:version | 3 | 0 | 1 | 1
SELECT type, label, started_at_time, ended_at_time FROM memlog_prov_activity ORDER BY type, label;
-- → memlog:action | ∅ | 2026-07-03T04:22:36.087914Z | 2026-07-03T04:22:36.087914Z
-- → memlog:change | deleted | 2026-07-03T04:22:36.087914Z | 2026-07-03T04:22:36.087914Z
-- → memlog:change | proposed | 2026-07-03T04:22:36.087914Z | 2026-07-03T04:22:36.087914Z
-- → memlog:decision | admitted | 2026-07-03T04:22:36.087914Z | 2026-07-03T04:22:36.087914Z
-- → memlog:effect | failed | 2026-07-03T04:22:36.087914Z | 2026-07-03T04:22:36.087914Z
-- → memlog:effect | reverted | 2026-07-03T04:22:36.087914Z | 2026-07-03T04:22:36.087914Z
-- → memlog:run | completed | 2026-07-03T04:22:36.087914Z | 2026-07-03T04:22:36.087914Z
-- → memlog:transformation | summary | 2026-07-03T04:22:36.087914Z | 2026-07-03T04:22:36.087914Z

-- OpenTelemetry: what was done, as spans of the trace.
SELECT name, kind, trace_id, length(span_id), parent_span_id, status_code, "gen_ai.operation.name", "gen_ai.memory.store.id", "gen_ai.tool.name", "gen_ai.tool.call.id", "error.type", json_array_length("memlog.used")
  FROM memlog_otel_span WHERE name <> 'search_memory' ORDER BY "memlog.entity.id";
-- → execute_tool book | 1 | 4bf92f3577b34da6a3ce929d0e0e4736 | 16 | 00f067aa0ba902b7 | 0 | execute_tool | ada | book | b-7 | ∅ | 1
-- → execute_tool book | 1 | 4bf92f3577b34da6a3ce929d0e0e4736 | 16 | 00f067aa0ba902b7 | 2 | execute_tool | ada | book | b-7 | failed | 2
-- → execute_tool book | 1 | 019f2636d737… | 16 | ∅ | 2 | execute_tool | ada | book | ∅ | reverted | 0
SELECT event_name, trace_id IS NOT NULL, "gen_ai.memory.store.id", "gen_ai.memory.record.count", "memlog.outcome", "memlog.reason", "memlog.policy" FROM memlog_otel_lineage_event ORDER BY "memlog.entity.id";
-- → memlog.change | 1 | ada | 1 | proposed | ∅ | ∅
-- → memlog.decision | 1 | ada | 0 | admitted | fine | p1
-- → memlog.claim | 1 | ada | 1 | ∅ | ∅ | ∅
-- → memlog.change | 0 | crew | 1 | deleted | ∅ | ∅
-- → memlog.proof | 0 | crew | 0 | verified | ∅ | ∅

-- OpenLineage: what was made of others.
SELECT event_type, event_time, run_id IN (SELECT id FROM memlog_v_transformation), job_name, inputs ->> '$[0].name', outputs ->> '$[0].name',
       outputs ->> '$[0].facets.columnLineage.fields.short.inputFields[0].field', outputs ->> '$[0].facets.columnLineage.fields.short.inputFields[0].transformations[0].subtype'
  FROM memlog_openlineage_derivation ORDER BY event_type DESC;
-- → START | 2026-07-03T04:22:36.087914Z | 1 | memlog.summary | ∅ | ∅ | ∅ | ∅
-- → COMPLETE | 2026-07-03T04:22:36.087914Z | 1 | memlog.summary | ada/notes | crew/about | seat | TRANSFORMATION
SELECT count(*) FROM memlog_openlineage_derivation WHERE json_valid(event) AND event ->> '$.run.runId' = run_id AND event -> '$.outputs' = outputs AND event ->> '$.job.name' = job_name
   AND event ->> '$.schemaURL' LIKE 'https://openlineage.io/spec/2-0-2/%' AND (SELECT count(*) FROM json_tree(event) WHERE type = 'null') = 0;
-- → 2

-- Content is there if it may be; what does not stand because of a decision is not.
SELECT mem_config('observability.capture-content', 1), mem_quarantine((SELECT id FROM my WHERE name = 'seat'), 'stale') IS NOT NULL;
-- → true | 1
SELECT type, label, value FROM memlog_prov_entity WHERE value IS NOT NULL AND type <> 'memlog:event' ORDER BY type, label;
-- → memlog:claim | ∅ | She sits by the window
-- → memlog:version | about | "Ada: window"
-- → memlog:version | notes | "Window seat"
SELECT mem_config('observability.capture-content', NULL), count(mem_forget('ada', 'asked to'));
-- → false | 1
-- What was forgotten leaves relations between ids, and no names.
SELECT count(*), count(value), max(label) FROM memlog_prov_entity WHERE type = 'memlog:claim';
-- → 1 | 0 | ∅
SELECT DISTINCT r.relation FROM memlog_prov_relation AS r LEFT JOIN node AS s ON s.id = r.subject LEFT JOIN node AS o ON o.id = r.object WHERE s.id IS NULL OR o.id IS NULL;
-- no rows
-- connection: B, without memlog
SELECT min(relation), max(relation) FROM memlog_prov_relation;
-- → specializationOf | wasInvalidatedBy

-- What was only wished to be deleted is valid still.
-- connection: A
SELECT mem_item_put('eve', 'notes', 'a.b', 'Likes tea'), mem_item_remove('eve', 'notes', 'a.b', '{"request":true}');
-- → a.b | 1
SELECT relation FROM memlog_prov_relation WHERE role = 'changes' AND subject IN (SELECT 'urn:uuid:' || record || '#1' FROM mem_items('eve'));
-- → wasInfluencedBy
SELECT "memlog.outcome" FROM memlog_otel_lineage_event WHERE event_name = 'memlog.change' AND "gen_ai.memory.store.id" = 'eve';
-- → requested
SELECT mem_item_remove('eve', 'notes', 'a.b', '{"reason":"done"}');
-- → 1
SELECT relation FROM memlog_prov_relation WHERE role = 'changes' AND subject LIKE (SELECT 'urn:uuid:' || record || '#1' FROM memlog_v_record WHERE key = 'eve') ORDER BY 1;
-- → wasInfluencedBy
-- → wasInvalidatedBy

-- What was put in quarantine without having been let in revised nothing.
SELECT mem_item_put('tom', 'notes', 'a', 'Likes tea'), mem_propose('tom', 'notes', 'Likes mate', '{"id":"a"}') IS NOT NULL, mem_decide('{"key":"tom","set":"notes","id":"a","version":2}', 'quarantined') IS NOT NULL;
-- → a | 1 | 1
SELECT count(*) FROM memlog_prov_relation WHERE role = 'supersedes' AND subject IN (SELECT 'urn:uuid:' || record || '#2' FROM mem_items('tom'));
-- → 0
SELECT mem_release('{"key":"tom","set":"notes","id":"a","version":2}') IS NOT NULL, mem_decide('{"key":"tom","set":"notes","id":"a","version":2}', 'admitted') IS NOT NULL, mem_quarantine('{"key":"tom","set":"notes","id":"a"}', 'odd') IS NOT NULL;
-- → 1 | 1 | 1
SELECT relation, substr(subject, -2), substr(object, -2) FROM memlog_prov_relation WHERE role = 'supersedes' AND subject GLOB (SELECT 'urn:uuid:' || record || '#*' FROM memlog_v_record WHERE key = 'tom' LIMIT 1);
-- → wasRevisionOf | #2 | #1

-- Searches: how many records came back, and not what was asked for, unless content may be told; those that failed; what went.
SELECT mem_config('observability.capture-content', NULL), mem_item_put('kim', 'notes', 'a.b', 'Likes tea' || char(0)), mem_item_put('kim', 'notes', 'c', 'Likes tea and 0.1');
-- → false | a.b | c
SELECT count(*) FROM mem_search('kim', NULL, 'likes tea');
-- → 2
SELECT count(*) FROM mem_search('kim', NULL, 'tea AND', 10, '{"raw":true}');
-- ! syntax error
SELECT count(*) FROM mem_search('kim', NULL, 'tea', 10, '{"limits":1}');
-- ! no such option
SELECT mem_item_get('kim', 'notes', 'c'), mem_item_remove('kim', 'notes', 'c'), mem_item_remove('kim', 'notes');
-- → Likes tea and 0.1 | 1 | 1
SELECT "gen_ai.operation.name", severity_number, "error.type", "gen_ai.memory.record.id", "gen_ai.memory.record.count", "gen_ai.memory.query.text", "gen_ai.memory.records", "memlog.removed.count"
  FROM memlog_otel_event WHERE "gen_ai.memory.store.id" = 'kim';
-- → upsert_memory | 9 | ∅ | notes."a.b" | 1 | ∅ | ∅ | ∅
-- → upsert_memory | 9 | ∅ | notes.c | 1 | ∅ | ∅ | ∅
-- → search_memory | 9 | ∅ | ∅ | 2 | ∅ | ∅ | ∅
-- → search_memory | 17 | SQLITE_ERROR | ∅ | 0 | ∅ | ∅ | ∅
-- → search_memory | 9 | ∅ | notes.c | 1 | ∅ | ∅ | ∅
-- → delete_memory | 9 | ∅ | notes.c | 1 | ∅ | ∅ | 1
-- → delete_memory | 9 | ∅ | notes | 1 | ∅ | ∅ | 1
SELECT mem_config('observability.capture-content', 'true');
-- → true
SELECT "gen_ai.memory.query.text", "gen_ai.memory.records" FROM memlog_otel_event WHERE "gen_ai.memory.store.id" = 'kim';
-- → ∅ | [{"content":{"notes.\"a.b\"":"Likes tea\u0000"}}]
-- → ∅ | [{"id":"notes.c","content":"Likes tea and 0.1"}]
-- → likes tea | [{"id":"notes.\"a.b\"","content":"Likes tea\u0000","score":…},{"id":"notes.c","content":"Likes tea and 0.1","score":…}]
-- → ∅ | []
-- → ∅ | [{"id":"notes.c","content":"Likes tea and 0.1"}]
-- → ∅ | ∅
-- → ∅ | ∅
