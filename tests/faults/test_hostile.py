"""Every column of every stored table with every wrong kind of value in it, JSON that is none, pointers that lead
astray: hostile.py says what must hold of each. HOSTILE_LONG=1 tries all of them in all settings, else a choice from
SEED; an argument those whose name holds it."""

import os
import random
import sys
import tempfile

from cases import Tally
from db import Db
from hostile import LONG, SETTINGS, Base, Damage

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
QUICK = 160  # damages, each in one setting

LEAST, MOST = "-9223372036854775808", "9223372036854775807"
ANYTHING = ["NULL", "''", "'x'", "0", "7", "-1", "1.5", "x'6162'", LEAST, MOST, "CAST(x'66ff00' AS TEXT)", "'[1'"]
NUMBERS = ["0", "1", "-1", LEAST, MOST, "4611686018427387904", "1.5", "1e300", "'x'", "'7'", "NULL", "x'07'"]

# Texts that are no JSON as memlog writes it, or name what cannot be.
BROKEN = {
    "cut off": '{"a":[1,2',
    "blank": '{"a": 1}',
    "not shortest": '{"a":1.50}',
    "twice": '{"n":1,"n":2}',
    "beyond 64 bits": '{"a":99999999999999999999}',
    "no number": '{"a":1e9999}',
    "two dots": '{"a..b":1}',
    "open quote": '{"a.\\"b":1}',
    "quotes only": '{"\\"\\"\\"":1}',
    "the root": '{"":1}',
    "half a pair": '{"a":"\\ud83d"}',
    "a bad escape": '{"a":"\\q"}',
    "raw control": '{"a":"\x01"}',
    "deep": '{"a":' + "[" * 10000 + "]" * 10000 + "}",
    "deep and open": '{"a":' + "[" * 10000,
    "a long path": '{"' + "p" * 5000 + '":1}',
    "many names": '{"' + ".".join("abcdefgh" * 25) + '":1}',
    "a path of dots": '{"' + "." * 300000 + '":1}',
    "a path of names": '{"' + "a." * 150000 + 'a":1}',
    "an array": "[]",
    "an element far out": '{"log.999999999999999999":1}',
    "an element further": '{"log.99999999999999999999":1}',
    "under a value": '{"n.x.y":1}',
}
BYTES = {
    "invalid UTF-8": b'{"a":"\xff\xfe"}',
    "a cut character": b'{"a":"\xe2\x82"}',
    "NUL": b'{"a":1}\0{"b":2}',
    "NUL inside": b'{"a\0b":1}',
    "invalid name": b'{"\xff":1}',
}


def quoted(text):
    data = text if isinstance(text, bytes) else text.encode()
    return f"CAST(x'{data.hex()}' AS TEXT)"


def texts():
    return {
        **{name: quoted(text) for name, text in BROKEN.items()},
        **{name: quoted(data) for name, data in BYTES.items()},
    }


class Rows:
    """Rows of the sound file that damages are done to."""

    def __init__(self, base):
        one = Db(base.sound_file)
        self.event = one.one(
            "SELECT seq FROM memlog_event WHERE key = 'ann' AND kind = 2 ORDER BY seq LIMIT 1 OFFSET 7"
        )
        self.begin = one.one("SELECT max(seq) FROM memlog_event WHERE key = 'ann' AND kind = 8 AND value IS NOT NULL")
        self.newest = one.one("SELECT max(seq) FROM memlog_event WHERE key = 'ann'")
        self.last = one.one("SELECT max(seq) FROM memlog_event")
        self.quiet = one.one("SELECT max(seq) FROM memlog_quiet WHERE key = 'ann'")
        self.snapshot = one.one("SELECT max(seq) FROM memlog_snapshot WHERE key = 'ann' AND value IS NOT NULL")
        self.reference = one.one("SELECT max(seq) FROM memlog_snapshot WHERE key = 'ann' AND value IS NULL")
        self.other = one.one("SELECT max(seq) FROM memlog_event WHERE key = 'bob'")
        one.close()
        assert None not in vars(self).values(), vars(self)


def at(seq, kind=None, key=None, words=None):
    return [(kind, key, None, seq, words)]


def log_damages(rows):
    for table, seq in (("memlog_event", rows.event), ("memlog_quiet", rows.quiet), ("memlog_event", rows.begin)):
        where = f"WHERE seq = {seq}"
        columns = "skew kind key value removed containers before run action step cause meta prev chain digest".split()
        for column in columns:
            for value in ANYTHING + ([f"'{{\"x\":1}}'"] if column in ("value", "meta") else []):
                if value == "0" and column in ("skew", "run", "cause"):
                    continue  # as NULL
                yield Damage(
                    f"{table}.{column} of {seq} = {value}",
                    f"UPDATE {table} SET {column} = {value} {where} AND {column} IS NOT {value}",
                    at(seq),
                )
        for name, text in texts().items():
            yield Damage(f"{table}.value of {seq}: {name}", f"UPDATE {table} SET value = {text} {where}", at(seq))
            swapped = f"replace(replace({text}, ':1', ':\"object\"'), ':[', ':\"list\",[')"
            yield Damage(
                f"{table}.containers of {seq}: {name}", f"UPDATE {table} SET containers = {swapped} {where}", at(seq)
            )
            listed = f"'[' || substr({text}, 2, instr({text}, ':') - 2) || ']'"
            yield Damage(
                f"{table}.removed of {seq}: {name}", f"UPDATE {table} SET removed = {listed} {where}", at(seq)
            )
        for position in ("0", "-1", "-5000", LEAST, MOST, "4611686018427387903", "253402300800000000", "1"):
            told = [("row", None, None, None, None)] if position in ("0",) else at(int(position))
            yield Damage(f"{table}.seq {seq} = {position}", f"UPDATE {table} SET seq = {position} {where}", told)
    pointers = ["1", "prev - 1", "prev + 1", "-prev", "seq", "seq - 1", "seq + 1", "-seq", "1 - seq", LEAST, "-" + MOST, MOST,
                "NULL", "0", f"seq - {rows.other}"]  # fmt: skip
    for seq in (rows.event, rows.newest):
        for prev in pointers:
            yield Damage(
                f"prev of {seq} = {prev}",
                f"UPDATE memlog_event SET prev = {prev} WHERE seq = {seq} AND prev IS NOT {prev}",
                at(seq),
            )
    yield Damage(
        "all prev = 1",
        "UPDATE memlog_event SET prev = 1; UPDATE memlog_quiet SET prev = -1",
        at(rows.begin, "pointer", "ann"),
    )
    yield Damage(
        "all prev lead to the other table", "UPDATE memlog_event SET prev = -prev", at(rows.event, "pointer", "ann")
    )
    yield Damage(
        "row of another key",
        f"UPDATE memlog_event SET key = 'bob' WHERE seq = {rows.event}",
        at(rows.event, None, "bob"),
    )
    yield Damage(
        "row gone", f"DELETE FROM memlog_event WHERE seq = {rows.event}", [("chain", "ann", None, None, None)]
    )
    yield Damage(
        "rows of the key gone", "DELETE FROM memlog_event WHERE key = 'ann'", [("head", "ann", None, None, None)]
    )
    yield Damage(
        "log gone", "DELETE FROM memlog_event; DELETE FROM memlog_quiet", [("head", "ann", None, None, None)]
    )
    yield Damage(
        "twice",
        f"INSERT INTO memlog_quiet(seq, kind, key, value, step, chain) SELECT seq, kind, key, value, step, chain FROM memlog_event WHERE seq = {rows.event}",
        at(rows.event),
    )
    yield Damage("all skews low", f"UPDATE memlog_event SET skew = {LEAST}", at(rows.event))
    yield Damage("all skews high", f"UPDATE memlog_event SET skew = {MOST}", at(rows.event))
    yield Damage(
        "times fall",
        "UPDATE memlog_event SET skew = seq - 1700000000000000 + seq % 7",
        [("order", None, None, None, None)],
    )
    yield Damage(
        "far future",
        f"UPDATE memlog_event SET skew = seq - 999999999999999999 WHERE seq = {rows.last}",
        at(rows.last),
    )


def cell_damages(rows):
    for path in ("user.age", "log", "user", "log.1"):
        where = f"WHERE key = 'ann' AND scope = 'st' AND path = '{path}'"
        for column in ("key", "scope", "path", "kind", "value", "at"):
            for value in ANYTHING + (["1", "2", "3"] if column == "kind" else []):
                told = (
                    None,
                    None if column == "key" else "ann",
                    None if column in ("path", "key") else path,
                    None,
                    None,
                )
                if (
                    column == "at"
                    and value in ("0", "7", "NULL")
                    or column in ("key", "scope", "path")
                    and value == "NULL"
                ):
                    continue  # a time like any other; SQLite itself keeps NULL out
                yield Damage(
                    f"cell {path}.{column} = {value}",
                    f"UPDATE memlog_cell SET {column} = {value} {where} AND {column} IS NOT {value}",
                    [told],
                )
        for name, text in texts().items():
            yield Damage(
                f"cell {path}: {name}",
                f"UPDATE memlog_cell SET kind = 1, value = {text} {where}",
                [(None, "ann", path, None, None)],
            )
    lists = ["-1", LEAST, MOST, "1000000000000000000", "999999999999999999", "'[1000000000000000000,0,999999999999999999]'",
             f"'[{MOST},0,{MOST}]'", f"'[{MOST},5,{LEAST}]'", f"'[9,{LEAST},8]'", "'[3,3,2]'", "'[3,2,1]'", "'[]'", "'[1,2,3,4]'",
             "'[3,1]'", "'[1.5,0,1]'", "'{\"a\":3,\"b\":0,\"c\":2}'", "'[3,1,2'", "'[3, 1, 2]'", "'3'", "'[999999999999999999,999999999999999990,999999999999999998]'",
             "'[1000000000000000000,1,2]'", "'[4,0,2]'"]  # fmt: skip
    for value in lists:
        path = (
            None if value in ("'[3,3,2]'", "'[3,2,1]'") else "log"
        )  # it is its elements that are out of bounds then
        yield Damage(
            f"list row {value}",
            f"UPDATE memlog_cell SET value = {value} WHERE key = 'ann' AND path = 'log'",
            [(None, "ann", path, None, None)],
        )
    for name in ("x", "99999999999999999999", "-1", "01", "1.5", "9223372036854775807", "999999999999999999", ""):
        yield Damage(
            f"element {name}",
            f"UPDATE memlog_cell SET path = 'log.{name}' WHERE key = 'ann' AND path = 'log.1'",
            [(None, "ann", f"log.{name}", None, None)],
        )
    paths = {"a..b": "'a..b'", "dots": f"'{'.' * 300000}'", "quotes": f"'{chr(34) * 3001}'", "open": "'\"a.b'", "names": f"'a{'.a' * 150000}'",
             "long": f"'{'p' * 5000}'", "NUL": "'a' || char(0)", "invalid": "CAST(x'ff' AS TEXT)", "quoted": "'\"a\"'", "blob": "x'61'"}  # fmt: skip
    for name, path in paths.items():
        yield Damage(
            f"path {name}",
            f"INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES('ann', 'st', {path}, 1, '1', 0)",
            [("cell", "ann", None, None, None)],
        )
        yield Damage(
            f"path {name}, an object",
            f"INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES('ann', 'st', {path}, 0, NULL, 0)",
            [("cell", "ann", None, None, None)],
        )
    for key in (
        "x'616e6e'",
        "7",
        "1.5",
        "''",
        "CAST(x'ff' AS TEXT)",
        "'a' || char(0) || 'b'",
        "zeroblob(9)",
        f"'{'k' * 100000}'",
    ):
        yield Damage(
            f"key {key[:20]}",
            f"INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES({key}, 'st', 'n', 1, '1', 0), ({key}, 'se', 'n', 1, '1', 0), ({key}, '', '', 3, '{{}}', 0)",
            [(None, None, None, None, None)],
        )
    yield Damage(
        "object gone",
        "DELETE FROM memlog_cell WHERE key = 'ann' AND path = 'user'",
        [("cell", "ann", "user.age", None, "parent is missing")],
    )
    yield Damage(
        "list gone",
        "DELETE FROM memlog_cell WHERE key = 'ann' AND path = 'log'",
        [("cell", "ann", "log.1", None, "parent is missing")],
    )
    yield Damage("memory gone", "DELETE FROM memlog_cell WHERE key = 'ann'", [("head", "ann", None, None, None)])
    yield Damage(
        "all memory gone",
        "DELETE FROM memlog_cell",
        [("head", "ann", None, None, None), ("head", "bob", None, None, None)],
    )


def head_damages(rows):
    head = "WHERE key = 'ann' AND scope = ''"
    for name in (
        "gen",
        "first",
        "last",
        "events",
        "snap",
        "rows",
        "bytes",
        "size",
        "run",
        "runs",
        "gap_st",
        "gap_se",
    ):
        for value in (
            "0",
            "1",
            "-1",
            LEAST,
            MOST,
            "4611686018427387904",
            "1.5",
            '"7"',
            "null",
            "99999999999999999999",
            "[]",
            str(rows.last),
            str(-rows.event),
        ):
            changed = (
                f"json_patch(value, '{{\"{name}\":{value}}}')"
                if value == "null"
                else f"json_set(value, '$.{name}', json('{value}'))"
            )
            told = ("head", "ann", None, None, None)
            if name in ("size", "bytes") and value in ("0", "1", str(rows.last), "null"):
                continue  # how large the state was when last looked at is not in the log, nor what was redacted
            yield Damage(
                f"head {name} = {value}",
                f"UPDATE memlog_cell SET value = {changed} {head} AND value IS NOT {changed}",
                [told],
            )
    for value in ANYTHING + ["'{}'", "'{\"gen\":1}'", '\'{"salt":"00"}\'', quoted(BROKEN["deep"])]:
        yield Damage(
            f"head = {value[:40]}",
            f"UPDATE memlog_cell SET value = {value} {head}",
            [("head", "ann", None, None, None)],
        )
    for kind in ANYTHING:
        yield Damage(
            f"head's kind = {kind}", f"UPDATE memlog_cell SET kind = {kind} {head}", [(None, "ann", None, None, None)]
        )
    yield Damage(
        "head's run is another key's",
        f"UPDATE memlog_cell SET value = json_set(value, '$.run', 3) {head}",
        [("head", "ann", None, None, "open run"), ("run", "ann", None, None, None)],
    )
    yield Damage(
        "head of another key",
        f"UPDATE memlog_cell SET value = (SELECT value FROM memlog_cell WHERE key = 'bob' AND scope = '') {head}",
        [("head", "ann", None, None, None)],
    )
    yield Damage(
        "two rows of a head",
        "INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES('ann', '', 'x', 3, '{}', 0)",
        [("cell", "ann", "x", None, None)],
    )
    yield Damage(
        "path without scope",
        "INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES('zoe', '', 'x', 1, '1', 0)",
        [("cell", "zoe", "x", None, None)],
    )
    yield Damage(
        "scope without path",
        "INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES('ann', 'st', '', 0, NULL, 0)",
        [("cell", "ann", "", None, None)],
    )


def setting_damages(rows):
    for name in ("version", "root"):
        for value in ANYTHING + ["99", "1", "2", "3", "zeroblob(16)", "'3'"]:
            if name == "version" or value != "zeroblob(16)":
                yield Damage(
                    f"meta {name} = {value}",
                    f"UPDATE memlog_meta SET value = {value} WHERE name = '{name}' AND value IS NOT {value}",
                    [("schema" if value in ("1", "2", "3") and name == "version" else "meta", None, None, None, None)],
                )
        yield Damage(
            f"meta without {name}",
            f"DELETE FROM memlog_meta WHERE name = '{name}'",
            [("meta", None, None, None, None)],
        )
    yield Damage("meta empty", "DELETE FROM memlog_meta", [("meta", None, None, None, None)])
    yield Damage("more meta", "INSERT INTO memlog_meta VALUES('more', 1)", [("meta", None, None, None, "more")])
    yield Damage(
        "a blob in meta",
        "INSERT INTO memlog_meta VALUES(CAST('version' AS BLOB), 1)",
        [("meta", None, None, None, None)],
    )
    for name in (
        "memory.max-value-bytes",
        "agent-run.snapshot-every-runs",
        "memory.generate-event",
        "agent-run.begin-event",
        "nothing",
    ):
        for value in ANYTHING + ["'99999999999999999999'", "'on'", "'TRUE'", "'1'", "'1000000001'"]:
            told = name if name != "nothing" else "no option"
            takes = {"memory.max-value-bytes": "'1'", "agent-run.snapshot-every-runs": "'1'"}
            if value not in ("NULL", takes.get(name)):  # NULL is unset
                yield Damage(
                    f"config {name} = {value}",
                    f"INSERT OR REPLACE INTO memlog_config VALUES('{name}', {value}, 1783052556000000)",
                    [("config", None, None, None, told)],
                )
    yield Damage(
        "a blob for a name",
        "INSERT INTO memlog_config VALUES(CAST('agent-run.begin-event' AS BLOB), 'false', 0)",
        [("config", None, None, None, None)],
    )
    yield Damage(
        "a number for a name", "INSERT INTO memlog_config VALUES(7, 'false', 0)", [("config", None, None, None, None)]
    )
    for value in ANYTHING:
        if value not in ("0", "7"):  # times like any other
            yield Damage(
                f"config at = {value}",
                f"UPDATE memlog_config SET at = {value} WHERE name = 'memory.max-value-bytes'",
                [("config", None, None, None, "memory.max-value-bytes")],
            )


def snapshot_damages(rows):
    columns = "key quiet value removed containers sensory_value sensory_removed sensory_containers".split()
    for seq in (rows.snapshot, rows.reference):
        where = f"WHERE seq = {seq}"
        for column in columns:
            for value in ANYTHING:
                yield Damage(
                    f"snapshot {seq}.{column} = {value}",
                    f"UPDATE memlog_snapshot SET {column} = {value} {where} AND {column} IS NOT {value}",
                    at(seq, "snapshot"),
                )
        for position in ("0", "1", "-1", LEAST, MOST, str(seq + 1), str(rows.last + 5), str(rows.other), f"-{seq}"):
            yield Damage(
                f"snapshot {seq} at {position}",
                f"UPDATE OR REPLACE memlog_snapshot SET seq = {position} {where}",
                [("snapshot", None, None, None, None)],
            )
    for name, text in texts().items():
        yield Damage(
            f"snapshot: {name}",
            f"UPDATE memlog_snapshot SET value = {text} WHERE seq = {rows.snapshot}",
            at(rows.snapshot, "snapshot"),
        )
        yield Damage(
            f"snapshot of sensory memory: {name}",
            f"UPDATE memlog_snapshot SET sensory_value = {text} WHERE seq = {rows.snapshot}",
            at(rows.snapshot, "snapshot"),
        )
    yield Damage(
        "a reference to nowhere",
        f"INSERT INTO memlog_snapshot(seq, key, quiet) VALUES({rows.newest - 1}, 'ann', 0)",
        at(rows.newest - 1, "snapshot"),
    )
    yield Damage(
        "a reference behind the log",
        f"INSERT INTO memlog_snapshot(seq, key, quiet) VALUES({rows.last + 9}, 'ann', 0)",
        at(rows.last + 9, "snapshot"),
    )
    yield Damage(
        "a forged snapshot",
        f"INSERT INTO memlog_snapshot(seq, key, quiet, value) VALUES({rows.event + 1}, 'ann', 0, '{{\"forged\":1}}')",
        at(rows.event + 1, "snapshot"),
    )
    yield Damage("snapshots gone", "DELETE FROM memlog_snapshot", [("head", "ann", None, None, "snapshot")])
    for sql, words in (
        (f"UPDATE memlog_snapshot SET key = 'zoe' WHERE seq = {rows.snapshot}", "memlog_snapshot"),
        (f"UPDATE memlog_snapshot SET seq = seq + 100 WHERE seq = {rows.snapshot}", "memlog_snapshot"),
        (f"DELETE FROM memlog_snapshot WHERE seq = {rows.snapshot}", "memlog_snapshot"),
        (f"UPDATE memlog_snapshot SET seq = -seq WHERE key = 'ann'", "memlog_snapshot"),
        (
            f"INSERT INTO memlog_snapshot(seq, key, quiet, value) VALUES({rows.event}, 'ann', 0, '{{}}')",
            "memlog_snapshot",
        ),
    ):
        # Whose the row is the index says, which finds it.
        excused = ("others",) if "SET key" in sql else ()
        yield Damage(f"index of snapshots: {sql}", sql, [("snapshot", None, None, None, words)], "index", excused)


def run_damages(rows):
    for run in (1, 2):
        for column in ("key", "input", "output", "outcome", "begun", "ended", "begin_seq", "end_seq"):
            for value in ANYTHING:
                sql = f"UPDATE memlog_run SET {column} = {value} WHERE run = {run} AND {column} IS NOT {value}"
                told = ("run", None, None, None, f"run {run}")
                if value == "NULL" and column in ("input", "output"):
                    told = ("chain", "ann", None, None, None)  # it could be so, but was not
                if (run, column, value) == (2, "ended", "0"):
                    continue  # it is open: as NULL
                yield Damage(f"run {run}.{column} = {value}", sql, [told])
        for number in ("0", "-1", LEAST, MOST, "100", "3"):
            yield Damage(
                f"run {run} is {number}",
                f"UPDATE OR REPLACE memlog_run SET run = {number} WHERE run = {run}",
                [("run", "ann", None, None, f"run {run}")],
            )
    for name, text in texts().items():
        yield Damage(
            f"run's input: {name}",
            f"UPDATE memlog_run SET input = {text} WHERE run = 1",
            [(None, "ann", None, None, None)],
        )
    yield Damage(
        "runs overlap",
        f"UPDATE memlog_run SET begin_seq = (SELECT begin_seq FROM memlog_run WHERE run = 2) WHERE run = 1",
        [("run", "ann", None, None, "run 1")],
    )
    yield Damage(
        "both are open",
        "UPDATE memlog_run SET ended = NULL, end_seq = NULL, outcome = NULL, output = NULL",
        [("run", "ann", None, None, "run 1 is open")],
    )
    yield Damage(
        "one more open",
        "INSERT INTO memlog_run(run, key, begun, begin_seq) VALUES(9, 'ann', 5, 5)",
        [("run", "ann", None, None, "run 9")],
    )
    yield Damage(
        "the highest number",
        f"INSERT INTO memlog_run(run, key, begun, begin_seq, ended, end_seq, outcome) VALUES({MOST}, 'ann', 5, 5, 6, 6, 'failed')",
        [("run", "ann", None, None, f"run {MOST}")],
    )
    yield Damage(
        "runs gone",
        "DELETE FROM memlog_run",
        [("run", "ann", None, None, "run 1"), ("run", "ann", None, None, "run 2")],
    )
    for sql in ("UPDATE memlog_run SET key = 'bob' WHERE run = 2", "DELETE FROM memlog_run WHERE run = 1", "UPDATE memlog_run SET run = 77 WHERE run = 1",
                "INSERT INTO memlog_run(run, key, begun, begin_seq) VALUES(9, 'ann', 5, 5)"):  # fmt: skip
        excused = ("others",) if "SET key" in sql else ()
        yield Damage(f"index of runs: {sql}", sql, [("run", None, None, None, "memlog_run")], "index", excused)


def consumer_damages(rows):
    """How far someone has read stands nowhere else: a place that could be is taken for it."""
    for column in ("name", "place", "leased", "holder", "until"):
        for value in ANYTHING:
            if (column, value) == ("name", "NULL"):
                continue  # a key of such a table is never NULL
            sql = f"UPDATE OR REPLACE memlog_consumer SET {column} = {value} WHERE name = 'reader' AND {column} IS NOT {value}"
            yield Damage(f"consumer's {column} = {value}", sql, [None], excused=("answers",))
    for value in ("-1", LEAST, MOST):
        sql = f"UPDATE memlog_consumer SET place = {value} WHERE name = 'reader'"
        yield Damage(f"consumer's place is {value}", sql, [("consumer", None, None, None, "reader")])
    yield Damage("consumers gone", "DELETE FROM memlog_consumer", [None], excused=("answers",))


def value_damages(rows):
    """Large values that are missing, changed or another's, and what stands for them in memory, log and snapshots."""
    ann, doc = "WHERE key = 'ann'", "WHERE key = 'ann' AND json LIKE '%d%'"
    holder = "(SELECT value FROM memlog_cell WHERE key = 'ann' AND path = 'doc')"
    yield Damage("large values gone", f"DELETE FROM memlog_value {ann}", [
        ("cell", "ann", "doc", None, "missing in memlog_value"), ("cell", "ann", "pages.0", None, "missing"),
        ("row", "ann", None, None, "missing in memlog_value"), ("snapshot", "ann", None, None, "missing"),
    ])  # fmt: skip
    yield Damage("large value of nobody", "UPDATE memlog_value SET key = 'nobody' " + doc,
                 [("value", "nobody", None, None, "no head"), ("cell", "ann", "doc", None, "missing")])  # fmt: skip
    for value in ANYTHING:
        for column in ("key", "digest", "json"):
            if (column, value) != ("key", "NULL"):
                yield Damage(f"large value's {column} = {value}", f"UPDATE memlog_value SET {column} = {value} {doc}",
                             [(None, None, None, None, None)], excused=("others",) if column == "key" else ())  # fmt: skip
    for name, json in {
        "changed": "replace(json, 'd', 'e')",
        "longer": "replace(json, 'dd', 'ddd')",
        "an array": "'[' || substr(json, 2, 100) || ']'",
        "a number of as many digits": "replace(replace(json, '\"', '1'), 'd', '1')",
        "itself": f"{holder}",
        "cut": "substr(json, 1, 50)",
        "empty": "''",
        **texts(),
    }.items():
        yield Damage(f"large value: {name}", f"UPDATE memlog_value SET json = {json} {doc}", [("value", "ann", None, None, "large value")])
    for name, digest in {"shorter": "substr(digest, 1, 15)", "longer": "digest || x'00'", "text": "hex(digest)", "its opposite": "randomblob(16)"}.items():
        yield Damage(f"large value's digest is {name}", f"UPDATE memlog_value SET digest = {digest} {doc}",
                     [("value", "ann", None, None, "digest"), ("cell", "ann", "doc", None, "missing")])  # fmt: skip
    yield Damage("large values changed about", f"UPDATE memlog_value SET json = (SELECT json FROM memlog_value AS v WHERE v.key = 'ann' AND v.digest <> memlog_value.digest) {ann}",
                 [("value", "ann", None, None, "it was changed")])  # fmt: skip
    for name, text in {
        "another key's": "(SELECT value FROM memlog_cell WHERE key = 'bob' AND path = 'doc')",
        "of nothing": f"replace({holder}, substr({holder}, 13, 4), iif(substr({holder}, 13, 4) = '0000', '1111', '0000'))",
        "in capitals": f"replace({holder}, substr({holder}, 13, 32), 'ABCDEF0123456789ABCDEF0123456789')",
        "longer than it is": f"replace({holder}, '102', '103')",
        "far longer": f"replace({holder}, '102', '9999999999')",
        "longer than can be": f"replace({holder}, '102', '99999999999')",
        "of no length": f"replace({holder}, '102', '0')",
        "of negative length": f"replace({holder}, '102', '-1')",
        "of a length with zeros": f"replace({holder}, '102', '0102')",
        "of another type": f"replace({holder}, 'text', 'array')",
        "of no type": f"replace({holder}, 'text', 'real')",
        "cut": f"substr({holder}, 1, 60)",
        "cut early": f"substr({holder}, 1, 13)",
        "with more behind it": f"{holder} || ' '",
        "of two": f"{holder} || {holder}",
        "inside of a value": f"'[' || {holder} || ']'",
    }.items():
        yield Damage(f"place holder {name}", f"UPDATE memlog_cell SET value = {text} WHERE key = 'ann' AND path = 'last'", [("cell", "ann", "last", None, None)])
        for table, seq in (("memlog_event", rows.newest), ("memlog_snapshot", rows.snapshot)):
            yield Damage(f"{table}: place holder {name}", f"UPDATE {table} SET value = '{{\"n\":' || {text} || '}}' WHERE seq = {seq}", at(seq, None, "ann"))
    yield Damage("place holder in another's event", f"UPDATE memlog_event SET value = {holder} WHERE type = 'order'", [("row", "ann", None, None, "value")])


def rule_damages(rows):
    """Rules that limit lists, what rows of lists count, notes of reads."""
    where = "WHERE path = 'kept' AND key_glob = 'an*'"
    values = {
        "key_glob": ["''", "0", "1.5", "x'6162'", MOST, "CAST(x'66ff00' AS TEXT)", "'[1'", "'a' || char(0)"],
        "scope": [value for value in ANYTHING if value != "NULL"],
        "path": ["''", "0", "1.5", "x'6162'", LEAST, "CAST(x'66ff00' AS TEXT)", "'a..b'", "'\"a\"'", "'a' || char(0)"],
        "rule": [value for value in ANYTHING if value != "NULL"]
        + [
            "'{}'",
            "'{\"max_count\":0,\"policy\":\"drop_oldest\"}'",
            "'{\"max_count\":2}'",
            "'{\"policy\":\"drop_oldest\",\"max_count\":2}'",
            "'{\"max_count\":2,\"policy\":\"move_to_long_term\",\"set\":\"\"}'",
            "'{\"max_count\":2,\"policy\":\"aggregate\"}'",
            "'{\"max_count\":2,\"policy\":\"aggregate\",\"function\":\"mem_get\"}'",
            "'{\"max_count\":2,\"policy\":\"aggregate\",\"function\":\"a\"\"b\"}'",
            "'{\"max_count\":99999999999999999999,\"policy\":\"drop_oldest\"}'",
        ],
    }
    for column, bad in values.items():
        for value in bad:
            sql = f"UPDATE memlog_retain SET {column} = {value} {where}"
            yield Damage(f"rule's {column} = {value}", sql, [("config", None, None, None, "rule")])
    for name, text in texts().items():
        sql = f"UPDATE memlog_retain SET rule = {text} {where}"
        yield Damage(f"rule: {name}", sql, [("config", None, None, None, "rule")])
    # A function that a trigger of the file could not call either, and one that is none.
    for function in ("load_extension", "max", "no_such_function", "randomblob"):
        rule = f"'{{\"max_count\":2,\"policy\":\"aggregate\",\"function\":\"{function}\"}}'"
        yield Damage(f"rule's function is {function}", f"UPDATE memlog_retain SET rule = {rule} {where}", [], excused=("answers",))
    for row in ("[3,1,2,1]", "[3,1,2,0,0]", "[3,1,2,3,6]", "[3,1,2,2,7]", "[3,1,2,2,0]", "[3,1,2,-1,6]", f"[3,1,2,2,{MOST}]",
                f"[3,1,2,{MOST},6]", "[3,1,2,2,6,1]", "[3,1,2,2,-6]", "[3,1,2,2,6.0]", f"[3,1,2,2,{LEAST}]",
                "[999999999999999999,0,999999999999999998,999999999999999999,4611686018427387904]"):  # fmt: skip
        sql = f"UPDATE memlog_cell SET value = '{row}' WHERE key = 'ann' AND path = 'kept'"
        yield Damage(f"counting row {row}", sql, [("cell", "ann", "kept", None, None)])
    yield Damage(
        "an element that is not counted",
        "DELETE FROM memlog_cell WHERE key = 'ann' AND path = 'kept.1'",
        [("cell", "ann", "kept", None, "counts 2 elements, and has 1")],
    )
    for column in ("key", "scope", "path", "at"):
        for value in ANYTHING:
            if value != "NULL" or column == "at":
                if column == "at" and value in ("0", "7"):
                    continue  # times like any other
                sql = f"UPDATE memlog_used SET {column} = {value} WHERE path = 'fresh_ones.0'"
                yield Damage(f"used {column} = {value}", sql, [("cell", None, None, None, None)])


def large_damages(rows):
    """Much of it: what is asked must not take time or memory out of proportion."""
    count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) "
    paths = count.format(20000) + "SELECT group_concat('\"p' || i || '\":{}') FROM n"
    value, containers = (
        f"'{{' || ({paths.format('1')}) || '}}'",
        f"'{{' || ({paths.format(chr(34) + 'object' + chr(34))}) || '}}'",
    )
    removed = "'[' || (" + count.format(20000) + "SELECT group_concat('\"p' || i || '\"') FROM n) || ']'"
    nested = (
        "'{' || ("
        + count.format(400)
        + "SELECT group_concat('\"' || replace(hex(zeroblob(60)), '0', 'a.') || i || '\":1') FROM n) || '}'"
    )
    where = f"WHERE seq = {rows.event}"
    for name, sql in (
        ("containers in a gap", f"UPDATE memlog_event SET value = {value}, containers = {containers} {where};"
                                f"UPDATE memlog_event SET kind = 11, value = NULL, removed = NULL, containers = NULL WHERE seq = {rows.event} - 1"),
        ("containers", f"UPDATE memlog_event SET value = {value}, containers = {containers} {where}"),
        ("removed", f"UPDATE memlog_event SET value = {value}, removed = {removed} {where}"),
        ("deep paths", f"UPDATE memlog_event SET value = {nested} {where}"),
        ("a long string", f"UPDATE memlog_event SET value = '{{\"a\":\"' || hex(zeroblob(3000000)) || '\"}}' {where}"),
        ("backslashes", f"UPDATE memlog_event SET value = '{{\"a\":\"' || replace(hex(zeroblob(1000000)), '0', '\\\"') || '\"}}' {where}"),
        ("a long key", f"UPDATE memlog_event SET key = hex(zeroblob(3000000)) {where}"),
        ("a long action", f"UPDATE memlog_event SET action = hex(zeroblob(3000000)) {where}"),
        ("snapshot", f"UPDATE memlog_snapshot SET value = {value}, containers = {containers} WHERE seq = {rows.snapshot}"),
        ("keys", "INSERT INTO memlog_cell(key, scope, path, kind, value, at) " + count.format(5000) + "SELECT 'key' || i, 'st', 'x', 1, '1', 0 FROM n"),
        ("cells", "INSERT INTO memlog_cell(key, scope, path, kind, value, at) " + count.format(20000) + "SELECT 'ann', 'st', 'log.' || (i + 2), 1, '1', 0 FROM n"),
        ("sparse elements", "UPDATE memlog_cell SET value = '[999999999999999999,0,999999999999999998]' WHERE path = 'log' AND key = 'ann'"),
        ("rows", "INSERT INTO memlog_event(seq, kind, key, value, step, prev, chain) " + count.format(5000) + f"SELECT {rows.last} + i, 2, 'ann', '{{\"n\":1}}', 0, 1, i FROM n"),
        ("quiet rows", "INSERT INTO memlog_quiet(seq, kind, key, value, step, prev, chain) " + count.format(5000) + f"SELECT {rows.last} + i, 2, 'ann', '{{\"n\":1}}', 0, -1, i FROM n"),
        ("snapshots", "INSERT INTO memlog_snapshot(seq, key, quiet, value) " + count.format(5000) + f"SELECT {rows.last} + i, 'ann', 0, '{{\"n\":1}}' FROM n"),
        ("runs", "INSERT INTO memlog_run(run, key, begun, begin_seq) " + count.format(5000) + "SELECT 10 + i, 'ann', i, i FROM n"),
        ("large values", "INSERT INTO memlog_value(key, digest, json) " + count.format(5000) + "SELECT 'ann', randomblob(16), '\"x\"' FROM n"),
        ("consumers", "INSERT INTO memlog_consumer(name, place) " + count.format(5000) + f"SELECT 'c' || i, {MOST} FROM n"),
        ("rules", "INSERT INTO memlog_retain " + count.format(5000) + "SELECT 'g' || i || '*a*a*a*a*b', 'st', 'log', '{\"max_count\":2}' FROM n"),
        ("notes of reads", "INSERT INTO memlog_used " + count.format(20000) + "SELECT 'ann', 'st', 'fresh_ones.' || i, 1 FROM n"),
        ("options", "INSERT INTO memlog_config " + count.format(5000) + "SELECT 'option' || i, 'true', 0 FROM n"),
    ):  # fmt: skip
        yield Damage(f"many: {name}", sql, [(None, None, None, None, None)])


def expiry_damages(rows):
    told = [(None, "tim", None, None, None)]
    for path in ("a", "a.b", "e", "log"):
        for value in ("'x'", "-1", "0", "x'00'", "1.5", LEAST, MOST, "1783056336001", "8640000000000000", "NULL"):
            yield Damage(
                f"expires of {path} = {value}",
                f"UPDATE memlog_cell SET expires = {value} WHERE key = 'tim' AND path = '{path}' AND expires IS NOT {value}",
                told,
            )
    for value in ("''", "'0'", "'-1'", "'1.5'", "'[]'", "'{'", "'{}x'", "'null'", "'{\"a.b\":\"x\"}'", "'{\"a..b\":1}'",
                  f"'{MOST}'", "'{\"a.b\":1.0}'", "x'7b7d'", "7", "NULL", "'{\"\":1,\"a\":2}'"):  # fmt: skip
        for table in ("memlog_event", "memlog_quiet"):
            yield Damage(
                f"{table}.expires of tim = {value}",
                f"UPDATE {table} SET expires = {value} WHERE key = 'tim' AND expires IS NOT {value}",
                told,
            )
    for column, value in (("ms", "-1"), ("ms", "'x'"), ("ms", MOST), ("ms", "NULL"), ("path", "'a..b'"), ("path", "x'00'"),
                          ("path", "7"), ("scope", "'xx'"), ("scope", "7"), ("key", "''"), ("key", "7")):  # fmt: skip
        yield Damage(
            f"rule of tim: {column} = {value}",
            f"UPDATE memlog_ttl SET {column} = {value} WHERE key = 'tim' AND path = 'a'",
            [("config", None, None, None, None)],
        )


def session_damages(rows):
    """How far sessions were judged, and which messages were."""
    for table, columns in (("memlog_session", ("session", "user", "agent", "through", "ended", "judge", "error")), ("memlog_judged", ("session", "digest", "at"))):  # fmt: skip
        for column in columns:
            for value in ANYTHING:
                if (column, value) in (("session", "NULL"), ("digest", "NULL")):
                    continue  # a key of such a table is never NULL
                sql = f"UPDATE OR REPLACE {table} SET {column} = {value} WHERE {column} IS NOT {value}"
                yield Damage(f"{table}.{column} = {value}", sql, [None], excused=("answers",))
    for column, value in (("through", "-1"), ("through", "'x'"), ("ended", "-1"), ("judge", "'me'"), ("user", "''"), ("error", "7")):
        yield Damage(f"session's {column} is {value}", f"UPDATE memlog_session SET {column} = {value}", [("session", "sid", None, None, None)])
    for column, value in (("digest", "x'00'"), ("digest", "7"), ("at", "-1"), ("at", "'x'")):
        yield Damage(f"judged: {column} is {value}", f"UPDATE OR REPLACE memlog_judged SET {column} = {value}", [("session", "sid", None, None, None)])
    yield Damage("sessions gone", "DELETE FROM memlog_session", [None], excused=("answers",))


FAMILIES = (session_damages, expiry_damages, large_damages, log_damages, cell_damages, head_damages, setting_damages, snapshot_damages, run_damages,
            consumer_damages, value_damages, rule_damages)  # fmt: skip


def several(some):
    """Damages that meet in one file. What mem_verify says of one may hide another; what need not hold of one need not of
    all."""
    excused = tuple({what for one in some for what in one.excused})
    return Damage(" and ".join(one.name for one in some), "; ".join(one.sql for one in some), [], excused=excused)


def main():
    draw, tally, only = random.Random(SEED), Tally(), "".join(sys.argv[1:2])
    print(f"SEED={SEED}")
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        base = Base(directory, tally)
        rows = Rows(base)
        damages = [damage for family in FAMILIES for damage in family(rows) if only in damage.name]
        if not LONG and not only:
            damages = draw.sample(damages, QUICK)
        for damage in damages:
            base.case(damage, tuple(SETTINGS) if LONG or only else (draw.choice(list(SETTINGS)),))
        for _ in range(0 if only else 500 if LONG else 20):
            some = draw.sample([damage for damage in damages if damage.how == "rows"], 3)
            base.case(several(some), (draw.choice(list(SETTINGS)),))
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        base = Base(directory, tally, "UTF-16le")
        chosen = [damage for damage in damages if "CAST(" not in damage.sql]  # which is for the bytes of UTF-8
        for damage in chosen if LONG or only else draw.sample(chosen, 20):
            base.case(damage, (draw.choice(list(SETTINGS)),))
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
