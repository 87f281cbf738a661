-- What mem_search refuses, in words, and then nothing was done.

SELECT * FROM mem_search;
-- ! memlog: mem_search: the key is missing: write mem_search('user-42', NULL, 'what to look for')
SELECT * FROM mem_search('u');
-- ! memlog: mem_search: the query is missing
SELECT * FROM mem_search('u', NULL, NULL);
-- ! memlog: mem_search: the query is missing
SELECT * FROM mem_search(NULL, NULL, 'q');
-- ! memlog: mem_search: the key is NULL; it must be text
SELECT * FROM mem_search('', NULL, 'q');
-- ! the key is empty
SELECT * FROM mem_search(42, NULL, 'q');
-- ! the key is an integer; it must be text
SELECT * FROM mem_search('u', 7, 'q');
-- ! memlog: mem_search: the set
SELECT * FROM mem_search('u', '', 'q');
-- ! memlog: mem_search: the set
SELECT * FROM mem_search('u', NULL, 7);
-- ! memlog: mem_search: the query must be text, or a vector as a BLOB
SELECT * FROM mem_search('u', NULL, CAST(x'ff' AS TEXT));
-- ! the query is not valid UTF-8
SELECT * FROM mem_search('u', NULL, 'a' || char(0));
-- ! without NUL
SELECT * FROM mem_search('u', NULL, 'q', -1);
-- ! memlog: mem_search: the limit must be a whole number of 0 or more (options come behind it)
SELECT * FROM mem_search('u', NULL, 'q', 1.5);
-- ! the limit must be a whole number of 0 or more
SELECT * FROM mem_search('u', NULL, 'q', '10');
-- ! the limit must be a whole number of 0 or more
SELECT * FROM mem_search('u', NULL, 'q', 10, 7);
-- ! memlog: mem_search: the options
SELECT * FROM mem_search('u', NULL, 'q', 10, '[]');
-- ! memlog: mem_search: the options must be a JSON map
SELECT * FROM mem_search('u', NULL, 'q', 10, '{"mode":"keyword",}');
-- ! memlog: mem_search: the options: invalid JSON
SELECT * FROM mem_search('u', NULL, 'q', NULL, '{"limit":10}');
-- ! memlog: mem_search: option limit: there is no such option; there are mode, raw, all, vector
SELECT * FROM mem_search('u', NULL, 'q', NULL, '{"mode":"fuzzy"}');
-- ! memlog: mem_search: option mode: it is keyword, vector or hybrid
SELECT * FROM mem_search('u', NULL, 'q', NULL, '{"filter":{"n":{"$gt":1}}}');
-- ! memlog: mem_search: filter n: operator $gt: there is no such operator; there are eq, ne, gt
SELECT * FROM mem_search('u', NULL, 'q', NULL, '{"filter":{"x'') OR 1=1 --":{"eq":1}}}');
-- no rows
SELECT * FROM mem_search('u', NULL, 'q', 1, 'x', 'more');
-- ! too many arguments
SELECT id FROM mem_search('u', NULL, 'q') WHERE "limit" = 5;
-- no rows
SELECT id FROM mem_search('u', NULL, 'q', 5) WHERE "limit" = 6;
-- no rows
SELECT count(*) FROM mem_event WHERE type <> '_long_term_search_event';
-- → 0
