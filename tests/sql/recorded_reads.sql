-- Reads in the log: which functions record, what they record, and who does not.
-- clock: 2026-07-03 04:22:36.087914

-- Off by default.
SELECT mem_set_tree('k', 'user', '{"tier":"gold","address":{"city":"SF","zip":null},"tags":["a"]}'),
       mem_append('k', 'l', 'x')->>'path', mem_append('k', 'l', 'y')->>'path';
-- → 4 | l.0 | l.1
SELECT mem_get('k', 'user.tier'), (SELECT count(*) FROM mem_event WHERE type = '_short_term_read_event');
-- → gold | 0
SELECT mem_config('memory.generate-event.short-term-read', 1), mem_config('memory.generate-event.sensory-read', 1);
-- → true | true
CREATE TEMP VIEW last AS SELECT type, value FROM mem_event ORDER BY seq DESC LIMIT 1;
CREATE TEMP VIEW reads AS SELECT count(*) AS n FROM mem_event WHERE type LIKE '%_read_event';

-- ---- every value actually returned, under its own path; an object: its leaves ----

SELECT mem_get('k', 'user.tier');
-- → gold
SELECT * FROM last;
-- → _short_term_read_event | {"user.tier":"gold"}
SELECT mem_get_json('k', 'user.tags');
-- → ["a"]
SELECT * FROM last;
-- → _short_term_read_event | {"user.tags":["a"]}
SELECT mem_get('k', 'user');
-- → {"address":{"city":"SF","zip":null},"tags":["a"],"tier":"gold"}
SELECT * FROM last;
-- → _short_term_read_event | {"user.address.city":"SF","user.address.zip":null,"user.tags":["a"],"user.tier":"gold"}
SELECT mem_resolve(mem_ref('k', 'user.address'));
-- → {"city":"SF","zip":null}
SELECT * FROM last;
-- → _short_term_read_event | {"user.address.city":"SF","user.address.zip":null}
-- Of fields the values among them only: a nested object is shown as its reference, nothing of it was read.
SELECT mem_fields('k', 'user') IS NOT NULL;
-- → 1
SELECT * FROM last;
-- → _short_term_read_event | {"user.tags":["a"],"user.tier":"gold"}
SELECT mem_recent('k', 'l', 1);
-- → ["y"]
SELECT * FROM last;
-- → _short_term_read_event | {"l.1":"y"}
SELECT mem_get('k', 'l');
-- → ["x","y"]
SELECT * FROM last;
-- → _short_term_read_event | {"l.0":"x","l.1":"y"}
SELECT mem_get('k', 'user.address.zip'), mem_get_json('k', 'user.address.zip');
-- → ∅ | null
SELECT * FROM last;
-- → _short_term_read_event | {"user.address.zip":null}
SELECT * FROM reads;
-- → 9

-- ---- nothing returned, nothing read: what is missing, objects without leaves ----

SELECT mem_get('k', 'zz'), mem_get_json('k', 'zz'), mem_fields('k', 'zz'), mem_recent('k', 'zz', 3),
       mem_recent('k', 'l', 0), mem_resolve(mem_ref('k', 'zz')),
       mem_get('none', 'a'), mem_get('none', '');
-- → ∅ | ∅ | ∅ | [] | [] | ∅ | ∅ | {}
SELECT mem_new_object('k', 'empty')->>'type', mem_get('k', 'empty'), mem_fields('k', 'empty'),
       mem_fields('k', 'user.tier');
-- → object | {} | {} | {}
SELECT * FROM reads;
-- → 9

-- ---- never reads: existence, types, names, length, references, tables, the past, what a write returns ----

SELECT mem_exists('k', 'user'), mem_type('k', 'user.tier'), mem_field_names('k', 'user'), mem_length('k', 'l'),
       mem_ref('k', 'user.tier')->>'type',
       mem_snapshot('k') <> '{}', mem_rebuild_at('k', 'now') <> '{}', mem_incr('k', 'n', 1), mem_pop('k', 'l');
-- → 1 | text | ["address","tags","tier"] | 2 | text | 1 | 1 | 1 | y
SELECT count(*) > 0 FROM mem('k');
-- → 1
SELECT * FROM reads;
-- → 9

-- ---- in an action ----

BEGIN;
SELECT mem_set('k', 'n', 5)->>'path', mem_get('k', 'n'), mem_set('k', 'n', 6)->>'path', mem_get('k', 'user.tier'),
       mem_get('k', 'n');
-- → n | 5 | n | gold | 6
COMMIT;
SELECT type, value FROM mem_event WHERE txn = (SELECT max(txn) FROM mem_event) ORDER BY seq;
-- → _short_term_write_event | {"n":6}
-- → _short_term_read_event | {"n":6,"user.tier":"gold"}
BEGIN;
SELECT mem_get('k', 'n');
-- → 6
ROLLBACK;
SELECT * FROM reads;
-- → 10
-- Reads change nothing of the past.
SELECT mem_rebuild_at('k', 'now') = mem_snapshot('k');
-- → 1

-- ---- scopes have a switch each ----

SELECT mem_config('memory.generate-event.short-term-read', NULL), mem_set('k', 's', 1, 'sensory')->>'path',
       mem_get('k', 's', 'sensory'), mem_get('k', 'n');
-- → false | s | 1 | 6
SELECT * FROM last;
-- → _sensory_read_event | {"s":1}
SELECT * FROM reads;
-- → 11

-- ---- an observer's reads leave no trace (AGT-048) ----

SELECT mem_config('memory.generate-event', 1);
-- → true
-- connection: B
SELECT mem_observer(1), mem_get('k', 'n'), mem_get('k', 's', 'sensory'), mem_fields('k', 'user') IS NOT NULL;
-- → 1 | 6 | 1 | 1
SELECT count(*) FROM mem_event WHERE type LIKE '%_read_event';
-- → 11
-- Its writes are recorded like all others.
SELECT mem_set('k', 'n', 7)->>'path', (SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1), mem_observer(0),
       mem_get('k', 'n');
-- → n | {"n":7} | 0 | 7
SELECT type, value FROM mem_event ORDER BY seq DESC LIMIT 1;
-- → _short_term_read_event | {"n":7}
SELECT mem_observer('on');
-- ! mem_observer
SELECT mem_observer(NULL);
-- ! mem_observer

-- ---- a connection that cannot write reads unrecorded ----

-- connection: R, read only
SELECT mem_get('k', 'n'), mem_get('k', 'user.tier'), mem_resolve(mem_ref('k', 'n')), mem_recent('k', 'l', 1);
-- → 7 | gold | 7 | ["x"]
SELECT mem_set('k', 'n', 8);
-- ! readonly
-- connection: A
SELECT count(*) FROM mem_event WHERE type LIKE '%_read_event';
-- → 12
-- The same after PRAGMA query_only.
PRAGMA query_only = 1;
SELECT mem_get('k', 'n'), (SELECT count(*) FROM mem_event WHERE type LIKE '%_read_event');
-- → 7 | 12
PRAGMA query_only = 0;

-- ---- while another connection writes, a read that is to be recorded has to wait, as a write has ----

-- connection: B
-- reopen
-- connection: A
BEGIN IMMEDIATE;
-- connection: B
SELECT mem_get('k', 'n');
-- ! locked
SELECT mem_observer(1), mem_get('k', 'n');
-- → 1 | 7
-- connection: A
COMMIT;
-- connection: B
SELECT mem_observer(0), mem_get('k', 'n'), (SELECT count(*) FROM mem_event WHERE type LIKE '%_read_event');
-- → 0 | 7 | 13
