#!/usr/bin/python3
"""Runs the examples of documents: every sql, sh and python block does what the text around it says.

Each section (## or #) starts with an empty directory and a new database. In it, blocks run in order:
  ```sql      statements with expectations in comments, as in the cases (README.md); <!-- sql ... --> is one not shown
  ```sh       "$ command" lines ("> " continues one), each followed by what it prints; … stands for any text
  ```python   a program; what it prints is what stands after "# → " in it, line for line
Without expected output, a command or program need only succeed. A block in these languages, or in another one
that is not data, says "no-run" after the language if it cannot run; those are listed.

Usage: docs.py [--so PATH] FILE...
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import cases

RUN = {"sql": "sql", "sh": "sh", "bash": "sh", "console": "sh", "python": "python"}
DATA = ("", "text", "json", "csv", "ini", "diff", "mermaid")
TIMEOUT = 120


@dataclass
class Block:
    line: int  # of its first line of content
    section: int
    language: str
    no_run: bool
    text: str


def blocks(document):
    """The fenced blocks of a Markdown document, and its hidden <!-- sql --> blocks."""
    section, fence, block, found = 0, None, None, []
    for number, line in enumerate(document.splitlines(), 1):
        if block:
            if line.strip() == fence:
                found.append(block)
                block = None
            else:
                block.text += line + "\n"
        elif match := re.match(r" *(```+|~~~+) *([\w+-]*)(.*)$", line):
            fence = match[1]
            block = Block(number + 1, section, match[2].lower(), "no-run" in match[3].split(), "")
        elif line.strip() == "<!-- sql":
            fence = "-->"
            block = Block(number + 1, section, "sql", False, "")
        elif re.match(r"##? ", line):
            section += 1
    if block:
        raise cases.CaseError(block.line, "this block does not end")
    return found


def commands(block):
    """(line, command, expected output) for each "$ " line of a shell block."""
    found = []
    for number, line in enumerate(block.text.splitlines(), block.line):
        if line.startswith("$ "):
            found.append((number, line[2:] + "\n", ""))
        elif not found:
            raise cases.CaseError(number, "a shell block begins with '$ command', or says no-run")
        elif line.startswith("> ") and not found[-1][2]:
            found[-1] = (found[-1][0], found[-1][1] + line[2:] + "\n", "")
        else:
            found[-1] = (*found[-1][:2], found[-1][2] + line + "\n")
    if not found:
        raise cases.CaseError(block.line, "an empty shell block")
    return found


class Section:
    """One directory with one database, in which the blocks of a section run."""

    def __init__(self, name, so, tally):
        self.name, self.tally = name, tally
        self.directory = tempfile.TemporaryDirectory(prefix="memlog-")
        # Readers stand in the checkout when they type what the text shows.
        root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        os.symlink(os.path.dirname(so), os.path.join(self.directory.name, "build"))
        for shown in ("examples", "sql"):
            os.symlink(os.path.join(root, shown), os.path.join(self.directory.name, shown))
        self.session = cases.Session(name, self.directory.name, so, "wal", tally)
        self.environment = os.environ | {"MEMLOG_SO": so, "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def run(self, block):
        getattr(self, "run_" + RUN[block.language])(block)

    def run_sql(self, block):
        for step in cases.parse(block.text, block.line):
            self.session.step(step)

    def run_sh(self, block):
        # One shell for the block, so that cd and variables last; marks with the status part what is printed.
        parts = commands(block)
        script = "".join(f"{command}printf '\\036%s\\036' \"$?\"\n" for _, command, _ in parts)
        said = self.program(["bash", "-c", script])[1].split("\x1e")
        said += ["", "not reached"] * len(parts)
        for (line, command, expected), got, status in zip(parts, said[0::2], said[1::2]):
            self.compare(line, command, expected, got, status)

    def run_python(self, block):
        status, text = self.program(["/usr/bin/python3", "-c", block.text])
        expected = "\n".join(re.findall(r"# → ?(.*)$", block.text, re.MULTILINE))
        self.compare(block.line, block.text, expected, text, str(status))

    def program(self, command):
        try:
            done = subprocess.run(
                command,
                cwd=self.directory.name,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=TIMEOUT,
                encoding="utf-8",
                errors="replace",
            )
            return done.returncode, done.stdout
        except subprocess.TimeoutExpired:
            return -1, f"not done after {TIMEOUT} seconds"

    def compare(self, line, command, expected, got, status):
        wanted, found = expected.rstrip().splitlines(), got.rstrip().splitlines()
        # … must not reach over lines, but a line of its own with nothing else stands for any number of them.
        pattern = r"\n".join(r"(?:.|\n)*" if one.strip() == "…" else as_pattern(one) for one in wanted)
        ok = re.fullmatch(pattern, "\n".join(one.rstrip() for one in found)) if wanted else status == "0"
        self.tally.check(
            ok,
            f"{self.name}:{line}: {command.splitlines()[0]}",
            *(cases.listing("expected", wanted) if wanted else [f"  expected: status 0, got {status}"]),
            *cases.listing("got", found),
        )

    def end(self, line):
        if self.session.open:
            self.session.end(line)
        self.directory.cleanup()


def as_pattern(line):
    return ".*".join(re.escape(part) for part in line.rstrip().split("…"))


def run_file(path, so, tally):
    """Returns how many blocks are not run because they say so."""
    with open(path, encoding="utf-8") as file:
        document = file.read()
    current, section, skipped = -1, None, 0
    try:
        for block in blocks(document):
            if block.no_run:
                skipped += 1
                print(f"skipped: {path}:{block.line - 1}: a block of {block.language} that says no-run")
                continue
            if block.language in DATA:
                continue
            if block.language not in RUN:
                raise cases.CaseError(block.line - 1, f"a block of {block.language} cannot run: say no-run")
            if block.section != current:
                if section:
                    section.end(block.line)
                current, section = block.section, Section(path, so, tally)
            section.run(block)
    except cases.CaseError as error:
        tally.check(False, f"{path}:{error.line}: {error}")
    if section:
        section.end(len(document.splitlines()))
    return skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--so", default=os.environ.get("MEMLOG_SO", "build/memlog.so"))
    parser.add_argument("file", nargs="+")
    options = parser.parse_args()
    tally, skipped = cases.Tally(), 0
    for path in options.file:
        skipped += run_file(path, os.path.abspath(options.so), tally)
    return tally.last_line(skipped)


if __name__ == "__main__":
    sys.exit(main())
