-- Where memlog_cell is, another table's rows stand: what is read there is damaged, whatever is missing in it.
-- verify: off
SELECT mem_set('u', 'a', 1) ->> 'path';
-- → a
CREATE TABLE saved AS SELECT name, rootpage FROM sqlite_schema;
PRAGMA writable_schema = on;
UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM saved WHERE name = 'memlog_meta') WHERE name = 'memlog_cell';
-- reopen
SELECT key, path, value FROM mem;
-- ! memlog: memory of key root: the stored row of path
SELECT count(*) FROM mem('root');
-- → 0
SELECT count(*) > 0 FROM mem_verify WHERE kind = 'cell';
-- → 1
PRAGMA writable_schema = on;
UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM saved WHERE name = 'memlog_cell') WHERE name = 'memlog_cell';
-- reopen
SELECT key, path, value FROM mem;
-- → u | a | 1
