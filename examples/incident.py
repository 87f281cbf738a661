#!/usr/bin/python3
"""An incident, from the bad effect to the proof. A preference that was true in January is used in March: an agent books
the wrong seat. In April an operator finds from the file alone which version of which record it was, how it got in and who
let it in; what else it has reached; takes it out of use; corrects it; and, asked to delete it, does not believe that it
is gone before the summary that was made of it and the cache outside of the file are gone, too.

   MEMLOG_SO=build/memlog.so /usr/bin/python3 examples/incident.py
"""

import json
import os
import sqlite3
import tempfile

SEAT = json.dumps({"key": "ada", "set": "user_profile", "id": "seat"})


class File:
    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.enable_load_extension(True)
        self.db.load_extension(os.environ.get("MEMLOG_SO", "build/memlog.so"))
        self.db.enable_load_extension(False)

    def rows(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def one(self, sql, *values):
        return self.rows(sql, *values)[0][0]

    def at(self, moment):
        self.one("SELECT mem_clock(?)", moment)


def step(text, was, should):
    assert was == should, f"{text}: {was!r}, not {should!r}"
    print(f"{text}: {was}")


def happen(file):
    """What the agent does, and its host tells of it."""
    # January: a proposal from a conversation, which somebody lets in. A nightly job sums it up, a cache copies it.
    file.at("2026-01-10 09:00:00")
    file.one("SELECT mem_config('long-term-memory.admission', 'review')")
    source = file.one("""SELECT mem_source('chat-1#7', '{"actor":"ada","task":"booking","trust":"untrusted","time":"2026-01-10","key":"ada"}')""")
    seat = file.one("""SELECT mem_propose('ada', 'user_profile', 'Ada wants a window seat', '{"id":"seat","kind":"preference"}')""")
    assert file.one("SELECT count(*) FROM mem_search('ada', NULL, 'window seat')") == 0, "nothing is found before it is let in"
    file.one("SELECT mem_edge(?, 'stated_by', ?)", f"record:{seat}@1", source)
    file.one(
        "SELECT mem_decide(?, 'admitted', ?)",
        seat,
        json.dumps({"policy": "preferences-2", "reviewer": "eve", "reason": "stated-by-user", "source": source}),
    )
    file.one("SELECT mem_config('long-term-memory.admission', 'open')")
    file.at("2026-01-11 02:00:00")
    file.one("SELECT mem_item_put('crew', 'briefings', 'ada', 'Passenger Ada: window')")
    briefing = json.dumps({"key": "crew", "set": "briefings", "id": "ada"})
    file.one("SELECT mem_derive(?, ?, ?)", briefing, SEAT, json.dumps({"kind": "summary", "model": "small-1"}))
    file.one("""SELECT mem_propagate(?, 'redis:ada', '{"part":"cache"}')""", seat)

    # March: her knee hurts, she sits by the aisle now. Nobody has told the agent.
    file.at("2026-03-15 10:00:00")
    answer = json.loads(file.one("""SELECT mem_recall('ada', NULL, 'which seat does Ada want', '{"record":true,"session":"chat-9"}')"""))
    version = json.dumps({"record": seat, "version": 1})
    claim = file.one("SELECT mem_claim('Ada sits by the window', ?)", json.dumps([json.loads(version), answer["placement"]]))
    effect = file.one("SELECT mem_effect('book seat 12A', ?, ?)", json.dumps([claim]), json.dumps({"effect": "booking-7"}))
    file.at("2026-03-16 08:00:00")
    return file.one("SELECT mem_effect('book seat 12A', ?, ?)", json.dumps([claim]), json.dumps({"outcome": "reverted", "revises": effect, "effect": "booking-7"}))


def investigate(file, effect):
    """April. All that is known is the effect: a booking that was reverted."""
    file.at("2026-04-02 11:00:00")
    back = file.rows("SELECT depth, edge, entity, id, version, detail FROM mem_lineage(?, 'backward')", f"{effect}")
    found = {}
    for depth, _, entity, name, version, detail in back:
        found.setdefault(entity, (depth, name, version, json.loads(detail) if detail else {}))
    _, record, version, detail = found["record"]
    step("the effect", found["effect"][3]["outcome"], "reverted")
    step("it goes back to", (detail["set"], detail["id"], version, detail["state"]), ("user_profile", "seat", 1, "admitted"))
    step("which was let in by", (found["decision"][3]["reviewer"], found["decision"][3]["policy"]), ("eve", "preferences-2"))
    step("because of", (found["source"][3]["artifact"], found["source"][3]["trust"]), ("chat-1#7", "untrusted"))
    step("and came into the context by", found["placement"][3]["session"], "chat-9")
    step("of a retrieval with", found["retrieval"][3]["candidates"] >= 1, True)
    step("recorded in", file.one("SELECT time FROM mem_lineage(?, 'backward') WHERE entity = 'record'", effect)[:10], "2026-01-10")

    reached = file.rows("SELECT entity, json_extract(detail, '$.key'), id FROM mem_lineage(?, 'forward') WHERE depth > 0", f"record:{record}@1")
    step("it has reached", sorted({entity for entity, _, _ in reached if entity in ("claim", "effect", "placement", "record", "proof")}), ["claim", "effect", "placement", "proof", "record"])
    step("of whom", {key for entity, key, _ in reached if entity == "record"}, {"crew"})
    return record


def mend(file, record):
    file.one("SELECT mem_quarantine(?, 'stale', ?)", record, json.dumps({"reviewer": "otto", "note": "booking-7"}))
    step("out of use", (file.one("SELECT mem_item_get('ada', 'user_profile', 'seat')"), file.one("SELECT count(*) FROM mem_search('ada', NULL, 'window seat')")), (None, 0))
    step("what used it is known still", file.one("SELECT count(*) FROM mem_lineage(?, 'forward') WHERE entity = 'effect'", record), 2)
    file.one("SELECT mem_correct(?, 'Ada wants an aisle seat', ?)", record, json.dumps({"reason": "stale", "valid_from": "2026-03-01"}))
    step("corrected", file.one("SELECT mem_item_get('ada', 'user_profile', 'seat')"), "Ada wants an aisle seat")
    step("by a version of the same record", file.rows("SELECT version, state FROM memlog_v_record WHERE record = ? ORDER BY version", record), [(1, "quarantined"), (2, "admitted")])
    step("which says what it corrects", file.rows("SELECT from_version, to_version FROM memlog_v_edge WHERE relation = 'corrects'"), [(2, 1)])


def delete(file, record):
    """Ada asks that it be forgotten. It is complete when each part is proved, not before."""
    file.at("2026-04-03 09:00:00")
    file.one("""SELECT mem_item_remove('ada', 'user_profile', 'seat', '{"reason":"asked for by the user","relearn":"refuse"}')""")
    step("removed, and memlog has looked into the file", file.one("SELECT mem_deletion(?)", record), "derived_pending")
    waits = file.rows("SELECT part, what FROM mem_deletion(?) WHERE pending ORDER BY part", record)
    step("what waits", [(part, what if part == "cache" else "a record") for part, what in waits], [("cache", "redis:ada"), ("summary", "a record")])
    file.at("2026-04-03 09:10:00")
    file.one("SELECT mem_item_remove('crew', 'briefings', 'ada')")
    step("without the summary", file.rows("SELECT part FROM mem_deletion(?) WHERE pending", record), [("cache",)])
    file.one("""SELECT mem_propagate(?, 'redis:ada', '{"part":"cache","state":"invalidated"}')""", record)
    step("a cache that was told is not yet one that has none", file.one("SELECT mem_deletion(?)", record), "derived_pending")
    file.at("2026-04-03 09:30:00")
    file.one("""SELECT mem_propagate(?, 'redis:ada', '{"part":"cache","state":"verified","check":"EXISTS ada:seat = 0"}')""", record)
    step("proved", file.one("SELECT mem_deletion(?)", record), "verified")
    step("how long it took", file.one("SELECT value FROM mem_metric WHERE name = 'memlog_deletion_lag_seconds' AND class = 'max' AND window = '1h'"), 1800.0)
    try:
        file.one("SELECT mem_item_add('ada', 'user_profile', 'Ada wants an aisle seat')")
    except sqlite3.Error as error:
        assert "may not come back" in str(error), error
    else:
        raise AssertionError("what was forgotten was learned again")
    step("failures that memory is linked to", file.rows("SELECT numerator, denominator FROM mem_metric WHERE name = 'memlog_effect_failure_ratio' AND class = 'reverted' AND window = 'all'"), [(1, 1)])
    step("lineage without breaks", file.rows("SELECT * FROM mem_lineage_break"), [])
    step("a file without faults", file.rows("SELECT * FROM mem_verify"), [])


def main():
    with tempfile.TemporaryDirectory() as directory:
        file = File(f"{directory}/agent.db")
        effect = happen(file)
        record = investigate(file, effect)
        mend(file, record)
        delete(file, record)
        file.db.close()


if __name__ == "__main__":
    main()
