-- Since version 4.
-- Lineage in plain SQL. Ids are shown as text; the columns that end in _blob have them as they are stored: by these, rows
-- are looked up. Where the details of something lack a member, it is NULL.

-- What depends on what: every row of memlog_edge, and what the versions of records tell by themselves: one that stood
-- supersedes the one that stood before it. What came and went in the transaction at hand is told of once that is recorded.
CREATE VIEW memlog_v_edge AS
SELECT lower(printf('%s-%s-%s-%s-%s', substr(hex(from_id), 1, 8), substr(hex(from_id), 9, 4), substr(hex(from_id), 13, 4),
                    substr(hex(from_id), 17, 4), substr(hex(from_id), 21))) AS from_id, from_version, relation,
       lower(printf('%s-%s-%s-%s-%s', substr(hex(to_id), 1, 8), substr(hex(to_id), 9, 4), substr(hex(to_id), 13, 4),
                    substr(hex(to_id), 17, 4), substr(hex(to_id), 21))) AS to_id, to_version,
       strftime('%Y-%m-%d %H:%M:%S', at / 1000000, 'unixepoch') || printf('.%06d', at % 1000000) AS time,
       rank, score, reason, detail, from_id AS from_blob, to_id AS to_blob
  FROM memlog_edge
UNION ALL
SELECT lower(printf('%s-%s-%s-%s-%s', substr(hex(record), 1, 8), substr(hex(record), 9, 4), substr(hex(record), 13, 4),
                    substr(hex(record), 17, 4), substr(hex(record), 21))), version, 'supersedes',
       lower(printf('%s-%s-%s-%s-%s', substr(hex(record), 1, 8), substr(hex(record), 9, 4), substr(hex(record), 13, 4),
                    substr(hex(record), 17, 4), substr(hex(record), 21))), former,
       strftime('%Y-%m-%d %H:%M:%S', at / 1000000, 'unixepoch') || printf('.%06d', at % 1000000),
       NULL, NULL, NULL, NULL, record, record
  FROM (SELECT record, version, at,
               (SELECT max(f.version) FROM memlog_item AS f
                 WHERE f.record = i.record AND f.version < i.version
                   AND (f.begun IS NOT NULL OR f.admission IS NULL)) AS former
          FROM memlog_item AS i
         WHERE (begun IS NOT NULL OR admission IS NULL) AND admission IS NOT 'released')
 WHERE former IS NOT NULL;

-- The things of lineage, and then each type of them with what is known of it.
CREATE VIEW memlog_v_entity AS
SELECT lower(printf('%s-%s-%s-%s-%s', substr(hex(id), 1, 8), substr(hex(id), 9, 4), substr(hex(id), 13, 4),
                    substr(hex(id), 17, 4), substr(hex(id), 21))) AS id, type,
       strftime('%Y-%m-%d %H:%M:%S', at / 1000000, 'unixepoch') || printf('.%06d', at % 1000000) AS time,
       key, actor, txn, detail, id AS id_blob
  FROM memlog_entity;

-- Where something is known from; messages, which of a conversation.
CREATE VIEW memlog_v_source AS
SELECT id, time, key, actor, txn,
       json_extract(detail, '$.task') AS task, json_extract(detail, '$.artifact') AS artifact,
       json_extract(detail, '$.messages') AS messages, json_extract(detail, '$.trust') AS trust,
       json_extract(detail, '$.time') AS said_at, id_blob
  FROM memlog_v_entity
 WHERE type = 'source';

-- Who let a version in, or did not, and by which policy.
CREATE VIEW memlog_v_decision AS
SELECT id, time, key, actor, txn,
       json_extract(detail, '$.policy') AS policy, json_extract(detail, '$.reviewer') AS reviewer,
       json_extract(detail, '$.outcome') AS outcome, json_extract(detail, '$.reason') AS reason,
       json_extract(detail, '$.note') AS note, id_blob
  FROM memlog_v_entity
 WHERE type = 'decision';

-- How versions were made of others; of an index, how many versions it holds.
CREATE VIEW memlog_v_transformation AS
SELECT id, time, key, actor, txn,
       json_extract(detail, '$.kind') AS kind, json_extract(detail, '$.code') AS code,
       json_extract(detail, '$.model') AS model, json_extract(detail, '$.limitations') AS limitations,
       json_extract(detail, '$.versions') AS versions, id_blob
  FROM memlog_v_entity
 WHERE type = 'transformation';

-- Searches: query is the digest of what was asked; most, how many were wanted.
CREATE VIEW memlog_v_retrieval AS
SELECT id, time, key, actor, txn,
       json_extract(detail, '$.query') AS query, json_extract(detail, '$.text') AS text,
       json_extract(detail, '$.sets') AS sets, json_extract(detail, '$.filters') AS filters,
       json_extract(detail, '$.mode') AS mode, json_extract(detail, '$.index') AS index_version,
       json_extract(detail, '$.limit') AS most, json_extract(detail, '$.candidates') AS candidates,
       json_extract(detail, '$.left_out') AS left_out, id_blob
  FROM memlog_v_entity
 WHERE type = 'retrieval';

-- Contexts of a model that versions were put in; messages, as JSON, what else was.
CREATE VIEW memlog_v_placement AS
SELECT id, time, key, actor, txn,
       json_extract(detail, '$.session') AS session, json_extract(detail, '$.turn') AS turn,
       json_extract(detail, '$.messages') AS messages, id_blob
  FROM memlog_v_entity
 WHERE type = 'placement';

-- What was said on the ground of memory.
CREATE VIEW memlog_v_claim AS
SELECT id, time, key, actor, txn,
       json_extract(detail, '$.text') AS text, json_extract(detail, '$.decision') AS decision, id_blob
  FROM memlog_v_entity
 WHERE type = 'claim';

-- What was done: an action is an effect whose outcome is not known yet.
CREATE VIEW memlog_v_effect AS
SELECT id, type, time, key, actor, txn,
       json_extract(detail, '$.name') AS name, json_extract(detail, '$.outcome') AS outcome,
       json_extract(detail, '$.effect') AS effect, json_extract(detail, '$.decision') AS decision, id_blob
  FROM memlog_v_entity
 WHERE type IN ('effect', 'action');

-- What happened to versions; of a deletion that is only requested, state says so.
CREATE VIEW memlog_v_change AS
SELECT id, time, key, actor, txn,
       json_extract(detail, '$.change') AS change, json_extract(detail, '$.reason') AS reason,
       json_extract(detail, '$.note') AS note, json_extract(detail, '$.how') AS how,
       json_extract(detail, '$.state') AS state,
       json_extract(detail, '$.relearn') AS relearn, json_extract(detail, '$.cascade') AS cascade, id_blob
  FROM memlog_v_entity
 WHERE type = 'change';

-- That a deletion has reached something.
CREATE VIEW memlog_v_proof AS
SELECT id, time, key, actor, txn,
       json_extract(detail, '$.part') AS part, json_extract(detail, '$.what') AS what,
       json_extract(detail, '$.check') AS checked_by, json_extract(detail, '$.state') AS state,
       strftime('%Y-%m-%d %H:%M:%S', invalidated / 1000000, 'unixepoch') || printf('.%06d', invalidated % 1000000)
         AS invalidated_at,
       strftime('%Y-%m-%d %H:%M:%S', verified / 1000000, 'unixepoch') || printf('.%06d', verified % 1000000) AS verified_at,
       id_blob
  FROM (SELECT id, time, key, actor, txn, detail, json_extract(detail, '$.invalidated_at') AS invalidated,
               json_extract(detail, '$.verified_at') AS verified, id_blob
          FROM memlog_v_entity
         WHERE type = 'proof');

-- What happened to each version, in the words of a memory's life. id is the entity that tells of it, NULL where the
-- version itself does: it was let in without anybody's decision (reason 'open'), or another one took its place. A claim
-- that refers to a context refers to what was put in it; an effect that used a claim used what that refers to. A deletion
-- that is only requested has not happened.
CREATE VIEW memlog_v_lifecycle AS
SELECT lower(printf('%s-%s-%s-%s-%s', substr(hex(record), 1, 8), substr(hex(record), 9, 4), substr(hex(record), 13, 4),
                    substr(hex(record), 17, 4), substr(hex(record), 21))) AS record, version, change,
       strftime('%Y-%m-%d %H:%M:%S', at / 1000000, 'unixepoch') || printf('.%06d', at % 1000000) AS time, actor,
       iif(entity IS NULL, NULL,
           lower(printf('%s-%s-%s-%s-%s', substr(hex(entity), 1, 8), substr(hex(entity), 9, 4), substr(hex(entity), 13, 4),
                    substr(hex(entity), 17, 4), substr(hex(entity), 21)))) AS id, reason,
       record AS record_blob, entity AS id_blob
  FROM (SELECT i.record, i.version, 'admitted' AS change, i.at, NULL AS actor, NULL AS entity, 'open' AS reason
          FROM memlog_item AS i
         WHERE (i.begun IS NOT NULL OR i.admission IS NULL) AND i.admission IS NOT 'released'
           AND NOT EXISTS (SELECT 1 FROM memlog_edge AS d JOIN memlog_entity AS e ON e.id = d.to_id
                            WHERE d.from_id = i.record AND d.from_version = i.version AND d.relation = 'decided_by'
                              AND json_extract(e.detail, '$.outcome') = 'admitted')
        UNION ALL
        SELECT f.record, f.version, 'superseded', i.at, NULL, NULL, NULL
          FROM memlog_item AS f
          JOIN memlog_item AS i
            ON i.record = f.record
           AND i.version = (SELECT min(n.version) FROM memlog_item AS n
                             WHERE n.record = f.record AND n.version > f.version
                               AND (n.begun IS NOT NULL OR n.admission IS NULL))
         WHERE (f.begun IS NOT NULL OR f.admission IS NULL) AND f.admission IS NOT 'released'
           AND (i.begun IS NOT NULL OR i.admission IS NULL) AND i.admission IS NOT 'released'
        UNION ALL
        SELECT d.from_id, d.from_version, json_extract(e.detail, '$.outcome'), e.at, e.actor, e.id,
               json_extract(e.detail, '$.reason')
          FROM memlog_edge AS d
          JOIN memlog_entity AS e ON e.id = d.to_id
         WHERE d.relation = 'decided_by'
        UNION ALL
        SELECT d.to_id, d.to_version,
               CASE d.relation WHEN 'changes' THEN json_extract(e.detail, '$.change')
                 WHEN 'selected' THEN 'selected' WHEN 'chosen' THEN 'selected'
                 WHEN 'placed' THEN 'inserted_into_context'
                 WHEN 'refers_to' THEN 'referenced_by_claim' ELSE 'used_by_action' END,
               e.at, e.actor, e.id, ifnull(d.reason, json_extract(e.detail, '$.reason'))
          FROM memlog_edge AS d
          JOIN memlog_entity AS e ON e.id = d.from_id
         WHERE d.to_version > 0
           AND (d.relation IN ('selected', 'placed', 'refers_to', 'used')
                OR (d.relation = 'changes' AND json_extract(e.detail, '$.state') IS NOT 'requested')
                OR (d.relation = 'chosen'
                    AND NOT EXISTS (SELECT 1 FROM memlog_edge AS s
                                     WHERE s.from_id = d.from_id AND s.from_version = 0 AND s.relation = 'selected'
                                       AND s.to_id = d.to_id AND s.to_version = d.to_version)))
        UNION ALL
        SELECT d.to_id, d.to_version, 'read_candidate', e.at, e.actor, e.id, d.reason
          FROM memlog_edge AS d
          JOIN memlog_entity AS e ON e.id = d.from_id
         WHERE d.to_version > 0 AND d.relation IN ('selected', 'left_out')
        UNION ALL
        SELECT d.to_id, d.to_version, iif(u.relation = 'used', 'used_by_action', 'referenced_by_claim'), e.at,
               e.actor, e.id, u.reason
          FROM memlog_edge AS d
          JOIN memlog_edge AS u
            ON u.to_id = d.from_id AND u.relation = iif(d.relation = 'placed', 'refers_to', 'used')
          JOIN memlog_entity AS e ON e.id = u.from_id
         WHERE d.to_version > 0 AND d.relation IN ('refers_to', 'placed')
        UNION ALL
        SELECT d.to_id, d.to_version, 'used_by_action', e.at, e.actor, e.id, u.reason
          FROM memlog_edge AS d
          JOIN memlog_edge AS c ON c.to_id = d.from_id AND c.relation = 'refers_to'
          JOIN memlog_edge AS u ON u.to_id = c.from_id AND u.relation = 'used'
          JOIN memlog_entity AS e ON e.id = u.from_id
         WHERE d.to_version > 0 AND d.relation = 'placed'
           AND NOT EXISTS (SELECT 1 FROM memlog_edge AS r
                            WHERE r.from_id = c.from_id AND r.relation = 'refers_to'
                              AND r.to_id = d.to_id AND r.to_version = d.to_version));
