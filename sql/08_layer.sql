-- Since version 3.
-- Long-term memory and the layers in plain SQL. They show what has expired until that is cleaned up.

-- The items that stand.
CREATE VIEW memlog_v_item AS
SELECT key, set_name, id, version, content, metadata, kind, category, importance, sensitivity, source, location, creator,
       lower(printf('%s-%s-%s-%s-%s', substr(hex(record), 1, 8), substr(hex(record), 9, 4), substr(hex(record), 13, 4),
                    substr(hex(record), 17, 4), substr(hex(record), 21))) AS record,
       strftime('%Y-%m-%d %H:%M:%S', created / 1000000, 'unixepoch') || printf('.%06d', created % 1000000) AS created_at,
       strftime('%Y-%m-%d %H:%M:%S', at / 1000000, 'unixepoch') || printf('.%06d', at % 1000000) AS updated_at,
       strftime('%Y-%m-%d %H:%M:%S', valid_from / 1000000, 'unixepoch') || printf('.%06d', valid_from % 1000000) AS valid_from,
       strftime('%Y-%m-%d %H:%M:%S', valid_to / 1000000, 'unixepoch') || printf('.%06d', valid_to % 1000000) AS valid_to,
       strftime('%Y-%m-%d %H:%M:%S', expires / 1000, 'unixepoch') || printf('.%03d000', expires % 1000) AS expires_at
  FROM (SELECT number, key, set_name, id, record, version, metadata, kind, category, importance, valid_from, valid_to,
               expires, ifnull(sensitivity, 0) AS sensitivity, source, location, creator, created, at,
               CASE WHEN substr(content, 1, 12) <> '{"digest": "' THEN content
                 ELSE (SELECT v.json FROM memlog_value AS v
                        WHERE v.key = i.key AND lower(hex(v.digest)) = substr(i.content, 13, 32)) END AS content
          FROM memlog_item AS i
         WHERE ended IS NULL);

-- Whose memory there is, in which layer: working memory is cleared when a run ends, session memory lives across runs;
-- what is known of a user stands in the set user_profile, what an agent has learned in the set agent_<agent>; other sets
-- are long-term memory, too.
CREATE VIEW memlog_v_layer AS
SELECT layer, key, entries, bytes,
       strftime('%Y-%m-%d %H:%M:%S', oldest / 1000, 'unixepoch') || printf('.%03d000', oldest % 1000) AS oldest,
       strftime('%Y-%m-%d %H:%M:%S', newest / 1000, 'unixepoch') || printf('.%03d000', newest % 1000) AS newest
  FROM (SELECT CASE scope WHEN 'se' THEN 'working' ELSE 'session' END AS layer, key, count(*) AS entries,
               sum(length(CAST(value AS BLOB))) AS bytes, min(at) AS oldest, max(at) AS newest
          FROM memlog_cell
         WHERE scope <> '' AND kind = 1
         GROUP BY key, scope
        UNION ALL
        SELECT CASE WHEN set_name = 'user_profile' THEN 'user' WHEN set_name GLOB 'agent_*' THEN 'agent' ELSE 'long_term' END
                 AS layer, key, count(*), sum(length(CAST(content AS BLOB))), min(at) / 1000, max(at) / 1000
          FROM memlog_item
         WHERE ended IS NULL
         GROUP BY key, layer);

-- How much of everything there is.
CREATE VIEW memlog_v_overview AS
SELECT (SELECT count(DISTINCT key) FROM (SELECT key FROM memlog_cell WHERE scope = '' UNION SELECT key FROM memlog_item WHERE ended IS NULL))
         AS keys,
       (SELECT count(*) FROM memlog_cell WHERE kind = 1 AND scope = 'se') AS working,
       (SELECT count(*) FROM memlog_cell WHERE kind = 1 AND scope = 'st') AS session,
       (SELECT count(*) FROM memlog_item WHERE ended IS NULL AND set_name = 'user_profile') AS user,
       (SELECT count(*) FROM memlog_item WHERE ended IS NULL AND set_name GLOB 'agent_*') AS agent,
       (SELECT count(*) FROM memlog_item WHERE ended IS NULL) AS items,
       (SELECT count(*) FROM memlog_item WHERE ended IS NOT NULL) AS past_versions,
       (SELECT count(*) FROM (SELECT DISTINCT key, set_name FROM memlog_item WHERE ended IS NULL)) AS sets,
       (SELECT count(*) FROM memlog_session WHERE ended IS NOT NULL) AS sessions_ended,
       (SELECT count(*) FROM memlog_event) AS events,
       (SELECT count(*) FROM memlog_run) AS runs;

-- Items by kind and set, of all keys.
CREATE VIEW memlog_v_item_kind AS
SELECT set_name, kind, count(*) AS items, count(DISTINCT key) AS keys, sum(length(CAST(content AS BLOB))) AS bytes
  FROM memlog_item
 WHERE ended IS NULL
 GROUP BY set_name, kind;

-- What came to a set and went, day by day (UTC). A version that took another's place is a change.
CREATE VIEW memlog_v_item_day AS
SELECT day, set_name, sum(added) AS added, sum(changed) AS changed, sum(removed) AS removed
  FROM (SELECT date(at / 1000000, 'unixepoch') AS day, set_name, version = 1 AS added, version > 1 AS changed, 0 AS removed
          FROM memlog_item
        UNION ALL
        SELECT date(ended / 1000000, 'unixepoch'), set_name, 0, 0, 1
          FROM memlog_item AS i
         WHERE ended > 0
           AND NOT EXISTS (SELECT 1 FROM memlog_item AS n
                            WHERE n.key = i.key AND n.set_name = i.set_name AND n.id = i.id AND n.ended IS NULL
                              AND n.record = i.record)
           AND NOT EXISTS (SELECT 1 FROM memlog_item AS n
                            WHERE n.key = i.key AND n.set_name = i.set_name AND n.id = i.id AND n.ended > 0
                              AND n.record = i.record AND n.version = i.version + 1))
 GROUP BY day, set_name;

-- A set of a key.
CREATE VIEW memlog_v_set AS
SELECT key, set_name, sum(ended IS NULL) AS items, count(*) AS versions,
       sum(iif(ended IS NULL, length(CAST(content AS BLOB)), 0)) AS bytes, round(avg(iif(ended IS NULL, importance, NULL)), 2) AS importance,
       strftime('%Y-%m-%d %H:%M:%S', min(created) / 1000000, 'unixepoch') || printf('.%06d', min(created) % 1000000) AS first_created,
       strftime('%Y-%m-%d %H:%M:%S', max(at) / 1000000, 'unixepoch') || printf('.%06d', max(at) % 1000000) AS last_changed
  FROM memlog_item
 GROUP BY key, set_name;

-- Agents by what they have learned.
CREATE VIEW memlog_v_agent AS
SELECT substr(set_name, 7) AS agent, count(*) AS items, count(DISTINCT key) AS users,
       sum(length(CAST(content AS BLOB))) AS bytes,
       ifnull(s.sessions, 0) AS sessions
  FROM memlog_item
  LEFT JOIN (SELECT agent AS name, count(*) AS sessions FROM memlog_session WHERE agent IS NOT NULL GROUP BY agent) AS s
    ON s.name = substr(set_name, 7)
 WHERE ended IS NULL AND set_name GLOB 'agent_*'
 GROUP BY set_name
 ORDER BY items DESC, agent;

-- Searches day by day (UTC): how many, what they found, how many found nothing, how long they took. Those of an action for
-- the same query are one.
CREATE VIEW memlog_v_search_day AS
SELECT day, count(*) AS searches, sum(hits) AS hits, sum(hits = 0) AS zero_hits, round(avg(hits = 0), 4) AS zero_hit_rate,
       CAST(avg(us) AS INTEGER) AS mean_us, max(us) AS max_us
  FROM (SELECT date(e.time / 1000000, 'unixepoch') AS day, json_array_length(q.value) AS hits,
               json_extract(e.meta, '$.microseconds[' || (row_number() OVER (PARTITION BY e.seq ORDER BY q.id) - 1) || ']') AS us
          FROM memlog_event AS e, json_each(e.value) AS q
         WHERE e.kind = 7 AND q.type = 'array')
 GROUP BY day;

-- Ends of sessions day by day (UTC): how many messages were judged and by what, what became of the judged items, and how
-- often a function that should have judged did not (then rules did).
CREATE VIEW memlog_v_judge_day AS
SELECT date(time / 1000000, 'unixepoch') AS day, count(*) AS ends, sum(value ->> 'messages') AS messages,
       sum(value ->> 'judge' = 'host') AS by_host, sum(value ->> 'judge' = 'function') AS by_function,
       sum(value ->> 'judge' = 'rules') AS by_rules, sum(value ->> 'error' IS NOT NULL) AS fallbacks,
       sum(value ->> 'stored') AS stored, sum(value ->> 'duplicates') AS duplicates, sum(value ->> 'superseded') AS superseded,
       sum(value ->> 'skipped') AS skipped, sum(value ->> 'dropped') AS dropped
  FROM memlog_event
 WHERE kind = '_session_end_event'
 GROUP BY day;
