-- Lists that lose what was not used for longest.
-- clock: 2026-07-03 04:00:00
SELECT mem_retain('*', 'l', '{"max_count":3,"policy":"drop_least_recently_used"}') ->> 'policy';
-- → drop_least_recently_used
BEGIN;
SELECT mem_append('k', 'l', 'a')->>'path', mem_append('k', 'l', 'b')->>'path', mem_append('k', 'l', 'c')->>'path',
       mem_append('k', 'o', 1)->>'path';
-- → l.0 | l.1 | l.2 | o.0
COMMIT;
-- Never read: when it was written.
-- clock: 2026-07-03 04:00:01
SELECT mem_append('k', 'l', 'd')->>'path', mem_get('k', 'l.1'), mem_get('k', 'o.0');
-- → l.3 | b | 1
SELECT mem_get_json('k', 'nothing'), mem_exists('k', 'l.2'), mem_type('k', 'l.2'), mem_length('k', 'l'),
       mem_field_names('k', 'l');
-- → ∅ | 1 | text | 3 | ["1","2","3"]
SELECT path, value FROM mem WHERE key = 'k' AND path = 'l.2';
-- → l.2 | c
-- clock: 2026-07-03 04:00:02
SELECT mem_append('k', 'l', 'e')->>'path', mem_field_names('k', 'l');
-- → l.4 | ["1","3","4"]
SELECT key, path, at / 1000 - unixepoch('2026-07-03 04:00:00') FROM memlog_used;
-- → k | l.1 | 1
-- A write is a use. Of equally old ones the first goes.
-- clock: 2026-07-03 04:00:03
SELECT mem_set('k', 'l.1', 'B')->>'path', mem_append('k', 'l', 'f')->>'path', mem_field_names('k', 'l');
-- → l.1 | l.5 | ["1","4","5"]
-- clock: 2026-07-03 04:00:04
SELECT mem_resolve(mem_ref('k', 'l.4'));
-- → e
-- clock: 2026-07-03 04:00:05
SELECT mem_recent('k', 'l', 1), mem_append('k', 'l', 'g')->>'path', mem_field_names('k', 'l');
-- → ["f"] | l.6 | ["4","5","6"]
-- clock: 2026-07-03 04:00:06
SELECT mem_append('k', 'l', 'h')->>'path', mem_field_names('k', 'l');
-- → l.7 | ["5","6","7"]
-- Rows go with their elements; others' reads note nothing.
SELECT path FROM memlog_used;
-- → l.5
-- clock: 2026-07-03 04:00:07
SELECT mem_observer(1), mem_get('k', 'l.6'), mem_observer(0);
-- → 1 | g | 0
SELECT path FROM memlog_used;
-- → l.5
-- connection: R, read only
SELECT mem_get('k', 'l.6');
-- → g
-- connection: A
SELECT mem_fields('k', ''), mem_get('k', '') ->> '$.o';
-- → {"l":{"key":"k","scope":"short_term","path":"l","type":"list"},"o":{"key":"k","scope":"short_term","path":"o","type":"list"}} | [1]
SELECT path, at / 1000 - unixepoch('2026-07-03 04:00:00') FROM memlog_used;
-- → l.5 | 7
-- → l.6 | 7
-- → l.7 | 7
SELECT mem_fields('k', 'l'), mem_pop('k', 'l', 'first');
-- → {"5":"f","6":"g","7":"h"} | f
SELECT path FROM memlog_used;
-- → l.6
-- → l.7
BEGIN;
SELECT mem_delete('k', 'l'), mem_append('k', 'l', 'new')->>'path';
-- → 3 | l.0
SELECT count(*) FROM memlog_used;
-- → 0
ROLLBACK;
SELECT path FROM memlog_used;
-- → l.6
-- → l.7
SELECT mem_delete('k', '');
-- → 5
SELECT count(*) FROM memlog_used;
-- → 0
-- Limits of bytes. The element just written stays, even if the clock went back.
SELECT mem_retain('*', 'b', '{"max_bytes":6,"policy":"drop_least_recently_used"}') ->> 'policy';
-- → drop_least_recently_used
SELECT mem_append('k', 'b', 11)->>'path', mem_append('k', 'b', 22)->>'path', mem_append('k', 'b', 33)->>'path',
       mem_get('k', 'b');
-- → b.0 | b.1 | b.2 | [11,22,33]
-- clock: 2026-07-03 03:00:00
SELECT mem_append('k', 'b', 44)->>'path', mem_set('k', 'b.3', 4444)->>'path', mem_get('k', 'b');
-- → b.3 | b.3 | [33,4444]
SELECT mem_snapshot('k') = mem_rebuild_at('k', '#last'), removed FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → 1 | ["b.1"]
-- Nothing is noted once the rule is gone.
SELECT mem_retain('*', 'l', NULL), mem_retain('*', 'b', NULL), mem_append('k', 'l', 1)->>'path', mem_get('k', 'l'),
       (SELECT count(*) FROM memlog_used WHERE path GLOB 'l*');
-- → 1 | 1 | l.0 | [1] | 0
