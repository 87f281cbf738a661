-- Numbers about the file.
-- clock: 2026-07-03 04:22:36.087914
SELECT count(*) FROM mem_metric;
-- → 0
SELECT mem_install() > 3;
-- → 1
SELECT name, group_concat(class, ' '), window, unit, count(value) FROM mem_metric WHERE window IN ('1h', 'now') GROUP BY name, window, unit ORDER BY min(rowid);
-- → memlog_consumers | none held lapsed | now | ∅ | 3
-- → memlog_events | sensory_write short_term_write sensory_read short_term_read long_term_update long_term_get long_term_search agent_run_begin agent_run_end session_end memory_erased memory_redacted other host | 1h | ∅ | 14
-- → memlog_consumer_lag_events | max | now | ∅ | 0
-- → memlog_consumer_lag_seconds | max | now | seconds | 0
-- → memlog_file_bytes | database wal | now | bytes | 2
-- → memlog_events_per_second | sensory_write short_term_write sensory_read short_term_read long_term_update long_term_get long_term_search agent_run_begin agent_run_end session_end memory_erased memory_redacted other host | 1h | ∅ | 14
-- → memlog_log_bytes | event quiet snapshot | 1h | bytes | 3
-- → memlog_searches | hit zero_hit | 1h | ∅ | 2
-- → memlog_search_zero_hit_ratio | zero_hit | 1h | ratio | 0
-- → memlog_search_attempts | ok failed | 1h | ∅ | 2
-- → memlog_search_failure_ratio | failed | 1h | ratio | 0
-- → memlog_search_duration_seconds | p50 p95 max | 1h | seconds | 0
-- → memlog_promotions | ok failed | 1h | ∅ | 2
-- → memlog_promotion_failure_ratio | failed | 1h | ratio | 0
-- → memlog_promotion_duration_seconds | p50 p95 max | 1h | seconds | 0
-- → memlog_decisions | admitted denied quarantined released other | 1h | ∅ | 5
-- → memlog_admission_denial_ratio | denied | 1h | ratio | 0
-- → memlog_retrievals | hit zero_hit | 1h | ∅ | 2
-- → memlog_retrieval_zero_hit_ratio | zero_hit | 1h | ratio | 0
-- → memlog_retrieval_conflicts | none conflict | 1h | ∅ | 2
-- → memlog_retrieval_conflict_ratio | conflict | 1h | ratio | 0
-- → memlog_selections | fresh expired superseded quarantined removed proposed denied other | 1h | ∅ | 8
-- → memlog_selection_stale_ratio | expired superseded quarantined removed proposed denied other | 1h | ratio | 0
-- → memlog_effects | ok failed reverted other | 1h | ∅ | 4
-- → memlog_effect_failure_ratio | failed reverted | 1h | ratio | 0
-- → memlog_deletions | requested primary_removed derived_pending verified | 1h | ∅ | 4
-- → memlog_deletion_lag_seconds | p50 p95 max | 1h | seconds | 0
SELECT count(*), count(DISTINCT name || class || window) FROM mem_metric;
-- → 265 | 265

-- A day and a half of it.
-- clock: 2026-07-01 10:00:00
SELECT mem_set('ada', 'a', 1) ->> 'path', mem_event_add('order', 'ada', '1'), mem_event_add('shipment', 'bob', '1');
-- → a | 1 | 1
SELECT mem_item_put('ada', 'notes', 'tea', 'Likes tea'), mem_item_put('bob', 'notes', 'tea', 'Likes green tea');
-- → tea | tea
SELECT count(*) FROM mem_search('ada', NULL, 'tea');
-- → 1
SELECT count(*) FROM mem_search('ada', NULL, 'chess');
-- → 0
CREATE TEMP TABLE my(name TEXT, id TEXT);
INSERT INTO my SELECT 'first', mem_effect('order', '[{"key":"ada","set":"notes","id":"tea"}]');
INSERT INTO my SELECT 'second', mem_effect('order', '[{"key":"bob","set":"notes","id":"tea"}]', '{"outcome":"failed"}');
INSERT INTO my SELECT 'own', mem_effect('order', NULL, '{"outcome":"failed"}');
-- clock: 2026-07-02 20:00:00
SELECT mem_run_begin('ada'), mem_set('ada', 'mood', 'fine', 'sensory') ->> 'path', mem_run_end('ada');
-- → 1 | mood | 1
INSERT INTO my SELECT 'revised', mem_effect('order', '[]', json_object('outcome', 'reverted', 'revises', id)) FROM my WHERE name = 'first';
-- clock: 2026-07-02 20:30:00
SELECT class, window, value FROM mem_metric WHERE name = 'memlog_events' AND value > 0;
-- → sensory_write | 1h | 1
-- → agent_run_begin | 1h | 1
-- → agent_run_end | 1h | 1
-- → sensory_write | 24h | 1
-- → agent_run_begin | 24h | 1
-- → agent_run_end | 24h | 1
-- → sensory_write | all | 1
-- → short_term_write | all | 1
-- → long_term_update | all | 2
-- → long_term_search | all | 2
-- → agent_run_begin | all | 1
-- → agent_run_end | all | 1
-- → host | all | 2
SELECT class, window, numerator, denominator, round(value, 6) FROM mem_metric WHERE name = 'memlog_events_per_second' AND class = 'host';
-- → host | 1h | 0 | 3600 | 0.0
-- → host | 24h | 0 | 86400 | 0.0
-- → host | all | 2 | 124200 | 1.6e-05
SELECT class, window, value FROM mem_metric WHERE name = 'memlog_effects';
-- → ok | 1h | 0
-- → failed | 1h | 0
-- → reverted | 1h | 1
-- → other | 1h | 0
-- → ok | 24h | 0
-- → failed | 24h | 0
-- → reverted | 24h | 1
-- → other | 24h | 0
-- → ok | all | 0
-- → failed | all | 1
-- → reverted | all | 1
-- → other | all | 0
SELECT class, window, value, numerator, denominator FROM mem_metric WHERE name = 'memlog_effect_failure_ratio';
-- → failed | 1h | 0.0 | 0 | 1
-- → reverted | 1h | 1.0 | 1 | 1
-- → failed | 24h | 0.0 | 0 | 1
-- → reverted | 24h | 1.0 | 1 | 1
-- → failed | all | 0.5 | 1 | 2
-- → reverted | all | 0.5 | 1 | 2
SELECT window, value, numerator, denominator FROM mem_metric WHERE name = 'memlog_search_zero_hit_ratio';
-- → 1h | ∅ | 0 | 0
-- → 24h | ∅ | 0 | 0
-- → all | 0.5 | 1 | 2
SELECT window, count(value), max(value) < 60 FROM mem_metric WHERE name = 'memlog_search_duration_seconds' GROUP BY window;
-- → 1h | 0 | ∅
-- → 24h | 0 | ∅
-- → all | 3 | 1

-- Consumers.
SELECT class, value FROM mem_metric WHERE name LIKE 'memlog_consumer%' AND window = 'now';
-- → none | 0
-- → held | 0
-- → lapsed | 0
-- → max | ∅
-- → max | ∅
SELECT count(*) FROM mem_consume('exporter', 2);
-- → 2
SELECT name, class, value, unit FROM mem_metric WHERE name LIKE 'memlog_consumer%' AND window = 'now';
-- → memlog_consumers | none | 0 | ∅
-- → memlog_consumers | held | 1 | ∅
-- → memlog_consumers | lapsed | 0 | ∅
-- → memlog_consumer_lag_events | max | 10 | ∅
-- → memlog_consumer_lag_seconds | max | 124200.0 | seconds
-- clock: 2026-07-02 21:30:00
SELECT class FROM mem_metric WHERE name = 'memlog_consumers' AND value = 1;
-- → lapsed

-- Ends of sessions.
SELECT mem_append_json('chat', 'messages', '{"role":"user","content":"I like tea"}') ->> 'path', mem_session_end('chat', '{"user":"ada"}') ->> 'judge';
-- → messages.0 | rules
SELECT mem_config('long-term-memory.judge-function', 'no_such_function'), mem_append_json('chat', 'messages', '{"role":"user","content":"I like chess"}') ->> 'path';
-- → no_such_function | messages.1
SELECT mem_session_end('chat') ->> 'judge';
-- → rules
SELECT class, value FROM mem_metric WHERE name = 'memlog_promotions' AND window = '1h';
-- → ok | 1
-- → failed | 1
SELECT count(*) FROM mem_metric WHERE name = 'memlog_promotion_duration_seconds' AND value >= 0 AND value < 60;
-- → 9

-- What is looked up.
SELECT count(*) FROM mem_metric WHERE name = 'memlog_nothing' OR window = '1w' OR name IS NULL;
-- → 0
SELECT count(*) FROM mem_metric WHERE name = NULL;
-- → 0
SELECT count(*) FROM mem_metric WHERE name = x'00' OR window = 1;
-- → 0
SELECT count(*) FROM mem_metric WHERE name = 'memlog_events' AND name = 'memlog_searches';
-- → 0
SELECT count(*) FROM mem_metric WHERE name = 'MEMLOG_EVENTS' COLLATE NOCASE AND window = '1h';
-- → 14
SELECT DISTINCT name, window FROM mem_metric WHERE name IN ('memlog_searches', 'memlog_effects') AND window IN ('1h', 'all');
-- → memlog_effects | 1h
-- → memlog_effects | all
-- → memlog_searches | 1h
-- → memlog_searches | all
SELECT count(*) FROM mem_metric AS a JOIN mem_metric AS b ON b.name = a.name AND b.window = a.window AND b.class = a.class;
-- → 265
INSERT INTO mem_metric(name) VALUES('x');
-- ! may not be modified
-- All numbers are of one state of the file, and a SELECT that writes ends.
SELECT count(mem_set('ada', 'n', value)) FROM mem_metric WHERE window = '1h';
-- → 86
-- The past of the log, taken away.
SELECT mem_event_add('order', 'cleo', '1'), mem_event_add('_own', 'cleo', '1');
-- ! _own
SELECT mem_event_add('order', 'cleo', '1'), mem_forget('cleo', 'asked to') IS NOT NULL;
-- → 1 | 1
SELECT class, value FROM mem_metric WHERE name = 'memlog_events' AND window = 'all' AND class IN ('memory_erased', 'host', 'other');
-- → memory_erased | 1
-- → other | 0
-- → host | 4
-- connection: B, without memlog
SELECT name, class, value FROM memlog_v_metric WHERE window = 'all' AND name <> 'memlog_events' AND unit IS NULL AND value > 0 AND denominator IS NULL;
-- → memlog_searches | hit | 1
-- → memlog_searches | zero_hit | 1
-- → memlog_search_attempts | ok | 2
-- → memlog_promotions | ok | 1
-- → memlog_promotions | failed | 1
-- → memlog_retrievals | hit | 1
-- → memlog_retrievals | zero_hit | 1
-- → memlog_retrieval_conflicts | none | 2
-- → memlog_selections | fresh | 1
-- → memlog_effects | failed | 1
-- → memlog_effects | reverted | 1
SELECT count(*), count(DISTINCT name || class || window) FROM memlog_v_metric;
-- → 242 | 242
-- connection: C, read only
SELECT class, value FROM mem_metric WHERE name = 'memlog_effects' AND window = 'all';
-- → ok | 0
-- → failed | 1
-- → reverted | 1
-- → other | 0
