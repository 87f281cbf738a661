-- mem_retain: what it takes, and what it refuses.
SELECT mem_retain('', 'l', '{"max_count":1}');
-- ! mem_retain
-- ! empty
SELECT mem_retain(NULL, 'l', '{"max_count":1}');
-- ! pattern of keys
SELECT mem_retain(5, 'l', '{"max_count":1}');
-- ! pattern of keys
SELECT mem_retain('k[ab', 'l', '{"max_count":1}');
-- ! k[ab
SELECT mem_retain('k[', 'l', '{"max_count":1}');
-- ! k[
SELECT mem_retain('k[^]', 'l', '{"max_count":1}');
-- ! k[^]
SELECT mem_retain('a' || char(0), 'l', '{"max_count":1}');
-- ! NUL
SELECT mem_retain('*', '', '{"max_count":1}');
-- ! root
SELECT mem_retain('*', 'a..b', '{"max_count":1}');
-- ! a..b
SELECT mem_retain('*', NULL, '{"max_count":1}');
-- ! path
SELECT mem_retain('*', 'l', 5);
-- ! rule
SELECT mem_retain('*', 'l', 'no json');
-- ! rule
SELECT mem_retain('*', 'l', '[1]');
-- ! map
SELECT mem_retain('*', 'l', '{}');
-- ! max_count
SELECT mem_retain('*', 'l', '{"policy":"drop_oldest"}');
-- ! max_count
SELECT mem_retain('*', 'l', '{"max_count":0}');
-- ! max_count
SELECT mem_retain('*', 'l', '{"max_count":-1}');
-- ! max_count
SELECT mem_retain('*', 'l', '{"max_count":1.5}');
-- ! max_count
SELECT mem_retain('*', 'l', '{"max_bytes":"5"}');
-- ! max_bytes
SELECT mem_retain('*', 'l', '{"max_tokens":null}');
-- ! max_tokens
SELECT mem_retain('*', 'l', '{"max_tokens":9223372036854775808}');
-- ! 64
SELECT mem_retain('*', 'l', '{"max_count":1,"max_size":1}');
-- ! max_size
SELECT mem_retain('*', 'l', '{"max_count":1,"max_count":2}');
-- ! max_count
SELECT mem_retain('*', 'l', '{"max_count":1,"policy":"drop_newest"}');
-- ! policy
-- ! drop_least_recently_used
SELECT mem_retain('*', 'l', '{"max_count":1,"policy":1}');
-- ! policy
SELECT mem_retain('*', 'l', '{"max_count":1,"policy":"move_to_long_term","set":1}');
-- ! member set of the rule: it must be text
SELECT mem_retain('*', 'l', '{"max_count":2,"policy":"aggregate"}');
-- ! function
SELECT mem_retain('*', 'l', '{"max_count":1,"policy":"aggregate","function":"json"}');
-- ! max_count
SELECT mem_retain('*', 'l', '{"max_count":2,"function":"json"}');
-- ! function
SELECT mem_retain('*', 'l', '{"max_count":2,"policy":"aggregate","function":"a(b"}');
-- ! function
SELECT mem_retain('*', 'l', '{"max_count":2,"policy":"aggregate","function":""}');
-- ! function
SELECT mem_retain('*', 'l', '{"max_count":2,"policy":"aggregate","function":"9a"}');
-- ! function
SELECT mem_retain('*', 'l', '{"max_count":2,"policy":"aggregate","function":"Mem_get"}');
-- ! one of memlog
SELECT mem_retain('*', 'l', '{"max_count":2,"policy":"aggregate","function":"memlog_record"}');
-- ! one of memlog
SELECT mem_retain('*', 'l', '{"max_count":1,"scope":"long_term"}');
-- ! scope
SELECT mem_retain('*', 'l', '{"max_count":1}', 'long_term');
-- ! scope
SELECT mem_retain('*', 'l', '{"max_count":1,"scope":"sensory"}', 'short_term');
-- ! scope
SELECT mem_config('tokens.count-function', 'no name');
-- ! tokens.count-function
SELECT mem_config('tokens.count-function', 'mem_get');
-- ! tokens.count-function
-- Nothing was stored.
SELECT count(*) FROM mem_retain;
-- → 0
SELECT name, value, effective, "default" FROM mem_config WHERE name = 'tokens.count-function';
-- → tokens.count-function | ∅ | ∅ | ∅
-- One spelling of a path, of a rule.
SELECT mem_retain('[]a]*[^]]?', '"a".b', ' { "policy" : "drop_oldest", "max_bytes":10,"max_count": 7 , "max_tokens" :1}'),
       mem_retain('*', 'l', '{"max_count":2,"policy":"aggregate","function":"json","scope":"short_term"}', 'short_term');
-- → {"max_count":7,"max_bytes":10,"max_tokens":1,"policy":"drop_oldest"} | {"max_count":2,"policy":"aggregate","function":"json"}
SELECT key_glob, path, scope, rule, max_count, max_bytes, max_tokens, policy, function FROM mem_retain;
-- → * | l | short_term | {"max_count":2,"policy":"aggregate","function":"json"} | 2 | ∅ | ∅ | aggregate | json
-- → []a]*[^]]? | a.b | short_term | {"max_count":7,"max_bytes":10,"max_tokens":1,"policy":"drop_oldest"} | 7 | 10 | 1 | drop_oldest | ∅
SELECT mem_retain('*', 'l', '{"max_count":9}'), count(*) FROM mem_retain;
-- → {"max_count":9,"policy":"drop_oldest"} | 2
-- The table is read only.
INSERT INTO mem_retain(key_glob) VALUES('x');
-- ! mem_retain
-- It reconfigures: not from triggers and views, not in a listener.
CREATE VIEW v AS SELECT mem_retain('*', 'l', NULL);
SELECT * FROM v;
-- ! unsafe use of mem_retain
-- Rolled back like everything else.
BEGIN;
SELECT mem_retain('*', 'l', '{"max_count":1}'), mem_append('k', 'l', 1)->>'path', mem_append('k', 'l', 2)->>'path',
       mem_length('k', 'l');
-- → {"max_count":1,"policy":"drop_oldest"} | l.0 | l.1 | 1
ROLLBACK;
SELECT max_count FROM mem_retain WHERE path = 'l';
-- → 9
SELECT mem_append('k', 'l', 1)->>'path', mem_append('k', 'l', 2)->>'path', mem_length('k', 'l');
-- → l.0 | l.1 | 2
