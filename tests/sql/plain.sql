-- A file stays legible without the extension: tables and views are plain SQL (SB49).
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_set_tree('k', 'user',
       '{"name":"Ada","age":36,"ratio":0.5,"on":true,"off":false,"none":null,"tags":["a"],"prefs":{}}'),
       mem_append('k', 'log', '{}')->>'path',
       mem_set_json('k', 'map', '{"a":1}')->>'type', mem_set('k', 's', 'x', 'sensory')->>'path';
-- → 7 | log.0 | map | s
SELECT mem_run_begin('k', 'in'), mem_run_end('k', json('{"a":1}'), 'failed');
-- → 1 | 1
-- close

-- connection: plain, without memlog
SELECT key, scope, path, type, json, updated_at FROM memlog_v_state ORDER BY scope, path;
-- → k | short_term | log | list | ∅ | 2026-07-03 04:22:36.087000
-- → k | short_term | log.0 | text | "{}" | 2026-07-03 04:22:36.087000
-- → k | short_term | map | map | {"a":1} | 2026-07-03 04:22:36.087000
-- → k | short_term | user | object | ∅ | 2026-07-03 04:22:36.087000
-- → k | short_term | user.age | integer | '36' | 2026-07-03 04:22:36.087000
-- → k | short_term | user.name | text | "Ada" | 2026-07-03 04:22:36.087000
-- → k | short_term | user.none | null | null | 2026-07-03 04:22:36.087000
-- → k | short_term | user.off | false | false | 2026-07-03 04:22:36.087000
-- → k | short_term | user.on | true | true | 2026-07-03 04:22:36.087000
-- → k | short_term | user.prefs | object | ∅ | 2026-07-03 04:22:36.087000
-- → k | short_term | user.ratio | real | '0.5' | 2026-07-03 04:22:36.087000
-- → k | short_term | user.tags | array | ["a"] | 2026-07-03 04:22:36.087000
SELECT type, key, value, time, run FROM memlog_v_event ORDER BY seq;
-- → _short_term_write_event | k | {"user.name":"Ada",…} | 2026-07-03 04:22:36.087914 | ∅
-- → _short_term_write_event | k | {"log.0":"{}"} | 2026-07-03 04:22:36.087914 | ∅
-- → _short_term_write_event | k | {"map":{"a":1}} | 2026-07-03 04:22:36.087914 | ∅
-- → _sensory_write_event | k | {"s":"x"} | 2026-07-03 04:22:36.087914 | ∅
-- → _agent_run_begin_event | k | {…} | 2026-07-03 04:22:36.087914 | 1
-- → _agent_run_end_event | k | ∅ | 2026-07-03 04:22:36.087914 | 1
SELECT run, key, outcome, begun_at, ended_at, (SELECT type FROM memlog_v_event e WHERE e.seq = r.begin_seq)
       FROM memlog_v_run r;
-- → 1 | k | failed | 2026-07-03 04:22:36.087914 | 2026-07-03 04:22:36.087914 | _agent_run_begin_event
-- JSON functions work on what is stored.
SELECT j.key, j.value FROM memlog_v_event e, json_each(e.value) j WHERE j.key = 'user.age'
       AND e.type = '_short_term_write_event';
-- → user.age | 36
PRAGMA integrity_check;
-- → ok
-- VACUUM renumbers nothing (SB47), and it all comes back.
VACUUM;
PRAGMA integrity_check;
-- → ok
SELECT * FROM mem('k');
-- ! no such table
-- close

-- connection: A
SELECT mem_get('k', 'user.name'), mem_rebuild_at('k', 'now') = mem_snapshot('k'), (SELECT count(*) FROM mem_event),
       mem_append('k', 'log', 1)->>'path';
-- → Ada | 1 | 6 | log.1
-- The view shows what the extension's own table shows.
SELECT count(*) FROM (SELECT seq, id, time, type, key, value, removed, containers, before, run, action, txn, cause,
       meta FROM mem_event
  EXCEPT SELECT seq, id, time, type, key, value, removed, containers, before, run, action, txn, cause,
  meta FROM memlog_v_event);
-- → 0
