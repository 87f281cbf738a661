-- Since version 4.
-- Numbers about the file, for those who run it. Their classes are closed lists: what is in none is "other". A rate is
-- numerator divided by denominator, NULL where that is 0. The windows '1h' and '24h' are what was recorded since then, by
-- the clock of who asks; 'all' is all; 'now' is how things are.
CREATE VIEW memlog_v_metric AS
WITH span(window, since, seconds) AS MATERIALIZED (
  SELECT '1h', now - 3600000000, 3600 FROM (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 1000 AS now)
   UNION ALL
  SELECT '24h', now - 86400000000, 86400 FROM (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 1000 AS now)
   UNION ALL
  SELECT 'all', -9223372036854775807,
         (SELECT max(0, (now - time) / 1e6) FROM memlog_event ORDER BY seq LIMIT 1)
    FROM (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) * 1000 AS now)
),
-- What is counted, by class. The edges of a retrieval are told of with it.
event(window, class, n) AS MATERIALIZED (
  SELECT window,
         CASE kind WHEN 1 THEN 'sensory_write' WHEN 2 THEN 'short_term_write' WHEN 3 THEN 'sensory_read'
           WHEN 4 THEN 'short_term_read' WHEN 5 THEN 'long_term_update' WHEN 6 THEN 'long_term_get'
           WHEN 7 THEN 'long_term_search' WHEN 8 THEN 'agent_run_begin' WHEN 9 THEN 'agent_run_end'
           WHEN '_session_end_event' THEN 'session_end' WHEN '_memory_erased_event' THEN 'memory_erased'
           WHEN '_memory_redacted_event' THEN 'memory_redacted' ELSE iif(substr(kind, 1, 1) = '_', 'other', 'host') END,
         count(*)
    FROM span CROSS JOIN memlog_event ON seq >= since AND time >= since
   GROUP BY 1, 2
),
search(window, found) AS MATERIALIZED (
  SELECT window, q.type <> 'array' OR json_array_length(q.value) > 0
    FROM span CROSS JOIN memlog_event AS e ON e.seq >= since AND e.time >= since AND e.kind = 7, json_each(e.value) AS q
),
retrieval(window, id, found, clash) AS MATERIALIZED (
  SELECT window, id,
         EXISTS (SELECT 1 FROM memlog_edge WHERE from_id = x.id AND from_version = 0 AND relation IN ('selected', 'chosen')),
         EXISTS (SELECT 1 FROM memlog_edge WHERE from_id = x.id AND from_version = 0 AND relation = 'conflicting')
    FROM span CROSS JOIN memlog_entity AS x ON type = 'retrieval' AND at >= since
),
counted(name, window, class, n) AS MATERIALIZED (
  SELECT 'memlog_events', window, class, n FROM event
   UNION ALL
  SELECT 'memlog_searches', window, iif(found, 'hit', 'zero_hit'), 1 FROM search
   UNION ALL
  SELECT 'memlog_search_attempts', window, 'ok', 1 FROM search
   UNION ALL
  SELECT 'memlog_search_attempts', window, 'failed', 1
    FROM span CROSS JOIN memlog_event AS e ON e.seq >= since AND e.time >= since AND e.kind = 7,
         json_each(e.meta, '$.failed_searches') AS q
   UNION ALL
  SELECT 'memlog_promotions', window, iif(json_extract(value, '$.error') IS NULL, 'ok', 'failed'), 1
    FROM span CROSS JOIN memlog_event ON seq >= since AND time >= since AND kind = '_session_end_event'
   UNION ALL
  SELECT 'memlog_decisions', window, json_extract(detail, '$.outcome'), 1
    FROM span CROSS JOIN memlog_entity ON type = 'decision' AND at >= since
   UNION ALL
  SELECT 'memlog_retrievals', window, iif(found, 'hit', 'zero_hit'), 1 FROM retrieval
   UNION ALL
  SELECT 'memlog_retrieval_conflicts', window, iif(clash, 'conflict', 'none'), 1 FROM retrieval
   UNION ALL
  SELECT 'memlog_selections', window, ifnull(max(e.reason), 'fresh'), 1
    FROM retrieval AS r CROSS JOIN memlog_edge AS e ON e.from_id = r.id AND e.from_version = 0 AND e.relation IN ('selected', 'chosen')
   GROUP BY window, r.id, e.to_id, e.to_version
   UNION ALL
  -- What was done because of memory, with the outcome that was said last.
  SELECT 'memlog_effects', window, json_extract(detail, '$.outcome'), 1
    FROM span CROSS JOIN memlog_entity AS x ON type = 'effect' AND at >= since
   WHERE EXISTS (SELECT 1 FROM memlog_edge WHERE from_id = x.id AND from_version = 0 AND relation IN ('used', 'revises'))
     AND NOT EXISTS (SELECT 1 FROM memlog_edge WHERE to_id = x.id AND relation = 'revises')
   UNION ALL
  SELECT 'memlog_log_bytes', window, 'event',
         ifnull(length(CAST(key AS BLOB)), 0) + ifnull(length(CAST(value AS BLOB)), 0) + ifnull(length(CAST(removed AS BLOB)), 0)
           + ifnull(length(CAST(containers AS BLOB)), 0) + ifnull(length(CAST(before AS BLOB)), 0)
           + ifnull(length(CAST(action AS BLOB)), 0) + ifnull(length(CAST(meta AS BLOB)), 0)
    FROM span CROSS JOIN memlog_event ON seq >= since AND time >= since
   UNION ALL
  SELECT 'memlog_log_bytes', window, 'quiet',
         ifnull(length(CAST(key AS BLOB)), 0) + ifnull(length(CAST(value AS BLOB)), 0) + ifnull(length(CAST(removed AS BLOB)), 0)
           + ifnull(length(CAST(containers AS BLOB)), 0) + ifnull(length(CAST(before AS BLOB)), 0)
           + ifnull(length(CAST(action AS BLOB)), 0) + ifnull(length(CAST(meta AS BLOB)), 0)
    FROM span CROSS JOIN memlog_quiet ON seq >= since AND time >= since
   UNION ALL
  SELECT 'memlog_log_bytes', window, 'snapshot',
         ifnull(length(CAST(key AS BLOB)), 0) + ifnull(length(CAST(value AS BLOB)), 0) + ifnull(length(CAST(removed AS BLOB)), 0)
           + ifnull(length(CAST(containers AS BLOB)), 0) + ifnull(length(CAST(sensory_value AS BLOB)), 0)
           + ifnull(length(CAST(sensory_removed AS BLOB)), 0) + ifnull(length(CAST(sensory_containers AS BLOB)), 0)
    FROM span CROSS JOIN memlog_snapshot ON seq >= since
),
-- How long things took, in seconds.
took(name, window, x, at, of) AS MATERIALIZED (
  SELECT name, window, x, row_number() OVER (PARTITION BY name, window ORDER BY x), count(*) OVER (PARTITION BY name, window)
    FROM (SELECT 'memlog_search_duration_seconds' AS name, window, q.value / 1e6 AS x
            FROM span CROSS JOIN memlog_event AS e ON e.seq >= since AND e.time >= since AND e.kind = 7,
                 json_each(e.meta, '$.microseconds') AS q
           UNION ALL
          SELECT 'memlog_promotion_duration_seconds', window, json_extract(value, '$.microseconds') / 1e6
            FROM span CROSS JOIN memlog_event ON seq >= since AND time >= since AND kind = '_session_end_event'
           WHERE json_extract(value, '$.microseconds') IS NOT NULL)
),
-- All there is. A rate is of what is counted under another name (of): a share of those of its classes that make the
-- whole, or, without a unit, how many there are in a second.
family(place, name, unit, of, whole, classes) AS (
  VALUES(1, 'memlog_events', NULL, NULL, NULL,
         '["sensory_write","short_term_write","sensory_read","short_term_read","long_term_update","long_term_get","long_term_search",'
         || '"agent_run_begin","agent_run_end","session_end","memory_erased","memory_redacted","other","host"]'),
        (2, 'memlog_events_per_second', NULL, 'memlog_events', NULL,
         '["sensory_write","short_term_write","sensory_read","short_term_read","long_term_update","long_term_get","long_term_search",'
         || '"agent_run_begin","agent_run_end","session_end","memory_erased","memory_redacted","other","host"]'),
        (3, 'memlog_log_bytes', 'bytes', NULL, NULL, '["event","quiet","snapshot"]'),
        (4, 'memlog_searches', NULL, NULL, NULL, '["hit","zero_hit"]'),
        (5, 'memlog_search_zero_hit_ratio', 'ratio', 'memlog_searches', NULL, '["zero_hit"]'),
        (6, 'memlog_search_attempts', NULL, NULL, NULL, '["ok","failed"]'),
        (7, 'memlog_search_failure_ratio', 'ratio', 'memlog_search_attempts', NULL, '["failed"]'),
        (8, 'memlog_search_duration_seconds', 'seconds', NULL, NULL, '["p50","p95","max"]'),
        (9, 'memlog_promotions', NULL, NULL, NULL, '["ok","failed"]'),
        (10, 'memlog_promotion_failure_ratio', 'ratio', 'memlog_promotions', NULL, '["failed"]'),
        (11, 'memlog_promotion_duration_seconds', 'seconds', NULL, NULL, '["p50","p95","max"]'),
        (12, 'memlog_decisions', NULL, NULL, NULL, '["admitted","denied","quarantined","released","other"]'),
        (13, 'memlog_admission_denial_ratio', 'ratio', 'memlog_decisions', '["admitted","denied"]', '["denied"]'),
        (14, 'memlog_retrievals', NULL, NULL, NULL, '["hit","zero_hit"]'),
        (15, 'memlog_retrieval_zero_hit_ratio', 'ratio', 'memlog_retrievals', NULL, '["zero_hit"]'),
        (16, 'memlog_retrieval_conflicts', NULL, NULL, NULL, '["none","conflict"]'),
        (17, 'memlog_retrieval_conflict_ratio', 'ratio', 'memlog_retrieval_conflicts', NULL, '["conflict"]'),
        (18, 'memlog_selections', NULL, NULL, NULL, '["fresh","expired","superseded","quarantined","removed","proposed","denied","other"]'),
        (19, 'memlog_selection_stale_ratio', 'ratio', 'memlog_selections', NULL, '["expired","superseded","quarantined","removed","proposed","denied","other"]'),
        (20, 'memlog_effects', NULL, NULL, NULL, '["ok","failed","reverted","other"]'),
        (21, 'memlog_effect_failure_ratio', 'ratio', 'memlog_effects', NULL, '["failed","reverted"]')
),
kind(place, name, unit, of, whole, class, nth) AS (
  SELECT place, name, unit, of, whole, c.value, c.key FROM family, json_each(classes) AS c
),
total(name, window, class, n) AS MATERIALIZED (
  SELECT name, window, ifnull((SELECT class FROM kind AS k WHERE k.name = g.name AND k.class = g.class), 'other'), sum(n)
    FROM (SELECT name, window, class, sum(n) AS n FROM counted GROUP BY 1, 2, 3) AS g
   GROUP BY 1, 2, 3
),
number(place, name, unit, of, class, nth, window, n, whole) AS (
  SELECT place, name, unit, of, class, nth, window,
         ifnull((SELECT t.n FROM total AS t WHERE t.name = ifnull(k.of, k.name) AND t.window = s.window AND t.class = k.class), 0),
         CASE WHEN of IS NULL THEN NULL WHEN unit IS NULL THEN ifnull(seconds, 0)
           ELSE (SELECT ifnull(sum(t.n), 0) FROM total AS t
                  WHERE t.name = k.of AND t.window = s.window
                    AND (k.whole IS NULL OR t.class IN (SELECT value FROM json_each(k.whole)))) END
    FROM kind AS k CROSS JOIN span AS s
   WHERE unit IS NOT 'seconds'
)
SELECT name, class, value, window, numerator, denominator, unit
  FROM (SELECT place, nth, name, class, iif(of IS NULL, n, n * 1.0 / nullif(whole, 0)) AS value, window, iif(of IS NULL, NULL, n) AS numerator,
               whole AS denominator, unit
          FROM number
         UNION ALL
        SELECT place, nth, k.name, class, (SELECT x FROM took AS t WHERE t.name = k.name AND t.window = s.window AND at = (t.of * share + 99) / 100),
               window, NULL, NULL, unit
          FROM kind AS k CROSS JOIN span AS s JOIN (SELECT 'p50' AS part, 50 AS share UNION ALL SELECT 'p95', 95 UNION ALL SELECT 'max', 100) ON part = class
         WHERE unit = 'seconds'
         UNION ALL
        SELECT 22, column2, 'memlog_consumers', column1, (SELECT count(*) FROM memlog_consumer WHERE CASE WHEN holder IS NULL THEN 'none'
                 WHEN until > now AND until - now <= 86400000000 THEN 'held' ELSE 'lapsed' END = column1), 'now', NULL, NULL, NULL
          FROM (VALUES('none', 0), ('held', 1), ('lapsed', 2)), (SELECT since + 3600000000 AS now FROM span WHERE window = '1h')
         UNION ALL
        SELECT 23, 0, 'memlog_consumer_lag_events', 'max',
               (SELECT (SELECT count(*) FROM memlog_event WHERE seq > p) FROM (SELECT min(place) AS p FROM memlog_consumer) WHERE p IS NOT NULL),
               'now', NULL, NULL, NULL
         UNION ALL
        SELECT 24, 0, 'memlog_consumer_lag_seconds', 'max',
               (SELECT max(0, (now - ifnull((SELECT time FROM memlog_event WHERE seq > p ORDER BY seq LIMIT 1), now)) / 1e6)
                  FROM (SELECT min(place) AS p FROM memlog_consumer), (SELECT since + 3600000000 AS now FROM span WHERE window = '1h')
                 WHERE p IS NOT NULL),
               'now', NULL, NULL, 'seconds')
 ORDER BY place, window, nth;

-- Ends of sessions as before, but those that failed leave a row of the log, too: they are no fallbacks.
DROP VIEW memlog_v_judge_day;
CREATE VIEW memlog_v_judge_day AS
SELECT date(time / 1000000, 'unixepoch') AS day, count(*) AS ends, sum(value ->> 'messages') AS messages,
       sum(value ->> 'judge' IS 'host') AS by_host, sum(value ->> 'judge' IS 'function') AS by_function,
       sum(value ->> 'judge' IS 'rules') AS by_rules,
       sum(value ->> 'judge' IS 'rules' AND value ->> 'error' IS NOT NULL) AS fallbacks,
       sum(value ->> 'stored') AS stored, sum(value ->> 'duplicates') AS duplicates, sum(value ->> 'superseded') AS superseded,
       sum(value ->> 'skipped') AS skipped, sum(value ->> 'dropped') AS dropped
  FROM memlog_event
 WHERE kind = '_session_end_event'
 GROUP BY day;
