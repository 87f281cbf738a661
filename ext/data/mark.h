/*
** What stands in the place of a value that was taken out of the log: {"redacted": "the reason"}. The space is what no
** value has, as memlog writes it, so that a mark cannot be taken for one.
*/
#ifndef ML_MARK_H
#define ML_MARK_H

#include "../base/buf.h"

/* Puts the mark at the end of out. */
void ml_mark_put(MlBuf *out, MlText reason);

/* 1 if the JSON text is a mark (or the damaged beginning of one). */
int ml_mark_is(MlText json);

#endif
