"""The function that long-term-memory.embedding-function names: when it is asked and with what, and what befalls a write
when it fails, lies, meddles, or takes its time."""

import os
import sqlite3
import struct
import sys
import tempfile

from cases import Tally

SO = os.path.abspath(os.environ["MEMLOG_SO"])
DIRECTONLY = 0x80000


def connect(path, trusted=True):
    d = sqlite3.connect(path, isolation_level=None)
    d.enable_load_extension(True)
    d.load_extension(SO)
    d.enable_load_extension(False)
    d.execute("PRAGMA synchronous = OFF")
    d.execute(f"PRAGMA trusted_schema = {'ON' if trusted else 'OFF'}")
    return d


def one(d, sql, *values):
    return d.execute(sql, values).fetchone()[0]


def refused(d, sql, *values):
    try:
        d.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        return str(error)
    return ""


def blob(*numbers):
    return struct.pack(f"<{len(numbers)}f", *numbers)


def name(d, function):
    one(d, "SELECT mem_config('long-term-memory.embedding-function', ?)", function)


def everything(d):
    tables = ("memlog_item", "memlog_vector", "memlog_cell", "memlog_event", "memlog_quiet", "memlog_value")
    return [d.execute(f"SELECT * FROM {table}").fetchall() for table in tables]


def check_refused(check, d, what, *words):
    """Neither a new item nor a new version is stored, and the transaction it was in goes on."""
    for sql in ("SELECT mem_item_add('k', 's', 'something new')", "SELECT mem_item_put('k', 's', 'a', 'something else')"):
        before = everything(d)
        error = refused(d, sql)
        check(all(word in error for word in words), f"{what}: {error!r} instead of {words}")
        check(everything(d) == before, f"{what}: what failed has changed something")
        d.execute("BEGIN")
        one(d, "SELECT mem_set('k', 'n', mem_get('k', 'n') + 1)")
        check(refused(d, sql) == error, f"{what}: not the same error in a transaction")
        one(d, "SELECT mem_set('k', 'm', 1)")
        check(not refused(d, "COMMIT"), f"{what}: COMMIT failed")
    check(not d.execute("SELECT * FROM mem_verify").fetchall(), f"{what}: mem_verify")


def asked(check, d):
    """It gets texts as they are, once each, before anything is written."""
    calls = []

    def embed(text):
        items = one(d, "SELECT count(*) FROM mem_items('k')")
        calls.append((text, items))
        return blob(len(text), 1)

    d.create_function("embed", 1, embed, deterministic=True)
    name(d, "embed")
    d.execute("SELECT mem_item_add('k', 's', 'tea', '{\"id\":\"a\"}')").fetchall()
    check(calls == [("tea", 0)], f"a text: {calls}")
    check(one(d, "SELECT mem_item_vector('k', 's', 'a')") == blob(3, 1), "its vector")
    d.execute("SELECT mem_item_add('k', 's', 'tea'), mem_item_put('k', 's', 'a', 'tea')").fetchall()
    d.execute("SELECT mem_item_put('k', 's', 'a', 'tea', '{\"importance\":3}')").fetchall()
    check(len(calls) == 1, f"content that stands already: {calls}")
    check(one(d, "SELECT mem_item_vector('k', 's', 'a')") == blob(3, 1), "a version of the same content")
    d.execute("SELECT mem_item_put('k', 's', 'a', 'größer \U0001f375 \"quoted\"\n')").fetchall()
    check(calls[1:] == [('größer \U0001f375 "quoted"\n', 1)], f"characters: {calls}")
    check(one(d, "SELECT mem_item_vector('k', 's', 'a')") == blob(18, 1), "other content is embedded anew")
    d.execute("SELECT mem_item_put('k', 's', 'b', json('{\"city\": \"Oslo\", \"n\": [1, 2.5]}'))").fetchall()
    check(calls[2:] == [('{"city":"Oslo","n":[1,2.5]}', 1)], f"JSON: {calls}")
    large = "long " * 20000
    d.execute("SELECT mem_item_add('k', 's', ?, '{\"id\":\"c\"}')", (large,)).fetchall()
    check(calls[3:] == [(large, 2)], "a large text, whole")
    d.execute("SELECT mem_item_put('k', 's', 'c', ?, '{\"source\":\"x\"}')", (large,)).fetchall()
    check(len(calls) == 4, "a large text again")
    check(one(d, "SELECT mem_item_vector('k', 's', 'c')") == blob(100000, 1), "its vector")
    d.execute("SELECT mem_item_embed('k', 's', 'a', ?)", (blob(7, 7),)).fetchall()
    check(len(calls) == 4 and one(d, "SELECT mem_item_vector('k', 's', 'a')") == blob(7, 7), "the host's own vector")
    # What has expired is no duplicate: the item that comes in its place is embedded.
    d.execute("SELECT mem_clock('2026-07-03'), mem_item_add('k', 's', 'gone', '{\"id\":\"e\",\"expires_at\":\"2026-07-04\"}')")
    d.execute("SELECT mem_item_add('k', 's', 'gone', '{\"id\":\"e\",\"expires_at\":\"2026-07-04\"}')").fetchall()
    d.execute("SELECT mem_clock('2026-07-05')").fetchall()
    n = len(calls)
    d.execute("SELECT mem_item_add('k', 's', 'gone', '{\"id\":\"f\"}')").fetchall()
    check(len(calls) == n + 1 and one(d, "SELECT mem_item_vector('k', 's', 'f')") == blob(4, 1), "in place of an expired one")
    check(one(d, "SELECT count(*) FROM memlog_vector") == 4, "the vector of what expired is gone")
    d.execute("SELECT mem_clock(NULL), mem_item_remove('k', 's', 'f')").fetchall()


def failing(check, d):
    def fails(_):
        raise ValueError("no model")

    answers = {"fails": fails, "gives_text": lambda _: "[1,2]", "gives_integer": lambda _: 7, "gives_real": lambda _: 1.5,
               "gives_three": lambda _: blob(1, 2, 3), "gives_nothing": lambda _: b"", "gives_odd": lambda _: b"12345",
               "gives_nan": lambda _: blob(1, float("nan")), "gives_infinity": lambda _: blob(float("-inf"), 1),
               "gives_many": lambda _: b"\0" * 40000}
    words = {"gives_three": ("3 dimensions", "key k have 2"), "gives_nothing": ("1 to 8192",), "gives_odd": ("5 bytes",),
             "gives_nan": ("number 1",), "gives_infinity": ("number 0",), "gives_many": ("1 to 8192",)}
    for function, answer in answers.items():
        d.create_function(function, 1, answer)
        name(d, function)
        check_refused(check, d, function, function, *words.get(function, ()))
    # Other dimensions each time: the first that fits the key is stored, the others are refused.
    sizes = iter(range(1, 100))
    d.create_function("grows", 1, lambda _: blob(*range(next(sizes))))
    name(d, "grows")
    error = refused(d, "SELECT mem_item_add('k', 's', 'x1')")
    check("1 dimensions" in error, f"grows: {error}")
    check(not refused(d, "SELECT mem_item_add('k', 's', 'x2')"), "grows to two")
    check("3 dimensions" in refused(d, "SELECT mem_item_add('k', 's', 'x3')"), "grows on")
    d.create_function("sometimes", 1, lambda text: None if text == "nothing" else blob(1, 2))
    name(d, "sometimes")
    d.execute("SELECT mem_item_put('k', 's', 'a', 'nothing')").fetchall()
    check(one(d, "SELECT mem_item_vector('k', 's', 'a')") is None, "NULL: no vector, not the one before")


def meddling(check, d):
    def inside(sql):
        return lambda _: d.execute(sql).fetchall() and blob(1, 2)

    tries = {"adds": "SELECT mem_item_add('k', 's', 'from inside')", "embeds": "SELECT mem_item_embed('k', 's', 'b', x'00000000')",
             "sets": "SELECT mem_set('k', 'from_inside', 1)", "removes": "SELECT mem_item_remove('k', 's')",
             "flushes": "SELECT mem_flush()", "configures": "SELECT mem_config('memory.generate-event', 0)"}
    for function, sql in tries.items():
        said = []

        def told(text, sql=sql, said=said):
            try:
                return inside(sql)(text)
            except sqlite3.Error as error:
                said.append(str(error))
                raise

        d.create_function(function, 1, told)
        name(d, function)
        check_refused(check, d, function, function)
        check(said and all("not inside a function that memlog calls" in text for text in said), f"{function}: {said}")
    d.create_function("reads", 1, inside("SELECT mem_get('k', 'n'), mem_item_vector('k', 's', 'b')"))
    name(d, "reads")
    check(not refused(d, "SELECT mem_item_put('k', 's', 'a', 'read')"), "it may read")
    d.create_function("rolls_back", 1, lambda _: d.execute("ROLLBACK") and blob(1, 2))
    name(d, "rolls_back")
    d.execute("BEGIN")
    one(d, "SELECT mem_item_add('k', 'other', 'gone')") if refused(d, "SELECT 1") else None
    check(refused(d, "SELECT mem_item_add('k', 's', 'rolled')"), "it rolled the transaction back, and the write went on")
    if d.in_transaction:
        d.execute("ROLLBACK")
    check(one(d, "SELECT count(*) FROM mem_items('k') WHERE content = 'rolled'") == 0, "what was rolled back is there")
    check(not d.execute("SELECT * FROM mem_verify").fetchall(), "mem_verify after a rollback inside")


def slow(check, d, path):
    """A function that looks at the file from another connection, while it is called: the write lock is held by then."""
    other = connect(path)
    said = []

    def looks(_):
        said.append(refused(other, "SELECT mem_item_add('k', 's', 'from elsewhere')"))
        return blob(1, 2)

    other.execute("PRAGMA busy_timeout = 0")
    d.create_function("looks", 1, looks)
    name(d, "looks")
    check(not refused(d, "SELECT mem_item_add('k', 's', 'slow')"), "another connection looks on")
    check(said and "locked" in said[0], f"another connection: {said}")
    other.close()


def untrusted(check, path):
    d = connect(path, trusted=False)
    d.create_function("plain", 1, lambda _: blob(1, 2))
    name(d, "plain")
    check_refused(check, d, "plain", "plain", "SQLITE_INNOCUOUS")
    name(d, "no_such_function")
    check_refused(check, d, "missing", "no_such_function", "there is no such function")
    name(d, "count")
    check_refused(check, d, "aggregate", "count", "aggregate")
    d.execute("PRAGMA trusted_schema = ON")
    name(d, "load_extension")
    check_refused(check, d, "directonly", "load_extension")
    d.close()


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "memory.db")
        d = connect(path)
        d.execute("SELECT mem_set('k', 'n', 0)").fetchall()
        asked(tally.check, d)
        failing(tally.check, d)
        meddling(tally.check, d)
        slow(tally.check, d, path)
        name(d, None)
        d.close()
        untrusted(tally.check, path)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
