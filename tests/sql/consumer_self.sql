-- A SELECT that makes consumers of the consumers it finds sees those that were there when it began.
SELECT mem_set('a', 'x', 1) ->> 'path';
-- → x
SELECT count(*) FROM mem_consume('b', 10);
-- → 1
SELECT count(*) FROM mem_consume('c', 10);
-- → 1
SELECT c.consumer, e.key FROM mem_consumer AS c, mem_consume('new ' || c.consumer, 10) AS e;
-- → b | a
-- → c | a
SELECT consumer, lag FROM mem_consumer;
-- → b | 1
-- → c | 1
-- → new b | 1
-- → new c | 1
SELECT sum(mem_ack(consumer, 'forget')) FROM mem_consumer;
-- → 4
