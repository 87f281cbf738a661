"""The table mem against a model of it: random INSERT, UPDATE and DELETE statements do what the model does, conflicts
included, one of them in a transaction or by itself; and whatever a query names of key, scope, path and under, it finds
what it finds when nothing of that can be pushed down to the table."""

import os
import random
import sys
import tempfile

from cases import Tally
from db import Db, SqlError

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
ROUNDS = int(os.environ.get("ROUNDS", 8))
STEPS = 150
KEYS = ["ann", "ötzi", "5", "05"]
NAMES = ["a", "b", "a-b", "ab", '"a.b"', "é", "5"]
SCOPES = ["sensory", "short_term"]
VALUES = ["null", "true", "1", "1.0", '"text"', '"[1]"', "[1]", '{"a":null}', "-0.5"]
TYPES = {"n": "null", "t": "true", "f": "false", '"': "text", "[": "array", "{": "map"}
ROWS = "SELECT key, scope, path, type, json FROM mem"
TALLY = Tally()


def some_path(draw):
    return ".".join(draw.choice(NAMES) for _ in range(draw.choice([1, 1, 2, 2, 3])))


def type_of(text):
    return TYPES.get(text[0]) or ("real" if set(text) & set(".eE") else "integer")


def above(path):
    """The paths above one, nearest first. A dot in quotes is none."""
    found, quoted = [], False
    for i, c in enumerate(path):
        quoted ^= c == '"'
        if c == "." and not quoted:
            found.insert(0, path[:i])
    return found


def under(path, top):
    return top == "" or path == top or path.startswith(top + ".")


class Refused(Exception):
    """An error that undoes the statement."""


class Conflict(Exception):
    """A node is there already."""


class Model(dict):
    """(key, scope, path) → JSON of a value, "object" or "list"."""

    def rows(self):
        order = sorted(self.items(), key=lambda item: [part.encode() for part in item[0]])
        return [(*node, v, None) if v in ("object", "list") else (*node, type_of(v), v) for node, v in order]

    def parent(self, node):
        return next((self[node[:2] + (p,)] for p in above(node[2]) if node[:2] + (p,) in self), "object")

    def put(self, node, new, replace):
        old = self.get(node)
        if old is not None and not replace:
            raise Conflict
        if old == "list" or (old == "object" and new != "object") or (old is None and self.parent(node) != "object"):
            raise Refused
        if old is not None and new == "object" and self.parent(node) == "list":
            raise Refused
        self.fill(node)
        self[node] = new

    def fill(self, node):
        for path in above(node[2]):
            self.setdefault(node[:2] + (path,), "object")

    def remove(self, node):
        for other in [n for n in self if n[:2] == node[:2] and under(n[2], node[2])]:
            del self[other]

    def move(self, old, new, replace):
        if old == new:
            return
        if new in self and not replace:
            raise Conflict
        if old[:2] == new[:2] and under(new[2], old[2]):
            raise Refused
        if self.get(new) in ("object", "list") or (new not in self and self.parent(new) != "object"):
            raise Refused
        if new in self and self[old] in ("object", "list") and self.parent(new) == "list":
            raise Refused
        nodes = [n for n in self if n[:2] == old[:2] and under(n[2], old[2])]
        moved = {(*new[:2], new[2] + n[2][len(old[2]) :]): self[n] for n in nodes}
        self.remove(old)
        self.fill(new)
        self.update(moved)


def statement(model, how, changes):
    """Runs the changes of one statement on the model: how it then stands."""
    before, failed = Model(model), False
    for change in changes:
        try:
            change(model)
        except Conflict:
            if how == "IGNORE":
                continue
            failed = True
            if how != "FAIL":
                return before, failed
            break
        except Refused:
            return before, True
    return model, failed


# ---- statements ----


def insert(db, draw, model):
    how = draw.choice(["ABORT", "IGNORE", "FAIL", "REPLACE"])
    rows, changes = [], []
    for _ in range(draw.choice([1, 1, 2, 4])):
        node = (draw.choice(KEYS), draw.choice(SCOPES), some_path(draw))
        new = draw.choice([*VALUES, "object"])
        rows += [*node, *((None, "object") if new == "object" else (new, None))]
        changes.append(lambda m, node=node, new=new: m.put(node, new, how == "REPLACE"))
    sql = f"INSERT OR {how} INTO mem(key, scope, path, json, type) VALUES (?, ?, ?, ?, ?)"
    return sql + ", (?, ?, ?, ?, ?)" * (len(changes) - 1), rows, how, changes


def some_rows(draw, model):
    """A condition with its values, and the nodes it holds for, in the order of the table."""
    key, scope, path = draw.choice(KEYS), draw.choice(SCOPES), some_path(draw)
    sql, values, test = draw.choice([
        ("key = ?", [key], lambda n, v: n[0] == key),
        ("path = ?", [path], lambda n, v: n[2] == path),
        ("scope = ? AND path = ?", [scope, path], lambda n, v: n[1:] == (scope, path)),
        ("of_key = ? AND under = ?", [key, path], lambda n, v: n[0] == key and under(n[2], path)),
        ("key = ? AND path > ?", [key, path], lambda n, v: n[0] == key and n[2].encode() > path.encode()),
        ("type = 'integer'", [], lambda n, v: v == "1"),
    ])  # fmt: skip
    return sql, values, [(n, model[n]) for n in (row[:3] for row in model.rows()) if test(n, model[n])]


def delete(db, draw, model):
    where, values, found = some_rows(draw, model)
    return f"DELETE FROM mem WHERE {where}", values, "ABORT", [lambda m, n=n: m.remove(n) for n, _ in found]


def rewrite(db, draw, model):
    where, values, found = some_rows(draw, model)
    new = draw.choice(VALUES)
    changes = [lambda m, n=n: n in m and m.put(n, new, True) for n, v in found if v not in ("object", "list")]
    return f"UPDATE mem SET json = ? WHERE ({where}) AND json IS NOT NULL", [new, *values], "ABORT", changes


def rename(db, draw, model):
    where, values, found = some_rows(draw, model)
    how = draw.choice(["ABORT", "IGNORE", "FAIL", "REPLACE"])
    tail = draw.choice(["", "_", ".b"])
    head = draw.choice(["", "a.", "c."])
    scope = draw.choice([None, *SCOPES])
    new = draw.choice([None, *VALUES])

    def change(m, n, v):
        if n not in m:
            return
        to = (n[0], scope or n[1], head + n[2] + tail)
        if to != n:
            m.move(n, to, how == "REPLACE")
        if new is not None:
            m.put(to, new, True)

    quoted = [n for n, _ in found if n[2].endswith('"')]
    if tail == "_" and quoted:  # '"a.b"_' would be no path
        return rewrite(db, draw, model)
    sql = f"UPDATE OR {how} mem SET path = ? || path || ?, scope = ifnull(?, scope)" + (", json = ?" if new else "")
    values = [head, tail, scope, *([new] if new else []), *values]
    return f"{sql} WHERE {where}", values, how, [lambda m, n=n, v=v: change(m, n, v) for n, v in found]


def append(db, draw, model):
    node = (draw.choice(KEYS), draw.choice(SCOPES), draw.choice(["l", "a.l"]))
    try:
        path = db.one("SELECT mem_append_json(?, ?, ?, ?) ->> 'path'", node[0], node[2], "1", node[1])
    except SqlError:
        return
    model.fill(node)
    model[node] = "list"
    model[node[:2] + (path,)] = "1"


def check(ok, db, sql, values, expected, got):
    TALLY.check(ok, f"{sql} -- {values}, seed {SEED}", f"  expected: {expected}", f"  got: {got}")


def change(db, draw, model):
    """One statement; returns how the model then stands."""
    sql, values, how, changes = draw.choice([insert, insert, delete, rewrite, rename])(db, draw, model)
    expected, failed = statement(Model(model), how, changes)
    try:
        db.rows(sql, *values)
        error = None
    except SqlError as e:
        error = str(e)
    rows = db.rows(ROWS)
    check(rows == expected.rows(), db, sql, values, expected.rows(), rows)
    check(bool(error) == failed, db, sql, values, f"an error: {failed}", error)
    return expected


# ---- queries ----


def query(db, draw, model, past):
    """What is asked for, pushed down or not, is what a look at every row finds."""
    key, scope, path = draw.choice(KEYS), draw.choice(SCOPES), some_path(draw)
    some = draw.sample(KEYS, 2)
    conditions = [
        ("key = ?", [key], lambda r: r[0] == key),
        ("key = ?", [5], lambda r: r[0] == "5"),
        ("key IN (?, ?)", some, lambda r: r[0] in some),
        ("of_key = ?", [key], lambda r: r[0] == key),
        ("scope = ?", [scope], lambda r: r[1] == scope),
        ("of_scope = ?", [scope], lambda r: r[1] == scope),
        ("path = ?", [path], lambda r: r[2] == path),
        ("path IN (?, 'a')", [path], lambda r: r[2] in (path, "a")),
        ("path COLLATE NOCASE = ?", [path.upper()], lambda r: r[2].encode().upper() == path.upper().encode()),
        ("under = ?", [path], lambda r: under(r[2], path)),
        ("(key = ? OR path = ?)", [key, path], lambda r: r[0] == key or r[2] == path),
        ("type <> 'object'", [], lambda r: r[3] != "object"),
    ]
    used = draw.sample(conditions, draw.choice([0, 1, 2, 2, 3]))
    if past:
        used.append(("as_of = '#last'", [], lambda r: True))
    order = draw.choice(["", "", "key, scope, path", "scope, path, key", "path DESC, key, scope"])
    sql = ROWS + (" WHERE " + " AND ".join(c[0] for c in used) if used else "")
    sql += " ORDER BY " + order if order else ""
    values = [v for c in used for v in c[1]]
    expected = [r for r in model.rows() if all(c[2](r) for c in used)]
    got = db.rows(sql, *values)
    if order.startswith("scope"):
        expected.sort(key=lambda r: [r[1].encode(), r[2].encode(), r[0].encode()])
    elif order.startswith("path"):
        expected.sort(key=lambda r: [r[0].encode(), r[1].encode()])
        expected.sort(key=lambda r: r[2].encode(), reverse=True)
    elif " IN " in sql or " OR " in sql:  # each value of the list is a search of its own
        expected, got = sorted(expected, key=repr), sorted(got, key=repr)
    check(got == expected, db, sql, values, expected, got)


def history(db, draw):
    model, begun = Model(), None
    for _ in range(STEPS):
        what = draw.randrange(20)
        if what == 0 and begun is None:
            db.rows("BEGIN")
            begun = Model(model)
        elif what < 3 and begun is not None:
            db.rows("COMMIT" if what < 2 else "ROLLBACK")
            model, begun = model if what < 2 else begun, None
        elif what < 5:
            append(db, draw, model)
        elif what < 14:
            model = change(db, draw, model)
        query(db, draw, model, past=begun is None and draw.random() < 0.2)
    if begun is not None:
        db.rows("COMMIT")
    rows, past = db.rows(ROWS), db.rows(ROWS + " WHERE as_of = '#last'")
    check(rows == past, db, ROWS, "live and as of '#last'", rows, past)


def main():
    for number in range(ROUNDS):
        draw = random.Random(f"{SEED}/{number}")
        with tempfile.TemporaryDirectory() as directory:
            db = Db(os.path.join(directory, "memory.db"), os.environ["MEMLOG_SO"])
            db.rows("PRAGMA journal_mode = " + draw.choice(["WAL", "DELETE"]))
            db.rows("PRAGMA synchronous = OFF")
            history(db, draw)
            db.close()
    return TALLY.last_line()


if __name__ == "__main__":
    sys.exit(main())
