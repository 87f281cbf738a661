"""Files that anyone may have written: how they are made, what is asked of them, what must come back.

A damage is SQL that is run on a sound file behind memlog's back. Then every function and every table is asked, in
several settings of the connection, by a process of its own with bounded time and memory. Each answers with rows or
with an error in words, nothing crashes or hangs, and wherever an answer is not that of the sound file mem_verify has
a row that names the place. What is written to the damaged file harms no other key, and ROLLBACK takes it back."""

import ctypes
import json
import mmap
import os
import re
import resource
import shutil
import sys
from dataclasses import dataclass

import db
from db import Db, SqlError

SO = os.environ["MEMLOG_SO"]
LONG = bool(os.environ.get("HOSTILE_LONG"))
CPU_SECONDS = 20  # of processor time, for all that is asked of one damaged file; it takes less than one
HEAP = 256 << 20  # bytes that SQLite may hold at a time

heap_limit = db.declare("sqlite3_hard_heap_limit64", ctypes.c_int64, ctypes.c_int64)

SOUND = """
PRAGMA synchronous = OFF;
SELECT mem_clock('2026-07-03 04:22:36');
SELECT mem_config('memory.max-value-bytes', 100000), mem_config('agent-run.snapshot-every-runs', 2);
SELECT mem_set('ann', 'user.name', 'Ada'), mem_set('ann', 'user.age', 36), mem_set_json('ann', 'm', '{"a":[1.5]}');
SELECT mem_new_object('ann', 'empty'), mem_append('ann', 'log', 'x'), mem_append('ann', 'log', 'y');
SELECT mem_append('ann', 'log', 3), mem_pop('ann', 'log', 'first'), mem_set('ann', 'seen', 1, 'sensory');
SELECT mem_run_begin('ann', 'question');
SELECT mem_set('ann', 'seen', 2, 'sensory'), mem_set('ann', 'user.age', 37);
SELECT mem_run_end('ann', 'answer');
SELECT mem_clock('2026-07-03 04:23:36');
SELECT mem_run_begin('ann', json('{"q":[1]}')), mem_set('ann', 'seen', 3, 'sensory');
SELECT mem_event_add('order', 'ann', '{"n":1}'), mem_append('ann', 'heard', 1, 'sensory'), mem_set('ann', 'r', 0.5);
BEGIN;
SELECT mem_action('plan', NULL, '{"actor":"me"}'), mem_set('bob', 'a.b.c', NULL), mem_set('bob', 'a.d', 2);
SELECT mem_append('bob', 'log', 'x'), mem_set('ann', 'user.age', 38);
COMMIT;
SELECT mem_clock('2026-07-03 04:24:36');
SELECT mem_run_begin('bob', 'hello'), mem_set('bob', 'seen', 1, 'sensory');
SELECT mem_config('memory.generate-event.short-term-write', 'false');
SELECT mem_set('cem', 'unrecorded', 1), mem_set('dan', 'unrecorded', 1);
SELECT mem_config('memory.generate-event.short-term-write', NULL);
SELECT mem_set('dan', 'a', 1), mem_delete('dan', 'a');
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.key IN ('ann', 'bob') AND NEW.kind = 2 BEGIN
  SELECT mem_set(NEW.key, 'told', NEW.seq - NEW.prev, 'sensory');
END;
SELECT mem_set('bob', 'a.d', 3), mem_set('ann', 'r', 1.5);
DROP TRIGGER listener;
SELECT mem_clock('2026-07-03 04:25:36');
SELECT mem_config('memory.inline-value-bytes', 64);
SELECT mem_set('ann', 'doc', printf('%.100c', 'd')), mem_set('bob', 'doc', printf('%.100c', 'd'));
SELECT mem_append('ann', 'pages', json_array(printf('%.100c', 'p'))), mem_append('ann', 'pages', printf('%.100c', 'd'));
SELECT count(mem_set('ann', 'n', value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22]');
SELECT mem_set('ann', 'last', json('[true,false,null]')), mem_set('bob', 'flag', json('true'));
SELECT mem_retain('an*', 'kept', '{"max_count":2,"max_bytes":50}'), mem_retain('gone', 'kept', '{"max_count":9}');
SELECT mem_retain('an*', 'fresh_ones', '{"max_count":2,"policy":"drop_least_recently_used"}'), mem_retain('gone', 'kept', NULL);
SELECT mem_append('ann', 'kept', 'x'), mem_append('ann', 'kept', 'y'), mem_append('ann', 'kept', 'z');
SELECT mem_append('ann', 'fresh_ones', 1), mem_append('ann', 'fresh_ones', 2), mem_get('ann', 'fresh_ones.0');
SELECT mem_retain('an*', 'fresh_ones', NULL);
SELECT count(*) FROM mem_consume('reader', 5);
SELECT count(*) FROM mem_consume('late', 5, NULL, '#last');
SELECT mem_ack('reader', (SELECT min(seq) FROM mem_event));
SELECT mem_ttl('tim', '', 3600000), mem_set('tim', 'a.b', 1), mem_new_object('tim', 'e'), mem_append('tim', 'log', 'x');
SELECT mem_ttl('tim', 'a', 7200000);
SELECT mem_message('sid', 'user', 'My name is Sid. I like tea.'), mem_session_end('sid', '{"user":"sid","agent":"a"}');
SELECT mem_message('sid', 'user', 'Never mind.'), mem_message('sid', 'user', 'I like black tea.');
SELECT mem_run_begin('eve', 'who?'), mem_set('eve', 'a', 1), mem_run_end('eve'), mem_set('eve', 'b', 1, 'sensory');
SELECT mem_forget('eve', 'why', '{"search":false}');
SELECT mem_redact(min(seq), 'user.age', 'why') FROM mem_event WHERE key = 'ann' AND mem_touches('user.age', value);
"""

# What makes a pruned file of it: ann has rows on both sides of the cut, ned only before it, gus was in a gap there.
PRUNED = (
    "SELECT mem_clock('2026-07-03 04:20:36');"
    "SELECT mem_set('ned', 'a', 1), mem_append('ned', 'log', 'x'), mem_set('gus', 'a', 1);"
    "SELECT mem_config('memory.generate-event', 'false'), mem_set('gus', 'a', 2), mem_set('gus', 's', 2, 'sensory');"
    "SELECT mem_config('memory.generate-event', NULL);"
) + SOUND + """
SELECT mem_prune('2026-07-03 04:23:00', '{"consumers":"ignore"}');
SELECT mem_set('gus', 'b', 1);
"""

# What is asked. Those of the first list change nothing; :k is the key of which one asks.
READS = """
SELECT mem_get(:k, 'user.name'), mem_get(:k, 'm'), mem_get(:k, 'r'), mem_get(:k, 'flag'), mem_get(:k, 'a.b.c')
SELECT mem_get(:k, 'user')
SELECT mem_get(:k, 'log')
SELECT mem_get(:k, '')
SELECT mem_get(:k, 'user.age')
SELECT mem_get(:k, 'log.1'), mem_get(:k, 'last')
SELECT mem_get(:k, '', 'sensory')
SELECT mem_get(:k, 'seen', 'sensory'), mem_get(:k, 'heard', 'sensory')
SELECT mem_get_json(:k, 'user.age'), mem_get_json(:k, 'm'), mem_get_json(:k, 'last')
SELECT mem_get_json(:k, '')
SELECT mem_exists(:k, 'user'), mem_exists(:k, 'user.age'), mem_exists(:k, 'log.1')
SELECT mem_type(:k, 'user'), mem_type(:k, 'user.age'), mem_type(:k, 'log'), mem_type(:k, 'm'), mem_type(:k, 'r')
SELECT mem_get(:k, 'doc'), mem_get_json(:k, 'pages.0'), mem_type(:k, 'doc'), mem_exists(:k, 'doc')
SELECT mem_get(:k, 'pages'), mem_recent(:k, 'pages', 1), mem_resolve(mem_ref(:k, 'doc'))
SELECT path, type FROM mem WHERE key = :k AND type = 'text'
SELECT * FROM mem_history(:k, 'doc')
SELECT path, after FROM mem_diff(:k, '#0', '#last') WHERE path = 'doc'
SELECT seq, mem_event_value(seq) FROM mem_event WHERE key = :k
SELECT mem_fields(:k)
SELECT mem_fields(:k, 'user'), mem_fields(:k, 'log'), mem_fields(:k, '', 'sensory')
SELECT mem_field_names(:k), mem_field_names(:k, 'user'), mem_field_names(:k, 'log')
SELECT mem_recent(:k, 'log', 1)
SELECT mem_recent(:k, 'log', 100), mem_recent(:k, 'log', 9223372036854775807)
SELECT mem_recent(:k, 'log', 10000000)
SELECT mem_length(:k, 'log')
SELECT mem_resolve(mem_ref(:k, 'user.age')), mem_ref(:k, 'log')
SELECT mem_resolve(mem_ref(:k, 'user'))
SELECT mem_snapshot(:k)
SELECT mem_snapshot(:k, 'sensory')
SELECT mem_rebuild_at(:k, '#last')
SELECT mem_rebuild_at(:k, '#last', 'sensory')
SELECT mem_rebuild_at(:k, 'now')
SELECT mem_rebuild_at(:k, '2026-07-03 04:23:00')
SELECT mem_rebuild_at(:k, 1783052616.5, 'sensory')
SELECT mem_rebuild_at(:k, '2026-07-03 04:24:00')
SELECT mem_rebuild_at(:k, '#1')
SELECT mem_rebuild_at(:k, '#9223372036854775807')
SELECT mem_rebuild_at(:k, '#1783052736000010')
SELECT mem_rebuild_at(:k, (SELECT max(id) FROM mem_event))
SELECT key, path, value, type, scope, updated_at, expires_at, json FROM mem
SELECT path, value, type, json FROM mem(:k)
SELECT path, value, type, json FROM mem WHERE key = :k AND path = 'user.age'
SELECT path, value FROM mem WHERE key = :k AND under = 'user'
SELECT key, path, value FROM mem WHERE under = 'log'
SELECT key, path, value FROM mem WHERE scope = 'short_term'
SELECT key, path, value FROM mem WHERE scope = 'sensory' AND path = 'seen'
SELECT path, value, type FROM mem(:k, '#last')
SELECT path, value, type FROM mem(:k, '2026-07-03 04:23:00', 'sensory')
SELECT key, scope, path, json FROM mem WHERE as_of = '#last'
SELECT key, scope, path, json FROM mem WHERE as_of = '2026-07-03 04:24:00'
SELECT count(*) FROM mem AS now JOIN mem AS past USING (key, scope, path) WHERE past.as_of = '#last'
SELECT * FROM mem_event
SELECT * FROM mem_event ORDER BY seq DESC
SELECT * FROM mem_event WHERE key = :k
SELECT seq, type FROM mem_event WHERE key = :k
SELECT * FROM mem_event WHERE key = :k ORDER BY seq DESC LIMIT 3
SELECT * FROM mem_event WHERE key = :k AND seq > 1783052616000000
SELECT * FROM mem_event WHERE key = :k AND time < '2026-07-03 04:25'
SELECT * FROM mem_event WHERE time BETWEEN '2026-07-03 04:23' AND '2026-07-03 04:25'
SELECT * FROM mem_event WHERE type = '_short_term_write_event' AND key = :k
SELECT * FROM mem_event WHERE type = 'order'
SELECT * FROM mem_event WHERE run = 1
SELECT * FROM mem_event WHERE run = 2
SELECT * FROM mem_event WHERE seq = (SELECT max(seq) FROM mem_event)
SELECT * FROM mem_event WHERE id = (SELECT max(id) FROM mem_event WHERE key = :k)
SELECT * FROM mem_journal
SELECT * FROM mem_journal WHERE key = :k
SELECT * FROM mem_journal WHERE key = :k ORDER BY seq DESC
SELECT * FROM mem_history(:k)
SELECT * FROM mem_history(:k) ORDER BY seq DESC
SELECT * FROM mem_history(:k, 'user.age')
SELECT * FROM mem_history(:k, 'user.age') ORDER BY seq DESC
SELECT * FROM mem_history(:k, 'n') ORDER BY seq DESC LIMIT 2
SELECT * FROM mem_history(:k, 'log') WHERE time > '2026-07-03 04:22'
SELECT * FROM mem_history(:k, NULL, 'sensory')
SELECT * FROM mem_history(:k, NULL, 'sensory') ORDER BY seq DESC
SELECT * FROM mem_diff(:k, '2026-07-03 04:23:00', '#last')
SELECT * FROM mem_diff(:k, '#last', '#0', 'user')
SELECT * FROM mem_diff(:k, '2026-07-03 04:24:00', 'now', NULL, 'sensory')
SELECT * FROM mem_run
SELECT * FROM mem_run WHERE key = :k
SELECT * FROM mem_run WHERE run = 2
SELECT * FROM mem_run WHERE key = :k ORDER BY run DESC
SELECT * FROM mem_event WHERE txn = (SELECT max(txn) FROM mem_event WHERE key = :k)
SELECT * FROM mem_journal WHERE cause = (SELECT min(seq) FROM mem_event WHERE key = :k)
SELECT * FROM mem_consumer
SELECT * FROM mem_key
SELECT * FROM mem_key WHERE key = :k
SELECT key, nodes FROM mem_key ORDER BY key DESC
SELECT key, events, first, last, open_run FROM mem_key WHERE open_run IS NOT NULL
SELECT count(*) > 20, max(name) FROM mem_help
SELECT * FROM mem_help('mem_set')
SELECT mem_length(:k, 'kept'), mem_recent(:k, 'kept', 5)
SELECT * FROM mem_retain
SELECT * FROM mem_config
SELECT * FROM mem_ttl WHERE key = :k
SELECT * FROM mem_ttl
SELECT * FROM mem_session
SELECT * FROM mem_session WHERE session = :k
SELECT mem_session_pending(:k, '{"user":"sid","agent":"a","candidates":3,"text":true}')
SELECT mem_config('memory.max-value-bytes'), mem_config('agent-run.snapshot-every-runs')
SELECT mem_config('memory.generate-event.short-term-write')
SELECT mem_path(key, action), mem_pick(value, 'n') FROM mem_event
SELECT mem_version(), mem_observer(0), mem_path('a', 'b.c'), mem_ref('nobody', 'x')
SELECT mem_debug() ->> 'memlog'
SELECT mem_head()
SELECT mem_rebuild_at('ned', '#last'), mem_rebuild_at('gus', '#last')
SELECT mem_prune('#last', '{"dry_run":true,"consumers":"ignore"}')
SELECT mem_generation(:k), mem_generation('nobody'), mem_generation(:k, 1)
SELECT * FROM mem_event WHERE key = ''
SELECT count(line), sum(json_valid(line)) FROM mem_export
SELECT line FROM mem_export(1783052556000000)
""".strip().splitlines()

# The plain views and tables: what they say of a damaged file is SQLite's own affair, but they are answered.
PLAIN = """
SELECT * FROM memlog_v_state
SELECT * FROM memlog_v_event
SELECT * FROM memlog_v_run
SELECT * FROM memlog_v_consumer
SELECT mem_touches('user', value, removed, containers), mem_pick(value, 'user.age') FROM memlog_event
SELECT mem_path(key, path), mem_pick(value, 'a'), mem_touches(path, value) FROM memlog_cell
SELECT mem_event_value(seq), mem_pick(value, 'doc') FROM memlog_event
""".strip().splitlines()

WRITES = """
SELECT mem_set(:k, 'user.age', 99)
SELECT mem_set(:k, 'new.path', 1), mem_set(:k, 'seen', 9, 'sensory')
SELECT mem_set_json(:k, 'm', '[1]')
SELECT mem_set_tree(:k, 'user', '{"x":{"y":1}}')
SELECT mem_set_tree(:k, 'tree', '{"x":{"y":1}}')
SELECT mem_new_object(:k, 'user')
SELECT mem_new_object(:k, 'r', 1)
SELECT mem_set(:k, 'doc', printf('%.100c', 'd'))
SELECT mem_set(:k, 'user.age', printf('%.101c', 'd')), mem_set(:k, 'doc', printf('%.100c', 'p'))
SELECT mem_set_if(:k, 'doc', json_quote(printf('%.100c', 'd')), 'short')
SELECT mem_pop(:k, 'pages', 'first'), mem_append(:k, 'pages', printf('%.100c', 'p'))
UPDATE mem SET path = 'moved' WHERE key = :k AND path = 'pages'
UPDATE mem SET value = value || '.' WHERE key = :k AND path = 'doc'
SELECT mem_incr(:k, 'user.age', 1)
SELECT mem_incr(:k, 'n', 0.5)
SELECT mem_append(:k, 'log', 'more')
SELECT mem_append_json(:k, 'fresh', '{}')
SELECT mem_append(:k, 'heard', 2, 'sensory')
SELECT mem_pop(:k, 'log')
SELECT mem_pop(:k, 'log', 'first')
SELECT mem_append(:k, 'kept', 4), mem_append_json(:k, 'kept', '"a longer one"'), mem_length(:k, 'kept')
SELECT mem_set(:k, 'kept.2', 'another that is so long that the others go')
SELECT mem_retain('a*', 'fresh_ones', '{"max_count":2,"policy":"drop_least_recently_used"}'), mem_get(:k, 'fresh_ones.1'), mem_append(:k, 'fresh_ones', 3)
SELECT mem_append(:k, 'fresh_ones', 4), mem_delete(:k, 'fresh_ones.1')
SELECT mem_retain('*', 'log', '{"max_bytes":9}'), mem_append(:k, 'log', 1)
SELECT mem_retain('an*', 'kept', NULL), mem_append(:k, 'kept', 5)
SELECT mem_event_add('order', :k, '{}')
INSERT INTO mem(key, path, value) VALUES (:k, 'row', 1), (:k, 'row2', 'x')
INSERT OR REPLACE INTO mem(key, path, value) VALUES (:k, 'user.age', 1)
UPDATE mem SET value = 5 WHERE key = :k AND path = 'n'
UPDATE mem SET path = 'moved' WHERE key = :k AND path = 'user'
UPDATE mem SET path = 'list' WHERE key = :k AND path = 'log'
UPDATE mem SET scope = 'sensory' WHERE key = :k AND path = 'm'
DELETE FROM mem WHERE key = :k AND path = 'm'
SELECT count(mem_set(key, path || '_copy', value)) FROM mem WHERE key = :k AND type = 'integer'
SELECT mem_run_begin(:k, 'again')
SELECT mem_run_begin(:k, NULL, 'exclusive')
SELECT mem_run_end(:k, 'done', 'failed')
SELECT mem_config('memory.max-value-bytes', 5000)
SELECT mem_install()
SELECT mem_install('otel')
SELECT mem_install('openlineage'), mem_install('cloudevents')
SELECT seq, type, value FROM mem_consume('reader', 3)
SELECT seq, type, value FROM mem_consume('another', 10000)
SELECT mem_ack('reader', (SELECT max(seq) FROM mem_consume('reader', 3)))
SELECT mem_ack('late', 1)
SELECT mem_ack('reader', 'forget'), mem_ack('late', 'forget')
SELECT mem_set_if(:k, 'user.age', mem_get_json(:k, 'user.age'), 98)
SELECT mem_set_if(:k, 'claim', NULL, 1), mem_set_if(:k, 'claim', NULL, 2)
SELECT mem_restore(:k, '2026-07-03 04:23:00')
SELECT mem_restore(:k, '2026-07-03 04:24:00', 'user')
SELECT mem_restore(:k, '#last', 'log')
SELECT mem_restore(:k, '2026-07-03 04:24:00', '', 'sensory')
SELECT mem_copy('dan', :k)
SELECT mem_copy('dan', :k, '#last'), mem_copy('dan', :k, '2026-07-03 04:23:00', 'sensory')
SELECT count(mem_import(line)) FROM mem_export
SELECT mem_import('{"timestamp":"2999-01-01T00:00:00Z","eventId":"00000000-0000-0000-0000-000000000001","eventType":"x","businessKey":"' || :k || '"}')
SELECT mem_import('{"timestamp":"2999-01-01T00:00:00Z","eventId":"00000000-0000-0000-0000-000000000002","eventType":"_agent_run_begin_event","eventAttributes":{"key":"' || :k || '","value":{"n":1}}}')
SELECT mem_import('{"timestamp":"2999-01-01T00:00:00Z","eventId":"00000000-0000-0000-0000-000000000003","eventType":"_short_term_write_event","eventAttributes":{"key":"' || :k || '","value":{"m":2,"log.0":3},"removed":["user"]},"memlog":{"seq":32472144000000002}}')
SELECT mem_ttl(:k, 'user', 1000)
SELECT mem_ttl(:k, '', NULL), mem_set(:k, 'user.x', 1)
SELECT mem_expire()
SELECT mem_session_end(:k, '{"user":"sid","agent":"b"}') ->> 'messages'
SELECT mem_session_end(:k, '{"user":"sid","judged":[{"content":"said something"}]}') ->> 'messages'
SELECT mem_delete(:k, 'user')
SELECT mem_delete(:k, 'log')
SELECT mem_delete(:k, '', 'sensory')
SELECT mem_redact('#' || min(seq), '', 'r') FROM mem_event WHERE key = :k
SELECT mem_redact(max(seq), 'n', 'r') FROM mem_event WHERE key = :k AND mem_touches('n', value)
SELECT mem_redact(min(seq), 'user', NULL) FROM mem_event WHERE key = :k AND mem_touches('user', value)
SELECT mem_delete(:k, '')
SELECT mem_redact(max(seq), 'r', 'r') FROM mem_event WHERE key = :k AND mem_touches('r', value)
SELECT mem_forget(:k, 'why') ->> 'generation'
""".strip().splitlines()

# Several statements that belong together; the last one ends the transaction.
ACTIONS = [
    "BEGIN; SELECT mem_action('reacts', (SELECT max(id) FROM mem_event)); SELECT mem_set(:k, 'quiet', 1); COMMIT",
    "BEGIN; SELECT mem_action('names', NULL, '{}'); SELECT mem_set(:k, 'n', 8), mem_flush(); SELECT mem_flush(); COMMIT",
    "BEGIN; SAVEPOINT s; SELECT mem_set(:k, 'n', 8); ROLLBACK TO s; SELECT mem_set(:k, 'r', 8); COMMIT",
    "BEGIN; SELECT mem_config('memory.record-previous-value', 1); SELECT mem_set(:k, 'n', 9), mem_delete(:k, 'user'); COMMIT",
]

# Of all this: what is asked.
@dataclass
class Asked:
    reads: list
    plain: list
    writes: list
    others: list  # stored rows of other keys


# How the connection is set up: options of the host, and SQL.
SETTINGS = {
    "normal": ({}, ""),
    "defensive": ({"defensive": 1}, "SELECT mem_config('memory.generate-event.short-term-read', 'true')"),
    "untrusted": (
        {"trusted_schema": 0},
        "CREATE TEMP TRIGGER told AFTER INSERT ON main.memlog_event WHEN NEW.kind = 2 BEGIN"
        " SELECT mem_set(NEW.key, 'told', 1), mem_append(NEW.key, 'told_too', NEW.seq, 'sensory'); END",
    ),
}


# ---- damaging ----


def loose(sql):
    """The text of a table without types, constraints and STRICT: anything can be stored in it."""
    sql = re.sub(r",\s*CHECK\(.*\)\n", "\n", sql)
    sql = re.sub(r"\bINTEGER PRIMARY KEY", "_ROWID_", sql)
    sql = re.sub(r"\b(TEXT|INTEGER|ANY|BLOB|NOT NULL)\b", "", sql)
    return re.sub(r"STRICT,?", "", sql).replace("_ROWID_", "INTEGER PRIMARY KEY")


def set_schema(path, statements):
    one = Db(path)
    one.rows("PRAGMA synchronous = OFF; PRAGMA writable_schema = ON; BEGIN")
    for sql, *values in statements:
        one.rows(sql, *values)
    one.rows("COMMIT")
    one.close()


def damage_rows(path, sql, keep_index):
    """Runs sql on the stored tables while nothing guards them: no triggers, types, constraints (and, unless keep_index,
    no indexes, which then do not know of it). Afterwards the schema is what it was, to the letter."""
    plain = Db(path)
    kept = plain.rows(
        "SELECT rowid, type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name GLOB 'memlog_*'"
    )
    plain.close()
    gone = [row for row in kept if row[1] == "trigger" or (row[1] == "index" and not keep_index)]
    tables = [row for row in kept if row[1] == "table" and not row[5].startswith("CREATE VIRTUAL")]
    set_schema(
        path,
        [("DELETE FROM sqlite_schema WHERE rowid = ?", row[0]) for row in gone]
        + [("UPDATE sqlite_schema SET sql = ? WHERE rowid = ?", loose(row[5]), row[0]) for row in tables],
    )
    plain = Db(path)
    plain.rows("PRAGMA synchronous = OFF")
    _, error = outcome(plain, sql)
    changed = plain.one("SELECT total_changes()")
    plain.close()
    if error and not changed:
        raise error
    set_schema(
        path,
        [
            ("INSERT INTO sqlite_schema(rowid, type, name, tbl_name, rootpage, sql) VALUES(?, ?, ?, ?, ?, ?)", *row)
            for row in gone
        ]
        + [("UPDATE sqlite_schema SET sql = ? WHERE rowid = ?", row[5], row[0]) for row in tables],
    )
    return changed


def damage_schema(path, sql):
    """Runs sql as anyone could; what it drops or makes stays so."""
    plain = Db(path, SO if "mem_" in sql else None)
    plain.rows("PRAGMA synchronous = OFF; PRAGMA writable_schema = ON")
    plain.rows(sql)
    plain.close()
    return 1


@dataclass
class Damage:
    """name: what is damaged; told: what mem_verify must say, (kind, key, path, seq, words), where None stands for
    anything (None in place of the whole: it need not say anything, if all answers stay the same); how: rows, index,
    schema or bytes; excused: what need not hold: "others" (rows of other keys stay as they are), "answers" (they are
    the sound file's, or mem_verify has rows), "words" (errors are memlog's own), "plain" (SQLite itself answers)."""

    name: str
    sql: str
    told: list
    how: str = "rows"
    excused: tuple = ()

    def do(self, path):
        """0 if that is how it was already."""
        if self.how == "bytes":
            return self.sql(path)
        if self.how == "schema":
            return damage_schema(path, self.sql)
        return damage_rows(path, self.sql, self.how != "index")


# ---- asking ----


def outcome(one, sql):
    """Rows, or the error as text and code."""
    try:
        return one.rows(sql), None
    except SqlError as error:
        return None, error


WRONG_WORDS = ("unknown error", "not an error", "API misuse", "library routine called out of sequence")


def improper(error, own=True):
    """Why this is no answer; None if it is one. own: memlog answers, not SQLite alone."""
    code, words = error.code & 0xFF, str(error)
    if code in (2, 7, 21) or any(wrong in words for wrong in WRONG_WORDS):
        return f"{error.code} {words}"
    if words.startswith("memlog: ") or not own or code in (11, 26) or words.startswith("malformed database schema"):
        return None
    return f"{error.code} {words}"


class Ask:
    """What one process asks of one damaged file."""

    def __init__(self, path, key, progress, excused=(), asked=None):
        self.path, self.key, self.progress, self.excused, self.wrong, self.seen = path, key, progress, excused, [], {}
        self.asked = asked or MEMORY

    def note(self, what):
        self.progress[:] = what.encode("utf-8", "replace")[: len(self.progress)].ljust(len(self.progress), b"\0")

    def fail(self, setting, sql, why):
        self.wrong.append(f"{setting}: {sql}: {why}")

    def open(self, setting):
        """A connection; None if SQLite cannot read the schema, and says so."""
        self.note(f"{setting}: opening")
        try:
            one = Db(self.path, SO)
        except SqlError as error:
            words = str(error).removeprefix("error during initialization: ")
            if not words.startswith("memlog: ") or improper(SqlError(words, error.code)):
                self.fail(setting, "opening", str(error))
            return None
        one.rows("PRAGMA synchronous = OFF; SELECT mem_clock('2026-07-03 04:26:36')")
        for name, on in SETTINGS[setting][0].items():
            one.config(name, on)
        return one

    def run(self, one, setting, sql, own=True):
        self.note(f"{setting}: {sql}")
        rows, error = outcome(one, sql)
        if error and (why := improper(error, own and "words" not in self.excused)):
            self.fail(setting, sql, why)
        return rows, error

    def close(self, one, setting):
        self.note(f"{setting}: closing")
        try:
            one.close()
        except SqlError as error:
            self.fail(setting, "close", str(error))

    def reads(self, setting, sound):
        """Answers, by statement: rows, or None for an error."""
        one = self.open(setting)
        if not one:
            return []
        faults, error = self.run(one, setting, "SELECT * FROM mem_verify")
        faults = faults or []
        for sql in self.asked.reads:
            rows, error = self.run(one, setting, sql.replace(":k", f"'{self.key}'"))
            self.seen[sql] = None if error else rows
            if ":k" in sql and SECRET in str(rows) and "others" not in self.excused:
                self.fail(setting, sql, "shows what is another key's")
            if sound and not error and rows != sound[sql] and not faults and "answers" not in self.excused:
                self.fail(setting, sql, f"answers {rows} instead of {sound[sql]}, and mem_verify has no rows")
        for sql in () if "plain" in self.excused else self.asked.plain:
            self.run(one, setting, sql, own=False)
        self.close(one, setting)
        return faults

    def writes(self, setting):
        one = self.open(setting)
        if not one:
            return
        before = [] if "others" in self.excused else others(self.path, self.key, self.asked)
        if SETTINGS[setting][1]:
            self.run(one, setting, SETTINGS[setting][1], own=False)
        settled = content(self.path)
        for sql in self.asked.writes:
            sql = sql.replace(":k", f"'{self.key}'")
            if self.run(one, setting, "BEGIN IMMEDIATE", own=False)[1]:
                break
            self.run(one, setting, sql)
            self.run(one, setting, "SELECT mem_flush()")
            if not one.autocommit():  # SQLite rolls back by itself when the file is corrupt
                self.run(one, setting, "ROLLBACK", own=False)
            if content(self.path) != settled:
                self.fail(setting, sql, "ROLLBACK does not take it back")
                settled = content(self.path)
        for sql in self.asked.writes + ACTIONS:
            sql = sql.replace(":k", f"'{self.key}'")
            self.run(one, setting, sql, own=not sql.startswith("BEGIN"))
            if not one.autocommit():
                self.run(one, setting, "ROLLBACK", own=False)
        self.run(one, setting, "SELECT * FROM mem_verify")
        self.close(one, setting)
        after = [] if "others" in self.excused else others(self.path, self.key, self.asked)
        if after != before:
            change = next((pair for pair in zip(before, after) if pair[0] != pair[1]), (len(before), len(after)))
            self.fail(setting, "writing", f"what is another key's has changed: {change}")


    def prunes(self, setting):
        """Step by step, whatever becomes of it."""
        one = self.open(setting)
        for _ in range(10 if one else 0):
            _, error = self.run(one, setting, """SELECT mem_prune('#last', '{"max_rows":9,"consumers":"ignore"}')""")
            if error:
                break
        if one:
            self.run(one, setting, "SELECT * FROM mem_verify")
            self.run(one, setting, f"SELECT mem_set('{self.key}', 'user.age', 99), mem_rebuild_at('{self.key}', '#last')")
            self.close(one, setting)


def content(path):
    with open(path, "rb") as file:
        return file.read()


OTHERS = [
    f"SELECT quote(key), quote(scope), quote(path), quote(kind), quote(value), quote(at) FROM memlog_cell WHERE key NOT IN (:k, '')",
    *(
        f"SELECT seq, quote(kind), quote(key), quote(value), quote(removed), quote(containers), quote(prev), quote(chain)"
        f" FROM {table} WHERE key NOT IN (:k, '') ORDER BY seq"
        for table in ("memlog_event", "memlog_quiet")
    ),
    "SELECT seq, quote(key), quote(value), quote(sensory_value) FROM memlog_snapshot WHERE key NOT IN (:k, '') ORDER BY seq",
    "SELECT quote(key), quote(digest), quote(json) FROM memlog_value WHERE key NOT IN (:k, '') ORDER BY rowid",
    "SELECT run, quote(key), quote(input), quote(output), quote(end_seq) FROM memlog_run WHERE key NOT IN (:k, '') ORDER BY run",
]


MEMORY = Asked(READS, PLAIN, WRITES, OTHERS)

SECRET = "of bob alone"  # in what other keys have, where no statement asks for it


def others(path, key, asked):
    """All stored rows of the other keys, as SQLite reads them without memlog."""
    one, rows = Db(path), []
    for sql in asked.others:
        found, error = outcome(one, sql.replace(":k", f"'{key}'"))
        rows += [str(error)] if error else found
    one.close()
    return rows


# ---- in a process of its own ----


def warm_up():
    """What SQLite allocates once and keeps must not count as ours."""
    one = Db(":memory:", SO)
    one.close()
    return db.memory_used()


def child(damage, path, settings, base, progress, pipe):
    used = warm_up()
    limit = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS * (4 if "asan" in SO else 1), limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    heap_limit(HEAP)
    ask, faults = Ask(path, "ann", progress, damage.excused, base.asked), []
    for setting in settings:
        faults.append(ask.reads(setting, base.answers))
    kept = content(path)
    for setting in settings:
        with open(path, "wb") as file:
            file.write(kept)
        ask.writes(setting)
    with open(path, "wb") as file:
        file.write(kept)
    ask.prunes(settings[0])
    if left := db.memory_used() - used:
        ask.fail("all", "closing", f"{left} bytes are not given back")
    if any(said != faults[0] for said in faults):
        ask.fail("all", "mem_verify", "says something else in another setting")
    os.write(pipe, json.dumps([ask.wrong, faults[0]]).encode())


def in_process(work, directory):
    """Runs work(progress, pipe) in a process of its own: (what it wrote to the pipe, how it ended if not well)."""
    progress, said = mmap.mmap(-1, 400), os.path.join(directory, "stderr")
    reading, writing = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        status = 1
        try:
            os.close(reading)
            os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 2)
            work(progress, writing)
            status = 0
        except BaseException as error:  # noqa: B902 (whatever it is, the parent must hear of it)
            os.write(2, repr(error).encode())
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    _, status = os.waitpid(pid, 0)
    if status == 0:
        return told, None
    how = f"killed by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "failed"
    with open(said, encoding="utf-8", errors="replace") as file:
        return told, f"{how} at {progress[:].rstrip(bytes(1)).decode()}: {file.read()[:3000]}"


class Base:
    """A sound file, and what it answers."""

    def __init__(self, directory, tally, encoding="UTF-8", made_by=SOUND, asked=MEMORY):
        self.directory, self.tally, self.asked = directory, tally, asked
        self.sound_file, self.path = os.path.join(directory, "sound.db"), os.path.join(directory, "hostile.db")
        one = Db(self.sound_file)
        one.rows(f"PRAGMA encoding = '{encoding}'")
        one.load(SO)
        one.rows(made_by)
        one.close()
        warm_up()
        shutil.copyfile(self.sound_file, self.path)
        ask = Ask(self.path, "ann", mmap.mmap(-1, 400), asked=asked)
        self.answers = {}
        for setting in SETTINGS:
            faults = ask.reads(setting, self.answers)
            tally.check(faults == [], f"the sound file is not: {faults}")
            self.answers = dict(ask.seen)
        tally.check(content(self.path) == content(self.sound_file), "reading changed the sound file")
        tally.check(not ask.wrong, "the sound file", *ask.wrong)

    def renew(self):
        for suffix in ("-wal", "-journal"):
            if os.path.exists(self.path + suffix):
                os.remove(self.path + suffix)
        shutil.copyfile(self.sound_file, self.path)

    def case(self, damage, settings=tuple(SETTINGS)):
        self.renew()
        if not damage.do(self.path):
            return None
        told, ended = in_process(
            lambda progress, pipe: child(damage, self.path, settings, self, progress, pipe), self.directory
        )
        if ended:
            return self.tally.check(False, f"{damage.name}: {ended}")
        wrong, faults = json.loads(told)
        self.tally.check(not wrong, f"{damage.name}:", *[f"  {line}" for line in wrong])
        for expected in damage.told:
            if expected is None:
                continue
            met = any(
                all(
                    want is None or want == got or (i == 4 and want in got)
                    for i, (want, got) in enumerate(zip(expected, row))
                )
                for row in faults
            )
            self.tally.check(
                met, f"{damage.name}: mem_verify does not say {expected}", *[f"  {row}" for row in faults]
            )
        return None
