#!/usr/bin/python3
"""A worker in Python: it reads the log as a consumer, reacts to each event in a transaction of its own, and
acknowledges the event in the same transaction. Killed at any moment, it has done each reaction once.

   MEMLOG_SO=build/memlog.so python3 examples/worker.py
"""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

CONSUMER = "greeter"
LEASE_MS = 500


def connect(path):
    db = sqlite3.connect(path, isolation_level=None, timeout=10)
    db.enable_load_extension(True)
    db.load_extension(os.environ.get("MEMLOG_SO", "build/memlog.so"))
    db.enable_load_extension(False)
    db.execute("PRAGMA journal_mode = WAL")
    return db


def take(db):
    """The next events. BEGIN IMMEDIATE waits for other writers; without it SQLITE_BUSY would have to be tried again."""
    db.execute("BEGIN IMMEDIATE")
    try:
        sql = "SELECT seq, id, type, key, value FROM mem_consume(?, 20, ?)"
        return db.execute(sql, (CONSUMER, LEASE_MS)).fetchall()
    finally:
        db.execute("COMMIT")


def react(db, seq, event, key):
    """One event: what it causes and that it is done, in one transaction."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("SELECT mem_action('greet', ?)", (event,))
        db.execute("SELECT mem_incr(?, 'greetings', 1)", (key,))
        db.execute("SELECT mem_ack(?, ?)", (CONSUMER, seq))
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def work(path):
    db = connect(path)
    while True:
        events = take(db)
        for seq, event, _, key, _ in events:
            try:
                react(db, seq, event, key)
            except sqlite3.OperationalError as error:
                if not str(error).startswith("memlog: mem_ack: consumer"):
                    raise
                break  # the lease had lapsed, and another worker has taken over: nothing of this was done
        if not events:
            time.sleep(0.02)


def main(path):
    db = connect(path)
    keys = [f"user-{i}" for i in range(60)]
    for key in keys[:30]:
        db.execute("SELECT mem_set(?, 'name', ?)", (key, key.title()))

    # Two workers on one consumer; one is killed while it works, and its events come again.
    workers = [subprocess.Popen([sys.executable, __file__, path]) for _ in range(2)]
    try:
        while db.execute("SELECT count(*) FROM mem WHERE path = 'greetings'").fetchone()[0] < 5:
            time.sleep(0.005)
        workers[0].send_signal(signal.SIGKILL)
        for key in keys[30:]:
            db.execute("SELECT mem_set(?, 'name', ?)", (key, key.title()))
        deadline = time.monotonic() + 60
        while db.execute("SELECT lag FROM mem_consumer").fetchone()[0]:
            assert time.monotonic() < deadline, "the other worker does not take over"
            time.sleep(0.02)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()

    # Once each, and the worker did not hear itself.
    assert all(db.execute("SELECT mem_get(?, 'greetings')", (key,)).fetchone() == (1,) for key in keys)
    assert db.execute("SELECT count(*) FROM mem_event").fetchone() == (60,)
    assert db.execute("SELECT count(*) FROM mem_journal WHERE action = 'greet' AND NOT observed").fetchone() == (60,)
    assert not db.execute("SELECT * FROM mem_verify").fetchall()
    print(*db.execute("SELECT consumer, lag FROM mem_consumer").fetchone(), sep=" | ")
    db.close()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        work(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as directory:
            main(os.path.join(directory, "worker.db"))
