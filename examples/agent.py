#!/usr/bin/python3
"""An agent in Python: the host's transactions are actions, and a listener calls back into host code.

   MEMLOG_SO=build/memlog.so python3 examples/agent.py
"""

import contextlib
import json
import os
import sqlite3
import tempfile
import time


def connect(path):
    db = sqlite3.connect(path, isolation_level=None, timeout=5)
    db.enable_load_extension(True)
    db.load_extension(os.environ.get("MEMLOG_SO", "build/memlog.so"))
    db.enable_load_extension(False)
    db.execute("PRAGMA journal_mode = WAL")
    return db


@contextlib.contextmanager
def action(db, name, cause=None, **meta):
    """One action: a transaction with a name. It takes the write lock at once, so that it never has to start over."""
    for attempt in range(5):
        try:
            db.execute("BEGIN IMMEDIATE")
            break
        except sqlite3.OperationalError:  # another process has held the lock for all of the timeout
            if attempt == 4:
                raise
            time.sleep(0.1 * 2**attempt)
    try:
        db.execute("SELECT mem_action(?, ?, ?)", (name, cause, json.dumps(meta)))
        yield db
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def one(db, sql, *arguments):
    return db.execute(sql, arguments).fetchone()[0]


def set_value(db, key, path, value):
    db.execute("SELECT mem_set_json(?, ?, ?)", (key, path, json.dumps(value)))


def main(path):
    db = connect(path)

    # A listener: host code that hears of changes inside the action that makes them. Raising refuses the action.
    heard = []

    def on_tier(key, tier, event_id):
        if tier == "platinum":
            raise ValueError("no such tier")
        heard.append((key, tier, event_id))

    db.create_function("on_tier", 3, on_tier)
    db.execute("SELECT mem_install()")
    db.execute("""
        CREATE TEMP TRIGGER tier_listener AFTER INSERT ON main.memlog_event
          WHEN NEW.type = '_short_term_write_event' AND mem_touches('user.tier', NEW.value, NEW.removed)
        BEGIN SELECT on_tier(NEW.key, mem_pick(NEW.value, 'user.tier'), NEW.id); END""")

    # A run of several actions.
    run = one(db, "SELECT mem_run_begin('ada', ?)", "upgrade me")
    with action(db, "classify", actor="router"):
        set_value(db, "ada", "user.tier", "free")
        set_value(db, "ada", "intent", {"name": "upgrade", "score": 0.92})
    with action(db, "upgrade", actor="billing"):
        set_value(db, "ada", "user.tier", "gold")
        db.execute("SELECT mem_append('ada', 'history', 'upgraded to gold')")
    assert one(db, "SELECT mem_run_end('ada', 'done')") == run
    assert [(key, tier) for key, tier, _ in heard] == [("ada", "free"), ("ada", "gold")], heard

    # What the listener refuses has not happened.
    try:
        with action(db, "typo"):
            set_value(db, "ada", "user.tier", "platinum")
        raise SystemExit("the listener should have refused this")
    except sqlite3.OperationalError:
        pass
    assert one(db, "SELECT mem_get('ada', 'user.tier')") == "gold"

    # A worker reacts to an event in a later transaction and says so: the answer to "what did that cause?".
    _, _, cause = heard[-1]
    with action(db, "send-mail", cause=cause):
        set_value(db, "ada", "mail.sent", True)
    seq = one(db, "SELECT seq FROM mem_event WHERE id = ?", cause)
    caused = db.execute("SELECT action, value, observed FROM mem_journal WHERE cause = ?", (seq,)).fetchall()
    assert caused == [("send-mail", '{"mail.sent":true}', 0)], caused

    # The state when the agent had classified, but not yet upgraded.
    before = one(db, "SELECT id FROM mem_event WHERE action = 'classify'")
    then = json.loads(one(db, "SELECT mem_rebuild_at('ada', ?)", before))
    assert then == {"user.tier": "free", "intent": {"name": "upgrade", "score": 0.92}}, then

    for row in db.execute("SELECT type, action, value, json_extract(meta, '$.actor') FROM mem_event WHERE key = 'ada'"):
        print(*row, sep=" | ")
    db.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        main(os.path.join(directory, "agent.db"))
