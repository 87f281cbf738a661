-- A table of one key: CREATE VIRTUAL TABLE temp.name USING mem('key').
-- clock: 2026-07-03 04:22:36.087914
CREATE VIRTUAL TABLE temp.u42 USING mem('user-42');
CREATE VIRTUAL TABLE temp.now42 USING mem ( 'user-42', 'sensory' );
CREATE VIRTUAL TABLE temp."it's" USING mem('it''s');
SELECT count(*) FROM u42;
-- → 0
INSERT INTO u42 VALUES ('name', 'Ada', NULL, NULL, NULL, NULL), ('tags', json('[1]'), 'array', 'short_term', NULL, NULL);
INSERT INTO u42(path, value, scope) VALUES ('seen', 'door', 'sensory');
INSERT INTO now42(path, value) VALUES ('heard', 'bell');
INSERT INTO u42(path, json, key) VALUES ('age', '36', 'user-42');
INSERT INTO "it's"(path, value) VALUES ('x', 1);
SELECT * FROM u42;
-- → heard | bell | text | sensory | 2026-07-03 04:22:36.087000 | ∅
-- → seen | door | text | sensory | 2026-07-03 04:22:36.087000 | ∅
-- → age | 36 | integer | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → name | Ada | text | short_term | 2026-07-03 04:22:36.087000 | ∅
-- → tags | [1] | array | short_term | 2026-07-03 04:22:36.087000 | ∅
SELECT key, path FROM now42;
-- → user-42 | heard
-- → user-42 | seen
SELECT key, path, value FROM mem WHERE key > 'i' AND key < 'j';
-- → it's | x | 1
SELECT name FROM pragma_table_xinfo('u42') WHERE hidden = 0;
-- → path
-- → value
-- → type
-- → scope
-- → updated_at
-- → expires_at

UPDATE u42 SET value = value || ' L.' WHERE path = 'name';
UPDATE now42 SET path = 'was.' || path WHERE path = 'seen';
DELETE FROM u42 WHERE path = 'tags';
SELECT path, value FROM u42 WHERE path > 'b' ORDER BY scope, path;
-- → heard | bell
-- → was | ∅
-- → was.seen | door
-- → name | Ada L.
SELECT path, value FROM u42('#last') WHERE scope = 'short_term';
-- → age | 36
-- → name | Ada L.
SELECT path, as_of, under FROM u42('#last', 'sensory', 'was');
-- → was | #last | was
-- → was.seen | #last | was
SELECT count(*) FROM u42 WHERE key = 'user-7' OR of_key = 'user-7';
-- → 0
SELECT count(*) FROM u42 WHERE of_key = 'user-7';
-- → 0
SELECT count(*) FROM u42 WHERE of_key = 'user-42';
-- → 5
SELECT count(*) FROM now42 WHERE of_scope = 'short_term';
-- → 0

INSERT INTO u42(path, value, key) VALUES ('x', 1, 'user-7');
-- ! memlog: mem: key user-7: this table is of key user-42 alone
UPDATE u42 SET key = 'user-7';
-- ! memlog: mem: key user-7: this table is of key user-42 alone
INSERT INTO now42(path, value, scope) VALUES ('x', 1, 'short_term');
-- ! memlog: mem: scope short_term: this table is of scope sensory alone
UPDATE now42 SET scope = 'short_term' WHERE path = 'heard';
-- ! memlog: mem: scope short_term: this table is of scope sensory alone
INSERT INTO u42(path, value, updated_at) VALUES ('x', 1, 'now');
-- ! memlog: mem: column updated_at: it cannot be written
UPDATE u42 SET scope = 'short_term' WHERE path = 'heard';

-- A failed statement leaves nothing behind, though the table is in temp and the memory in main.
INSERT INTO u42(path, value) VALUES ('n1', 1), ('name', 2);
-- ! there is a node already
BEGIN;
INSERT INTO u42(path, value) VALUES ('n2', 1);
INSERT OR REPLACE INTO u42(path, value) VALUES ('age', 37), ('was.seen', 1), ('name.x', 2);
-- ! a value stands above it
UPDATE u42 SET value = 'all' WHERE path IN ('was.seen', 'age', 'name');
UPDATE u42 SET path = 'p.' || path WHERE path NOT LIKE 'was%' AND scope = 'short_term';
UPDATE u42 SET value = 5;
-- ! it is an object
COMMIT;
SELECT path, value FROM u42;
-- → was | ∅
-- → was.seen | all
-- → p | ∅
-- → p.age | all
-- → p.heard | bell
-- → p.n2 | 1
-- → p.name | all
SELECT count(*) FROM (SELECT path, type, json, scope FROM u42 EXCEPT SELECT path, type, json, scope FROM u42('#last'));
-- → 0

ALTER TABLE u42 RENAME TO other;
SELECT count(*) FROM other;
-- → 7
DROP TABLE other;
SELECT count(*) FROM mem('user-42');
-- → 7

-- Nothing of it can be made elsewhere than in temp, so that the file stays legible without memlog.
CREATE VIRTUAL TABLE u7 USING mem('user-7');
-- ! memlog: mem: a table of it can be created in temp only
-- ! CREATE VIRTUAL TABLE temp.u7 USING mem('key')
CREATE VIRTUAL TABLE main.mem USING mem;
-- ! memlog: mem: a table of it can be created in temp only
ATTACH ':memory:' AS aux;
CREATE VIRTUAL TABLE aux.u7 USING mem('user-7');
-- ! memlog: mem: a table of it can be created in temp only
CREATE VIRTUAL TABLE temp.u7 USING mem;
-- ! memlog: mem: the key is missing: CREATE VIRTUAL TABLE temp.u7 USING mem('key')
CREATE VIRTUAL TABLE temp.u7 USING mem();
-- ! memlog: mem: the key is missing
CREATE VIRTUAL TABLE temp.u7 USING mem(user-7);
-- ! memlog: mem: the key user-7: it must be a string in single quotes
CREATE VIRTUAL TABLE temp.u7 USING mem('');
-- ! not empty
CREATE VIRTUAL TABLE temp.u7 USING mem('a' 'b');
-- ! it must be a string in single quotes
CREATE VIRTUAL TABLE temp.u7 USING mem('user-7', 'long_term');
-- ! memlog: mem: scope long_term: it is 'short_term' or 'sensory'
CREATE VIRTUAL TABLE temp.u7 USING mem('user-7', 'sensory', 'x');
-- ! memlog: mem: 3 arguments
SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%';
-- → 0
