-- Deletion: asked for, done, with what was made of the record, and proved.
-- clock: 2026-07-03 04:22:36
CREATE TEMP TABLE my(name TEXT, id TEXT);
SELECT mem_item_put('u', 's', 'a', 'first'), mem_item_put('u', 's', 'b', 'made of a', '{"derived_from":[{"key":"u","set":"s","id":"a"}]}'),
       mem_item_put('v', 's', 'c', 'made of b', '{"derived":"copy","derived_from":[{"key":"u","set":"s","id":"b"}]}'), mem_item_put('u', 's', 'd', 'alone');
-- → a | b | c | d
INSERT INTO my SELECT id, record FROM mem_items('u', 's') UNION ALL SELECT id, record FROM mem_items('v', 's');

-- Asked for: it stands.
SELECT mem_item_remove('u', 's', 'a', '{"request":true,"reason":"she asked"}'), mem_item_get('u', 's', 'a'), mem_deletion(id) FROM my WHERE name = 'a';
-- → 1 | first | requested
SELECT mem_item_remove('u', 's', NULL, '{"request":true}'), (SELECT count(*) FROM mem_items('u', 's'));
-- → 3 | 3
SELECT mem_item_remove('u', 's', 'a', '{"request":true,"cascade":true}');
-- ! option request
SELECT mem_item_remove('u', 's', 'none', '{"request":true}');
-- → 0
SELECT mem_propagate(id) FROM my WHERE name = 'a';
-- → ∅

-- Alone: what was made of it is to be reviewed.
SELECT mem_item_remove('u', 's', 'd'), mem_deletion(id) FROM my WHERE name = 'd';
-- → 1 | verified
SELECT part, pending, verified_at, checked FROM mem_deletion((SELECT id FROM my WHERE name = 'd'));
-- → primary | 0 | 2026-07-03 04:22:36.000000 | memlog
-- → index | 0 | 2026-07-03 04:22:36.000000 | memlog
-- → vector | 0 | 2026-07-03 04:22:36.000000 | memlog
BEGIN;
SELECT mem_item_remove('u', 's', 'a'), mem_deletion(id) FROM my WHERE name = 'a';
-- → 1 | derived_pending
SELECT count(*) FROM mem_deletion((SELECT id FROM my WHERE name = 'a')) WHERE part = 'summary' AND pending;
-- → 2
ROLLBACK;
SELECT mem_deletion(id) FROM my WHERE name = 'a';
-- → requested

-- With all that was made of it, whoever's it is; each deletion says of which it is a part.
SELECT mem_item_remove('u', 's', 'a', '{"cascade":true,"reason":"she asked"}');
-- → 3
SELECT name, mem_deletion(id) FROM my ORDER BY name;
-- → a | verified
-- → b | verified
-- → c | verified
-- → d | verified
SELECT key, detail ->> '$.cascade' = (SELECT lower(printf('%s-%s-%s-%s-%s', substr(hex(id), 1, 8), substr(hex(id), 9, 4), substr(hex(id), 13, 4), substr(hex(id), 17, 4), substr(hex(id), 21)))
         FROM memlog_entity WHERE detail = '{"change":"deleted","how":"removed","reason":"she asked"}') AS of_it
  FROM memlog_entity WHERE detail GLOB '*cascade*' ORDER BY key;
-- → u | 1
-- → v | 1
SELECT key, value FROM mem_event WHERE type = '_long_term_update_event' AND value GLOB '*null*' ORDER BY key, seq;
-- → u | {"s.d":null}
-- → u | {"s.a":null,"s.b":null}
-- → v | {"s.c":null}
SELECT * FROM mem_lineage_break;
-- no rows

-- What is redacted leaves a change.
SELECT mem_redact(seq, 's.d', 'law') FROM mem_event WHERE type = '_long_term_update_event' AND value GLOB '*alone*';
-- → 2
SELECT change, record = (SELECT id FROM my WHERE name = 'd') FROM memlog_v_lifecycle WHERE change = 'redacted';
-- → redacted | 1
-- The view of proofs has times as the table does.
SELECT part, state, checked_by, invalidated_at, verified_at FROM memlog_v_proof WHERE id_blob IN (SELECT p.from_id FROM memlog_edge AS p JOIN memlog_edge AS c ON c.from_id = p.to_id AND c.relation = 'changes' WHERE p.relation = 'proves' AND c.to_id = (SELECT record FROM memlog_item WHERE id = 'd' LIMIT 1));
-- → primary | verified | memlog | 2026-07-03 04:22:36.000000 | 2026-07-03 04:22:36.000000
SELECT mem_deletion('x');
-- ! memlog: mem_deletion: x
SELECT mem_deletion(NULL);
-- ! memlog: mem_deletion
SELECT * FROM mem_deletion('00000000-0000-0000-0000-000000000000');
-- ! there is no
