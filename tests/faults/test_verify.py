"""mem_verify: a sound file has no rows; each way of damaging one is told, as a row, of the right kind and place. Files
are damaged as someone would who means it: the triggers that guard the stored rows are taken away and put back."""

import hashlib
import os
import random
import shutil
import sys
import tempfile

from cases import Tally
from db import READONLY, Db, SqlError

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
SO = os.environ["MEMLOG_SO"]
TALLY = Tally()
HEAD = "memlog_cell WHERE scope = '' AND key"
EVENT = "memlog_event WHERE seq = (SELECT seq FROM memlog_event WHERE key = 'ann' AND kind = 2 LIMIT 1 OFFSET 3)"

SOUND = """
SELECT mem_clock('2026-07-03 04:22:36');
SELECT mem_config('memory.max-value-bytes', 1000);
SELECT mem_set('ann', 'user.name', 'Ada'), mem_set('ann', 'user.age', 36), mem_set_json('ann', 'm', '{"a":[1.5]}');
SELECT mem_new_object('ann', 'empty'), mem_append('ann', 'log', 'x'), mem_append('ann', 'log', 'y');
SELECT mem_pop('ann', 'log', 'first'), mem_set('ann', 'seen', 1, 'sensory');
SELECT mem_run_begin('ann', 'question');
SELECT mem_set('ann', 'seen', 2, 'sensory'), mem_set('ann', 'user.age', 37);
SELECT mem_run_end('ann', 'answer');
SELECT mem_config('agent-run.snapshot-every-runs', 'auto');
SELECT mem_run_begin('ann'), mem_set('ann', 'seen', 3, 'sensory'), mem_event_add('order', 'ann', '{"n":1}');
BEGIN;
SELECT mem_action('plan', NULL, '{"actor":"me"}'), mem_set('bob', 'a.b.c', NULL), mem_set('bob', 'a.d', 2);
COMMIT;
SELECT mem_clock('2026-07-03 04:23:36');
SELECT mem_config('memory.generate-event.short-term-write', 'false');
SELECT mem_set('cem', 'unrecorded', 1);
SELECT mem_config('memory.generate-event.short-term-write', NULL);
SELECT mem_set('dan', 'a', 1), mem_delete('dan', 'a');
CREATE TRIGGER listener AFTER INSERT ON memlog_event WHEN NEW.key = 'bob' AND NEW.kind = 2
  BEGIN SELECT mem_set('bob', 'seen', NEW.seq, 'sensory'); END;
SELECT mem_set('bob', 'a.d', 3);
DROP TRIGGER listener;
SELECT mem_item_add('ann', 'notes', 'tea', '{"id":"a"}'), mem_item_add('ann', 'notes', 'rum', '{"id":"b"}');
SELECT mem_item_embed('ann', 'notes', 'a', x'0000803f00000040'), mem_item_embed('ann', 'notes', 'b', x'000000bf00000000');
SELECT mem_item_add('ann', 'notes', 'gin', '{"id":"c"}'), mem_item_put('ann', 'notes', 'c', 'ale');
SELECT count(*) FROM mem_consume('reader', 5);
SELECT mem_ack('reader', (SELECT min(seq) FROM mem_event));
"""

ITEMS = """
SELECT mem_item_put('ivy', 's', 'a', 1), mem_item_put('ivy', 's', 'a', 2), mem_item_put('ivy', 's', 'b', 'x', '{"valid_from":"2026-01-01","metadata":{"n":1}}');
SELECT mem_item_put('ivy', 's', 'a', 2), mem_item_put('ivy', 't', 'c', 3), mem_item_remove('ivy', 't'), mem_item_put('ivy', 't', 'c', 4);
SELECT mem_item_put('ivy', 't', 'd', 5), mem_item_remove('ivy', 't', 'd'), mem_item_remove('ivy', 'none');
BEGIN;
SELECT mem_item_put('ivy', 'u', 'x', 6), mem_item_put('ivy', 'u', 'x', 7), mem_item_put('ivy', 'u', 'y', 8), mem_item_remove('ivy', 'u', 'y');
SELECT mem_item_put('ivy', 'v', 'z', 9), mem_item_remove('ivy', 'v'), mem_item_put('ivy', 'v', 'z', 10);
COMMIT;
SELECT mem_config('memory.generate-event.long-term-update', 'false');
SELECT mem_item_put('ivy', 's', 'b', 'y'), mem_item_put('ivy', 's', 'b', 'y'), mem_item_remove('ivy', 'v');
SELECT mem_config('memory.generate-event.long-term-update', NULL);
"""


def build(path):
    db = Db(path, SO)
    db.rows("PRAGMA synchronous = OFF")
    db.rows(SOUND)
    for i in range(40):
        db.rows("SELECT mem_set('ann', 'n', ?)", i)
        if i == 20:
            db.rows(ITEMS)
    db.close()


def content(path):
    with open(path, "rb") as file:
        return file.read()


def verify(path):
    """The rows of mem_verify; reading them changes nothing."""
    before = content(path)
    db = Db(path, SO)
    rows = db.rows("SELECT kind, key, path, seq, detail FROM mem_verify")
    db.close()
    TALLY.check(content(path) == before, "mem_verify changed the file")
    return rows


def damage(path, sql):
    """Runs sql without memlog, the guards out of the way; what it drops or makes itself stays so."""
    db = Db(path)
    db.rows("PRAGMA synchronous = OFF")
    guards = db.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'memlog_*'")
    for name, _ in guards:
        db.rows(f"DROP TRIGGER {name}")
    db.rows("PRAGMA ignore_check_constraints = ON")
    db.rows(sql)
    for _, text in guards:
        try:
            db.rows(text)
        except SqlError:  # its table is gone
            pass
    db.close()


class Base:
    """A sound file, copied for each case."""

    def __init__(self, directory):
        self.sound, self.path = os.path.join(directory, "sound.db"), os.path.join(directory, "memory.db")
        build(self.sound)
        TALLY.check(verify(self.sound) == [], "the sound file is not", *verify(self.sound))

    def case(self, sql, *expected):
        """expected: (kind, key, words of the detail), each of which must come; with exactly=True nothing else may."""
        shutil.copyfile(self.sound, self.path)
        damage(self.path, sql)
        self.told(sql, expected)

    def told(self, sql, expected):
        try:
            rows = verify(self.path)
        except SqlError as error:
            return TALLY.check(False, f"{sql}: error: {error}")
        for kind, key, words in expected:
            met = any(row[0] == kind and row[1] == key and words in row[4] for row in rows)
            TALLY.check(met, f"{sql}: no {kind} of {key}: …{words}…", *[f"  {row}" for row in rows])
        kinds = {kind for kind, _, _ in expected}
        others = [row for row in rows if row[0] not in kinds]
        return TALLY.check(bool(expected) or not rows, f"{sql}: unexpected", *[f"  {row}" for row in others])


def set_event(change):
    return f"UPDATE memlog_event SET {change} {EVENT[EVENT.index('WHERE'):]}"


def set_head(key, change):
    return f"UPDATE memlog_cell SET value = {change} WHERE scope = '' AND key = '{key}'"


def edit(name, value):
    return f"json_set(value, '$.{name}', {value})"


def schema_cases(base):
    for kind, name in (("TABLE", "memlog_quiet"), ("TABLE", "memlog_cell"), ("TABLE", "memlog_snapshot")):
        base.case(f"DROP {kind} {name}", ("schema", None, f"the {kind.lower()} {name} is missing"))
    for kind, name in (("TABLE", "memlog_run"), ("TABLE", "memlog_config"), ("TABLE", "memlog_event")):
        base.case(f"DROP {kind} {name}", ("schema", None, f"the {kind.lower()} {name} is missing"))
    base.case("DROP INDEX memlog_run_key", ("schema", None, "the index memlog_run_key is missing"))
    base.case("DROP VIEW memlog_v_run", ("schema", None, "the view memlog_v_run is missing"))
    base.case("ALTER TABLE memlog_cell ADD COLUMN more INTEGER", ("schema", None, "memlog_cell is not as it was made"))
    base.case("DROP INDEX memlog_run_key; CREATE UNIQUE INDEX memlog_run_key ON memlog_run(key, run)",
              ("schema", None, "memlog_run_key is not as it was made"))  # fmt: skip
    shutil.copyfile(base.sound, base.path)
    db = Db(base.path)
    db.rows("DROP TRIGGER memlog_quiet_delete; DROP TRIGGER memlog_cell_update")
    db.rows("CREATE TRIGGER memlog_cell_update AFTER UPDATE ON memlog_cell BEGIN SELECT 1; END")
    db.close()
    base.told("triggers", [("schema", None, "memlog_quiet_delete is missing"), ("schema", None, "memlog_cell_update is not")])


def setting_cases(base):
    base.case("UPDATE memlog_meta SET value = 99 WHERE name = 'version'", ("meta", None, "version 99"))
    base.case("DELETE FROM memlog_meta WHERE name = 'version'", ("meta", None, "no version"))
    base.case("DELETE FROM memlog_meta WHERE name = 'root'", ("meta", None, "no root"))
    base.case("UPDATE memlog_meta SET value = zeroblob(16) WHERE name = 'root'", ("chain", "ann", "does not follow"))
    base.case("INSERT INTO memlog_config VALUES('memory.colour', 'red', 0)", ("config", None, "no option memory.colour"))
    base.case("UPDATE memlog_config SET at = -1", ("config", None, "when option memory.max-value-bytes was changed is no time"))
    base.case("UPDATE memlog_config SET value = 'big'", ("config", None, "memory.max-value-bytes cannot be big"))


def log_cases(base):
    base.case(set_event("skew = ifnull(skew, 0) + 60000000"),
              ("order", "ann", "time is before"), ("chain", "ann", "does not follow"))  # fmt: skip
    base.case(set_event("skew = -1"), ("order", "ann", "after its position"))
    base.case("INSERT INTO memlog_quiet(seq, kind, key, step, chain) SELECT seq, 2, key, 0, chain FROM " + EVENT,
              ("order", "ann", "not after"), ("row", "ann", "a write without value"))  # fmt: skip
    for change in ("value = '{\"n\":\"other\"}'", "run = 7", "action = 'x'", "meta = '{}'", "chain = 0", "cause = 1"):
        base.case(set_event(change), ("chain", "ann", "does not follow"))
    base.case(f"DELETE FROM {EVENT}", ("chain", "ann", "are gone"), ("pointer", "ann", "it leads to"))
    base.case("DELETE FROM memlog_event WHERE seq = (SELECT max(seq) FROM memlog_event)", ("head", "ann", "newest row"))
    base.case("DELETE FROM memlog_quiet WHERE key = 'bob'", ("chain", "ann", "are gone"), ("head", "bob", "newest row"))
    base.case(set_event("prev = 3"), ("pointer", "ann", "it leads to"))
    base.case(set_event("prev = -prev"), ("pointer", "ann", "it leads to"))
    for change, words in (
        ("value = '{'", "value is not a JSON map"),
        ("value = '{\"a..b\":1}'", "value is not a JSON map"),
        ("value = '{\"a\": 1}'", "value is not a JSON map"),
        ("value = '{\"a\":1.50}'", "value is not a JSON map"),
        ("value = NULL", "a write without value"),
        ("removed = '{}'", "removed is not"),
        ("removed = '[\"\"\"]'", "removed is not"),
        ("containers = '{\"a\":\"map\"}'", "containers is not"),
        ("before = 'x'", "before is not"),
        ("meta = 'x'", "meta is not"),
        ("kind = 10", "a gap stands in memlog_event"),
        ("kind = 9", "the end of a run carries content"),
        ("step = -1", "its action"),
        ("cause = seq", "its cause"),
    ):
        base.case(set_event(change), ("row", "ann", words))
    base.case(set_event("kind = 77"), ("row", "ann", "is damaged: kind"))
    base.case(set_event("digest = zeroblob(3)"), ("row", "ann", "is damaged: digest"))
    base.case(set_event("key = char(0)"), ("row", "\0", "its key is no key"))
    base.case("UPDATE memlog_event SET prev = prev + 1 WHERE prev > 0; UPDATE memlog_event SET value = 'x' WHERE kind = 'order'",
              ("row", "ann", "value is not JSON"), ("pointer", "ann", "it leads to"))  # fmt: skip


def head_cases(base):
    base.case(set_head("ann", "'{}'"), ("head", "ann", "damaged"))
    base.case(f"DELETE FROM {HEAD} = 'ann'", ("head", "ann", "no head"))
    base.case(set_head("ann", edit("last", 5)), ("head", "ann", "newest row is 5"))
    base.case(set_head("bob", edit("last", "-json_extract(value, '$.last')")), ("head", "bob", "other table"))
    base.case(set_head("ann", edit("snap", 5)), ("head", "ann", "newest snapshot is 5"))
    base.case(set_head("ann", edit("run", 5)), ("head", "ann", "open run is 5"), ("run", "ann", "run 5 is open in the key's head"))
    base.case(set_head("bob", edit("gap_se", 5)), ("head", "bob", "gap in sensory memory is 5"))
    base.case(set_head("cem", edit("gap_st", 0)), ("head", "cem", "gap in short-term memory is 0"))
    base.case(set_head("dan", edit("salt", "'00000000000000000000000000000000'")), ("chain", "dan", "does not follow"))


def cell_cases(base):
    def cell(change, key="ann", path="user.age"):
        return f"UPDATE memlog_cell SET {change} WHERE key = '{key}' AND path = '{path}' AND scope <> ''"

    base.case("DELETE FROM memlog_cell WHERE path = 'user'", ("cell", "ann", "parent is missing"), ("state", "ann", "nothing"))
    base.case(cell("kind = 1, value = '1'", path="user"), ("cell", "ann", "parent is a value"), ("state", "ann", "object"))
    base.case(cell("path = 'user..age'"), ("cell", "ann", "canonical"))
    base.case(cell("value = '[1'"), ("cell", "ann", "not JSON"))
    base.case(cell("value = ' 37'"), ("cell", "ann", "do not go together"))
    base.case(cell("value = NULL"), ("cell", "ann", "do not go together"))
    base.case(cell("kind = 7"), ("cell", "ann", "do not go together"))
    base.case(cell("scope = 'xx'"), ("cell", "ann", "scope"))
    base.case(cell("path = 'log.x'", path="log.1"), ("cell", "ann", "no index"), ("state", "ann", "log.1" and "nothing"))
    base.case(cell("value = 1", path="log"), ("cell", "ann", "below the next one"), ("state", "ann", "next index is 1"))
    base.case(cell("value = '[2,2,1]'", path="log"), ("cell", "ann", "bounds"))
    base.case(cell("kind = 0, value = NULL", path="log.1"), ("cell", "ann", "is no value"), ("state", "ann", "an object"))
    base.case(cell("value = '38'"), ("state", "ann", "memory holds 38, by the log it is 37"))
    base.case(cell("value = 9", path="log"), ("state", "ann", "next index is 9"))
    base.case(cell("value = '4'", path="seen"), ("state", "ann", "sensory memory holds 4, by the log it is 3"))
    base.case("DELETE FROM memlog_cell WHERE path = 'user.name'", ("state", "ann", "holds nothing, by the log it is"))
    base.case("INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES('ann', 'st', 'more', 1, '1', 0)", ("state", "ann", "holds 1, by the log it is nothing"))
    base.case("INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES('eve', 'st', 'more', 1, '1', 0)", ("head", "eve", "no head"), ("state", "eve", "no rows"))
    base.case("INSERT INTO memlog_cell(key, scope, path, kind, value, at) VALUES('', 'st', 'more', 1, '1', 0)", ("cell", "", "no key"))
    base.case(cell("value = '2'", "cem", "unrecorded"))  # what was not recorded cannot be known


def snapshot_cases(base):
    newest = "WHERE seq = (SELECT max(seq) FROM memlog_snapshot WHERE key = 'ann' AND value IS NOT NULL)"
    base.case(f"UPDATE memlog_snapshot SET value = json_set(value, '$.n', 99) {newest}", ("snapshot", "ann", "holds 99"))
    base.case(f"UPDATE memlog_snapshot SET value = '{{' {newest}", ("snapshot", "ann", "not a JSON map"))
    base.case(f"UPDATE memlog_snapshot SET containers = NULL {newest}", ("snapshot", "ann", "by the log it is an object"))
    base.case(f"UPDATE memlog_snapshot SET sensory_value = NULL {newest}", ("snapshot", "ann", "snapshot of sensory memory holds"))
    base.case(f"UPDATE memlog_snapshot SET quiet = 1 {newest}", ("snapshot", "ann", "other table"))
    base.case(f"UPDATE memlog_snapshot SET key = 'bob' {newest}", ("snapshot", "bob", "another key's"), ("head", "bob", "snapshot"))
    base.case(f"UPDATE memlog_snapshot SET value = NULL {newest}", ("snapshot", "ann", "refers to a state, but carries one"))
    base.case(f"UPDATE memlog_snapshot SET seq = 7 {newest}", ("snapshot", "ann", "no row of the log"))
    base.case("DELETE FROM memlog_snapshot", ("head", "ann", "newest snapshot"))


def run_cases(base):
    base.case("DELETE FROM memlog_run WHERE run = 1", ("run", "ann", "run 1 begins here"), ("run", "ann", "run 1 ends here"))
    base.case("UPDATE memlog_run SET begin_seq = 7 WHERE run = 1", ("run", "ann", "says elsewhere"), ("run", "ann", "its begin"))
    base.case("UPDATE memlog_run SET end_seq = -end_seq WHERE run = 1", ("run", "ann", "says elsewhere"), ("run", "ann", "its end"))
    base.case("UPDATE memlog_run SET end_seq = NULL, outcome = NULL, output = NULL WHERE run = 1", ("run", "ann", "run 1 is open in memlog_run"))
    base.case("UPDATE memlog_run SET end_seq = begin_seq, outcome = 'failed' WHERE run = 2", ("run", "ann", "run 2 is open in the key's head"))
    base.case("UPDATE memlog_run SET begun = 1 WHERE run = 1", ("run", "ann", "differ in time"))
    base.case("UPDATE memlog_run SET outcome = 'odd' WHERE run = 1", ("run", "ann", "its outcome"), ("chain", "ann", "does not follow"))
    base.case("UPDATE memlog_run SET input = '1' WHERE run = 1", ("chain", "ann", "does not follow"))
    base.case("UPDATE memlog_run SET output = '1' WHERE run = 1", ("chain", "ann", "does not follow"))
    base.case("UPDATE memlog_run SET input = 'x' WHERE run = 1", ("run", "ann", "input is not JSON"))
    base.case("UPDATE memlog_run SET key = 'bob' WHERE run = 1", ("run", "bob", "no row of the log"))


def consumer_cases(base):
    def row(change):
        return f"UPDATE memlog_consumer SET {change}"

    base.case(row("place = -1"), ("consumer", None, "place is below 0"))
    base.case(row("leased = place"), ("consumer", None, "leased is not behind place"))
    base.case(row("leased = 9223372036854775807"), ("consumer", None, "further than the log goes"))
    base.case(row("place = 9223372036854775806, leased = NULL, holder = NULL, until = NULL"), ("consumer", None, "further than the log goes"))
    base.case(row("holder = NULL"), ("consumer", None, "are not there together"))
    base.case(row("until = NULL"), ("consumer", None, "are not there together"))
    base.case(row("until = -1"), ("consumer", None, "until is no time"))
    base.case(row("name = ''"), ("consumer", None, "its name is none"))
    base.case("DELETE FROM memlog_consumer")  # who reads the log is no part of it
    base.case("INSERT INTO memlog_consumer(name, place) VALUES('other', 0)")


def item_cases(base):
    def row(change, place="set_name = 's' AND id = 'a' AND version = 1"):
        return f"UPDATE memlog_item SET {change} WHERE {place}"

    def fault(words):
        return ("item", "ivy", words)

    second = "set_name = 's' AND id = 'a' AND version = 2"
    base.case(row("set_name = ''"), ("item", None, "key, set_name or id is empty"))
    base.case(row("record = x'00'"), ("item", None, "record is no UUID"))
    base.case(row("version = 0"), ("item", None, "version is no number of a version"))
    base.case(row("content = 'x'"), ("item", None, "content is no JSON"))
    base.case(row("content = '[1, 2]'"), fault("not JSON as memlog writes it"))
    base.case(row("content = '3'"), fault("it is not what its digest says"), fault("another content than the log says"))
    base.case(row("digest = randomblob(16)"), fault("it is not what its digest says"))
    base.case(row("metadata = '[]'"), ("item", None, "metadata is no JSON map"))
    base.case(row("metadata = '{ }'"), fault("its metadata is not JSON as memlog writes it"))
    base.case(row("kind = 'nonsense'"), ("item", None, "kind is none"))
    base.case(row("category = CAST(x'ff' AS TEXT)"), fault("is no text"))
    base.case(row("importance = 11"), ("item", None, "importance is not 1 to 10"))
    base.case(row("valid_to = valid_from", "id = 'b'"), fault("valid_to is not after valid_from"))
    base.case(row("expires = -1"), ("item", None, "expires is no time"))
    base.case(row("created = -1"), ("item", None, "created is no time"))
    base.case(row("created = created + 1"), fault("when its record was made, or who made it, was changed"))
    base.case(row("creator = 'me'", second), fault("when its record was made, or who made it, was changed"))
    base.case(row("begun = NULL"), fault("the log does not tell of it"))
    base.case(row("begun = begun + 1"), fault("no version of an item has it"))
    base.case(row("begun = 1"), fault("began where the log has no update"))
    base.case(row("begun = ended"), fault("no version of an item has it"))
    base.case(row("ended = 0"), fault("the log does not tell of it"))
    base.case(row("ended = ended + 1"), fault("ended later than it began"))
    base.case(row("ended = NULL", "set_name = 't' AND id = 'd'"), fault("no version ended there"))
    base.case(row("ended = begun + 1", second), fault("at a row of the log that does not tell so"))
    base.case(row("ended = 0", "set_name = 't' AND id = 'c' AND ended IS NULL") + ";" + row("ended = NULL", "set_name = 't' AND content = '3'"),
              fault("an earlier version stands"))
    base.case("DELETE FROM memlog_item WHERE set_name = 't' AND id = 'c' AND ended IS NULL;" + row("ended = NULL", "set_name = 't' AND id = 'c'"),
              fault("its set was removed while it stood"))
    base.case("DELETE FROM memlog_item WHERE set_name = 's' AND id = 'a' AND version = 1", fault("has no version before it"))
    base.case("DELETE FROM memlog_item WHERE set_name = 's' AND id = 'a' AND version = 2", fault("no version of an item has it"))
    base.case(row("version = 3", second), fault("does not follow from that of the version before it"))
    base.case(row("record = (SELECT record FROM memlog_item WHERE id = 'b')", "id = 'x'"), ("item", None, "is another item's, too"))
    base.case(row("key = 'fay'"), ("item", "fay", "it has items, but no head"))
    base.case("INSERT INTO memlog_session VALUES('s', 'u', 'a', 3, NULL, 'rules', NULL)")
    base.case("INSERT INTO memlog_session VALUES('s', 'u', 'a', -1, NULL, NULL, NULL)", ("session", "s", "is no index"))
    base.case("INSERT INTO memlog_session VALUES('s', 'u', 'a', 3, -1, NULL, NULL)", ("session", "s", "is no time"))
    base.case("INSERT INTO memlog_session VALUES('s', '', 'a', 3, NULL, NULL, NULL)", ("session", "s", "user or agent is no name"))
    base.case("INSERT INTO memlog_session VALUES('s', NULL, NULL, 3, NULL, 'nobody', NULL)", ("session", "s", "what judged"))
    base.case("INSERT INTO memlog_session VALUES('', NULL, NULL, 3, NULL, NULL, NULL)", ("session", "", "its session is no key"))
    base.case("INSERT INTO memlog_judged VALUES('s', x'00', 3)", ("session", "s", "16 bytes"))
    base.case("INSERT INTO memlog_judged VALUES('s', randomblob(16), -3)", ("session", "s", "is no time"))


def vector_cases(base):
    def number(item):
        return f"(SELECT max(number) FROM memlog_item WHERE key = 'ann' AND set_name = 'notes' AND id = '{item}')"

    def row(change):
        return f"UPDATE memlog_vector SET {change} WHERE number = {number('a')}"

    base.case(row("vector = x'0000803f'"), ("item", "ann", "its sketch is of another"))
    base.case(row("vector = x'0000803f00000041'"), ("item", "ann", "its sketch is of another"))
    base.case(row("vector = x'0000803f000000'"), ("item", "ann", "its length is not that of a vector"))
    base.case(row("vector = x''"), ("item", "ann", "its length is not that of a vector"))
    base.case(row("vector = x'0000803f0000c07f'"), ("item", "ann", "infinite or none"))
    base.case(row("sketch = x''"), ("item", "ann", "its sketch is of another"))
    base.case(row("sketch = CAST(substr(sketch, 1, 8) || x'0101' AS BLOB)"), ("item", "ann", "its sketch is of another"))
    base.case(row(f"sketch = (SELECT sketch FROM memlog_vector WHERE number = {number('b')})"), ("item", "ann", "its sketch is of another"))
    base.case(row("key = 'bob'"), ("item", "bob", "not of the version's key"))
    base.case(row(f"number = {number('c')} - 1"), ("item", "ann", "no such version stands"))
    base.case(row("number = 99"), ("item", "ann", "the vector of version 99: no such version stands"))
    base.case(row("vector = x'0000803f', sketch = x'0000803f0000803f01'"), ("item", "ann", "other dimensions"))
    base.case("DELETE FROM memlog_vector")  # an item need not have one


def count(n):
    """A number in groups of seven bits, the lowest first."""
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + count(n >> 7)


def digest(path, row):
    """What a row's id covers of its content, as sql/README.md describes it."""
    db = Db(path)
    salt = db.one(f"SELECT value ->> '$.salt' FROM {HEAD} = 'ann'")
    fields = db.rows("SELECT key, value, removed, containers, before, action, NULL, meta " + row)[0]
    db.close()
    text = [None if field is None else field.encode() for field in fields]
    data = b"".join(count(0 if t is None else len(t) + 1) + (t or b"") for t in text)
    named = bytearray(hashlib.sha1(bytes.fromhex(salt) + data).digest()[:16])
    named[6], named[8] = named[6] & 15 | 80, named[8] & 63 | 128
    return named.hex()


def content_taken_out(base):
    """A row whose content is gone, its digest kept: the chain holds, but nobody's hand was memlog's, which leaves marks."""
    kept = digest(base.sound, "FROM " + EVENT)
    unmarked = ("row", "ann", "nothing was taken out of it")
    base.case(set_event(f"value = NULL, digest = x'{kept}'"), unmarked)
    wrong = kept.replace(kept[0], "f" if kept[0] == "0" else "0")
    base.case(set_event(f"value = NULL, digest = x'{wrong}'"), unmarked, ("chain", "ann", "does not follow"))


def many_faults(directory):
    """Of more than a thousand faults of a kind the rest is counted."""
    path = os.path.join(directory, "many.db")
    db = Db(path, SO)
    db.rows("PRAGMA synchronous = OFF; BEGIN")
    for i in range(1200):
        db.rows("SELECT mem_set('k', 'n', ?)", i)
        db.rows("SELECT mem_flush()")
    db.rows("COMMIT")
    db.close()
    damage(path, "UPDATE memlog_event SET prev = prev + 1 WHERE prev > 0")
    rows = [row for row in verify(path) if row[0] == "pointer"]
    TALLY.check(len(rows) == 1001 and rows[-1][4] == "and 199 more of this kind", "many faults", len(rows), rows[-1])


def transactions(directory):
    """Memory that is ahead of the log is no fault; a listener cannot ask."""
    db = Db(os.path.join(directory, "open.db"), SO)
    TALLY.check(db.rows("SELECT * FROM mem_verify") == [], "an empty file is not sound")
    db.rows("CREATE TABLE memlog_mine(a)")
    TALLY.check(db.rows("SELECT * FROM mem_verify") == [], "a file without memory is not sound")
    db.rows("DROP TABLE memlog_mine; SELECT mem_set('k', 'a', 1)")
    db.rows("BEGIN; SELECT mem_set('k', 'a', 2), mem_set('j', 'b', 2); SELECT mem_delete('k', '')")
    TALLY.check(db.rows("SELECT * FROM mem_verify") == [], "pending changes", *db.rows("SELECT * FROM mem_verify"))
    db.rows("SELECT mem_flush()")
    TALLY.check(db.rows("SELECT * FROM mem_verify") == [], "flushed changes", *db.rows("SELECT * FROM mem_verify"))
    db.rows("COMMIT")
    db.rows("CREATE TRIGGER t AFTER INSERT ON memlog_event BEGIN SELECT count(*) FROM mem_verify; END")
    try:
        db.rows("SELECT mem_set('k', 'a', 1)")
        TALLY.check(False, "mem_verify in a listener")
    except SqlError as error:
        TALLY.check("not inside a listener" in str(error), f"in a listener: {error}")
    db.rows("DROP TRIGGER t")
    db.close()
    db = Db(os.path.join(directory, "open.db"), SO, flags=READONLY)
    TALLY.check(db.rows("SELECT * FROM mem_verify") == [], "read only")
    db.close()


def encodings(directory):
    for encoding in ("UTF-16le", "UTF-16be"):
        path = os.path.join(directory, f"{encoding}.db")
        db = Db(path)
        db.rows(f"PRAGMA encoding = '{encoding}'; CREATE TABLE t(a); DROP TABLE t")
        db.close()
        build(path)
        TALLY.check(verify(path) == [], encoding, *verify(path))


READS = (
    "SELECT * FROM mem_verify",
    "SELECT * FROM mem_history('ann')",
    "SELECT * FROM mem_history('ann', NULL, 'sensory') ORDER BY seq DESC",
    "SELECT * FROM mem_history('ann', 'n') ORDER BY seq DESC",
    "SELECT * FROM mem_diff('ann', '#0', '#last')",
)


def flipped_bytes(base, draw):
    """Whatever the bytes of a file are: rows, or SQLite's own word that it is no database. Never a crash, always an end."""
    sound = content(base.sound)
    for _ in range(200):
        data = bytearray(sound)
        for _ in range(draw.choice([1, 1, 1, 3, 20])):
            data[draw.randrange(100, len(data))] ^= 1 << draw.randrange(8)
        with open(base.path, "wb") as file:
            file.write(data)
        for sql in READS:
            try:
                db = Db(base.path, SO)
                db.rows(sql)
                db.close()
            except SqlError as error:
                TALLY.check(error.code & 0xFF in (1, 11, 26), f"SEED={SEED}: {sql}: {error.code} {error}")


def main():
    print(f"SEED={SEED}")
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        base = Base(directory)
        for cases in (schema_cases, setting_cases, log_cases, head_cases, cell_cases, snapshot_cases, run_cases,
                      consumer_cases, item_cases, vector_cases):  # fmt: skip
            cases(base)
        content_taken_out(base)
        many_faults(directory)
        transactions(directory)
        encodings(directory)
        flipped_bytes(base, random.Random(SEED))
    return TALLY.last_line()


if __name__ == "__main__":
    sys.exit(main())
