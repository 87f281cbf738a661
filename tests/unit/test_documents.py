#!/usr/bin/python3
"""What is there is named in the documents, and what they name is there: files, tests, links."""

import re
import sys
from pathlib import Path

import cases

ROOT = Path(__file__).resolve().parent.parent.parent
TALLY = cases.Tally()


def text_of(document):
    return (ROOT / document).read_text(encoding="utf-8")


def section_of(document, title):
    return text_of(document).split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows_of(section):
    """What stands in backticks in the first cell of each row of its tables."""
    return [re.findall(r"`([^`]+)`", line.split("|")[1]) for line in section.splitlines() if line.startswith("| ")]


def told_apart(rows):
    """Files of ext by floor and name without ending: a name is on the floor of the one before it in its row."""
    names = []
    for row in rows:
        floor = ""
        for name in row:
            floor, name = name.split("/", 1) if "/" in name else (floor, name)
            names.append(f"{floor}/{re.sub('[.][ch]$', '', name)}")
    return names


def is_named(name, file):
    """name may end with … : all files that begin so."""
    return file.startswith(name[:-1]) if name.endswith("…") else file == name


def where_files_live(names, files):
    """What is wrong: files not named once, names of no file."""
    wrong = []
    for file in files:
        times = sum(is_named(name, file) for name in names)
        wrong += [] if times == 1 else [f"{file} is named {times} times"]
    return wrong + [f"{name} is no file" for name in names if not any(is_named(name, file) for file in files)]


def inside():
    trial = where_files_live(told_apart([["a/b", "c.h"], ["a/d…"], ["a/c", "x"]]), ["a/b", "a/c", "a/d1", "a/d2", "a/e"])
    TALLY.check(trial == ["a/c is named 2 times", "a/e is named 0 times", "a/x is no file"], "a trial", f"  got: {trial}")
    files = sorted({f"{file.parent.name}/{file.name.split('.')[0]}" for file in ROOT.glob("ext/*/*.*")})
    wrong = where_files_live(told_apart(rows_of(section_of("ext/README.md", "What lives where"))), files)
    TALLY.check(not wrong, "ext/README.md, What lives where", *(f"  {one}" for one in wrong))


def tests():
    text = text_of("tests/README.md")
    for file in sorted(ROOT.glob("tests/*/test_*")) + sorted(ROOT.glob("tests/fuzz/fuzz_*.c")):
        if file.parent.name != "unit":
            TALLY.check(f"`{file.name}`" in text, f"tests/README.md does not name {file.name}")
    for named in re.findall(r"`(test_\w+\.\w+)`", text):
        TALLY.check(any(ROOT.glob(f"tests/*/{named}")), f"tests/README.md names {named}, which is not there")


def faults():
    """A number that does not apply, it is said, stands in no test."""
    rows = section_of("tests/README.md", "Cases that do not apply (yet)").split("|---|---|")[1]
    listed = re.findall(r"AGT-\d+|SB\d+", rows)
    held = set()
    for file in ROOT.glob("tests/*/*"):
        if file.suffix in (".py", ".c", ".h", ".sql"):
            held |= set(re.findall(r"\b(?:AGT-\d+|SB\d+)\b", file.read_text(encoding="utf-8")))
    TALLY.check(len(held) > 50, "the tests name faults", f"  got: {len(held)}")
    both = sorted(one for one in listed if one in held or listed.count(one) > 1)
    TALLY.check(not both, f"listed as not applying, and held by a test or listed twice: {both}")


def examples():
    linked = set(re.findall(r"^\| \[([^]]+)\]\(\1\) \|", text_of("examples/README.md"), re.MULTILINE))
    there = {file.name for file in ROOT.glob("examples/*") if file.name != "README.md" and not file.name.startswith(".")}
    TALLY.check(linked == there, "examples/README.md", f"  not there: {linked - there}, not named: {there - linked}")


def anchors_of(document):
    shown = re.sub(r"(?ms)^```.*?^```$", "", text_of(document))
    titles = re.findall(r"(?m)^#+ (.+)$", shown)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links():
    for document in ("README.md", "ext/README.md", "sql/README.md", "tests/README.md", "examples/README.md"):
        wrong = []
        for target in re.findall(r"\]\(([^)\s]+)\)", text_of(document)):
            file, _, anchor = target.partition("#")
            if re.match(r"https?:", file):
                continue
            path = (ROOT / document).parent / file if file else ROOT / document
            if not path.exists() or (anchor and anchor not in anchors_of(path.resolve().relative_to(ROOT))):
                wrong.append(target)
        TALLY.check(not wrong, f"{document} links to what is not there: {wrong}")
    contents = text_of("sql/README.md").split("\n## ")[0]
    missing = sorted(anchor for anchor in anchors_of("sql/README.md") if f"(#{anchor})" not in contents)
    TALLY.check(missing == ["sql-reference"], "the contents of sql/README.md", f"  left out: {missing}")


def main():
    for part in (inside, tests, faults, examples, links):
        part()
    return TALLY.last_line()


if __name__ == "__main__":
    sys.exit(main())
