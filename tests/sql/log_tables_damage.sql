-- A damaged log is told in words, with the position.
-- verify: off
-- clock: 2026-07-03 04:22:36
SELECT mem_set('ann', 'n', 1), mem_set('ann', 'n', 2), mem_set('ann', 'n', 3), mem_set('bob', 'n', 4);

-- connection: plain, without memlog
DROP TRIGGER memlog_event_update;
DROP TRIGGER memlog_event_delete;
UPDATE memlog_event SET kind = 99 WHERE seq = 1783052556000001;
-- connection: A
SELECT value FROM mem_event ORDER BY seq;
-- ! memlog: log: the row of memlog_event at position 1783052556000001 is damaged
SELECT value FROM mem_event WHERE key = 'ann' ORDER BY seq DESC;
-- ! position 1783052556000001
SELECT value FROM mem_event WHERE key = 'ann' ORDER BY seq DESC LIMIT 1;
-- → {"n":3}
SELECT value FROM mem_event WHERE key = 'bob';
-- → {"n":4}

-- connection: plain
DELETE FROM memlog_event WHERE seq = 1783052556000001;
-- connection: A
SELECT value FROM mem_event WHERE key = 'ann' ORDER BY seq;
-- ! memlog: log of key ann: its row at position 1783052556000001
SELECT value FROM mem_event WHERE key = 'ann' ORDER BY seq DESC;
-- ! memlog: log of key ann: its row at position 1783052556000001

-- connection: plain
UPDATE memlog_event SET prev = -9223372036854775808 WHERE seq = 1783052556000002;
-- connection: A
SELECT value FROM mem_event WHERE key = 'ann' ORDER BY seq DESC;
-- ! position 1783052556000002
SELECT value FROM mem_event ORDER BY seq DESC;
-- → {"n":4}
-- → {"n":3}
-- → {"n":1}

-- connection: plain
UPDATE memlog_event SET kind = 99 WHERE seq = 1783052556000000;
-- connection: A
SELECT value FROM mem_event WHERE seq < 1783052556000001;
-- ! position 1783052556000000

-- An option that cannot be.
-- connection: plain
DROP TRIGGER memlog_config_insert;
INSERT INTO memlog_config VALUES('memory.max-value-bytes', 'many', 0);
-- connection: A
SELECT * FROM mem_config WHERE name = 'agent-run.begin-event';
-- → agent-run.begin-event | ∅ | true | true | a run's begin is an event (the master switch does not matter)
SELECT * FROM mem_config;
-- ! memory.max-value-bytes

-- A file of a newer version is refused.
-- connection: plain
DROP TRIGGER memlog_meta_update;
UPDATE memlog_meta SET value = 99 WHERE name = 'version';
-- connection: A
SELECT count(*) FROM mem_event;
-- ! version 99
SELECT count(*) FROM mem_run;
-- ! version 99
SELECT count(*) FROM mem_config;
-- ! version 99
