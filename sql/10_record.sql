-- Since version 4.
-- Records of long-term memory and what was decided of their versions, in plain SQL.
CREATE INDEX memlog_item_waiting ON memlog_item(key, set_name, digest) WHERE admission = 'proposed';

-- Every version of every record, whatever became of it: of one that was released from quarantine the newest row.
--   state     'proposed': it waits to be admitted; 'denied'; 'admitted': it stands; 'quarantined'; 'superseded': a later
--             version took its place; 'expired'; 'deleted'; of one that waited and cannot be admitted any more also
--             'superseded', if a later version came to stand meanwhile, and 'deleted', if what it was to change went
--   decision  the newest that was made of it, and when that was
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
         AS decision
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
