"""An independent model of memlog's contract: what memory, log and runs must be after any operations.

Written from the design alone. Memory is a dict of nodes by path, a path a tuple of bare names; the log is a list of
rows with everything that can be foretold. Folding and applying are done here once more, in the plainest way.
"""

import json
import sqlite3
import sys
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal

SHORT_TERM, SENSORY = "short_term", "sensory"
SCOPES = (SHORT_TERM, SENSORY)

KINDS = {(SENSORY, "write"): 1, (SHORT_TERM, "write"): 2, (SENSORY, "read"): 3, (SHORT_TERM, "read"): 4}
RUN_BEGIN, RUN_END = 8, 9
GAPS = {SENSORY: 10, SHORT_TERM: 11}
TYPES = {
    1: "_sensory_write_event",
    2: "_short_term_write_event",
    3: "_sensory_read_event",
    4: "_short_term_read_event",
    RUN_BEGIN: "_agent_run_begin_event",
    RUN_END: "_agent_run_end_event",
    10: "_sensory_gap",
    11: "_short_term_gap",
}
SWITCHES = {
    (SHORT_TERM, "write"): ("memory.generate-event.short-term-write", True),
    (SENSORY, "write"): ("memory.generate-event.sensory-write", True),
    (SHORT_TERM, "read"): ("memory.generate-event.short-term-read", False),
    (SENSORY, "read"): ("memory.generate-event.sensory-read", False),
}


# What stands in the place of a value that was redacted; how it is written tells it from every other.
MARK = ("m", (("redacted", ("s", "law")),))
NOTHING = object()  # what is missing, where None is JSON's null


class Refused(Exception):
    """The operation is an error, which changes nothing."""


class Conflict(Refused):
    """… and a conflict clause says what becomes of the statement."""


class Vetoed(Exception):
    """A listener failed: the emission fails, and with it the statement or COMMIT it is part of."""

    def __init__(self, raises="ABORT"):
        super().__init__(raises)
        self.raises = raises


# ---- JSON, exactly: 1, 1.0 and true differ, and so do maps in another order ----


def tagged(value):
    if isinstance(value, Map):
        return ("m", tuple((name, tagged(one)) for name, one in value.pairs))
    if isinstance(value, list):
        return ("a", tuple(map(tagged, value)))
    if isinstance(value, str):
        return ("s", value)
    if isinstance(value, float):
        return ("r", value.hex())
    if isinstance(value, int) and not isinstance(value, bool):
        return ("i", value)
    return value


class Map:
    def __init__(self, pairs):
        self.pairs = pairs


def tag_of(value):
    """"i", "r", "s", "a" or "m"; "" for null, true and false."""
    return value[0] if isinstance(value, tuple) else ""


WIDE = ((0x1100, 0x1200), (0x2E80, 0xA000), (0xA960, 0xA980), (0xAC00, 0xD800), (0xF900, 0xFB00), (0xFE30, 0xFE50), (0xFF00, 0xFFF0))
CACHE = {}


def read_json(text):
    """The tagged form of JSON text; None if the text is None."""
    if text is None:
        return None
    if text not in CACHE:
        if len(CACHE) > 100000:
            CACHE.clear()
        CACHE[text] = tagged(json.loads(text, object_pairs_hook=Map))
    return CACHE[text]


def write_json(value):
    if not tag_of(value):
        return json.dumps(value)
    tag, content = value
    if tag == "m":
        return "{" + ",".join(f"{write_json(('s', name))}:{write_json(one)}" for name, one in content) + "}"
    if tag == "a":
        return "[" + ",".join(map(write_json, content)) + "]"
    if tag == "r":
        return repr(float.fromhex(content))
    return json.dumps(content, ensure_ascii=False)


def real_text(real):
    """As memlog writes it."""
    digits = len(Decimal(repr(real)).normalize().as_tuple().digits)
    least = 15 if abs(real) >= sys.float_info.min else 1  # digits that survive being read
    text, _, exponent = f"{real:.{max(digits, least)}g}".partition("e")
    if exponent:
        return f"{text}e{int(exponent)}"
    return text if "." in text else text + ".0"


def size_of(value):
    """Bytes of a value's JSON."""
    tag = tag_of(value)
    if tag == "r":
        return len(real_text(float.fromhex(value[1])))
    if tag == "a":
        return 2 + sum(map(size_of, value[1])) + max(0, len(value[1]) - 1)
    if tag == "m":
        return 2 + sum(size_of(("s", name)) + 1 + size_of(one) for name, one in value[1]) + max(0, len(value[1]) - 1)
    return len(write_json(value).encode())


def json_type(value):
    if not tag_of(value):
        return json.dumps(value)
    return {"i": "integer", "r": "real", "s": "text", "a": "array", "m": "map"}[value[0]]


def clock_text(us):
    return (datetime(1970, 1, 1) + timedelta(microseconds=us)).strftime("%Y-%m-%d %H:%M:%S.%f")


# ---- paths ----


def path_text(path):
    def quoted(name):
        plain = name != "" and "." not in name and '"' not in name
        return name if plain else '"' + name.replace('"', '""') + '"'

    return ".".join(map(quoted, path))


PATHS = {}


def path_names(text):
    """The names of a canonical path."""
    if text not in PATHS:
        if len(PATHS) > 100000:
            PATHS.clear()
        PATHS[text] = tuple(split_path(text))
    return PATHS[text]


def split_path(text):
    at = 0
    while at < len(text):
        if text[at] == '"':
            name, at = "", at + 1
            while text[at] != '"' or text[at + 1 : at + 2] == '"':
                name += text[at]
                at += 2 if text[at] == '"' else 1
            yield name
            at += 2
        else:
            end = text.find(".", at)
            end = len(text) if end < 0 else end
            yield text[at:end]
            at = end + 1


def is_under(path, top):
    return path[: len(top)] == top


def element_index(path):
    """The index that the last name of a path is, or -1."""
    name = path[-1] if path else ""
    plain = name.isascii() and name.isdigit() and len(name) <= 18 and (name == "0" or name[0] != "0")
    return int(name) if plain else -1


# ---- nodes of one key and scope: path → ("o",), ("l", next index) or ("v", value) ----


def check_place(cells, path):
    """A node can be made at the path: its nearest ancestor is an object."""
    for n in range(len(path) - 1, 0, -1):
        above = cells.get(path[:n])
        if above and above[0] != "o":
            raise Refused(f"{path_text(path[:n])} is no object")
        if above:
            return


def make_parents(cells, path):
    made = []
    for n in range(1, len(path)):
        if path[:n] not in cells:
            cells[path[:n]] = ("o",)
            made.append(("made", path[:n], None))
    return made


def remove_under(cells, top):
    gone = [path for path in cells if is_under(path, top)]
    for path in gone:
        del cells[path]
    return len(gone)


def set_value(cells, path, value):
    node = cells.get(path)
    if not path or (node and node[0] != "v"):
        raise Refused("no value can be written there")
    if not node:
        check_place(cells, path)
    records = make_parents(cells, path)
    cells[path] = ("v", value)
    return records + [("value", path, value)]


def new_object(cells, path, overwrite):
    node = cells.get(path)
    if not path or (node and (node[0] == "l" or (node[0] == "v" and not overwrite))):
        raise Refused("no object can be made there")
    if node and node[0] == "v" and cells.get(path[:-1], ("o",))[0] == "l":
        raise Refused("elements are values")
    if not node:
        check_place(cells, path)
    records = make_parents(cells, path)
    cells[path] = ("o",)
    return records + [("object", path, None)]


def set_tree(cells, path, value):
    """Records and the number of leaves."""
    node = cells.get(path)
    if not path or tag_of(value) != "m" or (node and node[0] == "l"):
        raise Refused("no tree can be written there")
    if node and node[0] == "v" and cells.get(path[:-1], ("o",))[0] == "l":
        raise Refused("elements are values")
    records = []
    if node:
        remove_under(cells, path)
        records.append(("remove", path, None))
    else:
        check_place(cells, path)
        records += make_parents(cells, path)
    leaves = 0

    def put(at, one):
        nonlocal leaves
        if tag_of(one) == "m":
            cells[at] = ("o",)
            records.append(("made", at, None))
            for name, member in one[1]:
                put(at + (name,), member)
        else:
            cells[at] = ("v", one)
            records.append(("value", at, one))
            leaves += 1

    put(path, value)
    return records, leaves


def delete(cells, path):
    gone = remove_under(cells, path) if path in cells or not path else 0
    return ([("remove", path, None)] if gone else []), gone


def increment(cells, path, by):
    node = cells.get(path, ("v", ("i", 0)))
    if node[0] != "v" or tag_of(node[1]) not in ("i", "r"):
        raise Refused("it is no number")
    (a, x), (b, y) = node[1], by
    if a == b == "i":
        if not -(2**63) <= x + y < 2**63:
            raise Refused("overflow")
        total = ("i", x + y)
    else:
        real = [float.fromhex(n) if t == "r" else float(n) for t, n in (node[1], by)]
        if real[0] + real[1] in (float("inf"), float("-inf")):
            raise Refused("overflow")
        total = ("r", (real[0] + real[1]).hex())
    return set_value(cells, path, total), total


def elements(cells, path):
    """Paths of a list's elements in order."""
    found = [one for one in cells if len(one) == len(path) + 1 and is_under(one, path)]
    return sorted(found, key=element_index)


def append(cells, path, value):
    """Records and the element's path."""
    node = cells.get(path)
    if not path or (node and node[0] != "l"):
        raise Refused("it is no list")
    records = []
    if not node:
        check_place(cells, path)
        records = make_parents(cells, path) + [("list", path, None)]
    index = node[1] if node else 0
    element = path + (str(index),)
    cells[path] = ("l", index + 1)
    cells[element] = ("v", value)
    return records + [("value", element, value)], element


def pop(cells, path, first):
    """Records and the element's value, NOTHING if there is none."""
    node = cells.get(path)
    if not path or (node and node[0] != "l"):
        raise Refused("it is no list")
    there = elements(cells, path) if node else []
    if not there:
        return [], NOTHING
    element = there[0 if first else -1]
    return [("remove", element, None)], cells.pop(element)[1]


# ---- limits of lists ----

SQL = sqlite3.connect(":memory:")
GLOBS = {}


def matches(glob, key):
    if (glob, key) not in GLOBS:
        GLOBS[glob, key] = SQL.execute("SELECT ? GLOB ?", (key, glob)).fetchone()[0]
    return GLOBS[glob, key]


def narrowness(glob):
    """For a sort: the narrowest pattern comes first. (There are no sets in ours.)"""
    literal = sum(one not in "*?" for one in glob)
    return (any(one in "*?" for one in glob), -literal, glob.encode())


def estimate(text):
    """The tokens of a text: 4 bytes are one, and a wide character is one of its own (see the reference)."""
    wide = sum(any(low <= ord(one) < high for low, high in WIDE) for one in text)
    return -(-(len(text.encode("utf-8", "surrogateescape")) + wide) // 4)


class Limits:
    """What a rule says of a list: how much is too much."""

    def __init__(self, rule, counted):
        self.rule, self.counted = rule, counted  # counted: by a function of the host's

    def tokens(self, values):
        texts = [one[1] if tag_of(one) == "s" else exact_json(one) for one in values]
        if not self.counted:
            return sum(estimate(text) for text in texts)
        return sum(len(text.split("\0")[0]) for text in texts)

    def exceeded(self, values):
        rule = self.rule
        return (
            len(values) > rule.get("max_count", len(values))
            or ("max_bytes" in rule and sum(map(size_of, values)) > rule["max_bytes"])
            or ("max_tokens" in rule and self.tokens(values) > rule["max_tokens"])
        )

    def refuse_alone(self, value):
        if Limits({**self.rule, "max_count": 1}, self.counted).exceeded([value]):
            raise Refused("the element alone is too much")


def exact_json(value):
    """JSON as memlog writes it."""
    tag = tag_of(value)
    if tag == "r":
        return real_text(float.fromhex(value[1]))
    if tag == "a":
        return "[" + ",".join(map(exact_json, value[1])) + "]"
    if tag == "m":
        return "{" + ",".join(f"{write_json(('s', name))}:{exact_json(one)}" for name, one in value[1]) + "}"
    return write_json(value)


def make_room(cells, limits, keep, victims):
    """The records of what goes so that the list fits; keep was just written, victims are the others in the order in
    which they go."""
    left, gone = {path: cells[path][1] for path in [keep, *victims]}, []
    if not limits.exceeded(list(left.values())):
        return []
    if limits.rule["policy"] != "aggregate":
        while limits.exceeded(list(left.values())):
            gone.append(victims[len(gone)])
            del left[gone[-1]]
        aggregate = None
    else:
        aggregate, least = NOTHING, 2
        while aggregate is NOTHING:
            before = len(gone)
            # An aggregate takes one place, and something of the rest.
            while len(gone) < len(victims) and (len(gone) < least or limits.exceeded([*left.values(), ("i", 0)])):
                del left[victims[len(gone)]]
                gone.append(victims[len(gone)])
            if len(gone) == before:
                raise Refused("it does not fit")
            if not limits.exceeded([*left.values(), ("i", len(gone))]):
                aggregate = ("i", len(gone))
            least = 2 * len(gone)
    records = []
    for path in gone:
        if aggregate and path == gone[-1]:
            cells[path] = ("v", aggregate)
            records.append(("value", path, aggregate))
        else:
            del cells[path]
            records.append(("remove", path, None))
    return records


def restore(cells, path, past):
    """Records and the number of nodes at and under the path that were not as they were in the past."""
    want = {one: node for one, node in past.items() if is_under(one, path)}
    live = {one: node for one, node in cells.items() if is_under(one, path)}
    if path in want and path not in live:
        check_place(cells, path)
    elif path in want and want[path][0] != "v" and cells.get(path[:-1], ("o",))[0] == "l":
        raise Refused("elements are values")
    records, gone = [], set()
    changes = sum(one not in want for one in live)
    for one in in_order(live):
        if one not in want or want[one][0] != live[one][0] or one[:-1] in gone:
            gone.add(one)
            if one[:-1] not in gone:
                remove_under(cells, one)
                records.append(("remove", one, None))
    if want and not live and path:
        records += make_parents(cells, path)
    for one in in_order(want):
        node, there = want[one], cells.get(one)
        if there == node or (there and node[0] == "l" and there[1] >= node[1]):
            continue
        changes += 1
        cells[one] = node
        if not there or node[0] == "v":
            records.append(({"o": "made", "l": "list", "v": "value"}[node[0]], one, node[-1]))
        if node[0] == "l" and node[1] and one + (str(node[1] - 1),) not in want:
            records.append(("remove", one + (str(node[1] - 1),), None))
    return records, changes


def in_order(paths):
    return sorted(paths, key=lambda one: path_text(one).encode())


def nested(cells, path):
    """The node as nested JSON, tagged; names in byte order, elements in order."""
    node = cells.get(path, ("o",))
    if node[0] == "v":
        return node[1]
    if node[0] == "l":
        return ("a", tuple(cells[one][1] for one in elements(cells, path)))
    below = sorted(
        (one for one in cells if len(one) == len(path) + 1 and is_under(one, path)), key=lambda one: one[-1].encode()
    )
    return ("m", tuple((one[-1], nested(cells, one)) for one in below))


def values_of(cells):
    """What mem_snapshot shows: values by path, in byte order."""
    there = [(path_text(path), node[1]) for path, node in cells.items() if node[0] == "v"]
    return ("m", tuple(sorted(there, key=lambda pair: pair[0].encode())))


# ---- folding and applying, by the rules of the design ----


def fold(records):
    """(value, removed, containers) of the write records of one key and scope."""
    value, removed, containers = {}, {}, {}
    for what, path, content in records:
        if what in ("before", "note"):
            continue
        if what == "remove":
            for column in (value, removed, containers):
                for one in [one for one in column if is_under(one, path)]:
                    del column[one]
            removed[path] = True
        elif what == "value":
            containers.pop(path, None)
            value[path] = content
        elif what == "object":
            value[path] = None  # the mark
            containers[path] = ("object", False)
        elif what == "list":
            value.pop(path, None)
            containers[path] = ("list", False)
        elif path not in containers:
            value.pop(path, None)
            containers[path] = ("object", True)
    for path, (_, implicit) in list(containers.items()):
        below = [*value, *containers]
        if implicit and any(one != path and is_under(one, path) for one in below):
            containers[path] = None
    return (
        tuple((path_text(path), one) for path, one in value.items()),
        tuple(map(path_text, removed)) or None,
        {path_text(path): one[0] for path, one in containers.items() if one} or None,
    )


def claims(records, cells):
    """What stood where the records of an operation change something; cells are as they were before it."""
    found = {}
    for what, path, _ in records:
        if what == "note":
            continue
        under = [one for one in cells if is_under(one, path)] if what == "remove" else [path]
        # That an index is given away stands in the list's own row.
        for one in under or [path[:-1]]:
            found[one] = cells.get(one)
    return [("before", path, node) for path, node in found.items()]


def fold_before(records, row):
    """The column before of a row: None if it was not recorded."""
    first = {}
    for what, path, node in records:
        if what == "before":
            first.setdefault(path, node)
    if not any(what == "before" for what, _, _ in records):
        return None
    listed = {path_names(path) for path in [one for one, _ in row.value] + [*(row.removed or ()), *(row.containers or ())]}
    removed = [path_names(path) for path in row.removed or ()]
    absent = [path_text(one) for one in in_order(first) if first[one] is None and one in listed]
    pairs = [("", ("a", tuple(("s", one) for one in absent)))] if absent else []
    for one in in_order(first):
        if first[one] and first[one][0] == "v" and (one in listed or any(is_under(one, top) for top in removed)):
            pairs.append((path_text(one), first[one][1]))
    return ("m", tuple(pairs))


def fold_meta(records, meta):
    """The meta data of an action with the notes of the records."""
    notes = {name: [one for what, path, one in records if (what, path) == ("note", name)] for name in ("restored", "copied")}
    pairs = [(name, all_[0] if len(all_) == 1 else ("a", tuple(all_))) for name, all_ in notes.items() if all_]
    return ("m", (*(meta[1] if meta else ()), *pairs)) if pairs else meta


def apply(cells, value, removed, containers):
    """What a row of the log does to the nodes of its key and scope."""
    removed = [path_names(path) for path in removed or ()]
    containers = {path_names(path): kind for path, kind in (containers or {}).items()}
    values = [(path_names(path), one) for path, one in value or ()]
    for path in removed:
        remove_under(cells, path)
    for path, kind in containers.items():
        make_parents(cells, path)
        wanted = "l" if kind == "list" else "o"
        if cells.get(path, ("",))[0] != wanted:
            remove_under(cells, path)
            cells[path] = ("l", 0) if wanted == "l" else ("o",)
    for path, one in values:
        if path not in containers:
            make_parents(cells, path)
            cells[path] = ("v", one)
    for path in removed + [path for path, _ in values]:
        above = cells.get(path[:-1]) if path else None
        if above and above[0] == "l" and element_index(path) >= above[1]:
            cells[path[:-1]] = ("l", element_index(path) + 1)


# ---- operations, actions, log ----


@dataclass(frozen=True)
class Op:
    """One call of a function. value: tagged JSON; extra: whatever else the function takes."""

    kind: str
    key: str = ""
    path: tuple = ()
    value: object = None
    scope: str = SHORT_TERM
    extra: object = None


@dataclass(frozen=True)
class Listener:
    """A trigger on memlog_event: for events of a type that touch a path, if one is given."""

    name: str
    type: str
    touches: tuple  # a path; () for none
    ops: tuple  # key "" is NEW.key
    raises: str = ""  # ABORT, FAIL, ROLLBACK or IGNORE
    timing: str = "AFTER"


@dataclass(eq=False)
class Row:
    """A row of the log. value: pairs for memory events, "state" for what a begin event carries, "maybe" if that is not
    foretold; else tagged JSON."""

    quiet: bool
    kind: object
    key: str
    value: object = None
    removed: tuple = None
    containers: dict = None
    run: int = None
    action: str = None
    cause: int = None
    meta: object = None
    old: object = None  # the column before
    notes: list = ()  # records with the notes that its meta data get
    seq: int = 0
    time: int = 0
    txn: int = 0
    before: int = 0  # place of its key's row before it: negative when that is quiet

    @property
    def place(self):
        return -self.seq if self.quiet else self.seq

    @property
    def type(self):
        return TYPES.get(self.kind, self.kind)


class Model:
    def __init__(self):
        self.clock = 0
        self.observer = False
        self.config = {}
        self.listeners = {}
        self.cells = {}
        self.log = []
        self.last = {}  # key → place of its newest row
        self.runs = []  # number, key, input, output, outcome, begun, ended, begin place, end place
        self.open = {}  # key → number of its open run
        self.stateless = {}  # key → runs begun since a begin event carried the state
        self.gap = {}
        self.erasures = 0
        self.user_rows = 0
        self.listened = None  # the event whose listener is running
        self.due = []  # (key, position): snapshots that must be there
        self.anchor = None  # the newest row that was pruned
        self.rules = {}  # (pattern of keys, scope, path) → rule
        self.used = {}  # (key, scope, path) → when it was written or read last
        self.end_action()

    def end_action(self):
        self.pending = []
        self.before = None  # whether what is pending is recorded with what stood before; None: not decided
        self.action = None  # name, cause, meta
        self.is_quiet = False
        self.first = 0
        self.ops = 0
        self.broken = False

    def copy(self):
        new = Model.__new__(Model)
        new.__dict__.update(self.__dict__)
        new.cells = {where: dict(cells) for where, cells in self.cells.items()}
        for name in ("config", "rules", "used", "listeners", "last", "open", "stateless", "gap"):
            setattr(new, name, dict(getattr(self, name)))
        for name in ("log", "runs", "pending", "due"):
            setattr(new, name, list(getattr(self, name)))
        return new

    def memory(self, key, scope):
        return self.cells.setdefault((key, scope), {})

    # ---- options ----

    def is_recorded(self, scope, what):
        name, default = SWITCHES[scope, what]
        return self.config.get(name, self.config.get("memory.generate-event", default))

    # ---- operations ----

    def do(self, op):
        """The result that the call must have."""
        return getattr(self, "do_" + op.kind)(op)

    def write(self, op, change):
        """change(cells) gives records and a result."""
        self.ops += 1
        cells = self.memory(op.key, op.scope)
        wanted = self.config.get("memory.record-previous-value", False)
        pending = not (self.listened or self.is_quiet) and self.is_recorded(op.scope, "write")
        if pending:
            wanted = wanted if self.before is None else self.before
        old = dict(cells) if wanted else None
        changed = dict(cells)
        records, result = change(changed)  # an error changes nothing
        cells.clear()
        cells.update(changed)
        for what, path, _ in records:
            if what == "value":
                self.used[op.key, op.scope, path] = self.clock // 1000
        if records:
            self.before = wanted if pending else self.before
            self.record(op.key, op.scope, (claims(records, old) if wanted else []) + records)
        return result

    def record(self, key, scope, records):
        if self.listened or self.is_quiet:
            self.number([self.change_row(True, KINDS[scope, "write"], key, records)])
        elif self.is_recorded(scope, "write"):
            self.pending += [(key, KINDS[scope, "write"], record) for record in records]
        elif (key, scope) not in self.gap:
            self.number([Row(True, GAPS[scope], key)])
            self.gap[key, scope] = self.log[-1].seq

    # ---- limits of lists ----

    def limits(self, key, scope, path):
        """What limits the list at a path; None if nothing does."""
        found = [glob for glob, s, p in self.rules if (s, p) == (scope, path) and matches(glob, key)]
        if not found:
            return None
        rule = self.rules[min(found, key=narrowness), scope, path]
        return Limits(rule, bool(self.config.get("tokens.count-function")))

    def room(self, op, cells, element):
        """The records of what goes because of an element that was written."""
        limits = self.limits(op.key, op.scope, element[:-1])
        limits.refuse_alone(cells[element][1])
        victims = [one for one in elements(cells, element[:-1]) if one != element]
        if limits.rule["policy"] == "drop_least_recently_used":
            victims.sort(key=lambda one: self.used[op.key, op.scope, one])
        return make_room(cells, limits, element, victims)

    def set_value(self, op, value):
        """A value written; that of an element of a list can make others go."""

        def change(cells):
            there = op.path in cells
            records = set_value(cells, op.path, value)
            if there and cells.get(op.path[:-1], ("o",))[0] == "l":
                limits = self.limits(op.key, op.scope, op.path[:-1])
                if limits and ("max_bytes" in limits.rule or "max_tokens" in limits.rule):
                    records += self.room(op, cells, op.path)
            return records

        return change

    def do_retain(self, op):
        """key: the pattern; extra: the rule, None to take it back."""
        self.refuse_listener()
        at = op.key, op.scope, op.path
        if op.extra is None:
            return int(self.rules.pop(at, None) is not None)
        self.rules[at] = op.extra
        return ("json", ("m", tuple((name, ("i" if name.startswith("max") else "s", one)) for name, one in op.extra.items())))

    @staticmethod
    def change_row(quiet, kind, key, records):
        row = Row(quiet, kind, key, *fold(records))
        row.old = fold_before(records, row)
        row.notes = records
        return row

    def reference(self, op, path, kind):
        return ("json", reference(op.key, op.scope, path, kind))

    def do_set(self, op):
        change = self.set_value(op, op.value)
        self.write(op, lambda cells: (change(cells), None))
        return self.reference(op, op.path, json_type(op.value))

    do_set_json = do_set

    def do_set_if(self, op):
        """extra: what is expected, in a tuple; () for no node."""
        matches = self.memory(op.key, op.scope).get(op.path) == (("v", *op.extra) if op.extra else None)
        change = self.set_value(op, op.value)
        return self.write(op, lambda cells: (change(cells) if matches else [], int(matches)))

    def do_restore(self, op):
        """extra: (the moment in SQL, its position, the state of the key and scope then; None in a gap)."""
        return self.bring(op, "restored", self.moment(op.key, op.extra[1]) + (("path", ("s", path_text(op.path))),), op.extra[2])

    def do_copy(self, op):
        """extra: (the other key, and the same as of restore, or None thrice for the present)."""
        source, _, seq, past = op.extra
        if source == op.key:
            raise Refused("to itself")
        past = dict(self.memory(source, op.scope)) if seq is None else past
        self.bring(op, "copied", self.moment(source, seq), past)
        return len(past)

    def bring(self, op, name, pairs, past):
        if past is None:
            raise Refused("a gap")

        def change(cells):
            records, changes = restore(cells, op.path, past)
            return records + [("note", name, ("m", pairs))] * bool(records), changes

        return self.write(op, change)

    def moment(self, key, seq):
        row = next((row for row in reversed(self.log) if row.key == key and (seq is None or row.seq <= seq)), None)
        if self.anchor and (row is None or row.seq <= self.anchor.seq):
            row = self.anchor
        return (("position", ("i", row.seq)), ("time", ("s", clock_text(row.time)))) if row else (("position", ("i", 0)),)

    def do_tree(self, op):
        return self.write(op, lambda cells: set_tree(cells, op.path, op.value))

    def do_object(self, op):
        self.write(op, lambda cells: (new_object(cells, op.path, op.extra), None))
        return self.reference(op, op.path, "object")

    def do_delete(self, op):
        return self.write(op, lambda cells: delete(cells, op.path))

    def do_incr(self, op):
        def change(cells):
            total = increment(dict(cells), op.path, op.value)[1]
            return self.set_value(op, total)(cells), total

        return plain(self.write(op, change))

    def do_append(self, op):
        def change(cells):
            records, element = append(cells, op.path, op.value)
            return records + (self.room(op, cells, element) if self.limits(op.key, op.scope, op.path) else []), element

        element = self.write(op, change)
        return self.reference(op, element, json_type(op.value))

    do_append_json = do_append

    def do_pop(self, op):
        return plain(self.write(op, lambda cells: pop(cells, op.path, op.extra == "first")))

    # ---- rows of the table mem ----

    def do_row(self, op):
        """A row inserted; extra: (which column, with OR REPLACE)."""
        column, replace = op.extra
        if op.path in self.memory(op.key, op.scope) and not replace:
            raise Conflict("there is a node already")
        if column == "object":
            self.write(op, lambda cells: (new_object(cells, op.path, replace), None))
        else:
            change = self.set_value(op, op.value)
            self.write(op, lambda cells: (change(cells), None))
        return 1

    def do_row_set(self, op):
        node = self.memory(op.key, op.scope).get(op.path)
        if not node or (node[0] != "v" and op.value is None):
            return int(bool(node))  # an object shows as NULL: nothing is changed
        if node[0] == "v" and tag_of(node[1]) in ("a", "m") and tag_of(op.value) == "s":
            raise Refused("text for what shows as JSON text")  # unless it is such text, which none of ours is
        change = self.set_value(op, op.value)
        self.write(op, lambda cells: (change(cells), None))
        return 1

    def rows(self, key, top=(), order=lambda text: text):
        """Scope and path of a key's rows, in the order of the table, or of their references."""
        found = [(scope, path) for scope in SCOPES for path in self.memory(key, scope) if is_under(path, top)]
        return sorted(found, key=lambda row: (row[0], order(path_text(row[1])).encode()))

    def do_row_count(self, op):
        """Every integer of a key is increased by 1, as SQL does it."""
        found = [(scope, path, self.memory(op.key, scope)[path]) for scope, path in self.rows(op.key)]
        rows = 0
        for scope, path, node in found:
            if node[0] != "v" or tag_of(node[1]) != "i":
                continue
            value = node[1][1] + 1
            value = ("i", value) if value < 2**63 else ("r", float(value).hex())
            # It may have gone with another row of this statement.
            there = path in self.memory(op.key, scope)
            rows += self.do_row_set(Op("row_set", op.key, path, value, scope)) if there else 1
        return rows

    def do_row_delete(self, op):
        """extra: "path" (in both scopes), "under" or "key"."""
        # SQLite sorts what it deletes by its primary key, the reference.
        rows = self.rows(op.key, () if op.extra == "key" else op.path, lambda text: write_json(("s", text)))
        if op.extra == "path":
            rows = [row for row in rows if row[1] == op.path]
        for scope, path in rows:
            if path in self.memory(op.key, scope):
                self.do_delete(Op("delete", op.key, path, scope=scope))
        return len(rows)

    def do_move(self, op):
        """extra: (key, path, scope) of the new place, and whether with OR REPLACE."""
        key, path, scope, replace = op.extra
        old, new = self.memory(op.key, op.scope), self.memory(key, scope)
        if op.path not in old or not op.path:
            return 0
        same = (key, scope) == (op.key, op.scope)
        if same and path == op.path:
            return 1
        there = new.get(path)
        if there and not replace:
            raise Conflict("there is a node already")
        if same and is_under(path, op.path):
            raise Refused("under itself")
        if there and (there[0] != "v" or (old[op.path][0] != "v" and new.get(path[:-1], ("o",))[0] == "l")):
            raise Refused("nothing replaces it")
        if not there:
            check_place(new, path)
        moved = {one: old[one] for one in sorted(old, key=lambda one: path_text(one).encode()) if is_under(one, op.path)}
        self.do_delete(op)

        def put(cells):
            records = delete(cells, path)[0] + make_parents(cells, path)
            for one, node in moved.items():
                at = path + one[len(op.path) :]
                cells[at] = node
                records.append(({"o": "made", "l": "list", "v": "value"}[node[0]], at, node[-1]))
            for one, node in moved.items():
                last = one + (str(node[1] - 1),) if node[0] == "l" and node[1] else one
                if last not in moved:
                    records.append(("remove", path + last[len(op.path) :], None))
            return records, None

        self.write(Op("move", key, path, scope=scope), put)
        return 1

    # ---- reading ----

    def note_reads(self, op, paths):
        wanted = self.is_recorded(op.scope, "read") and not self.observer and not self.listened and not self.is_quiet
        cells = self.memory(op.key, op.scope)
        for path in paths if not self.observer and not self.listened else ():
            limits = self.limits(op.key, op.scope, path[:-1]) if element_index(path) >= 0 and cells[path][0] == "v" else None
            if limits and limits.rule["policy"] == "drop_least_recently_used":
                self.used[op.key, op.scope, path] = max(self.used[op.key, op.scope, path], self.clock // 1000)
        for path in paths if wanted else ():
            if cells[path][0] == "v":
                self.pending.append((op.key, KINDS[op.scope, "read"], ("value", path, cells[path][1])))

    def do_get(self, op):
        cells = self.memory(op.key, op.scope)
        if op.path not in cells and op.path:
            return None
        self.note_reads(op, [path for path in cells if is_under(path, op.path)])
        found = nested(cells, op.path)
        return ("json", found) if op.extra == "json" else plain(found)

    def do_resolve(self, op):
        return self.do_get(Op("get", op.key, op.path, scope=op.scope))

    def do_type(self, op):
        node = self.memory(op.key, op.scope).get(op.path, None if op.path else ("o",))
        return node and {"o": "object", "l": "list"}.get(node[0]) or (node and json_type(node[1]))

    def do_exists(self, op):
        return int(not op.path or op.path in self.memory(op.key, op.scope))

    def do_fields(self, op):
        cells = self.memory(op.key, op.scope)
        if op.path and op.path not in cells:
            return None
        below = self.children(cells, op.path)
        self.note_reads(op, below)
        pairs = []
        for path in below:
            is_value = cells[path][0] == "v"
            kind = {"o": "object", "l": "list"}.get(cells[path][0])
            pairs.append((path[-1], cells[path][1] if is_value else reference(op.key, op.scope, path, kind)))
        return ("json", ("m", tuple(pairs)))

    def do_names(self, op):
        cells = self.memory(op.key, op.scope)
        if op.path and op.path not in cells:
            return None
        return ("json", ("a", tuple(("s", path[-1]) for path in self.children(cells, op.path))))

    @staticmethod
    def children(cells, path):
        if cells.get(path, ("o",))[0] == "l":
            return elements(cells, path)
        below = [one for one in cells if len(one) == len(path) + 1 and is_under(one, path)]
        return sorted(below, key=lambda one: one[-1].encode())

    def list_elements(self, op):
        cells = self.memory(op.key, op.scope)
        if not op.path or cells.get(op.path, ("l",))[0] != "l":
            raise Refused("it is no list")
        return elements(cells, op.path) if op.path in cells else None

    def do_recent(self, op):
        found = (self.list_elements(op) or [])[-op.extra :] if op.extra else self.list_elements(op) and []
        self.note_reads(op, found or [])
        cells = self.memory(op.key, op.scope)
        return ("json", ("a", tuple(cells[path][1] for path in found or [])))

    def do_length(self, op):
        found = self.list_elements(op)
        return None if found is None else len(found)

    def do_snapshot(self, op):
        return ("json", values_of(self.memory(op.key, op.scope)))

    # ---- the action ----

    def refuse_listener(self):
        if self.listened:
            raise Refused("not inside a listener")

    def do_action(self, op):
        """path: none; extra: (name, row of the cause or None)."""
        name, cause = op.extra
        self.refuse_listener()
        if self.action or self.first or (cause and (self.ops or self.pending)):
            raise Refused("too late")
        self.action = (name, cause and cause.seq, op.value)
        self.is_quiet = bool(cause) and cause.kind in TYPES and 1 <= cause.kind <= 7
        return name

    def do_host(self, op):
        self.refuse_listener()
        self.pending.append((op.key, op.extra, op.value))
        return 1

    def do_config(self, op):
        """extra: name and value, None to unset."""
        self.refuse_listener()
        name, value = op.extra
        self.config.pop(name, None)
        if value is not None:
            self.config[name] = {"true": True, "false": False}.get(value, value)
        return ("any",)

    def do_flush(self, _op):
        self.refuse_listener()
        return self.emit()

    # ---- runs ----

    def do_begin(self, op):
        """value: input or None; extra: exclusive."""
        self.refuse_listener()
        self.emit()
        self.ops += 1
        if op.key in self.open and op.extra:
            raise Refused("a run is open")
        if op.key in self.open:
            self.end_run(op.key, None, "abandoned")
        self.cells[op.key, SENSORY] = {}
        every = self.config.get("agent-run.snapshot-every-runs", 1)
        is_event = self.config.get("agent-run.begin-event", True)
        since = self.stateless.get(op.key, 0) + 1
        run = self.runs[-1][0] + 1 if self.runs else 1
        row = Row(not is_event, RUN_BEGIN, op.key, run=run)
        if is_event:
            row.value = "maybe" if every == "auto" else "state" if since >= every else None
        self.stateless[op.key] = 0 if row.value == "state" else since
        self.gap.pop((op.key, SENSORY), None)
        if row.value == "state":
            self.gap.pop((op.key, SHORT_TERM), None)
        self.open[op.key] = run

        def note():
            self.runs.append((run, op.key, op.value, None, None, row.time, None, row.place, None))

        self.number([row], note)
        return run

    def do_end(self, op):
        """value: output or None; extra: outcome."""
        self.refuse_listener()
        self.emit()
        self.ops += 1
        if op.key not in self.open:
            raise Refused("no run is open")
        return self.end_run(op.key, op.value, op.extra)

    def end_run(self, key, output, outcome):
        run = self.open.pop(key)
        self.cells[key, SENSORY] = {}
        self.gap.pop((key, SENSORY), None)
        row = Row(not self.config.get("agent-run.end-event", True), RUN_END, key, run=run)

        def note():
            at = next(i for i, one in enumerate(self.runs) if one[0] == run)
            number, _, given, _, _, begun, _, begin, _ = self.runs[at]
            self.runs[at] = (number, key, given, output, outcome, begun, row.time, begin, row.place)

        self.number([row], note)
        return run

    # ---- what takes content out of the log ----

    def forget(self, key):
        """Whether there was anything to forget."""
        pattern = key.replace("[", "[[]").replace("*", "[*]").replace("?", "[?]")
        own = [at for at in self.rules if at[0] == pattern]
        if not own and not any(row.key == key for row in self.log):
            return False
        self.rules = {at: rule for at, rule in self.rules.items() if at not in own}
        self.used = {at: when for at, when in self.used.items() if at[0] != key}
        blank = dict(key="", value=None, removed=None, containers=None, action=None, meta=None, old=None)
        self.log = [replace(row, **blank) if row.key == key else row for row in self.log]
        self.runs = [(one[0], "", None, None, *one[4:]) if one[1] == key else one for one in self.runs]
        for name in ("last", "open", "stateless"):
            getattr(self, name).pop(key, None)
        for scope in SCOPES:
            self.cells.pop((key, scope), None)
            self.gap.pop((key, scope), None)
        self.erasures += 1
        self.number([Row(False, "_memory_erased_event", "")])
        self.last.pop("")
        return True

    def redacted(self, row):
        """(Paths and values of a row that can be redacted: those it has, else those it found; whose kinds they are.)"""
        scope = next(scope for (scope, _), kind in KINDS.items() if kind == row.kind)
        values = [(path_names(path), one) for path, one in row.value or () if path not in (row.containers or {})]
        before = [(path_names(path), one) for path, one in row.old[1] if path] if row.old else []
        return values or before, scope

    def redact(self, row, path, pruned):
        """(How many rows of the log are changed, states of runs not counted; paths and values that go.)"""
        found, scope = self.redacted(row)
        goes = {one: value for one, value in found if is_under(one, path) and value != MARK}
        if any(self.memory(row.key, scope).get(one) == ("v", value) for one, value in goes.items()):
            raise Refused("it is still the value")

        def mark(pairs):
            return pairs and tuple((name, MARK if goes.get(path_names(name), NOTHING) == one else one) for name, one in pairs)

        rows = 0
        for i, one in enumerate(self.log if goes else ()):
            if i < pruned or one.key != row.key or one.kind not in (KINDS[scope, "write"], KINDS[scope, "read"]):
                continue
            new = replace(one, value=mark(one.value), old=one.old and ("m", mark(one.old[1])))
            if (new.value, new.old) != (one.value, one.old):
                self.log[i] = new
                rows += 1
        if goes:
            self.number([Row(False, "_memory_redacted_event", row.key)])
        return rows, goes

    # ---- the log ----

    def emit(self):
        """All that is pending becomes events; their number."""
        groups = {}
        for key, kind, record in self.pending:
            groups.setdefault(key, {}).setdefault(kind, []).append(record)
        self.pending, self.before = [], None
        rows = []
        for key, kinds in groups.items():
            for kind in sorted((kind for kind in kinds if kind in TYPES)):
                rows.append(self.change_row(False, kind, key, kinds[kind]))
            rows += [Row(False, kind, key, fold_host(kinds[kind])) for kind in kinds if kind not in TYPES]
        if rows:
            self.number(rows)
        for row in rows:
            for scope in SCOPES:
                if row.kind == KINDS[scope, "write"] and (row.key, scope) in self.gap:
                    self.due.append((row.key, abs(self.last[row.key])))
                    for one in SCOPES:
                        self.gap.pop((row.key, one), None)
        return len(rows)

    def number(self, rows, note=None):
        """Gives the rows their places, and lets the listeners of events have their turn."""
        newest = self.log[-1] if self.log else None
        now = max(self.clock, newest.time if newest else 0)
        seq = newest.seq if newest else 0
        for row in rows:
            seq = max(seq + 1, now)
            self.first = self.first or seq
            row.seq, row.time, row.txn = seq, now, self.first
            row.before = self.last.get(row.key, 0)
            row.run = row.run or self.open.get(row.key)
            if self.action:
                row.action, row.cause, row.meta = self.action
            row.meta = fold_meta(row.notes, row.meta)
            if self.listened:
                row.cause = self.listened.seq
            self.last[row.key] = row.place
            self.log.append(row)
        if note:
            note()
        for row in rows:
            if not row.quiet:
                self.listen(row)

    def listen(self, row):
        self.listened = row
        for one in self.listeners.values():
            if one.type != row.type or (one.touches and not touched(row, one.touches)):
                continue
            if one.raises:
                raise Vetoed(one.raises)
            try:
                for op in one.ops:
                    self.do(Op(op.kind, op.key or row.key, op.path, op.value, op.scope, op.extra))
            except Refused as error:
                raise Vetoed() from error
        self.listened = None


def reference(key, scope, path, kind):
    pairs = [("key", ("s", key)), ("scope", ("s", scope)), ("path", ("s", path_text(path)))]
    return ("m", tuple(pairs + ([("type", ("s", kind))] if kind else [])))


def plain(value):
    """What ->> shows: SQL values, JSON for arrays and maps."""
    if value is None or value is NOTHING:
        return None
    if value is True or value is False:
        return int(value)
    tag, content = value
    if tag in "am":
        return ("json", value)
    return float.fromhex(content) if tag == "r" else content


def fold_host(values):
    """Maps are merged, the last of each name at its first place; anything else takes the place of what was there."""
    merged = None
    for value in values:
        is_map = tag_of(value) == "m"
        if is_map and isinstance(merged, dict):
            merged.update(value[1])
        else:
            merged = dict(value[1]) if is_map else value
    return ("m", tuple(merged.items())) if isinstance(merged, dict) else merged


def touched(row, path):
    if row.kind in (RUN_BEGIN, RUN_END):
        return False
    named = [path_names(one) for one, _ in row.value or ()] + [path_names(one) for one in row.removed or ()]
    return any(is_under(one, path) for one in named)
