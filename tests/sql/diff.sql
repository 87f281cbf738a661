-- mem_diff: what is different between two moments, by path.
SELECT * FROM mem_diff('ann', '#0', 'now');
-- no rows
-- clock: 2026-07-03 04:22:36
SELECT mem_set('ann', 'user.name', 'Ada'), mem_set('ann', 'user.age', 36), mem_set_json('ann', 'm', '{}'), mem_set('ann', 'n', 1);
-- clock: 2026-07-03 04:23:36
BEGIN;
SELECT mem_set('ann', 'user.name', NULL), mem_delete('ann', 'user.age'), mem_append('ann', 'log', 'x'), mem_set('ann', 'n', 1);
SELECT mem_new_object('ann', 'm', 1), mem_set('ann', 's', 1, 'sensory');
COMMIT;

SELECT path, change, before, after FROM mem_diff('ann', '2026-07-03 04:22:36', '#last');
-- → log | added | ∅ | []
-- → log.0 | added | ∅ | "x"
-- → m | changed | {} | {}
-- → user.age | removed | '36' | ∅
-- → user.name | changed | "Ada" | null
SELECT path, change, before, after, before_type, after_type FROM mem_diff('ann', 'now', '2026-07-03 04:23', NULL);
-- → log | removed | [] | ∅ | list | ∅
-- → log.0 | removed | "x" | ∅ | text | ∅
-- → m | changed | {} | {} | object | map
-- → user.age | added | ∅ | '36' | ∅ | integer
-- → user.name | changed | null | "Ada" | null | text
SELECT path, change FROM mem_diff('ann', (SELECT id FROM mem_event ORDER BY seq LIMIT 1), '#last', 'user');
-- → user.name | changed
SELECT path, change, after FROM mem_diff('ann', '#0', 1783052556, 'user');
-- → user | added | {}
-- → user.age | added | '36'
-- → user.name | added | "Ada"
SELECT path, change FROM mem_diff('ann', '#0', '#last', '', 'sensory');
-- → s | added
SELECT count(*) FROM mem_diff('ann', '#last', '#last');
-- → 0
SELECT path FROM mem_diff('ann', '#0', '#last', mem_ref('ann', 's', 'sensory'));
-- → s

-- Where changes were not recorded there is no difference to tell.
SELECT mem_config('memory.generate-event.short-term-write', 'false');
SELECT mem_set('bob', 'a', 2);
SELECT * FROM mem_diff('bob', '#0', '#last');
-- ! changes were not recorded

SELECT * FROM mem_diff;
-- ! memlog: mem_diff: the key is missing
SELECT * FROM mem_diff('ann', '#0');
-- ! memlog: mem_diff: a moment is missing
SELECT * FROM mem_diff('ann', '#0', NULL);
-- ! moment: it is NULL
SELECT * FROM mem_diff('ann', 'yesterday', '#0');
-- ! memlog: moment yesterday
SELECT * FROM mem_diff(NULL, '#0', '#0');
-- ! mem_diff: the key is NULL
