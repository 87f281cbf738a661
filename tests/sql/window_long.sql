-- Windows of long sessions: gaps, long messages, and a round that began too long ago.
-- clock: 2026-07-03 04:22:36.087914
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
SELECT count(mem_message('g', iif(i % 2, 'assistant', 'user'), 'm' || i)) FROM n;
-- → 300
WITH RECURSIVE n(i) AS (SELECT 40 UNION ALL SELECT i + 1 FROM n WHERE i < 239)
SELECT sum(mem_delete('g', 'messages.' || i)) FROM n;
-- → 200
SELECT count(*), min(position), max(position), sum(position BETWEEN 30 AND 250) FROM mem_window('g');
-- → 100 | 0 | 299 | 21
SELECT mem_message('b', 'user', printf('%.*c', 300000, 'x')), mem_message('b', 'user', printf('%.*c', 1000, '好') || '好');
-- → 0 | 1
SELECT tokens, length(content), counted FROM mem_window('b', '{"max_tokens":100000}');
-- → 75000 | 300000 | estimate
-- → 1001 | 1001 | estimate
SELECT mem_message('r', 'user', 'q');
-- → 0
-- If the round began too long ago that is said, too.
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1010)
SELECT count(mem_message('r', 'assistant', 'step ' || i)) FROM n;
-- → 1010
SELECT * FROM mem_window('r', '{"max_tokens":10}');
-- ! the newest round is longer, and none of the 1000 messages before is a user's
