-- Loading writes nothing; the tables are made by the first write or by mem_install().
-- clock: 2026-07-03 04:22:36.087914

SELECT count(*) FROM sqlite_schema;
-- → 0
SELECT mem_get('k', 'a'), mem_snapshot('k'), mem_rebuild_at('k', 'now'), mem_config('memory.max-value-bytes'),
       mem_exists('k', ''), (SELECT count(*) FROM mem_event),
       (SELECT count(*) FROM mem_run), (SELECT count(*) FROM mem_journal), (SELECT count(*) FROM mem_config);
-- → ∅ | {} | {} | 16777216 | 1 | 0 | 0 | 0 | …
-- What is refused makes no tables.
SELECT mem_set('k', 'a..b', 1);
-- ! a..b
SELECT mem_set('k', 'a', x'00');
-- ! BLOB
SELECT mem_config('no.such', 1);
-- ! no.such
SELECT mem_delete('k', '"');
-- ! memlog:
CREATE TABLE made AS SELECT mem_set('k', 'a', 1);
-- ! call mem_install() before it
BEGIN;
SELECT mem_flush();
-- → 0
COMMIT;
SELECT name FROM sqlite_schema;
-- no rows
SELECT mem_version() GLOB '[0-9]*.[0-9]*', mem_debug()->>'sqlite' = sqlite_version(),
       mem_debug()->>'jansson' IS NOT NULL, mem_debug()->>'libuuid' IS NOT NULL;
-- → 1 | 1 | 1 | 1

-- Rolled back, the tables are gone; the next write makes them again.
BEGIN;
SELECT mem_set('k', 'a', 1)->>'path', (SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'memlog_cell');
-- → a | 1
ROLLBACK;
SELECT count(*) FROM sqlite_schema;
-- → 0
SELECT mem_get('k', 'a'), mem_snapshot('k');
-- → ∅ | {}
BEGIN;
SAVEPOINT s;
SELECT mem_install() > 0;
-- → 1
ROLLBACK TO s;
SELECT mem_get('k', 'a'), mem_set('k', 'a', 2)->>'path';
-- → ∅ | a
COMMIT;
SELECT mem_get('k', 'a'), (SELECT value FROM mem_event);
-- → 2 | {"a":2}
-- All is named memlog_; installing again does nothing.
SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'memlog\_%' ESCAPE '\' AND name NOT LIKE 'sqlite\_%' ESCAPE '\';
-- → 0
SELECT mem_install() = mem_install(), count(*) FROM mem_event;
-- → 1 | 1
-- A connection that was open before finds them.
-- connection: B
SELECT mem_get('k', 'a'), mem_set('k', 'b', 3)->>'path';
-- → 2 | b
-- connection: A
SELECT mem_get('k', 'b');
-- → 3

-- F10: a user's own table of our table's name is his.
CREATE TABLE mem_event(x);
INSERT INTO mem_event VALUES ('mine');
SELECT mem_set('k', 'c', 4)->>'path', mem_get('k', 'c'), mem_rebuild_at('k', 'now'), (SELECT x FROM mem_event);
-- → c | 4 | {"a":2,"b":3,"c":4} | mine
DROP TABLE mem_event;
SELECT count(*) FROM mem_event;
-- → 3
CREATE TABLE mem(x);
INSERT INTO mem VALUES ('mine');
SELECT mem_set('k', 'd', 5)->>'path', mem_delete('k', 'd'), (SELECT x FROM mem);
-- → d | 1 | mine
DROP TABLE mem;
-- Names of ours in the temporary schema do not catch our statements.
CREATE TEMP TABLE memlog_cell(key, scope, path, kind, value, at);
CREATE TEMP TABLE memlog_event(x);
SELECT mem_set('k', 'e', 6)->>'path', mem_get('k', 'e'), (SELECT count(*) FROM temp.memlog_cell),
       (SELECT count(*) FROM temp.memlog_event);
-- → e | 6 | 0 | 0
DROP TABLE temp.memlog_cell;
DROP TABLE temp.memlog_event;
SELECT mem_rebuild_at('k', 'now') = mem_snapshot('k'), mem_snapshot('k');
-- → 1 | {"a":2,"b":3,"c":4,"e":6}
