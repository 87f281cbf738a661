/* Lists: nodes whose elements are value nodes named by an ever-growing index. */
#ifndef ML_LIST_H
#define ML_LIST_H

#include "expire.h"

/* Appends a value, making the list if it is missing; *index is the element's. */
int ml_list_append(MlConn *c, const MlNodeId *list, MlText json, i64 *index, MlErr *e);

/* Removes the first or last element; its JSON into out, *found 0 if there is no list or no element. */
int ml_list_pop(MlConn *c, const MlNodeId *list, int first, MlBuf *out, int *found, MlErr *e);

/* Removes the elements of these indexes, in rising order, that are there. */
int ml_list_drop(MlConn *c, const MlNodeId *list, const i64 *index, i64 n, MlErr *e);

/* The list's own row, for those who read: *found 0 if it is missing or hidden. What is no list is an error, unless
** it is hidden. */
int ml_list_find(MlConn *c, const MlNodeId *list, MlNow *now, MlListRow *row, int *found, MlErr *e);

/* A look at a list. An error if something else than a list is there; *found 0 if nothing is. */
int ml_list_length(MlConn *c, const MlNodeId *list, i64 *n, int *found, MlErr *e);

/* The newest n elements, oldest first: calls each for every one, with the time when it expires; the element's id and
** json (of a large value its place holder) borrow until it returns. */
typedef int (*MlListEach)(void *arg, const MlNodeId *element, MlText json, i64 expires, MlErr *e);
int ml_list_recent(MlConn *c, const MlNodeId *list, i64 n, MlNow *now, MlListEach each, void *arg, MlErr *e);

#endif
