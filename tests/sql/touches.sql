-- mem_touches and mem_pick: what an event's columns say about a path. Pure: usable anywhere, before anything is
-- installed.

-- ---- mem_touches: the path or anything under it is named, in a map or an array ----

SELECT mem_touches('user', '{"user":1}'), mem_touches('user', '{"user.name":1}'), mem_touches('user', '{"users":1}'),
       mem_touches('user', '{"use":1}'),
       mem_touches('user.name', '{"user":1}'), mem_touches('user', '{}'), mem_touches('user', '{"a":{"user":1}}');
-- → 1 | 1 | 0 | 0 | 0 | 0 | 0
SELECT mem_touches('user', '["user"]'), mem_touches('user', '["user.x.y"]'),
       mem_touches('user', '["other","user.id"]'), mem_touches('user', '[]'), mem_touches('user', '["users","a.user"]');
-- → 1 | 1 | 1 | 0 | 0
-- Several maps or arrays; NULL is none.
SELECT mem_touches('a', NULL), mem_touches('a', NULL, NULL), mem_touches('a', '{"b":1}', '["a"]'),
       mem_touches('a', NULL, '["a.b"]', '{}'), mem_touches('a', '{"b":1}', '["c"]', '{"d":"object"}');
-- → 0 | 0 | 1 | 1 | 0
-- The root: anything at all.
SELECT mem_touches('', '{"x":1}'), mem_touches('', '[""]'), mem_touches('', '{}', NULL);
-- → 1 | 1 | 0
-- Quoted names, and names that only look alike.
SELECT mem_touches('a', '{"\"a.b\"":1}'), mem_touches('"a.b"', '{"\"a.b\"":1}'), mem_touches('a.b', '{"\"a.b\"":1}'),
       mem_touches('"a"', '{"a.b":1}'), mem_touches('a', '{"a!":1,"a-b":2,"ab":3}'),
       mem_touches('"a.b"', '["\"a.b\".\"c\""]');
-- → 0 | 1 | 0 | 1 | 0 | 1
-- Escapes in the JSON are the characters they stand for.
SELECT mem_touches('é', '{"\u00e9.x":1}'), mem_touches('a', '{"\u0061":1}'), mem_touches('a/b', '["a\/b"]');
-- → 1 | 1 | 1
-- Not JSON, not a path.
SELECT mem_touches('a', 'x');
-- ! mem_touches
SELECT mem_touches('a', '{"a":');
-- ! mem_touches
SELECT mem_touches('a');
-- ! mem_touches
SELECT mem_touches();
-- ! mem_touches
SELECT mem_touches(NULL, '{}');
-- ! path
SELECT mem_touches('a..b', '{}');
-- ! a..b

-- ---- mem_pick: the value in a dotted map, as mem_get would return it ----

SELECT mem_pick('{"a.b":1,"c":"x","d":null,"e":[1,2],"f":1.0,"g":true}', 'a.b'), mem_pick('{"c":"x"}', 'c'),
       mem_pick('{"d":null}', 'd'), mem_pick('{"e":[1,2]}', 'e'),
       mem_pick('{"f":1.0}', 'f'), mem_pick('{"g":true}', 'g'), mem_pick('{"a.b":1}', 'a'),
  mem_pick('{"a":{"b":1}}', 'a.b'), mem_pick(NULL, 'a');
-- → 1 | x | ∅ | [1,2] | 1.0 | 1 | ∅ | ∅ | ∅
SELECT mem_pick('{"\"a.b\".c":7}', '"a.b"."c"'), mem_pick('{"x":"a\u0000b"}', 'x'), mem_pick('{"\u0061":5}', 'a'),
       json_array(mem_pick('{"e":[1,2]}', 'e'));
-- → 7 | a␀b | 5 | [[1,2]]
SELECT mem_pick('{"a":9007199254740993}', 'a'), mem_pick('{"a":0.1}', 'a');
-- → 9007199254740993 | 0.1
SELECT mem_pick('{', 'a');
-- ! mem_pick
SELECT mem_pick('{}', NULL);
-- ! path
SELECT mem_pick('{}', 'a.');
-- ! a.

-- ---- in views, indexes, triggers, and with trusted_schema off ----

CREATE TABLE log(value TEXT);
CREATE INDEX picked ON log(mem_pick(value, 'n'));
CREATE VIEW touched AS SELECT mem_touches('a', value) AS t, mem_pick(value, 'n') AS n,
  mem_path('a', 'b.c') AS p FROM log;
CREATE TABLE seen(n);
CREATE TRIGGER see AFTER INSERT ON log WHEN mem_touches('n', NEW.value) BEGIN
  INSERT INTO seen VALUES (mem_pick(NEW.value, 'n'));
END;
-- dbconfig: trusted_schema off
INSERT INTO log VALUES ('{"a.x":1,"n":5}'), ('{"b":1}');
SELECT * FROM touched;
-- → 1 | 5 | a."b.c"
-- → 0 | ∅ | a."b.c"
SELECT * FROM seen;
-- → 5
SELECT value FROM log WHERE mem_pick(value, 'n') = 5;
-- → {"a.x":1,"n":5}
-- The index needs the extension, so it goes before the file is looked at without.
DROP INDEX picked;
