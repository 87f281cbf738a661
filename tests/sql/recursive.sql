-- With recursive_triggers, what REPLACE takes out fires the triggers of DELETE: the recorder knows its own.
-- clock: 2026-07-03 04:22:36.087914
PRAGMA recursive_triggers = ON;
SELECT mem_set('k', 'a', 1)->>'path', mem_new_object('k', 'o')->>'path', mem_append('k', 'l', 'x')->>'path';
-- → a | o | l.0
SELECT mem_set('k', 'a', 2)->>'path', mem_new_object('k', 'a', 1)->>'type', mem_append('k', 'l', 'y')->>'path',
       mem_new_object('k', 'o')->>'type';
-- → a | object | l.1 | object
SELECT mem_set_tree('k', 'o', '{"x": 1, "y": 2}'), mem_set_tree('k', 'o', '{"x": 3}'), mem_delete('k', 'a');
-- → 2 | 1 | 1
SELECT mem_get('k', ''), mem_snapshot('k') = mem_rebuild_at('k', '#last');
-- → {"l":["x","y"],"o":{"x":3}} | 1
-- It lets through no other's.
REPLACE INTO memlog_cell(key, scope, path, kind, value, at) VALUES ('k', 'st', 'o.x', 1, '4', 0);
-- ! memlog_cell
DELETE FROM memlog_cell WHERE path = 'o.x';
-- ! memlog_cell
SELECT mem_get('k', 'o.x');
-- → 3
