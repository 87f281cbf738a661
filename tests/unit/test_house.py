#!/usr/bin/python3
"""The checks of the build and the runner itself: each must notice what it is there to notice."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import cases
import check_coverage
import docs

TESTS = Path(__file__).resolve().parent.parent
SO = os.environ["MEMLOG_SO"]
TALLY = cases.Tally()


def program(*command):
    # What is built for sanitizers is preloaded for the extension's sake, not for shells and compilers.
    env = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def plant(directory, files):
    for name, text in files.items():
        path = Path(directory, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def build_check(check, files, expected):
    """The check, on a checkout that holds just these files, says all of expected; or nothing, and succeeds."""
    with tempfile.TemporaryDirectory() as directory:
        plant(directory, {"ext/memlog.c": "\n"} | files)
        status, said = program(TESTS / f"check_{check}.sh", directory)
    wanted = [expected] if isinstance(expected, str) else expected
    ok = (status != 0 and all(one in said for one in wanted)) if wanted else (status == 0 and said == "")
    TALLY.check(ok, f"check_{check}.sh: {sorted(files)}", f"  expected: {wanted}", f"  got ({status}): {said}")


def function(lines, signature="static int f(void) {"):
    return signature + "\n" + "  a();\n" * (lines - 2 - signature.count("\n")) + "}\n"


def sizes():
    build_check("size", {"ext/base/a.c": "\n" * 499}, [])
    build_check("size", {"ext/base/a.c": "\n" * 500}, "ext/base/a.c:500: a file of 500 lines")
    build_check("size", {"ext/base/a.c": "\n", "ext/base/b.h": "\n" * 600}, "ext/base/b.h:600:")
    build_check("size", {"ext/base/a.c": function(59)}, [])
    build_check("size", {"ext/base/a.c": "\n" + function(60)}, "ext/base/a.c:2: a function of 60 lines")
    wrapped = function(60, "static int f(int a,\n             int b) { /* why */")
    build_check("size", {"ext/base/a.c": function(9) + wrapped}, "ext/base/a.c:10: a function of 60 lines")
    table = "static const int x[] = {\n" + "  f(1),\n" * 90 + "};\nstruct s {\n" + "  int (*f)(void);\n" * 90 + "};\n"
    macro = "#define X(a) \\\n" + "  f(a) { \\\n" * 70 + "  g\n"
    build_check("size", {"ext/base/a.c": "/*\nint f(void) {\n*/\n" + table + macro + function(9)}, [])
    build_check("size", {"ext/base/a.c": table + macro + function(70)}, "a function of 70 lines")


def floors():
    lower = {"ext/base/b.h": "", "ext/data/t.h": '#include "../base/b.h"\n#include "j.h"\n', "ext/data/j.h": "\n"}
    build_check("floors", lower | {"ext/data/t.c": '#include "t.h"\n#include <stdio.h>\n'}, [])
    build_check("floors", lower | {"ext/memlog.c": '#include "data/t.h"\n#include "base/b.h"\n'}, [])
    higher = {"ext/store/c.h": "", "ext/data/t.c": '\n#include "../store/c.h"\n'}
    build_check("floors", higher, 'ext/data/t.c:2: includes "../store/c.h" of floor 3, from floor 1')
    build_check("floors", {"ext/store/c.h": "", "ext/data/t.c": '#include "store/c.h"\n'}, "of floor 3, from floor 1")
    circle = {f"ext/data/{one}": f'#include "{other}.h"\n' for one, other in (("a.h", "b"), ("b.c", "c"), ("c.h", "a"))}
    build_check("floors", circle, ["ext/data/a: includes ext/data/b.h in a circle", "ext/data/c: includes"])
    build_check("floors", {"ext/other/a.c": "\n"}, "ext/other/a.c:1: is on no floor")
    build_check("floors", {"ext/data/a.c": '#include "../other/a.h"\n'}, "which is on no floor")


def ddl():
    build_check("ddl", {"ext/face/a.c": 'x("CREATE TABLE x(a, b)"); /* CREATE TABLE t */\n// DROP VIEW v\n'}, [])
    build_check("ddl", {"ext/face/a.c": 'x("write CREATE VIRTUAL TABLE temp.u USING mem(1)");\n'}, [])
    build_check("ddl", {"ext/face/a.c": '\nx("create  table y(a)");\n'}, "ext/face/a.c:2: CREATE  TABLE stands in ext/")
    build_check("ddl", {"ext/face/a.c": "/* a\n*/ x('\"', \"DROP TRIGGER t\");\n"}, "ext/face/a.c:2: DROP TRIGGER")
    build_check("ddl", {"ext/face/a.c": 'x("/*", "CREATE UNIQUE INDEX i");\n'}, "CREATE UNIQUE INDEX")
    build_check("ddl", {"ext/face/a.c": 'x("ALTER TABLE t ADD c");\n'}, "ALTER TABLE")


def exports():
    for source, expected in (
        ("int sqlite3_memlog_init(void) { return 0; }", ""),
        ("int sqlite3_memlog_init(void) { return 0; } int json_object(void) { return 0; }", "json_object"),
        ("int other(void) { return 0; }", "other"),
    ):
        with tempfile.TemporaryDirectory() as directory:
            plant(directory, {"a.c": source})
            program("gcc", "-shared", "-fPIC", "-o", f"{directory}/a.so", f"{directory}/a.c")
            status, said = program(TESTS / "check_exports.sh", f"{directory}/a.so")
        ok = (status != 0 and expected in said) if expected else (status == 0 and said == "")
        TALLY.check(ok, f"check_exports.sh: {source}", f"  got ({status}): {said}")


def unused():
    for caller, expected in (("int ml_b(void) { return ml_a(); }", "ml_b"), ("int main(void) { return ml_a(); }", "")):
        with tempfile.TemporaryDirectory() as directory:
            plant(directory, {"a.c": "int ml_a(void) { return 0; }", "b.c": "int ml_a(void);\n" + caller})
            for one in ("a", "b"):
                program("gcc", "-c", "-o", f"{directory}/{one}.o", f"{directory}/{one}.c")
            status, said = program(TESTS / "check_unused.sh", directory)
        ok = (status != 0 and expected in said and "ml_a" not in said) if expected else (status == 0 and said == "")
        TALLY.check(ok, f"check_unused.sh: {caller}", f"  got ({status}): {said}")


def coverage():
    few = {"ext/store/a.c": {n: int(n > 2) for n in range(1, 21)}, "ext/work/b.c": {1: 1, 4: 0, 7: 0, 8: 1, 9: 0}}
    missed, floors = check_coverage.report(few)
    TALLY.check(missed == ["ext/store/a.c: 1-2\n", "ext/work/b.c: 4-7, 9\n"], "missed lines", f"  got: {missed}")
    TALLY.check(floors["store"] == [18, 20] and floors["work"] == [2, 5], "lines by floor", f"  got: {floors}")
    short = check_coverage.short_of({floor: 100 * ran / (known or 1) for floor, (ran, known) in floors.items()})
    TALLY.check(short == ["work"], "floors that fall short", f"  got: {short}")


def tool(name, text, status, *expected):
    """cases.py or docs.py, run on this text, ends with this status and says each of expected."""
    with tempfile.TemporaryDirectory() as directory:
        plant(directory, {"trial": text})
        done = subprocess.run(
            [sys.executable, TESTS / f"{name}.py", "--so", SO, f"{directory}/trial"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
    ok = done.returncode == status and all(one in done.stdout for one in expected)
    got = f"  got ({done.returncode}): {done.stdout}"
    TALLY.check(ok, f"{name}.py:\n{text}", f"  expected ({status}): {expected}", got)


PLAIN = "-- connection: A, without memlog\n-- verify: off\n-- journal: wal\n"


def case_format():
    def case(text, status, *expected):
        tool("cases", PLAIN + text, status, *expected)

    case("SELECT 1, 1.0, '1', 'a', '', NULL, x'00';\n-- → 1 | 1.0 | '1' | a | '' | ∅ | x'00'\n", 0, "3 passed")
    case("SELECT 'a' || char(10, 0) || 'b', ' x';\n-- → a␊␀b|' x'\n", 0)
    case("SELECT '1';\n-- → 1\n", 1, ":4 (wal): SELECT '1'", "  expected:\n    → 1\n  got:\n    → '1'", "1 failed")
    case("SELECT 1 UNION SELECT 2;\n-- → 1\n", 1)
    case("SELECT 'abc' UNION SELECT 'xyz';\n-- Prose.\n\n-- → a…\n-- → …yz\n", 0)
    case("SELECT 'abc';\n-- → ab\n", 1)
    case("SELECT 1 WHERE 0;\n-- no rows\n", 0)
    case("SELECT 1;\n-- no rows\n", 1, "expected: nothing")
    case("SELECT\n  1; SELECT 2; -- both\n-- → 1\n-- → 2\n", 0)
    case("SELECT nope;\n", 1, "error: no such column: nope")
    case("SELECT nope;\n-- ! no such column\n-- ! nope\n", 0, "4 passed, 0 failed")
    case("SELECT nope;\n-- ! no such table\n", 1, "expected error: no such table", "got: no such column: nope")
    case("SELECT 1;\n-- ! error\n", 1, "got: no error")
    case("-- → 1\n", 1, "an expectation must follow")
    case("SELECT 1;\n--→ 1\n", 1, "an expectation is written")
    case("SELECT 1\n", 1, "this statement does not end")
    case("-- verify: maybe\n", 1, "'-- verify' does not take 'maybe'")
    table = "CREATE TABLE t(a);\n"
    two = table + "-- connection: B, without memlog\nBEGIN IMMEDIATE;\n"
    two += "-- connection: A\nINSERT INTO t VALUES(1);\n-- ! locked\n"
    case(two + "-- connection: B\nCOMMIT;\n-- reopen\nSELECT * FROM t;\n-- no rows\n", 0)
    case(table + "-- connection: B, read only, without memlog\nINSERT INTO t VALUES(1);\n-- ! readonly\n", 0)
    case("-- dbconfig: dqs_dml off\nSELECT \"a\";\n-- ! no such column\n", 0)
    case("PRAGMA journal_mode;\n-- → wal\n", 0)
    tool("cases", PLAIN.replace("-- journal: wal\n", "") + "SELECT 1;\n-- → 1\n", 0, "6 passed, 0 failed")


def ending():
    """A case fails when its file is not sound at the end, or when something of a connection is left behind."""
    case = "CREATE TABLE t(a);\nINSERT INTO t VALUES (NULL);\nPRAGMA writable_schema = ON;\n"
    case += "UPDATE sqlite_schema SET sql = 'CREATE TABLE t(a NOT NULL)';\n"
    tool("cases", PLAIN + case, 1, "at the end, PRAGMA integrity_check", "NULL value in t.a", "1 passed, 1 failed")

    said, tally = [], cases.Tally()
    tally.check = lambda ok, *lines: ok or said.extend(lines)
    with tempfile.TemporaryDirectory() as directory:
        session = cases.Session("trial", directory, SO, "delete", tally)
        session.verify = False
        unfinished = session.connection().each("SELECT 1 UNION SELECT 2")
        next(unfinished)
        session.end(1)
    found = any("connection A does not close" in line for line in said)
    TALLY.check(found, "a statement left behind", f"  got: {said}")


def document_format():
    hide = "<!-- sql\n" + PLAIN.replace("-- journal: wal\n", "") + "-->\n"

    def document(text, status, *expected):
        tool("docs", text, status, *expected)

    document(hide + "```sql\nSELECT 1;\n-- → 1\n```\n", 0, "3 passed, 0 failed")
    document(hide + "```sql\nSELECT 1;\n-- → 2\n```\n", 1, "trial:6 (wal): SELECT 1")
    table = hide + "```sql\nCREATE TABLE t(a);\n```\n"
    document(table + "### Same\n```sql\nSELECT * FROM t;\n-- no rows\n```\n", 0)
    document(table + "## Next\n" + hide + "```sql\nSELECT * FROM t;\n-- ! no such table\n```\n", 0)
    document("```sql no-run\nSELECT\n```\n", 0, "skipped: ", "0 passed, 0 failed, 1 skipped")
    document("```c\nint x;\n```\n", 1, "say no-run")
    document("```json\n{}\n```\n", 0, "0 passed, 0 failed")
    document("```sh\n$ x=1\n$ echo $x; echo b c; cat <<E\n> d\n> E\n1\nb …\nd\n$ printf e\ne\n```\n", 0, "3 passed")
    document("```sh\n$ seq 9\n1\n…\n9\n$ false\n```\n", 1, "expected: status 0, got 1", "1 passed, 1 failed")
    document("```sh\necho\n```\n", 1, "a shell block begins with '$ command'")
    document("```python\nprint(1)  # → 1\nprint('a b')\n# → a …\n```\n", 0, "1 passed")
    document("```python\nraise SystemExit(3)\n```\n", 1, "got 3")


def power():
    """Who lets SQLite not wait for the disk loses what was committed, and io.c sees it."""
    for synchronous, expected in (("OFF", 1), ("FULL", 0)):
        options = ("-m", "power", "-j", "wal", "-k", "one action after", "-s", "11", "-r", "1", "-y", synchronous)
        status, said = program(Path(SO).parent / "faults" / "io", *options)
        TALLY.check(status == expected, f"io.c, synchronous = {synchronous}", f"  got ({status}): {said[-2000:]}")


def main():
    for part in (sizes, floors, ddl, exports, unused, coverage, case_format, ending, document_format, power):
        part()
    return TALLY.last_line()


if __name__ == "__main__":
    sys.exit(main())
