#!/usr/bin/python3
"""What was not let in is never returned: random programs of items that are added, proposed, decided of, put in
quarantine, released, corrected, removed and expire, with the gate open or under review, in transactions that are rolled
back, in listeners, with the file opened anew, on memlog and on a model in plain Python. After every action memory, each
way of reading it, and the view of records are what the model says; what the past said before it says still."""

import copy
import json
import os
import random
import sqlite3
import struct
import sys
import tempfile
import uuid

import cases
import laws

START = 1783052556087  # milliseconds: 2026-07-03 04:22:36.087
KEYS = ("u", "v")
SETS = ("user_profile", "a.b")
IDS = ("i", "j", "k.l")
WORDS = ("tea", "coffee", "milk", "water", "lemon", "x" * 300)
REASONS = ("spam", "poisoned", "stale.1")


def vector(text):
    """Not one word is like another."""
    numbers = [0.0] * 8
    numbers[sum(text.encode()) % 7] = 1.0
    numbers[7] = len(text) / 1000
    return struct.pack("<8f", *numbers)


GONE = '{"redacted":null}'  # what is left of a content that was denied

class Version:
    """One version of a record. state: proposed, denied, stands, past, quarantined; was: before the quarantine."""

    def __init__(self, content, importance, expires, state):
        self.content, self.importance, self.expires = content, importance, expires
        self.state, self.was, self.stood = state, None, state == "stands"

    def says(self):
        return self.content, self.importance, self.expires


class Record:
    def __init__(self, key, name, item_id):
        self.key, self.name, self.id = key, name, item_id
        self.versions = {}


class Refused(Exception):
    """The model says that the function is an error."""


class Model:
    def __init__(self):
        self.now, self.review = START, False
        self.records = {}  # by id
        self.barred = {}  # record by key and content

    # ---- what there is ----

    def alive(self, version):
        return version.expires is None or version.expires > self.now

    def standing(self, key, name=None, item_id=None):
        """(record id, number, version) of what stands and has not expired."""
        for record_id, record in self.records.items():
            if record.key != key or (name or record.name) != record.name or (item_id or record.id) != record.id:
                continue
            for number, version in record.versions.items():
                if version.state == "stands" and self.alive(version):
                    yield record_id, number, version

    def clean(self, key):
        for record in self.records.values():
            for version in record.versions.values():
                if record.key == key and version.state == "stands" and not self.alive(version):
                    version.state = "past"

    def can(self, record_id, number):
        """Whether nothing is in the way of a version that does not stand."""
        record = self.records[record_id]
        if not self.alive(record.versions[number]):
            return False
        for other, newer, _ in self.standing(record.key, record.name, record.id):
            return other == record_id and newer < number
        stood = [n for n, version in record.versions.items() if version.stood]
        return not stood or record.versions[max(stood)].state == "quarantined"

    def waiting(self, key, name, item_id=None):
        """The newest version of an item that waits, or all that wait in the set, if nothing is in the way."""
        found = [(number, record_id) for record_id, record in self.records.items() for number, version in record.versions.items()
                 if (record.key, record.name) == (key, name) and item_id in (None, record.id) and version.state == "proposed"]  # fmt: skip
        found.sort(key=lambda at: self.records[at[1]].versions[at[0]].made)
        if item_id is not None:
            found = found[-1:]
        return [(record_id, number) for number, record_id in found if self.can(record_id, number)]

    # ---- versions that come ----

    made = 0

    def stand(self, record_id, number):
        record, version = self.records[record_id], self.records[record_id].versions[number]
        for other, old, _ in list(self.standing(record.key, record.name, record.id)):
            self.records[other].versions[old].state = "past"
        version.state, version.stood = "stands", True

    def store(self, record_id, content, importance, expires, proposes):
        record = self.records[record_id]
        number = max(record.versions, default=0) + 1
        record.versions[number] = version = Version(content, importance, expires, "proposed")
        Model.made += 1
        version.made = Model.made
        if not proposes:
            self.stand(record_id, number)
        return number

    def bar_check(self, key, content):
        if (key, content) in self.barred:
            raise Refused("may not come back")

    def fresh(self, key, name, item_id, made, content, importance, expires, proposes):
        self.bar_check(key, content)
        self.records[made] = Record(key, name, item_id)
        self.store(made, content, importance, expires, proposes)

    def add(self, key, name, item_id, content, proposes):
        """Records that have the content; None: a new one is made."""
        self.clean(key)
        same = [at[0] for at in self.standing(key, name) if at[2].content == content]
        if not same and proposes:
            same = [at[0] for at in self.waiting(key, name) if self.records[at[0]].versions[at[1]].content == content]
        if same:
            return same
        taken = list(self.standing(key, name, item_id)) if item_id else []
        if item_id and (taken or (proposes and self.waiting(key, name, item_id))):
            raise Refused("already, with other content")
        return None

    def put(self, key, name, item_id, content, importance, expires, proposes):
        """The record that gets the version; None: a new one is made."""
        self.clean(key)
        stands = list(self.standing(key, name, item_id))
        base = [at[:2] for at in stands]
        if proposes:
            base = self.waiting(key, name, item_id) or base
        if not base:
            return None
        record_id, number = base[0]
        self.change(record_id, number, content, importance, expires, proposes)
        return record_id

    def change(self, record_id, number, content, importance, expires, proposes):
        """0: nothing is new."""
        record, old = self.records[record_id], self.records[record_id].versions[number]
        new = content, importance or old.importance, expires or old.expires
        if new == old.says():
            return 0
        if content != old.content:
            self.bar_check(record.key, content)
        return self.store(record_id, *new, proposes)

    # ---- decisions ----

    def newest(self, record_id, state=None):
        found = [number for number, version in self.records[record_id].versions.items() if state in (None, version.state)
                 and (state != "stands" or self.alive(version))]  # fmt: skip
        return max(found, default=max(self.records[record_id].versions))

    def admit(self, record_id, number):
        record, version = self.records[record_id], self.records[record_id].versions[number]
        if version.state not in ("proposed", "denied"):
            raise Refused("stands|stood|quarantine")
        if version.content == GONE:
            raise Refused("not kept")
        if (record.key, version.content) in self.barred:
            raise Refused("may not come back")
        if not self.can(record_id, number):
            raise Refused("expired|newer|removed|another record")
        self.clean(record.key)
        self.stand(record_id, number)

    def deny(self, record_id, number, keep=False):
        version = self.records[record_id].versions[number]
        if version.state != "proposed":
            raise Refused("already|quarantine|let in")
        version.state = "denied"
        if not keep:
            version.content = GONE

    def quarantine(self, record_id, number):
        record, version = self.records[record_id], self.records[record_id].versions[number]
        if version.state not in ("proposed", "denied") and not (version.state == "stands" and self.alive(version)):
            raise Refused("already|no more")
        if version.content == GONE:
            raise Refused("not kept")
        self.clean(record.key)
        version.state, version.was = "quarantined", version.state
        self.barred.setdefault((record.key, version.content), record_id)

    def release(self, record_id, number):
        record, version = self.records[record_id], self.records[record_id].versions[number]
        if version.state != "quarantined":
            raise Refused("not in quarantine")
        if version.stood and not self.can(record_id, number):
            raise Refused("expired|newer|removed|another record")
        version.state = version.was
        if version.stood:
            version.state = "past"
            self.clean(record.key)
            self.stand(record_id, number)
        if self.barred.get((record.key, version.content)) == record_id:
            del self.barred[record.key, version.content]
            for other, more in self.records.items():
                for held in more.versions.values():
                    if more.key == record.key and held.state == "quarantined" and held.content == version.content:
                        self.barred[record.key, version.content] = other

    def correct(self, record_id, number, content, importance):
        record, version = self.records[record_id], self.records[record_id].versions[number]
        stands = version.state == "stands" and self.alive(version)
        if not stands and version.state in ("stands", "past"):
            raise Refused("no more")
        proposes = self.review or version.state in ("proposed", "denied")
        if version.state == "quarantined":
            if not proposes and not self.can(record_id, number):
                raise Refused("expired|newer|removed|another record")
            self.bar_check(record.key, content)
        if not self.change(record_id, number, content, importance, None, proposes):
            raise Refused("says that already")
        self.clean(record.key)

    def remove(self, key, name, item_id):
        self.clean(key)
        gone = list(self.standing(key, name, item_id))
        for _, _, version in gone:
            version.state = "past"
        return len(gone)

    # ---- what is seen ----

    def seen(self, key):
        return {(self.records[at[0]].name, self.records[at[0]].id): (at[0], at[1], at[2].content) for at in self.standing(key)}

    def state(self, record_id, number):
        """As memlog_v_record has it, where what is past is one."""
        record, version = self.records[record_id], self.records[record_id].versions[number]
        if version.state != "proposed":
            return version.state.replace("stands", "admitted")
        stood = [n for n, other in record.versions.items() if other.stood]
        if any(n > number for n in stood) or (stood and record.versions[max(stood)].state == "past"):
            return "past"
        return "proposed"


class Program:
    def __init__(self, draw, file):
        self.draw, self.file, self.model = draw, file, Model()
        self.past = []  # (position, state by key)
        self.said = []
        self.open()
        self.tick()
        self.one("SELECT mem_config('memory.inline-value-bytes', 100)")
        self.one("SELECT mem_config('long-term-memory.embedding-function', 'embed')")
        self.db.execute("CREATE TRIGGER hears AFTER INSERT ON memlog_event WHEN NEW.type = 'poke' BEGIN "
                        "SELECT mem_item_put(NEW.key, 'a.b', 'i', NEW.value ->> '$.put') WHERE NEW.value ->> '$.put' IS NOT NULL; "
                        "SELECT mem_quarantine(NEW.value ->> '$.hold', 'heard') WHERE NEW.value ->> '$.hold' IS NOT NULL; END")  # fmt: skip

    def open(self):
        self.db = laws.connect(self.file)
        self.db.create_function("embed", 1, vector, deterministic=True)

    def one(self, sql, *values):
        self.said.append((sql, values))
        return self.db.execute(sql, values).fetchone()[0]

    def tick(self):
        self.model.now += self.draw.choice((0, 1, 40, 1000))
        self.clock()

    def clock(self):
        seconds, ms = divmod(self.model.now, 1000)
        self.one("SELECT mem_clock(datetime(?, 'unixepoch') || ?)", seconds, f".{ms:03}")

    def both(self, sql, values, work):
        """The function does what the model does, or is refused for its reasons. An action that fails is undone whole."""
        before = copy.deepcopy(self.model.__dict__)
        try:
            should = work()
        except Refused as why:
            self.model.__dict__ = before
            inside = self.db.in_transaction
            if inside:
                self.db.execute("SAVEPOINT o")
            try:
                is_ = self.one(sql, *values)
            except sqlite3.OperationalError as error:
                assert any(part in str(error) for part in str(why).split("|")), f"{error} is not {why}"
                if inside:
                    self.db.execute("ROLLBACK TO o")
                    self.db.execute("RELEASE o")
                return None
            raise AssertionError(f"{sql} {values}: {is_}, not refused: {why}") from why
        return should, self.one(sql, *values)

    # ---- operations ----

    def where(self):
        return self.draw.choice(KEYS), self.draw.choice(SETS), self.draw.choice(IDS)

    def options(self, item_id=None):
        importance = self.draw.choice((None, None, 1, 7))
        expires = self.model.now + self.draw.choice((1, 500, 3000)) if self.draw.random() < 0.2 else None
        given = {"importance": importance, "expires_at": expires and expires / 1000, "id": item_id}
        return importance, expires, json.dumps({name: value for name, value in given.items() if value is not None})

    def record_of(self, key, name, item_id):
        return str(uuid.UUID(self.one("SELECT hex(record) FROM memlog_item WHERE key = ? AND set_name = ? AND id = ? ORDER BY number DESC",
                                      key, name, item_id)))  # fmt: skip

    def add(self, proposes=False):
        key, name, item_id = self.where()
        item_id = item_id if self.draw.random() < 0.5 else None
        content = self.draw.choice(WORDS)
        importance, expires, options = self.options(item_id)
        call = "mem_propose" if proposes else "mem_item_add"
        proposes = proposes or self.model.review
        if call == "mem_propose" and item_id:
            work = lambda: self.model.put(key, name, item_id, content, importance, expires, True)
        else:
            work = lambda: self.model.add(key, name, item_id, content, proposes)

        def all_work():
            same = work()
            if not same:
                self.model.bar_check(key, content)
            return same

        found = self.both(f"SELECT {call}(?, ?, ?, ?)", (key, name, content, options), all_work)
        if not found:
            return
        same, made = found
        if not same:
            record = made if call == "mem_propose" else self.record_of(key, name, made)
            item = item_id or self.one("SELECT id FROM memlog_v_record WHERE record = ?", record)
            self.model.fresh(key, name, item, record, content, importance, expires, proposes)
        elif call == "mem_propose":
            assert made in same, "propose"
        else:
            assert made in [self.model.records[one].id for one in same], "add"

    def propose(self):
        self.add(True)

    def put(self):
        key, name, item_id = self.where()
        content = self.draw.choice(WORDS)
        importance, expires, options = self.options()

        def work():
            same = self.model.put(key, name, item_id, content, importance, expires, self.model.review)
            if not same:
                self.model.bar_check(key, content)
            return same

        found = self.both("SELECT mem_item_put(?, ?, ?, ?, ?)", (key, name, item_id, content, options), work)
        if found and not found[0]:
            record = self.record_of(key, name, item_id)
            self.model.fresh(key, name, item_id, record, content, importance, expires, self.model.review)

    def named(self, state):
        """A version of a record, as one says it, and which one it is."""
        record_id = self.draw.choice(list(self.model.records))
        if self.draw.random() < 0.5:
            return record_id, record_id, self.model.newest(record_id, state)
        number = self.draw.choice(list(self.model.records[record_id].versions))
        return f"record:{record_id}@{number}", record_id, number

    def decide(self):
        name, record_id, number = self.named(None)
        if self.draw.random() < 0.6:
            self.both("SELECT mem_decide(?, 'admitted', ?)", (name, '{"reviewer":"eve"}'), lambda: self.model.admit(record_id, number))
            return
        keep = self.draw.random() < 0.5
        options = json.dumps({"keep": keep})
        self.both("SELECT mem_decide(?, 'denied', ?)", (name, options), lambda: self.model.deny(record_id, number, keep))

    def quarantine(self):
        name, record_id, number = self.named("stands")
        self.both("SELECT mem_quarantine(?, ?)", (name, self.draw.choice(REASONS)), lambda: self.model.quarantine(record_id, number))

    def release(self):
        name, record_id, number = self.named("quarantined")
        self.both("SELECT mem_release(?)", (name,), lambda: self.model.release(record_id, number))

    def correct(self):
        name, record_id, number = self.named("stands")
        content, importance = self.draw.choice(WORDS), self.draw.choice((None, 3))
        options = json.dumps({"reason": "misheard", **({"importance": importance} if importance else {})})
        self.both("SELECT mem_correct(?, ?, ?)", (name, content, options),
                  lambda: self.model.correct(record_id, number, content, importance))  # fmt: skip

    def remove(self):
        key, name, item_id = self.where()
        n = self.one("SELECT mem_item_remove(?, ?, ?)", key, name, item_id)
        assert n == self.model.remove(key, name, item_id), "remove"

    def review(self):
        self.model.review = not self.model.review
        self.one("SELECT mem_config('long-term-memory.admission', ?)", "review" if self.model.review else "open")

    def expire(self):
        self.one("SELECT mem_expire()")
        for key in KEYS:
            self.model.clean(key)

    def step(self):
        work = [self.put, self.put, self.add, self.add, self.propose, self.propose, self.remove, self.review, self.expire]
        if self.model.records:
            work += [self.decide] * 4 + [self.quarantine, self.quarantine, self.release, self.release, self.correct]
        self.draw.choice(work)()

    def poke(self):
        """Heard at COMMIT, when no virtual table can be written."""
        key = self.draw.choice(KEYS)
        ids = [at for at in self.model.seen(key).values()]
        content = self.draw.choice(WORDS)
        if ids and self.draw.random() < 0.5:
            record_id, number, _ = self.draw.choice(ids)
            self.one("SELECT mem_event_add('poke', ?, ?)", key, json.dumps({"hold": f"record:{record_id}@{number}"}))
            self.model.quarantine(record_id, number)
            return
        if (key, content) in self.model.barred:
            return
        self.one("SELECT mem_event_add('poke', ?, ?)", key, json.dumps({"put": content}))
        if not self.model.put(key, "a.b", "i", content, None, None, self.model.review):
            self.model.fresh(key, "a.b", "i", self.record_of(key, "a.b", "i"), content, None, None, self.model.review)

    def transaction(self):
        self.db.execute("BEGIN")
        before, inner = copy.deepcopy(self.model.__dict__), None
        for _ in range(self.draw.randrange(1, 9)):
            dice = self.draw.random()
            if dice < 0.15:
                self.db.execute("SAVEPOINT p")
                inner = copy.deepcopy(self.model.__dict__)
            elif dice < 0.25 and inner:
                self.db.execute("ROLLBACK TO p")
                self.model.__dict__ = copy.deepcopy(inner)
            elif dice < 0.3:
                self.one("SELECT mem_flush()")
            else:
                self.step()
        if self.draw.random() < 0.2:
            self.db.execute("ROLLBACK")
            self.model.__dict__ = before
        else:
            self.db.execute("COMMIT")

    def reopen(self):
        self.db.close()
        self.open()
        self.clock()

    # ---- checks ----

    def same(self, what, is_, should):
        assert is_ == should, f"{what}: {is_} is not {should}"

    def look(self, key):
        seen = self.model.seen(key)
        rows = self.db.execute("SELECT set_name, id, record, version, content FROM mem_items(?)", (key,)).fetchall()
        self.same(f"mem_items {key}", {tuple(row[:2]): tuple(row[2:]) for row in rows}, seen)
        live = self.one("SELECT mem_snapshot(?, 'long_term')", key)
        self.same(f"live {key}", sorted(json.loads(live).values()), sorted(content for _, _, content in seen.values()))
        self.same(f"last {key}", self.one("SELECT mem_rebuild_at(?, '#last', 'long_term')", key), live)
        for name in SETS:
            for item_id in IDS:
                got = self.one("SELECT mem_item_get(?, ?, ?)", key, name, item_id)
                self.same(f"get {key} {name} {item_id}", got, seen.get((name, item_id), (0, 0, None))[2])
        layers = self.db.execute("SELECT sum(entries) FROM mem_layer WHERE key = ? AND layer IN ('user', 'long_term')", (key,)).fetchone()
        self.same(f"mem_layer {key}", layers[0] or 0, len(seen))
        old = self.db.execute("SELECT record, version FROM mem_items(?, NULL, '{\"versions\":true}')", (key,)).fetchall()
        should = [(one, n) for one, record in self.model.records.items() for n, version in record.versions.items()
                  if record.key == key and version.stood and version.state != "quarantined"]  # fmt: skip
        self.same(f"versions {key}", sorted(old), sorted(should))

    def look_for(self, key):
        word, seen = self.draw.choice(WORDS), self.model.seen(key)
        should = sorted(at for at, (_, _, content) in seen.items() if content == word)
        for mode in ("keyword", "hybrid", "vector"):
            options = json.dumps({"mode": mode, "min_score": 0, "relativity": 0, "preference_limit": None})
            rows = self.db.execute("SELECT set_name, id, record, version, content FROM mem_search(?, NULL, ?, 100, ?)",
                                   (key, word, options)).fetchall()  # fmt: skip
            for row in rows:
                self.same(f"{mode} search {key} {word}", row[2:4], seen.get(row[:2], (0, 0))[:2])
            if mode != "vector":
                self.same(f"{mode} search {key} {word}", sorted(row[:2] for row in rows if row[4].startswith(word[:200])), should)
        recalled = self.one("SELECT mem_recall(?, NULL, ?, '{\"min_score\":0}')", key, word)
        context = "\n".join(text or "" for (text,) in self.db.execute("SELECT content FROM mem_context('none', ?, NULL, ?)", (key, word)))
        known = [content for (name, _), (_, _, content) in seen.items() if name == "user_profile"]
        for other in WORDS[:-1]:
            assert other in known or (other not in json.loads(recalled)["user_profile"] and other not in context), f"recall {key} {other}"

    def look_at_records(self):
        should = {(one, n): (self.model.state(one, n), version.content) for one, record in self.model.records.items()
                  for n, version in record.versions.items()}  # fmt: skip
        past = {"superseded": "past", "expired": "past", "deleted": "past"}
        rows = self.db.execute("SELECT record, version, state, content ->> '$' FROM memlog_v_record").fetchall()
        is_ = {row[:2]: (past.get(row[2], row[2]), row[3]) for row in rows}
        for at in set(is_) | set(should):
            self.same(f"record {at}", is_.get(at), should.get(at))
        stood = {one: sorted(n for n, version in record.versions.items() if version.stood) for one, record in self.model.records.items()}
        steps = sorted((one, later, former) for one, all_ in stood.items() for former, later in zip(all_, all_[1:]))
        edges = "SELECT from_id, from_version, to_version FROM memlog_v_edge WHERE relation = 'supersedes'"
        self.same("superseded by edges", sorted(self.db.execute(edges).fetchall()), steps)
        life = "SELECT record, version FROM memlog_v_lifecycle WHERE change = ?"
        self.same("admitted", sorted(set(self.db.execute(life, ("admitted",)).fetchall())), sorted((one, n) for one in stood for n in stood[one]))
        self.same("superseded", sorted(self.db.execute(life + " AND id IS NULL", ("superseded",)).fetchall()), sorted((one, n) for one, _, n in steps))
        held = {(record.key, version.content) for record in self.model.records.values() for version in record.versions.values()
                if version.state == "quarantined"}  # fmt: skip
        assert held == set(self.model.barred), "the model"
        self.same("barred", self.one("SELECT count(*) FROM memlog_barred"), len(held))

    def look_back(self):
        seq = self.one("SELECT max(seq) FROM mem_journal")
        for at, then in self.past[-6:]:
            for key in KEYS:
                self.same(f"{key} at #{at}", self.one("SELECT mem_rebuild_at(?, '#' || ?, 'long_term')", key, at), then[key])
        if seq and (not self.past or self.past[-1][0] < seq):
            self.past.append((seq, {key: self.one("SELECT mem_rebuild_at(?, ?, 'long_term')", key, f"#{seq}") for key in KEYS}))

    def verify(self, db=None):
        for table in ("mem_verify", "mem_lineage_break"):
            faults = (db or self.db).execute(f"SELECT * FROM {table}").fetchall()
            assert not faults, f"{table}: {faults[:5]}"

    def move(self, review):
        """Into another file, where all is let in as it comes, or nothing is."""
        other = laws.connect(self.file + (".review" if review else ".open"))
        other.create_function("embed", 1, vector, deterministic=True)
        other.execute("SELECT mem_config('long-term-memory.admission', ?)", ("review" if review else "open",)).fetchone()
        other.execute("BEGIN")
        for (line,) in self.db.execute("SELECT line FROM mem_export").fetchall():
            other.execute("SELECT mem_import(?)", (line,)).fetchone()
        other.execute("COMMIT")
        for key in KEYS if review else ():
            n = other.execute("SELECT count(*) FROM mem_items(?), mem_search(?, NULL, 'tea')", (key, key)).fetchone()[0]
            self.same(f"imported {key}, where all waits", n, 0)
        for at, then in () if review else self.past[:-1]:
            for key in KEYS:
                is_ = other.execute("SELECT mem_rebuild_at(?, '#' || ?, 'long_term')", (key, at)).fetchone()[0]
                self.same(f"imported {key} at #{at}", is_, then[key])
        self.verify(other)
        waits = other.execute("SELECT DISTINCT record FROM memlog_v_record WHERE state = 'proposed'").fetchall()
        for (record,) in waits:
            try:
                other.execute("SELECT mem_decide(?, 'admitted')", (record,)).fetchone()
            except sqlite3.OperationalError as error:
                assert any(why in str(error) for why in ("expired", "another record", "stands", "denied", "newer", "it is in", "may not")), error
        self.verify(other)
        other.close()

    def play(self, steps):
        for number in range(steps):
            self.tick()
            dice = self.draw.random()
            if dice < 0.5:
                self.step()
            elif dice < 0.85:
                self.transaction()
            elif dice < 0.95:
                self.poke()
            else:
                self.reopen()
            for key in KEYS:
                self.look(key)
                self.look_for(key)
            self.look_at_records()
            self.look_back()
            if number % 8 == 7:
                self.verify()
        self.verify()
        for review in (False, True):
            self.move(review)
        self.db.close()


def main():
    options = laws.arguments(__doc__, programs=(40, 2000), steps=(24, 40))
    tally = cases.Tally()
    print(f"seed {options.seed}")
    for number in range(options.programs):
        draw = random.Random(options.seed * 100003 + number)
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            program = Program(draw, os.path.join(directory, "memory.db"))
            try:
                program.play(options.steps)
                tally.check(True, "")
            except (AssertionError, sqlite3.Error) as error:
                said = "".join(f"\n  {sql} {values}" for sql, values in program.said[-12:])
                tally.check(False, f"--seed {options.seed}, program {number}: {type(error).__name__}: {error}{said}"[:4000])
                if not options.keep_going:
                    break
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
