/*
** A line of an event log, as mem_export writes it or as Flink Agents does (flat, or in the older shape with a member
** "event"): read, checked as far as the line alone tells, and taken apart. What no member of ours stands for is kept
** in rest.
*/
#ifndef ML_LINE_H
#define ML_LINE_H

#include "../base/err.h"
#include "../base/uuid.h"
#include "event.h"
#include "state.h"

/* The type of a line that has a key's whole state, and no event. */
#define ML_LINE_STATE "_memory_state"

/* … and of one that says which row the others start behind. */
#define ML_LINE_START "_memory_start"

typedef struct MlLine {
  u8 own;   /* memlog wrote it; else all numbers below are 0, as is quiet */
  u8 state; /* it has a state: that of the row named id */
  u8 live;  /* … which is memory as it stands, in a gap that is open */
  u8 start; /* the rows up to the one named start_id are not among the lines; a state: that of then */
  MlUuid start_id;
  i64 rows;               /* … so many */
  i64 gap[ML_SCOPES];     /* a state of then: where the gaps began that were open */
  i64 begun, begin_place; /* … and the run */
  MlUuid id;
  i64 time;    /* microseconds */
  MlKind kind; /* its own only where memlog wrote the line, or Flink Agents has the same */
  MlText type; /* of a host's event */
  MlText key;  /* p NULL: the line does not say whose it is */
  MlChange change, sensory;
  MlText before;
  u8 has_upstream;
  MlUuid upstream;
  MlText action; /* p NULL: none */
  i64 seq, run, step, cause;
  u8 quiet, has_txn, has_digest;
  u8 follows; /* the key has rows before it */
  u8 erased;  /* the key was forgotten: nothing else is told of the row */
  MlUuid txn, digest;
  MlText input, output, outcome, meta; /* p NULL: none */
  MlText items;                        /* versions of items that began there: an array; p NULL: that is not said */
  MlText rest;                         /* members that are not known, as a JSON map; p NULL: none */
  MlBuf text, words[4], value, removed, rests; /* what the above borrows */
} MlLine;

/* Zero-initialise it; ml_line_free in any case. Errors name the member and say why. */
int ml_line_read(MlText json, MlLine *l, MlErr *e);
void ml_line_free(MlLine *l);

#endif
