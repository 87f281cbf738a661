-- Rules that limit lists hold for what is added: what is restored or copied is as it was, until something is added.
-- clock: 2026-07-03 04:00:00
SELECT mem_append('u', 'l', 'a')->>'path', mem_append('u', 'l', 'b')->>'path', mem_append('u', 'l', 'c')->>'path', mem_append('u', 'l', 'd')->>'path';
-- → l.0 | l.1 | l.2 | l.3
-- clock: 2026-07-03 04:00:01
SELECT mem_retain('*', 'l', '{"max_count":2,"policy":"drop_oldest"}') IS NOT NULL;
-- → 1
SELECT mem_append('u', 'l', 'e')->>'path', mem_get('u', 'l');
-- → l.4 | ["d","e"]
SELECT mem_restore('u', '2026-07-03 04:00:00'), mem_get('u', 'l'), mem_length('u', 'l');
-- → 4 | ["a","b","c","d"] | 4
SELECT mem_copy('u', 'v'), mem_get('v', 'l');
-- → 5 | ["a","b","c","d"]
SELECT mem_append('u', 'l', 'f')->>'path', mem_append('v', 'l', 'f')->>'path', mem_get('u', 'l'), mem_get('v', 'l');
-- → l.5 | l.5 | ["d","f"] | ["d","f"]
SELECT key, value, removed FROM mem_event ORDER BY seq DESC LIMIT 2;
-- → v | {"l.5":"f"} | ["l.0","l.1","l.2"]
-- → u | {"l.5":"f"} | ["l.0","l.1","l.2"]
SELECT mem_restore('u', '2026-07-03 04:00:00', 'l'), mem_pop('u', 'l', 'first'), mem_pop('u', 'l'), mem_append('u', 'l', 'g')->>'path', mem_get('u', 'l');
-- → 4 | a | d | l.6 | ["c","g"]
