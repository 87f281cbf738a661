-- Searches as events.
-- clock: 2026-07-03 04:22:36.087914

-- A search of a file that has nothing finds nothing; it is an event all the same, which makes the tables.
CREATE TABLE own(x);
-- connection: N, read only
SELECT count(*) FROM mem_search('u', NULL, 'tea');
-- → 0
SELECT count(*) FROM sqlite_schema;
-- → 1
-- close
-- connection: A
SELECT count(*) FROM mem_search('u', NULL, 'tea');
-- → 0
SELECT type, key, value, meta FROM mem_event;
-- → _long_term_search_event | u | {"tea":[]} | {"microseconds":[0]}

SELECT mem_item_add('u', 's', 'green tea', '{"id":"a"}'), mem_item_add('u', 's', json('{"tea":1.0}'), '{"id":"b"}');
SELECT count(*) FROM mem_search('u', NULL, 'green tea', 10, '{"max_chars":3}');
-- → 1
-- Values stand whole in the event.
SELECT json_extract(value, '$."green tea"[0].set'), json_extract(value, '$."green tea"[0].id'), json_extract(value, '$."green tea"[0].value'), json_extract(value, '$."green tea"[0].score') > 0.3 FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → s | a | green tea | 1

-- In one action: the last list of a query.
BEGIN;
SELECT count(*) FROM mem_search('u', NULL, 'green');
SELECT mem_item_remove('u', 's', 'a');
SELECT count(*) FROM mem_search('u', NULL, 'green');
SELECT count(*) FROM mem_search('u', NULL, 'what "is" it?');
COMMIT;
SELECT value FROM mem_event WHERE type = '_long_term_search_event' ORDER BY seq DESC LIMIT 1;
-- → {"green":[],"what \"is\" it?":[]}

-- Rolled back there was none.
BEGIN;
SELECT count(*) FROM mem_search('u', NULL, 'rolled back');
ROLLBACK;
SELECT count(*) FROM mem_event WHERE value LIKE '%rolled back%';
-- → 0

-- Switched off, by an observer, on a connection that cannot write: none.
SELECT mem_config('memory.generate-event.long-term-search', 'false');
SELECT count(*) FROM mem_search('u', NULL, 'switched off');
SELECT mem_config('memory.generate-event.long-term-search', NULL);
SELECT mem_observer(1);
SELECT count(*) FROM mem_search('u', NULL, 'observed');
SELECT mem_observer(0);
-- connection: R, read only
SELECT count(*) FROM mem_search('u', NULL, 'read only');
-- → 0
-- connection: A
SELECT count(*) FROM mem_event WHERE value LIKE '%switched off%' OR value LIKE '%observed%' OR value LIKE '%read only%';
-- → 0

-- In a listener it works, unrecorded.
CREATE TABLE seen(id TEXT);
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.type = '_long_term_update_event' BEGIN
  INSERT INTO seen SELECT id FROM mem_search('u', NULL, 'listener');
END;
SELECT mem_item_add('u', 's', 'what the listener sees', '{"id":"new"}');
SELECT id, (SELECT count(*) FROM mem_event WHERE value LIKE '{"listener"%') FROM seen;
-- → new | 0

-- Rows are written from what is found.
INSERT INTO seen SELECT id || '!' FROM mem_search('u', NULL, 'listener');
SELECT count(*) FROM seen;
-- → 2
SELECT count(mem_item_add('u', 'copy', content || '!')) FROM mem_search('u', NULL, 'listener');
-- → 1
