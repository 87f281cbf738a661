-- A trigger that rolls the whole transaction back in the middle of an operation leaves nothing for the next one to trip over.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_install() > 2;
-- → 1
CREATE TRIGGER no_run BEFORE INSERT ON memlog_run BEGIN SELECT RAISE(ROLLBACK, 'no such run') WHERE NEW.key = 'bad'; END;
BEGIN;
SELECT mem_set('a', 'x', 1) ->> 'path', mem_flush();
-- → x | 1
SELECT mem_run_begin('bad');
-- ! no such run
SELECT mem_set('a', 'x', 1) ->> 'path';
-- → x
SELECT seq - txn FROM mem_event;
-- → 0
CREATE TRIGGER no_path BEFORE INSERT ON memlog_cell WHEN NEW.path = 'p' BEGIN SELECT RAISE(ROLLBACK, 'no such path'); END;
UPDATE mem SET path = 'p' WHERE key = 'a' AND path = 'x';
-- ! no such path
SELECT mem_set('a', 'y', 1) ->> 'path', mem_get('a', '');
-- → y | {"x":1,"y":1}
