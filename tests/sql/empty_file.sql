-- SQLite takes a file for empty if another connection has written to it since this one saw it empty, and a transaction
-- begins with a write under a savepoint: ROLLBACK TO goes back to the empty file. Nothing of that gets into the file.
-- journal: delete
-- connection: B
SELECT count(*) FROM sqlite_schema;
-- → 0
-- connection: C
SELECT count(*) FROM sqlite_schema;
-- → 0
-- connection: A
SELECT mem_set('u', 'a', 1) ->> 'path';
-- → a

-- The functions look first.
-- connection: B
SAVEPOINT s;
SELECT mem_set('u', 'b', 2) ->> 'path';
-- → b
ROLLBACK TO s;
SELECT mem_set('u', 'c', 3) ->> 'path';
-- → c
RELEASE s;
SELECT mem_get('u', '');
-- → {"a":1,"c":3}

-- For a statement on the table SQLite has begun to write before memlog is asked.
-- connection: C
SAVEPOINT s;
INSERT INTO mem(key, path, value) VALUES ('u', 'd', 4);
ROLLBACK TO s;
SELECT mem_get('u', 'a');
-- ! memlog: transaction: ROLLBACK TO took the whole file for empty
SELECT count(*) FROM mem;
-- ! memlog: transaction: ROLLBACK TO took the whole file for empty
INSERT INTO mem(key, path, value) VALUES ('u', 'd', 4);
-- ! memlog: transaction: ROLLBACK TO took the whole file for empty
RELEASE s;
-- ! memlog: transaction: ROLLBACK TO took the whole file for empty
ROLLBACK;
SELECT mem_get('u', '');
-- → {"a":1,"c":3}
