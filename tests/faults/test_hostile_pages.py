"""Files whose bytes are damaged: flipped bits, pages that are gone, swapped, doubled, cut off. Rows, or errors in
words; never a crash, always an end; and where SQLite's own check of a stored table finds fault, mem_verify does, too."""

import os
import random
import sys
import tempfile

from cases import Tally
from db import Db, SqlError
from hostile import LONG, SETTINGS, SO, Base, Damage, content, in_process, outcome, warm_up

SEED = int(os.environ.get("SEED", random.randrange(1 << 32)))
TABLES = (
    "memlog_meta",
    "memlog_config",
    "memlog_cell",
    "memlog_event",
    "memlog_quiet",
    "memlog_snapshot",
    "memlog_run",
)
PAGE = 4096


def flipped(data, draw):
    for _ in range(draw.choice([1, 1, 2, 5, 50])):
        data[draw.randrange(100, len(data))] ^= 1 << draw.randrange(8)


def page(data, draw, first=0):
    number = draw.randrange(first, len(data) // PAGE)
    return slice(number * PAGE, (number + 1) * PAGE)


def headers(data, draw):
    """The page header and the pointers behind it are what the tree hangs from."""
    for _ in range(draw.choice([1, 2, 4])):
        start = page(data, draw, 1).start
        data[start + draw.randrange(40)] = draw.randrange(256)


def zeroed(data, draw):
    data[page(data, draw, 1)] = bytes(PAGE)


def noise(data, draw):
    data[page(data, draw, 1)] = draw.randbytes(PAGE)


def swapped(data, draw):
    one, two = page(data, draw, 1), page(data, draw, 1)
    data[one], data[two] = data[two], data[one]


def doubled(data, draw):
    data[page(data, draw, 1)] = data[page(data, draw, 1)]


def cut(data, draw):
    del data[draw.randrange(PAGE, len(data)) :]


def schema_page(data, draw):
    for _ in range(draw.choice([1, 3])):
        data[draw.randrange(100, PAGE)] = draw.randrange(256)


def head_of_file(data, draw):
    data[draw.randrange(16, 100)] = draw.randrange(256)


KINDS = (flipped, flipped, headers, headers, zeroed, noise, swapped, doubled, cut, schema_page, head_of_file)


def damage_bytes(draw):
    kind, seed = draw.choice(KINDS), draw.randrange(1 << 32)

    def do(path):
        data = bytearray(content(path))
        kind(data, random.Random(seed))
        with open(path, "wb") as file:
            file.write(data)
        return 1

    return Damage(f"{kind.__name__} {seed}", do, [], "bytes", ("answers", "others"))


def told(path, pipe):
    """What SQLite says of the stored tables without memlog, and whether mem_verify says anything."""
    warm_up()
    said = []
    try:
        one = Db(path)
        for table in TABLES:
            rows, error = outcome(one, f"PRAGMA integrity_check({table})")
            said += [str(error)] if error else [row[0] for row in rows if row[0] != "ok"]
        one.close()
        one = Db(path, SO)
        rows, error = outcome(one, "SELECT count(*) FROM mem_verify")
        heard = bool(error or rows[0][0])
        one.close()
    except SqlError:
        heard = True
    os.write(pipe, (repr(said[:3]) if said and not heard else "").encode("utf-8", "replace"))


def main():
    draw, tally = random.Random(SEED), Tally()
    print(f"SEED={SEED}")
    with tempfile.TemporaryDirectory(prefix="memlog-") as directory:
        base = Base(directory, tally)
        for _ in range(2000 if LONG else 45):
            damage = damage_bytes(draw)
            base.case(damage, (draw.choice(list(SETTINGS)),))
            base.renew()
            damage.do(base.path)
            missed, ended = in_process(lambda progress, pipe: told(base.path, pipe), directory)
            tally.check(
                not missed and not ended, f"{damage.name}: mem_verify does not say {missed.decode()}", str(ended)
            )
    return tally.last_line()


if __name__ == "__main__":
    sys.exit(main())
