-- An operation that fails after it changed something: the transaction it is part of cannot be committed, unless a
-- rollback goes back behind it.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_set('a', 'x', 1)->>'path';
-- → x
CREATE TRIGGER refuse BEFORE INSERT ON memlog_cell WHEN NEW.path = 't.c' BEGIN SELECT RAISE(ABORT, 'no c'); END;
SELECT mem_set_tree('a', 't', '{"b":1,"c":2}');
-- ! no c
SELECT mem_snapshot('a'), mem_exists('a', 't');
-- → {"x":1} | 0
BEGIN;
SELECT mem_set('a', 'y', 2)->>'path';
-- → y
SELECT mem_set_tree('a', 't', '{"b":1,"c":2}');
-- ! no c
SELECT mem_set('a', 'z', 3)->>'path';
-- → z
COMMIT;
-- ! it can only be rolled back
ROLLBACK;
-- ! no transaction is active
SELECT mem_snapshot('a'), (SELECT count(*) FROM mem_event);
-- → {"x":1} | 1
BEGIN;
SELECT mem_set('a', 'y', 2)->>'path';
-- → y
SAVEPOINT s;
SELECT mem_set_tree('a', 't', '{"b":1,"c":2}');
-- ! no c
ROLLBACK TO s;
SELECT mem_set('a', 'z', 3)->>'path';
-- → z
COMMIT;
SELECT mem_snapshot('a'), (SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1);
-- → {"x":1,"y":2,"z":3} | {"y":2,"z":3}
-- A statement that SQLite takes back as a whole is nothing to be rolled back behind.
CREATE TABLE own(a);
BEGIN;
INSERT INTO own VALUES (mem_set('a', 'w', 4)), (mem_set_tree('a', 't', '{"b":1,"c":2}'));
-- ! no c
INSERT OR REPLACE INTO mem(key, path, value) VALUES ('a', 'v', 5);
COMMIT;
SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"v":5}
