/*
** Writing lineage: entities, and edges from what depends to what it depends on. All of it happens inside a write
** transaction, in an operation (ml_lineage_begin, or that of items), and is undone with it.
**
** relation        from              to
** decided_by      record version    decision         it was let in, or not
** based_on        decision          source, record   what the decision looks at
** stated_by       record version    source           who or what it is known from
** made_by         record version    transformation   of other versions …
** read            transformation    record version, source   … these
** derived_from    record version    record version   the same in one step; reason 'crosses_scope': another key or set
** corrects        record version    record version   of the same record: what it said before was wrong
** conflicts_with  record version    record version   both cannot be true
** repeats         record version    record           its content had been taken out
** selected        retrieval         record version   it was returned (rank, score)
** chosen          retrieval         record version   of what was returned the host took it (mem_select); reason: it was
**                                                    not what stood then
** left_out        retrieval         record version   it was a candidate; reason: why it was not returned
** conflicting     retrieval         record version   what a selected one conflicts with
** placed          placement         record version   in a context (rank: position); reason: truncated, compacted
** found_by        placement         retrieval
** refers_to       claim             record version, placement, claim
** used            action, effect    claim, record version, decision, action
** revises         effect            effect           the outcome is another than was said
** changes         change            record version   proposed, promoted, expired, deleted, …
** proves          proof             change           a deletion has reached something
** caused_by       entity            event            of the log
*/
#ifndef ML_LINEAGE_WORK_H
#define ML_LINEAGE_WORK_H

#include "record.h"
#include "subject.h"

/* An operation that writes lineage alone. Then ml_lineage_end must follow, whatever happens. */
typedef struct MlLineageOp {
  MlNodeId id;
  MlOperation op;
} MlLineageOp;
int ml_lineage_begin(MlConn *c, MlText key, MlLineageOp *op, MlErr *e);
int ml_lineage_end(MlConn *c, MlLineageOp *op, int rc, MlErr *e);

/* Puts an entity of a type, made now, by the action's actor; detail: canonical JSON, a map, or {NULL,0}. */
int ml_lineage_note(MlConn *c, const char *type, MlText key, MlText detail, MlUuid *id, MlErr *e);
/* The same by another actor; {NULL,0}: the action's. */
int ml_lineage_note_by(MlConn *c, const char *type, MlText key, MlText actor, MlText detail, MlUuid *id, MlErr *e);

/* Puts an edge. more may be NULL; of it rank, score, reason and detail are taken. */
typedef struct MlEnd {
  const MlUuid *id;
  i64 version;
} MlEnd;
int ml_lineage_link(MlConn *c, MlEnd from, const char *relation, MlEnd to, const MlEdge *more, MlErr *e);

/* The digest under which a content (JSON, whole) is barred: of a short text it is the same however it is spaced, cased
** and punctuated. */
int ml_lineage_digest(MlConn *c, MlText key, MlText content, MlUuid *digest, MlErr *e);

#endif
