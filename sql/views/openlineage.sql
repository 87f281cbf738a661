-- Made by mem_install('openlineage'). Runs as OpenLineage run events (spec 2-0-2), one for a run's begin and one for its
-- end: the parts, and all of it as JSON.
--   run_id            made of the file's root and the run's number
--   job_namespace     the file: its root
--   inputs, outputs   at the end of a run: the memories that its events say were read, and written. A dataset is one
--                     scope of a key's memory
-- What went into a run and came out of it is there only if the option observability.capture-content is true.
DROP VIEW IF EXISTS main.memlog_openlineage_event;
CREATE VIEW main.memlog_openlineage_event AS
WITH file AS (
  SELECT substr(root, 1, 8) || '-' || substr(root, 9, 4) || '-8' || substr(root, 14, 3) || '-8' || substr(root, 18, 3) || '-' AS run_prefix,
         'urn:uuid:' || substr(root, 1, 8) || '-' || substr(root, 9, 4) || '-' || substr(root, 13, 4) || '-' || substr(root, 17, 4)
           || '-' || substr(root, 21) AS namespace,
         '"_producer":"urn:x-memlog:memlog","_schemaURL":"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunFacet"' AS base,
         EXISTS (SELECT 1 FROM memlog_config WHERE name = 'observability.capture-content' AND value = 'true') AS content
    FROM (SELECT lower(hex(value)) AS root FROM memlog_meta WHERE name = 'root')),
turn AS (
  SELECT run, key, 'START' AS event_type, begun AS at, NULL AS outcome, input, NULL AS output, 0 AS first, 0 AS last
    FROM memlog_run WHERE key <> ''
   UNION ALL
  SELECT run, key, CASE outcome WHEN 'completed' THEN 'COMPLETE' WHEN 'failed' THEN 'FAIL' ELSE 'ABORT' END, ended, outcome, NULL, output,
         abs(begin_seq), abs(end_seq)
    FROM memlog_run WHERE key <> '' AND end_seq IS NOT NULL),
part AS (
  SELECT t.run, event_type,
         strftime('%Y-%m-%dT%H:%M:%S', at / 1000000, 'unixepoch') || printf('.%06dZ', at % 1000000) AS event_time,
         run_prefix || printf('%012x', t.run) AS run_id,
         namespace AS job_namespace, 'memlog.run' AS job_name,
         (SELECT json_group_array(json_object('namespace', namespace, 'name', t.key || scope, 'facets', json('{}'))) FROM (
            SELECT DISTINCT iif(kind = 3, '/sensory', '/short_term') AS scope FROM memlog_event
             WHERE seq BETWEEN first AND last AND run = t.run AND kind IN (3, 4) ORDER BY 1)) AS inputs,
         (SELECT json_group_array(json_object('namespace', namespace, 'name', t.key || scope, 'facets', json('{}'))) FROM (
            SELECT iif(kind = 1, '/sensory', '/short_term') AS scope FROM memlog_event
             WHERE seq BETWEEN first AND last AND run = t.run AND kind IN (1, 2)
             UNION
            SELECT iif(kind = 1, '/sensory', '/short_term') FROM memlog_quiet
             WHERE seq BETWEEN first AND last AND run = t.run AND kind IN (1, 2) ORDER BY 1)) AS outputs,
         '{"memlog_run":{' || base || ',"run":' || t.run || ifnull(',"outcome":"' || outcome || '"', '')
           || iif(content, ifnull(',"input":' || input, '') || ifnull(',"output":' || output, ''), '') || '}}' AS facets
    FROM file, turn AS t)
SELECT run, event_type, event_time, run_id, job_namespace, job_name, inputs, outputs,
       '{"eventType":"' || event_type || '","eventTime":"' || event_time || '","run":{"runId":"' || run_id || '","facets":' || facets
         || '},"job":{"namespace":"' || job_namespace || '","name":"' || job_name || '","facets":{}},"inputs":' || inputs
         || ',"outputs":' || outputs || ',"producer":"urn:x-memlog:memlog"'
         || ',"schemaURL":"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"}' AS event
  FROM part;

-- What was made of other records, as OpenLineage run events: a transformation is a run of the job memlog.summary and so
-- on. A dataset is a set of a key's long-term memory, its fields are items; the facet columnLineage (1-2-0) of an output
-- tells which items each was made of.
--   run_id            the transformation
DROP VIEW IF EXISTS main.memlog_openlineage_derivation;
CREATE VIEW main.memlog_openlineage_derivation AS
WITH file AS (
  SELECT 'urn:uuid:' || substr(root, 1, 8) || '-' || substr(root, 9, 4) || '-' || substr(root, 13, 4) || '-' || substr(root, 17, 4)
           || '-' || substr(root, 21) AS namespace
    FROM (SELECT lower(hex(value)) AS root FROM memlog_meta WHERE name = 'root')),
item AS (
  SELECT DISTINCT record, key || '/' || set_name AS name, id FROM memlog_item),
made AS (
  SELECT x.id, x.at, json_extract(x.detail, '$.kind') AS kind, o.name, o.id AS field, m.from_id AS record, m.from_version AS version
    FROM memlog_entity AS x
    JOIN memlog_edge AS m ON m.to_id = x.id AND m.relation = 'made_by'
    JOIN item AS o ON o.record = m.from_id
   WHERE x.type = 'transformation'),
part AS (
  SELECT m.id, at, kind, namespace,
         (SELECT json_group_array(json_object('namespace', namespace, 'name', name, 'facets', json('{}'))) FROM (
            SELECT DISTINCT i.name FROM made AS n JOIN memlog_edge AS d ON d.from_id = n.record AND d.from_version = n.version AND d.relation = 'derived_from'
              JOIN item AS i ON i.record = d.to_id WHERE n.id = m.id ORDER BY 1)) AS inputs,
         (SELECT json_group_array(json_object('namespace', namespace, 'name', name, 'facets', json_object('columnLineage', json_object(
                   '_producer', 'urn:x-memlog:memlog',
                   '_schemaURL', 'https://openlineage.io/spec/facets/1-2-0/ColumnLineageDatasetFacet.json#/$defs/ColumnLineageDatasetFacet',
                   'fields', json(fields))))) FROM (
            SELECT name, json_group_object(field, json_object('inputFields', json(inputs))) AS fields FROM (
              SELECT n.name, n.field, (
                SELECT json_group_array(json_object('namespace', namespace, 'name', i.name, 'field', i.id, 'transformations', json_array(json_object(
                         'type', 'DIRECT', 'subtype', CASE m.kind WHEN 'copy' THEN 'IDENTITY' WHEN 'merge' THEN 'AGGREGATION' ELSE 'TRANSFORMATION' END,
                         'description', m.kind, 'masking', json('false')))))
                  FROM memlog_edge AS d JOIN item AS i ON i.record = d.to_id
                 WHERE d.from_id = n.record AND d.from_version = n.version AND d.relation = 'derived_from') AS inputs
                FROM made AS n WHERE n.id = m.id)
             GROUP BY name ORDER BY name)) AS outputs
    FROM (SELECT DISTINCT id, at, kind FROM made) AS m, file),
turn AS (
  SELECT 'START' AS event_type, p.id, at, kind, namespace, json('[]') AS inputs, json('[]') AS outputs FROM part AS p
   UNION ALL
  SELECT 'COMPLETE', id, at, kind, namespace, inputs, outputs FROM part),
named AS (
  SELECT event_type, strftime('%Y-%m-%dT%H:%M:%S', at / 1000000, 'unixepoch') || printf('.%06dZ', at % 1000000) AS event_time,
         lower(printf('%s-%s-%s-%s-%s', substr(hex(id), 1, 8), substr(hex(id), 9, 4), substr(hex(id), 13, 4), substr(hex(id), 17, 4), substr(hex(id), 21))) AS run_id,
         namespace AS job_namespace, 'memlog.' || kind AS job_name, inputs, outputs
    FROM turn)
SELECT event_type, event_time, run_id, job_namespace, job_name, inputs, outputs,
       '{"eventType":"' || event_type || '","eventTime":"' || event_time || '","run":{"runId":"' || run_id || '","facets":{}},"job":{"namespace":"'
         || job_namespace || '","name":' || json_quote(job_name) || ',"facets":{}},"inputs":' || inputs || ',"outputs":' || outputs
         || ',"producer":"urn:x-memlog:memlog","schemaURL":"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"}' AS event
  FROM named;
