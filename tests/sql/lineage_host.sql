-- What only the host knows of lineage: sources, claims, effects, edges between what is there.
-- clock: 2026-07-03 04:22:36.087914

-- Nothing is there yet: nothing can be referred to, and a source is the first of all.
SELECT mem_claim('she likes tea', '{"key":"u","set":"s","id":"a"}');
-- ! memlog: mem_claim: {"key":"u","set":"s","id":"a"}: there is no such item, and never was
SELECT mem_claim('she likes tea', '0190c8f1-0000-7000-8000-000000000000');
-- ! memlog: mem_claim: 0190c8f1-0000-7000-8000-000000000000: there is no record, entity or event of this id
CREATE TEMP TABLE my(name TEXT PRIMARY KEY, id TEXT);
INSERT INTO my SELECT 'chat', mem_source('chat-1#7', '{"actor":"ann","task":"t-1","time":"2026-07-03 04:00","trust":"untrusted","key":"u"}');
INSERT INTO my SELECT 'nobody', mem_source(NULL);
SELECT type, key, at, actor, txn, detail FROM memlog_entity ORDER BY id;
-- → source | u | 1783052556087914 | ann | ∅ | {"artifact":"chat-1#7","task":"t-1","time":"2026-07-03 04:00:00.000000","trust":"untrusted"}
-- → source | ∅ | 1783052556087914 | ∅ | ∅ | {"trust":"unknown"}

-- Options and arguments that are wrong store nothing.
SELECT mem_source(1);
-- ! memlog: mem_source: the artifact is an integer; it must be text
SELECT mem_source('x', '{"trust":"high"}');
-- ! memlog: mem_source: option trust: it is one of trusted, untrusted, unknown
SELECT mem_source('x', '{"colour":1}');
-- ! memlog: mem_source: option colour: there is no such option; there are actor, task, time, trust, event, key
SELECT mem_source('x', '[]');
-- ! memlog: mem_source: the options are no JSON map
SELECT mem_source('x', '{"event":"0190c8f1-0000-7000-8000-000000000000"}');
-- ! memlog: mem_source: 0190c8f1-0000-7000-8000-000000000000: there is no record, entity or event of this id
SELECT mem_source('x', json_object('event', (SELECT id FROM my WHERE name = 'chat')));
-- ! it must be an event
SELECT count(*) FROM memlog_entity;
-- → 2

-- Versions are tied to their source by an edge.
SELECT mem_item_put('u', 's', 'a', 'tea'), mem_item_put('u', 's', 'a', 'green tea'), mem_item_put('v', 's', 'b', 'milk');
INSERT INTO my SELECT 'tea', record FROM (SELECT lower(substr(h,1,8)||'-'||substr(h,9,4)||'-'||substr(h,13,4)||'-'||substr(h,17,4)||'-'||substr(h,21)) AS record FROM (SELECT hex(record) AS h FROM memlog_item WHERE key = 'u' AND version = 1));
SELECT mem_edge((SELECT id FROM my WHERE name = 'tea'), 'stated_by', (SELECT id FROM my WHERE name = 'chat'), '{"detail":{"line":7}}') = (SELECT id FROM my WHERE name = 'tea');
-- → 1
-- Who says that it is a record means one.
SELECT mem_edge('record:' || (SELECT id FROM my WHERE name = 'tea'), 'stated_by', 'record:' || (SELECT id FROM my WHERE name = 'nobody'));
-- ! there is no such record
SELECT mem_edge('record:' || (SELECT id FROM my WHERE name = 'tea'), 'stated_by', json_object('record', (SELECT id FROM my WHERE name = 'nobody')));
-- ! there is no such record
SELECT mem_edge('record:' || (SELECT id FROM my WHERE name = 'tea') || '@1', 'stated_by', (SELECT id FROM my WHERE name = 'nobody'), '{"rank":3,"score":1,"reason":"guess"}') IS NOT NULL;
-- → 1
-- One that is there already stays as it is.
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'stated_by', (SELECT id FROM my WHERE name = 'chat'), '{"reason":"other"}') IS NOT NULL;
-- → 1
SELECT from_version, relation, to_version, at, rank, score, reason, detail FROM memlog_edge ORDER BY from_version;
-- → 1 | stated_by | 0 | 1783052556087914 | 3 | 1.0 | guess | ∅
-- → 2 | stated_by | 0 | 1783052556087914 | ∅ | ∅ | ∅ | {"line":7}

-- What conflicts is said of versions, in either direction, not of a record and itself.
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'conflicts_with', '{"key":"v","set":"s","id":"b"}') = (SELECT id FROM my WHERE name = 'tea');
-- → 1
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'conflicts_with', '{"key":"u","set":"s","id":"a"}');
-- ! memlog: mem_edge: relation conflicts_with: both ends are the same
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'conflicts_with', '{"key":"u","set":"s","id":"a","version":1}');
-- ! both ends are versions of one record
-- Each relation joins what it joins.
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'stated_by', '{"key":"v","set":"s","id":"b"}');
-- ! memlog: mem_edge: relation stated_by: it leads from a record to a source; {"key":"v","set":"s","id":"b"} is neither
SELECT mem_edge((SELECT id FROM my WHERE name = 'chat'), 'used', '{"key":"v","set":"s","id":"b"}');
-- ! it leads from an action or an effect to a record, a decision, a claim or an action
SELECT mem_edge((SELECT id FROM my WHERE name = 'chat'), 'likes', '{"key":"v","set":"s","id":"b"}');
-- ! memlog: mem_edge: relation likes: there is no such relation; it can say based_on, stated_by, conflicts_with, found_by, refers_to, used, revises, caused_by
SELECT mem_edge('{"key":"u","path":"x"}', 'stated_by', (SELECT id FROM my WHERE name = 'chat'));
-- ! mem_edge: a node of memory: it must be
-- What memlog itself decides nobody can say.
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'decided_by', (SELECT id FROM my WHERE name = 'chat'));
-- ! memlog: mem_edge: relation decided_by: hosts do not say it: mem_decide, mem_quarantine and mem_release do
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'derived_from', '{"key":"v","set":"s","id":"b"}');
-- ! hosts do not say it: mem_derive does
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'proves', '{"key":"v","set":"s","id":"b"}');
-- ! hosts do not say it: mem_propagate does
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'stated_by', (SELECT id FROM my WHERE name = 'chat'), '{"score":1.5}');
-- ! memlog: mem_edge: option score: it is a number from 0 to 1
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'stated_by', (SELECT id FROM my WHERE name = 'chat'), '{"rank":0}');
-- ! memlog: mem_edge: option rank: it is a whole number from 1 to
SELECT mem_edge('{"key":"u","set":"s","id":"a"}', 'stated_by', (SELECT id FROM my WHERE name = 'chat'), '{"reason":"Because of it"}');
-- ! memlog: mem_edge: option reason: it is a short name
SELECT mem_edge(NULL, 'stated_by', 'x');
-- ! memlog: mem_edge: the from is NULL; it must be text
SELECT count(*) FROM memlog_edge;
-- → 3

-- Claims rest on versions; effects use claims. The key is that of the first reference.
INSERT INTO my SELECT 'claim', mem_claim('She likes "tea"', '["record:' || (SELECT id FROM my WHERE name = 'tea') || '@1",{"key":"v","set":"s","id":"b"},{"key":"v","set":"s","id":"b"}]', '{"decision":"d-1"}');
INSERT INTO my SELECT 'claim of it', mem_claim('So she drinks', (SELECT id FROM my WHERE name = 'claim'), json_object('key', 'w', 'event', (SELECT id FROM mem_event WHERE key = 'v')));
INSERT INTO my SELECT 'order', mem_effect('order tea', json_array((SELECT id FROM my WHERE name = 'claim')), '{"outcome":null,"effect":"order-77"}');
INSERT INTO my SELECT 'ordered', mem_effect('order tea', json_array((SELECT id FROM my WHERE name = 'order'), json('{"key":"u","set":"s","id":"a"}')), '{"outcome":"failed","effect":"order-77","decision":"d-2"}');
INSERT INTO my SELECT 'undone', mem_effect('order tea', NULL, json_object('outcome', 'reverted', 'revises', (SELECT id FROM my WHERE name = 'ordered')));
INSERT INTO my SELECT 'greeting', mem_effect('greet', '[]');
SELECT type, key, detail FROM memlog_entity WHERE type NOT IN ('source') ORDER BY id;
-- → claim | u | {"text":"She likes \"tea\"","decision":"d-1"}
-- → claim | w | {"text":"So she drinks"}
-- → action | u | {"name":"order tea","effect":"order-77"}
-- → effect | u | {"name":"order tea","outcome":"failed","effect":"order-77","decision":"d-2"}
-- → effect | u | {"name":"order tea","outcome":"reverted"}
-- → effect | ∅ | {"name":"greet","outcome":"ok"}
SELECT (SELECT type FROM memlog_entity WHERE id = from_id) AS type, relation, coalesce((SELECT type FROM memlog_entity WHERE id = to_id), (SELECT id || '@' || to_version FROM memlog_item WHERE record = to_id AND version = to_version), (SELECT type FROM mem_event WHERE lower(hex(to_id)) = replace(id, '-', ''))) FROM memlog_edge WHERE type IS NOT NULL ORDER BY from_id, relation, 3;
-- → claim | refers_to | a@1
-- → claim | refers_to | b@1
-- → claim | caused_by | _long_term_update_event
-- → claim | refers_to | claim
-- → action | used | claim
-- → effect | used | a@2
-- → effect | used | action
-- → effect | revises | effect

-- A claim without a version is none, and a reference that is wrong undoes the others.
SELECT mem_claim('x', '[]');
-- ! memlog: mem_claim: it refers to no version of a record
SELECT mem_claim('x', NULL);
-- ! memlog: mem_claim: it refers to no version of a record
SELECT mem_claim('x', json_array((SELECT id FROM my WHERE name = 'claim'), (SELECT id FROM my WHERE name = 'order')));
-- ! memlog: mem_claim: action 0
-- ! it must be a record, a placement or a claim
SELECT mem_claim('x', json_array((SELECT id FROM my WHERE name = 'claim'), 7));
-- ! memlog: mem_claim: reference 1: it is neither text nor a map
SELECT mem_claim('x', '{"key":"u","set":"s","id":"a","version":3}');
-- ! the item has no such version
SELECT mem_claim('x', '{"key":"u","set":"s","id":"a","versions":3}');
-- ! and nothing else
SELECT mem_claim('x', 'tea');
-- ! it is neither an id
SELECT mem_claim('', (SELECT id FROM my WHERE name = 'claim'));
-- ! memlog: mem_claim: the text is empty
SELECT mem_claim('x', 5);
-- ! memlog: mem_claim: the reference is an integer; it must be text
SELECT mem_effect('x', (SELECT id FROM my WHERE name = 'claim'), '{"outcome":"fine"}');
-- ! memlog: mem_effect: option outcome: it is one of ok, failed, reverted, pending
SELECT mem_effect('x', NULL, json_object('outcome', 'pending', 'revises', (SELECT id FROM my WHERE name = 'ordered')));
-- ! memlog: mem_effect: option revises: what has no outcome yet revises nothing
SELECT mem_effect('x', NULL, json_object('revises', (SELECT id FROM my WHERE name = 'claim')));
-- ! it must be an effect
SELECT mem_effect('x', (SELECT id FROM my WHERE name = 'undone'));
-- ! it must be a record, a decision, a claim or an action
SELECT count(*), (SELECT count(*) FROM memlog_edge) FROM memlog_entity;
-- → 8 | 11

-- Rolled back work leaves no trace; what is in a transaction with events knows where these begin.
BEGIN;
SELECT mem_source('gone', '{"key":"t"}') IS NOT NULL;
-- → 1
SAVEPOINT one;
SELECT mem_claim('gone', (SELECT id FROM my WHERE name = 'claim')) IS NOT NULL;
-- → 1
ROLLBACK TO one;
SELECT mem_item_put('t', 's', 'a', 'x'), mem_source('kept', '{"key":"t"}') IS NOT NULL;
-- → a | 1
COMMIT;
SELECT type, detail ->> 'artifact', txn = (SELECT seq FROM mem_event WHERE key = 't') FROM memlog_entity WHERE key = 't' ORDER BY id;
-- → source | gone | 1
-- → source | kept | 1
BEGIN;
SELECT mem_source('gone again', '{"key":"t"}') IS NOT NULL;
-- → 1
ROLLBACK;
SELECT count(*) FROM memlog_entity WHERE key = 't';
-- → 2

-- In listeners, and for each row of a SELECT.
CREATE TEMP TRIGGER listener AFTER INSERT ON main.memlog_event WHEN NEW.key = 'l' BEGIN
  INSERT INTO my SELECT 'heard', mem_source('heard', json_object('event', NEW.id, 'key', 'l'));
END;
SELECT mem_item_put('l', 's', 'a', 'x');
-- → a
SELECT e.type, e.detail, e.txn = (SELECT seq FROM mem_event WHERE key = 'l'), (SELECT lower(hex(to_id)) FROM memlog_edge WHERE from_id = e.id) = replace((SELECT id FROM mem_event WHERE key = 'l'), '-', '') FROM memlog_entity AS e WHERE e.key = 'l';
-- → source | {"artifact":"heard","trust":"unknown"} | 1 | 1
SELECT count(DISTINCT mem_effect('look', json_object('key', key, 'set', set_name, 'id', id))) FROM memlog_item WHERE ended IS NULL;
-- → 4
DROP TRIGGER listener;

-- A connection that cannot write says so.
-- connection: R, read only
SELECT mem_source('x');
-- ! readonly
-- connection: A
SELECT mem_claim(printf('%.20000000c', 'x'), (SELECT id FROM my WHERE name = 'claim'));
-- ! memory.max-value-bytes is 16777216

-- What the host made of records itself: a transformation that read them, and what came out of it. The row says how.
SELECT mem_item_put('d', 's', 'one', 'x'), mem_item_put('d', 's', 'two', 'y'), mem_item_put('e', 's', 'sum', 'x, y'), mem_item_put('e', 's', 'known', 'z');
-- → one | two | sum | known
INSERT INTO my SELECT 'made', mem_derive('{"key":"e","set":"s","id":"sum"}', '[{"key":"d","set":"s","id":"one"},{"key":"d","set":"s","id":"two"},{"key":"e","set":"s","id":"known"}]', '{"model":"m-1","limitations":"names are left out"}');
SELECT type, key, detail FROM memlog_entity WHERE type = 'transformation';
-- → transformation | e | {"kind":"merge","model":"m-1","limitations":"names are left out"}
SELECT derived, (SELECT group_concat(relation || ' ' || ifnull(reason, '') || ' ' || n, ', ') FROM (SELECT relation, reason, count(*) AS n FROM memlog_edge WHERE from_id = record GROUP BY 1, 2 ORDER BY 1, 2)) FROM memlog_item WHERE id = 'sum';
-- → merge | derived_from  1, derived_from crosses_scope 2, made_by  1
SELECT count(*) FROM memlog_edge WHERE relation = 'read';
-- → 3
-- How it was made is known once; another that made it is one more.
SELECT mem_derive('{"key":"e","set":"s","id":"sum"}', (SELECT id FROM my WHERE name = 'chat'), '{"kind":"extraction","code":"f()"}') IS NOT NULL, derived FROM memlog_item WHERE id = 'sum';
-- → 1 | merge
SELECT mem_derive('{"key":"e","set":"s","id":"known"}', '{"key":"d","set":"s","id":"one"}') IS NOT NULL, derived FROM memlog_item WHERE id = 'known';
-- → 1 | summary
SELECT mem_derive('{"key":"e","set":"s","id":"sum"}', '[{"key":"e","set":"s","id":"sum"}]');
-- ! it cannot be made of itself
SELECT mem_derive('{"key":"e","set":"s","id":"sum"}', '[]');
-- ! memlog: mem_derive: it is an array of references, and not empty
SELECT mem_derive('{"key":"e","set":"s","id":"sum"}', NULL);
-- ! memlog: mem_derive: it is an array of references, and not empty
SELECT mem_derive((SELECT id FROM my WHERE name = 'chat'), '{"key":"d","set":"s","id":"one"}');
-- ! it must be a record
SELECT mem_derive('{"key":"e","set":"s","id":"sum"}', (SELECT id FROM my WHERE name = 'claim'));
-- ! it is neither a record nor a source
SELECT mem_derive('{"key":"e","set":"s","id":"sum"}', '[{"key":"d","set":"s","id":"one"},{"key":"d","set":"s","id":"none"}]');
-- ! there is no such item
SELECT mem_derive('{"key":"e","set":"s","id":"sum"}', '{"key":"d","set":"s","id":"one"}', '{"kind":"magic"}');
-- ! memlog: mem_derive: option kind: it is one of copy, summary, merge, extraction
SELECT count(*) FROM memlog_entity WHERE type = 'transformation';
-- → 3
