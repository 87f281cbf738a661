"""What the laws share: arguments, and connections."""

import argparse
import os
import random
import sqlite3

SO = os.path.abspath(os.environ.get("MEMLOG_SO", "build/memlog.so"))


def arguments(about, **amounts):
    """--seed, --long and amounts: each by name, with its value in short and in long runs. What is found in the
    environment (LAWS_SEED, LAWS_LONG) counts where no argument is given."""
    parser = argparse.ArgumentParser(description=about.strip().splitlines()[0])
    parser.add_argument("--seed", type=int, default=int(os.environ.get("LAWS_SEED") or random.randrange(10**9)))
    parser.add_argument("--long", action="store_true", default=bool(os.environ.get("LAWS_LONG")))
    parser.add_argument("--keep-going", action="store_true", help="after a failure, too")
    for name, (short, long) in amounts.items():
        parser.add_argument(f"--{name}", type=int, help=f"how many ({short}, with --long {long})")
    options = parser.parse_args()
    for name, either in amounts.items():
        if getattr(options, name) is None:
            setattr(options, name, either[options.long])
    return options


def connect(path, journal="wal", timeout=0.0):
    """A connection with memlog. Power does not fail here, so nothing waits for the disk."""
    db = sqlite3.connect(path, isolation_level=None, timeout=timeout)
    db.execute("PRAGMA synchronous = OFF")
    if db.execute("PRAGMA journal_mode").fetchone()[0] != journal:
        db.execute(f"PRAGMA journal_mode = {journal}")
    db.enable_load_extension(True)
    db.load_extension(SO)
    db.enable_load_extension(False)
    return db
