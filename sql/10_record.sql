-- Since version 4.
-- Records of long-term memory and what was decided of their versions, in plain SQL.
CREATE INDEX memlog_item_waiting ON memlog_item(key, set_name, digest) WHERE admission = 'proposed';

-- Every version of every record, whatever became of it: of one that was released from quarantine the newest row.
--   state     'proposed': it waits to be admitted; 'denied'; 'admitted': it stands; 'quarantined'; 'superseded': a later
--             version took its place; 'expired'; 'deleted'; of one that waited and cannot be admitted any more also
--             'superseded', if a later version came to stand meanwhile, and 'deleted', if what it was to change went
--   decision  the newest that was made of it, and when that was
--   record_blob, decision_blob  as they are stored: by these, rows are looked up
CREATE VIEW memlog_v_record AS
SELECT lower(printf('%s-%s-%s-%s-%s', substr(hex(record), 1, 8), substr(hex(record), 9, 4), substr(hex(record), 13, 4),
                    substr(hex(record), 17, 4), substr(hex(record), 21))) AS record,
       version, key, set_name, id,
       CASE WHEN admission = 'proposed' AND later THEN 'superseded'
            WHEN admission = 'proposed' AND gone THEN 'deleted'
            WHEN admission IS NOT NULL THEN admission
            WHEN ended IS NULL THEN 'admitted'
            WHEN next THEN 'superseded'
            WHEN expires <= ended / 1000 THEN 'expired'
            ELSE 'deleted' END AS state,
       lower(hex(digest)) AS digest,
       CASE WHEN substr(content, 1, 12) <> '{"digest": "' THEN content
         ELSE (SELECT v.json FROM memlog_value AS v
                WHERE v.key = r.key AND lower(hex(v.digest)) = substr(r.content, 13, 32)) END AS content,
       strftime('%Y-%m-%d %H:%M:%S', valid_from / 1000000, 'unixepoch') || printf('.%06d', valid_from % 1000000) AS valid_from,
       strftime('%Y-%m-%d %H:%M:%S', valid_to / 1000000, 'unixepoch') || printf('.%06d', valid_to % 1000000) AS valid_to,
       strftime('%Y-%m-%d %H:%M:%S', expires / 1000, 'unixepoch') || printf('.%03d000', expires % 1000) AS expires_at,
       sensitivity, derived,
       strftime('%Y-%m-%d %H:%M:%S', at / 1000000, 'unixepoch') || printf('.%06d', at % 1000000) AS recorded_at,
       strftime('%Y-%m-%d %H:%M:%S', decided / 1000000, 'unixepoch') || printf('.%06d', decided % 1000000) AS decided_at,
       lower(nullif(printf('%s-%s-%s-%s-%s', substr(hex(decision), 1, 8), substr(hex(decision), 9, 4),
                           substr(hex(decision), 13, 4), substr(hex(decision), 17, 4), substr(hex(decision), 21)), '----'))
         AS decision, record AS record_blob, decision AS decision_blob
  FROM (SELECT i.record, i.version, i.key, i.set_name, i.id, i.admission, i.digest, i.content, i.valid_from, i.valid_to,
               i.expires, ifnull(i.sensitivity, 0) AS sensitivity, i.derived, i.at, i.ended, d.id AS decision,
               d.at AS decided,
               EXISTS (SELECT 1 FROM memlog_item AS n
                        WHERE n.record = i.record AND n.version > i.version
                          AND (n.begun IS NOT NULL OR n.admission IS NULL)) AS later,
               EXISTS (SELECT 1 FROM memlog_item AS n
                        WHERE n.record = i.record AND n.version > i.version
                          AND (n.begun = i.ended OR (i.ended = 0 AND n.begun IS NULL AND n.admission IS NULL))) AS next,
               (SELECT n.admission IS NULL AND n.ended IS NOT NULL FROM memlog_item AS n
                 WHERE n.record = i.record AND (n.begun IS NOT NULL OR n.admission IS NULL)
                 ORDER BY n.version DESC, n.number DESC LIMIT 1) AS gone
          FROM memlog_item AS i
          LEFT JOIN memlog_entity AS d
            ON d.id = (SELECT max(e.to_id) FROM memlog_edge AS e
                        WHERE e.from_id = i.record AND e.from_version = i.version AND e.relation = 'decided_by')
         WHERE i.admission IS NOT 'released') AS r;

-- Views of long-term memory that count versions: what was never let in is none to them, and what was released from
-- quarantine is one.
DROP VIEW memlog_v_overview;
CREATE VIEW memlog_v_overview AS
SELECT (SELECT count(DISTINCT key) FROM (SELECT key FROM memlog_cell WHERE scope = '' UNION SELECT key FROM memlog_item WHERE ended IS NULL))
         AS keys,
       (SELECT count(*) FROM memlog_cell WHERE kind = 1 AND scope = 'se') AS working,
       (SELECT count(*) FROM memlog_cell WHERE kind = 1 AND scope = 'st') AS session,
       (SELECT count(*) FROM memlog_item WHERE ended IS NULL AND set_name = 'user_profile') AS user,
       (SELECT count(*) FROM memlog_item WHERE ended IS NULL AND set_name GLOB 'agent_*') AS agent,
       (SELECT count(*) FROM memlog_item WHERE ended IS NULL) AS items,
       (SELECT count(*) FROM memlog_item WHERE ended IS NOT NULL AND (begun IS NOT NULL OR admission IS NULL)) AS past_versions,
       (SELECT count(*) FROM (SELECT DISTINCT key, set_name FROM memlog_item WHERE ended IS NULL)) AS sets,
       (SELECT count(*) FROM memlog_session WHERE ended IS NOT NULL) AS sessions_ended,
       (SELECT count(*) FROM memlog_event) AS events,
       (SELECT count(*) FROM memlog_run) AS runs;

DROP VIEW memlog_v_item_day;
CREATE VIEW memlog_v_item_day AS
SELECT day, set_name, sum(added) AS added, sum(changed) AS changed, sum(removed) AS removed
  FROM (SELECT date(at / 1000000, 'unixepoch') AS day, set_name, version = 1 AS added, version > 1 AS changed, 0 AS removed
          FROM memlog_item
         WHERE (begun IS NOT NULL OR admission IS NULL) AND admission IS NOT 'released'
        UNION ALL
        SELECT date(ended / 1000000, 'unixepoch'), set_name, 0, 0, 1
          FROM memlog_item AS i
         WHERE ended > 0 AND admission IS NOT 'released'
           AND NOT EXISTS (SELECT 1 FROM memlog_item AS n
                            WHERE n.key = i.key AND n.set_name = i.set_name AND n.id = i.id AND n.ended IS NULL
                              AND n.record = i.record)
           AND NOT EXISTS (SELECT 1 FROM memlog_item AS n
                            WHERE n.key = i.key AND n.set_name = i.set_name AND n.id = i.id AND n.ended > 0
                              AND n.record = i.record AND n.version = i.version + 1))
 GROUP BY day, set_name;

DROP VIEW memlog_v_set;
CREATE VIEW memlog_v_set AS
SELECT key, set_name, sum(ended IS NULL) AS items, count(*) AS versions,
       sum(iif(ended IS NULL, length(CAST(content AS BLOB)), 0)) AS bytes, round(avg(iif(ended IS NULL, importance, NULL)), 2) AS importance,
       strftime('%Y-%m-%d %H:%M:%S', min(created) / 1000000, 'unixepoch') || printf('.%06d', min(created) % 1000000) AS first_created,
       strftime('%Y-%m-%d %H:%M:%S', max(at) / 1000000, 'unixepoch') || printf('.%06d', max(at) % 1000000) AS last_changed
  FROM memlog_item
 WHERE begun IS NOT NULL OR admission IS NULL
 GROUP BY key, set_name;
