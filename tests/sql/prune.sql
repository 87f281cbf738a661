-- The oldest rows of the log go; from the cut on everything is as it was. AGT-033, AGT-045
SELECT mem_head(), mem_prune('now');
-- → ∅ | {"events":0,"quiet":0,"runs":0,"imports":0,"keys":0,"snapshots":0,"snapshots_written":0,"items":0,"values":0,"remaining":0,"upto":0,"pruned_upto":0,"pruned_time":null,"held_by":null,"dry_run":false}
-- clock: 2026-07-01 00:00:00
SELECT mem_set('u', 'a', 1) ->> 'path', mem_append('u', 'l', 'x') ->> 'path', mem_append('u', 'l', 'y') ->> 'path', mem_pop('u', 'l');
-- → a | l.0 | l.1 | y
SELECT mem_set('v', 'x', 1) ->> 'path', mem_new_object('v', 'o') ->> 'path', mem_set('v', 's', 1, 'sensory') ->> 'path';
-- → x | o | s
-- clock: 2026-07-02 00:00:00
SELECT mem_set('u', 'a', 2) ->> 'path', mem_delete('v', 'x'), mem_append('u', 'l', 'z') ->> 'path';
-- → a | 1 | l.2
CREATE TEMP TABLE kept AS SELECT key, scope, path, type, json FROM mem WHERE as_of = '2026-07-01 12:00';
CREATE TEMP TABLE newest AS SELECT key, scope, path, type, json FROM mem WHERE as_of = '#last';
CREATE TEMP TABLE ids AS SELECT seq, id FROM mem_journal;
SELECT mem_prune('2026-07-01 12:00', '{"dry_run":true}');
-- → {"events":7,"quiet":0,"runs":0,"imports":0,"remaining":7,"upto":1782864000000006,"pruned_upto":0,"pruned_time":null,"held_by":null,"dry_run":true}
SELECT count(*), (SELECT count(*) FROM memlog_snapshot) FROM mem_event;
-- → 10 | 0
-- one row at a time, each step sound in itself
SELECT r ->> 'events', r ->> 'remaining', r ->> 'pruned_upto' FROM (SELECT mem_prune('2026-07-01 12:00', '{"max_rows":1}') AS r);
-- → 1 | 1 | 1782864000000000
SELECT * FROM mem_verify;
-- no rows
SELECT r ->> 'events', r ->> 'remaining' FROM (SELECT mem_prune('2026-07-01 12:00', '{"max_rows":4}') AS r);
-- → 4 | 2
SELECT * FROM mem_verify;
-- no rows
SELECT key, events, first FROM mem_key;
-- → u | 2 | 2026-07-02 00:00:00.000000
-- → v | 3 | 2026-07-01 00:00:00.000000
SELECT mem_prune('2026-07-01 12:00', NULL);
-- → {"events":2,"quiet":0,"runs":0,"imports":0,"keys":1,"snapshots":1,"snapshots_written":1,"items":0,"values":0,"remaining":0,"upto":1782864000000006,"pruned_upto":1782864000000006,"pruned_time":"2026-07-01 00:00:00.000000","held_by":null,"dry_run":false}
SELECT * FROM mem_verify;
-- no rows
SELECT * FROM (SELECT key, scope, path, type, json FROM mem WHERE as_of = '2026-07-01 12:00' EXCEPT SELECT * FROM kept)
 UNION ALL SELECT * FROM (SELECT * FROM kept EXCEPT SELECT key, scope, path, type, json FROM mem WHERE as_of = '2026-07-01 12:00')
 UNION ALL SELECT * FROM (SELECT * FROM newest EXCEPT SELECT key, scope, path, type, json FROM mem WHERE as_of = '#last')
 UNION ALL SELECT * FROM (SELECT seq, id, 0, 0, 0 FROM mem_journal EXCEPT SELECT seq, id, 0, 0, 0 FROM ids);
-- no rows
SELECT mem_rebuild_at('v', (SELECT id FROM ids ORDER BY seq LIMIT 1 OFFSET 6)), mem_rebuild_at('v', '#1782864000000006');
-- → {"x":1} | {"x":1}
SELECT mem_rebuild_at('v', (SELECT id FROM ids ORDER BY seq LIMIT 1 OFFSET 5));
-- ! the log was pruned up to #1782864000000006 (2026-07-01 00:00:00.000000)
SELECT mem_rebuild_at('v', '#1782864000000005');
-- ! memlog: position 1782864000000005: the log was pruned up to #1782864000000006
SELECT mem_rebuild_at('nobody', '2026-06-30');
-- ! memlog: this moment: the log was pruned up to #1782864000000006
SELECT * FROM mem('u', '#1');
-- ! the log was pruned up to
SELECT * FROM mem_diff('u', '2026-06-30', 'now');
-- ! the log was pruned up to
SELECT path, change FROM mem_diff('u', '2026-07-01', 'now');
-- → a | changed
-- → l.2 | added
-- the walks end at the cut without a word
SELECT path, change, before, after FROM mem_history('u') ORDER BY seq DESC;
-- → l.2 | set | ∅ | "z"
-- → a | set | '1' | '2'
SELECT path, change, before, after FROM mem_history('u', 'a') ORDER BY seq DESC;
-- → a | set | '1' | '2'
SELECT path, change, before, after FROM mem_history('u', 'a');
-- → a | set | '1' | '2'
SELECT seq - 1782950400000000 FROM mem_journal WHERE key = 'u' ORDER BY seq DESC;
-- → 2
-- → 0
SELECT seq - 1782950400000000 FROM mem_journal WHERE key = 'u' AND time >= '2026-06-30';
-- → 0
-- → 2
SELECT count(*) FROM mem_event WHERE time < '2026-07-02';
-- → 0
SELECT count(*) FROM mem_history('u') WHERE seq < 1782864000000006;
-- → 0
BEGIN;
SELECT mem_action('late', (SELECT id FROM ids ORDER BY seq LIMIT 1));
-- ! the log was pruned up to
ROLLBACK;
-- again: nothing is left to do; the newest row stays for ever
SELECT r ->> 'events', r ->> 'remaining', r ->> 'upto' = r ->> 'pruned_upto' FROM (SELECT mem_prune('2026-01-01') AS r);
-- → 0 | 0 | 1
SELECT r ->> 'events', r ->> 'remaining', r ->> 'snapshots_written' FROM (SELECT mem_prune('#last') AS r);
-- → 2 | 0 | 2
SELECT r ->> 'events', r ->> 'remaining' FROM (SELECT mem_prune('#last') AS r);
-- → 0 | 0
SELECT key, events, first, last FROM mem_key;
-- → u | 1 | 2026-07-02 00:00:00.000000 | 2026-07-02 00:00:00.000000
-- → v | 0 | ∅ | ∅
SELECT * FROM mem_verify;
-- no rows
-- a key without rows in the log goes on from where it was, and lists go on counting
SELECT mem_set('v', 'y', 1) ->> 'path', mem_append('u', 'l', 'w') ->> 'path', mem_rebuild_at('v', '#last'), mem_rebuild_at('v', '#last', 'sensory');
-- → y | l.3 | {"y":1} | {"s":1}
SELECT path, type FROM mem('v', '#last');
-- → s | integer
-- → o | object
-- → y | integer
SELECT key, events, first FROM mem_key;
-- → u | 2 | 2026-07-02 00:00:00.000000
-- → v | 1 | 2026-07-02 00:00:00.000000
SELECT * FROM mem_verify;
-- no rows
