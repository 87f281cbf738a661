#!/bin/sh
# The main job on a new file: two runs of an agent over three keys, its events, a listener, the state at three past
# moments, and a difference. Every value shown is checked; the first that is wrong ends the demo with status 1.
#
#   examples/demo.sh [FILE]       FILE must not exist; without one it is made in a temporary directory
set -eu

here=$(cd "$(dirname "$0")" && pwd)
memlog=${MEMLOG_SO:-$here/../build/memlog.so}

if [ $# -gt 0 ]; then
  file=$1
  [ ! -e "$file" ] || { echo "demo: $file exists"; exit 1; }
else
  directory=$(mktemp -d)
  trap 'rm -rf "$directory"' EXIT
  file=$directory/agent.db
fi

# run TIME SQL: runs statements at a fixed time, so that all that is shown is the same every time.
run() {
  printf '.load %s\n.output /dev/null\nSELECT mem_clock('\''%s'\'');\n.output stdout\n.nullvalue NULL\n%s\n' \
    "$memlog" "$1" "$2" | sqlite3 -batch -bail "$file"
}

# show TITLE SQL EXPECTED: prints what the statements give and compares it.
show() {
  printf '\n== %s\n' "$1"
  printf '%s\n' "$2" | sed 's/^/   /'
  got=$(run "$now" "$2")
  printf '%s\n' "$got" | sed 's/^/-> /'
  if [ "$got" != "$3" ]; then
    printf '\ndemo: WRONG. Expected:\n%s\n' "$3"
    exit 1
  fi
}

printf 'memlog demo, file %s\n' "$(basename "$file")"

now='2026-07-03 04:20:00'
show 'A listener: an SQL trigger that keeps an audit of every change of a tier' \
"SELECT mem_install();
CREATE TABLE audit(at INTEGER PRIMARY KEY, key TEXT, tier TEXT);
CREATE TRIGGER audit_tier AFTER INSERT ON memlog_event
  WHEN NEW.type = '_short_term_write_event' AND mem_touches('user.tier', NEW.value, NEW.removed)
BEGIN
  INSERT INTO audit VALUES(NEW.seq, NEW.key, mem_pick(NEW.value, 'user.tier'));
END;" \
'4'

now='2026-07-03 04:21:00'
show 'Run 1 begins for each of three keys; each gets a name, a tier and a message' \
"BEGIN IMMEDIATE;
SELECT mem_action('greet');
SELECT mem_run_begin('ada', 'hello'), mem_run_begin('ben', 'hi'), mem_run_begin('cyd', 'hey');
INSERT INTO mem(key, path, value) VALUES
  ('ada', 'user.name', 'Ada'), ('ada', 'user.tier', 'free'),
  ('ben', 'user.name', 'Ben'), ('ben', 'user.tier', 'free'),
  ('cyd', 'user.name', 'Cyd'), ('cyd', 'user.tier', 'gold');
SELECT mem_type('ada', 'history'), mem_append('ada', 'history', 'hello') ->> 'path';
SELECT mem_set('ada', 'draft', 'Hello Ada!', 'sensory') ->> 'scope';
COMMIT;" \
'greet
1|2|3
NULL|history.0
sensory'

now='2026-07-03 04:22:00'
show 'Run 1 ends: sensory memory is empty again' \
"SELECT mem_get('ada', 'draft', 'sensory');
SELECT mem_run_end('ada', 'Hello Ada!'), mem_run_end('ben'), mem_run_end('cyd', NULL, 'failed');
SELECT mem_get('ada', 'draft', 'sensory');" \
'Hello Ada!
1|2|3
NULL'

now='2026-07-03 04:23:00'
show 'Run 2 of one key: one action changes, adds and removes' \
"SELECT mem_run_begin('ada', 'please upgrade me');
BEGIN IMMEDIATE;
SELECT mem_action('upgrade');
SELECT mem_set('ada', 'user.tier', 'gold') ->> 'type', mem_append('ada', 'history', 'upgraded') ->> 'path';
SELECT mem_delete('ada', 'user.name');
SELECT mem_new_object('ada', 'user.address') ->> 'type';
COMMIT;
SELECT mem_run_end('ada', 'done');" \
'4
upgrade
text|history.1
1
object
4'

show 'What a rolled-back action did is nowhere' \
"BEGIN IMMEDIATE;
SELECT mem_set('ada', 'user.tier', 'platinum') ->> 'path';
ROLLBACK;
SELECT mem_get('ada', 'user.tier'), count(*) FROM mem_event WHERE value LIKE '%platinum%';" \
'user.tier
gold|0'

show 'Its events: at most one of each type for each key and action' \
"SELECT time, type, value, removed, containers FROM mem_event WHERE key = 'ada' AND action = 'upgrade';" \
'2026-07-03 04:23:00.000000|_short_term_write_event|{"user.tier":"gold","history.1":"upgraded","user.address":null}|["user.name"]|{"user.address":"object"}'

show 'The runs' \
"SELECT run, key, input, outcome, output FROM mem_run ORDER BY run;" \
'1|ada|hello|completed|Hello Ada!
2|ben|hi|completed|NULL
3|cyd|hey|failed|NULL
4|ada|please upgrade me|completed|done'

show 'What the listener wrote down' \
"SELECT key, tier FROM audit ORDER BY at;" \
'ada|free
ben|free
cyd|gold
ada|gold'

now='2026-07-03 04:24:00'
show 'The state at three moments: before all, after run 1, now' \
"SELECT mem_rebuild_at('ada', '2026-07-03 04:20');
SELECT mem_rebuild_at('ada', '2026-07-03 04:22:30');
SELECT mem_rebuild_at('ada', 'now');" \
'{}
{"history.0":"hello","user.name":"Ada","user.tier":"free"}
{"history.0":"hello","history.1":"upgraded","user.tier":"gold"}'

show 'What changed between two of them' \
"SELECT path, change, before, after FROM mem_diff('ada', '2026-07-03 04:22', 'now') WHERE change <> 'added' ORDER BY path;
SELECT path FROM mem_diff('ada', '2026-07-03 04:22', 'now') WHERE change = 'added' ORDER BY path;" \
'user.name|removed|"Ada"|NULL
user.tier|changed|"free"|"gold"
history.1
user.address'

show 'Stored state and log agree' \
"SELECT count(*) FROM mem_verify;" \
'0'

printf '\ndemo: every value was as expected\n'
