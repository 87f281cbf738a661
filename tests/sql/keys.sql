-- Keys and scopes: isolated from each other, compared byte for byte.
-- clock: 2026-07-03 04:22:36.087914

-- AGT-079: keys are text, not empty; 1 and '1' are not two spellings of a key.
SELECT mem_set(1, 'a', 1);
-- ! key
SELECT mem_set(1.0, 'a', 1);
-- ! key
SELECT mem_set(NULL, 'a', 1);
-- ! key
SELECT mem_set(x'6b', 'a', 1);
-- ! key
SELECT mem_set('', 'a', 1);
-- ! key
SELECT mem_set('a' || char(0), 'a', 1);
-- ! key
SELECT mem_set(CAST(x'6bff' AS TEXT), 'a', 1);
-- ! key
SELECT mem_get(1, 'a');
-- ! key
SELECT mem_get_json('', 'a');
-- ! key
SELECT mem_exists(NULL, 'a');
-- ! key
SELECT mem_type(x'6b', 'a');
-- ! key
SELECT mem_new_object(1, 'a');
-- ! key
SELECT mem_fields(1);
-- ! key
SELECT mem_field_names('');
-- ! key
SELECT mem_delete(1, 'a');
-- ! key
SELECT mem_incr(NULL, 'a', 1);
-- ! key
SELECT mem_append('', 'a', 1);
-- ! key
SELECT mem_pop(1, 'a');
-- ! key
SELECT mem_recent(1, 'a', 1);
-- ! key
SELECT mem_length(1, 'a');
-- ! key
SELECT mem_set_tree(1, 'a', '{}');
-- ! key
SELECT mem_ref(1, 'a');
-- ! key
SELECT mem_snapshot(1);
-- ! key
SELECT mem_rebuild_at(1, 'now');
-- ! key
SELECT mem_run_begin(1);
-- ! key
SELECT mem_run_end(NULL);
-- ! key
SELECT mem_event_add('t', 1, '{}');
-- ! key
SELECT mem_set('1', 'v', 'one')->>'path', mem_set(' 1', 'v', 'space')->>'path', mem_set('A', 'v', 'upper')->>'path',
       mem_set('a', 'v', 'lower')->>'path',
       mem_set('1.0', 'v', 'real')->>'path', mem_set('1 ', 'v', 'after')->>'path';
-- → v | v | v | v | v | v
SELECT mem_get('1', 'v'), mem_get(' 1', 'v'), mem_get('A', 'v'), mem_get('a', 'v'), mem_get('1.0', 'v'),
       mem_get('1 ', 'v');
-- → one | space | upper | lower | real | after

-- AGT-075: a key is no prefix of another, and holds no pattern.
BEGIN;
SELECT mem_set('t:acme', 'v', 1), mem_set('t:acme-corp', 'v', 2), mem_set('t:ACME', 'v', 3), mem_set('t:ac_e', 'v', 4),
       mem_set('t:acme%', 'v', 5), mem_set('t:', 'v', 6);
COMMIT;
SELECT mem_get('t:acme', 'v'), mem_get('t:acme-corp', 'v'), mem_get('t:ACME', 'v'), mem_get('t:ac_e', 'v'),
       mem_get('t:acme%', 'v'), mem_get('t:', 'v'), mem_get('t', 'v');
-- → 1 | 2 | 3 | 4 | 5 | 6 | ∅
SELECT mem_delete('t:acme', ''), mem_delete('t:', ''), mem_get('t:acme-corp', 'v'), mem_get('t:ac_e', 'v'),
       mem_get('t:ACME', 'v');
-- → 1 | 1 | 2 | 4 | 3
SELECT key, value, removed FROM mem_event WHERE key = 't:acme' ORDER BY seq;
-- → t:acme | {"v":1} | ∅
-- → t:acme | {} | [""]

-- AGT-076, AGT-078: what can be written as a key can be read, filtered, rebuilt and deleted; no key is SQL.
CREATE TEMP TABLE odd(key);
INSERT INTO odd VALUES ('team-a'), ('a:b'), ('a/b'), ('a b'), ('main'), ('or'), ('x"y'), ('x'') OR 1=1 --'), ('a.b'),
  ('"'), ('{"key":1}'), ('*'),
  ('日本'), ('e' || char(0x301)), ('é'), (printf('%.3000c', 'k'));
SELECT count(mem_set(key, 'v', key)) FROM odd;
-- → 16
SELECT count(*) FROM odd WHERE mem_get(key, 'v') = key AND mem_exists(key, 'v')
       AND mem_rebuild_at(key, 'now') = mem_snapshot(key)
   AND mem_resolve(mem_ref(key, 'v')) = key AND (SELECT count(*) FROM mem_event e WHERE e.key = odd.key) = 1;
-- → 16
SELECT count(*) FROM odd WHERE mem_delete(key, 'v') = 1 AND mem_get(key, 'v') IS NULL;
-- → 16
SELECT mem_get('x'') OR 1=1 --', 'v'), (SELECT count(*) FROM mem_event WHERE key = 'x'' OR 1=1 --');
-- → ∅ | 0
-- AGT-081: keys that a hash of 32 bits would take for one.
SELECT mem_set('Aa', 'v', 1)->>'key', mem_set('BB', 'v', 2)->>'key', mem_set('plumless', 'v', 3)->>'key',
       mem_set('buckeroo', 'v', 4)->>'key';
-- → Aa | BB | plumless | buckeroo
SELECT mem_get('Aa', 'v'), mem_get('BB', 'v'), mem_get('plumless', 'v'), mem_delete('buckeroo', ''),
       mem_get('plumless', 'v');
-- → 1 | 2 | 3 | 1 | 3
-- é as one character or as two: two keys, as bytes say.
SELECT mem_set('é', 'v', 1)->>'key' = mem_set('e' || char(0x301), 'v', 2)->>'key', mem_get('é', 'v'),
       mem_get('e' || char(0x301), 'v');
-- → 0 | 1 | 2

-- ---- scopes ----

SELECT mem_set('s', 'a', 'short')->>'scope', mem_set('s', 'a', 'sense', 'sensory')->>'scope', mem_get('s', 'a'),
       mem_get('s', 'a', 'short_term'), mem_get('s', 'a', 'sensory');
-- → short_term | sensory | short | short | sense
SELECT mem_set('s', 'b.c', 1, 'sensory')->>'path', mem_exists('s', 'b'), mem_exists('s', 'b', 'sensory'),
       mem_snapshot('s'), mem_snapshot('s', 'sensory');
-- → b.c | 0 | 1 | {"a":"short"} | {"a":"sense","b.c":1}
SELECT mem_append('s', 'l', 1, 'sensory')->>'path', mem_length('s', 'l'), mem_length('s', 'l', 'sensory'),
       mem_recent('s', 'l', 1, 'sensory'), mem_pop('s', 'l', 'last', 'sensory'),
       mem_incr('s', 'n', 1, 'sensory'), mem_incr('s', 'n', 5), mem_type('s', 'n', 'sensory'),
  mem_get_json('s', 'n', 'sensory');
-- → l.0 | ∅ | 1 | [1] | 1 | 1 | 5 | integer | '1'
SELECT mem_new_object('s', 'o', 0, 'sensory')->>'scope', mem_set_tree('s', 't', '{"x":1}', 'sensory'),
       mem_set_json('s', 'j', '[1]', 'sensory')->>'scope',
       mem_append_json('s', 'l', '[2]', 'sensory')->>'path', mem_field_names('s', '', 'sensory'),
  mem_fields('s', 't', 'sensory'), mem_field_names('s');
-- → sensory | 1 | sensory | l.1 | ["a","b","j","l","n","o","t"] | {"x":1} | ["a","n"]
SELECT mem_delete('s', 'a', 'sensory'), mem_get('s', 'a'), mem_delete('s', '', 'sensory') > 5,
       mem_get('s', '', 'sensory'), mem_get('s', '');
-- → 1 | short | 1 | {} | {"a":"short","n":5}
SELECT mem_rebuild_at('s', 'now'), mem_rebuild_at('s', 'now', 'sensory');
-- → {"a":"short","n":5} | {}
SELECT DISTINCT type FROM mem_event WHERE key = 's' ORDER BY type;
-- → _sensory_write_event
-- → _short_term_write_event
SELECT mem_get('s', 'a', 'long_term');
-- ! short_term
SELECT mem_get('s', 'a', '');
-- ! short_term
SELECT mem_get('s', 'a', 1);
-- ! short_term

-- A listener finds the keys of all events of its action as they are when all of these are there.
-- clock: 2026-07-05 10:00:00
CREATE TABLE found(of, key, events, last);
CREATE TRIGGER find AFTER INSERT ON memlog_event BEGIN
  INSERT INTO found SELECT NEW.key, key, events, last FROM mem_key WHERE key IN ('new 1', 'new 2');
END;
BEGIN;
SELECT mem_set('new 1', 'x', 1)->>'path', mem_set('new 2', 'x', 1)->>'path';
-- → x | x
COMMIT;
SELECT * FROM found;
-- → new 1 | new 1 | 1 | 2026-07-05 10:00:00.000000
-- → new 1 | new 2 | 1 | 2026-07-05 10:00:00.000000
-- → new 2 | new 1 | 1 | 2026-07-05 10:00:00.000000
-- → new 2 | new 2 | 1 | 2026-07-05 10:00:00.000000
