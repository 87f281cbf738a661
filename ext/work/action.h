/* The action (transaction) as a whole: its name and cause, the host's own events, emission on request. */
#ifndef ML_ACTION_H
#define ML_ACTION_H

#include "../store/conn.h"

/* Names the action. cause: the id of the event it reacts to (only before the first memory operation), or NULL;
** meta: canonical JSON of a map, or NULL text. */
int ml_action_name(MlConn *c, MlText name, const MlUuid *cause, MlText meta, MlErr *e);

/* Who the host says is at work: the actor of the action's meta data, a text, into out. {NULL,0}: it does not say. */
MlText ml_action_actor(MlConn *c, MlBuf *out);

/* Adds a host's event, to be emitted with the rest. json is canonical. */
int ml_action_event(MlConn *c, MlText type, MlText key, MlText json, MlErr *e);

/* Emits what is pending; *n events. */
int ml_action_flush(MlConn *c, i64 *n, MlErr *e);

/* An error inside a listener, where what cannot be done. */
int ml_action_refuse_listener(const MlConn *c, const char *what, MlErr *e);

#endif
