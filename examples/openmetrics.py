#!/usr/bin/python3
"""Metrics for Prometheus and its like: mem_metric as OpenMetrics text (1.0), as an exporter would serve it. What a scrape
every few seconds should cost is a question of the windows it asks for: 1h, 24h and now read what is recent.

   python3 examples/openmetrics.py FILE    prints the metrics of a file
   python3 examples/openmetrics.py         makes a file of its own, and checks what it prints
"""

import itertools
import os
import re
import sqlite3
import sys
import tempfile

SCRAPE = ("1h", "24h", "now")


def connect(path):
    db = sqlite3.connect(path, isolation_level=None, timeout=10)
    db.enable_load_extension(True)
    db.load_extension(os.environ.get("MEMLOG_SO", "build/memlog.so"))
    db.enable_load_extension(False)
    return db


def label(value):
    return '"' + value.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"") + '"'


def exposition(db, windows=SCRAPE):
    """A family for each name. Everything is a gauge: numbers can fall, when the log is pruned or a key forgotten. A rate
    without a denominator has no sample; its numerator and denominator are in the counts that it is made of."""
    marks = ",".join("?" * len(windows))
    rows = db.execute(f"SELECT name, unit, class, window, value FROM mem_metric WHERE window IN ({marks}) ORDER BY name, class", windows)
    lines = []
    for (name, unit), samples in itertools.groupby(rows, lambda row: row[:2]):
        lines.append(f"# TYPE {name} gauge")
        if unit:
            lines.append(f"# UNIT {name} {unit}")
        for _, _, group, window, value in samples:
            if value is not None:
                lines.append(f"{name}{{class={label(group)},window={label(window)}}} {value!r}")
    return "\n".join([*lines, "# EOF", ""])


# ---- what reads it ----

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
SAMPLE = re.compile(rf'({NAME})\{{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)+)\}} (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)')
LABEL = re.compile(r'([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"')


def parse(text):
    """Strictly, by the grammar: {(name, labels): value}, {name: unit}."""
    assert text.endswith("# EOF\n"), "it ends with # EOF and a line break"
    families, samples, units, current = set(), {}, {}, None
    for line in text.split("\n")[:-2]:
        if line.startswith("# TYPE "):
            _, _, current, kind = line.split(" ")
            assert re.fullmatch(NAME, current) and kind == "gauge" and current not in families, line
            families.add(current)
        elif line.startswith("# UNIT "):
            _, _, name, unit = line.split(" ")
            assert name == current and name.endswith("_" + unit) and name not in units, line
            assert not any(of == name for of, _ in samples), "metadata comes first"
            units[name] = unit
        else:
            match = SAMPLE.fullmatch(line)
            assert match and match[1] == current, f"no sample of {current}: {line}"
            labels = LABEL.findall(match[2])
            assert ",".join(f'{n}="{v}"' for n, v in labels) == match[2] and len(dict(labels)) == len(labels), line
            key = (current, tuple(labels))
            assert key not in samples, f"twice: {line}"
            samples[key] = float(match[3])
    return samples, units


def check(db):
    text = exposition(db, ("1h", "24h", "all", "now"))
    samples, units = parse(text)
    rows = db.execute("SELECT name, class, window, value, unit FROM mem_metric WHERE value IS NOT NULL AND name <> 'memlog_events_per_second'").fetchall()
    for name, group, window, value, unit in rows:
        assert samples[name, (("class", group), ("window", window))] == value, (name, group, window)
        assert units.get(name) == unit, name
    assert all(name.endswith(("_seconds", "_bytes", "_ratio")) for name in units)
    return samples


def main():
    if len(sys.argv) > 1:
        print(exposition(connect(sys.argv[1])), end="")
        return
    with tempfile.TemporaryDirectory() as directory:
        db = connect(f"{directory}/agent.db")
        assert exposition(db) == "# EOF\n", "no tables, no metrics"
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("SELECT mem_item_put('ada', 'notes', 'tea', 'Likes tea'), mem_event_add('order', 'ada', '1')")
        for query in ("tea", "tea", "chess", "football"):
            db.execute("SELECT count(*) FROM mem_search('ada', 'notes', ?)", (query,)).fetchall()
        db.execute("""SELECT mem_effect('order', '[{"key":"ada","set":"notes","id":"tea"}]', '{"outcome":"reverted"}')""").fetchall()
        print(exposition(db, ("1h", "now")), end="")
        samples = check(db)
        found = {(name, dict(labels)["class"], dict(labels)["window"]): v for (name, labels), v in samples.items()}
        assert found["memlog_search_zero_hit_ratio", "zero_hit", "1h"] == 0.5
        assert found["memlog_effect_failure_ratio", "reverted", "all"] == 1
        assert found["memlog_events", "host", "24h"] == 1
        assert found["memlog_file_bytes", "wal", "now"] > 0
        assert 0 < found["memlog_search_duration_seconds", "p50", "1h"] <= found["memlog_search_duration_seconds", "max", "1h"]
        db.close()


if __name__ == "__main__":
    main()
