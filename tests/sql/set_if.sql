-- Compare and set: mem_set_if writes only where what stands is what was expected.
-- clock: 2026-07-03 04:22:36.087914

-- SQL NULL expects that there is no node.
SELECT mem_set_if('u', 'plan.version', NULL, 1), mem_set_if('u', 'plan.version', NULL, 2);
-- → 1 | 0
SELECT mem_get('u', 'plan.version');
-- → 1
SELECT mem_set_if('u', 'plan.version', '1', 2), mem_set_if('u', 'plan.version', '1', 3);
-- → 1 | 0

-- A stored null is no missing node, and the other way round.
SELECT mem_set_if('u', 'n', 'null', 1), mem_set_if('u', 'n', NULL, NULL), mem_set_if('u', 'n', NULL, 2), mem_type('u', 'n');
-- → 0 | 1 | 0 | null
SELECT mem_set_if('u', 'n', 'null', json('{"a":[1, 2.0]}')), mem_get_json('u', 'n');
-- → 1 | {"a":[1,2.0]}

-- Compared is what would be stored: blanks and escapes do not count, kinds of number and the order of members do.
SELECT mem_set_if('u', 'n', '{"a":[1,2]}', 0), mem_set_if('u', 'n', '{"a":[1.0,2.0]}', 0);
-- → 0 | 0
SELECT mem_set_if('u', 'n', ' { "\u0061" : [ 1 , 20e-1 ] } ', json('{"a":1,"b":2}'));
-- → 1
SELECT mem_set_if('u', 'n', '{"b":2,"a":1}', 0), mem_set_if('u', 'n', mem_get_json('u', 'n'), 'Ada');
-- → 0 | 1
SELECT mem_set_if('u', 'n', 'true', 1), mem_set_if('u', 'n', '"ada"', 1), mem_set_if('u', 'n', '"Ada"', 0.1), mem_set_if('u', 'n', '0.1', 1.0);
-- → 0 | 0 | 1 | 1
SELECT mem_set_if('u', 'n', '1', 2), mem_set_if('u', 'n', '1.0', 2);
-- → 0 | 1

-- An object or a list is no value: nothing expected matches it.
SELECT mem_set_if('u', 'plan', '{}', 1), mem_set_if('u', 'plan', '{"version":2}', 1), mem_set_if('u', 'plan', NULL, 1);
-- → 0 | 0 | 0
SELECT mem_append('u', 'l', 'x')->>'path', mem_set_if('u', 'l', '["x"]', 1), mem_set_if('u', 'l', NULL, 1);
-- → l.0 | 0 | 0
SELECT mem_set_if('u', 'l.0', '"x"', 'y'), mem_get('u', 'l');
-- → 1 | ["y"]

-- Where mem_set is an error so is this, once what stands there is what was expected.
SELECT mem_set_if('u', 'l.1', NULL, 1);
-- ! new elements of a list come by mem_append only; the list is l
SELECT mem_set_if('u', 'n.x', NULL, 1);
-- ! a value stands above it, at n
SELECT mem_set_if('u', 'n.x', '1', 1), mem_set_if('u', 'l.1', '1', 1);
-- → 0 | 0

-- Bad arguments change nothing.
SELECT mem_set_if('u', 'n', 'Ada', 1);
-- ! memlog: mem_set_if: what is expected: invalid JSON at byte
SELECT mem_set_if('u', 'n', 2, 1);
-- ! memlog: mem_set_if: what is expected: JSON must be given as TEXT, not as an INTEGER
SELECT mem_set_if('u', 'n', '2', x'00');
-- ! memlog: mem_set_if: a BLOB cannot be stored
SELECT mem_set_if('u', '', NULL, 1);
-- ! memlog: mem_set_if: the path is the root
SELECT mem_set_if('u', 'n', '2', 1, 'long_term');
-- ! memlog: mem_set_if: scope long_term
SELECT mem_set_if(NULL, 'n', '2', 1);
-- ! memlog: mem_set_if: the key is NULL

-- Both the expected and the new value keep to the limit; the new one whether it would be written or not.
SELECT mem_config('memory.max-value-bytes', 10);
-- → 10
SELECT mem_set_if('u', 'n', '2', '123456789');
-- ! memlog: path n of key u: the value has 11 bytes, memory.max-value-bytes is 10
SELECT mem_set_if('u', 'n', '3', '123456789');
-- ! memlog: path n of key u: the value has 11 bytes, memory.max-value-bytes is 10
SELECT mem_config('memory.max-value-bytes', NULL), mem_get('u', 'n');
-- → 16777216 | 2

-- Scopes are apart; a reference serves as the path.
SELECT mem_set_if('u', 'n', NULL, 1, 'sensory'), mem_set_if('u', mem_ref('u', 'n', 'sensory'), '1', 5), mem_get('u', 'n', 'sensory'), mem_get('u', 'n');
-- → 1 | 1 | 5 | 2

-- What does not match is no event, and nothing is written.
SELECT count(*) FROM mem_event;
-- → 13
SELECT mem_set_if('u', 'n', '1', 2), (SELECT count(*) FROM mem_event);
-- → 0 | 13
SELECT mem_set_if('u', 'n', '2', 2), (SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1);
-- → 1 | {"n":2}

-- In a transaction it sees what the transaction wrote; one statement, one action.
BEGIN;
SELECT mem_set('u', 'n', 7)->>'path', mem_set_if('u', 'n', '7', 8), mem_set_if('u', 'n', '7', 9);
-- → n | 1 | 0
COMMIT;
SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → {"n":8}

-- Of two connections that know the same version, one wins (AGT-007).
-- connection: B
SELECT mem_get('u', 'n');
-- → 8
-- connection: A
SELECT mem_set_if('u', 'n', '8', 'A');
-- → 1
-- connection: B
SELECT mem_set_if('u', 'n', '8', 'B');
-- → 0

-- In a listener it makes no event, as all there.
CREATE TRIGGER claim AFTER INSERT ON memlog_event WHEN NEW.type = 'task' BEGIN
  SELECT mem_set_if('work', NEW.key, NULL, NEW.id);
END;
SELECT mem_event_add('task', 't1', '{}');
SELECT mem_event_add('task', 't1', '{}');
SELECT mem_get('work', 't1') = (SELECT id FROM mem_event WHERE type = 'task' ORDER BY seq LIMIT 1);
-- → 1
SELECT observed, value = json_object('t1', mem_get('work', 't1')) FROM mem_journal WHERE key = 'work';
-- → 0 | 1
