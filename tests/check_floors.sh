#!/bin/sh
# The floors of ext/: a file includes lower floors, and of its own floor only what does not include it back
# (x.c and x.h count as one). Usage: check_floors.sh [checkout]
set -eu
export LC_ALL=C
cd "${1:-.}"

# shellcheck disable=SC2016  # the dollars are awk's
find ext -name '*.[ch]' | sort | xargs -r awk '
  BEGIN {
    n = split("base data schema store work face", name, " ")
    for (i = 1; i <= n; i++) floor["ext/" name[i]] = i - 1
    floor["ext"] = n
  }
  function report(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; bad = 1 }
  function dir(path) { sub(/\/[^\/]*$/, "", path); return path }
  function unit(path) { sub(/\.[ch]$/, "", path); return path }

  # "../base/buf.h" seen from ext/data is ext/base/buf.h; without "..", first from the file and then from ext.
  function resolve(from, what,   path) {
    path = from "/" what
    while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
    gsub(/\/\.\//, "/", path)
    if (!(dir(path) in floor) && ("ext/" dir(what)) in floor) path = "ext/" what
    return path
  }

  FNR == 1 { here = dir(FILENAME); if (!(here in floor)) report("is on no floor") }

  /^[ \t]*#[ \t]*include[ \t]*"/ && (here in floor) {
    split($0, part, "\"")
    path = resolve(here, part[2])
    if (!(dir(path) in floor)) report("includes \"" part[2] "\", which is on no floor")
    else if (floor[dir(path)] > floor[here])
      report("includes \"" part[2] "\" of floor " floor[dir(path)] ", from floor " floor[here])
    else if (dir(path) == here && unit(path) != unit(FILENAME)) edge[unit(FILENAME), unit(path)] = 1
  }

  # What is left after taking away, again and again, all that includes nothing or is included by nothing: the cycles.
  END {
    do {
      split("", from); split("", to); gone = 0
      for (e in edge) { split(e, u, SUBSEP); from[u[1]] = 1; to[u[2]] = 1 }
      for (e in edge) { split(e, u, SUBSEP); if (!(u[2] in from) || !(u[1] in to)) { delete edge[e]; gone = 1 } }
    } while (gone)
    for (e in edge) { split(e, u, SUBSEP); print u[1] ": includes " u[2] ".h in a circle" | "sort"; bad = 1 }
    close("sort")
    exit bad
  }
'
