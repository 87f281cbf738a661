-- Long-term memory while its events are off: rows of the quiet log tell, in their turn.
-- clock: 2026-07-03 04:22:36.087914
BEGIN;
SELECT mem_item_put('u', 's', 'a', 1), mem_config('memory.generate-event.long-term-update', 0), mem_item_put('u', 's', 'a', 2), mem_item_put('v', 's', 'b', 3);
-- → a | false | a | b
SELECT mem_item_add('v', 's', 3), mem_item_remove('v', 'none');
-- → b | 0
COMMIT;
SELECT key, value, removed, observed FROM mem_journal;
-- → u | {"s.a":2} | ∅ | 1
-- → v | {"s.b":3} | ∅ | 0
SELECT id, version, begin_seq = end_seq FROM mem_items('u', 's', '{"versions":true}');
-- → a | 1 | 1
-- → a | 2 | ∅
-- A gap of another scope is none of its.
SELECT mem_config('memory.generate-event.short-term-write', 0), mem_set('u', 'x', 1) ->> 'path';
-- → false | x
SELECT mem_item_put('u', 's', 'a', 4), mem_item_put('u', 's', 'a', 4), mem_item_remove('u', 's'), mem_item_remove('u', 's');
-- → a | a | 1 | 0
SELECT type, value, removed FROM mem_journal WHERE key = 'u' AND NOT observed;
-- → _short_term_gap | ∅ | ∅
-- → _long_term_update_event | {"s.a":4} | ∅
-- → _long_term_update_event | {} | ["s"]
SELECT j.seq - (SELECT min(seq) FROM mem_journal) AS n, i.content FROM mem_journal AS j JOIN mem_items('u', 's', json_object('as_of', '#' || j.seq)) AS i;
-- → 0 | 2
-- → 1 | 2
-- → 2 | 2
-- → 3 | 4
