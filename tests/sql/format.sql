-- How a case is written; README.md has the rules. The file runs from top to bottom on a new database.
-- clock: 2026-07-03 04:22:36.087914

-- What comes back stands under the statement, a line for each row.
SELECT mem_set('user-42', 'user.name', 'Ada');
-- → {"key":"user-42","scope":"short_term","path":"user.name","type":"text"}

-- Types show: a real has its point, text that reads as a number stands in quotes, ∅ is NULL.
SELECT mem_set('user-42', 'user.age', 36);
SELECT mem_get('user-42', 'user.age'), mem_get_json('user-42', 'user.age'), mem_get('user-42', 'nothing');
-- → 36 | '36' | ∅

SELECT path, type, value FROM mem('user-42') ORDER BY path;
-- → user | object | ∅
-- → user.age | integer | 36
-- → user.name | text | Ada

-- An error is known by a part of its message. … stands for any text, here and in rows.
SELECT mem_set('user-42', 'user..name', 'Ada');
-- ! user..name

SELECT type, id, time FROM mem_event ORDER BY seq LIMIT 1;
-- → _short_term_write_event | …-8…-… | 2026-07-03 04:22:36.087914

-- Other connections to the same file come into being when they are named.
-- connection: B
SELECT mem_get('user-42', 'user.name');
-- → Ada

-- connection: plain, without memlog
SELECT count(*) FROM pragma_function_list WHERE name = 'mem_set';
-- → 0

-- connection: A
-- reopen
SELECT mem_delete('user-42', '');
-- → 3
SELECT path FROM mem('user-42');
-- no rows
