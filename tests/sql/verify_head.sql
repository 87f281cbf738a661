-- verify: off
-- A head that was saved tells a cut tail. AGT-045
SELECT mem_set('u', 'a', 1) ->> 'path', mem_set('u', 'a', 2) ->> 'path';
-- → a | a
CREATE TEMP TABLE saved AS SELECT mem_head() AS id;
SELECT mem_head() = (SELECT id FROM mem_event ORDER BY seq DESC LIMIT 1);
-- → 1
-- a quiet row is a head, too
CREATE TEMP TRIGGER l AFTER INSERT ON memlog_event WHEN NEW.key = 'v' BEGIN SELECT mem_set('q', 'x', NEW.seq); END;
SELECT mem_set('v', 'a', 1) ->> 'path', mem_head() = (SELECT id FROM memlog_quiet);
-- → a | 1
INSERT INTO saved SELECT mem_head();
SELECT f.kind FROM saved, mem_verify AS f WHERE f.head = saved.id;
-- no rows
SELECT kind FROM mem_verify WHERE head = (SELECT id FROM saved LIMIT 1) AND head = (SELECT id FROM saved LIMIT 1 OFFSET 1);
-- no rows
SELECT * FROM mem_verify WHERE head = NULL;
-- ! memlog: mem_verify: head
SELECT * FROM mem_verify WHERE head = 5;
-- ! memlog: mem_verify: head 5: it must be an id that mem_head() gave
-- pruned up to the first head: it is known; before it: that cannot be told
SELECT mem_prune((SELECT id FROM saved LIMIT 1)) ->> 'events';
-- → 2
SELECT f.kind FROM saved, mem_verify AS f WHERE f.head = saved.id;
-- no rows
SELECT mem_set('u', 'a', 3) ->> 'path', mem_prune('#last') ->> 'quiet';
-- → a | 1
SELECT f.kind, f.seq = mem_seq, f.detail FROM saved, (SELECT min(seq) AS mem_seq FROM mem_journal), mem_verify AS f WHERE f.head = saved.id;
-- → pruned | 0 | the head that was saved lies before the place that the log was pruned up to (…): whether the log went through it cannot be told
-- connection: B, without memlog
CREATE TABLE tail AS SELECT * FROM memlog_event;
-- connection: A
SELECT count(*) FROM mem_verify WHERE head = (SELECT id FROM tail ORDER BY seq DESC LIMIT 1);
-- → 0
INSERT INTO saved SELECT mem_head();
SELECT mem_set('u', 'a', 4) ->> 'path', mem_set('u', 'a', 5) ->> 'path';
-- → a | a
INSERT INTO saved SELECT mem_head();
-- connection: C, without memlog
DROP TRIGGER memlog_event_delete;
DELETE FROM memlog_event WHERE seq = (SELECT max(seq) FROM memlog_event);
-- connection: A
SELECT kind FROM mem_verify WHERE head = (SELECT max(id) FROM saved) AND kind NOT IN ('schema', 'head', 'state');
-- → tail
SELECT kind FROM mem_verify WHERE kind = 'tail';
-- no rows
