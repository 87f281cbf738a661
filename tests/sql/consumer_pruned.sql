-- Consumers and a log that is pruned: it goes no further than they have read, unless told to; then they go on behind.
-- clock: 2026-07-03 04:00:00
SELECT mem_set('u', 'a', 1) ->> 'path', mem_set('u', 'b', 2) ->> 'path', mem_set('u', 'c', 3) ->> 'path', mem_set('u', 'd', 4) ->> 'path';
-- → a | b | c | d
SELECT value FROM mem_consume('slow', 2);
-- → {"a":1}
-- → {"b":2}
SELECT mem_ack('slow', (SELECT min(seq) FROM mem_event));
-- → 1
SELECT mem_prune('#last') ->> 'events' IS NOT 0;
-- → 1
SELECT value FROM mem_event;
-- → {"b":2}
-- → {"c":3}
-- → {"d":4}
-- What is in hands can be acknowledged, and the rest comes.
SELECT mem_ack('slow', (SELECT seq FROM mem_event WHERE value = '{"b":2}')), (SELECT lag FROM mem_consumer);
-- → 1 | 2
SELECT value FROM mem_consume('slow', 1);
-- → {"c":3}
SELECT mem_prune('#last', '{"consumers":"ignore"}') IS NOT NULL;
-- → 1
SELECT value FROM mem_event;
-- → {"d":4}
-- It was read, and what became of it may be acknowledged, although it went meanwhile.
SELECT mem_ack('slow', (SELECT leased FROM mem_consumer)), (SELECT lag FROM mem_consumer);
-- → 0 | 1
SELECT value FROM mem_consume('slow', 10);
-- → {"d":4}
SELECT mem_ack('slow', (SELECT max(seq) FROM mem_event)), (SELECT lag FROM mem_consumer);
-- → 1 | 0
-- A new one begins where the log does now.
SELECT value FROM mem_consume('new', 10);
-- → {"d":4}
SELECT * FROM mem_verify;
-- no rows
