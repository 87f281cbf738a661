/* Vectors of items: what the host gives for one, and what its embedding function gives for a content. */
#ifndef ML_EMBED_H
#define ML_EMBED_H

#include "../data/given.h"
#include "../store/item.h"
#include "../store/vector.h"

/* A vector that is to be stored with a version. */
typedef struct MlEmbedding {
  MlBuf x; /* floats */
  int found;
} MlEmbedding;

/* Asks the embedding function, if one is named, for the vector of what is given, and checks that it fits those of the
** key. Not asked for content that stands already (in the item that is put; in any of the set, that is added: id
** {NULL,0}), or that is kept elsewhere. now in milliseconds. Nothing is written. The embedding is freed by
** the caller. */
int ml_embed_make(MlConn *c, const MlGiven *g, MlText id, i64 now, MlEmbedding *m, MlErr *e);

/* Stores it with a version that was just put. */
int ml_embed_store(MlConn *c, const MlEmbedding *m, MlText key, i64 number, MlErr *e);

/* Stores the host's vector for an item that can be seen, or takes it away (x NULL); *changed is 0 if it is as it was.
** Inside a write transaction. */
int ml_embed_put(MlConn *c, MlText key, MlText set, MlText id, const MlBuf *x, int *changed, MlErr *e);

/* The vector of an item that can be seen, as floats; *found is 0 if there is none. */
int ml_embed_get(MlConn *c, MlText key, MlText set, MlText id, MlBuf *x, int *found, MlErr *e);

#endif
