-- Lines that are refused: the message names the member and says why, and nothing is stored.
-- clock: 2026-07-03 04:30:00
SELECT mem_import(NULL);
-- ! memlog: mem_import: the line must be text
SELECT mem_import(x'7b7d');
-- ! memlog: mem_import: the line must be text
SELECT mem_import(5);
-- ! memlog: mem_import: the line must be text
SELECT mem_import('');
-- ! memlog: line: invalid JSON
SELECT mem_import('{"timestamp":"2024-01-15T10:30:00Z"');
-- ! memlog: line: invalid JSON
SELECT mem_import('[1]');
-- ! it is no JSON map
SELECT mem_import('{"a":1,"a":2}');
-- ! memlog: line
SELECT mem_import('{"h":340282366920938463463374607431768211456}');
-- ! memlog: line
SELECT mem_import('{}');
-- ! line: timestamp: it is missing: no time is guessed
SELECT mem_import('{"timestamp":"now","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x"}');
-- ! line: timestamp: it is no date with a time
SELECT mem_import('{"timestamp":1783052556,"eventId":"00000000-0000-0000-0000-000000000001","eventType":"x"}');
-- ! line: timestamp: it is no date with a time
SELECT mem_import('{"timestamp":"2026-02-30T00:00:00Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x"}');
-- ! line: timestamp
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventType":"x"}');
-- ! line: eventId: it is missing
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"1","eventType":"x"}');
-- ! line: eventId: it is no UUID
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001"}');
-- ! line: eventType: it is missing
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":""}');
-- ! line: eventType: it is empty
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"a\u0000b"}');
-- ! line: eventType: it holds a NUL
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_gap"}');
-- ! line: eventType: only lines that memlog wrote have this type
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":[]}');
-- ! line: eventAttributes: it is no map
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","upstreamEventId":"?"}');
-- ! line: upstreamEventId: it is no UUID
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","event":5}');
-- ! line: event: it is no map
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"value":{"a":1}}}');
-- ! line: key: it is missing
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":7,"value":{"a":1}}}');
-- ! line: key: it is no string
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u"}}');
-- ! line: value: it is missing
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":[1]}}');
-- ! line: value: it is no map of paths
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"a..b":1}}}');
-- ! a..b
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"":1}}}');
-- ! line: value: a path in it is empty
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"a":1,"\"a\"":2}}}');
-- ! memlog: line: value

-- Lines that say they are memlog's.
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{}}');
-- ! line: memlog.seq: it is missing
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":5}}');
-- ! line: memlog.seq: that is no position for its time
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":4000000000000000}}');
-- ! line: memlog.seq: that is no position for its time
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":"1"}}');
-- ! line: memlog.seq: it is no integer, or out of range
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u"},"memlog":{"seq":1783052556000000}}');
-- ! line: eventAttributes.value: it is missing
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"","value":1},"memlog":{"seq":1783052556000000}}');
-- ! line: eventAttributes.key: it is empty
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":1783052556000000,"quiet":true}}');
-- ! line: memlog.quiet: a row of this type makes an event
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":1783052556000000,"meta":1}}');
-- ! line: memlog.meta: it is no map
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","new":1,"eventAttributes":{"key":"u","value":1},"memlog":{"seq":1783052556000000,"meta":{"line":{}}}}');
-- ! line: memlog.meta.line
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":1783052556000000,"cause":1783052556000000}}');
-- ! line: memlog.cause: it is not before the row
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":1783052556000000,"step":1783052556000000}}');
-- ! line: memlog.step
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":1783052556000000,"digest":"abc"}}');
-- ! line: memlog.digest
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_gap","eventAttributes":{"key":"u"},"memlog":{"seq":1783052556000000}}');
-- ! line: eventAttributes: a gap makes no event
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_agent_run_end_event","eventAttributes":{"key":"u"},"memlog":{"seq":1783052556000000}}');
-- ! line: eventType: a run ends, but the key has no open run here
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"\"a\"":1}},"memlog":{"seq":1783052556000000}}');
-- ! line: eventAttributes.value
-- ! is no path, or not in canonical form
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"a":null},"containers":{"a":"thing"}},"memlog":{"seq":1783052556000000}}');
-- ! line: eventAttributes.containers: a value in it is not what it can be
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{},"removed":[1]},"memlog":{"seq":1783052556000000}}');
-- ! line: eventAttributes.removed
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{},"expires":-1},"memlog":{"seq":1783052556000000}}');
-- ! line: eventAttributes.expires
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":1},"memlog":{"seq":1783052556000000,"follows":true}}');
-- ! line: memlog.follows: the key's rows before it are not in this file
-- What memory cannot hold.
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"l.x":1},"containers":{"l":"list"}},"memlog":{"seq":1783052556000000}}');
-- ! path l.x of key u: an element of a list is named by its index
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"l.0.x":1},"containers":{"l":"list"}},"memlog":{"seq":1783052556000000}}');
-- ! path l.0 of key u: elements of a list are values
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventType":"_memory_state","eventAttributes":{"key":"u","value":{}},"memlog":{"seq":1783052556000000,"state":"00000000-0000-0000-0000-000000000001"}}');
-- ! line: memlog.state: its row is not in this file
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_memory_state","eventAttributes":{"key":"u","value":{}},"memlog":{"seq":1783052556000000}}');
-- ! line: memlog.state: it is missing
SELECT mem_config('memory.max-value-bytes', 20);
-- → 20
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","eventAttributes":{"key":"u","value":"12345678901234567890"},"memlog":{"seq":1783052556000000}}');
-- ! memory.max-value-bytes

-- Nothing of all this is there; and a transaction can go on after it.
BEGIN;
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"a":1,"l.x":1},"containers":{"l":"list"}},"memlog":{"seq":1783052556000000}}');
-- ! path l.x of key u
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"a":1}},"memlog":{"seq":1783052556000000}}') IS NOT NULL;
-- → 1
COMMIT;
SELECT count(*), (SELECT count(*) FROM mem), (SELECT count(*) FROM mem_run), (SELECT count(*) FROM memlog_import) FROM mem_journal;
-- → 1 | 1 | 0 | 1
-- What only the file as a whole would show to be wrong.
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_agent_run_end_event","eventAttributes":{"key":"u"},"memlog":{"seq":1783052556000000,"outcome":"done"}}');
-- ! line: memlog.outcome: it is none of completed, failed, abandoned
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_memory_redacted_event","eventAttributes":{"key":"u"},"memlog":{"seq":1783052556000000}}');
-- ! line: eventAttributes: it has no value
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_memory_erased_event","eventAttributes":{"key":"u","value":{}},"memlog":{"seq":1783052556000000}}');
-- ! line: eventAttributes: what says that a key was forgotten names no key
SELECT mem_import('{"timestamp":"2026-07-03T04:22:36Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_short_term_refresh","eventAttributes":{"key":"u","value":{"a":1}},"memlog":{"seq":1783052556000000,"quiet":true}}');
-- ! line: eventAttributes: a refresh carries times alone
