#!/usr/bin/python3
"""Which lines of ext/ the tests have run, from what a build with --coverage left: a line of a file counts once,
however often it was compiled, and is covered if it ran in any of its forms.

Fails when a floor that must be covered is not. The last line has the floors; `missed` in the directory names every
line that never ran.   Usage: check_coverage.py build/coverage
"""

import gzip
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

FLOORS = ("base", "data", "schema", "store", "work", "face")
REQUIRED = {"store": 90, "work": 90}  # percent


def lines(built):
    """{file: {line: times it ran}}, for the sources of ext/."""
    counts = defaultdict(lambda: defaultdict(int))
    notes = [str(path.resolve()) for path in sorted(built.rglob("*.gcno"))]
    with tempfile.TemporaryDirectory() as directory:
        command = ["gcov", "--json-format", "--preserve-paths", "--hash-filenames", *notes]
        subprocess.run(command, cwd=directory, stdout=subprocess.DEVNULL, check=True)
        for path in Path(directory).glob("*.gz"):
            for source in json.loads(gzip.open(path).read())["files"]:
                if source["file"].startswith("ext/"):
                    for line in source["lines"]:
                        counts[source["file"]][line["line_number"]] += line["count"]
    return counts


def ranges(numbers, known):
    """[[first, last], …] of numbers; lines that hold no code do not break a range."""
    found, before = [], None
    for number in known:
        if number not in numbers:
            before = None
        elif before is None:
            found.append([number, number])
            before = number
        else:
            found[-1][1] = before = number
    return found


def report(counts):
    """(what each file has missed, as text; {floor: [lines run, lines]})."""
    missed, floors = [], {floor: [0, 0] for floor in FLOORS}
    for file, of_file in sorted(counts.items()):
        ran = sum(1 for count in of_file.values() if count)
        floor = file.split("/")[1]
        if floor in floors:
            floors[floor][0] += ran
            floors[floor][1] += len(of_file)
        never = {number for number, count in of_file.items() if not count}
        if never:
            spans = (f"{a}-{b}" if a != b else f"{a}" for a, b in ranges(never, sorted(of_file)))
            missed.append(f"{file}: {', '.join(spans)}\n")
    return missed, floors


def short_of(percent):
    return [floor for floor, least in REQUIRED.items() if percent[floor] < least]


def main():
    built = Path(sys.argv[1])
    missed, floors = report(lines(built))
    (built / "missed").write_text("".join(missed), encoding="utf-8")
    print(*missed, sep="", end="")
    percent = {floor: 100 * ran / known if known else 0.0 for floor, (ran, known) in floors.items()}
    short = short_of(percent)
    for floor in short:
        print(f"{floor}: {percent[floor]:.1f} % of its lines are covered, at least {REQUIRED[floor]} % must be")
    shown = ", ".join(f"{floor} {percent[floor]:.1f} %" for floor in FLOORS)
    print(f"lines covered: {shown}; the rest: {built}/missed")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
