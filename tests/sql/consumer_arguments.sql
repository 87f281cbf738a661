-- What mem_consume and mem_ack take.
SELECT mem_set('u', 'a', 1) ->> 'path';
-- → a
SELECT * FROM mem_consume;
-- ! memlog: mem_consume: the consumer is missing: write mem_consume('indexer', 100)
SELECT * FROM mem_consume('x');
-- ! memlog: mem_consume: the limit is missing
SELECT * FROM mem_consume('', 1);
-- ! memlog: mem_consume: the consumer's name is empty
SELECT * FROM mem_consume(NULL, 1);
-- ! memlog: mem_consume: the consumer's name must be text
SELECT * FROM mem_consume(7, 1);
-- ! the consumer's name must be text
SELECT * FROM mem_consume(x'00', 1);
-- ! the consumer's name must be text
SELECT * FROM mem_consume(char(65, 0, 66), 1);
-- ! the name is not valid UTF-8 text without NUL
SELECT * FROM mem_consume(CAST(x'ff' AS TEXT), 1);
-- ! the name is not valid UTF-8 text without NUL
SELECT * FROM mem_consume(printf('%.*c', 257, 'x'), 1);
-- ! the name has more than 256 bytes
SELECT value FROM mem_consume(printf('%.*c', 256, 'x'), 1);
-- → {"a":1}
SELECT * FROM mem_consume('x', 0);
-- ! memlog: mem_consume: limit must be a whole number from 1 to 10000
SELECT * FROM mem_consume('x', 10001);
-- ! memlog: mem_consume: limit must be a whole number from 1 to 10000
SELECT * FROM mem_consume('x', -1);
-- ! limit must be a whole number
SELECT * FROM mem_consume('x', '10');
-- ! limit must be a whole number
SELECT * FROM mem_consume('x', 1.5);
-- ! limit must be a whole number
SELECT * FROM mem_consume('x', NULL);
-- ! limit must be a whole number
SELECT * FROM mem_consume('x', 1, 0);
-- ! memlog: mem_consume: lease_ms must be a whole number from 1 to 86400000
SELECT * FROM mem_consume('x', 1, 86400001);
-- ! memlog: mem_consume: lease_ms must be a whole number from 1 to 86400000
SELECT * FROM mem_consume('x', 1, 'long');
-- ! lease_ms must be a whole number
SELECT * FROM mem_consume('x', 1, -9223372036854775808);
-- ! lease_ms must be a whole number
SELECT count(*) FROM mem_consumer WHERE consumer = 'x';
-- → 0
-- Two names at once are nobody's.
SELECT * FROM mem_consume WHERE consumer = 'x' AND consumer = 'y' AND "limit" = 1;
-- no rows
SELECT count(*) FROM mem_consumer WHERE consumer IN ('x', 'y');
-- → 0
SELECT value, consumer, "limit", lease_ms, since FROM mem_consume('x', 10000, 86400000);
-- → {"a":1} | x | 10000 | 86400000 | ∅
SELECT value, consumer FROM mem_consume WHERE consumer IN ('p', 'q') AND "limit" = 1;
-- → {"a":1} | p
-- → {"a":1} | q
SELECT mem_ack('x', 0);
-- ! memlog: mem_ack: it takes an event's position (its seq), or 'forget'
SELECT mem_ack('x', 'Forget');
-- ! memlog: mem_ack: it takes an event's position
SELECT mem_ack('x', '1');
-- ! memlog: mem_ack: it takes an event's position
SELECT mem_ack('x', 1.5);
-- ! memlog: mem_ack: it takes an event's position
SELECT mem_ack('x', x'01');
-- ! memlog: mem_ack: it takes an event's position
SELECT mem_ack('', 1);
-- ! memlog: mem_ack: the consumer's name is empty
SELECT mem_ack(NULL, NULL);
-- ! memlog: mem_ack: the consumer's name must be text
SELECT mem_ack('x', 9223372036854775807);
-- ! mem_consume has not given it to anyone
SELECT mem_ack('x');
-- ! wrong number of arguments
UPDATE mem_consume SET key = 'x';
-- ! may not be modified
-- Names are compared byte for byte.
SELECT count(*) FROM mem_consume('X', 1);
-- → 1
SELECT count(*) FROM mem_consumer;
-- → 5
