-- What items write of lineage by themselves.
-- clock: 2026-03-01T10:00:00Z

-- A version tells of itself: what is added and put writes nothing.
SELECT mem_item_add('u','facts','likes tea','{"id":"a"}');
SELECT mem_item_put('u','facts','a','likes black tea');
SELECT count(*) FROM memlog_entity;
-- → 0

-- ---- removal: a change, and which version it changes ----

SELECT mem_item_remove('u','facts','a');
-- → 1
SELECT type, key, actor, txn, detail FROM memlog_entity ORDER BY id;
-- → change | u | ∅ | 1772359200000002 | {"change":"deleted","how":"removed"}
-- → proof | u | ∅ | 1772359200000002 | {"part":"primary","what":"item, index, vector","check":"memlog","state":"verified","invalidated_at":1772359200000000,"verified_at":1772359200000000}
SELECT g.relation, i.id, g.to_version, g.from_version, g.rank, g.score, g.reason, g.detail
 FROM memlog_edge g JOIN memlog_item i ON i.record = g.to_id AND i.version = g.to_version;
-- → changes | a | 2 | 0 | ∅ | ∅ | ∅ | ∅
SELECT mem_item_remove('u','facts','a'), count(*) FROM memlog_entity WHERE type = 'change';
-- → 0 | 1
SELECT mem_item_add('u','facts','x','{"id":"b"}'), mem_item_add('u','facts','y','{"id":"c"}'), mem_item_add('u','more','z','{"id":"d"}');
SELECT mem_item_remove('u','facts','b','{"reason":"the user asked"}');
-- → 1
SELECT detail FROM memlog_entity WHERE type = 'change' ORDER BY id DESC LIMIT 1;
-- → {"change":"deleted","how":"removed","reason":"the user asked"}

-- A whole set: each record has a change of its own.
SELECT mem_item_add('u','facts','w','{"id":"e"}');
SELECT mem_item_remove('u','facts',NULL,'{"reason":"all of it"}');
-- → 2
SELECT e.detail, i.id, i.ended > 0 FROM memlog_entity e JOIN memlog_edge g ON g.from_id = e.id
 JOIN memlog_item i ON i.record = g.to_id WHERE e.detail LIKE '%all of it%' ORDER BY e.id;
-- → {"change":"deleted","how":"removed","reason":"all of it"} | c | 1
-- → {"change":"deleted","how":"removed","reason":"all of it"} | e | 1
SELECT mem_item_remove('u','facts',NULL,'{}');
-- → 0
SELECT mem_item_remove('u','facts',NULL);
-- ! memlog: mem_item_remove: the id is NULL; it must be text
SELECT mem_item_remove('u','facts','a','{"why":1}');
-- ! memlog: mem_item_remove: option why: there is no such option; there are reason, relearn
SELECT mem_item_remove('u','facts','a','{"reason":""}');
-- ! memlog: mem_item_remove: option reason: it is text, not empty, without NUL
SELECT mem_item_remove('u','facts','a','{"relearn":"never"}');
-- ! memlog: mem_item_remove: option relearn: it is one of allow, refuse, mark
SELECT mem_item_remove('u','facts','a','[]');
-- ! memlog: mem_item_remove: the options are no JSON map
SELECT mem_item_remove('u','more','d',NULL);
-- → 1

-- ---- expiry: one change for all that went at once ----

SELECT mem_item_add('u','short','one','{"id":"1","expires_at":"2026-03-01T11:00:00Z"}');
SELECT mem_item_add('u','short','two','{"id":"2","expires_at":"2026-03-01T12:00:00Z"}');
SELECT mem_item_add('u','short','three','{"id":"3"}');
-- clock: 2026-03-01T13:00:00Z
SELECT mem_item_put('u','short','3','trois');
SELECT e.detail, i.id, g.to_version FROM memlog_entity e JOIN memlog_edge g ON g.from_id = e.id AND g.relation = 'changes'
 JOIN memlog_item i ON i.record = g.to_id WHERE json_extract(e.detail,'$.change') = 'expired' ORDER BY i.id;
-- → {"change":"expired"} | '1' | 1
-- → {"change":"expired"} | '2' | 1
SELECT count(*) FROM memlog_entity WHERE json_extract(detail,'$.change') = 'expired';
-- → 1

-- ---- contents that may not come back (AGT-057) ----

SELECT mem_item_add('v','facts','lives in Berlin','{"id":"city"}');
SELECT mem_item_remove('v','facts','city','{"relearn":"refuse","reason":"moved"}');
-- → 1
SELECT how, count(*) FROM memlog_barred;
-- → refuse | 1
SELECT mem_item_add('v','facts','lives in Berlin');
-- ! and may not come back
SELECT mem_item_put('v','facts','city',' Lives in BERLIN.');
-- ! and may not come back
SELECT mem_item_put('v','other','town','lives in Berlin');
-- ! and may not come back
SELECT mem_propose('v','facts','LIVES  in "Berlin"!');
-- ! and may not come back
SELECT mem_item_put('v','facts','city','lives in Bonn');
SELECT mem_item_put('v','facts','city','lives in Berlin');
-- ! and may not come back
SELECT content FROM mem_items('v','facts');
-- → lives in Bonn
-- Another user's memory is another matter.
SELECT length(mem_item_add('w','facts','lives in Berlin'));
-- → 36

-- It is gone already: what is said holds for it, too.
SELECT mem_item_remove('v','facts','city');
SELECT mem_item_remove('v','facts','city','{"relearn":"mark"}');
-- → 0
SELECT how, count(*) FROM memlog_barred GROUP BY how ORDER BY how;
-- → mark | 1
-- → refuse | 1
SELECT mem_item_add('v','facts','lives in bonn!','{"id":"again"}');
SELECT g.relation, f.id, f.version, t.id, g.to_version FROM memlog_edge g JOIN memlog_item f ON f.record = g.from_id AND f.version = g.from_version
 JOIN memlog_item t ON t.record = g.to_id WHERE g.relation = 'repeats' ORDER BY t.number DESC LIMIT 1;
-- → repeats | again | 1 | city | 0
-- New metadata is no new content, and it stands: nothing is said of it.
SELECT mem_item_put('v','facts','again','lives in bonn!','{"importance":3}');
SELECT count(*) FROM memlog_edge WHERE relation = 'repeats';
-- → 1
SELECT mem_item_remove('v','facts','city','{"relearn":"allow"}');
SELECT count(*) FROM memlog_barred WHERE how = 'mark';
-- → 0
SELECT mem_item_remove('v','facts','no such','{"relearn":"refuse"}');
-- → 0
SELECT count(*) FROM memlog_barred;
-- → 1

-- Taken back with all else.
BEGIN;
SELECT mem_item_add('v','facts','owns a cat','{"id":"cat"}');
SELECT mem_item_remove('v','facts','cat','{"relearn":"refuse"}');
SAVEPOINT s;
SELECT mem_item_add('v','facts','owns a cat');
-- ! and may not come back
ROLLBACK TO s;
ROLLBACK;
SELECT count(*) FROM memlog_barred;
-- → 1
SELECT length(mem_item_add('v','facts','owns a cat'));
-- → 36

-- ---- what an item is made of ----

SELECT mem_item_add('p','facts','drinks tea','{"id":"tea"}');
SELECT mem_item_add('p','facts','drinks coffee','{"id":"coffee"}');
-- A copy: another record, and an edge that says that it crosses scope.
SELECT mem_item_add('q','facts','drinks tea','{"id":"tea","derived_from":[{"key":"p","set":"facts","id":"tea"}]}');
SELECT f.key, f.id, f.derived, g.relation, t.key, t.id, g.to_version, g.reason FROM memlog_edge g
 JOIN memlog_item f ON f.record = g.from_id JOIN memlog_item t ON t.record = g.to_id WHERE g.relation = 'derived_from';
-- → q | tea | copy | derived_from | p | tea | 1 | crosses_scope
SELECT e.type, e.key, e.detail FROM memlog_entity e WHERE e.type = 'transformation';
-- → transformation | q | {"kind":"copy","code":"host"}
SELECT g.relation, f.id FROM memlog_edge g JOIN memlog_item f ON f.record = g.from_id WHERE g.relation = 'made_by';
-- → made_by | tea
SELECT g.relation, t.id, t.key FROM memlog_edge g JOIN memlog_item t ON t.record = g.to_id WHERE g.relation = 'read';
-- → read | tea | p
-- The same once more is not told twice.
SELECT mem_item_add('q','facts','drinks tea','{"derived_from":[{"key":"p","set":"facts","id":"tea"}]}');
-- → tea
SELECT count(*) FROM memlog_edge WHERE relation IN ('made_by','derived_from','read');
-- → 3
-- … but what was not known yet is.
SELECT mem_item_put('p','other','tea','drinks tea');
SELECT mem_item_add('q','facts','drinks tea','{"derived_from":[{"key":"p","set":"other","id":"tea"}]}');
-- → tea
SELECT t.set_name, g.reason FROM memlog_edge g JOIN memlog_item t ON t.record = g.to_id WHERE g.relation = 'derived_from' ORDER BY 1;
-- → facts | crosses_scope
-- → other | crosses_scope
-- What it is is found out, or said.
SELECT mem_item_put('p','facts','s','a summary','{"derived_from":[{"key":"p","set":"facts","id":"tea"}]}');
SELECT mem_item_put('p','facts','m','likes hot drinks','{"derived_from":[{"key":"p","set":"facts","id":"tea"},{"key":"p","set":"facts","id":"coffee"}]}');
SELECT mem_item_put('p','facts','e','tea','{"derived":"extraction","derived_from":[{"key":"p","set":"facts","id":"tea","version":1}]}');
SELECT i.id, i.derived, (SELECT count(*) FROM memlog_edge g WHERE g.from_id = i.record AND g.relation = 'derived_from' AND g.reason IS NULL),
 (SELECT count(*) FROM memlog_edge g WHERE g.from_id = i.record AND g.relation = 'made_by') FROM memlog_item i WHERE i.key = 'p' AND i.derived IS NOT NULL ORDER BY 1;
-- → e | extraction | 1 | 1
-- → m | merge | 2 | 1
-- → s | summary | 1 | 1
-- A new version is not made of what the old one was.
SELECT mem_item_put('p','facts','s','a summary','{"importance":2}');
SELECT version, derived FROM memlog_item WHERE key = 'p' AND id = 's' ORDER BY version;
-- → 1 | summary
-- → 2 | ∅
-- … unless it is said: of its own last version, here.
SELECT mem_item_put('p','facts','s','a longer summary','{"derived_from":[{"key":"p","set":"facts","id":"s"}]}');
SELECT mem_item_put('p','facts','s','a longer summary','{"derived_from":[{"key":"p","set":"facts","id":"s"}]}');
SELECT g.from_version, g.to_version FROM memlog_edge g JOIN memlog_item i ON i.record = g.from_id AND i.version = 3 WHERE i.id = 's' AND g.relation = 'derived_from';
-- → 1 | 1
-- → 3 | 2
-- A source that is read.
SELECT mem_item_put('p','facts','mail','the flight is at nine',
 json_object('derived_from', json_array(mem_source('mail 17'))));
SELECT i.derived, (SELECT group_concat(g.relation) FROM memlog_edge g WHERE g.from_id = i.record) FROM memlog_item i WHERE i.id = 'mail';
-- → extraction | made_by

SELECT mem_item_add('p','facts','nothing','{"derived_from":[]}');
-- ! memlog: option derived_from: it is an array of references, and not empty
SELECT mem_item_add('p','facts','nothing','{"derived_from":"tea"}');
-- ! memlog: mem_item_add: option derived_from: it must be a JSON array
SELECT mem_item_add('p','facts','nothing','{"derived_from":[7]}');
-- ! memlog: option derived_from: 7: it is neither an id (a UUID, event:UUID, record:UUID@version) nor a JSON map
SELECT mem_item_add('p','facts','nothing','{"derived_from":[{"key":"p","set":"facts","id":"none"}]}');
-- ! memlog: option derived_from: {"key":"p","set":"facts","id":"none"}: there is no such item, and never was
SELECT mem_item_add('p','facts','nothing','{"derived":"copy"}');
-- ! memlog: option derived: it needs the option derived_from
SELECT mem_item_add('p','facts','nothing','{"derived":"theft","derived_from":[]}');
-- ! memlog: mem_item_add: option derived: it is copy, summary, merge or extraction
SELECT count(*) FROM mem_items('p','facts',  '{"id":"nothing"}');
-- → 0

-- ---- what is made anew of versions ----

SELECT mem_item_reindex() > 0;
-- → 1
SELECT type, key, detail FROM memlog_entity ORDER BY id DESC LIMIT 1;
-- → transformation | ∅ | {"kind":"index","code":"mem_item_reindex","versions":12}
-- The first vector of a version is its own; another one in its place is told of. Who it is stays the same.
SELECT mem_item_embed('p','facts','tea',x'0000803f00000000'), mem_item_embed('p','facts','tea',x'0000803f00000000'), mem_item_embed('p','facts','tea',x'000000000000803f');
-- → 1 | 0 | 1
SELECT e.detail, g.relation, i.id, g.to_version FROM memlog_entity e JOIN memlog_edge g ON g.from_id = e.id JOIN memlog_item i ON i.record = g.to_id WHERE json_extract(e.detail,'$.kind') = 'embedding';
-- → {"kind":"embedding","code":"host","versions":1} | read | tea | 1
