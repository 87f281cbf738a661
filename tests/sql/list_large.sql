-- A list of 10,000 elements, trimmed from both ends.
-- clock: 2026-07-03 04:22:36.087914
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) SELECT count(mem_append('k', 'l', i))
  FROM n;
-- → 10000
COMMIT;
SELECT mem_length('k', 'l'), mem_recent('k', 'l', 3), mem_get('k', 'l.9999'), mem_get('k', 'l.10000'),
       mem_get('k', 'l.999');
-- → 10000 | [9997,9998,9999] | 9999 | ∅ | 999
SELECT json_array_length(mem_get('k', 'l')), json_extract(mem_get('k', 'l'), '$[0]', '$[1234]', '$[9999]');
-- → 10000 | [0,1234,9999]
SELECT count(*), sum(value = key) FROM json_each(mem_get('k', 'l'));
-- → 10000 | 10000
SELECT mem_rebuild_at('k', 'now') = mem_snapshot('k');
-- → 1
-- From both ends, in one action.
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3999)
  SELECT sum(mem_pop('k', 'l', 'first') = i), sum(mem_pop('k', 'l', 'last') = 9999 - i) FROM n;
-- → 4000 | 4000
SELECT mem_length('k', 'l'), mem_append('k', 'l', 'new')->>'path', mem_recent('k', 'l', 2), mem_pop('k', 'l');
-- → 2000 | l.10000 | [5999,"new"] | new
COMMIT;
SELECT json_array_length(removed), json_array_length(value),
       json_extract(removed, '$[0]', '$[8000]') FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → 8001 | 0 | ["l.0","l.10000"]
SELECT mem_length('k', 'l'), mem_rebuild_at('k', 'now') = mem_snapshot('k');
-- → 2000 | 1
-- A window of the last 10, kept while it goes on.
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1989) SELECT count(mem_pop('k', 'l', 'first'))
  FROM n;
-- → 1990
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT count(mem_append('k', 'l', i)),
  count(mem_pop('k', 'l', 'first')) FROM n;
-- → 1000 | 1000
COMMIT;
SELECT mem_get('k', 'l'), mem_append('k', 'l', 'end')->>'path', mem_field_names('k', 'l');
-- → [990,991,992,993,994,995,996,997,998,999] | l.11001 | ["10991","10992","10993","10994","10995","10996","10997","10998","10999","11000","11001"]
-- All deleted from the middle outwards: the ends are found where they are.
SELECT mem_delete('k', 'l.11001'), mem_delete('k', 'l.10991'), mem_delete('k', 'l.10995'), mem_pop('k', 'l'),
       mem_pop('k', 'l', 'first'), mem_recent('k', 'l', 3), mem_length('k', 'l');
-- → 1 | 1 | 1 | 999 | 991 | [996,997,998] | 6
SELECT mem_rebuild_at('k', 'now') = mem_snapshot('k'), mem_delete('k', 'l'), mem_exists('k', 'l'),
       mem_append('k', 'l', 1)->>'path';
-- → 1 | 7 | 0 | l.0
