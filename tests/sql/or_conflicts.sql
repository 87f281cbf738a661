-- Conflict clauses and what SQLite does not do for virtual tables; the files mem_*.sql say more about the table itself.
-- clock: 2026-07-03 04:22:36.087914
INSERT INTO mem(key, path, value) VALUES ('k', 'a', 1), ('k', 'b', 2);

-- SB17: a statement of which one row is bad leaves no row and no record of the good one.
BEGIN;
INSERT INTO mem(key, path, value) VALUES ('k', 'before', 1);
INSERT INTO mem(key, path, json) VALUES ('k', 'good', '1'), ('k', 'bad', '{');
-- ! memlog:
COMMIT;
SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"before":1}
-- SB18: OR FAIL keeps the row before the one that conflicts, and records it.
INSERT OR FAIL INTO mem(key, path, value) VALUES ('k', 'c', 3), ('k', 'a', 9), ('k', 'd', 4);
-- ! a
SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"c":3}
-- SB19: UPDATE OR IGNORE that would move a node onto another loses neither.
UPDATE OR IGNORE mem SET path = 'b' WHERE key = 'k' AND path = 'a';
SELECT path, value FROM mem('k');
-- → a | 1
-- → b | 2
-- → before | 1
-- → c | 3
UPDATE OR IGNORE mem SET path = 'b', value = 5 WHERE key = 'k' AND path IN ('a', 'c');
SELECT mem_snapshot('k'), (SELECT count(*) FROM mem_event);
-- → {"a":1,"b":2,"before":1,"c":3} | 3
-- OR REPLACE replaces, OR IGNORE passes over; each row that was written is recorded, none that was not.
INSERT OR REPLACE INTO mem(key, path, value) VALUES ('k', 'a', 10), ('k', 'e', 5);
INSERT OR IGNORE INTO mem(key, path, value) VALUES ('k', 'a', 11), ('k', 'f', 6);
SELECT value FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → {"f":6}
-- → {"a":10,"e":5}
-- All passed over: no action, no event.
INSERT OR IGNORE INTO mem(key, path, value) VALUES ('k', 'a', 12);
SELECT count(*) FROM mem_event;
-- → 5
-- OR ROLLBACK takes the transaction with it, and nothing of it is emitted by the next.
BEGIN;
INSERT INTO mem(key, path, value) VALUES ('k', 'gone', 1);
INSERT OR ROLLBACK INTO mem(key, path, value) VALUES ('k', 'a', 1);
-- ! a
SELECT mem_set('k', 'next', 1)->>'path', (SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1),
       mem_exists('k', 'gone');
-- → next | {"next":1} | 0

-- SB21: UPSERT is refused by SQLite; OR REPLACE or mem_set does the same.
INSERT INTO mem(key, path, value) VALUES ('k', 'a', 1) ON CONFLICT DO NOTHING;
-- ! UPSERT not implemented for virtual table
-- SB22: INSERT … RETURNING echoes what was given, UPDATE and DELETE cannot.
INSERT INTO mem(key, path, value) VALUES ('k', '"r"', 1) RETURNING key, path, type;
-- → k | "r" | ∅
UPDATE mem SET value = 2 WHERE path = 'r' RETURNING path;
-- ! RETURNING
DELETE FROM mem WHERE path = 'r' RETURNING path;
-- ! RETURNING
-- SB23: the core checks no constraint of a virtual table: memlog does.
INSERT INTO mem(key, path, value) VALUES (NULL, 'a', 1);
-- ! key
INSERT INTO mem(key, path, value) VALUES (7, 'a', 1);
-- ! key
INSERT INTO mem(key, path, value) VALUES ('k', NULL, 1);
-- ! path
INSERT INTO mem(value) VALUES (1);
-- ! memlog:
INSERT INTO mem(key, path, value, scope) VALUES ('k', 'x', 1, 'long');
-- ! scope
-- SB29, SB30: what is compared otherwise than byte for byte is compared so here, too.
INSERT INTO mem(key, path, value) VALUES ('k', 'Upper', 1), ('5', 'x', 1);
SELECT path FROM mem WHERE key = 'k' AND path = 'UPPER' COLLATE NOCASE;
-- → Upper
SELECT count(*) FROM mem WHERE key = 'K' COLLATE NOCASE;
-- → 9
SELECT count(*) FROM mem WHERE path = 'UPPER';
-- → 0
SELECT path FROM mem WHERE key = 5;
-- → x
SELECT path FROM mem WHERE key IN ('5', 'none') AND path IN ('x', 'y');
-- → x
SELECT count(*) FROM mem WHERE key = NULL;
-- → 0
-- SB66: reading and writing one table in one statement ends.
INSERT INTO mem(key, path, value) SELECT 'copy', path, value FROM mem('k');
INSERT INTO mem(key, path, value) SELECT key, 'under.' || path, value FROM mem('copy');
UPDATE mem SET key = 'moved' WHERE key = 'copy' AND path LIKE 'under.%';
SELECT key, count(*) FROM mem WHERE key <> 'k' GROUP BY key;
-- → '5' | 1
-- → copy | 10
-- → moved | 10
-- AGT-004, AGT-108: a SELECT that writes what it reads ends, each row seen once.
SELECT count(mem_set(key, path || '_', value)) FROM mem WHERE key = 'copy';
-- → 10
BEGIN;
SELECT count(mem_set('c' || key, path, value)) FROM mem WHERE key IN ('copy', 'ccopy');
-- → 20
COMMIT;
SELECT count(*) FROM mem WHERE key = 'ccopy';
-- → 20
SELECT mem_delete('ccopy', '');
-- → 20
SELECT count(*) FROM (SELECT DISTINCT key FROM mem) WHERE mem_rebuild_at(key, 'now') = mem_snapshot(key);
-- → 4
