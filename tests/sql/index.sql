-- What the index of texts holds, and where it is noted that it does not. What is found in it: search.sql.

-- It is made with the first item, or before.
SELECT mem_set('u', 'a', 1) ->> 'path', count(*) FROM sqlite_schema WHERE name LIKE 'memlog_item_text%';
-- → a | 0
SELECT mem_item_remove('u', 's', 'a'), mem_item_reindex();
-- → 0 | 0
DROP TABLE memlog_item_text;
SELECT mem_install();
-- → 4
SELECT count(*) FROM sqlite_schema WHERE name LIKE 'memlog_item_text%';
-- → 5
DROP TABLE memlog_item_text;
-- Not where SQLite would end the statement for it; then it is noted what is not in it yet.
CREATE TABLE made AS SELECT mem_item_put('early', 's', 'a', 'tea');
SELECT count(*) FROM sqlite_schema WHERE name LIKE 'memlog_item_text%';
-- → 0
SELECT id FROM mem_search('early', NULL, 'tea');
-- → a
SELECT mem_item_remove('early', 's', 'a');
-- → 1
SELECT mem_item_add('u', 's', 'The quick brown fox', '{"id":"a"}');
-- → a
SELECT name, type FROM sqlite_schema WHERE name LIKE 'memlog_item_text%' ORDER BY name;
-- → memlog_item_text | table
-- → memlog_item_text_config | table
-- → memlog_item_text_data | table
-- → memlog_item_text_docsize | table
-- → memlog_item_text_idx | table

-- By its words, as the tokenizer has them; the text itself is not in it.
CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, memlog_item_text, instance);
SELECT term FROM terms WHERE col = 'body' ORDER BY offset;
-- → the
-- → quick
-- → brown
-- → fox
SELECT place IS NULL, body IS NULL FROM memlog_item_text;
-- → 1 | 1
SELECT mem_item_put('u', 's', 'a', json('{"userName":["naïve","東京都",5,true]}'));
-- → a
SELECT term FROM terms WHERE col = 'body' ORDER BY offset;
-- → usernam
-- → user
-- → name
-- → naiv
-- → 東京
-- → 京都
-- → 都
-- → '5'
-- → true

-- Two words stand for the place: the same for the same key, and for the same set of it.
SELECT mem_item_add('u', 's', 'one'), mem_item_add('u', 't', 'two'), mem_item_add('v', 's', 'three') FROM (SELECT 1) WHERE 0;
-- no rows
SELECT mem_item_put('u', 's', 'b', 'zebra'), mem_item_put('u', 't', 'b', 'two'), mem_item_put('v', 's', 'b', 'three');
-- → b | b | b
SELECT count(DISTINCT term), count(*) FROM terms WHERE col = 'place' AND term LIKE 'k%';
-- → 2 | 4
SELECT count(DISTINCT term), count(*) FROM terms WHERE col = 'place' AND term LIKE 's%';
-- → 3 | 4

-- A version that nothing changed is in it once; one that was replaced or removed is not.
SELECT mem_item_put('u', 's', 'b', 'zebra'), mem_item_put('u', 's', 'b', 'zebra', '{"importance":3}');
-- → b | b
SELECT count(*) FROM terms WHERE term = 'zebra';
-- → 1
SELECT mem_item_remove('u', 's'), (SELECT count(*) FROM memlog_item_text_docsize);
-- → 2 | 2
SELECT term FROM terms WHERE col = 'body' ORDER BY term;
-- → three
-- → two
SELECT * FROM memlog_unindexed;
-- no rows

-- What expires goes with the next change under its key.
SELECT mem_clock('2026-07-03 04:22:36') IS NULL, mem_item_put('u', 't', 'c', 'short-lived', '{"expires_at":"2026-07-03 04:23:00"}');
-- → 0 | c
SELECT mem_clock('2026-07-03 04:24:00') IS NULL, (SELECT count(*) FROM terms WHERE term = 'short'), mem_item_put('u', 't', 'd', 'later');
-- → 0 | 1 | d
SELECT count(*) FROM terms WHERE term = 'short';
-- → 0

-- It keeps to transactions.
BEGIN;
SELECT mem_item_put('u', 't', 'b', 'changed');
-- → b
SAVEPOINT a;
SELECT mem_item_remove('u', 't', 'b');
-- → 1
ROLLBACK TO a;
SELECT term FROM terms WHERE term IN ('two', 'chang');
-- → chang
ROLLBACK;
SELECT term FROM terms WHERE term IN ('two', 'chang');
-- → two

-- While a transaction commits no virtual table can be written: what a listener changes then is noted, and done by what
-- comes after.
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN instr(NEW.value, 'aloud') BEGIN
  SELECT mem_item_put(NEW.key, 'heard', 'last', NEW.value), mem_item_remove(NEW.key, 't', 'b');
END;
SELECT mem_item_put('u', 't', 'e', 'said aloud');
-- → e
SELECT gone, set_name, id FROM memlog_unindexed JOIN memlog_item USING (number) ORDER BY number;
-- → 1 | t | b
-- → 0 | heard | last
SELECT term FROM terms WHERE term IN ('two', 'said', 'aloud') ORDER BY term;
-- → aloud
-- → said
-- → two
SELECT mem_item_put('v', 's', 'c', 'four'), (SELECT count(*) FROM memlog_unindexed);
-- → c | 0
SELECT term, count(*) FROM terms WHERE term IN ('two', 'said', 'aloud') GROUP BY term;
-- → aloud | 2
-- → said | 2

-- What is noted as missing, and goes, needs the index no more; mem_flush is no COMMIT.
SELECT mem_item_put('u', 't', 'e', 'said aloud again');
-- → e
DROP TRIGGER listener;
BEGIN;
SELECT (SELECT count(*) FROM memlog_unindexed), mem_item_remove('u', 'heard', 'last'), (SELECT count(*) FROM memlog_unindexed);
-- → 2 | 1 | 1
ROLLBACK;

-- Made anew, it is what it was. Only where SQLite lets a function be called that changes the file as a whole.
CREATE TEMP TABLE before AS SELECT term, doc, col, offset FROM terms;
SELECT mem_item_reindex() = (SELECT count(*) FROM memlog_item WHERE ended IS NULL);
-- → 1
SELECT count(*) > 0 FROM before;
-- → 1
CREATE VIEW unwise AS SELECT mem_item_reindex();
SELECT * FROM unwise;
-- ! unsafe use of mem_item_reindex()
DROP VIEW unwise;
CREATE TEMP TRIGGER listener AFTER INSERT ON main.memlog_event BEGIN SELECT mem_item_reindex(); END;
SELECT mem_item_put('u', 't', 'e', 'x');
-- ! memlog: mem_item_reindex: not inside a listener
DROP TRIGGER listener;

-- Dropped by hand, it is made again, with all that stands.
DROP TABLE terms;
DROP TABLE memlog_item_text;
SELECT mem_item_put('v', 's', 'd', 'five');
-- → d
SELECT count(*) = (SELECT count(*) FROM memlog_item WHERE ended IS NULL) FROM memlog_item_text_docsize;
-- → 1
SELECT * FROM memlog_unindexed;
-- no rows

-- … in the transaction at hand, too.
BEGIN;
SELECT mem_item_put('v', 's', 'd', 'six');
-- → d
DROP TABLE memlog_item_text;
SELECT * FROM mem_verify;
-- no rows
SELECT mem_item_put('v', 's', 'd', 'seven'), mem_item_put('v', 's', 'd', 'eight');
-- → d | d
COMMIT;
SELECT mem_item_put('v', 's', 'd', 'nine');
-- → d
SELECT count(*) = (SELECT count(*) FROM memlog_item WHERE ended IS NULL), (SELECT count(*) FROM memlog_unindexed) FROM memlog_item_text_docsize;
-- → 1 | 0

-- … where it is not missed by what looks into it, and mem_install makes it.
SELECT mem_item_put('v', 's', 'f', 'gone'), mem_item_remove('v', 's', 'f');
-- → f | 1
SELECT part, pending FROM mem_deletion WHERE key = 'v' AND part = 'index';
-- → index | 0
BEGIN;
SELECT * FROM mem_lineage_break;
-- no rows
DROP TABLE memlog_item_text;
SELECT part, pending FROM mem_deletion WHERE key = 'v' AND part = 'index';
-- → index | 0
SELECT * FROM mem_lineage_break;
-- no rows
SELECT mem_install();
-- → 4
SELECT count(*), (SELECT count(*) FROM memlog_unindexed) = (SELECT count(*) FROM memlog_item WHERE ended IS NULL) FROM memlog_item_text_docsize;
-- → 0 | 1
SELECT part, pending FROM mem_deletion WHERE key = 'v' AND part = 'index';
-- → index | 0
COMMIT;

-- … and whatever is asked of it next: to make it anew, to take a key out of it, to take in what is noted.
BEGIN;
SELECT mem_item_put('v', 's', 'd', 'ten');
-- → d
DROP TABLE memlog_item_text;
SELECT mem_item_reindex() > 0;
-- → 1
DROP TABLE memlog_item_text;
COMMIT;
SELECT json_extract(mem_forget('v', NULL), '$.clean');
-- → 1
SELECT mem_item_put('v', 's', 'd', 'ten'), mem_item_put('v', 's', 'd', 'eleven');
-- → d | d
DROP TABLE memlog_item_text;
SELECT mem_redact((SELECT id FROM mem_event WHERE value = '{"s.d":"ten"}'), 's.d', 'a mistake') > 0;
-- → 1
SELECT mem_item_reindex() > 0;
-- → 1

-- Something else in its place, or in that of one of its tables: items are stored all the same, and its code is not run.
DROP TABLE memlog_item_text;
CREATE VIEW memlog_item_text AS SELECT mem_item_remove('v', 's'), abs(-9223372036854775808) AS rank;
SELECT mem_item_put('v', 's', 'e', 'six');
-- → e
SELECT mem_item_remove('v', 's', 'd');
-- → 1
SELECT mem_item_reindex();
-- ! memlog: index: memlog_item_text, or one of its tables, is not as memlog makes it: drop what has the name
DROP VIEW memlog_item_text;
CREATE VIEW memlog_item_text_docsize AS SELECT 1 AS id, 2 AS sz;
SELECT mem_item_put('v', 's', 'f', 'seven');
-- → f
SELECT mem_item_reindex();
-- ! memlog: index: memlog_item_text, or one of its tables
DROP VIEW memlog_item_text_docsize;
CREATE VIRTUAL TABLE memlog_item_text USING fts5(other);
SELECT mem_item_put('v', 's', 'g', 'eight');
-- → g
SELECT mem_item_reindex();
-- ! memlog: index: memlog_item_text, or one of its tables
DROP TABLE memlog_item_text;
SELECT mem_item_reindex() > 0;
-- → 1
SELECT count(*) = (SELECT count(*) FROM memlog_item WHERE ended IS NULL), (SELECT count(*) FROM memlog_unindexed) FROM memlog_item_text_docsize;
-- → 1 | 0

-- A forgotten key leaves none of its words, in whatever form; others' stay.
SELECT mem_item_put('w', 's', 'a', 'unforgettable abracadabra'), mem_item_put('v', 's', 'i', 'abracadabra');
-- → a | i
SELECT json_extract(mem_forget('w', NULL), '$.clean');
-- → 1
SELECT max(instr(CAST(block AS TEXT), 'unforg')), (SELECT count(*) FROM memlog_item_text WHERE memlog_item_text MATCH 'abracadabra') FROM memlog_item_text_data;
-- → 0 | 1

-- Nor does a content that was redacted once it was gone: not even where the index could not be written when it went.
SELECT mem_item_put('u', 'secret', 'a', 'swordfish tangerine');
-- → a
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN instr(NEW.value, 'now') BEGIN SELECT mem_item_remove('u', 'secret'); END;
SELECT mem_item_put('u', 't', 'e', 'now');
-- → e
SELECT count(*) FROM memlog_unindexed;
-- → 1
DROP TRIGGER listener;
SELECT mem_redact((SELECT id FROM mem_event WHERE value LIKE '%swordfish%'), 'secret.a', 'a secret') > 0;
-- → 1
SELECT max(instr(CAST(block AS TEXT), 'swordfish')), (SELECT count(*) FROM memlog_unindexed) FROM memlog_item_text_data;
-- → 0 | 0
SELECT count(*) FROM memlog_item_text WHERE memlog_item_text MATCH 'swordfish';
-- → 0
INSERT INTO memlog_item_text(memlog_item_text) VALUES('integrity-check');
SELECT * FROM mem_verify;
-- no rows
