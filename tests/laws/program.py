"""Programs for the state law: lists of actions, each a list of steps, made from a random source; and their SQL.

Everything in a program is plain data that depends on nothing that happened before, so that any part of it is a
program too: that is how a failing one is made short.
"""

import json
import random
import zlib

from model import SCOPES, SENSORY, SHORT_TERM, Listener, Op, clock_text, path_text, read_json, tag_of, write_json

START = 1783052556087914  # 2026-07-03 04:22:36.087914
KEYS = ("u", "u1", "U", "user-42", "ключ", "it's \"k\"", "a.b", "-", " ")
PLAIN = ("a", "b", "c", "l", "n")
WEIRD = ("", "a.b", 'q"', "-", "!", "a-", "a!", "ü", "日本", "0", "7", "A", " ", "it's", "\\", "%", "[", "~", "\n", "😀")
OPTIONS = (
    ("memory.generate-event", ("true", "false", None)),
    ("memory.generate-event.short-term-write", ("true", "false", None)),
    ("memory.generate-event.sensory-write", ("true", "false", None)),
    ("memory.generate-event.short-term-read", ("true", "false", None)),
    ("memory.generate-event.sensory-read", ("true", "false", None)),
    ("agent-run.begin-event", ("true", "false", None)),
    ("agent-run.end-event", ("true", "false", None)),
    ("agent-run.snapshot-every-runs", (1, 3, "auto", None)),
    ("memory.record-previous-value", ("true", "true", "false", None)),
    ("memory.inline-value-bytes", (64, 64, 64, 100, None)),
    ("tokens.count-function", ("length", None)),
)
LISTENED = (
    "_short_term_write_event",
    "_sensory_write_event",
    "_short_term_read_event",
    "_agent_run_begin_event",
    "_agent_run_end_event",
    "order.placed",
)
# What a program is mostly about: weights that differ from 1.
PROFILES = (
    {},
    {"runs": 6},
    {"config": 5, "runs": 2},
    {"listener": 4, "raises": 0.3},
    {"quiet": 8},
    {"lists": 6},
    {"lists": 9, "limits": 6, "reads": 2},
    {"lists": 9, "limits": 3, "few": 1, "clock": 3},
    {"savepoint": 5, "transaction": 3},
    {"weird": 5},
    {"clock": 5},
    {"reads": 6, "config": 3},
    {"states": 8},
    {"states": 4, "config": 3, "lists": 3},
    {"large": 1, "config": 3},
    {"few": 1, "transaction": 0.3},
    {"prune": 8, "runs": 3, "config": 2},
    {"prune": 5, "quiet": 3, "lists": 3, "few": 1},
    {"erase": 5},
)


class Source:
    """Random parts of programs."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.profile = self.random.choice(PROFILES)
        self.now = START
        few = "few" in self.profile
        self.keys = self.random.sample(KEYS, 1 if few else self.random.choice((2, 3, 4)))
        count = 2 if few else 5
        names = PLAIN + (WEIRD if self.chance(0.2 * self.weight("weird")) else ())
        self.names = tuple(self.random.sample(names, min(len(names), count + self.random.randrange(4))))

    def chance(self, p):
        return self.random.random() < p

    def weight(self, what):
        return self.profile.get(what, 1)

    def pick(self, **weights):
        scaled = [weight * self.weight(name) for name, weight in weights.items()]
        return self.random.choices(tuple(weights), scaled)[0]

    # ---- values ----

    def scalar(self):
        return self.random.choice(
            (
                None,
                True,
                False,
                ("i", self.random.randrange(-3, 10)),
                ("i", self.random.choice((2**63 - 1, -(2**63), 2**53 + 1))),
                ("r", self.random.choice((1.0, 0.1, -0.0, 1e300, 5e-324, 1e22, 123456789.125, -2.5)).hex()),
                ("r", self.random.uniform(-1e6, 1e6).hex()),
                ("s", self.random.choice(("", "x", "Ada", 'q"\\/', "日本 😀", "a\tb\n", "null", "1", "{", "\x7f\x01"))),
                ("s", "y" * self.random.choice((1, 40, 62, 63, 300, 5000))),
            )
        )

    def value(self, depth=0):
        if "large" in self.profile and self.chance(0.4):
            return ("s", self.random.choice("yz") * self.random.choice((70, 90)))
        if depth > 2 or self.chance(0.7):
            return self.scalar()
        if self.chance(0.5):
            return ("a", tuple(self.value(depth + 1) for _ in range(self.random.randrange(3))))
        return self.map(depth)

    def map(self, depth=0):
        names = self.random.sample(self.names, self.random.randrange(min(4, len(self.names) + 1)))
        return ("m", tuple((name, self.value(depth + 1)) for name in names))

    def path(self):
        names = [self.random.choice(self.names) for _ in range(self.random.choice((1, 1, 2, 2, 3, 4)))]
        if self.chance(0.15):
            names.append(str(self.random.randrange(6)))
        return tuple(names)

    # ---- operations ----

    def where(self):
        scope = SENSORY if self.chance(0.3) else SHORT_TERM
        return {"key": self.random.choice(self.keys), "scope": scope}

    def op(self):
        what = self.pick(writes=10, lists=4, reads=2, states=1)
        return {"writes": self.write, "lists": self.list_op, "reads": self.read, "states": self.state}[what]()

    def state(self):
        """A state restored or copied; a moment is so many rows back, and how it is written."""
        where = self.where()
        moment = (self.random.choice((0, 1, 2, 3, 5, 8, 13, 30)), self.random.choice(("position", "id", "before")))
        if self.chance(0.6):
            return Op("restore", path=() if self.chance(0.5) else self.path(), extra=moment, **where)
        return Op("copy", extra=(self.random.choice(self.keys), moment if self.chance(0.5) else None), **where)

    def write(self):
        kind = self.random.choices(("set", "set_json", "tree", "object", "delete", "incr", "set_if"), (8, 2, 2, 4, 5, 2, 2))[0]
        where = self.where()
        if kind == "set_if":
            expected = self.random.choice(((), (None,), (("i", 1),), (self.value(),)))
            return Op(kind, path=self.path(), value=self.value(), extra=expected, **where)
        if kind == "tree":
            return Op(kind, path=self.path(), value=self.map(), **where)
        if kind == "object":
            return Op(kind, path=self.path(), extra=int(self.chance(0.5)), **where)
        if kind == "delete":
            return Op(kind, path=() if self.chance(0.07) else self.path(), **where)
        if kind == "incr":
            by = self.random.choice((("i", 1), ("i", -7), ("i", 2**62), ("r", (0.5).hex()), ("r", 1e308.hex())))
            return Op(kind, path=self.path(), value=by, **where)
        return Op(kind, path=self.path(), value=self.value(), **where)

    def list_op(self):
        where, path = self.where(), self.list_path()
        kind = self.random.choices(("append", "append_json", "pop", "set", "delete"), (8, 2, 4, 2, 2))[0]
        if kind == "pop":
            return Op(kind, path=path, extra=self.random.choice(("first", "last")), **where)
        if kind in ("set", "delete"):
            path = path + (str(self.random.randrange(12)),)
        return Op(kind, path=path, value=self.value() if kind != "delete" else None, **where)

    def fork(self):
        return Op("copy", extra=(self.random.choice(self.keys), None, None, None), **self.where())

    def read(self):
        kind = self.random.choice(("get", "get", "type", "exists", "fields", "names", "recent", "length", "snapshot"))
        where = self.where()
        path = self.path() if self.chance(0.7) else (self.random.choice(self.names[:2]), "l")
        if kind == "get":
            path = () if self.chance(0.1) else path
            return Op(self.random.choice(("get", "resolve")), path=path, extra=self.random.choice((None, "json")), **where)
        if kind == "recent":
            return Op(kind, path=path, extra=self.random.choice((0, 1, 2, 5, 100)), **where)
        return Op(kind, path=() if kind in ("fields", "names", "snapshot") and self.chance(0.3) else path, **where)

    def run(self):
        key = self.random.choice(self.keys)
        value = None if self.chance(0.5) else self.random.choice((("s", "hello"), ("i", 5), ("r", (0.5).hex())))
        if self.chance(0.6):
            return Op("begin", key, value=value, extra=self.chance(0.1))
        return Op("end", key, value=value, extra=self.random.choice(("completed", "failed", "abandoned")))

    def host(self):
        kind = self.random.choice(("order.placed", "a type", "Z"))
        return Op("host", self.random.choice(self.keys), value=self.random.choice((self.map(), self.value())), extra=kind)

    def option(self):
        name, values = self.random.choice(OPTIONS)
        return Op("config", extra=(name, self.random.choice(values)))

    def rule(self):
        """A rule for lists, set or taken back. Elements of ours have 1 to 300 bytes, mostly less than 10."""
        key = self.random.choice(self.keys)
        glob = self.random.choice(("*", "*", "u*", key, key[:1] + "*", "?", "*" + key[-1:]))
        rule = {}
        for name, limits in (("max_count", (1, 2, 3, 5)), ("max_bytes", (4, 10, 30, 400)), ("max_tokens", (2, 6, 20, 100))):
            if self.chance(0.5 if name == "max_count" else 0.3):
                rule[name] = self.random.choice(limits)
        rule = rule or {"max_count": 3}
        rule["policy"] = self.random.choice(("drop_oldest", "drop_oldest", "drop_least_recently_used", "aggregate"))
        if rule["policy"] == "aggregate":
            rule["function"] = "json_array_length"
            if "max_count" in rule:
                rule["max_count"] += 1
        where = {"path": self.list_path(), "scope": self.where()["scope"]}
        return Op("retain", glob, extra=None if self.chance(0.2) else rule, **where)

    def list_path(self):
        return (self.random.choice(self.names[:2]), "l")[: self.random.choice((1, 2, 2))]

    # ---- statements ----

    def statement(self):
        """A step that writes or reads in one statement."""
        what = self.pick(call=12, two=2, insert=3, job=2, mem=6, runs=1.5, host=0.7, config=0.5, limits=0.4)
        if what == "mem":
            return self.table_statement()
        if what == "call":
            return ("call", (self.op(),))
        if what == "two":
            return ("call", (self.op(), self.op()))
        if what == "insert":
            ops = [self.op() for _ in range(self.random.randrange(1, 5))]
            if self.chance(0.3):
                ops.insert(self.random.randrange(len(ops) + 1), None)
            conflict = self.random.choice(("ABORT", "ABORT", "FAIL", "IGNORE", "ROLLBACK", "REPLACE"))
            return ("insert", conflict, tuple(ops))
        if what == "job":
            scalars = [Op("set", path=self.path(), value=self.job_value(), **self.where()) for _ in range(3)]
            return ("job", tuple(scalars[: self.random.randrange(1, 4)]))
        return ("call", ({"runs": self.run, "host": self.host, "config": self.option, "limits": self.rule}[what](),))

    def table_statement(self):
        """A statement on the table mem."""
        what = self.random.choice(("row", "row", "row", "row_set", "row_count", "row_delete", "move", "move"))
        where, conflict = self.where(), self.random.choice(("ABORT", "FAIL", "IGNORE", "ROLLBACK", "REPLACE", "REPLACE"))
        if what == "row":
            return ("mem", conflict, tuple(self.row(conflict) for _ in range(self.random.choice((1, 1, 2, 4)))))
        if what == "row_set":
            return ("mem", "ABORT", (Op(what, path=self.path(), value=self.scalar(), **where),))
        if what == "row_delete":
            how = self.random.choice(("path", "path", "path", "under", "key"))
            return ("mem", "ABORT", (Op(what, path=self.path(), extra=how, **where),))
        if what == "row_count":
            return ("mem", "ABORT", (Op(what, **where),))
        other = where if self.chance(0.7) else self.where()
        to = (other["key"], self.path(), other["scope"], conflict == "REPLACE")
        return ("mem", conflict, (Op("move", path=self.path(), extra=to, **where),))

    def row(self, conflict):
        replace = conflict == "REPLACE"
        if self.chance(0.2):
            return Op("row", path=self.path(), extra=("object", replace), **self.where())
        if self.chance(0.3):
            return Op("row", path=self.path(), value=self.value(), extra=("json", replace), **self.where())
        return Op("row", path=self.path(), value=self.job_value(), extra=("value", replace), **self.where())

    def job_value(self):
        return self.random.choice((None, ("i", 3), ("s", "job"), ("r", (0.25).hex())))

    def listener(self):
        if self.chance(0.3):
            return ("unlisten", "law_listener")
        kind = self.random.choice(LISTENED)
        touches = self.path()[:1] if kind.endswith(("write_event", "read_event")) and self.chance(0.6) else ()
        ops = []
        for _ in range(self.random.randrange(1, 4)):
            op = self.random.choice((self.write, self.write, self.list_op, self.list_op, self.fork))()
            key = self.random.choice(("", "", "", op.key, "aside"))  # the last is written by listeners alone
            extra = tuple(map(self.listener_value, op.extra)) if op.kind == "set_if" else op.extra
            ops.append(Op(op.kind, key, op.path, self.listener_value(op.value), op.scope, extra))
        raises = self.random.choice(("ABORT", "FAIL", "ROLLBACK", "IGNORE"))
        if not self.chance(0.15 * self.weight("raises")):
            raises = ""
        timing = "BEFORE" if raises and self.chance(0.5) else "AFTER"
        return ("listener", Listener("law_listener", kind, touches, tuple(ops), raises, timing))

    @staticmethod
    def listener_value(value):
        """Without reals, as literals of which are not read exactly by every SQLite."""
        if not has_real(value):
            return value
        return ("m", ()) if value[0] == "m" else ("i", 5)

    def step_of_connection(self):
        what = self.pick(clock=2, observer=0.3, listener=0.7, ddl=0.5)
        if what == "clock":
            moved = (0, 1, 2, 250, 1000, 10**6, -(10**6), -1, 86400 * 10**6, -3600 * 10**6)
            self.now = max(START, self.now + self.random.choice(moved))
            return ("clock", self.now)
        if what == "observer":
            return ("observer", int(self.chance(0.5)))
        if what == "listener":
            return self.listener()
        return ("ddl", self.random.randrange(3))

    def prune(self):
        """How far, what remains to be seen by then; how the moment is written; how many rows a step takes."""
        share = self.random.choice((0, 0.2, 0.5, 0.9, 1, 1))
        return ("prune", share, self.random.choice(("position", "id", "time", "last")), self.random.choice((1, 3, 20, 10000)))

    # ---- actions ----

    def erase(self):
        if self.chance(0.4):
            return ("forget", self.random.choice(self.keys))
        return ("redact", self.random.randrange(12), self.random.randrange(12))

    def action(self):
        if self.chance(min(0.3, 0.02 * self.weight("prune"))):
            return [self.prune()]
        if self.chance(0.02 * self.weight("erase")):
            return [self.erase()]
        if self.chance(0.35):
            return [self.step_of_connection()]
        if not self.chance(min(0.9, 0.45 * self.weight("transaction"))):
            return [self.statement()]
        steps = [("begin", self.random.choice(("DEFERRED", "IMMEDIATE", "EXCLUSIVE"))) if self.chance(0.9) else ("savepoint", "t")]
        if self.chance(min(0.8, 0.1 * self.weight("quiet"))):
            meta = None if self.chance(0.6) else read_json('{"actor":"a","trace_id":"1"}')
            cause = self.random.randrange(6) if self.chance(0.7) else None
            steps.append(("call", (Op("action", value=meta, extra=("work", cause)),)))
        depth = 0
        for _ in range(self.random.choice((1, 2, 3, 5, 9, 14))):
            what = self.pick(statement=10, savepoint=1.5, connection=0.5, flush=0.5)
            if what == "statement":
                steps.append(self.statement())
            elif what == "flush":
                steps.append(("call", (Op("flush"),)))
            elif what == "connection":
                steps.append(self.step_of_connection())
            else:
                depth = self.savepoint(steps, depth)
        steps.append(("commit",) if self.chance(0.8) else ("rollback",))
        return steps

    def savepoint(self, steps, depth):
        what = self.random.choice(("savepoint", "savepoint", "release", "back"))
        if what == "savepoint" or not depth:
            steps.append(("savepoint", f"s{depth}"))
            return depth + 1
        to = self.random.randrange(depth)
        steps.append((what, f"s{to}"))
        return to if what == "release" else to + 1

    def program(self, actions):
        return [self.action() for _ in range(actions)]


def has_real(value):
    if tag_of(value) in ("", "i", "s"):
        return False
    tag, content = value
    return tag == "r" or any(has_real(one[1] if tag == "m" else one) for one in content)


# ---- SQL ----


def spelled(path):
    """The path as a user may write it: at times with more quotes than it needs."""
    text = path_text(path)
    if path and zlib.crc32(text.encode()) % 5 == 0:
        return ".".join('"' + name.replace('"', '""') + '"' for name in path)
    return text


def scalar_of(value):
    """(how it stands in SQL, the SQL value) of a tagged value."""
    if value is None:
        return "?", None
    if tag_of(value) in ("i", "r", "s"):
        return "?", float.fromhex(value[1]) if value[0] == "r" else value[1]
    return "json(?)", write_json(value)


def moment(extra):
    """In SQL, once it is known; else in words."""
    if extra[0] is None or isinstance(extra[0], str):
        return extra[0]
    back, how = extra if len(extra) == 2 else extra[0]
    return f"the {how} of the row {back} rows back"


def call(op):
    """The SQL of a call, and its parameters."""
    key, path = op.key, spelled(op.path)
    scope = [op.scope] if op.scope != SHORT_TERM or len(path) % 2 else []
    if op.kind in ("set", "append"):
        shape, value = scalar_of(op.value)
        more = ", ?" if scope else ""
        return f"mem_{op.kind}(?, ?, {shape}{more})", [key, path, value, *scope]
    if op.kind in ("begin", "end"):
        shape, value = scalar_of(op.value)
        third = ("exclusive" if op.extra else None) if op.kind == "begin" else op.extra
        return f"mem_run_{op.kind}(?, {shape}, ?)", [key, value, third]
    if op.kind == "action":
        name, cause = op.extra
        return "mem_action(?, ?, ?)", [name, cause, op.value and write_json(op.value)]
    if op.kind == "set_if":
        shape, value = scalar_of(op.value)
        expected = write_json(op.extra[0]) if op.extra else None
        return f"mem_set_if(?, ?, ?, {shape}{', ?' if scope else ''})", [key, path, expected, value, *scope]
    if op.kind == "restore":
        return "mem_restore(?, ?, ?, ?)", [key, moment(op.extra), path, op.scope]
    if op.kind == "copy":
        return "mem_copy(?, ?, ?, ?)", [op.extra[0], key, moment(op.extra[1:]), op.scope]
    if op.kind == "resolve":
        return "mem_resolve(mem_ref(?, ?, ?))", [key, path, op.scope]
    given = {
        "set_json": ("mem_set_json", [key, path, write_json(op.value), *scope]),
        "append_json": ("mem_append_json", [key, path, write_json(op.value), *scope]),
        "tree": ("mem_set_tree", [key, path, write_json(op.value), *scope]),
        "object": ("mem_new_object", [key, path, op.extra, *scope]),
        "delete": ("mem_delete", [key, path, *scope]),
        "incr": ("mem_incr", [key, path, scalar_of(op.value)[1], *scope]) if op.kind == "incr" else None,
        "pop": ("mem_pop", [key, path, op.extra, *scope]),
        "get": ("mem_get_json" if op.extra == "json" else "mem_get", [key, path, *scope]),
        "type": ("mem_type", [key, path, *scope]),
        "exists": ("mem_exists", [key, path, *scope]),
        "fields": ("mem_fields", [key, path, *scope]),
        "names": ("mem_field_names", [key, path, *scope]),
        "recent": ("mem_recent", [key, path, op.extra, *scope]),
        "length": ("mem_length", [key, path, *scope]),
        "snapshot": ("mem_snapshot", [key, op.scope]),
        "host": ("mem_event_add", [op.extra, key, write_json(op.value)]),
        "flush": ("mem_flush", []),
    }
    if op.kind == "config":
        name, value = op.extra
        return "mem_config(?, ?)", [name, value]
    if op.kind == "retain":
        return "mem_retain(?, ?, ?, ?)", [key, path, op.extra and json.dumps(op.extra), op.scope]
    name, values = given[op.kind]
    return f"{name}({', '.join('?' * len(values))})", values


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)


def shown(op):
    """The call with its parameters in place: for triggers, and to be read."""
    if op is None:
        return "NULL"
    sql, values = call(op)
    parts = sql.split("?")
    return "".join(part + (literal(values[i]) if i < len(values) else "") for i, part in enumerate(parts))


def trigger(one):
    when = f"NEW.type = {literal(one.type)}"
    if one.touches:
        when += f" AND mem_touches({literal(path_text(one.touches))}, NEW.value, NEW.removed)"
    if one.raises:
        body = "SELECT RAISE(IGNORE);" if one.raises == "IGNORE" else f"SELECT RAISE({one.raises}, 'vetoed');"
    else:
        body = " ".join(f"SELECT {in_trigger(op)};" for op in one.ops)
    return f"CREATE TRIGGER {one.name} {one.timing} INSERT ON memlog_event WHEN {when} BEGIN {body} END"


def in_trigger(op):
    if op.key:
        return shown(op)
    return shown(Op(op.kind, "\x02", op.path, op.value, op.scope, op.extra)).replace("'\x02'", "NEW.key")


def table_statement(step):
    """The SQL of a step on the table mem, and its parameters."""
    _, conflict, ops = step
    op = ops[0]
    if op.kind == "row":
        values = []
        for one in ops:
            columns = {"value": None, "json": None, "object": None}
            columns[one.extra[0]] = scalar_of(one.value)[1] if one.extra[0] == "value" else write_json(one.value)
            kind = "object" if one.extra[0] == "object" else None
            values += [one.key, spelled(one.path), columns["value"], kind, one.scope, columns["json"]]
        rows = ", ".join("(?, ?, ?, ?, ?, ?)" for _ in ops)
        return f"INSERT OR {conflict} INTO mem(key, path, value, type, scope, json) VALUES {rows}", values
    if op.kind == "row_set":
        shape, value = scalar_of(op.value)
        column = "json" if shape == "json(?)" else "value"
        where = "WHERE key = ? AND path = ? AND scope = ?"
        return f"UPDATE mem SET {column} = ? {where}", [value, op.key, path_text(op.path), op.scope]
    if op.kind == "row_count":
        return "UPDATE mem SET value = value + 1 WHERE key = ? AND type = 'integer'", [op.key]
    if op.kind == "row_delete":
        where = {"path": "key = ? AND path = ?", "under": "of_key = ? AND under = ?", "key": "key = ?"}[op.extra]
        return f"DELETE FROM mem WHERE {where}", [op.key, path_text(op.path)][: where.count("?")]
    key, path, scope, _ = op.extra
    columns = [("path", spelled(path))]
    columns += [("key", key)] if key != op.key else []
    columns += [("scope", scope)] if scope != op.scope else []
    assigned = ", ".join(f"{name} = ?" for name, _ in columns)
    where = "key = ? AND path = ? AND scope = ?"
    values = [value for _, value in columns] + [op.key, path_text(op.path), op.scope]
    return f"UPDATE OR {conflict} mem SET {assigned} WHERE {where}", values


def statement(step):
    """The SQL of a step that is one statement, and its parameters."""
    what = step[0]
    if what == "mem":
        return table_statement(step)
    if what == "call":
        calls = [call(op) for op in step[1]]
        return "SELECT " + ", ".join(sql for sql, _ in calls), [value for _, values in calls for value in values]
    if what == "insert":
        calls = [call(op) if op else ("NULL", []) for op in step[2]]
        rows = ", ".join(f"({sql}, {1 if op else 'NULL'})" for (sql, _), op in zip(calls, step[2]))
        return f"INSERT OR {step[1]} INTO law_user(x, y) VALUES {rows}", [one for _, values in calls for one in values]
    rows = ", ".join("(?, ?, ?, ?)" for _ in step[1])
    values = [one for op in step[1] for one in (op.key, spelled(op.path), scalar_of(op.value)[1], op.scope)]
    return f"INSERT INTO law_job(key, path, value, scope) VALUES {rows}", values


def step_text(step):
    """A step as it can be typed."""
    what = step[0]
    if what == "mem":
        sql, values = table_statement(step)
        parts = sql.split("?")
        return "".join(part + (literal(values[i]) if i < len(values) else "") for i, part in enumerate(parts)) + ";"
    if what == "call":
        return "SELECT " + ", ".join(map(shown, step[1])) + ";"
    if what == "insert":
        rows = ", ".join(f"({shown(op)}, {1 if op else 'NULL'})" for op in step[2])
        return f"INSERT OR {step[1]} INTO law_user(x, y) VALUES {rows};"
    if what == "job":
        rows = ", ".join(f"({literal(op.key)}, {literal(spelled(op.path))}, {literal(scalar_of(op.value)[1])}, "
                         f"{literal(op.scope)})" for op in step[1])
        return f"INSERT INTO law_job(key, path, value, scope) VALUES {rows};"
    if what == "listener":
        return trigger(step[1]) + ";"
    if what == "prune":
        return "-- mem_prune: up to {} of the log, by {}, {} rows at a time".format(*step[1:])
    plain = {
        "begin": "BEGIN {}",
        "commit": "COMMIT",
        "rollback": "ROLLBACK",
        "savepoint": "SAVEPOINT {}",
        "release": "RELEASE {}",
        "back": "ROLLBACK TO {}",
        "unlisten": "DROP TRIGGER {}",
        "clock": "SELECT mem_clock('{}')",
        "observer": "SELECT mem_observer({})",
        "ddl": "-- a change of the schema, number {}",
        "forget": "SELECT mem_forget('{}', 'law')",
        "redact": "-- SELECT mem_redact(…): of the event {} events back some value",
    }[what]
    argument = clock_text(step[1]) if what == "clock" else step[1] if len(step) > 1 else ""
    return plain.format(argument) + ("" if what == "ddl" else ";")
