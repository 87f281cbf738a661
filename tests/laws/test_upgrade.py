#!/usr/bin/python3
"""Files of older versions of the schema: read as they are, brought up to date by the first write, and then as good as new.

fixtures/version_N.sqlite was written by the last memlog whose schema had version N; version_N.json holds questions to
it with the answers it gave then.
"""

import json
import os
import shutil
import sys
import tempfile
import threading
import uuid
from pathlib import Path

import cases
from db import READONLY, Db, SqlError

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
SO = os.environ["MEMLOG_SO"]
TALLY = cases.Tally()
VERSION = "SELECT value FROM memlog_meta WHERE name = 'version'"
SESSIONS = 3  # the version since which there are any, and items
SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name LIKE 'memlog%' ORDER BY type, name"


class Fixture:
    def __init__(self, file, directory):
        self.file, self.directory = file, Path(directory)
        self.version = int(file.stem.split("_")[1])
        self.questions = json.loads(file.with_suffix(".json").read_text())
        self.copies = 0

    def copy(self):
        self.copies += 1
        return shutil.copy(self.file, self.directory / f"{self.file.stem}_{self.copies}.db")

    def check_answers(self, db, what):
        for question, expected in self.questions:
            got = [list(row)[: len(expected[0])] if expected else list(row) for row in db.rows(question)]
            TALLY.check(got == expected, f"{self.file.name}, {what}: {question}\n  was {expected}\n  is  {got}")

    def check_sound(self, db, what):
        faults = db.rows("SELECT * FROM mem_verify")
        TALLY.check(faults == [], f"{self.file.name}, {what}: {faults}")


def schema(db, index=True):
    """Without the index of texts, if that is not to be there: it comes with the first item, or is asked for."""
    return [row for row in db.rows(SCHEMA) if index or not row[1].startswith("memlog_item_text")]


def told(db, dry_run):
    return json.loads(db.one("SELECT mem_upgrade(?)", dry_run))


def check_read(fixture):
    """A connection that only reads, and one that could write: neither changes a byte."""
    path = fixture.copy()
    before = Path(path).read_bytes()
    for flags in ({"flags": READONLY}, {}):
        db = Db(path, SO, **flags)
        db.rows("SELECT mem_observer(1)")  # recording a read would be a write
        fixture.check_answers(db, "read")
        fixture.check_sound(db, "read")
        plan = told(db, 1)
        TALLY.check((plan["from"], plan["done"], len(plan["files"]) > 0) == (fixture.version, False, True), f"told {plan}")
        for question in ("SELECT * FROM mem_layer", "SELECT * FROM mem_layer WHERE key = 'alice'", "SELECT * FROM mem_session"):
            there = "mem_layer" in question or fixture.version >= SESSIONS
            TALLY.check(there == (len(db.rows(question)) > 0), question)
        for question in ("SELECT * FROM mem_ttl", "SELECT * FROM mem_retain", "SELECT * FROM mem_consumer", "SELECT line FROM mem_export"):
            try:
                db.rows(question)
            except SqlError as error:
                TALLY.check("no such table" in str(error) and "main." not in str(error), f"{question}: {error}")
        db.close()
    TALLY.check(Path(path).read_bytes() == before, f"{fixture.file.name}: reading changed the file")


def check_present(fixture):
    """A file of the present version, made before the schema goes on: its answers are those it will have to give then."""
    db = Db(fixture.copy(), SO)
    db.rows("SELECT mem_observer(1)")
    fixture.check_answers(db, "read")
    fixture.check_sound(db, "read")
    db.close()
    check_listener(fixture)


def check_upgraded(fixture, how, db, fresh):
    TALLY.check(db.one(VERSION) == fresh.one(VERSION), f"{how}: version {db.one(VERSION)}")
    index = fixture.version >= SESSIONS or "mem_install" in how or "mem_upgrade" in how
    TALLY.check(schema(db) == schema(fresh, index), f"{how}: the schema is not that of a new file")
    TALLY.check(db.one("PRAGMA integrity_check") == "ok", f"{how}: integrity")
    fixture.check_sound(db, how)


def check_upgrade(fixture, fresh):
    """By any first write, or when asked for."""
    writes = (
        "SELECT mem_upgrade()",
        "SELECT mem_upgrade(0)",
        "SELECT mem_install()",
        "SELECT mem_set('alice', 'user.name', 'Eve')",
        "INSERT INTO mem(key, path, value) VALUES('new', 'a', 1)",
        "DELETE FROM mem WHERE key = 'alice'",
        "SELECT mem_run_begin('alice')",
        "SELECT mem_get('alice', 'user.name')",  # reads are recorded in this file
        "SELECT mem_event_add('noted', 'alice', '1')",
        "SELECT mem_config('agent-run.end-event', 'false')",
        "BEGIN; SELECT mem_get('alice', 'user.name'); SELECT mem_set('alice', 'x', 1); COMMIT",
        "BEGIN; SAVEPOINT a; SELECT mem_set('alice', 'x', 1); ROLLBACK TO a; SELECT mem_set('alice', 'x', 2); COMMIT",
        "SELECT mem_set(key, 'marked', 1) FROM (SELECT DISTINCT key FROM mem)",
        "SELECT mem_set(key, 'marked', 1) FROM mem WHERE path = 'n'",
    )
    for write in writes:
        db = Db(fixture.copy(), SO)
        if "upgrade" in write or "install" in write:
            db.rows("SELECT mem_clock('2026-06-01 00:00:00')")
            db.rows(write)
            check_upgraded(fixture, write, db, fresh)
            db.rows("SELECT mem_observer(1)")
            fixture.check_answers(db, write)
            TALLY.check(told(db, 1) == {"from": db.one(VERSION), "to": db.one(VERSION), "files": [], "done": True}, "once more")
        else:
            db.rows(write)
            check_upgraded(fixture, write, db, fresh)
        db.close()


def check_rollback(fixture):
    """Rolled back it is as it was, and read so by a connection that has seen it otherwise."""
    path = fixture.copy()
    db = Db(path, SO)
    db.rows("BEGIN; SELECT mem_set('alice', 'user.name', 'Eve')")
    TALLY.check(db.one(VERSION) > fixture.version, "inside the transaction")
    db.rows("ROLLBACK; SELECT mem_observer(1)")
    TALLY.check(db.one(VERSION) == fixture.version, "after ROLLBACK")
    fixture.check_answers(db, "after ROLLBACK")
    fixture.check_sound(db, "after ROLLBACK")
    db.close()


def check_listener(fixture):
    """The fixture's own listener still hears, and writes memory."""
    db = Db(fixture.copy(), SO)
    heard = db.one("SELECT count(*) FROM heard")
    db.rows("SELECT mem_set('carol', 'user.tier', 'iron')")
    TALLY.check(db.one("SELECT count(*) FROM heard") == heard + 1, "the listener did not hear")
    TALLY.check(db.one("SELECT mem_get('carol', 'seen.tier')") == "iron", "the listener did not write")
    fixture.check_sound(db, "after a listener")
    db.close()


def check_neighbours(fixture):
    """A connection that has read the old file goes on when another one has brought it up to date, also in mid-SELECT."""
    path = fixture.copy()
    old, other = Db(path, SO), Db(path, SO)
    old.rows("SELECT mem_observer(1)")
    other.rows("PRAGMA journal_mode=WAL")
    fixture.check_answers(old, "before a neighbour's write")
    walk = old.each("SELECT key, path FROM mem")
    next(walk)
    other.rows("SELECT mem_set('dave', 'x', 1)")
    TALLY.check(len(list(walk)) > 3, "the walk ended early")
    TALLY.check(old.one("SELECT mem_get('dave', 'x')") == 1, "what the neighbour wrote")
    old.rows("SELECT mem_set('dave', 'x', 2)")
    fixture.check_sound(old, "after both")
    fixture.check_sound(other, "after both")
    old.close()
    other.close()


def check_race(fixture):
    """Many connections make the first write at once: one of them upgrades, all of them write."""
    path = fixture.copy()
    failures = []

    def write(number):
        try:
            db = Db(path)
            db.rows("PRAGMA busy_timeout=20000")  # loading, too, reads the file
            db.load(SO)
            db.rows("SELECT mem_set(?, 'x', 1)", f"writer {number}")
            db.close()
        except SqlError as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    db = Db(path, SO)
    TALLY.check(not failures, f"failed: {failures}")
    TALLY.check(db.one("SELECT count(*) FROM mem WHERE key GLOB 'writer *'") == 8, "not all of them wrote")
    fixture.check_sound(db, "after a race")
    db.close()


def check_read_only_write(fixture):
    """A write that cannot be is refused, and nothing is half done."""
    path = fixture.copy()
    db = Db(path, SO, flags=READONLY)
    for write in ("SELECT mem_set('a', 'b', 1)", "SELECT mem_upgrade()"):
        try:
            db.rows(write)
            TALLY.check(False, f"{write}: not refused")
        except SqlError as error:
            TALLY.check("readonly" in str(error), f"{write}: {error}")
    fixture.check_answers(db, "after refused writes")
    db.close()


def check_lineage(fixture):
    """A file that keeps no lineage yet says so where it cannot be written, and begins to where it can."""
    path = fixture.copy()
    record = str(uuid.uuid4())
    if fixture.version > 2:
        record = Db(path).one("SELECT lower(hex(record)) FROM memlog_item WHERE ended IS NULL")
        record = str(uuid.UUID(record))
    db = Db(path, SO, flags=READONLY)
    for table in (f"mem_deletion('{record}')", f"mem_lineage('{record}')", "mem_lineage_break", "mem_deletion"):
        TALLY.check(db.one(f"SELECT count(*) FROM {table}") == 0, f"{table} finds something")
    try:
        TALLY.check(False, f"mem_deletion: {db.one('SELECT mem_deletion(?)', record)}")
    except SqlError as error:
        TALLY.check("keeps no lineage yet" in str(error), f"mem_deletion: {error}")
    db.close()
    if fixture.version > 2:
        db = Db(path, SO)
        TALLY.check(db.one("SELECT length(mem_propagate(?, 'crm'))", record) == 36, "a copy of what an older file has")
        db.close()


def check_newer(fixture):
    path = fixture.copy()
    plain = Db(path)
    for (name,) in plain.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'memlog_meta'"):
        plain.rows(f"DROP TRIGGER {name}")
    plain.rows("UPDATE memlog_meta SET value = 99 WHERE name = 'version'")
    plain.close()
    db = Db(path, SO)
    for sql in ("SELECT mem_upgrade(1)", "SELECT mem_upgrade()", "SELECT mem_get('alice', 'x')", "SELECT mem_set('a', 'b', 1)"):
        try:
            db.rows(sql)
            TALLY.check(False, f"{sql}: not refused")
        except SqlError as error:
            TALLY.check("version 99" in str(error) and "use a newer one" in str(error), f"{sql}: {error}")
    db.close()


def main():
    with tempfile.TemporaryDirectory() as directory:
        fresh = Db(Path(directory) / "fresh.db", SO)
        fresh.rows("SELECT mem_install()")
        fresh.rows("SELECT mem_item_put('alice', 'notes', 'first', 'an item')")
        version = fresh.one(VERSION)
        fixtures = [Fixture(file, directory) for file in sorted(FIXTURES.glob("version_*.sqlite"))]
        older = [fixture for fixture in fixtures if fixture.version < version]
        TALLY.check(len(older) == version - 1, f"a fixture for each older version: {[fixture.file for fixture in older]}")
        for fixture in fixtures[len(older) :]:
            check_present(fixture)
        for fixture in older:
            check_read(fixture)
            check_upgrade(fixture, fresh)
            check_rollback(fixture)
            check_listener(fixture)
            check_neighbours(fixture)
            check_race(fixture)
            check_read_only_write(fixture)
            check_lineage(fixture)
            check_newer(fixture)
        fresh.close()
    return TALLY.last_line()


if __name__ == "__main__":
    sys.exit(main())
