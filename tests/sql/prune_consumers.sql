-- Nothing goes that a consumer has not acknowledged, unless it is told to; what memlog_import says of rows goes with them.
-- clock: 2026-07-01 00:00:00
SELECT mem_set('u', 'a', 1) ->> 'path', mem_set('u', 'a', 2) ->> 'path', mem_set('u', 'a', 3) ->> 'path', mem_set('u', 'a', 4) ->> 'path';
-- → a | a | a | a
-- connection: B
-- dbconfig: enable_trigger off
INSERT INTO memlog_consumer(name, place) SELECT 'fast', min(seq) + 2 FROM memlog_event UNION ALL SELECT 'slow', min(seq) FROM memlog_event;
INSERT INTO memlog_import(seq, id) SELECT seq, id FROM memlog_event;
-- connection: A
SELECT r ->> 'events', r ->> 'held_by', r ->> 'remaining' FROM (SELECT mem_prune('#last', '{"dry_run":true}') AS r);
-- → 1 | slow | 1
SELECT r ->> 'events', r ->> 'imports', r ->> 'held_by', r ->> 'remaining' FROM (SELECT mem_prune('#last') AS r);
-- → 1 | 1 | slow | 0
SELECT r ->> 'events', r ->> 'held_by' FROM (SELECT mem_prune('#last', '{"consumers":"wait"}') AS r);
-- → 0 | slow
SELECT r ->> 'events', r ->> 'imports', r ->> 'held_by' FROM (SELECT mem_prune('#last', '{"consumers":"ignore"}') AS r);
-- → 2 | 2 | ∅
SELECT count(*) FROM memlog_import;
-- → 1
SELECT r ->> 'events', r ->> 'held_by' FROM (SELECT mem_prune('#last', '{"consumers":"wait"}') AS r);
-- → 0 | ∅
SELECT * FROM mem_verify;
-- no rows
