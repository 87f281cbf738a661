/* Reading what a model is sent, and, where that is asked for, writing in the same transaction that it is placed. */
#ifndef ML_PLACING_H
#define ML_PLACING_H

#include "context.h"

/* As ml_recall_run, ml_context_read and ml_window_read; what they are asked for in placing is done, and said there.
** Those who may not, or cannot, write read all the same. */
int ml_placing_recall(MlConn *c, MlRecallAsk *ask, MlRecall *r, MlErr *e);
int ml_placing_context(MlConn *c, MlContextAsk *ask, MlContext *x, MlErr *e);
int ml_placing_window(MlConn *c, const char *who, MlText session, MlWindowAsk *ask, MlWindow *w, MlErr *e);

#endif
