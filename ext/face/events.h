/* The tables mem_event (the event log) and mem_journal (events and quiet rows together). */
#ifndef ML_EVENTS_H
#define ML_EVENTS_H

#include "../store/conn.h"

int ml_events_register(MlConn *c);

#endif
