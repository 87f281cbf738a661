"""How the reference system of this field behaves (fixtures/flink_agents.jsonl, one case a line), run through the SQL
interface: an action is BEGIN IMMEDIATE … COMMIT with mem_action, a failed one a ROLLBACK, a trigger the cause of an
action.

Where memlog differs on purpose, DIFFERENT says which rule of memlog's decides, and what holds instead.
"""

import json
import os
import sys
import tempfile

from cases import Tally
from db import Db, SqlError

CASES = os.path.join(os.path.dirname(__file__), "..", "fixtures", "flink_agents.jsonl")
START = 1783052556  # seconds; "at" of a case is in milliseconds from here
MISSING, OBJECT = {"$missing": 1}, {"$object": 1}
NESTED = "NestedObject"  # what the reference shows for an object among fields
WORDS = {  # what the message of an error of this kind must hold, beside the path
    "object_overwrite": ("object", "root"),
    "primitive_ancestor": ("a value stands above it, at ",),
    "bad_path": ("name is empty",),
    "blob": ("BLOB",),
    "option": ("true", "false"),
    "key": ("the key is",),
    "empty_key": ("the key is empty",),
    "no_run": ("no open run",),
}
MEMORY = "memory.generate-event."
BEGIN, END = "_agent_run_begin_event", "_agent_run_end_event"

# The rule, and what replaces parts of the case: "expect" its expectations (None: this one falls away), "fails" the
# operations (by number) that memlog refuses, each with the kind of its error.
REFERENCE = "fields shows a nested object as its reference"
VALID = "invalid paths are errors"
NULLS = "containers tells an object from a null"
ON = "a run's begin is an event by default"
DIFFERENT = {
    "event-order-all-kinds": (
        "a search finds what matches; the host's events come last",
        {
            "expect": {
                "events": [
                    {"type": "_sensory_write_event", "key": "k", "value": {"s": 1}},
                    {"type": "_short_term_write_event", "key": "k", "value": {"t": 1}},
                    {"type": "_sensory_read_event", "key": "k", "value": {"s": 1}},
                    {"type": "_short_term_read_event", "key": "k", "value": {"t": 1}},
                    {"type": "_long_term_update_event", "key": "k", "value": {"m": {"1": "x"}}, "cleared_sets": []},
                    {"type": "_long_term_get_event", "key": "k", "value": {"m": {"1": "x"}}},
                    {"type": "_long_term_search_event", "key": "k", "value": {"m": {"q": []}}},
                    {"type": "user-event", "key": "k", "value": {}},
                ]
            }
        },
    ),
    "ltm-empty-key": (
        "a key is text that is not empty",
        {"fails": {0: "empty_key", 1: "empty_key", 2: "empty_key"}, "expect": {"partition": None}},
    ),
    "ltm-clear-twice-deduped": (
        "a removal stands where it was made last",
        {
            "expect": {
                "events": [
                    {"type": "_long_term_update_event", "key": "k", "value": {}, "cleared_sets": ["t", "s"]},
                ]
            }
        },
    ),
    "ltm-add-maps-results": (
        "only an item that is there can be removed",
        {
            "expect": {
                "results": {"r1": ["a", "u", "d"]},
                "events": [
                    {
                        "type": "_long_term_update_event",
                        "key": "k",
                        "value": {"prefs": {"a": "added", "u": "updated"}},
                        "cleared_sets": [],
                    }
                ],
            }
        },
    ),
    "set-get-scalars": (
        "bytes are refused when written",
        {
            "fails": {4: "blob"},
            "expect": {"results": {"r1": "hello", "r2": 42, "r3": True, "r4": 1.618, "r5": MISSING}},
        },
    ),
    "set-two-under-primitive-orphan": (
        "an error changes nothing, and names the ancestor",
        {"expect": {"results": {"r1": False, "r2": False}, "errors": {"e1": "primitive_ancestor"}}},
    ),
    "set-child-set-visible-from-root": (
        REFERENCE,
        {"expect": {"results": {"r1": 10, "r2": ["c", "tmp"], "r3": {"b": ("k", "a.b")}}}},
    ),
    "exists-object-and-parents": (
        REFERENCE,
        {"expect": {"results": {"r1": True, "r2": True, "r3": True, "r4": {"x": ("k", "x")}}}},
    ),
    "path-bad-1": (VALID, {"fails": {1: "bad_path"}, "expect": {"results": {}}}),
    "path-bad-2": (VALID, {"fails": {1: "bad_path"}, "expect": {"results": {}}}),
    "path-double-dot-accepted": (
        VALID,
        {"fails": {0: "bad_path", 1: "bad_path"}, "expect": {"results": {"r2": []}}},
    ),
    "object-vs-null-ambiguous": (NULLS, {"expect": {"containers": {"p": "object"}}}),
    "event-new-object-and-fields": (NULLS, {"expect": {"containers": {"empty": "object"}}}),
    "new-object-overwrite-value": (NULLS, {"expect": {"containers": {"scalar": "object"}}}),
    "new-object-on-object-keeps-children": (NULLS, {"expect": {"containers": {"a": "object"}}}),
    "event-key-is-text": (
        "a key is text, and a number is an error; the host gives '7'",
        {"fails": {1: "key"}, "given": {"key": "7"}},
    ),
    "config-defaults": (
        ON,
        {
            "expect": {
                "enabled": {
                    "short-term-write": True,
                    "sensory-write": True,
                    "long-term-update": True,
                    "long-term-get": True,
                    "long-term-search": True,
                    "short-term-read": False,
                    "sensory-read": False,
                    BEGIN: True,
                    END: True,
                }
            }
        },
    ),
    "config-odd-text-is-false": (
        "values other than true and false, 1 and 0 are errors",
        {
            "fails": {0: "option"},
            "refused": {MEMORY + "short-term-write": "yes"},
            "expect": {"enabled": {"short-term-write": True, "sensory-write": True, "short-term-read": True}},
        },
    ),
    "config-write-off-still-stored": (
        "what was written while recording was off cannot be rebuilt, and rebuilding says so",
        {"expect": {"gap": "k"}},
    ),
    "run-begin-disabled": (
        ON,
        {
            "expect": {
                "events": [
                    {"type": BEGIN, "key": "42", "value": {}},
                    {"type": "_short_term_write_event", "key": "42", "value": {"a": 1}},
                ]
            }
        },
    ),
    "rebuild-suppressed-write-missing": (
        "what listeners write is in the quiet log, and rebuild is exact",
        {"expect": {"rebuild": {"short_term": {"a": 1, "n": 1}}, "equals_state": True}},
    ),
    "rebuild-object-null-ambiguous": (
        NULLS,
        {
            "expect": {
                "rebuild": {"short_term": {"v": None}},
                "equals_state": True,
                "objects": ["o"],
                "containers": {"o": "object"},
            }
        },
    ),
    "rebuild-replay-new-object-bug": (
        "applying an event makes its objects",
        {"expect": {"errors": {}, "rebuild": {"short_term": {"o.k": 1}}, "objects": ["o"], "equals_state": True}},
    ),
    "ttl-default-read-refresh": (
        "update-type is on_create_and_write by default",
        {"expect": {"results": {"r1": 1, "r2": MISSING}}},
    ),
    "ttl-run-begin-refreshes": (
        "update-type is on_create_and_write by default",
        {"fails": {3: "no_run"}, "expect": {"results": {"r1": MISSING}}},
    ),
    "rebuild-ttl-not-logged": (
        "a moment after the expiry is rebuilt without what had expired",
        {"expect": {"rebuild_at": {"1000": {"short_term": {}}}, "equals_state": True}},
    ),
}


class Failed(Exception):
    pass


def same(got, wanted, what):
    """Equal as JSON is: 1, 1.0 and true are three values."""
    if json.dumps(got, sort_keys=True) != json.dumps(wanted, sort_keys=True):
        raise Failed(f"{what}: expected {wanted!r}, got {got!r}")


def flat(event):
    """An event of long-term memory has its items by paths, not by sets and ids."""
    if "_long_term_" not in event["type"]:
        return event
    if "search" in event["type"]:  # by queries alone
        queries = {query: results for found in event["value"].values() for query, results in found.items()}
        return {"type": event["type"], "key": event["key"], "value": queries}
    value = {f"{of}.{one}": content for of, items in event["value"].items() for one, content in items.items()}
    return {"type": event["type"], "key": event["key"], "value": value}


class Run:
    """One case on a database of its own."""

    def __init__(self, case, db):
        self.db, self.case = db, case
        self.rule, change = DIFFERENT.get(case["id"], ("", {}))
        self.expect = case["expect"] | change.get("expect", {})
        self.fails, self.refused = change.get("fails", {}), change.get("refused", {})
        self.given = change.get("given", {})
        self.results, self.errors = {}, {}
        self.ends = 0
        self.open = None  # the key of the open action

    def all(self):
        self.seed()
        for number, op in enumerate(self.case["given"]):
            self.at(op.get("at", 0))
            self.step(number, op)
        self.end("ok")
        self.check()

    def seed(self):
        """Items that the case finds without having added them are there already."""
        added = {(op["set"], one["id"]) for op in self.case["given"] if op["op"] == "ltm_add" for one in op["backend"]}
        for op in self.case["given"]:
            found = op["backend"] if op["op"] in ("ltm_get", "ltm_search") and op["backend"] != "live" else []
            for one in found:
                if (op["set"], one["id"]) in added:
                    continue
                self.db.rows("SELECT mem_config(?, 0)", MEMORY + "long-term-update")
                self.db.rows("SELECT mem_item_put(?, ?, ?, ?)", op["key"], op["set"], one["id"], one["memory"])
                self.db.rows("SELECT mem_config(?, NULL)", MEMORY + "long-term-update")

    def at(self, ms):
        self.db.rows("SELECT mem_clock(?)", f"{START + ms / 1000:.3f}")

    # ---- doing what is given ----

    def step(self, number, op):
        kind = self.fails.get(number) or self.expect.get("errors", {}).get(op.get("as"))
        if not kind:
            return self.operate(op)
        if kind == "key":  # once as it stands, then as a host must write it
            self.refuse(op, kind)
            return self.operate(op | self.given)
        return self.refuse(op, kind)

    def refuse(self, op, kind):
        if op["op"] == "config":
            for name, value in op["set"].items():
                if name not in self.refused:
                    self.db.rows("SELECT mem_config(?, ?)", name, value)
                    continue
                self.refuse({"op": "option", "path": name, "value": self.refused[name]}, kind)
            return
        try:
            self.operate(op)
        except SqlError as error:
            words, path = WORDS[kind], op.get("path")
            if not any(word in str(error) for word in words) or (kind == "bad_path" and path not in str(error)):
                raise Failed(f"{op}: the error says: {error}") from None
            if kind == "primitive_ancestor" and not str(error).endswith("at " + path.split(".")[0]):
                raise Failed(f"{op}: the ancestor is not named: {error}") from None
            return
        raise Failed(f"{op}: no error")

    def operate(self, op):
        name = op["op"]
        if name == "option":
            self.db.rows("SELECT mem_config(?, ?)", op["path"], op["value"])
        elif name == "config":
            for option, value in op["set"].items():
                # The values of expiry options are words in small letters.
                value = value.lower() if "state-ttl" in option and isinstance(value, str) else value
                self.db.rows("SELECT mem_config(?, ?)", option, value)
        elif name == "action_begin":
            self.end("ok")
            self.begin(op)
        elif name == "action_end":
            self.end(op["status"], op.get("user_events", ()))
        elif name == "run_begin":
            self.db.rows("SELECT mem_run_begin(?)", op["key"])
        elif name == "run_end":
            self.db.rows("SELECT mem_run_end(?)", op["key"])
            self.ends += 1
        else:
            if self.open is None:
                self.begin({"action": "A", "trigger": None, "key": op["key"]})
            result = self.memory(op)
            if "as" in op:
                self.results[op["as"]] = result

    def long_term(self, op):
        """What the reference's backend is said to answer is what the case does to items."""
        key, of = op["key"], op["set"]
        if op["op"] == "ltm_add":
            for one in op["backend"] or [{"event": "ADD", "id": "1", "memory": op["items"]}]:
                if one["event"] == "DELETE":
                    self.db.rows("SELECT mem_item_remove(?, ?, ?)", key, of, one["id"])
                else:
                    self.db.rows("SELECT mem_item_put(?, ?, ?, ?)", key, of, one["id"], one["memory"])
            return [one["id"] for one in op["backend"]]
        if op["op"] == "ltm_delete" and op["ids"] is None:
            self.db.rows("SELECT mem_item_remove(?, ?)", key, of)
            return True
        if op["op"] == "ltm_delete":
            return [self.db.one("SELECT mem_item_remove(?, ?, ?)", key, of, one) for one in op["ids"]]
        if op["op"] == "ltm_get" and op["ids"] is None:
            return [one for (one,) in self.db.rows("SELECT id FROM mem_items(?, ?)", key, of)]
        if op["op"] == "ltm_get":
            return [one for one in op["ids"] if self.db.one("SELECT mem_item_get(?, ?, ?)", key, of, one) is not None]
        if op["op"] == "ltm_search":
            sql = "SELECT id FROM mem_search(?, ?, ?, ?)"
            return [one for (one,) in self.db.rows(sql, key, of, op["query"], op["limit"])]
        raise Failed(f"no way to do {op}")

    def memory(self, op):
        if op["op"].startswith("ltm_"):
            return self.long_term(op)
        path, scope = self.path(op), op.get("scope")
        key = op["key"]
        if op["op"] == "set":
            value = op["value"]
            if isinstance(value, dict) and "$bytes" in value:
                return self.db.one("SELECT mem_set(?, ?, x'010203', ?)", key, path, scope)
            return self.db.one("SELECT mem_set_json(?, ?, ?, ?)", key, path, json.dumps(value), scope)
        if op["op"] == "get":
            if self.db.one("SELECT mem_type(?, ?, ?)", key, path, scope) == "object":
                return OBJECT
            found = self.db.one("SELECT mem_get_json(?, ?, ?)", key, path, scope)
            return MISSING if found is None else json.loads(found)
        if op["op"] == "exists":
            return bool(self.db.one("SELECT mem_exists(?, ?, ?)", key, path, scope))
        if op["op"] == "new_object":
            return self.db.one("SELECT mem_new_object(?, ?, ?, ?)", key, path, int(op["overwrite"]), scope)
        if op["op"] in ("fields", "field_names"):
            return json.loads(self.db.one(f"SELECT mem_{op['op']}(?, ?, ?)", key, path, scope))
        raise Failed(f"no way to do {op}")

    def path(self, op):
        path = op["path"]
        if isinstance(path, dict):
            ref = path["$ref"]
            if isinstance(ref, str):
                return self.results[ref]
            return self.db.one("SELECT mem_ref(?, ?, ?)", op["key"], ref["path"], ref["scope"])
        return f"{op['base']}.{path}" if op.get("base") else path

    # ---- actions ----

    def begin(self, op):
        cause = self.cause(op["trigger"])
        self.db.rows("BEGIN IMMEDIATE")
        self.db.rows("SELECT mem_action(?, ?)", op["action"], cause)
        self.open = str(op["key"])

    def cause(self, trigger):
        """The newest event of that type; where there is none yet, one of another key is made. Input has no event."""
        if trigger in (None, "_input_event"):
            return None
        find = "SELECT id FROM mem_event WHERE type = ? ORDER BY seq DESC LIMIT 1"
        if not self.db.one(find, trigger):
            self.make(trigger)  # of a key that no case has
        return self.db.one(find, trigger)

    def make(self, trigger):
        if not trigger.startswith("_"):
            self.db.rows("SELECT mem_event_add(?, 'cause', '{}')", trigger)
            return
        if "long_term" in trigger:
            self.db.rows("SELECT mem_item_put('cause', 's', 'x', 1)")
            self.db.rows("SELECT mem_item_get('cause', 's', 'x')")
            self.db.rows("SELECT * FROM mem_search('cause', 's', 'x')")
            return
        scope = "sensory" if "sensory" in trigger else "short_term"
        option = MEMORY + scope.replace("_", "-") + "-read"
        self.db.rows("SELECT mem_config(?, 1)", option)
        self.db.rows("SELECT mem_set('cause', 'x', 1, ?)", scope)
        self.db.rows("SELECT mem_get('cause', 'x', ?)", scope)
        self.db.rows("SELECT mem_config(?, NULL)", option)

    def end(self, status, events=()):
        if self.open is None:
            return
        for kind in events:
            self.db.rows("SELECT mem_event_add(?, ?, '{}')", kind, self.open)
        self.db.rows("ROLLBACK" if status == "failed" else "COMMIT")
        self.open = None

    # ---- seeing what is expected ----

    def check(self):
        for name, wanted in self.expect.items():
            if wanted is not None:
                getattr(self, "check_" + name)(wanted)
        self.law()

    def log(self):
        """Events as the reference has them: it knows no end of a run."""
        sql = "SELECT type, key, value, containers FROM mem_event WHERE key <> 'cause' ORDER BY seq"
        rows = self.db.rows(sql)
        ends = [row for row in rows if row[0] == END]
        same(len(ends), self.ends, "events of runs that ended")
        return [(kind, key, json.loads(value), containers) for kind, key, value, containers in rows if kind != END]

    def check_updates(self, wanted):
        """The reference's own list of records: in memlog the events and the state tell."""

    def check_errors(self, wanted):
        """Seen to by step()."""

    def check_results(self, wanted):
        for name, value in wanted.items():
            got = self.results.get(name)
            if isinstance(value, dict) and "ids" in value:
                value = value["ids"]
            elif isinstance(value, dict) and "set" in value:
                got, value = sorted(got), sorted(value["set"])
            elif isinstance(value, dict) and any(isinstance(v, tuple) for v in value.values()):
                value = {n: json.loads(self.db.one("SELECT mem_ref(?, ?)", *v)) for n, v in value.items()}
            same(got, value, name)

    def check_events(self, wanted):
        events = [{"type": kind, "key": key, "value": value} for kind, key, value, _ in self.log()]
        same(events, [flat(event) for event in wanted], "events")
        update = "SELECT removed FROM mem_event WHERE key <> 'cause' AND type = '_long_term_update_event' ORDER BY seq"
        removed = [json.loads(text or "[]") for (text,) in self.db.rows(update)]
        same(removed, [event["cleared_sets"] for event in wanted if "cleared_sets" in event], "sets that were removed")

    def check_events_of_type(self, wanted):
        for kind, events in wanted.items():
            same([[key, value] for found, key, value, _ in self.log() if found == kind], events, kind)

    def check_key_order(self, wanted):
        same(list(self.log()[-1][2]), wanted, "order of the paths")

    def check_containers(self, wanted):
        same([json.loads(c) for *_, c in self.log() if c], [wanted], "containers")

    def check_reads(self, wanted):
        events = [value for kind, _, value, _ in self.log() if kind.endswith("_read_event")]
        reads = [list(item) for value in events for item in value.items()]
        same(reads, wanted, "reads")

    def check_enabled(self, wanted):
        for name, value in wanted.items():
            option = {BEGIN: "agent-run.begin-event", END: "agent-run.end-event"}.get(name, MEMORY + name)
            same(self.db.one("SELECT mem_config(?)", option), "true" if value else "false", option)

    def check_state(self, wanted):
        for scope, keys in wanted.items():
            for key, state in keys.items():
                same(json.loads(self.db.one("SELECT mem_snapshot(?, ?)", key, scope)), state, f"{scope} of {key}")

    def check_rebuild(self, wanted):
        for scope, state in wanted.items():
            got = self.db.one("SELECT mem_rebuild_at(?, '#last', ?)", self.key(), scope)
            same(json.loads(got), state, f"{scope} rebuilt")

    def check_rebuild_at(self, wanted):
        for ms, scopes in wanted.items():
            self.at(int(ms))
            for scope, state in scopes.items():
                got = self.db.one("SELECT mem_rebuild_at(?, 'now', ?)", self.key(), scope)
                same(json.loads(got), state, f"{scope} rebuilt as of {ms}")

    def check_state_at(self, wanted):
        for ms, state in wanted.items():
            self.at(int(ms))
            same(json.loads(self.db.one("SELECT mem_snapshot(?)", self.key())), state, f"state at {ms}")

    def check_objects(self, wanted):
        for past in ("", " AND as_of = '#last'"):
            sql = "SELECT path FROM mem(?) WHERE type = 'object' AND scope = 'short_term'"
            rows = self.db.rows(sql + past, self.key())
            same([row[0] for row in rows], wanted, "objects" + past)

    def check_gap(self, key):
        try:
            got = self.db.one("SELECT mem_rebuild_at(?, '#last')", key)
        except SqlError as error:
            names = f"key {key} " in str(error) and "not recorded" in str(error)
            same(names, True, f"the error names the gap ({error})")
        else:
            raise Failed(f"rebuilt inside a gap: {got}")

    def check_equals_state(self, wanted):
        """Always, in memlog: law() sees to it. A case that expects otherwise must be in DIFFERENT."""
        same(wanted, True, "equals_state")

    def check_memory_types(self, wanted):
        self.db.rows("SELECT mem_install()")
        text = self.db.one("SELECT sql FROM sqlite_schema WHERE name = 'memlog_event'")
        for kind in wanted:
            same(f"'{kind}'" in text, True, f"{kind} is a type")
        for kind in [kind for kind in wanted if "long_term" not in kind]:
            same(self.quiet(kind), kind in wanted, f"what reacts to {kind} is quiet")

    def check_not_memory_type(self, wanted):
        self.db.rows("SELECT mem_run_begin('cause')")
        self.db.rows("SELECT mem_event_add('input', 'cause', '{}')")
        for kind in (BEGIN, None, "input"):
            same(kind in wanted or kind == "input", True, f"{kind} is not expected to be a memory type")
            same(self.quiet(kind), False, f"what reacts to {kind} is quiet")

    def quiet(self, kind):
        """Whether an action that an event of this type causes makes no event."""
        count = "SELECT count(*) FROM mem_event WHERE key = 'reacts'"
        cause, before = self.cause(kind), self.db.one(count)
        self.db.rows("BEGIN IMMEDIATE")
        self.db.rows("SELECT mem_action('react', ?)", cause)
        self.db.rows("SELECT mem_set('reacts', 'x', 1)")
        self.db.rows("COMMIT")
        return self.db.one(count) == before

    def key(self):
        return str(next(op["key"] for op in self.case["given"] if "key" in op))

    def law(self):
        """What holds after any case: the past at the last position is the present, and the file is sound."""
        rows = "SELECT key, scope, path, type, json FROM mem"
        if "gap" not in self.expect:
            same(self.db.rows(rows), self.db.rows(rows + " WHERE as_of = '#last'"), "rows of mem and of its past")
        same(self.db.rows("SELECT * FROM mem_verify"), [], "faults in the file")


def run(case, tally):
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        db = Db(f"{directory}/case.db", os.environ["MEMLOG_SO"])
        db.rows("PRAGMA synchronous = OFF")
        one = Run(case, db)
        try:
            one.all()
            why = ""
        except (Failed, SqlError) as error:
            why = str(error)
            if not db.autocommit():
                db.rows("ROLLBACK")
        rule = f" (memlog's rule: {one.rule})" if one.rule else ""
        tally.check(not why, f"{case['id']}{rule}: {why}")
        db.close()


def main():
    tally = Tally()
    with open(CASES, encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    names = {case["id"] for case in cases}
    tally.check(set(DIFFERENT) <= names, f"no such cases: {sorted(set(DIFFERENT) - names)}")
    for case in cases:
        run(case, tally)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
