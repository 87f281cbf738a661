#include "snap.h"

#include "../store/cell.h"
#include "../store/snapshot.h"

/* A snapshot costs about the bytes of the state. Taken only once the rows since the last one weigh as much, snapshots
*at most double
** the log, and a rebuild reads no more than about twice the state. */
#define ROWS_MIN 16

int ml_snap_due(MlConn *c, MlText key, MlHead *h, int *due, MlErr *e) {
  i64 nodes;
  *due = 0;
  if (h->rows < ROWS_MIN || h->bytes < h->size) return SQLITE_OK;
  int rc = ml_cell_size(c, key, &h->size, &nodes, e);
  *due = !rc && h->bytes >= h->size;
  return rc;
}

int ml_snap_state(MlConn *c, MlText key, MlScope scope, MlBuf *value, MlBuf *removed, MlBuf *containers, MlErr *e) {
  MlTree t;
  MlNodeId all = {key, scope, {"", 0}};
  ml_tree_open(&t);
  int rc = ml_cell_load(c, &all, &t, e);
  if (!rc) {
    rc = ml_state_write(&t, value, removed, containers);
    if (rc) ml_err_set(e, rc, "memlog: snapshot: the state is too large to be written down");
  }
  ml_tree_free(&t);
  return rc;
}

void ml_snap_note(MlHead *h, i64 place) {
  h->snap = place < 0 ? -place : place;
  h->rows = h->bytes = 0;
  for (int i = 0; i < ML_SCOPES; i++) h->gap[i] = 0;
}

static MlText column_view(const MlBuf *b) { return b->n ? ml_buf_view(b) : (MlText){NULL, 0}; }

static int snapshot_take(MlConn *c, MlText key, MlHead *h, MlErr *e) {
  MlSnapshot s = {.place = h->last};
  MlBuf b[ML_SCOPES][3] = {0};
  int rc = SQLITE_OK;
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    rc = ml_snap_state(c, key, (MlScope)i, &b[i][0], &b[i][1], &b[i][2], e);
    s.state[i] = (MlChange){column_view(&b[i][0]), column_view(&b[i][1]), column_view(&b[i][2])};
  }
  MlChange *sensory = &s.state[ML_SENSORY];
  if (!sensory->containers.p && ml_text_same(sensory->value, ML_TEXT("{}"))) sensory->value.p = NULL;
  if (!rc) rc = ml_snapshot_insert(c, key, &s, e);
  if (!rc) ml_snap_note(h, h->last);
  for (int i = 0; i < ML_SCOPES; i++) {
    for (int k = 0; k < 3; k++) ml_buf_free(&b[i][k]);
  }
  return rc;
}

int ml_snap_key(MlConn *c, MlText key, unsigned closing, MlErr *e) {
  MlHead h;
  int found, due = 0;
  int rc = ml_head_load(c, key, &h, &found, e);
  if (rc || !found || !h.last) return rc;
  i64 size = h.size;
  for (int i = 0; i < ML_SCOPES; i++) {
    if ((closing & ML_SCOPE_BIT(i)) && h.gap[i]) due = 1;
  }
  if (!due) rc = ml_snap_due(c, key, &h, &due, e);
  if (!rc && due && h.snap != (h.last < 0 ? -h.last : h.last)) {
    rc = snapshot_take(c, key, &h, e);
    size = -1;
  }
  return !rc && size != h.size ? ml_head_save(c, key, &h, e) : rc;
}
