/*
** Who lets versions of records in, and takes them out again. What waits, was refused, or is in quarantine does not
** stand: nothing that reads what stands can return it.
*/
#ifndef ML_ADMISSION_H
#define ML_ADMISSION_H

#include "../data/given.h"
#include "lineage.h"

/* Texts borrow; {NULL,0}: not given. */
typedef struct MlDecision {
  const char *who; /* the function, for messages */
  MlText record;   /* a version of a record, as ml_subject_find takes it */
  MlText outcome;  /* 'admitted', 'denied', 'quarantined', 'released' */
  MlText policy, reviewer, reason, note;
  MlText source; /* JSON: what names a source or a record that it is based on, a string or a map */
  int keep;      /* what is denied keeps its text */
} MlDecision;

/* Decides of a version: admitted and released come to stand, and what stands is taken out by quarantined. *id: the
** decision. Inside a write transaction, as the next. */
int ml_admission_decide(MlConn *c, const MlDecision *d, MlUuid *id, MlErr *e);

/* A record that says something wrong gets another version, of the content and what else is given (by key, set and id of
** the record); of d reason and note are taken. It stands if the version does that it corrects, or did until that came
** into quarantine; else, and where what is added waits, it is proposed. *record: its id. */
int ml_admission_correct(MlConn *c, const MlDecision *d, MlGiven *given, MlUuid *record, MlErr *e);

#endif
