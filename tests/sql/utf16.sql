-- In a file of UTF-16 texts are compared by its bytes: "aĮ" stands between "a." and "a/", and is not under "a".
-- journal: delete
PRAGMA encoding = 'UTF-16le';
SELECT mem_set('u', 'a.b', 1)->>'path', mem_set('u', 'aĮ', 2)->>'path', mem_set('u', 'a.c', 3)->>'path';
-- → a.b | aĮ | a.c
PRAGMA encoding;
-- → UTF-16le
SELECT path, value FROM mem('u') WHERE under = 'a' ORDER BY path;
-- → a | ∅
-- → a.b | 1
-- → a.c | 3
SELECT mem_get('u', 'a'), mem_snapshot('u');
-- → {"b":1,"c":3} | {"a.b":1,"a.c":3,"aĮ":2}
SELECT mem_delete('u', 'a'), mem_rebuild_at('u', 'now');
-- → 3 | {"aĮ":2}

-- U+FEFF at the front of a key is a character of it, not a byte order mark: the walk from key to key goes on behind it.
SELECT count(mem_set(key, 'k', 1)) FROM (SELECT char(65279) AS key UNION ALL SELECT char(65279, 65279) UNION ALL SELECT char(65279, 97)
 UNION ALL SELECT char(97, 65279) UNION ALL SELECT char(65534) || 'x' UNION ALL SELECT '😀' UNION ALL SELECT 'a');
-- → 7
SELECT group_concat(n) FROM (SELECT count(*) AS n FROM mem_key k JOIN mem m ON m.key = k.key AND m.path = 'k' GROUP BY k.key ORDER BY k.key LIMIT 20);
-- → 1,1,1,1,1,1,1
SELECT count(*) FROM (SELECT key FROM mem_key LIMIT 20);
-- → 8
SELECT count(*) FROM (SELECT key FROM mem WHERE path = 'k' LIMIT 20);
-- → 7
SELECT count(*) FROM (SELECT key FROM mem WHERE scope = 'short_term' LIMIT 20);
-- → 8
SELECT count(*) FROM mem_verify;
-- → 0
