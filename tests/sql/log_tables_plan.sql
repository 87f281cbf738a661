-- What SQLite hands down to the tables of the log, and which orders need no sorting. EXPLAIN QUERY PLAN shows it.
EXPLAIN QUERY PLAN SELECT * FROM mem_event WHERE key = 'ann' AND time >= datetime('now', '-1 hour') ORDER BY seq DESC;
-- → … | … | … | SCAN mem_event VIRTUAL TABLE INDEX 1:key=,time>= desc
EXPLAIN QUERY PLAN SELECT type FROM mem_journal WHERE key = 'ann' AND seq > 5 AND type = 'order' ORDER BY seq;
-- → … | … | … | SCAN mem_journal VIRTUAL TABLE INDEX 2:key=,seq>,type=
EXPLAIN QUERY PLAN SELECT * FROM mem_event WHERE time BETWEEN '2026' AND '2027' ORDER BY time DESC, seq DESC;
-- → … | … | … | SCAN mem_event VIRTUAL TABLE INDEX 1:time>=,time<= desc
EXPLAIN QUERY PLAN SELECT * FROM mem_event WHERE id = 'x';
-- → … | … | … | SCAN mem_event VIRTUAL TABLE INDEX 0:id=
EXPLAIN QUERY PLAN SELECT * FROM mem_event WHERE run = 3;
-- → … | … | … | SCAN mem_event VIRTUAL TABLE INDEX 0:run=
EXPLAIN QUERY PLAN SELECT * FROM mem_journal WHERE txn = 5 ORDER BY seq;
-- → … | … | … | SCAN mem_journal VIRTUAL TABLE INDEX 0:txn=
EXPLAIN QUERY PLAN SELECT * FROM mem_journal WHERE key = 'ann' AND cause = 5;
-- → … | … | … | SCAN mem_journal VIRTUAL TABLE INDEX 0:key=,cause=
EXPLAIN QUERY PLAN SELECT * FROM mem_run WHERE key = 'ann' AND run < 9 ORDER BY run DESC;
-- → … | … | … | SCAN mem_run VIRTUAL TABLE INDEX 1:key=,run< desc
EXPLAIN QUERY PLAN SELECT * FROM mem_config WHERE name = 'memory.max-value-bytes';
-- → … | … | … | SCAN mem_config VIRTUAL TABLE INDEX 0:name=

-- Another collation is not theirs to compare with.
EXPLAIN QUERY PLAN SELECT * FROM mem_event WHERE key = 'ann' COLLATE NOCASE;
-- → … | … | … | SCAN mem_event VIRTUAL TABLE INDEX 0:

-- Orders that are not theirs, and rows that come from several keys, are sorted.
EXPLAIN QUERY PLAN SELECT * FROM mem_event WHERE key IN ('ann', 'bob') ORDER BY seq;
-- → … | … | … | SCAN mem_event VIRTUAL TABLE INDEX 0:key=
-- → … | … | … | USE TEMP B-TREE FOR ORDER BY
EXPLAIN QUERY PLAN SELECT * FROM mem_event ORDER BY time DESC, seq;
-- → … | … | … | SCAN mem_event VIRTUAL TABLE INDEX 0:
-- → … | … | … | USE TEMP B-TREE FOR ORDER BY
EXPLAIN QUERY PLAN SELECT * FROM mem_event ORDER BY key;
-- → … | … | … | SCAN mem_event VIRTUAL TABLE INDEX 0:
-- → … | … | … | USE TEMP B-TREE FOR ORDER BY
