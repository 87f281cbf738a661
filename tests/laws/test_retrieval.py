#!/usr/bin/python3
"""Searches and what lineage keeps of them: the edges are what the search returned, with option all; what conflicts with
one of these, stands and is none of them has an edge. Searches of the past find what a search found in a copy of the
file that was taken then."""

import argparse
import json
import os
import random
import tempfile

import cases
import db

SO = os.path.abspath(os.environ["MEMLOG_SO"])
KEY, SETS = "u", ("s", "t")
WORDS = "tea milk oslo rome green black likes lives wants window seat".split()
CODES = {
    "expired": "expired",
    "too sensitive": "sensitive",
    "not valid then": "not_valid",
    "another kind": "kind",
    "another category": "category",
    "below min_importance": "importance",
    "below min_score": "min_score",
    "below relativity": "relativity",
    "over per_set": "per_set",
    "over preference_limit": "preference_limit",
    "over limit": "limit",
}


def code(why):
    if why.startswith("filter "):
        return "filter"
    return "similar" if why.startswith("similar to ") else CODES[why]


class Program:
    """A history of one key, with copies of the file."""

    def __init__(self, seed, directory, tally):
        self.r = random.Random(seed)
        self.seed = seed
        self.directory = directory
        self.tally = tally
        self.now = 0
        self.conflicts = []  # pairs of (record, version)
        self.copies = []  # (time, path)
        self.db = db.Db(os.path.join(directory, f"{seed}.db"), SO)
        self.db.rows("SELECT mem_install()")
        self.tick()

    def time(self, n):
        return f"2026-07-{1 + n // 1440:02} {n // 60 % 24:02}:{n % 60:02}"

    def tick(self):
        self.now += self.r.randrange(1, 40)
        self.db.rows("SELECT mem_clock(?)", self.time(self.now))

    def text(self):
        return " ".join(self.r.choice(WORDS) for _ in range(self.r.randrange(1, 7)))

    def options(self):
        r, o = self.r, {}
        for name, value in (
            ("max_sensitivity", r.randrange(10)),
            ("min_score", r.random()),
            ("relativity", r.random()),
            ("valid_at", self.time(r.randrange(self.now + 1))),
            ("min_importance", r.randrange(1, 10)),
            ("kind", r.choice(["preference", "semantic"])),
            ("category", r.choice(["a", "b"])),
            ("filter", {"x": r.randrange(3)}),
            ("per_set", r.randrange(4)),
            ("preference_limit", r.choice([None, 0, 1, 6])),
            ("dedup", "mmr"),
        ):
            if r.random() < 0.2:
                o[name] = value
        return o

    def put(self):
        r, o = self.r, {}
        if r.random() < 0.4:
            o["sensitivity"] = r.randrange(10)
        if r.random() < 0.3:
            o["kind"] = r.choice(["preference", "semantic"])
        if r.random() < 0.3:
            o["category"] = r.choice(["a", "b"])
        if r.random() < 0.3:
            o["importance"] = r.randrange(1, 11)
        if r.random() < 0.3:
            o["metadata"] = {"x": r.randrange(3)}
        if r.random() < 0.2:
            o["expires_at"] = self.time(self.now + r.randrange(1, 400))
        if r.random() < 0.3:
            o["valid_from"] = self.time(r.randrange(self.now + 1))
        where = (KEY, r.choice(SETS), f"i{r.randrange(30)}")
        try:
            self.db.rows("SELECT mem_item_put(?, ?, ?, ?, ?)", *where, self.text(), json.dumps(o))
        except db.SqlError as error:  # another one has the content, which is in quarantine
            self.tally.check("may not come back" in str(error), f"seed {self.seed}: {error}")

    def item(self):
        rows = self.db.rows("SELECT set_name, id, record, version FROM mem_items(?) ORDER BY record", KEY)
        return self.r.choice(rows) if rows else None

    def remove(self):
        x = self.item()
        if x:
            self.db.rows("SELECT mem_item_remove(?, ?, ?)", KEY, x[0], x[1])

    def conflict(self):
        a, b = self.item(), self.item()
        if a and a[2] != b[2]:
            self.db.rows("SELECT mem_edge(?, 'conflicts_with', ?)", f"record:{a[2]}@{a[3]}", f"record:{b[2]}@{b[3]}")
            self.conflicts.append(((a[2], a[3]), (b[2], b[3])))

    def quarantine(self):
        x = self.item()
        if x:
            self.db.rows("SELECT mem_quarantine(?, 'law')", f"record:{x[2]}")

    def copy(self):
        path = os.path.join(self.directory, f"{self.seed}-{len(self.copies)}.db")
        self.db.rows("VACUUM INTO ?", path)
        self.copies.append((self.time(self.now), path))
        self.tick()

    # what must hold

    def check(self, what, want, got):
        where = f"seed {self.seed}, {self.time(self.now)}: {what}"
        self.tally.check(want == got, where, f"  expected: {want}", f"  got: {got}")

    def edges(self, retrieval, relation):
        sql = "SELECT to_id, to_version, rank, score, reason FROM memlog_v_edge WHERE from_id = ? AND relation = ?"
        return sorted(self.db.rows(sql, retrieval, relation), key=str)

    def search(self):
        o = self.options() | {"all": True}
        sql = "SELECT retrieval, record, version, rank, score, why FROM mem_search(?, ?, ?, ?, ?)"
        where = self.r.choice([None, "s"])
        rows = self.db.rows(sql, KEY, where, self.text(), self.r.randrange(6), json.dumps(o))
        if not rows:
            return
        retrieval = rows[0][0]
        left = [x for x in rows if x[3] is None]
        selected = sorted([(x[1], x[2], x[3], x[4], None) for x in rows if x[3]], key=str)
        listed = sorted([(x[1], x[2], None, x[4], code(x[5])) for x in sorted(left, key=lambda x: x[5] == "over limit")[:16]], key=str)
        self.check("selected", selected, self.edges(retrieval, "selected"))
        self.check("left out", listed, self.edges(retrieval, "left_out"))
        detail = json.loads(self.db.one("SELECT detail FROM memlog_v_entity WHERE id = ?", retrieval))
        self.check("counts", (len(rows), len(left) - len(listed)), (detail["candidates"], detail["left_out"]))
        self.check("filters", o, detail["filters"])
        seen = {(x[0], x[1]) for x in selected + listed}
        standing = {tuple(x) for x in self.db.rows("SELECT record, version FROM mem_items(?)", KEY)}
        other = {b for a, b in self.conflicts if a in seen} | {a for a, b in self.conflicts if b in seen}
        want = sorted([(*x, None, None, None) for x in (other & standing) - seen], key=str)
        self.check("conflicting", want, self.edges(retrieval, "conflicting"))

    def past(self):
        if not self.copies:
            return
        time, path = self.r.choice(self.copies)
        quarantined = {x[0] for x in self.db.rows("SELECT number FROM memlog_item WHERE admission = 'quarantined'")}
        then = db.Db(path, SO)
        then.rows("SELECT mem_clock(?), mem_observer(1)", time)
        o = self.options() | {"all": True}
        query, limit, where = self.text(), self.r.randrange(1, 60), self.r.choice([None, "t"])
        sql = (
            "SELECT i.number, s.id, s.rank, s.content, round(s.score, 9), s.why FROM mem_search(?, ?, ?, ?, ?) AS s"
            " JOIN memlog_item AS i ON i.number = (SELECT min(number) FROM memlog_item AS j WHERE"
            " lower(hex(j.record)) = replace(s.record, '-', '') AND j.version = s.version) ORDER BY s.rowid"
        )
        want = then.rows(sql, KEY, where, query, limit, json.dumps(o))
        then.close()
        self.db.rows("SELECT mem_observer(1)")
        got = self.db.rows(sql, KEY, where, query, limit, json.dumps(o | {"as_of": time}))
        if any(x[0] in quarantined for x in want):
            left = {x[0] for x in got if x[5] == "in quarantine"}
            self.check("in quarantine", {x[0] for x in want} & quarantined, left)
            self.check("looked at", {x[0] for x in want}, {x[0] for x in got})
        else:
            self.check(f"as of {time}: {query} {o}", want, got)
        self.db.rows("SELECT mem_observer(0)")

    def run(self, steps):
        acts = [self.put] * 8 + [self.remove, self.conflict, self.quarantine, self.copy] + [self.search, self.past] * 3
        for _ in range(steps):
            if self.r.random() < 0.3:
                self.tick()
            self.r.choice(acts)()
        for table in ("mem_verify", "mem_lineage_break"):
            self.check(table, [], self.db.rows(f"SELECT * FROM {table}"))
        self.db.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    parser.add_argument("--programs", type=int, default=300 if os.environ.get("LAWS_LONG") else 6)
    parser.add_argument("--steps", type=int, default=120)
    args = parser.parse_args()
    tally = cases.Tally()
    print(f"seed {args.seed}")
    for i in range(args.programs):
        with tempfile.TemporaryDirectory() as directory:
            Program(args.seed + i, directory, tally).run(args.steps)
    return tally.last_line()


if __name__ == "__main__":
    raise SystemExit(main())
