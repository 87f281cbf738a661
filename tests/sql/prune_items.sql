-- Pruning long-term memory: past versions go, what stands stays, with its large content.
-- clock: 2026-07-01 00:00:00
SELECT mem_config('memory.inline-value-bytes', 100);
-- → 100
SELECT mem_item_put('u', 's', 'a', printf('%.200c', 'a')), mem_item_put('u', 's', 'b', printf('%.200c', 'b')), mem_item_put('u', 's', 'c', 1);
-- → a | b | c
SELECT mem_item_put('u', 's', 'b', 2), mem_item_put('v', 's', 'b', printf('%.200c', 'b')), mem_item_remove('u', 's', 'c');
-- → b | b | 1
CREATE TEMP TABLE at AS SELECT max(seq) AS seq FROM mem_event;
SELECT mem_item_put('u', 's', 'c', 3);
-- → c
SELECT count(*) FROM memlog_value;
-- → 3
SELECT id, length(content), version FROM mem_items('u', 's', '{"versions":true}');
-- → a | 200 | 1
-- → b | 200 | 1
-- → b | 1 | 2
-- → c | 1 | 1
-- → c | 1 | 1
-- Step by step; each is whole.
SELECT mem_prune('#' || (SELECT seq FROM at), '{"max_rows":4}') ->> 'items', (SELECT count(*) FROM memlog_item), (SELECT count(*) FROM memlog_value);
-- → 1 | 5 | 3
SELECT * FROM mem_verify;
-- no rows
SELECT mem_prune('#' || (SELECT seq FROM at)) ->> 'items', (SELECT count(*) FROM memlog_item), (SELECT count(*) FROM memlog_value);
-- → 1 | 4 | 2
SELECT id, length(content), version FROM mem_items('u', 's', '{"versions":true}');
-- → a | 200 | 1
-- → b | 1 | 2
-- → c | 1 | 1
SELECT id FROM mem_items('u', 's', json_object('as_of', '#' || (SELECT seq FROM at)));
-- → a
-- → b
SELECT id FROM mem_items('u', 's', json_object('as_of', '#' || (SELECT seq - 1 FROM at)));
-- ! the log was pruned up to #
SELECT id FROM mem_items('u', 's', '{"as_of":"2026-06-30"}');
-- ! memlog: this moment: the log was pruned up to #
SELECT id, length(content) FROM mem_items('v', 's', '{"as_of":"#last"}');
-- → b | 200
SELECT mem_prune('#last') ->> 'items', length(mem_item_get('u', 's', 'a')), length(mem_item_get('v', 's', 'b'));
-- → 0 | 200 | 200
SELECT id FROM mem_items('u', 's', '{"as_of":"#last"}');
-- → a
-- → b
-- → c
SELECT count(*) FROM memlog_value;
-- → 2
-- What no item refers to any more goes.
SELECT mem_item_remove('u', 's'), mem_set('u', 'x', 1) ->> 'path';
-- → 3 | x
SELECT mem_prune('#last') ->> 'items', (SELECT count(*) FROM memlog_value), (SELECT count(*) FROM memlog_item);
-- → 3 | 1 | 1
