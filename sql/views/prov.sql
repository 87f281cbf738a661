-- Made by mem_install('prov'). Lineage and the log in the words of W3C PROV (PROV-DM, PROV-O, 30 April 2013): entities,
-- activities, agents, and what relates them. Ids are URNs: urn:uuid:… of things, records and events, with #version for a
-- version of a record; the actor of an action is urn:x-memlog:agent: and the hexadecimal digits of its name.
--   type     what it is to memlog, memlog:claim …; of an agent prov:Agent or prov:SoftwareAgent
--   label    its name, if it has one that is no content
--   value    prov:value: what it holds or says, only if the option observability.capture-content is true
--   relation  the name in PROV-O; both ends are rows of the other views. role: what memlog calls it
-- Times are RFC 3339. What was forgotten or pruned is not there, nor what leads to it.
DROP VIEW IF EXISTS main.memlog_prov_relation;
DROP VIEW IF EXISTS main.memlog_prov_agent;
DROP VIEW IF EXISTS main.memlog_prov_activity;
DROP VIEW IF EXISTS main.memlog_prov_entity;

CREATE VIEW main.memlog_prov_entity AS
WITH thing(hex, version, type, label, value, made) AS (
  SELECT hex(record), version, 'memlog:version', max(set_name),
         max(iif(admission IN ('proposed', 'denied', 'quarantined'), NULL, content)), min(at) FROM memlog_item GROUP BY record, version
   UNION ALL
  SELECT hex(record), 0, 'memlog:record', max(set_name), NULL, min(created) FROM memlog_item GROUP BY record
   UNION ALL
  SELECT hex(id), 0, 'memlog:' || type, CASE type WHEN 'source' THEN json_extract(detail, '$.artifact') WHEN 'placement' THEN json_extract(detail, '$.session')
           WHEN 'proof' THEN json_extract(detail, '$.part') END,
         CASE WHEN type IN ('claim', 'source') THEN json_extract(detail, '$.text') END, at
    FROM memlog_entity AS x
   WHERE type IN ('source', 'placement', 'claim', 'proof')
      OR (type = 'record' AND NOT EXISTS (SELECT 1 FROM memlog_item AS i WHERE i.record = x.id))
   UNION ALL
  SELECT upper(replace(id, '-', '')), 0, 'memlog:event', type, value, time FROM memlog_event WHERE key <> ''
)
SELECT 'urn:uuid:' || lower(substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-' || substr(hex, 13, 4) || '-' || substr(hex, 17, 4) || '-' || substr(hex, 21))
         || iif(version = 0, '', '#' || version) AS id,
       type, label,
       iif(EXISTS (SELECT 1 FROM memlog_config WHERE name = 'observability.capture-content' AND value = 'true'), value, NULL) AS value,
       strftime('%Y-%m-%dT%H:%M:%S', made / 1000000, 'unixepoch') || printf('.%06dZ', made % 1000000) AS generated_at_time
  FROM thing;

CREATE VIEW main.memlog_prov_activity AS
WITH thing(hex, type, label, begun, ended) AS (
  SELECT hex(id), 'memlog:' || type,
         CASE type WHEN 'decision' THEN json_extract(detail, '$.outcome') WHEN 'transformation' THEN json_extract(detail, '$.kind')
           WHEN 'change' THEN json_extract(detail, '$.change') WHEN 'retrieval' THEN json_extract(detail, '$.mode')
           WHEN 'effect' THEN json_extract(detail, '$.outcome') END, at, at
    FROM memlog_entity
   WHERE type IN ('decision', 'transformation', 'retrieval', 'action', 'effect', 'change')
   UNION ALL
  SELECT substr(root, 1, 12) || '8' || substr(root, 14, 3) || '8' || substr(root, 18, 3) || printf('%012X', run), 'memlog:run', outcome, begun, ended
    FROM memlog_run, (SELECT hex(value) AS root FROM memlog_meta WHERE name = 'root')
   WHERE key <> ''
)
SELECT 'urn:uuid:' || lower(substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-' || substr(hex, 13, 4) || '-' || substr(hex, 17, 4) || '-' || substr(hex, 21)) AS id,
       type, label,
       strftime('%Y-%m-%dT%H:%M:%S', begun / 1000000, 'unixepoch') || printf('.%06dZ', begun % 1000000) AS started_at_time,
       strftime('%Y-%m-%dT%H:%M:%S', ended / 1000000, 'unixepoch') || printf('.%06dZ', ended % 1000000) AS ended_at_time
  FROM thing;

CREATE VIEW main.memlog_prov_agent AS
SELECT 'urn:x-memlog:agent:' || lower(hex(name)) AS id, iif(max(software), 'prov:SoftwareAgent', 'prov:Agent') AS type, name AS label
  FROM (SELECT actor AS name, 0 AS software FROM memlog_entity
         UNION ALL
        SELECT creator, 0 FROM memlog_item
         UNION ALL
        SELECT json_extract(meta, '$.actor'), 0 FROM memlog_event WHERE key <> ''
         UNION ALL
        SELECT json_extract(detail, '$.reviewer'), 0 FROM memlog_entity WHERE type = 'decision'
         UNION ALL
        SELECT json_extract(detail, '$.model'), 1 FROM memlog_entity WHERE type = 'transformation')
 WHERE typeof(name) = 'text' AND name <> ''
 GROUP BY name;

CREATE VIEW main.memlog_prov_relation AS
WITH edge(relation, role, a, a_version, b, b_version, at) AS (
  -- by what the ends are: an activity, or an entity
  SELECT CASE relation
           WHEN 'made_by' THEN 'wasGeneratedBy' WHEN 'found_by' THEN 'wasGeneratedBy'
           WHEN 'read' THEN 'used' WHEN 'based_on' THEN 'used'
           WHEN 'selected' THEN 'used' WHEN 'chosen' THEN 'used' WHEN 'left_out' THEN 'used' WHEN 'conflicting' THEN 'used'
           WHEN 'derived_from' THEN 'wasDerivedFrom' WHEN 'placed' THEN 'wasDerivedFrom' WHEN 'refers_to' THEN 'wasDerivedFrom'
           WHEN 'corrects' THEN 'wasRevisionOf' WHEN 'stated_by' THEN 'hadPrimarySource' WHEN 'repeats' THEN 'alternateOf'
           WHEN 'used' THEN iif(t.type IN ('decision', 'action'), 'wasInformedBy', 'used')
           WHEN 'revises' THEN 'wasInformedBy'
           WHEN 'caused_by' THEN iif(f.type IN ('decision', 'transformation', 'retrieval', 'action', 'effect', 'change'), 'used', 'wasDerivedFrom')
           WHEN 'changes' THEN iif(json_extract(f.detail, '$.change') IN ('deleted', 'expired', 'superseded') AND json_extract(f.detail, '$.state') IS NOT 'requested',
                                   'wasInvalidatedBy', 'wasInfluencedBy')
           ELSE 'wasInfluencedBy' END,
         relation,
         iif(relation = 'changes', to_id, from_id), iif(relation = 'changes', to_version, from_version),
         iif(relation = 'changes', from_id, to_id), iif(relation = 'changes', from_version, to_version), e.at
    FROM memlog_edge AS e
    LEFT JOIN memlog_entity AS f ON f.id = e.from_id
    LEFT JOIN memlog_entity AS t ON t.id = e.to_id
   WHERE relation <> 'conflicts_with'
   UNION ALL
  SELECT 'specializationOf', 'version', record, version, record, 0, min(at) FROM memlog_item GROUP BY record, version
   UNION ALL
  SELECT 'wasRevisionOf', 'supersedes', record, version, record,
         (SELECT max(f.version) FROM memlog_item AS f WHERE f.record = i.record AND f.version < i.version AND (f.begun IS NOT NULL OR f.admission IS NULL)),
         min(at)
    FROM memlog_item AS i WHERE begun IS NOT NULL OR admission IS NULL GROUP BY record, version
),
uuid(relation, role, subject, object, at) AS (
  SELECT relation, role, hex(a) || iif(a_version = 0, '', '#' || a_version), hex(b) || iif(b_version = 0, '', '#' || b_version), at
    FROM edge WHERE b_version IS NOT NULL
   UNION ALL
  SELECT 'wasGeneratedBy', 'run', upper(replace(e.id, '-', '')),
         substr(root, 1, 12) || '8' || substr(root, 14, 3) || '8' || substr(root, 18, 3) || printf('%012X', e.run), e.time
    FROM memlog_event AS e, (SELECT hex(value) AS root FROM memlog_meta WHERE name = 'root') WHERE e.run IS NOT NULL
   UNION ALL
  SELECT 'wasDerivedFrom', 'cause', upper(replace(e.id, '-', '')), upper(replace(c.id, '-', '')), e.time
    FROM memlog_event AS e JOIN memlog_event AS c ON c.seq = e.cause
),
urn(relation, role, subject, object, at) AS (
  SELECT relation, role,
         'urn:uuid:' || lower(substr(subject, 1, 8) || '-' || substr(subject, 9, 4) || '-' || substr(subject, 13, 4) || '-' || substr(subject, 17, 4) || '-' || substr(subject, 21)),
         'urn:uuid:' || lower(substr(object, 1, 8) || '-' || substr(object, 9, 4) || '-' || substr(object, 13, 4) || '-' || substr(object, 17, 4) || '-' || substr(object, 21)), at
    FROM uuid
   UNION ALL
  SELECT relation, role,
         'urn:uuid:' || lower(substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-' || substr(hex, 13, 4) || '-' || substr(hex, 17, 4) || '-' || substr(hex, 21)) || version,
         'urn:x-memlog:agent:' || lower(hex(name)), at
    FROM (SELECT 'wasAttributedTo' AS relation, 'creator' AS role, hex(record) AS hex, '#' || version AS version, creator AS name, min(at) AS at
            FROM memlog_item GROUP BY record, version
           UNION ALL
          SELECT iif(type IN ('source', 'placement', 'claim', 'proof', 'record'), 'wasAttributedTo', 'wasAssociatedWith'), 'actor', hex(id), '', actor, at
            FROM memlog_entity
           UNION ALL
          SELECT 'wasAssociatedWith', 'reviewer', hex(id), '', json_extract(detail, '$.reviewer'), at FROM memlog_entity WHERE type = 'decision'
           UNION ALL
          SELECT 'wasAssociatedWith', 'model', hex(id), '', json_extract(detail, '$.model'), at FROM memlog_entity WHERE type = 'transformation'
           UNION ALL
          SELECT 'wasAttributedTo', 'actor', upper(replace(id, '-', '')), '', json_extract(meta, '$.actor'), time FROM memlog_event)
),
known(id) AS MATERIALIZED (
  SELECT id FROM memlog_prov_entity UNION SELECT id FROM memlog_prov_activity UNION SELECT id FROM memlog_prov_agent
)
SELECT DISTINCT relation, subject, object, role,
       strftime('%Y-%m-%dT%H:%M:%S', at / 1000000, 'unixepoch') || printf('.%06dZ', at % 1000000) AS time
  FROM urn
 WHERE subject IN (SELECT id FROM known) AND object IN (SELECT id FROM known);
