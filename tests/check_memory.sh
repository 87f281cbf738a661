#!/bin/sh
# Runs a test under valgrind, as one check: the test comes to its end and neither reads nor writes what it must not, nor
# leaks: a C program anything; Python, which never frees all it holds, anything that memlog has made. What the test itself
# finds does not count here: valgrind has 64 bits for SQLite's long doubles, and some reals come out differently.
# Usage: check_memory.sh PROGRAM [ARGUMENT...]
set -u
log=$(mktemp)
out=$(mktemp)
trap 'rm -f "$log" "$out"' EXIT

PYTHONMALLOC=malloc valgrind --quiet --log-file="$log" --leak-check=full --show-leak-kinds=definite,indirect,possible \
  --keep-debuginfo=yes --num-callers=40 "$@" > "$out" 2>&1

# Paragraphs of valgrind's, without the number of the process in front.
bad=$(sed 's/^==[0-9]*== \{0,1\}//' "$log" | awk -v RS= -v ORS='\n\n' -v python="$(case $1 in *python*) echo 1 ;; esac)" '
  / (is|are) (definitely|indirectly|possibly) lost / && python && !/memlog/ { next }
  { print }
')
if [ -z "$bad" ] && tail -n 1 "$out" | grep -qE '^[0-9]+ passed, [0-9]+ failed'; then
  echo '1 passed, 0 failed'
  exit 0
fi
tail -n 20 "$out"
echo "$bad"
echo '0 passed, 1 failed'
exit 1
