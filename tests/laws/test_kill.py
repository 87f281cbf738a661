#!/usr/bin/python3
"""Killed at any moment, a writer leaves a sound file: every action it was told is done is there and whole, at most one
more, nothing of what was rolled back; memory is what the log says. A state that was being restored is there whole, or not.

A child writes action after action and tells of each commit through a pipe; it is killed (SIGKILL) at a random moment,
the first time perhaps while the tables are being made. Then the file is looked at, and the next child goes on.

Usage: test_kill.py [--seed N] [--kills N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import os
import random
import signal
import sys
import tempfile
import time

import cases
import model as m
import test_state as state
from laws import arguments, connect

JOURNALS = ("wal", "delete")
KILLS_OF_A_FILE = 15
# What each action leaves in the log: four events of memory, one of the host, two quiet rows of a listener.
LISTENER = """
CREATE TABLE IF NOT EXISTS seen(seq INTEGER PRIMARY KEY, action);
CREATE TRIGGER IF NOT EXISTS see AFTER INSERT ON memlog_event BEGIN INSERT INTO seen VALUES(NEW.seq, NEW.action); END;
CREATE TRIGGER IF NOT EXISTS answer AFTER INSERT ON memlog_event WHEN NEW.type = 'step' BEGIN
  SELECT mem_incr('answers', 'n', 1), mem_set(NEW.key, 'answered', NEW.value->>'n');
END;
"""
WHOLE = {
    ("_short_term_write_event", "u"): 1,
    ("_sensory_write_event", "u"): 1,
    ("step", "u"): 1,
    ("_short_term_write_event", "v"): 1,
    ("_short_term_write_event", "fork"): 1,
    ("quiet", "answers"): 1,
    ("quiet", "u"): 1,
}
# Two states of a key, whose positions are kept at 'where'; restored over and over again.
NODES = 400
STATE = f"""
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {NODES})
SELECT mem_set_tree('big', 't', json_group_object('n' || i, ?1)) FROM n
"""
# How many actions there are, and how often one row's action is not that of the row before it.
APART = """
SELECT count(DISTINCT txn), count(*) FILTER (WHERE txn IS NOT before)
  FROM (SELECT txn, lag(txn) OVER (ORDER BY seq) AS before FROM mem_journal)
"""


def write(path, journal, number, seed, out):
    """The child: never comes back."""
    source = random.Random(seed)
    db = connect(path, journal, timeout=10)
    db.execute("SELECT mem_config('memory.inline-value-bytes', 64)")
    db.executescript(LISTENER)
    for state in "ab":
        db.execute("BEGIN IMMEDIATE")
        if not db.execute("SELECT mem_exists('where', ?)", (state,)).fetchone()[0]:
            db.execute(STATE, (state,))
            db.execute("SELECT mem_flush(), mem_set('where', ?, (SELECT '#' || max(seq) FROM mem_event))", (state,))
        db.execute("COMMIT")
    os.write(out, b"0\n")
    while True:
        number += 1
        db.execute("BEGIN IMMEDIATE")
        db.execute("SELECT mem_action(?)", (f"a{number}",))
        db.execute("SELECT mem_set('u', 'n', ?), mem_append('u', 'list', ?)", (number, "x" * source.randrange(200)))
        db.execute("SELECT mem_event_add('step', 'u', json_object('n', ?))", (number,))
        db.execute("SAVEPOINT s")
        db.execute("SELECT mem_set('junk', 'a', 1), mem_set('u', 'junk', 1)")
        if source.random() < 0.5:
            db.execute("SELECT mem_flush()")
        db.execute("ROLLBACK TO s")
        db.execute("INSERT OR REPLACE INTO mem(key, path, value, scope) VALUES ('u', 'seen', ?1, 'sensory'), ('v', 'n', ?1, NULL)",
                   (number,))
        if source.random() < 0.3:
            db.execute("SELECT mem_set_tree('v', 'tree', json_object('a', json_object('b', ?), 'c', hex(zeroblob(?))))",
                       (number, source.randrange(3000)))
        if source.random() < 0.3:
            db.execute("SELECT mem_pop('u', 'list', 'first')")
        if source.random() < 0.3:
            db.execute("SELECT mem_restore('v', '#' || (SELECT max(seq) - ? FROM mem_event), 'tree')", (source.randrange(10**6),))
        db.execute("SELECT mem_copy('u', 'fork'), mem_set_if('fork', 'n', ?1, 'mine')", (str(number),))
        db.execute("COMMIT")
        os.write(out, b"%d\n" % number)
        if source.random() < 0.5:
            db.execute("SELECT mem_restore('big', mem_get('where', ?))", (source.choice("ab"),))
        if source.random() < 0.1:
            db.execute(source.choice(("SELECT mem_run_begin('v')", "SELECT mem_run_begin('w')", "SELECT mem_set('w', 'a', 1)",
                                      "UPDATE OR REPLACE mem SET path = 'moved' WHERE key = 'w' AND path = 'a'", "DELETE FROM mem WHERE key = 'w'")))


def run_and_kill(path, journal, number, source):
    """Number of the last commit the child told of; None if it ended by itself."""
    end, out = os.pipe()
    child = os.fork()
    if not child:
        try:
            write(path, journal, number, source.randrange(10**9), out)
        except BaseException as error:  # whatever it is, the parent's work is not ours
            print(f"the writer: {error}", flush=True)
        finally:
            os._exit(1)
    os.close(out)
    first = source.random() < 0.2
    if not first:
        os.read(end, 1)  # the tables are there
    time.sleep(source.uniform(0, 0.012 if first else 0.04))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    told = b""
    while part := os.read(end, 65536):
        told += part
    os.close(end)
    done = [int(line) for line in told.split(b"\n")[:-1] if line]
    return max([number, *done]) if os.WIFSIGNALED(status) else None


def look(path, journal, told, tally, where):
    """What must hold of the file; the number of the last action in it."""

    def check(what, expected, got):
        tally.check(expected == got, f"{where}: {what}", f"  expected: {expected}", f"  got: {got}")

    db = connect(path, journal)
    check("PRAGMA integrity_check", [("ok",)], db.execute("PRAGMA integrity_check").fetchall())
    last = db.execute("SELECT ifnull(mem_get('u', 'n'), 0)").fetchone()[0]
    tally.check(told <= last <= told + 1, f"{where}: told of {told} actions, {last} are there")
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'memlog_meta'").fetchone():
        check("nothing is there", (0, 0), (told, db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]))
        db.close()
        return last
    check("mem_verify", [], db.execute("SELECT * FROM mem_verify").fetchall())
    check("rolled-back rows", [], db.execute("SELECT * FROM memlog_cell WHERE key = 'junk' OR path = 'junk'").fetchall())
    check("v, answers", (last or None,) * 2, db.execute("SELECT mem_get('v', 'n'), mem_get('answers', 'n')").fetchone())
    whole = "SELECT count(*), count(DISTINCT value), min(value) IN ('a', 'b') FROM mem('big') WHERE type = 'text'"
    restored = db.execute(whole).fetchone()
    tally.check(restored in ((0, 0, None), (NODES, 1, 1)), f"{where}: the state restored last is whole", restored)
    check("the copy", (last and "mine",), db.execute("SELECT ifnull(mem_get('fork', 'n'), 0)").fetchone())
    actions = {}
    for action, kind, key in db.execute(
        "SELECT action, iif(observed, type, 'quiet'), key FROM mem_journal WHERE action IS NOT NULL"
    ):
        rows = actions.setdefault(action, {})
        rows[kind, key] = rows.get((kind, key), 0) + 1
    check("actions", {f"a{n + 1}" for n in range(last)}, set(actions))
    torn = {action: rows for action, rows in actions.items() if rows != WHOLE}
    check("each action is whole", {}, torn)
    check("rows of an action stand together", *db.execute(APART).fetchone())
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'see'").fetchone():
        seen = "SELECT seq, action FROM memlog_event EXCEPT SELECT * FROM seen"
        check("what the listener saw", [], db.execute(seen).fetchall())
    past = ("SELECT key, scope, path, type, json FROM mem EXCEPT"
            " SELECT key, scope, path, type, json FROM mem WHERE as_of = '#last'")
    check("rebuild is live", [], db.execute(past).fetchall())
    check("the log, applied from its beginning", stored(db), applied(db))
    db.close()
    return last


def stored(db):
    cells = {}
    for key, scope, path, kind, value in db.execute("SELECT key, scope, path, kind, value FROM memlog_cell WHERE scope <> ''"):
        where = cells.setdefault((key, {"st": m.SHORT_TERM, "se": m.SENSORY}[scope]), {})
        where[m.path_names(path)] = state.stored_node(kind, value)
    return cells


def applied(db):
    cells = {}
    for key, kind, *columns in db.execute(
        "SELECT key, kind, value, removed, containers, seq FROM memlog_event"
        " UNION ALL SELECT key, kind, value, removed, containers, seq FROM memlog_quiet ORDER BY seq"
    ):
        if kind in (m.RUN_BEGIN, m.RUN_END):
            cells[key, m.SENSORY] = {}
        for scope in m.SCOPES:
            if kind == m.KINDS[scope, "write"]:
                m.apply(cells.setdefault((key, scope), {}), *state.changes(columns[:3]))
    return {where: nodes for where, nodes in cells.items() if nodes}


def main():
    options, tally = arguments(__doc__, kills=(30, 1000)), cases.Tally()
    print(f"seed {options.seed}, {options.kills} kills")
    source = random.Random(options.seed)
    kills, figures = 0, {journal: [0, 0, 0] for journal in JOURNALS}
    while kills < options.kills and not tally.failed:
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            path, last = os.path.join(directory, "memory.db"), 0
            journal = JOURNALS[kills // KILLS_OF_A_FILE % 2]
            for _ in range(min(KILLS_OF_A_FILE, options.kills - kills)):
                told = run_and_kill(path, journal, last, source)
                kills += 1
                where = f"seed {options.seed}, kill {kills} ({journal})"
                if told is None:
                    tally.check(False, f"{where}: the writer ended by itself")
                    break
                before, last = last, look(path, journal, told, tally, where)
                for i, more in enumerate((1, told - before, last - told)):
                    figures[journal][i] += more
    for journal, (count, told, more) in figures.items():
        print(f"{journal}: {count} kills, {told} actions told of, {more} more done but not told of")
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
