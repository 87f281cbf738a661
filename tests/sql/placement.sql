-- What stood in the context of a turn, where mem_recall, mem_context and mem_window are asked to record it.
-- clock: 2026-07-03 04:22:36.087914

CREATE TEMP VIEW placement AS SELECT id, key, detail, txn FROM memlog_v_entity WHERE type = 'placement';
CREATE TEMP VIEW last AS SELECT * FROM placement ORDER BY id DESC LIMIT 1;
CREATE TEMP VIEW edge AS SELECT e.relation, i.id, e.to_version AS version, e.rank, e.score, e.reason FROM memlog_v_edge AS e
  LEFT JOIN memlog_item AS i ON i.record = e.to_blob AND i.version = e.to_version WHERE e.from_id = (SELECT id FROM last);

-- Nobody asks: nothing is written, be there tables or not.
SELECT count(*) FROM mem_window('c');
-- → 0
SELECT count(*) FROM sqlite_schema;
-- → 0
SELECT placement FROM mem_window('c', '{"record":true}');
-- no rows
SELECT session, turn, messages FROM memlog_v_placement;
-- → c | 0 | {"sent":0,"truncated":0,"compacted":0}
SELECT key, detail FROM placement;
-- → c | {"session":"c","turn":0,"messages":{"sent":0,"truncated":0,"compacted":0}}

SELECT mem_item_put('u', 'user_profile', 'a', 'Ada drinks green tea'), mem_item_put('u', 'user_profile', 'long', 'Green tea ' || printf('%.200c', 'x')),
  mem_item_put('u', 'agent_h', 'b', 'Offer her tea'), mem_item_put('u', 'agent_h', 'other', 'black coffee');
-- → a | long | b | other
SELECT mem_item_put('u', 'user_profile', 'a', 'Ada drinks much green tea');
-- → a
SELECT mem_message('c', 'user', 'Hello.'), mem_message('c', 'assistant', 'Hello.'), mem_message('c', 'user', 'Tea?');
-- → 0 | 1 | 2

-- mem_recall: those that are in, in order, the profile first; cut where they were cut.
CREATE TEMP TABLE said(answer);
INSERT INTO said SELECT mem_recall('u', 'h', 'green tea', '{"record":true,"session":"c","max_chars":60,"min_score":0,"relativity":0}');
SELECT detail, key, last.id = answer ->> 'placement', txn = (SELECT max(seq) FROM memlog_event) FROM last, said;
-- → {"session":"c","turn":3} | c | 1 | 1
SELECT * FROM edge ORDER BY relation DESC, rank;
-- → placed | long | 1 | 1 | ∅ | truncated
-- → placed | a | 2 | 2 | ∅ | ∅
-- → placed | b | 1 | 3 | ∅ | ∅
-- → found_by | ∅ | 0 | ∅ | ∅ | ∅
SELECT count(*) FROM memlog_v_edge, said WHERE from_id = answer ->> 'placement' AND to_id = answer ->> 'retrieval' AND relation = 'found_by';
-- → 1
-- What does not fit is not placed.
SELECT length(mem_recall('u', 'h', 'green tea', '{"record":true,"max_tokens":30,"max_chars":60,"turn":7}') ->> 'user_profile');
-- → 63
SELECT detail, key FROM last;
-- → {"turn":7} | u
SELECT relation, id, rank FROM edge WHERE relation = 'placed';
-- → placed | long | 1
-- Without record there is nothing of it; who is asked for nothing places nothing.
SELECT mem_recall('u', 'h', 'green tea', '{"session":"c","turn":3}') ->> 'placement', mem_recall('u', 'h', 'green tea', '{"record":false}') ->> 'retrieval';
-- → ∅ | ∅
SELECT json_array_length(mem_recall('u', NULL, 'green tea', '{"record":true,"enabled":false}'), '$.items'), (SELECT count(*) FROM edge);
-- → 0 | 0

-- mem_context: what is recalled and the messages, in one.
SELECT role, kind, placement = (SELECT id FROM last) FROM mem_context('c', 'u', 'h', 'green tea', '{"record":true,"recall":{"max_chars":60,"min_score":0,"relativity":0}}');
-- → system | user_profile | 1
-- → system | agent_memory | 1
-- → user | ∅ | 1
-- → assistant | ∅ | 1
-- → user | ∅ | 1
SELECT detail FROM last;
-- → {"session":"c","turn":3,"messages":{"from":0,"to":2,"sent":3,"truncated":0,"compacted":0}}
SELECT relation, id, version, rank, reason FROM edge ORDER BY relation DESC, rank;
-- → placed | long | 1 | 1 | truncated
-- → placed | a | 2 | 2 | ∅
-- → placed | b | 1 | 3 | ∅
-- → found_by | ∅ | 0 | ∅ | ∅
-- What was recalled and had to be left out is not placed.
SELECT kind, why FROM mem_context('c', 'u', 'h', 'green tea', '{"record":true,"turn":9,"max_tokens":10,"window":{"all":true,"overhead":2},"recall":{"max_chars":8,"min_score":0,"relativity":0}}') WHERE role = 'system';
-- → user_profile | over budget
-- → agent_memory | over budget
SELECT detail ->> '$.turn', (SELECT count(*) FROM edge WHERE relation = 'placed') FROM last;
-- → 9 | 0

-- mem_window: messages are no records, and are counted.
SELECT position, placement = (SELECT id FROM last) FROM mem_window('c', '{"record":true,"rounds":1}');
-- → 2 | 1
SELECT detail, (SELECT count(*) FROM edge) FROM last;
-- → {"session":"c","turn":3,"messages":{"from":2,"to":2,"sent":1,"truncated":2,"compacted":0}} | 0
SELECT mem_summarize('c', 'They said hello.', 2);
-- → 2
SELECT role, kind, position FROM mem_window('agent:c', '{"record":true,"rounds":1}');
-- → system | summary | ∅
-- → user | ∅ | 2
SELECT key, detail FROM last;
-- → c | {"session":"agent:c","turn":3,"messages":{"from":2,"to":2,"sent":1,"truncated":0,"compacted":2}}

-- Observers, listeners, who cannot write, what was rolled back: none.
CREATE TEMP TABLE before AS SELECT count(*) AS n FROM memlog_entity;
SELECT mem_observer(1), mem_recall('u', NULL, 'tea', '{"record":true}') ->> 'placement', (SELECT count(placement) FROM mem_window('c', '{"record":true}'));
-- → 1 | ∅ | 0
SELECT mem_observer(0);
-- connection: R, read only
SELECT mem_recall('u', NULL, 'tea', '{"record":true}') ->> 'user_profile' LIKE '%Ada%', (SELECT count(*) || ' ' || count(placement) FROM mem_context('c', 'u', 'h', 'tea', '{"record":true}'));
-- → 1 | 5 0
-- close
-- connection: A
BEGIN;
SELECT count(placement) > 0, mem_recall('u', NULL, 'tea', '{"record":true}') ->> 'placement' IS NOT NULL FROM mem_window('c', '{"record":true}');
-- → 1 | 1
ROLLBACK;
CREATE TABLE heard(n);
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.type = '_long_term_update_event' BEGIN
  INSERT INTO heard SELECT mem_recall('u', NULL, 'tea', '{"record":true}') ->> 'placement' IS NULL;
END;
SELECT mem_item_put('u', 'notes', 'n', 'n');
-- → n
SELECT * FROM heard;
-- → 1
SELECT count(*) = (SELECT n FROM before) FROM memlog_entity;
-- → 1

-- Where searches keep nothing a placement was found by nothing.
SELECT mem_config('lineage.retrieval', 'false'), mem_recall('u', NULL, 'tea', '{"record":true}') ->> 'retrieval', (SELECT count(*) > 0 AND sum(relation <> 'placed') = 0 FROM edge);
-- → false | ∅ | 1
SELECT mem_config('lineage.retrieval', NULL);

-- Options.
SELECT mem_recall('u', NULL, 'tea', '{"record":1}');
-- ! memlog: mem_recall: option record: it must be true or false
SELECT mem_recall('u', NULL, 'tea', '{"turn":-1}');
-- ! memlog: mem_recall: option turn: it must be an integer of 0 or more
SELECT mem_recall('u', NULL, 'tea', '{"session":""}');
-- ! memlog: mem_recall: option session: it must be text, not empty, without NUL
SELECT mem_recall('u', NULL, 'tea', '{"record":true,"as_of":"#last"}');
-- ! memlog: mem_recall: option as_of: what stood once is not placed in a context now
SELECT mem_recall('u', NULL, 'tea', '{"as_of":"2020-01-01"}');
-- → {"user_profile":"","agent_memory":"","tokens":0,"items":[]}
SELECT count(*) FROM mem_context('c', 'u', NULL, 'tea', '{"record":true,"recall":{"as_of":"#last"}}');
-- ! memlog: mem_context: option recall: as_of
SELECT count(*) FROM mem_context('c', 'u', NULL, 'tea', '{"recall":{"record":true}}');
-- ! memlog: mem_context: option recall: record stands beside it
SELECT count(*) FROM mem_context('c', 'u', NULL, 'tea', '{"window":{"turn":1}}');
-- ! memlog: mem_context: option window: turn stands beside it
SELECT count(*) FROM mem_window('c', '{"record":"yes"}');
-- ! memlog: mem_window: option record: it must be true or false
