-- mem_verify compares the stored triggers word by word: comments make no difference, but they hide nothing either.
-- dbconfig: defensive off
-- verify: off
SELECT mem_set('a', 'x', 1)->>'path';
-- → x
CREATE TEMP TABLE was AS SELECT name, sql FROM sqlite_schema WHERE type = 'trigger';
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'BEGIN', '/**/ /*/ said */ /* more ** / */ -- and more' || char(10) || 'BEGIN')
WHERE name = 'memlog_cell_insert';
PRAGMA writable_schema = RESET;
SELECT * FROM mem_verify;
-- no rows
-- A comment ends at its first */, even where that reads /*/.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace((SELECT sql FROM was WHERE name = 'memlog_cell_insert'), ' BEGIN',
                                       ' /*/*/ WHEN 0 /**/ BEGIN')
WHERE name = 'memlog_cell_insert';
PRAGMA writable_schema = RESET;
SELECT kind, detail FROM mem_verify;
-- → schema | trigger memlog_cell_insert is not as it was made
