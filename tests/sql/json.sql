-- Fidelity of JSON: what is read is what was written, to the last bit; what cannot be kept is refused.
-- clock: 2026-07-03 04:22:36.087914

-- ---- numbers ----

-- AGT-070: reals come back bit for bit, from the state, from the event and from a rebuild.
SELECT mem_set('f', 'a', 0.1)->>'type', mem_set('f', 'b', 1e20)->>'type', mem_set('f', 'c', -0.0)->>'type',
       mem_set('f', 'd', 5e-324)->>'type', mem_set('f', 'e', 1.7976931348623157e308)->>'type',
  mem_set('f', 'f', 0.1 + 0.2)->>'type',
       mem_set('f', 'g', 1.0 / 3)->>'type', mem_set('f', 'h', 2.2250738585072014e-308)->>'type',
  mem_set('f', 'i', 1.0)->>'type',
       mem_set('f', 'j', 123456789012345680.0)->>'type', mem_set('f', 'k', 9007199254740993.0)->>'type',
  mem_set('f', 'l', 1e23)->>'type';
-- → real | real | real | real | real | real | real | real | real | real | real | real
SELECT mem_get('f', 'a'), mem_get('f', 'b'), mem_get('f', 'c'), mem_get('f', 'd'), mem_get('f', 'e'), mem_get('f', 'f');
-- → 0.1 | 1e+20 | -0.0 | 5e-324 | 1.7976931348623157e+308 | 0.30000000000000004
SELECT mem_get('f', 'g'), mem_get('f', 'h'), mem_get('f', 'i'), mem_get('f', 'j'), mem_get('f', 'k'), mem_get('f', 'l');
-- → 0.3333333333333333 | 2.2250738585072014e-308 | 1.0 | 1.2345678901234568e+17 | 9007199254740992.0 | 1e+23
-- The shortest text that reads back to the same bits, and a real remains one.
SELECT mem_get_json('f', 'a'), mem_get_json('f', 'c'), mem_get_json('f', 'd'), mem_get_json('f', 'f'),
       mem_get_json('f', 'i');
-- → '0.1' | '-0.0' | '5e-324' | '0.30000000000000004' | '1.0'
SELECT mem_get_json('f', 'e'), mem_get_json('f', 'g');
-- → '1.7976931348623157e…308' | '0.3333333333333333'
-- The same from JSON text.
SELECT mem_set_json('g', 'a', '[0.1,1e20,-0.0,5e-324,1.7976931348623157e308,1.0,1,1e2,0.10000000000000001]')->>'type';
-- → array
SELECT mem_set_json('g', 'b', mem_get_json('g', 'a'))->>'type', mem_get_json('g', 'a') = mem_get_json('g', 'b');
-- → array | 1
SELECT mem_get_json('g', 'a');
-- → [0.1,1e…20,-0.0,5e-324,1.7976931348623157e…308,1.0,1,100.0,0.1]
-- State, log and rebuild hold the same text.
SELECT mem_rebuild_at('f', '#9223372036854775807') = mem_snapshot('f'),
       mem_rebuild_at('g', '#9223372036854775807') = mem_snapshot('g');
-- → 1 | 1
SELECT group_concat(mem_pick(value, 'a') , ' ') FROM mem_event WHERE key = 'f' AND mem_touches('a', value);
-- → '0.1'

-- 1 and 1.0 stay different.
SELECT mem_set('n', 'i', 1)->>'type', mem_set('n', 'r', 1.0)->>'type', mem_get('n', 'i'), mem_get('n', 'r'),
       mem_get_json('n', 'i'),
       mem_get_json('n', 'r');
-- → integer | real | 1 | 1.0 | '1' | '1.0'
SELECT mem_set_json('n', 'both', '[1,1.0,1e0,10E-1]')->>'type', mem_get('n', 'both');
-- → array | [1,1.0,1.0,1.0]

-- AGT-061: 2^53 + 1, and the ends of 64 bits.
SELECT mem_set_json('n', 'id', '{"id":9007199254740993}')->>'type', mem_get('n', 'id'),
       mem_get('n', 'id')->>'id' = 9007199254740993;
-- → map | {"id":9007199254740993} | 1
SELECT mem_set('n', 'id', 9007199254740993)->>'type', mem_get('n', 'id'), mem_get('n', 'id') = 9007199254740993;
-- → integer | 9007199254740993 | 1
SELECT mem_set('n', 'max', 9223372036854775807)->>'type', mem_set('n', 'min', -9223372036854775807 - 1)->>'type',
       mem_get('n', 'max'), mem_get('n', 'min'), mem_get_json('n', 'max'), mem_get_json('n', 'min');
-- → integer | integer | 9223372036854775807 | -9223372036854775808 | '9223372036854775807' | '-9223372036854775808'
SELECT mem_set_json('n', 'ends', '[9223372036854775807,-9223372036854775808]')->>'type', mem_get('n', 'ends');
-- → array | [9223372036854775807,-9223372036854775808]
-- AGT-060: an integer outside 64 bits is refused, not rounded.
SELECT mem_set_json('n', 'big', '9223372036854775808');
-- ! 64 bit
SELECT mem_set_json('n', 'big', '-9223372036854775809');
-- ! 64 bit
SELECT mem_set_json('n', 'big', '{"h":340282366920938463463374607431768211456}');
-- ! 64 bit
SELECT mem_set_json('n', 'big', '[1,[2,{"h":18446744073709551616}]]');
-- ! 64 bit
SELECT mem_append_json('n', 'big', '9223372036854775808');
-- ! 64 bit
SELECT mem_set_tree('n', 'big', '{"h":9223372036854775808}');
-- ! 64 bit
-- AGT-063: infinities and NaN (which SQLite binds as NULL) are no values.
SELECT mem_set('n', 'big', 1e999);
-- ! infinit
SELECT mem_set_json('n', 'big', '1e999');
-- ! memlog:
SELECT mem_set_json('n', 'big', '[-1e999]');
-- ! memlog:
SELECT mem_set_json('n', 'big', '{"x":NaN}');
-- ! memlog:
SELECT mem_set('n', 'big', json('[1e999]'));
-- ! memlog:
SELECT mem_exists('n', 'big');
-- → 0

-- ---- names in maps ----

-- AGT-066: a name twice is refused, however it is spelt.
SELECT mem_set_json('d', 'a', '{"a":1,"a":2}');
-- ! a
-- ! duplicate
SELECT mem_set_json('d', 'a', '{"a":1,"\u0061":2}');
-- ! duplicate
SELECT mem_set_json('d', 'a', '[{"x":{"":1,"":2}}]');
-- ! duplicate
SELECT mem_set('d', 'a', json('{"a":1,"a":2}'));
-- ! duplicate
SELECT mem_set_tree('d', 'a', '{"a":1,"a":2}');
-- ! duplicate
SELECT mem_append_json('d', 'a', '{"a":1,"a":2}');
-- ! duplicate
SELECT mem_action('named', NULL, '{"a":1,"a":2}');
-- ! memlog:
SELECT mem_event_add('t', 'd', '{"a":1,"a":2}');
-- ! duplicate
SELECT mem_exists('d', 'a'), mem_set_json('d', 'ok', '{"a":1,"A":2,"a.b":3}')->>'type', mem_get('d', 'ok');
-- → 0 | map | {"a":1,"A":2,"a.b":3}

-- ---- strings ----

-- AGT-082: U+0000 inside a string survives, as JSON and as bound text; no length is lost.
SELECT mem_set_json('s', 'nul', '"x\u0000y"')->>'type', mem_get('s', 'nul'), length(CAST(mem_get('s', 'nul') AS BLOB)),
       mem_get_json('s', 'nul');
-- → text | x␀y | 3 | "x\u0000y"
SELECT mem_set('s', 'nul2', 'x' || char(0) || 'y')->>'type', mem_get('s', 'nul2'), mem_get_json('s', 'nul2'),
       mem_get('s', 'nul') = mem_get('s', 'nul2');
-- → text | x␀y | "x\u0000y" | 1
SELECT mem_set_json('s', 'deep', '{"a":["\u0000","b"]}')->>'type', mem_get('s', 'deep');
-- → map | {"a":["\u0000","b"]}
SELECT mem_set('s', 'only', char(0))->>'type', mem_get('s', 'only'), mem_rebuild_at('s', 'now') = mem_snapshot('s');
-- → text | ␀ | 1

-- AGT-085: half a surrogate pair is no character; a whole pair is.
SELECT mem_set_json('s', 'bad', '{"a":"\ud83d"}');
-- ! memlog:
SELECT mem_set_json('s', 'bad', '"\ude00"');
-- ! memlog:
SELECT mem_set_json('s', 'bad', '"\ude00\ud83d"');
-- ! memlog:
SELECT mem_set_json('s', 'bad', '"\ud83dx"');
-- ! memlog:
SELECT mem_set_json('s', 'bad', '{"\ud83d":1}');
-- ! memlog:
SELECT mem_set('s', 'bad', json('["\ud83d"]'));
-- ! memlog:
SELECT mem_set('s', 'bad', CAST(x'eda0bd' AS TEXT));
-- ! UTF-8
SELECT mem_set_json('s', 'good', '"\ud83d\ude00"')->>'type', mem_get('s', 'good'), hex(mem_get('s', 'good')),
       mem_exists('s', 'bad');
-- → text | 😀 | F09F9880 | 0

-- ---- null and missing (AGT-064) ----

SELECT mem_set_json('m', 'a', 'null')->>'type', mem_get('m', 'a'), mem_get('m', 'b'), mem_get_json('m', 'a'),
       mem_get_json('m', 'b'),
       mem_exists('m', 'a'), mem_exists('m', 'b'), mem_type('m', 'a'), mem_type('m', 'b');
-- → null | ∅ | ∅ | null | ∅ | 1 | 0 | null | ∅

-- ---- maps and arrays are opaque values ----

SELECT mem_set_json('o', 'm', '{"k":1}')->>'type', mem_exists('o', 'm.k'), mem_get('o', 'm.k'), mem_type('o', 'm.k');
-- → map | 0 | ∅ | ∅
SELECT mem_set('o', 'm.k', 2);
-- ! at m
SELECT value FROM mem_event WHERE key = 'o';
-- → {"m":{"k":1}}
-- AGT-072: a name with a dot and a path are two things, in a value and in an event.
SELECT mem_set_json('o', 'v', '{"a.b":1,"a":{"b":2}}')->>'type', mem_set('o', '"a.b"', 1)->>'path',
       mem_set('o', 'a.b', 2)->>'path';
-- → map | "a.b" | a.b
SELECT mem_snapshot('o');
-- → {"\"a.b\"":1,"a.b":2,"m":{"k":1},"v":{"a.b":1,"a":{"b":2}}}
SELECT mem_get('o', '');
-- → {"a":{"b":2},"a.b":1,"m":{"k":1},"v":{"a.b":1,"a":{"b":2}}}

-- ---- depth: 512 (SB63) ----

SELECT mem_set_json('x', 'a', replace(hex(zeroblob(512)), '00', '[') || replace(hex(zeroblob(512)), '00',
       ']'))->>'type',
       length(mem_get('x', 'a'));
-- → array | 1024
SELECT mem_set_json('x', 'b', replace(hex(zeroblob(513)), '00', '[') || replace(hex(zeroblob(513)), '00', ']'));
-- ! 512
SELECT mem_set_json('x', 'c', replace(hex(zeroblob(512)), '00', '{"a":') || '1' || replace(hex(zeroblob(512)), '00',
       '}'))->>'type';
-- → map
SELECT mem_set_json('x', 'd', replace(hex(zeroblob(513)), '00', '{"a":') || '1' || replace(hex(zeroblob(513)), '00',
       '}'));
-- ! 512
SELECT mem_set('x', 'd', json(replace(hex(zeroblob(600)), '00', '[') || replace(hex(zeroblob(600)), '00', ']')));
-- ! 512
SELECT mem_append_json('x', 'd', replace(hex(zeroblob(100000)), '00', '['));
-- ! memlog:
SELECT mem_set_json('x', 'd', replace(hex(zeroblob(100000)), '00', '[') || replace(hex(zeroblob(100000)), '00', ']'));
-- ! 512
SELECT mem_exists('x', 'b'), mem_exists('x', 'd'), length(mem_get('x', '')) > 3000;
-- → 0 | 0 | 1
-- A tree's depth is that of a path.
SELECT mem_set_tree('x', 't', replace(hex(zeroblob(127)), '00', '{"a":') || '1' || replace(hex(zeroblob(127)), '00',
       '}'));
-- → 1
SELECT mem_set_tree('x', 'u', replace(hex(zeroblob(128)), '00', '{"a":') || '1' || replace(hex(zeroblob(128)), '00',
       '}'));
-- ! 128
SELECT mem_exists('x', 'u'), mem_rebuild_at('x', 'now') = mem_snapshot('x');
-- → 0 | 1
