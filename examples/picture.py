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

SHAPES = {"record": "box", "source": "note", "decision": "diamond", "transformation": "component", "retrieval": "ellipse"}
SHAPES.update({"placement": "tab", "claim": "oval", "action": "hexagon", "effect": "doubleoctagon", "event": "cds"})


def connect(path):
    db = sqlite3.connect(path, isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension(os.environ.get("MEMLOG_SO", "build/memlog.so"))
    db.enable_load_extension(False)
    return db


def quoted(text):
    r"""A DOT string: quotes are escaped, and backslashes, which would begin escapes of Graphviz's own; \n breaks lines."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def walk(db, of, direction="backward"):
    """A node for each row, an edge from the row by which it was met. Arrows lead from what depends to what it depends on."""
    lines = ["digraph lineage {", "  rankdir=LR;", "  node [fontsize=10];"]
    sql = "SELECT rowid, via, edge, entity, version, time, detail FROM mem_lineage(?, ?)"
    for row, via, edge, entity, version, time, detail in db.execute(sql, (of, direction)):
        told = json.loads(detail) if detail else {}
        name = told.get("id") or told.get("outcome") or told.get("artifact") or told.get("kind") or told.get("session") or told.get("change") or ""
        label = "\n".join(filter(None, [f"{entity} {name}".strip() + (f" v{version}" if version else ""), told.get("state", ""), (time or "")[:16]]))
        color = "red" if told.get("outcome") in ("failed", "reverted", "denied") or told.get("state") in ("quarantined", "expired") else "black"
        lines.append(f"  n{row} [label={quoted(label)}, shape={SHAPES.get(entity, 'plain')}, color={color}];")
        if via is not None and edge is not None:
            ends = (via, row) if direction == "backward" else (row, via)
            lines.append(f"  n{ends[0]} -> n{ends[1]} [label={quoted(edge)}];")
    return "\n".join([*lines, "}", ""])


def timeline(db, key):
    """What became of each item of a key, one after the other."""
    lines = ["digraph timeline {", "  rankdir=LR;", "  node [shape=box, fontsize=10];"]
    sql = """SELECT DISTINCT r.set_name, r.id, l.version, l.change, l.time
               FROM (SELECT DISTINCT record, set_name, id FROM memlog_v_record WHERE key = ?) AS r JOIN memlog_v_lifecycle AS l ON l.record = r.record
              ORDER BY r.set_name, r.id, l.time, l.version, l.change"""
    last = {}
    for i, (group, item, version, change, time) in enumerate(db.execute(sql, (key,))):
        label = f"{item} v{version}\n{change}\n{time[:16]}"
        lines.append(f"  t{i} [label={quoted(label)}, color={'red' if change in ('denied', 'quarantined', 'deleted', 'expired') else 'black'}];")
        if (group, item) in last:
            lines.append(f"  t{last[group, item]} -> t{i};")
        last[group, item] = i
    return "\n".join([*lines, "}", ""])


# ---- what is checked ----

STRING = r'"(?:[^"\\\n]|\\.)*"'
ATTRIBUTE = rf"[a-z]+=(?:{STRING}|[A-Za-z0-9]+)"
LINE = re.compile(rf"  (?:rankdir=LR|node \[{ATTRIBUTE}(?:, {ATTRIBUTE})*\]|(\w+)(?: -> (\w+))?(?: \[{ATTRIBUTE}(?:, {ATTRIBUTE})*\])?);")


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
    if not shutil.which("dot"):
        return
    subprocess.run(["dot", "-Tsvg", "-o", path], input=text.encode(), check=True)
    with open(path, encoding="utf-8") as file:
        assert "</svg>" in file.read()
    print(f"rendered {os.path.basename(path)}")


def check(directory):
    db = connect(f"{directory}/agent.db")
    db.execute("SELECT mem_clock('2026-01-10 09:00:00')").fetchall()
    seat = '{"key":"ada","set":"notes","id":"the \\"seat\\""}'
    db.execute("SELECT mem_item_put('ada', 'notes', 'the \"seat\"', 'by the window')").fetchall()
    source = db.execute("SELECT mem_source('chat-1#7', '{\"key\":\"ada\"}')").fetchone()[0]
    db.execute("SELECT mem_edge(?, 'stated_by', ?)", (seat, source)).fetchall()
    claim = db.execute("SELECT mem_claim('Ada sits by the window', ?)", (seat,)).fetchone()[0]
    effect = db.execute("SELECT mem_effect('book', ?, '{\"outcome\":\"failed\"}')", (claim,)).fetchone()[0]
    db.execute("SELECT mem_clock('2026-04-02 09:00:00'), mem_item_put('ada', 'notes', 'the \"seat\"', 'by the aisle')").fetchall()
    back, forward, line = walk(db, effect), walk(db, seat[:-1] + ',"version":1}', "forward"), timeline(db, "ada")
    print(back, forward, line, sep="\n", end="")
    nodes, edges = parse(back)
    assert len(nodes) == 4 and len(edges) == 3, (nodes, edges)
    assert "source chat-1#7" in back and 'the \\"seat\\"' in back and "color=red" in back, back
    assert len(parse(forward)[0]) >= 3 and "effect failed" in forward, forward
    nodes, edges = parse(line)
    assert len(nodes) >= 5 and len(edges) == len(nodes) - 1, line
    assert all(f"\\n{change}\\n" in line for change in ("admitted", "referenced_by_claim", "superseded")), line
    for name, text in (("back", back), ("forward", forward), ("timeline", line)):
        render(text, f"{directory}/{name}.svg")
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
