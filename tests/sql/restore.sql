-- mem_restore: what was is made the present, by an action like any other; what came between stays readable (AGT-037).
-- clock: 2026-07-03 04:22:36.000000
SELECT mem_set_tree('u', 'user', '{"name":"Ada","address":{"city":"London"}}'), mem_append('u', 'log', 'a')->>'path',
  mem_append('u', 'log', 'b')->>'path', mem_new_object('u', 'empty')->>'path';
-- → 2 | log.0 | log.1 | empty
-- clock: 2026-07-03 04:22:37.000000
SELECT mem_set('u', 'user.name', 'Bob')->>'path', mem_delete('u', 'user.address'), mem_append('u', 'log', 'c')->>'path',
  mem_pop('u', 'log', 'first'), mem_delete('u', 'empty'), mem_set('u', 'new.thing', 1)->>'path';
-- → user.name | 2 | log.2 | a | 1 | new.thing

-- Of all of a scope; how many nodes were not as they are now: five come back, and new, new.thing and log.2 go.
-- clock: 2026-07-03 04:22:38.000000
SELECT mem_restore('u', '2026-07-03 04:22:36');
-- → 8
SELECT mem_get('u', '');
-- → {"empty":{},"log":["a","b"],"user":{"address":{"city":"London"},"name":"Ada"}}

-- The event holds just what changed, and says what it was restored from.
SELECT value, removed, containers, meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"log.0":"a","user.address.city":"London","user.name":"Ada"} | ["log.2","new"] | {"empty":"object"} | {"restored":{"position":1783052556000003,"time":"2026-07-03 04:22:36.000000","path":""}}

-- A list gives no index away twice.
SELECT mem_append('u', 'log', 'd')->>'path';
-- → log.3

-- History stays, and what was restored can be taken back.
SELECT mem_rebuild_at('u', '2026-07-03 04:22:37');
-- → {"log.1":"b","log.2":"c","new.thing":1,"user.name":"Bob"}
SELECT mem_restore('u', '2026-07-03 04:22:37'), mem_get('u', '');
-- → 9 | {"log":["b","c"],"new":{"thing":1},"user":{"name":"Bob"}}
SELECT path, change, before, after FROM mem_history('u', 'user.name');
-- → user.name | set | ∅ | "Ada"
-- → user.name | set | "Ada" | "Bob"
-- → user.name | set | "Bob" | "Ada"
-- → user.name | set | "Ada" | "Bob"

-- Where nothing differs nothing is written, and there is no event.
SELECT count(*) FROM mem_event;
-- → 13
SELECT mem_restore('u', 'now'), mem_restore('u', '#last'), mem_restore('u', '2026-07-03 04:22:37', 'user'), (SELECT count(*) FROM mem_event);
-- → 0 | 0 | 0 | 13

-- Of a subtree: the rest stays. Parents that are missing are made, and not counted.
SELECT mem_delete('u', 'user'), mem_restore('u', '2026-07-03 04:22:36', 'user.address.city'), mem_get('u', '');
-- → 2 | 1 | {"log":["b","c"],"new":{"thing":1},"user":{"address":{"city":"London"}}}
SELECT value, removed, containers, meta->>'$.restored.path' FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"user.address.city":"London"} | ∅ | ∅ | user.address.city
SELECT mem_restore('u', '#1783052556000000', 'user'), mem_get('u', 'user');
-- → 1 | {"address":{"city":"London"},"name":"Ada"}

-- What was not there then goes; also as a reference, and with a scope.
SELECT mem_restore('u', '2026-07-03 04:22:36', mem_ref('u', 'new')), mem_exists('u', 'new'), mem_restore('u', '#last', '', 'sensory');
-- → 2 | 0 | 0
SELECT mem_set('u', 'a', 1, 'sensory')->>'path', mem_restore('u', '2026-07-03 04:22:36', '', 'sensory'), mem_exists('u', 'a', 'sensory');
-- → a | 1 | 0
SELECT type, removed, meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → _sensory_write_event | ["a"] | {"restored":{"position":1783052556000003,"time":"2026-07-03 04:22:36.000000","path":""}}

-- Before its first event a key had nothing.
SELECT mem_restore('u', '2020-01-01'), mem_get('u', ''), (SELECT removed FROM mem_event ORDER BY seq DESC LIMIT 1);
-- → 7 | {} | ["log","user"]
SELECT meta FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"restored":{"position":0,"path":""}}
SELECT mem_restore('nobody', '2020-01-01'), mem_restore('nobody', 'now', 'a.b');
-- → 0 | 0

-- An event is named by its id, too.
SELECT mem_restore('u', (SELECT id FROM mem_event WHERE key = 'u' ORDER BY seq LIMIT 1)), mem_get('u', '');
-- → 4 | {"user":{"address":{"city":"London"},"name":"Ada"}}

-- Kinds that have changed since: what stands there goes first.
SELECT mem_set('k', 'a', 1)->>'path', mem_append('k', 'b', 1)->>'path', mem_new_object('k', 'c.d')->>'path', mem_set('k', 'e', 1)->>'path';
-- → a | b.0 | c.d | e
SELECT mem_new_object('k', 'a', 1)->>'type', mem_delete('k', 'b'), mem_delete('k', 'c'), mem_delete('k', 'e');
-- → object | 2 | 2 | 1
SELECT mem_set('k', 'a.x', 1)->>'path', mem_set('k', 'b', 1)->>'path', mem_append('k', 'c', 1)->>'path', mem_set('k', 'e.f', 1)->>'path';
-- → a.x | b | c.0 | e.f
SELECT mem_restore('k', (SELECT '#' || seq FROM mem_event WHERE key = 'k' ORDER BY seq LIMIT 1 OFFSET 3)), mem_get('k', '');
-- → 9 | {"a":1,"b":[1],"c":{"d":{}},"e":1}
SELECT value, removed, containers FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"a":1,"b.0":1,"e":1} | ["a","b","c","e"] | {"b":"list","c.d":"object"}
SELECT mem_restore('k', (SELECT '#' || seq FROM mem_event WHERE key = 'k' ORDER BY seq DESC LIMIT 1 OFFSET 1)), mem_get('k', '');
-- → 9 | {"a":{"x":1},"b":1,"c":[1],"e":{"f":1}}

-- Above a path something else may stand by now: an error, which changes nothing.
SELECT mem_restore('k', (SELECT '#' || seq FROM mem_event WHERE key = 'k' ORDER BY seq LIMIT 1 OFFSET 3), 'b.0');
-- ! memlog: path b.0 of key k: a value stands above it, at b
SELECT mem_restore('k', (SELECT '#' || seq FROM mem_event WHERE key = 'k' ORDER BY seq LIMIT 1 OFFSET 3), 'c.d');
-- ! memlog: path c.d of key k: new elements of a list come by mem_append only; the list is c
SELECT mem_set_tree('k2', 'l', '{"0":{"a":1}}'), mem_delete('k2', 'l'), mem_append('k2', 'l', 5)->>'path';
-- → 1 | 3 | l.0
SELECT mem_restore('k2', (SELECT '#' || seq FROM mem_event WHERE key = 'k2' ORDER BY seq LIMIT 1), 'l.0');
-- ! memlog: path l.0 of key k2: it was an object or a list, and is an element of a list
SELECT mem_get('k', ''), mem_get('k2', '');
-- → {"a":{"x":1},"b":1,"c":[1],"e":{"f":1}} | {"l":[5]}

-- A list that lives on keeps the highest of both indexes, also where its elements are the same.
SELECT mem_append('l', 'a', 0)->>'path', mem_append('l', 'a', 1)->>'path', mem_append('l', 'a', 2)->>'path', mem_pop('l', 'a');
-- → a.0 | a.1 | a.2 | 2
SELECT mem_delete('l', 'a'), mem_append('l', 'a', 0)->>'path', mem_append('l', 'a', 1)->>'path';
-- → 3 | a.0 | a.1
SELECT mem_restore('l', (SELECT '#' || seq FROM mem_event WHERE key = 'l' ORDER BY seq LIMIT 1 OFFSET 3)), mem_append('l', 'a', 3)->>'path';
-- → 1 | a.3
SELECT value, removed, containers FROM mem_event WHERE key = 'l' ORDER BY seq DESC LIMIT 1 OFFSET 1;
-- → {} | ["a.2"] | ∅
SELECT mem_pop('l', 'a', 'first'), mem_pop('l', 'a', 'first'), mem_length('l', 'a');
-- → 0 | 1 | 1
SELECT mem_restore('l', (SELECT '#' || seq FROM mem_event WHERE key = 'l' ORDER BY seq LIMIT 1 OFFSET 1)), mem_pop('l', 'a', 'first'), mem_pop('l', 'a', 'first'), mem_append('l', 'a', 4)->>'path';
-- → 3 | 0 | 1 | a.4

-- Bad arguments.
SELECT mem_restore('u', NULL);
-- ! memlog: moment: it is NULL
SELECT mem_restore('u', 'yesterday');
-- ! memlog: moment yesterday
SELECT mem_restore('u', '00000000-0000-8000-8000-000000000000');
-- ! there is no such event in this file
SELECT mem_restore('u', 'now', 'a..b');
-- ! a..b
SELECT mem_restore('u', 'now', '', 'long_term');
-- ! memlog: mem_restore: scope long_term
SELECT mem_restore('', 'now');
-- ! memlog: mem_restore: the key is empty

-- What is restored keeps to the limits of today (AGT-087).
SELECT mem_set('big', 'a', 'a long enough text')->>'path', mem_set('big', 'b', 1)->>'path', mem_delete('big', '');
-- → a | b | 2
SELECT mem_config('memory.max-value-bytes', 10);
-- → 10
SELECT mem_restore('big', (SELECT '#' || seq FROM mem_event WHERE key = 'big' ORDER BY seq LIMIT 1 OFFSET 1));
-- ! memlog: path a of key big: the value has 20 bytes, memory.max-value-bytes is 10
SELECT mem_get('big', ''), mem_restore('big', (SELECT '#' || seq FROM mem_event WHERE key = 'big' ORDER BY seq LIMIT 1 OFFSET 1), 'b');
-- → {} | 1
SELECT mem_config('memory.max-value-bytes', NULL);
-- → 16777216
