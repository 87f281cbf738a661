#!/usr/bin/python3
"""The state law: whatever is done, memory, log and past are what the contract says.

Random programs run on memlog and on a model of it (model.py) side by side. After every action: live memory is the
model's; the log has gained exactly the rows the model foretells; the log's rows, applied from its beginning, give the
live state; a rebuild at '#last' gives it too, or says that a gap is open; earlier positions, ids and times give what
was there then; what was rolled back has left no trace. A program that fails is made short, and shown.

Usage: test_state.py [--seed N] [--programs N] [--actions N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import json
import os
import random
import re
import sqlite3
import sys
import tempfile
from bisect import bisect_right

import cases
import model as m
import program as p
from laws import arguments, connect

COLUMNS = "seq, skew, kind, key, value, removed, containers, before, run, action, txn, cause, meta, prev, type, time, id"
SNAPSHOT = "seq, key, quiet, value, removed, containers, sensory_value, sensory_removed, sensory_containers"
# Of a key: rows since its last snapshot, their bytes, the bytes of that snapshot and of the state.
WEIGHTS = """
WITH snap AS (SELECT max(seq) AS at FROM memlog_snapshot WHERE key = ?1),
  log AS (SELECT * FROM memlog_event UNION ALL SELECT * FROM memlog_quiet)
SELECT count(*), sum(ifnull(length(value), 0) + ifnull(length(removed), 0) + ifnull(length(containers), 0)),
  ifnull((SELECT length(ifnull(s.value, log.value)) + ifnull(length(sensory_value), 0)
    FROM memlog_snapshot AS s LEFT JOIN log USING (seq) WHERE s.seq = (SELECT at FROM snap)), 0),
  ifnull((SELECT sum(length(path) + ifnull(length(value), 0)) FROM memlog_cell WHERE key = ?1), 0)
FROM log WHERE key = ?1 AND seq > ifnull((SELECT at FROM snap), 0)
"""
SETUP = """
CREATE TABLE law_user(x, y NOT NULL);
CREATE TABLE law_job(key, path, value, scope);
CREATE TRIGGER law_job_do AFTER INSERT ON law_job BEGIN
  SELECT mem_set(NEW.key, NEW.path, NEW.value, NEW.scope);
END;
CREATE TABLE law_audit(seq, type, key, value);
CREATE TRIGGER law_audit_do AFTER INSERT ON memlog_event BEGIN
  INSERT INTO law_audit VALUES(NEW.seq, NEW.type, NEW.key, NEW.value);
END;
"""


# What stands for a large value in a stored row.
PLACE_HOLDER = re.compile(r'\{"digest": "([0-9a-f]{32})","bytes":(\d+),"type":"(text|array|map)"\}')


class Wrong(Exception):
    """What was expected is not what came."""

    def __init__(self, what, expected=None, got=None):
        super().__init__(what)
        self.what, self.expected, self.got = what, expected, got


def must_be(what, expected, got):
    if expected != got:
        raise Wrong(what, expected, got)


class Past:
    """What the log says, applied row by row with the model's rules: the state of each key after each of its rows."""

    def __init__(self):
        self.rows = []  # (model's row, states of its key after it); a state is None where a gap makes it unknown
        self.of_key = {}  # key → (positions, states)

    def cut(self, n):
        while len(self.rows) > n:
            row, _ = self.rows.pop()
            for column in self.of_key[row.key]:
                column.pop()

    def add(self, row, states):
        self.rows.append((row, states))
        positions, all_states = self.of_key.setdefault(row.key, ([], []))
        positions.append(row.seq)
        all_states.append(states)

    def at(self, key, seq):
        positions, states = self.of_key.get(key, ([], []))
        n = bisect_right(positions, seq)
        return states[n - 1] if n else {scope: {} for scope in m.SCOPES}


class World:
    """One database with memlog, the model beside it, and what is compared."""

    def __init__(self, path, journal, seed):
        self.db = connect(path, journal)
        self.model = m.Model()
        self.model.clock = p.START
        self.db.execute("SELECT mem_clock(?)", (p.clock_text(p.START),))
        self.db.execute("SELECT mem_install()")
        self.db.executescript(SETUP)
        self.past = Past()
        self.settled = 0  # rows of the log that no snapshot can be put to any more
        self.savepoints = []  # (name, model, dump) of what is open; the first is the transaction itself
        self.random = random.Random(seed)
        self.answers = {}
        self.anchor = 0  # the newest position that was pruned
        self.pruned = 0  # so many rows of the model's log were
        self.ids = {}  # position → id of those
        self.closing = set()  # (key, position) of snapshots that a gap called for
        self.touched = set()  # keys of the action
        self.checks = 0

    def close(self):
        self.db.close()

    # ---- running ----

    def run(self, step):
        """One step, on both sides."""
        if self.model.broken and step[0] not in ("commit", "rollback", "back"):
            return
        getattr(self, "run_" + step[0])(step)
        in_transaction = bool(self.savepoints)
        if not self.model.broken:
            self.note_snapshots()
        must_be("sqlite3_get_autocommit", in_transaction, self.db.in_transaction)
        if not in_transaction:
            self.check_action()
        elif not self.model.broken and self.random.random() < 0.25:
            self.check_log()
            self.check_live()
            self.check_emitted()

    def execute(self, sql, values=()):
        """(row, error) of a statement."""
        try:
            rows = self.db.execute(sql, values).fetchall()
            return rows[0] if rows else (), None
        except sqlite3.Error as error:
            return None, error

    def run_call(self, step):
        """Functions in a SELECT: each is for itself, an error ends the statement but takes nothing back."""
        sql, values = p.statement(("call", self.resolved(step[1])))
        ops = self.resolved(step[1], of_model=True)
        row, error = self.execute(sql, values)
        results, failed, rolled_back = [], None, False
        for op in ops:
            before = self.model.copy()
            try:
                self.touched.add(op.key)
                results.append(self.model.do(op))
                if not self.savepoints:
                    self.model.emit()
                    self.model.end_action()
            except m.Refused as refused:
                failed = refused
                if not self.savepoints:
                    self.model = before
            except m.Vetoed as vetoed:
                failed, self.model = vetoed, before
                self.model.broken = bool(self.savepoints)
                rolled_back = vetoed.raises == "ROLLBACK"
            if failed:
                break
        if rolled_back and self.savepoints:
            self.roll_back()
        self.check_result(step, failed, error, results, row)

    def run_insert(self, step):
        """Calls in an INSERT: one statement, with a constraint that some of its rows break."""
        sql, values = p.statement((step[0], step[1], self.resolved(step[2])))

        def do(op):
            if not op:
                raise m.Conflict("the constraint")
            self.model.do(op)
            self.model.user_rows += 1
            return 1

        self.run_statement(step, sql, values, step[1], self.resolved(step[2], of_model=True), do)

    def run_job(self, step):
        """One statement on a user's table, whose trigger writes memory."""
        sql, values = p.statement(step)
        self.run_statement(step, sql, values, "ABORT", step[1], lambda op: bool(self.model.do(op)))

    def run_mem(self, step):
        """One statement on the table mem."""
        sql, values = p.statement(step)
        self.run_statement(step, sql, values, step[1], step[2], lambda op: self.model.do(op))

    def run_statement(self, step, sql, values, conflict, ops, do):
        """An error takes back what the statement did, unless a conflict clause says otherwise."""
        before, failed, rolled_back, rows = self.model.copy(), None, False, 0
        before_sql = self.db.execute("SELECT last_insert_rowid()").fetchone()
        cursor, error = self.execute_counted(sql, values)
        for op in ops:
            try:
                self.touched |= {op.key, op.extra[0] if op.kind == "move" else op.key} if op else set()
                rows += do(op)
            except m.Conflict as refused:
                if conflict == "IGNORE":
                    continue
                failed, rolled_back = refused, conflict == "ROLLBACK"
                if conflict != "FAIL":
                    self.model = before
                break
            except m.Refused as refused:
                failed, self.model = refused, before
                break
        if rolled_back and self.savepoints:
            self.roll_back()
        elif not self.savepoints:
            try:
                self.model.emit()
                self.model.end_action()
            except m.Vetoed as vetoed:
                failed, self.model = vetoed, before
        self.check_result(step, failed, error)
        if not failed:
            must_be("changes()", rows, cursor)
        if step[0] == "mem":
            must_be("last_insert_rowid()", before_sql, self.db.execute("SELECT last_insert_rowid()").fetchone())

    def execute_counted(self, sql, values):
        """(rows changed, error) of a statement."""
        try:
            return self.db.execute(sql, values).rowcount, None
        except sqlite3.Error as error:
            return None, error

    def check_result(self, step, failed, error, results=(), row=()):
        if failed and not error:
            raise Wrong("this must be an error", str(failed), row)
        if error and not failed:
            raise Wrong("this must succeed", results, str(error))
        if error:
            return
        for expected, got, op in zip(results, row, step[-1]):
            if isinstance(expected, tuple) and expected[0] == "any":
                continue
            if isinstance(expected, tuple):
                must_be(f"result of {p.shown(op)}", expected[1], m.read_json(got))
            else:
                must_be(f"result of {p.shown(op)}", (type(expected), repr(expected)), (type(got), repr(got)))

    def resolved(self, ops, of_model=False):
        """Causes, which are given as "the n-th event from the newest", as their ids (of_model: their rows); and moments,
        given likewise, with the state that was then."""
        return tuple(self.resolve(op, of_model) if op and op.kind == "action" else op for op in map(self.resolve_moment, ops))

    def resolve_moment(self, op):
        if not op or op.kind not in ("restore", "copy"):
            return op
        key, back = (op.key, op.extra) if op.kind == "restore" else op.extra
        at = (None, None, None)
        if back:
            self.check_log()
            at = self.moment(*back, key, op.scope)
        return m.Op(op.kind, op.key, op.path, op.value, op.scope, at if op.kind == "restore" else (key, *at))

    def moment(self, back, how, key, scope):
        """(The moment as it is written, its position, the state then) of the n-th row from the newest."""
        log = self.model.log
        if not log:
            return "#0", 0, {}
        row = log[max(0, self.pruned - 1, len(log) - 1 - back)]
        if how == "id":
            return self.row_id(row), row.seq, self.past.at(key, row.seq)[scope]
        seq = max(row.seq - (how == "before"), self.anchor)
        return f"#{seq}", seq, self.past.at(key, seq)[scope]

    def row_id(self, row):
        if row.seq <= self.anchor:
            return self.ids[row.seq]
        table = "memlog_quiet" if row.quiet else "memlog_event"
        return self.db.execute(f"SELECT id FROM {table} WHERE seq = ?", (row.seq,)).fetchone()[0]

    def resolve(self, op, of_model):
        name, back = op.extra
        events = [row for row in self.model.log if not row.quiet and row.seq > self.anchor]
        row = events[-1 - back] if back is not None and back < len(events) else None
        if not of_model:
            row = row and self.db.execute("SELECT id FROM memlog_event WHERE seq = ?", (row.seq,)).fetchone()[0]
        return m.Op("action", value=op.value, extra=(name, row))

    # ---- transactions ----

    # ---- pruning ----

    def run_prune(self, step):
        """Steps up to a moment; which rows each takes is foretold."""
        _, share, how, most = step
        log = self.model.log
        if self.savepoints or not log:
            _, error = self.execute("SELECT mem_prune('#last')")
            must_be("mem_prune in a transaction", bool(self.savepoints), "not inside a transaction" in str(error))
            return
        row = log[max(self.pruned - 1, 0, min(int(share * len(log)), len(log) - 1))]
        moment, seq = f"#{row.seq}", row.seq
        if how == "id":
            moment = self.row_id(row)
        elif how == "time":
            moment, seq = p.clock_text(row.time), max(one.seq for one in log if one.time <= row.time)
        elif how == "last":
            moment, seq = "#last", log[-1].seq
        going = [one for one in log[self.pruned : -1] if one.seq <= seq]
        for one in going:
            self.ids[one.seq] = self.row_id(one)
        while True:
            told, error = self.execute("SELECT mem_prune(?, ?)", (moment, f'{{"max_rows":{most}}}'))
            if error:
                raise Wrong(f"mem_prune({moment!r})", "no error", str(error))
            told = json.loads(told[0])
            taken, going = going[:most], going[most:]
            events = sum(not one.quiet for one in taken)
            expected = (events, len(taken) - events, len({one.key for one in taken if one.key}), min(len(going), most))
            must_be("what a step of mem_prune did", expected, tuple(told[one] for one in ("events", "quiet", "keys", "remaining")))
            self.pruned += len(taken)
            self.model.anchor = log[self.pruned - 1] if self.pruned else None
            self.anchor = self.model.anchor.seq if self.pruned else 0
            must_be("the anchor", self.anchor, told["pruned_upto"])
            if self.random.random() < 0.2:
                self.check_verify()
            if not going:
                return

    def run_begin(self, step):
        if not self.savepoints:
            before = self.dump()
            self.db.execute(f"BEGIN {step[1]}")
            self.savepoints.append((None, self.model.copy(), before))

    def run_savepoint(self, step):
        before = self.dump()
        self.db.execute(f"SAVEPOINT {step[1]}")
        self.savepoints.append((step[1], self.model.copy(), before))

    def find_savepoint(self, name):
        return max((i for i, one in enumerate(self.savepoints) if one[0] == name), default=None)

    def run_release(self, step):
        at = self.find_savepoint(step[1])
        if at == 0:
            self.end_transaction(f"RELEASE {step[1]}")
        elif at is not None:
            self.db.execute(f"RELEASE {step[1]}")
            del self.savepoints[at:]

    def run_back(self, step):
        at = self.find_savepoint(step[1])
        if at is None:
            return
        self.db.execute(f"ROLLBACK TO {step[1]}")
        name, saved, before = self.savepoints[at]
        del self.savepoints[at + 1 :]
        self.restore(saved)
        must_be(f"no trace after ROLLBACK TO {name}", before, self.dump())

    def restore(self, saved):
        clock, observer = self.model.clock, self.model.observer
        self.model = saved.copy()
        self.model.clock, self.model.observer = clock, observer

    def roll_back(self):
        """The whole transaction is gone."""
        _, saved, before = self.savepoints[0]
        self.savepoints = []
        self.restore(saved)
        self.model.end_action()
        must_be("no trace after a rollback", before, self.dump())

    def run_commit(self, _step):
        if self.savepoints:
            self.end_transaction("COMMIT")

    def end_transaction(self, sql):
        _, error = self.execute(sql)
        failed = "an operation failed half-way" if self.model.broken else None
        if not failed:
            try:
                self.model.emit()
                self.model.end_action()
            except m.Vetoed as vetoed:
                failed = vetoed
        if failed:
            self.roll_back()
            if self.db.in_transaction and sql != "COMMIT":
                self.db.execute("ROLLBACK")  # SQLite has rolled back what RELEASE could not commit, but stays in it
        self.savepoints = []
        self.check_result(("commit",), failed, error)

    def run_rollback(self, _step):
        if self.savepoints:
            self.db.execute("ROLLBACK")
            self.roll_back()

    # ---- what takes content out of the log ----

    def past_changes(self, key):
        """The log is read anew, and of this key other answers are right now."""
        self.past.cut(self.pruned)
        self.settled = self.pruned
        self.answers = {where: one for where, one in self.answers.items() if where[0] != key}
        self.model.end_action()

    def run_forget(self, step):
        if self.savepoints:
            return
        row, error = self.execute("SELECT mem_forget(?, 'law', '{\"search\":false}')", (step[1],))
        must_be("mem_forget", None, error and str(error))
        report = m.read_json(row[0])
        there = {quiet: sum(one.key == step[1] and one.quiet == quiet for one in self.model.log[self.pruned :]) for quiet in (False, True)}
        done = self.model.forget(step[1])
        self.db.execute("UPDATE law_audit SET key = '', value = NULL WHERE key = ?", (step[1],))
        if done:
            value = m.read_json(self.db.execute("SELECT value FROM memlog_event ORDER BY seq DESC LIMIT 1").fetchone()[0])
            self.model.log[-1].value = value
            must_be("generation that the event tells", ("i", self.model.erasures + 1), dict(value[1])["generation"])
        erased = dict(dict(report[1])["erased"][1])
        must_be("rows erased", (there[False], there[True]), (erased["memlog_event"][1], erased["memlog_quiet"][1]))
        must_be("an event", done, dict(report[1])["event"] is not None)
        must_be("generation", (self.model.erasures + 1,), self.execute("SELECT mem_generation(?)", (step[1],))[0])
        self.past_changes(step[1])
        self.past.of_key.pop(step[1], None)

    def run_redact(self, step):
        kinds = tuple(m.KINDS.values())
        rows = [row for row in self.model.log[self.pruned :] if row.key and row.kind in kinds and self.model.redacted(row)[0]]
        if self.savepoints or not rows:
            return
        row = rows[-1 - step[1] % len(rows)]
        found, scope = self.model.redacted(row)
        path, failed = found[step[2] % len(found)][0][: 1 + step[2]], None
        got, error = self.execute("SELECT mem_redact(?, ?, 'law')", (self.row_id(row), m.path_text(path)))
        before = self.model.copy()
        try:
            n, goes = self.model.redact(row, path, self.pruned)
        except m.Refused as refused:
            failed, self.model = refused, before
        self.check_result((step[0], ()), failed, error)
        if not failed:
            must_be("rows changed, or more", True, got[0] >= n and bool(got[0]) == bool(n))
        if not failed and n:
            value = m.read_json(self.db.execute("SELECT value FROM memlog_event ORDER BY seq DESC LIMIT 1").fetchone()[0])
            must_be("path that the event tells", ("s", m.path_text(path)), dict(value[1])["path"])
            self.model.log[-1].value = value
        self.past_changes(row.key)
        for states in self.past.of_key[row.key][1] if not failed else ():
            for one, value in goes.items():
                if states[scope] and states[scope].get(one) == ("v", value):
                    states[scope] = {**states[scope], one: ("v", m.MARK)}

    # ---- what else there is ----

    def run_clock(self, step):
        self.model.clock = step[1]
        self.db.execute("SELECT mem_clock(?)", (p.clock_text(step[1]),))

    def run_observer(self, step):
        self.model.observer = bool(step[1])
        self.db.execute("SELECT mem_observer(?)", (step[1],))

    def run_listener(self, step):
        self.run_unlisten(step)
        self.db.execute(p.trigger(step[1]))
        self.model.listeners["law_listener"] = step[1]

    def run_unlisten(self, _step):
        if self.model.listeners.pop("law_listener", None):
            self.db.execute("DROP TRIGGER law_listener")

    def run_ddl(self, step):
        """A change of the schema: what is connected to a table may be connected anew."""
        if step[1] == 0:
            self.db.execute("CREATE TABLE IF NOT EXISTS law_other(a)")
        elif step[1] == 1:
            self.db.execute("DROP TABLE IF EXISTS law_other")
        else:
            n = len(self.db.execute("PRAGMA table_info(law_user)").fetchall())
            self.db.execute(f"ALTER TABLE law_user ADD COLUMN z{n}")

    # ---- what holds ----

    def dump(self):
        """Everything that is stored."""
        tables = self.db.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
        return tables, [
            self.db.execute(f'SELECT * FROM "{name}"').fetchall()
            for name, sql in tables
            if sql and sql.startswith("CREATE TABLE")
        ]

    def check_action(self):
        self.check_log()
        self.check_live()
        self.check_emitted()
        self.check_runs()
        self.check_last()
        self.check_past()
        self.check_once()
        if self.random.random() < 0.05:
            self.check_verify()
        self.touched.clear()
        self.checks += 1

    def check_live(self):
        got = {}
        for key, scope, path, kind, value in self.db.execute(
            "SELECT key, scope, path, kind, value FROM memlog_cell WHERE scope <> ''"
        ):
            value = self.whole(key, value) if kind == 1 else value
            where = got.setdefault((key, {"st": m.SHORT_TERM, "se": m.SENSORY}[scope]), {})
            where[m.path_names(path)] = stored_node(kind, value)
        must_be("live memory", {where: cells for where, cells in self.model.cells.items() if cells}, got)
        must_be("rows of mem", table_rows(got), self.table("SELECT key, scope, path, type, json FROM mem"))
        must_be("rows of a user's table", self.model.user_rows, self.db.execute("SELECT count(*) FROM law_user").fetchone()[0])

    def whole(self, key, text):
        """A stored text with the key's large values in place of what stands for them."""
        if not text or '{"digest": ' not in text:
            return text
        return PLACE_HOLDER.sub(lambda found: self.large(key, *found.groups()), text)

    def large(self, key, digest, count, kind):
        sql = "SELECT json FROM memlog_value WHERE key = ? AND digest = ?"
        found = self.db.execute(sql, (key, bytes.fromhex(digest))).fetchone()
        if not found:
            raise Wrong(f"large value {digest} of {key!r} is missing")
        must_be(f"length and type of large value {digest}", (int(count), kind), (len(found[0].encode()), m.json_type(m.read_json(found[0]))))
        if int(count) <= 64:
            raise Wrong(f"large value {digest} of {key!r} is not large", None, found[0])
        return found[0]

    def check_once(self):
        """Each large value is stored once for its key."""
        double = self.db.execute("SELECT key, json FROM memlog_value GROUP BY 1, 2 HAVING count(*) > 1").fetchall()
        must_be("large values stored twice", [], double)

    def table(self, sql, *values):
        """Rows of mem: key, scope, path, type, JSON."""
        rows = self.db.execute(sql, values)
        return sorted((key, scope, path, kind, m.read_json(value)) for key, scope, path, kind, value in rows)

    def check_log(self):
        """The rows that came since the last look are the ones foretold; and what they do to the state."""
        known = 0
        for (row, _), expected in zip(self.past.rows, self.model.log):
            if row is not expected:
                break
            known += 1
        known = max(min(known, self.settled), self.pruned)
        self.past.cut(known)
        after = self.past.rows[-1][0].seq if known else 0
        got = self.db.execute(
            f"SELECT 0 AS quiet, {COLUMNS} FROM memlog_event WHERE seq > ?1"
            f" UNION ALL SELECT 1, {COLUMNS} FROM memlog_quiet WHERE seq > ?1 ORDER BY seq",
            (after,),
        ).fetchall()
        got = [(*row[:5], self.whole(row[4], row[5]), *row[6:8], self.whole(row[4], row[8]), *row[9:]) for row in got]
        snapshots = self.db.execute(f"SELECT {SNAPSHOT} FROM memlog_snapshot WHERE seq > ?", (after,)).fetchall()
        snapshots = {
            row[0]: (*row[:3], self.whole(row[1], row[3]), *row[4:6], self.whole(row[1], row[6]), *row[7:]) for row in snapshots
        }
        expected = self.model.log[known:]
        self.snapshots = []
        must_be("rows of the log", [self.brief(row) for row in expected], [(r[0], r[1], r[15], r[4]) for r in got])
        for row, columns in zip(expected, got):
            self.check_row(row, columns)
            self.past.add(row, self.apply(row, columns, snapshots.pop(row.seq, None)))
        if snapshots:
            raise Wrong("snapshots where there is no row", None, snapshots)
        for key, seq in self.model.due:
            found = self.db.execute("SELECT 1 FROM memlog_snapshot WHERE seq = ? AND key = ?", (seq, key)).fetchone()
            must_be(f"a snapshot that closes a gap of {key} at {seq}", (1,), found)
            self.closing.add((key, seq))
        self.model.due = []
        self.check_gaps()
        self.check_growth()
        if not self.savepoints:
            self.settled = len(self.past.rows)

    @staticmethod
    def brief(row):
        return int(row.quiet), row.seq, row.type, row.key

    def check_row(self, row, columns):
        (_, seq, skew, _, _, value, removed, containers, before, run, action, txn, cause, meta, prev, _, time, uuid) = columns
        place = row.before and (seq - row.before if row.before > 0 else -(seq + row.before)) or None
        expected = (row.seq - row.time or None, row.time, row.old, row.run, row.action, row.txn, row.cause, row.meta, place)
        got = (skew, time, m.read_json(before), run, action, txn, cause, m.read_json(meta), prev)
        must_be(f"skew, time, before, run, action, txn, cause, meta, prev of {self.brief(row)}", expected, got)
        ms = seq // 1000
        must_be(f"id of {seq}", f"{ms >> 16:08x}-{ms & 65535:04x}-8{seq % 1000:03x}-", uuid[:19])
        if row.kind in m.TYPES and row.kind not in (m.RUN_BEGIN, m.RUN_END):
            self.check_change(row, value, removed, containers)
        elif row.kind not in m.TYPES:
            must_be(f"value of {self.brief(row)}", row.value, m.read_json(value))
        else:
            must_be(f"{self.brief(row)} carries a state", row.value == "state", value is not None)

    def check_change(self, row, value, removed, containers):
        value, containers = m.read_json(value), m.read_json(containers)
        removed = m.read_json(removed)
        got = (
            value and value[1],
            removed and tuple(one[1] for one in removed[1]),
            containers and {path: kind[1] for path, kind in containers[1]},
        )
        expected = (row.value, row.removed, row.containers)
        if row.kind in (3, 4):  # in which order leaves are read is not said
            expected, got = [(one[0] and sorted(one[0], key=repr), one[1:]) for one in (expected, got)]
        must_be(f"value, removed, containers of {self.brief(row)}", expected, got)

    def note_snapshots(self):
        """What is the extension's choice: snapshots by growth, which close gaps, and which begin events carry the state
        when that is left to it."""
        model = self.model
        for row in reversed(model.log[self.settled :]):
            if row.value == "maybe":
                columns = self.db.execute("SELECT value FROM memlog_event WHERE seq = ?", (row.seq,)).fetchone()
                row.value = "state" if columns and columns[0] is not None else None
                if row.value:
                    model.stateless[row.key] = 0
        for (key, scope), since in list(model.gap.items()):
            gap = {m.SHORT_TERM: "gap", m.SENSORY: "sensory_gap"}[scope]
            sql = f"SELECT 1 FROM memlog_snapshot WHERE key = ? AND seq >= ? AND {gap} IS NULL"
            if self.db.execute(sql, (key, since)).fetchone():
                del model.gap[key, scope]

    def apply(self, row, columns, snapshot):
        """The states of the row's key after it."""
        if not row.key:
            return {scope: {} for scope in m.SCOPES}
        states = dict(self.past.at(row.key, row.seq))
        change = changes(columns[5:8]) if row.kind in m.TYPES else None
        if row.kind in (m.RUN_BEGIN, m.RUN_END):
            states[m.SENSORY] = {}
            if change[0] is not None:
                self.same_or_new(states, m.SHORT_TERM, change, f"the state that {self.brief(row)} carries")
        for scope in m.SCOPES:
            if row.kind == m.GAPS[scope]:
                states[scope] = None
            if row.kind == m.KINDS[scope, "write"] and states[scope] is not None:
                states[scope] = dict(states[scope])
                m.apply(states[scope], *change)
        if snapshot:
            _, key, quiet, *columns = snapshot
            must_be("key and table of a snapshot", (row.key, int(row.quiet)), (key, quiet))
            self.snapshots.append((key, row.seq, columns[0] is not None))
            if columns[0] is not None:
                self.same_or_new(states, m.SHORT_TERM, changes(columns[:3]), f"the snapshot at {self.brief(row)}")
                self.same_or_new(states, m.SENSORY, changes(columns[3:]), f"the snapshot at {self.brief(row)}")
        return states

    @staticmethod
    def same_or_new(states, scope, change, what):
        carried = {}
        m.apply(carried, *change)
        if states[scope] is not None:
            must_be(f"{what} ({scope})", states[scope], carried)
        states[scope] = carried

    def check_growth(self):
        """A snapshot that nothing called for comes after 16 rows of its key at the soonest; and it does come once the
        rows since the last one clearly outweigh the state."""
        for key, seq, has_state in self.snapshots:
            if has_state and (key, seq) not in self.closing:
                sql = "SELECT max(seq) FROM memlog_snapshot WHERE key = ? AND seq < ?"
                last = self.db.execute(sql, (key, seq)).fetchone()[0] or 0
                rows = sum(last < one <= seq for one in self.past.of_key[key][0])
                if rows < 16 and last > self.anchor:
                    raise Wrong(f"a snapshot of {key} at {seq}", "16 rows or more", rows)
        changed = {row.key for row, _ in self.past.rows[self.settled :] if row.key and row.kind not in m.GAPS.values()}
        for key in set() if self.savepoints else changed:
            rows, logged, last, state = self.db.execute(WEIGHTS, (key,)).fetchone()
            if rows >= 16 and logged > 2 * (last + state) + 2000:
                raise Wrong(f"a snapshot of {key} after {rows} rows", f"at most {2 * (last + state)} bytes", logged)

    def check_gaps(self):
        """Gaps are open where the model says so."""
        for key, (_, states) in self.past.of_key.items():
            for scope in m.SCOPES:
                unknown = bool(states) and states[-1][scope] is None
                must_be(f"a gap of {key} ({scope}) is open", (key, scope) in self.model.gap, unknown)

    def check_emitted(self):
        """What the log says is what is live, but for what is still pending."""
        if self.model.pending:
            return
        for (key, scope), cells in self.model.cells.items():
            state = self.past.at(key, 2**63)[scope]
            if state is not None:
                must_be(f"the log of {key} ({scope}), applied", cells, state)

    def check_runs(self):
        expected = [(n, k, i, o, out, b, e, bp, ep) for n, k, i, o, out, b, e, bp, ep in self.model.runs
                    if ep is None or abs(ep) > self.anchor]
        got = [
            (run, key, m.read_json(given), m.read_json(output), *rest)
            for run, key, given, output, *rest in self.db.execute("SELECT * FROM memlog_run ORDER BY run")
        ]
        must_be("runs", expected, got)
        audit = self.db.execute("SELECT seq, type, key FROM law_audit ORDER BY seq").fetchall()
        must_be("what a listener saw", [self.brief(row)[1:] for row in self.model.log if not row.quiet], audit)

    # ---- rebuilds ----

    def rebuild(self, key, moment, scope):
        return self.execute("SELECT mem_rebuild_at(?, ?, ?)", (key, moment, scope))

    def check_rebuild(self, key, moment, scope, seq):
        """A rebuild at a moment that means a position."""
        state = self.past.at(key, seq)[scope]
        row, error = self.rebuild(key, moment, scope)
        what = f"mem_rebuild_at({key!r}, {moment!r}, {scope!r})"
        if seq < self.anchor:
            if not error or f"the log was pruned up to #{self.anchor} " not in str(error):
                raise Wrong(what, "an error that tells of the prune", row or str(error))
            return
        if state is None:
            if not error or "not recorded" not in str(error) or key not in str(error):
                raise Wrong(what, "an error that tells of the gap", row or str(error))
            return
        if error:
            raise Wrong(what, m.values_of(state), str(error))
        must_be(what, m.values_of(state), m.read_json(row[0]))
        if self.random.random() < 0.3:
            shown = self.table("SELECT key, scope, path, type, json FROM mem(?, ?, ?)", key, moment, scope)
            must_be(f"mem({key!r}, {moment!r}, {scope!r})", table_rows({(key, scope): state}), shown)
        must_be(f"{what}: always the same text", self.answers.setdefault((key, scope, seq), row[0]), row[0])

    def check_last(self):
        keys = self.touched | {self.random.choice(p.KEYS)}
        newest = self.model.log[-1].seq if self.model.log else 0
        for key in keys - {""}:
            for scope in m.SCOPES:
                self.check_rebuild(key, "#last", scope, newest)
                if (key, scope) not in self.model.gap:
                    live = self.execute("SELECT mem_snapshot(?, ?)", (key, scope))[0][0]
                    must_be(f"mem_rebuild_at('#last') of {key} ({scope})", live, self.rebuild(key, "#last", scope)[0][0])

    def check_past(self):
        log = self.model.log
        for _ in range(3 if log else 0):
            at = self.random.randrange(len(log))
            row, scope = log[at], self.random.choice(m.SCOPES)
            key = row.key if self.random.random() < 0.8 else self.random.choice(log).key
            if not key:
                continue
            how = self.random.choice(("position", "between", "id", "time"))
            if how == "position":
                self.check_rebuild(key, f"#{row.seq}", scope, row.seq)
            elif how == "between":
                self.check_rebuild(key, f"#{row.seq - 1}", scope, row.seq - 1)
            elif how == "id":
                self.check_rebuild(key, self.row_id(row), scope, row.seq)
            else:
                time = row.time + self.random.choice((0, 0, -1, 1, 500))
                seq = max((one.seq for one in log if one.time <= time), default=0)
                self.check_rebuild(key, p.clock_text(time), scope, seq)

    def check_verify(self):
        must_be("mem_verify", [], self.db.execute("SELECT * FROM mem_verify").fetchall())
        log = self.model.log[self.pruned :]
        expected = {}
        for row in log:
            events, first, _ = expected.get(row.key, (0, row.time, 0))
            expected[row.key] = (events + (not row.quiet), first, row.time)
        for key, events, first, last in self.db.execute("SELECT key, events, first, last FROM mem_key"):
            n, *times = expected.get(key, (0, None, None))
            must_be(f"mem_key of {key}", (n, *(one and p.clock_text(one) for one in times)), (events, first, last))
        if log:
            must_be("mem_head()", (self.row_id(log[-1]),), self.execute("SELECT mem_head()")[0])
            kept = self.execute("SELECT count(*) FROM mem_verify WHERE head = ?", (self.row_id(self.random.choice(log)),))[0]
            must_be("faults by a head that is there", (0,), kept)

    def check_end(self):
        """The whole file once more."""
        must_be("PRAGMA integrity_check", [("ok",)], self.db.execute("PRAGMA integrity_check").fetchall())
        self.check_verify()
        self.settled = 0
        self.check_log()
        self.check_emitted()
        for row in filter(lambda one: one.key, self.model.log):
            self.check_rebuild(row.key, f"#{row.seq}", self.random.choice(m.SCOPES), row.seq)


def table_rows(memory):
    """What the table mem shows of nodes, by key and scope."""
    rows = []
    for (key, scope), cells in memory.items():
        for path, node in cells.items():
            kind = {"o": "object", "l": "list"}.get(node[0]) or m.json_type(node[1])
            rows.append((key, scope, m.path_text(path), kind, node[1] if node[0] == "v" else None))
    return sorted(rows)


def stored_node(kind, value):
    if kind == 0:
        return ("o",)
    if kind == 1:
        return ("v", m.read_json(value))
    return ("l", value if isinstance(value, int) else m.read_json(value)[1][0][1])


def changes(columns):
    """(value, removed, containers) as model.apply takes them, from their JSON."""
    value, removed, containers = (m.read_json(column) for column in columns)
    return (
        value and value[1],
        removed and tuple(one[1] for one in removed[1]),
        containers and {path: kind[1] for path, kind in containers[1]},
    )


# ---- programs ----


def run_program(actions, journal, seed, kind=World):
    """How many actions were checked; or what went wrong: (number of the action, of the step, the exception)."""
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        path = ":memory:" if journal == "memory" else os.path.join(directory, "memory.db")
        world = kind(path, journal, seed)
        at = (0, 0)
        try:
            for i, steps in enumerate(actions):
                for j, step in enumerate(steps):
                    at = (i, j)
                    world.run(step)
                if world.savepoints:
                    world.run(("commit",))
            world.check_end()
        except (Wrong, sqlite3.Error) as error:
            return (*at, error)
        finally:
            world.close()
        return world.checks


def same_kind(one, other):
    words = [(type(error).__name__ + " " + str(error)).split()[:3] for error in (one, other)]
    return words[0] == words[1]


def shorten(actions, run, error):
    """Leaves out what is not needed for the same kind of failure: actions, then steps, then calls of a step."""

    def fails(some):
        got = run(some)
        return not isinstance(got, int) and same_kind(got[2], error)

    length = None
    while length != len(actions):
        length = len(actions)
        actions = fewer(actions, fails)
    for i in range(len(actions)):

        def with_steps(steps):
            return actions[:i] + [steps] + actions[i + 1 :]

        steps = fewer(actions[i], lambda some: fails(with_steps(some)))
        for j, step in enumerate(steps):
            if step[0] in ("call", "insert", "job", "mem"):

                def with_ops(ops):
                    return with_steps(steps[:j] + [(*step[:-1], tuple(ops))] + steps[j + 1 :])

                ops = fewer(list(step[-1]), lambda some: some and fails(with_ops(some)))
                steps[j] = (*step[:-1], tuple(ops))
        actions[i] = steps
    return [steps for steps in actions if steps]


def fewer(parts, fails):
    """The list without what it can lose and still fail: halves first, then ever smaller pieces."""
    size = max(1, len(parts) // 2)
    while size:
        at = 0
        while at < len(parts):
            rest = parts[:at] + parts[at + size :]
            if fails(rest):
                parts = rest
            else:
                at += size
        size //= 2
    return parts


def check_program(seed, options, tally, journal, kind=World):
    """Makes the program of a seed, runs it, and tells of its failure; then only --keep-going goes on."""
    if tally.failed and not options.keep_going:
        return
    actions = p.Source(seed).program(options.actions)
    result = run_program(actions, journal, seed, kind)
    if isinstance(result, int):
        tally.passed += 1
        return
    tally.failed += 1
    i, j, error = result
    print(f"seed {seed} ({journal}), action {i}, step {j}: {error}")
    short = shorten(actions[: i + 1], lambda some: run_program(some, journal, seed, kind), error)
    again = run_program(short, journal, seed, kind)
    error = error if isinstance(again, int) else again[2]
    print("The shortest program found that fails so:")
    for steps in short:
        for step in steps:
            print("  " + p.step_text(step).replace("\n", "\\n"))
        if steps[0][0] in ("begin", "savepoint") and steps[-1][0] not in ("commit", "rollback"):
            print("  COMMIT;")
    print(f"  {error}")
    if isinstance(error, Wrong):
        print(f"  expected: {error.expected}\n  got:      {error.got}")


def main():
    options, tally = arguments(__doc__, programs=(24, 1000), actions=(60, 100)), cases.Tally()
    print(f"seed {options.seed}, {options.programs} programs of {options.actions} actions")
    for seed in range(options.seed, options.seed + options.programs):
        check_program(seed, options, tally, ("wal", "delete", "memory")[seed % 3])
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
