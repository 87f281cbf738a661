-- What was denied keeps no text: digest, reason and who decided are left (AGT-105).
-- clock: 2026-07-03 04:22:36
SELECT mem_config('memory.inline-value-bytes', 100), mem_item_add('u', 's', 'milk', '{"id":"m"}');
-- → 100 | m
SELECT mem_propose('u', 's', 'secret tea', '{"id":"a","metadata":{"from":"secret mail"},"category":"secret drinks","source":"secret.txt","location":"/secret"}') IS NOT NULL;
-- → 1
CREATE TEMP TABLE was AS SELECT record, digest FROM memlog_v_record WHERE id = 'a';
SELECT mem_decide(record, 'denied', '{"reason":"blocked.pattern","policy":"p"}') IS NOT NULL FROM was;
-- → 1
SELECT state, content, r.digest = was.digest FROM memlog_v_record AS r JOIN was USING(record);
-- → denied | {"redacted": "blocked.pattern"} | 1
SELECT count(*) FROM memlog_item WHERE content || ifnull(metadata, '') || ifnull(category, '') || ifnull(source, '') || ifnull(location, '') GLOB '*secret*';
-- → 0
SELECT (SELECT count(*) FROM memlog_entity WHERE detail GLOB '*secret*'), (SELECT count(*) FROM mem_journal WHERE value GLOB '*secret*'), (SELECT count(*) FROM memlog_barred);
-- → 0 | 0 | 0
SELECT e.actor, e.detail FROM memlog_edge AS d JOIN memlog_entity AS e ON e.id = d.to_id WHERE d.relation = 'decided_by';
-- → ∅ | {"outcome":"denied","policy":"p","reason":"blocked.pattern"}
-- It cannot be let in any more, nor taken out.
SELECT mem_decide(record, 'admitted') FROM was;
-- ! @1: its text was not kept when it was denied: propose it again
SELECT mem_quarantine(record, 'spam') FROM was;
-- ! @1: its text was not kept when it was denied: propose it again
SELECT mem_decide(record, 'denied', '{"keep":true}') FROM was;
-- ! @1: it was denied already
SELECT mem_decide(record, 'admitted', '{"keep":true}') FROM was;
-- ! memlog: mem_decide: option keep: only what is denied can lose its text
SELECT mem_decide(record, 'denied', '{"keep":"yes"}') FROM was;
-- ! option keep
-- Another record, or another version of it, can.
SELECT mem_propose('u', 's', 'secret tea', '{"id":"a"}') = record, mem_decide('{"key":"u","set":"s","id":"a"}', 'denied', '{"keep":true}') IS NOT NULL FROM was;
-- → 0 | 1
SELECT mem_decide('{"key":"u","set":"s","id":"a"}', 'admitted') IS NOT NULL, mem_item_get('u', 's', 'a');
-- → 1 | secret tea
SELECT mem_propose('u', 's', 'b one', '{"id":"b"}') IS NOT NULL, mem_decide('{"key":"u","set":"s","id":"b"}', 'denied') IS NOT NULL, mem_correct('{"key":"u","set":"s","id":"b"}', 'b two') IS NOT NULL, mem_decide('{"key":"u","set":"s","id":"b"}', 'admitted') IS NOT NULL, mem_item_get('u', 's', 'b');
-- → 1 | 1 | 1 | 1 | b two
SELECT version, state, content FROM memlog_v_record WHERE id = 'b';
-- → 1 | denied | {"redacted": null}
-- → 2 | admitted | "b two"
-- A large text goes, too, but where something else has it.
SELECT mem_propose('u', 's', printf('%.200c', 'x'), '{"id":"l"}') IS NOT NULL, (SELECT count(*) FROM memlog_value);
-- → 1 | 1
SELECT mem_decide('{"key":"u","set":"s","id":"l"}', 'denied') IS NOT NULL, (SELECT count(*) FROM memlog_value), (SELECT content FROM memlog_v_record WHERE id = 'l');
-- → 1 | 0 | {"redacted": null}
SELECT mem_item_put('u', 's', 'n', printf('%.200c', 'y')), mem_propose('u', 't', printf('%.200c', 'y'), '{"id":"n"}') IS NOT NULL, mem_decide('{"key":"u","set":"t","id":"n"}', 'denied') IS NOT NULL, length(mem_item_get('u', 's', 'n'));
-- → n | 1 | 1 | 200
-- Rolled back it has it again.
BEGIN;
SELECT mem_propose('u', 's', printf('%.200c', 'z'), '{"id":"z"}') IS NOT NULL;
-- → 1
SAVEPOINT a;
SELECT mem_decide('{"key":"u","set":"s","id":"z"}', 'denied') IS NOT NULL;
-- → 1
ROLLBACK TO a;
SELECT length(content), (SELECT count(*) FROM memlog_value) FROM memlog_v_record WHERE id = 'z';
-- → 202 | 2
COMMIT;
SELECT * FROM mem_verify;
-- no rows
SELECT * FROM mem_lineage_break;
-- no rows
-- A mark that mem_redact put there does not come to stand either, out of quarantine.
SELECT mem_item_put('v', 's', 'a', 'secret'), mem_quarantine('{"key":"v","set":"s","id":"a"}', 'spam') IS NOT NULL, mem_redact((SELECT min(seq) FROM mem_event WHERE key = 'v'), 's.a', 'law');
-- → a | 1 | 2
SELECT mem_release('{"key":"v","set":"s","id":"a"}');
-- ! @1: its content was redacted: mem_correct gives it another
SELECT mem_correct('{"key":"v","set":"s","id":"a"}', 'new') IS NOT NULL, mem_item_get('v', 's', 'a');
-- → 1 | new
-- In a listener.
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' BEGIN
  SELECT mem_propose(NEW.key, 'heard', printf('%.200c', 'h'), '{"id":"x"}');
  SELECT mem_decide(json_object('key', NEW.key, 'set', 'heard', 'id', 'x'), 'denied');
END;
SELECT mem_set('l', 'x', 'lemon') IS NOT NULL, (SELECT content FROM memlog_v_record WHERE key = 'l'), (SELECT count(*) FROM memlog_value WHERE key = 'l');
-- → 1 | {"redacted": null} | 0
DROP TRIGGER hear;
SELECT * FROM mem_verify;
-- no rows
