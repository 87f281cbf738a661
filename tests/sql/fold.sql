-- Folding: what several operations on one key become in one event, and that it can be applied again.
-- clock: 2026-07-03 04:22:36.087914

-- Same path twice: the last value, at its first position. Different paths coexist.
BEGIN;
SELECT mem_set('a', 'a', 1), mem_set('a', 'b', 2), mem_set('a', 'a', 3);
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'a';
-- → {"a":3,"b":2} | ∅ | ∅

-- mem_new_object is null in value, and containers says what it is: it is never taken for a null.
BEGIN;
SELECT mem_new_object('b', 'o'), mem_set('b', 'n', NULL), mem_append('b', 'l', 1);
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'b';
-- → {"o":null,"n":null,"l.0":1} | ∅ | {"o":"object"…}
SELECT mem_get('b', ''), mem_rebuild_at('b', 'now');
-- → {"l":[1],"n":null,"o":{}} | {"l.0":1,"n":null}

-- Parents made on the way are not listed while a value under them says so.
SELECT mem_set('c', 'x.y.z', 1)->>'path';
-- → x.y.z
SELECT value, removed, containers FROM mem_event WHERE key = 'c';
-- → {"x.y.z":1} | ∅ | ∅

-- A delete drops what was written at and under its path, and stands in removed; what it leaves empty is listed.
BEGIN;
SELECT mem_set('d', 'a.b.c', 1), mem_delete('d', 'a.b');
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'd';
-- → {} | ["a.b"] | {"a":"object"}
SELECT mem_get('d', ''), (SELECT group_concat(path || ' ' || type) FROM mem('d', '#last'));
-- → {"a":{}} | a object

-- It drops removals under its path, too.
SELECT mem_set_tree('e', 'p', '{"q":{"r":1,"s":2},"t":3}');
-- → 3
BEGIN;
SELECT mem_delete('e', 'p.q.r'), mem_delete('e', 'p.q.s'), mem_delete('e', 'p.t'), mem_delete('e', 'p.q');
-- → 1 | 1 | 1 | 1
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'e' ORDER BY seq DESC LIMIT 1;
-- → {} | ["p.t","p.q"] | ∅
SELECT mem_get('e', ''), mem_rebuild_at('e', 'now');
-- → {"p":{}} | {}

-- Deleted and written again: removed, then the value.
BEGIN;
SELECT mem_set('f', 'a.b', 1), mem_delete('f', 'a'), mem_set('f', 'a', 2), mem_delete('f', 'zz');
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'f';
-- → {"a":2} | ["a"] | ∅

-- A value that becomes an object, and one that becomes a value again.
BEGIN;
SELECT mem_set('g', 'v', 1), mem_new_object('g', 'v', 1), mem_set('g', 'v.k', 'x');
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'g';
-- → {"v":null,"v.k":"x"} | ∅ | {"v":"object"}
SELECT mem_get('g', ''), mem_rebuild_at('g', 'now');
-- → {"v":{"k":"x"}} | {"v.k":"x"}
BEGIN;
SELECT mem_new_object('g', 'w'), mem_delete('g', 'w'), mem_set('g', 'w', 5);
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'g' ORDER BY seq DESC LIMIT 1;
-- → {"w":5} | ["w"] | ∅
-- In a later action, too: the event alone must say that a value is now an object.
SELECT mem_new_object('g', 'w', 1)->>'type', mem_set('g', 'w.z', 1)->>'path';
-- → object | w.z
SELECT value, removed, containers FROM mem_event WHERE key = 'g' ORDER BY seq DESC LIMIT 2;
-- → {"w.z":1} | ∅ | ∅
-- → {"w":null} | ∅ | {"w":"object"}
SELECT mem_rebuild_at('g', 'now') = mem_snapshot('g');
-- → 1

-- On an object that exists: kept, with its children, in the event and when it is applied.
BEGIN;
SELECT mem_set('h', 'a.b', 1), mem_new_object('h', 'a'), mem_new_object('h', 'a', 1);
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'h';
-- → {"a.b":1,"a":null} | ∅ | {"a":"object"}
SELECT mem_rebuild_at('h', 'now');
-- → {"a.b":1}
SELECT mem_new_object('h', 'a')->>'type', mem_rebuild_at('h', 'now');
-- → object | {"a.b":1}

-- The root deleted: everything, and what comes after stands.
BEGIN;
SELECT mem_set('i', 'a', 1), mem_delete('i', ''), mem_set('i', 'b', 2);
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'i';
-- → {"b":2} | [""] | ∅
SELECT mem_delete('i', ''), (SELECT removed FROM mem_event WHERE key = 'i' ORDER BY seq DESC LIMIT 1),
       mem_rebuild_at('i', 'now');
-- → 1 | [""] | {}

-- Written and deleted in one action: an event all the same, because the deletion is part of the past.
BEGIN;
SELECT mem_set('j', 'a', 1), mem_delete('j', 'a');
COMMIT;
SELECT type, value, removed, containers FROM mem_event WHERE key = 'j';
-- → _short_term_write_event | {} | ["a"] | ∅

-- Lists: the element that was popped is remembered, so that its index is not used again after a rebuild.
BEGIN;
SELECT mem_append('k', 'l', 'a'), mem_append('k', 'l', 'b'), mem_pop('k', 'l'), mem_pop('k', 'l');
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'k';
-- → {} | ["l.1","l.0"] | {"l":"list"}
SELECT mem_append('k', 'l', 'c')->>'path', mem_rebuild_at('k', 'now');
-- → l.2 | {"l.2":"c"}
BEGIN;
SELECT mem_delete('k', 'l'), mem_append('k', 'l', 'd')->>'path';
-- → 2 | l.0
COMMIT;
SELECT value, removed, containers FROM mem_event WHERE key = 'k' ORDER BY seq DESC LIMIT 1;
-- → {"l.0":"d"} | ["l"] | {"l":"list"}
-- An object where the list was, in one action.
BEGIN;
SELECT mem_delete('k', 'l'), mem_set('k', 'l.x', 1)->>'path';
-- → 2 | l.x
COMMIT;
SELECT mem_get('k', ''), mem_rebuild_at('k', 'now');
-- → {"l":{"x":1}} | {"l.x":1}
BEGIN;
SELECT mem_delete('k', 'l'), mem_append('k', 'l', 'e')->>'path', mem_delete('k', 'l'),
       mem_new_object('k', 'l')->>'type';
-- → 2 | l.0 | 2 | object
COMMIT;
SELECT mem_get('k', ''), (SELECT group_concat(path || ' ' || type) FROM mem('k', '#last'));
-- → {"l":{}} | l object

-- Both scopes of a key, each its own event, sensory first.
BEGIN;
SELECT mem_set('m', 'a', 1), mem_set('m', 'a', 2, 'sensory'), mem_delete('m', 'a');
COMMIT;
SELECT type, value, removed FROM mem_event WHERE key = 'm' ORDER BY seq;
-- → _sensory_write_event | {"a":2} | ∅
-- → _short_term_write_event | {} | ["a"]

-- A map that is a value is never taken apart.
SELECT mem_set_json('n', 'a', '{"b.c":1,"d":{"e":2}}')->>'type', (SELECT value FROM mem_event WHERE key = 'n');
-- → map | {"a":{"b.c":1,"d":{"e":2}}}

-- Names that need quotes: dotted and quoted in the event, as everywhere.
SELECT mem_set('o', '"x.y"."z"""', 1)->>'path', (SELECT value FROM mem_event WHERE key = 'o');
-- → "x.y"."z""" | {"\"x.y\".\"z\"\"\"":1}
SELECT mem_delete('o', '"x.y"'), (SELECT removed FROM mem_event WHERE key = 'o' ORDER BY seq DESC LIMIT 1);
-- → 2 | ["\"x.y\""]

-- Reads are folded the same way: the last value returned, at its first place.
SELECT mem_config('memory.generate-event.short-term-read', 1);
BEGIN;
SELECT mem_set('p', 'a', 1), mem_set('p', 'b', 2), mem_get('p', 'a'), mem_get('p', 'b'), mem_set('p', 'a', 3),
       mem_get('p', 'a');
COMMIT;
SELECT type, value FROM mem_event WHERE key = 'p' ORDER BY seq;
-- → _short_term_write_event | {"a":3,"b":2}
-- → _short_term_read_event | {"a":3,"b":2}
