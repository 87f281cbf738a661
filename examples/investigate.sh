#!/bin/sh
# An analyst and a file that somebody else's agent has written: a customer was told the wrong plan. What did the agent
# know, who changed it, and what did that cause?
set -eu
memlog=${MEMLOG_SO:-$(cd "$(dirname "$0")" && pwd)/../build/memlog.so}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# What happened: a nightly import writes an old plan over a new one, a listener counts, a worker sends mail.
sqlite3 -batch -bail "$directory/agent.db" > /dev/null <<SQL
.load $memlog
SELECT mem_install();
CREATE TRIGGER plan_changed AFTER INSERT ON memlog_event
  WHEN NEW.type = '_short_term_write_event' AND mem_touches('user.plan', NEW.value)
BEGIN SELECT mem_incr(NEW.key, 'stats.plan_changes', 1); END;
SELECT mem_clock('2026-07-01 09:00:00');
SELECT mem_set_tree('user-42', 'user', '{"name":"Ada","plan":"free"}'), mem_set_tree('user-7', 'user', '{"name":"Bo","plan":"gold"}');
SELECT mem_clock('2026-07-02 16:30:00');
BEGIN IMMEDIATE;
SELECT mem_action('upgrade', NULL, '{"actor":"billing"}'), mem_set('user-42', 'user.plan', 'gold');
COMMIT;
SELECT mem_clock('2026-07-03 02:00:00.25');
BEGIN IMMEDIATE;
SELECT mem_action('nightly import', NULL, '{"actor":"import-job","source":"crm-2026-06-30.csv"}'), mem_set('user-42', 'user.plan', 'free');
COMMIT;
SELECT mem_clock('2026-07-03 04:22:36.087914');
SELECT mem_run_begin('user-42', 'Which plan am I on?'), mem_set('user-42', 'draft', 'You are on free.', 'sensory');
SELECT mem_event_add('mail_sent', 'user-42', '{"text":"You are on free."}'), mem_run_end('user-42', 'You are on free.');
SQL

# What the analyst asks. Nothing is written.
sqlite3 -batch -bail -readonly "$directory/agent.db" > "$directory/out" <<SQL
.load $memlog
.nullvalue -
.print Who is in this file, and is it sound?
SELECT key, nodes, events, last FROM mem_key;
SELECT count(*) || ' faults' FROM mem_verify;
.print What did the run do?
SELECT type, value FROM mem_event WHERE run = (SELECT max(run) FROM mem_run WHERE key = 'user-42') ORDER BY seq;
.print What was the plan, and who changed it?
SELECT h.time, h.before, h.after, h.action, e.meta ->> 'actor', e.meta ->> 'source'
  FROM mem_history('user-42', 'user.plan') h JOIN mem_event e ON e.seq = h.seq ORDER BY h.seq;
.print What did the import change, in all, and what did that set off?
SELECT d.* FROM mem_event e JOIN mem_diff(e.key, '#' || (e.seq - 1), e.id) d WHERE e.action = 'nightly import';
SELECT j.value, j.observed FROM mem_event e JOIN mem_journal j ON j.cause = e.seq WHERE e.action = 'nightly import';
.print Who else is on free today, and was not yesterday?
SELECT m.key FROM mem m WHERE m.path = 'user.plan' AND m.value = 'free'
   AND m.value IS NOT (SELECT p.value FROM mem(m.key, '2026-07-03') p WHERE p.path = m.path);
SQL

cat "$directory/out"
diff - "$directory/out" <<'EXPECTED'
Who is in this file, and is it sound?
user-42|5|7|2026-07-03 04:22:36.087914
user-7|5|1|2026-07-01 09:00:00.000000
0 faults
What did the run do?
_agent_run_begin_event|{"stats.plan_changes":3,"user.name":"Ada","user.plan":"free"}
_sensory_write_event|{"draft":"You are on free."}
mail_sent|{"text":"You are on free."}
_agent_run_end_event|-
What was the plan, and who changed it?
2026-07-01 09:00:00.000000|-|"free"|-|-|-
2026-07-02 16:30:00.000000|"free"|"gold"|upgrade|billing|-
2026-07-03 02:00:00.250000|"gold"|"free"|nightly import|import-job|crm-2026-06-30.csv
What did the import change, in all, and what did that set off?
user.plan|changed|"gold"|"free"
{"stats.plan_changes":3}|0
Who else is on free today, and was not yesterday?
user-42
EXPECTED
