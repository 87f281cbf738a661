/*
** What mem_verify gathers: the faults it has found, and what the log says of each key, to be held against what its
** head and its memory say.
*/
#ifndef ML_FACTS_H
#define ML_FACTS_H

#include "../data/state.h"
#include "../store/check.h"
#include "../store/head.h"
#include "../store/log.h"
#include "../store/meta.h"

typedef enum MlFaultKind {
  ML_FAULT_SCHEMA,   /* a table, trigger, index or view of sql/ is missing or is not as it was made */
  ML_FAULT_META,     /* memlog_meta: the version of the schema, the root of the chain */
  ML_FAULT_CONFIG,   /* memlog_config: no such option, or a value it does not take */
  ML_FAULT_ORDER,    /* positions do not grow, or times fall */
  ML_FAULT_CHAIN,    /* a row is not the one whose id was given out, or one before it is missing */
  ML_FAULT_ROW,      /* what stands in a row of the log makes no sense */
  ML_FAULT_POINTER,  /* a row does not lead to the key's row before it */
  ML_FAULT_HEAD,     /* a key's head says otherwise than the log */
  ML_FAULT_CELL,     /* a row of memlog_cell makes no sense where it stands */
  ML_FAULT_STATE,    /* memory is not what the log says */
  ML_FAULT_SNAPSHOT, /* a snapshot is not what the log says */
  ML_FAULT_RUN,      /* memlog_run says otherwise than the log */
  ML_FAULT_CONSUMER, /* a row of memlog_consumer makes no sense */
  ML_FAULT_VALUE,    /* a large value is not what its digest says */
  ML_FAULT_TAIL,     /* the row whose id was saved is not there: the log was cut off before it, or is another one */
  ML_FAULT_PRUNED,   /* the row whose id was saved was pruned: whether the log went through it cannot be told */
  ML_FAULT_ITEM,     /* a version of an item makes no sense, or the log does not tell of it as it is */
  ML_FAULT_SESSION,  /* a row of memlog_session or memlog_judged makes no sense */
  ML_FAULT_LINEAGE,  /* a row of memlog_entity, memlog_edge or memlog_barred makes no sense */
  ML_FAULT_KINDS
} MlFaultKind;

/* Where it is. What does not apply is empty, or 0. */
typedef struct MlFaultAt {
  MlText key, path;
  i64 seq;
} MlFaultAt;

typedef struct MlFault {
  MlFaultKind kind;
  MlFaultAt at;
  MlText detail;
} MlFault;

/* So many faults of one kind are told; of more only the number. */
#define ML_FAULTS_SHOWN 1000

typedef struct MlFaults {
  MlFault *a; /* owned, each with its text in one piece of memory that begins at detail */
  i64 n, cap;
  i64 count[ML_FAULT_KINDS];
} MlFaults;

/* "schema", "chain" … */
const char *ml_facts_fault_name(MlFaultKind kind);
void ml_facts_faults_free(MlFaults *f);

/* What the log says of a key. */
typedef struct MlKeyFacts MlKeyFacts;
struct MlKeyFacts {
  MlKeyFacts *chain;
  MlText key;
  u8 pruned;           /* it had rows before the anchor: a snapshot there says what came of them */
  u8 seen;             /* it has rows behind the anchor */
  u8 run_told;         /* one of these says which run is open; before, only memlog_run does */
  u8 runs_told;        /* one of these carries the state: runs are counted from it */
  i64 first;           /* time of its first row */
  i64 last;            /* the place of its newest row */
  i64 events;          /* its rows in memlog_event */
  i64 snap;            /* the position of its newest snapshot */
  i64 rows, bytes;     /* its rows since then, and what they weigh */
  i64 run;             /* the open run */
  i64 runs;            /* begun since a begin carried the state */
  i64 gap[ML_SCOPES];  /* where the open gap began */
  u8 broken;           /* its rows cannot be followed: no state can be told from them */
  u8 lightened;        /* content was taken out of some of its rows: what they weighed is not known */
  u8 pending;          /* records of it have not become events yet: memory is ahead of the log */
  u8 torn;             /* its memory cannot be read whole */
  u8 done;             /* its rows were followed to the last */
  i64 waits;           /* the reading of the log in which it did not fit into memory */
  struct MlFold *fold; /* while they are being followed */
  u8 salted;           /* head was read, so that its salt is known */
  MlHead head;
  MlHolder *large; /* owned: its large values, by digest */
  i64 n_large, cap_large;
};

typedef struct MlFacts {
  MlConn *c;
  MlCheck check;
  MlFaults faults;
  MlAnchor anchor;
  u8 anchor_lost; /* there is one, but it cannot be read */
  MlKeyFacts **bucket;
  i64 n_key, n_bucket;
  u8 log_read;  /* the facts below are whole */
  u8 no_memory; /* a check could not be made: no fault may follow from it */
  MlBuf scratch, scratch2;
} MlFacts;

void ml_facts_open(MlFacts *f, MlConn *c);
/* The faults are the caller's. */
void ml_facts_close(MlFacts *f);

/* The facts of a key, all zero at first. NULL: out of memory. */
MlKeyFacts *ml_facts_key(MlFacts *f, MlText key);

/* Adds a fault. */
int ml_facts_fault(MlFacts *f, MlFaultKind kind, const MlFaultAt *at, MlErr *e, const char *format, ...);

/* An error that says what is wrong with the file becomes a fault; others (no memory, interrupted, busy, input and
** output) stay. Returns the code that is left. */
int ml_facts_excuse(MlFacts *f, MlFaultKind kind, const MlFaultAt *at, MlErr *e);

/* 1 if text is JSON as memlog writes it. */
int ml_facts_json(MlFacts *f, MlText text);
/* The same of a value, or the place holder of a large one; and of JSON that is made of such. */
int ml_facts_value(MlFacts *f, MlText text);
int ml_facts_values(MlFacts *f, MlText text);
/* What is wrong with the place holders in a text of a key, NULL if nothing is: all large values that it refers to are
** there (ml_verify_large_run has gathered them), with the length and type it says. */
const char *ml_facts_large(MlFacts *f, MlText key, MlText text);
/* 1 if it is a canonical path ('' is the root). */
int ml_facts_path(MlFacts *f, MlText path);
/* 1 if it is valid UTF-8 without NUL, and not empty. */
int ml_facts_key_text(MlText key);

/* What is wrong with the four columns of a write, NULL if nothing is. All are JSON as memlog writes it: value a
** map of paths, removed an array of them, containers a map of paths to "object" or "list", expires a time or a map of
** paths to times. */
const char *ml_facts_change(MlFacts *f, const MlChange *change);

#endif
