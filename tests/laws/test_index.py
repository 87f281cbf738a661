#!/usr/bin/python3
"""The index of texts holds the items that stand, or it is noted that it does not: after any history of adds, changes,
removals, rollbacks, listeners, of connections without FTS5, of several connections."""

import os
import random
import sqlite3
import sys
import tempfile

import cases
import laws

KEYS, SETS, IDS = "uv", "st", "abcdefgh"
WORDS = "tea coffee getUserName user.id 北京大学 東京 😀 C++ naïve running runs don't 2024-05-01 {} [] the".split()
LISTENER = """
CREATE TEMP TRIGGER IF NOT EXISTS listener AFTER INSERT ON main.memlog_event
WHEN NEW.type = '_long_term_update_event' AND instr(NEW.value, 'echo') BEGIN
  SELECT mem_item_put(NEW.key, 'echo', 'last', 'heard of ' || NEW.seq);
  SELECT mem_item_remove(NEW.key, 's', 'a');
  SELECT mem_item_add(NEW.key, 'echo', 'and of ' || NEW.seq);
END"""
# What does not go together: a version with the index, the index with the versions, a note with what it says.
LAW = """
WITH holds(number) AS (SELECT id FROM memlog_item_text_docsize),
     stands(number) AS (SELECT number FROM memlog_item WHERE ended IS NULL)
SELECT 'not in the index', number FROM stands
WHERE number NOT IN holds AND number NOT IN (SELECT number FROM memlog_unindexed WHERE gone = 0)
UNION ALL SELECT 'does not stand', number FROM holds
WHERE number NOT IN stands AND number NOT IN (SELECT number FROM memlog_unindexed WHERE gone = 1)
UNION ALL SELECT 'noted as missing', number FROM memlog_unindexed WHERE gone = 0 AND (number IN holds OR number NOT IN stands)
UNION ALL SELECT 'noted as gone', number FROM memlog_unindexed WHERE gone = 1 AND (number NOT IN holds OR number IN stands)"""
TERMS = "SELECT doc, col, offset, term FROM temp.terms ORDER BY 1, 2, 3, 4"


def without_fts5(one):
    """The function by which FTS5 is found is another one: as if it was not there."""
    one.create_function("fts5", 1, lambda _: None)


class Program:
    def __init__(self, tally, random_, path):
        self.tally, self.random, self.path = tally, random_, path
        self.connections = [laws.connect(path, timeout=5) for _ in range(3)]
        without_fts5(self.connections[2])
        for one in self.connections:
            one.execute("SELECT mem_clock('2026-07-03 04:00:00'), mem_install()")
        if self.random.random() < 0.5:
            self.connections[0].execute("DROP TABLE memlog_item_text")  # as if the first item came without mem_install
        self.noted = 0
        self.said = []

    def text(self):
        words = " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(0, 8)))
        return f"{words} {self.random.choice(['', 'echo', 'n%d' % self.random.randint(0, 99)])}"

    def step(self):
        key, of, id_ = self.random.choice(KEYS), self.random.choice(SETS), self.random.choice(IDS)
        kind = self.random.random()
        if kind < 0.3:
            return "SELECT mem_item_add(?, ?, ?)", (key, of, self.text())
        if kind < 0.4:
            return "SELECT mem_item_add(?, ?, ?, '{\"expires_at\":\"2026-07-03 05:00:00\"}')", (key, of, self.text())
        if kind < 0.7:
            return "SELECT mem_item_put(?, ?, ?, ?)", (key, of, id_, self.text())
        if kind < 0.75:
            return "SELECT mem_item_put(?, ?, ?, json_array(?, 1, json_object('k', ?)))", (key, of, id_, self.text(), self.text())
        if kind < 0.9:
            return "SELECT mem_item_remove(?, ?, ?)", (key, of, id_)
        if kind < 0.93:
            return "SELECT mem_item_remove(?, ?)", (key, of)
        if kind < 0.96:
            return "SELECT mem_clock(?)", (f"2026-07-03 0{self.random.randint(4, 6)}:00:00",)
        return self.random.choice(["CREATE TABLE IF NOT EXISTS other(a)", "DROP TABLE IF EXISTS other", "SELECT mem_flush()"]), ()

    def run(self, one, sql, values=()):
        self.said.append((self.connections.index(one), sql, values))
        try:
            one.execute(sql, values).fetchall()
        except sqlite3.OperationalError as error:
            self.check("it is past" in str(error), f"{sql} {values}: {error}")

    def action(self):
        """A transaction, with savepoints, some of which are rolled back to; or one statement."""
        one = self.random.choice(self.connections)
        if self.random.random() < 0.3:
            sql, values = self.step()
            self.run(one, sql, values)
            return
        self.run(one, "BEGIN IMMEDIATE")
        depth = 0
        for _ in range(self.random.randint(1, 8)):
            what = self.random.random()
            if what < 0.15:
                depth += 1
                self.run(one, f"SAVEPOINT s{depth}")
            elif what < 0.3 and depth:
                self.run(one, f"ROLLBACK TO s{depth}")
            elif what < 0.4 and depth:
                self.run(one, f"RELEASE s{depth}")
                depth -= 1
            else:
                sql, values = self.step()
                self.run(one, sql, values)
        self.run(one, "ROLLBACK" if self.random.random() < 0.2 else "COMMIT")

    def check(self, ok, what):
        self.tally.check(ok, what)
        if not ok:
            for step in self.said[-30:]:
                print(f"  {step}")
        return ok

    def law(self):
        one = self.connections[0]
        if not one.execute("SELECT 1 FROM sqlite_schema WHERE name = 'memlog_item_text'").fetchone():
            return True
        self.noted += one.execute("SELECT count(*) FROM memlog_unindexed").fetchone()[0]
        return self.check(not (wrong := one.execute(LAW).fetchall()), f"the law: {wrong}")

    def whole(self):
        """All that is noted is done by and by, and then the index is what it is when it is made anew."""
        one = self.connections[0]
        for i in range(200):
            one.execute("SELECT mem_item_put('w', 'w', 'w', ?)", (f"once more {i}",))
            if not one.execute("SELECT 1 FROM memlog_unindexed").fetchone():
                break
        one.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab(main, memlog_item_text, instance)")
        before = one.execute(TERMS).fetchall()
        count = one.execute("SELECT mem_item_reindex()").fetchone()[0]
        after = one.execute(TERMS).fetchall()
        stand = one.execute("SELECT count(*) FROM memlog_item WHERE ended IS NULL").fetchone()[0]
        self.check(before == after and len(before) > 0, f"made anew, it holds {len(after)} words, not {len(before)}: "
                   f"{sorted(set(before) ^ set(after))[:5]}")
        self.check(count == stand, f"{count} are indexed, {stand} stand")
        one.execute("INSERT INTO memlog_item_text(memlog_item_text) VALUES('integrity-check')")
        self.check(not (found := one.execute("SELECT * FROM mem_verify").fetchall()), f"mem_verify: {found}")
        return self.law()

    def close(self):
        for one in self.connections:
            one.close()


def play(tally, seed, directory, actions, noted):
    program = Program(tally, random.Random(seed), f"{directory}/{seed}.db")
    if program.random.random() < 0.7:
        for one in program.connections:
            one.execute(LISTENER)
    ok = True
    for _ in range(actions):
        program.action()
        ok = ok and program.law()
        if program.random.random() < 0.05:
            ok = ok and program.whole()
    ok = ok and program.whole()
    program.close()
    noted.append(program.noted)
    for name in os.listdir(directory):
        os.remove(f"{directory}/{name}")
    return ok


def damaged(tally, directory):
    """Items are stored all the same, until the index is made anew."""
    one = laws.connect(f"{directory}/damaged.db")
    one.execute("SELECT mem_item_put('u', 's', 'a', 'one'), mem_item_put('u', 's', 'b', 'two')")
    one.execute("DELETE FROM memlog_item_text_data")
    one.execute("SELECT mem_item_put('u', 's', 'c', 'three'), mem_item_remove('u', 's', 'a')")
    noted = one.execute("SELECT gone FROM memlog_unindexed ORDER BY number").fetchall()
    tally.check(noted == [(1,), (0,)], f"noted: {noted}")
    found = [row[0] for row in one.execute("SELECT detail FROM mem_verify")]
    tally.check(any("memlog_item_text is damaged" in detail for detail in found), f"mem_verify: {found}")
    tally.check(one.execute("SELECT mem_item_reindex()").fetchone() == (2,), "it is made anew")
    found = one.execute("SELECT * FROM mem_verify").fetchall()
    tally.check(not found and not one.execute(LAW).fetchall(), f"mem_verify then: {found}")
    one.execute("DELETE FROM memlog_item_text_docsize WHERE id = 3")
    found = one.execute("SELECT detail FROM mem_verify").fetchall()
    tally.check(len(found) == 2, f"mem_verify of a row that is missing: {found}")
    one.close()


def missing(tally, directory):
    """Where there is no FTS5, and no index either, what is removed is gone, and proved to be."""
    one = laws.connect(f"{directory}/missing.db")
    without_fts5(one)
    one.execute("SELECT mem_item_put('u', 's', 'a', 'one'), mem_item_put('u', 's', 'b', 'two')")
    tally.check(one.execute("SELECT mem_item_remove('u', 's')").fetchone() == (2,), "both are removed")
    states = {row[0] for row in one.execute("SELECT state FROM mem_deletion")}
    tally.check(states == {"verified"}, f"states of what is removed without an index: {states}")
    tally.check(not one.execute("SELECT * FROM mem_lineage_break").fetchall(), "no break")
    tables = one.execute("SELECT name FROM sqlite_schema WHERE name GLOB 'memlog_item_text*'").fetchall()
    tally.check(not tables, f"an index without FTS5: {tables}")
    other = laws.connect(f"{directory}/missing.db")
    other.execute("SELECT mem_item_put('u', 's', 'c', 'three')")
    one.execute("SELECT mem_item_remove('u', 's', 'c')")
    waits = one.execute("SELECT part, what FROM mem_deletion WHERE pending").fetchall()
    tally.check(("index", "memlog_item_text") in waits, f"what waits for a connection with FTS5: {waits}")
    one.close()
    other.close()


def main():
    options = laws.arguments(__doc__, programs=(12, 2000), actions=(40, 100))
    print(f"seed {options.seed}")
    tally, noted = cases.Tally(), []
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        damaged(tally, directory)
        missing(tally, directory)
        for seed in range(options.seed, options.seed + options.programs):
            if not play(tally, seed, directory, options.actions, noted) and not options.keep_going:
                print(f"seed {seed}")
                break
    tally.check(sum(noted) > 0, "nothing was ever noted: the test tests too little")
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
