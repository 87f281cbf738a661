/* All rows of a key in the log, for what must not overlook any. */
#ifndef ML_PLACES_H
#define ML_PLACES_H

#include "../store/log.h"

typedef struct MlPlaces {
  i64 *a; /* owned (sqlite3_free), newest first */
  i64 n, cap;
} MlPlaces;

/* From the newest (the head's last) on as the distances lead, down to where the log was pruned. Where they lead to no
** row of the key (it is damaged) all rows are looked at. Zero-initialise it; a is the caller's after an error, too. */
int ml_places_gather(MlConn *c, MlText key, i64 newest, MlPlaces *p, MlErr *e);

#endif
