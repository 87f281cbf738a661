"""mem_event, mem_journal and mem_run: whatever is asked for, the rows are those that SQLite itself picks from a plain
copy of the table. A random history first (several keys, runs, quiet rows, many rows of one time, a clock that jumps
back), then random conditions, orders and joins."""

import os
import random
import sys
import tempfile

from cases import Tally
from db import Db

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
KEYS = ["ann", "bob", "42", "042", "ötzi", "quiet"]
START = 1783052556  # 2026-07-03 04:22:36
ORDERS = ["", "seq", "seq DESC", "time, seq", "time DESC, seq DESC", "key, seq DESC", "time DESC, seq", "run, seq"]


def history(db, draw):
    clock = START
    db.rows("SELECT mem_install()")
    db.rows(
        "CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.key <> 'ann' AND NEW.seq % 3 = 0 AND NEW.type"
        " = '_short_term_write_event' BEGIN SELECT mem_set(NEW.key, 'seen', NEW.seq), mem_set('quiet', 'seen', 1); END"
    )
    for _ in range(250):
        clock += draw.choice([0, 0, 0.000001, 0.25, 1, 60, -30, 3600])
        db.rows("SELECT mem_clock(?)", f"{clock:.6f}")
        db.rows("BEGIN IMMEDIATE")
        for _ in range(draw.randrange(1, 4)):
            key = draw.choice(KEYS[:5])
            what = draw.randrange(7)
            if what == 0:
                db.rows("SELECT mem_run_begin(?, ?)", key, "question")
            elif what == 1:
                try:
                    db.rows("SELECT mem_run_end(?, ?)", key, 7)
                except Exception:  # no run is open
                    pass
            elif what == 2:
                db.rows("SELECT mem_event_add(?, ?, '{}')", draw.choice(["order", "Order"]), key)
            elif what == 3:
                db.rows("SELECT mem_set(?, 'now', 1, 'sensory')", key)
            else:
                db.rows("SELECT mem_set(?, ?, ?)", key, draw.choice(["a", "b.c", "b.d"]), draw.random())
        db.rows("ROLLBACK" if draw.random() < 0.05 else "COMMIT")
    db.rows("SELECT mem_clock(NULL)")


def copy(db, table):
    names = [row[0] for row in db.rows("SELECT name FROM pragma_table_info(?)", table)]
    types = [row[0] for row in db.rows("SELECT type FROM pragma_table_info(?)", table)]
    declared = ", ".join(f"{name} {kind}" for name, kind in zip(names, types))
    db.rows(f"CREATE TEMP TABLE copy_{table}({declared})")
    db.rows(f"INSERT INTO copy_{table} SELECT * FROM {table}")
    return db.rows(f"SELECT * FROM copy_{table}")


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, bytes):
        return "x'" + value.hex() + "'"
    return "'" + value.replace("'", "''") + "'"


def near(draw, column, rows):
    """A value to compare a column with: one that is there, one close to it, or something quite different."""
    value = draw.choice(rows)[column]
    odd = draw.randrange(12)
    if odd == 0:
        return draw.choice([None, b"", b"ann", 5, 5.5, -1, 2**63 - 1, -(2**63), 1e300, "", "zzz", "42", "~", "ä", "4\x7f"])
    if isinstance(value, int):
        return draw.choice([value, value, value + 1, value - 1, value + 0.5, float(value), str(value), f" {value}"])
    if isinstance(value, str) and odd < 5:
        cut = value[: draw.randrange(len(value) + 1)]
        return draw.choice([cut, value + " ", value + "0", value.upper(), cut + "~", value.replace(" ", "T"), value + "ä"])
    return value


def condition(draw, columns, rows):
    name = draw.choice(list(columns))
    value = literal(near(draw, columns[name], rows))
    how = draw.randrange(10)
    if how == 0:
        more = ", ".join(literal(near(draw, columns[name], rows)) for _ in range(3))
        return f"{name} IN ({value}, {more})"
    if how == 1:
        return f"{name} = {value} COLLATE NOCASE"
    if how == 2:
        return f"{name} BETWEEN {value} AND {literal(near(draw, columns[name], rows))}"
    if how == 3:
        return f"({name} = {value} OR key = {literal(near(draw, columns['key'], rows))})"
    return f"{name} {draw.choice(['=', '=', '<', '<=', '>', '>=', '<>', 'IS'])} {value}"


def compare(db, tally, draw, table, columns, rows, orders):
    where = " AND ".join(condition(draw, columns, rows) for _ in range(draw.randrange(1, 4)))
    order = draw.choice(orders)
    tail = f" ORDER BY {order}" if order else ""
    if order and not order.startswith("key") and draw.random() < 0.3:
        tail += f" LIMIT {draw.randrange(4)}"
    sql = f"SELECT * FROM {{}} WHERE {where}{tail}"
    same(db, tally, sql, table, order)


def same(db, tally, sql, table, ordered):
    got, want = db.rows(sql.format(table)), db.rows(sql.format("copy_" + table))
    if not ordered:
        got, want = sorted(got, key=repr), sorted(want, key=repr)
    plan = "; ".join(row[3] for row in db.rows("EXPLAIN QUERY PLAN " + sql.format(table)))
    tally.check(got == want, f"{sql.format(table)}: {len(got)} rows, not {len(want)}", plan)


def law(tally, draw, path, encoding):
    db = Db(path, os.environ["MEMLOG_SO"])
    db.rows(f"PRAGMA encoding = '{encoding}'")
    history(db, draw)
    rows = copy(db, "mem_journal")
    events = copy(db, "mem_event")
    tally.check(len(rows) > len(events) > 200, f"{len(rows)} rows, {len(events)} events")
    tally.check(events == [row[:14] for row in rows if row[14]], "mem_event is not mem_journal's observed rows")
    plain = db.rows("SELECT * FROM memlog_v_event ORDER BY seq")
    tally.check(events == plain, "mem_event is not memlog_v_event")
    columns = {"seq": 0, "id": 1, "time": 2, "type": 3, "key": 4, "run": 9, "txn": 11, "cause": 12}
    for _ in range(1500):
        compare(db, tally, draw, draw.choice(["mem_event", "mem_journal"]), columns, rows, ORDERS)
    runs = copy(db, "mem_run")
    plain = db.rows("SELECT run, key, input ->> '$', output ->> '$', outcome, begun_at, ended_at, begin_seq, end_seq"
                    " FROM memlog_v_run ORDER BY run")
    tally.check(runs == plain, "mem_run is not memlog_v_run")
    for _ in range(300):
        compare(db, tally, draw, "mem_run", {"run": 0, "key": 1}, runs, ["", "run", "run DESC", "key, run"])
    db.rows("CREATE TEMP TABLE who(name TEXT, n INTEGER)")
    db.rows("INSERT INTO who VALUES('ann', 1), ('042', 42), ('nobody', 43), (NULL, 44), ('bob', 'x')")
    for on in ["e.key = w.name", "e.key = w.n", "e.run = w.n", "e.seq = w.n", "e.id = w.name", "e.time > w.name"]:
        for kind in ["JOIN", "LEFT JOIN"]:
            same(db, tally, f"SELECT * FROM who AS w {kind} {{}} AS e ON {on} ORDER BY w.rowid, e.seq", "mem_event", 1)
    same(db, tally, "SELECT j.seq, e.seq FROM {} AS j JOIN mem_event AS e ON j.cause = e.seq ORDER BY j.seq", "mem_journal", 1)
    same(db, tally, "SELECT e.seq, j.seq FROM mem_event AS e JOIN {} AS j ON j.txn = e.txn ORDER BY e.seq, j.seq", "mem_journal", 1)
    same(db, tally, "SELECT seq FROM {} WHERE time > '2026-07-0\u0100' ORDER BY seq", "mem_event", 1)
    same(db, tally, "SELECT max(seq), min(seq), count(*) FROM {} WHERE key = 'ann' AND type = 'order'", "mem_event", 1)
    same(db, tally, "SELECT DISTINCT time FROM {} WHERE key = 'ann' ORDER BY time DESC", "mem_event", 1)
    same(db, tally, "SELECT time, count(*) FROM {} GROUP BY time ORDER BY time", "mem_journal", 1)
    db.close()


def main():
    print(f"seed {SEED}")
    tally = Tally()
    draw = random.Random(SEED)
    for encoding in ["UTF-8", "UTF-16le"]:
        with tempfile.TemporaryDirectory() as directory:
            law(tally, draw, os.path.join(directory, "memory.db"), encoding)
    return tally.last_line()


sys.exit(main())
