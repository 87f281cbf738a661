-- Large values, and the limit that every way of writing keeps.
-- clock: 2026-07-03 04:22:36.087914

-- AGT-088: 64 KiB and 1 MiB, in the state, in the event and rebuilt, never cut.
SELECT mem_set('k', 'a', printf('%.65536c', 'a'))->>'type', length(mem_get('k', 'a')),
       mem_set('k', 'b', printf('%.1048576c', 'b'))->>'type', length(mem_get('k', 'b'));
-- → text | 65536 | text | 1048576
SELECT length(value) FROM mem_event ORDER BY seq;
-- → 65544
-- → 1048584
SELECT mem_rebuild_at('k', 'now') = mem_snapshot('k'), length(mem_get('k', ''));
-- → 1 | 1114127
-- One action of many values is one event, however large.
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
  SELECT count(mem_set('wide', 'n.' || i, printf('%.1000c', 'x'))) FROM n;
-- → 500
COMMIT;
SELECT count(*), length(value) > 500000 FROM mem_event WHERE key = 'wide';
-- → 1 | 1
SELECT mem_delete('k', 'b'), mem_delete('wide', 'n');
-- → 1 | 501

-- The default: 16 MiB.
SELECT mem_set('k', 'c', hex(zeroblob(8388608)));
-- ! memory.max-value-bytes
-- ! 16777216

-- AGT-087: 1,000 set; 5,000 refused everywhere, naming the limit and the size; what is there already stays.
SELECT mem_config('memory.max-value-bytes', 1000), mem_append('k', 'l', 1)->>'path', mem_set('k', 'v', 1)->>'path';
-- → 1000 | l.0 | v
SELECT mem_set('k', 'v', printf('%.5000c', 'x'));
-- ! 1000
-- ! 5002
SELECT mem_set('k', 'deep.new', printf('%.5000c', 'x'));
-- ! 1000
SELECT mem_set_json('k', 'v', '"' || printf('%.5000c', 'x') || '"');
-- ! 5002
SELECT mem_set_json('k', 'v', '[' || substr(replace(hex(zeroblob(2500)), '00', '1,'), 1, 4999) || ']');
-- ! 5001
SELECT mem_set('k', 'v', json_array(printf('%.5000c', 'x')));
-- ! 1000
SELECT mem_append('k', 'l', printf('%.5000c', 'x'));
-- ! 1000
SELECT mem_append_json('k', 'l', '["' || printf('%.5000c', 'x') || '"]');
-- ! 1000
SELECT mem_set_tree('k', 't', json_object('ok', 1, 'long', printf('%.5000c', 'x')));
-- ! 1000
-- ! t.long
INSERT INTO mem(key, path, value) VALUES ('k', 'i', 'short'), ('k', 'j', printf('%.5000c', 'x'));
-- ! 1000
INSERT OR REPLACE INTO mem(key, path, json) VALUES ('k', 'v', '"' || printf('%.5000c', 'x') || '"');
-- ! 1000
INSERT OR IGNORE INTO mem(key, path, value) VALUES ('k', 'i', printf('%.5000c', 'x'));
-- ! 1000
UPDATE mem SET value = printf('%.5000c', 'x') WHERE key = 'k' AND path = 'v';
-- ! 1000
SELECT mem_get('k', 'v'), mem_get('k', 'l'), mem_exists('k', 'deep'), mem_exists('k', 't'), mem_exists('k', 'i'),
       mem_exists('k', 'j'), length(mem_get('k', 'a'));
-- → 1 | [1] | 0 | 0 | 0 | 0 | 65536
-- A tree's limit is that of each leaf; a value just within it is stored.
SELECT mem_set_tree('k', 't', json_object('a', printf('%.900c', 'x'), 'b', printf('%.900c', 'x'))),
       mem_set('k', 'v', printf('%.998c', 'x'))->>'type';
-- → 2 | text
-- Bytes count, not characters.
SELECT mem_set('k', 'v', replace(printf('%.500c', 'e'), 'e', 'é'));
-- ! 1002
SELECT length(mem_get('k', 'v')), mem_rebuild_at('k', 'now') = mem_snapshot('k');
-- → 998 | 1
