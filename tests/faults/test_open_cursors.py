"""A connection is closed while cursors of the log's tables are open. Where that is refused, all goes on as before; a
connection left over by sqlite3_close_v2 ends in words. Either way everything is given back."""

import ctypes
import os
import sys
import tempfile
from ctypes import byref, c_void_p

import db
from cases import Tally

QUERIES = [
    "SELECT value FROM mem_event",
    "SELECT value FROM mem_event WHERE key = 'ann' ORDER BY seq DESC",
    "SELECT value FROM mem_journal WHERE key = 'ann' ORDER BY seq",
    "SELECT e.seq FROM mem_event e JOIN mem_journal j ON j.key = e.key ORDER BY e.seq DESC",
    "SELECT run FROM mem_run",
    "SELECT name FROM mem_config",
]


def prepared(handle, sql):
    statement, tail = c_void_p(), c_void_p()
    text = ctypes.create_string_buffer(sql.encode())
    db.prepare(handle, ctypes.addressof(text), len(text), byref(statement), byref(tail))
    return statement


def closing(tally, path, how, sql):
    memory = db.memory_used()
    d = db.Db(path, os.environ["MEMLOG_SO"])
    handle = d.handle
    for i in range(3):
        d.rows("SELECT mem_set('ann', 'n', ?)", i)
    d.rows("SELECT mem_run_begin('ann'), mem_run_begin('bob')")
    statements = [prepared(handle, sql) for _ in range(2)]  # two, so that one of them has statements of its own
    steps = [db.step(statement) for statement in statements]
    tally.check(steps == [db.ROW, db.ROW], f"{sql}: {steps}")
    rc = how(handle)
    tally.check(rc == (db.BUSY if how is db.close else db.OK), f"{sql}: closing gives {rc}")
    goes_on = db.step(statements[0]) in (db.ROW, db.DONE)
    tally.check(goes_on == (how is db.close), f"{sql}: goes on after closing: {goes_on}")
    for statement in statements:
        db.finalize(statement)
    if how is db.close:
        rc = db.close(handle)
        tally.check(rc == db.OK, f"{sql}: closing at last gives {rc}")
    tally.check(db.memory_used() == memory, f"{sql}: {db.memory_used() - memory} bytes left")


def refused_in_transaction(tally, path):
    """A refused sqlite3_close makes virtual tables roll back, but not the transaction: its events must not be lost."""
    d = db.Db(path, os.environ["MEMLOG_SO"])
    d.rows("SELECT mem_set('ann', 'a', 1)")
    d.rows("BEGIN")
    d.rows("SELECT mem_set('ann', 'b', 2)")
    statement = prepared(d.handle, "SELECT 1 UNION SELECT 2")
    db.step(statement)
    tally.check(db.close(d.handle) == db.BUSY, "closing is refused")
    d.rows("SELECT mem_set('ann', 'c', 3)")
    d.rows("COMMIT")
    got = d.rows("SELECT value FROM mem_event ORDER BY seq")
    tally.check(got == [('{"a":1}',), ('{"b":2}',), ('{"c":3}',)], f"the log after a refused close: {got}")
    got = d.rows("SELECT mem_rebuild_at('ann', '#last') = mem_snapshot('ann'), (SELECT count(*) FROM mem_verify)")
    tally.check(got == [(1, 0)], f"log and state after a refused close: {got}")
    db.finalize(statement)
    tally.check(db.close(d.handle) == db.OK, "closing at last")


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as directory:
        refused_in_transaction(tally, os.path.join(directory, "memory.db"))
    db.Db(":memory:", os.environ["MEMLOG_SO"]).close()
    for how in [db.close, db.close_v2]:
        for sql in QUERIES:
            with tempfile.TemporaryDirectory() as directory:
                closing(tally, os.path.join(directory, "memory.db"), how, sql)
    return tally.last_line()


sys.exit(main())
