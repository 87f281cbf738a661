#include "placing.h"

#include "../store/meta.h"
#include "list.h"
#include "message.h"
#include "search.h"
#include "txn.h"

/* One read on its way. */
typedef struct Job {
  int (*read)(MlConn *c, struct Job *j, MlErr *e);
  int (*place)(MlConn *c, struct Job *j, MlErr *e);
  const char *who;
  MlText session;
  MlPlacing *placing;
  void *ask, *out;
  MlText user;      /* who is recalled, if anybody is … */
  const u8 *failed; /* … and whether the search for that ended in an error */
  u8 ran;
} Job;

/* What was read is recorded, too: both or neither. */
static int job_work(MlConn *c, void *arg, MlErr *e) {
  Job *j = arg;
  i64 changes = sqlite3_total_changes64(c->db);
  j->ran = 1;
  int rc = j->read(c, j, e);
  if (!rc) rc = j->place(c, j, e);
  return ml_conn_break_changed(c, changes, rc);
}

static int job_run(MlConn *c, Job *j, MlErr *e) {
  int rc = SQLITE_OK;
  if (j->placing->record && ml_txn_notes(c)) rc = ml_txn_note(c, job_work, j, e);
  /* That a search failed was noted in the transaction of both, which is gone if it was theirs alone. */
  if (rc && j->ran && j->failed && *j->failed && !c->in_txn) return ml_search_note_failure(c, j->user, rc, e);
  return rc || j->ran ? rc : j->read(c, j, e);
}

static int placement_put(MlConn *c, const Job *j, MlPlacement *p, MlErr *e) {
  MlPlacing *x = j->placing;
  p->who = j->who;
  p->session = j->session;
  p->turn = x->turn;
  int rc = SQLITE_OK;
  if (p->turn < 0 && p->session.p) rc = ml_placement_turn(c, p->session, &p->turn, e);
  if (!rc) rc = ml_placement_put(c, p, &x->id, e);
  x->done = rc == SQLITE_OK;
  return rc;
}

/* ---- what is recalled ---- */

static void recalled_take(const MlRecall *r, MlPlacement *p) {
  p->a = r->placed;
  p->n = r->n_placed;
  if (r->retrieved) p->retrieval = &r->retrieval;
}

static int recall_read(MlConn *c, Job *j, MlErr *e) { return ml_recall_run(c, j->ask, j->out, e); }

static int recall_place(MlConn *c, Job *j, MlErr *e) {
  MlPlacement p = {.user = ((MlRecallAsk *)j->ask)->user};
  recalled_take(j->out, &p);
  return placement_put(c, j, &p, e);
}

int ml_placing_recall(MlConn *c, MlRecallAsk *ask, MlRecall *r, MlErr *e) {
  Job j = {.read = recall_read, .place = recall_place, .who = ask->who, .placing = &ask->placing};
  if (ask->session.n) j.session = ml_buf_view(&ask->session);
  j.ask = ask;
  j.out = r;
  j.user = ask->user;
  j.failed = &r->failed;
  return job_run(c, &j, e);
}

/* ---- messages ---- */

/* Those that are not sent are known by their indexes: before through they are covered, from there on left out. */
static int messages_count(MlConn *c, MlText session, const MlWindow *w, MlPlacedMessages *m, MlErr *e) {
  int agent, found, there;
  MlNodeId list = ml_message_list(ml_message_session(session, &agent));
  i64 covered = 0;
  MlListRow row = {0};
  MlNow now = {0};
  *m = (MlPlacedMessages){.from = -1, .to = -1};
  for (i64 i = 0; i < w->n; i++) {
    i64 at = w->row[i]->position;
    if (w->row[i]->why || at < 0) continue;
    if (m->from < 0 || at < m->from) m->from = at;
    if (at > m->to) m->to = at;
    m->sent++;
    covered += at < w->through;
  }
  int rc = ml_meta_installed(c, &there, e);
  if (!rc && there) rc = ml_list_find(c, &list, &now, &row, &found, e);
  if (rc) return rc;
  i64 first = row.first > w->through ? row.first : w->through;
  m->compacted = w->through > covered ? w->through - covered : 0;
  m->truncated = row.next - first > m->sent - covered ? row.next - first - (m->sent - covered) : 0;
  return SQLITE_OK;
}

static int window_read(MlConn *c, Job *j, MlErr *e) { return ml_window_read(c, j->session, j->ask, j->out, e); }

static int window_place(MlConn *c, Job *j, MlErr *e) {
  MlPlacedMessages m;
  MlPlacement p = {.messages = &m};
  int rc = messages_count(c, j->session, j->out, &m, e);
  return rc ? rc : placement_put(c, j, &p, e);
}

int ml_placing_window(MlConn *c, const char *who, MlText session, MlWindowAsk *ask, MlWindow *w, MlErr *e) {
  Job j = {.read = window_read, .place = window_place, .who = who, .session = session, .placing = &ask->placing};
  j.ask = ask;
  j.out = w;
  return job_run(c, &j, e);
}

/* ---- both ---- */

static int context_read(MlConn *c, Job *j, MlErr *e) { return ml_context_read(c, j->ask, j->out, e); }

static int context_place(MlConn *c, Job *j, MlErr *e) {
  const MlContext *x = j->out;
  MlPlacedMessages m;
  MlPlacement p = {.messages = &m};
  int rc = messages_count(c, j->session, &x->window, &m, e);
  if (!x->left) recalled_take(&x->recall, &p);
  return rc ? rc : placement_put(c, j, &p, e);
}

int ml_placing_context(MlConn *c, MlContextAsk *ask, MlContext *x, MlErr *e) {
  Job j = {.read = context_read, .place = context_place, .who = ask->recall.who, .session = ask->session};
  j.placing = &ask->placing;
  j.ask = ask;
  j.out = x;
  j.user = ask->recall.user;
  j.failed = &x->recall.failed;
  return job_run(c, &j, e);
}
