#!/bin/sh
# An analyst and the long-term memory of somebody else's assistant: a customer with an allergy was offered nuts. What did
# the assistant know of her then, who had changed it, which search returned what? Then trends, without the extension.
set -eu
memlog=${MEMLOG_SO:-$(cd "$(dirname "$0")" && pwd)/../build/memlog.so}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

# What happened: a conversation leaves two facts, a nightly clean-up rewrites one of them, the next conversation recalls.
sqlite3 -batch -bail "$directory/cook.db" > /dev/null <<SQL
.load $memlog
SELECT mem_clock('2026-07-01 18:00:00');
SELECT mem_message('chat-1', 'user', 'My name is Ada and I am allergic to nuts. I like curry.');
SELECT mem_message('chat-1', 'assistant', 'I will keep nuts out.'), mem_session_end('chat-1', '{"user":"ada","agent":"cook"}');
SELECT mem_clock('2026-07-02 02:00:00');
BEGIN IMMEDIATE;
SELECT mem_action('clean-up', NULL, '{"actor":"nightly-job","model":"small-1"}');
SELECT mem_item_put('ada', 'user_profile', id, 'my name is Ada') FROM mem_items('ada', 'user_profile', '{"category":"identity"}');
COMMIT;
SELECT mem_clock('2026-07-03 19:30:00');
SELECT mem_message('chat-2', 'user', 'A curry, please. Which nuts go with it?');
SELECT mem_recall('ada', 'cook', 'curry with nuts');
SELECT mem_message('chat-2', 'assistant', 'Cashews.'), mem_recall('ada', 'cook', 'peanut sauce');
SQL

# What the analyst asks. Nothing is written, so no question is an event.
sqlite3 -batch -bail -readonly "$directory/cook.db" > "$directory/out" <<SQL
.load $memlog
.nullvalue -
.print Whose memory is there, and is it sound?
SELECT layer, key, entries FROM mem_layer;
SELECT count(*) || ' faults' FROM mem_verify;
.print What did it know of her when she asked, and what the evening before the clean-up?
SELECT content FROM mem_items('ada', 'user_profile', '{"as_of":"2026-07-03 19:30"}') ORDER BY content;
SELECT content FROM mem_items('ada', 'user_profile', '{"as_of":"2026-07-01 23:59"}') ORDER BY content;
.print Who made each version, from what, and what took its place?
SELECT i.content, i.version, i.source, ifnull(i.ended_at, 'stands'), b.action, b.meta ->> 'actor', b.meta ->> 'model'
  FROM mem_items('ada', NULL, '{"versions":true}') i JOIN mem_journal b ON b.seq = i.begin_seq ORDER BY b.seq, i.content;
.print What changed since the first evening, in all?
SELECT change, before, after FROM mem_diff('ada', '2026-07-01 23:59', 'now', '', 'long_term');
.print What was searched for, and what came back?
SELECT e.time, q.key, ifnull(h.value ->> 'value', 'nothing'), round(h.value ->> 'score', 1)
  FROM mem_event e, json_each(e.value) q LEFT JOIN json_each(q.value) h
 WHERE e.key = 'ada' AND e.type = '_long_term_search_event' ORDER BY e.seq;
.print Which fact would a search for nuts have found, and was it gone by then?
SELECT v.content, v.ended_at < e.time FROM mem_event e, json_each(e.value) q, mem_items(e.key, NULL, '{"versions":true}') v
 WHERE e.type = '_long_term_search_event' AND q.key LIKE '%nuts%' AND v.content LIKE '%nuts%';
.print How was the session judged?
SELECT session, user, agent, judge_used, last_error FROM mem_session;
SQL

# Trends are plain views: any SQLite reads them.
sqlite3 -batch -bail -readonly "$directory/cook.db" >> "$directory/out" <<'SQL'
.nullvalue -
.print Day by day: what came, what changed; how many searches, how many found nothing?
SELECT * FROM memlog_v_item_day ORDER BY day;
SELECT day, searches, hits, zero_hits, zero_hit_rate FROM memlog_v_search_day ORDER BY day;
SELECT set_name, kind, items FROM memlog_v_item_kind ORDER BY kind;
SQL

cat "$directory/out"
diff - "$directory/out" <<'EXPECTED'
Whose memory is there, and is it sound?
user|ada|2
session|chat-1|2
session|chat-2|2
0 faults
What did it know of her when she asked, and what the evening before the clean-up?
I like curry
my name is Ada
I like curry
My name is Ada and I am allergic to nuts
Who made each version, from what, and what took its place?
I like curry|1|session:chat-1#0|stands|-|-|-
My name is Ada and I am allergic to nuts|1|session:chat-1#0|2026-07-02 02:00:00.000000|-|-|-
my name is Ada|2|session:chat-1#0|stands|clean-up|nightly-job|small-1
What changed since the first evening, in all?
changed|"My name is Ada and I am allergic to nuts"|"my name is Ada"
What was searched for, and what came back?
2026-07-03 19:30:00.000000|curry with nuts|I like curry|0.9
2026-07-03 19:30:00.000000|peanut sauce|nothing|-
Which fact would a search for nuts have found, and was it gone by then?
My name is Ada and I am allergic to nuts|1
How was the session judged?
chat-1|ada|cook|rules|-
chat-2|-|-|-|-
Day by day: what came, what changed; how many searches, how many found nothing?
2026-07-01|user_profile|2|0|0
2026-07-02|user_profile|0|1|0
2026-07-03|2|1|1|0.5
user_profile|preference|1
user_profile|semantic|1
EXPECTED
