-- What oom.c does while allocations fail. A scenario prepares a file, then comes the work, on a connection of its own that has
-- prepared nothing yet. Each statement of the work ends a line; one that changes anything does it by one call. What fails
-- without a fault must fail the same way with one. "opens": opening and loading fail, too. "gap": the file ends in a gap. "version N":
-- it begins with the fixture of that version.

-- scenario: load, opens
SELECT mem_set('k', 'a', 1);
-- work
SELECT mem_get('k', 'a');

-- scenario: first use
-- work
SELECT mem_get('k', 'a'), mem_snapshot('k');
SELECT count(*) FROM mem;
SELECT mem_set('k', 'user.name', 'Ada');
SELECT mem_get('k', 'user.name'), mem_snapshot('k'), mem_rebuild_at('k', 'now');

-- scenario: first use by the table
-- work
INSERT INTO mem(key, path, value) VALUES ('k', 'user.name', 'Ada'), ('k', 'user.age', 36), ('b', 'x', json('[1,2]'));
SELECT key, path, value, type, scope, updated_at FROM mem;

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
SELECT mem_set('k', 'a', 1), mem_generation('k', 2);
SELECT mem_forget('nobody', NULL) ->> 'generation';
SELECT * FROM mem_verify;

-- scenario: install in a transaction
CREATE TABLE mine(x);
-- work
BEGIN;
INSERT INTO mine VALUES (1);
SELECT mem_install();
SELECT mem_config('memory.max-value-bytes', 1000);
SELECT mem_run_begin('k', 'hello');
COMMIT;
SELECT * FROM mem_run;

-- scenario: writing functions
SELECT mem_set_tree('k', 'user', '{"name":"Ada","address":{"city":"SF","zip":null},"tags":["a"]}'), mem_append('k', 'l', 1);
SELECT mem_set('k', 'n', 41), mem_set('k', 'big', hex(zeroblob(3000)));
-- work
SELECT mem_set('k', 'user.name', 'Grace');
SELECT mem_set('k', 'new.deep.down', 1.5);
SELECT mem_set('k', 'new."a.b"', json_object('x', json_array(1, 'zwei', NULL)));
SELECT mem_set_json('k', 'j', '{"map":{"list":[1,2.5,"three",null,true,{"\u00e4":"\ud83d\ude00"}]}}');
SELECT mem_set_json('k', 'scalar', '"a\nb"', 'sensory');
SELECT mem_set_tree('k', 'user', '{"a":{"b":{"c":[1,2,3]}},"d":"e","f":{}}');
SELECT mem_new_object('k', 'o.p');
SELECT mem_new_object('k', 'n', 1);
SELECT mem_incr('k', 'count', 2);
SELECT mem_incr('k', 'count', 0.5);
SELECT mem_set('k', 'big', hex(zeroblob(4000)));
SELECT mem_delete('k', 'new');
SELECT mem_delete('k', 'nothing');
SELECT mem_set('k', 'user', 1);
SELECT mem_set_json('k', 'bad', '{"a":1,"a":2}');
SELECT mem_set_json('k', 'bad', '[1,');
SELECT mem_set('k', 'a..b', 1);
SELECT mem_snapshot('k'), mem_snapshot('k', 'sensory');
SELECT mem_delete('k', '', 'sensory');

-- scenario: writing functions in a transaction
SELECT mem_set_tree('k', 'user', '{"name":"Ada","address":{"city":"SF","zip":null},"tags":["a"]}'), mem_append('k', 'l', 1);
-- work
BEGIN IMMEDIATE;
SELECT mem_action('chat', NULL, '{"actor":"agent","trace_id":"t-1"}');
SELECT mem_set('k', 'user.name', 'Grace');
SELECT mem_set_json('k', 'user.tags', '["a",{"b":"c"}]');
SELECT mem_set_tree('k', 'user.address', '{"city":"Wien","geo":{"x":1,"y":[1,2]}}');
SELECT mem_new_object('k', 'o.p');
SELECT mem_delete('k', 'user.address.geo');
SELECT mem_set('other', 'x', 1);
SELECT mem_set('k', 'seen', 'door', 'sensory');
SELECT mem_incr('k', 'count', 2);
SELECT mem_append('k', 'l', 'two');
SELECT mem_set('k', 'l.0', 'one');
SELECT mem_get('k', ''), mem_snapshot('k'), mem_get_json('other', 'x');
COMMIT;
SELECT seq, type, key, value, removed, containers, action, txn, meta FROM mem_event;

-- scenario: lists
SELECT mem_append('k', 'l', 'a');
-- work
BEGIN;
SELECT mem_append('k', 'l', 'b');
SELECT mem_append_json('k', 'l', '{"c":[1]}');
SELECT mem_append('k', 'new.l', 1.5);
SELECT mem_pop('k', 'l', 'first');
SELECT mem_recent('k', 'l', 2), mem_length('k', 'l'), mem_fields('k', 'l'), mem_field_names('k', 'l');
COMMIT;
SELECT mem_append('k', 'l', 'd');
SELECT mem_pop('k', 'l');
SELECT mem_delete('k', 'l.1');
SELECT mem_pop('k', 'l');
SELECT mem_pop('k', 'l');
SELECT mem_append('k', 'l', 'e', 'short_term');
SELECT mem_recent('k', 'l', 5), mem_length('k', 'l'), mem_length('k', 'none');

-- scenario: conversations
SELECT mem_config('conversation.max-messages', 2);
SELECT mem_message('k', 'system', 'Be kind.'), mem_message('k', 'user', 'hi');
-- work
BEGIN;
SELECT mem_message('k', 'assistant', NULL, '{"tool_calls":[{"id":"a"},{"id":"b"}],"time":"2026-07-03"}');
SELECT mem_message('k', 'tool', 'of b', '{"tool_call_id":"b"}');
SELECT mem_message('k', 'tool', json('["of","a"]'), '{"tool_call_id":"a"}');
SELECT * FROM mem_window('k', '{"all":true,"alternate":true}');
COMMIT;
SELECT mem_summarize('k', 'They met.', 3);
SELECT mem_message('agent:k', 'assistant', 'well');
SELECT mem_message('k', 'user', 'so?');
SELECT mem_summary_due('k');
SELECT * FROM mem_window('k', '{"max_tokens":12,"rounds":2,"all":true}');
SELECT mem_summarize('k', NULL);

-- scenario: reading functions
SELECT mem_set_tree('k', 'user', '{"name":"Ada","address":{"city":"SF","zip":null},"tags":["a"],"on":true,"x":1.5,"o":{}}');
SELECT mem_append('k', 'l', 'a'), mem_append('k', 'l', 'b'), mem_set('k', 'big', hex(zeroblob(3000)));
SELECT mem_set('k', 'q."a.b"', 'a"b' || char(10));
-- work
SELECT mem_get('k', 'user.name'), mem_get('k', 'user.address'), mem_get('k', 'user.tags'), mem_get('k', 'user.none');
SELECT mem_get_json('k', 'user.name'), mem_get_json('k', ''), mem_get('k', 'q."a.b"'), mem_get_json('k', 'q."a.b"');
SELECT length(mem_get('k', 'big')), mem_get('k', 'user.x'), mem_get('k', 'user.on'), mem_get('k', 'user.address.zip');
SELECT mem_exists('k', 'user'), mem_type('k', 'user.tags'), mem_type('k', 'l'), mem_exists('k', 'none'), mem_type('k', 'l.1');
SELECT mem_fields('k', 'user'), mem_field_names('k', 'user'), mem_fields('k'), mem_fields('k', 'user.name');
SELECT mem_recent('k', 'l', 1), mem_length('k', 'l'), mem_fields('k', 'l');
SELECT mem_path('a', 'b.c', 'd'), mem_path(mem_ref('k', 'user'), 'name'), mem_ref('k', 'x', 'sensory');
SELECT mem_resolve(mem_ref('k', 'user.address')), mem_resolve('{"key":"k","scope":"short_term","path":"user.name"}');
SELECT mem_get('k', mem_ref('k', 'user.name')), mem_get('b', mem_ref('k', 'user.name'));
SELECT mem_touches('user.name', '{"user.name":1}'), mem_touches('user', '["user.a"]'), mem_touches('a', NULL, '{"b":1}');
SELECT mem_pick('{"user.name":"Ada","a":[1,{"b":null}]}', 'a'), mem_pick('{"user.\"a.b\"":2}', 'user."a.b"');
SELECT mem_snapshot('k'), mem_snapshot('none');
SELECT mem_version() IS NOT NULL, mem_debug() IS NOT NULL;

-- scenario: table mem: writing
INSERT INTO mem(key, path, value) VALUES ('k', 'user.name', 'Ada'), ('k', 'user.tags', json('[1,2]')), ('b', 'x', 1);
INSERT INTO mem(key, path, value) VALUES ('b', 'y.a', 1), ('b', 'y.b', 2), ('b', 'y.c.d', 'three');
-- work
INSERT INTO mem(key, path, value) VALUES ('k', 'user.age', 36), ('new', 'x.y', json('{"a":[1]}'));
INSERT INTO mem(key, path, type, scope) VALUES ('k', 'empty', 'object', 'sensory');
INSERT INTO mem(key, path, json) VALUES ('k', 'flag', 'true'), ('k', 'm', '{"a":{"b":[1,2.5]}}');
INSERT OR REPLACE INTO mem(key, path, value) VALUES ('k', 'user.age', 37), ('k', 'fresh', 1);
INSERT INTO mem(key, path, value) VALUES ('k', 'one', 1), ('k', 'user.age', 38);
INSERT OR IGNORE INTO mem(key, path, value) VALUES ('k', 'two', 2), ('k', 'user.age', 38), ('k', 'three', 3);
UPDATE mem SET value = value || '!' WHERE key = 'k' AND path = 'user.name';
UPDATE mem SET value = 0 WHERE key = 'b' AND type = 'integer';
UPDATE mem SET path = 'moved.' || path WHERE key = 'b' AND path = 'y';
UPDATE mem SET key = 'k', path = 'from.b' WHERE key = 'b' AND path = 'x';
UPDATE mem SET json = '[1,{"a":2}]' WHERE key = 'k' AND path = 'flag';
DELETE FROM mem WHERE key = 'b' AND under = 'moved';
DELETE FROM mem WHERE key = 'new';
SELECT key, path, value, type, scope, json FROM mem;

-- scenario: table mem: writing in a transaction
INSERT INTO mem(key, path, value) VALUES ('k', 'user.name', 'Ada'), ('k', 'user.tags', json('[1,2]')), ('b', 'x', 1);
-- work
BEGIN;
INSERT INTO mem(key, path, value) VALUES ('k', 'user.age', 36), ('new', 'x.y', json('{"a":[1]}'));
UPDATE mem SET value = 'x' WHERE type = 'integer';
UPDATE mem SET path = 'user.first' WHERE path = 'user.name';
DELETE FROM mem WHERE key = 'b';
INSERT INTO mem(key, path, value) SELECT 'copy', path, value FROM mem WHERE key = 'k' AND type <> 'object';
SELECT key, path, value FROM mem;
COMMIT;
SELECT seq, key, value, removed, containers FROM mem_event;

-- scenario: table mem: reading
INSERT INTO mem(key, path, value) VALUES ('k', 'user.name', 'Ada'), ('k', 'user.tags', json('[1,2]')), ('b', 'x', 1);
INSERT INTO mem(key, path, value, scope) VALUES ('k', 'user.q', 'q', 'sensory'), ('c', 'u', 2.5, 'short_term');
SELECT mem_append('k', 'user.l', 'a'), mem_append('k', 'user.l', 'b'), mem_set('k', 'user.big', hex(zeroblob(2500)));
-- work
SELECT * FROM mem;
SELECT * FROM mem('k');
SELECT path, json, as_of, of_key, under FROM mem('k', '#last', 'short_term', 'user');
SELECT path, value FROM mem WHERE key = 'k' AND path = 'user.name';
SELECT key, path FROM mem WHERE scope = 'sensory' ORDER BY path DESC;
SELECT count(*), count(DISTINCT key), max(updated_at) FROM mem WHERE under = 'user';
SELECT a.path, b.path FROM mem('k') a JOIN mem('k') b ON b.path LIKE a.path || '.%' WHERE a.type = 'object';
CREATE VIRTUAL TABLE temp.u USING mem('k');
SELECT path, value FROM temp.u;
INSERT INTO temp.u(path, value) VALUES ('by.it', 1);
SELECT path, mem_set('k', 'copy.' || path, value) FROM mem('k') WHERE path = 'user.name';
DROP TABLE temp.u;

-- scenario: runs
SELECT mem_set('k', 'user.name', 'Ada'), mem_set('k', 'user.tags', json('[1,2]')), mem_append('k', 'l', 1);
-- work
SELECT mem_run_begin('k', json('{"q":["why"]}'));
SELECT mem_set('k', 'seen', 'door', 'sensory');
SELECT mem_set('k', 'user.name', 'Grace');
SELECT mem_run_end('k', 'because');
SELECT mem_run_begin('k');
SELECT mem_set('k', 'seen', 'window', 'sensory');
SELECT mem_run_begin('k', NULL, 'exclusive');
SELECT mem_run_begin('k', 42);
SELECT mem_run_end('k', NULL, 'failed');
SELECT mem_run_end('k');
SELECT * FROM mem_run;
SELECT run FROM mem_run WHERE key = 'k' AND run > 1 ORDER BY run DESC;
SELECT seq, type, value, containers, run FROM mem_event WHERE key = 'k';

-- scenario: runs in a transaction
SELECT mem_set('k', 'user.name', 'Ada'), mem_set('k', 'user.tags', json('[1,2]'));
SELECT mem_run_begin('k', 'first'), mem_set('k', 's', 1, 'sensory');
SELECT mem_config('agent-run.begin-event', 0);
-- work
BEGIN;
SELECT mem_set('k', 'user.name', 'Grace');
SELECT mem_run_end('k', 'done');
SELECT mem_set('k', 'between', 1);
SELECT mem_run_begin('k', 'second');
SELECT mem_set('k', 's', 2, 'sensory');
SELECT mem_run_begin('other');
COMMIT;
SELECT run, key, input, output, outcome, begin_seq, end_seq FROM mem_run;
SELECT seq, type, key, value, observed FROM mem_journal;

-- scenario: host events and flush
SELECT mem_set('k', 'a', 1);
-- work
SELECT mem_event_add('order', 'k', '{"n":1,"m":["x"]}');
BEGIN;
SELECT mem_set('k', 'a', 2);
SELECT mem_event_add('order', 'k', '{"n":2}');
SELECT mem_event_add('order', 'other', '{"n":3}');
SELECT mem_flush();
SELECT mem_set('k', 'b', 2);
SELECT mem_event_add('other', 'k', '{"n":4}');
SELECT mem_flush();
SELECT mem_set('k', 'c', 2);
COMMIT;
SELECT mem_event_add('_order', 'k', '{}');
SELECT seq, type, key, value, txn FROM mem_event;

-- scenario: action with a cause
SELECT mem_set('k', 'a', 1), mem_event_add('order', 'k', '{}');
CREATE TABLE cause AS SELECT id, type FROM mem_event;
-- work
BEGIN;
SELECT mem_action('react', (SELECT id FROM cause WHERE type = 'order'), '{"actor":"worker"}');
SELECT mem_set('k', 'b', 1);
COMMIT;
BEGIN;
SELECT mem_action('react', (SELECT id FROM cause WHERE type <> 'order'));
SELECT mem_set('k', 'c', 1);
SELECT mem_append('k', 'l', 1);
SELECT mem_set('b', 'd', 1);
COMMIT;
SELECT seq, type, value, action, cause, meta, observed FROM mem_journal;

-- scenario: savepoints
SELECT mem_set('k', 'a', 1), mem_set('k', 'u.x', 1);
-- work
BEGIN;
SELECT mem_set('k', 'a', 2);
SAVEPOINT one;
SELECT mem_set('k', 'b', 1);
SAVEPOINT two;
SELECT mem_delete('k', 'u');
SELECT mem_flush();
ROLLBACK TO two;
SELECT mem_append('k', 'l', 1);
RELEASE two;
SAVEPOINT three;
SELECT mem_set('other', 'c', 1);
INSERT INTO mem(key, path, value) VALUES ('k', 'd', 1), ('k', 'e', 2);
ROLLBACK TO three;
INSERT INTO mem(key, path, value) VALUES ('k', 'd', 1), ('k', 'a', 2);
RELEASE one;
COMMIT;
SELECT seq, type, key, value, removed FROM mem_event;

-- scenario: outermost savepoint
SELECT mem_set('k', 'a', 1);
-- work
SAVEPOINT s;
SELECT mem_set('k', 'a', 2);
ROLLBACK TO s;
SELECT mem_set('k', 'b', 3);
RELEASE s;
SELECT seq, value FROM mem_event;

-- scenario: listener
SELECT mem_install();
CREATE TABLE noticed(seq, id, type, key, value, removed);
CREATE TABLE steps(key);
CREATE TRIGGER on_step AFTER INSERT ON steps BEGIN SELECT mem_set(NEW.key, 'stepped', 1); END;
CREATE TRIGGER on_write AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' BEGIN
  SELECT mem_incr(NEW.key, 'audit.count', 1);
  SELECT mem_append(NEW.key, 'audit.log', NEW.seq);
  INSERT INTO noticed VALUES (NEW.seq, NULL, NEW.type, mem_get(NEW.key, 'user.name'), NEW.value, NEW.removed);
END;
CREATE TRIGGER on_user AFTER INSERT ON memlog_event
  WHEN NEW.type = '_sensory_write_event' AND mem_touches('user', NEW.value, NEW.removed) BEGIN
  INSERT INTO steps VALUES (NEW.key);
  SELECT mem_delete(NEW.key, 'user.old');
END;
SELECT mem_set('k', 'user.old', 1);
-- work
SELECT mem_set('k', 'user.name', 'Ada');
BEGIN;
SELECT mem_set('k', 'user.name', 'Grace');
SELECT mem_set('k', 'user.x', 1, 'sensory');
SELECT mem_set('b', 'x', 1);
COMMIT;
INSERT INTO mem(key, path, value) VALUES ('c', 'x', 1), ('d', 'x', 2);
SELECT * FROM noticed;
SELECT seq, key, type, value, removed, cause, observed FROM mem_journal;

-- scenario: listener that says no
SELECT mem_set('k', 'a', 1);
CREATE TRIGGER no AFTER INSERT ON memlog_event WHEN NEW.value LIKE '%no%' BEGIN
  SELECT mem_set(NEW.key, 'x', 1);
  SELECT RAISE(ABORT, 'it says no');
END;
-- work
SELECT mem_set('k', 'a', 'no');
BEGIN;
SELECT mem_set('k', 'b', 'no');
COMMIT;
ROLLBACK;
SELECT mem_set('k', 'a', 'yes');

-- scenario: listener and a virtual table
SELECT mem_set('k', 'a', 'some words');
CREATE VIRTUAL TABLE words USING fts5(text);
CREATE TRIGGER index_words AFTER INSERT ON memlog_event BEGIN INSERT INTO words VALUES (NEW.value); END;
-- work
BEGIN;
SELECT mem_set('k', 'a', 'other words');
SELECT mem_flush();
COMMIT;
SELECT mem_set('k', 'b', 'cannot');
SELECT text FROM words WHERE words MATCH 'words';

-- scenario: gap opened, gap
SELECT mem_set('k', 'a', 1), mem_set('k', 's', 1, 'sensory');
-- work
SELECT mem_config('memory.generate-event.short-term-write', 0);
SELECT mem_set('k', 'b', 2);
BEGIN;
SELECT mem_set('k', 'c', 2);
SELECT mem_set('new', 'c', 2);
SELECT mem_append('k', 'l', 1);
COMMIT;
SELECT mem_rebuild_at('k', 'now');
SELECT seq, type, key, observed FROM mem_journal;

-- scenario: gap closed, gap
SELECT mem_set('k', 'a', 1), mem_set('k', 'u.x', 1), mem_config('memory.generate-event', 0);
SELECT mem_set('k', 'b', 2), mem_set('new', 'c', 2);
-- work
SELECT mem_clock('2026-07-03 05:00:00');
SELECT mem_config('memory.generate-event', NULL);
SELECT mem_set('k', 'b', 3);
BEGIN;
SELECT mem_set('new', 'd', 3);
SELECT mem_delete('k', 'u');
COMMIT;
SELECT mem_rebuild_at('k', 'now'), mem_rebuild_at('new', '#last');
SELECT mem_rebuild_at('k', '2026-07-03 04:30');
SELECT path, change, before, after FROM mem_history('k');

-- scenario: reads recorded
SELECT mem_set_tree('k', 'user', '{"name":"Ada","address":{"city":"SF","zip":null},"tags":["a"]}');
SELECT mem_append('k', 'l', 'a'), mem_append('k', 'l', 'b'), mem_set('k', 's', 1, 'sensory');
SELECT mem_config('memory.generate-event.short-term-read', 1), mem_config('memory.generate-event.sensory-read', 1);
-- work
SELECT mem_get('k', 'user.name');
SELECT mem_get_json('k', 'user');
BEGIN;
SELECT mem_get('k', 'user.address');
SELECT mem_set('k', 'user.name', 'Grace');
SELECT mem_fields('k', 'user');
SELECT mem_resolve(mem_ref('k', 's', 'sensory'));
SELECT mem_recent('k', 'l', 1);
COMMIT;
SELECT seq, type, value FROM mem_event;
SELECT mem_observer(1);
SELECT mem_get('k', 'user.name');

-- scenario: the past
SELECT mem_set_tree('k', 'user', '{"name":"Ada","address":{"city":"SF","zip":null},"tags":["a"]}');
SELECT mem_append('k', 'l', 'a'), mem_append('k', 'l', 'b'), mem_set('k', 's', 1, 'sensory'), mem_set('b', 'x', 1);
SELECT mem_clock('2026-07-03 05:00:00');
SELECT mem_set('k', 'user.name', 'Grace'), mem_delete('k', 'user.address'), mem_pop('k', 'l', 'first');
SELECT mem_run_begin('k'), mem_set('k', 'q."a.b"', 'x'), mem_set('k', 's', 2, 'sensory'), mem_new_object('k', 'o');
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT mem_set('k', 'n', i) FROM n;
SELECT mem_clock('2026-07-03 06:00:00');
SELECT mem_run_end('k'), mem_delete('b', ''), mem_set('k', 'user.name', 'Joan'), mem_set('k', 'big', hex(zeroblob(2500)));
-- work
SELECT mem_rebuild_at('k', '2026-07-03 04:30'), mem_rebuild_at('k', '2026-07-03T05:30:00Z', 'sensory');
SELECT mem_rebuild_at('k', 'now') = mem_snapshot('k'), mem_rebuild_at('b', '#last'), mem_rebuild_at('none', 1783052556);
SELECT * FROM mem('k', '2026-07-03 05:30');
SELECT key, path, json FROM mem WHERE as_of = '2026-07-03 04:30';
SELECT seq, time, path, change, before, after, type, run, action FROM mem_history('k');
SELECT path, change, before, after FROM mem_history('k', 'user.name');
SELECT path, change, before, after FROM mem_history('k', 's', 'sensory') ORDER BY seq DESC;
SELECT * FROM mem_diff('k', '2026-07-03 04:30', 'now');
SELECT * FROM mem_diff('k', '2026-07-03 05:30', '2026-07-03 04:30', 'user');
SELECT * FROM mem_verify;

-- scenario: the log
SELECT mem_install();
CREATE TRIGGER audit AFTER INSERT ON memlog_event WHEN NEW.key = 'b' BEGIN SELECT mem_incr(NEW.key, 'n', 1); END;
SELECT mem_set('k', 'a', 1), mem_set('b', 'a', 1), mem_event_add('order', 'k', '{"n":1}'), mem_run_begin('k', 'q');
SELECT mem_clock('2026-07-03 05:00:00');
SELECT mem_set('k', 'a', 2), mem_delete('k', 'a'), mem_set('b', 'big', hex(zeroblob(2500))), mem_run_end('k');
CREATE TABLE ids AS SELECT id FROM mem_event;
-- work
SELECT seq, type, key, value, removed, run FROM mem_event WHERE key = 'k';
SELECT seq, type, value FROM mem_event WHERE key = 'k' AND seq > 1783052556087914 ORDER BY seq DESC;
SELECT seq FROM mem_event WHERE key = 'b' AND time < '2026-07-03 04:30';
SELECT seq, value FROM mem_event WHERE type = 'order';
SELECT seq, key FROM mem_event WHERE id = (SELECT max(id) FROM ids);
SELECT count(*) FROM ids JOIN mem_event USING (id);
SELECT seq, type FROM mem_event WHERE run = 1;
SELECT * FROM mem_journal;
SELECT seq, type, observed FROM mem_journal WHERE key = 'b' ORDER BY seq DESC LIMIT 2;
SELECT seq, meta ->> 'actor' FROM mem_event WHERE time >= '2026-07-03 05' AND value LIKE '%a%';

-- scenario: options
SELECT mem_config('memory.max-value-bytes', 100), mem_config('memory.generate-event', 'true');
-- work
SELECT mem_config('memory.max-value-bytes'), mem_config('memory.generate-event.sensory-read'), mem_config('agent-run.end-event');
SELECT mem_config('agent-run.snapshot-every-runs', 'auto');
SELECT mem_config('agent-run.snapshot-every-runs', 3);
SELECT mem_config('memory.generate-event', NULL);
SELECT mem_config('memory.generate-event', 'maybe');
SELECT mem_config('nothing', 1);
SELECT mem_config('memory.max-value-bytes', 50);
SELECT mem_set('k', 'x', hex(zeroblob(30)));
SELECT mem_set('k', 'x', hex(zeroblob(10)));
SELECT * FROM mem_config;
SELECT value FROM mem_config WHERE name = 'memory.max-value-bytes';

-- scenario: verify
SELECT mem_set_tree('k', 'user', '{"name":"Ada","address":{"city":"SF","zip":null},"tags":["a"]}');
SELECT mem_append('k', 'l', 'a'), mem_append('k', 'l', 'b'), mem_set('k', 's', 1, 'sensory'), mem_pop('k', 'l', 'first');
SELECT mem_run_begin('k', 'q'), mem_event_add('order', 'k', '{}'), mem_config('memory.max-value-bytes', 1000);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT mem_set('k', 'n', i) FROM n;
-- work
SELECT * FROM mem_verify;
SELECT count(*) FROM mem_verify;

-- scenario: snapshots by growth
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 14) SELECT mem_set('k', 'n', i) FROM n;
SELECT mem_set('k', 'user.name', 'Ada'), mem_append('k', 'l', 1), mem_set('k', 's.x', 1, 'sensory');
-- work
SELECT mem_set('k', 'n', 20);
SELECT mem_set('k', 'n', 21);
BEGIN;
SELECT mem_set('k', 'n', 22);
SELECT mem_flush();
SELECT mem_set('k', 'n', 23);
SELECT mem_set('k', 's', 24, 'sensory');
COMMIT;
SELECT seq, key, quiet, value FROM memlog_snapshot;

-- scenario: rows written past the extension
SELECT mem_set('k', 'a', 1);
-- work
INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES ('k', 'st', 'b', 1, '1', 0);
UPDATE memlog_event SET value = '{}';
BEGIN;
SELECT mem_set('k', 'b', 1);
DELETE FROM memlog_cell;
COMMIT;
SELECT mem_snapshot('k');

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
SELECT mem_set('k', 'a', 1), mem_set('b', 'a', 1), mem_set('k', 'b', hex(zeroblob(2500))), mem_event_add('order', 'k', '{}');
-- work
SELECT type, key, value FROM mem_consume('reader', 2, 60000);
SELECT mem_ack('reader', (SELECT min(seq) FROM mem_event));
SELECT mem_ack('reader', 1);
SELECT mem_ack('other', 5);
SELECT consumer, acknowledged, leased, leased_until, lease, lag, newest FROM mem_consumer;
SELECT mem_ack('reader', (SELECT max(seq) FROM mem_event));
SELECT count(*) FROM mem_consume('late', 10, NULL, '#last');
SELECT count(*) FROM mem_consume('nobody', 10, NULL, 'yesterday');
BEGIN;
SELECT mem_action('react', (SELECT id FROM mem_consume('reader', 1)));
SELECT mem_set('k', 'seen', 1), mem_ack('reader', (SELECT leased FROM mem_consumer WHERE consumer = 'reader'));
COMMIT;
SELECT count(*) FROM mem_consume('reader', 10000);
SELECT mem_ack('late', 'forget'), mem_ack('late', 'forget');
SELECT name, place, leased, until FROM memlog_consumer;

-- scenario: compare and set
SELECT mem_set('k', 'n', 1), mem_set('k', 'big', hex(zeroblob(3000))), mem_append('k', 'l', 1);
-- work
SELECT mem_set_if('k', 'n', '1', 2);
SELECT mem_set_if('k', 'n', '1', 3);
SELECT mem_set_if('k', 'new.deep', NULL, json_object('a', 1.5));
SELECT mem_set_if('k', 'big', mem_get_json('k', 'big'), hex(zeroblob(3001)));
SELECT mem_set_if('k', 'l', '[1]', 2);
SELECT mem_set_if('k', 'n.x', NULL, 1);
SELECT mem_set_if('k', 'n', '{', 1);
SELECT mem_snapshot('k');

-- scenario: states restored and copied
SELECT mem_clock('2026-07-03 04:00:00');
SELECT mem_set_tree('k', 'user', '{"name":"Ada","tags":["a"],"address":{"city":"SF","zip":null}}'), mem_append('k', 'l', 1), mem_append('k', 'l', 2);
SELECT mem_set('k', 'big', hex(zeroblob(3000))), mem_set('k', 's', 1, 'sensory');
SELECT mem_clock('2026-07-03 05:00:00');
SELECT mem_set('k', 'user', 1) FROM (SELECT mem_delete('k', 'user')), (SELECT mem_delete('k', 'l')), (SELECT mem_append('k', 'l', 3));
SELECT mem_set('k', 'big', hex(zeroblob(3001))), mem_set('k', 'new.x', 1), mem_set('other', 'a', 1);
SELECT mem_clock(NULL);
-- work
SELECT mem_restore('k', '2026-07-03 04:30:00', 'user.address');
SELECT mem_restore('k', '2026-07-03 04:30:00');
SELECT mem_restore('k', '2026-07-03 04:30:00');
SELECT mem_append('k', 'l', 4);
SELECT mem_restore('k', '2020-01-01', '', 'sensory');
SELECT mem_copy('k', 'other');
SELECT mem_copy('k', 'other', '2026-07-03 04:30:00');
SELECT mem_copy('k', 'fresh', '2026-07-03 05:30:00');
SELECT mem_copy('k', 'fresh', NULL, 'sensory');
SELECT mem_copy('k', 'k');
SELECT mem_restore('k', 'yesterday');
BEGIN;
SELECT mem_action('undo', NULL, '{"actor":"me"}');
SELECT mem_restore('k', '2026-07-03 05:30:00');
SELECT mem_restore('k', '2026-07-03 04:30:00', 'l');
SELECT mem_set('k', 'after', 1);
COMMIT;
SELECT key, value, removed, containers, meta FROM mem_event ORDER BY seq DESC LIMIT 6;
SELECT mem_snapshot('k'), mem_snapshot('other'), mem_snapshot('fresh'), mem_rebuild_at('k', '#last');

-- scenario: previous values
SELECT mem_config('memory.record-previous-value', 1);
SELECT mem_set_tree('k', 'user', '{"name":"Ada","address":{"city":"SF","zip":null}}'), mem_append('k', 'l', 1), mem_set('k', 'n', 1);
CREATE TRIGGER answer AFTER INSERT ON memlog_event WHEN NEW.type = 'order' BEGIN SELECT mem_set('heard', 'n', NEW.seq); END;
-- work
SELECT mem_set('k', 'n', 2);
SELECT mem_set('k', 'new.x', 2);
SELECT mem_delete('k', 'user');
SELECT mem_append('k', 'l', hex(zeroblob(2500)));
SELECT mem_pop('k', 'l', 'first');
SELECT mem_event_add('order', 'k', '{}');
BEGIN;
SELECT mem_set('k', 'n', 3);
SELECT mem_set('k', 'a.b', 1);
SELECT mem_delete('k', 'a');
SELECT mem_delete('k', '');
SELECT mem_set('k', 'n.o', 3);
SELECT mem_set('k', 'n.o.p', 3);
COMMIT;
SELECT key, value, removed, before FROM mem_journal ORDER BY seq;

-- scenario: views for other tools
SELECT mem_set('k', 'a', 1);
-- work
SELECT mem_install('otel');
SELECT mem_install('otel');
SELECT mem_install('nothing');
SELECT mem_install(NULL);
BEGIN;
SELECT mem_install('cloudevents');
SELECT mem_install('openlineage');
SELECT mem_install('prov');
COMMIT;
SELECT mem_config('observability.capture-content', 1);
SELECT "gen_ai.memory.records" FROM memlog_otel_event;
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

-- scenario: pruning, gap
SELECT mem_set_tree('k', 'user', '{"name":"Ada","tags":["a"]}'), mem_append('k', 'l', 'a'), mem_set('k', 's', 1, 'sensory');
SELECT mem_run_begin('k', 'q'), mem_set('b', 'a', 1), mem_run_end('k', 'done'), mem_run_begin('k', 'q');
SELECT mem_config('memory.generate-event.short-term-write', 0), mem_set('g', 'a', 1), mem_set('g', 's', 1, 'sensory');
SELECT mem_config('memory.generate-event.short-term-write', NULL), mem_set('k', 'big', hex(zeroblob(3000)));
SELECT mem_set('k', 'big', 1), mem_set('k', 'n', 1), mem_set('b', 'a', 2);
-- work
SELECT mem_head() IS NOT NULL, mem_prune('#last', '{"dry_run":true}') ->> 'events';
SELECT r ->> 'events', r ->> 'quiet', r ->> 'keys', r ->> 'runs' FROM (SELECT mem_prune('#last', '{"max_rows":4}') AS r);
SELECT r ->> 'events', r ->> 'quiet', r ->> 'keys', r ->> 'values' FROM (SELECT mem_prune('#last') AS r);
SELECT mem_rebuild_at('k', '#last'), mem_rebuild_at('g', '#last', 'sensory');
SELECT mem_rebuild_at('g', '#last');
SELECT mem_rebuild_at('k', '#1');
SELECT * FROM mem_history('k') ORDER BY time DESC;
SELECT mem_set('k', 'n', 3);
SELECT kind FROM mem_verify WHERE head = mem_head();
SELECT key, events, open_run FROM mem_key;


-- scenario: the first write to an older file restores, version 1
-- work
SELECT mem_restore('alice', '2026-05-01 08:30:00');
SELECT mem_copy('alice', 'copy', '2026-05-01 08:30:00');
SELECT mem_rebuild_at('alice', '#last'), mem_snapshot('copy');
SELECT * FROM mem_verify;

-- scenario: limits of lists
SELECT mem_retain('*', 'l', '{"max_count":3}'), mem_retain('*', 'u', '{"max_bytes":9,"policy":"drop_least_recently_used"}');
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"json_array_length"}');
SELECT mem_append('k', 'l', 1), mem_append('k', 'l', 2), mem_append('k', 'l', 3), mem_append('k', 'u', 'a'), mem_append('k', 'u', 'b');
SELECT mem_append('k', 'a', 1), mem_append('k', 'a', 2), mem_append('k', 'u', 'c');
-- work
SELECT mem_append('k', 'l', 4);
SELECT mem_get('k', 'u.0');
SELECT mem_append('k', 'u', 'd');
SELECT mem_set('k', 'u.0', 'abcd');
SELECT mem_append('k', 'a', 3);
SELECT mem_append('k', 'u', 'far too long');
SELECT mem_delete('k', 'l.2');
SELECT mem_append('k', 'l', 5);
SELECT mem_retain('k*', 'l', '{"max_count":1}');
SELECT mem_append('k', 'l', 6);
SELECT mem_retain('k*', 'l', NULL);
SELECT * FROM mem_retain;
SELECT mem_snapshot('k'), mem_length('k', 'l'), mem_rebuild_at('k', '#last') = mem_snapshot('k');
SELECT * FROM mem_verify;

-- scenario: long words and numbers in JSON
SELECT mem_set('k', 'a', 1);
-- work
SELECT mem_set_json('k', 'j', '{"the name of a member that grows":"a text of more than sixteen bytes \u00e4\ud83d\ude00\n","n":[0.10000000000000001,1234567890123456789]}');
SELECT mem_get_json('k', 'j');

-- scenario: items as they were and elsewhere
SELECT mem_config('memory.inline-value-bytes', 100);
SELECT mem_import('{"timestamp":"2026-07-03T04:00:01Z","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s.a":"tea","s.b":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}},"memlog":{"seq":1783051201000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":1,"created":1,"at":1,"metadata":{"n":1},"kind":"skill"},{"path":"s.b","record":"019f2636-db71-7000-850a-8debe2735f52","version":1,"created":1,"at":1}]}}') IS NOT NULL;
SELECT mem_import('{"timestamp":"2026-07-03T04:00:02Z","eventId":"019f2636-d6e0-8000-8af1-000000000002","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s.a":"coffee","t.c":1}},"memlog":{"seq":1783051202000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":2,"created":1,"at":2,"metadata":{"n":2},"kind":"skill"},{"path":"t.c","record":"019f2636-db71-7000-850a-8debe2735f53","version":1,"created":1,"at":2}]}}') IS NOT NULL;
-- work
SELECT mem_import('{"timestamp":"2026-07-03T04:00:03Z","eventId":"019f2636-d6e0-8000-8af1-000000000003","eventType":"_long_term_update_event","eventAttributes":{"key":"k","value":{"s.a":"water","t.c":null}},"memlog":{"seq":1783051203000000,"items":[{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":3,"created":1,"at":3,"content":"milk","ended":true,"category":"c"},{"path":"s.a","record":"019f2636-db71-7000-850a-8debe2735f51","version":4,"created":1,"at":3,"source":"here"}]}}') IS NOT NULL;
SELECT mem_item_remove('k', 't');
SELECT set_name, id, content, metadata, kind, version FROM mem_items('k', NULL, '{"versions":true,"filter":{"n":{"gte":1}}}');
SELECT id, length(content) FROM mem_items('k', 's', '{"as_of":"#last","kind":["skill"]}') WHERE id = 'a';
SELECT mem_rebuild_at('k', '#' || min(seq), 'long_term'), length(mem_snapshot('k', 'long_term')) FROM mem_event;
SELECT path, change FROM mem_diff('k', '#0', '#last', 's', 'long_term');
SELECT mem_redact(min(seq), 's.a', 'law') FROM mem_event;
SELECT count(*), sum(length(line) > 0) FROM mem_export;
SELECT mem_prune('#' || max(seq)) ->> 'items' FROM mem_event;
SELECT count(*), sum(line GLOB '*"items":*') FROM mem_export;
SELECT kind, detail FROM mem_verify;
SELECT mem_forget('k', 'why') ->> '$.erased.memlog_item';
SELECT count(*) FROM mem_items('k');

-- scenario: long-term memory
SELECT mem_config('memory.inline-value-bytes', 64), mem_clock('2026-07-03 04:00:00');
SELECT mem_item_put('k', 's', 'a', 'green tea', '{"kind":"preference","metadata":{"lang":"en"}}'), mem_item_put('k', 's', 'b', 'black tea');
SELECT mem_item_put('k', 's', 'old', 'stale tea', '{"expires_at":"2026-07-03 04:10"}'), mem_item_put('other', 's', 'a', 'tea of others');
SELECT mem_item_embed('k', 's', 'a', x'0000803f00000040'), mem_item_embed('k', 's', 'old', x'000000400000803f');
CREATE TEMP TRIGGER hears AFTER INSERT ON main.memlog_event BEGIN SELECT mem_item_put('k', 'heard', 'h', 'tea that was heard'), mem_item_remove('k', 's', 'b'); END;
SELECT mem_set('k', 'x', 1);
-- work
SELECT id, length(content), rank FROM mem_search('k', NULL, 'tea', 9, '{"min_score":0}');
SELECT mem_item_add('k', 's', 'white tea with 东京都', '{"id":"w","importance":3}');
SELECT mem_item_add('k', 's', 'white tea with 东京都', '{"sensitivity":3}');
SELECT mem_item_put('k', 's', 'a', printf('%.200c tea', 'x'), '{"metadata":{"n":[1,{"x":null}]},"valid_from":"2026-01-01"}');
SELECT mem_item_embed('k', 's', 'w', x'0000803f0000003f');
SELECT mem_item_put('k', 's', 'w', 'white tea with 东京都', '{"category":"c"}');
SELECT mem_item_embed('k', 's', 'w', x'0000807f');
SELECT hex(mem_item_vector('k', 's', 'w')), length(mem_item_get('k', 's', 'a'));
SELECT id, score > 0.1, why IS NULL FROM mem_search('k', 's', 'tea', 9, '{"vector":[1,0.5],"min_score":0,"dedup":"mmr","all":true}');
SELECT id FROM mem_search('k', NULL, 'tea NOT white', 2, '{"raw":true,"filter":{"n":{"contains":1}},"max_chars":20}');
SELECT id FROM mem_search('k', NULL, x'0000803f00000040');
SELECT mem_recall('k', '7', 'tea', '{"min_score":0}') ->> 'tokens';
BEGIN;
SELECT mem_item_put('k', 's', 'a', 'green tea again');
SELECT mem_item_put('k', 't', 'b', json('["tea",{"x":"y"}]'), '{"expires_at":"2027-01-01"}');
SELECT id FROM mem_search('k', NULL, 'again', 9, '{"min_score":0}');
SAVEPOINT s;
SELECT mem_item_remove('k', 's', 'w');
SELECT mem_item_add('k', 't', 'lost', '{"id":"l"}');
SELECT mem_item_embed('k', 't', 'b', x'0000803f0000003f');
ROLLBACK TO s;
SELECT mem_item_put('k', 't', 'c', 'tea after that');
COMMIT;
SELECT mem_item_remove('k', 't');
SELECT mem_item_reindex();
SELECT set_name, id, version, ended_at FROM mem_items('k', NULL, '{"versions":true}');
SELECT layer, entries FROM mem_layer WHERE key = 'k';
SELECT name, class, value FROM mem_metric WHERE window = 'all' AND unit IS NULL AND denominator IS NULL;
SELECT number, gone FROM memlog_unindexed;
SELECT * FROM mem_verify;

-- scenario: sessions that end
SELECT mem_message('c', 'user', 'My name is Ada. I like tea.'), mem_message('c', 'assistant', 'Task completed: made tea.');
SELECT mem_item_put('u', 'user_profile', 'p', 'I like green tea in the morning'), mem_item_put('u', 'user_profile', 'q', 'Lives in Oslo');
-- work
SELECT mem_session_pending('c', '{"user":"u","candidates":5,"text":true}') ->> 'new';
SELECT mem_session_end('c', '{"user":"u","agent":"h"}') ->> '$.messages';
SELECT mem_message('c', 'user', 'I prefer coffee.');
BEGIN;
SELECT mem_message('c', 'user', 'I live in Bergen.');
SELECT mem_session_end('c', '{"judged":[{"content":"Lives in Bergen","supersedes":["q"],"action":"supersede"},{"content":"I like tea"},{"content":"","scope":"agent"}]}') ->> '$.superseded[0].id';
SELECT mem_session_end('c', '{"judged":[{"content":"x","supersedes":["none"]}]}') ->> 'messages';
COMMIT;
SELECT mem_session_end('c') ->> 'messages';
SELECT session, user, agent, messages, pending, judge, error FROM mem_session;
SELECT set_name, content FROM mem_items('u') ORDER BY content;
SELECT role, kind, length(content) FROM mem_context('c', 'u', 'h', 'tea', '{"max_tokens":300,"window":{"all":true}}');
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
SELECT mem_item_embed('k', 's', 'a', x'0000803f');
SELECT mem_item_embed('k', 's', 'a', x'00000040');
SELECT mem_item_reindex() > 0;
SELECT type, count(*) FROM memlog_entity WHERE type <> 'proof' GROUP BY type;
SELECT relation, reason, count(*) FROM memlog_edge WHERE relation <> 'proves' GROUP BY relation, reason;
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
