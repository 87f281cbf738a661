#!/bin/sh
# Moving a log at the sqlite3 shell: out of one file as lines of JSON, into a new one, and what is new once more later.
set -eu
memlog=${MEMLOG_SO:-$(cd "$(dirname "$0")" && pwd)/../build/memlog.so}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

export_log() { # from a file, to a file of lines
  sqlite3 -batch -bail "$1" ".load $memlog" ".once $2" "SELECT line FROM mem_export"
}

# Mode tabs takes each line as it is: JSON as memlog writes it has no tabs in it.
import_log() { # from a file of lines, to a file
  sqlite3 -batch -bail "$2" <<SQL
.load $memlog
CREATE TEMP TABLE lines(line);
.mode tabs
.import $1 lines
BEGIN;
SELECT count(mem_import(line)) || ' of ' || count(*) || ' lines are new' FROM lines ORDER BY rowid;
COMMIT;
SQL
}

sqlite3 -batch -bail agent.db > out <<SQL
.load $memlog
.output /dev/null
SELECT mem_run_begin('user-42', 'What is my name?');
SELECT mem_set('user-42', 'user.name', 'Ada'), mem_append('user-42', 'history', 'hello'), mem_set('user-42', 'draft', 1, 'sensory');
SELECT mem_pop('user-42', 'history'), mem_run_end('user-42', 'Ada');
SQL
export_log agent.db log.jsonl
import_log log.jsonl copy.db >> out

# The agent goes on; the whole log comes again, what is here already is passed by.
sqlite3 -batch -bail agent.db ".load $memlog" ".output /dev/null" "SELECT mem_set('user-42', 'user.name', 'Grace')"
export_log agent.db log.jsonl
import_log log.jsonl copy.db >> out

# What is asked of the copy is answered as by the first file, the past too.
question="SELECT path, type, value FROM mem; SELECT time, value FROM mem_event;
  SELECT time, path, change, before, after FROM mem_history('user-42'); SELECT run, input, output FROM mem_run;"
sqlite3 -batch -bail agent.db ".load $memlog" "$question" > first
sqlite3 -batch -bail copy.db ".load $memlog" "$question" > second
diff first second
sqlite3 -batch -bail copy.db ".load $memlog" \
  "SELECT mem_get('user-42', 'user.name'), mem_rebuild_at('user-42', (SELECT origin FROM mem_event WHERE value LIKE '%Ada%' LIMIT 1))" \
  "SELECT count(*) FROM mem_verify" >> out

cat out
diff - out <<'EXPECTED'
6 of 6 lines are new
1 of 7 lines are new
Grace|{"user.name":"Ada"}
0
EXPECTED
