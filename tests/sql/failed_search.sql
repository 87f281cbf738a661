-- What fails is counted where it is not rolled back: searches, and ends of sessions.
-- clock: 2026-07-03 04:22:36.087914
SELECT * FROM mem_search('ada', NULL, 'tea', 10, '{"mode":"vector"}');
-- ! there is no vector to look for
SELECT count(*) FROM sqlite_schema;
-- → 0
SELECT mem_item_put('ada', 'notes', 'tea', 'Likes tea'), mem_config('short-term-memory.state-ttl.ms', NULL);
-- → tea | 0
SELECT id FROM mem_search('ada', NULL, 'tea');
-- → tea
-- clock: 2026-07-03 05:00:00
SELECT * FROM mem_search('ada', NULL, 'tea AND', 10, '{"raw":true}');
-- ! fts5: syntax error
SELECT * FROM mem_search('ada', NULL, 'tea', 10, '{"mode":"vector"}');
-- ! there is no vector to look for
SELECT * FROM mem_search('bob', NULL, 'tea', 10, '{"as_of":"#99999999999999999999"}');
-- ! memlog: moment
SELECT mem_recall('ada', NULL, '"tea', '{"raw":true}');
-- ! unterminated string

-- What is not asked rightly is none; nor what observers ask, nor what is rolled back, with a statement or by hand.
SELECT * FROM mem_search('ada', NULL, 'tea', 10, '{"limits":1}');
-- ! no such option
SELECT * FROM mem_search('ada', NULL, 7);
-- ! the query must be text
SELECT * FROM mem_search('ada', NULL, x'00', 10);
-- ! vector
SELECT * FROM mem_search('ada', NULL, x'0000803f', 10, '{"mode":"hybrid"}');
-- ! modes keyword and hybrid need a text
SELECT mem_observer(1);
-- → 1
SELECT * FROM mem_search('ada', NULL, 'tea AND', 10, '{"raw":true}');
-- ! fts5: syntax error
SELECT mem_observer(0);
-- → 0
CREATE TABLE own(id TEXT);
INSERT INTO own SELECT id FROM mem_search('ada', NULL, 'tea AND', 10, '{"raw":true}');
-- ! fts5: syntax error
BEGIN;
SELECT * FROM mem_search('ada', NULL, 'tea AND', 10, '{"raw":true}');
-- ! fts5: syntax error
ROLLBACK;
SELECT key, value, meta FROM mem_event WHERE type = '_long_term_search_event';
-- → ada | {"tea":[{"set":"notes","id":"tea","value":"Likes tea","score":…}]} | {"microseconds":[0]}
-- → ada | {} | {"failed_searches":[1]}
-- → ada | {} | {"failed_searches":[1]}
-- → bob | {} | {"failed_searches":[1]}
-- → ada | {} | {"failed_searches":[1]}

-- In a transaction they are one event with the others, beside what the host says of its action.
-- clock: 2026-07-03 06:30:00
BEGIN;
SELECT mem_action('look', NULL, '{"actor":"planner"}');
SELECT * FROM mem_search('ada', NULL, 'tea AND', 10, '{"raw":true}');
-- ! fts5: syntax error
SAVEPOINT s;
SELECT * FROM mem_search('ada', NULL, 'NOT', 10, '{"raw":true}');
-- ! fts5: syntax error
ROLLBACK TO s;
SELECT id FROM mem_search('ada', NULL, 'chess');
-- no rows
SELECT * FROM mem_search('ada', NULL, 'OR', 10, '{"raw":true}');
-- ! fts5: syntax error
COMMIT;
SELECT action, value, meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → look | {"chess":[]} | {"actor":"planner","microseconds":[0],"failed_searches":[1,1]}
BEGIN;
SELECT mem_action('look', NULL, '{"failed_searches":7}');
-- ! memlog's own
ROLLBACK;
SELECT class, window, value, numerator, denominator FROM mem_metric WHERE name GLOB 'memlog_search_[af]*';
-- → ok | 1h | 1 | ∅ | ∅
-- → failed | 1h | 2 | ∅ | ∅
-- → ok | 24h | 2 | ∅ | ∅
-- → failed | 24h | 6 | ∅ | ∅
-- → ok | all | 2 | ∅ | ∅
-- → failed | all | 6 | ∅ | ∅
-- → failed | 1h | 0.6666666666666666 | 2 | 3
-- → failed | 24h | 0.75 | 6 | 8
-- → failed | all | 0.75 | 6 | 8
SELECT name, class, value FROM mem_metric WHERE name GLOB 'memlog_search*' AND window = 'all' AND unit IS NOT 'seconds';
-- → memlog_searches | hit | 1
-- → memlog_searches | zero_hit | 1
-- → memlog_search_zero_hit_ratio | zero_hit | 0.5
-- → memlog_search_attempts | ok | 2
-- → memlog_search_attempts | failed | 6
-- → memlog_search_failure_ratio | failed | 0.75
SELECT count(*) FROM mem_lineage('event:' || (SELECT max(id) FROM mem_event));
-- → 4
-- connection: B, without memlog
SELECT name, class, value FROM memlog_v_metric WHERE name GLOB 'memlog_search*' AND window = 'all' AND unit IS NOT 'seconds';
-- → memlog_searches | hit | 1
-- → memlog_searches | zero_hit | 1
-- → memlog_search_zero_hit_ratio | zero_hit | 0.5
-- → memlog_search_attempts | ok | 2
-- → memlog_search_attempts | failed | 6
-- → memlog_search_failure_ratio | failed | 0.75
-- connection: A

-- A listener that cannot be satisfied: the error is what it was.
CREATE TRIGGER veto AFTER INSERT ON memlog_event WHEN NEW.type = '_long_term_search_event' BEGIN SELECT RAISE(ABORT, 'veto'); END;
SELECT * FROM mem_search('ada', NULL, 'tea AND', 10, '{"raw":true}');
-- ! fts5: syntax error
DROP TRIGGER veto;
SELECT mem_config('memory.generate-event.long-term-search', 'false');
-- → false
SELECT * FROM mem_search('ada', NULL, 'tea AND', 10, '{"raw":true}');
-- ! fts5: syntax error
-- Where searches make no events one that fails takes no lock.
-- connection: C
BEGIN;
SELECT * FROM mem_search('ada', NULL, 'tea AND', 10, '{"raw":true}');
-- ! fts5: syntax error
-- connection: A
BEGIN IMMEDIATE;
ROLLBACK;
-- connection: C
ROLLBACK;
-- connection: A
SELECT mem_config('memory.generate-event.long-term-search', NULL), (SELECT count(*) FROM mem_event WHERE type = '_long_term_search_event');
-- → true | 6

-- One that was to be recorded with what is placed of it fails with all of that, and is told of all the same: once.
SELECT mem_recall('ada', NULL, '"tea', '{"raw":true,"record":true}');
-- ! unterminated string
SELECT * FROM mem_context('chat', 'ada', NULL, 'tea', '{"record":true,"recall":{"mode":"vector"}}');
-- ! there is no vector to look for
SELECT count(*), (SELECT count(*) FROM memlog_entity WHERE type = 'placement') FROM mem_event WHERE type = '_long_term_search_event';
-- → 8 | 0
BEGIN;
SELECT mem_recall('ada', NULL, '"tea', '{"raw":true,"record":true}');
-- ! unterminated string
COMMIT;
SELECT meta FROM mem_event WHERE type = '_long_term_search_event' ORDER BY seq DESC LIMIT 1;
-- → {"failed_searches":[1]}
CREATE TABLE told(x TEXT);
INSERT INTO told SELECT mem_recall('ada', NULL, '"tea', '{"raw":true,"record":true}');
-- ! unterminated string
SELECT count(*) FROM mem_event WHERE type = '_long_term_search_event';
-- → 9

-- Ends of sessions.
SELECT mem_append_json('chat', 'messages', '{"role":"user","content":"I like green tea."}') ->> 'path', mem_config('long-term-memory.embedding-function', 'missing');
-- → messages.0 | missing
SELECT mem_session_end('chat');
-- ! whose it is was never told
SELECT mem_session_end('chat', '{"user":"ada","judged":[{"nothing":1}]}');
-- ! nothing
SELECT mem_session_end('chat', '{"user":"ada","agent":"helper"}');
-- ! memlog: function missing
BEGIN;
SELECT mem_session_end('chat', '{"user":"ada"}');
-- ! memlog: function missing
ROLLBACK;
SELECT count(*), max(value) FROM mem_event WHERE type = '_session_end_event';
-- → 1 | {"agent":"helper","judge":null,"from":0,"through":0,"messages":0,"stored":0,"duplicates":0,"superseded":0,"refused":0,"skipped":0,"dropped":0,"microseconds":0,"error":"memlog: function missing: there is no such function of one argument on this connection"}
SELECT class, value FROM mem_metric WHERE name GLOB 'memlog_promotion*s' AND window = '1h';
-- → ok | 0
-- → failed | 1
-- → p50 | 0.0
-- → p95 | 0.0
-- → max | 0.0
-- connection: B
SELECT class, value FROM memlog_v_metric WHERE name GLOB 'memlog_promotion*s' AND unit IS NULL AND window = 'all';
-- → ok | 0
-- → failed | 1
SELECT ends, by_host, by_function, by_rules, fallbacks FROM memlog_v_judge_day;
-- → 1 | 0 | 0 | 0 | 0
-- connection: A
SELECT mem_config('long-term-memory.embedding-function', NULL);
-- → ∅
SELECT mem_session_end('chat', '{"user":"ada"}') ->> 'messages';
-- → 1
SELECT class, value, numerator, denominator FROM mem_metric WHERE name GLOB 'memlog_promotion_f*' AND window = '1h';
-- → failed | 0.5 | 1 | 2
SELECT ends, by_rules, fallbacks FROM memlog_v_judge_day;
-- → 2 | 1 | 0
