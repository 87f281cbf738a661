-- Redaction: a value leaves the log, wherever the key's log has it at that path; state, ids and chain stay.
-- clock: 2026-07-03 04:00:00

SELECT mem_config('memory.record-previous-value', 1), mem_config('memory.generate-event.short-term-read', 1);
-- → true | true
SELECT mem_set('ada', 'card', '4111-1111-1111-1111')->>'path', mem_set('bob', 'card', '4111-1111-1111-1111')->>'path';
-- → card | card
SELECT mem_get('ada', 'card'), mem_set('ada', 'name', 'Ada')->>'path', mem_run_begin('ada', 'my card is 4111'), mem_run_end('ada', 'noted');
-- → 4111-1111-1111-1111 | name | 1 | 1
-- clock: 2026-07-03 05:00:00
-- While it is the value in memory it cannot be redacted: the log would not tell what memory holds.
SELECT mem_redact((SELECT min(id) FROM mem_event), 'card', 'PCI');
-- ! memlog: mem_redact: path card of key ada: what is to be redacted is still its value in memory
SELECT mem_set('ada', 'card', 'none')->>'path';
-- → card
SELECT value, before FROM mem_event WHERE key = 'ada' AND type NOT GLOB '*end*' ORDER BY seq;
-- → {"card":"4111-1111-1111-1111"} | {"":["card"]}
-- → {"card":"4111-1111-1111-1111"} | ∅
-- → {"name":"Ada"} | {"":["name"]}
-- → {"card":"4111-1111-1111-1111","name":"Ada"} | ∅
-- → {"card":"none"} | {"card":"4111-1111-1111-1111"}
-- clock: 2026-07-03 06:00:00
SELECT mem_redact((SELECT min(id) FROM mem_event), 'card', 'PCI');
-- → 4
SELECT value, before FROM mem_event WHERE key = 'ada' AND type NOT GLOB '*end*' ORDER BY seq;
-- → {"card":{"redacted": "PCI"}} | {"":["card"]}
-- → {"card":{"redacted": "PCI"}} | ∅
-- → {"name":"Ada"} | {"":["name"]}
-- → {"card":{"redacted": "PCI"},"name":"Ada"} | ∅
-- → {"card":"none"} | {"card":{"redacted": "PCI"}}
-- → {"event":"019f2622-2600-8000-…","path":"card","reason":"PCI","rows":4} | ∅
SELECT type, key FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → _memory_redacted_event | ada
-- The past shows the mark; memory and other keys are as they were.
SELECT mem_rebuild_at('ada', '2026-07-03 04:30'), mem_rebuild_at('ada', 'now'), mem_snapshot('ada'), mem_rebuild_at('bob', 'now');
-- → {"card":{"redacted": "PCI"},"name":"Ada"} | {"card":"none","name":"Ada"} | {"card":"none","name":"Ada"} | {"card":"4111-1111-1111-1111"}
SELECT path, change, before, after FROM mem_history('ada', 'card');
-- → card | set | ∅ | {"redacted": "PCI"}
-- → card | set | {"redacted": "PCI"} | "none"
SELECT * FROM mem_verify;
-- no rows
-- Done before: nothing to do, nothing written.
SELECT mem_redact((SELECT min(id) FROM mem_event), 'card', 'again'), (SELECT count(*) FROM mem_event WHERE type = '_memory_redacted_event');
-- → 0 | 1

-- Of a run: its input, or its output. By position, as text and as a number.
SELECT mem_redact('#' || begin_seq, '', 'said too much'), mem_redact(end_seq, '', 'said too much') FROM mem_run;
-- → 1 | 1
SELECT input, output FROM mem_run;
-- → {"redacted": "said too much"} | {"redacted": "said too much"}
SELECT * FROM mem_verify;
-- no rows

-- A host's event, whole or in part; the meta data of an action.
SELECT mem_event_add('paid', 'ada', '{"card":"4111","amount":5}');
-- → 1
SELECT mem_redact(seq, 'card', NULL) FROM mem_event WHERE type = 'paid';
-- → 1
SELECT value FROM mem_event WHERE type = 'paid';
-- → {"card":{"redacted": null},"amount":5}
SELECT mem_redact(seq, '', 'all') FROM mem_event WHERE type = 'paid';
-- → 1
SELECT value FROM mem_event WHERE type = 'paid';
-- → {"redacted": "all"}
BEGIN IMMEDIATE;
SELECT mem_action('a', NULL, '{"actor":"someone"}'), mem_set('ada', 'x', 1)->>'path', mem_set('ada', 's', 2, 'sensory')->>'path';
-- → a | x | s
COMMIT;
SELECT mem_set('ada', 'x', 2)->>'path', mem_delete('ada', 's', 'sensory');
-- → x | 1
SELECT mem_redact(seq, '', 'm') FROM mem_event WHERE action = 'a';
-- → 2
-- → 2
SELECT type, value, meta FROM mem_event WHERE action = 'a';
-- → _sensory_write_event | {"s":{"redacted": "m"}} | {"redacted": "m"}
-- → _short_term_write_event | {"x":{"redacted": "m"}} | {"redacted": "m"}
SELECT * FROM mem_verify;
-- no rows

-- All under a path; objects and lists are no values; a list's index stays given away.
SELECT mem_set_tree('t', 'a', '{"b":{"c":1,"d":2},"e":3}'), mem_append('t', 'a.l', 'x')->>'path', mem_new_object('t', 'a.o')->>'path';
-- → 3 | a.l.0 | a.o
SELECT mem_delete('t', 'a.b'), mem_pop('t', 'a.l');
-- → 3 | x
SELECT mem_redact(min(seq), 'a.b', 'r') FROM mem_event WHERE key = 't';
-- → 2
SELECT value, containers, before FROM mem_event WHERE key = 't' ORDER BY seq LIMIT 4;
-- → {"a.b.c":{"redacted": "r"},"a.b.d":{"redacted": "r"},"a.e":3} | ∅ | {"":["a.b.c","a.b.d","a.e"]}
-- → {"a.l.0":"x"} | {"a.l":"list"} | {"":["a.l","a.l.0"]}
-- → {"a.o":null} | {"a.o":"object"} | {"":["a.o"]}
-- → {} | ∅ | {"a.b.c":{"redacted": "r"},"a.b.d":{"redacted": "r"}}
SELECT mem_redact('#' || seq, 'a.l', 'r'), mem_append('t', 'a.l', 'y')->>'path' FROM mem_event WHERE key = 't' AND value = '{"a.l.0":"x"}';
-- → 2 | a.l.1
SELECT mem_redact(max(seq), 'a.o', 'r') FROM mem_event WHERE key = 't' AND value = '{"a.o":null}';
-- ! has no value at path a.o

-- What is restored from then is the mark, as it stands there.
SELECT mem_restore('ada', '2026-07-03 04:30', 'card'), mem_get('ada', 'card'), mem_type('ada', 'card');
-- → 1 | {"redacted": "PCI"} | map
SELECT * FROM mem_verify;
-- no rows

-- A value that is stored aside goes when nothing means it any more.
SELECT mem_config('memory.inline-value-bytes', 64);
-- → 64
SELECT mem_set('big', 'a', 'a value of more than sixty-four bytes, which is what is stored aside')->>'path', mem_set('big', 'b', 'a value of more than sixty-four bytes, which is what is stored aside')->>'path', mem_set('big', 'a', 1)->>'path';
-- → a | b | a
SELECT mem_redact(min(seq), 'a', 'r'), (SELECT count(*) FROM memlog_value) FROM mem_event WHERE key = 'big';
-- → 2 | 1
SELECT mem_delete('big', 'b'), mem_redact(min(seq), 'b', 'r'), (SELECT count(*) FROM memlog_value) FROM mem_event WHERE key = 'big' AND value LIKE '%"b"%';
-- → 1 | 2 | 0
SELECT * FROM mem_verify;
-- no rows

-- Errors. Nothing is changed by them.
SELECT mem_redact('#12', 'a', 'r');
-- ! memlog: mem_redact: event #12: there is no such event in this file
SELECT mem_redact('yesterday', 'a', 'r');
-- ! memlog: mem_redact: event yesterday: there is none
SELECT mem_redact(NULL, 'a', 'r');
-- ! memlog: mem_redact: the event is NULL
SELECT mem_redact('019f2a58-2a00-8000-8000-000000000000', 'a', 'r');
-- ! there is none
SELECT mem_redact(max(seq), 'a..b', 'r') FROM mem_event;
-- ! a..b
SELECT mem_redact(max(seq), 'nothing.here', 'r') FROM mem_event WHERE key = 't';
-- ! has no value at path nothing.here
SELECT mem_redact(max(seq), '', 5) FROM mem_event WHERE key = 't';
-- ! the reason must be text
SELECT mem_redact(max(seq), '', hex(zeroblob(501))) FROM mem_event WHERE key = 't';
-- ! the reason has 1002 bytes
CREATE TEMP TRIGGER inside AFTER INSERT ON main.memlog_event BEGIN SELECT mem_redact(NEW.seq, '', 'r'); END;
SELECT mem_set('z', 'a', 1);
-- ! memlog: mem_redact: not inside a listener
DROP TRIGGER inside;
CREATE VIEW v AS SELECT mem_redact(1, '', 'r');
SELECT * FROM v;
-- ! unsafe use of mem_redact()
-- In a transaction it comes behind what is pending, and goes with it.
BEGIN;
SELECT mem_set('z', 'a', 'secret')->>'path', mem_flush(), mem_set('z', 'a', 'known')->>'path';
-- → a | 1 | a
SELECT mem_redact(max(seq), 'a', 'r') FROM mem_event WHERE key = 'z' AND value LIKE '%secret%';
-- → 2
SELECT value, before FROM mem_event WHERE key = 'z' AND type LIKE '%write%' ORDER BY seq;
-- → {"a":{"redacted": "r"}} | {"":["a"]}
-- → {"a":"known"} | {"a":{"redacted": "r"}}
ROLLBACK;
SELECT count(*) FROM mem_event WHERE key = 'z';
-- → 0
-- What was redacted can be forgotten.
SELECT mem_forget('ada', NULL)->>'event' IS NOT NULL;
-- → 1
SELECT mem_redact(min(seq), 'card', 'r') FROM mem_event WHERE key = '';
-- ! is of a key that was forgotten
