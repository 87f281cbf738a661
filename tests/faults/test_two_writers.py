"""Several connections at one file: nobody's write is lost, doubled or mixed with another's, whoever has to wait.

AGT-001, AGT-003, AGT-006, AGT-007, AGT-109, SB54, SB55."""

import os
import sys
import tempfile
import threading
import time
from multiprocessing import get_context

import db
from cases import Tally

SO = os.environ["MEMLOG_SO"]
BUSY, BUSY_SNAPSHOT = 5, 517
WRITES = 150
THREADS = 20


def connect(path, timeout=10000):
    d = db.Db(path)
    d.rows("PRAGMA busy_timeout = 10000")
    d.rows("PRAGMA synchronous = OFF")  # it reads the schema
    d.load(SO)
    d.rows(f"PRAGMA busy_timeout = {timeout}")
    return d


def prepare(path, journal):
    d = connect(path)
    d.rows(f"PRAGMA journal_mode = {journal}")
    d.rows("CREATE TABLE own(x)")  # so that the mode is written to the file
    d.close()


def patient(d, sql, *values):
    """What a host without a busy timeout does: again, until it is its turn. Any other failure is one."""
    tries = 0
    while True:
        try:
            return d.rows(sql, *values), tries
        except db.SqlError as error:
            if error.code & 0xFF != BUSY:
                raise
            tries += 1
            time.sleep(0.0002)


def writer(path, name, timeout, out):
    """One process: actions of two keys each, every tenth rolled back."""
    d = connect(path, timeout)
    done = 0
    for i in range(WRITES):
        patient(d, "BEGIN IMMEDIATE")
        d.rows("SELECT mem_action(?)", f"{name}-{i}")
        d.rows("SELECT mem_append('shared', 'list', ?), mem_incr(?, 'count', 1)", f"{name}-{i}", name)
        if i % 10 == 9:
            d.rows("ROLLBACK")
            continue
        patient(d, "COMMIT")
        done += 1
    d.close()
    out.put((name, done))


def processes(tally, directory):
    """AGT-001, SB55: two processes write without a pause, one of them without a busy timeout."""
    for journal in ("wal", "delete"):
        path = f"{directory}/{journal}.db"
        prepare(path, journal)
        context = get_context("spawn")
        out = context.Queue()
        both = [context.Process(target=writer, args=(path, n, t, out)) for n, t in (("waits", 10000), ("asks", 0))]
        for process in both:
            process.start()
        done = dict(out.get(timeout=120) for _ in both)
        for process in both:
            process.join()
        d = connect(path)
        for name, count in done.items():
            got = d.rows("SELECT mem_get(?, 'count'), (SELECT count(*) FROM mem_event WHERE key = ?)", name, name)
            tally.check(got == [(count, count)], f"{journal}: {name} made {count} actions: {got}")
        total = sum(done.values())
        got = d.rows("SELECT mem_length('shared', 'list'), mem_field_names('shared', 'list')")
        names = "[" + ",".join(f'"{i}"' for i in range(total)) + "]"
        tally.check(got == [(total, names)], f"{journal}: the shared list has not each element once")
        got = d.rows("SELECT count(DISTINCT value) FROM json_each(mem_get('shared', 'list'))")
        tally.check(got == [(total,)], f"{journal}: elements are lost or doubled: {got}")
        # The rows of an action stand together, and no position is used twice.
        got = d.rows("SELECT count(*), count(DISTINCT seq), count(DISTINCT action), sum(seq - txn) FROM mem_event")
        tally.check(got == [(2 * total, 2 * total, total, total)], f"{journal}: events: {got}")
        tally.check(d.rows("SELECT * FROM mem_verify") == [], f"{journal}: not sound")
        d.close()


def first_use(tally, directory):
    """AGT-006: many threads, each with its own connection, whose first call is an append to an empty file."""
    for journal in ("wal", "delete"):
        path = f"{directory}/first-{journal}.db"
        prepare(path, journal)
        start, failed = threading.Barrier(THREADS), []

        def first(i, path=path, start=start, failed=failed):
            d = connect(path)
            start.wait()
            try:
                patient(d, "SELECT mem_append('s', 'm', ?)", i)
            except db.SqlError as error:
                failed.append(str(error))
            d.close()

        threads = [threading.Thread(target=first, args=(i,)) for i in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        tally.check(not failed, f"{journal}: {failed}")
        d = connect(path)
        sql = "SELECT count(DISTINCT value), mem_field_names('s', 'm') FROM json_each(mem_get('s', 'm'))"
        got = d.rows(sql)
        names = "[" + ",".join(f'"{i}"' for i in range(THREADS)) + "]"
        tally.check(got == [(THREADS, names)], f"{journal}: the messages: {got}")
        got = d.rows("SELECT count(*), count(DISTINCT seq), (SELECT count(*) FROM mem_verify) FROM mem_event")
        tally.check(got == [(THREADS, THREADS, 0)], f"{journal}: the events: {got}")
        d.close()


def code_of(d, sql, *values):
    try:
        d.rows(sql, *values)
    except db.SqlError as error:
        return error.code
    return 0


def stale(tally, directory):
    """AGT-007, AGT-109, SB54: who read before another wrote cannot write on what he read. He is told so at once,
    nothing of his transaction stays, and the next try is whole."""
    path = f"{directory}/stale.db"
    prepare(path, "wal")
    a, b = connect(path), connect(path)
    a.rows("SELECT mem_set('k', 'v', 5)")
    a.rows("BEGIN")
    b.rows("BEGIN")
    tally.check(a.one("SELECT mem_get('k', 'v')") == b.one("SELECT mem_get('k', 'v')") == 5, "both read version 5")
    a.rows("SELECT mem_set('k', 'v', 'a6')")
    began = time.monotonic()
    insert = "INSERT INTO mem(key, path, value) VALUES ('k', 'w', 1)"
    writes = ("SELECT mem_set('k', 'v', 'b6')", insert, "SELECT mem_run_begin('k')")
    for sql in writes:
        tally.check(code_of(b, sql) & 0xFF == BUSY, f"{sql} beside an open writer: {code_of(b, sql)}")
    a.rows("COMMIT")
    for sql in writes:
        tally.check(code_of(b, sql) == BUSY_SNAPSHOT, f"{sql} on a stale view: {code_of(b, sql)}")
    tally.check(time.monotonic() - began < 5, "being told takes no time")
    tally.check(b.one("SELECT mem_get('k', 'v')") == 5, "the view is still that of the beginning")
    b.rows("ROLLBACK")
    b.rows("BEGIN IMMEDIATE")
    b.rows("SELECT mem_set('k', 'v', mem_get('k', 'v') || '+b7')")
    b.rows("COMMIT")
    got = a.rows("SELECT value FROM mem_event ORDER BY seq")
    tally.check(got == [('{"v":5}',), ('{"v":"a6"}',), ('{"v":"a6+b7"}',)], f"the log: {got}")
    # An open statement makes a view, too; when it is done, the write works.
    rows = a.each("SELECT path FROM mem WHERE key = 'k' UNION ALL SELECT 'x'")
    next(rows)
    b.rows("SELECT mem_set('k', 'v', 8)")
    tally.check(code_of(a, "SELECT mem_set('k', 'v', 9)") == BUSY_SNAPSHOT, "writing beside an own old reading")
    list(rows)
    a.rows("SELECT mem_set('k', 'v', 9)")
    got = b.rows("SELECT mem_get('k', 'v'), (SELECT count(*) FROM mem_event), (SELECT count(*) FROM mem_verify)")
    tally.check(got == [(9, 5, 0)], f"after it: {got}")
    a.close()
    b.close()


def open_reader(tally, directory):
    """AGT-003: a reader of the past, left open after a step, holds nobody up and sees what was there when it began."""
    path = f"{directory}/reader.db"
    prepare(path, "wal")
    a, b = connect(path, 0), connect(path, 0)
    for i in range(20):
        a.rows("SELECT mem_set('k', 'v', ?), mem_set('k', 'w', ?)", i, i)
    for sql in (
        "SELECT seq FROM mem_history('k')",
        "SELECT seq FROM mem_history('k', 'v') ORDER BY seq DESC",
        "SELECT path FROM mem('k')",
        "SELECT path FROM mem('k', '#last')",
        "SELECT seq FROM mem_event WHERE key = 'k'",
        "SELECT seq FROM mem_event ORDER BY seq DESC",
        "SELECT seq FROM mem_journal",
        "SELECT * FROM mem_diff('k', '1970-01-01', 'now')",
    ):
        wanted = len(a.rows(sql))
        rows = a.each(sql)
        next(rows)
        tally.check(code_of(a, "SELECT mem_set('new', 'x', 1)") == 0, f"{sql}: a write beside it")
        code = code_of(b, "SELECT mem_set('k', 'v', 'b'), mem_append('k', 'l', 1)")
        tally.check(code == 0, f"{sql}: a write of another connection")
        got = 1 + len(list(rows))
        tally.check(got == wanted, f"{sql}: {got} rows, {wanted} when it began")
    tally.check(a.rows("SELECT * FROM mem_verify") == [], "not sound")
    a.close()
    b.close()


def main():
    tally = Tally()
    for test in (processes, first_use, stale, open_reader):
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            test(tally, directory)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
