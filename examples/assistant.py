#!/usr/bin/python3
"""An assistant in Python that remembers: a conversation in the model's window, what it leaves in long-term memory when
it ends, and what the next one recalls of that. The model stands apart: it is asked between transactions, never in one.

   MEMLOG_SO=build/memlog.so python3 examples/assistant.py
"""

import json
import os
import sqlite3
import tempfile


def connect(path):
    db = sqlite3.connect(path, isolation_level=None, timeout=5)
    db.enable_load_extension(True)
    db.load_extension(os.environ.get("MEMLOG_SO", "build/memlog.so"))
    db.enable_load_extension(False)
    db.execute("PRAGMA journal_mode = WAL")
    # Host functions are of one connection: register them on each.
    db.create_function("count_tokens", 1, lambda text: len(text.split()), deterministic=True)
    return db


def one(db, sql, *arguments):
    return db.execute(sql, arguments).fetchone()[0]


def message(db, session, role, content, **options):
    return one(db, "SELECT mem_message(?, ?, ?, ?)", session, role, content, json.dumps(options))


def model(work):
    """Where a language model would read the conversation and say what is worth keeping of its new messages."""
    said = " ".join(m["content"] for m in work["messages"] if m["new"] and m["role"] == "user")
    judged = []
    if "vegetarian" in said:
        judged.append({"content": "Eats no meat", "category": "preference", "importance": 9})
    if "Meat is fine again" in said:
        old = [c["id"] for c in work["candidates"] if c["content"] == "Eats no meat"]
        judged.append({"content": "Eats meat again", "category": "preference", "action": "supersede", "supersedes": old})
    if "shorter" in said:
        judged.append({"content": "Keep answers short", "scope": "agent", "category": "agreement", "importance": 8})
    return judged


def end(db, session, **whose):
    """Three steps: the work, the judgement, the commit. A crash between them loses nothing, and twice is once."""
    work = json.loads(one(db, "SELECT mem_session_pending(?, ?)", session, json.dumps({"candidates": 20, **whose})))
    answer = {"judged": model(work), "from": work["from"], "through": work["through"], **whose}
    return json.loads(one(db, "SELECT mem_session_end(?, ?)", session, json.dumps(answer)))


def main(path):
    db = connect(path)
    db.execute("SELECT mem_config('tokens.count-function', 'count_tokens')")

    # Monday: a conversation, and what is left of it.
    message(db, "monday", "system", "You plan dinners.")
    message(db, "monday", "user", "I am vegetarian. What can I cook tonight?")
    message(db, "monday", "assistant", "A risotto with mushrooms takes half an hour. " * 3)
    message(db, "monday", "user", "Please give shorter answers.")
    report = end(db, "monday", user="ada", agent="cook")
    assert [(s["set"], s["content"]) for s in report["stored"]] == [
        ("user_profile", "Eats no meat"), ("agent_cook", "Keep answers short")], report
    again = end(db, "monday")
    assert again["messages"] == 0 and not again["stored"], again

    # Tuesday: another conversation begins with what is known, all in one budget of tokens.
    message(db, "tuesday", "user", "What about meat for dinner, and how long are answers?")
    rows = db.execute("""SELECT role, kind, content FROM mem_context('tuesday', 'ada', 'cook', 'meat answers short',
                           '{"max_tokens":100,"recall":{"min_score":0.1,"relativity":0}}')""").fetchall()
    assert rows == [("system", "user_profile", "- Eats no meat\n"), ("system", "agent_memory", "- Keep answers short\n"),
                    ("user", None, "What about meat for dinner, and how long are answers?")], rows
    message(db, "tuesday", "user", "Meat is fine again, by the way.")
    report = end(db, "tuesday", user="ada", agent="cook")
    assert [s["by"] for s in report["superseded"]] == [report["stored"][0]["id"]], report
    recalled = json.loads(one(db, "SELECT mem_recall('ada', 'cook', 'meat')"))
    assert recalled["user_profile"] == "- Eats meat again\n", recalled

    # What it knew on Monday can still be told, and when it learned otherwise.
    monday = one(db, "SELECT min(seq) FROM mem_event WHERE type = '_long_term_update_event'")
    knew = db.execute("SELECT content FROM mem_items('ada', 'user_profile', json_object('as_of', '#' || ?))", (monday,)).fetchall()
    assert knew == [("Eats no meat",)], knew

    # A long conversation: a summary covers what the window leaves out.
    for n in range(30):
        message(db, "long", "user", f"Question {n}?")
        message(db, "long", "assistant", f"Answer {n}.")
    assert one(db, "SELECT mem_summary_due('long')") == 60
    db.execute("SELECT mem_summarize('long', 'Thirty questions were answered.', 55)")
    rows = db.execute("SELECT role, content FROM mem_window('long', '{\"max_tokens\":20}')").fetchall()
    assert rows[0] == ("system", "Thirty questions were answered.") and rows[-1] == ("assistant", "Answer 29."), rows

    for row in db.execute("SELECT layer, key, entries FROM mem_layer"):
        print(*row, sep=" | ")
    assert not db.execute("SELECT * FROM mem_verify").fetchall()
    db.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        main(os.path.join(directory, "assistant.db"))
