-- Triggers that users hang on the stored tables other than the log: they may look and write tables of their own, but
-- change no memory (they run in the midst of an operation or of COMMIT) and no stored row.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_set('other', 'x', 1) ->> 'path';
-- → x
CREATE TABLE seen(what);

-- The heads are saved in COMMIT: what this wrote would be in no event.
SELECT mem_set('a', 'x', 1) ->> 'path';
-- → x
CREATE TRIGGER t AFTER INSERT ON memlog_cell WHEN NEW.key = 'a' AND NEW.path = '' BEGIN SELECT mem_incr('b', 'n', 1); END;
SELECT mem_set('a', 'x', 2);
-- ! memlog: memory: not inside a trigger on a stored table
DROP TRIGGER t;

-- It runs before memlog's own trigger: the record of 2 would come before that of 1.
CREATE TRIGGER t AFTER INSERT ON memlog_cell WHEN NEW.path = 'y' BEGIN SELECT mem_set('a', 'y', 2); END;
SELECT mem_set('a', 'y', 1);
-- ! not inside a trigger on a stored table
DROP TRIGGER t;

CREATE TRIGGER t AFTER INSERT ON memlog_run BEGIN SELECT mem_set('a', 'run', NEW.run); END;
SELECT mem_run_begin('a');
-- ! not inside a trigger on a stored table
DROP TRIGGER t;

CREATE TRIGGER t AFTER INSERT ON memlog_snapshot BEGIN SELECT mem_set('a', 'snapshot', NEW.seq); END;
SELECT mem_run_begin('a');
-- ! not inside a trigger on a stored table
DROP TRIGGER t;

CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.key = 'a' BEGIN SELECT mem_incr('a', 'heard', 1); END;
CREATE TRIGGER t AFTER INSERT ON memlog_quiet BEGIN SELECT mem_set('b', 'quiet', NEW.seq); END;
SELECT mem_set('a', 'x', 2);
-- ! memlog: memory: not inside a trigger on a stored table
DROP TRIGGER t;
DROP TRIGGER listener;

CREATE TRIGGER t AFTER INSERT ON memlog_cell BEGIN SELECT mem_event_add('mine', 'a', '{}'); END;
SELECT mem_set('a', 'x', 2);
-- ! memlog: mem_event_add: not inside a trigger on a stored table
DROP TRIGGER t;

CREATE TRIGGER t AFTER INSERT ON memlog_cell BEGIN SELECT mem_run_begin('b'); END;
SELECT mem_set('a', 'x', 2);
-- ! memlog: mem_run_begin: not inside a trigger on a stored table
DROP TRIGGER t;

-- Raw writes do not slip through with ours.
CREATE TRIGGER t BEFORE INSERT ON memlog_cell BEGIN DELETE FROM memlog_cell WHERE key <> NEW.key AND path = NEW.path; END;
SELECT mem_set('k', 'x', 1);
-- ! memlog: memlog_cell: its rows are written by memlog alone
PRAGMA recursive_triggers = ON;
SELECT mem_set('k', 'x', 1);
-- ! memlog: memlog_cell: its rows are written by memlog alone
DROP TRIGGER t;
CREATE TRIGGER t BEFORE DELETE ON memlog_cell WHEN OLD.key = 'a' BEGIN DELETE FROM memlog_cell WHERE key <> OLD.key; END;
SELECT mem_set('a', 'x', 2);
-- ! memlog: memlog_cell: its rows are written by memlog alone
SELECT mem_delete('a', 'x');
-- ! memlog: memlog_cell: its rows are written by memlog alone
PRAGMA recursive_triggers = OFF;
DROP TRIGGER t;

-- To look is no harm.
CREATE TRIGGER t AFTER UPDATE ON memlog_cell WHEN NEW.path = 'x' BEGIN
  INSERT INTO seen VALUES (mem_get('other', 'x') || ' ' || mem_rebuild_at('a', '#last') || ' ' || NEW.value);
END;
CREATE TRIGGER head AFTER INSERT ON memlog_cell WHEN NEW.path = '' BEGIN
  INSERT INTO seen VALUES (mem_rebuild_at('a', '#last') || (SELECT count(*) FROM mem_history('a')));
END;
UPDATE mem SET value = 2 WHERE key = 'other';
SELECT mem_set('a', 'x', 3) ->> 'path';
-- → x
SELECT what FROM seen;
-- → 2 {"x":1} 2
-- → {"x":1}1
-- → 2 {"x":1} 3
-- → {"x":1}1
SELECT mem_get('a', ''), mem_get('b', ''), mem_get('other', 'x');
-- → {"x":3} | {} | 2
