/* Changing memory. Every operation checks all it can before it changes the first row; an error changes nothing. */
#ifndef ML_WRITE_H
#define ML_WRITE_H

#include "../store/cell.h"

/* The node's path in these is never '' but for ml_write_remove. json is canonical. */

/* Writes a value; missing parents become objects. An error if the node is an object or a list, or a value stands
** above it. */
int ml_write_value(MlConn *c, const MlNodeId *id, MlText json, MlErr *e);

/* The same, but only if the value that stands there is the expected one (canonical JSON; {NULL,0}: there is no node at
** all). *done is 0, and nothing has changed, if it is not. */
int ml_write_value_if(MlConn *c, const MlNodeId *id, MlText expected, MlText json, int *done, MlErr *e);

/* Makes an object, or keeps the one there. On a value: an error unless overwrite. On a list: an error. */
int ml_write_object(MlConn *c, const MlNodeId *id, int overwrite, MlErr *e);

/* A JSON map as objects and leaves, in place of the object or value that is there; *leaves is their number. */
int ml_write_tree(MlConn *c, const MlNodeId *id, MlText map, i64 *leaves, MlErr *e);

/* Removes the node and all under it; *n is the number of nodes. */
int ml_write_remove(MlConn *c, const MlNodeId *id, i64 *n, MlErr *e);

/* Adds a number (canonical JSON of an integer or real) to the number there, a missing one counting as 0; the sum
** as JSON into out. */
int ml_write_add(MlConn *c, const MlNodeId *id, MlText number, MlBuf *out, MlErr *e);

/* Moves the node and all under it. *done is 0 if there is no such node. With replace, what a value's place holds
** already gives way if it is a value; else that is SQLITE_CONSTRAINT. */
int ml_write_move(MlConn *c, const MlNodeId *from, const MlNodeId *to, int replace, int *done, MlErr *e);

/* SQLITE_CONSTRAINT, with words, if the node exists (INSERT INTO mem). */
int ml_write_check_free(MlConn *c, const MlNodeId *id, MlErr *e);

/* Checks the size of a value's JSON against memory.max-value-bytes. */
int ml_write_check_size(MlConn *c, const MlNodeId *id, MlText json, MlErr *e);

/* Used by the lists: makes sure that a node can be made at id (its nearest ancestor is an object), then makes the
** parents. */
int ml_write_check_parents(MlConn *c, const MlNodeId *id, MlErr *e);
int ml_write_make_parents(MlConn *c, const MlNodeId *id, MlErr *e);

#endif
