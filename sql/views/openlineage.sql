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
