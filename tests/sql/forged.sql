-- AGT-045, SB51: who takes the guards away can write anything; the chain and the state tell. More in
-- faults/test_verify.py.
-- clock: 2026-07-03 04:22:36.087914
-- verify: off
SELECT mem_set('k', 'a', 1)->>'path', mem_set('k', 'b', 2)->>'path', mem_set('k', 'c', 3)->>'path',
       mem_set('j', 'a', 1)->>'path';
-- → a | b | c | a
SELECT * FROM mem_verify;
-- no rows
-- connection: plain, without memlog
BEGIN;
DROP TRIGGER memlog_event_update;
UPDATE memlog_event SET value = '{"b":7}' WHERE value = '{"b":2}';
COMMIT;
-- connection: A
-- The first bad position is named.
SELECT (SELECT seq FROM mem_verify WHERE seq IS NOT NULL ORDER BY seq LIMIT 1) = (SELECT seq FROM mem_event
       WHERE value = '{"b":7}');
-- → 1
SELECT count(*) > 0 FROM mem_verify WHERE kind LIKE '%chain%' OR detail LIKE '%chain%';
-- → 1
-- connection: plain
BEGIN;
UPDATE memlog_event SET value = '{"b":2}' WHERE value = '{"b":7}';
COMMIT;
-- connection: A
-- The guard that is missing is a fault by itself.
SELECT count(*) > 0 FROM mem_verify WHERE detail LIKE '%memlog_event_update%';
-- → 1
-- The newest events cut off: the heads of their keys know that there was more.
-- connection: plain
BEGIN;
DROP TRIGGER memlog_event_delete;
DELETE FROM memlog_event WHERE seq >= (SELECT max(seq) FROM memlog_event) - 1;
COMMIT;
-- connection: A
SELECT DISTINCT key FROM mem_verify WHERE key IN ('k', 'j') ORDER BY key;
-- → j
-- → k
-- A value changed behind the log's back.
-- connection: plain
BEGIN;
DROP TRIGGER memlog_cell_update;
UPDATE memlog_cell SET value = '9' WHERE key = 'k' AND path = 'a';
COMMIT;
-- connection: A
SELECT count(*) > 0 FROM mem_verify WHERE key = 'k' AND path = 'a';
-- → 1
