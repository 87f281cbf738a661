-- Compare and set, where what was read is not what stands any more: who has read before, in a deferred transaction, learns that somebody has written since: an error, never a win.
-- journal: wal
SELECT mem_set('u', 'n', 'A')->>'path';
-- → n
-- connection: B
BEGIN;
SELECT mem_get('u', 'n');
-- → A
-- connection: A
SELECT mem_set_if('u', 'n', '"A"', 'again A');
-- → 1
-- connection: B
SELECT mem_set_if('u', 'n', '"A"', 'B');
-- ! others have written since this transaction
ROLLBACK;
SELECT mem_get('u', 'n');
-- → again A
