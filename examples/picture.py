#!/usr/bin/python3
"""Pictures of lineage with Graphviz: a walk back from an effect, and the timeline of a key's records, each as DOT text.
Where the program dot is installed it renders them.

   python3 examples/picture.py FILE REFERENCE [forward]    prints the walk from a thing
   python3 examples/picture.py FILE KEY timeline           prints the timeline of a key
   python3 examples/picture.py                             makes a file of its own, and checks what it prints
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import uuid
import xml.etree.ElementTree

SHAPES = {"record": "box", "source": "note", "decision": "diamond", "transformation": "component", "retrieval": "ellipse"}
SHAPES.update({"placement": "tab", "claim": "oval", "action": "hexagon", "effect": "octagon", "event": "cds", "proof": "folder"})
BAD = ("failed", "reverted", "denied", "quarantined", "expired", "deleted")
# In the order in which they come in a life, where the times are the same.
LIFE = ("proposed", "denied", "admitted", "promoted", "read_candidate", "selected", "inserted_into_context", "referenced_by_claim")
LIFE += ("used_by_action", "superseded", "corrected", "quarantined", "released", "expired", "deleted", "redacted")


def connect(path):
    db = sqlite3.connect(path, isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension(os.environ.get("MEMLOG_SO", "build/memlog.so"))
    db.enable_load_extension(False)
    return db


def shown(text, most=60, width=26):
    """Somebody's text on a few short lines: its end is cut off, and control characters are shown as their pictures."""
    text = "".join(chr(0x2400 + ord(c)) if c < " " else "\u2421" if "\x7f" <= c < "\xa0" else c for c in text)
    if len(text) > most:
        text = text[: most - 1] + "…"
    return "\n".join(textwrap.wrap(text, width, break_on_hyphens=False)) or text


def quoted(text):
    r"""A DOT string. Backslashes would begin escapes of Graphviz's own, and & one of the names that HTML has for characters;
    \n breaks lines."""
    return '"' + text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def node(name, label, shape, bad):
    color = ", color=red, fillcolor=mistyrose" if bad else ""
    return f"  {name} [label={quoted(label)}, shape={shape}{color}];"


def label_of(entity, version, time, told):
    """What it is, its name, what is said of it, when."""
    name = next((told[m] for m in ("id", "name", "text", "artifact", "session", "kind", "change", "what", "path", "type") if told.get(m)), "")
    said = [told.get("state"), told.get("outcome"), told.get("reviewer") and f"by {told['reviewer']}", told.get("reason")]
    lines = [entity + (f" v{version}" if version else ""), shown(str(name)), *(shown(str(x)) for x in said if x), (time or "")[:16]]
    return "\n".join(filter(None, lines))


def edges_between(db, nodes):
    """The rows of mem_lineage are a tree; what else joins the things that were met is in memlog_v_edge."""
    for (thing, version), a in nodes.items():
        try:
            blob = uuid.UUID(thing).bytes
        except ValueError:
            continue  # something of the log
        sql = "SELECT relation, to_id, to_version FROM memlog_v_edge WHERE from_blob = ? AND from_version IN (0, ?)"
        for relation, to, to_version in db.execute(sql, (blob, version)):
            if (to, to_version) in nodes:
                yield a, nodes[to, to_version], relation


def walk(db, of, direction="backward"):
    """A node for each row. Arrows lead from what depends to what it depends on."""
    lines = ["digraph lineage {", "  rankdir=LR;", '  node [fontsize=10, style=filled, fillcolor=white];', "  edge [fontsize=9];"]
    nodes, edges = {}, {}
    sql = "SELECT rowid, via, edge, entity, id, version, time, detail FROM mem_lineage(?, ?)"
    for row, via, edge, entity, thing, version, time, detail in db.execute(sql, (of, direction)):
        told = json.loads(detail) if detail else {}
        bad = told.get("outcome") in BAD or told.get("state") in BAD
        lines.append(node(f"n{row}", label_of(entity, version, time, told), SHAPES.get(entity, "box"), bad))
        nodes[thing, version or 0] = row
        if via is not None and edge is not None:
            edges[(via, row, edge) if direction == "backward" else (row, via, edge)] = None
    edges.update(dict.fromkeys(edges_between(db, nodes)))
    lines += [f"  n{a} -> n{b} [label={quoted(relation)}];" for a, b, relation in edges]
    return "\n".join([*lines, "}", ""])


def timeline(db, key):
    """What became of each item of a key: a column for an item, time goes down. What came at once is in one box."""
    lines = ["digraph timeline {", '  node [shape=box, fontsize=10, style=filled, fillcolor=white];', "  edge [arrowsize=0.5];"]
    sql = """SELECT r.set_name, r.id, l.version, l.time, group_concat(DISTINCT l.change)
               FROM (SELECT DISTINCT record, set_name, id FROM memlog_v_record WHERE key = ?) AS r JOIN memlog_v_lifecycle AS l ON l.record = r.record
              GROUP BY r.set_name, r.id, l.time, l.version ORDER BY l.time, r.set_name, r.id, l.version"""
    last, times = {}, {}
    for i, (group, item, version, time, changes) in enumerate(db.execute(sql, (key,))):
        if time not in times:
            lines.append(f"  d{len(times)} [label={quoted(time[:19])}, shape=plaintext];")
            if times:
                lines.append(f"  d{len(times) - 1} -> d{len(times)} [style=dotted, arrowhead=none];")
            times[time] = len(times)
        changes = sorted(changes.split(","), key=LIFE.index)
        lines.append(node(f"t{i}", "\n".join([shown(f"{group}.{item}") + f" v{version}", *changes]), "box", set(changes) & set(BAD)))
        lines.append(f"  {{rank=same; d{times[time]}; t{i}}}")
        if (group, item) in last:
            lines.append(f"  t{last[group, item]} -> t{i};")
        last[group, item] = i
    return "\n".join([*lines, "}", ""])


# ---- what is checked ----

STRING = r'"(?:[^"\\\n]|\\.)*"'
ATTRIBUTE = rf"[a-z]+=(?:{STRING}|[A-Za-z0-9.]+)"
ATTRIBUTES = rf"\[{ATTRIBUTE}(?:, {ATTRIBUTE})*\]"
LINE = re.compile(rf"  (?:rankdir=LR;|(?:node|edge) {ATTRIBUTES};|\{{rank=same; \w+; \w+\}}|(\w+)(?: -> (\w+))?(?: {ATTRIBUTES})?;)")
HOSTILE = ['say "no"', r"C:\new\N", "a\nb\tc", "<b>&amp;</b> & co", "Zoë 東京 🪑", "]; evil [shape=star", "x" * 5000, "\\", "\x01"]


def parse(text):
    """The nodes and the edges of a DOT text of the form above; each edge joins nodes that were made."""
    first, *lines, last, end = text.split("\n")
    assert re.fullmatch(r"digraph \w+ \{", first) and (last, end) == ("}", ""), text
    nodes, edges = set(), []
    for line in lines:
        match = LINE.fullmatch(line)
        assert match, line
        if match[2]:
            edges.append((match[1], match[2]))
        elif match[1]:
            assert match[1] not in nodes, line
            nodes.add(match[1])
    assert all(a in nodes and b in nodes for a, b in edges), "an edge leads nowhere"
    return nodes, edges


def render(text, path):
    """What dot makes of it: all its lines of text. None without dot."""
    if not shutil.which("dot"):
        print(f"skipped: no picture {os.path.basename(path)}, there is no dot")
        return None
    subprocess.run(["dot", "-Tsvg", "-o", path], input=text.encode(), check=True)
    svg = xml.etree.ElementTree.parse(path)
    print(f"rendered {os.path.basename(path)}")
    return [x.text.replace("\xa0", " ") for x in svg.iter("{http://www.w3.org/2000/svg}text")]


def check_hostile(db, directory):
    """Whatever things are called, that is what the picture says."""
    for i, name in enumerate(HOSTILE):
        db.execute("SELECT mem_source(?, '{\"key\":\"eve\"}')", (name,)).fetchall()
        db.execute("SELECT mem_item_put('eve', 'notes', ?, ?)", (f"{i} {name}"[:200], name)).fetchall()
    reference = json.dumps([{"key": "eve", "set": "notes", "id": f"{i} {name}"[:200]} for i, name in enumerate(HOSTILE)])
    claim = db.execute("SELECT mem_claim(?, ?)", ("; ".join(HOSTILE)[:300], reference)).fetchone()[0]
    back, line = walk(db, claim), timeline(db, "eve")
    assert len(parse(back)[0]) == len(HOSTILE) + 1, back
    parse(line)
    for text, path, name_of in ((back, "hostile.svg", shown), (line, "hostile-timeline.svg", lambda id: shown(f"notes.{id}") + " v1")):
        said = render(text, f"{directory}/{path}")
        want = {line for i, name in enumerate(HOSTILE) for line in name_of(f"{i} {name}"[:200]).split("\n")}
        assert said is None or want <= set(said), want - set(said)


def check(directory):
    db = connect(f"{directory}/agent.db")
    db.execute("SELECT mem_clock('2026-01-10 09:00:00')").fetchall()
    seat = '{"key":"ada","set":"notes","id":"the \\"seat\\""}'
    db.execute("SELECT mem_item_put('ada', 'notes', 'the \"seat\"', 'by the window')").fetchall()
    source = db.execute("SELECT mem_source('chat-1#7', '{\"key\":\"ada\"}')").fetchone()[0]
    db.execute("SELECT mem_edge(?, 'stated_by', ?)", (seat, source)).fetchall()
    placed = db.execute("SELECT mem_place('chat-9', ?)", (seat,)).fetchone()[0]
    claim = db.execute("SELECT mem_claim('Ada sits by the window', ?)", (json.dumps([json.loads(seat), placed]),)).fetchone()[0]
    effect = db.execute("SELECT mem_effect('book', ?, '{\"outcome\":\"failed\"}')", (claim,)).fetchone()[0]
    db.execute("SELECT mem_clock('2026-04-02 09:00:00'), mem_item_put('ada', 'notes', 'the \"seat\"', 'by the aisle')").fetchall()
    back, forward, line = walk(db, effect), walk(db, seat[:-1] + ',"version":1}', "forward"), timeline(db, "ada")
    print(back, forward, line, sep="\n", end="")
    nodes, edges = parse(back)
    assert len(nodes) == 5 and len(edges) == 5, (nodes, edges)  # the version is in the context, too
    assert "source\\nchat-1#7" in back and 'the \\"seat\\"' in back and "effect\\nbook\\nfailed" in back and "color=red" in back, back
    assert len(parse(forward)[0]) >= 4 and "effect\\nbook" in forward, forward
    nodes, edges = parse(line)
    assert len(nodes) == 5 and len(edges) == 3, line  # two times, three boxes
    assert "v1\\nadmitted\\ninserted_into_context\\nreferenced_by_claim\\nused_by_action" in line and "v1\\nsuperseded" in line, line
    for name, text in (("back", back), ("forward", forward), ("timeline", line)):
        render(text, f"{directory}/{name}.svg")
    check_hostile(db, directory)
    db.close()


def main():
    if len(sys.argv) > 2:
        db = connect(sys.argv[1])
        print(timeline(db, sys.argv[2]) if sys.argv[3:] == ["timeline"] else walk(db, sys.argv[2], *sys.argv[3:]), end="")
        return
    with tempfile.TemporaryDirectory() as directory:
        check(directory)


if __name__ == "__main__":
    main()
