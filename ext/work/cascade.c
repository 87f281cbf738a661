#include "cascade.h"

#include "../store/deletion.h"
#include "item.h"

#include <string.h>

/* The version of a record that stands, copied into b. */
static int standing_find(MlConn *c, const MlUuid *record, MlItem *x, MlBuf *b, int *found, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_item_find_standing(c, record, x, &st, found, e);
  if (!rc && *found && ml_item_copy(x, b)) rc = ml_err_nomem(e);
  int rc2 = ml_item_done(c, st, e);
  return rc ? rc : rc2;
}

/* It may have expired by now; what waits to be admitted, or is in quarantine, is left to be reviewed. */
static int derived_remove(MlConn *c, const MlUuid *record, const MlRemoval *how, i64 *n, MlErr *e) {
  MlBuf copy = ml_conn_scratch(c);
  MlRemoval own = {.reason = how->reason, .root = how->root};
  MlItem x;
  i64 went = 0;
  int found;
  int rc = standing_find(c, record, &x, &copy, &found, e);
  if (!rc && found) rc = ml_items_remove(c, x.key, x.set, x.id, &own, &went, e);
  *n += went;
  ml_conn_give(c, &copy);
  return rc;
}

static int root_follow(MlConn *c, const MlGone *gone, const MlRemoval *how, i64 *n, MlErr *e) {
  MlBuf derived = ml_conn_scratch(c);
  MlRemoval own = *how;
  own.root = &gone->deletion;
  int rc = ml_deletion_derived(c, &gone->record, &derived, e);
  for (i64 at = 0; at < derived.n && !rc; at += (i64)sizeof(MlUuid)) {
    MlUuid record;
    memcpy(record.b, derived.p + at, sizeof(record.b));
    rc = derived_remove(c, &record, &own, n, e);
  }
  ml_conn_give(c, &derived);
  return rc;
}

int ml_cascade_remove(MlConn *c, MlText key, MlText set, MlText id, const MlRemoval *how, i64 *n, MlErr *e) {
  MlBuf gone = ml_conn_scratch(c);
  MlRemoval own = *how;
  i64 changes = sqlite3_total_changes64(c->db);
  if (how->cascade) own.gone = &gone;
  int rc = ml_items_remove(c, key, set, id, &own, n, e);
  for (i64 at = 0; at < gone.n && !rc; at += (i64)sizeof(MlGone)) {
    MlGone root;
    memcpy(&root, gone.p + at, sizeof(root));
    rc = root_follow(c, &root, how, n, e);
  }
  /* All of it or nothing: that one of several operations failed after others had changed rows. */
  if (how->cascade) ml_conn_break_changed(c, changes, rc);
  ml_conn_give(c, &gone);
  return rc;
}
