/*
** Where lineage leads in the log.
**
** edge        from          to                   backward
** caused_by   event         event                that it reacts to
** part_of     event         action               the transaction that it is of
** in_run      event         run
** read        action        event, retrieval     what the action read; and where reads made no events, that
** tells_of    event         record version       that began or ended there, or was read
** written_by  path          event                that wrote what stands there
**
** Forward, an event leads to the events that it caused and to the versions that began there; what the walk meets
** that is no event leads to no event: so nothing but the question about an event reads the log forward.
*/
#ifndef ML_WALK_LOG_H
#define ML_WALK_LOG_H

#include "trail.h"

/* The row of the log at a position, as a thing. */
int ml_walk_event(MlConn *c, i64 seq, MlMet *x, MlErr *e);

/* Meets what an event, an action or a path leads to, edges that are stored aside. */
int ml_walk_log_open(MlTrail *t, i64 i, MlErr *e);

#endif
