/* An operation on the items of a key: how versions come to stand, and go, within it. For those who change items. */
#ifndef ML_ITEM_JOB_H
#define ML_ITEM_JOB_H

#include "bar.h"
#include "embed.h"
#include "origin.h"
#include "record.h"
#include "told.h"

typedef struct MlItemJob {
  MlConn *c;
  MlErr *e;
  MlText key, set;
  i64 now;               /* microseconds */
  i64 due;               /* so many had expired, and went */
  MlBuf path;            /* of the item at hand */
  MlEmbedding embedding; /* of the content at hand */
  MlOperation op;
  MlTelling expired; /* what is told of them */
  MlOrigin own;      /* what is given of the origin of the content at hand … */
  MlOrigin *origin;  /* … or that of who makes the items */
  MlBar bar;         /* what is said of the content at hand */
  MlNodeId all;      /* long-term memory of the key */
  u8 proposes;       /* what is given only waits to be admitted */
  MlUuid record;     /* that was given a version, or found to have it already … */
  i64 version;       /* … this one */
} MlItemJob;

/* Begins; then ml_item_job_end must follow, whatever happens. proposes is as the option long-term-memory.admission
** says. The job must not move. */
int ml_item_job_begin(MlItemJob *j, MlConn *c, MlText key, MlText set, MlErr *e);
int ml_item_job_end(MlItemJob *j, int rc);

/* Reads what the item is made of, asks the host for the vector of what is given, before anything is written (see
** ml_embed_make), then removes what has expired of the key. What waits to be admitted gets its vector when it is. */
int ml_item_job_embed(MlItemJob *j, const MlGiven *g, MlText id);
int ml_item_job_expire(MlItemJob *j);

/* The path of an item of the set, or (id {NULL,0}) of the set, is that at hand. */
int ml_item_job_path(MlItemJob *j, MlText id);

/* The content may be stored; its digest. */
int ml_item_job_check(MlItemJob *j, MlText content, MlUuid *digest);

/* A version stands no more. said: the event says that the item at hand was removed. Where nothing takes its place its
** vector goes, too (remove). */
int ml_item_job_end_version(MlItemJob *j, i64 number, int said);
int ml_item_job_remove_version(MlItemJob *j, i64 number, int said);

/* A version comes to stand, at the path at hand: a new one, or (x->number) one that is stored and stood not yet.
** content is its whole JSON. Its vector is that at hand, or that of the version whose place it takes (moved: its
** number; 0: it is another content). */
int ml_item_job_insert(MlItemJob *j, MlItem *x, MlText content, i64 moved);

/* Whether a version has a content. */
int ml_item_job_has(MlItemJob *j, i64 number, MlText content, int *same);

/* Nothing changes, but the event tells of the item. */
int ml_item_job_same(MlItemJob *j, const MlItem *x);

#endif
