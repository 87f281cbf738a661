#!/usr/bin/python3
"""From sessions to long-term memory: every message is judged once, whoever judges it, however often it is tried, and
whatever happens in between.

Random conversations are judged by the host (mem_session_pending, a judge here, mem_session_end), by functions in Python
that are good, fail, lie, babble or say too much, and by the rules; transactions are rolled back, processes are killed
(SIGKILL) and begin again, and two end the same sessions at once. What says the same is decided by a model, too, written
from the reference.

AGT-090: a fact that is told often is stored once. AGT-091: facts that differ in a number are not merged.

Usage: test_session.py [--seed N] [--pairs N] [--steps N] [--kills N] [--long]; environment: LAWS_SEED, LAWS_LONG
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import traceback

import cases
from laws import arguments, connect

TURNS = set("""not no never none nobody nothing neither nor cannot without dont doesnt didnt isnt wont cant stop stops stopped
quit avoid avoids except unless but instead formerly used longer anymore hardly rarely seldom only if until before former ex
refuse refuses hate hates fail fails failed over under""".split()) | set("不没沒無无非別别未勿莫否除但若戒停禁只曾原前")


# ---- what says the same ----

def is_single(c):
    return "\u3040" <= c <= "\u9fff" or "\U0001f000" <= c <= "\U0001faff"


def words(text):
    """Words of a text made of the parts below, and its characters with a blank where words were apart."""
    out, line = [], ""
    for chunk in text.lower().replace(".", " ").replace(",", " ").replace("!", " ").split():
        line += " " if line else ""
        word = ""
        for c in chunk:
            if is_single(c) or c in "+#$":
                out += [word] if word else []
                out.append(c)
                word = ""
            else:
                word += c
            line += c
        out += [word] if word else []
    return out, line


def stem(w):
    if len(w) > 5 and w.endswith("ing"):
        return w[:-3]
    if len(w) > 2 and w.endswith("'s"):
        return w[:-2]
    if len(w) > 3 and w[-2:] in ("es", "ed"):
        return w[:-2]
    return w[:-1] if len(w) > 3 and w[-1] in "se" else w


def is_number(w):
    return any(c.isdigit() for c in w) or w in "+#$"


def alike(a, b):
    if a == b:
        return True
    if is_number(a) or is_number(b) or is_single(a[0]) or is_single(b[0]):
        return False
    if stem(a) == stem(b):
        return True
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    return len(longer) == len(shorter) + 1 and len(longer) > 5 and any(
        longer[:i] + longer[i + 1:] == shorter for i in range(1, len(longer)))


def levenshtein(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], min(corner + (x != y), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def similar(one, two):
    """The kind of duplicates two texts are; None: they are none."""
    (a, line_a), (b, line_b) = words(one), words(two)
    if (len(b), len(line_b)) > (len(a), len(line_a)):
        a, line_a, b, line_b = b, line_b, a, line_a
    turns = [sum(w in TURNS or (len(w) > 3 and w.endswith("'t")) for w in x) for x in (a, b)]
    if not b or [w for w in a if is_number(w)] != [w for w in b if is_number(w)] or turns[0] != turns[1]:
        return None
    if a == b:
        return "equal"
    if any(a[i:i + len(b)] == b for i in range(len(a) - len(b) + 1)):
        return "contained"
    rest = iter(a)
    if not all(any(alike(x, y) for x in rest) for y in b):
        return None
    set_a, set_b = set(line_a) - {" "}, set(line_b) - {" "}
    if len(set_a & set_b) >= 0.7 * len(set_a | set_b) - 1e-9:
        return "jaccard"
    if max(len(line_a), len(line_b)) < 20 and levenshtein(line_a, line_b) <= 0.2 * max(len(line_a), len(line_b)) + 1e-9:
        return "levenshtein"
    return None


def says_more(one, two):
    (a, line_a), (b, line_b) = words(one), words(two)
    return (len(a), len(line_a)) > (len(b), len(line_b))


PARTS = ["likes", "liked", "like", "tea", "teas", "green", "coffee", "cofee", "toffee", "colour", "color", "not", "never", "don't",
         "3", "4", "41s", "a", "the", "user", "prefers", "prefer", "x", "c++", "喜欢", "不", "茶", "咖啡", "热", "红色", "蓝色", "3杯",
         "🍎", "Anna", "Hanna", "gogo", "goes", "goed"]


def text_some(source):
    return " ".join(source.choice(PARTS) for _ in range(source.randrange(1, 6)))


def text_near(source, text):
    """Another text, mostly not far from the first."""
    parts = text.split(" ")
    for _ in range(source.randrange(1, 3)):
        at = source.randrange(len(parts) + 1)
        kind = source.randrange(4)
        if kind == 0:
            parts.insert(at, source.choice(PARTS))
        elif kind == 1 and len(parts) > 1:
            del parts[min(at, len(parts) - 1)]
        elif kind == 2:
            parts[min(at, len(parts) - 1)] = source.choice(PARTS)
        else:
            parts[min(at, len(parts) - 1)] += source.choice((".", ",", "s", "", "!"))
    return " ".join(parts).strip(" .,!") or "tea"


def say(db, session, content, role="user"):
    return one(db, "SELECT mem_message(?, ?, ?)", session, role, content)


def one(db, sql, *values):
    return db.execute(sql, values).fetchone()[0]


def end(db, session, **options):
    return json.loads(one(db, "SELECT mem_session_end(?, ?)", session, json.dumps(options)))


def pairs_check(check, db, source, n):
    """Two facts in one judgement, and one after the other."""
    kinds = {}
    for i in range(n):
        a = text_some(source)
        b = text_near(source, a) if source.random() < 0.9 else text_some(source)
        kind = similar(a, b)
        kinds[kind] = kinds.get(kind, 0) + 1
        more = b if kind and says_more(b, a) else a
        say(db, f"p{i}", "one")
        together = end(db, f"p{i}", user=f"u{i}", judged=[{"content": a}, {"content": b}])
        want = [a, b] if not kind else [more]
        got = [x["content"] for x in together["stored"]]
        check(got == want, f"together, {kind}: {a!r}, {b!r}: {got}")
        say(db, f"q{i}", "one")
        end(db, f"q{i}", user=f"v{i}", judged=[{"content": a}])
        say(db, f"q{i}", "two")
        after = end(db, f"q{i}", judged=[{"content": b}])
        stands = sorted(x for (x,) in db.execute("SELECT content FROM mem_items(?)", (f"v{i}",)))
        check(stands == sorted(want), f"one after the other, {kind}: {a!r}, {b!r}: {stands}")
        check(len(after["superseded"]) == (kind is not None and more is b and a != b), f"superseded: {a!r}, {b!r}: {after}")
    check(all(kinds.get(k) for k in ("equal", "contained", "jaccard", "levenshtein", None)) or n < 500, f"kinds met: {kinds}")


# ---- judges ----

def judge(work):
    """A judge that keeps every new message of a user, as it is."""
    return [{"content": m["content"], "category": "fact"} for m in work["messages"] if m["new"] and m["role"] == "user"]


class Functions:
    """Functions of the host's that judge."""

    def __init__(self, db):
        self.db = db
        self.calls = 0
        for name in ("good", "fails", "babbles", "lies", "huge", "nothing", "blob", "meddles"):
            db.create_function(f"judge_{name}", 1, getattr(self, name))

    def good(self, work):
        self.calls += 1
        return json.dumps(judge(json.loads(work)), ensure_ascii=False)

    def fails(self, work):
        raise ValueError(work[:1])

    def babbles(self, _work):
        return "Sure! Here are the memories: [{"

    def lies(self, work):
        return json.dumps(judge(json.loads(work)) + [{"content": "x", "supersedes": ["nobody"]}])

    def huge(self, _work):
        return json.dumps([{"content": f"number {i} " + "x" * 500} for i in range(20000)])

    def nothing(self, _work):
        return None

    def blob(self, _work):
        return b"[]"

    def meddles(self, work):
        self.db.execute("SELECT mem_message('k', 'user', 'I like mischief')").fetchall()
        return self.good(work)


def functions_check(check, db):
    functions = Functions(db)
    for i, (name, why) in enumerate((("fails", "user-defined function raised exception"), ("babbles", "answer of the judge"),
                                     ("lies", "supersedes nobody"), ("huge", "4194304"), ("nothing", "no JSON text"),
                                     ("blob", "no JSON text"), ("meddles", "user-defined"), ("missing", "no such function"))):
        one(db, "SELECT mem_config('long-term-memory.judge-function', ?)", f"judge_{name}")
        say(db, f"f{i}", f"I like number {i}")
        report = end(db, f"f{i}", user="fu", agent="a")
        check(report["judge"] == "rules" and why in report["error"], f"{name}: {report}")
        check([x["content"] for x in report["stored"]] == [f"I like number {i}"], f"{name}: the rules have judged: {report}")
        row = db.execute("SELECT judge_used, last_error FROM mem_session WHERE session = ?", (f"f{i}",)).fetchone()
        check(row == ("rules", report["error"]), f"{name}: mem_session says {row}")
        event = one(db, "SELECT value FROM mem_event WHERE type = '_session_end_event' ORDER BY seq DESC LIMIT 1")
        check(json.loads(event)["error"] == report["error"], f"{name}: the event says {event}")
    one(db, "SELECT mem_config('long-term-memory.judge-function', 'judge_good')")
    say(db, "f0", "This is kept only by a judge.")
    report = end(db, "f0")
    check(report["judge"] == "function" and report["error"] is None and len(report["stored"]) == 1, f"good: {report}")
    check(functions.calls == 1, "it was called once")
    check(end(db, "f0")["messages"] == 0 and functions.calls == 1, "nothing new: it is not called")
    db.execute("BEGIN")
    say(db, "fresh", "Kept in the transaction that the session begins in.")
    check(len(end(db, "fresh", user="fu")["stored"]) == 1, "a session that is not committed yet")
    db.execute("COMMIT")
    check(end(db, "fresh")["messages"] == 0, "its salt stays")
    one(db, "SELECT mem_config('long-term-memory.judge-function', NULL)")


# ---- random sessions ----

def step(check, db, source, told):
    """One step; told: what was said in each session, in order."""
    session = f"s{source.randrange(4)}"
    kind = source.randrange(10)
    facts = told.setdefault(session, [])
    if kind < 4:
        content = f"fact {len(facts)} of {session}"
        if facts and source.random() < 0.2:
            content = source.choice(facts)  # comes again
        say(db, session, content)
        if content not in facts:
            facts.append(content)
        return
    rolled_back = source.random() < 0.3
    if rolled_back:
        db.execute(source.choice(("BEGIN", "BEGIN IMMEDIATE")))
    work = json.loads(one(db, "SELECT mem_session_pending(?, ?)", session, json.dumps({"limit": source.choice((1, 3, 1000))})))
    judged = judge(work)
    if kind < 7 and not rolled_back and source.random() < 0.5:
        late = f"fact {len(facts)} of {session}"
        say(db, session, late)
        facts.append(late)
    if kind < 9:
        options = {"user": f"u-{session}", "judged": judged, "through": work["through"]}
        if source.random() < 0.5:
            options["from"] = work["from"]
        report = end(db, session, **options)
        check(report["messages"] == work["new"] and len(report["stored"]) == len(judged), f"{report} of {work}")
        if source.random() < 0.5:
            again = end(db, session, **options)
            check(again["messages"] == 0 and not again["stored"] and again["skipped"] == len(judged), f"again: {again}")
    if rolled_back:
        db.execute("ROLLBACK")


def sessions_check(check, db, source, n):
    told = {}
    for _ in range(n):
        step(check, db, source, told)
    one(db, "SELECT mem_config('long-term-memory.judge-function', 'judge_good')")
    for session, facts in told.items():
        if facts:
            end(db, session, user=f"u-{session}")
        stands = sorted(x for (x,) in db.execute("SELECT content FROM mem_items(?)", (f"u-{session}",)))
        check(stands == sorted(facts), f"{session}: {stands} of {facts}")
        kept = one(db, "SELECT count(*) FROM memlog_item WHERE key = ?", f"u-{session}")
        check(kept == len(facts), f"{session}: {kept} versions of {len(facts)} facts")
        events = db.execute("SELECT value FROM mem_event WHERE key = ? AND type = '_session_end_event'", (session,)).fetchall()
        total = sum(json.loads(v)["messages"] for (v,) in events)
        check(total == len(facts), f"{session}: {total} messages were judged, of {len(facts)}")
    one(db, "SELECT mem_config('long-term-memory.judge-function', NULL)")


# ---- processes ----

SESSIONS = 12


def child(work, *arguments_):
    """A process that runs work, and says by its status how it went."""
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        work(*arguments_)
        status = 0
    except BaseException:  # pylint: disable=broad-except
        traceback.print_exc()
    os._exit(status)


def session_end(db, source, session):
    """Ends it, by the judge in the file or by the host's."""
    if source.random() < 0.5:
        return end(db, session, user="ku")
    work = json.loads(one(db, "SELECT mem_session_pending(?)", session))
    time.sleep(source.random() / 500)
    try:
        return end(db, session, user="ku", judged=judge(work), through=work["through"], **{"from": work["from"]})
    except sqlite3.OperationalError as error:
        if "meanwhile" not in str(error):
            raise
        return None


def ends_all(path, seed):
    source = random.Random(seed)
    db = connect(path, timeout=30)
    functions = Functions(db)
    sessions = [f"k{i}" for i in range(SESSIONS)]
    source.shuffle(sessions)
    for session in sessions:
        session_end(db, source, session)
        end(db, session, user="ku")
    functions.db = None
    db.close()


def works_on(path, seed):
    """Goes on with sessions and ends them, for as long as it lives."""
    source = random.Random(seed)
    db = connect(path, timeout=30)
    Functions(db)
    while True:
        session = f"k{source.randrange(SESSIONS)}"
        say(db, session, f"fact {source.random()} of {session}")
        session_end(db, source, session)


def once_check(check, db, what):
    """Each message was judged once."""
    for i in range(SESSIONS):
        sql = "SELECT value ->> 'content' FROM json_each(mem_get_json(?, 'messages'))"
        said = {m for (m,) in db.execute(sql, (f"k{i}",))}
        sql = "SELECT total(value ->> 'messages') FROM mem_event WHERE key = ? AND type = '_session_end_event'"
        check(one(db, sql, f"k{i}") == len(said), f"{what}: k{i}: not all of {len(said)} messages were judged, or one twice")
        kept = [c for (c,) in db.execute("SELECT content FROM mem_items('ku') WHERE content LIKE ?", (f"% of k{i}",))]
        check(sorted(kept) == sorted(said), f"{what}: k{i}: {len(kept)} facts of {len(said)} messages")
    for table in ("mem_verify", "mem_lineage_break"):
        check(not db.execute(f"SELECT * FROM {table}").fetchall(), f"{what}: {table}")


def processes_check(check, path, source, kills):
    db = connect(path, timeout=30)
    one(db, "SELECT mem_config('conversation.max-messages', 0)")
    one(db, "SELECT mem_config('long-term-memory.judge-function', 'judge_good')")
    for i in range(SESSIONS):
        for k in range(3):
            say(db, f"k{i}", f"fact {k} of k{i}")
    db.close()
    for pid in [child(ends_all, path, source.random()) for _ in range(3)]:
        check(os.waitpid(pid, 0)[1] == 0, "a process that ends sessions has failed")
    db = connect(path, timeout=30)
    once_check(check, db, "three at once")
    db.close()
    for _ in range(kills):
        pids = [child(works_on, path, source.random()) for _ in range(2)]
        time.sleep(0.05 + source.random() / 10)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
            check(os.waitpid(pid, 0)[1] == signal.SIGKILL, "a process that works on has failed")
    pid = child(ends_all, path, source.random())
    check(os.waitpid(pid, 0)[1] == 0, "the process that ends them at last has failed")
    db = connect(path, timeout=30)
    once_check(check, db, f"{kills} times killed")
    db.close()


def main():
    options = arguments(__doc__, pairs=(400, 20000), steps=(400, 20000), kills=(3, 200))
    print(f"seed {options.seed}")
    tally = cases.Tally()
    check = tally.check
    source = random.Random(options.seed)
    directory = tempfile.mkdtemp(prefix="memlog-session-")
    try:
        for journal in ("wal", "delete"):
            db = connect(os.path.join(directory, f"{journal}.db"), journal)
            functions_check(check, db)
            pairs_check(check, db, source, options.pairs)
            sessions_check(check, db, source, options.steps)
            check(not db.execute("SELECT * FROM mem_verify").fetchall(), f"{journal}: mem_verify")
            db.close()
        processes_check(check, os.path.join(directory, "processes.db"), source, options.kills)
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
