/*
** The ends of edges, as functions of lineage are given them: references (see subject.h), one or a list, each of which
** must be of a kind that the function takes.
*/
#ifndef ML_THINGS_H
#define ML_THINGS_H

#include "subject.h"

#define ML_THINGS_MAX 10000 /* references in one call */

/* What a thing is; the kinds that are taken are added up. */
#define ML_A_RECORD         0x001u /* a version of one */
#define ML_A_SOURCE         0x002u
#define ML_A_DECISION       0x004u
#define ML_A_TRANSFORMATION 0x008u
#define ML_A_RETRIEVAL      0x010u
#define ML_A_PLACEMENT      0x020u
#define ML_A_CLAIM          0x040u
#define ML_AN_ACTION        0x080u
#define ML_AN_EFFECT        0x100u
#define ML_A_CHANGE         0x200u
#define ML_A_PROOF          0x400u
#define ML_AN_EVENT         0x800u
#define ML_AN_ENTITY        0x7feu /* whichever */

typedef struct MlThing {
  unsigned what;
  MlUuid id;
  i64 version; /* of a record: the one that was said, else the one that stands, else its newest */
  i64 number;  /* … its row of memlog_item */
} MlThing;

typedef struct MlThings {
  MlThing *a; /* owned */
  i64 n, cap;
  MlBuf key; /* whose memory the first is whose key is known; empty: none is */
} MlThings;

/* Adds one, or all of a list (a JSON array; {NULL,0}: none). An error names what is not there, and what it may not be.
** ml_things_free must follow, after errors, too. Inside a write transaction, in an operation. */
int ml_things_add(MlConn *c, const char *who, MlText given, unsigned may, MlThings *t, MlErr *e);
int ml_things_read(MlConn *c, const char *who, MlText references, unsigned may, MlThings *t, MlErr *e);
void ml_things_free(MlThings *t);

/* Of an entity of a type; 0: there is no such type. */
unsigned ml_things_of_type(MlText type);

/* "a record, a claim or an event", at the end of out. */
void ml_things_name(unsigned what, MlBuf *out);

#endif
