-- Lists limited by bytes and tokens, and functions of the host's that count and aggregate.
-- clock: 2026-07-03 04:22:36.087914
SELECT mem_retain('*', 'b', '{"max_bytes":10}') ->> 'policy';
-- → drop_oldest
-- The bytes of the elements' JSON: "abc" has 5.
SELECT mem_append('k', 'b', 'abc')->>'path', mem_append('k', 'b', 'def')->>'path', mem_append('k', 'b', 7)->>'path',
       mem_get('k', 'b');
-- → b.0 | b.1 | b.2 | ["def",7]
SELECT mem_append('k', 'b', '12345678')->>'path', mem_get('k', 'b');
-- → b.3 | ["12345678"]
SELECT mem_append('k', 'b', '123456789');
-- ! list b of key k
-- ! 11 bytes
-- ! allows 10
SELECT mem_get('k', 'b'), mem_pop('k', 'b'), mem_append('k', 'b', 1)->>'path', mem_append('k', 'b', 23)->>'path',
       mem_append('k', 'b', 456)->>'path', mem_append('k', 'b', 789)->>'path', mem_get('k', 'b');
-- → ["12345678"] | '12345678' | b.4 | b.5 | b.6 | b.7 | [1,23,456,789]
-- An element that is replaced: the oldest others go, it stays.
SELECT mem_set('k', 'b.4', 1111)->>'path', mem_get('k', 'b');
-- → b.4 | [1111,456,789]
SELECT value, removed FROM mem_event WHERE key = 'k' ORDER BY seq DESC LIMIT 1;
-- → {"b.4":1111} | ["b.5"]
SELECT mem_incr('k', 'b.6', 555555)->>0, mem_get('k', 'b'), mem_set('k', 'b.6', 'far too long');
-- ! list b of key k
SELECT mem_get('k', 'b'), mem_set('k', 'b.6', 'x')->>'path', mem_get('k', 'b');
-- → [556011,789] | b.6 | ["x",789]
UPDATE mem SET value = '1234567' WHERE key = 'k' AND path = 'b.6';
SELECT mem_get('k', 'b'), mem_delete('k', 'b.6'), mem_append('k', 'b', 'abcdef')->>'path', mem_get('k', 'b');
-- → ["1234567"] | 1 | b.8 | ["abcdef"]
SELECT mem_snapshot('k') = mem_rebuild_at('k', '#last');
-- → 1

-- ---- tokens: of each element a fourth of the bytes, rounded up, with wide characters one each; or what a function says ----

SELECT mem_retain('*', 't', '{"max_tokens":3}') ->> 'max_tokens';
-- → 3
SELECT mem_append('k', 't', 'ab')->>'path', mem_append('k', 't', 'cd')->>'path', mem_append('k', 't', 'ef')->>'path',
       mem_get('k', 't'), mem_append('k', 't', 1)->>'path', mem_get('k', 't');
-- → t.0 | t.1 | t.2 | ["ab","cd","ef"] | t.3 | ["cd","ef",1]
SELECT mem_append('k', 't', 'thirteen byte');
-- ! 4 tokens
SELECT mem_append('k', 't', '四个汉字');
-- ! 4 tokens
SELECT mem_append('k', 'w', 'twelve bytes')->>'path', mem_retain('*', 'w', '{"max_tokens":3}')->>'max_tokens', mem_append('k', 'w', '')->>'path',
       mem_append('k', 'w', '两')->>'path', mem_append('k', 'w', 'Ж')->>'path', mem_append('k', 'w', '🙂')->>'path', mem_get('k', 'w');
-- → w.0 | 3 | w.1 | w.2 | w.3 | w.4 | ["","两","Ж","🙂"]
SELECT mem_append_json('k', 'w', '["五"]')->>'path', mem_get('k', 'w'), mem_append('k', 'w', printf('%.*c', 9, 'x'))->>'path', mem_get('k', 'w');
-- → w.5 | ["🙂",["五"]] | w.6 | ["xxxxxxxxx"]
SELECT mem_config('tokens.count-function', 'length');
-- → length
-- Text is counted without its quotes, anything else as JSON.
SELECT mem_append('k', 't', 'gh')->>'path', mem_get('k', 't'), mem_append_json('k', 't', '[]')->>'path', mem_get('k', 't');
-- → t.4 | [1,"gh"] | t.5 | [[]]
SELECT mem_append('k', 't', 'long');
-- ! 4 tokens
SELECT mem_set('k', 't.5', 'a')->>'path', mem_append('k', 't', 'bc')->>'path', mem_get('k', 't');
-- → t.5 | t.6 | ["a","bc"]
SELECT mem_config('tokens.count-function', 'json_quote'), mem_append('k', 't', 'x');
-- ! json_quote
SELECT mem_config('tokens.count-function'), mem_append('k', 't', 'x');
-- ! json_quote
SELECT mem_config('tokens.count-function', 'no_such_function');
-- → no_such_function
SELECT mem_append('k', 't', 'x');
-- ! no_such_function
SELECT mem_config('tokens.count-function', NULL), mem_get('k', 't');
-- → ∅ | ["a","bc"]

-- ---- aggregates ----

SELECT mem_retain('*', 'a', '{"max_count":3,"policy":"aggregate","function":"json_array_length"}') ->> 'policy';
-- → aggregate
BEGIN;
SELECT mem_append('k', 'a', 'w')->>'path', mem_append('k', 'a', 'x')->>'path', mem_append('k', 'a', 'y')->>'path',
       mem_get('k', 'a');
-- → a.0 | a.1 | a.2 | ["w","x","y"]
COMMIT;
-- The two oldest give way to what the function makes of them, which stands where the last of them stood.
SELECT mem_append('k', 'a', 'z')->>'path', mem_get('k', 'a'), mem_field_names('k', 'a');
-- → a.3 | [2,"y","z"] | ["1","2","3"]
SELECT value, removed FROM mem_event WHERE key = 'k' ORDER BY seq DESC LIMIT 1;
-- → {"a.3":"z","a.1":2} | ["a.0"]
SELECT mem_append('k', 'a', 1)->>'path', mem_get('k', 'a'), mem_length('k', 'a'),
       mem_snapshot('k') = mem_rebuild_at('k', '#last');
-- → a.4 | [2,"z",1] | 3 | 1
-- The function gets JSON; what it gives is stored as mem_set would, JSON with its subtype as JSON.
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"json"}') ->> 'function';
-- → json
SELECT mem_append('k', 'a', 5)->>'path', mem_get('k', 'a');
-- → a.5 | [[2,"z",1],5]
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"upper"}') ->> 'function';
-- → upper
SELECT mem_append('k', 'a', 6)->>'path', mem_get('k', 'a');
-- → a.6 | ["[[2,\"Z\",1],5]",6]
-- One that fails, gives a blob, or is none: the write fails, and nothing changes.
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"randomblob"}') ->> 'function';
-- → randomblob
SELECT mem_append('k', 'a', 7);
-- ! randomblob
-- ! BLOB
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"abs"}') ->> 'function';
-- → abs
SELECT mem_append('k', 'a', 7)->>'path', mem_get('k', 'a');
-- → a.7 | [0.0,7]
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"sqlite_compileoption_get"}') ->> 'function';
-- → sqlite_compileoption_get
SELECT mem_append('k', 'a', 8)->>'path', mem_get('k', 'a');
-- → a.8 | ["…",8]
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"no_such_function"}') ->> 'function';
-- → no_such_function
SELECT mem_append('k', 'a', 9);
-- ! no_such_function
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"max"}') ->> 'function';
-- → max
SELECT mem_append('k', 'a', 9);
-- ! function max
-- ! aggregate
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"load_extension"}') ->> 'function';
-- → load_extension
SELECT mem_append('k', 'a', 9);
-- ! function load_extension
-- ! DIRECTONLY
SELECT mem_get('k', 'a.8'), mem_length('k', 'a');
-- → 8 | 2
-- With trusted_schema off only innocuous functions are called, as in triggers and views.
-- dbconfig: trusted_schema off
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"length"}') ->> 'function';
-- → length
SELECT mem_append('k', 'a', 9)->>'path', mem_get('k', 'a.9'), mem_type('k', 'a.8');
-- → a.9 | 9 | integer
SELECT mem_retain('*', 'a', '{"max_count":2,"policy":"aggregate","function":"sqlite_compileoption_get"}') ->> 'policy';
-- → aggregate
-- dbconfig: trusted_schema on
-- Limits of bytes: as many of the oldest as it takes.
SELECT mem_retain('*', 's', '{"max_bytes":12,"policy":"aggregate","function":"json_array_length"}') ->> 'policy';
-- → aggregate
SELECT mem_append('k', 's', 'abc')->>'path', mem_append('k', 's', 'def')->>'path', mem_append('k', 's', 'ghi')->>'path',
       mem_get('k', 's'), mem_append('k', 's', 'abcdefghij')->>'path', mem_get('k', 's');
-- ! function json_array_length
-- ! does not fit
SELECT mem_get('k', 's'), mem_append('k', 's', 'abcdefghi')->>'path', mem_get('k', 's');
-- → [2,"ghi"] | s.3 | [2,"abcdefghi"]
-- What is as long as what it stands for never fits.
SELECT mem_retain('*', 'u', '{"max_bytes":10,"policy":"aggregate","function":"json"}') ->> 'policy';
-- → aggregate
SELECT mem_append('k', 'u', 'abc')->>'path', mem_append('k', 'u', 'de')->>'path';
-- → u.0 | u.1
SELECT mem_append('k', 'u', 'fgh');
-- ! does not fit
SELECT mem_get('k', 'u');
-- → ["abc","de"]
