-- Made by mem_install('otel'). Operations on memory as OpenTelemetry log records, one an event of the log, with the
-- attributes of its semantic conventions for generative AI: a column that is NULL is an attribute that is not there.
--   trace_id, span_id         of the span in which it happened, if mem_action was told of it in its meta data
--   gen_ai.memory.store.id    the key
--   gen_ai.memory.record.id   the path, if there is one only; none of a search
--   gen_ai.memory.query.text  what was searched for, if it is one text; only if … as below
--   error.type                of searches: what the first of those that failed ended in
--   gen_ai.memory.records     what was written or read, only if the option observability.capture-content is true
-- A read by path has no name of its own in the conventions; it is search_memory, as searches are.
DROP VIEW IF EXISTS main.memlog_otel_event;
CREATE VIEW main.memlog_otel_event AS
SELECT seq AS "memlog.seq",
       iif(time < 9223372036854775, time * 1000, NULL) AS time_unix_nano,
       'memlog.' || replace(trim(type, '_'), '_event', '') AS event_name,
       iif(failed IS NULL, 9, 17) AS severity_number,
       iif(length(trace) = 32 AND trace NOT GLOB '*[^0-9a-fA-F]*' AND trim(trace, '0') <> '', lower(trace), NULL) AS trace_id,
       iif(length(span) = 16 AND span NOT GLOB '*[^0-9a-fA-F]*' AND trim(span, '0') <> '', lower(span), NULL) AS span_id,
       operation AS "gen_ai.operation.name",
       CASE failed WHEN 1 THEN 'SQLITE_ERROR' WHEN 11 THEN 'SQLITE_CORRUPT' ELSE iif(failed IS NULL, NULL, '_OTHER') END AS "error.type",
       nullif(e.key, '') AS "gen_ai.memory.store.id",
       nullif(CASE WHEN kind = 7 THEN NULL
         WHEN operation = 'delete_memory' AND json_array_length(gone) = 1 THEN json_extract(gone, '$[0]')
         WHEN operation <> 'delete_memory' AND count = 1
           THEN (SELECT key FROM json_each(e.value) WHERE kind <> 5 OR type <> 'null' EXCEPT SELECT key FROM json_each(e.containers)) END, '')
         AS "gen_ai.memory.record.id",
       CASE operation WHEN 'delete_memory_store' THEN NULL WHEN 'delete_memory' THEN json_array_length(gone) ELSE count END
         AS "gen_ai.memory.record.count",
       CASE WHEN kind = 7 AND EXISTS (SELECT 1 FROM memlog_config WHERE name = 'observability.capture-content' AND value = 'true')
         THEN (SELECT max(key) FROM json_each(e.value) HAVING count(*) = 1 AND max(key) NOT GLOB 'vector:????????-????-????-????-????????????') END
         AS "gen_ai.memory.query.text",
       CASE WHEN operation IN ('delete_memory', 'delete_memory_store') THEN NULL
         WHEN NOT EXISTS (SELECT 1 FROM memlog_config WHERE name = 'observability.capture-content' AND value = 'true') THEN NULL
         WHEN kind = 7 THEN (
           SELECT json_group_array(json_object(
                    'id', iif(in_set = '' OR in_set GLOB '*[."]*', '"' || replace(in_set, '"', '""') || '"', in_set) || '.'
                            || iif(item = '' OR item GLOB '*[."]*', '"' || replace(item, '"', '""') || '"', item),
                    'content', json(content), 'score', json(score)))
             FROM (SELECT r.value ->> '$.set' AS in_set, r.value ->> '$.id' AS item, r.value -> '$.value' AS content, r.value -> '$.score' AS score
                     FROM json_each(e.value) AS q, json_each(q.value) AS r WHERE q.type = 'array' AND r.type = 'object'))
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
                WHERE c.path IS NULL AND (kind <> 5 OR v.type <> 'null')) END AS "gen_ai.memory.records",
       id AS "memlog.event.id",
       CASE kind WHEN 1 THEN 'sensory' WHEN 3 THEN 'sensory' WHEN 2 THEN 'short_term' WHEN 4 THEN 'short_term'
         WHEN 5 THEN 'long_term' WHEN 6 THEN 'long_term' WHEN 7 THEN 'long_term' END AS "memlog.scope",
       json_array_length(gone) AS "memlog.removed.count",
       run AS "memlog.run",
       action AS "memlog.action",
       actor AS "memlog.actor"
  FROM (SELECT x.*, json_extract(meta, '$.trace_id') AS trace, json_extract(meta, '$.span_id') AS span,
               json_extract(meta, '$.actor') AS actor, iif(kind = 7, json_extract(meta, '$.failed_searches[0]'), NULL) AS failed,
               CASE WHEN kind = '_memory_erased_event' THEN 'delete_memory_store'
                 WHEN kind IN (3, 4, 6, 7) THEN 'search_memory'
                 WHEN gone IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(x.value) WHERE kind <> 5 OR type <> 'null') THEN 'delete_memory'
                 ELSE 'upsert_memory' END AS operation,
               CASE kind WHEN 7 THEN (SELECT ifnull(sum(json_array_length(value)), 0) FROM json_each(x.value) WHERE type = 'array')
                 ELSE (SELECT count(*) FROM (SELECT key FROM json_each(x.value) WHERE kind <> 5 OR type <> 'null' EXCEPT SELECT key FROM json_each(x.containers)))
                 END AS count
          -- What went: of long-term memory, an item that was removed has null as its value.
          FROM (SELECT *, CASE WHEN kind = 5 THEN nullif((SELECT json_group_array(path) FROM (
                                  SELECT value AS path FROM json_each(n.removed) UNION ALL SELECT key FROM json_each(n.value) WHERE type = 'null')), '[]')
                            ELSE removed END AS gone
                  FROM memlog_event AS n
                 WHERE (kind BETWEEN 1 AND 7 AND key <> '') OR kind = '_memory_erased_event') AS x) AS e;

-- Lineage as spans: what was retrieved (search_memory) and what was done (execute_tool), with the attributes of the same
-- conventions. The trace is that of the action, which the span is in; without one it is the thing's own.
--   span_id                  the end of the thing's id
--   kind                     1, internal
--   status_code              2 (error) if it failed or was reverted, which error.type tells
--   memlog.selected          JSON: the versions that were returned or chosen, by id, version, rank and score
--   memlog.used              JSON: ids of claims, records … because of which it was done
--   gen_ai.memory.query.text  only with the option lineage.query-text, and if observability.capture-content is true
DROP VIEW IF EXISTS main.memlog_otel_span;
CREATE VIEW main.memlog_otel_span AS
SELECT iif(type = 'retrieval', 'search_memory', 'execute_tool' || ifnull(' ' || json_extract(detail, '$.name'), '')) AS name,
       1 AS kind,
       iif(length(trace) = 32 AND trace NOT GLOB '*[^0-9a-fA-F]*' AND trim(trace, '0') <> '', lower(trace), lower(hex(id))) AS trace_id,
       lower(substr(hex(id), 17)) AS span_id,
       iif(length(span) = 16 AND span NOT GLOB '*[^0-9a-fA-F]*' AND trim(span, '0') <> '', lower(span), NULL) AS parent_span_id,
       iif(at < 9223372036854775, at * 1000, NULL) AS start_time_unix_nano, iif(at < 9223372036854775, at * 1000, NULL) AS end_time_unix_nano,
       iif(json_extract(detail, '$.outcome') IN ('failed', 'reverted'), 2, 0) AS status_code,
       iif(type = 'retrieval', 'search_memory', 'execute_tool') AS "gen_ai.operation.name",
       key AS "gen_ai.memory.store.id",
       iif(type = 'retrieval', (SELECT count(DISTINCT to_id) FROM memlog_edge WHERE from_id = x.id AND relation IN ('selected', 'chosen')), NULL)
         AS "gen_ai.memory.record.count",
       iif(EXISTS (SELECT 1 FROM memlog_config WHERE name = 'observability.capture-content' AND value = 'true'), json_extract(detail, '$.text'), NULL)
         AS "gen_ai.memory.query.text",
       iif(type = 'retrieval', NULL, json_extract(detail, '$.name')) AS "gen_ai.tool.name",
       json_extract(detail, '$.effect') AS "gen_ai.tool.call.id",
       iif(json_extract(detail, '$.outcome') IN ('failed', 'reverted'), json_extract(detail, '$.outcome'), NULL) AS "error.type",
       lower(printf('%s-%s-%s-%s-%s', substr(hex(id), 1, 8), substr(hex(id), 9, 4), substr(hex(id), 13, 4), substr(hex(id), 17, 4), substr(hex(id), 21)))
         AS "memlog.entity.id",
       actor AS "memlog.actor",
       json_extract(detail, '$.mode') AS "memlog.retrieval.mode",
       json_extract(detail, '$.index') AS "memlog.retrieval.index",
       iif(type <> 'retrieval', NULL, (SELECT json_group_array(json_object('id', lower(hex(to_id)), 'version', to_version, 'rank', rank, 'score', score)) FROM (
            SELECT to_id, to_version, max(rank) AS rank, max(score) AS score FROM memlog_edge
             WHERE from_id = x.id AND relation IN ('selected', 'chosen') GROUP BY to_id, to_version ORDER BY max(rank)))) AS "memlog.selected",
       iif(type = 'retrieval', NULL, (SELECT json_group_array(lower(hex(to_id))) FROM memlog_edge WHERE from_id = x.id AND relation = 'used')) AS "memlog.used"
  FROM (SELECT n.*, json_extract(e.meta, '$.trace_id') AS trace, json_extract(e.meta, '$.span_id') AS span
          FROM memlog_entity AS n LEFT JOIN memlog_event AS e ON e.seq = n.txn
         WHERE n.type IN ('retrieval', 'action', 'effect')) AS x;

-- What else lineage tells, as log records: placements, claims, decisions, changes, proofs.
DROP VIEW IF EXISTS main.memlog_otel_lineage_event;
CREATE VIEW main.memlog_otel_lineage_event AS
SELECT iif(at < 9223372036854775, at * 1000, NULL) AS time_unix_nano, 'memlog.' || type AS event_name, 9 AS severity_number,
       iif(length(trace) = 32 AND trace NOT GLOB '*[^0-9a-fA-F]*' AND trim(trace, '0') <> '', lower(trace), NULL) AS trace_id,
       iif(length(span) = 16 AND span NOT GLOB '*[^0-9a-fA-F]*' AND trim(span, '0') <> '', lower(span), NULL) AS span_id,
       key AS "gen_ai.memory.store.id",
       (SELECT count(DISTINCT to_id) FROM memlog_edge WHERE from_id = x.id AND relation IN ('placed', 'refers_to', 'changes')) AS "gen_ai.memory.record.count",
       iif(type = 'placement', json_extract(detail, '$.session'), NULL) AS "gen_ai.conversation.id",
       lower(printf('%s-%s-%s-%s-%s', substr(hex(id), 1, 8), substr(hex(id), 9, 4), substr(hex(id), 13, 4), substr(hex(id), 17, 4), substr(hex(id), 21)))
         AS "memlog.entity.id",
       actor AS "memlog.actor",
       CASE type WHEN 'decision' THEN json_extract(detail, '$.outcome') WHEN 'change' THEN iif(json_extract(detail, '$.state') = 'requested', 'requested', json_extract(detail, '$.change'))
         WHEN 'proof' THEN json_extract(detail, '$.state') END AS "memlog.outcome",
       iif(type = 'decision', json_extract(detail, '$.reason'), NULL) AS "memlog.reason",
       json_extract(detail, '$.policy') AS "memlog.policy"
  FROM (SELECT n.*, json_extract(e.meta, '$.trace_id') AS trace, json_extract(e.meta, '$.span_id') AS span
          FROM memlog_entity AS n LEFT JOIN memlog_event AS e ON e.seq = n.txn
         WHERE n.type IN ('placement', 'claim', 'decision', 'change', 'proof')) AS x;
