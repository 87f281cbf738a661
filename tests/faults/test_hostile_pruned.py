"""A file whose log was pruned, damaged where that shows: the anchor, the snapshots that keep what came of the rows that
went, heads and runs that lead there. And a choice of the damages of test_hostile.py. hostile.py says what must hold.
HOSTILE_LONG=1 tries all of them in all settings, else a choice from SEED; an argument those whose name holds it."""

import os
import random
import sys
import tempfile

import test_hostile
from cases import Tally
from db import Db
from hostile import LONG, PRUNED, SETTINGS, Base, Damage

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
QUICK = 60  # damages, each in one setting


class Rows(test_hostile.Rows):
    def __init__(self, base):
        super().__init__(base)
        one = Db(base.sound_file)
        self.anchor = one.one("SELECT value FROM memlog_meta WHERE name = 'anchor'")
        self.seq = one.one("SELECT value ->> 'seq' FROM memlog_meta WHERE name = 'anchor'")
        self.first = one.one("SELECT min(seq) FROM memlog_event WHERE key = 'ann'")
        kept = "SELECT seq FROM memlog_snapshot WHERE key = '{}' AND seq <= " + str(self.seq)
        self.ann, self.ned, self.gus = (one.one(kept.format(key)) for key in ("ann", "ned", "gus"))
        one.close()
        assert None not in vars(self).values(), vars(self)


def anchor_damages(rows):
    where = "WHERE name = 'anchor'"
    for name in ("seq", "time", "id", "rows", "run", "check"):
        for value in ("NULL", "0", "1", "-1", "'x'", f"value ->> '{name}' + 1", f"value ->> '{name}' - 1"):
            changed = f"json_set(value, '$.{name}', {value})"
            yield Damage(
                f"anchor.{name} = {value}",
                f"UPDATE memlog_meta SET value = {changed} {where} AND value <> {changed}",
                [("meta", None, None, None, "anchor")],
            )
        yield Damage(f"anchor without {name}", f"UPDATE memlog_meta SET value = json_remove(value, '$.{name}') {where}",
                     [("meta", None, None, None, "anchor")])  # fmt: skip
    for value in ("NULL", "''", "'{}'", "7", "x'00'", "'['", "value || ' '", "zeroblob(1000000)", "CAST(x'7bff' AS TEXT)"):
        yield Damage(f"anchor = {value}", f"UPDATE memlog_meta SET value = {value} {where}", [("meta", None, None, None, None)])
    yield Damage("no anchor", f"DELETE FROM memlog_meta {where}", [("chain", None, None, None, None)])
    yield Damage("a row before the anchor", f"UPDATE memlog_event SET seq = {rows.seq} - 5 WHERE seq = {rows.event}",
                 [(None, None, None, rows.seq - 5, None)])  # fmt: skip
    yield Damage("the first row behind the anchor is gone", f"DELETE FROM memlog_event WHERE seq = {rows.first}",
                 [(None, None, None, None, None)])  # fmt: skip
    yield Damage("all rows are gone", "DELETE FROM memlog_event; DELETE FROM memlog_quiet",
                 [("head", "ann", None, None, None)])  # fmt: skip


def kept_damages(rows):
    told = "snapshot"
    for key, seq in (("ann", rows.ann), ("ned", rows.ned), ("gus", rows.gus)):
        where = f"WHERE seq = {seq}"
        yield Damage(f"what was kept of {key} is gone", f"DELETE FROM memlog_snapshot {where}", [(None, key, None, None, None)])
        for value in ("NULL", "'{}'", "'{\"x\":1}'", "'['", "1"):
            same = value == "'{}'" and key == "gus"
            yield Damage(f"kept of {key}: value = {value}", f"UPDATE memlog_snapshot SET value = {value} {where} AND value IS NOT {value}",
                         [None if same else (None, key, None, None, None)])  # fmt: skip
        for column in ("gap", "sensory_gap"):
            for value in ("NULL", "1", "0", "-1", "'x'", str(rows.last)):
                yield Damage(
                    f"kept of {key}: {column} = {value}",
                    f"UPDATE memlog_snapshot SET {column} = {value} {where} AND {column} IS NOT {value}",
                    [None if value == "1" else (None, key, None, None, None)],
                    excused=("answers",) if value == "1" else (),  # nothing else says where it began
                )
        yield Damage(f"kept of {key}, twice", "INSERT INTO memlog_snapshot(seq, key, quiet, value)"
                     f" SELECT seq - 1, key, quiet, value FROM memlog_snapshot {where}", [(told, key, None, None, None)])  # fmt: skip
        yield Damage(f"kept of {key}, in the other table", f"UPDATE memlog_snapshot SET quiet = NOT quiet {where}",
                     [(None, key, None, None, None)])  # fmt: skip
        yield Damage(f"kept of {key}, of nobody", f"UPDATE memlog_snapshot SET key = 'nobody' {where}",
                     [(None, "nobody", None, None, None)])  # fmt: skip
    yield Damage("a gap where nothing was pruned", f"UPDATE memlog_snapshot SET gap = 1 WHERE seq = {rows.snapshot}",
                 [(told, "ann", None, rows.snapshot, None)])  # fmt: skip


def rest_damages(rows):
    for key in ("ann", "ned", "gus"):
        yield Damage(f"no head of {key}", f"DELETE FROM memlog_cell WHERE key = '{key}' AND scope = ''", [("head", key, None, None, None)])
        for name in ("first", "last", "events", "snap", "rows", "bytes", "run", "gap_st", "gap_se"):
            for value in ("1", "7"):
                sql = f"UPDATE memlog_cell SET value = json_set(value, '$.{name}', {value}) WHERE key = '{key}' AND scope = ''"
                yield Damage(f"head of {key}: {name} = {value}", sql + f" AND value ->> '{name}' IS NOT {value}",
                             [(None, key, None, None, None)])  # fmt: skip
    yield Damage("memory of ned", "UPDATE memlog_cell SET value = '2' WHERE key = 'ned' AND path = 'a'", [("state", "ned", "a", None, None)])
    yield Damage("a run that ended before", "INSERT INTO memlog_run(run, key, outcome, begun, ended, begin_seq, end_seq)"
                 f" VALUES (90, 'ann', 'completed', 1, 2, {rows.seq} - 9, {rows.seq} - 2)", [("run", "ann", None, None, None)])  # fmt: skip
    yield Damage("a run that is open since", "INSERT INTO memlog_run(run, key, begun, begin_seq)"
                 f" VALUES (90, 'ned', 1, {rows.seq} - 9)", [("run", "ned", None, None, None)])  # fmt: skip


FAMILIES = (anchor_damages, kept_damages, rest_damages)


def main():
    draw, tally, only = random.Random(SEED), Tally(), "".join(sys.argv[1:2])
    print(f"SEED={SEED}")
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        base = Base(directory, tally, made_by=PRUNED)
        rows = Rows(base)
        damages = [damage for family in FAMILIES for damage in family(rows) if only in damage.name]
        others = [damage for family in test_hostile.FAMILIES for damage in family(rows)
                  if only in damage.name and damage.name != "runs gone"]  # fmt: skip
        if not LONG and not only:
            damages, others = draw.sample(damages, QUICK), draw.sample(others, QUICK // 2)
        for damage in damages + others:
            base.case(damage, tuple(SETTINGS) if LONG or only else (draw.choice(list(SETTINGS)),))
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
