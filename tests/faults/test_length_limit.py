"""A connection that takes less text than an event or a snapshot would need refuses the action in words: bound text that
is too long would silently be NULL."""

import os
import sys
import tempfile

import db
from cases import Tally

LIMIT_LENGTH = 0


def refused(tally, d, sql, what):
    try:
        d.rows(sql)
        tally.check(False, f"{what}: not refused")
    except db.SqlError as error:
        tally.check("than this connection takes" in str(error), f"{what}: {error}")


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "memory.db")
        d = db.Db(path, os.environ["MEMLOG_SO"])
        d.rows("SELECT mem_set('u', 'a', 1)")
        d.rows("SELECT mem_config('agent-run.snapshot-every-runs', 'auto')")
        db.limit(d.handle, LIMIT_LENGTH, 16000)

        d.rows("BEGIN")
        for i in range(40):
            d.rows("SELECT mem_set('u', ?, ?)", f"p{i}", "x" * 1000)
        refused(tally, d, "COMMIT", "an event of 40,000 bytes")
        tally.check(d.autocommit(), "the refused action is rolled back")
        tally.check(d.one("SELECT mem_snapshot('u')") == '{"a":1}', "nothing of it is stored")

        quotes = '"' * 12000  # twice as long as JSON
        refused(tally, d, f"SELECT mem_set('u', 'q', '{quotes}')", "a value that only as JSON is too long")
        tally.check(d.one("SELECT mem_exists('u', 'q')") == 0, "nor is that")

        for i in range(40):  # a state of 40,000 bytes, whose snapshot is due at some time
            try:
                d.rows("SELECT mem_set('u', ?, ?)", f"p{i}", "x" * 1000)
            except db.SqlError as error:
                tally.check("than this connection takes" in str(error), f"a snapshot: {error}")
        tally.check(d.rows("SELECT * FROM mem_verify") == [], "the file is sound")
        d.close()
        d = db.Db(path, os.environ["MEMLOG_SO"])
        d.rows("SELECT mem_set('u', 'b', 2)")
        tally.check(d.one("SELECT mem_rebuild_at('u', '#last') = mem_snapshot('u')") == 1, "rebuild gives what is live")
        d.close()
    return tally.last_line()


sys.exit(main())
