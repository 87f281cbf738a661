#!/usr/bin/python3
"""Several processes write one file at once: each action is there exactly once, whole and by itself; positions, chain and
heads go on from each other's. Of those that expect the same value only one replaces it; a state that is copied or restored
while others write is one that was there. And many processes at once make first use of an empty file.

Usage: test_processes.py [--seed N] [--processes N] [--actions N] [--first N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import json
import os
import random
import sqlite3
import sys
import tempfile
import time
import traceback

import cases
from laws import arguments, connect
from test_kill import APART

TIMEOUT = 60.0


class Processes:
    """Children that begin at the same moment; each ends with a result, which it sends through a pipe."""

    def __init__(self, work, count):
        self.start, self.ends = time.time() + 0.05 + 0.005 * count, []
        for number in range(count):
            end, out = os.pipe()
            child = os.fork()
            if not child:
                os.close(end)
                self.work(work, number, out)
            os.close(out)
            self.ends.append((child, end))

    def work(self, work, number, out):
        """In the child: never comes back."""
        result = {"error": "nothing was said"}
        try:
            time.sleep(max(0.0, self.start - time.time()))
            result = work(number)
        except sqlite3.Error as error:
            result = {"error": str(error)}
        except BaseException:  # whatever it is, the parent's work is not ours
            result = {"error": traceback.format_exc()}
        finally:
            os.write(out, json.dumps(result).encode())
            os._exit(0)

    def results(self):
        results = []
        for child, end in self.ends:
            said = b""
            while part := os.read(end, 65536):
                said += part
            os.close(end)
            os.waitpid(child, 0)
            results.append(json.loads(said or b'{"error": "it died"}'))
        return results


# ---- writing at once ----


def writer(path, journal, seed, actions):
    """What a child does: actions of several forms, each with a name of its own, tried until they are done."""

    def work(number):
        source, busy = random.Random(seed * 100 + number), 0
        db = connect(path, journal, timeout=TIMEOUT)
        for i in range(actions):
            name = f"{number}.{i}"
            while not attempt(db, source, name, number, i):
                busy += 1
            if source.random() < 0.2:
                db.execute("SELECT mem_run_begin(?)", (f"own{number}",))
                db.execute("SELECT mem_set('alone', ?, ?)", (f"p{number}", i))
        db.close()
        return {"busy": busy}

    return work


def attempt(db, source, name, number, i):
    """1 if the action is done; a deferred transaction that began to read too early has to begin anew."""
    try:
        db.execute(source.choice(("BEGIN", "BEGIN IMMEDIATE")))
        if source.random() < 0.5:
            db.execute("SELECT mem_get('shared', 'last')").fetchone()
            time.sleep(source.choice((0.0, 0.002)))
        db.execute("SELECT mem_action(?)", (name,))
        db.execute("SELECT mem_incr('shared', 'count', 1), mem_set('shared', 'last', ?), mem_append('shared', 'list', ?)",
                   (name, name))
        db.execute("INSERT OR REPLACE INTO mem(key, path, value) VALUES (?1, 'i', ?2), (?1, 'name.' || (?2 % 5), ?3)",
                   (f"own{number}", i, name))
        if source.random() < 0.2:
            db.execute("SELECT mem_flush()")
        db.execute("COMMIT")
        return True
    except sqlite3.OperationalError as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if "locked" in str(error) or "others have written" in str(error):
            return False
        raise


def write_at_once(tally, options, journal, processes):
    where = f"seed {options.seed}, {processes} processes ({journal})"

    def check(what, expected, got):
        tally.check(expected == got, f"{where}: {what}", f"  expected: {expected}", f"  got: {got}")

    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        path = os.path.join(directory, "memory.db")
        db = connect(path, journal)
        db.execute("SELECT mem_config('agent-run.snapshot-every-runs', 3)")
        db.close()
        results = Processes(writer(path, journal, options.seed, options.actions), processes).results()
        check("errors", [], [one["error"] for one in results if "error" in one])
        db = connect(path, journal)
        names = sorted(f"{number}.{i}" for number in range(processes) for i in range(options.actions))
        total = len(names)
        check("mem_verify", [], db.execute("SELECT * FROM mem_verify").fetchall())
        actions = "SELECT DISTINCT action FROM mem_event WHERE action IS NOT NULL ORDER BY 1"
        check("actions", names, [row[0] for row in db.execute(actions)])
        check("one txn for each", total, db.execute(
            "SELECT count(DISTINCT txn) FROM mem_event WHERE action IS NOT NULL").fetchone()[0])
        check("events of an action stand together", *db.execute(APART).fetchone())
        check("the sum", (total,), db.execute("SELECT mem_get('shared', 'count')").fetchone())
        elements = db.execute("SELECT value FROM mem('shared') WHERE path GLOB 'list.*' ORDER BY value").fetchall()
        check("the elements of the list", names, [value for value, in elements])
        check("the list's indexes", (total, total - 1), db.execute(
            "SELECT count(*), max(CAST(substr(path, 6) AS INTEGER)) FROM mem('shared') WHERE path GLOB 'list.*'").fetchone())
        past = ("SELECT key, scope, path, type, json FROM mem EXCEPT"
                " SELECT key, scope, path, type, json FROM mem WHERE as_of = '#last'")
        check("rebuild is live", [], db.execute(past).fetchall())
        check("PRAGMA integrity_check", [("ok",)], db.execute("PRAGMA integrity_check").fetchall())
        db.close()
        print(f"{where}: {total} actions, begun anew {sum(one.get('busy', 0) for one in results)} times")


# ---- compare and set ----


def racer(path, journal, seed, rounds):
    """A child that replaces the version it has read by the next one, as often as it can; and takes tasks."""

    def work(number):
        source, won, lost, late = random.Random(seed * 100 + number), [], 0, 0
        db = connect(path, journal, timeout=TIMEOUT)
        for i in range(rounds):
            begin = source.choice((None, "BEGIN", "BEGIN IMMEDIATE"))
            try:
                if begin:
                    db.execute(begin)
                version = db.execute("SELECT mem_get_json('shared', 'version')").fetchone()[0]
                time.sleep(source.choice((0.0, 0.001)))
                done, = db.execute("SELECT mem_set_if('shared', 'version', ?, ?)", (version, int(version or 0) + 1)).fetchone()
                if begin:
                    db.execute("COMMIT")
            except sqlite3.OperationalError as error:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                if "locked" not in str(error) and "others have written" not in str(error):
                    raise
                late, done = late + 1, 0
            won += [int(version or 0) + 1] * done
            lost += not done
            won += [-i] * db.execute("SELECT mem_set_if('tasks', ?, NULL, ?)", (f"t{i}", number)).fetchone()[0]
        db.close()
        return {"won": won, "lost": lost, "late": late}

    return work


def race(tally, options, journal, processes):
    """Every version and every task has one winner (AGT-007)."""
    where = f"seed {options.seed}, {processes} processes race ({journal})"
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        path = os.path.join(directory, "memory.db")
        connect(path, journal).close()
        results = Processes(racer(path, journal, options.seed, options.actions), processes).results()
        errors = [one["error"] for one in results if "error" in one]
        tally.check(not errors, where, *errors)
        won = sorted(version for one in results for version in one.get("won", ()))
        db = connect(path, journal)
        last = db.execute("SELECT mem_get('shared', 'version')").fetchone()[0]
        expected = sorted([-i for i in range(options.actions)] + list(range(1, last + 1)))
        tally.check(won == expected, f"{where}: each won once", f"  expected: {expected}", f"  got: {won}")
        events = db.execute("SELECT count(*) FROM mem_event").fetchone()[0]
        tally.check(events == len(won), f"{where}: an event for each", f"  expected: {len(won)}", f"  got: {events}")
        tally.check(not db.execute("SELECT * FROM mem_verify").fetchall(), f"{where}: mem_verify")
        db.close()
        lost, late = (sum(one.get(what, 0) for one in results) for what in ("lost", "late"))
        print(f"{where}: {last} versions, lost {lost} times, of these late {late} times")


# ---- states ----


def restorer(path, journal, seed, rounds):
    """A child that writes two nodes that are always the same, restores what was, or copies it."""

    def work(number):
        source = random.Random(seed * 100 + number)
        db = connect(path, journal, timeout=TIMEOUT)
        for i in range(rounds):
            what = source.randrange(3)
            back = source.randrange(20)
            if what == 0:
                tree = json.dumps({"a": f"{number}.{i}", "b": f"{number}.{i}", "c": {str(i % 7): i}})
                db.execute("SELECT mem_set_tree('shared', 'twins', ?)", (tree,))
            elif what == 1:
                past = "SELECT '#' || seq FROM mem_event WHERE key = 'shared' ORDER BY seq DESC LIMIT 1 OFFSET ?"
                moment = db.execute(past, (back,)).fetchone() or ("now",)
                db.execute("SELECT mem_restore('shared', ?)", moment)
            else:
                db.execute("SELECT mem_copy('shared', ?)", (f"copy{number}",))
                a, b = db.execute("SELECT mem_get(?1, 'twins.a'), mem_get(?1, 'twins.b')", (f"copy{number}",)).fetchone()
                if a != b:
                    return {"error": f"a copy has {a} and {b}"}
        db.close()
        return {}

    return work


def restore(tally, options, journal, processes):
    where = f"seed {options.seed}, {processes} processes restore and copy ({journal})"
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        path = os.path.join(directory, "memory.db")
        connect(path, journal).close()
        results = Processes(restorer(path, journal, options.seed, options.actions), processes).results()
        errors = [one["error"] for one in results if "error" in one]
        tally.check(not errors, where, *errors)
        db = connect(path, journal)
        torn = [seq for seq, a, b in db.execute(
            "SELECT seq, state->>'$.\"twins.a\"', state->>'$.\"twins.b\"'"
            " FROM (SELECT seq, mem_rebuild_at('shared', '#' || seq) AS state FROM mem_event)") if a != b]
        tally.check(not torn, f"{where}: always the same", *torn)
        tally.check(not db.execute("SELECT * FROM mem_verify").fetchall(), f"{where}: mem_verify")
        db.close()


# ---- first use ----


def first_use(tally, options, journal):
    """All succeed, whatever their first use is."""
    forms = (
        "SELECT mem_set('k', 'p{0}', {0})",
        "INSERT INTO mem(key, path, value) VALUES ('k', 'p{0}', {0})",
        "BEGIN IMMEDIATE; SELECT mem_set('k', 'p{0}', {0}); COMMIT",
        "SELECT mem_install(); SELECT mem_set('k', 'p{0}', {0})",
        "SELECT mem_config('memory.generate-event.short-term-write', 1); SELECT mem_set('k', 'p{0}', {0})",
        "SELECT mem_run_begin('k{0}'); SELECT mem_set('k', 'p{0}', {0})",
        "SELECT mem_event_add('here', 'k', '{{}}'); SELECT mem_set('k', 'p{0}', {0})",
    )
    where = f"first use by {options.first} processes ({journal})"
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        path = os.path.join(directory, "memory.db")
        if journal == "wal":
            connect(path, journal).close()

        def work(number):
            db = connect(path, journal, timeout=TIMEOUT)
            for sql in forms[number % len(forms)].format(number).split("; "):
                db.execute(sql).fetchall()
            db.close()
            return {}

        results = Processes(work, options.first).results()
        errors = [one["error"] for one in results if "error" in one]
        tally.check(not errors, where, *errors)
        db = connect(path, journal)
        got = db.execute("SELECT count(*), sum(value) FROM mem('k')").fetchone()
        expected = (options.first, sum(range(options.first)))
        tally.check(expected == got, f"{where}: what is there", f"  expected: {expected}", f"  got: {got}")
        faults = db.execute("SELECT * FROM mem_verify").fetchall()
        tally.check(not faults, f"{where}: mem_verify", *faults)
        db.close()


def main():
    options, tally = arguments(__doc__, actions=(40, 1000), first=(20, 60), rounds=(2, 10)), cases.Tally()
    print(f"seed {options.seed}, {options.actions} actions of each process")
    for journal in ("wal", "delete"):
        for processes in (2, 4):
            write_at_once(tally, options, journal, processes)
            race(tally, options, journal, processes)
            restore(tally, options, journal, processes)
        for _ in range(options.rounds):
            first_use(tally, options, journal)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
