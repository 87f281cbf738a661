-- What mem_history takes.
SELECT mem_set('ann', 'user.name', 'Ada'), mem_set('bob', 'user.name', 'Bob'), mem_set('ann', 'x', 1, 'sensory');
SELECT * FROM mem_history;
-- ! memlog: mem_history: the key is missing: write mem_history('user-42', …)
SELECT * FROM mem_history(NULL);
-- ! mem_history: the key is NULL
SELECT * FROM mem_history('');
-- ! mem_history: the key is empty
SELECT * FROM mem_history(42);
-- ! mem_history: the key is an integer
SELECT * FROM mem_history('ann', 'a..b');
-- ! a..b
SELECT * FROM mem_history('ann', 1);
-- ! mem_history: the path is an integer
SELECT * FROM mem_history('ann', '', 'long_term');
-- ! mem_history: scope long_term
SELECT * FROM mem_history('ann', mem_ref('bob', 'user'));
-- ! the reference is of key bob, not of key ann

-- A reference will do for a path; NULL is everything; the arguments can be read.
SELECT path, of_key, under, of_scope FROM mem_history('ann', mem_ref('ann', 'x', 'sensory'));
-- → x | ann | x | sensory
SELECT path, under, of_scope FROM mem_history('ann', NULL, NULL);
-- → user | '' | short_term
-- → user.name | '' | short_term
SELECT path FROM mem_history WHERE of_key = 'ann' AND under = '"user".name';
-- → user.name
SELECT path FROM mem_history('ann') WHERE of_key = 'bob';
-- no rows

-- Joined to what names the keys.
SELECT k.value, h.after FROM json_each('["bob", "ann"]') AS k, mem_history(k.value, 'user.name') AS h ORDER BY 1;
-- → ann | "Ada"
-- → bob | "Bob"
SELECT path FROM mem_history('ann', 'nothing');
-- no rows
INSERT INTO mem_history(seq) VALUES(1);
-- ! may not be modified
SELECT path FROM mem_history('ann') WHERE path = 'USER.NAME' COLLATE NOCASE;
-- → user.name
