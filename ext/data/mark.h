/*
** What stands in the place of a value that was taken out of the log: {"redacted": "the reason"}, or null for the
** reason. The space is what no value has, as memlog writes it, so that a mark cannot be taken for one.
*/
#ifndef ML_MARK_H
#define ML_MARK_H

#include "../base/buf.h"
#include "../base/err.h"

/* Puts the mark at the end of out. */
void ml_mark_put(MlBuf *out, MlText reason);

/* 1 if the JSON text is a mark (or the damaged beginning of one). */
int ml_mark_is(MlText json);

/* 1 if there is one in a text that memlog wrote: what a mark begins with stands nowhere else in JSON of ours. */
int ml_mark_in(MlText text);

/* Puts the text without the spaces in its marks at the end of out: what is canonical JSON then was whole before. */
void ml_mark_plain(MlText text, MlBuf *out);

/* Puts the mark that reads as this canonical JSON does at the end of out, and returns 1; 0 if there is none. */
int ml_mark_like(MlText json, MlBuf *out);

/* ml_json_read of what memlog wrote: marks stay marks. In a text that is otherwise not canonical they cannot be told
** from values, and are these. */
int ml_mark_read(MlText json, const char *what, MlBuf *out, MlErr *e);

#endif
