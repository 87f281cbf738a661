-- One gate: what is proposed stands nowhere until it is admitted; what is in quarantine stands no more (AGT-105, AGT-106).
-- clock: 2026-07-03 04:22:36

-- Proposed under an open gate, too: a record, but no item.
SELECT length(mem_propose('u', 's', 'tea', '{"id":"a","kind":"preference"}')), mem_item_get('u', 's', 'a'), mem_item_add('u', 's', 'milk', '{"id":"m"}');
-- → 36 | ∅ | m
SELECT version, admission, begun, ended, kind FROM memlog_item WHERE id = 'a';
-- → 1 | proposed | ∅ | 0 | preference
SELECT count(*) FROM mem_items('u') WHERE id = 'a';
-- → 0
SELECT count(*) FROM mem_items('u', 's', '{"versions":true}') WHERE id = 'a';
-- → 0
SELECT count(*) FROM mem_search('u', NULL, 'tea');
-- → 0
SELECT mem_rebuild_at('u', '#last', 'long_term');
-- → {"s.m":"milk"}
SELECT key, set_name, id, version, state, content, recorded_at, decided_at, decision FROM memlog_v_record WHERE state = 'proposed';
-- → u | s | a | 1 | proposed | "tea" | 2026-07-03 04:22:36.000000 | ∅ | ∅
-- The same content, proposed again, is the same record.
SELECT mem_propose('u', 's', 'tea') = (SELECT record FROM memlog_v_record WHERE id = 'a'), count(*) FROM memlog_item WHERE id = 'a';
-- → 1 | 1
SELECT mem_propose('u', 's', 'tea', '{"id":"a"}') = (SELECT record FROM memlog_v_record WHERE id = 'a'), mem_propose('u', 's', 'milk') = (SELECT record FROM memlog_v_record WHERE id = 'm'), count(*) FROM memlog_item;
-- → 1 | 1 | 2
-- Another content under the id is another version of it.
SELECT mem_propose('u', 's', 'green tea', '{"id":"a"}') = (SELECT record FROM memlog_v_record WHERE id = 'a');
-- → 1
SELECT version, admission, content, kind FROM memlog_item WHERE id = 'a';
-- → 1 | proposed | "tea" | preference
-- → 2 | proposed | "green tea" | preference
SELECT type, detail FROM memlog_entity WHERE type = 'change';
-- → change | {"change":"proposed"}
-- → change | {"change":"proposed"}
SELECT relation, to_version, lower(hex(to_id)) = (SELECT lower(hex(record)) FROM memlog_item WHERE id = 'a') FROM memlog_edge ORDER BY to_version;
-- → changes | 1 | 1
-- → changes | 2 | 1
-- Admitted it stands, with an event of its own.
SELECT length(mem_decide('{"key":"u","set":"s","id":"a"}', 'admitted', '{"policy":"p1","reviewer":"eve","reason":"checked","note":"by hand"}')), mem_item_get('u', 's', 'a');
-- → 36 | green tea
SELECT type, value FROM mem_event WHERE key = 'u' AND type = '_long_term_update_event' ORDER BY seq;
-- → _long_term_update_event | {"s.m":"milk"}
-- → _long_term_update_event | {"s.m":"milk"}
-- → _long_term_update_event | {"s.a":"green tea"}
SELECT version, admission, begun IS NOT NULL, ended FROM memlog_item WHERE id = 'a';
-- → 1 | proposed | 0 | 0
-- → 2 | ∅ | 1 | ∅
SELECT version, state, decided_at FROM memlog_v_record WHERE id = 'a' ORDER BY version;
-- → 1 | superseded | ∅
-- → 2 | admitted | 2026-07-03 04:22:36.000000
SELECT e.detail FROM memlog_edge AS d JOIN memlog_entity AS e ON e.id = d.to_id WHERE d.relation = 'decided_by';
-- → {"outcome":"admitted","policy":"p1","reviewer":"eve","reason":"checked","note":"by hand"}
SELECT id, content FROM mem_search('u', NULL, 'tea');
-- → a | green tea
SELECT mem_decide('{"key":"u","set":"s","id":"a","version":1}', 'admitted');
-- ! @1: version 2, a newer one, stands
SELECT mem_decide('{"key":"u","set":"s","id":"a","version":2}', 'denied');
-- ! @2: it was let in: mem_quarantine takes it out again
SELECT mem_decide('{"key":"u","set":"s","id":"a","version":2}', 'admitted');
-- ! @2: it stands already
SELECT mem_decide('{"key":"u","set":"s","id":"m"}', 'admitted');
-- ! @1: it stands already
SELECT mem_decide('{"key":"u","set":"s","id":"a","version":1}', 'denied') IS NOT NULL, mem_decide('{"key":"u","set":"s","id":"a","version":1}', 'denied');
-- ! @1: it was denied already
-- Quarantine.
SELECT length(mem_quarantine('{"key":"u","set":"s","id":"a"}', 'poisoned', '{"reviewer":"bob"}')), mem_item_get('u', 's', 'a');
-- → 36 | ∅
SELECT value FROM mem_event WHERE key = 'u' AND type = '_long_term_update_event' ORDER BY seq DESC LIMIT 1;
-- → {"s.a":null}
SELECT count(*) FROM mem_search('u', NULL, 'tea');
-- → 0
SELECT version, state FROM memlog_v_record WHERE id = 'a' ORDER BY version;
-- → 1 | denied
-- → 2 | quarantined
SELECT how, count(*) FROM memlog_barred;
-- → refuse | 1
SELECT mem_quarantine('{"key":"u","set":"s","id":"a"}', 'again');
-- ! @2: it is in quarantine already
SELECT mem_quarantine('{"key":"u","set":"s","id":"a","version":2}', 'again');
-- ! @2: it is in quarantine already
SELECT mem_decide('{"key":"u","set":"s","id":"a","version":2}', 'admitted');
-- ! @2: it is in quarantine: mem_release lets it out
SELECT mem_quarantine('{"key":"u","set":"s","id":"m"}', 'No Reason');
-- ! memlog: mem_quarantine: reason No Reason: it is a short name of a-z, 0-9, '_', '.' and '-'; words go into note
-- Released.
SELECT length(mem_release('{"key":"u","set":"s","id":"a","version":2}', 'checked')), mem_item_get('u', 's', 'a');
-- → 36 | green tea
SELECT version, admission, begun IS NOT NULL, ended FROM memlog_item WHERE id = 'a';
-- → 1 | denied | 0 | 0
-- → 2 | released | 1 | 1783052556000006
-- → 2 | ∅ | 1 | ∅
SELECT count(*) FROM memlog_barred;
-- → 0
SELECT mem_correct('{"key":"u","set":"s","id":"a"}', 'black tea', '{"reason":"misheard","note":"she said black","importance":3}') = (SELECT record FROM memlog_v_record WHERE id = 'a'), mem_item_get('u', 's', 'a');
-- → 1 | black tea
SELECT mem_correct('{"key":"u","set":"s","id":"a"}', 'black tea');
-- ! @3: it says that already
SELECT relation, from_version, to_version FROM memlog_edge WHERE relation = 'corrects';
-- → corrects | 3 | 2
SELECT version, state, content FROM memlog_v_record WHERE id = 'a' ORDER BY version;
-- → 1 | denied | {"redacted": null}
-- → 2 | superseded | "green tea"
-- → 3 | admitted | "black tea"
SELECT * FROM mem_verify;
-- no rows

-- Under review what is added and put only waits.
SELECT mem_config('long-term-memory.admission', 'review');
-- → review
SELECT mem_config('long-term-memory.admission', 'closed');
-- ! memlog: option long-term-memory.admission: it takes open or review, not 'closed'
SELECT mem_item_add('r', 's', 'one', '{"id":"x"}'), mem_item_add('r', 's', 'one'), mem_item_add('r', 's', 'one', '{"id":"other"}'), mem_item_get('r', 's', 'x');
-- → x | x | x | ∅
SELECT mem_item_add('r', 's', 'two', '{"id":"x"}');
-- ! memlog: item x of set s: it is proposed already, with other content: mem_item_put gives it a new one
SELECT mem_item_put('r', 's', 'x', 'two', '{"importance":5}'), mem_item_put('r', 's', 'x', 'two'), mem_item_put('r', 's', 'y', 'three'), (SELECT count(*) FROM mem_items('r'));
-- → x | x | y | 0
SELECT id, version, state, content FROM memlog_v_record WHERE key = 'r' ORDER BY id, version;
-- → x | 1 | proposed | "one"
-- → x | 2 | proposed | "two"
-- → y | 1 | proposed | "three"
SELECT count(*) FROM mem_event WHERE key = 'r' AND type <> '_long_term_get_event';
-- → 0
SELECT count(*) FROM mem_search('r', NULL, 'two');
-- → 0
SELECT mem_decide('{"key":"r","set":"s","id":"x"}', 'admitted') IS NOT NULL, mem_item_get('r', 's', 'x');
-- → 1 | two
-- An item that stands goes on standing while another version of it waits.
SELECT mem_item_put('r', 's', 'x', 'four'), mem_item_get('r', 's', 'x'), mem_item_put('r', 's', 'x', 'five');
-- → x | two | x
SELECT mem_correct('{"key":"r","set":"s","id":"x"}', 'six') IS NOT NULL, mem_item_get('r', 's', 'x');
-- → 1 | two
SELECT id, version, state, content FROM memlog_v_record WHERE key = 'r' AND id = 'x' ORDER BY id, version;
-- → x | 1 | superseded | "one"
-- → x | 2 | admitted | "two"
-- → x | 3 | proposed | "four"
-- → x | 4 | proposed | "five"
-- → x | 5 | proposed | "six"
SELECT mem_decide('{"key":"r","set":"s","id":"x","version":4}', 'admitted') IS NOT NULL, mem_item_get('r', 's', 'x');
-- → 1 | five
SELECT mem_decide('{"key":"r","set":"s","id":"x","version":3}', 'admitted');
-- ! @3: version 4, a newer one, stands
-- What is removed cannot be changed any more.
SELECT mem_item_remove('r', 's', 'x'), mem_decide('{"key":"r","set":"s","id":"x","version":5}', 'admitted');
-- ! @5: its item was removed, or expired: what is added now is another record
SELECT mem_item_remove('r', 's', 'x');
-- → 0
SELECT mem_decide('{"key":"r","set":"s","id":"x"}', 'admitted');
-- ! @5: its item was removed, or expired: what is added now is another record
SELECT id, version, state FROM memlog_v_record WHERE key = 'r' ORDER BY id, version;
-- → x | 1 | superseded
-- → x | 2 | superseded
-- → x | 3 | superseded
-- → x | 4 | deleted
-- → x | 5 | deleted
-- → y | 1 | proposed
-- Another record under the id. What can be admitted no more is no duplicate.
SELECT mem_item_put('r', 's', 'x', 'seven'), mem_item_add('r', 's', 'six', '{"id":"six"}'), mem_decide('{"key":"r","set":"s","id":"x"}', 'admitted') IS NOT NULL, mem_item_get('r', 's', 'x');
-- → x | six | 1 | seven
SELECT count(DISTINCT record) FROM memlog_v_record WHERE key = 'r' AND id = 'x';
-- → 2
-- Proposals in quarantine; what is released waits again, or was denied.
SELECT mem_quarantine('{"key":"r","set":"s","id":"y"}', 'spam') IS NOT NULL, (SELECT state FROM memlog_v_record WHERE id = 'y');
-- → 1 | quarantined
SELECT mem_release('{"key":"r","set":"s","id":"y"}') IS NOT NULL, (SELECT state FROM memlog_v_record WHERE id = 'y');
-- → 1 | proposed
SELECT mem_decide('{"key":"r","set":"s","id":"y"}', 'denied', '{"keep":true}') IS NOT NULL, mem_quarantine('{"key":"r","set":"s","id":"y"}', 'spam') IS NOT NULL;
-- → 1 | 1
SELECT mem_release('{"key":"r","set":"s","id":"y"}') IS NOT NULL, (SELECT state FROM memlog_v_record WHERE id = 'y');
-- → 1 | denied
SELECT mem_decide('{"key":"r","set":"s","id":"y"}', 'admitted') IS NOT NULL, mem_item_get('r', 's', 'y');
-- → 1 | three

-- All in one action, and back.
BEGIN;
SELECT mem_item_put('t', 's', 'x', 'one'), mem_decide('{"key":"t","set":"s","id":"x"}', 'admitted') IS NOT NULL, mem_quarantine('{"key":"t","set":"s","id":"x"}', 'spam') IS NOT NULL, mem_item_get('t', 's', 'x');
-- → x | 1 | 1 | ∅
SAVEPOINT a;
SELECT mem_release('{"key":"t","set":"s","id":"x"}') IS NOT NULL, mem_item_get('t', 's', 'x');
-- → 1 | one
ROLLBACK TO a;
SELECT mem_item_get('t', 's', 'x'), (SELECT state FROM memlog_v_record WHERE key = 't'), (SELECT count(*) FROM memlog_barred);
-- → ∅ | quarantined | 1
SELECT mem_release('{"key":"t","set":"s","id":"x"}') IS NOT NULL, mem_item_get('t', 's', 'x');
-- → 1 | one
COMMIT;
SELECT version, admission, begun = ended, ended IS NULL FROM memlog_item WHERE key = 't' ORDER BY number;
-- → 1 | released | 1 | 0
-- → 1 | ∅ | ∅ | 1
SELECT value FROM mem_event WHERE key = 't' AND type = '_long_term_update_event';
-- → {"s.x":"one"}
BEGIN;
SELECT mem_quarantine('{"key":"t","set":"s","id":"x"}', 'spam') IS NOT NULL, mem_item_get('t', 's', 'x');
-- → 1 | ∅
ROLLBACK;
SELECT mem_item_get('t', 's', 'x'), (SELECT count(*) FROM memlog_barred);
-- → one | 0

-- In a listener, during COMMIT, when the index of texts cannot be written.
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' BEGIN
  SELECT mem_item_put(NEW.key, 'heard', 'x', mem_pick(NEW.value, 'x'));
  SELECT mem_decide(json_object('key', NEW.key, 'set', 'heard', 'id', 'x'), 'admitted');
END;
SELECT mem_set('l', 'x', 'lemon') IS NOT NULL, mem_set('l', 'x', 'lime') IS NOT NULL, mem_item_get('l', 'heard', 'x');
-- → 1 | 1 | lime
SELECT observed, type, value FROM mem_journal WHERE key = 'l' AND type = '_long_term_update_event';
-- → 0 | _long_term_update_event | {"heard.x":"lemon"}
-- → 0 | _long_term_update_event | {"heard.x":"lime"}
SELECT id, content FROM mem_search('l', NULL, 'lime');
-- → x | lime
DROP TRIGGER hear;

-- What the functions do not take.
SELECT mem_decide('019f2636-d6e0-7000-8872-e6c261edee42', 'admitted');
-- ! memlog: mem_decide: 019f2636-d6e0-7000-8872-e6c261edee42: there is no record, entity or event of this id
SELECT mem_decide('{"key":"r","set":"s","id":"x"}', 'maybe');
-- ! memlog: mem_decide: outcome maybe: it is admitted, denied or quarantined
SELECT mem_decide('{"key":"r","set":"s","id":"x"}', 'denied', '{"why":1}');
-- ! memlog: mem_decide: option why: there is no such option; there are policy, reviewer, note, source, reason, keep
SELECT mem_decide('{"key":"r","set":"s","id":"y"}', 'quarantined', '{"source":"{\"key\":\"r\",\"set\":\"s\",\"id\":\"x\"}","reason":"spam"}') IS NOT NULL;
-- → 1
SELECT mem_correct('{"key":"r","set":"s","id":"x"}', NULL);
-- ! memlog: mem_correct: the content is NULL: mem_item_remove removes an item
SELECT mem_correct('{"key":"r","set":"s","id":"x"}', 1, '{"id":"z"}');
-- ! memlog: mem_correct: option id: it is that of the record
SELECT mem_propose('r', 's', NULL);
-- ! memlog: mem_propose: the content is NULL: mem_item_remove removes an item
SELECT mem_release('{"key":"r","set":"s","id":"x"}');
-- ! it is not in quarantine
SELECT * FROM mem_verify;
-- no rows
