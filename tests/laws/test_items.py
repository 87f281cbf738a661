#!/usr/bin/python3
"""Long-term memory, on memlog and on a model of it in plain Python: random programs of items that are added, given
versions, removed and expire, with switches, listeners, savepoints, runs, pruning, redaction, forgetting, and files of an
older version. After every action memory is what the model says, the past at the newest position is the present, what the
past said before it says still, and another file that imports the lines has the same past."""

import copy
import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile

import cases
import laws

START = 1783052556087  # milliseconds: 2026-07-03 04:22:36.087
KEYS = ("u", "v")
SETS = ("s", "a.b", 'q"')
IDS = ("i", "j", "k.l")
SWITCH = "memory.generate-event.long-term-update"
CONTENTS = ('"tea"', '"coffee"', "1", "1.0", '{"a":[1,null]}', '"' + "x" * 300 + '"', "[]", "true")
ALL = "SELECT set_name, id, record, content, metadata, importance, version, created_at, updated_at, expires_at, begin_seq"
FIXTURE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fixtures", "version_2.sqlite")


def quoted(name):
    return '"' + name.replace('"', '""') + '"' if "." in name or '"' in name else name


def path(where):
    return quoted(where[0]) + "." + quoted(where[1])


class Item:
    def __init__(self, content, importance=None, expires=None, version=1):
        self.content, self.importance, self.expires, self.version = content, importance, expires, version


class Model:
    """What stands: by key, by set and id."""

    def __init__(self):
        self.now = START
        self.items = {key: {} for key in KEYS}

    def clean(self, key):
        self.items[key] = {at: item for at, item in self.items[key].items() if item.expires is None or item.expires > self.now}

    def add(self, key, name, content, made):
        """The ids of items that have the content, or the one that memlog made."""
        self.clean(key)
        same = [item_id for (of, item_id), item in self.items[key].items() if of == name and item.content == content]
        if not same:
            self.items[key][name, made] = Item(content)
        return same or [made]

    def put(self, key, name, item_id, content, importance, expires):
        self.clean(key)
        old = self.items[key].get((name, item_id))
        if old is None:
            self.items[key][name, item_id] = Item(content, importance, expires)
            return
        new = Item(content, importance or old.importance, expires or old.expires, old.version + 1)
        if (new.content, new.importance, new.expires) == (old.content, old.importance, old.expires):
            new = old
        self.items[key][name, item_id] = new

    def remove(self, key, name, item_id):
        self.clean(key)
        gone = [at for at in self.items[key] if at[0] == name and item_id in (None, at[1])]
        for at in gone:
            del self.items[key][at]
        return len(gone)

    def seen(self, key, now=None, items=None):
        """Contents by path, as JSON."""
        now = self.now if now is None else now
        of = self.items[key] if items is None else items
        return {path(at): item.content for at, item in of.items() if item.expires is None or item.expires > now}


def contents(text):
    """The values of a map as they are written."""
    return {name: json.dumps(value, separators=(",", ":"), ensure_ascii=False) for name, value in json.loads(text).items()}


class Program:
    def __init__(self, draw, file, old):
        self.draw, self.file = draw, file
        if old:
            shutil.copyfile(FIXTURE, file)
        self.db = laws.connect(file)
        self.model, self.on = Model(), True
        self.past = []  # (position, time, items by key)
        self.tick()
        self.one("SELECT mem_config('memory.inline-value-bytes', 100)")
        self.one("SELECT mem_config('agent-run.snapshot-every-runs', 2)")
        self.db.execute("CREATE TRIGGER hears AFTER INSERT ON memlog_event WHEN NEW.type = 'poke' BEGIN "
                        "SELECT mem_item_put(NEW.key, 'heard', 'it', NEW.value ->> '$.n'); END")  # fmt: skip

    def one(self, sql, *values):
        return self.db.execute(sql, values).fetchone()[0]

    def tick(self):
        self.model.now += self.draw.choice((0, 1, 40, 1000))
        seconds, ms = divmod(self.model.now, 1000)
        self.one("SELECT mem_clock(datetime(?, 'unixepoch') || ?)", seconds, f".{ms:03}")

    # ---- operations ----

    def where(self):
        return self.draw.choice(KEYS), self.draw.choice(SETS), self.draw.choice(IDS)

    def put(self):
        key, name, item_id = self.where()
        content, importance = self.draw.choice(CONTENTS), self.draw.choice((None, None, 1, 7))
        expires = self.model.now + self.draw.choice((1, 500, 3000)) if self.draw.random() < 0.2 else None
        options = {}
        if importance:
            options["importance"] = importance
        if expires:
            options["expires_at"] = expires / 1000
        self.one("SELECT mem_item_put(?, ?, ?, json(?), ?)", key, name, item_id, content, json.dumps(options))
        self.model.put(key, name, item_id, content, importance, expires)

    def add(self):
        key, name, _ = self.where()
        content = self.draw.choice(CONTENTS)
        made = self.one("SELECT mem_item_add(?, ?, json(?))", key, name, content)
        assert made in self.model.add(key, name, content, made), "add"

    def remove(self):
        key, name, item_id = self.where()
        if self.draw.random() < 0.3:
            item_id = None
        n = self.one("SELECT mem_item_remove(?, ?, ?)" if item_id else "SELECT mem_item_remove(?, ?)", key, name, *([item_id] if item_id else []))
        assert n == self.model.remove(key, name, item_id), "remove"

    def switch(self):
        self.on = not self.on
        self.one("SELECT mem_config(?, ?)", SWITCH, int(self.on))

    def other(self):
        key = self.draw.choice(KEYS)
        self.one("SELECT mem_set(?, 'x', ?)", key, self.draw.randrange(3))

    def run(self):
        self.one("SELECT mem_run_begin(?)", self.draw.choice(KEYS))

    def poke(self):
        """Heard at once, so it has an action of its own."""
        key, n = self.draw.choice(KEYS), self.draw.randrange(100)
        self.one("SELECT mem_event_add('poke', ?, ?)", key, json.dumps({"n": n}))
        self.model.put(key, "heard", "it", str(n), None, None)

    def step(self):
        self.draw.choice((self.put, self.put, self.put, self.add, self.add, self.remove, self.other, self.switch))()

    def transaction(self):
        self.db.execute("BEGIN")
        before = copy.deepcopy(self.model.items), self.on
        inner = None
        for _ in range(self.draw.randrange(1, 9)):
            dice = self.draw.random()
            if dice < 0.15:
                self.db.execute("SAVEPOINT p")
                inner = copy.deepcopy(self.model.items), self.on
            elif dice < 0.25 and inner:
                self.db.execute("ROLLBACK TO p")
                self.model.items, self.on = copy.deepcopy(inner[0]), inner[1]
            elif dice < 0.3:
                self.one("SELECT mem_flush()")
            else:
                self.step()
        if self.draw.random() < 0.2:
            self.db.execute("ROLLBACK")
            self.model.items, self.on = before
        else:
            self.db.execute("COMMIT")

    # ---- what takes away ----

    def prune(self):
        if self.past:
            at = self.draw.choice(self.past)[0]
            upto = json.loads(self.one("SELECT mem_prune('#' || ?, '{\"max_rows\":7}')", at))["pruned_upto"]
            self.past = [one for one in self.past if one[0] >= upto]

    def forget(self):
        key = self.draw.choice(KEYS)
        self.one("SELECT mem_forget(?, NULL, '{\"search\":false}')", key)
        self.model.items[key] = {}
        for _, _, items in self.past:
            items[key] = {}

    def redact(self):
        rows = self.db.execute("SELECT seq, key, value FROM mem_journal WHERE type = '_long_term_update_event' AND key IN ('u', 'v')").fetchall()
        found = [(seq, key, at, text) for seq, key, value in rows for at, text in contents(value).items()
                 if text != "null" and "redacted" not in text]  # fmt: skip
        if not found:
            return
        seq, key, at, content = self.draw.choice(found)
        stands = any(path(where) == at and item.content == content for where, item in self.model.items[key].items())
        try:
            self.one("SELECT mem_redact(?, ?, 'law')", f"#{seq}", at)
        except sqlite3.OperationalError as error:
            assert stands and "overwrite or delete it first" in str(error), f"redact {seq} {at}: {error}"
            return
        assert not stands, f"redact {seq} {at}: it stands"
        for _, _, items in self.past:
            for where, item in items[key].items():
                if path(where) == at and item.content == content:
                    item.content = '{"redacted":"law"}'

    # ---- checks ----

    def same(self, what, is_, should):
        assert is_ == should, f"{what}: {is_} is not {should}"

    def look(self):
        for key in KEYS:
            should = self.model.seen(key)
            self.same(f"live {key}", contents(self.one("SELECT mem_snapshot(?, 'long_term')", key)), should)
            rows = self.db.execute("SELECT set_name, id, version, importance FROM mem_items(?)", (key,)).fetchall()
            items = {at: item for at, item in self.model.items[key].items() if path(at) in should}
            self.same(f"rows {key}", sorted(rows), sorted((*at, item.version, item.importance) for at, item in items.items()))
            last = contents(self.one("SELECT mem_rebuild_at(?, '#last', 'long_term')", key))
            self.same(f"last {key}", last, should)

    def look_back(self):
        for seq, now, items in self.past:
            for key in KEYS:
                is_ = contents(self.one("SELECT mem_rebuild_at(?, '#' || ?, 'long_term')", key, seq))
                last = seq == self.past[-1][0]
                self.same(f"{key} at #{seq}", is_, self.model.seen(key, self.model.now if last else now, items[key]))

    def verify(self, db):
        for table in ("mem_verify", "mem_lineage_break"):
            faults = db.execute(f"SELECT * FROM {table}").fetchall()
            assert not faults, f"{table}: {faults[:5]}"

    def move(self):
        """Into another file, from the beginning and from the middle of the log."""
        start = self.draw.choice(self.past)[0] + 1 if self.past and self.draw.random() < 0.5 else 1
        other = laws.connect(self.file + ".other")
        other.execute("SELECT mem_config('memory.inline-value-bytes', ?)", (self.draw.choice((64, 1000)),)).fetchone()
        other.execute("BEGIN")
        for (line,) in self.db.execute("SELECT line FROM mem_export(?, 1)", (start,)).fetchall():
            other.execute("SELECT mem_import(?)", (line,)).fetchone()
        other.execute("COMMIT")
        self.verify(other)
        seconds, ms = divmod(self.model.now, 1000)
        other.execute("SELECT mem_clock(datetime(?, 'unixepoch') || ?)", (seconds, f".{ms:03}")).fetchone()
        # Rows of who was forgotten stay; and what is the newest position there, if it is not here, is seen by the present clock.
        rows = {seq for seq, in other.execute("SELECT seq FROM mem_journal").fetchall()} | {start - 1}
        if self.past and max(rows) != self.past[-1][0]:
            rows.remove(max(rows))
        for seq in [one[0] for one in self.past if one[0] >= start - 1 and one[0] in rows]:
            for key in KEYS:
                ask = (key, json.dumps({"as_of": f"#{seq}"}))
                rows = [db.execute(f"{ALL} FROM mem_items(?, NULL, ?)", ask).fetchall() for db in (self.db, other)]
                self.same(f"imported {key} at #{seq}", rows[1], rows[0])
        other.close()
        for end in ("", "-wal", "-shm"):
            if os.path.exists(self.file + ".other" + end):
                os.remove(self.file + ".other" + end)

    def play(self, steps):
        for _ in range(steps):
            self.tick()
            dice = self.draw.random()
            if dice < 0.4:
                self.step()
            elif dice < 0.75:
                self.transaction()
            elif dice < 0.82:
                self.poke()
            elif dice < 0.86:
                self.run()
            elif dice < 0.9:
                self.prune()
            elif dice < 0.97:
                self.redact()
            else:
                self.forget()
            self.look()
            seq, time = self.db.execute("SELECT max(seq), max(time) FROM mem_journal").fetchone()
            if seq and (not self.past or self.past[-1][0] < seq):
                at = self.one("SELECT CAST(round((julianday(?) - 2440587.5) * 86400000) AS INTEGER)", time)
                self.past.append((seq, at, copy.deepcopy(self.model.items)))
            self.look_back()
        self.verify(self.db)
        self.move()
        self.db.close()


def main():
    options = laws.arguments(__doc__, programs=(60, 2000), steps=(25, 40))
    tally = cases.Tally()
    print(f"seed {options.seed}")
    for number in range(options.programs):
        draw = random.Random(options.seed * 100003 + number)
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            program = Program(draw, os.path.join(directory, "memory.db"), number % 6 == 5)
            try:
                program.play(options.steps)
                tally.check(True, "")
            except (AssertionError, sqlite3.Error) as error:
                tally.check(False, f"--seed {options.seed}, program {number}: {type(error).__name__}: {error}"[:2000])
                if not options.keep_going:
                    break
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
