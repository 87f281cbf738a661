"""Long-term memory, conversations and sessions in a file that anyone may have written: every column of the tables of
items, vectors, notes and sessions with wrong values, versions that lead astray, messages that are none, the index of
texts damaged in its rows and bytes. hostile.py says what must hold. HOSTILE_LONG=1 tries all of them in all settings,
else a choice from SEED; an argument those whose name holds it."""

import os
import random
import sys
import tempfile

from cases import Tally
from db import Db
from hostile import LONG, OTHERS, SECRET, SETTINGS, Asked, Base, Damage
from test_hostile import ANYTHING, LEAST, MOST, quoted, several, texts

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
QUICK = 130  # damages, each in one setting

SOUND = f"""
PRAGMA synchronous = OFF;
SELECT mem_clock('2026-07-03 04:22:36');
SELECT mem_config('memory.inline-value-bytes', 64), mem_config('conversation.max-messages', 9);
SELECT mem_item_add('ann', 's', 'green tea', '{{"id":"a","kind":"preference","importance":7,"metadata":{{"lang":"en","n":1}}}}');
SELECT mem_item_put('ann', 's', 'a', 'green tea in the morning', '{{"valid_from":"2026-01-01","valid_to":"2027-01-01"}}');
SELECT mem_item_put('ann', 's', 'b', 'black tea'), mem_item_put('ann', 's', 'c', json('{{"tea":[1,"东京都"]}}'));
SELECT mem_item_remove('ann', 's', 'b'), mem_item_put('ann', 's', 'b', 'black tea again', '{{"expires_at":"2026-07-04"}}');
SELECT mem_item_put('ann', 't', 'gone', 'white tea'), mem_item_remove('ann', 't'), mem_item_put('ann', 't', 'x', 'tea', '{{"sensitivity":5}}');
SELECT mem_item_put('ann', 's', 'large', printf('tea %.100c', 'l')), mem_item_put('bob', 's', 'large', printf('tea %.100c', 'l'));
SELECT mem_item_put('ann', 's', 'file', NULL, '{{"location":{{"place":"p","digest":"d"}}}}');
SELECT mem_item_put('bob', 's', 'a', 'tea {SECRET}', '{{"metadata":{{"lang":"en"}}}}'), mem_item_put('bob', 'user_profile', 'p', 'tea, {SECRET}');
SELECT mem_propose('ann', 's', 'tea waits', '{{"id":"waits"}}'), mem_item_put('ann', 's', 'held', 'bad tea');
SELECT mem_quarantine('{{"key":"ann","set":"s","id":"held"}}', 'poisoned'), mem_propose('ann', 's', 'tea waits again', '{{"id":"waits"}}');
SELECT mem_decide('{{"key":"ann","set":"s","id":"waits"}}', 'denied');
SELECT mem_item_embed('ann', 's', 'a', x'0000803f00000040'), mem_item_embed('ann', 's', 'b', x'000000bf0000803f');
SELECT mem_item_embed('ann', 't', 'x', x'0000803f00000000'), mem_item_embed('bob', 's', 'a', x'0000803f00000040');
SELECT mem_clock('2026-07-03 04:24:36');
SELECT mem_message('ann', 'system', 'Be kind.'), mem_message('ann', 'user', 'My name is Ann. I like tea.');
SELECT mem_message('ann', 'assistant', NULL, '{{"tool_calls":[{{"id":"c"}}]}}'), mem_message('ann', 'tool', 'r', '{{"tool_call_id":"c"}}');
SELECT mem_message('ann', 'assistant', 'Task completed: made tea.');
SELECT mem_session_end('ann', '{{"user":"ann","agent":"h"}}');
SELECT mem_message('ann', 'user', 'I prefer coffee.'), mem_summarize('ann', 'They met.', 3), mem_message('ann', 'assistant', 'So?');
SELECT mem_message('bob', 'user', 'I like {SECRET}.'), mem_session_end('bob', '{{"user":"bob"}}');
SELECT mem_run_begin('ann', 'tea?'), count(*) FROM mem_search('ann', NULL, 'tea');
SELECT mem_recall('ann', 'h', 'tea'), mem_item_get('ann', 's', 'a'), mem_run_end('ann');
SELECT mem_config('memory.generate-event', 'false'), mem_item_put('ann', 'quiet', 'q', 'quiet tea');
SELECT mem_config('memory.generate-event', NULL), mem_item_put('ann', 's', 'e', 'tea at last');
SELECT mem_config('memory.generate-event.long-term-search', 'false'), mem_config('memory.generate-event.long-term-get', 'false');
CREATE TEMP TRIGGER listener AFTER INSERT ON main.memlog_event WHEN NEW.key = 'ann' BEGIN
  SELECT mem_item_put('ann', 'heard', 'h', 'tea heard'), mem_item_put('ann', 'heard', 'i', 'tea as well'), mem_item_remove('ann', 's', 'c');
END;
SELECT mem_item_put('ann', 's', 'd', 'tea told');
"""

READS = """
SELECT mem_item_get(:k, 's', 'a'), mem_item_get(:k, 's', 'c'), mem_item_get(:k, 's', 'none'), mem_item_get(:k, 'none', 'a')
SELECT mem_item_get(:k, 's', 'b'), mem_item_get(:k, 't', 'x'), mem_item_get(:k, 'quiet', 'q'), mem_item_get(:k, 'heard', 'h')
SELECT mem_item_get(:k, 's', 'large'), mem_item_get(:k, 's', 'file')
SELECT mem_item_vector(:k, 's', 'a'), mem_item_vector(:k, 's', 'b'), mem_item_vector(:k, 's', 'c')
SELECT * FROM mem_items(:k)
SELECT * FROM mem_items(:k, 's') WHERE id = 'a'
SELECT * FROM mem_items(:k, 's', '{"versions":true}')
SELECT * FROM mem_items(:k, NULL, '{"versions":true,"as_of":"#last"}')
SELECT * FROM mem_items(:k, NULL, '{"as_of":"2026-07-03 04:23:00"}')
SELECT set_name, id FROM mem_items(:k, NULL, '{"kind":"preference","min_importance":3,"max_sensitivity":4,"valid_at":"2026-05-05"}')
SELECT * FROM mem_search(:k, NULL, 'tea', 20)
SELECT * FROM mem_search(:k, NULL, 'tea', 5, '{"all":true,"min_score":0,"max_sensitivity":4}')
SELECT * FROM mem_search(:k, 's', 'green tea', 5, '{"dedup":"mmr","filter":{"lang":"en","n":{"gte":1}}}')
SELECT * FROM mem_search(:k, 's', 'tea NOT green', 5, '{"raw":true,"relativity":0}')
SELECT * FROM mem_search(:k, NULL, '东京都 coffee tea again name', 20, '{"min_score":0,"relativity":0,"per_set":2}')
SELECT * FROM mem_search(:k, NULL, x'0000803f00000040', 20, '{"min_score":0,"relativity":0}')
SELECT * FROM mem_search(:k, 's', 'tea', 20, '{"vector":[1,2],"min_score":0,"relativity":0,"dedup":"mmr"}')
SELECT * FROM mem_search(:k, NULL, 'tea green', 20, '{"as_of":"#last","min_score":0,"relativity":0}')
SELECT mem_recall(:k, 'h', 'tea coffee', '{"min_score":0}')
SELECT * FROM mem_context(:k, :k, 'h', 'tea', '{"window":{"all":true}}')
SELECT * FROM mem_window(:k)
SELECT * FROM mem_window(:k, '{"max_tokens":60,"summary_tokens":1,"all":true}')
SELECT * FROM mem_window(:k, '{"rounds":1}')
SELECT mem_summary_due(:k)
SELECT * FROM mem_session
SELECT * FROM mem_session WHERE session = :k
SELECT mem_session_pending(:k)
SELECT mem_session_pending(:k, '{"candidates":9,"context":5,"text":true}')
SELECT * FROM mem_layer
SELECT name, class, value FROM mem_metric WHERE window = 'all' AND unit IS NULL AND denominator IS NULL
SELECT * FROM mem_layer WHERE key = :k
SELECT * FROM mem_key
SELECT * FROM mem_event WHERE key = :k
SELECT * FROM mem_journal WHERE key = :k
SELECT mem_snapshot(:k), mem_rebuild_at(:k, '#last'), mem_generation(:k)
SELECT count(line), sum(json_valid(line)) FROM mem_export
SELECT mem_prune('#last', '{"dry_run":true,"consumers":"ignore"}')
""".strip().splitlines()

PLAIN = """
SELECT * FROM memlog_v_state
SELECT * FROM memlog_v_event
SELECT * FROM memlog_item
SELECT * FROM memlog_v_record
SELECT count(*) FROM memlog_item_text WHERE memlog_item_text MATCH 'tea'
""".strip().splitlines()

WRITES = """
SELECT mem_item_add(:k, 's', 'green tea in the morning'), mem_item_add(:k, 's', 'entirely new')
SELECT mem_item_add(:k, 's', printf('tea %.100c', 'l'))
SELECT mem_item_put(:k, 's', 'a', 'oolong tea', '{"metadata":{"lang":"de"}}')
SELECT mem_item_put(:k, 's', 'b', 'black tea again', '{"importance":3}'), mem_item_put(:k, 't', 'x', printf('%.100c', 'm'))
SELECT mem_item_put(:k, 's', 'gone', 'back'), mem_item_put(:k, 's', 'large', 'short'), mem_item_put(:k, 's', 'c', 'c')
SELECT mem_item_embed(:k, 's', 'a', x'0000003f00000040'), mem_item_embed(:k, 's', 'c', x'0000003f00000040')
SELECT mem_item_embed(:k, 's', 'a', NULL)
SELECT mem_propose(:k, 's', 'tea proposed'), mem_propose(:k, 's', 'tea as it should be', '{"id":"a"}')
SELECT mem_decide(json_object('key', :k, 'set', 's', 'id', 'held'), 'admitted'), mem_decide(json_object('key', :k, 'set', 's', 'id', 'waits'), 'denied')
SELECT mem_decide(json_object('key', :k, 'set', 's', 'id', 'waits'), 'admitted')
SELECT mem_quarantine(json_object('key', :k, 'set', 's', 'id', 'a'), 'spam'), mem_release(json_object('key', :k, 'set', 's', 'id', 'a'), 'sure')
SELECT mem_release(json_object('key', :k, 'set', 's', 'id', 'held'))
SELECT mem_correct(json_object('key', :k, 'set', 's', 'id', 'a'), 'tea, corrected', '{"reason":"misheard"}')
SELECT mem_correct(json_object('key', :k, 'set', 's', 'id', 'held'), 'tea, corrected')
SELECT mem_config('long-term-memory.admission', 'review'), mem_item_put(:k, 's', 'a', 'tea that waits'), mem_item_add(:k, 's', 'tea waits, too')
SELECT mem_item_remove(:k, 's', 'a')
SELECT mem_item_remove(:k, 's', 'large'), mem_item_remove(:k, 's', 'file'), mem_item_remove(:k, 'heard')
SELECT mem_item_remove(:k, 's')
SELECT count(mem_item_remove(:k, set_name, id)) FROM mem_items(:k)
SELECT mem_item_reindex()
SELECT mem_item_reindex(), count(*) FROM mem_search(:k, NULL, 'tea')
SELECT mem_message(:k, 'system', 'Be brief.'), mem_message(:k, 'user', 'I live in Oslo.')
SELECT mem_message(:k, 'tool', 'r', '{"tool_call_id":"c"}'), mem_message(:k, 'user', '2'), mem_message(:k, 'user', '3')
SELECT mem_summarize(:k, 'They talked.'), mem_summarize(:k, NULL)
SELECT mem_summarize(:k, 'They talked.', 2)
SELECT mem_session_end(:k) ->> 'messages'
SELECT mem_session_end(:k, '{"user":"ann","agent":"h","judged":[{"content":"Likes green tea in the morning"},{"content":"made tea","scope":"agent"}]}') ->> 'messages'
SELECT mem_clock('2026-07-05'), mem_item_put(:k, 's', 'after', 'the others expired'), mem_clock('2026-07-03 04:26:36')
SELECT mem_pop(:k, 'messages'), mem_append(:k, 'messages', 'text'), mem_append(:k, 'conversation.system', 99)
SELECT mem_delete(:k, 'messages')
SELECT count(mem_import(line)) FROM mem_export
SELECT mem_copy('bob', :k)
SELECT mem_config('memory.generate-event.long-term-search', 'true'), mem_config('memory.generate-event.long-term-get', 'true')
SELECT mem_item_get(:k, 's', 'a'), mem_recall(:k, 'h', 'tea coffee', '{"min_score":0}'), (SELECT count(*) FROM mem_search(:k, NULL, 'tea'))
SELECT mem_restore(:k, '2026-07-03 04:24:00')
SELECT mem_redact(max(seq), 's.a', 'why') FROM mem_event WHERE key = :k AND mem_touches('s.a', value)
SELECT mem_redact(min(seq), '', 'why') FROM mem_event WHERE key = :k
SELECT mem_install(), mem_upgrade()
SELECT mem_forget(:k, 'why', '{"search":false}') ->> 'generation'
SELECT mem_forget(:k, 'why') ->> 'generation'
""".strip().splitlines()

ASKED = Asked(
    READS,
    PLAIN,
    WRITES,
    OTHERS
    + [
        "SELECT number, quote(key), quote(content), quote(version), quote(begun), quote(ended) FROM memlog_item"
        " WHERE key NOT IN (:k, '') ORDER BY number",
        "SELECT number, quote(key), quote(vector) FROM memlog_vector WHERE key NOT IN (:k, '') ORDER BY number",
    ],
)

# What is no fault in a column, besides being another value than it was: nothing else says what it must be.
RIGHT = {
    "set_name": ["'x'", "'[1'"],
    "id": ["'x'", "'[1'"],
    "metadata": ["NULL"],
    "kind": ["NULL"],
    "category": ["NULL", "''", "'x'", "'[1'"],
    "importance": ["NULL", "7"],
    "valid_from": ["NULL", "0", "7", "-1"],
    "valid_to": ["NULL", "0", "7", "-1"],
    "expires": ["NULL", "0", "7"],
    "sensitivity": ["NULL", "0", "7"],
    "source": ["NULL", "''", "'x'", "'[1'"],
    "location": ["NULL", "''", "'x'", "'[1'"],
    "creator": ["NULL", "''", "'x'", "'[1'"],
    "created": ["0", "7"],
    "at": ["0", "7"],
}
COLUMNS = """number key set_name id record version content digest metadata kind category importance valid_from valid_to expires
sensitivity source location creator created at begun ended admission derived""".split()
INTEGERS = ["0", "777", "-1", LEAST, MOST]  # all that the key of a row can be
ANY = [(None, None, None, None, None)]
WHICH = {
    "standing": "key = 'ann' AND set_name = 's' AND id = 'a' AND ended IS NULL",
    "past": "key = 'ann' AND set_name = 's' AND id = 'a' AND version = 1",
    "removed": "key = 'ann' AND set_name = 't' AND id = 'gone'",
    "large": "key = 'ann' AND id = 'large'",
    "held": "key = 'ann' AND id = 'held'",
    "waiting": "key = 'ann' AND id = 'waits' AND version = 1",
}


def item_damages():
    for which, where in WHICH.items():
        for column in COLUMNS:
            for value in INTEGERS if column == "number" else ANYTHING:
                right = value in RIGHT.get(column, []) or column == "number"
                yield Damage(
                    f"{which} item's {column} = {value}",
                    f"UPDATE memlog_item SET {column} = {value} WHERE {where} AND {column} IS NOT {value}",
                    [] if right else ANY,
                    "index" if column == "ended" else "rows",
                    excused=("answers",) if right or column in ("key", "set_name", "id") else (),
                )
        for column in ("content", "metadata"):
            for name, text in texts().items():
                right = column == "metadata" and name in ("two dots", "open quote", "the root", "under a value", "an element far out",
                                                          "an element further", "quotes only", "many names", "a long path", "a path of dots", "a path of names")  # fmt: skip
                yield Damage(f"{which} item's {column}: {name}", f"UPDATE memlog_item SET {column} = {text} WHERE {where}",
                             [] if right else ANY, excused=("answers",) if right else ())  # fmt: skip


def version_damages():
    """Versions that lead astray."""
    columns = ", ".join(column for column in COLUMNS if column != "number")
    for which, where in WHICH.items():
        for column in ("begun", "ended"):
            for value in ("1", "begun + 1", "begun - 1", "ended + 1", "ended - 1", "(SELECT max(seq) FROM memlog_event)",
                          "(SELECT max(seq) + 5 FROM memlog_event)", "(SELECT min(seq) FROM memlog_event WHERE key = 'bob')",
                          "(SELECT max(seq) FROM memlog_quiet)", "begun", "ended", "8640000000000000000"):  # fmt: skip
                sql = f"UPDATE memlog_item SET {column} = {value} WHERE {where} AND {column} IS NOT {value}"
                yield Damage(f"{which} item {column} = {value}", sql, ANY)
        yield Damage(f"{which} item twice", f"INSERT INTO memlog_item({columns}) SELECT {columns} FROM memlog_item WHERE {where}", ANY, "index")
        yield Damage(f"{which} item gone", f"DELETE FROM memlog_item WHERE {where}", ANY)
        yield Damage(f"{which} item is another's", f"UPDATE memlog_item SET key = 'bob' WHERE {where}", ANY, "index", excused=("others", "answers"))
        yield Damage(f"{which} item is nobody's", f"UPDATE memlog_item SET key = 'nobody' WHERE {where}", ANY)
    columns_but = ", ".join("NULL" if column == "ended" else column for column in COLUMNS if column != "number")
    yield Damage("two versions stand", f"INSERT INTO memlog_item({columns}) SELECT {columns_but} FROM memlog_item WHERE {WHICH['past']}", ANY, "index")
    yield Damage("numbers turned round", f"UPDATE memlog_item SET number = 1000 - number WHERE key = 'ann'", ANY, excused=("answers",))
    yield Damage("number is the greatest", f"UPDATE memlog_item SET number = {MOST} WHERE {WHICH['standing']}", [])
    yield Damage("number is the least", f"UPDATE memlog_item SET number = {LEAST} WHERE {WHICH['standing']}", [])
    yield Damage("all items gone", "DELETE FROM memlog_item", ANY, excused=("others",))
    yield Damage("all items ended", "UPDATE memlog_item SET ended = begun WHERE ended IS NULL", ANY, excused=("others",))
    yield Damage("all items stand", "UPDATE memlog_item SET ended = NULL", ANY, "index", excused=("others",))
    yield Damage("records changed about", "UPDATE memlog_item SET record = (SELECT record FROM memlog_item AS i WHERE i.id = 'c') WHERE key = 'ann'", ANY)
    holder = "(SELECT content FROM memlog_item WHERE key = 'ann' AND id = 'large')"
    for name, text in {
        "of nothing": f"replace({holder}, substr({holder}, 13, 4), iif(substr({holder}, 13, 4) = '0000', '1111', '0000'))",
        "of another key": "(SELECT content FROM memlog_item WHERE key = 'bob' AND id = 'large')",
        "too long": f"replace({holder}, '106', '9999999999')",
        "too short": f"replace({holder}, '106', '0')",
        "of another type": f"replace({holder}, 'text', 'map')",
        "cut": f"substr({holder}, 1, 40)",
        "inside": f"'[' || {holder} || ']'",
    }.items():
        for which, where in WHICH.items():
            yield Damage(f"{which} item's content is a place holder {name}", f"UPDATE memlog_item SET content = {text} WHERE {where} AND content IS NOT {text}", ANY)
    yield Damage("the large value is gone", "DELETE FROM memlog_value WHERE key = 'ann'", ANY)
    yield Damage("the large value is no JSON", "UPDATE memlog_value SET json = replace(json, '\"', 'x') WHERE key = 'ann'", ANY)


def note_damages():
    for value in ANYTHING:
        yield Damage(f"note gone = {value}", f"UPDATE memlog_unindexed SET gone = {value} WHERE gone IS NOT {value}", [] if value in ("7", "-1") else ANY,
                     excused=("answers",))  # fmt: skip
    for number in (*INTEGERS, "1", "2", "5"):
        for gone in ("0", "1", "NULL", "'x'"):
            yield Damage(f"note of {number}, {gone}", f"INSERT OR REPLACE INTO memlog_unindexed(number, gone) VALUES({number}, {gone})", [], excused=("answers",))
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
    yield Damage("many notes", f"INSERT OR REPLACE INTO memlog_unindexed(number, gone) {many} SELECT i, i % 2 FROM n", ANY, excused=("answers",))
    yield Damage("many notes before", f"INSERT OR REPLACE INTO memlog_unindexed(number, gone) {many} SELECT -i, i % 2 FROM n", ANY, excused=("answers",))
    yield Damage("no notes", "DELETE FROM memlog_unindexed", [], excused=("answers",))


def vector_damages():
    where = "WHERE number = (SELECT number FROM memlog_item WHERE key = 'ann' AND id = 'a' AND set_name = 's' AND ended IS NULL)"
    for column in ("number", "key", "vector", "sketch"):
        for value in (INTEGERS if column == "number" else ANYTHING) + ["zeroblob(8)", "zeroblob(10)", "zeroblob(40000)", "x'0000c07f0000c07f'", "x'0000807f00000000'",
                                 "x'bcc6e63b94c6663b3f'", "x'ffffff7fffffff7f7f7f'", "x'0000c07f0000c07f7f7f'", "x'0000807f0000807f8080'",
                                 "x'00000000000000003f7f'", "x'ffff7f7fffff7f7f'", "vector", "sketch", "'ann'", "'bob'"]:  # fmt: skip
            if column == "number" and value not in INTEGERS:
                continue
            yield Damage(f"vector's {column} = {value}", f"UPDATE OR REPLACE memlog_vector SET {column} = {value} {where} AND {column} IS NOT {value}", ANY,
                         excused=("others",) if column == "key" else ())  # fmt: skip
    yield Damage("all vectors have one sketch", "UPDATE memlog_vector SET sketch = (SELECT sketch FROM memlog_vector LIMIT 1)", ANY, excused=("others",))
    yield Damage("vectors of other dimensions", "UPDATE memlog_vector SET vector = vector || vector WHERE key = 'ann'", ANY)
    yield Damage("a vector of nothing", "INSERT INTO memlog_vector SELECT 9999, key, vector, sketch FROM memlog_vector LIMIT 1", ANY)
    yield Damage("the index of vectors", "UPDATE memlog_vector SET key = 'ann', sketch = x'00'", ANY, "index", excused=("others",))


def session_damages():
    for table, columns in (("memlog_session", ("session", "user", "agent", "through", "ended", "judge", "error")), ("memlog_judged", ("session", "digest", "at"))):
        for column in columns:
            for value in ANYTHING:
                if (column, value) in (("session", "NULL"), ("digest", "NULL")):
                    continue
                sql = f"UPDATE OR REPLACE {table} SET {column} = {value} WHERE session = 'ann' AND {column} IS NOT {value}"
                whose = ("others",) if column == "user" else ()  # the end of the session is another's
                yield Damage(f"{table}.{column} = {value}", sql, [], excused=("answers", *whose))
    yield Damage("through is far out", "UPDATE memlog_session SET through = 1000000000000 WHERE session = 'ann'", [], excused=("answers",))
    yield Damage("many judged", "INSERT INTO memlog_judged WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
                 " SELECT 'ann', randomblob(16), 0 FROM n", [], excused=("answers",))  # fmt: skip
    yield Damage("the user is another", "UPDATE memlog_session SET user = 'bob' WHERE session = 'ann'", [], excused=("answers", "others"))


MESSAGES = """7|"text"|[]|[[[]]]|{}|{"role":7}|{"role":"user"}|{"role":"nobody","content":"x"}|{"role":"user","content":7}
{"role":"system","content":[{"type":"text"}]}|{"role":"user","content":[{"text":7}]}|{"role":"tool","content":"x","tool_call_id":7}
{"role":"assistant","tool_calls":7}|{"role":"assistant","tool_calls":[7,{"id":{}}]}|{"role":"assistant","tool_calls":[{"id":"c"},{"id":"c"}]}
{"role":"user","content":"x","tokens":-1}|{"role":"user","content":"x","tokens":9223372036854775807}|{"role":"user","content":"x","tokens":1.5}
{"role":"user","content":"x","time":7}|{"role":"user","role":"system","content":"x"}|{"content":"x","role":"user"}|null|true|1.5""".replace("\n", "|").split("|")


def message_damages():
    """What stands in a conversation, its list of system messages, its summary. The log says what it was."""
    for path in ("messages.0", "messages.1", "messages.2", "messages.3", "messages.6"):
        where = f"WHERE key = 'ann' AND path = '{path}'"
        for text in MESSAGES:
            yield Damage(f"{path} is {text}", f"UPDATE memlog_cell SET value = '{text}' {where}", ANY)
        for name, text in texts().items():
            yield Damage(f"{path}: {name}", f"UPDATE memlog_cell SET value = {text} {where}", ANY)
        for kind in range(-1, 6):
            yield Damage(f"{path} is of kind {kind}", f"UPDATE memlog_cell SET kind = {kind} {where} AND kind <> {kind}", ANY)
        yield Damage(f"{path} is gone", f"DELETE FROM memlog_cell {where}", ANY)
    for path in ("conversation.system.0", "conversation.system", "conversation", "conversation.summary", "conversation.summary.text", "conversation.summary.through", "messages"):
        where = f"WHERE key = 'ann' AND path = '{path}'"
        for value in ("'7'", "7", "'-1'", "'1e300'", f"'{MOST}'", f"'{LEAST}'", "'99999999999999999999'", "'null'", "'\"0\"'", "'[0]'", "'{}'", "1000000000000",
                      f"{MOST}", "-1", "NULL", "x'00'", "'[999999999999,0,1,1]'", "'[1000000,0,0,1000000]'", "'{\"text\":7,\"through\":-1}'",
                      f"'{{\"text\":\"x\",\"through\":{MOST}}}'", "'{\"through\":2}'"):  # fmt: skip
            yield Damage(f"{path} = {value}", f"UPDATE memlog_cell SET value = {value} {where} AND value IS NOT {value}", ANY)
        yield Damage(f"{path} is gone", f"DELETE FROM memlog_cell {where}", ANY)
    many = "WITH RECURSIVE n(i) AS (SELECT {} UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
    for name, value in (("the same", "'0'"), ("growing", "'' || i"), ("falling", "'' || (20000 - i)"), ("far out", "'' || (1000000000000 + i)"), ("no numbers", "'\"x\"'")):
        yield Damage(f"many notes of system messages: {name}", f"INSERT INTO memlog_cell(key, scope, path, kind, value, at) {many.format(1)} SELECT 'ann', 'st',"
                     f" 'conversation.system.' || i, 1, {value}, 0 FROM n", ANY)  # fmt: skip
    for name, value in (("messages", '{"role":"user","content":"tea"}'), ("system messages", '{"role":"system","content":"tea"}'), ("numbers", "7"),
                        ("calls", '{"role":"assistant","tool_calls":[{"id":"c"}]}'), ("results", '{"role":"tool","content":"r","tool_call_id":"c"}')):  # fmt: skip
        sql = f"INSERT INTO memlog_cell(key, scope, path, kind, value, at) {many.format(7)} SELECT 'ann', 'st', 'messages.' || i, 1, '{value}', 0 FROM n"
        yield Damage(f"many {name}", sql, ANY)
        yield Damage(f"many {name} that are counted", f"{sql}; UPDATE memlog_cell SET value = 20001 WHERE key = 'ann' AND path = 'messages'", ANY)


def index_damages(draw):
    """The tables of the index. What it finds then may be less or in another order; it is an error, or of this key."""
    loose = ("answers", "words")
    for table, columns in (("data", ("id", "block")), ("idx", ("segid", "term", "pgno")), ("docsize", ("id", "sz")), ("config", ("k", "v"))):
        for column in columns:
            for value in ANYTHING + ["zeroblob(40)", "x'ffffffffffffffffff'", "randomblob(60)", "zeroblob(100000)"]:
                for which in ("(SELECT max(rowid) FROM {})", "(SELECT min(rowid) FROM {})", "10") if table in ("data", "docsize") else ("*",):
                    if (column == "id" and value not in INTEGERS) or (column in ("segid", "term", "k") and value == "NULL"):
                        continue
                    name = f"memlog_item_text_{table}"
                    where = f"WHERE rowid = {which.format(name)}" if which != "*" else "WHERE true"
                    sql = f"UPDATE OR REPLACE {name} SET {column} = {value} {where} AND {column} IS NOT {value}"
                    yield Damage(f"{name}.{column} of {which.format('it')} = {value}", sql, [], excused=loose)
        yield Damage(f"no rows in memlog_item_text_{table}", f"DELETE FROM memlog_item_text_{table}", ANY if table not in ("config", "idx") else [], excused=loose)
        yield Damage(f"no last row in memlog_item_text_{table}", f"DELETE FROM memlog_item_text_{table} WHERE {columns[0]} = (SELECT max({columns[0]}) FROM memlog_item_text_{table})",
                     [], excused=loose)  # fmt: skip
    for i in range(400 if LONG else 60):
        row = draw.choice(("10", "1", "(SELECT max(id) FROM memlog_item_text_data)", "(SELECT id FROM memlog_item_text_data ORDER BY id LIMIT 1 OFFSET 3)"))
        at, byte = draw.randrange(1, 200), draw.choice((0, 1, 0x7F, 0x80, 0xFF, draw.randrange(256)))
        changed = f"CAST(substr(block, 1, ({at} - 1) % length(block)) || x'{byte:02x}' || substr(block, ({at} - 1) % length(block) + 2) AS BLOB)"
        how = draw.choice((changed, changed, f"substr(block, 1, {at})", f"CAST(block || randomblob({at}) AS BLOB)"))
        yield Damage(f"byte {i}: {how} of {row}", f"UPDATE memlog_item_text_data SET block = {how} WHERE id = {row} AND block IS NOT {how}", [], excused=loose)
    bob = "(SELECT number FROM memlog_item WHERE key = 'bob' AND id = 'a')"
    yield Damage("all entries are bob's", f"UPDATE OR REPLACE memlog_item_text_docsize SET id = {bob}", ANY, excused=loose)
    ann = "(SELECT number FROM memlog_item WHERE key = 'ann' AND id = 'a' AND ended IS NULL)"
    yield Damage("an entry that bob's item has", f"INSERT INTO memlog_item_text(rowid, body) VALUES({bob}, 'green tea coffee')", [], excused=loose)
    yield Damage("an entry of nothing", "INSERT INTO memlog_item_text(rowid, body) VALUES(9999, 'green tea coffee')", ANY, excused=loose)
    yield Damage("an entry of the least number", f"INSERT INTO memlog_item_text(rowid, body) VALUES({LEAST}, 'green tea coffee')", ANY, excused=loose)
    yield Damage("an entry twice", f"INSERT INTO memlog_item_text(rowid, body) VALUES({ann}, 'green tea coffee')", [], excused=loose)
    for name, sql in {
        "is dropped": "DROP TABLE memlog_item_text",
        "is a plain table": "DROP TABLE memlog_item_text; CREATE TABLE memlog_item_text(place, body, memlog_item_text)",
        "is a view": "DROP TABLE memlog_item_text; CREATE VIEW memlog_item_text AS SELECT 1 AS rowid, 'x' AS body",
        "has other columns": "DROP TABLE memlog_item_text; CREATE VIRTUAL TABLE memlog_item_text USING fts5(body)",
        "keeps its texts": "DROP TABLE memlog_item_text; CREATE VIRTUAL TABLE memlog_item_text USING fts5(place, body)",
        "takes its texts elsewhere": "DROP TABLE memlog_item_text; CREATE VIRTUAL TABLE memlog_item_text USING fts5(place, body, content='memlog_cell')",
        "is another module's": "DROP TABLE memlog_item_text; CREATE VIRTUAL TABLE memlog_item_text USING rtree(id, a, b)",
    }.items():
        yield Damage(f"the index {name}", sql, [], "schema", excused=(*loose, "plain"))
    for table in ("data", "idx", "docsize", "config"):
        yield Damage(f"memlog_item_text_{table} is dropped", f"DROP TABLE memlog_item_text_{table}", ANY, "schema", excused=(*loose, "plain"))
        yield Damage(f"memlog_item_text_{table} is a view", f"DROP TABLE memlog_item_text_{table}; CREATE VIEW memlog_item_text_{table} AS SELECT 1 AS id, x'00' AS block",
                     ANY, "schema", excused=(*loose, "plain"))  # fmt: skip


FAMILIES = (item_damages, version_damages, note_damages, vector_damages, session_damages, message_damages)


def main():
    draw, tally, only = random.Random(SEED), Tally(), "".join(sys.argv[1:2])
    print(f"SEED={SEED}")
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        base = Base(directory, tally, made_by=SOUND, asked=ASKED)
        damages = [damage for family in FAMILIES for damage in family() if only in damage.name]
        index = [damage for damage in index_damages(draw) if only in damage.name]
        if not LONG and not only:
            damages, index = draw.sample(damages, QUICK), draw.sample(index, QUICK // 3)
        for damage in damages + index:
            base.case(damage, tuple(SETTINGS) if LONG or only else (draw.choice(list(SETTINGS)),))
        for _ in range(0 if only else 500 if LONG else 15):
            some = draw.sample([damage for damage in damages + index if damage.how == "rows"], 3)
            base.case(several(some), (draw.choice(list(SETTINGS)),))
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
