-- Made by mem_install('cloudevents'). Every event of the log as a CloudEvent 1.0: its attributes, and all of it as JSON
-- (application/cloudevents+json). What is NULL is not there.
--   source    the file: its root
--   subject   the key
--   data      what the event holds, only if the option observability.capture-content is true
--   sequence, traceparent, memlogrun, memlogaction    extension attributes
DROP VIEW IF EXISTS main.memlog_cloudevent;
CREATE VIEW main.memlog_cloudevent AS
SELECT seq, specversion, id, source, type, time, subject, datacontenttype, data, sequence, traceparent,
       memlogrun, memlogaction,
       '{"specversion":"1.0","id":"' || id || '","source":"' || source || '","type":' || json_quote(type)
         || ',"time":"' || time || '"' || iif(subject IS NULL, '', ',"subject":' || json_quote(subject))
         || ',"sequence":"' || sequence || '"' || ifnull(',"traceparent":"' || traceparent || '"', '')
         || ifnull(',"memlogrun":' || memlogrun, '') || iif(memlogaction IS NULL, '', ',"memlogaction":' || json_quote(memlogaction))
         || ifnull(',"datacontenttype":"application/json","data":' || data, '') || '}' AS event
  FROM (SELECT seq, '1.0' AS specversion, id,
               (SELECT 'urn:uuid:' || substr(root, 1, 8) || '-' || substr(root, 9, 4) || '-' || substr(root, 13, 4) || '-'
                         || substr(root, 17, 4) || '-' || substr(root, 21)
                  FROM (SELECT lower(hex(value)) AS root FROM memlog_meta WHERE name = 'root')) AS source,
               iif(substr(type, 1, 1) = '_', 'memlog.' || replace(trim(type, '_'), '_event', ''), type) AS type,
               strftime('%Y-%m-%dT%H:%M:%S', time / 1000000, 'unixepoch') || printf('.%06dZ', time % 1000000) AS time,
               nullif(key, '') AS subject,
               iif(data IS NULL, NULL, 'application/json') AS datacontenttype,
               data,
               printf('%019d', seq) AS sequence,
               CASE WHEN length(trace) = 32 AND trace NOT GLOB '*[^0-9a-fA-F]*' AND trim(trace, '0') <> ''
                     AND length(span) = 16 AND span NOT GLOB '*[^0-9a-fA-F]*' AND trim(span, '0') <> ''
                 THEN '00-' || lower(trace) || '-' || lower(span) || '-00' END AS traceparent,
               run AS memlogrun, action AS memlogaction
          FROM (SELECT *, json_extract(meta, '$.trace_id') AS trace, json_extract(meta, '$.span_id') AS span,
                       CASE WHEN NOT EXISTS (SELECT 1 FROM memlog_config WHERE name = 'observability.capture-content' AND value = 'true') THEN NULL
                         WHEN substr(type, 1, 1) <> '_' THEN value
                         ELSE '{"value":' || value || ifnull(',"removed":' || removed, '') || ifnull(',"containers":' || containers, '') || '}'
                       END AS data
                  FROM memlog_event));
