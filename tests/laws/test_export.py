#!/usr/bin/python3
"""Random programs, and then their log moved, all of it or from some place on: what mem_export gives, mem_import takes into
an empty file, and all that can be asked of the two files is answered alike.

A program that fails is made shorter and printed. `test_export.py --seed 7 --programs 1` runs one again.
"""

import json
import os
import random
import re
import sqlite3
import sys
import tempfile

import cases
from laws import arguments, connect
from test_state import World, check_program, must_be

MEMORY = "SELECT key, scope, path, type, json FROM mem ORDER BY 1, 2, 3"
JOURNAL = """SELECT ifnull(origin, id), time, type, key, value, removed, containers, before, run, action, txn, cause, meta, observed
  FROM mem_journal WHERE key <> '' AND seq >= ? ORDER BY seq"""
RUNS = """SELECT * FROM mem_run r WHERE key <> '' AND ?1 <= coalesce((SELECT seq FROM mem_journal j
  WHERE j.run = r.run AND j.type = '_agent_run_end_event'), ?1) ORDER BY run"""
HISTORY = "SELECT * FROM mem_history(?, '', ?)"
NEXT = """SELECT key, scope, path, CASE typeof(value) WHEN 'integer' THEN value ELSE json_extract(value, '$[0]') END
  FROM memlog_cell WHERE kind = 2"""


def ask(db, sql, *values):
    """The rows; or that there are none to be had, and why. (Rows of forgotten keys stay behind: a time may mean another
    position. And of a gap that began before the lines do no more than its position is known.)"""
    try:
        return db.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        return re.sub(r" at position \d+|(?<=#\d{16}) \([-0-9 :.]+\)", "", str(error))


def lines_of(db, start=1):
    return [line for (line,) in db.execute("SELECT line FROM mem_export(?)", (start,))]


def take(db, lines):
    return [db.execute("SELECT mem_import(?)", (line,)).fetchone()[0] for line in lines]


def taken_in_parts(db, lines, source):
    """Some lines by themselves, some together, some of these twice because it was all for nothing the first time."""
    at = 0
    while at < len(lines):
        n = source.choice((1, 2, 5, 20, 100))
        part = lines[at : at + n]
        if source.random() < 0.5:
            db.execute("BEGIN")
            take(db, part)
            db.execute("ROLLBACK")
        if source.random() < 0.5:
            db.execute("BEGIN IMMEDIATE")
        take(db, part)
        if db.in_transaction:
            db.execute("COMMIT")
        if source.random() < 0.2:
            must_be("mem_import of what is here", [None], sorted(set(take(db, part)), key=str))
        at += n


def same_answers(one, other, log, start=1):
    """From a position on."""
    for what, sql in (("mem_journal", JOURNAL), ("mem_run", RUNS)):
        must_be(what, ask(one, sql, start), ask(other, sql, start))
    for what, sql in (("mem", MEMORY), ("lists", NEXT)):
        must_be(what, ask(one, sql), ask(other, sql))
    must_be("mem_verify", [], ask(other, "SELECT * FROM mem_verify"))
    keys = {key for _, _, _, key in log}
    for key in keys if start == 1 else ():
        for scope in ("short_term", "sensory"):
            must_be(f"mem_history of {key} ({scope})", ask(one, HISTORY, key, scope), ask(other, HISTORY, key, scope))
    for seq, uuid, time, _ in log:
        for moment in (f"#{seq}", uuid, time) if seq >= start else ():
            for key in keys:
                for scope in ("short_term", "sensory"):
                    sql = "SELECT mem_rebuild_at(?, ?, ?)"
                    must_be(f"{key} at {moment} ({scope})", ask(one, sql, key, moment, scope), ask(other, sql, key, moment, scope))


def plain(line):
    """Without what is not known any more where the rows before are not, and with what is as it must be there."""
    line = json.loads(line)
    own = line["memlog"]
    if "cause" in own:
        line.pop("upstreamEventId", None)
    if "step" in own:
        own.pop("txn", None)
    if "start" in own:
        line.pop("timestamp")
    return line


class Moved(World):
    def move(self, start, log, source):
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            other = connect(os.path.join(directory, "moved.db"))
            try:
                other.execute("SELECT mem_install()")
                lines = lines_of(self.db, start)
                taken_in_parts(other, lines, source)
                same_answers(self.db, other, log, start)
                again = lines_of(other, start)
                alive = [plain(line) for line in lines if '"eventAttributes":{"key":""' not in line]
                must_be("mem_export of the other", alive, [plain(line) for line in again])
                must_be("mem_import of all again", [None] * len(lines), take(other, lines))
                must_be("mem_import where it came from", [None] * len(lines), take(self.db, lines))
                must_be("memory after it", ask(self.db, MEMORY), ask(other, MEMORY))
                before = [seq for seq, _, _, _ in log if seq < start][:-1]
                for key in {key for _, _, _, key in log} if before else ():
                    said = ask(other, "SELECT mem_rebuild_at(?, ?)", key, f"#{source.choice(before)}")
                    must_be("what is said of before", True, "the log was pruned up to" in said)
            finally:
                other.close()

    def check_end(self):
        super().check_end()
        source = random.Random(len(self.model.log))
        log = self.db.execute("SELECT seq, id, time, key FROM mem_journal WHERE key <> '' ORDER BY seq").fetchall()
        self.move(1, log, source)
        for seq, _, _, _ in source.sample(log, min(2, len(log))):
            self.move(seq, log, source)
        if log:
            self.move(log[-1][0] + 1, log, source)


def main():
    options, tally = arguments(__doc__, programs=(16, 600), actions=(40, 80)), cases.Tally()
    print(f"seed {options.seed}, {options.programs} programs of {options.actions} actions")
    for seed in range(options.seed, options.seed + options.programs):
        check_program(seed, options, tally, ("wal", "delete", "memory")[seed % 3], Moved)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
