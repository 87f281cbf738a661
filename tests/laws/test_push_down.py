#!/usr/bin/python3
"""What the tables look up they look up: the pages that a question reads do not grow with the rest of the file. Pages
asked of the cache are counted, so the answer is the same on every machine."""

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
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
