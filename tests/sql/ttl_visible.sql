-- Expired memory that may be returned until it is cleaned up; expiry in listeners, gaps and lists.
-- clock: 2026-07-03 04:00:00
SELECT mem_config('short-term-memory.state-ttl.ms', 1000), mem_config('short-term-memory.state-ttl.visibility', 'return_expired_if_not_cleaned_up');
-- → 1000 | return_expired_if_not_cleaned_up
SELECT mem_set('u', 'a.b', 1) ->> 'path', mem_append('u', 'l', 1) ->> 'path', mem_set('v', 'x', 1) ->> 'path';
-- → a.b | l.0 | x
-- clock: 2026-07-03 04:00:02
SELECT mem_get('u', 'a.b'), mem_length('u', 'l'), mem_exists('u', 'a'), mem_snapshot('u'), mem_recent('u', 'l', 2);
-- → 1 | 1 | 1 | {"a.b":1,"l.0":1} | [1]
SELECT path FROM mem('u');
-- → a
-- → a.b
-- → l
-- → l.0
SELECT path FROM mem('u', '#last') ORDER BY path;
-- → a
-- → a.b
-- → l
-- → l.0
-- The past hides it, but for the newest position.
SELECT mem_rebuild_at('u', 'now'), mem_rebuild_at('u', '#last'), mem_rebuild_at('u', (SELECT max(id) FROM mem_event));
-- → {} | {"a.b":1,"l.0":1} | {"a.b":1,"l.0":1}
-- Reading does not bring back what has expired.
SELECT mem_config('short-term-memory.state-ttl.update-type', 'on_read_and_write'), mem_get('u', 'a.b');
-- → on_read_and_write | 1
SELECT expires_at FROM mem('u') WHERE path = 'a.b';
-- → 2026-07-03 04:00:01.000000
-- A write to the same key cleans up before it does anything else.
SELECT mem_incr('u', 'a.b', 1);
-- → 1
SELECT path FROM mem('u');
-- → a
-- → a.b
SELECT mem_expire();
-- → 1
SELECT * FROM mem_verify;
-- no rows
SELECT mem_config('short-term-memory.state-ttl.visibility', NULL), mem_config('short-term-memory.state-ttl.update-type', NULL);
-- → never_return_expired | on_create_and_write

-- The newest n that are there, not those of the newest n that are.
-- clock: 2026-07-03 04:01:00
SELECT count(mem_append('u', 'm', value)) FROM json_each('[1,2,3]');
-- → 3
SELECT mem_ttl('u', 'm', 500), mem_ttl('u', 'm', NULL);
-- → 3 | 3
SELECT mem_ttl('u', 'm.1', 60000), mem_ttl('u', 'm.2', 100);
-- → 1 | 1
-- clock: 2026-07-03 04:01:00.300
SELECT mem_recent('u', 'm', 2), mem_recent('u', 'm', 5), mem_length('u', 'm');
-- → [1,2] | [1,2] | 2
-- clock: 2026-07-03 04:01:05
SELECT mem_recent('u', 'm', 1), mem_length('u', 'm'), mem_pop('u', 'm'), mem_length('u', 'm');
-- → [2] | 1 | 2 | 0
SELECT path, expires_at FROM mem('u') WHERE path >= 'm';
-- → m | 2026-07-03 04:01:06.000000
SELECT mem_append('u', 'm', 4) ->> 'path';
-- → m.3
-- A value in the way, and a node with that name, are none when they have expired.
-- clock: 2026-07-03 04:02:00
SELECT mem_set('u', 'p', 1) ->> 'path';
-- → p
-- clock: 2026-07-03 04:02:01
SELECT mem_length('u', 'p'), mem_append('u', 'p', 1) ->> 'path', mem_new_object('v', 'x') ->> 'path';
-- → ∅ | p.0 | x
-- clock: 2026-07-03 04:02:02
INSERT INTO mem(key, path, value) VALUES('u', 'p', 5), ('u', 'q.r', 6);
-- clock: 2026-07-03 04:02:03
UPDATE mem SET path = 'q' WHERE key = 'u';
SELECT * FROM mem;
-- no rows
SELECT * FROM mem_verify;
-- no rows

-- In a listener cleaning is quiet, like all that is done there.
-- clock: 2026-07-03 04:03:00
SELECT mem_set('w', 'old', 1) ->> 'path', mem_set('z', 'old', 1) ->> 'path';
-- → old | old
CREATE TRIGGER heard AFTER INSERT ON memlog_event WHEN NEW.key = 'z' AND NEW.type = '_short_term_write_event'
BEGIN SELECT mem_set('w', 'heard', mem_get('w', 'old')); END;
-- clock: 2026-07-03 04:03:05
SELECT mem_set('z', 'new', 1) ->> 'path';
-- → new
SELECT key, removed, value, observed FROM mem_journal ORDER BY seq DESC LIMIT 3;
-- → w | ∅ | {"heard":null} | 0
-- → w | ["old"] | {} | 0
-- → z | ["old"] | {"new":1} | 1
DROP TRIGGER heard;
CREATE TRIGGER heard AFTER INSERT ON memlog_event BEGIN SELECT mem_ttl('w', 'x', 1); END;
SELECT mem_set('z', 'new', 1);
-- ! not inside a listener
DROP TRIGGER heard;
SELECT * FROM mem_verify;
-- no rows

-- In a gap nothing is told of until it ends.
SELECT mem_config('memory.generate-event.short-term-write', 0), mem_set('g', 'a.b', 1) ->> 'path';
-- → false | a.b
-- clock: 2026-07-03 04:04:00
SELECT mem_expire(), mem_set('g', 'a.c', 1) ->> 'path', mem_delete('g', 'a.c');
-- → 8 | a.c | 1
SELECT count(*) FROM mem_journal WHERE key = 'g';
-- → 1
SELECT mem_config('memory.generate-event.short-term-write', NULL), mem_set('g', 'd', 1) ->> 'path';
-- → true | d
SELECT path, expires_at FROM mem('g') EXCEPT SELECT path, expires_at FROM mem('g', '#last');
-- no rows
SELECT path, expires_at FROM mem('g');
-- → a | 2026-07-03 04:04:01.000000
-- → d | 2026-07-03 04:04:01.000000
-- A run begins with what has not expired.
-- clock: 2026-07-03 04:04:30
SELECT mem_set('g', 'e', 1) ->> 'path';
-- → e
-- clock: 2026-07-03 04:04:31
SELECT mem_run_begin('g');
-- → 1
SELECT type, value, removed FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → _agent_run_begin_event | {} | ∅
-- → _short_term_write_event | {} | ["e"]
SELECT * FROM mem_verify;
-- no rows
