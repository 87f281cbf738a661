-- mem_ttl: how long nodes live, by path; and what becomes of containers.
-- clock: 2026-07-03 04:00:00
SELECT mem_ttl('u', 'a', 5000), mem_ttl('u', 'a.keep', 0), mem_ttl('u', 'a.short', 1000), mem_ttl('u', '', 60000), mem_ttl('u', 'x', 3000, 'sensory');
-- → 0 | 0 | 0 | 0 | 0
SELECT * FROM mem_ttl;
-- → u | x | sensory | 3000
-- → u | '' | short_term | 60000
-- → u | a | short_term | 5000
-- → u | a.keep | short_term | 0
-- → u | a.short | short_term | 1000
SELECT count(*) FROM mem_ttl WHERE key = 'u' AND scope = 'short_term';
-- → 4
SELECT count(*) FROM mem_ttl WHERE key = 'v';
-- → 0
SELECT mem_set('u', 'a.b', 1) ->> 'path', mem_set('u', 'a.keep.k', 1) ->> 'path', mem_set('u', 'a.short.s', 1) ->> 'path', mem_set('u', 'top', 1) ->> 'path', mem_set('u', 'x', 1, 'sensory') ->> 'path', mem_set('v', 'top', 1) ->> 'path';
-- → a.b | a.keep.k | a.short.s | top | x | top
SELECT key, path, expires_at FROM mem WHERE expires_at IS NOT NULL;
-- → u | x | 2026-07-03 04:00:03.000000
-- → u | a.b | 2026-07-03 04:00:05.000000
-- → u | a.short.s | 2026-07-03 04:00:01.000000
-- → u | top | 2026-07-03 04:01:00.000000
-- clock: 2026-07-03 04:00:10
-- What is kept for ever keeps what it lies in.
SELECT path FROM mem('u');
-- → a
-- → a.keep
-- → a.keep.k
-- → top
SELECT mem_delete('u', 'a.keep');
-- → 2
-- a was left empty by that, and a rule holds for it: it lives for so long from now.
SELECT path, expires_at FROM mem('u');
-- → a | 2026-07-03 04:00:15.000000
-- → top | 2026-07-03 04:01:00.000000
SELECT removed, expires FROM memlog_event ORDER BY seq DESC LIMIT 1;
-- → ["a.short","a.b","a.keep"] | {"a":1783051215000}
SELECT path, expires_at FROM mem('u', '#last');
-- → a | 2026-07-03 04:00:15.000000
-- → top | 2026-07-03 04:01:00.000000
-- Something in it again: it goes with that.
SELECT mem_set('u', 'a.b', 2) ->> 'path';
-- → a.b
SELECT path, expires_at FROM mem('u') WHERE path = 'a';
-- → a | ∅
SELECT expires FROM memlog_cell WHERE path = 'a';
-- → 8640000000000000
SELECT * FROM mem_verify;
-- no rows

-- A rule dates what is there, by when it was written.
SELECT mem_ttl('u', 'a', 20000), mem_ttl('u', 'a', 20000), mem_ttl('u', '', 0);
-- → 1 | 0 | 1
SELECT path, expires_at FROM mem('u');
-- → a | ∅
-- → a.b | 2026-07-03 04:00:30.000000
-- → top | ∅
SELECT type, value, observed FROM mem_journal ORDER BY seq DESC LIMIT 2;
-- → _short_term_refresh | ∅ | 0
-- → _short_term_refresh | ∅ | 0
SELECT mem_ttl('u', 'a', NULL), mem_ttl('u', 'a', NULL), mem_ttl('u', '', 1);
-- → 1 | 0 | 2
-- … so that it may have expired then.
SELECT path FROM mem('u');
-- → a
-- → a.b
-- clock: 2026-07-03 04:00:10.001
SELECT path FROM mem('u');
-- no rows
SELECT mem_rebuild_at('u', '2026-07-03 04:00:10.000500'), mem_rebuild_at('u', '2026-07-03 04:00:09');
-- → {"a.b":2} | {"a.keep.k":1,"top":1}
SELECT mem_rebuild_at('u', 'now'), mem_rebuild_at('u', '#last');
-- → {} | {}
SELECT mem_set('u', 'a', 'a value, where an object was') ->> 'path';
-- → a
SELECT * FROM mem_verify;
-- no rows

-- A container without a rule stays, empty, when what is in it has gone.
SELECT mem_ttl('w', 'o.v', 1000), mem_set('w', 'o.v', 1) ->> 'path', mem_new_object('w', 'e') ->> 'path', mem_ttl('w', 'e', 2000);
-- → 0 | o.v | e | 1
-- clock: 2026-07-03 04:00:12
SELECT path, type, expires_at FROM mem('w');
-- → e | object | 2026-07-03 04:00:12.001000
-- → o | object | ∅
SELECT mem_expire();
-- → 2
-- clock: 2026-07-03 04:00:13
SELECT mem_expire(), mem_get('w', '');
-- → 1 | {"o":{}}
SELECT * FROM mem_verify;
-- no rows

-- What cannot be.
SELECT mem_ttl('u', 'a', -1);
-- ! whole number of milliseconds from 0 (for ever) to 253402300799999
SELECT mem_ttl('u', 'a', 1.5);
-- ! memlog: mem_ttl
SELECT mem_ttl('u', 'a', '1000');
-- ! memlog: mem_ttl
SELECT mem_ttl('u', 'a', 253402300800000);
-- ! memlog: mem_ttl
SELECT mem_ttl('', 'a', 1);
-- ! the key is empty
SELECT mem_ttl('u', 'a..b', 1);
-- ! a..b
SELECT mem_ttl('u', 'a', 1, 'long_term');
-- ! scope
SELECT mem_config('short-term-memory.state-ttl.ms', -1);
-- ! whole number of milliseconds
SELECT mem_config('short-term-memory.state-ttl.ms', 'abc');
-- ! whole number of milliseconds
SELECT mem_config('short-term-memory.state-ttl.ms', 253402300800000);
-- ! whole number of milliseconds
SELECT mem_config('short-term-memory.state-ttl.ms', 0.001);
-- ! whole number of milliseconds
SELECT mem_config('short-term-memory.state-ttl.update-type', 'on_read');
-- ! on_create_and_write or on_read_and_write
SELECT mem_config('short-term-memory.state-ttl.visibility', 'always');
-- ! never_return_expired or return_expired_if_not_cleaned_up
SELECT mem_config('short-term-memory.state-ttl.ms', 253402300799999), mem_set('z', 'far', 1) ->> 'path';
-- → 253402300799999 | far
SELECT expires_at FROM mem('z') WHERE path = 'far';
-- → 9999-12-31 23:59:59.999000
UPDATE memlog_ttl SET ms = 0;
-- ! its rows are written by memlog alone
UPDATE mem SET expires_at = '2026-07-03' WHERE key = 'z';
-- ! cannot be written
UPDATE mem SET expires_at = expires_at, value = 2 WHERE key = 'z' AND path = 'far';
SELECT mem_get('z', 'far');
-- → 2
-- A list was last written when an element was appended to it, or popped from it: by that a rule made later dates it.
SELECT mem_clock('2026-07-03 04:30:00'), mem_append('w2', 'l', 1) ->> 'path';
-- → 2026-07-03 04:30:00.000000 | l.0
SELECT mem_clock('2026-07-03 04:30:10'), mem_pop('w2', 'l'), mem_ttl('w2', 'l', 5000);
-- → 2026-07-03 04:30:10.000000 | 1 | 1
SELECT path, updated_at, expires_at FROM mem('w2');
-- → l | 2026-07-03 04:30:10.000000 | 2026-07-03 04:30:15.000000
