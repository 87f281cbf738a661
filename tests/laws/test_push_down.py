#!/usr/bin/python3
"""What the tables look up they look up: the pages that a question reads do not grow with the rest of the file; and what
is about all of a key grows with that, not with its square. Pages asked of the cache are counted, and there the virtual
machine's steps, so the answer is the same on every machine."""

import ctypes
import os
import sys
import tempfile

import cases
import db

SO = os.path.abspath(os.environ["MEMLOG_SO"])
CACHE_HIT, CACHE_MISS = 7, 8
HOURS = (4, 40)  # lengths of the log to compare
QUESTIONS = {
    "one key's last hour": "SELECT * FROM mem_event WHERE key = 'user-3' AND time > '{last}'",
    "one key's last hour, newest first": "SELECT * FROM mem_journal WHERE key = 'user-3' AND time > '{last}' ORDER BY seq DESC",
    "everybody's last minute": "SELECT key, count(*) FROM mem_event WHERE time > '{minute}' GROUP BY key",
    "the newest of a key": "SELECT * FROM mem_event WHERE key = 'user-3' ORDER BY seq DESC LIMIT 5",
    "an event by its id": "SELECT * FROM mem_event WHERE id = (SELECT id FROM mem_event WHERE seq = {seq})",
    "by position": "SELECT * FROM mem_journal WHERE seq = {seq}",
    "an action": "SELECT * FROM mem_journal WHERE txn = {txn}",
    "what a late event set off": "SELECT * FROM mem_journal WHERE cause = {seq}",
    "a run": "SELECT * FROM mem_event WHERE run = {run}",
    "the runs of a key": "SELECT * FROM mem_run WHERE key = 'user-3' ORDER BY run DESC LIMIT 2",
    "a path's last changes": "SELECT * FROM mem_history('user-3', 'count') ORDER BY seq DESC LIMIT 20",
    "a path's last hour": "SELECT * FROM mem_history('user-3', 'count') WHERE time > '{last}'",
    "what differs since an hour ago": "SELECT * FROM mem_diff('user-3', '{last}', '#last')",
    "a key's memory": "SELECT * FROM mem('user-3')",
    "a key's memory an hour ago": "SELECT * FROM mem('user-3', '{last}')",
    "one key": "SELECT * FROM mem_key WHERE key = 'user-3'",
    "who is there": "SELECT * FROM mem_key",
    "a consumer's next events": "SELECT * FROM mem_consume('early', 20)",
    "a new consumer, from now on": "SELECT count(*) FROM mem_consume('late', 20, NULL, '#last')",
    "what is acknowledged": "SELECT mem_ack('reader', (SELECT max(seq) FROM mem_consume('reader', 20)))",
}


ITEMS = (100, 400)  # of a key that is forgotten
DELETION = "(SELECT id FROM my)"
STEPS = {
    "forgetting": "SELECT mem_forget('ada', 'asked')",
    "finding the deletion": "CREATE TEMP TABLE my AS SELECT DISTINCT deletion AS id FROM mem_deletion",
    "removing what was made": "SELECT mem_item_remove('bob', 's')",
    "proving": f"SELECT mem_propagate({DELETION})",
    "its state": f"SELECT mem_deletion({DELETION})",
    "its parts": f"SELECT count(*) FROM mem_deletion({DELETION})",
    "telling of a copy": f"SELECT mem_propagate({DELETION}, 'crm')",
}


handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
progress = db.declare("sqlite3_progress_handler", None, ctypes.c_void_p, ctypes.c_int, handler, ctypes.c_void_p)


def forgotten(path, items):
    """How many pages and hundreds of steps each takes: a key with so many items, of each of which something was made,
    is forgotten."""
    hundreds = [0]

    def count(_):
        hundreds[0] += 1
        return 0

    counter = handler(count)
    one = db.Db(path, SO)
    one.rows("PRAGMA synchronous = OFF")
    one.rows("BEGIN")
    for i in range(items):
        one.rows("SELECT mem_item_put('ada', 's', ?, ?)", f"a{i}", f"note {i}")
        source = f'{{"derived_from":[{{"key":"ada","set":"s","id":"a{i}"}}]}}'
        one.rows("SELECT mem_item_put('bob', 's', ?, ?, ?)", f"b{i}", f"made of {i}", source)
    one.rows("COMMIT")
    counts = {}
    for name, sql in STEPS.items():
        before = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0]
        hundreds[0] = 0
        progress(one.handle, 100, counter, None)
        one.rows(sql)
        progress(one.handle, 0, handler(), None)
        counts[name] = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0] - before, hundreds[0]
    one.close()
    return counts


def build(path, hours):
    """A key's action each second, one key after the other; a run each hour."""
    one = db.Db(path, SO)
    one.rows("PRAGMA synchronous = OFF")
    for hour in range(hours):
        one.rows("BEGIN")
        for second in range(0, 3600, 10):
            one.rows("SELECT mem_clock(?)", 1783036800 + 3600 * hour + second)
            key = f"user-{second // 10 % 20}"
            if second < 200:
                one.rows("SELECT mem_run_begin(?, ?)", key, hour)
            one.rows("SELECT mem_incr(?, 'count', 1), mem_set(?, 'last.hour', ?), mem_flush()", key, key, hour)
        one.rows("COMMIT")
    one.rows("BEGIN")
    one.rows("SELECT mem_action('react', (SELECT id FROM mem_event ORDER BY seq DESC LIMIT 1)), mem_set('user-3', 'x', 1)")
    one.rows("COMMIT")
    names = ("last", "minute", "seq", "txn", "run")
    found = one.rows(
        "SELECT strftime('%Y-%m-%d %H:%M:%S', max(time), '-1 hour'), strftime('%Y-%m-%d %H:%M:%S', max(time), '-1 minute'),"
        " max(cause), max(txn), (SELECT max(run) FROM mem_run) FROM mem_journal"
    )
    one.close()
    return dict(zip(names, found[0]))


def pages(path, sql):
    """How many pages are asked of the cache, and the rows."""
    one = db.Db(path, SO)
    one.rows("SELECT count(*) FROM mem_event WHERE seq = 1")
    before = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0]
    rows = one.rows(sql)
    after = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0]
    one.close()
    return after - before, rows


def main():
    tally = cases.Tally()
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        files = [(path, build(path, hours)) for hours in HOURS for path in [f"{directory}/{hours}.db"]]
        scan = [pages(path, "SELECT count(*), sum(length(value)) FROM mem_event")[0] for path, _ in files]
        tally.check(scan[1] > 5 * scan[0], f"a scan of the log reads {scan} pages: it should grow with the file")
        for name, question in QUESTIONS.items():
            counts, rows = zip(*(pages(path, question.format(**known)) for path, known in files))
            tally.check(all(rows), f"{name}: no rows")
            tally.check(counts[1] <= 1.5 * counts[0] + 20, f"{name}: {counts} pages, in files of {HOURS} hours")
        few, many = (forgotten(f"{directory}/items-{items}.db", items) for items in ITEMS)
        for name in STEPS:
            for what, a, b in zip(("pages", "hundreds of steps"), few[name], many[name]):
                tally.check(b <= 6 * a + 100, f"{name}: {a}, {b} {what}, of {ITEMS} items")
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
