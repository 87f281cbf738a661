-- Since version 4.
-- What lineage lacks, or says that cannot be: one row a fault. Every history that memlog's functions allow has none. What
-- was forgotten or pruned cannot be judged, and is no fault; nor what stood when the file came to keep lineage.
--   kind     'derivation', 'identity', 'scope', 'correction', 'deletion', 'conflict', 'claim', 'placement'
--   entity   what is at fault: 'record', or the type of an entity
--   id, version                  … its id, as a UUID, and of a record the version; NULL: it has none
--   related, related_version     what it is at odds with; NULL: nothing is there
--   number   of the row of memlog_item or memlog_vector that is at fault
--   detail   in words
CREATE VIEW memlog_v_lineage_break AS
WITH RECURSIVE
since(seq, pruned) AS (
  SELECT max(ifnull((SELECT value FROM memlog_meta WHERE name = 'lineage'), 0),
             ifnull((SELECT value ->> '$.seq' FROM memlog_meta WHERE name = 'anchor' AND json_valid(value)), 0)),
         EXISTS (SELECT 1 FROM memlog_meta WHERE name = 'anchor')
),
change(id, name, state) AS MATERIALIZED (
  SELECT id, detail ->> '$.change', detail ->> '$.state' FROM memlog_entity WHERE type = 'change' AND json_valid(detail)
),
-- Versions of other records that begin where one of another record ended at the same place, and say the same.
moved(record, version, number, other, other_version) AS (
  SELECT o.record, o.version, o.number, n.record, n.version
    FROM memlog_item AS n
   CROSS JOIN memlog_item AS o INDEXED BY memlog_item_past
      ON o.key = n.key AND o.set_name = n.set_name AND o.id = n.id AND o.ended = ifnull(n.begun, 0)
   WHERE o.ended IS NOT NULL AND o.record <> n.record AND o.admission IS NULL AND n.admission IS NULL
     AND (o.ended = 0 OR o.ended > (SELECT seq FROM since))
     AND NOT EXISTS (SELECT 1 FROM memlog_import AS f WHERE f.seq = o.ended)
     AND (o.digest = n.digest OR n.version > 1)
     AND NOT EXISTS (SELECT 1 FROM memlog_item AS l INDEXED BY memlog_item_record WHERE l.record = o.record AND l.version > o.version)
     AND NOT EXISTS (SELECT 1 FROM memlog_item AS l INDEXED BY memlog_item_record WHERE l.record = n.record AND l.version = n.version - 1)
     AND NOT EXISTS (SELECT 1 FROM memlog_edge AS e INDEXED BY memlog_edge_to
                      WHERE e.to_id = o.record AND e.to_version IN (0, o.version) AND e.relation = 'changes'
                        AND NOT EXISTS (SELECT 1 FROM change AS c WHERE c.id = e.from_id AND c.name NOT IN ('deleted', 'expired', 'quarantined', 'superseded')))
),
-- Entities from which a version can be reached, or the place of one.
reaches(id) AS (
  SELECT e.from_id FROM memlog_edge AS e
   WHERE e.relation IN ('refers_to', 'placed')
     AND (EXISTS (SELECT 1 FROM memlog_item AS i WHERE i.record = e.to_id)
       OR EXISTS (SELECT 1 FROM memlog_entity AS t WHERE t.id = e.to_id AND t.type = 'record')
       OR (e.to_version > 0 AND (SELECT pruned FROM since)))
  UNION
  SELECT e.from_id FROM reaches AS r CROSS JOIN memlog_edge AS e INDEXED BY memlog_edge_to ON e.to_id = r.id
   WHERE e.relation = 'refers_to'
),
-- Uses of versions whose place among the events is known, and what was there then can be known.
used(id, txn, at, relation, record, version) AS (
  SELECT n.id, n.txn, n.at, e.relation, e.to_id, e.to_version
    FROM memlog_entity AS n
    JOIN memlog_edge AS e ON e.from_id = n.id AND e.from_version = 0
   WHERE n.type IN ('placement', 'retrieval') AND n.txn > (SELECT seq FROM since)
     AND (n.type, e.relation) IN (VALUES('placement', 'placed'), ('retrieval', 'selected'), ('retrieval', 'chosen'))
),
-- What was placed in a transaction without events: all that is known is the last one before it that has some (seen).
unseen(id, at, seen, record, version) AS (
  SELECT n.id, n.at, n.seen, e.to_id, e.to_version
    FROM (SELECT id, type, at, txn, max(txn) OVER (ORDER BY id) AS seen FROM memlog_entity) AS n
   CROSS JOIN memlog_edge AS e ON e.from_id = n.id AND e.from_version = 0 AND e.relation = 'placed'
   WHERE n.type = 'placement' AND n.txn IS NULL
),
fault(kind, entity, id, version, related, related_version, number, detail) AS (
  SELECT 'derivation', 'record', i.record, i.version, NULL, NULL, i.number, 'it is a ' || i.derived || ', but nothing says of what'
    FROM memlog_item AS i
   WHERE i.derived IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM memlog_edge AS e
                      WHERE e.from_id = i.record AND e.from_version <= i.version AND e.relation IN ('made_by', 'derived_from'))
  UNION ALL
  SELECT 'derivation', 'record', e.from_id, e.from_version, e.to_id, NULL, min(i.number), 'it is a ' || i.derived || ', but nothing says of what'
    FROM memlog_edge AS e
   CROSS JOIN memlog_item AS i ON i.record = e.from_id AND i.version = e.from_version
   WHERE e.relation = 'made_by' AND i.derived <> 'copy'
     AND NOT EXISTS (SELECT 1 FROM memlog_edge AS r WHERE r.from_id = e.to_id AND r.relation = 'read')
     AND NOT EXISTS (SELECT 1 FROM memlog_edge AS d
                      WHERE d.from_id = e.from_id AND d.from_version <= e.from_version AND d.relation = 'derived_from')
   GROUP BY e.from_id, e.from_version, e.to_id
  UNION ALL
  SELECT 'identity', 'record', m.record, m.version, m.other, m.other_version, m.number,
         'it ended, nothing says why, and where it stood another record took its place'
    FROM moved AS m
  UNION ALL
  SELECT DISTINCT 'identity', 'record', e.to_id, NULL, NULL, NULL, NULL,
         'it was used, but is not there: it was given another id, or taken out'
    FROM memlog_edge AS e
   WHERE e.relation IN ('selected', 'chosen', 'left_out', 'conflicting', 'placed', 'derived_from')
     AND NOT EXISTS (SELECT 1 FROM memlog_item AS i WHERE i.record = e.to_id)
     AND NOT EXISTS (SELECT 1 FROM memlog_entity AS t WHERE t.id = e.to_id)
     AND NOT (SELECT pruned FROM since)
  UNION ALL
  SELECT 'identity', 'record', NULL, NULL, NULL, NULL, v.number, 'there is a vector, but no version of its number'
    FROM memlog_vector AS v
   WHERE NOT EXISTS (SELECT 1 FROM memlog_item AS i WHERE i.number = v.number)
  UNION ALL
  SELECT 'scope', 'record', i.record, i.version, NULL, NULL, i.number, 'it is a copy, but nothing says of which record'
    FROM memlog_item AS i
   WHERE i.derived = 'copy'
     AND EXISTS (SELECT 1 FROM memlog_edge AS e WHERE e.from_id = i.record AND e.from_version <= i.version AND e.relation = 'made_by')
     AND NOT EXISTS (SELECT 1 FROM memlog_edge AS e
                      WHERE e.from_id = i.record AND e.from_version <= i.version AND e.relation = 'derived_from')
  UNION ALL
  SELECT 'scope', 'record', e.from_id, e.from_version, e.to_id, e.to_version, i.number,
         'it is of another key or set than what it was made of, and that is not said'
    FROM memlog_edge AS e
    JOIN memlog_item AS i ON i.record = e.from_id AND i.number = (SELECT max(number) FROM memlog_item WHERE record = e.from_id)
    JOIN memlog_item AS o ON o.record = e.to_id AND o.number = (SELECT max(number) FROM memlog_item WHERE record = e.to_id)
   WHERE e.relation = 'derived_from' AND (i.key <> o.key OR i.set_name <> o.set_name) AND e.reason IS NOT 'crosses_scope'
  UNION ALL
  SELECT 'correction', 'record', e.from_id, e.from_version, e.to_id, e.to_version, NULL, 'what it corrects is not there any more'
    FROM memlog_edge AS e
   WHERE e.relation = 'corrects'
     AND NOT EXISTS (SELECT 1 FROM memlog_item AS i WHERE i.record = e.to_id AND i.version = e.to_version)
     AND NOT EXISTS (SELECT 1 FROM memlog_entity AS t WHERE t.id = e.to_id AND t.type = 'record')
     AND NOT (SELECT pruned FROM since)
  UNION ALL
  SELECT 'deletion', 'record', i.record, i.version, c.id, NULL, i.number, 'it was deleted, but stands'
    FROM change AS c
    JOIN memlog_edge AS e ON e.from_id = c.id AND e.from_version = 0 AND e.relation = 'changes'
    JOIN memlog_item AS i ON i.record = e.to_id AND i.ended IS NULL
   WHERE c.name IN ('deleted', 'expired') AND c.state IS NOT 'requested'
     AND NOT EXISTS (SELECT 1 FROM memlog_edge AS d JOIN memlog_entity AS n ON n.id = d.to_id
                      WHERE d.from_id = i.record AND d.from_version = i.version AND d.relation = 'decided_by' AND n.id > c.id)
  UNION ALL
  SELECT 'deletion', 'record', i.record, i.version, NULL, NULL, i.number, 'it stands no more, but its vector is there'
    FROM memlog_vector AS v
    JOIN memlog_item AS i ON i.number = v.number
   WHERE i.ended IS NOT NULL
  UNION ALL
  SELECT 'deletion', 'record', NULL, NULL, NULL, NULL, NULL, 'position ' || l.seq || ' of the log has content of a key that was forgotten'
    FROM (SELECT seq, key, kind, value, removed, before, meta FROM memlog_event
          UNION ALL SELECT seq, key, kind, value, removed, before, meta FROM memlog_quiet) AS l
   WHERE l.key = '' AND typeof(l.kind) = 'integer' AND coalesce(l.value, l.removed, l.before, l.meta) IS NOT NULL
  UNION ALL
  SELECT 'conflict', 'retrieval', u.id, NULL, o.record, o.version, o.number,
         'it chose a version that conflicts with this one, which stood, and does not name it'
    FROM used AS u
    JOIN (SELECT from_id AS a, from_version AS av, to_id AS b, to_version AS bv, at FROM memlog_edge WHERE relation = 'conflicts_with'
          UNION SELECT to_id, to_version, from_id, from_version, at FROM memlog_edge WHERE relation = 'conflicts_with') AS x
      ON x.a = u.record AND x.av IN (0, u.version) AND x.at < u.at
    JOIN memlog_item AS o ON o.record = x.b AND x.bv IN (0, o.version)
   WHERE u.relation <> 'placed' AND o.begun < u.txn AND (o.ended IS NULL OR o.ended > u.txn)
     AND NOT EXISTS (SELECT 1 FROM memlog_event AS v WHERE v.seq = o.ended AND v.txn = u.txn)
     AND NOT EXISTS (SELECT 1 FROM memlog_quiet AS v WHERE v.seq = o.ended AND v.txn = u.txn)
     AND (o.expires IS NULL OR o.expires > u.at / 1000)
     AND NOT EXISTS (SELECT 1 FROM memlog_edge AS e WHERE e.from_id = u.id AND e.to_id = o.record)
  UNION ALL
  SELECT 'claim', 'claim', n.id, NULL, NULL, NULL, NULL, 'no version of a record can be reached from it'
    FROM memlog_entity AS n
   WHERE n.type = 'claim' AND n.id NOT IN (SELECT id FROM reaches)
  UNION ALL
  SELECT 'placement', 'placement', u.id, NULL, u.record, u.version, NULL,
         'it placed a version that did not stand: it had expired, another had taken its place, or it was not let in'
    FROM used AS u
   WHERE u.relation = 'placed'
     AND EXISTS (SELECT 1 FROM memlog_item AS i WHERE i.record = u.record AND i.version = u.version)
     AND NOT EXISTS (SELECT 1 FROM memlog_item AS i
                      WHERE i.record = u.record AND i.version = u.version AND (i.ended IS NULL OR i.ended = 0 OR i.ended >= u.txn)
                        AND (i.expires IS NULL OR i.expires > u.at / 1000)
                        AND (i.begun <= u.txn OR (i.begun IS NULL AND i.admission IS NULL)
                          OR EXISTS (SELECT 1 FROM memlog_event AS v WHERE v.seq = i.begun AND v.txn = u.txn)
                          OR EXISTS (SELECT 1 FROM memlog_quiet AS v WHERE v.seq = i.begun AND v.txn = u.txn)))
  UNION ALL
  SELECT 'placement', 'placement', u.id, NULL, u.record, u.version, NULL,
         'it placed a version that did not stand: it had expired, another had taken its place, or it was not let in'
    FROM unseen AS u
   WHERE EXISTS (SELECT 1 FROM memlog_item AS i WHERE i.record = u.record AND i.version = u.version)
     AND NOT EXISTS (SELECT 1 FROM memlog_item AS i
                      WHERE i.record = u.record AND i.version = u.version AND (i.begun IS NOT NULL OR i.admission IS NULL)
                        AND (i.expires IS NULL OR i.expires > u.at / 1000)
                        AND (i.ended IS NULL OR i.ended = 0 OR u.seen IS NULL
                          OR (i.ended > u.seen
                            AND NOT EXISTS (SELECT 1 FROM memlog_event AS v WHERE v.seq = i.ended AND v.txn = u.seen)
                            AND NOT EXISTS (SELECT 1 FROM memlog_quiet AS v WHERE v.seq = i.ended AND v.txn = u.seen))))
)
SELECT kind, entity,
       CASE WHEN id IS NOT NULL THEN
         lower(printf('%s-%s-%s-%s-%s', substr(hex(id), 1, 8), substr(hex(id), 9, 4), substr(hex(id), 13, 4), substr(hex(id), 17, 4),
                      substr(hex(id), 21))) END AS id, version,
       CASE WHEN related IS NOT NULL THEN
         lower(printf('%s-%s-%s-%s-%s', substr(hex(related), 1, 8), substr(hex(related), 9, 4), substr(hex(related), 13, 4),
                      substr(hex(related), 17, 4), substr(hex(related), 21))) END AS related, related_version, number, detail
  FROM fault;
