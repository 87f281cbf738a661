#!/usr/bin/python3
"""What was forgotten is nowhere: neither in answers nor in the bytes of the files; of what a place still holds the report
tells, and its remedy helps. Other keys answer as before. Killed at any moment, forgetting is done or has not begun.

Usage: test_forget.py [--seed N] [--kills N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import glob
import itertools
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time

import cases
from laws import SO, arguments, connect

JOURNALS = ("wal", "delete", "truncate", "persist")
MARKS = ("MARKER-VALUE", "MARKER-LIST", "MARKER-INPUT", "MARKER-OUTPUT", "MARKER-SENSORY", "marker.path", "MARKER-META", "MARKER-HOST",
         "MARKER-QUIET", "MARKER-GAP", "marker-key-4")
KEY = "marker-key-4711"
ANSWERS = """
SELECT seq, id, time, type, key, value, removed, containers, run, action, txn, cause, meta FROM mem_journal WHERE key <> ?1 AND key <> ''
UNION ALL SELECT key, scope, path, type, json, updated_at, 0, 0, 0, 0, 0, 0, 0 FROM mem WHERE key <> ?1
UNION ALL SELECT 0, mem_rebuild_at('other', '#' || seq), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM mem_event WHERE key = 'other'
"""


def open_new(path, journal, secure=None, encoding="UTF-8", vacuum=0):
    for file in glob.glob(path + "*"):
        os.remove(file)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(f"PRAGMA encoding = '{encoding}'")
    db.execute(f"PRAGMA auto_vacuum = {vacuum}")
    db.execute("CREATE TABLE host(a)")
    db.close()
    db = connect(path, journal)
    if secure is not None:
        db.execute(f"PRAGMA secure_delete = {secure}")
    return db


def fill(db, source, rounds):
    """Every place in which a key can have content."""
    db.execute("SELECT mem_install()")
    db.executescript("""
      CREATE TRIGGER IF NOT EXISTS answer AFTER INSERT ON memlog_event WHEN NEW.type = 'host' BEGIN
        SELECT mem_set(NEW.key, 'quiet', 'MARKER' || '-QUIET of a listener ' || NEW.seq);
      END""")
    for i in range(rounds):
        pad = "x" * (length := source.choice((0, 10, 300, 3000, 9000)))
        long = " MARKER-LIST" * (length // 12)  # whatever piece of it is left, there is a mark in it
        db.execute("SELECT mem_set('other', 'n', ?), mem_append('other', 'list', ?)", (i, pad))
        db.execute("BEGIN IMMEDIATE")
        db.execute("SELECT mem_action('act', NULL, json_object('why', 'MARKER-META ' || ?))", (i,))
        db.execute("SELECT mem_set(?1, 'marker.path.a', 'MARKER-VALUE ' || ?2), mem_append(?1, 'list', 'MARKER-LIST ' || ?2 || ?3)", (KEY, i, long))
        db.execute("COMMIT")
        if i % 3 == 0:
            db.execute("SELECT mem_event_add('host', ?, json_object('told', 'MARKER-HOST ' || ?))", (KEY, i))
            db.execute("SELECT mem_pop(?, 'list', 'first')", (KEY,))
        if i % 7 == 0:
            db.execute("SELECT mem_run_begin(?, 'MARKER-INPUT ' || ?)", (KEY, i))
            db.execute("SELECT mem_set(?, 's', 'MARKER-SENSORY ' || ?, 'sensory')", (KEY, i))
            db.execute("SELECT mem_run_end(?, 'MARKER-OUTPUT ' || ?)", (KEY, i))
        if i % 11 == 5:
            db.execute("SELECT mem_config('memory.generate-event', 0)")
            db.execute("SELECT mem_set(?, 'marker.gap', 'MARKER-GAP ' || ?)", (KEY, i))
            db.execute("SELECT mem_config('memory.generate-event', NULL)")
    db.execute("SELECT mem_run_begin(?, 'MARKER-INPUT of a run that is open')", (KEY,))


def held(path, marks=MARKS):
    """The marks that stand in the file's bytes, in any encoding, by file."""
    found = {}
    for file in sorted(glob.glob(path + "*")):
        with open(file, "rb") as f:
            content = f.read()
        there = [m for m in marks if any(m.encode(code) in content for code in ("utf-8", "utf-16-le", "utf-16-be"))]
        if there:
            found[file[len(path):]] = there
    return found


def forget(db, *arguments_):
    return json.loads(db.execute(f"SELECT mem_forget({', '.join('?' * len(arguments_))})", arguments_).fetchone()[0])


def sound(check, db, where):
    for table in ("mem_verify", "mem_lineage_break"):
        faults = db.execute(f"SELECT * FROM {table}").fetchall()
        check(faults == [], f"{where}: {table}", faults[:3])
    check(db.execute("PRAGMA integrity_check").fetchall() == [("ok",)], f"{where}: integrity_check")


def nothing_answers(check, db, where):
    for question in ("SELECT * FROM mem WHERE key = ?", "SELECT * FROM mem_event WHERE key = ?", "SELECT * FROM mem_run WHERE key = ?",
                     "SELECT * FROM mem_key WHERE key = ?", "SELECT * FROM mem_history(?)", "SELECT 1 WHERE mem_rebuild_at(?, 'now') <> '{}'",
                     "SELECT * FROM mem WHERE key = ? AND as_of = '#last'"):
        check(db.execute(question, (KEY,)).fetchall() == [], f"{where}: {question}")
    tables = [t for (t,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'memlog_*'")]
    for table in tables:
        rows = [r for r in db.execute(f"SELECT * FROM {table}") if any(m in str(v) for v in r for m in MARKS)]
        check(rows == [], f"{where}: {table} holds {str(rows)[:400]}")


def bytes_test(check, path, source, rounds):
    """Files of every kind. Where SQLite overwrites what it deletes nearly all is clean at once; the report knows."""
    for journal, secure, encoding, vacuum in itertools.product(JOURNALS, (0, 1, "FAST"), ("UTF-8", "UTF-16le", "UTF-16be"), (0, 1)):
        if source.random() > (1 if rounds > 100 else 0.25):
            continue
        where = f"{journal}, secure_delete {secure}, {encoding}, auto_vacuum {vacuum}"
        db = open_new(path, journal, secure, encoding, vacuum)
        fill(db, source, rounds)
        events = db.execute("SELECT count(*) FROM mem_event WHERE key = ?", (KEY,)).fetchone()[0]
        marks = MARKS + db.execute("SELECT value ->> 'salt' FROM memlog_cell WHERE key = ? AND scope = ''", (KEY,)).fetchone()
        before = db.execute(ANSWERS, (KEY,)).fetchall()
        report = forget(db, KEY, "why")
        check(report["erased"]["memlog_event"] == events, f"{where}: {report['erased']}, {events} events")
        check(db.execute(ANSWERS, (KEY,)).fetchall() == before, f"{where}: other keys answer differently")
        sound(check, db, where)
        nothing_answers(check, db, where)
        holds, places = held(path, marks), {p["place"]: p for p in report["places"]}
        check(report["clean"] == (not holds), f"{where}: clean {report['clean']}, but the bytes: {holds}", report["places"])
        check((places["database"]["state"] == "holds") == ("" in holds), f"{where}: {places['database']}, the bytes: {holds}")
        check((places["journal"]["state"] == "holds") == ("-journal" in holds), f"{where}: {places['journal']}, the bytes: {holds}")
        remedies = [p["remedy"] for p in report["places"] if p["state"] == "holds"]
        check(len(remedies) == len(holds), f"{where}: {remedies}")
        for remedy in remedies:
            db.execute(remedy.partition(" (")[0]).fetchall()
        again = forget(db, KEY, "again", json.dumps({"look": list(MARKS)}))
        check(again["clean"] and again["event"] is None and not held(path, marks), f"{where}: after {remedies}: {again}", held(path, marks))
        check(not any(again["erased"].values()), f"{where}: the second time: {again}")
        db.close()


def reader_test(check, path, source):
    """Another connection reads an older state: neither file can be clean, and it is said so."""
    db = open_new(path, "wal", 1)
    fill(db, source, 20)
    other = connect(path)
    other.execute("BEGIN")
    old = other.execute("SELECT mem_snapshot(?)", (KEY,)).fetchone()
    report = forget(db, KEY, "why")
    places = {p["place"]: p for p in report["places"]}
    check(report["checkpoint"] != "done" and not report["clean"], f"a reader: {report}")
    check({n for n, p in places.items() if p["state"] == "holds"} >= {"wal"}, f"a reader: {places}")
    check("another connection" in (places["wal"]["remedy"] or ""), f"a reader: {places}")
    check(other.execute("SELECT mem_snapshot(?)", (KEY,)).fetchone() == old, "a reader sees its own state")
    other.execute("COMMIT")
    nothing_answers(check, other, "the other connection")
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    clean = forget(db, KEY, None, json.dumps({"look": list(MARKS)}))["clean"]
    check(clean == (not held(path)), f"a reader that has ended: {held(path)}")
    check(other.execute("SELECT mem_generation(?), mem_generation('new'), mem_generation('other')", (KEY,)).fetchone() == (2, 2, 1), "generations")
    other.close()
    db.close()


def redact_test(check, path, source):
    """A value that was redacted stands nowhere in the file, and in nothing but marks in the log: however often it was copied."""
    for journal, encoding in itertools.product(JOURNALS[:2], ("UTF-8", "UTF-16le")):
        where, secret = f"redact, {journal}, {encoding}", "MARKER-SECRET " + "s" * source.choice((0, 5000))
        db = open_new(path, journal, 1, encoding)
        db.execute("SELECT mem_config('memory.record-previous-value', 1), mem_config('memory.generate-event', 1)")
        for i in range(40):
            db.execute("SELECT mem_set('k', 'a.secret', ?), mem_set('k', 'a.b', ?)", (secret, i))
            db.execute("SELECT mem_get('k', 'a'), mem_set('k', 'x', ?)", ("y" * source.randrange(400),))
            if i % 10 == 0:
                db.execute("SELECT mem_run_begin('k')")
        db.execute("SELECT mem_delete('k', 'a.secret')")
        live = db.execute("SELECT mem_snapshot('k')").fetchone()
        seq = db.execute("SELECT max(seq) FROM mem_event WHERE mem_touches('a.secret', value)").fetchone()[0]
        rows = db.execute("SELECT mem_redact(?, 'a.secret', 'why')", (seq,)).fetchone()[0]
        check(rows >= 80, f"{where}: {rows} rows")
        check(db.execute("SELECT mem_snapshot('k'), mem_rebuild_at('k', '#last')").fetchone() == live * 2, f"{where}: memory")
        then = db.execute("SELECT mem_rebuild_at('k', ?)", (f"#{seq}",)).fetchone()[0]
        check('"a.secret":{"redacted": "why"}' in then, f"{where}: {then}")
        sound(check, db, where)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        check(not held(path, ("MARKER-SECRET",)), f"{where}: {held(path, ('MARKER-SECRET',))}")
        db.close()


def alike_test(check, path):
    """The same bytes in rows that are there are no remains: no remedy would take them away. A key that begins alike."""
    for secure in (0, 1):
        db = open_new(path, "wal", secure)
        text = "the same words in two keys " + "and more " * 2000
        db.execute("INSERT INTO host VALUES(?)", (text,))
        for key in ("user-1234", "user-12345"):
            db.execute("SELECT mem_set(?, 'a', ?)", (key, text))
        report = forget(db, "user-1234", None)
        check(report["places"][0]["in_other_rows"] > 0, f"alike: {report}")
        if not report["clean"]:
            db.execute("VACUUM")
            again = forget(db, "user-1234", None)
            check(again["clean"] and again["places"][0]["in_other_rows"] > 0, f"alike, after VACUUM: {again}")
        check(db.execute("SELECT mem_get('user-12345', 'a')").fetchone() == (text,), "alike: the other key")
        db.close()


def places_test(check, path):
    """No file; a file that nobody can read as one of SQLite's; an older version."""
    db = connect(":memory:", "memory")
    db.execute("SELECT mem_set(?, 'a', 'MARKER-VALUE')", (KEY,))
    report = forget(db, KEY, None)
    check(report["clean"] and {p["state"] for p in report["places"]} == {"absent"}, f"in memory: {report}")
    db.close()
    with open("tests/fixtures/version_1.sqlite", "rb") as file, open(path, "wb") as copy:
        copy.write(file.read())
    db = connect(path, "delete")
    keys = [k for (k,) in db.execute("SELECT key FROM mem_key")]
    check(not any(forget(db, "nobody at all", None)["erased"].values()), "version 1: a key that is not there")
    check(db.execute("SELECT value FROM memlog_meta WHERE name = 'version'").fetchone() == (1,), "version 1: it was written")
    for key in keys:
        report = forget(db, key, None)
        check(report["erased"]["memlog_cell"] > 0, f"version 1, {key}: {report}")
        sound(check, db, f"version 1, {key}")
    check(db.execute("SELECT count(*) FROM mem_key").fetchone() == (0,), "version 1: keys are left")
    db.close()


# ---- kills ----

def child(path, journal, out):
    db = connect(path, journal, timeout=10)
    os.write(out, b"b")
    db.execute("SELECT mem_forget(?, 'why')", (KEY,)).fetchall()
    os.write(out, b"d")


def kill_once(path, journal, delay):
    """1 if the child had told that it was done."""
    end, out = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            child(path, journal, out)
        finally:
            os._exit(0)
    os.close(out)
    os.read(end, 1)
    time.sleep(delay)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    told = os.read(end, 1)
    os.close(end)
    return told == b"d"


def kills_test(check, path, source, kills):
    done = 0
    for n in range(kills):
        journal = JOURNALS[n % 2]
        if n % 10 < 2:
            db = open_new(path + "-made", journal, source.choice((0, 1)))
            fill(db, source, 60)
            before = {True: db.execute(ANSWERS, (KEY,)).fetchall()}
            whole = db.execute("SELECT count(*) FROM memlog_event WHERE key = ?", (KEY,)).fetchone()[0], db.execute(
                "SELECT mem_snapshot(?)", (KEY,)).fetchone()
            db.close()
            with open(path + "-made", "rb") as file:
                made = {journal: file.read(), **(made if n % 10 else {})}
            facts = {journal: (before[True], whole), **(facts if n % 10 else {})}
        for file in glob.glob(path + "*"):
            if "-made" not in file:
                os.remove(file)
        with open(path, "wb") as file:
            file.write(made[journal])
        told = kill_once(path, journal, source.uniform(0, 0.04))
        db = connect(path, journal)
        where = f"kill {n + 1} ({journal})"
        rest = db.execute("SELECT count(*) FROM memlog_event WHERE key = ?", (KEY,)).fetchone()[0]
        answers, whole = facts[journal]
        sound(check, db, where)
        check(db.execute(ANSWERS, (KEY,)).fetchall() == answers, f"{where}: other keys answer differently")
        if rest:
            check(not told, f"{where}: it had told that it was done")
            check((rest, db.execute("SELECT mem_snapshot(?)", (KEY,)).fetchone()) == whole, f"{where}: half of it is gone")
            forget(db, KEY, None)
        nothing_answers(check, db, where)
        done += not rest
        db.close()
    print(f"{kills} kills, {done} of them when it was done")


def main():
    options, tally = arguments(__doc__, kills=(16, 400), rounds=(30, 120)), cases.Tally()
    print(f"seed {options.seed}")
    source = random.Random(options.seed)

    def check(ok, what, *more):
        tally.check(ok, f"seed {options.seed}: {what}", *(f"  {m}" for m in more if not ok))

    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        path = os.path.join(directory, "memory.db")
        bytes_test(check, path, source, options.rounds)
        reader_test(check, path, source)
        redact_test(check, path, source)
        alike_test(check, path)
        places_test(check, path)
        kills_test(check, path, source, options.kills)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
