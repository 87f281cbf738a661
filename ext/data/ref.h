/* References to nodes, as JSON: {"key":…,"scope":…,"path":…,"type":…}. */
#ifndef ML_REF_H
#define ML_REF_H

#include "event.h"
#include "json.h"

/* Puts a reference; type ML_MISSING leaves the type out. */
void ml_ref_put(MlBuf *out, MlText key, MlScope scope, MlText path, MlType type);

/* 1 if text looks like a reference: it begins as a JSON map with a member does, '{' and '"', which no path can. */
int ml_ref_is(MlText text);

/* Reads one: key and path (canonical) go into the buffers. Errors say what is missing or wrong in it. */
int ml_ref_read(MlText text, MlBuf *key, MlScope *scope, MlBuf *path, MlErr *e);

#endif
