"""The quality of searching, on a set of 200 items and 60 questions made by hand (fixtures/search.json: English, Chinese,
code, emoji): how often what is expected is among the first 1, 5 and 10, for each mode and language. The floors stand well below
what was measured, so that they fail when something breaks, not when something shifts."""

import hashlib
import json
import math
import os
import sqlite3
import struct
import sys
import tempfile

from cases import Tally

SO = os.path.abspath(os.environ["MEMLOG_SO"])
SET = os.path.join(os.path.dirname(__file__), "..", "fixtures", "search.json")
DIMENSIONS = 512
LANGUAGES = ("en", "zh", "code", "emoji")
# recall@1, @5, @10 of all questions
FLOORS = {
    "keyword": (0.7, 0.8, 0.8),
    "vector": (0.6, 0.7, 0.7),
    "hybrid": (0.7, 0.8, 0.8),
}


def embed(text):
    """Stands for a model: counts of pieces of one to three characters, hashed. No meaning, but the same everywhere."""
    vector = [0.0] * DIMENSIONS
    text = f" {text.lower()} "
    for n, weight in ((1, 0.2), (2, 0.6), (3, 1.0)):
        for i in range(len(text) - n + 1):
            piece = text[i : i + n]
            if not piece.strip():
                continue
            h = int.from_bytes(hashlib.sha1(piece.encode()).digest()[:8], "little")
            wide = ord(max(piece)) > 0x2E80
            vector[h % DIMENSIONS] += (weight * (2 if wide else 1)) * (1 if h >> 40 & 1 else -1)
    norm = math.sqrt(sum(x * x for x in vector)) or 1.0
    return struct.pack(f"<{DIMENSIONS}f", *(x / norm for x in vector))


def connect(path):
    d = sqlite3.connect(path, isolation_level=None)
    d.enable_load_extension(True)
    d.load_extension(SO)
    d.create_function("embed", 1, embed, deterministic=True)
    return d


def load(d, items):
    d.execute("SELECT mem_config('long-term-memory.embedding-function', 'embed')").fetchall()
    d.execute("BEGIN")
    for item in items:
        options = json.dumps({"id": item["id"], "metadata": {"lang": item["lang"]}})
        d.execute("SELECT mem_item_add('u', 'all', ?, ?)", (item["content"], options)).fetchall()
    d.execute("COMMIT")


def measure(d, queries, **options):
    """For each language, and for all: how many questions, and how many had what they expect among the first 1, 5, 10."""
    found = {language: [0, 0, 0, 0] for language in (*LANGUAGES, "all")}
    missed = []
    for q in queries:
        rows = d.execute(
            "SELECT id FROM mem_search('u', NULL, ?, 10, ?)", (q["query"], json.dumps(options))
        ).fetchall()
        ids = [row[0] for row in rows]
        place = min((ids.index(x) for x in q["expected"] if x in ids), default=99)
        for language in (q["lang"], "all"):
            found[language][0] += 1
            for i, most in enumerate((1, 5, 10), 1):
                found[language][i] += place < most
        if place >= 1:
            missed.append(f"{q['query']!r}: {'missing' if place == 99 else place + 1}, first {ids[:3]}")
    return found, missed


def main():
    tally = Tally()
    with open(SET, encoding="utf-8") as file:
        both = json.load(file)
    items, queries = both["items"], both["queries"]
    tally.check(len(items) == 200 and len(queries) == 60, f"{len(items)} items, {len(queries)} questions")
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        d = connect(os.path.join(directory, "search.db"))
        load(d, items)
        for mode, floors in FLOORS.items():
            # what stands for a model here gives lower cosines than models do
            found, missed = measure(d, queries, mode=mode, min_score=0.3 if mode == "keyword" else 0.1)
            print(f"{mode:8}  " + "recall@1   @5   @10")
            for language, (n, *hits) in found.items():
                print(f"  {language:6}  {n:4} " + "".join(f"{hit / n:6.2f}" for hit in hits))
            if "-v" in sys.argv:
                print("\n".join(f"    {line}" for line in missed))
            n, *hits = found["all"]
            for hit, floor, most in zip(hits, floors, (1, 5, 10)):
                tally.check(hit / n >= floor, f"{mode}: recall@{most} is {hit / n:.2f}, below {floor}")
        d.close()
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
