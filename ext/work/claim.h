/*
** What only the host knows of the use of memory: where a record is known from, what an answer claims, what was done,
** and what came of it; and what it made of records itself.
*/
#ifndef ML_CLAIM_H
#define ML_CLAIM_H

#include "../store/conn.h"

/* What a function was given. Texts borrow; {NULL,0}: not given. */
typedef struct MlSaid {
  const char *who;   /* the function's name */
  MlText name;       /* what it is about: an artifact, a text, the name of an effect … */
  MlText references; /* as users name things, one or a JSON array of them */
  MlText options;    /* canonical JSON */
} MlSaid;

/* Each makes one entity, *id, with its edges; where one reference is wrong, nothing. Inside a write transaction. */
int ml_claim_source(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e);
int ml_claim_claim(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e);
int ml_claim_effect(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e);

/* The version that name refers to was made of what the references do. */
int ml_claim_derive(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e);

#endif
