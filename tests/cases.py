#!/usr/bin/python3
"""Runs SQL cases: plain .sql files whose comments hold what must come back. README.md describes the format.

Usage: cases.py [--so PATH] FILE...    (a case runs on a database file of its own, in WAL and in DELETE mode)
"""

import argparse
import os
import re
import sqlite3
import sys
import tempfile
from dataclasses import dataclass, field

import db

TAKES = {
    "clock": r".+",
    "connection": r"\w+(, read only)?(, without memlog)?",
    "dbconfig": rf"({'|'.join(db.DBCONFIG)}) (on|off)",
    "journal": r"wal|delete",
    "verify": r"off",
    "reopen": r"",
    "close": r"",
}
DIRECTIVE = re.compile(rf"-- ({'|'.join(TAKES)})(?:: *(.*\S))? *$")
EXPECTATION = re.compile(r"-- (?:→ ?(?P<row>.*\S)?|! ?(?P<error>.*\S)?|(?P<none>no rows)) *$")


class CaseError(Exception):
    """The case itself is wrong: at which line, and why."""

    def __init__(self, line, why):
        super().__init__(why)
        self.line = line


@dataclass
class Step:
    """A statement with what is expected of it (rows None: nothing said), or a directive."""

    line: int
    sql: str = ""
    rows: list = None
    errors: list = field(default_factory=list)
    directive: str = ""
    argument: str = ""


def parse(text, first_line=1):
    """The steps of a case. Statements end where sqlite3.complete_statement says so at the end of a line."""
    steps, pending, start, last = [], "", 0, None
    for number, line in enumerate(text.splitlines(), first_line):
        if pending or not (line.startswith("--") or line.strip() == ""):
            start = start or number
            pending += line + "\n"
            if sqlite3.complete_statement(pending):
                last = Step(start, sql=pending.strip())
                steps.append(last)
                pending, start = "", 0
        elif match := DIRECTIVE.match(line):
            steps.append(read_directive(number, match[1], match[2] or ""))
            last = None
        elif match := EXPECTATION.match(line):
            if last is None:
                raise CaseError(number, "an expectation must follow the statement it is about")
            expect(last, number, match)
        elif re.match(r"-- ?(→|!|->)", line):
            raise CaseError(number, "an expectation is written '-- → column | column' or '-- ! message'")
    if pending:
        raise CaseError(start, "this statement does not end")
    return steps


def read_directive(line, name, argument):
    if not re.fullmatch(TAKES[name], argument):
        raise CaseError(line, f"'-- {name}' does not take '{argument}'")
    return Step(line, directive=name, argument=argument)


def expect(step, line, match):
    if match["error"]:
        step.errors.append(match["error"])
    elif match["none"] and step.rows is None:
        step.rows = []
    elif match["row"] and step.rows != []:
        step.rows = (step.rows or []) + [match["row"]]
    else:
        raise CaseError(line, "an expectation without content, or beside 'no rows'")


# ---- how values look ----

CONTROL = {i: 0x2400 + i for i in range(32)} | {127: 0x2421}
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)


def show(value):
    """One column. Text that could be taken for something else (a number, nothing, a blob) stands in quotes."""
    if value is None:
        return "∅"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    if not isinstance(value, str):
        return repr(value)
    text = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace").translate(CONTROL)
    if text.strip() != text or text == "" or text == "∅" or NUMBER.fullmatch(text) or re.fullmatch(r"x'.*'", text):
        return f"'{text}'"
    return text


def show_row(row):
    return " | ".join(show(value) for value in row)


def matches(expected, got):
    """… in an expectation stands for any text; a blank around | does not count."""
    pattern = r".*".join(re.escape(part) for part in re.sub(r" *\| *", " | ", expected).split("…"))
    return re.fullmatch(pattern, re.sub(r" *\| *", " | ", got), re.DOTALL) is not None


# ---- running ----


class Tally:
    """Counts checks and keeps the words of those that failed."""

    def __init__(self):
        self.passed, self.failed = 0, 0

    def check(self, ok, *lines):
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            print(*lines, sep="\n")

    def last_line(self, skipped=0):
        print(f"{self.passed} passed, {self.failed} failed" + (f", {skipped} skipped" if skipped else ""))
        return 1 if self.failed else 0


class Session:
    """The connections of a case to one database file, made when first used."""

    def __init__(self, name, directory, so, journal, tally):
        self.name, self.so, self.journal, self.tally = name, so, journal, tally
        self.path = os.path.join(directory, "memory.db")
        self.open, self.options = {}, {}
        self.current, self.clock, self.verify = "A", None, True
        warm_up = db.Db(":memory:", so)  # what SQLite allocates once and keeps must not count as ours
        warm_up.close()
        self.memory = db.memory_used()

    def where(self, line):
        return f"{self.name}:{line} ({self.journal})"

    def connection(self):
        if self.current not in self.open:
            options = self.options.get(self.current, "")
            flags = db.READONLY if "read only" in options else db.READWRITE | db.CREATE
            one = self.open[self.current] = db.Db(self.path, flags=flags)
            if flags != db.READONLY:
                # Power does not fail here. The mode can only be set while nobody else is at the file.
                one.rows("PRAGMA synchronous = OFF")
                if one.one("PRAGMA journal_mode") != self.journal:
                    one.rows(f"PRAGMA journal_mode = {self.journal}")
            if "without memlog" not in options:
                one.load(self.so)
                self.set_clock(one)
        return self.open[self.current]

    def set_clock(self, connection):
        if self.clock:
            connection.rows("SELECT mem_clock(?)", None if self.clock == "free" else self.clock)

    def step(self, step):
        try:
            if step.directive:
                self.direct(step)
            else:
                self.statement(step)
        except db.SqlError as error:
            self.tally.check(False, f"{self.where(step.line)}: {step.directive or 'opening'}: {error}")

    def direct(self, step):
        if step.directive == "connection":
            self.current, _, options = (part.strip() for part in step.argument.partition(","))
            if options:
                self.options[self.current] = options
        elif step.directive == "clock":
            self.clock = step.argument
            for name, one in self.open.items():
                if "without memlog" not in self.options.get(name, ""):
                    self.set_clock(one)
        elif step.directive == "dbconfig":
            name, state = step.argument.split()
            self.connection().config(name, state == "on")
        elif step.directive in ("reopen", "close"):
            self.connection()
            self.close(self.current, step.line)
            if step.directive == "reopen":
                self.connection()
        elif step.directive == "verify":
            self.verify = False

    def statement(self, step):
        rows, message, connection = [], None, self.connection()
        try:
            for row in connection.each(step.sql):
                rows.append(show_row(row))
        except db.SqlError as error:
            message = str(error)
        said = [f"{self.where(step.line)}: {step.sql.splitlines()[0][:100]}"]
        if step.rows is not None:
            same = len(rows) == len(step.rows) and all(map(matches, step.rows, rows))
            self.tally.check(same, *said, *listing("expected", step.rows), *listing("got", rows))
        for error in step.errors:
            found = message is not None and matches(f"…{error}…", message)
            self.tally.check(found, *said, f"  expected error: {error}", f"  got: {message or 'no error'}")
        if message is not None and not step.errors:
            self.tally.check(False, *said, f"  error: {message}")

    def close(self, name, line):
        try:
            self.open.pop(name).close()
        except db.SqlError as error:
            self.tally.check(False, f"{self.where(line)}: connection {name} does not close: {error}")

    def end(self, line):
        """What holds after every case: connections close, memory is given back, the file is sound."""
        failed = self.tally.failed
        for name in list(self.open):
            self.close(name, line)
        left = db.memory_used() - self.memory
        if left:
            self.tally.check(False, f"{self.where(line)}: {left} bytes are not given back after closing")
        if self.tally.failed == failed:
            self.tally.check(True)
        self.sound("PRAGMA integrity_check", ["ok"], None, line)
        if self.verify:
            self.sound("SELECT * FROM mem_verify", [], self.so, line)

    def sound(self, sql, expected, so, line):
        try:
            connection = db.Db(self.path, so)
            got = [show_row(row) for row in connection.rows(sql)]
            connection.close()
        except db.SqlError as error:
            got = [f"error: {error}"]
        self.tally.check(got == expected, f"{self.where(line)}: at the end, {sql}", *listing("got", got))


def listing(title, rows):
    return [f"  {title}:", *(f"    → {row}" for row in rows)] if rows else [f"  {title}: nothing"]


def run_file(path, so, tally):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        steps = parse(text)
    except CaseError as error:
        tally.check(False, f"{path}:{error.line}: {error}")
        return
    modes = [step.argument for step in steps if step.directive == "journal"] or ["wal", "delete"]
    for journal in modes:
        with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
            session = Session(path, directory, so, journal, tally)
            for step in steps:
                session.step(step)
            session.end(len(text.splitlines()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--so", default=os.environ.get("MEMLOG_SO", "build/memlog.so"))
    parser.add_argument("file", nargs="+")
    options = parser.parse_args()
    tally = Tally()
    for path in options.file:
        try:
            run_file(path, os.path.abspath(options.so), tally)
        except db.SqlError as error:
            tally.check(False, f"{path}: {error}")
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
