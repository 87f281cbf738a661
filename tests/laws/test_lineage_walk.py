#!/usr/bin/python3
"""mem_lineage finds what a plain recursive query over memlog_v_edge finds, at the same depth, whatever the edges are:
cycles, diamonds, records as a whole, versions and entities that are not there any more. And it reads no more of a large
file than of a small one."""

import random
import sys
import tempfile
import time
import uuid

import cases
import db
import laws

CACHE_HIT, CACHE_MISS = 7, 8
TYPES = ("source", "decision", "transformation", "retrieval", "placement", "claim", "action", "effect", "change", "proof")
RELATIONS = ("based_on", "derived_from", "conflicts_with", "selected", "placed", "refers_to", "used", "changes")
AT = 1783052556000000

# Neighbours of walk: by edges, where a version 0 at the edge's end holds for each; and a record's versions.
STEP = """
SELECT e.{end}_blob, e.{end}_version{deeper} FROM walk AS w JOIN memlog_v_edge AS e
    ON e.{start}_blob = w.id AND e.{start}_version IN (w.version, 0){limit}
 UNION SELECT w.id, e.{start}_version{deeper} FROM walk AS w JOIN memlog_v_edge AS e
    ON e.{start}_blob = w.id AND e.{start}_version > 0 AND w.version = 0{limit}
 UNION SELECT w.id, i.version{deeper} FROM walk AS w JOIN memlog_item AS i ON i.record = w.id AND w.version = 0{limit}"""


def recursive(forward, limit=None):
    """Everything there is to reach from ?1, version ?2; with a limit, at which depth."""
    ends = {"start": "to", "end": "from"} if forward else {"start": "from", "end": "to"}
    if limit is None:
        step = STEP.format(deeper="", limit="", **ends)
        return f"WITH RECURSIVE walk(id, version) AS (VALUES(?1, ?2) UNION {step}) SELECT id, version FROM walk"
    step = STEP.format(deeper=", w.depth + 1", limit=f" AND w.depth < {limit}", **ends)
    walk = f"WITH RECURSIVE walk(id, version, depth) AS (VALUES(?1, ?2, 0) UNION {step})"
    return f"{walk} SELECT id, version, min(depth) FROM walk GROUP BY id, version"


class Graph:
    """A file of random lineage, written behind memlog's back, and then with its guards again."""

    def __init__(self, path, seed):
        self.random = random.Random(seed)
        one = db.Db(path, laws.SO)
        one.rows("SELECT mem_install()")
        self.guards = one.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name GLOB 'memlog_*'")
        for name, _ in self.guards:
            one.rows(f"DROP TRIGGER {name}")
        self.one = one
        self.made = 0

    def id(self):
        self.made += 1
        return uuid.UUID(int=(0x0190 << 112) | (self.made << 80) | (7 << 76) | (2 << 62) | self.random.getrandbits(60)).bytes

    def entity(self, kind):
        made = self.id()
        detail = self.random.choice(("{}", '{"name":"x"}', None))
        self.one.rows("INSERT INTO memlog_entity VALUES(?, ?, 'k', ?, NULL, NULL, ?)", made, kind, AT, detail)
        return made

    def item(self, record, name, version, admission, begun, ended):
        self.one.rows(
            "INSERT INTO memlog_item(key, set_name, id, record, version, content, digest, created, at, begun, ended, admission)"
            " VALUES('k', 's', ?, ?, ?, '1', ?, ?, ?, ?, ?, ?)",
            name, record, version, record, AT, AT, begun, ended, admission,
        )

    def record(self):
        """Some of its versions were never let in, also of those in quarantine, some are not there any more; one was in
        quarantine and is back, or there again."""
        made = self.id()
        versions = sorted(self.random.sample(range(1, 8), self.random.randint(1, 5)))
        for version in versions:
            last = version == versions[-1]
            admission = None if last else self.random.choice((None, None, "denied", "proposed", "quarantined", "released"))
            begun = self.random.choice((None, 1)) if admission == "quarantined" else None if admission in ("denied", "proposed") else 1
            self.item(made, f"i{self.made}", version, admission, begun, None if last else 2 if begun else 0)
            if admission == "released":
                self.item(made, f"i{self.made}", version, self.random.choice((None, "quarantined")), 3, 4)
        return [(made, version) for version in versions]

    def edge(self, start, relation, end):
        rank, score = self.random.choice((None, 1, 7)), self.random.choice((None, 0.0, 0.5))
        reason = self.random.choice((None, "why"))
        self.one.rows(
            "INSERT OR IGNORE INTO memlog_edge VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            start[0], start[1], relation, end[0], end[1], AT, rank, score, reason, self.random.choice((None, '{"a":1}')),
        )

    def fill(self):
        """The ends of edges: all that there is, and what there is not."""
        entities = [(self.entity(self.random.choice(TYPES)), 0) for _ in range(self.random.randint(2, 16))]
        versions = [end for _ in range(self.random.randint(1, 5)) for end in self.record()]
        whole = [(record, 0) for record, _ in versions]
        forgotten = (self.entity("record"), 0)
        lost = (self.id(), 0)
        gone = [(record, version + 9) for record, version in self.random.sample(versions, 1) + [forgotten, lost]]
        ends = entities + versions * 2 + whole + [forgotten, lost] + gone
        for _ in range(self.random.randint(1, 3 * len(ends))):
            start, end = self.random.choice(ends), self.random.choice(ends)
            self.edge(start, self.random.choice(RELATIONS), end)
        return [end for end in ends if end[0] != lost[0]]

    def close(self):
        for _, sql in self.guards:
            self.one.rows(sql)
        self.one.close()


def text(end):
    return f"{'record:' if end[1] else ''}{uuid.UUID(bytes=end[0])}{f'@{end[1]}' if end[1] else ''}"


def walk_check(check, one, end, forward, limit, what):
    direction = "forward" if forward else "backward"
    of = text(end)
    rows = one.rows("SELECT id, version, depth, edge, via, rowid, entity FROM mem_lineage(?, ?, ?)", of, direction, limit)
    got = {(uuid.UUID(row[0]).bytes, row[1] or 0): row[2] for row in rows}
    check(len(got) == len(rows), f"{what}: {of} {direction}: a thing comes twice")
    check([row[2] for row in rows] == sorted(row[2] for row in rows), f"{what}: {of} {direction}: not the nearest first")
    for row in rows[1:]:
        check(rows[row[4]][2] == row[2] - 1, f"{what}: {of} {direction}: {row} comes from {rows[row[4]]}")
    if limit is None:
        expected = set(one.rows(recursive(forward), *end))
        check(set(got) == expected, f"{what}: {of} {direction}", f"  {len(got)} things, {len(expected)} by SQL")
    else:
        expected = {row[:2]: row[2] for row in one.rows(recursive(forward, limit), *end)}
        check(got == expected, f"{what}: {of} {direction}, depth {limit}", f"  {len(got)}, {len(expected)} by SQL")


def agreement(tally, options):
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        for number in range(options.graphs):
            seed, path = options.seed + number, f"{directory}/{number}.db"
            graph = Graph(path, seed)
            ends = graph.fill()
            graph.close()
            one = db.Db(path, laws.SO)
            for end in graph.random.sample(ends, min(len(ends), 6)):
                # An id that has no row of its own names nothing; only as an end of edges it is met. So it is with versions.
                known = one.one(
                    "SELECT EXISTS(SELECT 1 FROM memlog_item WHERE record = ?1 AND version = ?2)"
                    " OR (?2 = 0 AND (EXISTS(SELECT 1 FROM memlog_entity WHERE id = ?1)"
                    "                 OR EXISTS(SELECT 1 FROM memlog_item WHERE record = ?1)))", *end)
                for forward in (0, 1) if known else ():
                    for limit in (None, graph.random.randint(0, 6)):
                        walk_check(tally.check, one, end, forward, limit, f"seed {seed}")
            one.close()


def large(path, edges):
    """So many edges, and among them a walk of ten steps: an effect, claims that rest on one another, a version of a
    record, its source. Everything else leads elsewhere."""
    graph = Graph(path, 1)
    one = graph.one
    one.rows("PRAGMA synchronous = OFF")
    one.rows("BEGIN")
    one.rows(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)"
        " INSERT INTO memlog_entity SELECT CAST(printf('%016d', i * 7) AS BLOB), 'claim', 'k', ?2, NULL, NULL, '{\"text\":\"x\"}' FROM n",
        edges // 2, AT)
    one.rows(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)"
        " INSERT INTO memlog_item(key, set_name, id, record, version, content, digest, created, at)"
        " SELECT 'k', 's', 'n' || i, CAST(printf('%016d', i * 7 + 1) AS BLOB), 1, '1', zeroblob(16), ?2, ?2 FROM n",
        edges // 4, AT)
    one.rows(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)"
        " INSERT OR IGNORE INTO memlog_edge(from_id, from_version, relation, to_id, to_version, at)"
        " SELECT CAST(printf('%016d', (1 + i % (?1 / 2)) * 7) AS BLOB), 0, 'refers_to',"
        "   CAST(printf('%016d', (1 + (i * 2654435761) % (?1 / 4)) * 7 + i % 2) AS BLOB), i % 2, ?2 FROM n", edges, AT)
    ends = [(graph.entity("effect"), 0)] + [(graph.entity("claim"), 0) for _ in range(7)]
    ends += graph.record()[-1:] + [(graph.entity("source"), 0), (graph.entity("source"), 0)]
    for start, end in zip(ends, ends[1:]):
        graph.edge(start, "refers_to", end)
    one.rows("COMMIT")
    graph.close()
    return text(ends[0]), text(ends[-1])


def pages(path, sql, *values):
    """How many pages are asked of the cache, how long it takes, and the rows."""
    one = db.Db(path, laws.SO)
    one.rows("SELECT count(*) FROM mem_event WHERE seq = 1")
    before = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0]
    start = time.perf_counter()
    rows = one.rows(sql, *values)
    took = time.perf_counter() - start
    after = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0]
    one.close()
    return after - before, took, rows


def cost(tally, options):
    """Only the depth of the trees may show: each look-up costs a page more where a tree is one level deeper."""
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        sizes = (10000, options.edges)
        files = [(f"{directory}/{edges}.db", large(f"{directory}/{edges}.db", edges)) for edges in sizes]
        for direction, which in (("backward", 0), ("forward", 1)):
            sql = "SELECT depth, entity FROM mem_lineage(?, ?, 10)"
            counts, took, rows = zip(*(pages(path, sql, ends[which], direction) for path, ends in files))
            tally.check(rows[0] == rows[1] and len(rows[0]) >= 11, f"{direction}: {[len(one) for one in rows]} rows")
            tally.check(counts[1] <= 1.5 * counts[0] + 20, f"{direction}: {counts} pages in files of {sizes} edges")
            print(f"{direction}, ten steps: {counts} pages, {[f'{1e6 * one:.0f} us' for one in took]} of {sizes} edges")
        some = files[1][0]
        first = pages(some, "SELECT id FROM memlog_v_entity LIMIT 1")[2][0][0]
        few, every = (pages(some, f"SELECT id FROM mem_lineage(?, 'backward') {limit}", first)[0] for limit in ("LIMIT 3", ""))
        tally.check(few < 60 and every > 3 * few, f"what is not read is looked for: {few} pages of {every}")


def main():
    options = laws.arguments(__doc__, graphs=(60, 2000), edges=(100000, 1000000))
    print(f"seed {options.seed}")
    tally = cases.Tally()
    agreement(tally, options)
    cost(tally, options)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
