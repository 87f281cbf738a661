#!/bin/sh
# A tour at the sqlite3 shell: paths and types, lists, sensory memory, one statement as one action, the past as a table.
set -eu
memlog=${MEMLOG_SO:-$(cd "$(dirname "$0")" && pwd)/../build/memlog.so}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

sqlite3 -batch -bail "$directory/tour.db" > "$directory/out" <<SQL
.load $memlog
.nullvalue NULL
.output /dev/null
SELECT mem_clock('2026-07-03 04:22:36.087914');
SELECT mem_set('u1', 'prefs."example.com".theme', 'dark');
SELECT mem_set_json('u1', 'scores', '[1, 2.50, null]'), mem_set('u1', 'count', 1), mem_set('u1', 'ratio', 1.0);
.output stdout
SELECT path, type, value FROM mem WHERE key = 'u1' ORDER BY path;
SELECT mem_type('u1', 'prefs'), mem_get('u1', 'prefs'), mem_incr('u1', 'count', 41);

-- Lists: indexes only grow.
SELECT mem_append('u1', 'log', 'a') ->> 'path', mem_append('u1', 'log', 'b') ->> 'path', mem_pop('u1', 'log');
SELECT mem_append('u1', 'log', 'c') ->> 'path', mem_recent('u1', 'log', 5), mem_length('u1', 'log');

-- One statement, one action: several rows make one event.
INSERT INTO mem(key, path, value) VALUES ('u2', 'a', 1), ('u2', 'b.c', 'two');
UPDATE mem SET value = value + 1 WHERE key = 'u2' AND path = 'a';
SELECT value, removed FROM mem_event WHERE key = 'u2' ORDER BY seq;

-- One key as a table of its own.
CREATE VIRTUAL TABLE temp.u2 USING mem('u2');
UPDATE u2 SET path = 'b.d' WHERE path = 'b.c';
SELECT path, value FROM u2 WHERE type <> 'object' ORDER BY path;

-- The past as a table.
SELECT path, value FROM mem('u2', (SELECT id FROM mem_event WHERE key = 'u2' ORDER BY seq LIMIT 1))
 WHERE type <> 'object' ORDER BY path;
SQL

cat "$directory/out"
diff - "$directory/out" <<'EXPECTED'
count|integer|1
prefs|object|NULL
prefs."example.com"|object|NULL
prefs."example.com".theme|text|dark
ratio|real|1.0
scores|array|[1,2.5,null]
object|{"example.com":{"theme":"dark"}}|42
log.0|log.1|b
log.2|["a","c"]|2
{"a":1,"b.c":"two"}|NULL
{"a":2}|NULL
a|2
b.d|two
a|1
b.c|two
EXPECTED
