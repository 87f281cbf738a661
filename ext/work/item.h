/* Long-term memory: adding items, giving them new versions, reading and removing them. */
#ifndef ML_WORK_ITEM_H
#define ML_WORK_ITEM_H

#include "../data/given.h"
#include "../store/item.h"
#include "told.h"
#include "version.h"

/* Adds an item of the content, or finds the one that has it: *id is its id then, and the event says so. The id
** given may be {NULL,0}: one is made. An error if it is another item's. Inside a write transaction, as all that
** follow. */
int ml_items_add(MlConn *c, const MlGiven *given, MlBuf *id, MlErr *e);

/* The item with the id given gets a new version, or is added. What is not given of it stays as it was. Nothing is
** stored where all is as it was; the event tells of it all the same. */
int ml_items_put(MlConn *c, const MlGiven *given, MlErr *e);

/* The same, but what is given waits to be admitted, whatever the options say (where they say so, what is added and put
** waits, too). With an id it is put, else added. *record: that waits, or has the content already. */
int ml_items_propose(MlConn *c, const MlGiven *given, MlUuid *record, MlErr *e);

/* Removes an item; id {NULL,0}: the whole set. how NULL: nothing is said. *n were there. */
int ml_items_remove(MlConn *c, MlText key, MlText set, MlText id, const MlRemoval *how, i64 *n, MlErr *e);

/* What has expired of a key's items goes; *n went. */
int ml_items_expire(MlConn *c, MlText key, i64 *n, MlErr *e);

/* The whole content (JSON) of an item that has not expired, into out; *found 0: there is none. Recorded, if gets are.
 */
int ml_items_get(MlConn *c, MlText key, MlText set, MlText id, MlBuf *out, int *found, MlErr *e);

#endif
