#!/usr/bin/python3
"""mem_metric and memlog_v_metric beside a model of them: a random file of events, searches, sessions and lineage at
random times, whose decisions, effects and so on are of every kind, known and not. Each number is what the model counts,
classes add up to totals, and there are as many of them in an empty file as in a large one. What the last hour costs does
not grow with the rest of the file. AGT-103."""

import argparse
import json
import os
import random
import sys
import tempfile
import time
import uuid

import cases
import db

SO = os.path.abspath(os.environ["MEMLOG_SO"])
HOUR = 3600 * 1000000
NOW = 1788000000 * 1000000
BACK = {"1h": HOUR, "24h": 24 * HOUR, "all": 1 << 60}
TYPES = {1: "sensory_write", 2: "short_term_write", 3: "sensory_read", 4: "short_term_read", 5: "long_term_update", 6: "long_term_get"}
TYPES.update({7: "long_term_search", 8: "agent_run_begin", 9: "agent_run_end", "_session_end_event": "session_end"})
TYPES.update({"_memory_erased_event": "memory_erased", "_memory_redacted_event": "memory_redacted"})
CLASSES = {
    "memlog_events": [*TYPES.values(), "other", "host"],
    "memlog_log_bytes": ["event", "quiet", "snapshot"],
    "memlog_searches": ["hit", "zero_hit"],
    "memlog_search_attempts": ["ok", "failed"],
    "memlog_promotions": ["ok", "failed"],
    "memlog_decisions": ["admitted", "denied", "quarantined", "released", "other"],
    "memlog_retrievals": ["hit", "zero_hit"],
    "memlog_retrieval_conflicts": ["none", "conflict"],
    "memlog_selections": ["fresh", "expired", "superseded", "quarantined", "removed", "proposed", "denied", "other"],
    "memlog_effects": ["ok", "failed", "reverted", "other"],
}
RATES = {  # name: of, classes, the whole
    "memlog_search_zero_hit_ratio": ("memlog_searches", ["zero_hit"], None),
    "memlog_search_failure_ratio": ("memlog_search_attempts", ["failed"], None),
    "memlog_promotion_failure_ratio": ("memlog_promotions", ["failed"], None),
    "memlog_admission_denial_ratio": ("memlog_decisions", ["denied"], ["admitted", "denied"]),
    "memlog_retrieval_zero_hit_ratio": ("memlog_retrievals", ["zero_hit"], None),
    "memlog_retrieval_conflict_ratio": ("memlog_retrieval_conflicts", ["conflict"], None),
    "memlog_selection_stale_ratio": ("memlog_selections", ["expired", "superseded", "quarantined", "removed", "proposed", "denied", "other"], None),
    "memlog_effect_failure_ratio": ("memlog_effects", ["failed", "reverted"], None),
}
SPREADS = ["memlog_search_duration_seconds", "memlog_promotion_duration_seconds"]


def some_time(rng, now=NOW):
    """Mostly of the last days; now and then at the edge of a window."""
    edge = rng.choice((HOUR, 24 * HOUR))
    return now - rng.choice((edge, edge - 1, edge + 1, rng.randrange(100 * HOUR), rng.randrange(3 * HOUR)))


# ---- a file ----


def write(one, rng, at):
    """Something that memlog records by itself, at a time."""
    key = f"user-{rng.randrange(1000)}"
    one.rows("SELECT mem_clock(?)", at / 1e6)
    what = rng.randrange(9)
    if what == 0:
        one.rows("SELECT mem_event_add(?, ?, '1')", f"type-{rng.randrange(1000)}", key)
    elif what == 1:
        one.rows("SELECT mem_set(?, 'a.b', ?)", key, rng.randrange(100))
    elif what == 2:
        one.rows("SELECT mem_item_put(?, ?, 'i', ?)", key, f"set_{rng.randrange(50)}", f"likes {rng.choice(['tea', 'coffee'])} {rng.random()}")
    elif what == 3:
        one.rows("SELECT count(*) FROM mem_search(?, ?, 'tea')", f"user-{rng.randrange(1000)}", f"set_{rng.randrange(50)}")
    elif what == 4:
        one.rows("BEGIN")
        one.rows("SELECT count(*) FROM mem_search(?, 's', 'a')", key)
        one.rows("SELECT count(*) FROM mem_search(?, 's', 'b')", key)
        one.rows("COMMIT")
    elif what == 8:
        write_failing(one, rng, key)
    elif what == 5:
        one.rows("SELECT mem_run_begin(?), mem_run_end(?)", key, key)
    elif what == 6:
        one.rows("SELECT mem_append_json(?, 'messages', ?)", key, json.dumps({"role": "user", "content": f"I like tea {rng.random()}"}))
        one.rows("SELECT mem_session_end(?, ?)", key, json.dumps({"user": key}))
    else:
        one.rows("SELECT mem_set(?, 'x', 'y', 'sensory'), mem_config('memory.generate-event.short-term-read', 1)", key)
        one.rows("SELECT mem_get(?, 'a'), mem_item_get(?, 'set_1', 'i')", key, key)


def write_failing(one, rng, key):
    """Searches and an end of a session that end in errors; what was rolled back leaves no trace."""
    one.rows("SELECT mem_item_put(?, 's', 'failing', 'tea')", key)
    one.rows("SELECT mem_append_json(?, 'messages', ?)", key, json.dumps({"role": "user", "content": f"I like tea {rng.random()}"}))
    for begin, end in rng.sample((("", ""), ("BEGIN", "COMMIT"), ("BEGIN", "ROLLBACK")), 2):
        if begin:
            one.rows(begin)
        for _ in range(rng.randrange(3)):
            refused(one, "SELECT * FROM mem_search(?, NULL, 'tea AND', 5, '{\"raw\":true}')", key)
        if rng.randrange(2):
            one.rows("SELECT count(*) FROM mem_search(?, 's', 'tea')", key)
        if end:
            one.rows(end)
    one.rows("SELECT mem_config('long-term-memory.embedding-function', 'missing')")
    refused(one, "SELECT mem_session_end(?, ?)", key, json.dumps({"user": key, "judged": [{"content": f"Fact {rng.random()}"}]}))
    refused(one, "SELECT mem_session_end(?, '{}')", f"never {key}")  # what cannot be done is no failure
    one.rows("SELECT mem_config('long-term-memory.embedding-function', NULL)")


def refused(one, sql, *values):
    try:
        one.rows(sql, *values)
    except db.SqlError:
        return
    raise AssertionError(sql)


def entity_id(rng, at):
    ms, rest = divmod(at, 1000)
    return ms.to_bytes(6, "big") + bytes([0x70 | rest >> 8, rest & 255, 0x80 | rng.randrange(64)]) + rng.randbytes(7)


def plant(one, rng, n, when=some_time):
    """Rows of lineage, of all kinds, in the place of who writes them; when says at what times."""
    guards = one.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('memlog_entity', 'memlog_edge')")
    for name, _ in guards:
        one.rows(f"DROP TRIGGER {name}")

    def entity(kind, at, detail):
        made = entity_id(rng, at)
        text = None if detail is None else json.dumps(detail)
        one.rows("INSERT INTO memlog_entity(id, type, key, at, detail) VALUES(?, ?, 'k', ?, ?)", made, kind, at, text)
        return made

    def edge(a, relation, b, reason=None):
        one.rows("INSERT INTO memlog_edge VALUES(?, 0, ?, ?, 1, 1, NULL, NULL, ?, NULL)", a, relation, b, reason)

    old = None
    for i in range(n):
        at = when(rng)
        record = entity_id(rng, at)
        entity("decision", at, rng.choice([None, {}, *({"outcome": o} for o in ("admitted", "denied", "quarantined", "released", f"own-{i}"))]))
        made = entity("retrieval", at, {"candidates": 3})
        for _ in range(rng.randrange(3)):
            chosen, reason = entity_id(rng, at), rng.choice([None, "expired", "superseded", "quarantined", "removed", "proposed", "denied", f"own-{i}"])
            for relation in rng.choice((("selected",), ("chosen",), ("selected", "chosen"))):
                edge(made, relation, chosen, None if relation == "selected" and rng.randrange(2) else reason)
        if rng.randrange(3) == 0:
            edge(made, "conflicting", record)
        edge(made, "left_out", record, "expired")
        made = entity("effect", at, rng.choice([{"name": f"e{i}", "outcome": o} for o in ("ok", "failed", "reverted", f"own-{i}")]))
        if rng.randrange(4):
            edge(made, "used", record)
        if old and rng.randrange(3) == 0:
            edge(made, "revises", old)
        old = made
        entity("claim", at, {"text": "x"})
    for _, sql in guards:
        one.rows(sql)


# ---- the model ----


def model(one, since):
    """{name: {class: count}}, {name: durations}, of what came since."""
    n = {name: dict.fromkeys(classes, 0) for name, classes in CLASSES.items()}
    took = {name: [] for name in SPREADS}

    def add(name, group, by=1):
        n[name][group if group in n[name] else "other"] += by

    def size(row):
        return sum(len(v.encode()) for v in row if v is not None)

    events = one.rows("SELECT kind, time, value, meta, key, removed, containers, before, action FROM memlog_event")
    for kind, at, value, meta, *rest in events:
        if at < since:
            continue
        add("memlog_events", TYPES.get(kind, "other" if str(kind)[0] == "_" else "host"))
        add("memlog_log_bytes", "event", size([value, meta, *rest]))
        if kind == 7:
            for hits in json.loads(value).values():
                add("memlog_searches", "hit" if hits else "zero_hit")
                add("memlog_search_attempts", "ok")
            failed = json.loads(meta).get("failed_searches", [])
            add("memlog_search_attempts", "failed", len(failed))
            took["memlog_search_duration_seconds"] += json.loads(meta).get("microseconds", [])
        if kind == "_session_end_event":
            end = json.loads(value)
            add("memlog_promotions", "failed" if end["error"] else "ok")
            took["memlog_promotion_duration_seconds"].append(end["microseconds"])
    for at, *row in one.rows("SELECT time, key, value, removed, containers, before, action, meta FROM memlog_quiet"):
        if at >= since:
            add("memlog_log_bytes", "quiet", size(row))
    for at, *row in one.rows("SELECT seq, key, value, removed, containers, sensory_value, sensory_removed, sensory_containers FROM memlog_snapshot"):
        if at >= since:
            add("memlog_log_bytes", "snapshot", size(row))
    edges = one.rows("SELECT from_id, relation, to_id, reason FROM memlog_edge")
    out, into = {}, set()
    for a, relation, b, reason in edges:
        out.setdefault(a, []).append((relation, b, reason))
        into.add((relation, b))
    for made, kind, at, detail in one.rows("SELECT id, type, at, detail FROM memlog_entity"):
        has = [relation for relation, _, _ in out.get(made, [])]
        outcome = json.loads(detail or "{}").get("outcome")
        if at < since:
            continue
        if kind == "decision":
            add("memlog_decisions", outcome)
        if kind == "retrieval":
            add("memlog_retrievals", "hit" if "selected" in has or "chosen" in has else "zero_hit")
            add("memlog_retrieval_conflicts", "conflict" if "conflicting" in has else "none")
            taken = {}
            for relation, b, reason in out.get(made, []):
                if relation in ("selected", "chosen"):
                    taken[b] = taken.get(b) or reason
            for reason in taken.values():
                add("memlog_selections", reason or "fresh")
        if kind == "effect" and ("used" in has or "revises" in has) and ("revises", made) not in into:
            add("memlog_effects", outcome)
    return n, took


def spread(durations):
    a = sorted(durations)
    return {c: a[(len(a) * share + 99) // 100 - 1] / 1e6 if a else None for c, share in (("p50", 50), ("p95", 95), ("max", 100))}


def expected(one):
    """{(name, class, window): (value, numerator, denominator)}"""
    first = one.rows("SELECT min(time) FROM memlog_event")[0][0]
    want = {}
    for window, back in BACK.items():
        n, took = model(one, NOW - back)
        for name, of in n.items():
            want.update({(name, c, window): (v, None, None) for c, v in of.items()})
        for name, (of, classes, whole) in RATES.items():
            d = sum(v for c, v in n[of].items() if not whole or c in whole)
            want.update({(name, c, window): (n[of][c] / d if d else None, n[of][c], d) for c in classes})
        seconds = (NOW - first) / 1e6 if window == "all" else back / 1e6
        want.update({("memlog_events_per_second", c, window): (v / seconds, v, seconds) for c, v in n["memlog_events"].items()})
        for name in SPREADS:
            want.update({(name, c, window): (v, None, None) for c, v in spread(took[name]).items()})
    return want


# ---- what must hold ----


def near(a, b):
    return a == b or (a is not None and b is not None and abs(a - b) <= 1e-9 * abs(b))


def compare(tally, one, seed):
    one.rows("SELECT mem_clock(?)", NOW / 1e6)
    want = expected(one)
    sql = "SELECT * FROM mem_metric WHERE window <> 'now' AND name NOT IN ('memlog_deletions', 'memlog_deletion_lag_seconds')"
    got = {(n, c, w): (v, a, b) for n, c, v, w, a, b, _ in one.rows(sql)}
    tally.check(got.keys() == want.keys(), f"seed {seed}: {sorted(got.keys() ^ want.keys())[:5]} are not in both")
    wrong = [(k, got[k], want[k]) for k in want if k in got and not all(map(near, got[k], want[k]))]
    tally.check(not wrong, f"seed {seed}: {wrong[:3]}")
    # One of them, as a question of its own.
    for name, window in {(n, w) for n, _, w in want}:
        rows = one.rows("SELECT class, value FROM mem_metric WHERE name = ? AND window = ?", name, window)
        tally.check({c: v for c, v in rows} == {c: v[0] for (n, c, w), v in got.items() if (n, w) == (name, window)}, f"seed {seed}: {name} {window}")
    return want


def view_compare(tally, directory, seed):
    """By the wall clock, which the view has; nothing at the edge of a window."""
    rng = random.Random(seed)
    now = int(time.time()) * 1000000 - 60 * 1000000
    one = db.Db(f"{directory}/view.db", SO)
    one.rows("PRAGMA synchronous = OFF")
    for at in sorted(some_time(rng, now) for _ in range(150)):
        write(one, rng, at)
    plant(one, rng, 60, lambda rng: some_time(rng, now))
    one.rows("SELECT mem_clock(NULL)")
    one.rows("SELECT mem_ack('other', (SELECT max(seq) FROM mem_consume('other', 5)))")
    one.rows("SELECT count(*) FROM mem_consume('reader', 5)")
    same = "name NOT IN ('memlog_file_bytes', 'memlog_deletions', 'memlog_deletion_lag_seconds', 'memlog_consumer_lag_seconds') AND NOT (name = 'memlog_events_per_second' AND window = 'all')"
    a, b = (one.rows(f"SELECT * FROM {t} WHERE {same} ORDER BY name, class, window") for t in ("mem_metric", "memlog_v_metric"))
    tally.check(a == b, f"seed {seed}: the view says {[x for x in zip(a, b) if x[0] != x[1]][:3]}")
    tally.check({("memlog_consumers", "held", 1), ("memlog_consumers", "none", 1)} <= {x[:3] for x in a}, "one consumer of two holds a lease")
    alone = ("memlog_file_bytes", "memlog_deletions", "memlog_deletion_lag_seconds")
    here, there = (one.rows(f"SELECT DISTINCT name, class, window, unit FROM {t} ORDER BY 1, 2, 3") for t in ("mem_metric", "memlog_v_metric"))
    tally.check([x for x in here if x[0] not in alone] == there, "the view has the same numbers")
    one.close()


def series(one):
    return {row[:3] for row in one.rows("SELECT name, class, window FROM mem_metric")}


CACHE_HIT, CACHE_MISS = 7, 8


def cost(path, question):
    one = db.Db(path, SO)
    one.rows("SELECT mem_clock(?), (SELECT count(*) FROM mem_event WHERE seq = 1)", NOW / 1e6)
    before = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0]
    one.rows(question)
    after = one.status(CACHE_HIT)[0] + one.status(CACHE_MISS)[0]
    one.close()
    return after - before


def fill(path, n, seed):
    """n actions and n times the lineage, all but the last of them long ago."""
    rng = random.Random(seed)
    one = db.Db(path, SO)
    one.rows("PRAGMA synchronous = OFF")
    one.rows("BEGIN")
    for i in range(n):
        one.rows("SELECT mem_clock(?), mem_set(?, 'a', ?), mem_flush()", (NOW - 100 * HOUR) / 1e6 + i, f"old-{i}", i)
    one.rows("COMMIT")
    one.rows("BEGIN")
    plant(one, rng, n, lambda rng: NOW - 100 * HOUR - rng.randrange(HOUR))
    plant(one, rng, 10, lambda rng: NOW - 60000000)
    one.rows("COMMIT")
    for i in range(10):
        write(one, rng, NOW - 1000000 * (100 - i))
    one.close()


def costs_compare(tally, directory):
    files = [f"{directory}/{n}.db" for n in (200, 4000)]
    for path, n in zip(files, (200, 4000)):
        fill(path, n, 1)
    scan = [cost(path, "SELECT * FROM mem_metric WHERE window = 'all'") for path in files]
    tally.check(scan[1] > 5 * scan[0], f"all of the file reads {scan} pages: it should grow with the file")
    for question in ("window = '1h'", "window = '24h'", "window = 'now'", "name = 'memlog_effects' AND window = '1h'"):
        pages = [cost(path, f"SELECT * FROM mem_metric WHERE {question}") for path in files]
        tally.check(pages[1] <= 2 * pages[0] + 40, f"{question}: {pages} pages")
    one, other = (db.Db(path, SO) for path in files)
    tally.check(series(one) == series(other), "there are as many numbers in a large file")
    empty = db.Db(":memory:", SO)
    tally.check(not series(empty), "there are none before the tables are there")
    empty.rows("SELECT mem_install()")
    tally.check(series(empty) == series(one), "there are as many numbers in an empty file")
    for each in (one, other, empty):
        each.close()


def deletions_compare(tally):
    """Some are proved after a while, some are not; each waits for a cache."""
    one = db.Db(":memory:", SO)
    took = []
    for i in range(20):
        at = NOW // 1000000 - 7200 + i
        one.rows("SELECT mem_clock(?), mem_item_put('k', 's', ?, ?)", at, f"i{i}", f"content {i}")
        record = one.rows("SELECT record FROM mem_items('k', 's')")[0][0]
        one.rows("SELECT mem_propagate(?, 'cache')", record)
        one.rows("SELECT mem_item_remove('k', 's', ?)", f"i{i}")
        if i % 2 == 0:
            took.append(10 * i + 1)
            one.rows("SELECT mem_clock(?)", at + took[-1])
            one.rows("SELECT mem_propagate(?)", record)
            one.rows("""SELECT mem_propagate(?, 'cache', '{"state":"verified","check":"looked"}')""", record)
    one.rows("SELECT mem_clock(?)", NOW / 1e6)
    got = dict(one.rows("SELECT class, value FROM mem_metric WHERE name = 'memlog_deletions' AND window = '24h'"))
    tally.check(got == {"requested": 0, "primary_removed": 0, "derived_pending": 10, "verified": 10}, f"deletions: {got}")
    got = dict(one.rows("SELECT class, value FROM mem_metric WHERE name = 'memlog_deletion_lag_seconds' AND window = 'all'"))
    tally.check(got == {c: v * 1e6 for c, v in spread(took).items()}, f"deletion lag: {got}")
    got = one.rows("SELECT total(value) FROM mem_metric WHERE name LIKE 'memlog_deletion%' AND window = '1h'")[0][0]
    tally.check(got == 0, f"deletions of the last hour: {got}")
    one.close()


def wal_compare(tally, directory):
    path = f"{directory}/wal.db"
    one, other = db.Db(path, SO), db.Db(path, SO)
    sql = "SELECT class, value FROM mem_metric WHERE name = 'memlog_file_bytes'"
    one.rows("SELECT mem_set('k', 'a', 1)")
    tally.check(one.rows(sql) == [("database", os.path.getsize(path)), ("wal", 0)], f"without a log: {one.rows(sql)}")
    one.rows("PRAGMA journal_mode = WAL")
    one.rows("SELECT mem_set('k', 'a', 2)")
    for each in (one, other):
        want = [("database", os.path.getsize(path)), ("wal", os.path.getsize(path + "-wal"))]
        tally.check(want[1][1] > 0 and each.rows(sql) == want, f"with a log: {each.rows(sql)}, not {want}")
    one.close()
    other.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    args = parser.parse_args()
    print(f"seed {args.seed}")
    tally = cases.Tally()
    long = int(os.environ.get("LAWS_LONG", 0))
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        for i in range(20 if long else 2):
            seed = args.seed + i
            rng = random.Random(seed)
            one = db.Db(f"{directory}/{seed}.db", SO)
            one.rows("PRAGMA synchronous = OFF")
            for at in sorted(some_time(rng) for _ in range(200)):
                write(one, rng, at)
            plant(one, rng, 100)
            compare(tally, one, seed)
            one.close()
        view_compare(tally, directory, args.seed)
        costs_compare(tally, directory)
        wal_compare(tally, directory)
        deletions_compare(tally)
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
