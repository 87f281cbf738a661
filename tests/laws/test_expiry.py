#!/usr/bin/python3
"""Memory that expires, on memlog and on a model of it in plain Python: random programs of writes, reads, rules, options,
transactions and a clock that moves. After every action memory is what the model says, the past at the newest position is
the present, and what the past said before it says still (AGT-010, AGT-024, AGT-025, AGT-027, AGT-028, AGT-030)."""

import copy
import json
import random
import sqlite3
import sys
import tempfile

import cases
import laws

START = 1783052556087  # milliseconds: 2026-07-03 04:22:36.087
SCOPES = ("short_term", "sensory")
TTL = "short-term-memory.state-ttl."
NAMES = ("a", "b", "c")
KEYS = ("u", "v")
SPANS = (1, 50, 100, 1000, 5000)


class Refused(Exception):
    pass


class Node:
    """kind: o, l or v. expires: None is never; of what holds something any other time only says that it goes with it."""

    def __init__(self, kind, at, expires, value=None, following=0):
        self.kind, self.at, self.expires, self.value, self.following = kind, at, expires, value, following


def parent(path):
    return path.rpartition(".")[0]


def under(path, top):
    return not top or path == top or path.startswith(top + ".")


def left(nodes, now):
    """What has not expired."""
    holders, alive = {parent(path) for path in nodes}, set()
    kept = {}
    for path in sorted(nodes, key=lambda one: -one.count(".")):
        node = nodes[path]
        expired = node.expires is not None and (path not in alive if path in holders else node.expires <= now)
        if not expired:
            kept[path] = node
            alive.add(parent(path))
    return kept


class Model:
    def __init__(self):
        self.now = START
        self.ttl, self.reads, self.shows = 0, False, False
        self.rules = {}
        self.scope = {(key, scope): {} for key in KEYS for scope in SCOPES}
        self.touched = set()

    # ---- time ----

    def lifetime(self, key, scope, path):
        """(ms, how deep the rule is that says so)"""
        found, ms = -1, self.ttl if scope == "short_term" else 0
        for (of, where, top), rule in self.rules.items():
            depth = top.count(".") + 1 if top else 0
            if of == key and where == scope and under(path, top) and depth > found:
                found, ms = depth, rule
        return ms, found

    def deadline(self, key, scope, path, at=None):
        ms = self.lifetime(key, scope, path)[0]
        return (self.now if at is None else at) + ms if ms else None

    def clean(self, key, scope):
        nodes = self.scope[key, scope]
        kept = left(nodes, self.now)
        gone = len(nodes) - len(kept)
        if gone:
            self.scope[key, scope] = kept
            self.touched.add(key)
        return gone

    def emit(self):
        for key in list(self.touched):
            for scope in SCOPES:
                self.clean(key, scope)
        self.touched.clear()

    def visible(self, key, scope):
        nodes = self.scope[key, scope]
        return nodes if self.shows else left(nodes, self.now)

    # ---- writing ----

    def put(self, key, scope, path, kind, value=None, following=0):
        expires = self.deadline(key, scope, path)
        self.scope[key, scope][path] = Node(kind, self.now, expires, value, following)
        self.touched.add(key)

    def above(self, nodes, path):
        while parent(path):
            path = parent(path)
            if path in nodes:
                if nodes[path].kind != "o":
                    raise Refused
                return

    def parents(self, key, scope, path):
        names = path.split(".")
        for i in range(1, len(names)):
            if ".".join(names[:i]) not in self.scope[key, scope]:
                self.put(key, scope, ".".join(names[:i]), "o")

    def set(self, key, scope, path, value):
        nodes = self.scope[key, scope]
        if path not in nodes:
            self.above(nodes, path)
            self.parents(key, scope, path)
        elif nodes[path].kind != "v":
            raise Refused
        self.put(key, scope, path, "v", value)

    def incr(self, key, scope, path, by):
        node = self.scope[key, scope].get(path)
        if node and (node.kind != "v" or not isinstance(node.value, int)):
            raise Refused
        self.set(key, scope, path, (node.value if node else 0) + by)

    def object(self, key, scope, path):
        nodes = self.scope[key, scope]
        node = nodes.get(path)
        if node and (node.kind == "l" or (node.kind == "v" and nodes.get(parent(path), Node("o", 0, 0)).kind == "l")):
            raise Refused
        if not node:
            self.above(nodes, path)
            self.parents(key, scope, path)
        self.put(key, scope, path, "o")

    def append(self, key, scope, path, value):
        nodes = self.scope[key, scope]
        if path not in nodes:
            self.above(nodes, path)
            self.parents(key, scope, path)
            self.put(key, scope, path, "l")
        elif nodes[path].kind != "l":
            raise Refused
        at = nodes[path].following
        nodes[path].following += 1
        nodes[path].at = self.now
        self.put(key, scope, f"{path}.{at}", "v", value)

    def remove(self, key, scope, path):
        nodes = self.scope[key, scope]
        if path and path not in nodes:
            return
        gone = [one for one in nodes if under(one, path)]
        for one in gone:
            del nodes[one]
        if gone:
            self.touched.add(key)
        up = parent(path)
        if up and not any(parent(one) == up for one in nodes):
            expires = self.deadline(key, scope, up)
            if expires is not None or nodes[up].expires is not None:
                nodes[up].expires, nodes[up].at = expires, self.now

    def pop(self, key, scope, path, which):
        nodes = self.scope[key, scope]
        if path in nodes and nodes[path].kind != "l":
            raise Refused
        found = sorted((one for one in nodes if parent(one) == path), key=lambda one: int(one.rpartition(".")[2]))
        if path in nodes and found:
            nodes[path].at = self.now  # a list is written when an element comes or goes
            self.remove(key, scope, found[0 if which == "first" else -1])

    def tree(self, key, scope, path, value):
        nodes = self.scope[key, scope]
        self.object(key, scope, path)
        for one in [one for one in nodes if under(one, path)]:
            del nodes[one]
        for one, leaf in value.items():
            self.put(key, scope, path, "o")
            self.put(key, scope, f"{path}.{one}", "o" if leaf == {} else "v", leaf)
        self.put(key, scope, path, "o")

    def move(self, key, scope, path, to):
        nodes = self.scope[key, scope]
        if path not in self.visible(key, scope):
            return
        if under(to, path) or to in nodes:
            if to == path:
                return
            raise Refused
        self.above(nodes, to)
        moved = {one: nodes[one] for one in sorted(nodes) if under(one, path)}
        self.remove(key, scope, path)
        self.parents(key, scope, to)
        for one, node in moved.items():
            self.put(key, scope, to + one[len(path):], node.kind, node.value, node.following)

    def rule(self, key, scope, path, ms):
        self.rules.pop((key, scope, path), None)
        if ms is not None:
            self.rules[key, scope, path] = ms
        nodes, count = self.scope[key, scope], 0
        depth = path.count(".") + 1 if path else 0
        holders = {parent(one) for one in nodes}
        for one, node in nodes.items():
            if not under(one, path) or self.lifetime(key, scope, one)[1] > depth:
                continue
            expires = self.deadline(key, scope, one, node.at)
            held = one in holders
            changed = (expires is None) != (node.expires is None) if held else expires != node.expires
            if changed:
                count += not held
                self.touched.add(key)
                node.expires = expires
        return count

    # ---- reading ----

    def refresh(self, key, scope, paths):
        nodes = self.scope[key, scope]
        if not self.reads:
            return
        for path in paths:
            node = nodes[path]
            later = self.deadline(key, scope, path)
            if node.expires is not None and node.expires > self.now and later is not None and later != node.expires:
                node.expires = later
                self.touched.add(key)

    def get(self, key, scope, path):
        seen = self.visible(key, scope)
        holders = {parent(one) for one in seen}
        self.refresh(key, scope, [one for one in seen if under(one, path) and one not in holders])

    def fields(self, key, scope, path):
        seen = self.visible(key, scope)
        if path and (path not in seen or seen[path].kind == "v"):
            return
        direct = [one for one in seen if parent(one) == path and seen[one].kind == "v"]
        empty = [path] if path and not any(parent(one) == path for one in seen) else []
        self.refresh(key, scope, direct + empty)

    def recent(self, key, scope, path, n):
        seen = self.visible(key, scope)
        if path in seen and seen[path].kind != "l":
            raise Refused
        found = sorted((one for one in seen if parent(one) == path), key=lambda one: int(one.rpartition(".")[2]))
        if path in seen:
            self.refresh(key, scope, found[len(found) - n:] if n < len(found) else found)


# ---- programs ----


class Source:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def path(self):
        return ".".join(self.random.choice(NAMES) for _ in range(self.random.choice((1, 2, 2, 3))))

    def operation(self):
        pick = self.random.choice
        key, scope = pick(KEYS), pick(SCOPES[:1] * 3 + SCOPES)
        path = self.path()
        kinds = "set set set incr object append append remove pop tree move get get fields recent rule".split()
        kind = pick(kinds)
        if kind == "append" or (kind in ("pop", "recent") and self.random.random() < 0.8):
            path = pick(("l", "a.l"))
        extra = {
            "set": lambda: (pick((1, "x", [1], None)),),
            "incr": lambda: (2,),
            "append": lambda: (self.random.randrange(9),),
            "pop": lambda: (pick(("first", "last")),),
            "tree": lambda: (pick(({}, {"a": 1}, {"a": 1, "b": {}})),),
            "move": lambda: (self.path(),),
            "recent": lambda: (pick((1, 2, 9)),),
            "rule": lambda: (pick((None, 0) + SPANS),),
        }.get(kind, tuple)()
        if kind in ("remove", "get", "fields", "rule") and self.random.random() < 0.15:
            path = ""
        return kind, key, scope, path, extra

    def step(self):
        what = self.random.random()
        if what < 0.6:
            return ("operation", *self.operation())
        if what < 0.85:
            return ("clock", self.random.choice((0, 1, 40, 50, 100, 900, 1000, 4000, 100000)))
        if what < 0.9:
            return ("expire",)
        name = self.random.choice(("ttl", "ttl", "reads", "shows"))
        return ("option", name, self.random.choice((0,) + SPANS) if name == "ttl" else self.random.random() < 0.5)

    def action(self):
        if self.random.random() < 0.7:
            return [self.step()]
        steps = [("begin",)]
        for _ in range(self.random.randrange(1, 6)):
            steps.append(self.step())
            if self.random.random() < 0.2:
                steps += [("savepoint",), self.step(), self.step(), (self.random.choice(("release", "back")),)]
        return steps + [(self.random.choice(("commit", "commit", "rollback")),)]


SQL = {
    "set": "SELECT mem_set_json(:key, :path, :value, :scope)",
    "incr": "SELECT mem_incr(:key, :path, :extra, :scope)",
    "object": "SELECT mem_new_object(:key, :path, 1, :scope)",
    "append": "SELECT mem_append(:key, :path, :extra, :scope)",
    "remove": "SELECT mem_delete(:key, :path, :scope)",
    "pop": "SELECT mem_pop(:key, :path, :extra, :scope)",
    "tree": "SELECT mem_set_tree(:key, :path, :value, :scope)",
    "move": "UPDATE mem SET path = :extra WHERE key = :key AND path = :path AND scope = :scope",
    "get": "SELECT mem_get(:key, :path, :scope)",
    "fields": "SELECT mem_fields(:key, :path, :scope)",
    "recent": "SELECT mem_recent(:key, :path, :extra, :scope)",
    "rule": "SELECT mem_ttl(:key, :path, :extra, :scope)",
}
OPTIONS = {
    "ttl": ("ms", str),
    "reads": ("update-type", lambda on: "on_read_and_write" if on else "on_create_and_write"),
    "shows": ("visibility", lambda on: "return_expired_if_not_cleaned_up" if on else "never_return_expired"),
}
READS = ("get", "fields", "recent")


def shown(step):
    return " ".join(map(str, step))


class Difference(Exception):
    pass


class Player:
    """A program on memlog and on the model."""

    def __init__(self, path, source):
        self.db = laws.connect(path)
        self.model, self.source = Model(), source
        self.kept, self.past = [], []  # of the transaction's begin and savepoint; (position, time, all nodes)
        self.done = []
        self.clock()

    def one(self, sql, values=()):
        return self.db.execute(sql, values).fetchone()[0]

    def clock(self):
        self.one("SELECT mem_clock(?)", (f"{self.model.now // 1000}.{self.model.now % 1000:03d}",))

    def act(self, step):
        self.done.append(shown(step))
        what = step[0]
        if what == "clock":
            self.model.now += step[1]
            self.clock()
        elif what == "option":
            name, text = OPTIONS[step[1]]
            self.one("SELECT mem_config(?, ?)", (TTL + name, text(step[2])))
            setattr(self.model, step[1], step[2])
        elif what == "expire":
            count = self.one("SELECT mem_expire()")
            wanted = sum(self.model.clean(key, scope) for key, scope in self.model.scope)
            self.same(count, wanted, "mem_expire")
        elif what == "operation":
            self.operate(*step[1:])
        else:
            self.transact(what)
        if not self.db.in_transaction:
            self.model.emit()

    def transact(self, what):
        sql = {"savepoint": "SAVEPOINT s", "release": "RELEASE s", "back": "ROLLBACK TO s", "begin": "BEGIN IMMEDIATE"}
        now = self.model.now
        if what in ("begin", "savepoint"):
            self.kept.append(copy.deepcopy(self.model))
        kept = self.kept.pop() if what in ("release", "back", "commit", "rollback") else None
        self.db.execute(sql.get(what, what.upper()))
        if what in ("back", "rollback"):
            self.model, self.model.now = kept, now
        if what == "back":
            self.db.execute("RELEASE s")

    def operate(self, kind, key, scope, path, extra):
        values = {"key": key, "path": path, "scope": scope, "extra": extra[0] if extra else None}
        if kind in ("set", "tree"):
            values["value"] = json.dumps(extra[0])
        model = copy.deepcopy(self.model)
        try:
            result = self.db.execute(SQL[kind], values).fetchall()
            failed = ""
        except sqlite3.OperationalError as error:
            failed = str(error)
        except sqlite3.IntegrityError as error:
            failed = str(error)
        if kind not in READS and (kind != "move" or path in model.visible(key, scope)):
            model.clean(key, scope)
        cleaned = copy.deepcopy(model)
        try:
            answer = getattr(model, kind)(key, scope, path, *extra)
            refused = False
        except Refused:
            refused = True
        self.same(bool(failed), refused or (kind in ("set", "incr", "object", "tree", "append") and not path),
                  f"error ({failed})")
        if kind == "rule" and not failed:
            self.same(result[0][0], answer, "mem_ttl")
        # In autocommit a failed statement takes back what was cleaned up before it.
        if not failed:
            self.model = model
        elif self.db.in_transaction and self.clean_stays(kind, key):
            self.model = cleaned

    def clean_stays(self, kind, key):
        """What memlog cleaned up before an error stays; but a statement that fails takes back what it did."""
        live = self.db.execute("SELECT key, scope, path FROM memlog_v_state").fetchall()
        return set(live) != {(k, s, p) for (k, s), nodes in self.model.scope.items() for p in nodes}

    # ---- looking ----

    def same(self, got, wanted, what):
        if got != wanted:
            raise Difference(f"{what}: memlog {got!r}, model {wanted!r}")

    def rows(self, scopes):
        found = []
        for (key, scope), nodes in scopes.items():
            holders = {parent(path) for path in nodes}
            for path, node in nodes.items():
                text = json.dumps(node.value, separators=(",", ":")) if node.kind == "v" else None
                expires = None if path in holders else node.expires
                found.append((key, scope, path, {"o": "object", "l": "list"}.get(node.kind), text, expires))
        return sorted(found, key=str)

    def seen(self, as_of=None):
        sql = "SELECT key, scope, path, iif(json IS NULL, type, NULL), json, expires_at FROM mem"
        rows = self.db.execute(sql + (" WHERE as_of = ?" if as_of else ""), (as_of,) if as_of else ()).fetchall()
        ms = lambda text: text and round(self.one("SELECT (julianday(?) - 2440587.5) * 86400000.0", (text,)))
        return sorted(((*row[:5], ms(row[5])) for row in rows), key=str)

    def look(self):
        wanted = self.rows({place: self.model.visible(*place) for place in self.model.scope})
        self.same(self.seen(), wanted, "memory")
        self.same(self.seen("#last"), wanted, "the past at the newest position")
        names = [(key, len([row for row in wanted if row[0] == key])) for key in KEYS]
        for key, count in names:
            nodes = self.db.execute("SELECT nodes FROM mem_key WHERE key = ?", (key,)).fetchall()
            self.same(nodes[0][0] if nodes else 0, count, f"nodes of {key}")
        newest = self.db.execute("SELECT seq, time FROM mem_journal ORDER BY seq DESC LIMIT 1").fetchone()
        if newest and (not self.past or self.past[-1][0] != newest[0]):
            time = round(self.one("SELECT (julianday(?) - 2440587.5) * 86400000.0", (newest[1],)))
            self.past.append((newest[0], time, copy.deepcopy(self.model.scope)))
        self.look_back()

    def look_back(self):
        if len(self.past) < 2:
            return
        i = self.source.random.randrange(len(self.past) - 1)
        seq, time, scopes = self.past[i]
        hidden = {place: left(nodes, time) for place, nodes in scopes.items()}
        self.same(self.seen(f"#{seq}"), self.rows(hidden), f"as of #{seq}")
        later = [time for _, time, _ in self.past if time > self.past[i][1]]
        end = min(later) if later else self.model.now + 1
        at = self.source.random.randrange(time, end) if end > time else time
        scopes = [scopes for _, when, scopes in self.past if when <= at][-1]
        hidden = {place: left(nodes, at) for place, nodes in scopes.items()}
        self.same(self.seen(f"{at // 1000}.{at % 1000:03d}"), self.rows(hidden), f"as of {at}")

    def end(self):
        self.same(self.db.execute("SELECT kind, key, path, detail FROM mem_verify").fetchall(), [], "faults")
        self.db.close()


def play(seed, actions, directory):
    source = Source(seed)
    player = Player(f"{directory}/{seed}.db", source)
    try:
        for _ in range(actions):
            for step in source.action():
                player.act(step)
            player.look()
        player.end()
    except (Difference, sqlite3.Error) as error:
        return f"seed {seed}: {error}\n  " + "\n  ".join(player.done[-25:])
    return ""


def main():
    options = laws.arguments(__doc__, programs=(40, 5000), actions=(60, 120))
    tally = cases.Tally()
    print(f"seed {options.seed}")
    for i in range(options.programs):
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            wrong = play(options.seed + i, options.actions, directory)
        tally.check(not wrong, wrong)
        if wrong and not options.keep_going:
            break
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
