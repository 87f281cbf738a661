/* The tables mem_event (the event log) and mem_journal (events and quiet rows together). */
#ifndef ML_EVENTS_H
#define ML_EVENTS_H

#include "../store/log.h"

/* A column of mem_event, by its number, of a row of the log: for tables that show the same columns. */
void ml_events_result(sqlite3_context *ctx, MlConn *c, const MlRow *r, int column);

int ml_events_register(MlConn *c);

#endif
