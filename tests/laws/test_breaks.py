#!/usr/bin/python3
"""Faults of lineage: each kind of break is planted by hand in a sound file, and found and named; a file without it has
none. What is left of a key's lineage when it was forgotten, and how far deletions have come.

Usage: test_breaks.py [--seed N]
"""

import json
import os
import sqlite3
import sys
import tempfile
import uuid

import cases
from laws import connect

CLOCK = 1783052556087914


class File:
    """A file with items of two keys, whose stored rows can be changed behind memlog's back."""

    def __init__(self, directory):
        self.path = os.path.join(directory, f"{uuid.uuid4().hex}.db")
        self.db = connect(self.path)
        self.clock = CLOCK
        self.tick()
        for key, name, item, content in (("u", "s", "tea", "Prefers tea"), ("u", "s", "cat", "Has a cat"), ("v", "s", "dog", "Has a dog"),
                                         ("u", "t", "sum", "Tea and a cat")):  # fmt: skip
            self.one("SELECT mem_item_put(?, ?, ?, ?)", key, name, item, content)
        self.one("SELECT mem_item_embed('u', 's', 'tea', x'0000803f00000000')")

    def one(self, sql, *values):
        row = self.db.execute(sql, values).fetchone()
        return row and row[0]

    def tick(self):
        self.clock += 1000000
        self.one("SELECT mem_clock(datetime(?, 'unixepoch') || ?)", self.clock // 1000000, f".{self.clock % 1000000:06}")

    def plain(self, *statements):
        """Statements on the stored rows, which no guard sees."""
        db = sqlite3.connect(self.path, isolation_level=None)
        triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'memlog_*'").fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        for sql, *values in statements:
            db.execute(sql, values)
        for _, sql in triggers:
            db.execute(sql)
        db.close()

    def entity(self, kind, detail=None, key="u", txn=None):
        self.tick()
        made = self.new_id()
        self.plain(("INSERT INTO memlog_entity VALUES(?, ?, ?, ?, NULL, ?, ?)", made, kind, key, self.clock, txn, None if detail is None else json.dumps(detail, separators=(",", ":"))))
        return made

    def edge(self, start, relation, end, reason=None, detail=None):
        (a, av), (b, bv) = (x if isinstance(x, tuple) else (x, 0) for x in (start, end))
        self.plain(("INSERT INTO memlog_edge VALUES(?, ?, ?, ?, ?, ?, NULL, NULL, ?, ?)", a, av, relation, b, bv, self.clock, reason, detail))

    def new_id(self):
        ms = self.clock // 1000
        return bytes([ms >> 40 & 255, ms >> 32 & 255, ms >> 24 & 255, ms >> 16 & 255, ms >> 8 & 255, ms & 255, 0x80, 0]) + uuid.uuid4().bytes[:8]

    def record(self, item):
        return self.one("SELECT record FROM memlog_item WHERE id = ? ORDER BY number DESC LIMIT 1", item)

    def last(self):
        return self.one("SELECT max(seq) FROM mem_journal")

    def breaks(self):
        return sorted(set(self.db.execute("SELECT kind, entity FROM mem_lineage_break").fetchall()))

    def close(self):
        self.db.close()


def text(record):
    return str(uuid.UUID(bytes=record))


# ---- breaks ----


def derivation(f):
    f.plain(("UPDATE memlog_item SET derived = 'summary' WHERE id = 'sum'",))
    return "derivation", "record"


def derivation_mended(f):
    f.plain(("UPDATE memlog_item SET derived = 'summary' WHERE id = 'sum'",))
    f.edge((f.record("sum"), 1), "derived_from", (f.record("tea"), 1), "crosses_scope")
    f.one("SELECT mem_item_put('u', 't', 'sum', 'Tea and a cat', '{\"importance\":3}')")


def identity(f):
    """What a rebuild of an index would do that made records anew."""
    f.plain(("UPDATE memlog_item SET ended = (SELECT max(begun) FROM memlog_item) + 1 WHERE id = 'cat'",),
            ("INSERT INTO memlog_item(key, set_name, id, record, version, content, digest, created, at, begun) SELECT key, set_name, id, ?, 1, content, digest, created, at, ended FROM memlog_item WHERE id = 'cat'", f.new_id()),
            ("DELETE FROM memlog_item_text_docsize WHERE id = 2",))  # fmt: skip
    return "identity", "record"


def identity_of_version(f):
    f.one("SELECT mem_item_put('u', 's', 'cat', 'Has two cats')")
    f.plain(("UPDATE memlog_item SET record = ? WHERE id = 'cat' AND version = 2", f.new_id()))
    return "identity", "record"


def identity_of_vector(f):
    f.plain(("UPDATE memlog_vector SET number = 99",))
    return "identity", "record"


def identity_of_index(f):
    f.plain(("UPDATE memlog_item_text_docsize SET id = 99 WHERE id = 1",))
    return "identity", "record"


def identity_mended(f):
    """Removed and added again in one action, with the same content: that is told."""
    old = f.record("cat")
    f.plain(("UPDATE memlog_item SET ended = (SELECT max(begun) FROM memlog_item) + 1 WHERE id = 'cat'",),
            ("INSERT INTO memlog_item(key, set_name, id, record, version, content, digest, created, at, begun) SELECT key, set_name, id, ?, 1, content, digest, created, at, ended FROM memlog_item WHERE id = 'cat'", f.new_id()),
            ("DELETE FROM memlog_item_text_docsize WHERE id = 2",))  # fmt: skip
    f.edge(f.entity("change", {"change": "deleted", "how": "removed"}), "changes", (old, 1))


def scope(f):
    f.edge((f.record("sum"), 1), "derived_from", (f.record("tea"), 1))
    return "scope", "record"


def scope_of_key(f):
    f.edge((f.record("dog"), 1), "derived_from", (f.record("cat"), 1))
    return "scope", "record"


def scope_of_copy(f):
    f.plain(("UPDATE memlog_item SET derived = 'copy' WHERE id = 'dog'",))
    f.edge((f.record("dog"), 1), "made_by", f.entity("transformation", {"kind": "copy"}))
    return "scope", "record"


def scope_mended(f):
    f.plain(("UPDATE memlog_item SET derived = 'copy' WHERE id = 'dog'",))
    f.edge((f.record("dog"), 1), "derived_from", (f.record("cat"), 1), "crosses_scope")
    f.edge((f.record("cat"), 1), "derived_from", (f.record("tea"), 1))


def correction(f):
    f.one("SELECT mem_item_put('u', 's', 'cat', 'Has two cats')")
    f.edge((f.record("cat"), 2), "corrects", (f.record("cat"), 1))
    f.plain(("DELETE FROM memlog_item WHERE id = 'cat' AND version = 1",))
    return "correction", "record"


def correction_pruned(f):
    f.one("SELECT mem_item_put('u', 's', 'cat', 'Has two cats')")
    f.edge((f.record("cat"), 2), "corrects", (f.record("cat"), 1))
    f.tick()
    f.one("SELECT mem_set('u', 'x', 1)")
    f.one("SELECT mem_prune('#' || ?)", f.last())
    assert f.one("SELECT count(*) FROM memlog_item WHERE id = 'cat'") == 1, "it was not pruned"


def correction_forgotten(f):
    f.one("SELECT mem_item_put('u', 's', 'cat', 'Has two cats')")
    f.edge((f.record("cat"), 2), "corrects", (f.record("cat"), 1))
    f.one("SELECT mem_forget('u', 'law')")


def deletion(f):
    f.edge(f.entity("change", {"change": "deleted", "how": "removed"}), "changes", (f.record("cat"), 1))
    return "deletion", "record"


def deletion_of_vector(f):
    vector = f.one("SELECT vector FROM memlog_vector"), f.one("SELECT sketch FROM memlog_vector")
    f.one("SELECT mem_item_remove('u', 's', 'tea')")
    f.plain(("INSERT INTO memlog_vector SELECT number, 'u', ?, ? FROM memlog_item WHERE id = 'tea'", *vector))
    return "deletion", "record"


def deletion_of_index(f):
    size = f.db.execute("SELECT * FROM memlog_item_text_docsize WHERE id = 2").fetchone()
    f.one("SELECT mem_item_remove('u', 's', 'cat')")
    f.plain((f"INSERT INTO memlog_item_text_docsize VALUES({', '.join('?' * len(size))})", *size))
    return "deletion", "record"


def deletion_of_log(f):
    f.one("SELECT mem_forget('u', 'law')")
    f.plain(("UPDATE memlog_event SET value = '{\"s.tea\":\"Prefers tea\"}' WHERE seq = (SELECT min(seq) FROM memlog_event WHERE key = '')",))
    return "deletion", "record"


def deletion_requested(f):
    f.edge(f.entity("change", {"change": "deleted", "how": "removed", "state": "requested"}), "changes", (f.record("cat"), 1))


def used(f, kind, relation, item, version=1):
    f.tick()
    f.one("SELECT mem_set('u', 'x', ?)", f.clock)
    use = f.entity(kind, {}, txn=f.last())
    f.edge(use, relation, (f.record(item), version))
    return use


def conflict(f, named=False):
    f.edge((f.record("tea"), 1), "conflicts_with", (f.record("cat"), 1))
    use = used(f, "retrieval", "selected", "tea")
    if named:
        f.edge(use, "conflicting", (f.record("cat"), 1))
    return "conflict", "retrieval"


def conflict_named(f):
    conflict(f, True)


def conflict_gone(f):
    """One of the two did not stand any more; the other conflict was told of later."""
    f.edge((f.record("cat"), 1), "conflicts_with", (f.record("tea"), 1))
    f.one("SELECT mem_item_remove('u', 's', 'cat')")
    used(f, "retrieval", "selected", "tea")
    f.tick()
    f.edge((f.record("sum"), 1), "conflicts_with", (f.record("tea"), 1))


def claim(f):
    made = f.entity("claim", {"text": "She drinks tea"})
    f.edge(made, "refers_to", f.entity("claim", {"text": "Everyone does"}))
    return "claim", "claim"


def claim_reached(f):
    placement = used(f, "placement", "placed", "tea")
    first, second = f.entity("claim", {"text": "She drinks tea"}), f.entity("claim", {"text": "So she is thirsty"})
    f.edge(first, "refers_to", placement)
    f.edge(second, "refers_to", first)
    f.edge(first, "refers_to", second)


def placement_superseded(f):
    f.one("SELECT mem_item_put('u', 's', 'cat', 'Has two cats')")
    used(f, "placement", "placed", "cat")
    return "placement", "placement"


def placement_removed(f):
    f.one("SELECT mem_item_remove('u', 's', 'cat')")
    used(f, "placement", "placed", "cat")
    return "placement", "placement"


def placement_expired(f):
    f.one("SELECT mem_item_put('u', 's', 'cat', 'Has a cat', json_object('expires_at', ?))", f.clock / 1000000 + 0.5)
    used(f, "placement", "placed", "cat", 2)
    return "placement", "placement"


def placement_proposed(f):
    f.plain(("INSERT INTO memlog_item(key, set_name, id, record, version, content, digest, created, at, ended, admission) SELECT key, set_name, 'new', ?, 1, '\"x\"', digest, created, at, 0, 'proposed' FROM memlog_item WHERE id = 'cat'", f.new_id()))
    used(f, "placement", "placed", "new")
    return "placement", "placement"


def placement_stood(f):
    used(f, "placement", "placed", "cat")
    f.tick()
    f.one("SELECT mem_item_put('u', 's', 'cat', 'Has two cats')")
    f.tick()
    f.one("SELECT mem_item_remove('u', 's', 'cat')")


def derivation_without_inputs(f):
    """The transformation is there, but not what it was made of."""
    f.one("""SELECT mem_item_put('u', 't', 'made', 'Tea', '{"derived_from":[{"key":"u","set":"s","id":"tea"}],"derived":"summary"}')""")
    f.plain(("DELETE FROM memlog_edge WHERE relation IN ('read', 'derived_from')",))
    return "derivation", "record"


def identity_of_used(f):
    """Records made anew with all of their versions: nobody would know, but for what has used them."""
    f.one("SELECT mem_place('chat', ?)", item("cat"))
    f.plain(("UPDATE memlog_item SET record = ? WHERE id = 'cat'", f.new_id()))
    return "identity", "record"


def placed_alone(f, name):
    """In a transaction without events: what stood then is known by what came before."""
    f.tick()
    f.one("SELECT mem_place('chat', ?)", item("tea"))
    f.plain(("UPDATE memlog_edge SET to_id = ? WHERE relation = 'placed'", f.record(name)))
    return "placement", "placement"


def placement_alone_removed(f):
    f.one("SELECT mem_item_remove('u', 's', 'cat')")
    return placed_alone(f, "cat")


def placement_alone_quarantined(f):
    f.one("SELECT mem_quarantine(?, 'wrong')", item("cat"))
    return placed_alone(f, "cat")


def placement_alone_expired(f):
    f.one("SELECT mem_place('chat', ?)", item("cat"))
    f.plain(("UPDATE memlog_item SET expires = ? WHERE id = 'cat'", f.clock // 1000 - 1))
    return "placement", "placement"


def placement_alone_denied(f):
    f.one("SELECT mem_propose('u', 's', 'Has a fish', '{\"id\":\"fish\"}')")
    f.one("SELECT mem_decide(?, 'denied')", item("fish"))
    return placed_alone(f, "fish")


def item(name):
    return json.dumps({"key": "u", "set": "s", "id": name})


def placement_alone_stood(f):
    """Before and after what became of it, by a clock that goes back."""
    f.one("SELECT mem_place('chat', ?)", item("cat"))
    f.one("SELECT mem_quarantine(?, 'wrong')", item("cat"))
    f.clock -= 3600000000
    f.tick()
    f.one("SELECT mem_release(?)", item("cat"))
    f.one("SELECT mem_place('chat', ?)", item("cat"))
    f.one("SELECT mem_item_put('u', 's', 'cat', 'Has two cats', json_object('expires_at', ?))", f.clock / 1000000 + 5)
    f.one("SELECT mem_place('chat', ?)", item("cat"))
    f.db.execute("BEGIN")
    f.one("SELECT mem_place('chat', ?)", item("cat"))
    f.one("SELECT mem_item_remove('u', 's', 'cat')")
    f.one("SELECT mem_item_put('u', 's', 'cat', 'Has three cats')")
    f.one("SELECT mem_flush()")
    f.one("SELECT mem_place('chat', ?)", item("cat"))
    assert f.breaks() == [], "in the midst of a transaction"
    f.db.execute("COMMIT")
    f.one("SELECT mem_forget('u', 'asked')")


def identity_pruned(f):
    f.one("SELECT mem_place('chat', ?)", item("cat"))
    f.one("SELECT mem_item_remove('u', 's', 'cat')")
    f.tick()
    f.one("SELECT mem_set('u', 'x', 1)")
    f.tick()
    f.one("SELECT mem_prune(?)", f.clock // 1000000)


PLANTED = (derivation, identity, identity_of_version, identity_of_vector, identity_of_index, scope, scope_of_key, scope_of_copy, correction,
           deletion, deletion_of_vector, deletion_of_index, deletion_of_log, conflict, claim, placement_superseded, placement_removed,
           placement_expired, placement_proposed, derivation_without_inputs, identity_of_used, placement_alone_removed,
           placement_alone_quarantined, placement_alone_expired, placement_alone_denied)  # fmt: skip
SOUND = (derivation_mended, identity_mended, scope_mended, correction_pruned, correction_forgotten, deletion_requested, conflict_named, conflict_gone,
         claim_reached, placement_stood, placement_alone_stood, identity_pruned)  # fmt: skip


def breaks_test(check, directory):
    for plant in PLANTED + SOUND:
        f = File(directory)
        check(f.breaks() == [], f"{plant.__name__}: before", f.breaks())
        should = plant(f)
        found = f.db.execute("SELECT * FROM mem_lineage_break").fetchall()
        if plant in SOUND:
            check(found == [], plant.__name__, found)
        else:
            check(f.breaks() == [should], plant.__name__, found)
        plain = sqlite3.connect(f.path)
        view = plain.execute("SELECT * FROM memlog_v_lineage_break").fetchall()
        known = [row for row in found if "index of texts" not in row[7]]
        check(view == known, f"{plant.__name__}: without memlog", view)
        plain.close()
        f.close()


# ---- forgetting ----

MARKS = ("MARKER-SOURCE", "MARKER-CLAIM", "marker-reason", "MARKER-EDGE", "MARKER-COPY", "MARKER-ACTOR", "MARKER-NOBODY")


def forget_test(check, directory):
    f = File(directory)
    tea, cat, dog, summary = (f.record(x) for x in ("tea", "cat", "dog", "sum"))
    source = f.entity("source", {"artifact": "MARKER-SOURCE of a text", "trust": "unknown"})
    f.plain(("UPDATE memlog_entity SET actor = 'MARKER-ACTOR'",))
    nobody = f.entity("source", {"artifact": "MARKER-NOBODY", "trust": "unknown"}, key=None)
    others = f.entity("source", {"artifact": "of another", "trust": "unknown"}, key=None)
    claim_made = f.entity("claim", {"text": "MARKER-CLAIM"})
    placement = f.entity("placement", {"session": "u", "turn": 1}, key="v")
    f.edge((tea, 1), "stated_by", source)
    f.edge((cat, 1), "stated_by", nobody)
    f.edge((cat, 1), "stated_by", others)
    f.edge((dog, 1), "stated_by", others)
    f.edge(claim_made, "refers_to", (tea, 1), "marker-reason", '{"why":"MARKER-EDGE"}')
    f.edge((dog, 1), "derived_from", (tea, 1), "crosses_scope", '{"why":"MARKER-EDGE"}')
    f.edge((summary, 1), "derived_from", (tea, 1), "crosses_scope")
    f.edge(placement, "placed", (dog, 1), "truncated")
    f.tick()
    copy = f.one("SELECT mem_propagate(?, 'MARKER-COPY of a cache', '{\"part\":\"cache\"}')", text(tea))
    txns = f.one("SELECT count(*) FROM memlog_entity WHERE txn IS NULL")
    f.tick()
    report = json.loads(f.one("SELECT mem_forget('u', 'law', '{\"relearn\":\"refuse\"}')"))
    check(report["clean"], "forget: clean", report)
    check((report["erased"]["memlog_entity"], report["erased"]["memlog_edge"]) == (5, 2), "forget: counts", report["erased"])
    rows = [r for table in ("memlog_entity", "memlog_edge") for r in f.db.execute(f"SELECT * FROM {table}") if any(m in str(r) for m in MARKS)]
    check(rows == [], "forget: rows", rows)
    check(f.one("SELECT reason FROM memlog_edge WHERE from_id = ? AND relation = 'derived_from'", dog) == "crosses_scope", "forget: crosses_scope stays")
    check(f.one("SELECT detail FROM memlog_entity WHERE id = ?", others) is not None, "forget: a source of another key stays")
    check(f.one("SELECT detail FROM memlog_entity WHERE id = ?", placement) == '{"turn":1}', "forget: a placement names the session no more")
    buried = {r for (r,) in f.db.execute("SELECT id FROM memlog_entity WHERE type = 'record' AND key IS NULL AND detail IS NULL AND txn IS NULL")}
    check(buried == {tea, cat, summary}, "forget: places of records", buried)
    change = f.db.execute("SELECT id, key, detail, txn FROM memlog_entity WHERE type = 'change'").fetchall()
    check(len(change) == 1 and change[0][1:3] == (None, '{"change":"deleted","how":"forgotten","relearn":"refuse","reason":"law"}'), "forget: the change", change)
    check(change[0][3] == f.last(), "forget: the change is of the erasure's action", change)
    edges = {(r, e) for r, e in f.db.execute("SELECT relation, to_id FROM memlog_edge WHERE from_id = ?", (change[0][0],))}
    event = uuid.UUID(report["event"]).bytes
    check(edges == {("changes", tea), ("changes", cat), ("changes", summary), ("caused_by", event)}, "forget: edges of the change", edges)
    check(f.one("SELECT count(*) FROM memlog_entity WHERE txn IS NULL") == txns + 3, "forget: what was put before belongs to no other action")
    check(f.one("SELECT count(*) FROM memlog_barred") == 3, "forget: barred")
    check(f.breaks() == [] and f.db.execute("SELECT * FROM mem_verify").fetchall() == [], "forget: sound", f.breaks(), f.db.execute("SELECT * FROM mem_verify").fetchall())

    # What was made of it, of another key, and the copy whose name nobody knows any more, are still to be seen to.
    check(f.one("SELECT mem_deletion(?)", text(cat)) == "verified", "forget: of one record nothing is left")
    check(f.one("SELECT mem_deletion(?)", text(tea)) == "derived_pending", "forget: of the other there is")
    pending = f.db.execute("SELECT part, what FROM mem_deletion(?) WHERE pending", (text(tea),)).fetchall()
    check([p for p, _ in pending] == ["summary", "cache"] and pending[0][1] == text(dog) and pending[1][1].startswith("digest:"), "forget: pending", pending)
    f.one("SELECT mem_propagate(?, 'MARKER-COPY of a cache', '{\"part\":\"cache\",\"state\":\"verified\",\"check\":\"asked it\"}')", text(tea))
    f.one("SELECT mem_propagate(?, ?, '{\"state\":\"verified\",\"check\":\"reviewed: nothing of her\"}')", text(tea), text(dog))
    check(f.one("SELECT mem_deletion(?)", text(tea)) == "verified", "forget: all is proved", f.db.execute("SELECT * FROM mem_deletion").fetchall())
    check([r for r in f.db.execute("SELECT * FROM memlog_entity") if "MARKER" in str(r)] == [], "forget: the name does not come back")
    check(copy == text(f.one("SELECT min(id) FROM memlog_entity WHERE type = 'proof'")), "forget: the proof is there still")
    f.close()


# ---- deletions ----


def deletion_test(check, directory):
    f = File(directory)
    tea, cat, dog, summary = (f.record(x) for x in ("tea", "cat", "dog", "sum"))
    state = lambda x: f.one("SELECT mem_deletion(?)", text(x))  # noqa: E731
    parts = lambda x: f.db.execute("SELECT part, what FROM mem_deletion(?) WHERE pending", (text(x),)).fetchall()  # noqa: E731
    check(state(tea) is None, "deletion: nothing was deleted")
    for wrong in (text(uuid.uuid4().bytes), "x"):
        try:
            state(uuid.UUID(wrong).bytes if len(wrong) > 1 else tea), f.one("SELECT mem_deletion('x')")
            check(False, f"deletion: {wrong}")
        except sqlite3.OperationalError as error:
            check("mem_deletion" in str(error), f"deletion: {wrong}", error)
    f.edge((summary, 1), "derived_from", (tea, 1), "crosses_scope")
    f.edge((dog, 1), "derived_from", (summary, 1), "crosses_scope")
    f.edge((summary, 1), "derived_from", (dog, 1), "crosses_scope")  # a circle
    asked = f.entity("change", {"change": "deleted", "how": "removed", "state": "requested"})
    f.edge(asked, "changes", (tea, 1))
    check(state(tea) == state(asked) == "requested", "deletion: requested", state(tea))
    f.tick()
    f.one("SELECT mem_item_remove('u', 's', 'tea')")
    change = f.entity("change", {"change": "deleted", "how": "removed"})
    f.edge(change, "changes", (tea, 1))
    f.plain(("DELETE FROM memlog_entity WHERE type = 'proof'",), ("DELETE FROM memlog_edge WHERE relation = 'proves'",))
    check(state(tea) == state(change) == state(asked) == "primary_removed", "deletion: nobody has looked", state(tea))
    proof = f.one("SELECT mem_propagate(?)", text(change))
    check(f.one("SELECT mem_propagate(?)", text(tea)) == proof, "deletion: it is proved once")
    check(state(change) == "derived_pending" and sorted(parts(tea)) == sorted([("summary", text(summary)), ("summary", text(dog))]), "deletion: derived", parts(tea))
    f.tick()
    f.one("SELECT mem_item_remove('u', 't', 'sum')")
    check(parts(tea) == [("summary", text(dog))], "deletion: one derived record has gone", parts(tea))
    f.one("SELECT mem_propagate(?, ?, '{\"state\":\"verified\",\"check\":\"reviewed: kept\"}')", text(change), "record:" + text(dog))
    check(state(change) == "verified", "deletion: the other was looked at", parts(tea))
    f.one("SELECT mem_propagate(?, 'crm')", text(change))
    check(state(change) == "derived_pending" and parts(change) == [("artifact", "crm")], "deletion: a copy", parts(change))
    f.one("SELECT mem_propagate(?, 'crm', '{\"state\":\"invalidated\"}')", text(change))
    row = f.db.execute("SELECT pending, invalidated_at IS NOT NULL, verified_at IS NOT NULL FROM mem_deletion(?) WHERE what = 'crm'", (text(change),)).fetchall()
    check(row == [(1, 1, 0)], "deletion: a copy that was told", row)
    f.one("SELECT mem_propagate(?, 'crm', '{\"state\":\"verified\",\"check\":\"looked\"}')", text(tea))
    check(state(change) == "verified", "deletion: a copy that has gone", parts(change))
    for arguments, why in (((text(cat),), "it was not deleted"), ((text(cat), "x", '{"state":"invalidated"}'), "it was not deleted"),
                           ((text(change), "x", '{"state":"verified"}'), "option check"), ((text(change), "x", '{"part":"primary"}'), "it is one of"),
                           ((text(change), None, '{"part":"cache"}'), "options are of a target"), ((text(change), "x", '{"y":1}'), "option y"),
                           ((proof,), "neither a record nor a deletion"), (("x",), "x")):  # fmt: skip
        try:
            f.one(f"SELECT mem_propagate({', '.join('?' * len(arguments))})", *arguments)
            check(False, f"propagate {arguments}")
        except sqlite3.OperationalError as error:
            check(why in str(error), f"propagate {arguments}", error)
    # What comes back after it was proved is pending again.
    f.plain(("INSERT INTO memlog_vector SELECT number, 'u', x'0000803f', x'00' FROM memlog_item WHERE id = 'tea'",))
    check(state(change) == "primary_removed" and ("vector", "memlog_vector") in parts(change), "deletion: a vector came back", parts(change))
    check(len(f.db.execute("SELECT * FROM mem_deletion").fetchall()) >= 10, "deletion: all of them")
    f.close()


def main():
    tally = cases.Tally()
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        for test in (breaks_test, forget_test, deletion_test):
            test(tally.check, directory)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
