-- Reading makes short-term memory live on, if the option says so; by functions alone, and never for an observer.
-- clock: 2026-07-03 04:00:00
SELECT mem_config('short-term-memory.state-ttl.ms', 10000), mem_config('short-term-memory.state-ttl.update-type', 'ON_READ_AND_WRITE');
-- → 10000 | on_read_and_write
SELECT mem_set_tree('u', 'o', '{"a":1,"b":{"c":2},"d":{}}'), mem_append('u', 'l', 1) ->> 'path', mem_append('u', 'l', 2) ->> 'path', mem_set('u', 'v', 1) ->> 'path';
-- → 2 | l.0 | l.1 | v
-- clock: 2026-07-03 04:00:05
SELECT mem_get('u', 'v'), mem_recent('u', 'l', 1);
-- → 1 | [2]
SELECT type, value, removed, expires, observed FROM mem_journal WHERE observed = 0;
-- → _short_term_refresh | ∅ | ∅ | {"v":1783051215000} | 0
-- → _short_term_refresh | ∅ | ∅ | {"l.1":1783051215000} | 0
-- What only looks, does not count.
SELECT count(*) FROM mem;
-- → 9
SELECT mem_exists('u', 'o.a'), mem_type('u', 'o.a'), mem_length('u', 'l'), mem_field_names('u', 'o'), mem_snapshot('u') IS NULL, mem_rebuild_at('u', 'now') IS NULL;
-- → 1 | integer | 2 | ["a","b","d"] | 0 | 0
SELECT mem_observer(1), mem_get('u', 'o.a'), mem_observer(0);
-- → 1 | 1 | 0
SELECT count(*) FROM mem_diff('u', '1970-01-01', 'now');
-- → 9
SELECT path, expires_at FROM mem('u') WHERE expires_at IS NOT NULL;
-- → l.0 | 2026-07-03 04:00:10.000000
-- → l.1 | 2026-07-03 04:00:15.000000
-- → o.a | 2026-07-03 04:00:10.000000
-- → o.b.c | 2026-07-03 04:00:10.000000
-- → o.d | 2026-07-03 04:00:10.000000
-- → v | 2026-07-03 04:00:15.000000
SELECT count(*) FROM memlog_quiet;
-- → 2
-- A whole object: its values, and what is empty in it. Its fields: those that are values.
SELECT mem_fields('u', 'o') ->> 'a';
-- → 1
SELECT path, expires_at FROM mem('u') WHERE path LIKE 'o.%' AND expires_at IS NOT NULL;
-- → o.a | 2026-07-03 04:00:15.000000
-- → o.b.c | 2026-07-03 04:00:10.000000
-- → o.d | 2026-07-03 04:00:10.000000
-- clock: 2026-07-03 04:00:06
SELECT mem_get_json('u', 'o');
-- → {"a":1,"b":{"c":2},"d":{}}
SELECT path, expires_at FROM mem('u') WHERE path LIKE 'o.%' AND expires_at IS NOT NULL;
-- → o.a | 2026-07-03 04:00:16.000000
-- → o.b.c | 2026-07-03 04:00:16.000000
-- → o.d | 2026-07-03 04:00:16.000000
SELECT mem_resolve(mem_ref('u', 'o.d'));
-- → {}
SELECT expires FROM memlog_quiet ORDER BY seq DESC LIMIT 1;
-- → {"o.a":1783051216000,"o.b.c":1783051216000,"o.d":1783051216000}
SELECT * FROM mem_verify;
-- no rows
-- Together with a write it is in the write's event.
-- clock: 2026-07-03 04:00:07
BEGIN IMMEDIATE;
SELECT mem_get('u', 'v'), mem_set('u', 'w', 1) ->> 'path', mem_flush();
-- → 1 | w | 1
SELECT value, expires FROM memlog_event ORDER BY seq DESC LIMIT 1;
-- → {"w":1} | {"v":1783051217000,"w":1783051217000}
SELECT e.expires = j.expires, e.expires ->> 'w', typeof(e.origin) FROM mem_event e JOIN mem_journal j USING (seq) ORDER BY seq DESC LIMIT 1;
-- → 1 | 1783051217000 | null
SELECT expires FROM mem_event WHERE key = 'u' ORDER BY seq LIMIT 1;
-- → '1783051210000'
-- What is rolled back made nothing live on.
SAVEPOINT s;
-- clock: 2026-07-03 04:00:08
SELECT mem_get('u', 'v');
-- → 1
ROLLBACK TO s;
COMMIT;
SELECT expires_at FROM mem('u') WHERE path = 'v';
-- → 2026-07-03 04:00:17.000000
-- clock: 2026-07-03 04:00:16
SELECT path, json FROM mem('u') EXCEPT SELECT path, json FROM mem('u', '#last');
-- no rows
SELECT path, json FROM mem('u');
-- → v | '1'
-- → w | '1'
SELECT path, json FROM mem('u', '2026-07-03 04:00:14') WHERE json IS NOT NULL ORDER BY path;
-- → l.1 | '2'
-- → o.a | '1'
-- → o.b.c | '2'
-- → v | '1'
-- → w | '1'
SELECT * FROM mem_verify;
-- no rows
-- Where writes make no events a read opens no gap, and is kept all the same.
SELECT mem_config('memory.generate-event.short-term-write', 0), mem_get('u', 'v');
-- → false | 1
SELECT expires_at FROM mem('u', '#last') WHERE path = 'v';
-- → 2026-07-03 04:00:26.000000
-- Nor does cleaning, which comes with what is noted of the key.
SELECT mem_expire();
-- → 0
SELECT type, removed FROM mem_journal ORDER BY seq DESC LIMIT 1;
-- → _short_term_write_event | ["l","o"]
SELECT path, json FROM mem('u', '#last') ORDER BY path;
-- → v | '1'
-- → w | '1'
SELECT * FROM mem_verify;
-- no rows
