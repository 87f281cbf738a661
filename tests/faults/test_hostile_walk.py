#!/usr/bin/python3
"""mem_lineage in a file that anyone may have written: every column that a walk reads with wrong values, with indexes that
know of it and such that do not. Walks end, in rows or in an error in words. HOSTILE_LONG=1 tries all damages, else a choice
from SEED."""

import os
import random
import shutil
import signal
import sys
import tempfile

from cases import Tally
from db import Db, SqlError
from hostile import LONG, SO, damage_rows, improper

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
QUICK = 60  # damages
MOST = 2000  # rows: there are far fewer things in the file

SOUND = """
PRAGMA synchronous = OFF;
SELECT mem_clock('2026-07-03 04:22:36');
SELECT mem_config('memory.generate-event.short-term-read', 'true'), mem_run_begin('ann', 'tea?');
SELECT mem_item_put('ann', 's', 'a', 'tea'), mem_item_put('ann', 's', 'b', 'milk'), mem_set('ann', 'x', 1);
SELECT mem_item_put('ann', 's', 'a', 'mate', '{"expires_at":"2026-07-04"}'), mem_event_add('asked', 'ann', '{}');
BEGIN;
SELECT mem_action('do', (SELECT id FROM mem_event WHERE type = 'asked'), '{"actor":"bot"}'), mem_get('ann', 'x'), mem_item_get('ann', 's', 'a');
SELECT count(*) FROM mem_search('ann', NULL, 'milk');
SELECT mem_set('ann', 'y.z', 2), mem_item_put('ann', 's', 'a', 'water'), mem_source('page', '{"key":"ann"}');
COMMIT;
CREATE TEMP TABLE my(name TEXT PRIMARY KEY, id TEXT);
INSERT INTO my SELECT 'source', mem_source('chat', json_object('key', 'ann', 'event', (SELECT id FROM mem_event WHERE type = 'asked')));
SELECT mem_edge('{"key":"ann","set":"s","id":"a"}', 'stated_by', id, '{"rank":1,"score":0.5,"reason":"page","detail":{"n":1}}') FROM my;
SELECT mem_edge('{"key":"ann","set":"s","id":"a","version":1}', 'conflicts_with', '{"key":"ann","set":"s","id":"b"}');
SELECT mem_edge('{"key":"ann","set":"s","id":"b"}', 'conflicts_with', '{"key":"ann","set":"s","id":"a"}');
INSERT INTO my SELECT 'claim', mem_claim('x', '[{"key":"ann","set":"s","id":"a"},{"key":"ann","set":"s","id":"b","version":1}]');
INSERT INTO my SELECT 'effect', mem_effect('do', id, '{"outcome":"failed"}') FROM my WHERE name = 'claim';
SELECT mem_item_remove('ann', 's'), mem_run_end('ann');
"""

COLUMNS = {
    "memlog_entity": ("id", "type", "key", "at", "actor", "txn", "detail"),
    "memlog_edge": ("from_id", "from_version", "relation", "to_id", "to_version", "at", "rank", "score", "reason", "detail"),
    "memlog_item": ("key", "set_name", "id", "record", "version", "content", "at", "begun", "ended", "expires", "admission"),
    "memlog_event": ("skew", "kind", "key", "value", "removed", "run", "action", "step", "cause", "meta", "prev", "chain"),
    "memlog_run": ("key", "outcome", "begun", "ended", "begin_seq", "end_seq"),
    "memlog_config": ("value", "at"),
}
VALUES = ("NULL", "-1", "0", "9223372036854775807", "-9223372036854775808", "1.5", "''", "'x'", "'{\"s.a\":'",
          "'[\"s\"]'", "CAST(x'ff' AS TEXT)", "CAST(x'6100' AS TEXT)", "x''", "zeroblob(16)", "zeroblob(17)")
# What holds of one row holds of another: a thing that leads to itself, an event that causes what came before it.
STRANGE = (
    "UPDATE memlog_edge SET to_id = from_id, to_version = from_version",
    "UPDATE memlog_edge SET from_id = (SELECT min(id) FROM memlog_entity), from_version = 0",
    "UPDATE memlog_edge SET to_version = to_version + 9223372036854775800",
    "UPDATE memlog_event SET cause = seq",
    "UPDATE memlog_event SET cause = (SELECT max(seq) FROM memlog_event)",
    "UPDATE memlog_event SET step = step + 1",
    "UPDATE memlog_event SET step = seq",
    "UPDATE memlog_event SET run = 9223372036854775807",
    "UPDATE memlog_item SET record = (SELECT min(record) FROM memlog_item), version = 1",
    "UPDATE memlog_item SET version = 9223372036854775807 - number",
    "UPDATE memlog_item SET begun = (SELECT max(seq) FROM memlog_event), ended = 1",
    "DELETE FROM memlog_event", "DELETE FROM memlog_item", "DELETE FROM memlog_entity", "DELETE FROM memlog_run",
)


def subjects(path):
    """All that a walk can be asked about, as the sound file has it."""
    one = Db(path, SO)
    found = [row[0] for row in one.rows("SELECT id FROM memlog_v_entity UNION ALL SELECT 'event:' || id FROM mem_event")]
    found += [f"record:{row[0]}@{row[1]}" for row in one.rows("SELECT DISTINCT record, version FROM memlog_v_record")]
    one.close()
    return found + ['{"key":"ann","path":"y.z"}', '{"key":"ann","path":"x"}', '{"key":"ann","set":"s","id":"a"}']


def ask(check, path, of, name):
    one = Db(path, SO)
    for direction in ("backward", "forward"):
        try:
            rows = one.rows(f"SELECT *, via FROM mem_lineage(?, '{direction}') LIMIT {MOST}", of)
            check(len(rows) < MOST, f"{name}: {of} {direction}: it does not end")
        except SqlError as error:
            why = improper(error)
            check(why is None, f"{name}: {of} {direction}: {why}")
    one.close()


def main():
    tally = Tally()
    print(f"SEED={SEED}")
    damages = [(f"UPDATE {table} SET {column} = {value}", keep) for table, columns in COLUMNS.items() for column in columns
               for value in VALUES for keep in (0, 1)]
    chosen = damages if LONG else random.Random(SEED).sample(damages, QUICK)
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        sound, path = os.path.join(directory, "sound.db"), os.path.join(directory, "memory.db")
        one = Db(sound, SO)
        one.rows(SOUND)
        one.close()
        asked = subjects(sound)
        tally.check(len(asked) > 20, f"{len(asked)} things are too few")
        for sql, keep in [(sql, keep) for sql in STRANGE for keep in (0, 1)] + chosen:
            shutil.copyfile(sound, path)
            try:
                damage_rows(path, sql, keep)
            except SqlError:
                continue  # it cannot be so
            signal.alarm(60)  # what hangs is killed
            for of in asked:
                ask(tally.check, path, of, f"{sql}{', with its index' if keep else ''}")
            signal.alarm(0)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
