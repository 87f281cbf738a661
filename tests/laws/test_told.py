#!/usr/bin/python3
"""What hosts say of lineage, at random, beside a model of it: sources, searches, placements, claims, effects, derivations
and edges, of records whose versions come and go, with references of every form, some of which are wrong; in transactions,
of which parts are rolled back, on two connections. What is refused changes nothing, what is accepted
makes just the edges that the reference tells of, and neither mem_verify nor
mem_lineage_break finds anything.

Usage: test_told.py [--seed N] [--programs N] [--steps N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import copy
import json
import os
import random
import sqlite3
import sys
import tempfile

import cases
from laws import arguments, connect

KEYS, IDS = ("u", "v", "w é"), ("a", "b.c", "d")
JOINS = {  # what hosts may say: from, relation, to
    "based_on": ({"decision"}, {"source", "record"}),
    "stated_by": ({"record"}, {"source"}),
    "conflicts_with": ({"record"}, {"record"}),
    "found_by": ({"placement"}, {"retrieval"}),
    "refers_to": ({"claim"}, {"record", "placement", "claim"}),
    "used": ({"action", "effect"}, {"claim", "record", "decision", "action"}),
    "revises": ({"effect"}, {"effect"}),
    "caused_by": ({"source", "retrieval", "placement", "claim", "action", "effect", "transformation", "decision"}, {"event"}),
}
NEVER = ("decided_by", "made_by", "selected", "chosen", "placed", "proves", "changes", "corrects", "derived_from", "likes")


def plain(uuid):
    return uuid.replace("-", "")


def uuid(text):
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


class Refused(Exception):
    pass


class Model:
    """Records by id: [key, id of the item, newest version, the one that stands]; entities by id: type; edges by ends."""

    def __init__(self):
        self.records, self.items, self.entities, self.edges, self.derived, self.events = {}, {}, {}, {}, {}, []

    def link(self, source, relation, target, rank=None, reason=None):
        self.edges.setdefault((*source, relation, *target), (rank, reason))

    def stands(self, thing):
        return self.records[thing[0]][3] == thing[1]

    def conflicts(self, thing):
        for (a, av, relation, b, bv) in self.edges:
            if relation == "conflicts_with" and thing in ((a, av), (b, bv)):
                yield (b, bv) if (a, av) == thing else (a, av)

    def oppose(self, retrieval, things):
        for thing in things:
            for other in list(self.conflicts(thing)):
                listed = any(edge[0] == retrieval and edge[3:] == other for edge in self.edges)
                if self.stands(other) and not listed:
                    self.link((retrieval, 0), "conflicting", other)


class Program:
    def __init__(self, db, draw, model):
        self.db, self.draw, self.model, self.said = db, draw, model, ""

    # ---- references: the text or map, and what it names: (type, id, version), or None ----

    def record_ref(self):
        m, draw = self.model, self.draw
        record = draw.choice(list(m.records))
        key, name, newest, standing = m.records[record]
        version = draw.choice([None, None, draw.randint(1, newest + (draw.random() < 0.1))])
        meant = version or standing or newest
        found = ("record", record, meant) if meant <= newest else None
        form = draw.randrange(4)
        if form == 0:
            return {"record": uuid(record), **({"version": version} if version else {})}, found
        if form == 1 and m.items[key, name] == record:
            return {"key": key, "set": "s", "id": name, **({"version": version} if version else {})}, found
        if form == 2 and not version:
            return uuid(record), found
        return f"record:{uuid(record)}" + (f"@{version}" if version else ""), found

    def ref(self, *types):
        m, draw = self.model, self.draw
        of_type = [one for one, what in m.entities.items() if what in types]
        chance = draw.random()
        if chance < 0.02:
            return draw.choice(["x", uuid("0" * 32), {"key": "u"}, {"key": "u", "path": "x"}, "event:" + uuid("1" * 32), ""]), None
        if "event" in types and m.events and chance < 0.9:
            event = draw.choice(m.events)
            return draw.choice([event, "event:" + event]), ("event", plain(event), 0)
        if "record" in types and m.records and (chance < 0.6 or not of_type):
            return self.record_ref()
        if chance < 0.06:
            of_type = list(m.entities)
        if of_type:
            one = draw.choice(of_type)
            return uuid(one), (m.entities[one], one, 0)
        return "nothing", None

    def refs(self, types, least=0):
        some = [self.ref(*types) for _ in range(self.draw.choice([least, 1, 1, 2, 3]))]
        if len(some) == 1 and self.draw.random() < 0.5 and some[0][0]:
            one = some[0][0]
            return (one if isinstance(one, str) else json.dumps(one)), [some[0][1]]
        return json.dumps([one for one, _ in some], indent=self.draw.choice([None, 1])), [what for _, what in some]

    @staticmethod
    def need(things, types):
        if any(thing is None or thing[0] not in types for thing in things):
            raise Refused
        return list(dict.fromkeys(thing[1:] for thing in things))

    # ---- calls ----

    def call(self, function, *arguments):
        marks = ", ".join("?" * len(arguments))
        self.said = (self.said + f"\n{function}{arguments}")[-3000:]
        return self.db.execute(f"SELECT {function}({marks})", arguments).fetchone()[0]

    def tried(self, expect, function, *arguments):
        """expect() changes the model, or raises Refused; it is given the id that comes back."""
        before = copy.deepcopy(self.model)
        try:
            got = plain(self.call(function, *arguments))
        except sqlite3.OperationalError as error:
            assert str(error).startswith("memlog: "), error
            got = None
        try:
            expect(got or "none")
        except Refused:
            self.model.__dict__ = before.__dict__
            assert got is None, "it was not refused"
        else:
            assert got is not None, "it was refused"

    def put(self):
        m, key, name = self.model, self.draw.choice(KEYS), self.draw.choice(IDS)
        self.call("mem_item_put", key, "s", name, self.draw.random())
        record, version = self.db.execute("SELECT lower(hex(record)), version FROM memlog_item WHERE key = ? AND id = ? AND ended IS NULL", (key, name)).fetchone()
        m.records[record] = [key, name, version, version]
        m.items[key, name] = record

    def remove(self):
        m, key, name = self.model, self.draw.choice(KEYS), self.draw.choice(IDS)
        gone = self.call("mem_item_remove", key, "s", name)
        record = m.items.get((key, name))
        assert gone == bool(record and m.records[record][3])
        if gone:
            m.records[record][3] = None

    def source(self):
        options, event = {"trust": self.draw.choice(["trusted", "unknown"])}, None
        if self.draw.random() < 0.4:
            options["event"], event = self.ref("event")

        def expect(new):
            if "event" in options and not isinstance(options["event"], str):
                raise Refused
            to = self.need([event], {"event"}) if "event" in options else []
            self.model.entities[new] = "source"
            for one in to:
                self.model.link((new, 0), "caused_by", one)

        self.tried(expect, "mem_source", self.draw.choice([None, "page 7"]), json.dumps(options))

    def claim(self):
        types = {"record", "placement", "claim"}
        text, things = self.refs(types)

        def expect(new):
            to = self.need(things, types)
            if not to:
                raise Refused
            self.model.entities[new] = "claim"
            for one in to:
                self.model.link((new, 0), "refers_to", one)

        self.tried(expect, "mem_claim", "so it is", text)

    def effect(self):
        types = {"record", "claim", "decision", "action"}
        text, things = self.refs(types)
        outcome = self.draw.choice(["ok", "failed", "reverted", "pending", None, "fine"])
        options, revised = {"outcome": outcome}, None
        if self.draw.random() < 0.2:
            options["revises"], revised = self.ref("effect")

        def expect(new):
            pending = outcome in ("pending", None)
            if outcome == "fine" or ("revises" in options and (pending or not isinstance(options["revises"], str) or not options["revises"])):
                raise Refused
            to = self.need(things, types)
            old = self.need([revised], {"effect"}) if "revises" in options else []
            self.model.entities[new] = "action" if pending else "effect"
            for one in to:
                self.model.link((new, 0), "used", one)
            for one in old:
                self.model.link((new, 0), "revises", one)

        self.tried(expect, "mem_effect", "do", text, json.dumps(options))

    def select(self):
        m = self.model
        text, things = self.refs({"record"})
        elsewhere = self.draw.random() < 0.5
        results, found = self.refs({"record"}, 1)
        told = {"query": "x", "mode": "mine"}
        if self.draw.random() < 0.5 and results.startswith("["):
            told["results"] = json.loads(results)
        of, retrieval = (json.dumps(told), None) if elsewhere else self.ref("retrieval")

        def expect(new):
            taken = self.need(things, {"record"})
            if elsewhere:
                returned = self.need(found if "results" in told else things, {"record"})
                m.entities[new] = "retrieval"
                rank = {}
                for i, thing in enumerate(found if "results" in told else things):
                    rank.setdefault(thing[1:], i + 1)
                for one in returned:
                    m.link((new, 0), "selected", one, rank[one])
                m.oppose(new, returned)
            elif not isinstance(of, str) or not of:
                raise Refused
            else:
                assert self.need([retrieval], {"retrieval"}) == [(new, 0)]
            rank = {}
            for i, thing in enumerate(things):
                rank.setdefault(thing[1:], i + 1)
            for one in taken:
                newest = m.records[one[0]][2]
                reason = None if m.stands(one) else "superseded" if one[1] < newest else "removed"
                m.link((new, 0), "chosen", one, rank[one], reason)
            m.oppose(new, taken)

        self.tried(expect, "mem_select", of if isinstance(of, str) else json.dumps(of), text)

    def place(self):
        m, options, retrieval = self.model, {"turn": 3, "position": self.draw.randint(1, 9)}, None
        text, things = self.refs({"record"})
        if self.draw.random() < 0.5:
            options["retrieval"], retrieval = self.ref("retrieval")
        if self.draw.random() < 0.3:
            options["compacted"] = True

        def expect(new):
            to = self.need(things, {"record"})
            if not to or len(to) < len(things) or not all(map(m.stands, to)):
                raise Refused
            if "retrieval" in options and (not isinstance(options["retrieval"], str) or not options["retrieval"]):
                raise Refused
            found_by = self.need([retrieval], {"retrieval"}) if "retrieval" in options else []
            m.entities[new] = "placement"
            for i, one in enumerate(to):
                m.link((new, 0), "placed", one, options["position"] + i, "compacted" if "compacted" in options else None)
            for one in found_by:
                m.link((new, 0), "found_by", one)

        self.tried(expect, "mem_place", "chat", text, json.dumps(options))

    def derive(self):
        m = self.model
        of, output = self.ref("record")
        text, things = self.refs({"record", "source"}, 1)

        def expect(new):
            made = self.need([output], {"record"})[0]
            to = self.need(things, {"record", "source"})
            if not to or made in to:
                raise Refused
            m.entities[new] = "transformation"
            m.link(made, "made_by", (new, 0))
            records = [one for one in to if one[1]]
            for one in to:
                m.link((new, 0), "read", one)
            for one in records:
                crosses = m.records[one[0]][0] != m.records[made[0]][0]
                m.link(made, "derived_from", one, None, "crosses_scope" if crosses else None)
            m.derived.setdefault(made, "merge" if len(records) > 1 else "summary" if records else "extraction")

        self.tried(expect, "mem_derive", of if isinstance(of, str) else json.dumps(of), text)

    def edge(self):
        relation = self.draw.choice([*JOINS, *JOINS, "conflicts_with", "conflicts_with", self.draw.choice(NEVER)])
        froms, tos = JOINS.get(relation, ({"record"}, {"record", "source"}))
        (a, source), (b, target) = self.ref(*froms), self.ref(*tos)
        reason = self.draw.choice([None, "guess", "No word"])

        def expect(new):
            if relation not in JOINS or reason == "No word" or not a or not b:
                raise Refused
            one, other = self.need([source], froms)[0], self.need([target], tos)[0]
            if one[0] == other[0]:
                raise Refused
            assert new in (one[0], "none")
            self.model.link(one, relation, other, None, reason)

        texts = [text if isinstance(text, str) else json.dumps(text) for text in (a, b)]
        self.tried(expect, "mem_edge", texts[0], relation, texts[1], json.dumps({"reason": reason}))

    # ---- what holds ----

    def check(self):
        m, rows = self.model, self.db.execute
        got = dict(rows("SELECT lower(hex(id)), type FROM memlog_entity WHERE type NOT IN ('change', 'proof')"))
        assert got == m.entities, (set(got.items()) - set(m.entities.items()), set(m.entities.items()) - set(got.items()))
        edges = {tuple(row[:5]): tuple(row[5:]) for row in rows(
            "SELECT lower(hex(from_id)), from_version, relation, lower(hex(to_id)), to_version, rank, reason FROM memlog_edge WHERE relation NOT IN ('changes', 'proves')")}  # fmt: skip
        # What stood when a search was made, and stands no more, may be in conflict with what is taken of it now.
        more = {edge: edges[edge] for edge in edges.keys() - m.edges.keys() if edge[2] == "conflicting" and not m.stands(edge[3:])}
        m.edges.update(more)
        assert edges == m.edges, sorted(set(edges.items()) ^ set(m.edges.items()))
        derived = {(record, version): how for record, version, how in rows("SELECT lower(hex(record)), version, derived FROM memlog_item WHERE derived IS NOT NULL")}
        assert derived == m.derived, (derived, m.derived)

    def step(self):
        kinds = (self.put, self.remove, self.source, self.claim, self.claim, self.effect, self.select, self.select, self.place, self.place, self.derive, self.edge, self.edge)
        self.draw.choice(kinds)()

    def learn(self):
        self.model.events = [one for (one,) in self.db.execute("SELECT id FROM mem_event")]


def program(seed, steps):
    draw, model = random.Random(seed), Model()
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        path = os.path.join(directory, "memory.db")
        both = [Program(connect(path), draw, model) for _ in range(2)]
        both[0].put()
        one = both[0]
        try:
            for _ in range(steps):
                one = draw.choice(both)
                one.learn()
                if draw.random() < 0.5:
                    one.step()
                else:
                    transaction(one, draw)
                one.check()
            assert (faults := one.db.execute("SELECT * FROM mem_verify").fetchall()) == [], faults
            assert (breaks := one.db.execute("SELECT * FROM mem_lineage_break").fetchall()) == [], breaks
        except Exception:
            print(f"seed {seed}: {one.said}")
            raise
        finally:
            for each in both:
                each.db.close()


def transaction(one, draw):
    one.db.execute("BEGIN IMMEDIATE")
    kept = copy.deepcopy(one.model)
    for _ in range(draw.randint(1, 4)):
        one.step()
    if draw.random() < 0.5:
        one.db.execute("SAVEPOINT s")
        inner = copy.deepcopy(one.model)
        for _ in range(draw.randint(1, 3)):
            one.step()
        if draw.random() < 0.6:
            one.db.execute("ROLLBACK TO s")
            one.model.__dict__ = inner.__dict__
        one.db.execute("RELEASE s")
    one.check()
    if draw.random() < 0.3:
        one.db.execute("ROLLBACK")
        one.model.__dict__ = kept.__dict__
    else:
        one.db.execute("COMMIT")


def main():
    options = arguments(__doc__, programs=(12, 400), steps=(60, 300))
    print(f"seed {options.seed}")
    tally = cases.Tally()
    for i in range(options.programs):
        try:
            program(options.seed + i, options.steps)
            tally.check(True, "")
        except Exception as error:  # noqa: B902 (whatever it is, it is a failure of this program)
            tally.check(False, f"--seed {options.seed + i} --programs 1: {type(error).__name__}: {str(error)[:1500]}")
            if not options.keep_going:
                break
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
