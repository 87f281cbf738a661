-- Columns that are arguments can be read, too; rows have numbers; and memlog's own two tables are empty.
-- clock: 2026-07-03 04:22:36
SELECT mem_set('ann', 'a.b', 1), mem_set('ann', 'c', 2);
-- clock: 2026-07-03 04:23:36
SELECT mem_set('ann', 'a.b', 3);

SELECT path, of_key, from_moment, to_moment, under, of_scope, rowid
FROM mem_diff('ann', '2026-07-03 04:22:36', 'now', 'a');
-- → a.b | ann | 1783052556000001 | 1783052616000000 | a | short_term | 1
SELECT path, of_key, under, of_scope, rowid FROM mem_history('ann', 'a');
-- → a | ann | a | short_term | 1
-- → a.b | ann | a | short_term | 2
-- → a.b | ann | a | short_term | 3
SELECT name, of_name, rowid > 0 FROM mem_help('mem_set');
-- → mem_set | mem_set | 1
SELECT count(of_name), count(DISTINCT rowid) = count(*), min(rowid) FROM mem_help;
-- → 0 | 1 | 1
SELECT count(DISTINCT rowid) = count(*), min(rowid) FROM mem_config;
-- → 1 | 1
SELECT key, rowid FROM mem_key;
-- → ann | 1
SELECT rowid FROM mem_verify;
-- no rows

SELECT rowid, * FROM memlog_txn WHERE rowid = 1;
-- no rows
SELECT * FROM memlog_pin;
-- no rows
DELETE FROM memlog_txn;
INSERT INTO memlog_txn VALUES (1);
-- ! memlog_txn
-- ! it is memlog's own, and holds nothing

-- No position is beyond the ends of the numbers.
SELECT count(*) FROM mem_event WHERE seq > 9223372036854775807;
-- → 0
SELECT count(*) FROM mem_event WHERE seq < -9223372036854775808;
-- → 0
SELECT count(*) FROM mem_event WHERE seq >= -9223372036854775808 AND seq <= 9223372036854775807;
-- → 3
