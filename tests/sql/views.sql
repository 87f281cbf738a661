-- Views on the log in the words of others: mem_install('otel') and its like.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_install('nothing') > 2;
-- ! memlog: mem_install: nothing: there are no such views; there are cloudevents, openlineage, otel, prov
SELECT mem_install('');
-- ! there are no such views
SELECT mem_install('OTEL') > 2;
-- ! memlog: mem_install: OTEL: there are no such views
SELECT mem_install(NULL);
-- ! memlog: mem_install: the name of the views must be text
SELECT mem_install(1);
-- ! the name of the views must be text
SELECT mem_install(x'6f74656c');
-- ! the name of the views must be text
SELECT mem_install('otel', 'cloudevents');
-- ! wrong number of arguments
SELECT count(*) FROM sqlite_schema;
-- → 0
SELECT mem_install('otel') > 2, mem_install('cloudevents') > 2, mem_install('openlineage') > 2;
-- → 1 | 1 | 1
SELECT name FROM sqlite_schema WHERE type = 'view' AND name NOT LIKE 'memlog_v_%' ORDER BY name;
-- → memlog_cloudevent
-- → memlog_openlineage_derivation
-- → memlog_openlineage_event
-- → memlog_otel_event
-- → memlog_otel_lineage_event
-- → memlog_otel_span
SELECT (SELECT count(*) FROM memlog_otel_event) + (SELECT count(*) FROM memlog_cloudevent) + (SELECT count(*) FROM memlog_openlineage_event);
-- → 0
SELECT * FROM mem_verify;
-- no rows

BEGIN;
SELECT mem_action('greet', NULL, '{"actor":"planner","trace_id":"4BF92F3577B34DA6A3CE929D0E0E4736","span_id":"00f067aa0ba902b7"}');
SELECT mem_set('ada', 'user.name', 'Ada') ->> 'path', mem_new_object('ada', 'empty') ->> 'path', mem_set('ada', 'pi', 3.141592653589793) ->> 'path';
-- → user.name | empty | pi
SELECT mem_set('bob', 'n', NULL) ->> 'path';
-- → n
COMMIT;
SELECT mem_delete('ada', 'pi');
-- → 1
SELECT mem_run_begin('ada', 'hello'), mem_set('ada', 'said', 'a"b', 'sensory') ->> 'path';
-- → 1 | said
SELECT mem_config('memory.generate-event.short-term-read', 1), mem_get('ada', 'user'), mem_config('memory.generate-event.short-term-read', 0);
-- → true | {"name":"Ada"} | false
SELECT mem_run_end('ada', 'bye', 'failed'), mem_event_add('order', 'ada', '{"n":[1,2.50]}'), mem_run_begin('bob');
-- → 1 | 1 | 2

-- OpenTelemetry: operations on memory, without their content.
SELECT time_unix_nano, event_name, severity_number, trace_id, span_id FROM memlog_otel_event LIMIT 3;
-- → 1783052556087914000 | memlog.short_term_write | 9 | 4bf92f3577b34da6a3ce929d0e0e4736 | 00f067aa0ba902b7
-- → 1783052556087914000 | memlog.short_term_write | 9 | 4bf92f3577b34da6a3ce929d0e0e4736 | 00f067aa0ba902b7
-- → 1783052556087914000 | memlog.short_term_write | 9 | ∅ | ∅
SELECT "gen_ai.operation.name" AS operation, "gen_ai.memory.store.id" AS store, "gen_ai.memory.record.id" AS record, "gen_ai.memory.record.count" AS count,
       "gen_ai.memory.records" AS records, "memlog.scope" AS scope, "memlog.removed.count" AS removed, "memlog.run" AS run, "memlog.action" AS action, "memlog.actor" AS actor
  FROM memlog_otel_event;
-- → upsert_memory | ada | ∅ | 2 | ∅ | short_term | ∅ | ∅ | greet | planner
-- → upsert_memory | bob | n | 1 | ∅ | short_term | ∅ | ∅ | greet | planner
-- → delete_memory | ada | pi | 1 | ∅ | short_term | 1 | ∅ | ∅ | ∅
-- → upsert_memory | ada | said | 1 | ∅ | sensory | ∅ | 1 | ∅ | ∅
-- → search_memory | ada | user.name | 1 | ∅ | short_term | ∅ | 1 | ∅ | ∅
SELECT count(*) FROM memlog_otel_event AS o JOIN mem_event AS e ON o."memlog.seq" = e.seq AND o."memlog.event.id" = e.id;
-- → 5

-- CloudEvents: every event.
SELECT specversion, type, time, subject, datacontenttype, data, sequence, traceparent, memlogrun, memlogaction FROM memlog_cloudevent;
-- → '1.0' | memlog.short_term_write | 2026-07-03T04:22:36.087914Z | ada | ∅ | ∅ | '0001783052556087914' | 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00 | ∅ | greet
-- → '1.0' | memlog.short_term_write | 2026-07-03T04:22:36.087914Z | bob | ∅ | ∅ | '0001783052556087915' | 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00 | ∅ | greet
-- → '1.0' | memlog.short_term_write | 2026-07-03T04:22:36.087914Z | ada | ∅ | ∅ | '0001783052556087916' | ∅ | ∅ | ∅
-- → '1.0' | memlog.agent_run_begin | 2026-07-03T04:22:36.087914Z | ada | ∅ | ∅ | '0001783052556087917' | ∅ | 1 | ∅
-- → '1.0' | memlog.sensory_write | 2026-07-03T04:22:36.087914Z | ada | ∅ | ∅ | '0001783052556087918' | ∅ | 1 | ∅
-- → '1.0' | memlog.short_term_read | 2026-07-03T04:22:36.087914Z | ada | ∅ | ∅ | '0001783052556087919' | ∅ | 1 | ∅
-- → '1.0' | memlog.agent_run_end | 2026-07-03T04:22:36.087914Z | ada | ∅ | ∅ | '0001783052556087920' | ∅ | 1 | ∅
-- → '1.0' | order | 2026-07-03T04:22:36.087914Z | ada | ∅ | ∅ | '0001783052556087921' | ∅ | ∅ | ∅
-- → '1.0' | memlog.agent_run_begin | 2026-07-03T04:22:36.087914Z | bob | ∅ | ∅ | '0001783052556087922' | ∅ | 2 | ∅
SELECT count(*), count(DISTINCT id), count(DISTINCT source), min(length(source)), min(source GLOB 'urn:uuid:*-*-*-*-*') FROM memlog_cloudevent;
-- → 9 | 9 | 1 | 45 | 1
SELECT count(*) FROM memlog_cloudevent AS x WHERE json_valid(event) AND event ->> 'id' = id AND event ->> 'source' = source AND event ->> 'type' = type
   AND event ->> 'time' = time AND event ->> 'specversion' = '1.0' AND event ->> 'subject' = subject AND event ->> 'sequence' = sequence
   AND event ->> 'traceparent' IS traceparent AND event ->> 'memlogrun' IS memlogrun AND event ->> 'memlogaction' IS memlogaction AND event ->> 'data' IS data
   AND (SELECT count(*) FROM json_each(event) WHERE type = 'null') = 0;
-- → 9

-- OpenLineage: runs.
SELECT run, event_type, event_time, job_name, length(run_id), job_namespace = (SELECT min(source) FROM memlog_cloudevent), inputs = '[]', outputs = '[]' FROM memlog_openlineage_event ORDER BY run, event_type DESC;
-- → 1 | START | 2026-07-03T04:22:36.087914Z | memlog.run | 36 | 1 | 1 | 1
-- → 1 | FAIL | 2026-07-03T04:22:36.087914Z | memlog.run | 36 | 1 | 0 | 0
-- → 2 | START | 2026-07-03T04:22:36.087914Z | memlog.run | 36 | 1 | 1 | 1
SELECT inputs ->> '$[0].name', json_array_length(inputs), outputs ->> '$[0].name', json_array_length(outputs), inputs ->> '$[0].namespace' = job_namespace FROM memlog_openlineage_event WHERE event_type = 'FAIL';
-- → ada/short_term | 1 | ada/sensory | 1 | 1
SELECT count(*), count(DISTINCT run_id) FROM memlog_openlineage_event;
-- → 3 | 2
SELECT event ->> 'eventType', event ->> '$.run.runId' = run_id, event ->> '$.run.facets.memlog_run.run', event -> '$.run.facets.memlog_run.input', event -> '$.run.facets.memlog_run.output', event ->> '$.run.facets.memlog_run.outcome'
  FROM memlog_openlineage_event WHERE run = 1;
-- → START | 1 | 1 | ∅ | ∅ | ∅
-- → FAIL | 1 | 1 | ∅ | ∅ | failed

-- With content.
SELECT mem_config('observability.capture-content'), mem_config('observability.capture-content', 'maybe');
-- ! memlog: option observability.capture-content: it takes true, false, 1 or 0, not 'maybe'
SELECT mem_config('observability.capture-content'), mem_config('observability.capture-content', 'true');
-- → false | true
SELECT "gen_ai.memory.records" FROM memlog_otel_event;
-- → [{"id":"user.name","content":"Ada"},{"id":"pi","content":3.141592653589793}]
-- → [{"id":"n","content":null}]
-- → ∅
-- → [{"id":"said","content":"a\"b"}]
-- → [{"id":"user.name","content":"Ada"}]
SELECT data FROM memlog_cloudevent;
-- → {"value":{"user.name":"Ada","empty":null,"pi":3.141592653589793},"containers":{"empty":"object"}}
-- → {"value":{"n":null}}
-- → {"value":{},"removed":["pi"]}
-- → {"value":{"user.name":"Ada"},"containers":{"empty":"object"}}
-- → {"value":{"said":"a\"b"}}
-- → {"value":{"user.name":"Ada"}}
-- → ∅
-- → {"n":[1,2.5]}
-- → {"value":{"n":null}}
SELECT count(*), count(datacontenttype) FROM memlog_cloudevent AS x WHERE json_valid(event) AND event -> '$.data' IS data AND event ->> '$.datacontenttype' IS datacontenttype;
-- → 9 | 8
SELECT event_type, event ->> '$.run.facets.memlog_run.input', event ->> '$.run.facets.memlog_run.output' FROM memlog_openlineage_event WHERE run = 1;
-- → START | hello | ∅
-- → FAIL | ∅ | bye

-- Every value comes out as it went in.
SELECT mem_set_json('t', 'v', '{"real":[1.0,0.1,1e300,5e-324],"big":9223372036854775807,"null":null,"yes":true,"text":"ä\n"}') ->> 'path',
       mem_flush();
SELECT "gen_ai.memory.records" ->> '$[0].content' = mem_get_json('t', 'v') FROM memlog_otel_event WHERE "gen_ai.memory.store.id" = 't';
-- → 1
BEGIN;
SELECT mem_set('w', 'a', 0.1), mem_set('w', 'b', 0.30000000000000004), mem_set('w', 'c', 1.0), mem_set('w', 'd', -9223372036854775807 - 1), mem_set('w', 'e', json('true')),
       mem_set('w', 'f', json('[null,{"x":"y"}]')), mem_set('w', 'g', 'tab	"q"'), mem_set('w', 'h."x.y"', json('false')), mem_set('w', 'i', 5e-324), mem_set('w', 'j', 1.7976931348623157e308);
COMMIT;
SELECT count(*) FROM json_each((SELECT "gen_ai.memory.records" FROM memlog_otel_event WHERE "gen_ai.memory.store.id" = 'w')) AS r
 WHERE mem_get('w', r.value ->> 'id') IS r.value ->> 'content' AND mem_get_json('w', r.value ->> 'id') = r.value -> 'content';
-- → 10
SELECT mem_set('q', 'r."x.y"', 0.5) ->> 'path';
-- → r."x.y"
SELECT "gen_ai.memory.records" FROM memlog_otel_event WHERE "gen_ai.memory.store.id" = 'q';
-- → [{"content":{"r.\"x.y\"":0.5}}]
SELECT mem_set('x', 'a', 'before' || char(0) || 'behind') ->> 'path';
-- → a
SELECT "gen_ai.memory.records" FROM memlog_otel_event WHERE "gen_ai.memory.store.id" = 'x';
-- → [{"content":{"a":"before\u0000behind"}}]

-- What is no trace or span is none.
BEGIN;
SELECT mem_action('a', NULL, '{"trace_id":"00000000000000000000000000000000","span_id":"xyz"}');
SELECT mem_set('y', 'a', 1) ->> 'path';
-- → a
COMMIT;
BEGIN;
SELECT mem_action('"b"', NULL, '{"trace_id":42,"span_id":["0af7651916cd43dd"]}');
SELECT mem_set('y', 'a', 1) ->> 'path';
-- → a
COMMIT;
SELECT trace_id, span_id FROM memlog_otel_event WHERE "gen_ai.memory.store.id" = 'y';
-- → ∅ | ∅
-- → ∅ | ∅
SELECT traceparent, event ->> 'memlogaction' FROM memlog_cloudevent WHERE subject = 'y';
-- → ∅ | a
-- → ∅ | "b"

-- Once more makes them anew; a view of the name goes, a table stays.
SELECT mem_install('otel') > 2, mem_install('otel') > 2;
-- → 1 | 1
DROP VIEW memlog_cloudevent;
CREATE VIEW memlog_cloudevent AS SELECT 'mine' AS id;
SELECT mem_install('cloudevents') > 2, count(*) FROM memlog_cloudevent WHERE id = 'mine';
-- → 1 | 1
SELECT count(*) FROM memlog_cloudevent WHERE id = 'mine';
-- → 0
DROP VIEW memlog_cloudevent;
CREATE TABLE memlog_cloudevent(id);
INSERT INTO memlog_cloudevent VALUES('mine');
SELECT mem_install('cloudevents') > 2;
-- ! memlog: mem_install: the views of cloudevents cannot be made: use DROP TABLE to delete table memlog_cloudevent
SELECT * FROM memlog_cloudevent;
-- → mine
DROP TABLE memlog_cloudevent;
CREATE TEMP VIEW memlog_cloudevent AS SELECT 'temp' AS id;
SELECT mem_install('cloudevents') > 2;
-- → 1
SELECT (SELECT id FROM memlog_cloudevent), (SELECT min(subject) FROM main.memlog_cloudevent);
-- → temp | ada
DROP VIEW temp.memlog_cloudevent;
BEGIN;
SELECT mem_install('cloudevents') > 2, mem_set('z', 'a', 1) ->> 'path', mem_flush();
-- → 1 | a | 1
SELECT data FROM memlog_cloudevent WHERE subject = 'z';
-- → {"value":{"a":1}}
ROLLBACK;
SELECT count(*) FROM memlog_cloudevent WHERE subject = 'z';
-- → 0
SELECT mem_config('observability.capture-content', NULL);
-- → false
CREATE TEMP TRIGGER hear AFTER INSERT ON main.memlog_event BEGIN SELECT mem_install('otel'); END;
SELECT mem_set('u', 'a', 1);
-- ! memlog: mem_install: not inside a listener
DROP TRIGGER hear;
SELECT * FROM mem_verify;
-- no rows
-- They are plain SQL.
-- connection: B, without memlog
SELECT count(*), count("gen_ai.memory.records") FROM memlog_otel_event;
-- → 11 | 0
SELECT count(*), count(data), count(event) FROM memlog_cloudevent;
-- → 15 | 0 | 15
SELECT count(event) FROM memlog_openlineage_event;
-- → 3
VACUUM;
PRAGMA integrity_check;
-- → ok
