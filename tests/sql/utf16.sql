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
