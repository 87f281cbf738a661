/* Kinds of log rows and scopes, as they are stored, named and ordered. */
#ifndef ML_EVENT_H
#define ML_EVENT_H

#include "../base/sqlite.h"

/* Long-term memory has no nodes: what is said of all scopes is said of the first ML_SCOPES. */
typedef enum MlScope { ML_SHORT_TERM, ML_SENSORY, ML_LONG_TERM } MlScope;
#define ML_SCOPES 2

/* Sets of scopes. */
#define ML_SCOPE_BIT(s) (1u << (s))
#define ML_BOTH_SCOPES  (ML_SCOPE_BIT(ML_SHORT_TERM) | ML_SCOPE_BIT(ML_SENSORY))

/* Where a node is. */
typedef struct MlNodeId {
  MlText key;
  MlScope scope;
  MlText path;
} MlNodeId;

/* "short_term", "sensory", "long_term"; and, of the first two, the letters that stand in memlog_cell. */
MlText ml_event_scope_name(MlScope s);
MlText ml_event_scope_code(MlScope s);
/* Which of the first two is so named, or so coded; -1 if none is. */
int ml_event_scope_named(MlText name);
int ml_event_scope_coded(MlText code);

/* memlog_event.kind: within one emission a key's events stand in this order. A host's own type is stored as
** text and comes last. Those of ours that came with version 2 of the schema are stored as text, too (from
** ML_KIND_NAMED on). Gaps and refreshes exist in memlog_quiet only. */
typedef enum MlKind {
  ML_KIND_HOST = 0,
  ML_KIND_SENSORY_WRITE = 1,
  ML_KIND_SHORT_TERM_WRITE,
  ML_KIND_SENSORY_READ,
  ML_KIND_SHORT_TERM_READ,
  ML_KIND_LONG_TERM_UPDATE,
  ML_KIND_LONG_TERM_GET,
  ML_KIND_LONG_TERM_SEARCH,
  ML_KIND_RUN_BEGIN,
  ML_KIND_RUN_END,
  ML_KIND_SENSORY_GAP,
  ML_KIND_SHORT_TERM_GAP,
  ML_KIND_SENSORY_REFRESH, /* nodes expire at another time than they did */
  ML_KIND_SHORT_TERM_REFRESH,
  ML_KIND_ERASED,      /* a key was forgotten */
  ML_KIND_REDACTED,    /* a value was taken out of the log */
  ML_KIND_SESSION_END, /* what was said in a session was judged */
  ML_KINDS
} MlKind;

#define ML_KIND_NAMED ML_KIND_SENSORY_REFRESH

/* "_short_term_write_event" …; NULL for ML_KIND_HOST and for numbers that mean nothing. */
const char *ml_event_type(int kind);
/* The kind of a type's name; ML_KIND_HOST for any other. */
MlKind ml_event_kind(MlText type);

/* 1 for the seven memory types: an action caused by one of them is quiet. */
int ml_event_is_memory(int kind);

/* Of long-term memory: updates, and gets. */
MlKind ml_event_write_kind(MlScope s);
MlKind ml_event_read_kind(MlScope s);
MlKind ml_event_gap_kind(MlScope s);
MlKind ml_event_refresh_kind(MlScope s);

/* A place in the log is a position in memlog_event, or a negated one in memlog_quiet. A damaged file may hold any
** number as either, and as a distance: what is made of it is then wrong, too, but defined. */
#define ML_POSITION_MAX (INT64_MAX / 2) /* none is as large */
static inline i64 ml_event_minus(i64 seq, i64 distance) { return (i64)((u64)seq - (u64)distance); }
static inline i64 ml_event_place(int quiet, i64 seq) { return quiet ? ml_event_minus(0, seq) : seq; }
static inline i64 ml_event_position(i64 place) {
  if (place >= 0) return place;
  return place == INT64_MIN ? INT64_MAX : -place;
}

#endif
