#!/bin/sh
# Writes the C source of what sql_text.h declares for the SQL files given, in the order given: those in a directory views
# are packs, the one in a directory index is the index.
# The texts are arrays of characters: a string literal may only be so long, and bytes need no escaping this way.
set -eu
export LC_ALL=C

echo '/* Generated from sql/ by ext/schema/sql_text.sh: edit the SQL files instead. */'
echo '#include "schema/sql_text.h"'

files='' packs='' index=''
n=0 count=0
for file in "$@"; do
  printf '\n/* %s */\nstatic const char text_%d[] = {\n' "${file##*/}" "$n"
  od -An -v -to1 -w24 "$file" | sed "s/ \([0-7]\{3\}\)/'\\\\\1',/g"
  echo '0};'
  case $file in
  */views/*)
    name=${file##*/}
    packs="$packs  {\"${name%.sql}\", text_$n},
"
    ;;
  */index/*)
    index=text_$n
    ;;
  *)
    version=$(sed -n '1s/^-- Since version \([0-9]*\)\.$/\1/p' "$file")
    files="$files  {\"${file##*/}\", ${version:-1}, text_$n},
"
    count=$((count + 1))
    ;;
  esac
  n=$((n + 1))
done

printf '\nconst MlSqlFile ml_sql_files[] = {\n%s  {0, 0, 0},\n};\n' "$files"
printf 'const int ml_sql_file_count = %d;\n' "$count"
printf '\nconst MlSqlPack ml_sql_packs[] = {\n%s  {0, 0},\n};\n' "$packs"
printf '\nconst char *const ml_sql_index = %s;\n' "$index"
