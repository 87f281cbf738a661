-- A damaged index is made anew.
-- clock: 2026-07-03 04:22:36.087914

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
