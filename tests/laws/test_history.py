"""mem_history: both directions, every path, range and limit give the rows that a plain replay of the whole log gives.
mem_diff: what is different between the rows of mem at two moments. mem_verify: finds nothing. Random histories: several
keys an action, runs, listeners, savepoints, stretches that are not recorded, both scopes."""

import json
import os
import random
import sys
import tempfile

from cases import Tally
from db import Db, SqlError

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
ROUNDS = int(os.environ.get("ROUNDS", 12))
KEYS = ["ann", "ötzi", 'q"\\']
NAMES = ["a", "b", "ab", "a.b", 'x"y', "é"]
SCOPES = ["short_term", "sensory"]
CODE = {"short_term": "", "sensory": "sensory_"}
VALUES = ["null", "true", "1", "1.0", '"text"', '"a"', '"b.c"', "[]", "{}", '{"a":{"b":null}}', '["a","\\"a.b\\""]', "-0.5"]
COLUMNS = "seq, time, path, change, before, after, before_type, after_type, type, run, action, cause"
TALLY = Tally()

# ---- a random history ----


def name(text):
    return '"' + text.replace('"', '""') + '"' if "." in text or '"' in text else text


def some_path(draw):
    return ".".join(name(draw.choice(NAMES)) for _ in range(draw.choice([1, 1, 2, 2, 3])))


def operation(db, draw, key, scope):
    what, path = draw.randrange(16), some_path(draw)
    if what < 6:
        db.rows("SELECT mem_set_json(?, ?, ?, ?)", key, path, draw.choice(VALUES), scope)
    elif what < 8:
        db.rows("SELECT mem_delete(?, ?, ?)", key, draw.choice([path, path, path, "", "l"]), scope)
    elif what < 10:
        db.rows("SELECT mem_new_object(?, ?, ?, ?)", key, path, draw.randrange(2), scope)
    elif what < 12:
        db.rows("SELECT mem_append_json(?, ?, ?, ?)", key, draw.choice(["l", "a.l"]), draw.choice(VALUES), scope)
    elif what == 12:
        db.rows("SELECT mem_pop(?, 'l', ?, ?)", key, draw.choice(["first", "last"]), scope)
    elif what == 13:
        tree = json.dumps({draw.choice(NAMES): draw.choice([1, {}, {"b": 2, "a": {"c": 3}}]) for _ in range(2)})
        db.rows("SELECT mem_set_tree(?, ?, ?, ?)", key, path, tree, scope)
    elif what == 14:
        db.rows("SELECT mem_get(?, ?, ?)", key, path, scope)
    else:
        db.rows("SELECT mem_event_add('order', ?, '{\"a\":1}')", key)


def step(db, draw):
    what = draw.randrange(40)
    if what == 0:
        db.rows("SELECT mem_run_begin(?, '1')", draw.choice(KEYS))
    elif what == 1:
        db.rows("SELECT mem_run_end(?, '2')", draw.choice(KEYS))
    elif what == 2:
        option = draw.choice(["memory.generate-event", "memory.generate-event.sensory-write"])
        db.rows("SELECT mem_config(?, ?)", option, draw.choice(["false", "true", "true", None]))
    elif what == 3:
        db.rows("SELECT mem_flush()")
    elif what == 4:
        db.rows("SELECT mem_action(?)", draw.choice(["plan", "act"]))
    else:
        operation(db, draw, draw.choice(KEYS), draw.choice(SCOPES + SCOPES[:1]))


def action(db, draw):
    level = 0
    db.rows("BEGIN IMMEDIATE")
    for _ in range(draw.choice([1, 1, 2, 5, 9])):
        try:
            what = draw.randrange(12)
            if what == 0:
                level += 1
                db.rows(f"SAVEPOINT s{level}")
            elif what == 1 and level:
                db.rows(f"ROLLBACK TO s{draw.randrange(1, level + 1)}")
            else:
                step(db, draw)
        except SqlError:
            pass
    try:
        db.rows("ROLLBACK" if draw.random() < 0.05 else "COMMIT")
    except SqlError:
        if not db.autocommit():
            db.rows("ROLLBACK")


def history(db, draw, actions):
    db.rows("PRAGMA journal_mode = WAL")
    db.rows("PRAGMA synchronous = OFF")
    db.rows("SELECT mem_install()")
    if draw.random() < 0.5:  # a file with no quiet rows at all is another case
        db.rows(
            "CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.seq % 5 = 0 AND NEW.type LIKE '%write_event'"
            " BEGIN SELECT mem_set(NEW.key, 'b', NEW.seq), mem_delete(NEW.key, 'a.b', 'sensory'); END"
        )
    else:
        db.rows("SELECT mem_config('memory.max-value-bytes', 1000)")
    quiet = draw.random() < 0.5
    for _ in range(actions):
        if quiet and draw.random() < 0.9:
            try:
                operation(db, draw, draw.choice(KEYS), draw.choice(SCOPES + SCOPES[:1]))
            except SqlError:
                pass
        else:
            action(db, draw)


# ---- the plain replay ----


def decode(text):
    """A JSON value so that 1 and 1.0, and maps of another order, are different."""
    return json.loads(text, parse_float=lambda s: ("real", s), object_pairs_hook=lambda pairs: ("map", tuple(pairs)))


def members(text):
    return decode(text)[1] if text else ()


def under(path, top):
    return top == "" or path == top or path.startswith(top + ".")


def parents(path):
    """The paths above one, highest first. A dot in quotes is none."""
    found, quoted = [], False
    for i, c in enumerate(path):
        quoted ^= c == '"'
        if c == "." and not quoted:
            found.append(path[:i])
    return found


def type_of(node):
    if isinstance(node, Container):
        return node.kind
    if isinstance(node, tuple):
        return {"map": "map", "real": "real"}[node[0]]
    names = {type(None): "null", bool: "true" if node else "false", int: "integer", str: "text", list: "array"}
    return names[type(node)]


class Container:
    def __init__(self, kind):
        self.kind = kind


MISSING = object()


class Replay:
    def __init__(self, key, scope, journal, snapshots):
        self.scope, self.rows, self.state, self.unknown = scope, [], {}, False
        for row in journal:
            if row["key"] != key:
                continue
            self.row = row
            self.apply(row)
            if self.unknown and (key, row["seq"]) in snapshots:
                self.load(row, snapshots[key, row["seq"]])

    def load(self, row, snapshot):
        self.unknown, self.state = False, {}
        value, containers = snapshot[CODE[self.scope] + "value"], snapshot[CODE[self.scope] + "containers"]
        if snapshot["value"] is None:
            value, containers = (row["value"], row["containers"]) if self.scope == "short_term" else (None, None)
        kept, self.rows = self.rows, []
        self.write(value, None, containers)
        self.rows = kept

    def apply(self, row):
        if row["type"] == f"_{self.scope}_gap":
            self.rows.append((row, None, "gap", MISSING, MISSING, True))
            self.state, self.unknown = {}, True
        elif row["type"].startswith("_agent_run_") and self.scope == "sensory":
            self.unknown = False
            self.drop("")
        elif row["type"] == f"_{self.scope}_write_event":
            if self.unknown:
                self.tell(row["value"], row["removed"], row["containers"])
            else:
                self.write(row["value"], row["removed"], row["containers"])

    def tell(self, value, removed, containers):
        made = dict(members(containers))
        for path in decode(removed) if removed else ():
            self.rows.append((self.row, path, "delete", MISSING, MISSING, True))
        for path, kind in made.items():
            self.rows.append((self.row, path, kind, MISSING, Container(kind), True))
        for path, node in members(value):
            if path not in made:
                self.rows.append((self.row, path, "set", MISSING, node, True))

    def write(self, value, removed, containers):
        made = dict(members(containers))
        for path in decode(removed) if removed else ():
            self.drop(path)
        for path, kind in made.items():
            self.put(path, kind, Container(kind))
        for path, node in members(value):
            if path not in made:
                self.put(path, "set", node)

    def drop(self, top, itself=True):
        for path in sorted(self.state, key=str.encode):
            if under(path, top) and (itself or path != top):
                self.rows.append((self.row, path, "delete", self.state.pop(path), MISSING, False))

    def put(self, path, change, node):
        for parent in parents(path):
            if not isinstance(self.state.get(parent), Container):
                self.put(parent, "object", Container("object"))
        before = self.state.get(path, MISSING)
        if not (isinstance(before, Container) and isinstance(node, Container) and before.kind == node.kind):
            self.drop(path, False)
        self.rows.append((self.row, path, change, before, node, False))
        self.state[path] = node


def told(row, top):
    """A change as mem_history shows it, None if it is not at or under top."""
    row, path, change, before, after, unknown = row
    if path == "" or path is not None and not under(path, top):
        return None
    shown = [None if node is MISSING else node for node in (before, after)]
    shown = [("map", ()) if isinstance(n, Container) and n.kind == "object" else n for n in shown]
    shown = [[] if isinstance(n, Container) else n for n in shown]
    types = [None if node is MISSING else type_of(node) for node in (before, after)]
    if unknown:
        types[0] = "unknown"
    exists = [before is not MISSING, after is not MISSING]
    row = (row["seq"], row["time"], row["type"], row["run"], row["action"], row["cause"])
    return (*row, path, change, *exists, *shown, *types)


# ---- comparing ----


def shown(row):
    seq, time, path, change, before, after, before_type, after_type, kind, run, action_name, cause = row
    exists = [before is not None, after is not None]
    nodes = [None if text is None else decode(text) for text in (before, after)]
    return (seq, time, kind, run, action_name, cause, path, change, *exists, *nodes, before_type, after_type)


def dicts(db, sql):
    names = [row[0] for row in db.rows(f"SELECT name FROM pragma_table_info('{sql.split()[-1]}')")]
    return [dict(zip(names, row)) for row in db.rows(sql)]


def same(expected, got, what):
    if expected == got:
        return TALLY.check(True)
    at = next((i for i, pair in enumerate(zip(expected, got)) if pair[0] != pair[1]), min(len(expected), len(got)))
    lines = [f"  expected {expected[at:at + 2]}", f"  got      {got[at:at + 2]}"]
    return TALLY.check(False, f"SEED={SEED}: {what}: row {at} of {len(expected)} and {len(got)}", *lines)


def compare(db, draw, key, scope, expected, top):
    what = f"{key!r} {scope} under {top!r}"
    sql = f"SELECT {COLUMNS} FROM mem_history(?, ?, ?)"
    up = [shown(row) for row in db.rows(sql, key, top, scope)]
    same(expected, up, what)
    down = [shown(row) for row in db.rows(sql + " ORDER BY seq DESC", key, top, scope)]
    same(expected[::-1], down, what + " newest first")
    if not expected:
        return
    low, high = sorted(draw.choice(expected)[0] + draw.choice([-1, 0, 1]) for _ in range(2))
    inside = [row for row in expected if low <= row[0] <= high]
    limit = draw.randrange(1, 6)
    for order, rows in ((" ORDER BY seq", inside), (" ORDER BY seq DESC", inside[::-1])):
        where = f" WHERE seq BETWEEN {low} AND {high}"
        got = [shown(row) for row in db.rows(sql + where + order, key, top, scope)]
        same(rows, got, what + where + order)
        got = [shown(row) for row in db.rows(f"{sql + where + order} LIMIT {limit}", key, top, scope)]
        same(rows[:limit], got, what + where + order + " LIMIT")
    time = draw.choice(expected)[1]
    for sign, wanted in (("<", str.__lt__), ("<=", str.__le__), (">", str.__gt__), (">=", str.__ge__), ("=", str.__eq__)):
        got = [shown(row) for row in db.rows(f"{sql} WHERE time {sign} '{time}'", key, top, scope)]
        same([row for row in expected if wanted(row[1], time)], got, f"{what} time {sign} '{time}'")
    path = draw.choice(expected)[6]
    if path is not None:
        got = [shown(row) for row in db.rows(f"{sql} WHERE path = ?", key, top, scope, path)]
        same([row for row in expected if row[6] == path], got, f"{what} path = {path!r}")


def past(db, key, scope, seq):
    rows = db.rows("SELECT path, type, json FROM mem(?, ?) WHERE of_scope = ?", key, f"#{seq}", scope)
    contents = {"object": "{}", "list": "[]"}
    return {path: (type_, contents.get(type_, json_text)) for path, type_, json_text in rows}


def compare_moments(db, draw, key, scope, journal):
    for _ in range(5):
        before, after = (draw.choice(journal)["seq"] + draw.randrange(2) for _ in range(2))
        top = draw.choice(["", "a", "b", "l"])
        sql = "SELECT path, before_type, before, after_type, after, change FROM mem_diff(?, ?, ?, ?, ?)"
        try:
            a, b = past(db, key, scope, before), past(db, key, scope, after)
        except SqlError:  # in a gap
            continue
        got = db.rows(sql, key, f"#{before}", f"#{after}", top, scope)
        none = (None, None)
        paths = sorted((p for p in a.keys() | b.keys() if under(p, top) and a.get(p) != b.get(p)), key=str.encode)
        words = [("added" if p not in a else "removed" if p not in b else "changed") for p in paths]
        expected = [(p, *a.get(p, none), *b.get(p, none), word) for p, word in zip(paths, words)]
        same(expected, got, f"mem_diff {key!r} {scope} #{before} #{after} under {top!r}")


def one_round(path, draw):
    db = Db(path, os.environ["MEMLOG_SO"])
    history(db, draw, draw.choice([20, 100, 300]))
    journal = dicts(db, "SELECT * FROM mem_journal")
    snapshots = {(row["key"], row["seq"]): row for row in dicts(db, "SELECT * FROM memlog_snapshot")}
    gaps = sum(row["type"].endswith("_gap") for row in journal)
    for key in KEYS:
        for scope in SCOPES:
            replay = Replay(key, scope, journal, snapshots).rows
            tops = {""} | {some_path(draw) for _ in range(4)}
            tops |= {row[1] for row in draw.sample(replay, min(4, len(replay))) if row[1]}
            for top in sorted(tops):
                compare(db, draw, key, scope, [row for row in (told(r, top) for r in replay) if row], top)
            compare_moments(db, draw, key, scope, journal)
    same([], db.rows("SELECT * FROM mem_verify"), "mem_verify")
    db.close()
    return len(journal), len(snapshots), gaps


def main():
    print(f"SEED={SEED}")
    draw = random.Random(SEED)
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            print("%d rows, %d snapshots, %d gaps" % one_round(os.path.join(directory, "memory.db"), draw))
    return TALLY.last_line()


if __name__ == "__main__":
    sys.exit(main())
