#!/usr/bin/python3
"""Large values are stored once, whatever refers to them, and read only by those who ask for them (AGT-031, AGT-088).
What grows is counted in bytes of the file, what is read in pages asked of the cache: the same on every machine."""

import os
import sys
import tempfile

import cases
import db

SO = os.path.abspath(os.environ["MEMLOG_SO"])
CACHE_HIT, CACHE_MISS = 7, 8
LARGE = 1 << 20
TEXT = f"printf('%.{LARGE}c', 'x')"
# Each as often as it says, over a state with a value of a megabyte; with so many bytes at the most.
GROWTH = {
    "runs over it": (1000, "SELECT mem_run_begin('u', ?1), mem_set('u', 'n', ?1)", 1500000),
    "the same value again": (100, f"SELECT mem_set('u', 'doc', {TEXT}), ?1", 100000),
    "small changes beside it": (1000, "SELECT mem_set('u', 'n', ?1)", 1000000),
    "a copy at another path": (20, f"SELECT mem_set('u', 'copy.' || ?1, {TEXT})", 100000),
    "moved about": (50, "UPDATE mem SET path = iif(path = 'doc', 'other', 'doc') WHERE key = 'u' AND path IN ('doc', 'other') AND ?1", 100000),
    "restored": (20, "SELECT mem_delete('u', 'doc'), mem_restore('u', '#' || (SELECT min(seq) FROM mem_event)), ?1", 100000),
    "read, with reads recorded": (50, "SELECT length(mem_get('u', 'doc')), mem_config('memory.generate-event.short-term-read', 1), ?1", 100000),
    "what was before, recorded": (20, f"SELECT mem_set('u', 'doc', {TEXT}), mem_config('memory.record-previous-value', 1), ?1", 100000),
}
# None of them shows the value, so none reads it: a hundred pages are far less than it has.
WITHOUT = {
    "paths": "SELECT path FROM mem('u')",
    "types": "SELECT path, type, updated_at FROM mem WHERE key = 'u' AND type = 'text'",
    "another value": "SELECT mem_get('u', 'small')",
    "another value then": "SELECT value FROM mem('u', '#last') WHERE path = 'small'",
    "the type then": "SELECT type FROM mem('u', '#last') WHERE path = 'doc'",
    "type and existence": "SELECT mem_type('u', 'doc'), mem_exists('u', 'doc'), mem_field_names('u')",
    "events but for values": "SELECT seq, type, action FROM mem_event",
    "what changed": "SELECT path, change FROM mem_history('u', 'doc')",
    "what differs": "SELECT path, change FROM mem_diff('u', '#0', '#last')",
    "how much there is": "SELECT nodes, bytes FROM mem_key",
    "a run's begin": "SELECT mem_run_begin('u')",
}
SHOWN = ("SELECT length(mem_get('u', 'doc'))", "SELECT length(value) FROM mem('u', '#last') WHERE path = 'doc'")


def fresh(directory, name):
    one = db.Db(f"{directory}/{name}.db", SO)
    one.rows("PRAGMA synchronous = OFF")
    one.rows("SELECT mem_clock('2026-07-03 04:22:36')")
    one.rows(f"SELECT mem_set('u', 'doc', {TEXT}), mem_set('u', 'small', 1)")
    return one


def size(one):
    return one.one("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")


def grow(tally, directory, name, times, sql, most):
    one = fresh(directory, name.replace(" ", "-"))
    before = size(one)
    for i in range(1, times + 1):
        one.rows(sql, i)
    grown = size(one) - before
    tally.check(grown <= most, f"{name}, {times} times: {grown} bytes, at most {most}")
    stored = one.rows("SELECT count(*), max(length(json)) FROM memlog_value")
    tally.check(stored == [(1, LARGE + 2)], f"{name}: stored {stored}")
    shown = one.rows("SELECT max(length(value)), min(length(value)) FROM mem('u') WHERE type = 'text'")
    tally.check(shown == [(LARGE, LARGE)], f"{name}: shows {shown}")
    tally.check(one.rows("SELECT * FROM mem_verify") == [], f"{name}: mem_verify has rows")
    one.close()


def inline(tally, directory):
    """Without it, the same runs write the value each time: what the option is for."""
    one = fresh(directory, "inline")
    one.rows("SELECT mem_config('memory.inline-value-bytes', 100000000)")
    one.rows(f"SELECT mem_set('u', 'doc', {TEXT})")
    before = size(one)
    for _ in range(10):
        one.rows("SELECT mem_run_begin('u')")
    tally.check(size(one) - before > 10 * LARGE, "ten runs over a value in its place write it ten times")
    one.close()


def move(tally, directory):
    """To another file by the lines of mem_export, and from there to a third: nothing is lost, and all is stored once."""
    one = fresh(directory, "first")
    one.rows("SELECT mem_config('memory.record-previous-value', 1)")
    for i in range(5):
        one.rows("SELECT mem_run_begin('u', ?1), mem_set('u', 'n', ?1)", i)
    one.rows(f"SELECT mem_set('u', 'doc', {TEXT} || '!'), mem_append('u', 'docs', {TEXT}), mem_set('v', 'doc', {TEXT}, 'sensory')")
    shown, lines = one.rows("SELECT * FROM mem"), one.rows("SELECT line FROM mem_export")
    one.close()
    for name in ("second", "third"):
        one = db.Db(f"{directory}/{name}.db", SO)
        one.rows("PRAGMA synchronous = OFF; BEGIN")
        for again in (False, True):
            for (line,) in lines:
                taken = one.one("SELECT mem_import(?)", line)
                tally.check((taken is None) == again, f"{name}: {line[:200]} is taken {taken}, again: {again}")
        one.rows("COMMIT")
        tally.check(one.rows("SELECT * FROM mem") == shown, f"{name}: memory is not what it was")
        tally.check(one.rows("SELECT key, count(*) FROM memlog_value GROUP BY 1") == [("u", 2), ("v", 1)], f"{name}: not once")
        tally.check(size(one) < 5 * LARGE, f"{name}: {size(one)} bytes")
        tally.check(one.rows("SELECT * FROM mem_verify") == [], f"{name}: mem_verify has rows")
        tally.check(one.rows("SELECT line FROM mem_export") == lines, f"{name}: the lines are others")
        one.close()


def pages(directory, sql):
    one = db.Db(f"{directory}/read.db", SO)
    one.rows("SELECT count(*) FROM mem_event WHERE seq = 1")
    before = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0]
    rows = one.rows(sql)
    after = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0]
    one.close()
    return after - before, rows


def read(tally, directory):
    fresh(directory, "read").close()
    for sql in SHOWN:
        count, rows = pages(directory, sql)
        tally.check(rows == [(LARGE,)] and count > LARGE // 4096, f"{sql}: {count} pages, {rows}")
    for name, sql in WITHOUT.items():
        count, rows = pages(directory, sql)
        tally.check(bool(rows) and count < 100, f"{name}: {count} pages, {len(rows)} rows")


def main():
    tally = cases.Tally()
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        for name, (times, sql, most) in GROWTH.items():
            grow(tally, directory, name, times, sql, most)
        inline(tally, directory)
        move(tally, directory)
        read(tally, directory)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
