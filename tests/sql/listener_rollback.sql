-- A listener that rolls everything back with RAISE(ROLLBACK): the next action has nothing of the one that is lost.
-- clock: 2026-07-03 04:22:36.087914
CREATE TABLE own(a);
SELECT mem_set('a', 'x', 1)->>'path';
-- → x
CREATE TRIGGER refuse AFTER INSERT ON memlog_event WHEN NEW.type = 'order.placed' BEGIN
  SELECT RAISE(ROLLBACK, 'refused');
END;
BEGIN;
INSERT INTO own VALUES (1);
SELECT mem_action('lost', NULL, '{"actor":"b"}');
SELECT mem_set('a', 'x', 2)->>'path', mem_flush();
-- → x | 1
SELECT mem_event_add('order.placed', 'a', '{}');
-- → 1
SELECT mem_flush();
-- ! refused
COMMIT;
-- ! no transaction is active
-- clock: 2026-07-03 04:22:37
SELECT mem_set('a', 'x', 3)->>'path';
-- → x
SELECT value, seq - txn, action, meta FROM mem_event ORDER BY seq;
-- → {"x":1} | 0 | ∅ | ∅
-- → {"x":3} | 0 | ∅ | ∅
BEGIN;
SELECT mem_set('a', 'x', 4)->>'path', mem_event_add('order.placed', 'a', '{}');
-- → x | 1
COMMIT;
-- ! refused
SELECT mem_get('a', 'x'), (SELECT count(*) FROM own);
-- → 3 | 0

-- Triggers of the user's on other stored tables can do the same: when a run begins, …
DROP TRIGGER refuse;
CREATE TRIGGER refuse BEFORE INSERT ON memlog_run BEGIN SELECT RAISE(ROLLBACK, 'no runs'); END;
BEGIN;
SELECT mem_set('b', 'x', 1)->>'path', mem_flush();
-- → x | 1
SELECT mem_run_begin('b');
-- ! no runs
SELECT mem_set('b', 'y', 1)->>'path';
-- → y
SELECT value, seq - txn FROM mem_event WHERE key = 'b';
-- → {"y":1} | 0
DROP TRIGGER refuse;
-- … or half-way through a move.
CREATE TRIGGER refuse BEFORE INSERT ON memlog_cell WHEN NEW.path = 'moved' BEGIN SELECT RAISE(ROLLBACK, 'not there'); END;
UPDATE mem SET path = 'moved' WHERE key = 'b' AND path = 'y';
-- ! not there
SELECT mem_set('b', 'z', 1)->>'path', mem_snapshot('b');
-- → z | {"y":1,"z":1}
