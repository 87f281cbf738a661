-- Writing mem: what becomes one action, what a failure takes back.
-- clock: 2026-07-03 04:22:36.087914

-- Several rows in one statement are one action.
INSERT INTO mem(key, path, value) VALUES ('a', 'x', 1), ('b', 'x', 2), ('a', 'y', 3);
SELECT key, value, seq - txn FROM mem_event ORDER BY seq;
-- → a | {"x":1,"y":3} | 0
-- → b | {"x":2} | 1
UPDATE mem SET value = value + 10;
DELETE FROM mem WHERE value > 11;
SELECT key, value, removed, seq - txn FROM mem_event ORDER BY seq;
-- → a | {"x":1,"y":3} | ∅ | 0
-- → b | {"x":2} | ∅ | 1
-- → a | {"x":11,"y":13} | ∅ | 0
-- → b | {"x":12} | ∅ | 1
-- → a | {} | ["y"] | 0
-- → b | {} | ["x"] | 1

-- A move is a removal and a writing, in both keys.
UPDATE mem SET key = 'b', path = 'was.x' WHERE key = 'a' AND path = 'x';
SELECT key, value, removed, containers FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → b | {"was.x":11} | ∅ | ∅
-- → a | {} | ["x"] | ∅

-- OR FAIL: what came before the conflict is there and recorded, in a transaction and outside.
INSERT OR FAIL INTO mem(key, path, value) VALUES ('c', 'a', 1), ('c', 'a', 2), ('c', 'b', 3);
-- ! there is a node already
SELECT value FROM mem_event WHERE key = 'c';
-- → {"a":1}
BEGIN;
INSERT INTO mem(key, path, value) VALUES ('c', 'b', 1);
INSERT INTO mem(key, path, value) VALUES ('c', 'c', 1), ('c', 'a', 2);
-- ! there is a node already
INSERT OR IGNORE INTO mem(key, path, value) VALUES ('c', 'd', 1), ('c', 'a', 2), ('c', 'e', 3);
INSERT INTO mem(key, path, value) VALUES ('c', 'a.under', 2);
-- ! a value stands above it
UPDATE mem SET path = 'b' WHERE key = 'c' AND path IN ('a', 'd', 'e');
-- ! there is a node already
UPDATE OR IGNORE mem SET path = 'f' WHERE key = 'c' AND path IN ('d', 'e');
SAVEPOINT s;
DELETE FROM mem WHERE key = 'c';
SELECT count(*) FROM mem('c');
-- → 0
ROLLBACK TO s;
COMMIT;
SELECT value, removed FROM mem_event WHERE key = 'c' ORDER BY seq;
-- → {"a":1} | ∅
-- → {"b":1,"e":3,"f":1} | ["d"]
SELECT path, value FROM mem('c');
-- → a | 1
-- → b | 1
-- → e | 3
-- → f | 1

-- One rename and one value in the same row, refused at the second: nothing of it stays.
BEGIN;
INSERT INTO mem(key, path, value) VALUES ('d', 'o.x', 1), ('d', 'v', 2);
UPDATE mem SET path = 'moved', value = 5 WHERE key = 'd' AND path = 'o';
-- ! it is an object
SELECT path FROM mem('d');
-- → o
-- → o.x
-- → v
COMMIT;
SELECT value, removed FROM mem_event WHERE key = 'd';
-- → {"o.x":1,"v":2} | ∅

-- last_insert_rowid() is the user's own.
CREATE TABLE own(id INTEGER PRIMARY KEY);
INSERT INTO own VALUES (77);
INSERT INTO mem(key, path, value) VALUES ('e', 'x', 1);
UPDATE mem SET path = 'y' WHERE key = 'e';
SELECT last_insert_rowid(), changes();
-- → 77 | 1
UPDATE mem SET value = 2 WHERE key IN ('c', 'e');
SELECT changes();
-- → 5

SELECT count(*) FROM (SELECT key, path, type, json, scope FROM mem EXCEPT
  SELECT key, path, type, json, scope FROM mem WHERE as_of = '#last');
-- → 0

-- ---- triggers, views, trust ----

CREATE VIEW names AS SELECT key, value AS name FROM mem WHERE path = 'name';
CREATE TRIGGER names_set INSTEAD OF INSERT ON names BEGIN
  INSERT OR REPLACE INTO mem(key, path, value) VALUES (NEW.key, 'name', NEW.name);
END;
INSERT INTO names VALUES ('f', 'Ada'), ('g', 'Bo');
SELECT * FROM names;
-- → f | Ada
-- → g | Bo
SELECT key, value, seq - txn FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → g | {"name":"Bo"} | 1
-- → f | {"name":"Ada"} | 0
-- dbconfig: trusted_schema off
SELECT * FROM names;
-- ! unsafe use of virtual table "mem"
INSERT INTO names VALUES ('f', 'Grace');
-- ! unsafe use of virtual table "mem"
INSERT OR REPLACE INTO mem(key, path, value) VALUES ('f', 'name', 'Grace');
SELECT value FROM mem('f');
-- → Grace

-- A table of the user's own of that name hides ours; memlog itself does without it.
CREATE TABLE mem(a);
INSERT INTO mem VALUES (1);
SELECT * FROM mem;
-- → 1
SELECT mem_set('f', 'name', 'Ada')->>'path', mem_get('f', 'name');
-- → name | Ada
DROP TABLE mem;
SELECT value FROM mem('f');
-- → Ada
