-- Consumers: mem_consume hands out the next events and leases them, mem_ack moves the place.
-- clock: 2026-07-03 04:22:36.000000
-- Before there is anything to read nothing is made.
SELECT count(*) FROM mem_consume('indexer', 10);
-- → 0
SELECT count(*) FROM mem_consumer;
-- → 0
SELECT count(*) FROM sqlite_schema;
-- → 0
SELECT mem_ack('indexer', 1);
-- ! memlog: mem_ack: consumer indexer, position 1: there is no such consumer
SELECT mem_ack('indexer', 'forget');
-- → 0
SELECT mem_set('u', 'a', 1) ->> 'path', mem_set('u', 'b', 2) ->> 'path', mem_set('v', 'c', 3) ->> 'path';
-- → a | b | c
SELECT count(*) FROM mem_consumer;
-- → 0

-- The columns are those of mem_event.
SELECT group_concat(name) FROM pragma_table_info('mem_consume');
-- → seq,id,time,type,key,value,removed,containers,before,run,action,txn,cause,meta
SELECT (SELECT group_concat(name || type) FROM pragma_table_info('mem_consume'))
     = (SELECT group_concat(name || type) FROM pragma_table_info('mem_event'));
-- → 1

SELECT key, value FROM mem_consume('indexer', 2);
-- → u | {"a":1}
-- → u | {"b":2}
SELECT consumer, acknowledged, leased = (SELECT seq FROM mem_event WHERE value LIKE '%b%'), length(holder), leased_until, lease, lag, newest = (SELECT max(seq) FROM mem_event) FROM mem_consumer;
-- → indexer | 0 | 1 | 36 | 2026-07-03 04:23:06.000000 | held | 3 | 1
SELECT consumer, acknowledged, leased_until, lag FROM memlog_v_consumer;
-- → indexer | 0 | 2026-07-03 04:23:06.000000 | 3

-- Who asks again before acknowledging gets the same once more, and a lease from now on.
-- clock: 2026-07-03 04:23:00.000000
SELECT value FROM mem_consume('indexer', 1);
-- → {"a":1}
SELECT leased_until, leased = (SELECT seq FROM mem_event WHERE value LIKE '%b%') FROM mem_consumer;
-- → 2026-07-03 04:23:30.000000 | 1
-- What was not given cannot be acknowledged, and neither can what is no event.
SELECT mem_ack('indexer', (SELECT max(seq) FROM mem_event));
-- ! mem_consume has not given it to anyone: only what was read can be acknowledged
SELECT mem_ack('indexer', (SELECT min(seq) - 1 FROM mem_event));
-- ! no event stands there
SELECT mem_ack('other', 5);
-- ! consumer other, position 5: there is no such consumer
SELECT mem_ack('indexer', (SELECT seq FROM mem_event WHERE value = '{"a":1}'));
-- → 1
SELECT mem_ack('indexer', (SELECT seq FROM mem_event WHERE value = '{"a":1}'));
-- ! it is acknowledged already
SELECT acknowledged = (SELECT min(seq) FROM mem_event), lease, lag FROM mem_consumer;
-- → 1 | held | 2

-- Another connection waits until the lease lapses.
-- connection: B
SELECT count(*) FROM mem_consume('indexer', 10);
-- → 0
SELECT mem_ack('indexer', (SELECT seq FROM mem_event WHERE value = '{"b":2}'));
-- ! another connection has the events now
SELECT mem_ack('indexer', 1);
-- ! it is acknowledged already
-- clock: 2026-07-03 04:23:29.999999
SELECT count(*) FROM mem_consume('indexer', 10);
-- → 0
-- clock: 2026-07-03 04:23:30.000000
SELECT lease FROM mem_consumer;
-- → lapsed
SELECT value FROM mem_consume('indexer', 10, 1000);
-- → {"b":2}
-- → {"c":3}
SELECT leased_until FROM mem_consumer;
-- → 2026-07-03 04:23:31.000000
-- connection: A
SELECT mem_ack('indexer', (SELECT seq FROM mem_event WHERE value = '{"b":2}'));
-- ! another connection has the events now
SELECT count(*) FROM mem_consume('indexer', 1);
-- → 0
-- connection: B
-- clock: 2026-07-03 05:00:00.000000
-- A lease that has lapsed, but that nobody has taken over, is still good.
SELECT mem_ack('indexer', (SELECT max(seq) FROM mem_event));
-- → 2
SELECT acknowledged = newest, leased, holder, leased_until, lease, lag FROM mem_consumer;
-- → 1 | ∅ | ∅ | ∅ | none | 0
SELECT count(*) FROM mem_consume('indexer', 10);
-- → 0
-- connection: A
SELECT mem_set('u', 'd', 4) ->> 'path';
-- → d
SELECT value FROM mem_consume('indexer', 10);
-- → {"d":4}

-- To give back what is left: the same for the shortest time.
SELECT count(*) FROM mem_consume('indexer', 1, 1);
-- → 1
-- clock: 2026-07-03 05:00:00.001000
-- connection: B
SELECT value FROM mem_consume('indexer', 10);
-- → {"d":4}

-- A lease that ends later than one taken now could was taken by a clock that was wrong.
SELECT mem_clock('2031-01-01 00:00:00');
-- → 2031-01-01 00:00:00.000000
SELECT count(*) FROM mem_consume('indexer', 10, 86400000);
-- → 1
-- connection: A
SELECT lease FROM mem_consumer;
-- → lapsed
SELECT value FROM mem_consume('indexer', 10);
-- → {"d":4}

-- A new consumer may begin elsewhere: the events behind a moment. Later the moment is not looked at any more.
SELECT count(*) FROM mem_consume('late', 10, NULL, '#last');
-- → 0
SELECT consumer, lag, lease FROM mem_consumer;
-- → indexer | 1 | held
-- → late | 0 | none
SELECT mem_set('u', 'e', 5) ->> 'path';
-- → e
SELECT value FROM mem_consume('late', 10, NULL, '#last');
-- → {"e":5}
SELECT value FROM mem_consume('later', 10, 1, (SELECT id FROM mem_event WHERE value = '{"b":2}'));
-- → {"c":3}
-- → {"d":4}
-- → {"e":5}
SELECT count(*) FROM mem_consume('beyond', 10, NULL, '#9000000000000000000');
-- → 0
SELECT acknowledged = newest FROM mem_consumer WHERE consumer = 'beyond';
-- → 1
SELECT count(*) FROM mem_consume('none', 10, NULL, 'yesterday');
-- ! memlog: moment yesterday
SELECT count(*) FROM mem_consume('none', 10, NULL, x'00');
-- ! memlog: moment: it is a blob

-- The last of no events: nothing is acknowledged, nothing is forgotten.
SELECT mem_ack('late', (SELECT seq FROM mem_event WHERE key = 'nobody')), mem_ack('no such', NULL), count(*) FROM mem_consumer;
-- → 0 | 0 | 4
-- Forgetting.
SELECT mem_ack('late', 'forget'), mem_ack('late', 'forget'), mem_ack('later', 'forget'), mem_ack('beyond', 'forget');
-- → 1 | 0 | 1 | 1
SELECT consumer FROM mem_consumer;
-- → indexer
SELECT * FROM mem_verify;
-- no rows
