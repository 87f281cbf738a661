#!/bin/sh
# The extension shows its entry point and nothing else: jansson inside it must never meet the host's own.
# Usage: check_exports.sh build/memlog.so
set -eu

shown=$(nm -D --defined-only "$1" | sed 's/.* //')
if [ "$shown" != sqlite3_memlog_init ]; then
  echo "$1: exports must be sqlite3_memlog_init alone, not:"
  echo "$shown"
  exit 1
fi
