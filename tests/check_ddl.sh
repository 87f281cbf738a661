#!/bin/sh
# CREATE, ALTER and DROP of tables, triggers, views and indexes stand in sql/ only, where they can be read and run as
# they are. In the strings of ext/ two forms make nothing stored and are allowed:
#   CREATE TABLE x(            how a virtual table declares its columns (the name is always x)
#   CREATE VIRTUAL TABLE temp. what a message or the help tells people to write
# Usage: check_ddl.sh [checkout]
set -eu
export LC_ALL=C
cd "${1:-.}"

# shellcheck disable=SC2016  # the dollars are awk's
find ext -name '*.[ch]' | sort | xargs -r awk '
  FNR == 1 { comment = 0 }
  {
    rest = $0; strings = ""
    while (rest != "") {
      if (comment) {
        if (!(at = index(rest, "*/"))) break
        rest = substr(rest, at + 2); comment = 0
      }
      # Whichever comes first: a string, a character, or the beginning of a comment.
      if (!match(rest, /"([^"\\]|\\.)*"|\x27([^\x27\\]|\\.)*\x27|\/\*|\/\//)) break
      token = substr(rest, RSTART, RLENGTH)
      rest = substr(rest, RSTART + RLENGTH)
      if (token == "//") break
      if (token == "/*") comment = 1
      else if (token ~ /^"/) strings = strings " " token
    }
    strings = toupper(strings)
    gsub(/CREATE TABLE X\(/, "", strings)
    gsub(/CREATE VIRTUAL TABLE TEMP\./, "", strings)
    if (match(strings, /(CREATE|ALTER|DROP)[ \t]+((TEMP|TEMPORARY|UNIQUE|VIRTUAL)[ \t]+)*(TABLE|TRIGGER|VIEW|INDEX)/)) {
      printf "%s:%d: %s stands in ext/; DDL belongs in sql/\n", FILENAME, FNR, substr(strings, RSTART, RLENGTH)
      bad = 1
    }
  }
  END { exit bad }
'
