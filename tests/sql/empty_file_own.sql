-- Tables that a transaction makes itself may go with a part of it.
BEGIN;
SAVEPOINT s;
SELECT mem_set('u', 'a', 1) ->> 'path';
-- → a
SAVEPOINT t;
SELECT mem_set('u', 'b', 1) ->> 'path';
-- → b
ROLLBACK TO t;
SELECT mem_get('u', '');
-- → {"a":1}
ROLLBACK TO s;
CREATE TABLE mine(x);
COMMIT;
SELECT mem_get('u', ''), (SELECT count(*) FROM sqlite_schema);
-- → {} | 1
