#!/usr/bin/python3
"""What mem_help says is so: each signature takes as many arguments as it shows and stands in the reference, and the
examples work, one after the other, on a new database."""

import os
import re
import sqlite3
import sys
import tempfile

import cases
import db

SO = os.path.abspath(os.environ["MEMLOG_SO"])
REFERENCE = "sql/README.md"


def counts(signature):
    """The least and the most arguments a signature shows; None: any number more."""
    shown = signature.partition("(")[2].rpartition(")")[0]
    needed = [one for one in shown.partition("[")[0].split(",") if one.strip(" …")]
    optional = shown.count("[")
    return len(needed), None if "…" in shown else len(needed) + optional


def registered(connection, name):
    """For each number of arguments that the function is registered for, that number; -1: any."""
    return {n for (n,) in connection.rows("SELECT narg FROM pragma_function_list WHERE name = ?", name)}


def function(check, connection, name, signature):
    least, most = counts(signature)
    expected = {-1} if most is None else set(range(least, most + 1))
    check(registered(connection, name) == expected, f"{signature}: registered for {registered(connection, name)}")


def table(check, connection, name, signature):
    """A table with arguments has so many hidden columns for them, or more."""
    hidden = connection.one(f"SELECT count(*) FROM pragma_table_xinfo('{name}') WHERE hidden")
    _, most = counts(signature)
    check(most <= hidden, f"{signature}: it has {hidden} hidden columns")


def statements(text):
    """The statements of an example, each with its semicolon."""
    pending = ""
    for piece in re.split(r"(?<=;)", text + ";"):
        pending += piece
        if pending.strip() and sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""


def examples(check, connection, rows):
    for name, kind, example in rows:
        try:
            got = [connection.rows(one) for one in statements(example)]
        except db.SqlError as error:
            check(False, f"the example of {name}: {example}", f"  {error}")
            continue
        sound = name == "mem_verify"
        check(name in example and any(got) != sound, f"the example of the {kind} {name} shows nothing: {example}")


def main():
    tally = cases.Tally()
    with open(REFERENCE, encoding="utf-8") as file:
        reference = file.read()
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        connection = db.Db(f"{directory}/help.db", SO)
        rows = connection.rows("SELECT name, kind, signature, example FROM mem_help")
        tally.check(len(rows) > 40, f"mem_help has {len(rows)} rows")
        for name, kind, signature, _ in rows:
            (function if kind == "function" else table)(tally.check, connection, name, signature)
            told = f"`{signature}`" in reference if "(" in signature else re.search(rf"^###? .*\b{name}\b", reference, re.M)
            tally.check(told, f"{signature} does not stand in {REFERENCE}")
        examples(tally.check, connection, [(name, kind, example) for name, kind, _, example in rows])
        connection.close()
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
