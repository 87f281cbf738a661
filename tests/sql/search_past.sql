-- Searching what stood at a moment.
-- clock: 2026-07-01 08:00
SELECT mem_item_put('u', 's', 'a', 'Ada lives in Berlin', '{"valid_from":"2026-01-01","valid_to":"2026-06-01"}'), mem_item_put('u', 's', 'b', 'Bob lives in Paris', '{"kind":"preference"}'),
  mem_item_put('u', 't', 'c', 'Cyd lives in Ulm', '{"expires_at":"2026-07-02 08:00"}'), mem_item_put('v', 's', 'x', 'Xue lives in Berlin');
-- → a | b | c | x
-- clock: 2026-07-03 08:00
SELECT mem_item_put('u', 's', 'a', 'Ada lives in Rome', '{"valid_from":"2026-06-01","valid_to":null}'), mem_item_remove('u', 's', 'b'), mem_item_put('u', 's', 'd', 'Dan lives in Rome');
-- → a | 1 | d
-- clock: 2026-07-04 08:00
CREATE TEMP TABLE ask(t);
INSERT INTO ask VALUES('2026-06-30'), ('2026-07-01 12:00'), ('2026-07-02 12:00'), ('2026-07-03 12:00'), ('#last'), ('now');
SELECT t, s.set_name, s.id, s.version, s.content, s.rank FROM ask, mem_search('u', NULL, 'who lives where?', 10, json_object('as_of', t, 'preference_limit', NULL)) AS s ORDER BY ask.rowid, s.set_name, s.id;
-- → 2026-07-01 12:00 | s | a | 1 | Ada lives in Berlin | 3
-- → 2026-07-01 12:00 | s | b | 1 | Bob lives in Paris | 2
-- → 2026-07-01 12:00 | t | c | 1 | Cyd lives in Ulm | 1
-- → 2026-07-02 12:00 | s | a | 1 | Ada lives in Berlin | 2
-- → 2026-07-02 12:00 | s | b | 1 | Bob lives in Paris | 1
-- → 2026-07-03 12:00 | s | a | 2 | Ada lives in Rome | 2
-- → 2026-07-03 12:00 | s | d | 1 | Dan lives in Rome | 1
-- → #last | s | a | 2 | Ada lives in Rome | 2
-- → #last | s | d | 1 | Dan lives in Rome | 1
-- → now | s | a | 2 | Ada lives in Rome | 2
-- → now | s | d | 1 | Dan lives in Rome | 1
-- Just as mem_items shows what stood.
SELECT count(*) FROM ask WHERE (SELECT group_concat(set_name || '.' || id || '@' || version) FROM (SELECT * FROM mem_search('u', NULL, 'lives', 10, json_object('as_of', t, 'preference_limit', NULL)) ORDER BY set_name, id))
  IS NOT (SELECT group_concat(set_name || '.' || id || '@' || version) FROM (SELECT * FROM mem_items('u', NULL, json_object('as_of', t)) ORDER BY set_name, id));
-- → 0
-- One set; preferences beside the limit; raw; all.
SELECT id FROM mem_search('u', 't', 'lives', 10, '{"as_of":"2026-07-01 12:00"}');
-- → c
SELECT id, rank, why FROM mem_search('u', NULL, 'lives', 1, '{"as_of":"2026-07-01 12:00","all":true}');
-- → c | 1 | keyword …
-- → b | 2 | preference, keyword …
-- → a | ∅ | over limit
SELECT id FROM mem_search('u', NULL, 'Paris NOT Berlin', 10, '{"as_of":1782907200,"raw":true}');
-- → b
SELECT id, why, content FROM mem_search('u', NULL, 'Ulm', 10, '{"as_of":"2026-07-03 07:00","all":true}');
-- → c | expired | ∅
-- Both axes: what was then held to be true in May, and today.
SELECT id, content FROM mem_search('u', NULL, 'Ada', 10, '{"as_of":"2026-07-01 12:00","valid_at":"2026-05-01"}');
-- → a | Ada lives in Berlin
SELECT id, content FROM mem_search('u', NULL, 'Ada', 10, '{"as_of":"2026-07-01 12:00","valid_at":"2026-07-01"}');
-- no rows
SELECT id, content FROM mem_search('u', NULL, 'Ada', 10, '{"as_of":"2026-07-03 12:00","valid_at":"2026-07-01"}');
-- → a | Ada lives in Rome

-- It is recorded as others are, with the moment among its filters.
SELECT detail -> '$.filters', detail ->> '$.candidates' FROM memlog_entity ORDER BY id DESC LIMIT 1;
-- → {"as_of":"2026-07-03 12:00","valid_at":"2026-07-01"} | 1
SELECT count(*) FROM memlog_v_edge AS e JOIN memlog_entity AS r ON r.id = e.from_blob JOIN memlog_item AS i ON i.record = e.to_blob AND i.version = e.to_version WHERE i.id = 'a' AND i.version = 1 AND e.relation = 'selected' AND r.detail ->> '$.filters.as_of' IS NULL;
-- → 0

-- By an event's id, by a position; before everything there is nothing.
SELECT count(*) FROM mem_event AS e, mem_search('u', NULL, 'Paris', 10, json_object('as_of', e.id)) WHERE e.type = '_long_term_update_event' AND e.key = 'u';
-- → 3
SELECT count(*) FROM mem_search('u', NULL, 'lives', 10, '{"as_of":"#0"}');
-- → 0
SELECT count(*) FROM mem_search('u', NULL, 'lives', 10, '{"as_of":"#9000000000000000000"}');
-- → 2
-- What was not told of yet did not stand; what goes stood.
BEGIN;
SELECT mem_item_put('u', 's', 'e', 'Eve lives in Bonn'), mem_item_remove('u', 's', 'd');
-- → e | 1
SELECT id FROM mem_search('u', NULL, 'lives', 10, '{"as_of":"#last"}') ORDER BY id;
-- → a
-- → d
COMMIT;
SELECT id FROM mem_search('u', NULL, 'lives', 10, '{"as_of":"#last"}') ORDER BY id;
-- → a
-- → e

-- What was never let in did not stand; what is in quarantine now is not returned.
SELECT length(mem_propose('u', 's', 'Fay lives in Bonn')) > 0, length(mem_quarantine('{"key":"u","set":"s","id":"a"}', 'doubt')) > 0;
-- → 1 | 1
SELECT id FROM mem_search('u', NULL, 'lives', 10, '{"as_of":"#last"}');
-- → e
SELECT id, version, rank, why, content, score > 0 FROM mem_search('u', NULL, 'Rome', 10, '{"as_of":"2026-07-03 12:00","all":true}') WHERE id = 'a';
-- → a | 2 | ∅ | in quarantine | ∅ | 1
SELECT id, version FROM mem_search('u', NULL, 'Ada', 10, '{"as_of":"2026-07-01 12:00"}');
-- → a | 1
SELECT length(mem_release('{"key":"u","set":"s","id":"a"}')) > 0;
-- → 1
SELECT id, version FROM mem_search('u', NULL, 'Rome Ada', 10, '{"as_of":"2026-07-03 12:00"}') WHERE id = 'a';
-- → a | 2

-- The index itself is not asked.
-- connection: P, without memlog
DROP TABLE memlog_item_text;
-- close
-- connection: A
SELECT id FROM mem_search('u', NULL, 'Paris', 10, '{"as_of":"2026-07-01 12:00"}');
-- → b
SELECT mem_item_reindex() > 0;
-- → 1

-- Words alone; moments that are none; what was pruned.
SELECT id FROM mem_search('u', NULL, 'x', 10, '{"as_of":"#last","vector":[1]}');
-- ! memlog: mem_search: option as_of: mode keyword alone knows what stood: vectors are kept of what stands
SELECT id FROM mem_search('u', NULL, x'0000803f', 10, '{"as_of":"#last"}');
-- ! memlog: mem_search: option as_of
SELECT id FROM mem_search('u', NULL, 'x', 10, '{"as_of":"yesterday"}');
-- ! memlog: moment yesterday
SELECT id FROM mem_search('u', NULL, 'x', 10, '{"as_of":null}');
-- ! memlog: mem_search: option as_of: it is a time, an event's id, '#N' or '#last'
-- clock: 2026-07-05 08:00
SELECT mem_set('u', 'x', 1);
SELECT json_extract(mem_prune('2026-07-04 08:00'), '$.events') > 0;
SELECT id FROM mem_search('u', NULL, 'lives', 10, '{"as_of":"2026-07-01 12:00"}');
-- ! the log was pruned
