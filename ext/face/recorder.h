/* The recorder's virtual tables: memlog_txn, which takes part in transactions, and memlog_pin, which owns the kept
** statements. */
#ifndef ML_RECORDER_H
#define ML_RECORDER_H

#include "../store/conn.h"

/* Registers both and connects the pin, so that its disconnection, which comes before sqlite3_close looks for
** unfinalized statements, can finalize ours. */
int ml_recorder_register(MlConn *c);

/* Connects the pin: at load, and again after a sqlite3_close that SQLite refused because the host had statements
** open. */
int ml_recorder_pin(MlConn *c);

/* 1 if that failed because a table or view of the file has the pin's name. */
int ml_recorder_taken(MlConn *c);

#endif
