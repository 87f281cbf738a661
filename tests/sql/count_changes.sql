-- PRAGMA count_changes makes every writing statement return a row, ours, too.
-- clock: 2026-07-03 04:22:36.087914
PRAGMA count_changes = ON;
SELECT mem_set('a', 'x', 1) ->> 'path', mem_append('a', 'l', 1) ->> 'path', mem_run_begin('a'), mem_delete('a', 'x');
-- → x | l.0 | 1 | 1
INSERT INTO mem(key, path, value) VALUES ('a', 'y', 1), ('a', 'z', 2);
-- → 2
UPDATE mem SET path = 'w' WHERE path = 'y';
SELECT mem_get('a', ''), mem_config('memory.max-value-bytes', 100);
-- → {"l":[1],"w":1,"z":2} | 100
