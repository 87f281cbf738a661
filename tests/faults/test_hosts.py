"""What hosts do with a file and a connection: dump, copy and reload it, share it, change the schema under it, leave
statements half-way, use Python's own sqlite3. Numbers name public faults; tests/README.md says what does not apply."""

import ctypes
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from ctypes import byref, c_void_p

import db
from cases import Tally

SO = os.environ["MEMLOG_SO"]
STATES = "SELECT key, scope, path, type, json FROM mem"
PAST = "SELECT seq, id, time, type, key, value, removed, containers, run, action, cause, meta FROM mem_journal"


def connect(path, flags=db.READWRITE | db.CREATE):
    d = db.Db(path, SO, flags)
    d.rows("PRAGMA synchronous = OFF")
    return d


def fill(d):
    """Some of everything: objects, lists, quiet rows, runs, both scopes, names and values that need care."""
    d.rows("SELECT mem_clock('2026-07-03 04:22:36')")
    d.rows("SELECT mem_install()")
    d.rows(
        "CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event' BEGIN"
        " SELECT mem_incr(NEW.key, 'heard', 1); END"
    )
    d.rows("SELECT mem_run_begin('k', json('{\"q\":[1]}'))")
    for i in range(40):
        d.rows("SELECT mem_append('k', 'list', ?), mem_set('k', '\"a.b\".c', ?)", i, i / 7)
        d.rows("SELECT mem_set('k', 's', ?, 'sensory')", i)
    d.rows("SELECT mem_set('k', 'nul', 'x' || char(0) || 'y'), mem_set('é''\"', 'quote', ''''), mem_pop('k', 'list')")
    d.rows("SELECT mem_new_object('k', 'empty'), mem_run_end('k', 'done', 'failed')")
    d.rows("SELECT mem_config('memory.max-value-bytes', 12345)")


def sound(tally, path, what, states, past):
    """A copy holds the same memory and the same past, is sound, and goes on."""
    d = connect(path)
    tally.check(d.rows(STATES) == states, f"{what}: the memory is not the same")
    tally.check(d.rows(PAST) == past, f"{what}: the log is not the same")
    tally.check(d.rows("SELECT * FROM mem_verify") == [], f"{what}: {d.rows('SELECT * FROM mem_verify')}")
    tally.check(d.one("SELECT mem_config('memory.max-value-bytes')") == 12345, f"{what}: the options are not the same")
    d.rows("SELECT mem_append('k', 'list', 'more'), mem_set('k', 's', 1, 'sensory')")
    same = d.rows(STATES) == d.rows(STATES + " WHERE as_of = '#last'")
    tally.check(same and d.one("SELECT mem_get('k', 'list.40')") == "more", f"{what}: it does not go on")
    tally.check(d.rows("SELECT * FROM mem_verify") == [], f"{what}: not sound after going on")
    d.close()


def shell(*arguments, text=None):
    done = subprocess.run(["sqlite3", "-batch", *arguments], input=text, stdout=subprocess.PIPE, check=True)
    return done.stdout


def copies(tally, directory):
    """SB50: dumped, copied, vacuumed without the extension, and opened with it."""
    path = f"{directory}/memory.db"
    d = connect(path)
    fill(d)
    states, past = d.rows(STATES), d.rows(PAST)
    d.rows("VACUUM INTO ?", f"{directory}/into-with.db")
    d.close()

    dump = shell(path, ".dump")
    shell(f"{directory}/dumped.db", text=dump)
    shell(path, f".backup {directory}/backup.db")
    shell(path, f"VACUUM INTO '{directory}/into.db'")
    plain = sqlite3.connect(path)
    with open(f"{directory}/serialized.db", "wb") as file:
        file.write(plain.serialize())
    with sqlite3.connect(f"{directory}/api.db") as target:
        plain.backup(target)
    target.close()
    plain.close()
    for name in ("into-with", "dumped", "backup", "into", "serialized", "api"):
        sound(tally, f"{directory}/{name}.db", name, states, past)
    shell(path, "VACUUM")
    sound(tally, path, "vacuumed", states, past)

    # A dump read into a file of another encoding.
    shell(f"{directory}/utf16.db", text=b"PRAGMA encoding = 'UTF-16le';\n" + dump)
    sound(tally, f"{directory}/utf16.db", "in UTF-16", states, past)


def encodings(tally, directory):
    """In a file of UTF-16 text has another order, and others stand between "a." and "a/": the answers are the same."""
    draw = random.Random(16)
    names = ["a", "aĮ", "Ā", "ĀĮ", "Į", "į", "l", "lĮ", "a!", "a/", "😀", "\uffee", "é", '"."', '"Į."']
    calls = [
        "mem_set('k', ?, 1)",
        "mem_set('k', ?, 'x', 'sensory')",
        "mem_append('k', ?, 2)",
        "mem_delete('k', ?)",
        "mem_pop('k', ?)",
        "mem_new_object('k', ?)",
        "mem_set_tree('k', ?, '{\"Į\":1,\"a\":{\"/\":2}}')",
        "mem_get('k', ?)",
        "mem_fields('k', ?)",
        "mem_field_names('k', ?)",
        "mem_length('k', ?)",
        "mem_recent('k', ?, 2)",
        "mem_snapshot(?)",
        "mem_set(?, 'Į', 1)",
        "mem_run_begin('k', ?)",
        "mem_get('k', '')",
        "mem_rebuild_at('k', '#last')",
        "mem_snapshot('k', 'sensory')",
    ]
    files = [connect(f"{directory}/{name}.db") for name in ("UTF-8", "UTF-16le", "UTF-16be")]
    for d, name in zip(files, ("UTF-8", "UTF-16le", "UTF-16be")):
        d.rows(f"PRAGMA encoding = '{name}'")
        d.rows("SELECT mem_clock(1e9), mem_install()")
        tally.check(d.one("PRAGMA encoding") == name, f"the file is not in {name}")
    wrong = []
    for _ in range(1500):
        call = draw.choice(calls)
        values = [".".join(draw.choices(names, k=draw.randrange(1, 4)))] if "?" in call else []
        first, *others = [outcome(d, f"SELECT {call}", *values) for d in files]
        wrong += [(call, values, first, other) for other in others if other != first]
    tally.check(not wrong, f"UTF-8 and UTF-16 differ: {wrong[:3]}")
    for sql in (STATES, STATES + " WHERE as_of = '#last'", "SELECT * FROM mem_verify"):
        first, *others = [sorted(d.rows(sql)) for d in files]
        tally.check(others == [first, first], f"UTF-8 and UTF-16 differ: {sql}")
    for d in files:
        d.close()


def outcome(d, sql, *values):
    try:
        return d.rows(sql, *values)
    except db.SqlError as error:
        return str(error)


def failure(d, sql, *values):
    try:
        d.rows(sql, *values)
    except db.SqlError as error:
        return str(error)
    return ""


def words(tally, directory):
    """AGT-084: a message that quotes what it is about may cut it, but not within a character."""
    d = connect(f"{directory}/words.db")
    calls = ["mem_set('k', ? || '..', 1)", "mem_set(?, 'a', x'00')", "mem_rebuild_at('k', ?)", "mem_config(?)"]
    calls += ["mem_set('k', 'a', 1, ?)", "mem_action(?)", "mem_pick('{}', '.' || ?)"]
    for length in range(60, 75):
        for text in ("日" * length, "é" * length, "😀" * length, "a" + "日" * length, "x" * length + "é" * 300):
            wrong = [call for call in calls if not told_whole(d, f"SELECT {call}", text)]
            tally.check(not wrong, f"{text[:3]}… of {length}: the message is cut within a character: {wrong}")
    d.close()


def told_whole(d, sql, text):
    try:
        return failure(d, sql, text).startswith("memlog: ") and db.errmsg(d.handle).decode() != ""
    except UnicodeDecodeError:
        return False


def step_once(d, sql):
    statement, tail = c_void_p(), c_void_p()
    text = ctypes.create_string_buffer(sql.encode())
    db.prepare(d.handle, ctypes.addressof(text), len(text), byref(statement), byref(tail))
    return statement, db.step(statement)


def half_way(tally, directory):
    """SB45, SB43: nothing of memlog's stays stepped: VACUUM, COMMIT, checkpoints and closing go through at once."""
    d = connect(f"{directory}/half.db")
    d.rows("PRAGMA journal_mode = wal")
    fill(d)
    numbers = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n)"
    for sql in (
        f"SELECT mem_get('k', 'list'), mem_fields('k'), mem_snapshot('k') FROM {numbers}",
        f"SELECT mem_rebuild_at('k', 'now'), mem_recent('k', 'list', 3), mem_ref('k', 'a') FROM {numbers}",
        f"SELECT mem_append('k', 'other', i) FROM {numbers}",
        "SELECT * FROM mem",
        "SELECT * FROM mem WHERE as_of = '#last'",
        "SELECT * FROM mem_event",
        "SELECT * FROM mem_history('k')",
        "SELECT * FROM mem_run",
    ):
        statement, rc = step_once(d, sql)
        tally.check(rc == db.ROW, f"{sql}: {rc}")
        db.finalize(statement)
        for then in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)", "BEGIN", "COMMIT"):
            tally.check(failure(d, then) == "", f"after half of {sql}: {then}: {failure(d, then)}")
        busy = d.one("PRAGMA wal_checkpoint(TRUNCATE)")
        tally.check(busy == 0, f"after half of {sql}: the checkpoint is held up")
    # What failed in the middle lets go as well.
    for sql in ("SELECT mem_set('k', 'a..b', 1)", "SELECT mem_set('k', 'list', 1)", "SELECT mem_rebuild_at('k', 'x')"):
        failure(d, sql)
        tally.check(failure(d, "VACUUM") == "", f"after {sql}: {failure(d, 'VACUUM')}")
    d.close()


def changed_elsewhere(tally, directory):
    """SB46: another connection changes the schema between two statements; what memlog keeps prepared follows."""
    path = f"{directory}/changed.db"
    a, b = connect(path), connect(path)
    for n, sql in enumerate(
        (
            "SELECT mem_install()",
            "CREATE TABLE other(x)",
            "CREATE TRIGGER heard AFTER INSERT ON memlog_event BEGIN INSERT INTO other VALUES (1); END",
            "ALTER TABLE other RENAME TO another",
            "CREATE VIEW seen AS SELECT count(*) FROM memlog_v_event",
            "DROP TRIGGER heard",
            "VACUUM",
            "DROP VIEW seen",
        )
    ):
        b.rows(sql)
        a.rows("SELECT mem_set('k', 'n', ?), mem_append('k', 'l', ?)", n, n)
        got = a.rows("SELECT mem_get('k', 'n'), mem_length('k', 'l'), mem_rebuild_at('k', '#last') = mem_snapshot('k')")
        tally.check(got == [(n, n + 1, 1)], f"after {sql} elsewhere: {got}")
        tally.check(b.one("SELECT mem_get('k', 'n')") == n, f"after {sql}: the other connection reads another value")
    tally.check(a.one("SELECT count(*) FROM another") == 6, "the new listener heard each write once")
    a.close()
    # The file is gone and another one is in its place: a new connection finds what is there.
    b.close()
    os.remove(path)
    c = connect(path)
    tally.check(c.one("SELECT mem_get('k', 'n')") is None, "a new file is empty")
    c.close()


def shared_cache(tally, directory):
    """SB53: two connections that share a cache: one writes, the other is told LOCKED at once and goes on later."""
    uri = f"file:{directory}/shared.db?cache=shared"
    flags = db.READWRITE | db.CREATE | db.URI
    a, b = connect(uri, flags), connect(uri, flags)
    a.rows("SELECT mem_set('k', 'n', 1)")
    a.rows("BEGIN IMMEDIATE")
    a.rows("SELECT mem_set('k', 'n', 2)")
    for sql in ("SELECT mem_set('k', 'm', 1)", "INSERT INTO mem(key, path, value) VALUES ('k', 'm', 1)"):
        try:
            b.rows(sql)
            code = 0
        except db.SqlError as error:
            code = error.code & 0xFF
        tally.check(code in (5, 6), f"{sql} beside a writer: {code}")
    a.rows("COMMIT")
    b.rows("SELECT mem_set('k', 'm', 3)")
    got = a.rows("SELECT mem_snapshot('k'), mem_rebuild_at('k', '#last'), (SELECT count(*) FROM mem_event)")
    tally.check(got == [('{"m":3,"n":2}', '{"m":3,"n":2}', 3)], f"after both wrote: {got}")
    tally.check(b.rows("SELECT * FROM mem_verify") == [], "shared cache: not sound")
    a.close()
    b.close()


def swept(tally, directory):
    """SB44: a host that finalizes every statement there is before it closes the connection."""
    next_stmt = db.declare("sqlite3_next_stmt", c_void_p, c_void_p, c_void_p)
    for how in (db.close, db.close_v2):
        memory = db.memory_used()
        d = connect(f"{directory}/swept.db")
        d.rows("SELECT mem_set('k', 'a', 1), mem_append('k', 'l', 1), mem_get('k', ''), mem_rebuild_at('k', '#last')")
        d.rows("SELECT * FROM mem_event, mem WHERE mem.as_of = '#last'")
        count = 0
        while statement := next_stmt(d.handle, None):
            db.finalize(statement)
            count += 1
        rc = how(d.handle)
        tally.check(count > 5 and rc == db.OK, f"swept: {count} statements, closing gives {rc}")
        tally.check(db.memory_used() == memory, f"swept: {db.memory_used() - memory} bytes left")
    d = connect(f"{directory}/swept.db")
    tally.check(d.rows("SELECT mem_get('k', 'l'), (SELECT count(*) FROM mem_verify)") == [("[1,1]", 0)], "swept: not sound")
    d.close()


def python(tally, directory):
    """Python's sqlite3: its own idea of transactions, of types and of text (AGT-069, AGT-063)."""
    con = sqlite3.connect(f"{directory}/python.db")
    con.enable_load_extension(True)
    con.load_extension(SO)
    con.enable_load_extension(False)
    con.execute("PRAGMA synchronous = OFF")

    def one(sql, *values):
        return con.execute(sql, values).fetchone()[0]

    # DML opens a transaction that is an action; a SELECT does not, and each call commits by itself.
    con.execute("INSERT INTO mem(key, path, value) VALUES ('k', 'a', 1)")
    con.execute("INSERT INTO mem(key, path, value) VALUES ('k', 'b', ?)", (2.0,))
    tally.check(con.in_transaction and one("SELECT count(*) FROM mem_event") == 0, "python: INSERT opens an action")
    con.commit()
    tally.check(one("SELECT value FROM mem_event") == '{"a":1,"b":2.0}', "python: commit() emits it")
    con.executemany("INSERT INTO mem(key, path, value) VALUES ('many', ?, ?)", [(f"p{i}", i) for i in range(50)])
    con.rollback()
    tally.check(one("SELECT mem_snapshot('many')") == "{}", "python: rollback() takes it back")
    with con:
        con.executemany("INSERT INTO mem(key, path, value) VALUES ('many', ?, ?)", [(f"p{i}", i) for i in range(50)])
    tally.check(one("SELECT count(*) FROM mem_event WHERE key = 'many'") == 1, "python: executemany is one action")
    try:
        with con:
            con.execute("UPDATE mem SET value = 7 WHERE key = 'many'")
            raise KeyError
    except KeyError:
        pass
    tally.check(one("SELECT mem_get('many', 'p3')") == 3, "python: an exception in a with block takes it back")
    one("SELECT mem_set('k', 'c', 3)")
    tally.check(not con.in_transaction, "python: a SELECT opens no transaction")
    with con:
        con.execute("BEGIN IMMEDIATE")
        one("SELECT mem_action('py', NULL, '{\"actor\":\"a\"}')")
        one("SELECT mem_set('k', 'd', 4)")
        one("SELECT mem_set('k', 'e', 5)")
    got = one("SELECT value FROM mem_event WHERE action = 'py'")
    tally.check(got == '{"d":4,"e":5}', f"python: BEGIN in a with block: {got}")

    for value in (None, 2**53 + 1, -(2**63), "x\0y", "é😀", 0.1, -0.0, 5e-324, True, float("nan")):
        one("SELECT mem_set('t', 'v', ?)", value)
        got = one("SELECT mem_get('t', 'v')")
        wanted = None if value != value else 1 if value is True else value
        tally.check(repr(got) == repr(wanted), f"python: {value!r} comes back as {got!r}")
    for value, why in ((b"\xff\x00", "BLOB"), (float("inf"), "infinity"), (float("-inf"), "infinity")):
        try:
            one("SELECT mem_set('t', 'v', ?)", value)
            why = f"{value!r} is stored"
        except sqlite3.Error as error:
            why = "" if why in str(error) else f"{value!r}: {error}"
        tally.check(not why, f"python: {why}")
    for value in (2**63, "\ud83d"):
        try:
            one("SELECT mem_set('t', 'v', ?1)", value)
            tally.check(False, f"python: {value!r} is bound")
        except (OverflowError, UnicodeEncodeError):
            tally.check(True)
    tally.check(one("SELECT mem_get_json('t', 'v')") == "null", "python: what was refused changed nothing")

    # A cursor that is not at its end, dropped or kept, does not stand in the way.
    rows = con.execute("SELECT path FROM mem('many')")
    rows.fetchone()
    with con:
        con.execute("DELETE FROM mem WHERE key = 'many' AND path = 'p49'")
    tally.check(len(rows.fetchall()) == 49, "python: an open cursor sees what was there when it began")
    tally.check(con.execute("SELECT * FROM mem_verify").fetchall() == [], "python: not sound")
    con.close()


def named_alike(tally, directory):
    """A function of the host's that has the name of one of memlog's tables and takes what it is given stays, whether it
    was there before memlog or comes later, and while statements run."""
    for first in (True, False):
        d = sqlite3.connect(f"{directory}/{first}.db", isolation_level=None)
        running = d.execute("SELECT 1 UNION ALL SELECT 2")
        running.fetchone()
        steps = [lambda: d.create_function("mem_history", -1, lambda *given: len(given)), lambda: d.load_extension(SO)]
        d.enable_load_extension(True)
        for step in steps if first else steps[::-1]:
            step()
        d.execute("SELECT mem_set('k', 'a', 1)")
        got = d.execute("SELECT mem_history(), mem_history(1, 2), (SELECT count(*) FROM mem_history('k'))").fetchall()
        tally.check(got == [(0, 2, 1)], f"mem_history of the host's, first: {first}: {got}")
        d.close()


def main():
    tally = Tally()
    for test in (copies, encodings, words, half_way, changed_elsewhere, shared_cache, swept, python, named_alike):
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            test(tally, directory)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
