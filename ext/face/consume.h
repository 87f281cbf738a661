/* The tables mem_consume (the next events of a consumer) and mem_consumer (who reads the log how far). */
#ifndef ML_FACE_CONSUME_H
#define ML_FACE_CONSUME_H

#include "../store/conn.h"

int ml_consume_register(MlConn *c);
int ml_consumers_register(MlConn *c);

/* The name of a consumer: text, not empty, valid UTF-8 without NUL, of bounded length. who names the function or
** table. */
int ml_consume_name(const char *who, sqlite3_value *v, MlText *name, MlErr *e);

#endif
