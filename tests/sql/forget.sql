-- Forgetting: a key goes, with its name; that something happened stays, with its digest.
-- AGT-051 AGT-052 AGT-054
-- clock: 2026-07-03 04:22:36

SELECT mem_set('ada', 'user.name', 'Ada Lovelace')->>'path', mem_set('bob', 'n', 1)->>'path';
-- → user.name | n
SELECT mem_run_begin('ada', 'who am I?'), mem_set('ada', 'seen', 1, 'sensory')->>'path', mem_run_end('ada', 'Ada');
-- → 1 | seen | 1
SELECT mem_append('ada', 'list', 'x')->>'path', mem_event_add('paid', 'ada', '{"amount":5}');
-- → list.0 | 1
BEGIN IMMEDIATE;
SELECT mem_action('greet', NULL, '{"actor":"planner"}'), mem_set('ada', 'b', 2)->>'path', mem_set('bob', 'b', 2)->>'path';
-- → greet | b | b
COMMIT;
SELECT mem_generation('ada'), mem_generation('bob'), mem_generation('nobody'), mem_generation('ada', 1);
-- → 1 | 1 | 1 | 1

-- Not inside a transaction, nor while a statement reads.
BEGIN;
SELECT mem_forget('ada', 'asked for it');
-- ! not inside a transaction
ROLLBACK;
SELECT mem_forget(key, 'asked for it') FROM memlog_event;
-- ! is still reading or writing
CREATE TABLE t(a);
INSERT INTO t SELECT mem_forget('ada', 'asked for it');
-- ! is still reading or writing
CREATE TEMP TRIGGER u AFTER INSERT ON t BEGIN SELECT mem_forget('ada', 'x'); END;
INSERT INTO t VALUES(1);
-- ! mem_forget
CREATE VIEW v AS SELECT mem_forget('ada', 'asked for it');
SELECT * FROM v;
-- ! unsafe use of mem_forget()
SELECT mem_forget('', 'x');
-- ! the key is empty
SELECT mem_forget(NULL, 'x');
-- ! the key is NULL
SELECT mem_forget('ada', 5);
-- ! the reason must be text
SELECT mem_forget('ada', 'x', '[1]');
-- ! the options are no JSON map
SELECT mem_forget('ada', 'x', '{"find":1}');
-- ! option "find"
SELECT mem_forget('ada', 'x', '{"search":1}');
-- ! option "search"
SELECT count(*) FROM mem('ada');
-- → 5

-- The other connection has looked at the key, and has its head in mind.
-- connection: B
SELECT mem_get('ada', 'user.name'), mem_set('ada', 'c', 3)->>'path';
-- → Ada Lovelace | c
-- connection: A
-- clock: 2026-07-04 00:00:00
SELECT mem_forget('ada', 'asked for it');
-- → {"erased":{"memlog_cell":7,"memlog_event":8,"memlog_quiet":0,"memlog_snapshot":1,"memlog_run":1,"memlog_ttl":0,"memlog_retain":0,"memlog_used":0,"memlog_value":0,"memlog_import":0,"memlog_item":0,"memlog_vector":0,"memlog_session":0,"memlog_judged":0,"memlog_entity":0,"memlog_edge":0,"memlog_barred":0},"event":"…-8…","generation":2,"checkpoint":"…","looked_for":…,"clean":true,"places":[{"place":"database","state":"clean","found":0,"in_other_rows":0,"remedy":null},{"place":"wal","state":"…","found":0,"remedy":null},{"place":"journal","state":"absent","found":0,"remedy":null}]}

-- Nothing of it answers any more, here or there.
SELECT mem_get('ada', 'user.name'), mem_snapshot('ada'), mem_rebuild_at('ada', 'now'), mem_rebuild_at('ada', '2026-07-03 12:00'),
       (SELECT count(*) FROM mem('ada')), (SELECT count(*) FROM mem('ada', '2026-07-03 12:00')),
       (SELECT count(*) FROM mem_history('ada')), (SELECT count(*) FROM mem_event WHERE key = 'ada'),
       (SELECT group_concat(key) FROM mem_key), (SELECT count(*) FROM mem_run WHERE key = 'ada');
-- → ∅ | {} | {} | {} | 0 | 0 | 0 | 0 | bob | 0
-- connection: B
SELECT mem_get('ada', 'user.name'), mem_snapshot('ada'), mem_rebuild_at('ada', 'now'), mem_rebuild_at('ada', '2026-07-03 12:00'),
       (SELECT count(*) FROM mem('ada')), (SELECT count(*) FROM mem('ada', '2026-07-03 12:00')),
       (SELECT count(*) FROM mem_history('ada')), (SELECT count(*) FROM mem_event WHERE key = 'ada'),
       (SELECT group_concat(key) FROM mem_key), (SELECT count(*) FROM mem_run WHERE key = 'ada');
-- → ∅ | {} | {} | {} | 0 | 0 | 0 | 0 | bob | 0
-- connection: A

-- What stays: that events were there, of which type, when; their digests; the erasure.
SELECT key, type, value, removed, containers, action, meta, run FROM mem_event WHERE key <> 'bob' ORDER BY seq;
-- → '' | _short_term_write_event | ∅ | ∅ | ∅ | ∅ | ∅ | ∅
-- → '' | _agent_run_begin_event | ∅ | ∅ | ∅ | ∅ | ∅ | 1
-- → '' | _sensory_write_event | ∅ | ∅ | ∅ | ∅ | ∅ | 1
-- → '' | _agent_run_end_event | ∅ | ∅ | ∅ | ∅ | ∅ | 1
-- → '' | _short_term_write_event | ∅ | ∅ | ∅ | ∅ | ∅ | ∅
-- → '' | paid | ∅ | ∅ | ∅ | ∅ | ∅ | ∅
-- → '' | _short_term_write_event | ∅ | ∅ | ∅ | ∅ | ∅ | ∅
-- → '' | _short_term_write_event | ∅ | ∅ | ∅ | ∅ | ∅ | ∅
-- → '' | _memory_erased_event | {"reason":"asked for it","generation":2,"rows":{"memlog_cell":7,"memlog_event":8,"memlog_snapshot":1,"memlog_run":1}} | ∅ | ∅ | ∅ | ∅ | ∅
SELECT count(*) FROM mem_event WHERE key = '';
-- → 9
SELECT count(*) FROM mem_event WHERE key = '' AND type = '_memory_erased_event' AND time = '2026-07-04 00:00:00.000000';
-- → 1
SELECT run, key, input, output, outcome FROM mem_run;
-- → 1 | '' | ∅ | ∅ | completed
SELECT count(*) FROM memlog_event WHERE (digest IS NULL) = (key = '' AND kind <> '_memory_erased_event');
-- → 0
SELECT mem_rebuild_at('bob', '2026-07-03 12:00'), mem_rebuild_at('bob', 'now');
-- → {"b":2,"n":1} | {"b":2,"n":1}
SELECT * FROM mem_verify;
-- no rows

-- Asked again there is nothing to do, and nothing is written.
SELECT mem_forget('ada', 'again', '{"look":["Ada Lovelace"]}');
-- → {"erased":{"memlog_cell":0,…"memlog_entity":0,"memlog_edge":0,"memlog_barred":0},"event":null,"generation":2,"checkpoint":"…","looked_for":1,"clean":true,"places":[…]}
-- The key alone is too short to tell anything: that is not clean.
SELECT mem_forget('ada', 'again');
-- → {…,"looked_for":0,"clean":false,"places":[{"place":"database","state":"not looked at","found":0,…},…]}
SELECT mem_forget('ada', NULL, '{"search":false}');
-- → {…,"looked_for":0,"clean":false,"places":[{"place":"database","state":"not looked at",…},…]}
SELECT count(*) FROM mem_event;
-- → 11
CREATE TEMP TABLE report(json);
INSERT INTO report SELECT mem_forget('ada', NULL);
-- ! is still reading or writing

-- The other connection, which had saved the key's head, begins anew, too; and that is forgotten likewise.
-- connection: B
SELECT mem_set('ada', 'again', 1)->>'path', mem_generation('ada'), mem_rebuild_at('ada', 'now');
-- → again | 2 | {"again":1}
-- connection: A
SELECT mem_forget('ada', NULL)->>'generation';
-- → 3
SELECT * FROM mem_verify;
-- no rows

-- A new generation begins; whoever holds the old one is told.
SELECT mem_generation('ada'), mem_generation('bob'), mem_generation('nobody');
-- → 3 | 1 | 3
SELECT mem_generation('ada', 1);
-- ! memlog: mem_generation: key ada: its generation is 3, not 1
SELECT mem_generation('ada', '2');
-- ! must be an integer
SELECT mem_set('ada', 'user.name', 'another')->>'path', mem_generation('ada', 3), mem_rebuild_at('ada', 'now'),
       mem_rebuild_at('ada', '2026-07-03 12:00');
-- → user.name | 3 | {"user.name":"another"} | {}
SELECT events, first FROM mem_key WHERE key = 'ada';
-- → 1 | 2026-07-04 00:00:00.000000
SELECT mem_run_begin('ada'), mem_run_end('ada');
-- → 2 | 2
SELECT mem_forget('ada', NULL)->>'generation', mem_generation('ada'), mem_generation('bob');
-- → 4 | 4 | 1
SELECT * FROM mem_verify;
-- no rows

-- Listeners hear of it.
CREATE TABLE heard(type, key);
CREATE TEMP TRIGGER inside AFTER INSERT ON main.memlog_event BEGIN SELECT mem_forget('bob', 'x'); END;
SELECT mem_set('bob', 'c', 1);
-- ! memlog: mem_forget: not inside a listener
DROP TRIGGER inside;
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.type = '_memory_erased_event' BEGIN
  INSERT INTO heard VALUES(NEW.type, NEW.key);
  SELECT mem_set('audit', 'erased', NEW.value->>'reason');
END;
SELECT mem_forget('bob', 'why')->>'generation', mem_get('audit', 'erased');
-- → 5 | why
SELECT * FROM heard;
-- → _memory_erased_event | ''
-- A trigger that would keep a row is found out.
SELECT mem_set('cy', 'a', 1)->>'path';
-- → a
CREATE TRIGGER keep BEFORE DELETE ON memlog_cell WHEN OLD.path = 'a' BEGIN SELECT raise(IGNORE); END;
SELECT mem_forget('cy', NULL);
-- ! memlog_cell: its triggers did not run
SELECT mem_get('cy', 'a');
-- → 1
DROP TRIGGER keep;

-- The index of texts has no word of items that were removed before, or pruned.
SELECT mem_item_put('dee', 's', 'i', 'zyxwv of hers'), mem_item_put('eve', 's', 'i', 'vwxyz of hers'), mem_item_put('fay', 's', 'i', 'tea');
-- → i | i | i
SELECT mem_item_remove('dee', 's', 'i'), mem_item_remove('eve', 's', 'i');
-- → 1 | 1
SELECT count(*) > 0 FROM memlog_item_text_data WHERE instr(block, CAST('zyxwv' AS BLOB));
-- → 1
SELECT mem_forget('dee', NULL) ->> '$.erased.memlog_item';
-- → 1
SELECT count(*) FROM memlog_item_text_data WHERE instr(block, CAST('zyxwv' AS BLOB));
-- → 0
SELECT mem_item_put('eve', 's', 'i', 'vwxyz of hers'), mem_item_remove('eve', 's', 'i');
-- → i | 1
SELECT mem_set('fay', 'a', 1) ->> 'path';
-- → a
SELECT mem_prune('#last') IS NOT NULL;
-- → 1
SELECT count(*) FROM memlog_item WHERE key = 'eve';
-- → 0
SELECT count(*) > 0 FROM memlog_item_text_data WHERE instr(block, CAST('vwxyz' AS BLOB));
-- → 1
SELECT mem_forget('eve', NULL) IS NOT NULL;
-- → 1
SELECT count(*) FROM memlog_item_text_data WHERE instr(block, CAST('vwxyz' AS BLOB));
-- → 0
SELECT id FROM mem_search('fay', 's', 'tea');
-- → i
