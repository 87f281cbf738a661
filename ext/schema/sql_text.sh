#!/bin/sh
# Writes the C source of ml_sql_files (see sql_text.h) for the SQL files given, in the order given.
# The texts are arrays of characters: a string literal may only be so long, and bytes need no escaping this way.
set -eu
export LC_ALL=C

echo '/* Generated from sql/ by ext/schema/sql_text.sh: edit the SQL files instead. */'
echo '#include "schema/sql_text.h"'

n=0
for file in "$@"; do
  printf '\n/* %s */\nstatic const char text_%d[] = {\n' "${file##*/}" "$n"
  od -An -v -to1 -w24 "$file" | sed "s/ \([0-7]\{3\}\)/'\\\\\1',/g"
  echo '0};'
  n=$((n + 1))
done

printf '\nconst MlSqlFile ml_sql_files[] = {\n'
n=0
for file in "$@"; do
  version=$(sed -n '1s/^-- Since version \([0-9]*\)\.$/\1/p' "$file")
  printf '  {"%s", %d, text_%d},\n' "${file##*/}" "${version:-1}" "$n"
  n=$((n + 1))
done
printf '  {0, 0, 0},\n};\nconst int ml_sql_file_count = %d;\n' "$n"
