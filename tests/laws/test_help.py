#!/usr/bin/python3
"""What mem_help says is so: each signature takes as many arguments as it shows and stands in the reference, and the
examples work, one after the other, on a new database. The reference tells of every option with its default, and of every
stored table and view with its columns."""

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
    # -1: the one that answers for all other numbers.
    expected = {-1} | (set() if most is None else set(range(least, most + 1)))
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


def options(check, connection, reference):
    """Each option and its default stand in a row of the table; an option that shares a row gives its end."""
    section = reference.split("\n## Options\n")[1].split("\n## ")[0]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| `")]
    for name, default in connection.rows("SELECT name, \"default\" FROM mem_config"):
        end = "." + name.rpartition(".")[2]
        found = [row for row in rows if f"`{name}`" in row[1]] or [row for row in rows if f"`{end}`" in row[1]]
        check(len(found) == 1, f"the option {name} has {len(found)} rows in {REFERENCE}")
        wanted = "unset" if default is None else str(default)
        check(not found or found[0][2].strip(" `") == wanted, f"the default of {name} is {wanted}, not{found[0][2] if found else ''}")


def stored(check, connection, reference):
    """FTS5 makes tables of its own for the index of texts."""
    section = reference.split("\n## The file format\n")[1]
    for (name,) in connection.rows("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB 'memlog_item_text_*'"):
        check(f"{name}**" in section or f"`{name}`" in section, f"{name} does not stand in {REFERENCE}, The file format")
        if name.startswith(("memlog_v_", "memlog_item_text")):
            continue
        for (column,) in connection.rows(f"SELECT name FROM pragma_table_xinfo('{name}')"):
            check(re.search(rf"\b{column}\b", section), f"the column {column} of {name} does not stand in {REFERENCE}")


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
        options(tally.check, connection, reference)
        stored(tally.check, connection, reference)
        connection.close()
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
