/* Reading memory as it stands. The reads that count as such (see the header of each) are recorded if their switch
** is on. */
#ifndef ML_READ_H
#define ML_READ_H

#include "../store/cell.h"

/* The node as JSON into out (nested for objects and lists), its type into *type; ML_MISSING puts nothing.
** Recorded: the value, or the leaves of an object or list. */
int ml_read_node(MlConn *c, const MlNodeId *id, MlBuf *out, MlType *type, MlErr *e);

/* Only the type. Not a read. */
int ml_read_type(MlConn *c, const MlNodeId *id, MlType *type, MlErr *e);

/* A JSON map of the direct fields, a nested object or list as its reference. Of a value "{}". *found 0 if the node
** is missing. Recorded: the values. */
int ml_read_fields(MlConn *c, const MlNodeId *id, MlBuf *out, int *found, MlErr *e);

/* A JSON array of their names, in byte order (a list's: in index order). Of a value "[]". Not a read. */
int ml_read_names(MlConn *c, const MlNodeId *id, MlBuf *out, int *found, MlErr *e);

/* The newest n elements of a list as a JSON array. Recorded. */
int ml_read_recent(MlConn *c, const MlNodeId *list, i64 n, MlBuf *out, MlErr *e);

/* All values of a scope, path → value. Not a read. */
int ml_read_snapshot(MlConn *c, MlText key, MlScope scope, MlBuf *out, MlErr *e);

#endif
