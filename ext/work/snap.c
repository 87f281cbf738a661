#include "snap.h"

#include "../store/cell.h"
#include "../store/snapshot.h"

/* A snapshot costs about the bytes of the state. Taken only once the rows since the last one weigh as much, snapshots
** at most double the log, and a rebuild reads no more than about twice the state. */
#define ROWS_MIN 16

/* What a node adds to a snapshot beside its path and value: quotes, colon, comma. */
#define NODE_BYTES 6

static int rows_enough(const MlHead *h) { return h->rows >= ROWS_MIN && h->bytes >= h->size; }

/* The rows weigh less than the state. It may grow as they do, and is not measured again until they are half as many
** again. */
static int size_note(MlHead *h, i64 size) {
  i64 later = h->bytes + h->bytes / 2;
  h->size = size > h->bytes && size < later ? later : size;
  return h->bytes >= size;
}

int ml_snap_due(MlConn *c, MlText key, MlHead *h, int *due, MlErr *e) {
  i64 nodes, size;
  *due = 0;
  if (!rows_enough(h)) return SQLITE_OK;
  int rc = ml_cell_size(c, key, &size, &nodes, e);
  if (!rc) *due = size_note(h, size + nodes * NODE_BYTES);
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
  h->snap = ml_event_position(place);
  h->rows = h->bytes = 0;
  for (int i = 0; i < ML_SCOPES; i++) h->gap[i] = 0;
}

static MlText column_view(const MlBuf *b) { return b->n ? ml_buf_view(b) : (MlText){NULL, 0}; }

/* The whole state of a key. */
typedef struct State {
  MlBuf b[ML_SCOPES][3];
} State;

static int state_read(MlConn *c, MlText key, State *x, i64 *size, MlErr *e) {
  int rc = SQLITE_OK;
  *size = 0;
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    rc = ml_snap_state(c, key, (MlScope)i, &x->b[i][0], &x->b[i][1], &x->b[i][2], e);
    for (int k = 0; k < 3; k++) *size += x->b[i][k].n;
  }
  return rc;
}

static void state_free(State *x) {
  for (int i = 0; i < ML_SCOPES; i++) {
    for (int k = 0; k < 3; k++) ml_buf_free(&x->b[i][k]);
  }
}

static int snapshot_put(MlConn *c, MlText key, const State *x, MlHead *h, MlErr *e) {
  MlSnapshot s = {.place = h->last};
  for (int i = 0; i < ML_SCOPES; i++) {
    s.state[i] = (MlChange){
        .value = column_view(&x->b[i][0]), .removed = column_view(&x->b[i][1]), .containers = column_view(&x->b[i][2])};
  }
  MlChange *sensory = &s.state[ML_SENSORY];
  if (!sensory->containers.p && ml_text_same(sensory->value, ML_TEXT("{}"))) sensory->value.p = NULL;
  int rc = ml_snapshot_insert(c, key, &s, e);
  if (!rc) ml_snap_note(h, h->last);
  return rc;
}

/* The state is read to be weighed: what is due is then ready to be written. */
static int snapshot_take(MlConn *c, MlText key, int closing, MlHead *h, MlErr *e) {
  State x = {0};
  i64 size;
  int rc = state_read(c, key, &x, &size, e);
  int heavy = !rc && size_note(h, size);
  if (!rc && (heavy || closing)) {
    rc = snapshot_put(c, key, &x, h, e);
    h->size = size;
  }
  state_free(&x);
  return rc ? rc : ml_head_save(c, key, h, e);
}

int ml_snap_key(MlConn *c, MlText key, const MlHead *known, unsigned closing, MlErr *e) {
  MlHead h;
  int found = known != NULL, needed = 0;
  int rc = SQLITE_OK;
  if (known) {
    h = *known;
  } else {
    rc = ml_head_load(c, key, &h, &found, e);
  }
  if (rc || !found || !h.last || h.snap == ml_event_position(h.last)) return rc;
  for (int i = 0; i < ML_SCOPES; i++) {
    if ((closing & ML_SCOPE_BIT(i)) && h.gap[i]) needed = 1;
  }
  return needed || rows_enough(&h) ? snapshot_take(c, key, needed, &h, e) : SQLITE_OK;
}
