-- Items of long-term memory: their versions, ids, duplicates, options, events.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_item_add('u', 's', 'tea', '{"id":"a","kind":"preference","category":"drink","importance":10,"metadata":{"n":1.0},"sensitivity":3,"source":"chat"}');
-- → a
SELECT id, version, content, metadata, kind, category, importance, sensitivity, source, length(record), created = at, ended IS NULL FROM memlog_item;
-- → a | 1 | "tea" | {"n":1.0} | preference | drink | 10 | 3 | chat | 16 | 1 | 1

-- Just the same content in the set is the same item, whatever else is said of it; a made id is one of a record.
SELECT mem_item_add('u', 's', 'tea', '{"importance":1}'), mem_item_add('u', 's', 'tea', '{"id":"other"}'), count(*) FROM memlog_item;
-- → a | a | 1
SELECT mem_item_add('u', 't', 'tea') = (SELECT id FROM memlog_item WHERE set_name = 't'), mem_item_add('v', 's', 'tea') <> 'a', mem_item_add('u', 's', 'Tea') <> 'a';
-- → 1 | 1 | 1
SELECT lower(hex(record)) = replace(id, '-', '') FROM memlog_item WHERE set_name = 't';
-- → 1
SELECT mem_item_add('u', 's', 'milk', '{"id":"a"}');
-- ! memlog: item a of set s: it is there already, with other content
-- 1, 1.0 and '1' differ.
SELECT mem_item_add('u', 'n', 1, '{"id":"i"}'), mem_item_add('u', 'n', 1.0, '{"id":"r"}'), mem_item_add('u', 'n', '1', '{"id":"t"}'), mem_item_add('u', 'n', json('1'));
-- → i | r | t | i
SELECT mem_item_get('u', 'n', 'i'), typeof(mem_item_get('u', 'n', 'r')), typeof(mem_item_get('u', 'n', 't'));
-- → 1 | real | text

-- A version takes the place of another; what is not given stays, null takes away.
-- clock: 2026-07-03 05:00:00
SELECT mem_item_put('u', 's', 'a', 'coffee', '{"importance":null,"category":""}'), mem_item_get('u', 's', 'a');
-- → a | coffee
SELECT version, content, metadata, kind, category, importance, created < at, ended IS NULL FROM memlog_item WHERE id = 'a' ORDER BY number;
-- → 1 | "tea" | {"n":1.0} | preference | drink | 10 | 0 | 0
-- → 2 | "coffee" | {"n":1.0} | preference | ∅ | ∅ | 1 | 1
SELECT count(DISTINCT record), count(DISTINCT created) FROM memlog_item WHERE id = 'a';
-- → 1 | 1
-- Nothing new: no version, but an event.
SELECT mem_item_put('u', 's', 'a', 'coffee', '{"kind":"preference"}'), (SELECT count(*) FROM memlog_item WHERE id = 'a');
-- → a | 2
SELECT value, meta FROM mem_event WHERE key = 'u' ORDER BY seq DESC LIMIT 1;
-- → {"s.a":"coffee"} | ∅
-- Removed and put again it is another record.
SELECT mem_item_remove('u', 's', 'a'), mem_item_remove('u', 's', 'a'), mem_item_get('u', 's', 'a'), mem_item_put('u', 's', 'a', 'tea');
-- → 1 | 0 | ∅ | a
SELECT version, (SELECT count(DISTINCT record) FROM memlog_item WHERE id = 'a') FROM memlog_item WHERE id = 'a' AND ended IS NULL;
-- → 1 | 2

-- Names with dots are quoted in paths, so that no two items share one.
BEGIN;
SELECT mem_item_put('p', 'a', 'b.c', 1), mem_item_put('p', 'a.b', 'c', 2), mem_item_put('p', 'a"', '', 3);
-- ! memlog: mem_item_put: the id is empty
ROLLBACK;
BEGIN;
SELECT mem_item_put('p', 'a', 'b.c', 1), mem_item_put('p', 'a.b', 'c', 2), mem_item_put('p', 'a"', 'é 茶', 3);
-- → b.c | c | é 茶
COMMIT;
SELECT value FROM mem_event WHERE key = 'p';
-- → {"a.\"b.c\"":1,"\"a.b\".c":2,"\"a\"\"\".é 茶":3}

-- One event an action: the last content, null for what went, sets that were cleared in removed.
BEGIN;
SELECT mem_item_put('q', 's', 'x', 1), mem_item_put('q', 's', 'y', 2), mem_item_put('q', 't', 'z', 3);
-- → x | y | z
SELECT mem_item_put('q', 's', 'x', 4), mem_item_remove('q', 's', 'y'), mem_item_remove('q', 't'), mem_item_put('q', 't', 'new', 5);
-- → x | 1 | 1 | new
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'q';
-- → {"s.x":4,"s.y":null,"t.new":5} | ["t"] | ∅
SELECT set_name, id, version, begun = ended, ended IS NULL FROM memlog_item WHERE key = 'q' ORDER BY number;
-- → s | x | 1 | 1 | 0
-- → s | y | 1 | 1 | 0
-- → t | z | 1 | 1 | 0
-- → s | x | 2 | ∅ | 1
-- → t | new | 1 | ∅ | 1
SELECT min(begun) = max(begun), min(begun) = (SELECT seq FROM mem_event WHERE key = 'q') FROM memlog_item WHERE key = 'q';
-- → 1 | 1

-- Rolled back there is nothing.
BEGIN;
SELECT mem_item_put('q', 's', 'x', 6);
-- → x
SAVEPOINT a;
SELECT mem_item_put('q', 's', 'x', 7), mem_item_remove('q', 's', 'x');
-- → x | 1
ROLLBACK TO a;
SELECT mem_item_get('q', 's', 'x');
-- → 6
COMMIT;
SELECT type, value FROM mem_event WHERE key = 'q' AND seq > (SELECT min(seq) FROM mem_event WHERE key = 'q');
-- → _long_term_update_event | {"s.x":6}
-- → _long_term_get_event | {"s.x":6}
SELECT count(*) FROM memlog_item WHERE key = 'q' AND id = 'x';
-- → 3

-- What expires is hidden, and goes with the next change under the key.
SELECT mem_item_put('e', 's', 'x', 'soon', '{"expires_at":"2026-07-03 06:00:00"}'), mem_item_put('e', 's', 'y', 'late', '{"expires_at":"2026-07-04"}');
-- → x | y
-- clock: 2026-07-03 06:00:00
SELECT mem_item_get('e', 's', 'x'), mem_item_get('e', 's', 'y'), mem_item_remove('e', 's', 'x');
-- → ∅ | late | 0
SELECT type, value FROM mem_event WHERE key = 'e' ORDER BY seq DESC LIMIT 1;
-- → _long_term_update_event | {"s.x":null}

-- Switched off: no event, but the quiet log tells when.
SELECT mem_config('memory.generate-event.long-term-update', 'false');
-- → false
SELECT mem_item_put('o', 's', 'x', 1), mem_item_add('o', 's', 1), mem_item_remove('o', 's', 'none'), mem_item_remove('o', 'none');
-- → x | x | 0 | 0
SELECT observed, type, value FROM mem_journal WHERE key = 'o';
-- → 0 | _long_term_update_event | {"s.x":1}
SELECT begun = (SELECT seq FROM mem_journal WHERE key = 'o') FROM memlog_item WHERE key = 'o';
-- → 1
SELECT mem_config('memory.generate-event.long-term-update', NULL);
-- → true

-- In a listener as well.
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.type = '_long_term_update_event' AND mem_touches('s.x', NEW.value) BEGIN
  SELECT mem_item_put(NEW.key, 'heard', 'x', mem_pick(NEW.value, 's.x'));
END;
SELECT mem_item_put('l', 's', 'x', 1), mem_item_get('l', 'heard', 'x');
-- → x | 1
SELECT observed, type, value FROM mem_journal WHERE key = 'l';
-- → 1 | _long_term_update_event | {"s.x":1}
-- → 0 | _long_term_update_event | {"heard.x":1}
-- → 1 | _long_term_get_event | {"heard.x":1}
DROP TRIGGER hear;

-- Content kept elsewhere.
SELECT mem_item_put('w', 'f', 'x', 'the text', '{"location":"s3://box/x"}'), mem_item_get('w', 'f', 'x');
-- → x | {"location":"s3://box/x","digest":"233b4614fb1253f4a1fd73312056aacb"}
SELECT mem_item_add('w', 'f', 'the text', '{"location":"s3://box/x"}');
-- → x
-- What is known of it may change where it is; a content that is given then is kept here.
SELECT mem_item_put('w', 'f', 'x', mem_item_get('w', 'f', 'x'), '{"kind":"file"}');
-- → x
SELECT location, kind, version FROM mem_items('w', 'f');
-- → s3://box/x | file | 2
SELECT mem_item_put('w', 'f', 'x', 'another text'), mem_item_get('w', 'f', 'x');
-- → x | another text
SELECT location, kind, version FROM mem_items('w', 'f');
-- → ∅ | file | 3

-- What is refused stores nothing.
SELECT mem_item_add('r', 's', NULL);
-- ! memlog: mem_item_add: the content is NULL: mem_item_remove removes an item
SELECT mem_item_add('r', 's', json('null'));
-- ! memlog: mem_item_add: the content is NULL
SELECT mem_item_put('r', 's', 'x', x'00');
-- ! memlog: mem_item_put: a BLOB cannot be stored
SELECT mem_item_add('r', '', 1);
-- ! memlog: mem_item_add: the set is empty
SELECT mem_item_add('r', NULL, 1);
-- ! memlog: mem_item_add: the set is NULL; it must be text
SELECT mem_item_add('', 's', 1);
-- ! memlog: mem_item_add: the key is empty
SELECT mem_item_put('r', 's', 1, 1);
-- ! memlog: mem_item_put: the id is an integer; it must be text
SELECT mem_item_get('r', 's', NULL);
-- ! memlog: mem_item_get: the id is NULL; it must be text
SELECT mem_item_add('r', 's', 1, '{"what":1}');
-- ! memlog: mem_item_add: option what: there is no such option; there are id, metadata, kind
SELECT mem_item_add('r', 's', 1, '[]');
-- ! memlog: mem_item_add: the options: they must be a JSON map
SELECT mem_item_add('r', 's', 1, '{"kind":"thing"}');
-- ! memlog: mem_item_add: option kind: it is episodic, semantic
SELECT mem_item_add('r', 's', 1, '{"importance":11}');
-- ! memlog: mem_item_add: option importance: it must be an integer from 1 to 10
SELECT mem_item_add('r', 's', 1, '{"sensitivity":-1}');
-- ! memlog: mem_item_add: option sensitivity: it must be an integer from 0 to 10
SELECT mem_item_add('r', 's', 1, '{"metadata":[1]}');
-- ! memlog: mem_item_add: option metadata: it must be a JSON map
SELECT mem_item_add('r', 's', 1, '{"valid_from":"2026-01-02","valid_to":"2026-01-02"}');
-- ! memlog: mem_item_add: option valid_to: it is not after valid_from
SELECT mem_item_add('bounds', 's', 1, '{"id":"x","valid_to":"2026-01-02"}');
-- → x
SELECT mem_item_put('bounds', 's', 'x', 1, '{"valid_from":"2026-01-02"}');
-- ! memlog: item x of set s: its valid_to would not be after its valid_from
SELECT mem_item_put('bounds', 's', 'x', 1, '{"valid_from":"2026-01-01"}'), mem_item_put('bounds', 's', 'x', 1, '{"valid_from":"2026-01-02","valid_to":null}');
-- → x | x
SELECT mem_item_put('bounds', 's', 'x', 1, '{"valid_to":"2026-01-02"}');
-- ! memlog: item x of set s: its valid_to would not be after its valid_from
SELECT valid_from, valid_to FROM mem_items('bounds');
-- → 2026-01-02 00:00:00.000000 | ∅
SELECT mem_item_add('r', 's', 1, '{"expires_at":"2026-07-03 06:00:00"}');
-- ! memlog: mem_item_add: option expires_at: it is past
SELECT mem_item_add('f', 's', 'x', '{"expires_at":0}');
-- ! memlog: mem_item_add: option expires_at: it is past
SELECT mem_item_add('r', 's', 1, '{"id":"a\u0000b"}');
-- ! memlog: mem_item_add: option id: it holds NUL
SELECT mem_item_put('r', 's', 'x', 1, '{"id":"y"}');
-- ! memlog: mem_item_put: option id: it contradicts the argument
SELECT mem_item_add('r', 's', NULL, '{"location":"s3://x"}');
-- ! memlog: mem_item_add: option location: without a content it must be a map with a digest
SELECT mem_item_add('r', replace(hex(zeroblob(2100)), '0', 'x'), 1);
-- ! longer than 4096 bytes
SELECT count(*) FROM memlog_item WHERE key = 'r';
-- → 0

-- The rows are written by memlog alone.
UPDATE memlog_item SET content = '"x"';
-- ! memlog: memlog_item: its rows are written by memlog alone
DELETE FROM memlog_item;
-- ! memlog: memlog_item: its rows are written by memlog alone
INSERT INTO memlog_vector VALUES(1, 'u', x'00000000', x'00');
-- ! memlog: memlog_vector: its rows are written by memlog alone
