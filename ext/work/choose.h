/* What the host takes of a search, and what it sends to a model of its own accord. */
#ifndef ML_CHOOSE_H
#define ML_CHOOSE_H

#include "claim.h"

/* The versions that the references name were taken of a retrieval: one that is there, by its id, or a search that was
** made elsewhere, told of as JSON, a map. *id is the retrieval's. */
int ml_choose_select(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e);

/* They stood in the context of one turn of a session (the name), in this order: a placement. */
int ml_choose_place(MlConn *c, const MlSaid *said, MlUuid *id, MlErr *e);

#endif
