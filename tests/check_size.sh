#!/bin/sh
# Files in ext/ stay under 500 lines and functions under 60, signature and braces counted.
# Relies on our format: what stands at column 0 begins a definition, and a "}" at column 0 ends it.
# Usage: check_size.sh [checkout]
set -eu
export LC_ALL=C
cd "${1:-.}"

# shellcheck disable=SC2016  # the dollars are awk's
find ext -name '*.[ch]' | sort | xargs -r awk '
  function report(line, what) { printf "%s:%d: %s\n", file, line, what; bad = 1 }
  function end_file() { if (lines >= 500) report(lines, "a file of " lines " lines (under 500)") }

  FNR == 1 { if (NR > 1) end_file(); file = FILENAME; head = ""; inside = macro = comment = 0 }
  { lines = FNR }

  macro  { macro = /\\$/; next }
  /^#/   { macro = /\\$/; next }
  inside {
    if (/^}/) {
      n = FNR - start + 1
      if (inside == 2 && n >= 60) report(start, "a function of " n " lines (under 60)")
      inside = 0; head = ""
    }
    next
  }
  {
    text = $0
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", text)
    if (comment) { if (text !~ /\*\//) next; sub(/^.*\*\//, "", text); comment = 0 }
    if (text ~ /\/\*/) { comment = 1; sub(/\/\*.*/, "", text) }
    sub(/[ \t]+$/, "", text)
    if (text == "") next
    if (head == "") start = FNR
    head = head text
    if (text ~ /{$/) inside = (head ~ /\(/ && head !~ /=/) ? 2 : 1
    else if (text ~ /[;}]$/) head = ""
  }
  END { if (NR) end_file(); exit bad }
'
