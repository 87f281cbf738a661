/*
** What the rows of lists say of their elements, where a rule of memlog_retain asks for it: how many there are, and how
** many bytes. Whoever adds or takes elements by way of the list's row says so himself (MlRecording.counted); for
** everybody else the row is put right here.
*/
#ifndef ML_COUNTS_H
#define ML_COUNTS_H

#include "cell_row.h"
#include "conn.h"

void ml_counts_open(MlConn *c);

/* A value at the path was replaced, or put anew, or went. */
typedef enum MlCountsWhat { ML_COUNTS_REPLACED, ML_COUNTS_PUT, ML_COUNTS_GONE } MlCountsWhat;
int ml_counts_changed(MlConn *c, MlText key, MlScope scope, MlText path, MlCountsWhat what, MlErr *e);

/* The node at the path went, with all under it (path '': the whole scope), and so does what is known of its reads. */
int ml_counts_removed(MlConn *c, MlText key, MlScope scope, MlText path, int is_value, MlErr *e);

/* Writes the list's row where it stands; nothing else of the list changes. */
int ml_counts_put(MlConn *c, MlText key, MlScope scope, MlText list, const MlListRow *row, MlErr *e);

#endif
