-- What is in quarantine is refused for its own sake: notes about contents that went do not open it, and it does not undo them.
-- clock: 2026-07-03 04:22:36
SELECT mem_item_put('u', 's', 'a', 'tea'), mem_item_put('u', 's', 'b', 'Tea!'), mem_quarantine('{"key":"u","set":"s","id":"a"}', 'spam') IS NOT NULL;
-- → a | b | 1
-- Of another item with the content it is said that it may come back.
SELECT mem_item_remove('u', 's', 'b', '{"relearn":"allow"}');
-- → 1
SELECT mem_item_add('u', 's', 'tea');
-- ! and may not come back
SELECT mem_item_remove('u', 's', 'b', '{"relearn":"mark"}');
-- → 0
SELECT mem_propose('u', 't', ' TEA ');
-- ! and may not come back
SELECT how FROM memlog_barred ORDER BY how;
-- → mark
-- → refuse
-- Released, what was noted is as it was.
SELECT mem_release('{"key":"u","set":"s","id":"a"}') IS NOT NULL;
-- → 1
SELECT how FROM memlog_barred;
-- → mark
SELECT mem_item_put('u', 't', 'c', 'tea');
-- → c
SELECT count(*) FROM memlog_edge WHERE relation = 'repeats';
-- → 1
-- Nothing is held for a key that was forgotten.
SELECT mem_item_put('u', 's', 'd', printf('%.9000c', 'd')), mem_quarantine('{"key":"u","set":"s","id":"d"}', 'spam') IS NOT NULL, (SELECT count(*) FROM memlog_barred WHERE how = 'refuse');
-- → d | 1 | 1
SELECT mem_forget('u', 'law') IS NOT NULL;
-- → 1
SELECT (SELECT count(*) FROM memlog_barred WHERE how = 'refuse'), mem_item_put('u', 's', 'd', printf('%.9000c', 'd'));
-- → 0 | d
SELECT * FROM mem_verify;
-- no rows
SELECT * FROM mem_lineage_break;
-- no rows
-- … be it that nobody could know its content any more, or that it was said by a removal. Another key's stays.
SELECT mem_item_put('v', 's', 'a', 'one'), mem_item_put('v', 's', 'b', 'two'), mem_item_put('v', 's', 'c', 'three'), mem_item_put('w', 's', 'c', 'three');
-- → a | b | c | c
SELECT mem_quarantine('{"key":"v","set":"s","id":"a"}', 'spam') IS NOT NULL, mem_item_remove('v', 's', 'b', '{"relearn":"refuse"}'), mem_item_remove('v', 's', 'c', '{"relearn":"mark"}'), mem_item_remove('w', 's', 'c', '{"relearn":"refuse"}');
-- → 1 | 1 | 1 | 1
SELECT mem_redact((SELECT min(seq) FROM mem_event WHERE key = 'v'), 's.a', 'law'), mem_redact((SELECT min(seq) FROM mem_event WHERE value GLOB '*two*'), 's.b', 'law');
-- → 2 | 2
-- What was redacted cannot be said anything of, though it is refused still.
SELECT mem_item_remove('v', 's', 'b', '{"relearn":"allow"}');
-- ! memlog: mem_item_remove: option relearn: the content of item b of set s was redacted: nobody knows any more what may come back or not
SELECT mem_item_remove('v', 's', 'b', '{"relearn":"mark"}');
-- ! was redacted
SELECT mem_item_put('v', 's', 'b', 'TWO');
-- ! and may not come back
SELECT mem_item_remove('v', 's', 'b');
-- → 0
SELECT mem_forget('v', 'law') ->> '$.erased.memlog_barred';
-- → 3
SELECT how, count(*) FROM memlog_barred GROUP BY how;
-- → refuse | 1
SELECT mem_item_put('v', 's', 'a', 'one'), mem_item_put('v', 's', 'b', 'two'), mem_item_put('v', 's', 'c', 'three'), (SELECT count(*) FROM memlog_edge WHERE relation = 'repeats');
-- → a | b | c | 1
SELECT mem_item_put('w', 's', 'c', 'three');
-- ! and may not come back
SELECT * FROM mem_verify;
-- no rows
SELECT * FROM mem_lineage_break;
-- no rows
