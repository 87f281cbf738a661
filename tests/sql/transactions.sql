-- Transactions of every kind: what is committed is logged once, what is undone leaves nothing.
-- clock: 2026-07-03 04:22:36.087914
CREATE TEMP VIEW log AS SELECT key, type, value, removed FROM mem_event ORDER BY seq;
CREATE TABLE own(id INTEGER PRIMARY KEY, x UNIQUE);

-- SB14: a transaction in which virtual tables are made but nothing is written.
BEGIN;
CREATE VIRTUAL TABLE temp.u USING mem('k');
COMMIT;
SELECT count(*) FROM u;
-- → 0
DROP TABLE u;

-- SB15: the first write comes inside savepoints that memlog never saw opened.
BEGIN;
SAVEPOINT a;
SAVEPOINT b;
SELECT mem_set('sp', 'x', 1)->>'path';
-- → x
ROLLBACK TO b;
SELECT mem_set('sp', 'y', 2)->>'path';
-- → y
ROLLBACK TO a;
SELECT mem_set('sp', 'z', 3)->>'path';
-- → z
RELEASE a;
COMMIT;
SELECT value FROM log WHERE key = 'sp';
-- → {"z":3}
-- The outermost savepoint is the transaction.
SAVEPOINT outer;
SELECT mem_set('sp', 'a', 1)->>'path';
-- → a
ROLLBACK TO outer;
SELECT mem_set('sp', 'b', 1)->>'path';
-- → b
SAVEPOINT inner;
SELECT mem_set('sp', 'c', 1)->>'path';
-- → c
RELEASE inner;
RELEASE outer;
SELECT value FROM log WHERE key = 'sp';
-- → {"z":3}
-- → {"b":1,"c":1}
SAVEPOINT outer;
SELECT mem_set('sp', 'd', 1)->>'path';
-- → d
ROLLBACK TO outer;
RELEASE outer;
SELECT count(*) FROM log WHERE key = 'sp';
-- → 2
-- Deep, released and rolled back in turn.
BEGIN;
SELECT mem_set('deep', 'a', 1)->>'path';
SAVEPOINT s1;
SELECT mem_set('deep', 'b', 1)->>'path';
SAVEPOINT s2;
SELECT mem_delete('deep', 'a');
SAVEPOINT s3;
SELECT mem_set('deep', 'c', 1)->>'path';
RELEASE s3;
ROLLBACK TO s2;
SELECT mem_set('deep', 'd', 1)->>'path';
RELEASE s2;
RELEASE s1;
SAVEPOINT s4;
SELECT mem_delete('deep', '');
ROLLBACK TO s4;
COMMIT;
SELECT value, removed FROM log WHERE key = 'deep';
-- → {"a":1,"b":1,"d":1} | ∅
SELECT mem_rebuild_at('deep', 'now') = mem_snapshot('deep');
-- → 1
-- The same savepoint name again and again.
BEGIN;
SAVEPOINT s;
SELECT mem_set('same', 'a', 1)->>'path';
SAVEPOINT s;
SELECT mem_set('same', 'b', 1)->>'path';
ROLLBACK TO s;
SELECT mem_set('same', 'c', 1)->>'path';
RELEASE s;
ROLLBACK TO s;
SELECT mem_set('same', 'd', 1)->>'path';
COMMIT;
SELECT value FROM log WHERE key = 'same';
-- → {"d":1}

-- AGT-010, AGT-012, SB17: a failed statement leaves nothing of itself; what came before and after it in the transaction
-- is whole.
BEGIN;
INSERT INTO own VALUES (1, mem_set('st', 'a', 1));
INSERT INTO own VALUES (2, mem_set('st', 'b', 1)), (3, mem_set('st', 'c', x'00'));
-- ! BLOB
INSERT INTO own VALUES (4, mem_set('st', 'd', 1)), (1, mem_set('st', 'e', 1));
-- ! UNIQUE
INSERT INTO own SELECT 5, mem_set('st', 'f', 1);
COMMIT;
SELECT value FROM log WHERE key = 'st';
-- → {"a":1,"f":1}
SELECT mem_snapshot('st'), mem_rebuild_at('st', 'now') = mem_snapshot('st');
-- → {"a":1,"f":1} | 1
-- In autocommit, too.
INSERT INTO own VALUES (6, mem_set('st', 'g', 1)), (1, mem_set('st', 'h', 1));
-- ! UNIQUE
SELECT mem_snapshot('st'), (SELECT count(*) FROM log WHERE key = 'st');
-- → {"a":1,"f":1} | 1
-- OR FAIL keeps what came before, OR ROLLBACK ends the transaction with all that was written in it.
BEGIN;
INSERT OR FAIL INTO own VALUES (7, mem_set('st', 'i', 1)), (1, mem_set('st', 'j', 1)), (8, mem_set('st', 'k', 1));
-- ! UNIQUE
COMMIT;
SELECT value FROM log WHERE key = 'st';
-- → {"a":1,"f":1}
-- → {"i":1,"j":1}
BEGIN;
SELECT mem_set('st', 'l', 1)->>'path';
-- → l
INSERT OR ROLLBACK INTO own VALUES (1, 0);
-- ! UNIQUE
SELECT mem_exists('st', 'l'), (SELECT count(*) FROM log WHERE key = 'st');
-- → 0 | 2
SELECT mem_set('st', 'm', 1)->>'path', (SELECT value FROM log WHERE key = 'st' AND value LIKE '%m%');
-- → m | {"m":1}

-- Triggers of the user's own tables call memory functions: one action with the statement, undone with it.
CREATE TRIGGER own_insert AFTER INSERT ON own WHEN NEW.id > 100 BEGIN
  SELECT mem_append('tr', 'ids', NEW.id);
  SELECT RAISE(ABORT, 'no even ids') WHERE NEW.id % 2 = 0;
END;
INSERT INTO own(id) VALUES (101), (103);
INSERT INTO own(id) VALUES (105), (106);
-- ! no even ids
SELECT mem_get('tr', 'ids'), (SELECT count(*) FROM log WHERE key = 'tr'), (SELECT value FROM log WHERE key = 'tr');
-- → [101,103] | 1 | {"ids.0":101,"ids.1":103}
INSERT INTO own(id) VALUES (107);
SELECT mem_get('tr', 'ids'), mem_field_names('tr', 'ids'), mem_rebuild_at('tr', 'now') = mem_snapshot('tr');
-- → [101,103,107] | ["0","1","2"] | 1

-- SB68: a schema change in the middle of a transaction: one action all the same.
BEGIN;
INSERT INTO mem(key, path, value) VALUES ('ddl', 'a', 1);
ALTER TABLE own ADD COLUMN y;
INSERT INTO mem(key, path, value) VALUES ('ddl', 'b', 2);
SELECT mem_set('ddl', 'c', 3)->>'path';
-- → c
CREATE TABLE other(x);
DROP TABLE other;
SELECT mem_set('ddl', 'd', 4)->>'path';
-- → d
COMMIT;
SELECT value, (SELECT count(DISTINCT txn) FROM mem_event WHERE key = 'ddl') FROM log WHERE key = 'ddl';
-- → {"a":1,"b":2,"c":3,"d":4} | 1

-- SB31, SB34, SB35, SB69, SB70, SB71: a table of one key's memory, made, renamed and dropped in mid-transaction.
BEGIN;
CREATE VIRTUAL TABLE temp.u42 USING mem('u42');
INSERT INTO u42(path, value) VALUES ('a', 1);
ALTER TABLE temp.u42 RENAME TO v42;
INSERT INTO v42(path, value) VALUES ('b', 2);
ALTER TABLE own RENAME COLUMN y TO z;
ALTER TABLE temp.v42 RENAME TO w42;
INSERT INTO w42(path, value) VALUES ('c', 3);
DROP TABLE w42;
CREATE VIRTUAL TABLE temp.u42 USING mem('u42');
SELECT path, value FROM u42;
-- → a | 1
-- → b | 2
-- → c | 3
COMMIT;
SELECT value FROM log WHERE key = 'u42';
-- → {"a":1,"b":2,"c":3}
BEGIN;
INSERT INTO u42(path, value) VALUES ('d', 4);
DROP TABLE u42;
ROLLBACK;
SELECT count(*) FROM u42;
-- → 3
BEGIN;
CREATE VIRTUAL TABLE temp.x42 USING mem('x42');
INSERT INTO x42(path, value) VALUES ('a', 1);
ROLLBACK;
SELECT mem_exists('x42', 'a'), (SELECT count(*) FROM log WHERE key IN ('u42', 'x42'));
-- → 0 | 1
SELECT * FROM x42;
-- ! no such table
DROP TABLE u42;
-- SB27, SB33: dropping takes nothing of the memory along; a table of that name that is there already is not adopted.
SELECT mem_snapshot('u42');
-- → {"a":1,"b":2,"c":3}
CREATE VIRTUAL TABLE temp.own USING mem('k');
DROP TABLE temp.own;
CREATE VIRTUAL TABLE own USING mem('k');
-- ! already exists

-- SB48: VACUUM is refused while a transaction is open, and changes nothing of the past.
BEGIN;
SELECT mem_set('vac', 'a', 1)->>'path';
-- → a
VACUUM;
-- ! VACUUM
COMMIT;
CREATE TEMP TABLE past AS SELECT seq, id, mem_rebuild_at(key, id) AS state FROM mem_event;
VACUUM;
SELECT count(*) = (SELECT count(*) FROM past), sum(mem_rebuild_at(key, e.id) = state) = count(*)
       FROM mem_event e JOIN past USING (seq);
-- → 1 | 1

-- SB09: last_insert_rowid() and changes() are the user's own.
BEGIN;
INSERT INTO own(id) VALUES (1001);
SELECT mem_set('rowid', 'a', 1)->>'path', mem_run_begin('rowid') > 0, mem_flush();
-- → a | 1 | 0
SELECT last_insert_rowid(), changes();
-- → 1001 | 1
COMMIT;
SELECT last_insert_rowid();
-- → 1001
SELECT mem_set('rowid', 'b', 1)->>'path', last_insert_rowid();
-- → b | 1001

-- A deferred foreign key that a listener leaves open is found, though SQLite looked before.
PRAGMA foreign_keys = 1;
CREATE TABLE parent(id INTEGER PRIMARY KEY);
CREATE TABLE child(id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
CREATE TRIGGER orphan AFTER INSERT ON memlog_event WHEN NEW.key = 'fk' BEGIN
  INSERT INTO child VALUES (5);
END;
SELECT mem_set('fk', 'a', 1);
-- ! foreign key
BEGIN;
SELECT mem_set('fk', 'a', 1)->>'path';
-- → a
COMMIT;
-- ! foreign key
SELECT mem_exists('fk', 'a'), (SELECT count(*) FROM child), (SELECT count(*) FROM log WHERE key = 'fk');
-- → 0 | 0 | 0
INSERT INTO parent VALUES (5);
SELECT mem_set('fk', 'a', 1)->>'path', (SELECT count(*) FROM child);
-- → a | 1
DROP TRIGGER orphan;

-- SB39, F7: functions with side effects in views of the schema: those that reconfigure are refused, none is
-- deterministic.
CREATE VIEW sneaky AS SELECT mem_install() AS i;
SELECT * FROM sneaky;
-- ! unsafe use of mem_install
CREATE VIEW watching AS SELECT mem_observer(1) AS o;
SELECT * FROM watching;
-- ! unsafe use of mem_observer
CREATE INDEX bad ON own(mem_set('k', 'a', id));
-- ! non-deterministic

-- Memory is in main: an attached file has none, and its tables of our names are not ours.
ATTACH ':memory:' AS other;
CREATE TABLE other.memlog_event(x);
SELECT mem_set('at', 'a', 1)->>'path', (SELECT count(*) FROM other.memlog_event), mem_get('at', 'a');
-- → a | 0 | 1
SELECT count(*) FROM other.sqlite_schema;
-- → 1
DETACH other;
-- SB25: a table that cannot be made leaves nothing behind (the memory is counted at the end of each case).
CREATE VIRTUAL TABLE main.u USING mem('k');
-- ! temp

-- Nothing pending stays behind: the connection closes clean after all this.
BEGIN;
SELECT mem_set('end', 'a', 1)->>'path';
-- → a
ROLLBACK;
SELECT mem_exists('end', 'a');
-- → 0

-- An item that is refused does not bar the transaction, though others had expired and were cleaned up first.
-- clock: 2026-07-05 04:00:00
SELECT mem_item_put('exp', 's', 'a', 'x'), mem_item_put('exp', 's', 'e', 'y', '{"expires_at":"2026-07-05 05:00"}');
-- → a | e
-- clock: 2026-07-05 06:00:00
BEGIN;
SELECT mem_item_put('exp', 's', 'b', 'z', '{"id":1}');
-- ! id
SELECT mem_item_add('exp', 's', 'new', '{"id":"a"}');
-- ! it is there already
COMMIT;
SELECT id, end_seq IS NULL FROM mem_items('exp', 's', '{"versions":true}');
-- → a | 1
-- → e | 0
SELECT mem_config('memory.generate-event', 'false');
-- → false
SELECT mem_item_put('exp', 's', 'f', 'y', '{"expires_at":"2026-07-05 07:00"}');
-- → f
-- clock: 2026-07-05 08:00:00
BEGIN;
SELECT mem_item_add('exp', 's', 'new', '{"id":"a"}');
-- ! it is there already
COMMIT;
SELECT id, end_seq IS NULL FROM mem_items('exp', 's', '{"versions":true}');
-- → a | 1
-- → e | 0
-- → f | 0
SELECT * FROM mem_verify;
-- no rows
SELECT mem_config('memory.generate-event', NULL);
