#!/usr/bin/python3
"""Lines taken in by mem_import: whoever does it may be killed at any moment, and go on with the same lines; lines that are
not as they were written are refused in words, or taken in, and the file is sound in any case.

Usage: test_import.py [--seed N] [--kills N] [--lines N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time

import cases
from laws import arguments, connect
from test_export import MEMORY, lines_of, take
from test_prune import fill

JOURNALS = ("wal", "delete")
TOO_LONG = 5.0  # seconds for one line


def source_lines(directory, source, rows, kind):
    """Of a log in which there is something of everything."""
    db = connect(os.path.join(directory, f"source-{kind}.db"), "memory")
    db.execute("SELECT mem_config('memory.inline-value-bytes', 64), mem_config('memory.record-previous-value', 1)")
    fill(db, rows, source)
    db.execute("SELECT mem_ttl('u', 't', 86400000), mem_set('u', 't', 1), mem_set('gone', 'a', 1)")
    db.execute("SELECT mem_set('u', 'card', ?), mem_set('u', 'big', ?)", ("4111-1111", "x" * 200))
    db.execute("SELECT mem_set('u', 'card', 'none')")
    seq = "(SELECT max(seq) FROM mem_event WHERE value ->> '$.card' = '4111-1111')"
    db.execute(f"SELECT mem_redact({seq}, 'card', 'PCI')")
    db.execute("SELECT mem_event_add('mine', 'v', '{\"a\":[1.5,null]}')")
    db.execute("SELECT mem_forget('gone', NULL, '{\"search\":false}')")
    db.execute("SELECT mem_config('memory.generate-event', 'false')")
    db.execute("SELECT mem_set('w', 'unseen', 1)")
    middle = db.execute("SELECT seq FROM mem_journal ORDER BY seq LIMIT 1 OFFSET ?", (rows // 3,)).fetchone()[0]
    if kind == "pruned":
        db.execute("SELECT mem_prune(?)", (f"#{middle}",))
    lines = lines_of(db, middle if kind == "middle" else 1)
    db.close()
    return lines


# ---- killed ----


def take_and_kill(path, journal, lines, batch, source):
    child = os.fork()
    if not child:
        try:
            db = connect(path, journal, timeout=10)
            for at in range(0, len(lines), batch):
                if batch > 1:
                    db.execute("BEGIN")
                take(db, lines[at : at + batch])
                if batch > 1:
                    db.execute("COMMIT")
            os._exit(0)
        except BaseException as error:  # whatever it is, the parent's work is not ours
            print(f"taking in: {error}", flush=True)
            os._exit(1)
    time.sleep(source.uniform(0, 0.08))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0


def whole(db):
    return lines_of(db), db.execute(MEMORY).fetchall()


def kills(tally, options, source):
    count, places = 0, set()
    while count < options.kills and not tally.failed:
        journal, batch = JOURNALS[count % 2], source.choice((1, 1, 3, 20))
        kind = source.choice(("whole", "pruned", "middle"))
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            lines = source_lines(directory, source, 300, kind)
            db = connect(os.path.join(directory, "undisturbed.db"), "memory")
            take(db, lines)
            right = whole(db)
            db.close()
            path = os.path.join(directory, "memory.db")
            for _ in range(8):
                count += 1
                where = f"seed {options.seed}, kill {count} ({journal}, {kind}, {batch} at a time)"
                tally.check(take_and_kill(path, journal, lines, batch, source), f"{where}: it ended by itself")
                db = connect(path, journal)
                tally.check(db.execute("PRAGMA integrity_check").fetchone() == ("ok",), f"{where}: PRAGMA integrity_check")
                faults = db.execute("SELECT * FROM mem_verify").fetchall()
                tally.check(faults == [], f"{where}: mem_verify", *map(str, faults))
                places.add((count // 8, db.execute("SELECT max(seq) FROM mem_journal").fetchone()[0]))
                db.close()
            db = connect(path, journal)
            take(db, lines)
            tally.check(whole(db) == right, f"{where}: the same lines, once more, give all")
            tally.check(take(db, lines) == [None] * len(lines), f"{where}: and then nothing")
            faults = db.execute("SELECT * FROM mem_verify").fetchall()
            tally.check(faults == [], f"{where}: mem_verify at the end", *map(str, faults))
            db.close()
    print(f"{count} kills, at {len(places)} places")


# ---- changed ----

ODD = (None, True, 0, -1, 1, 2**40, 2**62, 2**63 - 1, -(2**63), 1.5, 1e308, "", "x", "a.b", '"', "\0", "#1", [], {}, [{}], ["a"],
       {"a": 1}, {"": 1}, {"a..b": 1}, {"l.0": 1}, {"l.9223372036854775807": 1}, {"a": {"redacted": "x"}}, "object", "list",
       "_memory_state", "_memory_start", "_short_term_write_event", "_agent_run_end_event", "9999-12-31T23:59:59Z")  # fmt: skip
TEXT = ('{"redacted": ', '{"digest": ', '{"redacted": null}', '"', "{", "}", "[", "]", ",", ":", "\\", "\\u0000", "\\ud800", " ",
        "9" * 40, "1e999", "-", "null", "\0", "é", '{"digest": "00000000000000000000000000000000","bytes":9,"type":"text"}')  # fmt: skip


def places_of(value, at=()):
    """All maps' members and arrays' elements."""
    for name in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield at + (name,)
        yield from places_of(value[name], at + (name,))


def member_changed(line, other, source):
    top = json.loads(line)
    where = source.choice(list(places_of(top)))
    inner = top
    for name in where[:-1]:
        inner = inner[name]
    old, how = inner[where[-1]], source.randrange(6)
    if how == 0:
        del inner[where[-1]]
    elif how == 1 and isinstance(inner, dict):
        inner[source.choice(("key", "seq", "start", "state", "live", "gap", "run", "quiet", "value", "digest", "redacted", "?"))] = old
    elif how == 2 and isinstance(old, int):
        inner[where[-1]] = old + source.choice((-1000000, -1, 1, 1000000))
    elif how == 3:
        there = json.loads(other)
        inner[where[-1]] = there.get(where[-1], there) if isinstance(where[-1], str) else there
    else:
        inner[where[-1]] = source.choice(ODD)
    return json.dumps(top, separators=(",", ":"), ensure_ascii=False)


def text_changed(line, source):
    at, n = source.randrange(len(line) + 1), source.choice((0, 0, 1, 5, 50))
    return line[:at] + source.choice(("", *TEXT)) + line[at + n :]


def changed(line, other, source):
    for _ in range(source.choice((1, 1, 1, 2, 4))):
        try:
            line = member_changed(line, other, source) if source.random() < 0.7 else text_changed(line, source)
        except (ValueError, IndexError):  # it is no JSON any more
            line = text_changed(line, source)
    return line


def stored(db):
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'memlog_*'")]
    return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names if name not in ("memlog_txn", "memlog_pin")}


def take_changed(db, line, verify):
    """What is wrong then; NULL: nothing. And whether it was refused."""
    line = line.encode("utf-8", "surrogatepass")
    before, began, error = stored(db), time.monotonic(), None
    db.execute("BEGIN")
    try:
        db.execute("SELECT mem_import(CAST(? AS TEXT))", (line,)).fetchone()
    except sqlite3.Error as refused:
        error = str(refused)
    if time.monotonic() - began > TOO_LONG:
        return "it took too long", error
    if error and not error.startswith("memlog: "):
        return f"the error is {error}", error
    if error and stored(db) != before:
        return "what was refused left something", error
    faults = db.execute("SELECT * FROM mem_verify").fetchall() if verify or not error else []
    if faults:
        return f"mem_verify: {faults}", error
    db.execute("COMMIT" if error else "ROLLBACK")
    if stored(db) != before:
        return "what was taken back left something", error
    return None, error


def change_all(options, source, report):
    """The child: what goes wrong is printed, and the line that is at hand stands in a file."""
    refused = taken = 0
    while refused + taken < options.lines:
        kind = source.choice(("whole", "pruned", "middle"))
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            lines = source_lines(directory, source, 40, kind)
            db = connect(os.path.join(directory, "memory.db"), "memory")
            db.execute("SELECT mem_install()")
            for at, line in enumerate(lines):
                for _ in range(4):
                    wrong = changed(line, source.choice(lines), source)
                    report.seek(0)
                    report.truncate()
                    report.write(wrong)
                    report.flush()
                    what, error = take_changed(db, wrong, source.random() < 0.05)
                    if what:
                        print(f"seed {options.seed}, line {at} ({kind}): {what}\n  {wrong!a}", flush=True)
                        return 1
                    refused += error is not None
                    taken += error is None
                take(db, [line])
            faults = db.execute("SELECT * FROM mem_verify").fetchall()
            again = [line for line in lines_of(db) if '"start"' not in line]
            if faults or len(again) != len([line for line in lines if '"start"' not in line and '{"key":""' not in line]):
                print(f"seed {options.seed} ({kind}): at the end: {faults}", flush=True)
                return 1
            db.close()
    print(f"{refused} changed lines were refused, {taken} were not", flush=True)
    return 0 if refused and taken else 1


def changes(tally, options, source):
    with tempfile.NamedTemporaryFile("w+", encoding="utf-8", errors="surrogatepass") as report:
        sys.stdout.flush()
        child = os.fork()
        if not child:
            try:
                status = change_all(options, source, report)
            except BaseException as error:
                print(f"changed lines: {error!r}", flush=True)
                status = 2
            os._exit(status)
        _, status = os.waitpid(child, 0)
        report.seek(0)
        tally.check(status == 0, f"seed {options.seed}: changed lines: status {status}, the last one", ascii(report.read()))


def main():
    options, tally = arguments(__doc__, kills=(24, 1000), lines=(1500, 100000)), cases.Tally()
    print(f"seed {options.seed}, {options.kills} kills, {options.lines} changed lines")
    changes(tally, options, random.Random(options.seed))
    kills(tally, options, random.Random(options.seed))
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
