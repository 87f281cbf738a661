-- Made by mem_install('otel'). Operations on memory as OpenTelemetry log records, one an event of the log, with the
-- attributes of its semantic conventions for generative AI: a column that is NULL is an attribute that is not there.
--   trace_id, span_id         of the span in which it happened, if mem_action was told of it in its meta data
--   gen_ai.memory.store.id    the key
--   gen_ai.memory.record.id   the path, if there is one only
--   gen_ai.memory.records     what was written or read, only if the option observability.capture-content is true
-- A read by path has no name of its own in the conventions; it is search_memory, as searches are.
DROP VIEW IF EXISTS main.memlog_otel_event;
CREATE VIEW main.memlog_otel_event AS
SELECT seq AS "memlog.seq",
       iif(time < 9223372036854775, time * 1000, NULL) AS time_unix_nano,
       'memlog.' || replace(trim(type, '_'), '_event', '') AS event_name,
       9 AS severity_number,
       iif(length(trace) = 32 AND trace NOT GLOB '*[^0-9a-fA-F]*' AND trim(trace, '0') <> '', lower(trace), NULL) AS trace_id,
       iif(length(span) = 16 AND span NOT GLOB '*[^0-9a-fA-F]*' AND trim(span, '0') <> '', lower(span), NULL) AS span_id,
       operation AS "gen_ai.operation.name",
       nullif(e.key, '') AS "gen_ai.memory.store.id",
       nullif(CASE WHEN operation = 'delete_memory' AND json_array_length(removed) = 1 THEN json_extract(removed, '$[0]')
         WHEN operation <> 'delete_memory' AND count = 1
           THEN (SELECT key FROM json_each(e.value) EXCEPT SELECT key FROM json_each(e.containers)) END, '') AS "gen_ai.memory.record.id",
       CASE operation WHEN 'delete_memory_store' THEN NULL WHEN 'delete_memory' THEN json_array_length(removed) ELSE count END
         AS "gen_ai.memory.record.count",
       CASE WHEN operation IN ('delete_memory', 'delete_memory_store') THEN NULL
         WHEN NOT EXISTS (SELECT 1 FROM memlog_config WHERE name = 'observability.capture-content' AND value = 'true') THEN NULL
         -- SQLite ends a text at the first NUL that it takes out of JSON, rounds reals when it prints them, and finds no name
         -- with a quote in it. Where that would change a value all of them stay together, as JSON.
         WHEN instr(e.value, '\u0000') OR EXISTS (
           SELECT 1 FROM json_each(e.value) AS v WHERE v.type = 'real' AND json_type(e.value, v.fullkey) IS NOT 'real')
           THEN json_array(json_object('content', json(e.value)))
         ELSE (SELECT json_group_array(json_object('id', v.key, 'content',
                 CASE v.type WHEN 'true' THEN json('true') WHEN 'false' THEN json('false')
                   WHEN 'object' THEN json(v.value) WHEN 'array' THEN json(v.value)
                   -- "[0.1,0.1]": two at once come as they stand
                   WHEN 'real' THEN json(substr(json_extract(e.value, v.fullkey, v.fullkey), 2,
                                                (length(json_extract(e.value, v.fullkey, v.fullkey)) - 3) / 2))
                   ELSE v.value END))
                 FROM json_each(e.value) AS v LEFT JOIN (SELECT key AS path FROM json_each(e.containers) GROUP BY 1) AS c ON c.path = v.key
                WHERE c.path IS NULL) END AS "gen_ai.memory.records",
       id AS "memlog.event.id",
       CASE kind WHEN 1 THEN 'sensory' WHEN 3 THEN 'sensory' WHEN 2 THEN 'short_term' WHEN 4 THEN 'short_term'
         WHEN 5 THEN 'long_term' WHEN 6 THEN 'long_term' WHEN 7 THEN 'long_term' END AS "memlog.scope",
       json_array_length(removed) AS "memlog.removed.count",
       run AS "memlog.run",
       action AS "memlog.action",
       actor AS "memlog.actor"
  FROM (SELECT x.*, json_extract(meta, '$.trace_id') AS trace, json_extract(meta, '$.span_id') AS span,
               json_extract(meta, '$.actor') AS actor,
               CASE WHEN kind = '_memory_erased_event' THEN 'delete_memory_store'
                 WHEN kind IN (3, 4, 6, 7) THEN 'search_memory'
                 WHEN ifnull(x.value, '{}') = '{}' AND removed IS NOT NULL THEN 'delete_memory'
                 ELSE 'upsert_memory' END AS operation,
               (SELECT count(*) FROM (SELECT key FROM json_each(x.value) EXCEPT SELECT key FROM json_each(x.containers))) AS count
          FROM memlog_event AS x
         WHERE (kind BETWEEN 1 AND 7 AND key <> '') OR kind = '_memory_erased_event') AS e;
