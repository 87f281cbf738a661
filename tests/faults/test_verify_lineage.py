"""mem_verify on the tables of lineage: each way of damaging a row of memlog_entity, memlog_edge or memlog_barred is told,
and what only cannot be known any more, because it was pruned, is not."""

import os
import sys
import tempfile

import test_verify
from db import Db, SqlError, memory_used
from test_verify import SO, TALLY, verify

SOUND = """
PRAGMA synchronous = OFF;
SELECT mem_clock('2026-07-03 04:22:36');
SELECT mem_item_put('ivy', 's', 'a', 1), mem_item_put('ivy', 's', 'a', 2), mem_item_put('joe', 's', 'b', 'x'), mem_item_put('joe', 's', 'c', 'xx');
CREATE TEMP TABLE my(name TEXT PRIMARY KEY, id TEXT);
INSERT INTO my SELECT 'source', mem_source('page', json_object('key', 'ivy', 'event', (SELECT min(id) FROM mem_event)));
INSERT INTO my SELECT 'edge', mem_edge('{"key":"ivy","set":"s","id":"a"}', 'stated_by', id, '{"rank":1,"score":0.5,"reason":"page","detail":{"n":1}}') FROM my;
SELECT mem_edge('{"key":"ivy","set":"s","id":"a","version":1}', 'conflicts_with', '{"key":"joe","set":"s","id":"b"}');
INSERT INTO my SELECT 'claim', mem_claim('x', '[{"key":"ivy","set":"s","id":"a"},{"key":"joe","set":"s","id":"b"}]');
INSERT INTO my SELECT 'action', mem_effect('do', id, '{"outcome":null}') FROM my WHERE name = 'claim';
INSERT INTO my SELECT 'effect', mem_effect('do', id, '{"outcome":"failed"}') FROM my WHERE name = 'action';
INSERT INTO my SELECT 'made', mem_derive('{"key":"joe","set":"s","id":"c"}', '[{"key":"joe","set":"s","id":"b"}]', '{"model":"m"}');
BEGIN;
SELECT mem_action('plan', NULL, '{"actor":"me"}'), mem_source('told', '{"key":"ivy"}'), mem_set('ivy', 'a', 1);
COMMIT;
"""


class Base(test_verify.Base):
    def __init__(self, directory, sql, name):
        self.sound, self.path = os.path.join(directory, f"{name}.db"), os.path.join(directory, "memory.db")
        db = Db(self.sound, SO)
        db.rows(sql)
        db.close()
        TALLY.check(verify(self.sound) == [], "the sound file is not", *verify(self.sound))

    def damaged(self, sql, words, key=None):
        self.case(sql, ("lineage", key, words))


def entity_cases(base):
    def row(change, place="type = 'effect'"):
        return f"UPDATE memlog_entity SET {change} WHERE {place}"

    base.damaged(row("id = x'00'"), ": memlog_entity: a row is damaged: id is no UUID")
    base.damaged(row("type = 'opinion'"), "type is none")
    base.damaged(row("type = ''"), "type is none")
    base.damaged(row("key = CAST(x'ff' AS TEXT)"), "key is no text")
    base.damaged(row("key = ''"), "its key is no key", "")
    base.damaged(row("at = -1"), "at is no time")
    base.damaged(row("at = 253402300800000000"), "at is no time")
    base.damaged(row("actor = ''"), "its actor has no name", "ivy")
    base.damaged(row("actor = CAST(x'6100' AS TEXT)"), "actor is no text")
    base.damaged(row("txn = 0"), "txn is no position")
    base.damaged(row("txn = 7"), "there is no row of the log at its txn", "ivy")
    base.damaged(row("txn = txn + 1", "txn IS NOT NULL"), "there is no row of the log at its txn", "ivy")
    base.damaged(row("detail = '[]'"), "detail is no JSON map")
    base.damaged(row("detail = 'x'"), "detail is no JSON map")
    base.damaged(row("detail = '{\"name\": \"do\"}'"), "its detail is not JSON as memlog writes it", "ivy")
    base.damaged(row("detail = json_remove(detail, '$.outcome')"), "its outcome is none of effects", "ivy")
    base.damaged(row("detail = json_set(detail, '$.outcome', 'fine')"), "its outcome is none of effects", "ivy")
    base.damaged(row("detail = json_set(detail, '$.outcome', 1)"), "its outcome is none of effects", "ivy")
    base.damaged(row("detail = json_set(detail, '$.trust', 'blind')", "key = 'ivy' AND type = 'source'"), "its trust is no class", "ivy")
    base.damaged(row("detail = json_set(detail, '$.kind', 'magic')", "type = 'transformation'"), "its kind is none of", "joe")
    base.damaged(row("type = 'decision'"), "its outcome is none of decisions", "ivy")
    # What was erased is no fault, and when, by whom and for what was in nobody else's hand.
    base.case(row("key = NULL, actor = NULL, detail = NULL"))
    base.case(row("at = at + 1"))
    # What leads there leads nowhere; of what has no edges nothing is known.
    base.damaged("DELETE FROM memlog_entity WHERE type = 'claim'", "it comes from nowhere")
    base.damaged("DELETE FROM memlog_entity WHERE type = 'source'", "it leads nowhere")
    base.case("DELETE FROM memlog_edge")
    base.case("DELETE FROM memlog_entity WHERE type = 'source' AND txn IS NOT NULL")
    # Two wrong ones are both told.
    base.case(row("at = -1", "type IN ('claim', 'action')"), ("lineage", None, "at is no time"))
    TALLY.check(sum("at is no time" in row[4] for row in verify(base.path)) == 2, "one of two rows was told", *verify(base.path))


def edge_cases(base):
    def row(change, place="relation = 'stated_by'"):
        return f"UPDATE memlog_edge SET {change} WHERE {place}"

    base.damaged(row("from_id = randomblob(16)"), "stated_by to")
    base.damaged(row("from_id = randomblob(16)"), "it comes from nowhere")
    base.damaged(row("to_id = randomblob(16)"), "it leads nowhere")
    base.damaged(row("to_id = randomblob(16)", "relation = 'caused_by'"), "it leads nowhere")
    base.damaged(row("from_id = x''"), "from_id is no UUID")
    base.damaged(row("to_id = x'00'"), "to_id is no UUID")
    base.damaged(row("from_version = -1"), "from_version is no version")
    base.damaged(row("from_version = 3"), "it comes from nowhere")
    base.damaged(row("to_version = 1"), "it leads nowhere")
    base.damaged(row("to_version = 9223372036854775807"), "to_version is no version")
    base.damaged(row("relation = ''"), "relation is no text")
    base.damaged(row("relation = 'likes'"), "there is no such relation")
    base.damaged(row("relation = 'used'"), "the relation does not join such things")
    base.damaged(row("relation = 'refers_to'", "relation = 'conflicts_with'"), "the relation does not join such things")
    base.damaged(row("at = -1"), "at is no time")
    base.damaged(row("rank = 0"), "rank is no number from 1 on")
    base.damaged(row("score = 1.5"), "score is not 0 to 1")
    base.damaged(row("score = -0.5"), "score is not 0 to 1")
    base.damaged(row("reason = 'For this reason'"), "its reason is no word")
    base.damaged(row("reason = ''"), "its reason is no word")
    base.damaged(row("detail = '1'"), "detail is no JSON map")
    base.damaged(row("detail = '{\"n\": 1}'"), "its detail is not as memlog writes it")
    base.damaged(row("to_id = from_id, to_version = from_version", "relation = 'conflicts_with'"), "both ends are the same")
    base.case(row("rank = 2, score = NULL, reason = NULL, detail = NULL"))
    base.damaged("DELETE FROM memlog_item WHERE key = 'ivy' AND version = 1", "it comes from nowhere")
    # A record whose versions were forgotten has a row that stands for it.
    base.case("""INSERT INTO memlog_entity SELECT record, 'record', NULL, 1, NULL, NULL, NULL FROM memlog_item WHERE key = 'joe' LIMIT 1;
                 UPDATE memlog_edge SET to_version = 0 WHERE relation = 'conflicts_with'""")


def barred_cases(base):
    def row(values):
        return f"INSERT INTO memlog_barred VALUES({values})"

    record = "(SELECT record FROM memlog_item WHERE key = 'ivy' LIMIT 1)"
    base.case(row(f"randomblob(16), 'refuse', {record}, 1"))
    base.case(row(f"randomblob(16), 'mark', {record}, 1"))
    base.damaged(row(f"x'00', 'mark', {record}, 1"), "digest is no UUID")
    base.damaged(row(f"randomblob(16), 'forbid', {record}, 1"), "how is neither refuse nor mark")
    base.damaged(row("randomblob(16), 'mark', x'00', 1"), "record is no UUID")
    base.damaged(row(f"randomblob(16), 'mark', {record}, -1"), "at is no time")
    base.damaged(row("randomblob(16), 'mark', randomblob(16), 1"), "memlog_barred: there is no record")
    base.damaged(row("randomblob(16), 'mark', (SELECT id FROM memlog_entity LIMIT 1), 1"), "memlog_barred: there is no record")


def pruned_cases(directory):
    """Versions and rows of the log that were pruned may be what an edge leads to; a thing cannot."""
    more = SOUND + """
SELECT mem_clock('2026-07-04 04:22:36');
SELECT mem_item_put('ivy', 's', 'a', 3), mem_item_remove('joe', 's', 'b'), mem_set('ivy', 'a', 2);
SELECT mem_clock('2026-07-05 04:22:36');
SELECT mem_set('ivy', 'a', 3), mem_item_put('ivy', 's', 'a', 4);
SELECT mem_source('late', '{"key":"ivy"}');
SELECT mem_prune('2026-07-04 12:00');
"""
    base = Base(directory, more, "pruned")
    db = Db(base.sound, SO)
    TALLY.check(db.one("SELECT count(*) FROM memlog_item WHERE key = 'joe'") == 1, "nothing was pruned")
    db.close()
    base.damaged("UPDATE memlog_edge SET to_id = randomblob(16), to_version = 0 WHERE relation = 'stated_by'", "the relation does not join")
    base.damaged("UPDATE memlog_edge SET to_id = x'ffffffffffff80008000000000000000' WHERE relation = 'caused_by'", "the relation does not join")
    base.damaged("UPDATE memlog_entity SET txn = 9 + (SELECT max(seq) FROM memlog_event) WHERE type = 'effect'", "no row of the log at its txn", "ivy")


def page_cases(base):
    """The root page of each table and index is empty: mem_verify says so, and keeps no memory."""
    one = Db(base.sound)
    pages = one.rows("SELECT name, rootpage FROM sqlite_schema WHERE name LIKE 'memlog_%' AND rootpage > 0")
    size = one.one("PRAGMA page_size")
    one.close()
    with open(base.sound, "rb") as file:
        sound = file.read()
    for name, number in pages:
        with open(base.path, "wb") as file:
            file.write(sound[: (number - 1) * size] + bytes(size) + sound[number * size :])
        kept = []
        for _ in range(2):  # what SQLite keeps of a failure it keeps once
            used = memory_used()
            try:
                db = Db(base.path, SO)
                said = db.rows("SELECT kind, detail FROM mem_verify")
                db.close()
            except SqlError as error:
                said = [("error", str(error))]
            kept.append(memory_used() - used)
        TALLY.check(any("malformed" in row[1] or "damaged" in row[1] for row in said), f"{name} is empty", *said)
        TALLY.check(kept[1] == 0, f"{name} is empty: {kept} bytes are not given back")


def main():
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        base = Base(directory, SOUND, "sound")
        entity_cases(base)
        edge_cases(base)
        barred_cases(base)
        page_cases(base)
        pruned_cases(directory)
    return TALLY.last_line()


if __name__ == "__main__":
    sys.exit(main())
