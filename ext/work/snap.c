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
  i64 nodes, size, soonest;
  *due = 0;
  if (!rows_enough(h)) return SQLITE_OK;
  int rc = ml_cell_size(c, key, &size, &nodes, &soonest, e);
  if (!rc) *due = size_note(h, size + nodes * NODE_BYTES);
  return rc;
}

int ml_snap_state(MlConn *c, MlText key, MlScope scope, MlSnapState *x, MlErr *e) {
  MlTree t;
  MlNodeId all = {key, scope, {"", 0}};
  ml_tree_open(&t);
  int rc = ml_cell_load(c, &all, &t, e);
  if (!rc) {
    rc = ml_state_write(&t, &x->b[0], &x->b[1], &x->b[2], &x->b[3]);
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

MlChange ml_snap_change(const MlSnapState *x) {
  return (MlChange){column_view(&x->b[0]), column_view(&x->b[1]), column_view(&x->b[2]), column_view(&x->b[3])};
}

static i64 state_bytes(const MlSnapState *x) { return x->b[0].n + x->b[1].n + x->b[2].n + x->b[3].n; }

void ml_snap_free(MlSnapState *x) {
  for (int i = 0; i < ML_SNAP_COLUMNS; i++) ml_buf_free(&x->b[i]);
}

/* The whole state of a key. */
typedef struct State {
  MlSnapState of[ML_SCOPES];
} State;

static int state_read(MlConn *c, MlText key, State *x, i64 *size, MlErr *e) {
  int rc = SQLITE_OK;
  *size = 0;
  for (int i = 0; i < ML_SCOPES && !rc; i++) {
    rc = ml_snap_state(c, key, (MlScope)i, &x->of[i], e);
    *size += state_bytes(&x->of[i]);
  }
  return rc;
}

static void state_free(State *x) {
  for (int i = 0; i < ML_SCOPES; i++) ml_snap_free(&x->of[i]);
}

static int snapshot_put(MlConn *c, MlText key, const State *x, MlHead *h, MlErr *e) {
  MlSnapshot s = {.place = h->last};
  for (int i = 0; i < ML_SCOPES; i++) s.state[i] = ml_snap_change(&x->of[i]);
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
