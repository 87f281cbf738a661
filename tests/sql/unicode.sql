-- Text is UTF-8, kept byte for byte: not normalised, not folded, not cut.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_set('ключ', 'путь.日本.😀', 'שלום')->>'path', mem_get('ключ', 'путь.日本.😀'), mem_get('ключ', '');
-- → путь.日本.😀 | שלום | {"путь":{"日本":{"😀":"שלום"}}}
SELECT key, value FROM mem_event;
-- → ключ | {"путь.日本.😀":"שלום"}
-- Escapes and characters are one text; what comes back is the character.
SELECT mem_set_json('u', 'a', '"\u00e9\ud83d\ude00\u2028\uffff"')->>'type', hex(mem_get('u', 'a'));
-- → text | C3A9F09F9880E280A8EFBFBF
SELECT mem_set_json('u', 'm', '{"\u00e9":1,"\ud83d\ude00":2}')->>'type', mem_get('u', 'm');
-- → map | {"é":1,"😀":2}
-- The first and the last character, a byte order mark inside, controls.
SELECT mem_set('u', 'c', char(1, 0x7f, 0xfeff, 0xfffd, 0x10ffff))->>'type', hex(mem_get('u', 'c'));
-- → text | 017FEFBBBFEFBFBDF48FBFBF
SELECT mem_get_json('u', 'c') = json_quote(mem_get('u', 'c')) OR json(mem_get_json('u', 'c')) IS NOT NULL,
       json_extract(mem_get_json('u', 'c'), '$') = mem_get('u', 'c');
-- → 1 | 1
SELECT mem_set('u', char(0xfeff) || 'bom', 1)->>'path' = char(0xfeff) || 'bom', mem_get('u', 'bom');
-- → 1 | ∅
-- Composed and decomposed are two names; case and width are not folded.
SELECT mem_set('n', 'é', 1)->>'type', mem_set('n', 'e' || char(0x301), 2)->>'type', mem_set('n', 'É', 3)->>'type',
       mem_set('n', 'ß', 4)->>'type', mem_set('n', 'ss', 5)->>'type', mem_set('n', 'Ａ', 6)->>'type';
-- → integer | integer | integer | integer | integer | integer
-- Names in byte order: that of code points, beyond the first plane too.
SELECT mem_set('n', '😀', 7)->>'type', mem_set('n', char(0xffff), 8)->>'type', mem_field_names('n');
-- → integer | integer | ["é","ss","É","ß","é","Ａ","…","😀"]
SELECT mem_rebuild_at('n', 'now') = mem_snapshot('n'), mem_rebuild_at('u', 'now') = mem_snapshot('u'),
       mem_rebuild_at('ключ', 'now') = mem_snapshot('ключ');
-- → 1 | 1 | 1
SELECT path FROM mem('n') WHERE path = 'É';
-- → É
-- Bytes that are no UTF-8 are refused wherever they come in.
SELECT mem_set('n', 'x', CAST(x'c328' AS TEXT));
-- ! UTF-8
SELECT mem_set_json('n', 'x', CAST(x'22c32822' AS TEXT));
-- ! memlog:
SELECT mem_append('n', 'x', CAST(x'e28228' AS TEXT));
-- ! UTF-8
SELECT mem_set_tree('n', 'x', CAST(x'7b22c328223a317d' AS TEXT));
-- ! memlog:
SELECT mem_event_add(CAST(x'c328' AS TEXT), 'n', '{}');
-- ! memlog:
SELECT mem_run_begin('n', CAST(x'c328' AS TEXT));
-- ! UTF-8
BEGIN;
SELECT mem_action(CAST(x'c328' AS TEXT));
-- ! memlog:
COMMIT;
INSERT INTO mem(key, path, value) VALUES ('n', 'x', CAST(x'c328' AS TEXT));
-- ! UTF-8
SELECT mem_exists('n', 'x');
-- → 0
