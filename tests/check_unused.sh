#!/bin/sh
# What a file of ext/ shows to the others, another one uses, or a test does: all else is static, or gone.
# Usage: check_unused.sh build/so
set -eu
export LC_ALL=C

shown=$(mktemp)
used=$(mktemp)
trap 'rm -f "$shown" "$used"' EXIT
find "$1" -name '*.o' -exec nm --defined-only --extern-only {} + | awk '$3 ~ /^ml_/ { print $3 }' | sort -u > "$shown"
{
  find "$1" -name '*.o' -exec nm --undefined-only {} + | awk '$1 == "U" { print $2 }'
  grep -hoE '\bml_[a-z0-9_]+' tests/*/*.c
} | sort -u > "$used"
[ -s "$shown" ] || { echo "$1: there are no objects"; exit 1; }
unused=$(comm -23 "$shown" "$used")
[ -z "$unused" ] || { echo "used by no other file:"; echo "$unused"; exit 1; }
