-- What a connection remembers of a key's place in the log goes with whatever takes it back or overtakes it.
-- clock: 2026-07-03 04:22:36
BEGIN;
SELECT mem_set('k', 'n', 1)->>'path', mem_flush();
-- → n | 1
SAVEPOINT s;
SELECT mem_set('k', 'n', 2)->>'path', mem_flush();
-- → n | 1
ROLLBACK TO s;
SELECT mem_set('k', 'n', 3)->>'path', mem_flush();
-- → n | 1
COMMIT;
SELECT mem_set('k', 'n', 4)->>'path';
-- → n
-- Taken back by a statement that fails after it.
CREATE TABLE t(x UNIQUE);
CREATE TRIGGER t_insert AFTER INSERT ON t BEGIN SELECT mem_set('k', 'n', NEW.x), mem_flush(); END;
BEGIN;
INSERT INTO t VALUES (5);
INSERT INTO t VALUES (6), (5);
-- ! UNIQUE
INSERT INTO t VALUES (7);
COMMIT;
-- connection: B
SELECT mem_set('k', 'n', 8)->>'path';
-- → n
-- connection: A
SELECT mem_set('k', 'n', 9)->>'path';
-- → n
BEGIN;
SELECT mem_set('k', 'n', 10)->>'path', mem_flush();
-- → n | 1
ROLLBACK;
SELECT mem_set('k', 'n', 11)->>'path';
-- → n
SELECT group_concat(value) FROM mem_event;
-- → {"n":1},{"n":3},{"n":4},{"n":5},{"n":7},{"n":8},{"n":9},{"n":11}
SELECT count(*), sum(mem_rebuild_at('k', id) = value) FROM mem_event;
-- → 8 | 8
