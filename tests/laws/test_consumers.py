#!/usr/bin/python3
"""Several workers read one log as one consumer, and are killed at any moment: every event comes to one of them, none is in
the hands of two at once, and what is acknowledged in the transaction of its effect has happened once.

Each worker is a process that takes events, notes that it has them, and works on them one by one: first an effect of its
own transaction, which may happen twice, then one that commits with the acknowledgement. The parent writes events, and
kills (SIGKILL) a worker now and then, in whose place another one comes.

Usage: test_consumers.py [--seed N] [--events N] [--kills N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import traceback

import cases
from laws import arguments, connect

WORKERS = 3
PATIENCE = 120.0
TABLES = """
CREATE TABLE taken(worker, low, high, at REAL, until REAL);
CREATE TABLE twice(seq, worker);
CREATE TABLE once(seq, worker);
"""
TAKE = "SELECT min(seq), max(seq), group_concat(seq) FROM mem_consume('worker', ?, ?)"
NOTE = "INSERT INTO taken SELECT ?, ?, ?, ?, until / 1e6 FROM memlog_consumer WHERE name = 'worker'"
# Events given to another worker while they were in the hands of the one before: not acknowledged, the lease not over.
HELD_TWICE = """
SELECT count(*) FROM (
  SELECT worker, low, at, lag(worker) OVER (ORDER BY rowid) AS before, lag(high) OVER (ORDER BY rowid) AS high,
         lag(until) OVER (ORDER BY rowid) AS until FROM taken)
 WHERE worker <> before AND low <= high AND at < until
"""


class Over(Exception):
    """The lease had lapsed, and another worker has taken the events over."""


def act(db, *statements):
    db.execute("BEGIN IMMEDIATE")
    try:
        rows = [db.execute(*statement).fetchall() for statement in statements]
        db.execute("COMMIT")
        return rows
    except sqlite3.OperationalError as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if "memlog: mem_ack: consumer worker" in str(error):
            raise Over from error
        raise


def take(db, name, source):
    """The positions of the next events. Now and then without waiting for a lock, as a plain SELECT takes them."""
    limit, lease = source.randrange(1, 12), source.choice((20, 100, 300))
    try:
        db.execute(source.choice(("BEGIN", "BEGIN IMMEDIATE", "BEGIN IMMEDIATE")))
        low, high, all_of_them = db.execute(TAKE, (limit, lease)).fetchone()
        if low:
            db.execute(NOTE, (name, low, high, time.time()))
        db.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        if "locked" in str(error) or "others have written" in str(error):
            return []
        raise
    return [int(seq) for seq in all_of_them.split(",")] if low else []


def work(path, journal, name, seed):
    source = random.Random(seed)
    db = connect(path, journal, timeout=PATIENCE)
    while True:
        events = take(db, name, source)
        if not events:
            time.sleep(0.005)
        for seq in events:
            if source.random() < 0.05:
                time.sleep(source.choice((0.01, 0.05, 0.15)))
            try:
                act(db, ("INSERT INTO twice VALUES(?, ?)", (seq, name)))
                act(
                    db,
                    ("SELECT mem_action('work', (SELECT id FROM mem_event WHERE seq = ?))", (seq,)),
                    ("SELECT mem_incr('counted', 'n', 1)",),
                    ("INSERT INTO once VALUES(?, ?)", (seq, name)),
                    ("SELECT mem_ack('worker', ?)", (seq,)),
                )
            except Over:
                break


def start(path, journal, name, seed):
    child = os.fork()
    if not child:
        try:
            work(path, journal, name, seed)
        except BaseException:  # whatever it is, the parent's work is not ours
            traceback.print_exc()
        finally:
            os._exit(1)
    return child


def stop(child):
    """1 if it was still at work."""
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def round_of(tally, options, journal, directory):
    where = f"seed {options.seed} ({journal})"
    path, source = f"{directory}/{journal}.db", random.Random(options.seed)
    db = connect(path, journal, timeout=PATIENCE)
    db.execute("SELECT mem_install()")
    db.executescript(TABLES)
    started = WORKERS
    workers = [start(path, journal, f"w{i}", options.seed + i) for i in range(WORKERS)]
    written, alive, began = 0, True, time.monotonic()
    kills = sorted(source.randrange(options.events) for _ in range(options.kills))
    try:
        while written < options.events:
            for _ in range(source.randrange(1, 6)):
                db.execute("SELECT mem_set(?, 'a', ?)", (f"k{source.randrange(5)}", written))
                written += 1
            while kills and kills[0] < written:
                kills.pop(0)
                at = source.randrange(WORKERS)
                alive &= stop(workers[at])
                workers[at] = start(path, journal, f"w{started}", options.seed + started)
                started += 1
                time.sleep(source.random() * 0.05)
        while (db.execute("SELECT lag FROM mem_consumer").fetchone() or (1,))[0]:
            if time.monotonic() - began > PATIENCE:
                break
            time.sleep(0.02)
    finally:
        alive &= all([stop(worker) for worker in workers])

    def check(what, expected, sql):
        got = db.execute(sql).fetchall()
        tally.check(got == expected, f"{where}: {what}", f"  expected: {expected}", f"  got: {got}")

    tally.check(alive, f"{where}: a worker failed")
    total = db.execute("SELECT count(*) FROM mem_event").fetchone()[0]
    tally.check(total == written, f"{where}: {total} events of {written}: a worker hears itself, or events are lost")
    check("read to the end", [(0,)], "SELECT lag FROM mem_consumer")
    check("each at least once", [(total,)], "SELECT count(DISTINCT seq) FROM twice")
    check("each once with its acknowledgement", [(total, total)], "SELECT count(*), count(DISTINCT seq) FROM once")
    check("what was done in memory", [(total,)], "SELECT mem_get('counted', 'n')")
    check("in order", [(0,)], "SELECT count(*) FROM (SELECT seq < lag(seq) OVER (ORDER BY rowid) AS back FROM once) WHERE back")
    check("in two hands", [(0,)], HELD_TWICE)
    check("only events were taken", [(0,)], "SELECT count(*) FROM once WHERE seq NOT IN (SELECT seq FROM mem_event)")
    check("mem_verify", [], "SELECT * FROM mem_verify")
    again = db.execute("SELECT count(*) FROM twice").fetchone()[0] - total
    print(f"{where}: {total} events, {started - WORKERS} workers killed, {again} events came again")
    db.close()


def idle(tally, journal, directory):
    """Where there is nothing to be had nothing is written, not even a page that is as it was."""
    path = f"{directory}/idle-{journal}.db"

    def bytes_of():
        return [open(name, "rb").read() if os.path.exists(name) else b"" for name in (path, f"{path}-wal")]

    def check(what, db, sql, writes=False):
        before, changes = bytes_of(), db.total_changes
        rows = db.execute(sql).fetchall()
        told = (bytes_of() != before or db.total_changes != changes, bool(rows))
        tally.check(told == (writes, writes), f"{journal}: {what}: written, rows: {told}")

    a, b = connect(path, journal), connect(path, journal)
    a.execute("SELECT mem_install()")
    check("an empty log", a, "SELECT * FROM mem_consume('c', 10)")
    a.execute("SELECT mem_set('k', 'a', 1), mem_set('k', 'b', 1)")
    check("events", a, "SELECT * FROM mem_consume('c', 10)", True)
    check("in another's hands", b, "SELECT * FROM mem_consume('c', 10)")
    a.execute("SELECT mem_ack('c', (SELECT max(seq) FROM mem_event))")
    check("nothing new", a, "SELECT * FROM mem_consume('c', 10)")
    check("nothing new for another", b, "SELECT * FROM mem_consume('c', 10, 1, '#0')")
    a.execute("BEGIN IMMEDIATE")
    check("nothing new, in a transaction", a, "SELECT * FROM mem_consume('c', 10)")
    a.execute("COMMIT")
    a.execute("SELECT count(*) FROM mem_consume('d', 10, NULL, '#last')")
    check("a consumer that began at the end", b, "SELECT * FROM mem_consume('d', 10, NULL, '#last')")
    tally.check(not a.execute("SELECT * FROM mem_verify").fetchall(), f"{journal}: mem_verify")
    a.close()
    b.close()


def older(tally, directory):
    """A file of the schema's version 1 has no consumers; the first one brings it up to date."""
    path = f"{directory}/older.db"
    shutil.copyfile("tests/fixtures/version_1.sqlite", path)
    db = connect(path)
    version = "SELECT value FROM memlog_meta WHERE name = 'version'"
    idle_rows = [db.execute(sql).fetchall() for sql in ("SELECT * FROM mem_consumer", "SELECT mem_ack('c', 'forget')", version)]
    tally.check(idle_rows == [[], [(0,)], [(1,)]], f"an older file: {idle_rows}")
    taken = db.execute("SELECT count(*), max(seq) FROM mem_consume('c', 3)").fetchone()
    tally.check(taken[0] == 3, f"an older file: {taken} are taken")
    rows = [db.execute(sql).fetchall() for sql in (f"SELECT mem_ack('c', {taken[1]})", version, "SELECT * FROM mem_verify")]
    tally.check(rows == [[(3,)], db.execute("SELECT mem_install()").fetchall(), []], f"an older file: {rows}")
    db.close()


def main():
    options, tally = arguments(__doc__, events=(300, 5000), kills=(12, 300)), cases.Tally()
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        older(tally, directory)
        for journal in ("wal", "delete"):
            idle(tally, journal, directory)
            round_of(tally, options, journal, directory)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
