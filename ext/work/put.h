/* Members of the lines that mem_export gives, beside those of data/json.h. Those that are NULL are left out. */
#ifndef ML_PUT_H
#define ML_PUT_H

#include "../data/state.h"
#include "../store/conn.h"

void ml_put_true(MlBuf *b, const char *name);
int ml_put_text(MlBuf *b, const char *name, MlText text, MlErr *e);
/* JSON that stands in the file, which is JSON only once that was looked at. */
int ml_put_json(MlBuf *b, const char *name, MlText json, MlErr *e);
/* Values of a key, the large ones in full. */
int ml_put_values(MlConn *c, MlText key, MlBuf *b, const char *name, MlText json, MlErr *e);
int ml_put_change(MlConn *c, MlText key, MlBuf *b, const MlChange *x, MlErr *e);

/* Begins a line: its time, and that it is not cut short. */
void ml_put_head(MlBuf *b, i64 us);

#endif
