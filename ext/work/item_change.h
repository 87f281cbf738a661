/* New versions of records, from what is given of them: they come to stand, or, where the job proposes, wait. */
#ifndef ML_ITEM_CHANGE_H
#define ML_ITEM_CHANGE_H

#include "item_job.h"

/* A record that is not there yet, whose item has the id; the job has its record and version then, as below. */
int ml_item_change_add(MlItemJob *j, const MlGiven *g, const MlUuid *digest, MlText id, const MlUuid *record);

/* Another version of a record. What is not given of it stays as it is in base, one of its versions; stands: the number
** of the one that stands, which ends if the new one comes to stand; 0: none does. *changed 0: nothing would be new,
** and nothing is stored. base must not be borrowed. */
int ml_item_change_put(MlItemJob *j, const MlGiven *g, const MlUuid *digest, const MlItem *base, i64 stands,
                       int *changed);

#endif
