-- What io.c does while the file or the disk fails; oom.sql says how this is written. The power fails, too, and takes
-- the connection with it: no statement of the work may depend on what an earlier one did to its connection.

-- scenario: first use
-- work
SELECT mem_get('k', 'a'), mem_snapshot('k');
SELECT mem_set('k', 'user.name', 'Ada');
SELECT * FROM mem_verify;
SELECT mem_rebuild_at('k', '#last');

-- scenario: first use in a transaction
CREATE TABLE mine(x);
-- work
BEGIN;
INSERT INTO mine VALUES (1);
SELECT mem_install();
SELECT mem_config('memory.max-value-bytes', 1000);
SELECT mem_run_begin('k', 'hello');
INSERT INTO mem(key, path, value) VALUES ('k', 'user.name', 'Ada'), ('b', 'x', json('[1,2]'));
COMMIT;
SELECT mem_snapshot('k'), mem_snapshot('b'), (SELECT count(*) FROM mem_run);

-- scenario: values redacted and keys forgotten
SELECT mem_config('memory.record-previous-value', 1);
SELECT mem_set_tree('k', 'user', '{"name":"Ada","card":"4111-1111-1111"}'), mem_append('k', 'l', 1), mem_set('k', 's', 1, 'sensory');
SELECT mem_run_begin('k', 'my card is 4111'), mem_run_end('k', 'noted'), mem_event_add('order', 'k', '{"n":1}');
SELECT mem_set('k', 'user.card', 'none'), mem_set('k', 'big', hex(zeroblob(3000))), mem_set('other', 'user.card', '4111-1111-1111');
-- work
SELECT mem_redact(min(seq), 'user.card', 'PCI') FROM mem_event WHERE key = 'k';
BEGIN;
SELECT mem_set('k', 'user.name', 'Grace');
SELECT mem_redact(min(seq), 'user', 'PCI') FROM mem_event WHERE key = 'k';
COMMIT;
SELECT mem_redact(begin_seq, '', 'PCI') FROM mem_run;
SELECT key, value, before FROM mem_event WHERE key = 'k' ORDER BY seq;
SELECT mem_rebuild_at('k', '#last'), mem_snapshot('k'), (SELECT count(*) FROM mem_verify);
SELECT mem_forget('k', 'why') ->> 'generation';
SELECT mem_generation('k'), mem_snapshot('k'), mem_snapshot('other');
SELECT key, type, value FROM mem_event WHERE key <> 'other' ORDER BY seq;
SELECT mem_set('k', 'a', 1);
SELECT mem_generation('k', 2);
SELECT mem_forget('nobody', NULL) ->> 'generation';
SELECT * FROM mem_verify;

-- scenario: one action after the other
SELECT mem_set_tree('k', 'user', '{"name":"Ada","tags":["a"]}'), mem_append('k', 'l', 1), mem_set('b', 'x', 1);
-- work
SELECT mem_set('k', 'user.name', 'Grace');
INSERT INTO mem(key, path, value) VALUES ('k', 'user.age', 36), ('new', 'x.y', json('{"a":[1]}'));
SELECT mem_append('k', 'l', 'two');
SELECT mem_pop('k', 'l', 'first');
UPDATE mem SET value = 0 WHERE type = 'integer';
SELECT mem_run_begin('k', 'q');
SELECT mem_set('k', 'seen', 'door', 'sensory');
SELECT mem_run_end('k', 'because');
SELECT mem_config('memory.max-value-bytes', 5000);
SELECT * FROM mem_verify;
SELECT mem_event_add('order', 'k', '{"n":1}');
SELECT mem_set('k', 'big', hex(zeroblob(2400)));
SELECT mem_set('k', 'bigger', hex(zeroblob(3000)));
DELETE FROM mem WHERE key = 'b';
SELECT mem_delete('k', 'user');
SELECT mem_set('k', 'user.name', 'Barbara');

-- scenario: one action with everything in it
CREATE TABLE noticed(seq, type, key, value);
SELECT mem_install();
CREATE TRIGGER notice AFTER INSERT ON memlog_event BEGIN
  INSERT INTO noticed VALUES (NEW.seq, NEW.type, NEW.key, NEW.value);
  SELECT mem_incr('audit', 'count', 1);
  SELECT mem_append('audit', 'log', NEW.type);
END;
SELECT mem_set_tree('k', 'user', '{"name":"Ada","tags":["a"]}'), mem_append('k', 'l', 1), mem_set('b', 'x', 1);
-- work
BEGIN IMMEDIATE;
SELECT mem_action('chat', NULL, '{"actor":"agent"}');
SELECT mem_set('k', 'user.name', 'Grace');
INSERT INTO mem(key, path, value) VALUES ('k', 'user.age', 36), ('c', 'x.y', 1);
SAVEPOINT one;
SELECT mem_append('k', 'l', 'two');
SELECT mem_flush();
SELECT mem_set('k', 'lost', 1);
ROLLBACK TO one;
SELECT mem_pop('k', 'l');
SELECT mem_run_begin('k', 'q');
SELECT mem_set('k', 'seen', 'door', 'sensory');
SAVEPOINT two;
UPDATE mem SET path = 'moved.' || path WHERE key = 'b';
SELECT mem_set('b', 'y', 2);
RELEASE two;
SELECT mem_config('memory.max-value-bytes', 5000);
SELECT mem_flush();
SELECT * FROM mem_verify;
SELECT mem_event_add('order', 'c', '{"n":1}');
DELETE FROM mem WHERE key = 'k' AND path = 'user.tags';
SELECT mem_run_end('k', 'because');
SELECT mem_set('k', 'last', 1);
COMMIT;
SELECT * FROM mem_verify;
SELECT seq - first_value(seq) OVER (), type, key, value, removed, action FROM mem_journal WHERE action IS NOT NULL;

-- scenario: more than fits the cache
CREATE TABLE filler(x);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 40)
  INSERT INTO filler SELECT zeroblob(3000) FROM n;
SELECT mem_set('k', 'a', hex(zeroblob(3000))), mem_set('b', 'a', hex(zeroblob(3000)));
-- work
PRAGMA cache_size = 4;
BEGIN;
UPDATE filler SET x = zeroblob(2000) WHERE rowid % 4 = 0;
SELECT mem_set('k', 'a', hex(zeroblob(4000)));
INSERT INTO mem(key, path, value) SELECT 'k' || rowid, 'v', hex(x) FROM filler WHERE rowid < 4;
SAVEPOINT s;
SELECT mem_set_tree('b', 't', json_object('a', hex(zeroblob(2500)), 'b', hex(zeroblob(2500))));
SELECT mem_flush();
DELETE FROM filler WHERE rowid > 30;
ROLLBACK TO s;
SELECT mem_delete('b', 'a');
COMMIT;
SELECT * FROM mem_verify;

-- scenario: a listener that says no
SELECT mem_set('k', 'a', 1);
CREATE TRIGGER no AFTER INSERT ON memlog_event WHEN NEW.value LIKE '%no%' BEGIN
  SELECT mem_set(NEW.key, 'x', 1);
  SELECT RAISE(ABORT, 'it says no');
END;
-- work
SELECT mem_set('k', 'a', 'no');
BEGIN;
SELECT mem_set('k', 'b', 1);
SAVEPOINT s;
SELECT mem_set('k', 'b', 'no');
SELECT mem_flush();
ROLLBACK TO s;
SELECT mem_set('k', 'c', 'yes');
COMMIT;
SELECT mem_set('k', 'a', 'yes');

-- scenario: snapshots by growth
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 14) SELECT mem_set('k', 'n', i) FROM n;
SELECT mem_set('k', 'user.name', 'Ada'), mem_append('k', 'l', 1), mem_set('k', 's.x', 1, 'sensory');
-- work
SELECT mem_set('k', 'n', 20);
SELECT mem_set('k', 'n', 21);
BEGIN;
SELECT mem_set('k', 'n', 22);
SELECT mem_set('k', 's', 24, 'sensory');
COMMIT;
SELECT mem_rebuild_at('k', '#last'), (SELECT count(*) FROM memlog_snapshot);

-- scenario: a gap, gap
SELECT mem_set('k', 'a', 1), mem_config('memory.generate-event.short-term-write', 0);
-- work
SELECT mem_set('k', 'b', 2);
BEGIN;
SELECT mem_set('k', 'c', 2);
SELECT mem_append('new', 'l', 1);
COMMIT;
SELECT mem_rebuild_at('k', '#last');
SELECT mem_config('memory.generate-event.short-term-write', NULL);
SELECT mem_set('k', 'b', 3);
SELECT mem_set('new', 'd', 3);
SELECT mem_rebuild_at('k', '#last'), mem_rebuild_at('new', '#last');

-- scenario: reads that are recorded
SELECT mem_set_tree('k', 'user', '{"name":"Ada","tags":["a"]}'), mem_append('k', 'l', 'a');
SELECT mem_config('memory.generate-event.short-term-read', 1);
-- work
SELECT mem_get('k', 'user.name');
BEGIN;
SELECT mem_get_json('k', 'user');
SELECT mem_set('k', 'user.name', 'Grace');
SELECT mem_recent('k', 'l', 1), mem_fields('k', 'user');
COMMIT;
SELECT seq - first_value(seq) OVER (), type, value FROM mem_event WHERE type LIKE '%read%';

-- scenario: the first write to an older file, version 1
-- work
SELECT count(*), sum(length(path)) FROM mem;
SELECT mem_rebuild_at('alice', '2026-05-01 08:30:00');
SELECT mem_set('alice', 'x', 1);
SELECT * FROM mem_verify;
SELECT mem_rebuild_at('alice', '2026-05-01 08:30:00'), mem_rebuild_at('alice', '#last');

-- scenario: an older file in a transaction, version 1
-- work
BEGIN;
SELECT mem_upgrade(1);
SELECT mem_upgrade();
INSERT INTO mem(key, path, value) VALUES('bob', 'y', 2);
COMMIT;
SELECT mem_snapshot('bob'), mem_upgrade(1);

-- scenario: consumers
SELECT mem_set('k', 'a', 1), mem_set('b', 'a', 1), mem_event_add('order', 'k', '{}');
-- work
BEGIN;
SELECT key, value FROM mem_consume('reader', 2, 60000);
SELECT mem_set('k', 'seen', 1), mem_ack('reader', (SELECT leased FROM mem_consumer));
COMMIT;
SELECT count(*) FROM mem_consume('late', 100, NULL, '#last');
SELECT consumer, acknowledged, lag FROM mem_consumer;
SELECT mem_ack('reader', 'forget');
SELECT * FROM mem_verify;

-- scenario: states restored and copied
SELECT mem_clock('2026-07-03 04:00:00');
SELECT mem_set_tree('k', 'user', '{"name":"Ada","tags":["a"]}'), mem_append('k', 'l', 1), mem_set('k', 'big', hex(zeroblob(3000)));
SELECT mem_clock('2026-07-03 05:00:00');
SELECT mem_delete('k', 'user'), mem_append('k', 'l', 2), mem_set('k', 'big', hex(zeroblob(2900))), mem_set('other', 'a', 1);
SELECT mem_config('memory.record-previous-value', 1);
SELECT mem_clock(NULL);
-- work
SELECT mem_restore('k', '2026-07-03 04:30:00');
SELECT mem_set_if('k', 'user.name', '"Ada"', 'Grace');
SELECT mem_set_if('k', 'user.name', '"Ada"', 'Barbara');
SELECT mem_copy('k', 'other');
BEGIN;
SELECT mem_restore('k', '2026-07-03 05:30:00');
SELECT mem_copy('k', 'fresh');
SELECT mem_restore('other', '2026-07-03 05:30:00');
COMMIT;
SELECT mem_delete('k', 'l');
SELECT mem_snapshot('k'), mem_snapshot('other'), mem_snapshot('fresh');
SELECT key, value, removed, before, meta FROM mem_event WHERE key <> 'k' OR removed IS NOT NULL ORDER BY seq;
SELECT * FROM mem_verify;
-- scenario: a log taken in
SELECT mem_set('u', 'a', 1);
-- work
BEGIN;
SELECT mem_import('{"timestamp":"2999-01-01T00:00:00Z","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"user.name":"Ada","l.0":1.5,"l.1":2},"containers":{"l":"list"}},"upstreamActionName":"greet","memlog":{"seq":32472144000000000,"meta":{"actor":"bot"}}}') IS NOT NULL;
SELECT mem_import('{"timestamp":"2999-01-01T00:00:00Z","eventId":"019f2636-d6e0-8000-8af1-000000000002","eventType":"_agent_run_begin_event","eventAttributes":{"key":"u","value":{"a":1,"l.0":1.5,"l.1":2,"user.name":"Ada"},"containers":{"l":"list"}},"memlog":{"seq":32472144000000001,"run":1,"input":{"q":1},"txn":"019f2636-d6e0-8000-8af1-000000000001"}}') IS NOT NULL;
SELECT mem_import('{"timestamp":"2999-01-01T00:00:01Z","eventId":"019f2636-d6e0-8000-8af1-000000000003","eventType":"_short_term_write_event","upstreamEventId":"019f2636-d6e0-8000-8af1-000000000002","eventAttributes":{"key":"u","value":{"x.y":[1,{"b":"zwei"}]},"removed":["user","l.1"]},"memlog":{"seq":32472144001000000,"quiet":true,"run":1}}') IS NOT NULL;
COMMIT;
SELECT mem_import('{"timestamp":"2999-01-01T00:00:02Z","eventId":"019f2636-d6e0-8000-8af1-000000000004","eventType":"_agent_run_end_event","eventAttributes":{"key":"u"},"memlog":{"seq":32472144002000000,"run":1,"outcome":"failed","output":"bye"}}') IS NOT NULL;
SELECT mem_import('{"timestamp":"2999-01-01T00:00:03Z","event":{"id":"00000000-0000-0000-0000-000000000005","type":"_agent_run_begin_event","attributes":{"key":"w","value":{"a.\"b\"":1}},"more":2}}') IS NOT NULL;
SELECT mem_import('{"timestamp":"2999-01-01T00:00:04Z","event":{"eventType":"X","id":"00000000-0000-0000-0000-000000000006","attributes":{"x":1},"x":2,"y":3}}') IS NOT NULL;
SELECT count(mem_import(line)) FROM mem_export;
SELECT mem_snapshot('u'), mem_snapshot('w'), mem_rebuild_at('u', '019f2636-d6e0-8000-8af1-000000000003');
SELECT count(*) FROM mem_verify;

-- scenario: pruning
SELECT mem_set_tree('k', 'user', '{"name":"Ada","tags":["a"]}'), mem_append('k', 'l', 'a'), mem_set('k', 's', 1, 'sensory');
SELECT mem_run_begin('k', 'q'), mem_set('b', 'a', 1), mem_run_end('k', 'done');
SELECT mem_set('k', 'n', 1), mem_set('b', 'a', 2);
-- work
SELECT r ->> 'events', r ->> 'keys', r ->> 'runs' FROM (SELECT mem_prune('#last', '{"max_rows":4}') AS r);
SELECT mem_set('b', 'c', 2);
SELECT r ->> 'events', r ->> 'keys', r ->> 'remaining' FROM (SELECT mem_prune('#last') AS r);
SELECT mem_rebuild_at('k', '#last'), mem_rebuild_at('b', '#last');
SELECT kind FROM mem_verify WHERE head = mem_head();

-- scenario: items
SELECT mem_config('memory.inline-value-bytes', 100);
SELECT mem_import('{"timestamp":"2026-07-03T04:00:01Z","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s.a":"tea","s.b":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}},"memlog":{"seq":1783051201000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":1,"created":1,"at":1,"metadata":{"n":1},"kind":"skill"},{"path":"s.b","record":"019f2636-db71-7000-850a-8debe2735f52","version":1,"created":1,"at":1}]}}') IS NOT NULL;
-- work
SELECT mem_import('{"timestamp":"2026-07-03T04:00:02Z","eventId":"019f2636-d6e0-8000-8af1-000000000002","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s.a":"coffee","t.c":1}},"memlog":{"seq":1783051202000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":2,"created":1,"at":2,"metadata":{"n":2},"kind":"skill"},{"path":"t.c","record":"019f2636-db71-7000-850a-8debe2735f53","version":1,"created":1,"at":2}]}}') IS NOT NULL;
SELECT mem_item_remove('k', 's', 'b');
BEGIN;
SELECT mem_import('{"timestamp":"2026-07-03T04:00:03Z","eventId":"019f2636-d6e0-8000-8af1-000000000003","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s.a":"water","t.c":null}},"memlog":{"seq":1783051203000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":3,"created":1,"at":3,"content":"milk","ended":true,"category":"c"},{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":4,"created":1,"at":3,"source":"here"}]}}') IS NOT NULL;
SELECT mem_item_remove('k', 's');
COMMIT;
SELECT id, length(content), version FROM mem_items('k', 's', '{"versions":true}');
SELECT mem_rebuild_at('k', '#last', 'long_term'), mem_snapshot('k', 'long_term');
SELECT mem_redact(min(seq), 's.a', 'law') FROM mem_event;
SELECT mem_prune('#last') ->> 'items';
SELECT count(*) FROM mem_verify;

-- scenario: long-term memory
SELECT mem_config('memory.inline-value-bytes', 64), mem_clock('2026-07-03 04:00:00');
SELECT mem_item_put('k', 's', 'a', 'green tea'), mem_item_put('k', 's', 'b', 'black tea');
SELECT mem_item_put('k', 's', 'old', 'stale tea', '{"expires_at":"2026-07-03 04:10"}'), mem_item_embed('k', 's', 'a', x'0000803f00000040');
CREATE TEMP TRIGGER hears AFTER INSERT ON main.memlog_event BEGIN SELECT mem_item_put('k', 'heard', 'h', 'tea that was heard'), mem_item_remove('k', 's', 'b'); END;
SELECT mem_set('k', 'x', 1);
-- work
SELECT id, rank FROM mem_search('k', NULL, 'tea', 9, '{"min_score":0}');
SELECT mem_item_put('k', 's', 'a', printf('%.200c tea', 'x'));
SELECT mem_item_embed('k', 's', 'a', x'0000803f0000003f');
BEGIN;
SELECT mem_item_put('k', 's', 'a', 'green tea again');
SAVEPOINT s;
SELECT mem_item_remove('k', 's');
SELECT mem_item_put('k', 't', 'l', 'lost');
ROLLBACK TO s;
SELECT mem_item_embed('k', 's', 'a', x'0000003f0000003f');
SELECT count(mem_item_put('k', 't', 'n' || value, 'tea number ' || value || hex(zeroblob(300)))) FROM json_each('[1]');
COMMIT;
SELECT mem_item_reindex();
SELECT mem_recall('k', '7', 'tea', '{"min_score":0,"record":true}') ->> 'tokens';
SELECT id, rank FROM mem_search('k', NULL, 'tea', 9, '{"min_score":0,"as_of":"#last"}');
SELECT mem_item_remove('k', 't');
SELECT id FROM mem_search('k', NULL, 'tea', 9, '{"vector":[1,0.5],"min_score":0}');
SELECT number, gone FROM memlog_unindexed;
SELECT * FROM mem_verify;

-- scenario: a conversation that ends
SELECT mem_config('conversation.max-messages', 3), mem_message('c', 'system', 'Be kind.');
SELECT mem_message('c', 'user', 'My name is Ada. I like tea.'), mem_message('c', 'assistant', 'Hello.');
-- work
SELECT mem_message('c', 'user', 'I prefer coffee.');
SELECT mem_session_end('c', '{"user":"u","agent":"h"}') ->> 'messages';
BEGIN;
SELECT mem_message('c', 'assistant', 'Task completed: made coffee.');
SELECT mem_summarize('c', 'They met.', 2);
SELECT mem_session_end('c', '{"judged":[{"content":"made coffee","scope":"agent"},{"content":"My name is Ada"}]}') ->> 'messages';
COMMIT;
SELECT mem_session_end('c') ->> 'messages';
SELECT role, content FROM mem_context('c', 'u', 'h', 'coffee');
SELECT set_name, content FROM mem_items('u') ORDER BY content;
SELECT * FROM mem_verify;

-- scenario: what hosts say of lineage
SELECT mem_clock('2026-07-02 04:22:36');
SELECT mem_item_put('k', 's', 'a', 'tea'), mem_item_put('k', 's', 'b', 'no tea'), mem_item_put('j', 's', 'c', 'tea, no tea'), mem_item_put('k', 's', 'd', 'milk');
CREATE VIEW ref AS SELECT type, lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-' || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21)) AS id FROM memlog_entity;
-- work
SELECT length(mem_source('page', '{"key":"k","actor":"me","trust":"trusted","time":"2026-07-01"}'));
SELECT length(mem_edge('{"key":"k","set":"s","id":"a"}', 'stated_by', id, '{"rank":1,"score":0.5,"reason":"page","detail":{"n":1}}')) FROM ref WHERE type = 'source';
SELECT length(mem_edge('{"key":"k","set":"s","id":"a"}', 'conflicts_with', '{"key":"k","set":"s","id":"b"}'));
BEGIN;
SELECT length(mem_select('{"query":"tea?","index":"mine","sets":["s"],"filters":{"n":1},"results":[{"key":"k","set":"s","id":"a"}]}', '{"key":"k","set":"s","id":"a"}'));
SELECT length(mem_place('c', '[{"key":"k","set":"s","id":"a"}]', json_object('turn', 2, 'truncated', json('true'), 'retrieval', id))) FROM ref WHERE type = 'retrieval';
SELECT mem_item_put('k', 's', 'd', 'oat milk');
SAVEPOINT s;
SELECT length(mem_claim('lost', id)) FROM ref WHERE type = 'placement';
ROLLBACK TO s;
COMMIT;
SELECT length(mem_select(id, '[{"key":"k","set":"s","id":"b"},{"key":"k","set":"s","id":"d"}]')) FROM ref WHERE type = 'retrieval';
SELECT length(mem_claim('tea it is', json_array(id, json('{"key":"k","set":"s","id":"b"}')))) FROM ref WHERE type = 'placement';
SELECT length(mem_effect('brew', id, '{"outcome":null,"effect":"e-1"}')) FROM ref WHERE type = 'claim';
SELECT length(mem_effect('brew', id, '{"outcome":"failed"}')) FROM ref WHERE type = 'action';
SELECT length(mem_derive('{"key":"j","set":"s","id":"c"}', '[{"key":"k","set":"s","id":"a"},{"key":"k","set":"s","id":"b"}]', '{"model":"m"}'));
SELECT mem_claim('x', '[{"key":"k","set":"s","id":"a"},{"key":"k","set":"s","id":"none"}]');
SELECT mem_edge('{"key":"k","set":"s","id":"a"}', 'likes', '{"key":"k","set":"s","id":"b"}');
SELECT type, key, json_remove(detail, '$.query') FROM memlog_entity ORDER BY id;
SELECT relation, from_version, to_version, rank, score, reason, detail, count(*) FROM memlog_edge GROUP BY 1, 2, 3, 4, 5, 6, 7;
SELECT * FROM mem_verify;

-- scenario: what items tell of lineage
SELECT mem_config('memory.inline-value-bytes', 64);
SELECT mem_item_put('k', 's', 'a', 'green tea'), mem_item_put('k', 's', 'b', printf('%.200c', 'b')), mem_item_put('k', 's', 'c', 'coffee');
SELECT mem_retain('k', 'l', '{"max_count":1,"policy":"move_to_long_term"}'), mem_append('k', 'l', 'one');
-- work
SELECT mem_item_add('o', 's', 'green tea', '{"id":"a","derived_from":[{"key":"k","set":"s","id":"a"}]}');
SELECT mem_item_add('o', 's', 'green tea', '{"derived_from":[{"key":"k","set":"s","id":"a"},{"key":"k","set":"s","id":"c"}]}');
SELECT mem_item_put('k', 's', 'm', 'drinks', json_object('derived_from', json_array(json('{"key":"k","set":"s","id":"a","version":1}'), json('{"key":"k","set":"s","id":"b"}'))));
SELECT mem_item_remove('k', 's', 'b', '{"relearn":"refuse","reason":"gone"}');
SELECT mem_item_put('k', 's', 'b', printf('%.200c', 'b'));
BEGIN;
SELECT mem_item_remove('k', 's', 'c', '{"relearn":"mark"}');
SAVEPOINT s;
SELECT mem_item_remove('k', 's', NULL, '{"reason":"all"}');
ROLLBACK TO s;
SELECT mem_item_add('k', 't', 'Coffee!', '{"id":"again"}');
COMMIT;
SELECT mem_item_remove('k', 's', 'c', '{"relearn":"allow"}');
SELECT mem_append('k', 'l', 'two');
SELECT mem_message('c', 'user', 'I like tea.');
SELECT json_array_length(mem_session_end('c', json_object('user', 'k', 'judged', json_array(json_object('content', printf('%.200c', 'b')), json_object('content', 'likes tea')))), '$.stored');
SELECT mem_item_reindex() > 0;
SELECT type, count(*) FROM memlog_entity GROUP BY type;
SELECT * FROM mem_verify;

-- scenario: what is let in and taken out again
SELECT mem_config('memory.inline-value-bytes', 64), mem_item_put('k', 's', 'a', 'green tea'), mem_item_embed('k', 's', 'a', x'0000803f00000040');
SELECT mem_config('long-term-memory.admission', 'review'), mem_item_put('k', 's', 'w', 'white tea'), mem_item_put('k', 's', 'b', printf('%.200c tea', 'b'));
-- work
SELECT length(mem_propose('k', 's', printf('%.200c tea', 'x'), '{"id":"p","derived_from":[{"key":"k","set":"s","id":"a"}]}'));
SELECT mem_item_put('k', 's', 'a', 'black tea', '{"metadata":{"n":1}}');
SELECT length(mem_decide('{"key":"k","set":"s","id":"p"}', 'admitted', '{"policy":"p1","reviewer":"eve","reason":"checked","note":"by hand"}'));
SELECT length(mem_decide('{"key":"k","set":"s","id":"w"}', 'denied', '{"source":"{\"key\":\"k\",\"set\":\"s\",\"id\":\"p\"}"}'));
SELECT length(mem_quarantine('{"key":"k","set":"s","id":"b"}', 'poisoned', '{"reviewer":"bob"}'));
SELECT mem_item_put('k', 't', 'q', printf('%.200c tea', 'b'));
SELECT mem_quarantine('{"key":"k","set":"s","id":"b"}', 'again');
SELECT length(mem_release('{"key":"k","set":"s","id":"b"}', 'checked'));
BEGIN;
SELECT length(mem_decide('{"key":"k","set":"s","id":"b"}', 'admitted'));
SAVEPOINT s;
SELECT length(mem_quarantine('{"key":"k","set":"s","id":"b"}', 'spam'));
SELECT length(mem_decide('{"key":"k","set":"s","id":"a"}', 'quarantined', '{"reason":"spam"}'));
ROLLBACK TO s;
SELECT length(mem_decide('{"key":"k","set":"s","id":"a"}', 'admitted'));
SELECT length(mem_quarantine('{"key":"k","set":"s","id":"p"}', 'spam'));
SELECT length(mem_release('{"key":"k","set":"s","id":"p"}'));
COMMIT;
SELECT mem_config('long-term-memory.admission', 'open');
SELECT length(mem_correct('{"key":"k","set":"s","id":"a"}', printf('%.200c tea', 'o'), '{"reason":"misheard","note":"she said o","importance":3}'));
SELECT length(mem_quarantine('{"key":"k","set":"s","id":"w"}', 'spam'));
SELECT mem_decide('{"key":"k","set":"s","id":"w"}', 'maybe');
SELECT id, version, state, length(content), decided_at IS NULL FROM memlog_v_record ORDER BY id, version, state;
SELECT id, version, rank FROM mem_search('k', NULL, 'tea', 9, '{"min_score":0,"relativity":0}');
SELECT length(mem_rebuild_at('k', '#last', 'long_term')), mem_rebuild_at('k', '#last', 'long_term') = mem_snapshot('k', 'long_term');
SELECT count(*), sum(length(line) > 0) FROM mem_export;
SELECT relation, reason, count(*) FROM memlog_v_edge GROUP BY relation, reason;
SELECT kind, detail FROM mem_lineage_break;
SELECT * FROM mem_verify;

-- scenario: what goes with what was made of it
SELECT mem_config('memory.inline-value-bytes', 64), mem_item_put('k', 's', 'a', 'green tea'), mem_item_put('k', 's', 'd', 'alone');
SELECT mem_item_put('k', 's', 'b', printf('%.200c', 'b'), '{"derived_from":[{"key":"k","set":"s","id":"a"}]}'), mem_item_embed('k', 's', 'b', x'0000803f');
SELECT mem_item_put('v', 's', 'c', 'made of b', '{"derived":"copy","derived_from":[{"key":"k","set":"s","id":"b"}]}'), mem_item_put('v', 's', 'e', 'made of d', '{"derived_from":[{"key":"k","set":"s","id":"d"}]}');
CREATE TABLE my AS SELECT id AS name, record AS id FROM (SELECT * FROM mem_items('k') UNION ALL SELECT * FROM mem_items('v'));
-- work
SELECT mem_item_remove('k', 's', 'a', '{"request":true,"reason":"she asked"}');
SELECT length(mem_propagate(id, 'crm', '{"part":"cache"}')) FROM my WHERE name = 'd';
BEGIN;
SELECT mem_item_remove('k', 's', 'd');
SAVEPOINT s;
SELECT mem_item_remove('k', 's', 'a', '{"cascade":true}');
ROLLBACK TO s;
SELECT name, mem_deletion(id) FROM my;
SELECT length(mem_propagate(id, 'crm', '{"part":"cache","state":"invalidated"}')) FROM my WHERE name = 'd';
COMMIT;
SELECT mem_item_remove('k', 's', 'a', '{"cascade":true,"reason":"she asked","relearn":"refuse"}');
SELECT mem_item_put('k', 's', 'a', 'green tea');
SELECT length(mem_propagate(id, 'crm', '{"part":"cache","state":"verified","check":"404"}')) FROM my WHERE name = 'd';
SELECT length(mem_propagate(d.id, e.id, '{"state":"verified","check":"reviewed"}')) FROM my AS d, my AS e WHERE d.name = 'd' AND e.name = 'e';
SELECT name, mem_deletion(id), (SELECT group_concat(part || ' ' || pending || ' ' || ifnull(checked, '-')) FROM mem_deletion(my.id)) FROM my;
SELECT mem_redact(seq, 's.d', 'law') FROM mem_event WHERE value GLOB '*alone*';
SELECT mem_item_put('k', 's', 'f', 'new', '{"derived_from":[{"key":"v","set":"s","id":"e"}]}');
SELECT mem_forget('k', 'why', '{"relearn":"refuse"}') ->> 'generation';
SELECT name, mem_deletion(id) FROM my;
SELECT mem_item_put('k', 's', 'f', 'alone');
SELECT count(*), sum(pending), count(verified_at) FROM mem_deletion;
SELECT mem_propagate('00000000-0000-0000-0000-000000000000');
SELECT change, count(*) FROM memlog_v_lifecycle GROUP BY change;
SELECT kind, detail FROM mem_lineage_break;
SELECT * FROM mem_verify;

-- scenario: searches and placements that are recorded
SELECT mem_config('lineage.query-text', 1), mem_item_put('k', 'user_profile', 'a', 'green tea'), mem_item_put('k', 'user_profile', 'b', printf('%.200c tea', 'b'));
SELECT mem_item_put('k', 'agent_h', 'c', 'no tea', '{"kind":"preference"}'), mem_item_put('k', 's', 'gone', 'old tea'), mem_item_remove('k', 's', 'gone');
SELECT length(mem_edge('{"key":"k","set":"user_profile","id":"a"}', 'conflicts_with', '{"key":"k","set":"agent_h","id":"c"}'));
SELECT mem_message('c', 'user', 'Hello.'), mem_message('c', 'assistant', 'Hello.'), mem_message('c', 'user', 'Tea?');
-- work
SELECT id, rank, length(retrieval) FROM mem_search('k', 'user_profile', 'tea', 1, '{"min_score":0,"relativity":0}');
SELECT id, why, length(retrieval) FROM mem_search('k', NULL, 'tea NOT milk', 1, '{"min_score":0,"raw":true,"all":true,"filter":{"n":{"exists":false}}}');
SELECT id, rank FROM mem_search('k', NULL, 'tea', 9, '{"min_score":0,"as_of":"#last","all":true}');
SELECT length(r ->> 'placement'), length(r ->> 'retrieval') FROM (SELECT mem_recall('k', 'h', 'tea', '{"record":true,"session":"c","max_chars":60,"min_score":0,"relativity":0}') AS r);
BEGIN;
SELECT role, kind, length(placement) FROM mem_context('c', 'k', 'h', 'tea', '{"record":true,"recall":{"max_chars":60,"min_score":0}}');
SAVEPOINT s;
SELECT position, length(placement) FROM mem_window('c', '{"record":true,"rounds":1}');
SELECT id FROM mem_search('k', NULL, 'lost', 9);
ROLLBACK TO s;
SELECT id FROM mem_search('k', NULL, 'green', 9);
COMMIT;
SELECT mem_config('lineage.retrieval', 0);
SELECT id, retrieval FROM mem_search('k', NULL, 'tea', 1);
SELECT length(mem_recall('k', 'h', 'tea', '{"record":true,"turn":7}') ->> 'placement');
SELECT count(placement) FROM mem_window('c', '{"record":true,"turn":-1}');
SELECT type, key, detail FROM (SELECT type, key, json_remove(detail, '$.query', '$.index') AS detail FROM memlog_entity ORDER BY id);
SELECT l.depth, l.edge, count(*) FROM memlog_v_placement AS p, mem_lineage(p.id, 'backward') AS l GROUP BY 1, 2;
SELECT name, class, value FROM mem_metric WHERE window = 'all' AND denominator > 0;
SELECT kind, detail FROM mem_lineage_break;
SELECT * FROM mem_verify;
