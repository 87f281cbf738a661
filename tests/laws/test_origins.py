#!/usr/bin/python3
"""What items tell of lineage by themselves, beside a model of it in plain Python: random programs of items that are added,
put, made of others, removed with and without leave to come back, and expire; with listeners, savepoints, rollbacks. After
every action the things and edges are those of the model, what is barred is, and there is no break."""

import collections
import copy
import json
import os
import random
import sqlite3
import sys
import tempfile

import cases
import laws

START = 1783052556087  # milliseconds
KEYS, SETS, IDS = ("u", "v"), ("s", "t"), ("i", "j", "k")
CONTENTS = ("tea", "Tea!", "coffee", "milk", "x" * 200, "water")
RELEARN = (None, None, None, "allow", "refuse", "mark")


def norm(content):
    return content.lower().strip("!")


class Refused(Exception):
    pass


class Model:
    """Records by name (key, set, id, which of that name), each a list of versions."""

    def __init__(self):
        self.now = START
        self.records = {}  # name: [{"content", "derived", "expires"}]
        self.stands = {}  # (key, set, id): name
        self.last = {}  # (key, set, id): name
        self.things, self.edges, self.barred = collections.Counter(), collections.Counter(), {}

    def end(self, name):
        return (*name, len(self.records[name]))

    def change(self, key, detail, ends):
        thing = ("change", key, json.dumps(detail, separators=(",", ":")))
        self.things[thing] += 1
        for end in ends:
            self.edges[thing, "changes", end, None] += 1

    def clean(self, key):
        due = [at for at, name in self.stands.items() if at[0] == key and (self.records[name][-1]["expires"] or self.now + 1) <= self.now]
        if due:
            self.change(key, {"change": "expired"}, [self.end(self.stands.pop(at)) for at in due])

    def tell(self, key, output, kind, inputs):
        thing = ("transformation", key, json.dumps({"kind": kind, "code": "host"}, separators=(",", ":")))
        self.things[thing] += 1
        self.edges[output, "made_by", thing, None] += 1
        for end in inputs:
            self.edges[thing, "read", end, None] += 1
            self.edges[output, "derived_from", end, None if end[:2] == output[:2] else "crosses_scope"] += 1

    def kind(self, content, inputs):
        if len(inputs) > 1:
            return "merge"
        *name, version = inputs[0]
        return "copy" if self.records[tuple(name)][version - 1]["content"] == content else "summary"

    def there(self, key, name, kind, inputs):
        """What is not known yet of the origin of a version that is there."""
        output = self.end(name)
        known = {edge[2] for edge in self.edges if edge[0] == output and edge[1] == "derived_from"} | {output}
        rest = [end for end in inputs if end not in known]
        if rest:
            self.tell(key, output, kind, rest)

    def arrive(self, at, name, content, kind, inputs, expires):
        bar = self.barred.get((at[0], norm(content)))
        self.records.setdefault(name, []).append({"content": content, "derived": kind, "expires": expires})
        self.stands[at] = self.last[at] = name
        if bar and self.records[name][-2:-1] and self.records[name][-2]["content"] == content:
            bar = None
        if bar:
            self.edges[self.end(name), "repeats", (*bar[1], 0), None] += 1
        if inputs:
            self.tell(at[0], self.end(name), kind, inputs)

    def refuse(self, key, content):
        if self.barred.get((key, norm(content)), ("",))[0] == "refuse":
            raise Refused

    def fresh(self, at):
        return (*at, sum(name[:3] == at for name in self.records))

    def add(self, key, set_name, content, made, inputs, expires):
        """made: the id that memlog has returned; None: it refused."""
        kind = self.kind(content, inputs) if inputs else None
        self.clean(key)
        same = [name for at, name in self.stands.items() if at[:2] == (key, set_name) and self.records[name][-1]["content"] == content]
        if not same:
            self.refuse(key, content)
            at = (key, set_name, made)
            self.arrive(at, self.fresh(at), content, kind, inputs, expires)
            return
        [found] = [name for name in same if name[2] == made]
        if inputs:
            self.there(key, found, kind, inputs)

    def put(self, key, set_name, item_id, content, inputs):
        at = (key, set_name, item_id)
        kind = self.kind(content, inputs) if inputs else None
        self.clean(key)
        name = self.stands.get(at)
        if name and self.records[name][-1]["content"] == content:
            if inputs:
                self.there(key, name, kind, inputs)
            return
        self.refuse(key, content)
        self.arrive(at, name or self.fresh(at), content, kind, inputs, self.records[name][-1]["expires"] if name else None)

    def bar(self, key, name, relearn):
        if relearn == "allow":
            self.barred.pop((key, norm(self.records[name][-1]["content"])), None)
        elif relearn:
            self.barred[key, norm(self.records[name][-1]["content"])] = (relearn, name)

    def remove(self, key, set_name, item_id, options):
        self.clean(key)
        relearn = options.get("relearn")
        gone = sorted(at for at in self.stands if at[:2] == (key, set_name) and item_id in (None, at[2]))
        detail = {"change": "deleted", "how": "removed"}
        if relearn in ("refuse", "mark"):
            detail["relearn"] = relearn
        if "reason" in options:
            detail["reason"] = options["reason"]
        for at in gone:
            name = self.stands.pop(at)
            self.change(key, detail, [self.end(name)])
            self.bar(key, name, relearn)
        if item_id and not gone and relearn and (key, set_name, item_id) in self.last:
            self.bar(key, self.last[key, set_name, item_id], relearn)
        return len(gone)


class Program:
    def __init__(self, draw, file):
        self.draw, self.model = draw, Model()
        self.db = laws.connect(file)
        self.one("SELECT mem_config('memory.inline-value-bytes', 100)")
        self.tick()
        self.db.execute("CREATE TRIGGER hears AFTER INSERT ON memlog_event WHEN NEW.type = 'poke' BEGIN "
                        "SELECT mem_item_remove(NEW.key, 's', 'i', '{\"reason\":\"poke\"}'); END")  # fmt: skip

    def one(self, sql, *values):
        return self.db.execute(sql, values).fetchone()[0]

    def tick(self):
        self.model.now += self.draw.choice((0, 1, 40, 1000))
        seconds, ms = divmod(self.model.now, 1000)
        self.one("SELECT mem_clock(datetime(?, 'unixepoch') || ?)", seconds, f".{ms:03}")

    # ---- names ----

    def labels(self):
        """Records as the model names them, by their ids."""
        found, count = {}, collections.Counter()
        for *at, record in self.db.execute("SELECT key, set_name, id, record FROM memlog_item ORDER BY number").fetchall():
            if record not in found:
                found[record] = (*at, count[tuple(at)])
                count[tuple(at)] += 1
        return found

    def inputs(self):
        """Versions that something is made of, and how that is said; mostly none."""
        if self.draw.random() < 0.6 or not self.model.records:
            return [], {}
        ids = {label: record for record, label in self.labels().items()}
        ends, said = [], []
        for name in self.draw.sample(sorted(self.model.records), min(len(self.model.records), self.draw.choice((1, 1, 2, 3)))):
            last = len(self.model.records[name])
            version = self.draw.randint(1, last)
            record = ids[name].hex()
            uuid = "-".join((record[:8], record[8:12], record[12:16], record[16:20], record[20:]))
            forms = [f"record:{uuid}@{version}", {"record": uuid, "version": version}]
            if version == last:
                forms += [uuid, {"record": uuid}]
                if self.model.last[name[:3]] == name:
                    forms += [{"key": name[0], "set": name[1], "id": name[2]}]
            ends.append((*name, version))
            said.append(self.draw.choice(forms))
        return ends, {"derived_from": said}

    # ---- operations ----

    def add(self):
        key, name, content = self.draw.choice(KEYS), self.draw.choice(SETS), self.draw.choice(CONTENTS)
        ends, options = self.inputs()
        expires = self.model.now + self.draw.choice((1, 500, 3000)) if self.draw.random() < 0.3 else None
        if expires:
            options["expires_at"] = expires / 1000
        made = self.asked("SELECT mem_item_add(?, ?, ?, ?)", key, name, content, json.dumps(options))
        self.answer(made, self.model.add, key, name, content, made, ends, expires)

    def put(self):
        key, name, item_id, content = (self.draw.choice(some) for some in (KEYS, SETS, IDS, CONTENTS))
        ends, options = self.inputs()
        made = self.asked("SELECT mem_item_put(?, ?, ?, ?, ?)", key, name, item_id, content, json.dumps(options))
        self.answer(made, self.model.put, key, name, item_id, content, ends)

    def asked(self, sql, *values):
        try:
            return self.one(sql, *values)
        except sqlite3.OperationalError as error:
            assert "may not come back" in str(error), error
            return None

    def answer(self, made, operation, *arguments):
        """What is refused is undone with all that it was done with."""
        try:
            operation(*arguments)
        except Refused:
            assert made is None, f"it was let in: {arguments}"
            raise
        assert made is not None, f"it was refused: {arguments}"

    def remove(self):
        key, name, item_id = self.draw.choice(KEYS), self.draw.choice(SETS), self.draw.choice((*IDS, None))
        options, relearn = {}, self.draw.choice(RELEARN)
        if relearn:
            options["relearn"] = relearn
        if self.draw.random() < 0.3:
            options["reason"] = self.draw.choice(("old", 'it is "wrong"'))
        n = self.one("SELECT mem_item_remove(?, ?, ?, ?)", key, name, item_id, json.dumps(options))
        assert n == self.model.remove(key, name, item_id, options), "remove"

    def poke(self):
        key = self.draw.choice(KEYS)
        self.one("SELECT mem_event_add('poke', ?, '1')", key)
        self.model.remove(key, "s", "i", {"reason": "poke"})

    def step(self):
        self.draw.choice((self.add, self.put, self.put, self.remove))()

    def alone(self, operation):
        before = copy.deepcopy(self.model)
        try:
            operation()
        except Refused:
            self.model = before

    def transaction(self):
        self.db.execute("BEGIN")
        before, inner = copy.deepcopy(self.model), None
        try:
            for _ in range(self.draw.randrange(1, 7)):
                dice = self.draw.random()
                if dice < 0.15:
                    self.db.execute("SAVEPOINT p")
                    inner = copy.deepcopy(self.model)
                elif dice < 0.3 and inner:
                    self.db.execute("ROLLBACK TO p")
                    self.model = copy.deepcopy(inner)
                else:
                    self.step()
        except Refused:
            self.db.execute("ROLLBACK")
            self.model = before
            return
        if self.draw.random() < 0.2:
            self.db.execute("ROLLBACK")
            self.model = before
        else:
            self.db.execute("COMMIT")

    # ---- checks ----

    def look(self):
        # That a removal proves itself is what test_lineage.py is about.
        names = self.labels()
        things = {row[0]: row[1:] for row in self.db.execute("SELECT id, type, key, detail FROM memlog_entity WHERE type <> 'proof'").fetchall()}
        edges = collections.Counter()
        for from_id, from_version, relation, to_id, to_version, reason in self.db.execute(
            "SELECT from_id, from_version, relation, to_id, to_version, reason FROM memlog_edge WHERE relation <> 'proves'"
        ).fetchall():
            ends = [things.get(of) or (*names[of], version) for of, version in ((from_id, from_version), (to_id, to_version))]
            edges[ends[0], relation, ends[1], reason] += 1
        self.same("things", collections.Counter(things.values()), self.model.things)
        self.same("edges", edges, self.model.edges)
        barred = sorted((how, names[record]) for how, record in self.db.execute("SELECT how, record FROM memlog_barred").fetchall())
        self.same("barred", barred, sorted(self.model.barred.values()))
        derived = {(*names[record], version): how for record, version, how in
                   self.db.execute("SELECT record, version, derived FROM memlog_item").fetchall()}  # fmt: skip
        should = {(*name, n): version["derived"] for name, all_ in self.model.records.items() for n, version in enumerate(all_, 1)}
        self.same("derived", derived, should)
        txn = self.one("SELECT count(*) FROM memlog_entity WHERE txn IS NULL OR txn NOT IN (SELECT seq FROM mem_journal)")
        self.same("things without their transaction", txn, 0)
        for table in ("mem_verify", "mem_lineage_break"):
            rows = self.db.execute(f"SELECT * FROM {table}").fetchall()
            assert not rows, f"{table}: {rows[:3]}"

    def same(self, what, is_, should):
        if is_ != should and isinstance(is_, collections.Counter):
            raise AssertionError(f"{what}: too many {list((is_ - should).items())[:3]}, missing {list((should - is_).items())[:3]}")
        assert is_ == should, f"{what}: {is_} is not {should}"

    def play(self, steps):
        for _ in range(steps):
            self.tick()
            dice = self.draw.random()
            if dice < 0.5:
                self.alone(self.step)
            elif dice < 0.9:
                self.transaction()
            else:
                self.poke()
            self.look()
        self.db.close()


def main():
    options = laws.arguments(__doc__, programs=(40, 2000), steps=(25, 40))
    tally = cases.Tally()
    print(f"seed {options.seed}")
    for number in range(options.programs):
        draw = random.Random(options.seed * 100003 + number)
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            program = Program(draw, os.path.join(directory, "memory.db"))
            try:
                program.play(options.steps)
                tally.check(True, "")
            except (AssertionError, KeyError, ValueError, sqlite3.Error) as error:
                tally.check(False, f"--seed {options.seed}, program {number}: {type(error).__name__}: {error}"[:2000])
                if not options.keep_going:
                    break
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
