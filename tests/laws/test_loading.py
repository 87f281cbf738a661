#!/usr/bin/python3
"""SB67: the library is loaded: twice, from two files, again and again, on many connections, by many threads at once. One
recorder is at work on a connection, everything is given back, and sqlite3_close finds nothing in use."""

import os
import shutil
import sys
import tempfile
import threading

import cases
import db

SO = os.path.abspath(os.environ["MEMLOG_SO"])
EVENTS = "SELECT key, value FROM mem_event ORDER BY seq"


class Check:
    def __init__(self):
        self.tally = cases.Tally()

    def same(self, what, expected, got):
        self.tally.check(expected == got, what, f"  expected: {expected}", f"  got: {got}")

    def closes(self, what, *connections):
        for one in connections:
            try:
                one.close()
                self.tally.check(True)
            except db.SqlError as error:
                self.tally.check(False, f"{what}: sqlite3_close: {error}")

    def sound(self, what, connection):
        self.same(f"{what}: mem_verify", [], connection.rows("SELECT * FROM mem_verify"))


def copy_of(directory, name):
    """Another file with the same library: for the dynamic loader it is another library."""
    os.makedirs(f"{directory}/{name}")
    return shutil.copy(SO, f"{directory}/{name}/memlog.so")


def two_files(check, directory):
    """The second to come finds memlog there, in the middle of a transaction, too."""
    other = copy_of(directory, "other")
    for first, second in ((SO, SO), (SO, other), (other, SO)):
        one = db.Db(":memory:", first)
        one.load(second)
        one.rows("SELECT mem_set('k', 'a', 1)")
        one.rows("BEGIN")
        one.rows("SELECT mem_set('k', 'a', 2)")
        one.load(second)
        one.load(first)
        one.rows("INSERT INTO mem(key, path, value) VALUES ('k', 'b', 3)")
        one.rows("COMMIT")
        check.same("two files", [("k", '{"a":1}'), ("k", '{"a":2,"b":3}')], one.rows(EVENTS))
        check.sound("two files", one)
        check.closes("two files", one)
    # On two connections to one file, each by its own library, and the first goes before the second.
    path = f"{directory}/shared.db"
    a, b = db.Db(path, SO), db.Db(path, other)
    for i in range(5):
        a.rows("SELECT mem_append('k', 'l', ?)", i)
        b.rows("SELECT mem_append('k', 'l', ?)", -i)
    check.sound("each its own", a)
    check.closes("each its own", a)
    b.rows("SELECT mem_set('k', 'last', 1)")
    check.sound("each its own", b)
    check.closes("each its own", b)


def again_and_again(check, directory):
    """Memory that is taken is given back; the library comes and goes with the connection."""
    path = f"{directory}/again.db"

    def use():
        one = db.Db(path, SO)
        one.rows("SELECT mem_set('k', 'a', 1), mem_append('k', 'l', 2), mem_run_begin('k')")
        one.rows("SELECT * FROM mem; SELECT * FROM mem_event; SELECT mem_rebuild_at('k', '#last')")
        one.rows("BEGIN; SELECT mem_set('k', 'lost', 1)")
        check.closes("again and again", one)

    use()
    used = db.memory_used()
    for _ in range(30):
        use()
    check.same("bytes that are not given back", 0, db.memory_used() - used)


def threads(check, directory):
    """Connections are opened, used and closed by threads at once: nothing is shared but the library's code."""
    errors = []

    def work(number):
        try:
            for i in range(8):
                one = db.Db(":memory:" if i % 2 else f"{directory}/thread{number}.db", SO)
                for j in range(10):
                    one.rows("SELECT mem_set(?, 'a.b', ?), mem_append('l', 'l', ?)", f"k{number}", j, f"x{i}")
                if one.rows("SELECT * FROM mem_verify"):
                    errors.append("mem_verify")
                one.close()
        except db.SqlError as error:
            errors.append(str(error))

    all_threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for one in all_threads:
        one.start()
    for one in all_threads:
        one.join()
    check.same("threads", [], errors)


def main():
    check = Check()
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        two_files(check, directory)
        again_and_again(check, directory)
        threads(check, directory)
    return check.tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
