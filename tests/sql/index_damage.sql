-- A damaged index is made anew.
-- verify: off
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_config('lineage.retrieval', 'false');
SELECT mem_item_put('v', 's', 'f', 'seven'), mem_item_put('v', 's', 'g', 'eight');
-- → f | g
-- Damaged, it is noted what is not in it, until it is made anew.
DELETE FROM memlog_item_text_data;
SELECT mem_item_put('v', 's', 'h', 'nine'), mem_item_remove('v', 's', 'g'), (SELECT count(*) > 0 FROM memlog_unindexed);
-- → h | 1 | 1
SELECT mem_item_reindex() > 0;
-- → 1
SELECT count(*) = (SELECT count(*) FROM memlog_item WHERE ended IS NULL), (SELECT count(*) FROM memlog_unindexed) FROM memlog_item_text_docsize;
-- → 1 | 0
SELECT id FROM mem_search('v', 's', 'nine');
-- → h
SELECT * FROM mem_verify;
-- Damage that FTS5 does not open, met by a new connection.
-- connection: B
DELETE FROM memlog_item_text_config;
UPDATE memlog_item_text_data SET block = x'ff' WHERE id = 10;
-- connection: C
SELECT id FROM mem_search('v', 's', 'nine');
-- ! memlog: index: memlog_item_text is damaged
SELECT mem_item_put('v', 's', 'i', 'ten');
-- → i
SELECT mem_item_reindex();
-- → 3
SELECT id FROM mem_search('v', 's', 'ten nine', 10, '{"min_score":0}') ORDER BY id;
-- → h
-- → i
SELECT * FROM mem_verify;
-- no rows

-- A search that finds the index damaged costs nothing but itself: the transaction goes on, and can mend it.
-- connection: P, without memlog
DELETE FROM memlog_item_text_data WHERE id = 10;
-- connection: Q
BEGIN;
SELECT mem_item_put('v', 's', 'j', 'ninety');
-- → j
SELECT id FROM mem_search('v', 's', 'ninety');
-- ! memlog: index: memlog_item_text is damaged
SELECT mem_item_put('v', 's', 'k', 'ninety one'), mem_item_remove('v', 's', 'j');
-- → k | 1
COMMIT;
BEGIN;
SELECT id FROM mem_search('v', 's', 'ninety');
-- ! memlog: index: memlog_item_text is damaged
SELECT mem_item_reindex() = count(*) FROM memlog_item WHERE ended IS NULL;
-- → 1
SELECT id FROM mem_search('v', 's', 'ninety');
-- → k
SELECT mem_item_remove('v', 's', 'k');
-- → 1
COMMIT;
-- close
-- connection: A

-- FTS5 opens what is damaged so neither to empty nor to drop it; a file of another format likewise.
-- connection: P, without memlog
UPDATE memlog_item_text_config SET v = 99;
-- connection: Q
-- dbconfig: defensive on
DROP TABLE memlog_item_text;
-- ! invalid fts5 file format
SELECT mem_item_put('v', 's', 'j', 'ninety');
-- → j
SELECT mem_item_reindex() = count(*) FROM memlog_item WHERE ended IS NULL;
-- → 1
SELECT id FROM mem_search('v', 's', 'ninety');
-- → j
-- close
-- connection: P
UPDATE memlog_item_text_config SET v = 99;
-- FTS5 counts the changes of its configuration there, and reads it anew when the number is another one.
UPDATE memlog_item_text_data SET block = CAST(x'00000063' || substr(block, 5) AS BLOB) WHERE id = 10;
-- connection: R
SELECT json_extract(mem_forget('v', NULL), '$.clean');
-- → 1
INSERT INTO memlog_item_text(memlog_item_text) VALUES('integrity-check');
-- close
-- connection: A
SELECT mem_item_put('v', 's', 'i', 'ninety');
-- → i
SELECT * FROM mem_verify;
-- no rows
