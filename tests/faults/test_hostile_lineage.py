"""Lineage in a file that anyone may have written: every column of memlog_entity, memlog_edge and memlog_barred with wrong
values, edges that lead astray, round in circles and to other keys. hostile.py says what must hold. HOSTILE_LONG=1 tries
all of them in all settings, else a choice from SEED; an argument those whose name holds it."""

import os
import random
import sys
import tempfile

from cases import Tally
from hostile import LONG, OTHERS, SECRET, SETTINGS, Asked, Base, Damage
from test_hostile import ANYTHING, MOST, several, texts

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
QUICK = 90  # damages, each in one setting

A, B, C = ('{"key":"ann","set":"s","id":"%s"}' % name for name in "abc")
BOB = '{"key":"bob","set":"s","id":"x"}'

SOUND = f"""
PRAGMA synchronous = OFF;
SELECT mem_clock('2026-07-03 04:22:36');
SELECT mem_item_put('ann', 's', 'a', 'green tea'), mem_item_put('ann', 's', 'a', 'green tea at noon'), mem_item_put('ann', 's', 'b', 'black tea');
SELECT mem_item_put('ann', 's', 'c', 'tea'), mem_item_put('bob', 's', 'x', 'tea {SECRET}'), mem_item_put('ann', 's', 'd', 'milk', '{{"expires_at":"2026-07-04"}}');
SELECT mem_config('lineage.retrieval', 'true'), mem_config('memory.generate-event.long-term-get', 'false'), mem_config('memory.generate-event.long-term-search', 'false');
CREATE TABLE my(name TEXT PRIMARY KEY, id TEXT);
INSERT INTO my SELECT 'source', mem_source('page 7', json_object('key', 'ann', 'actor', 'me', 'time', '2026-07-01', 'event', (SELECT min(id) FROM mem_event)));
SELECT mem_edge('{A}', 'stated_by', id, '{{"rank":1,"score":0.5,"reason":"page","detail":{{"n":1}}}}') FROM my WHERE name = 'source';
SELECT mem_edge('{A}', 'conflicts_with', '{B}'), mem_edge('{C}', 'conflicts_with', '{BOB}');
INSERT INTO my SELECT 'search', min(retrieval) FROM mem_search('ann', NULL, 'green tea');
SELECT mem_select(id, '[{A}]') FROM my WHERE name = 'search';
INSERT INTO my SELECT 'placed', mem_place('ann', '[{A},{C}]', json_object('turn', 3, 'truncated', json('[{C}]'), 'retrieval', id)) FROM my WHERE name = 'search';
INSERT INTO my SELECT 'claim', mem_claim('She likes tea', json_array(id, json('{A}'))) FROM my WHERE name = 'placed';
INSERT INTO my SELECT 'action', mem_effect('buy', id, '{{"outcome":null}}') FROM my WHERE name = 'claim';
INSERT INTO my SELECT 'effect', mem_effect('buy', id, '{{"outcome":"failed","effect":"e-1"}}') FROM my WHERE name = 'action';
INSERT INTO my SELECT 'undone', mem_effect('buy', NULL, json_object('outcome', 'reverted', 'revises', id)) FROM my WHERE name = 'effect';
INSERT INTO my SELECT 'made', mem_derive('{C}', '[{A},{B}]', '{{"model":"m"}}');
INSERT INTO my SELECT 'bob', mem_claim('of tea {SECRET}', '{BOB}');
BEGIN;
SELECT mem_action('plan', NULL, '{{"actor":"me"}}'), mem_source('told', '{{"key":"ann"}}'), mem_set('ann', 'a', 1);
COMMIT;
"""


def of(name):
    return f"(SELECT id FROM my WHERE name = '{name}')"


READS = (
    [f"SELECT * FROM mem_lineage({of(name)}, '{way}')" for name in ("source", "search", "placed", "claim", "action", "effect", "undone", "made") for way in ("backward", "forward")]
    + [f"SELECT * FROM mem_lineage('{item}', '{way}')" for item in (A, B, C) for way in ("backward", "forward")]
    + """SELECT * FROM mem_lineage((SELECT max(id) FROM mem_event WHERE key = :k), 'forward')
SELECT * FROM mem_items(:k, NULL, '{"versions":true}')
SELECT mem_item_get(:k, 's', 'a'), mem_item_get(:k, 's', 'c')
SELECT * FROM mem_event WHERE key = :k
SELECT mem_snapshot(:k), mem_rebuild_at(:k, '#last')""".splitlines()
)

PLAIN = ["SELECT count(*) FROM memlog_entity", "SELECT count(*) FROM memlog_edge", "SELECT count(*) FROM memlog_v_edge"]

WRITES = (
    [
        f"SELECT mem_claim('x', {of('placed')})",
        f"SELECT mem_claim('x', json_array({of('claim')}, json('{B}')), '{{\"decision\":\"d\"}}')",
        f"SELECT mem_effect('x', {of('claim')}), mem_effect('x', {of('action')}, '{{\"outcome\":\"ok\"}}')",
        f"SELECT mem_effect('x', NULL, json_object('revises', {of('effect')}))",
        f"SELECT mem_edge('{A}', 'stated_by', {of('source')}), mem_edge('{B}', 'stated_by', {of('source')})",
        f"SELECT mem_edge({of('claim')}, 'refers_to', '{B}'), mem_edge({of('placed')}, 'caused_by', (SELECT max(id) FROM mem_event))",
        f"SELECT mem_edge('{B}', 'conflicts_with', '{C}')",
        f"SELECT mem_select({of('search')}, '[{A},{B},{C}]')",
        f"SELECT mem_select('{{\"query\":\"x\"}}', '[{C},{B}]')",
        f"SELECT mem_place(:k, '[{B},{C}]', json_object('retrieval', {of('search')}))",
        f"SELECT mem_derive('{B}', '[{A}]')",
        "SELECT mem_source('x', '{\"key\":\"ann\"}'), mem_source(NULL)",
    ]
    + """SELECT mem_item_put(:k, 's', 'a', 'white tea'), mem_item_add(:k, 's', 'new tea')
SELECT count(*), min(retrieval) FROM mem_search(:k, NULL, 'tea')
SELECT mem_item_remove(:k, 's', 'b')
SELECT mem_item_remove(:k, 's')
SELECT count(mem_import(line)) FROM mem_export
SELECT mem_install()
SELECT mem_forget(:k, 'why', '{"search":false}') ->> 'generation'""".splitlines()
)

ASKED = Asked(
    READS,
    PLAIN,
    WRITES,
    OTHERS + ["SELECT quote(id), quote(type), quote(key), quote(at), quote(detail) FROM memlog_entity WHERE key NOT IN (:k, '') ORDER BY id"],
)

ANY = [("lineage", None, None, None, None)]
TYPES = ["'record'", "'proof'", "'change'"]  # names of keys and of people, too
RIGHT = {
    "key": ["NULL", "'x'", "'[1'"] + TYPES,
    "actor": ["NULL", "'x'", "'[1'"] + TYPES,
    "txn": ["NULL"],
    "detail": ["NULL"],
    "at": ["0", "7"],
    "rank": ["NULL", "7", MOST],
    "score": ["NULL"],
    "reason": ["NULL", "'x'"],
    "from_version": ["0"],
    "to_version": ["0"],
}
ENTITIES = {name: f"WHERE hex(id) = upper(replace({of(name)}, '-', ''))" for name in ("source", "search", "placed", "claim", "action", "effect", "made")}
EDGES = ("stated_by", "conflicts_with", "selected", "chosen", "placed", "found_by", "refers_to", "used", "revises", "made_by", "read", "derived_from", "caused_by")


def entity_damages():
    for name, where in ENTITIES.items():
        for column in ("id", "type", "key", "at", "actor", "txn", "detail"):
            for value in ANYTHING + TYPES + ["randomblob(16)", "zeroblob(16)", "x'ffffffffffffffffffffffffffffffff'"]:
                if column == "id" and value == "NULL":
                    continue
                # What leads to it leads elsewhere then; of what nothing leads to nobody can tell.
                right = value in RIGHT.get(column, [])
                yield Damage(f"{name}: {column} = {value}", f"UPDATE OR REPLACE memlog_entity SET {column} = {value} {where} AND {column} IS NOT {value}",
                             [] if right else ANY, excused=("answers", "others") if column == "key" else ("answers",))  # fmt: skip
        for text_name, text in texts().items():
            yield Damage(f"{name}: detail: {text_name}", f"UPDATE memlog_entity SET detail = {text} {where}", [], excused=("answers",))
            yield Damage(f"{name}: key: {text_name}", f"UPDATE memlog_entity SET key = {text} {where}", [], excused=("answers", "others"))
        yield Damage(f"{name} is gone", f"DELETE FROM memlog_entity {where}", ANY)
        yield Damage(f"{name} is bob's", f"UPDATE memlog_entity SET key = 'bob' {where}", [], excused=("answers", "others"))
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
    yield Damage("many entities", f"INSERT INTO memlog_entity {many} SELECT randomblob(16), 'claim', 'ann', 1, NULL, NULL, NULL FROM n", [], excused=("answers",))
    yield Damage("the last id", "INSERT INTO memlog_entity VALUES(x'ffffffffffffffffffffffffffffffff', 'claim', 'ann', 1, NULL, NULL, NULL)", [], excused=("answers",))
    yield Damage("all entities gone", "DELETE FROM memlog_entity", ANY, excused=("others",))
    yield Damage("all are of one type", "UPDATE memlog_entity SET type = 'retrieval'", ANY, excused=("others",))


def edge_damages():
    for relation in EDGES:
        where = f"WHERE relation = '{relation}'"
        for column in ("from_id", "from_version", "relation", "to_id", "to_version", "at", "rank", "score", "reason", "detail"):
            for value in ANYTHING + ["randomblob(16)", "zeroblob(16)", "from_id", "to_id", "'conflicts_with'", "'refers_to'", "'selected'", "1", "2", "0.5"]:
                if column in ("from_id", "from_version", "relation", "to_id", "to_version") and value == "NULL":
                    continue
                sql = f"UPDATE OR REPLACE memlog_edge SET {column} = {value} {where} AND {column} IS NOT {value}"
                wrong = column in ("from_id", "to_id") or (column, value) in (("from_version", "7"), ("to_version", "7"), ("relation", "'x'"), ("at", "-1"), ("rank", "0"))
                yield Damage(f"{relation}: {column} = {value}", sql, ANY if wrong and value not in ("from_id", "to_id") else [], excused=("answers",))
        for name, text in texts().items():
            yield Damage(f"{relation}: detail: {name}", f"UPDATE memlog_edge SET detail = {text} {where}", [], excused=("answers",))
        yield Damage(f"{relation} turned round", f"UPDATE OR REPLACE memlog_edge SET from_id = to_id, from_version = to_version, to_id = from_id, to_version = from_version {where}",
                     [], excused=("answers",))  # fmt: skip
        yield Damage(f"{relation} is gone", f"DELETE FROM memlog_edge {where}", [], excused=("answers",))
    entity = "(SELECT id FROM memlog_entity ORDER BY id LIMIT 1 OFFSET i % 9)"
    record = "(SELECT record FROM memlog_item WHERE key = 'ann' ORDER BY number LIMIT 1)"
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})"
    row = "INSERT OR IGNORE INTO memlog_edge {} SELECT {}, 1, NULL, NULL, NULL, NULL FROM n"
    yield Damage("claims in a circle", row.format(many.format(81), f"{entity}, 0, 'refers_to', (SELECT id FROM memlog_entity ORDER BY id LIMIT 1 OFFSET i / 9), 0"),
                 [], excused=("answers",))  # fmt: skip
    yield Damage("many edges to nothing", row.format(many.format(20000), f"{record}, 1, 'conflicts_with', randomblob(16), 1"), ANY)
    yield Damage("many edges from nothing", row.format(many.format(20000), f"randomblob(16), 0, 'placed', {record}, 1"), ANY)
    yield Damage("many edges to one", row.format(many.format(20000), f"{record}, 1, 'x' || i, {record}, 2"), ANY)
    yield Damage("conflicts with itself", row.format(many.format(1), f"{record}, 2, 'conflicts_with', {record}, 2"), ANY)
    yield Damage("bob's conflicts", "UPDATE memlog_edge SET to_id = (SELECT record FROM memlog_item WHERE key = 'bob') WHERE relation = 'derived_from'", [],
                 excused=("answers", "others"))  # fmt: skip


def barred_damages():
    record = "(SELECT record FROM memlog_item WHERE key = 'ann' LIMIT 1)"
    row = f"INSERT INTO memlog_barred(digest, how, record, at) VALUES(randomblob(16), 'mark', {record}, 1); UPDATE memlog_barred SET "
    for column in ("digest", "how", "record", "at"):
        for value in ANYTHING + ["randomblob(16)", "zeroblob(40)"]:
            if (column, value) == ("digest", "NULL"):
                continue
            right = (column, value) in (("at", "0"), ("at", "7"), ("digest", "randomblob(16)"))
            yield Damage(f"barred: {column} = {value}", f"{row} {column} = {value}", [] if right else ANY, excused=("answers",))


def index_damages():
    for sql in ("UPDATE memlog_edge SET to_id = randomblob(16)", "UPDATE memlog_edge SET to_version = to_version + 1", "DELETE FROM memlog_edge WHERE relation = 'used'",
                "UPDATE memlog_entity SET txn = 7 WHERE txn IS NOT NULL"):  # fmt: skip
        yield Damage(f"an index does not know: {sql}", sql, ANY, "index", excused=("answers",))


FAMILIES = (entity_damages, edge_damages, barred_damages, index_damages)


def main():
    draw, tally, only = random.Random(SEED), Tally(), "".join(sys.argv[1:2])
    print(f"SEED={SEED}")
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        base = Base(directory, tally, made_by=SOUND, asked=ASKED)
        damages = [damage for family in FAMILIES for damage in family() if only in damage.name]
        if not LONG and not only:
            damages = draw.sample(damages, QUICK)
        for damage in damages:
            base.case(damage, tuple(SETTINGS) if LONG or only else (draw.choice(list(SETTINGS)),))
        for _ in range(0 if only else 300 if LONG else 12):
            some = draw.sample([damage for damage in damages if damage.how == "rows"], 3)
            base.case(several(some), (draw.choice(list(SETTINGS)),))
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
