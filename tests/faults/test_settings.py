"""What a host may set on its connection or file must not change an answer: pragmas, statistics that mislead the planner,
an authorizer, several threads on one connection."""

import os
import random
import sqlite3
import sys
import tempfile
import threading

import db
from cases import Tally

SO = os.environ["MEMLOG_SO"]
SETTINGS = [
    "PRAGMA reverse_unordered_selects = 1",
    "PRAGMA recursive_triggers = 1",
    "PRAGMA foreign_keys = 1",
    "PRAGMA defer_foreign_keys = 1",
    "PRAGMA ignore_check_constraints = 1",
    "PRAGMA automatic_index = 0",
    "PRAGMA case_sensitive_like = 1",
    "PRAGMA cell_size_check = 1",
    "PRAGMA full_column_names = 1; PRAGMA short_column_names = 0",
    "PRAGMA count_changes = 1",
    "PRAGMA empty_result_callbacks = 1",
    "PRAGMA legacy_alter_table = 1",
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA read_uncommitted = 1",
    "PRAGMA secure_delete = 1",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = 5",
    "PRAGMA cache_spill = 1; PRAGMA cache_size = 1",
    "PRAGMA mmap_size = 1000000",
    "PRAGMA page_size = 512",
    "PRAGMA page_size = 65536",
    "PRAGMA auto_vacuum = FULL",
    "PRAGMA journal_mode = WAL",
    "PRAGMA journal_mode = MEMORY",
    "PRAGMA journal_mode = TRUNCATE",
]
NAMES = ["a", "b", "a!", "l", "é", '"."']


def history(d, seed):
    """A history that uses everything, the same for each seed; what each step answered."""
    draw = random.Random(seed)
    said = []
    d.rows("SELECT mem_clock('2026-07-03'), mem_install()")
    d.rows(
        "CREATE TRIGGER IF NOT EXISTS listener AFTER INSERT ON memlog_event WHEN NEW.type = '_short_term_write_event'"
        " BEGIN SELECT mem_incr(NEW.key, 'heard', 1), mem_append('log', 'keys', NEW.key); END"
    )
    for step in range(120):
        key, path = draw.choice("xy"), ".".join(draw.choices(NAMES, k=draw.randrange(1, 3)))
        sql = draw.choice(
            [
                "SELECT mem_set(:k, :p, 'v')",
                "SELECT mem_set_tree(:k, :p, '{\"b\":{\"c\":1},\"a\":2}')",
                "SELECT mem_append(:k, 'l', 1), mem_append(:k, 'l', 2), mem_pop(:k, 'l', 'first')",
                "SELECT mem_delete(:k, :p)",
                "INSERT OR REPLACE INTO mem(key, path, value) VALUES (:k, 'row', 1), (:k, 'row', 2)",
                "UPDATE mem SET path = 'moved' WHERE key = :k AND path = 'row'",
                "DELETE FROM mem WHERE key = :k AND path = 'moved'",
                "SELECT mem_run_begin(:k)",
                "SELECT mem_get(:k, '')",
                "SELECT mem_fields(:k, 'l'), mem_recent(:k, 'l', 3), mem_length(:k, 'l')",
                "SELECT mem_rebuild_at(:k, '#last') = mem_snapshot(:k)",
                "SELECT path, value FROM mem(:k) ORDER BY path",
                "SELECT seq, path, change, before, after FROM mem_history(:k, :p) ORDER BY seq, path",
            ]
        )
        said.append(outcome(d, sql.replace(":k", f"'{key}'").replace(":p", "'" + path + "'")))
    said.append(d.rows("SELECT key, scope, path, type, json FROM mem ORDER BY 1, 2, 3"))
    said.append(d.rows("SELECT key, scope, path, type, json FROM mem WHERE as_of = '#last' ORDER BY 1, 2, 3"))
    said.append(d.rows("SELECT seq, type, key, value, removed, containers FROM mem_journal ORDER BY seq"))
    said.append(d.rows("SELECT * FROM mem_verify"))
    return said


def outcome(d, sql):
    try:
        rows = d.rows(sql)
        return rows if sql.startswith("SELECT") else "done"  # with count_changes others have a row
    except db.SqlError as error:
        return str(error)


def settings(tally, directory):
    plain = None
    for number, setting in enumerate(["PRAGMA user_version", *SETTINGS]):
        d = db.Db(f"{directory}/{number}.db", SO)
        d.rows("PRAGMA synchronous = OFF")
        d.rows(setting)
        said = history(d, 1)
        plain = plain or said
        tally.check(said == plain, f"{setting}: {first_difference(plain, said)}")
        tally.check(said[-1] == [] and said[-4] == said[-3], f"{setting}: not sound")
        d.close()
    # Statistics that make every index look useless, or perfect.
    for rows in ("'memlog_cell', 'sqlite_autoindex_memlog_cell_1', '1000000 1000000 1000000 1000000'",
                 "'memlog_snapshot', 'memlog_snapshot_key', '1000000 1000000 1000000'"):  # fmt: skip
        d = db.Db(f"{directory}/statistics.db", SO)
        d.rows("SELECT mem_install()")
        d.rows("ANALYZE")
        d.rows(f"INSERT INTO sqlite_stat1 VALUES ({rows})")
        d.close()
    d = db.Db(f"{directory}/statistics.db", SO)
    d.rows("PRAGMA synchronous = OFF")
    said = history(d, 1)
    tally.check(said == plain, f"statistics: {first_difference(plain, said)}")
    d.close()


def first_difference(wanted, got):
    return next(((n, w, g) for n, (w, g) in enumerate(zip(wanted, got)) if w != g), "none")


def memory_only(tally, directory):
    """No file at all."""
    for name in (":memory:", ""):
        d = db.Db(name, SO)
        said = history(d, 2)
        tally.check(said[-1] == [] and said[-4] == said[-3], f"database '{name}': not sound")
        d.close()


def refusing(kind, answer):
    return lambda action, *_: answer if action == kind else sqlite3.SQLITE_OK


def authorizer(tally, directory):
    """A host that forbids is obeyed: an error, nothing half done; afterwards all goes on."""
    con = sqlite3.connect(f"{directory}/authorizer.db", isolation_level=None)
    con.enable_load_extension(True)
    con.load_extension(SO)
    one = lambda sql: con.execute(sql).fetchone()[0]  # noqa: E731
    one("SELECT mem_set('k', 'a', 1)")
    before = one("SELECT count(*) FROM mem_event")
    # Each kind of access in turn: denied, and answered with nothing.
    for answer in (sqlite3.SQLITE_DENY, sqlite3.SQLITE_IGNORE):
        for kind in range(1, 34):
            con.set_authorizer(refusing(kind, answer))
            for sql in ("SELECT mem_set('k', 'b', 1)", "SELECT mem_get('k', 'a')", "DELETE FROM mem WHERE path = 'b'"):
                try:
                    con.execute(sql).fetchall()
                except sqlite3.Error:
                    pass
            con.set_authorizer(None)
            if con.in_transaction:
                con.execute("ROLLBACK")
            state, past = one("SELECT mem_snapshot('k')"), one("SELECT mem_rebuild_at('k', '#last')")
            tally.check(state == past, f"authorizer {answer} for {kind}: {state} is rebuilt as {past}")
    tally.check(one("SELECT count(*) FROM mem_event") > before, "authorizer: most accesses do not matter")
    tally.check(con.execute("SELECT * FROM mem_verify").fetchall() == [], "authorizer: not sound")
    # From the start: what is prepared for the first time under it.
    for kind in range(1, 34):
        new = sqlite3.connect(f"{directory}/authorizer.db", isolation_level=None)
        new.enable_load_extension(True)
        new.load_extension(SO)
        new.set_authorizer(refusing(kind, sqlite3.SQLITE_DENY))
        calls = ("mem_get('k', 'a')", "mem_set('k', 'c', 1)", "mem_run_begin('k')", "path FROM mem")
        for sql in [f"SELECT {call}" for call in calls]:
            try:
                new.execute(sql).fetchall()
            except sqlite3.Error:
                pass
        new.close()
    tally.check(con.execute("SELECT * FROM mem_verify").fetchall() == [], "authorizer from the start: not sound")
    con.close()


def threads(tally, directory):
    """One connection, several threads: SQLite lets one in at a time, and each call is whole."""
    d = db.Db(f"{directory}/threads.db", SO)
    d.rows("PRAGMA synchronous = OFF")
    failed = []

    def work(name):
        for i in range(60):
            try:
                d.rows("SELECT mem_append('shared', 'list', ?), mem_incr('shared', ?, 1)", f"{name}{i}", name)
                d.rows("SELECT mem_recent('shared', 'list', 3), mem_get('shared', ?)", name)
            except db.SqlError as error:
                failed.append(str(error))

    some = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in some:
        thread.start()
    for thread in some:
        thread.join()
    got = d.rows("SELECT mem_length('shared', 'list'), count(DISTINCT value) FROM json_each(mem_get('shared', 'list'))")
    tally.check(not failed and got == [(240, 240)], f"threads: {got} {failed[:3]}")
    got = d.rows("SELECT mem_get('shared', 'a'), mem_get('shared', 'd'), (SELECT count(*) FROM mem_event)")
    tally.check(got == [(60, 60, 480)], f"threads: {got}")
    same = d.one("SELECT mem_rebuild_at('shared', '#last') = mem_snapshot('shared')")
    tally.check(same == 1, "threads: rebuilt as something else")
    tally.check(d.rows("SELECT * FROM mem_verify") == [], "threads: not sound")
    d.close()


def main():
    tally = Tally()
    for test in (settings, memory_only, authorizer, threads):
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            test(tally, directory)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
