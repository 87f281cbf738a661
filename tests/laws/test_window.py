#!/usr/bin/python3
"""What a model is sent of a conversation, beside a model of it in plain Python, written from the reference: random
conversations with calls of tools in any disorder, summaries, gaps, and what is no message; all options. Then what must hold
of any window, what it costs in a long session, and functions that count tokens and fail (AGT-096, AGT-097, AGT-099, AGT-100)."""

import json
import random
import sqlite3
import sys
import tempfile

import cases
import db
import laws
from talk import TooLittle, Window, compact, estimate

TEXTS = ("", "a", "yes", "a longer text of some words", "你好，世界", "Привет", "🙂🙂", "한국어 텍스트", 'quote " and \\', "e\u0301", "\u0000")
COLUMNS = "position, role, content, tokens, kind, why, name, tool_calls, tool_call_id, counted"


# ---- conversations ----


def content(r):
    if r.random() < 0.1:
        return [{"type": "text", "text": r.choice(TEXTS[:-1])}]
    return r.choice(TEXTS)


def message(r, pending):
    """A message and its options; calls in pending are mostly answered, in any order, sometimes twice or never."""
    options = {}
    if r.random() < 0.3:
        options["tokens"] = r.choice((0, 1, 2, 5, 20))
    if pending and r.random() < 0.7:
        name = r.choice(pending)
        if r.random() < 0.9:
            pending.remove(name)
        return "tool", content(r), {**options, "tool_call_id": name}
    role = r.choices(("user", "assistant", "call", "tool", "system"), (35, 30, 20, 4, 6))[0]
    if role == "call":
        names = r.sample("abcdef", r.randint(1, 3))
        pending += names
        return "assistant", r.choice((None, "calling")), {**options, "tool_calls": [{"id": one, "arguments": {"x": 1}} for one in names]}
    if role == "tool":
        options["tool_call_id"] = r.choice("abcdef")
    return role, content(r), options


NONSENSE = ("text", 7, {"role": "judge", "content": "x"}, {"content": "x"}, {"role": "user"}, {"role": "tool", "content": "x"}, [1])


class Talk:
    """A conversation, in memlog and beside it."""

    def __init__(self, r, d, session):
        self.r, self.d, self.session = r, d, session
        self.messages, self.known, self.summary, self.following = {}, set(), None, 0
        self.pending = []

    def one(self, sql, *values):
        return self.d.execute("SELECT " + sql, (self.session,) + values).fetchone()[0]

    def say(self):
        role, text, options = message(self.r, self.pending)
        is_json = text is not None and not isinstance(text, str)
        sql = "mem_message(?, ?, json(?), ?)" if is_json else "mem_message(?, ?, ?, ?)"
        at = self.one(sql, role, compact(text) if is_json else text, json.dumps(options))
        assert at == self.following, f"position {at}, not {self.following}"
        self.messages[at] = {"role": role, **({} if text is None else {"content": text}), **options}
        if role == "system":
            self.known.add(at)
        self.following += 1

    def step(self):
        chance = self.r.random()
        if chance < 0.9:
            self.say()
        elif chance < 0.93:
            value = self.r.choice(NONSENSE + ({"role": "system", "content": "by hand"},))
            self.one("mem_append_json(?, 'messages', ?)", json.dumps(value))
            self.messages[self.following] = value
            self.following += 1
        elif chance < 0.96 and self.messages:
            at = self.r.choice(list(self.messages))
            self.one("mem_delete(?, ?)", f"messages.{at}")
            del self.messages[at]
        elif chance < 0.99:
            through = self.r.randint(self.summary[1] if self.summary else 0, self.following)
            text = self.r.choice(TEXTS[1:-1])
            self.one("mem_summarize(?, ?, ?)", text, through)
            self.summary = text, through
        else:
            self.one("mem_summarize(?, NULL)")
            self.summary = None

    def options(self):
        r, options = self.r, {}
        choices = {
            "max_tokens": (1, 5, 10, 20, 40, 80, 200),
            "summary_tokens": (0, 1, 5, 50),
            "rounds": (-1, 0, 1, 2, 3, 10),
            "overhead": (0, 1, 3),
            "alternate": (True, False),
        }
        for name, values in choices.items():
            if r.random() < (0.8 if name == "max_tokens" else 0.3):
                options[name] = r.choice(values)
        return options

    def window(self, options):
        sql = f"SELECT {COLUMNS} FROM mem_window(?, ?)"
        try:
            return self.d.execute(sql, (self.session, json.dumps(options))).fetchall()
        except sqlite3.DataError as error:  # SQLITE_TOOBIG
            if "is too little" not in str(error):
                raise
            return None


def expected(talk, options):
    try:
        return Window(dict(talk.messages), talk.known, talk.summary, options).rows()
    except TooLittle:
        return None


def shown(rows):
    return rows and [row[:4] + (row[5] and row[5].partition(":")[0],) for row in rows]


def lawful(talk, options, rows):
    """What must hold of a window with all its rows, whatever the model says. Yields what does not."""
    sent, out = [row for row in rows if not row[5]], [row for row in rows if row[5]]
    if sum(row[3] for row in sent) > options.get("max_tokens", 16000):
        yield "the budget is exceeded"
    if sorted(row[0] for row in rows if row[0] is not None) != (sorted(talk.messages) if options.get("rounds", 1) > 0 else []):
        yield "sent and left out are not all"
    chat = [row for row in sent if row[1] != "system"]
    if [row for row in sent if row[1] == "system"] != sent[: len(sent) - len(chat)]:
        yield "a system message is not at the front"
    if chat and chat[0][1] != "user":
        yield "the first is no user's"
    places = [row[0] for row in chat if row[1] != "tool"]
    if places != sorted(places) or [row[0] for row in out] != sorted(row[0] for row in out):
        yield "the order is wrong"
    waiting = set()
    for row in chat:
        if row[1] == "tool":
            if row[8] not in waiting:
                yield f"the result at {row[0]} is not behind its call"
            waiting.discard(row[8])
            continue
        if waiting:
            yield f"a call before {row[0]} lacks results"
        waiting = {one["id"] for one in json.loads(row[7])} if row[7] else set()
    if waiting:
        yield "the last call lacks results"


def converse(tally, seed, d, steps):
    r = random.Random(seed)
    talk = Talk(r, d, f"talk-{seed}")
    for step in range(steps):
        talk.step()
        if r.random() < 0.3:
            options = talk.options()
            rows, wanted = talk.window({**options, "all": True}), expected(talk, {**options, "all": True})
            where = f"seed {seed}, step {step}, {json.dumps(options)}"
            tally.check(shown(rows) == wanted, f"{where}: the rows, those of the model, the messages, the summary:", shown(rows), wanted)
            if shown(rows) != wanted:
                print(talk.messages, talk.summary, sep="\n")
            brief = talk.window(options)
            tally.check(brief == (rows and [row for row in rows if not row[5]]) if rows is not None else brief is None, f"{where}: without all")
            for wrong in lawful(talk, options, rows) if rows is not None else ():
                tally.check(False, f"{where}: {wrong}", f"  {rows}")
    due = sum(at >= (talk.summary[1] if talk.summary else 0) for at in talk.messages)
    tally.check(talk.one("mem_summary_due(?)") == (due if due >= 20 else 0), f"seed {seed}: {due} are not in the summary")
    return talk


# ---- cost ----


def pages(path, sql):
    one = db.Db(path, laws.SO)
    one.rows("SELECT mem_exists('x', 'y')")
    before = one.status(7)[0] + one.status(8)[0]
    rows = one.rows(sql)
    after = one.status(7)[0] + one.status(8)[0]
    one.close()
    return after - before, rows


COSTS = {
    "a message": "SELECT mem_message('long', 'user', 'one more')",
    "a window": "SELECT count(*) FROM mem_window('long', '{\"max_tokens\":4000}')",
    "of some rounds": "SELECT count(*) FROM mem_window('long', '{\"rounds\":3}')",
    "with a summary": "SELECT count(*) FROM mem_window('summed', '{\"max_tokens\":500}')",
    "what is due": "SELECT mem_summary_due('long')",
}


def costs(tally, directory, lengths):
    cost = []
    for length in lengths:
        path = f"{directory}/{length}.db"
        d = laws.connect(path)
        d.execute("SELECT mem_config('conversation.max-messages', 0)")
        d.execute("BEGIN")
        for session in ("long", "summed"):
            d.execute("SELECT mem_message(?, 'system', 'Be kind.')", (session,))
            d.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT count(mem_message(?,"
                " iif(i % 2, 'user', 'assistant'), 'what is said, some words of it, number ' || i)) FROM n",
                (length, session),
            ).fetchall()
        d.execute("SELECT mem_summarize('summed', 'So it went.', ?)", (length - 10,))
        d.execute("COMMIT")
        d.execute("SELECT mem_message('long', 'user', 'the next row of the log looks at the one before')")
        d.close()
        cost.append({name: pages(path, sql) for name, sql in COSTS.items()})
    for name in COSTS:
        few, many = (one[name][0] for one in cost)
        tally.check(many <= 1.5 * few + 8, f"{name}: {few} pages with {lengths[0]} messages, {many} with {lengths[1]}")


# ---- counting ----


def counting(tally, d):
    seen = []
    d.create_function("count_tokens", 1, lambda text: seen.append(text) or len(text.split()))
    one = lambda sql, *values: d.execute(sql, values).fetchone()[0]
    one("SELECT mem_config('tokens.count-function', 'count_tokens')")
    long = "word " * 60000
    one("SELECT mem_message('n', 'user', ?)", long)
    tally.check(seen == [long], "all of a long text is counted")
    call = {"id": "c1", "arguments": {"text": "word " * 10000}}
    seen.clear()
    one("SELECT mem_message('n', 'assistant', NULL, ?)", json.dumps({"tool_calls": [call]}))
    tally.check(seen == [compact([call])], "a call is counted, whole")
    one("SELECT mem_message('n', 'tool', 'so it is', '{\"tool_call_id\":\"c1\"}')")
    rows = d.execute("SELECT tokens, counted, tokenizer FROM mem_window('n', '{\"max_tokens\":100000}')").fetchall()
    wanted = [60000, len(compact([call]).split()), len("so it is c1".split())]
    tally.check(rows == [(tokens, "function", "count_tokens") for tokens in wanted], f"counted: {rows}")
    seen.clear()
    d.execute("SELECT * FROM mem_window('n', '{\"max_tokens\":100000}')").fetchall()
    tally.check(not seen, "what was counted is not counted again")
    one("SELECT mem_append_json('n', 'messages', '{\"role\":\"user\",\"content\":\"by hand\"}')")

    def fails(_):
        raise ValueError("no")

    def writes(_):
        return d.execute("SELECT mem_message('n', 'user', 'from within')").fetchone()[0]

    def reads(_):
        return d.execute("SELECT count(*) FROM mem_window('n', '{\"rounds\":0}')").fetchone()[0] + 3

    d.create_function("reads", 1, reads)
    one("SELECT mem_config('tokens.count-function', 'reads')")
    tally.check(one("SELECT tokens FROM mem_window('n', '{\"max_tokens\":100000}') WHERE position = 3") == 3, "it may read")

    def again(_):
        return d.execute("SELECT count(*) FROM mem_window('n', '{\"max_tokens\":100000}')").fetchone()[0]

    d.create_function("again", 1, again)
    one("SELECT mem_config('tokens.count-function', 'again')")
    for sql in ("SELECT mem_message('n', 'user', 'x')", "SELECT * FROM mem_window('n', '{\"max_tokens\":100000}')"):
        try:
            d.execute(sql).fetchall()
            tally.check(False, f"a function that calls itself by way of us: {sql}")
        except sqlite3.Error as error:
            tally.check("function again" in str(error), f"again: {sql}: {error}")
    answers = {"minus": -1, "text": "7", "none": None, "real": 1.5, "infinite": float("inf"), "huge": 2**62, "blob": b"1", "fails": fails, "writes": writes}
    for name, answer in answers.items():
        d.create_function(f"says_{name}", 1, answer if callable(answer) else lambda _, answer=answer: answer)
        one("SELECT mem_config('tokens.count-function', ?)", f"says_{name}")
        for sql in ("SELECT mem_message('n', 'user', 'x')", "SELECT mem_summarize('n', 'x')", "SELECT * FROM mem_window('n')"):
            try:
                d.execute(sql).fetchall()
                tally.check(False, f"says_{name}: {sql} takes it")
            except sqlite3.Error as error:
                tally.check(f"says_{name}" in str(error), f"says_{name}: {sql}: {error}")
    d.create_function("says_much", 1, lambda _: 10**12)
    one("SELECT mem_config('tokens.count-function', 'says_much')")
    try:
        one("SELECT mem_message('n', 'user', 'x', '{\"name\":\"y\"}')")
        tally.check(False, "more tokens than can be stored")
    except sqlite3.Error as error:
        tally.check("says_much" in str(error), f"says_much: {error}")
    one("SELECT mem_config('tokens.count-function', NULL)")
    tally.check(one("SELECT mem_length('n', 'messages')") == 4 and not one("SELECT mem_exists('n', 'conversation')"), "what failed is stored")
    for text in TEXTS[1:]:
        one("SELECT mem_message('e', 'user', ?)", text)
    rows = d.execute("SELECT content, tokens FROM mem_window('e')").fetchall()
    tally.check(all(tokens == max(1, estimate(text)) for text, tokens in rows), f"estimates: {rows}")


def recalling(tally, d):
    """A tokenizer that counts a whole dearer than its lines: the budget holds for the whole."""
    one = lambda sql, *values: d.execute(sql, values).fetchone()[0]
    d.create_function("square", 1, lambda text: text.count("\n") ** 2)
    for i in range(9):
        one("SELECT mem_item_add('ada', ?, ?)", ("user_profile", "agent_7")[i % 2], f"tea {'abcdefghi'[i]}")
    one("SELECT mem_config('tokens.count-function', 'square')")
    for budget in range(1, 40):
        answer = json.loads(one("SELECT mem_recall('ada', '7', 'tea', ?)", json.dumps({"max_tokens": budget})))
        lines = [answer[part].count("\n") for part in ("user_profile", "agent_memory")]
        share = min(5, int((budget * 60 // 100) ** 0.5))
        wanted = [share, min(4, int((budget - share**2) ** 0.5))]
        tally.check(lines == wanted and answer["tokens"] == sum(n * n for n in wanted), f"{budget} tokens: {lines}, not {wanted}")
        tally.check(sum(item["in"] for item in answer["items"]) == sum(wanted), f"{budget} tokens: items {answer['items']}")
    one("SELECT mem_config('tokens.count-function', NULL)")


def main():
    options = laws.arguments(__doc__, programs=(60, 2000), steps=(60, 200), length=(20000, 200000))
    print(f"seed {options.seed}")
    tally = cases.Tally()
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        d = laws.connect(f"{directory}/talks.db")
        d.execute("BEGIN")
        for program in range(options.programs):
            talk = converse(tally, options.seed + program, d, options.steps)
            if tally.failed and not options.keep_going:
                break
        d.execute("COMMIT")
        key = talk.session
        same = d.execute("SELECT mem_snapshot(?) = mem_rebuild_at(?, '#last')", (key, key)).fetchone()[0]
        tally.check(same == 1 and not d.execute("SELECT * FROM mem_verify").fetchall(), "the file is not sound")
        counting(tally, d)
        recalling(tally, d)
        d.close()
        costs(tally, directory, (1000, options.length))
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
