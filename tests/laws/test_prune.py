#!/usr/bin/python3
"""Pruning that is killed at any moment, and pruning beside a writer: the file is sound, and states behind the cut are what
they were.

Usage: test_prune.py [--seed N] [--kills N] [--rows N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import json
import os
import random
import signal
import sys
import tempfile
import time

import cases
from laws import arguments, connect
from test_processes import Processes

JOURNALS = ("wal", "delete")
KEYS = ("u", "v", "w", "old")


def fill(db, rows, source):
    """A log of several keys, of which one has rows at its beginning only, one is in a gap for a while, and runs."""
    db.execute("BEGIN IMMEDIATE")
    db.execute("SELECT mem_set('old', 'a', 1), mem_append('old', 'l', 'x'), mem_set('old', 's', 1, 'sensory')")
    for i in range(rows):
        key = source.choice(KEYS[:3])
        db.execute(source.choice(("SELECT mem_set(?1, 'n' || (?2 % 7), ?2)", "SELECT mem_append(?1, 'l', ?2)",
                                  "SELECT mem_set(?1, 's', ?2, 'sensory')", "SELECT mem_delete(?1, 'n' || (?2 % 7))",
                                  "SELECT mem_run_begin(?1, ?2)")), (key, i))  # fmt: skip
        if i in (rows // 3, rows // 2):
            db.execute("COMMIT")
            db.execute("SELECT mem_config('memory.generate-event', ?)", ("false" if i == rows // 3 else None,))
            db.execute("BEGIN IMMEDIATE")
        elif source.random() < 0.3:
            db.execute("SELECT mem_flush()")
    db.execute("COMMIT")


def answers(db, positions):
    """Every state at these positions, or what is said in its place."""
    told = {}
    for key in KEYS:
        for scope in ("short_term", "sensory"):
            for seq in positions:
                try:
                    told[key, scope, seq] = db.execute("SELECT mem_rebuild_at(?, ?, ?)", (key, f"#{seq}", scope)).fetchone()[0]
                except Exception as error:
                    told[key, scope, seq] = str(error).partition("not recorded")[1] or str(error)
    return told


def positions(db):
    return [seq for (seq,) in db.execute("SELECT seq FROM mem_journal ORDER BY seq")]


def prune_and_kill(path, journal, source):
    child = os.fork()
    if not child:
        try:
            db = connect(path, journal, timeout=10)
            while json.loads(db.execute("SELECT mem_prune('#last', ?)", (f'{{"max_rows":{source.choice((1, 7, 60))}}}',)).fetchone()[0])[
                "remaining"
            ]:
                pass
            db.close()
            os._exit(0)
        except BaseException as error:  # whatever it is, the parent's work is not ours
            print(f"pruning: {error}", flush=True)
            os._exit(1)
    time.sleep(source.uniform(0, 0.05))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0


def look(path, journal, before, tally, where):
    db = connect(path, journal)
    tally.check(db.execute("PRAGMA integrity_check").fetchone() == ("ok",), f"{where}: PRAGMA integrity_check")
    faults = db.execute("SELECT * FROM mem_verify").fetchall()
    tally.check(faults == [], f"{where}: mem_verify", *map(str, faults))
    anchor = db.execute("SELECT value ->> 'seq' FROM memlog_meta WHERE name = 'anchor'").fetchone() or (0,)
    kept = {at: said for at, said in before.items() if at[2] >= anchor[0]}
    now = answers(db, sorted({seq for _, _, seq in kept}))
    wrong = {at: (kept[at], now[at]) for at in kept if kept[at] != now[at]}
    tally.check(not wrong, f"{where}: states behind the cut", *map(str, list(wrong.items())[:5]))
    gone = [seq for _, _, seq in before if seq < anchor[0]][-1:]
    said = answers(db, gone)
    tally.check(all("the log was pruned up to #" in one for one in said.values()), f"{where}: states before it", str(said))
    done = db.execute("SELECT count(*) FROM mem_journal").fetchone()[0] <= 1
    db.close()
    return anchor[0], done


def kills(tally, options, source):
    count, cuts = 0, 0
    while count < options.kills and not tally.failed:
        journal = JOURNALS[count % 2]
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            path, done, last = os.path.join(directory, "memory.db"), False, -1
            db = connect(path, journal)
            fill(db, options.rows, source)
            before = answers(db, positions(db)[:: max(1, options.rows // 40)])
            db.close()
            while not done and count < options.kills and not tally.failed:
                count += 1
                where = f"seed {options.seed}, kill {count} ({journal})"
                tally.check(prune_and_kill(path, journal, source), f"{where}: pruning ended by itself")
                anchor, done = look(path, journal, before, tally, where)
                cuts += anchor != last
                last = anchor
    print(f"{count} kills, the log began at {cuts} places")


def beside_a_writer(tally, options, journal):
    """One process writes, two prune; whoever is busy tries again."""
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        path = os.path.join(directory, "memory.db")
        db = connect(path, journal)
        fill(db, options.rows, random.Random(options.seed))
        db.close()

        def work(number):
            db, n = connect(path, journal, timeout=60), 0
            for i in range(options.rows // 4):
                if number == 0:
                    db.execute("SELECT mem_incr('u', 'count', 1), mem_append('new', 'l', ?)", (i,))
                    n += 1
                else:
                    told = json.loads(db.execute("""SELECT mem_prune('#last', '{"max_rows":5}')""").fetchone()[0])
                    n += told["events"] + told["quiet"]
            db.close()
            return {"n": n}

        results = Processes(work, 3).results()
        tally.check(all("n" in one for one in results), f"{journal}: pruning beside a writer", *map(str, results))
        db = connect(path, journal)
        faults = db.execute("SELECT * FROM mem_verify").fetchall()
        tally.check(faults == [], f"{journal}: mem_verify after pruning beside a writer", *map(str, faults))
        rows = sum(one.get("n", 0) for one in results[1:])
        told = db.execute("SELECT value ->> 'rows' FROM memlog_meta WHERE name = 'anchor'").fetchone()[0]
        tally.check(rows == told, f"{journal}: {rows} rows were told of, the anchor says {told}")
        count = db.execute("SELECT mem_get('u', 'count'), mem_length('new', 'l'), mem_rebuild_at('u', '#last') = mem_snapshot('u')")
        tally.check(count.fetchone() == (options.rows // 4, options.rows // 4, 1), f"{journal}: what the writer did")
        db.close()


def main():
    options, tally = arguments(__doc__, kills=(40, 1000), rows=(400, 2000)), cases.Tally()
    print(f"seed {options.seed}, {options.kills} kills")
    kills(tally, options, random.Random(options.seed))
    for journal in JOURNALS:
        beside_a_writer(tally, options, journal)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
