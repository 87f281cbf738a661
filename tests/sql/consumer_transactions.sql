-- Consumers inside transactions, listeners and triggers.
CREATE TABLE seen(value);
BEGIN IMMEDIATE;
SELECT mem_set('u', 'a', 1) ->> 'path';
-- → a
-- Events are there once they have been emitted.
SELECT count(*) FROM mem_consume('w', 10);
-- → 0
SELECT mem_flush();
-- → 1
SELECT value FROM mem_consume('w', 10);
-- → {"a":1}
ROLLBACK;
SELECT count(*) FROM mem_consume('w', 10);
-- → 0
SELECT count(*) FROM mem_consumer;
-- → 0
SELECT mem_set('u', 'a', 1) ->> 'path', mem_set('u', 'b', 2) ->> 'path';
-- → a | b

-- What is taken and acknowledged in a transaction is undone with it.
BEGIN;
SELECT value FROM mem_consume('w', 10);
-- → {"a":1}
-- → {"b":2}
SELECT mem_ack('w', (SELECT max(seq) FROM mem_event));
-- → 2
ROLLBACK;
SELECT mem_ack('w', (SELECT max(seq) FROM mem_event));
-- ! there is no such consumer
SELECT count(*) FROM mem_consume('w', 10);
-- → 2
BEGIN;
SELECT mem_ack('w', (SELECT min(seq) FROM mem_event));
-- → 1
SAVEPOINT s;
SELECT mem_ack('w', (SELECT max(seq) FROM mem_event));
-- → 1
ROLLBACK TO s;
COMMIT;
SELECT lag, lease FROM mem_consumer;
-- → 1 | held

-- A worker's reaction, its effect and the acknowledgement commit together.
BEGIN IMMEDIATE;
SELECT mem_action('react', (SELECT id FROM mem_consume('w', 1)));
SELECT mem_set('u', 'reaction', mem_get('u', 'b') * 10) ->> 'path', mem_ack('w', (SELECT max(seq) FROM mem_event));
-- → reaction | 1
COMMIT;
SELECT value, action, observed FROM mem_journal WHERE cause = (SELECT max(seq) FROM mem_event);
-- → {"reaction":20} | react | 0
-- It made no event: the worker does not hear itself.
SELECT count(*) FROM mem_consume('w', 10);
-- → 0

-- Quiet rows are nobody's events.
CREATE TRIGGER hear AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event'
BEGIN SELECT mem_set(NEW.key, 'heard', 1); END;
SELECT mem_set('u', 'c', 3) ->> 'path';
-- → c
SELECT value FROM mem_consume('w', 10);
-- → {"c":3}
DROP TRIGGER hear;

-- Inside a listener neither can be; triggers and views of the file cannot reach them at all.
CREATE TEMP TRIGGER hear AFTER INSERT ON main.memlog_event BEGIN INSERT INTO seen SELECT value FROM mem_consume('w', 10); END;
SELECT mem_set('u', 'd', 4);
-- ! memlog: mem_consume: not inside a listener
DROP TRIGGER temp.hear;
CREATE TEMP TRIGGER hear AFTER INSERT ON main.memlog_event BEGIN SELECT mem_ack('w', 1); END;
SELECT mem_set('u', 'd', 4);
-- ! memlog: mem_ack: not inside a listener
DROP TRIGGER temp.hear;
CREATE TEMP TRIGGER hear AFTER INSERT ON main.memlog_event BEGIN SELECT mem_ack('w', 'forget'); END;
SELECT mem_set('u', 'd', 4);
-- ! memlog: mem_ack: not inside a listener
DROP TRIGGER temp.hear;
CREATE TRIGGER hear AFTER INSERT ON memlog_event BEGIN INSERT INTO seen SELECT value FROM mem_consume('w', 10); END;
SELECT mem_set('u', 'd', 4);
-- ! unsafe use of virtual table "mem_consume"
DROP TRIGGER hear;
CREATE VIEW sly AS SELECT * FROM mem_consume('w', 10);
SELECT * FROM sly;
-- ! unsafe use of virtual table "mem_consume"
DROP VIEW sly;
CREATE VIEW sly AS SELECT mem_ack('w', 'forget');
SELECT * FROM sly;
-- ! unsafe use of mem_ack()
DROP VIEW sly;
CREATE TEMP TRIGGER hear AFTER UPDATE ON main.memlog_consumer BEGIN INSERT INTO seen SELECT value FROM mem_consume('w', 10); END;
SELECT mem_ack('w', (SELECT max(seq) FROM mem_event));
-- ! memlog: mem_consume: not inside a trigger on a stored table
DROP TRIGGER temp.hear;
CREATE TEMP TRIGGER hear AFTER UPDATE ON main.memlog_consumer BEGIN INSERT INTO seen VALUES(mem_ack('w', 1)); END;
SELECT mem_ack('w', (SELECT max(seq) FROM mem_event));
-- ! memlog: mem_ack: not inside a trigger on a stored table
DROP TRIGGER temp.hear;
SELECT count(*) FROM seen;
-- → 0
SELECT value, mem_ack('w', seq) FROM mem_consume('w', 10);
-- → {"c":3} | 1

-- The rows are memlog's own.
INSERT INTO memlog_consumer(name, place) VALUES('mine', 0);
-- ! memlog: memlog_consumer: its rows are written by memlog alone
UPDATE memlog_consumer SET place = 0;
-- ! memlog: memlog_consumer: its rows are written by memlog alone
DELETE FROM memlog_consumer;
-- ! memlog: memlog_consumer: its rows are written by memlog alone
-- dbconfig: enable_trigger off
SELECT mem_ack('w', 'forget');
-- ! memlog: memlog_consumer: its triggers did not run
SELECT mem_set('u', 'e', 5);
-- ! triggers
-- dbconfig: enable_trigger on
SELECT count(*) FROM mem_consumer;
-- → 1
-- last_insert_rowid() is left alone.
INSERT INTO seen(rowid, value) VALUES(77, 'x');
SELECT mem_set('u', 'f', 6) ->> 'path';
-- → f
SELECT count(*), last_insert_rowid() FROM mem_consume('w', 10);
-- → 1 | 77
-- A SELECT that writes what it reads ends.
SELECT value, mem_set('u', 'g', 7) ->> 'path' FROM mem_consume('w', 100);
-- → {"f":6} | g
-- connection: B, without memlog
SELECT consumer, lag FROM memlog_v_consumer;
-- → w | 2
