-- The items of a key as rows.
-- clock: 2026-07-03 04:22:36.087914

-- Before there are tables there is nothing, but what is asked must make sense.
SELECT count(*) FROM mem_items('u');
-- → 0
SELECT * FROM mem_items;
-- ! memlog: mem_items: the key is missing: write mem_items('user-42', …)
SELECT * FROM mem_items('');
-- ! memlog: mem_items: the key is empty
SELECT * FROM mem_items('u', 7);
-- ! memlog: mem_items: the set is an integer; it must be text
SELECT * FROM mem_items('u', 's', '{"size":1}');
-- ! memlog: mem_items: option size: there is no such option; there are as_of, id, versions, filter, kind
SELECT * FROM mem_items('u', 's', '[]');
-- ! memlog: mem_items: the options: they must be a JSON map
SELECT * FROM mem_items('u', 's', '{');
-- ! mem_items
SELECT * FROM mem_items('u', 's', '{"kind":"nonsense"}');
-- ! memlog: mem_items: option kind: there are the kinds episodic
SELECT * FROM mem_items('u', 's', '{"min_importance":0}');
-- ! memlog: mem_items: option min_importance: it is a whole number from 1 to 10
SELECT * FROM mem_items('u', 's', '{"max_sensitivity":"1"}');
-- ! memlog: mem_items: option max_sensitivity: it is a whole number from 0 to 10
SELECT * FROM mem_items('u', 's', '{"versions":1}');
-- ! memlog: mem_items: option versions: it must be true or false
SELECT * FROM mem_items('u', 's', '{"id":1}');
-- ! memlog: mem_items: option id: it must be text
SELECT * FROM mem_items('u', 's', '{"as_of":null}');
-- ! memlog: moment null: write a time
SELECT * FROM mem_items('u', 's', '{"valid_at":"#1"}');
-- ! memlog: mem_items: option valid_at:

-- By set and id, each with all that is known of it.
SELECT mem_item_put('u', 's', 'b', 'tea', '{"kind":"preference","category":"drink","importance":7,"metadata":{"lang":"en"},"valid_from":"2026-01-01","valid_to":"2027-01-01","expires_at":"2028-01-01","sensitivity":3,"source":"chat"}');
-- → b
SELECT mem_item_put('u', 's', 'a', json('{"x":1}'));
-- → a
SELECT mem_item_put('u', 'a', 'z', 1.0), mem_item_put('v', 's', 'a', 2);
-- → z | a
SELECT set_name, id, content, typeof(content), version FROM mem_items('u');
-- → a | z | 1.0 | real | 1
-- → s | a | {"x":1} | text | 1
-- → s | b | tea | text | 1
SELECT metadata, kind, category, importance, valid_from, valid_to, expires_at, sensitivity, source, location, creator FROM mem_items('u', 's') WHERE id = 'b';
-- → {"lang":"en"} | preference | drink | 7 | 2026-01-01 00:00:00.000000 | 2027-01-01 00:00:00.000000 | 2028-01-01 00:00:00.000000 | 3 | chat | ∅ | ∅
SELECT metadata, kind, category, importance, valid_from, valid_to, expires_at, sensitivity, source, created_at, updated_at, end_seq, ended_at FROM mem_items('u', 's') WHERE id = 'a';
-- → ∅ | ∅ | ∅ | ∅ | ∅ | ∅ | ∅ | 0 | ∅ | 2026-07-03 04:22:36.087914 | 2026-07-03 04:22:36.087914 | ∅ | ∅
SELECT length(record), replace(record, '-', '') = (SELECT lower(hex(record)) FROM memlog_item WHERE id = 'b'), begin_seq = (SELECT min(seq) FROM mem_event) FROM mem_items('u') WHERE id = 'b';
-- → 36 | 1 | 1
SELECT content ->> 'x' FROM mem_items('u') WHERE set_name = 's' AND id = 'a';
-- → 1
SELECT json_object('c', content, 'm', metadata) FROM mem_items('u', 's');
-- → {"c":{"x":1},"m":null}
-- → {"c":"tea","m":{"lang":"en"}}

-- Where it can be, what is asked is looked for; the rest is SQLite's.
SELECT count(*) FROM mem_items('u') WHERE set_name = 7;
-- → 0
SELECT count(*) FROM mem_items('u') WHERE set_name = 'S' COLLATE NOCASE;
-- → 2
SELECT count(*) FROM mem_items('u') WHERE set_name = 's' AND id > 'a';
-- → 1
SELECT count(*) FROM mem_items('u', 's') WHERE set_name = 'a';
-- → 0
SELECT count(*) FROM mem_items('u', NULL, NULL) WHERE id = 'a' AND id = 'b';
-- → 0
SELECT id FROM mem_items('u', 's') ORDER BY id DESC;
-- → b
-- → a
SELECT set_name, id FROM mem_items('u') ORDER BY id, set_name;
-- → s | a
-- → s | b
-- → a | z
SELECT k.column1, i.id FROM (VALUES('u'), ('v')) AS k JOIN mem_items(k.column1, 's') AS i;
-- → u | a
-- → u | b
-- → v | a

-- Options.
SELECT id FROM mem_items('u', 's', '{"kind":"preference"}');
-- → b
SELECT id FROM mem_items('u', 's', '{"category":"drink","min_importance":7,"max_sensitivity":3}');
-- → b
SELECT id FROM mem_items('u', 's', '{"max_sensitivity":2}');
-- → a
SELECT id FROM mem_items('u', 's', '{"min_importance":8}');
-- no rows
SELECT id FROM mem_items('u', 's', '{"valid_at":"2027-01-01"}');
-- → a
SELECT id FROM mem_items('u', 's', '{"valid_at":"2026-01-01"}');
-- → a
-- → b
SELECT id FROM mem_items('u', 's', '{"filter":{"lang":"en"}}');
-- → b
SELECT id FROM mem_items('u', 's', '{"filter":{"lang":{"ne":"en"}},"kind":["preference","skill"]}');
-- no rows
SELECT id FROM mem_items('u', 's', '{"filter":{"lang":{"like":"e"}}}');
-- ! memlog: mem_items: filter lang: operator like: there is no such operator
SELECT set_name FROM mem_items('u', NULL, '{"id":"z"}');
-- → a
SELECT count(*) FROM mem_items('u', NULL, '{"id":"z"}') WHERE id = 'a';
-- → 0

-- The past: at each position, and what has changed since.
CREATE TEMP TABLE at(n INTEGER PRIMARY KEY, seq);
INSERT INTO at SELECT 1, max(seq) FROM mem_event;
-- clock: 2026-07-03 05:00:00
SELECT mem_item_put('u', 's', 'b', 'coffee', '{"importance":null}');
-- → b
INSERT INTO at SELECT 2, max(seq) FROM mem_event;
SELECT mem_item_remove('u', 's', 'a');
-- → 1
INSERT INTO at SELECT 3, max(seq) FROM mem_event;
-- clock: 2026-07-03 06:00:00
SELECT mem_item_put('u', 's', 'a', 'again');
-- → a
SELECT n, id, content, version FROM at JOIN mem_items('u', 's', json_object('as_of', '#' || seq));
-- → 1 | a | {"x":1} | 1
-- → 1 | b | tea | 1
-- → 2 | a | {"x":1} | 1
-- → 2 | b | coffee | 2
-- → 3 | b | coffee | 2
SELECT id, content FROM mem_items('u', 's', '{"as_of":"#last"}');
-- → a | again
-- → b | coffee
SELECT id, content FROM mem_items('u', 's', '{"as_of":"2026-07-03 04:59"}');
-- → a | {"x":1}
-- → b | tea
SELECT count(*) FROM mem_items('u', NULL, '{"as_of":"#0"}');
-- → 0
SELECT count(*) FROM mem_items('u', NULL, '{"as_of":1783052556}');
-- → 0
SELECT count(*) FROM mem_items('u', NULL, '{"as_of":1783052557}');
-- → 3
SELECT id, content FROM mem_items('u', 's', json_object('as_of', (SELECT id FROM mem_event WHERE seq = (SELECT seq FROM at WHERE n = 2)))) WHERE id = 'b';
-- → b | coffee
SELECT count(*) FROM mem_items('u', NULL, '{"as_of":"018f0000-0000-8000-8000-000000000000"}');
-- ! there is no such event

-- All versions.
SELECT id, version, content, importance, created_at < updated_at, end_seq - (SELECT seq FROM at WHERE n = 2) AS e, ended_at FROM mem_items('u', 's', '{"versions":true}');
-- → a | 1 | {"x":1} | ∅ | 0 | 1 | 2026-07-03 05:00:00.000000
-- → a | 1 | again | ∅ | 0 | ∅ | ∅
-- → b | 1 | tea | 7 | 0 | 0 | 2026-07-03 05:00:00.000000
-- → b | 2 | coffee | ∅ | 1 | ∅ | ∅
SELECT id, version, content, ended_at FROM mem_items('u', 's', json_object('versions', json('true'), 'as_of', '#' || (SELECT seq FROM at WHERE n = 2)));
-- → a | 1 | {"x":1} | ∅
-- → b | 1 | tea | 2026-07-03 05:00:00.000000
-- → b | 2 | coffee | ∅
SELECT version, count(DISTINCT record) FROM mem_items('u', 's', '{"versions":true,"id":"a"}');
-- → 1 | 2
SELECT version FROM mem_items('u', 's', '{"versions":true,"kind":"preference"}');
-- → 1
-- → 2

-- In a transaction what is not emitted yet stands, but is no past.
BEGIN;
SELECT mem_item_put('u', 's', 'b', 'water'), mem_item_remove('u', 's', 'a');
-- → b | 1
SELECT id, content, begin_seq, end_seq FROM mem_items('u', 's');
-- → b | water | ∅ | ∅
SELECT id, content FROM mem_items('u', 's', '{"as_of":"#last"}');
-- → a | again
-- → b | coffee
SELECT id, version, end_seq, ended_at FROM mem_items('u', 's', '{"versions":true}') WHERE end_seq IS NULL OR end_seq = 0;
-- → a | 1 | 0 | ∅
-- → b | 2 | 0 | ∅
-- → b | 3 | ∅ | ∅
SELECT mem_flush();
-- → 1
SELECT id, content, begin_seq > 0 FROM mem_items('u', 's', '{"as_of":"#last"}');
-- → b | water | 1
ROLLBACK;
SELECT id, content FROM mem_items('u', 's', '{"as_of":"#last"}');
-- → a | again
-- → b | coffee

-- What has expired is hidden, now and in the past, by the time of the row there.
SELECT mem_item_put('e', 's', 'x', 1, '{"expires_at":"2026-07-03 07:00"}'), mem_item_put('e', 's', 'y', 2);
-- → x | y
-- clock: 2026-07-03 07:00:00
SELECT id FROM mem_items('e');
-- → y
SELECT id FROM mem_items('e', 's', '{"as_of":"#last"}');
-- → y
SELECT id FROM mem_items('e', 's', json_object('as_of', '#' || ((SELECT max(seq) FROM mem_event) - 1)));
-- → x
SELECT id FROM mem_items('e', 's', '{"as_of":"2026-07-03 06:59:59.999999"}');
-- → x
-- → y
SELECT id FROM mem_items('e', 's', '{"as_of":"2026-07-03 07:00"}');
-- → y
SELECT id, ended_at FROM mem_items('e', 's', '{"versions":true}');
-- → x | ∅
-- → y | ∅
SELECT mem_set('v', 'other', 1) ->> 'path';
-- → other
SELECT id FROM mem_items('e', 's', json_object('as_of', '#' || (SELECT max(seq) FROM mem_event WHERE key = 'e')));
-- → x
-- → y
SELECT id FROM mem_items('e', 's', '{"as_of":"#last"}');
-- → y

-- It is no read that is recorded.
SELECT count(*) FROM mem_event WHERE type = '_long_term_get_event';
-- → 0

-- Large contents are whole.
SELECT mem_config('memory.inline-value-bytes', 100);
-- → 100
SELECT mem_item_put('l', 's', 'x', printf('%.300c', 'x'));
-- → x
SELECT length(content) FROM mem_items('l');
-- → 300
SELECT mem_item_put('l', 's', 'x', printf('%.400c', 'y'));
-- → x
SELECT length(content) FROM mem_items('l', 's', '{"versions":true}');
-- → 300
-- → 400

-- A SELECT that removes or changes what it reads ends, and sees what was there when it began.
WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50) SELECT sum(mem_item_put('w', 's', printf('i%02d', i), i) <> '') FROM n;
-- → 50
SELECT count(*), sum(content), sum(mem_item_remove('w', 's', id)) FROM mem_items('w');
-- → 50 | 1275 | 50
SELECT count(*) FROM mem_items('w');
-- → 0
SELECT count(*), sum(content), sum(length(mem_item_put('w', 's', id, content + 1000))) FROM mem_items('w', 's', '{"versions":true}');
-- → 50 | 1275 | 150
SELECT count(*), sum(content) FROM mem_items('w');
-- → 50 | 51275
SELECT count(*), count(mem_item_put('w', set_name, id || 'x', id)) FROM mem_items('w');
-- → 50 | 50
BEGIN;
SELECT count(*), count(mem_item_put('w', set_name, id, version)) FROM mem_items('w', 's', '{"as_of":"#last"}');
-- → 100 | 100
COMMIT;
SELECT count(*), sum(version) FROM mem_items('w');
-- → 100 | 200

-- All contents at once, by path; and what differs.
SELECT mem_snapshot('u', 'long_term'), mem_snapshot('nobody', 'long_term');
-- → {"a.z":1.0,"s.a":"again","s.b":"coffee"} | {}
SELECT n, mem_rebuild_at('u', '#' || seq, 'long_term') FROM at;
-- → 1 | {"a.z":1.0,"s.a":{"x":1},"s.b":"tea"}
-- → 2 | {"a.z":1.0,"s.a":{"x":1},"s.b":"coffee"}
-- → 3 | {"a.z":1.0,"s.b":"coffee"}
SELECT mem_rebuild_at('u', '#last', 'long_term') = mem_snapshot('u', 'long_term'), length(mem_snapshot('l', 'long_term')), mem_snapshot('u');
-- → 1 | 410 | {}
SELECT mem_snapshot('u', 'longterm');
-- ! memlog: mem_snapshot: scope longterm: it is 'short_term', 'sensory' or 'long_term'
SELECT mem_get('u', 's.a', 'long_term');
-- ! scope long_term: it is 'short_term' or 'sensory'; for long-term memory there are mem_items and mem_item_add
SELECT path, change, before, after FROM mem_diff('u', '#' || (SELECT seq FROM at WHERE n = 1), '#last', '', 'long_term');
-- → s.a | changed | {"x":1} | "again"
-- → s.b | changed | "tea" | "coffee"
SELECT path, change, before, after FROM mem_diff('u', '#' || (SELECT seq FROM at WHERE n = 1), '#' || (SELECT seq FROM at WHERE n = 3), 's.a', 'long_term');
-- → s.a | removed | {"x":1} | ∅
SELECT path, change, length(after) FROM mem_diff('l', '#0', 'now', NULL, 'long_term');
-- → s.x | added | 402
SELECT * FROM mem_diff('u', '#0', '#last', mem_ref('u', 's'), 'long_term');
-- ! memlog: mem_diff: the reference is of scope short_term, not of scope long_term
