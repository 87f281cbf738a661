#!/usr/bin/python3
"""Several connections to one file agree: the state law holds whichever of them looks, and nothing cached goes stale.

First the random programs of the state law, each action on a connection chosen at random, in WAL and in DELETE mode;
then what happens while one connection is in the middle of a transaction and another one writes, locks or configures.

Usage: test_connections.py [--seed N] [--programs N] [--actions N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import os
import random
import sqlite3
import sys
import tempfile

import cases
import program as p
import test_state as state
from laws import arguments, connect

JOURNALS = ("wal", "delete")


class Several(state.World):
    """A world with three connections, of which one at a time acts."""

    def __init__(self, path, journal, seed):
        self.others = [connect(path, journal) for _ in range(2)]
        for one in self.others:
            # What they know of the file is that it is empty.
            state.must_be("a read of an empty file", (None, "{}", 0), one.execute(
                "SELECT mem_get('u', 'a'), mem_rebuild_at('u', '#last'), (SELECT count(*) FROM mem)").fetchone())
            one.execute("SELECT mem_clock(?)", (p.clock_text(p.START),))
        super().__init__(path, journal, seed)
        self.own = [(p.START, False)] * 2  # clock and observer of the others

    def turn(self):
        """Another connection acts from now on."""
        at = self.random.randrange(len(self.others))
        self.db, self.others[at] = self.others[at], self.db
        (clock, observer), self.own[at] = self.own[at], (self.model.clock, self.model.observer)
        self.model.clock, self.model.observer = clock, observer
        self.db.execute("SELECT count(*) FROM sqlite_schema")  # CREATE looks no further than the schema it knows

    def run(self, step):
        if not self.savepoints and self.random.random() < 0.5:
            self.turn()
        super().run(step)

    def close(self):
        for one in (self.db, *self.others):
            one.close()


# ---- in the middle of a transaction ----


class Pair:
    """Connections A and B to a new file; what one says is compared at once."""

    def __init__(self, tally, name, journal):
        self.tally, self.name, self.journal = tally, name, journal
        self.directory = tempfile.TemporaryDirectory(prefix="memlog-")
        self.path = os.path.join(self.directory.name, "memory.db")
        self.a, self.b = connect(self.path, journal), connect(self.path, journal)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for one in (self.a, self.b):
            if one.in_transaction:
                one.execute("ROLLBACK")
        self.says(self.a, "SELECT * FROM mem_verify", [])
        self.says(self.b, "PRAGMA integrity_check", [("ok",)])
        self.a.close()
        self.b.close()
        self.directory.cleanup()

    def says(self, connection, sql, expected):
        try:
            got = connection.execute(sql).fetchall()
        except sqlite3.Error as error:
            got = str(error)
        who = "A" if connection is self.a else "B"
        ok = expected in got if isinstance(expected, str) and isinstance(got, str) else expected == got
        self.tally.check(ok, f"{self.name} ({self.journal}): {who}: {sql}", f"  expected: {expected}", f"  got: {got}")

    def does(self, connection, *statements):
        for sql in statements:
            try:
                connection.execute(sql).fetchall()
                self.tally.check(True)
            except sqlite3.Error as error:
                who = "A" if connection is self.a else "B"
                self.tally.check(False, f"{self.name} ({self.journal}): {who}: {sql}: {error}")


def first_use(tally, journal):
    """B makes the tables while A has looked at the empty file, or is reading it."""
    with Pair(tally, "first use", journal) as x:
        x.says(x.a, "SELECT mem_get('k', 'a')", [(None,)])
        x.does(x.b, "SELECT mem_set('k', 'a', 1)")
        x.says(x.a, "SELECT mem_get('k', 'a')", [(1,)])
        x.does(x.a, "SELECT mem_set('k', 'b', 2)")
        x.says(x.b, "SELECT path, value FROM mem('k')", [("a", 1), ("b", 2)])
    with Pair(tally, "tables that were rolled back", journal) as x:
        x.does(x.a, "BEGIN", "SELECT mem_set('k', 'a', 1)", "ROLLBACK")
        x.says(x.a, "SELECT count(*) FROM sqlite_schema", [(0,)])
        x.does(x.b, "SELECT mem_install()")
        x.does(x.a, "SELECT mem_set('k', 'a', 2)")
        x.says(x.b, "SELECT value FROM mem_event", [('{"a":2}',)])
        x.does(x.b, "BEGIN", "SAVEPOINT s", "SELECT mem_config('memory.max-value-bytes', 5)", "ROLLBACK TO s")
        x.does(x.b, "SELECT mem_set('k', 'long', 'more than five')", "COMMIT")


def configuration(tally, journal):
    """An option that B sets holds for A from then on, for writes and for reads; and in a transaction from its begin."""
    with Pair(tally, "configuration", journal) as x:
        x.does(x.a, "SELECT mem_set('k', 'a', 1)")
        x.does(x.b, "SELECT mem_config('memory.generate-event.short-term-write', 0)")
        x.does(x.a, "SELECT mem_set('k', 'a', 2)")
        x.says(x.b, "SELECT type FROM mem_journal ORDER BY seq", [("_short_term_write_event",), ("_short_term_gap",)])
        x.says(x.a, "SELECT mem_rebuild_at('k', '#last')", "not recorded")
        x.does(x.b, "SELECT mem_config('memory.generate-event.short-term-write', NULL)")
        x.does(x.a, "SELECT mem_set('k', 'a', 3)")
        x.says(x.b, "SELECT mem_rebuild_at('k', '#last')", [('{"a":3}',)])
        x.says(x.a, "SELECT mem_get('k', 'a')", [(3,)])
        x.does(x.b, "SELECT mem_config('memory.generate-event.short-term-read', 1)")
        x.says(x.a, "SELECT mem_get('k', 'a')", [(3,)])
        x.says(x.b, "SELECT count(*) FROM mem_event WHERE type = '_short_term_read_event'", [(1,)])
        x.does(x.b, "SELECT mem_config('memory.max-value-bytes', 3)")
        x.says(x.a, "SELECT mem_set('k', 'a', 'long')", "memory.max-value-bytes is 3")
        x.does(x.b, "SELECT mem_config('memory.max-value-bytes', NULL)", "BEGIN IMMEDIATE",
               "SELECT mem_config('memory.max-value-bytes', 4)", "ROLLBACK")
        x.does(x.a, "SELECT mem_set('k', 'a', 'long')")
        x.does(x.b, "SELECT mem_set('k', 'a', 'long')")
    with Pair(tally, "configuration of runs", journal) as x:
        x.does(x.a, "SELECT mem_run_begin('k')")
        x.does(x.b, "SELECT mem_config('agent-run.begin-event', 0)", "SELECT mem_config('agent-run.end-event', 0)")
        x.does(x.a, "SELECT mem_run_begin('k')")
        x.says(x.b, "SELECT observed FROM mem_journal ORDER BY seq", [(1,), (0,), (0,)])
        x.says(x.b, "SELECT mem_run_begin('k', NULL, 'exclusive')", "still open")
        x.does(x.b, "SELECT mem_run_end('k')")
        x.says(x.a, "SELECT mem_run_end('k')", "no open run")


def turns(tally, journal):
    """A and B write in turn: positions, chain and heads go on from each other's."""
    with Pair(tally, "turns", journal) as x:
        for i in range(12):
            x.does(x.a, f"SELECT mem_set('k', 'a', {i})", f"SELECT mem_append('k', 'l', {i})")
            x.does(x.b, f"SELECT mem_set('k', 'b', {i})", "BEGIN", f"SELECT mem_append('k', 'l', -{i})", "COMMIT")
        x.says(x.a, "SELECT mem_length('k', 'l'), mem_get('k', 'l.23')", [(24, -11)])
        x.says(x.b, "SELECT mem_length('k', 'l'), mem_get('k', 'l.22')", [(24, 11)])
        x.says(x.a, "SELECT count(*), count(DISTINCT txn) FROM mem_event", [(48, 48)])
        same = "SELECT mem_rebuild_at('k', '#last') = mem_snapshot('k')"
        x.says(x.a, same, [(1,)])
        x.says(x.b, same, [(1,)])


def locked(tally, journal):
    """While A writes, B's write is BUSY at once, and leaves nothing behind; what B reads is what was there before."""
    with Pair(tally, "locked", journal) as x:
        x.does(x.a, "SELECT mem_set('k', 'a', 1)")
        x.does(x.a, "BEGIN IMMEDIATE", "SELECT mem_set('k', 'a', 2)")
        x.says(x.b, "SELECT mem_get('k', 'a')", [(1,)])
        x.says(x.b, "SELECT mem_set('k', 'b', 1)", "locked")
        x.says(x.b, "INSERT INTO mem(key, path, value) VALUES ('k', 'b', 1)", "locked")
        x.says(x.b, "SELECT mem_config('memory.max-value-bytes', 1)", "locked")
        x.does(x.b, "BEGIN")
        x.says(x.b, "SELECT mem_run_begin('k')", "locked")
        x.says(x.b, "SELECT mem_event_add('x', 'k', '{}')", "locked")
        x.does(x.b, "COMMIT")
        x.says(x.b, "SELECT mem_rebuild_at('k', '#last')", [('{"a":1}',)])
        x.does(x.a, "SELECT mem_flush()")
        x.says(x.a, "SELECT mem_rebuild_at('k', '#last')", [('{"a":2}',)])
        x.says(x.b, "SELECT mem_rebuild_at('k', '#last'), (SELECT count(*) FROM mem_event)", [('{"a":1}', 1)])
        x.does(x.a, "COMMIT")
        x.says(x.b, "SELECT mem_rebuild_at('k', '#last'), (SELECT count(*) FROM mem_event)", [('{"a":2}', 2)])
        x.does(x.b, "SELECT mem_set('k', 'b', 3)")
        x.says(x.a, "SELECT value FROM mem_event ORDER BY seq DESC LIMIT 1", [('{"b":3}',)])
    with Pair(tally, "reads that are recorded, while another writes", journal) as x:
        x.does(x.a, "SELECT mem_set('k', 'a', 1)", "SELECT mem_config('memory.generate-event.short-term-read', 1)")
        x.does(x.a, "BEGIN IMMEDIATE", "SELECT mem_set('k', 'a', 2)")
        x.says(x.b, "SELECT mem_get('k', 'a')", "locked")
        x.says(x.b, "SELECT mem_exists('k', 'a'), mem_rebuild_at('k', '#last')", [(1, '{"a":1}')])
        x.does(x.b, "SELECT mem_observer(1)")
        x.says(x.b, "SELECT mem_get('k', 'a')", [(1,)])


def stale(tally):
    """In WAL mode a transaction that began to read before another one committed cannot write any more, and says so."""
    with Pair(tally, "stale", "wal") as x:
        x.does(x.a, "SELECT mem_set('k', 'a', 1)")
        x.does(x.b, "BEGIN")
        x.says(x.b, "SELECT mem_get('k', 'a')", [(1,)])
        x.does(x.a, "SELECT mem_config('memory.generate-event.short-term-read', 1)", "SELECT mem_set('k', 'a', 2)")
        x.says(x.b, "SELECT mem_get('k', 'a'), mem_rebuild_at('k', '#last')", [(1, '{"a":1}')])
        x.says(x.b, "SELECT value FROM mem('k')", [(1,)])
        x.says(x.b, "SELECT mem_set('k', 'b', 1)", "others have written")
        x.says(x.b, "INSERT INTO mem(key, path, value) VALUES ('k', 'b', 1)", "locked")
        x.says(x.b, "SELECT count(*) FROM mem_event", [(1,)])
        x.does(x.b, "COMMIT")
        x.says(x.b, "SELECT mem_get('k', 'a')", [(2,)])
        x.does(x.b, "SELECT mem_set('k', 'b', 1)")
        x.says(x.a, "SELECT type, value FROM mem_event ORDER BY seq", [
            ("_short_term_write_event", '{"a":1}'),
            ("_short_term_write_event", '{"a":2}'),
            ("_short_term_read_event", '{"a":2}'),
            ("_short_term_write_event", '{"b":1}'),
        ])
    with Pair(tally, "an open cursor", "wal") as x:
        x.does(x.a, "SELECT mem_set_tree('k', 't', '{\"a\":1,\"b\":2,\"c\":3}')")
        cursor = x.b.execute("SELECT path FROM mem('k')")
        cursor.fetchone()
        x.does(x.a, "SELECT mem_delete('k', '')")
        left = cursor.fetchall()
        tally.check(left == [("t.a",), ("t.b",), ("t.c",)], "an open cursor sees what was there", f"  got: {left}")
        x.says(x.b, "SELECT count(*) FROM mem('k')", [(0,)])


def schema(tally, journal):
    """B makes and drops listeners and tables; A's kept statements follow."""
    with Pair(tally, "schema", journal) as x:
        x.does(x.a, "SELECT mem_set('k', 'a', 1)")
        x.does(x.b, "CREATE TABLE seen(value)", "CREATE TRIGGER see AFTER INSERT ON memlog_event BEGIN"
               " INSERT INTO seen VALUES (NEW.value); SELECT mem_set('k', 'seen', 1); END")
        x.does(x.a, "SELECT mem_set('k', 'a', 2)")
        x.says(x.b, "SELECT value FROM seen", [('{"a":2}',)])
        x.does(x.b, "DROP TRIGGER see")
        x.does(x.a, "SELECT mem_set('k', 'a', 3)")
        x.says(x.b, "SELECT count(*) FROM seen", [(1,)])
        x.does(x.b, "CREATE TRIGGER no BEFORE INSERT ON memlog_event BEGIN SELECT RAISE(ABORT, 'no'); END")
        x.says(x.a, "SELECT mem_set('k', 'a', 4)", "no")
        x.says(x.a, "SELECT mem_get('k', 'a')", [(3,)])
        x.does(x.b, "DROP TRIGGER no", "VACUUM")
        x.does(x.a, "SELECT mem_set('k', 'a', 5)")
        x.says(x.b, "SELECT observed, value FROM mem_journal ORDER BY seq",
               [(1, '{"a":1}'), (1, '{"a":2}'), (0, '{"seen":1}'), (1, '{"a":3}'), (1, '{"a":5}')])


def main():
    options, tally = arguments(__doc__, programs=(16, 500), actions=(60, 100)), cases.Tally()
    print(f"seed {options.seed}, {options.programs} programs of {options.actions} actions")
    for seed in range(options.seed, options.seed + options.programs):
        state.check_program(seed, options, tally, JOURNALS[seed % 2], Several)
    for journal in JOURNALS:
        for scenario in (first_use, configuration, turns, locked, schema):
            scenario(tally, journal)
    stale(tally)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
