/*
** Recording: each memory operation stands between ml_record_begin and ml_record_end; the rows it changes come
** back through the triggers of memlog_cell (ml_record_row) and become records.
*/
#ifndef ML_RECORD_H
#define ML_RECORD_H

#include "../data/fold.h"
#include "../store/cell.h"
#include "append.h"

typedef struct MlOperation {
  MlRecording outer; /* of the operation within which this one runs (a listener, a trigger) */
  MlPlace from;      /* its records begin here */
  i64 changes;       /* rows changed before it … */
  i64 whole;         /* … and when what it had done till then was whole in itself; 0: that was never */
  const MlNodeId *id;
} MlOperation;

/* Before the first row changes: makes the tables, finds out how the operation is recorded, lets open readers keep
** what they have left, cleans what has expired of this scope of the key. Then ml_record_end must follow, whatever
** happens. */
int ml_record_begin(MlConn *c, const MlNodeId *id, MlOperation *op, MlErr *e);

/* The same for an operation that only dates nodes (ml_record_date): it makes no event, and cleans nothing. now is its
** clock, in milliseconds; 0: to be read. */
int ml_record_begin_dating(MlConn *c, const MlNodeId *id, i64 now, MlOperation *op, MlErr *e);

/* The same for an operation on long-term memory, of which it cleans nothing. */
int ml_record_begin_items(MlConn *c, const MlNodeId *id, MlOperation *op, MlErr *e);

/* An error: a trigger on a stored table other than the log's cannot do this, because it runs in the midst of an
** operation or an emission; nor can a function of the host's that memlog calls. */
int ml_record_refuse_storing(const MlConn *c, const char *what, MlErr *e);

/* What the operation has done till now stays, and is told, though what follows is refused. */
void ml_record_whole(MlConn *c, MlOperation *op);

/* rc: how the operation went. A quiet change gets its row of the log now; an operation that failed after it changed
** rows, but for those that are whole in themselves, bars the transaction from COMMIT. Returns rc, or the error
** met here. */
int ml_record_end(MlConn *c, MlOperation *op, int rc, MlErr *e);

/* Open cursors over live memory keep what they have left: called before the first row changes. */
int ml_record_keep_readers(MlConn *c, MlErr *e);

/* The node and all under it went, by the operation's own wish: what it leaves empty counts as written now. */
int ml_record_removed(MlConn *c, const MlNodeId *id, MlErr *e);
/* The same if something else is put in its place at once, or all above it goes that may. */
int ml_record_gone(MlConn *c, const MlNodeId *id, MlErr *e);

/* The node expires at another time (0: never) than it did. */
int ml_record_date(MlConn *c, const MlNodeId *id, i64 expires, MlErr *e);

/* An operation of its own, outside of others: what has expired of a scope of a key goes, recorded; *n nodes. Cheap
** where nothing expires. Inside a write transaction. */
int ml_record_clean(MlConn *c, MlText key, MlScope scope, i64 *n, MlErr *e);

/* Why the operation that is running changes memory: a member of its event's meta data (see data/note.h). */
int ml_record_note(MlConn *c, MlText name, MlText json, MlErr *e);

/* A value was returned to a reader; only if reads of its scope make events. */
int ml_record_read(MlConn *c, const MlNodeId *id, MlText json, MlErr *e);
/* 1 if reads of the scope are recorded now; if what makes events of a kind is. */
int ml_record_wants_reads(MlConn *c, MlScope scope);
int ml_record_wants(MlConn *c, MlKind kind);

/* Long-term memory was searched; only if searches make events. query: a JSON string. results: an array of
** {"set","id","value","score"}. us: how long it took. */
int ml_record_searched(MlConn *c, MlText key, MlText query, MlText results, i64 us, MlErr *e);

/* It could not be searched; only if searches make events. code: of the error. */
int ml_record_search_failed(MlConn *c, MlText key, int code, MlErr *e);

/* Inside an operation on long-term memory (its id has the scope ML_LONG_TERM, and no path). An item, path set and
** id, has a content: by the version with the number, which came to stand, or it had it already (0). */
int ml_record_item(MlConn *c, MlText path, MlText json, i64 number, MlErr *e);
/* An item was removed; path {NULL,0}: its version with the number stands no more, and what does is told of besides. */
int ml_record_item_gone(MlConn *c, MlText path, i64 number, MlErr *e);
/* All of a set was removed, n items, whose versions were told of. */
int ml_record_set_gone(MlConn *c, MlText path, i64 n, MlErr *e);

/* An MlAppendHook over an array of drafts, one for each entry that it has become: the versions they speak of are told
** of its row. */
int ml_record_tell(MlConn *c, MlEntry *a, int n, void *drafts, MlErr *e);

/* memlog_record(scope, path, kind, value), called by the triggers of memlog_cell; kind NULL: the row went, and the
** last is its key. */
int ml_record_row(MlConn *c, sqlite3_value **arg, MlErr *e);
/* memlog_guard(table), called by the triggers of the other tables. */
int ml_record_guard(MlConn *c, MlText table, MlErr *e);

#endif
