"""Files whose schema is not memlog's: views, virtual tables and tables of another shape in the place of its own,
missing ones, triggers that do harm or call memlog without end, names that memlog needs. And what of a file's own code
runs when it is only read. hostile.py says what must hold."""

import os
import random
import sqlite3
import sys
import tempfile

from cases import Tally
from db import Db, SqlError
from hostile import LONG, SETTINGS, SO, Base, Damage, damage_schema

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
TABLES = (
    "memlog_meta",
    "memlog_config",
    "memlog_cell",
    "memlog_event",
    "memlog_quiet",
    "memlog_snapshot",
    "memlog_run",
    "memlog_consumer",
)
GUARDED = [(table, event) for table in TABLES for event in ("insert", "update", "delete")]


ANY = (None, None, None, None, None)


def schema(what):
    return [("schema", None, None, None, what)]


def instead(table, definition):
    """Puts something else in a table's place; the rows are in kept."""
    return f"CREATE TABLE kept AS SELECT * FROM {table}; DROP TABLE {table}; {definition}"


def places():
    """Something else in the place of a table."""
    for table in TABLES:
        view = f"CREATE VIEW {table} AS SELECT * FROM kept"
        yield Damage(f"{table} is a view", instead(table, view), schema(table))
        yield Damage(f"{table} is missing", f"DROP TABLE {table}", schema(f"{table} is missing"))
        yield Damage(
            f"{table} is a virtual table",
            f"DROP TABLE {table}; CREATE VIRTUAL TABLE {table} USING fts5(name, value, key, scope, path)",
            schema(table),
        )
        yield Damage(
            f"{table} without constraints",
            instead(table, f"CREATE TABLE {table} AS SELECT * FROM kept"),
            schema(table),
        )
        yield Damage(f"{table} of one column", f"DROP TABLE {table}; CREATE TABLE {table}(x)", schema(table))
        yield Damage(f"{table} has one column more", f"ALTER TABLE {table} ADD COLUMN more TEXT", schema(table))
        yield Damage(
            f"{table} in capitals",
            f"ALTER TABLE {table} RENAME TO x; ALTER TABLE x RENAME TO {table.upper()}",
            schema(f"{table}"),
        )
        yield Damage(
            f"{table} has text that is no SQL",
            f"UPDATE sqlite_schema SET sql = 'CREATE TABLE {table}(' WHERE name = '{table}'",
            [],
        )
        yield Damage(f"{table} has no root page", f"UPDATE sqlite_schema SET rootpage = 0 WHERE name = '{table}'", [])
        yield Damage(
            f"{table} lies in another's pages",
            f"UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'memlog_event') WHERE name = '{table}'",
            [None] if table == "memlog_event" else [ANY],
            excused=("others",),
        )
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    calls = {
        "reads memory": "SELECT 'ann' AS key, 'st' AS scope, mem_get('ann', 'user.name') AS path, 1 AS kind, '1' AS value, 0 AS at",
        "is read from mem": "SELECT key, 'st' AS scope, path, 1 AS kind, json AS value, 0 AS at FROM mem",
        "rebuilds": "SELECT 'ann' AS key, 'st' AS scope, mem_rebuild_at('ann', '#last') AS path, 1 AS kind, '1' AS value, 0 AS at",
        "has no end": endless
        + " SELECT 'ann' AS key, 'st' AS scope, 'p' || i AS path, 1 AS kind, '1' AS value, 0 AS at FROM n",
    }
    for name, select in calls.items():
        yield Damage(
            f"memlog_cell is a view that {name}",
            f"DROP TABLE memlog_cell; CREATE VIEW memlog_cell AS {select}",
            schema("memlog_cell"),
            excused=("plain", "others") if "no end" in name else (),
        )
    yield Damage(
        "memlog_config is a view that asks for an option",
        "DROP TABLE memlog_config; CREATE VIEW memlog_config AS SELECT 'agent-run.end-event' AS name, mem_config('agent-run.end-event') AS value",
        schema("memlog_config"),
    )
    yield Damage(
        "memlog_event is a view of mem_event",
        "DROP TABLE memlog_event; CREATE VIEW memlog_event AS SELECT *, 0 AS skew, 2 AS kind, 1 AS step, 1 AS prev, 1 AS chain, NULL AS digest FROM mem_event",
        schema("memlog_event"),
    )
    yield Damage(
        "memlog_meta is a view with triggers",
        instead(
            "memlog_meta",
            "CREATE VIEW memlog_meta AS SELECT * FROM kept; CREATE TRIGGER t INSTEAD OF INSERT ON memlog_meta BEGIN SELECT mem_set('x', 'y', 1); END",
        ),
        schema("memlog_meta"),
    )


def shapes():
    """Tables that are nearly memlog's own."""
    for table, column in (
        ("memlog_cell", "at"),
        ("memlog_event", "meta"),
        ("memlog_event", "digest"),
        ("memlog_quiet", "before"),
        ("memlog_snapshot", "removed"),
        ("memlog_run", "outcome"),
        ("memlog_meta", "value"),
        ("memlog_config", "value"),
    ):
        yield Damage(f"{table} without {column}", f"ALTER TABLE {table} DROP COLUMN {column}", schema(table))
        yield Damage(
            f"{table}.{column} by another name", f"ALTER TABLE {table} RENAME COLUMN {column} TO other", schema(table)
        )
    edit = "UPDATE sqlite_schema SET sql = replace(sql, '{}', '{}') WHERE name = '{}'"
    for name, old, new, table in (
        ("not STRICT", "STRICT", "", "memlog_event"),
        ("keys without case", "key   TEXT NOT NULL", "key   TEXT NOT NULL COLLATE NOCASE", "memlog_cell"),
        ("no check", "CHECK((scope = '''') = (path = ''''))", "CHECK(1)", "memlog_cell"),
        ("a check that always fails", "CHECK((scope = '''') = (path = ''''))", "CHECK(0)", "memlog_cell"),
        (
            "a check that calls memlog",
            "CHECK((scope = '''') = (path = ''''))",
            "CHECK(mem_touches(path, value))",
            "memlog_cell",
        ),
        ("another time", "(seq - ifnull(skew, 0))", "(NULL)", "memlog_event"),
        ("a time that calls memlog", "(seq - ifnull(skew, 0))", "(mem_path(value))", "memlog_quiet"),
        ("a default", "action     TEXT", "action     TEXT DEFAULT ''x''", "memlog_event"),
        (
            "a collation that is not there",
            "key        TEXT NOT NULL",
            "key        TEXT NOT NULL COLLATE nowhere",
            "memlog_event",
        ),
        ("value is computed", "value      TEXT,", "value      TEXT AS (key),", "memlog_quiet"),
        ("kind is computed", "kind       ANY NOT NULL,", "kind       ANY AS (2),", "memlog_event"),
        ("a foreign key", "digest     BLOB", "digest     BLOB REFERENCES nowhere(x)", "memlog_event"),
    ):
        yield Damage(f"{table}: {name}", edit.format(old, new, table), schema(table))
    for index, on in (
        ("memlog_run_key", "memlog_run(key, run)"),
        ("memlog_snapshot_key", "memlog_snapshot(key, seq)"),
    ):
        for name, sql in (
            ("is missing", ""),
            ("is unique", f"CREATE UNIQUE INDEX {index} ON {on}"),
            ("is partial", f"CREATE INDEX {index} ON {on} WHERE key = ''bob''".replace("''", "'")),
            ("ignores case", f"CREATE INDEX {index} ON {on.replace('key', 'key COLLATE NOCASE')}"),
            ("calls memlog", f"CREATE INDEX {index} ON {on.replace('key', 'mem_path(key)')}"),
            ("is a table", f"CREATE TABLE {index}(x)"),
        ):
            yield Damage(f"{index} {name}", f"DROP INDEX {index}; {sql}", schema(index))
        yield Damage(
            f"{index} lies in a table's pages",
            f"UPDATE sqlite_schema SET rootpage = 2 WHERE name = '{index}'",
            [None],
        )
    yield Damage(
        "a table twice", "INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'memlog_cell'", [None]
    )
    yield Damage("an index more", "CREATE INDEX mine ON memlog_cell(value)", [None])
    yield Damage(
        "an index that fails",
        "CREATE INDEX mine ON memlog_event(mem_path(key, action)) WHERE action <> 'reacts'",
        [None],
    )
    yield Damage("no two alike", "CREATE UNIQUE INDEX mine ON memlog_cell(key, scope, path, value)", [None])
    yield Damage("one memory only", "CREATE UNIQUE INDEX mine ON memlog_run(outcome, key)", [None])
    for view in ("memlog_v_state", "memlog_v_event", "memlog_v_run"):
        yield Damage(
            f"{view} without end",
            f"DROP VIEW {view}; CREATE VIEW {view} AS SELECT mem_get('ann', 'user.name')",
            schema(view),
        )


def triggers():
    """Triggers that are gone, and triggers of the file's own."""
    for table, event in GUARDED:
        yield Damage(
            f"{table}_{event} is missing", f"DROP TRIGGER {table}_{event}", schema(f"{table}_{event} is missing")
        )
        yield Damage(
            f"{table}_{event} does nothing",
            f"DROP TRIGGER {table}_{event}; CREATE TRIGGER {table}_{event} AFTER {event} ON {table} BEGIN SELECT 1; END",
            schema(f"{table}_{event} is not"),
        )
    yield Damage(
        "no triggers", "DELETE FROM sqlite_schema WHERE type = 'trigger'", schema("memlog_cell_insert is missing")
    )
    bodies = {
        "raises": "SELECT RAISE(ABORT, 'hostile')",
        "rolls back": "SELECT RAISE(ROLLBACK, 'hostile')",
        "fails": "SELECT RAISE(FAIL, 'hostile')",
        "ignores": "SELECT RAISE(IGNORE)",
        "divides": "SELECT abs(-9223372036854775807 - 1)",
        "deletes memory": "DELETE FROM memlog_cell WHERE key = 'bob'",
        "changes memory": "UPDATE memlog_cell SET value = '66' WHERE key = 'bob' AND kind = 1",
        "changes the log": "UPDATE memlog_event SET value = '{}' WHERE key = 'bob'",
        "deletes from the log": "DELETE FROM memlog_event WHERE key = 'bob'",
        "adds to the log": "INSERT INTO memlog_event(seq, kind, key, step, chain) VALUES(5, 2, 'bob', 0, 0)",
        "adds a quiet row": "INSERT INTO memlog_quiet(seq, kind, key, value, step, chain) VALUES(5, 2, 'bob', '{}', 0, 0)",
        "makes a snapshot": "INSERT INTO memlog_snapshot(seq, key, quiet, value) VALUES(5, 'bob', 0, '{}')",
        "ends runs": "UPDATE memlog_run SET outcome = 'failed', end_seq = 5 WHERE key = 'bob'",
        "sets options": "INSERT OR REPLACE INTO memlog_config VALUES('memory.max-value-bytes', '1')",
        "changes the version": "UPDATE memlog_meta SET value = 99",
        "records a lie": "SELECT memlog_record('st', 'a.d', 1, '66')",
        "records a removal": "SELECT memlog_record('st', 'a.d', NULL, 'bob')",
        "asks the guards": "SELECT memlog_guard('memlog_event'), memlog_guard('memlog_cell')",
        "sets memory": "SELECT mem_set('bob', 'a.d', 66)",
        "sets this memory": "SELECT mem_set('ann', 'user.age', 66)",
        "deletes all": "SELECT mem_delete('ann', '')",
        "begins a run": "SELECT mem_run_begin('ann')",
        "flushes": "SELECT mem_flush()",
        "names the action": "SELECT mem_action('hostile')",
        "adds an event": "SELECT mem_event_add('hostile', 'bob', '{}')",
        "sets an option": "SELECT mem_config('memory.generate-event', 'false')",
        "sets the clock": "SELECT mem_clock('1999-01-01')",
        "installs": "SELECT mem_install()",
        "reads": "SELECT mem_get('ann', ''), mem_rebuild_at('ann', '#last'), mem_snapshot('ann')",
        "reads tables": "SELECT count(*) FROM mem_event; SELECT count(*) FROM mem_history('ann'); SELECT count(*) FROM mem; SELECT count(*) FROM mem_diff('ann', '#0', '#last')",
        "verifies": "SELECT count(*) FROM mem_verify",
        "writes mem": "INSERT INTO mem(key, path, value) VALUES('bob', 'x' || random(), 1)",
        "empties mem": "DELETE FROM mem",
        "drives memlog_txn": "INSERT INTO memlog_txn VALUES(1)",
    }
    for name, body in bodies.items():
        for when, table in (
            ("AFTER INSERT", "memlog_event"),
            ("BEFORE INSERT", "memlog_event"),
            ("AFTER UPDATE", "memlog_cell"),
            ("BEFORE INSERT", "memlog_cell"),
            ("AFTER INSERT", "memlog_quiet"),
            ("AFTER INSERT", "memlog_run"),
            ("BEFORE INSERT", "memlog_snapshot"),
            ("BEFORE DELETE", "memlog_cell"),
        ):
            harmless = name in ("sets memory", "empties mem", "writes mem") and table == "memlog_event"  # a listener
            yield Damage(
                f"trigger {when} ON {table} {name}",
                f"CREATE TRIGGER hostile {when} ON {table} BEGIN {body}; END",
                [],
                excused=("others",) if harmless else (),
            )
    yield Damage(
        "triggers that set each other off",
        "CREATE TABLE mine(x); CREATE TRIGGER a AFTER INSERT ON mine BEGIN SELECT mem_set('ann', 'x' || NEW.x, NEW.x); END;"
        "CREATE TRIGGER b AFTER INSERT ON memlog_event BEGIN INSERT INTO mine VALUES(NEW.seq); END;"
        "CREATE TRIGGER c AFTER INSERT ON memlog_quiet BEGIN INSERT INTO mine VALUES(NEW.seq); END",
        [],
        excused=("others",),
    )


def names():
    """Names that memlog needs, taken by the file."""
    for table in (
        "mem",
        "mem_event",
        "mem_journal",
        "mem_history",
        "mem_diff",
        "mem_run",
        "mem_config",
        "mem_verify",
        "mem_key",
        "mem_help",
    ):
        yield Damage(f"a table {table}", f"CREATE TABLE {table}(x)", [], excused=("answers", "words"))
        yield Damage(
            f"a view {table}",
            f"CREATE VIEW {table} AS SELECT mem_get('ann', 'user.name') AS x",
            [],
            excused=("answers", "words"),
        )
    work = "SELECT mem_set('ann', 'x', 1)"
    for name, sql in (
        ("a table", "CREATE TABLE memlog_txn(memlog_work)"),
        (
            "a table that has triggers",
            f"CREATE TABLE memlog_txn(memlog_work); CREATE TRIGGER t AFTER INSERT ON memlog_txn BEGIN {work}; END",
        ),
        ("a view", "CREATE VIEW memlog_txn AS SELECT 1 AS memlog_work"),
        (
            "a view that has triggers",
            f"CREATE VIEW memlog_txn AS SELECT 1 AS memlog_work; CREATE TRIGGER t INSTEAD OF INSERT ON memlog_txn BEGIN {work}; END",
        ),
        ("a table of its own", "CREATE TABLE memlog_txn(x)"),
        ("a virtual table", "CREATE VIRTUAL TABLE memlog_txn USING fts5(memlog_work)"),
    ):
        yield Damage(f"memlog_txn is {name}", sql, [])


class Spied:
    """A connection with a function of the host's that the file's code calls."""

    def __init__(self, path, trusted=True):
        self.calls = 0
        self.con = sqlite3.connect(path, isolation_level=None)
        for name in ("spy", "sly"):
            self.con.create_function(name, -1, self.spy, deterministic=name == "sly")
        if not trusted:
            self.con.execute("PRAGMA trusted_schema = OFF")
        self.con.enable_load_extension(True)
        self.con.load_extension(SO)

    def spy(self, *_):
        self.calls += 1
        return 1

    def rows(self, sql):
        try:
            return self.con.execute(sql).fetchall()
        except sqlite3.Error as error:
            return str(error)


LOOKS = (
    "SELECT * FROM mem_verify",
    "SELECT * FROM mem_event",
    "SELECT * FROM mem_journal WHERE key = 'ann'",
    "SELECT * FROM mem_history('ann')",
    "SELECT * FROM mem_diff('ann', '#0', '#last')",
    "SELECT * FROM mem",
    "SELECT * FROM mem('ann', '#last')",
    "SELECT * FROM mem_run",
    "SELECT * FROM mem_config",
    "SELECT * FROM mem_key",
    "SELECT * FROM mem_help",
    "SELECT mem_get('ann', ''), mem_rebuild_at('ann', '#last'), mem_snapshot('ann'), mem_fields('ann'), mem_length('ann', 'log')",
)


def only_looking(base, tally):
    """Loading memlog and reading through it run nothing of the file's: no trigger, no view, no index."""
    spies = [
        *(
            f"CREATE TRIGGER spy_{table}_{event} {when} {event} ON {table} BEGIN SELECT spy(); END"
            for table in TABLES
            for event in ("INSERT", "UPDATE", "DELETE")
            for when in ("BEFORE",)
        ),
        "CREATE VIEW memlog_mine AS SELECT spy()",
        "CREATE VIEW mem_mine AS SELECT spy() FROM mem",
        "CREATE INDEX spy_index ON memlog_event(sly(key))",
        "CREATE INDEX spy_part ON memlog_cell(key) WHERE sly(value)",
        "DROP VIEW memlog_v_event; CREATE VIEW memlog_v_event AS SELECT spy()",
        "DROP TABLE memlog_quiet; CREATE VIEW memlog_quiet AS SELECT spy() AS seq",
    ]
    for trusted in (True, False):
        for sql in spies:
            base.renew()
            con = Spied(base.path)
            for one in sql.split("; CREATE")[:1] + ["CREATE" + rest for rest in sql.split("; CREATE")[1:]]:
                con.con.execute(one)
            con.con.close()
            try:
                con = Spied(base.path, trusted)
            except sqlite3.OperationalError as error:  # SQLite does not even read such a schema
                tally.check("unsafe use of sly()" in str(error) and not trusted, f"{sql}: {error}")
                continue
            con.calls = 0
            for look in LOOKS:
                con.rows(look)
                # SQLite's own check of a table asks its indexes, and these the function.
                allowed = look.startswith("SELECT * FROM mem_verify") and "INDEX" in sql
                tally.check(
                    con.calls == 0 or allowed, f"{sql}: {look} runs it {con.calls} times (trusted: {trusted})"
                )
                con.calls = 0
            con.con.close()


def untrusted(base, tally):
    """With trusted_schema off the file's triggers and views cannot call what changes or shows memory."""
    for call in (
        "mem_set('bob', 'a.d', 66)",
        "mem_get('bob', 'a.d')",
        "mem_delete('bob', '')",
        "mem_run_begin('bob')",
        "mem_flush()",
        "mem_snapshot('bob')",
        "mem_debug()",
    ):
        base.renew()
        damage_schema(
            base.path,
            f"CREATE TABLE mine(x); CREATE TRIGGER t AFTER INSERT ON mine BEGIN SELECT {call}; END; CREATE VIEW v AS SELECT {call} AS x",
        )
        con = Spied(base.path, trusted=False)
        for sql in ("INSERT INTO mine VALUES(1)", "SELECT * FROM v"):
            said = con.rows(sql)
            tally.check(isinstance(said, str) and "unsafe use of" in said, f"{call}: {sql}: {said}")
        tally.check(con.rows("SELECT mem_get('bob', 'a.d')") == [(3,)], f"{call}: memory has changed")
        con.con.close()
    for table in ("mem", "mem_event", "mem_history('bob')", "mem_verify", "mem_config"):
        base.renew()
        damage_schema(base.path, f"CREATE VIEW v AS SELECT * FROM {table}")
        con = Spied(base.path, trusted=False)
        said = con.rows("SELECT * FROM v")
        tally.check(isinstance(said, str) and "unsafe use of" in said, f"a view of {table}: {said}")
        con.con.close()


def loading(base, tally):
    """A file that takes the name of what owns the kept statements is told so when memlog is loaded."""
    for sql in (
        "CREATE TABLE memlog_pin(x)",
        "CREATE TABLE memlog_pin(memlog_work)",
        "CREATE VIEW memlog_pin AS SELECT 1 AS memlog_work",
    ):
        base.renew()
        damage_schema(base.path, sql)
        try:
            Db(base.path, SO).close()
            tally.check(False, f"{sql}: memlog loads")
        except SqlError as error:
            tally.check("memlog: memlog_pin: something else in the file" in str(error), f"{sql}: {error}")


def main():
    draw, tally = random.Random(SEED), Tally()
    only = "".join(sys.argv[1:2])
    print(f"SEED={SEED}")
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        base = Base(directory, tally)
        damages = [
            damage for family in (places, shapes, triggers, names) for damage in family() if only in damage.name
        ]
        for damage in damages if LONG or only else draw.sample(damages, 110):
            damage.how = "schema"
            base.case(damage, tuple(SETTINGS) if LONG or only else (draw.choice(list(SETTINGS)),))
        for test in (only_looking, untrusted, loading):
            test(base, tally)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
