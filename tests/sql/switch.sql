-- Options: what they are by default, how they are set and unset, what they refuse; switches and the master switch.
-- clock: 2026-07-03 04:22:36.087914

-- ---- defaults ----

SELECT name, mem_config(name) FROM (SELECT 'memory.generate-event' AS name UNION ALL
       VALUES ('memory.generate-event.short-term-write'),
  ('memory.generate-event.sensory-write'), ('memory.generate-event.long-term-update'),
  ('memory.generate-event.long-term-get'),
  ('memory.generate-event.long-term-search'), ('memory.generate-event.short-term-read'),
  ('memory.generate-event.sensory-read'),
  ('agent-run.begin-event'), ('agent-run.end-event'), ('agent-run.snapshot-every-runs'), ('memory.max-value-bytes'));
-- → memory.generate-event | ∅
-- → memory.generate-event.short-term-write | true
-- → memory.generate-event.sensory-write | true
-- → memory.generate-event.long-term-update | true
-- → memory.generate-event.long-term-get | true
-- → memory.generate-event.long-term-search | true
-- → memory.generate-event.short-term-read | false
-- → memory.generate-event.sensory-read | false
-- → agent-run.begin-event | true
-- → agent-run.end-event | true
-- → agent-run.snapshot-every-runs | 1
-- → memory.max-value-bytes | 16777216

-- ---- resolved in this order: the operation's own switch, the master switch, the default ----

SELECT mem_config('memory.generate-event', true), mem_config('memory.generate-event.short-term-read'),
       mem_config('memory.generate-event.sensory-read'),
       mem_config('memory.generate-event.short-term-write');
-- → true | true | true | true
SELECT mem_config('memory.generate-event', 'false'), mem_config('memory.generate-event.short-term-write'),
       mem_config('memory.generate-event.long-term-get'),
       mem_config('agent-run.begin-event'), mem_config('agent-run.end-event');
-- → false | false | false | true | true
SELECT mem_config('memory.generate-event.short-term-write', 'true'), mem_config('memory.generate-event.sensory-write');
-- → true | false
SELECT mem_set('k', 'a', 1)->>'path', mem_set('k', 'a', 1, 'sensory')->>'path',
       (SELECT group_concat(type) FROM mem_event);
-- → a | a | _short_term_write_event
SELECT mem_config('memory.generate-event.short-term-write', 0), mem_config('memory.generate-event', 1),
       mem_config('memory.generate-event.sensory-write');
-- → false | true | true
SELECT mem_config('memory.generate-event', NULL), mem_config('memory.generate-event.short-term-write'),
       mem_config('memory.generate-event.short-term-write', NULL);
-- → ∅ | false | true

-- ---- shared by all connections, kept in the file, part of the transaction ----

SELECT mem_config('memory.generate-event.short-term-read', true);
-- → true
-- connection: B
SELECT mem_config('memory.generate-event.short-term-read'), mem_set('b', 'a', 1)->>'path', mem_get('b', 'a'),
       (SELECT count(*) FROM mem_event WHERE key = 'b');
-- → true | a | 1 | 2
SELECT mem_config('memory.generate-event.short-term-read', NULL);
-- → false
-- connection: A
SELECT mem_config('memory.generate-event.short-term-read'), mem_get('b', 'a'),
       (SELECT count(*) FROM mem_event WHERE key = 'b');
-- → false | 1 | 2
BEGIN;
SELECT mem_config('memory.max-value-bytes', 5);
-- → 5
SELECT mem_set('k', 'long', '123456789');
-- ! memory.max-value-bytes
ROLLBACK;
SELECT mem_config('memory.max-value-bytes'), mem_set('k', 'long', '123456789')->>'path';
-- → 16777216 | long
-- reopen
SELECT mem_config('memory.generate-event.sensory-read', 1);
-- → true
-- reopen
SELECT mem_config('memory.generate-event.sensory-read'), mem_config('memory.generate-event.sensory-read', NULL);
-- → true | false

-- ---- refused, saying what is allowed ----

SELECT mem_config('memory.generate-event.short-term-write', 'yes');
-- ! yes
-- ! true
-- ! false
SELECT mem_config('memory.generate-event', 'on');
-- ! true
-- ! false
SELECT mem_config('memory.generate-event', 2);
-- ! true
-- ! false
SELECT mem_config('memory.generate-event', '');
-- ! true
-- ! false
SELECT mem_config('memory.generate-event', x'31');
-- ! memory.generate-event
SELECT mem_config('agent-run.begin-event', 'TRUE ');
-- ! true
-- ! false
SELECT mem_config('memory.max-value-bytes', 'many');
-- ! memory.max-value-bytes
SELECT mem_config('memory.max-value-bytes', -1);
-- ! memory.max-value-bytes
SELECT mem_config('memory.max-value-bytes', 1.5);
-- ! memory.max-value-bytes
SELECT mem_config('memory.genrate-event', 1);
-- ! memory.genrate-event
-- ! memory.generate-event.short-term-write
-- ! memory.max-value-bytes
-- ! agent-run.snapshot-every-runs
SELECT mem_config('memory.genrate-event');
-- ! memory.generate-event
SELECT mem_config('', 1);
-- ! memory.generate-event
SELECT mem_config(NULL);
-- ! memlog:
SELECT mem_config(5, 1);
-- ! memlog:
-- The switch of one operation names another: none was changed.
SELECT count(*) FROM mem_config WHERE value IS NOT NULL;
-- → 0

-- ---- the table ----

SELECT mem_config('memory.generate-event', false), mem_config('memory.max-value-bytes', 1000);
-- → false | 1000
SELECT name, value, effective, "default", length(description) > 0 FROM mem_config
 WHERE name IN ('memory.generate-event', 'memory.generate-event.sensory-write', 'memory.max-value-bytes',
  'agent-run.end-event') ORDER BY name;
-- → agent-run.end-event | ∅ | true | true | 1
-- → memory.generate-event | false | false | ∅ | 1
-- → memory.generate-event.sensory-write | ∅ | false | true | 1
-- → memory.max-value-bytes | …1000… | …1000… | …16777216… | 1

-- ---- off: stored, not logged ----

SELECT mem_config('memory.max-value-bytes', NULL), mem_set('off', 'a', 1)->>'path', mem_get('off', 'a'),
       (SELECT count(*) FROM mem_event WHERE key = 'off');
-- → 16777216 | a | 1 | 0
-- A host's events have no switch.
SELECT mem_event_add('t', 'off', '{}'), (SELECT count(*) FROM mem_event WHERE key = 'off');
-- → 1 | 1
-- mem_config changes the file for all: not for triggers and views of a file someone else made.
CREATE VIEW sly AS SELECT mem_config('memory.generate-event', 0);
SELECT * FROM sly;
-- ! unsafe use of mem_config
