-- The schema changes, in a transaction and before one: statements that memlog keeps are prepared anew in the midst of it.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_set('k', 'a', 1)->>'path', mem_append('k', 'l', 'x')->>'path';
-- → a | l.0
CREATE TABLE own(x);
SELECT mem_set('k', 'a', 2)->>'path';
-- → a
BEGIN;
INSERT INTO own VALUES (1);
SELECT mem_set('k', 'a', 3)->>'path';
-- → a
CREATE TABLE more(x);
INSERT INTO more VALUES (1);
SELECT mem_append('k', 'l', 'y')->>'path';
-- → l.1
DROP TABLE own;
COMMIT;
SELECT value FROM mem_event WHERE key = 'k' ORDER BY seq DESC LIMIT 2;
-- → {"a":3,"l.1":"y"}
-- → {"a":2}
-- Another connection has changed it.
-- connection: B
CREATE TABLE third(x);
-- connection: A
BEGIN;
INSERT INTO third VALUES (1);
SELECT mem_set('k', 'a', 4)->>'path', mem_pop('k', 'l');
-- → a | y
COMMIT;
SELECT mem_snapshot('k'), mem_rebuild_at('k', 'now') = mem_snapshot('k');
-- → {"a":4,"l.0":"x"} | 1
