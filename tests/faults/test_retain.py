"""Functions of the host's that rules of mem_retain name: what may be called on behalf of a file that anyone may have
written, and what befalls a write when such a function fails, meddles, or takes its time.

AGT-028: a rule that is set holds from the next write on, and everybody sees it."""

import os
import sqlite3
import sys
import tempfile

from cases import Tally

SO = os.path.abspath(os.environ["MEMLOG_SO"])
DIRECTONLY = 0x80000


def connect(path, trusted=True):
    one = sqlite3.connect(path, isolation_level=None)
    one.enable_load_extension(True)
    one.load_extension(SO)
    one.enable_load_extension(False)
    one.execute("PRAGMA synchronous = OFF")
    one.execute(f"PRAGMA trusted_schema = {'ON' if trusted else 'OFF'}")
    return one


def one(d, sql, *values):
    return d.execute(sql, values).fetchone()[0]


def refused(d, sql, *values):
    try:
        d.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        return str(error)
    return None


def rule(d, function, **limits):
    limits = limits or {"max_count": 2}
    text = "{" + ",".join(f'"{name}":{limit}' for name, limit in limits.items())
    one(d, "SELECT mem_retain('*', 'l', ?)", text + f',"policy":"aggregate","function":"{function}"}}')


def state(d):
    return one(d, "SELECT mem_snapshot('k')"), one(d, "SELECT count(*) FROM mem_event")


def check_unchanged(check, d, what, *words):
    before = state(d)
    error = refused(d, "SELECT mem_append('k', 'l', 'new')") or ""
    check(all(word in error for word in words), f"{what}: {error!r} instead of {words}")
    check(state(d) == before, f"{what}: the write that failed has changed something")
    check(one(d, "SELECT mem_snapshot('k') = mem_rebuild_at('k', '#last')"), f"{what}: the past is another one")


def fill(d):
    for value in ("a", "b"):
        d.execute("SELECT mem_append('k', 'l', ?)", (value,)).fetchall()


def meddling(check, d):
    """What a function does while it is called."""
    def writes(_):
        return d.execute("SELECT mem_set('k', 'from_inside', 1)").fetchone()[0]

    def flushes(_):
        return d.execute("SELECT mem_flush()").fetchone()[0]

    def sets_rules(_):
        return d.execute("SELECT mem_retain('*', 'l', NULL)").fetchone()[0]

    def rolls_back(_):
        d.execute("ROLLBACK")

    for name, function in (("writes", writes), ("flushes", flushes), ("sets_rules", sets_rules)):
        said = []

        def told(argument, function=function, said=said):
            try:
                return function(argument)
            except sqlite3.Error as error:
                said.append(str(error))
                raise

        d.create_function(name, 1, told)
        rule(d, name)
        check_unchanged(check, d, name, name)
        check(len(said) == 1 and "not inside a function that memlog calls" in said[0], f"{name}: {said}")
    d.create_function("reads", 1, lambda _: d.execute("SELECT mem_get('k', 'l')").fetchone()[0])
    rule(d, "reads")
    d.execute("SELECT mem_append('k', 'l', 'c')").fetchall()
    check(one(d, "SELECT mem_get('k', 'l')") == '["[\\"a\\",\\"b\\"]","c"]', "it reads memory as it was before the write")
    d.create_function("rolls_back", 1, rolls_back)
    rule(d, "rolls_back")
    d.execute("BEGIN")
    d.execute("SELECT mem_set('k', 'gone', 1)").fetchall()
    error = refused(d, "SELECT mem_append('k', 'l', 'd')")
    check(error, "it rolled the transaction back, and the write went on")
    if d.in_transaction:
        d.execute("ROLLBACK")
    check(one(d, "SELECT mem_exists('k', 'gone')") == 0, "what was rolled back is there")
    check(not d.execute("SELECT * FROM mem_verify").fetchall(), "mem_verify after a rollback inside")


def failing(check, d):
    def fails(_):
        raise ValueError

    answers = {"fails": fails, "gives_blob": lambda _: b"x", "gives_infinity": lambda _: float("inf")}
    for name, function in answers.items():
        d.create_function(name, 1, function)
        rule(d, name)
        check_unchanged(check, d, name, name)
    # It gives more than it got: called with more and more, and then no more.
    calls = []
    d.create_function("grows", 1, lambda text: calls.append(len(text)) or text * 2)
    d.execute("SELECT mem_set('k', 'l.0', 'abcdefgh'), mem_set('k', 'l.1', 'abcdefgh')").fetchall()
    rule(d, "grows", max_bytes=20)
    check_unchanged(check, d, "grows", "grows", "does not fit")
    check(0 < len(calls) < 10, f"called {len(calls)} times")


def counting(check, d):
    counted = []
    d.create_function("words", 1, lambda text: counted.append(text) or len(text.split()))
    one(d, "SELECT mem_config('tokens.count-function', 'words')")
    one(d, "SELECT mem_retain('*', 'w', '{\"max_tokens\":5}')")
    for text in ("one two", "three", "four five"):
        d.execute("SELECT mem_append('k', 'w', ?)", (text,)).fetchall()
    check(one(d, "SELECT mem_length('k', 'w')") == 3, "five words fit")
    d.execute("SELECT mem_append('k', 'w', 'six')").fetchall()
    check(one(d, "SELECT mem_get('k', 'w')") == '["three","four five","six"]', "the oldest goes")
    long = "word " * 60000
    error = refused(d, "SELECT mem_append('k', 'w', ?)", long) or ""
    check("60000 tokens" in error and counted[-1] == long, f"the whole text is counted: {error}")
    for name, answer in (("minus", -1), ("text", "7"), ("nothing", None), ("half", 1.5), ("huge", 2**62)):
        d.create_function(f"counts_{name}", 1, lambda _, answer=answer: answer)
        one(d, "SELECT mem_config('tokens.count-function', ?)", f"counts_{name}")
        error = refused(d, "SELECT mem_append('k', 'w', 'x')") or ""
        check(f"counts_{name}" in error and "0 or more" in error, f"counts_{name}: {error}")
    one(d, "SELECT mem_config('tokens.count-function', NULL)")
    check(one(d, "SELECT mem_get('k', 'w')") == '["three","four five","six"]', "what failed has changed something")


def trust(check, path):
    """What a file may have called: no more than its triggers."""
    for trusted in (True, False):
        d = connect(path, trusted)
        called = []
        d.create_function("plain", 1, lambda text: called.append("plain") or 1)
        for function in ("plain", "load_extension", "max", "total_changes", "no_such_function"):
            rule(d, function)
            shown = refused(d, "SELECT mem_append('k', 'l', 1)")
            if function == "plain" and trusted:
                check(not shown and called == ["plain"], f"plain: {shown}")
            else:
                check(shown and function in shown, f"{function}, trusted {trusted}: {shown}")
        if not trusted:
            check(called == [], "it was called on behalf of a file that is not trusted")
        # A table of the file's own that says what the connection's functions are.
        if trusted:
            d.execute("CREATE TABLE main.pragma_function_list(name, builtin, type, enc, narg, flags)")
        d.execute("INSERT INTO main.pragma_function_list VALUES('load_extension', 1, 's', 'utf8', 1, 0x200800)")
        rule(d, "load_extension")
        shown = refused(d, "SELECT mem_append('k', 'l', 1)") or ""
        check("DIRECTONLY" in shown, f"a forged list of functions: {shown}")
        d.close()


def main():
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        for name, part in (("meddling", meddling), ("failing", failing), ("counting", counting)):
            d = connect(f"{directory}/{name}.db")
            d.execute("SELECT mem_clock('2026-07-03 04:22:36')").fetchall()
            fill(d)
            part(tally.check, d)
            tally.check(not d.execute("SELECT * FROM mem_verify").fetchall(), f"{name}: mem_verify")
            d.close()
        d = connect(f"{directory}/trust.db")
        fill(d)
        d.close()
        trust(tally.check, f"{directory}/trust.db")
        # A rule holds for whoever writes next, and everybody sees it.
        a, b = connect(f"{directory}/two.db"), connect(f"{directory}/two.db")
        fill(b)
        one(a, "SELECT mem_retain('*', 'l', '{\"max_count\":2}')")
        tally.check(one(b, "SELECT count(*) FROM mem_retain WHERE max_count = 2") == 1, "the rule is not seen")
        b.execute("SELECT mem_append('k', 'l', 'c')").fetchall()
        tally.check(one(a, "SELECT mem_get('k', 'l')") == '["b","c"]', "the rule does not hold on another connection")
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
