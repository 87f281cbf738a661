/*
** Edges that hosts say. Each relation joins things of certain kinds only (see lineage.h); those that tell what memlog
** itself has decided or done cannot be said.
*/
#ifndef ML_EDGE_H
#define ML_EDGE_H

#include "lineage.h"
#include "things.h"

/* From one thing, as users name it, to another: *id is the first one's. options: canonical JSON, or {NULL,0}. An edge
** that is there already stays as it is. Inside a write transaction. */
int ml_edge_say(MlConn *c, MlText from, MlText relation, MlText to, MlText options, MlUuid *id, MlErr *e);

/* Edges from a thing to each of others. */
int ml_edge_all(MlConn *c, MlEnd from, const char *relation, const MlThings *to, MlErr *e);

/* 1 if the relation joins things of these kinds; -1: there is no such relation. */
int ml_edge_joins(MlText relation, unsigned from, unsigned to);

/* 1 if the text can be a reason: at most 64 of a-z, 0-9, '_', '.', '-'. */
int ml_edge_is_reason(MlText t);

#endif
