#include "erase.h"

#include "../data/event.h"
#include "../data/json.h"

/* clang-format off */
/* ---- the list: K stays, E is emptied, N becomes NULL, G goes with its row ---- */
#define META(K)     K(memlog_meta, name) K(memlog_meta, value)
#define CONFIG(K)   K(memlog_config, name) K(memlog_config, value) K(memlog_config, at)
#define CONSUMER(K) K(memlog_consumer, name) K(memlog_consumer, place) K(memlog_consumer, leased) \
                    K(memlog_consumer, holder) K(memlog_consumer, until)
#define CELL(G)     G(memlog_cell, key) G(memlog_cell, scope) G(memlog_cell, path) G(memlog_cell, kind) \
                    G(memlog_cell, value) G(memlog_cell, at) G(memlog_cell, expires)
#define LOG(t, K, E, N) \
  K(t, seq) K(t, skew) K(t, kind) E(t, key) N(t, value) N(t, removed) N(t, containers) N(t, before) K(t, run) \
  N(t, action) K(t, step) K(t, cause) N(t, meta) K(t, prev) K(t, chain) K(t, digest) N(t, expires)
#define SNAPSHOT(G) \
  G(memlog_snapshot, seq) G(memlog_snapshot, key) G(memlog_snapshot, quiet) G(memlog_snapshot, value) \
  G(memlog_snapshot, removed) G(memlog_snapshot, containers) G(memlog_snapshot, sensory_value) \
  G(memlog_snapshot, sensory_removed) G(memlog_snapshot, sensory_containers) G(memlog_snapshot, expires) \
  G(memlog_snapshot, sensory_expires) G(memlog_snapshot, gap) G(memlog_snapshot, sensory_gap)
#define RUN(K, E, N) \
  K(memlog_run, run) E(memlog_run, key) N(memlog_run, input) N(memlog_run, output) K(memlog_run, outcome) \
  K(memlog_run, begun) K(memlog_run, ended) K(memlog_run, begin_seq) K(memlog_run, end_seq)
#define TTL(G)      G(memlog_ttl, key) G(memlog_ttl, scope) G(memlog_ttl, path) G(memlog_ttl, ms)
#define RETAIN(G)   G(memlog_retain, key_glob) G(memlog_retain, scope) G(memlog_retain, path) G(memlog_retain, rule)
#define USED(G)     G(memlog_used, key) G(memlog_used, scope) G(memlog_used, path) G(memlog_used, at)
#define VALUE(G)    G(memlog_value, key) G(memlog_value, digest) G(memlog_value, json)
#define IMPORT(G)   G(memlog_import, seq) G(memlog_import, id)
#define ITEM(G) \
  G(memlog_item, number) G(memlog_item, key) G(memlog_item, set_name) G(memlog_item, id) G(memlog_item, record) \
  G(memlog_item, version) G(memlog_item, content) G(memlog_item, digest) G(memlog_item, metadata) \
  G(memlog_item, kind) G(memlog_item, category) G(memlog_item, importance) G(memlog_item, valid_from) \
  G(memlog_item, valid_to) G(memlog_item, expires) G(memlog_item, sensitivity) G(memlog_item, source) \
  G(memlog_item, location) G(memlog_item, creator) G(memlog_item, created) G(memlog_item, at) \
  G(memlog_item, begun) G(memlog_item, ended) G(memlog_item, admission) G(memlog_item, derived)
#define UNINDEXED(K) K(memlog_unindexed, number) K(memlog_unindexed, gone)
#define VECTOR(G)   G(memlog_vector, number) G(memlog_vector, key) G(memlog_vector, vector) G(memlog_vector, sketch)
#define SESSION(G) \
  G(memlog_session, session) G(memlog_session, user) G(memlog_session, agent) G(memlog_session, through) \
  G(memlog_session, ended) G(memlog_session, judge) G(memlog_session, error)
#define JUDGED(G)   G(memlog_judged, session) G(memlog_judged, digest) G(memlog_judged, at)
#define ENTITY(K, N) \
  K(memlog_entity, id) K(memlog_entity, type) N(memlog_entity, key) K(memlog_entity, at) N(memlog_entity, actor) \
  K(memlog_entity, txn) N(memlog_entity, detail)
#define EDGE(K, N) \
  K(memlog_edge, from_id) K(memlog_edge, from_version) K(memlog_edge, relation) K(memlog_edge, to_id) \
  K(memlog_edge, to_version) K(memlog_edge, at) K(memlog_edge, rank) K(memlog_edge, score) N(memlog_edge, reason) \
  N(memlog_edge, detail)
#define BARRED(K)   K(memlog_barred, digest) K(memlog_barred, how) K(memlog_barred, record) K(memlog_barred, at)

#define LIST_KEPT(t, c)    {#t, #c, ML_ERASE_KEPT},
#define LIST_EMPTIED(t, c) {#t, #c, ML_ERASE_EMPTIED},
#define LIST_NULLED(t, c)  {#t, #c, ML_ERASE_NULLED},
#define LIST_GONE(t, c)    {#t, #c, ML_ERASE_GONE},
const MlEraseColumn ml_erase_columns[] = {
  META(LIST_KEPT) CONFIG(LIST_KEPT) CONSUMER(LIST_KEPT) CELL(LIST_GONE)
  LOG(memlog_event, LIST_KEPT, LIST_EMPTIED, LIST_NULLED) LOG(memlog_quiet, LIST_KEPT, LIST_EMPTIED, LIST_NULLED)
  SNAPSHOT(LIST_GONE) RUN(LIST_KEPT, LIST_EMPTIED, LIST_NULLED) TTL(LIST_GONE) RETAIN(LIST_GONE) USED(LIST_GONE)
  VALUE(LIST_GONE) IMPORT(LIST_GONE) ITEM(LIST_GONE) UNINDEXED(LIST_KEPT) VECTOR(LIST_GONE) SESSION(LIST_GONE)
  JUDGED(LIST_GONE) ENTITY(LIST_KEPT, LIST_NULLED) EDGE(LIST_KEPT, LIST_NULLED) BARRED(LIST_GONE)
  {NULL, NULL, ML_ERASE_KEPT}};

/* ---- the statements ---- */
#define SET_KEPT(t, c)    ""
#define SET_EMPTIED(t, c) #c "='', "
#define SET_NULLED(t, c)  #c "=NULL, "
#define BLANK_ROW(t) "UPDATE main." #t " SET " LOG(t, SET_KEPT, SET_EMPTIED, SET_NULLED) "digest=?2 WHERE seq=?1"
#define OF_KEY(X, name, t) \
  X(LOOK_##name,  "SELECT * FROM main." t " WHERE key=?1") \
  X(ERASE_##name, "DELETE FROM main." t " WHERE key=?1")
/* A pattern that means just this key: its own characters, those that mean something in brackets. */
#define THE_KEY "key_glob=replace(replace(replace(?1, '[', '[[]'), '*', '[*]'), '?', '[?]')"
/* Edges from and to what is the key's. A reason that is a word of memlog's own tells nothing of it, and stays. */
#define OWN_REASON \
  "reason IN ('crosses_scope', 'truncated', 'compacted', 'superseded', 'expired', 'removed', 'quarantined', 'proposed'," \
  " 'denied', 'sensitive', 'not_valid', 'kind', 'category', 'importance', 'filter', 'min_score', 'relativity'," \
  " 'similar', 'per_set', 'preference_limit', 'limit')"
#define OF_KEY_IDS "(SELECT id FROM main.memlog_entity WHERE key=?1 UNION SELECT record FROM main.memlog_item WHERE key=?1)"
#define EDGES_OF_KEY \
  " WHERE (from_id IN " OF_KEY_IDS " OR to_id IN " OF_KEY_IDS ")" \
  " AND (detail IS NOT NULL OR (reason IS NOT NULL AND NOT " OWN_REASON "))"
/* … and sources that are nobody's, but all that is known from them is the key's. */
#define STATED(which) \
  " (SELECT 1 FROM main.memlog_edge INDEXED BY memlog_edge_to WHERE to_id=memlog_entity.id AND relation='stated_by'" \
  " AND from_id " which " (SELECT record FROM main.memlog_item WHERE key=?1))"
#define ENTITIES_OF_KEY \
  " WHERE key=?1 OR (key IS NULL AND type='source' AND EXISTS" STATED("IN") " AND NOT EXISTS" STATED("NOT IN") ")"
/* Of those whose versions were pruned lineage alone knows whose they were. */
#define BARRED_OF_KEY \
  " WHERE record IN (SELECT record FROM main.memlog_item WHERE key=?1" \
  " UNION SELECT e.to_id FROM main.memlog_entity AS n JOIN main.memlog_edge AS e ON e.from_id=n.id" \
  " WHERE n.key=?1 AND n.type='change' AND e.relation='changes')"
#define STATEMENTS(X) \
  X(BLANK_EVENT,    BLANK_ROW(memlog_event)) \
  X(BLANK_QUIET,    BLANK_ROW(memlog_quiet)) \
  X(LOOK_CELL,      "SELECT * FROM main.memlog_cell WHERE key=?1 AND scope=?2") \
  X(ERASE_CELL,     "DELETE FROM main.memlog_cell WHERE key=?1 AND scope=?2") \
  OF_KEY(X, SNAPSHOT, "memlog_snapshot") \
  X(LOOK_RUN,       "SELECT * FROM main.memlog_run WHERE key=?1") \
  X(ERASE_RUN,      "UPDATE main.memlog_run SET " RUN(SET_KEPT, SET_EMPTIED, SET_NULLED) "outcome=outcome" \
                    " WHERE key=?1") \
  OF_KEY(X, TTL,      "memlog_ttl") \
  X(LOOK_RETAIN,    "SELECT * FROM main.memlog_retain WHERE " THE_KEY) \
  X(ERASE_RETAIN,   "DELETE FROM main.memlog_retain WHERE " THE_KEY) \
  OF_KEY(X, USED,     "memlog_used") \
  OF_KEY(X, VALUE,    "memlog_value") \
  OF_KEY(X, ITEM,     "memlog_item") \
  OF_KEY(X, VECTOR,   "memlog_vector") \
  X(LOOK_SESSION,   "SELECT * FROM main.memlog_session WHERE session=?1") \
  X(ERASE_SESSION,  "DELETE FROM main.memlog_session WHERE session=?1") \
  X(LOOK_JUDGED,    "SELECT * FROM main.memlog_judged WHERE session=?1") \
  X(ERASE_JUDGED,   "DELETE FROM main.memlog_judged WHERE session=?1") \
  X(LOOK_EDGE,      "SELECT detail, CASE WHEN NOT " OWN_REASON " THEN reason END FROM main.memlog_edge" EDGES_OF_KEY) \
  X(ERASE_EDGE,     "UPDATE main.memlog_edge SET detail=NULL, reason=CASE WHEN " OWN_REASON " THEN reason END" \
                    EDGES_OF_KEY) \
  X(LOOK_ENTITY,    "SELECT key, actor, detail FROM main.memlog_entity" ENTITIES_OF_KEY) \
  X(ERASE_ENTITY,   "UPDATE main.memlog_entity SET " ENTITY(SET_KEPT, SET_NULLED) "txn=txn" ENTITIES_OF_KEY) \
  X(LOOK_BARRED,    "SELECT * FROM main.memlog_barred" BARRED_OF_KEY) \
  X(ERASE_BARRED,   "DELETE FROM main.memlog_barred" BARRED_OF_KEY) \
  X(LOOK_IMPORT,    "SELECT 1 FROM main.memlog_import WHERE seq=?1") \
  X(ERASE_IMPORT,   "DELETE FROM main.memlog_import WHERE seq=?1") \
  X(REWRITE_EVENT,  "UPDATE main.memlog_event SET value=?2, before=?3, meta=?4, digest=?5 WHERE seq=?1") \
  X(REWRITE_QUIET,  "UPDATE main.memlog_quiet SET value=?2, before=?3, meta=?4, digest=?5 WHERE seq=?1") \
  X(NEXT_SNAPSHOT,  "SELECT seq, value, sensory_value FROM main.memlog_snapshot WHERE key=?1 AND seq>?2" \
                    " ORDER BY seq LIMIT 1") \
  X(REWRITE_SNAPSHOT, "UPDATE main.memlog_snapshot SET value=?2, sensory_value=?3 WHERE seq=?1") \
  X(REWRITE_RUN,    "UPDATE main.memlog_run SET input=?2, output=?3 WHERE run=?1") \
  X(CELLS_HOLD,     "SELECT 1 FROM main.memlog_cell WHERE key=?1 AND scope<>'' AND instr(value, ?2) LIMIT 1")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

/* Statements come in pairs, the one that looks first. */
#define ERASE_AFTER(look) ((look) + 1)

const char *ml_erase_table_name(MlEraseTable t) {
  static const char *const name[] = {
      "memlog_cell",    "memlog_event",  "memlog_quiet",  "memlog_snapshot", "memlog_run",   "memlog_ttl",
      "memlog_retain",  "memlog_used",   "memlog_value",  "memlog_import",   "memlog_item",  "memlog_vector",
      "memlog_session", "memlog_judged", "memlog_entity", "memlog_edge",     "memlog_barred"};
  return name[t];
}

static i64 *permit_of(MlConn *c, MlEraseTable t) {
  MlPermit *p = &c->permit;
  i64 *const permit[] = {&p->removed, &p->event,  &p->quiet,  &p->snapshot, &p->run,   &p->ttl,
                         &p->retain,  &p->used,   &p->value,  &p->import,   &p->item,  &p->vector,
                         &p->session, &p->judged, &p->entity, &p->edge,     &p->barred};
  return permit[t];
}

void ml_erase_open(MlErase *x, MlConn *c, MlProbes *probes) {
  *x = (MlErase){.c = c, .probes = probes};
  ML_STMT_OPEN(&x->sql, c->db, statements);
  ml_erase_items_open(x);
}

void ml_erase_close(MlErase *x) {
  ml_stmt_close(&x->sql);
  ml_stmt_close(&x->item_sql);
}

static int erase_failed(MlErase *x, int rc, MlEraseTable t, MlErr *e) {
  char doing[40];
  return ml_err_db(e, x->c->db, rc, sqlite3_snprintf(sizeof(doing), doing, "erasing in %s", ml_erase_table_name(t)));
}

/* Of a head only the salt is the key's alone: positions and times are others', too. */
static void head_note(MlErase *x, MlText json) {
  MlJsonScan s;
  for (ml_json_open(&s, json); ml_json_next(&s);) {
    if (ml_json_type(s.value) == ML_STRING) ml_probe_json(x->probes, s.value);
  }
}

/* The columns of the row at hand. A short key tells something only together with what stands behind it in a row. */
static void row_note(MlErase *x, sqlite3_stmt *st, MlText key, int is_head) {
  MlText behind = {NULL, 0};
  for (int i = 0; i < sqlite3_column_count(st); i++) {
    if (sqlite3_column_type(st, i) != SQLITE_TEXT) continue;
    MlText text = ml_stmt_column(st, i);
    if (!behind.p && !ml_text_same(text, key)) behind = text;
    if (is_head) {
      head_note(x, text);
    } else {
      ml_probe_json(x->probes, text);
    }
  }
  ml_probe_pair(x->probes, key, behind);
}

/* Goes over what a statement that looks finds; *n rows. */
static int rows_note(MlErase *x, int look, MlEraseTable t, MlText key, MlText scope, i64 *n, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->sql, look, &st, e);
  *n = 0;
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  if (scope.p) ml_stmt_text(st, 2, scope);
  for (; sqlite3_step(st) == SQLITE_ROW; ++*n) row_note(x, st, key, scope.p && !scope.n);
  rc = ml_stmt_give(&x->sql, st);
  return rc ? erase_failed(x, rc, t, e) : SQLITE_OK;
}

int ml_erase_step(MlErase *x, MlStmtSet *set, sqlite3_stmt *st, MlEraseTable t, i64 n, MlErr *e) {
  MlConn *c = x->c;
  int cells = t == ML_ERASE_CELL;
  i64 *permit = permit_of(c, t), before = *permit;
  *permit = cells ? 0 : n;
  c->storing++;
  int rc = ml_stmt_finish(st);
  c->storing--;
  i64 taken = cells ? *permit : n - *permit, changed = rc == SQLITE_DONE ? sqlite3_changes64(c->db) : 0;
  *permit = before;
  int rc2 = ml_stmt_give(set, st);
  if (rc != SQLITE_DONE) return erase_failed(x, rc2 ? rc2 : rc, t, e);
  if (changed != n || taken != n) return ml_conn_no_triggers(e, ml_erase_table_name(t));
  x->n[t] += n;
  return SQLITE_OK;
}

static int erase_run(MlErase *x, sqlite3_stmt *st, MlEraseTable t, i64 n, MlErr *e) {
  return ml_erase_step(x, &x->sql, st, t, n, e);
}

static int table_erase(MlErase *x, int look, MlEraseTable t, MlText key, MlErr *e) {
  sqlite3_stmt *st;
  i64 n;
  int rc = rows_note(x, look, t, key, (MlText){NULL, 0}, &n, e);
  if (rc || !n) return rc;
  rc = ml_stmt_take(&x->sql, ERASE_AFTER(look), &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  return erase_run(x, st, t, n, e);
}

/* The head is the row whose scope is ''. */
static int cells_erase(MlErase *x, MlText key, MlText scope, MlErr *e) {
  MlConn *c = x->c;
  sqlite3_stmt *st;
  i64 n;
  int rc = rows_note(x, LOOK_CELL, ML_ERASE_CELL, key, scope, &n, e);
  if (rc || !n) return rc;
  rc = ml_stmt_take(&x->sql, ERASE_CELL, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  ml_stmt_text(st, 2, scope);
  MlPermit outer = c->permit;
  c->permit = (MlPermit){.key = key, .scope = scope, .remove = ML_TEXT("")};
  rc = erase_run(x, st, ML_ERASE_CELL, n, e);
  c->permit = outer;
  return rc;
}

static int import_erase(MlErase *x, i64 seq, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->sql, LOOK_IMPORT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, seq);
  int there = sqlite3_step(st) == SQLITE_ROW;
  rc = ml_stmt_give(&x->sql, st);
  if (rc) return erase_failed(x, rc, ML_ERASE_IMPORT, e);
  if (!there) return SQLITE_OK;
  rc = ml_stmt_take(&x->sql, ERASE_IMPORT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, seq);
  return erase_run(x, st, ML_ERASE_IMPORT, 1, e);
}

int ml_erase_row(MlErase *x, i64 place, const MlUuid *digest, MlErr *e) {
  sqlite3_stmt *st;
  int quiet = place < 0;
  i64 seq = ml_event_position(place);
  int rc = ml_stmt_take(&x->sql, quiet ? BLANK_QUIET : BLANK_EVENT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, seq);
  sqlite3_bind_blob(st, 2, digest->b, sizeof(digest->b), SQLITE_STATIC);
  rc = erase_run(x, st, quiet ? ML_ERASE_QUIET : ML_ERASE_EVENT, 1, e);
  return rc ? rc : import_erase(x, seq, e);
}

int ml_erase_barred(MlErase *x, MlText key, MlErr *e) {
  x->c->barred_known = 0;
  return table_erase(x, LOOK_BARRED, ML_ERASE_BARRED, key, e);
}

int ml_erase_key(MlErase *x, MlText key, MlErr *e) {
  static const MlText scope[] = {{"st", 2}, {"se", 2}, {"", 0}};
  static const struct {
    int look;
    MlEraseTable table;
  } list[] = {{LOOK_EDGE, ML_ERASE_EDGE},         {LOOK_ENTITY, ML_ERASE_ENTITY}, /* known by items */
              {LOOK_SNAPSHOT, ML_ERASE_SNAPSHOT}, {LOOK_RUN, ML_ERASE_RUN},       {LOOK_TTL, ML_ERASE_TTL},
              {LOOK_RETAIN, ML_ERASE_RETAIN},     {LOOK_USED, ML_ERASE_USED},     {LOOK_VALUE, ML_ERASE_VALUE},
              {LOOK_ITEM, ML_ERASE_ITEM},         {LOOK_VECTOR, ML_ERASE_VECTOR}, {LOOK_SESSION, ML_ERASE_SESSION},
              {LOOK_JUDGED, ML_ERASE_JUDGED}};
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sizeof(scope) / sizeof(*scope) && !rc; i++) rc = cells_erase(x, key, scope[i], e);
  for (size_t i = 0; i < sizeof(list) / sizeof(*list) && !rc; i++) {
    rc = table_erase(x, list[i].look, list[i].table, key, e);
  }
  if (!rc) rc = ml_erase_placements(x, key, e);
  return rc ? rc : ml_erase_names(x, key, e);
}

/* ---- content that stays, but not as it was ---- */

int ml_erase_rewrite_row(MlErase *x, const MlRow *r, const MlUuid *digest, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->sql, r->quiet ? REWRITE_QUIET : REWRITE_EVENT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, r->seq);
  ml_stmt_text(st, 2, r->value);
  ml_stmt_text(st, 3, r->before);
  ml_stmt_text(st, 4, r->meta);
  sqlite3_bind_blob(st, 5, digest->b, sizeof(digest->b), SQLITE_STATIC);
  return erase_run(x, st, r->quiet ? ML_ERASE_QUIET : ML_ERASE_EVENT, 1, e);
}

int ml_erase_next_snapshot(MlErase *x, MlText key, i64 *seq, MlText value[ML_SCOPES], sqlite3_stmt **st, MlErr *e) {
  i64 after = *seq;
  int rc = ml_stmt_take(&x->sql, NEXT_SNAPSHOT, st, e);
  if (rc) return rc;
  ml_stmt_text(*st, 1, key);
  sqlite3_bind_int64(*st, 2, after);
  *seq = sqlite3_step(*st) == SQLITE_ROW ? sqlite3_column_int64(*st, 0) : 0;
  if (*seq && *seq <= after) *seq = 0; /* the index does not lead to the rows */
  for (int i = 0; *seq && i < ML_SCOPES; i++) value[i] = ml_stmt_column(*st, 1 + i);
  if (*seq) return SQLITE_OK;
  rc = ml_erase_done(x, *st, e);
  *st = NULL;
  return rc;
}

int ml_erase_done(MlErase *x, sqlite3_stmt *st, MlErr *e) {
  int rc = ml_stmt_give(&x->sql, st);
  return rc ? ml_err_db(e, x->c->db, rc, "reading what is to be rewritten") : SQLITE_OK;
}

int ml_erase_rewrite_snapshot(MlErase *x, i64 seq, const MlText value[ML_SCOPES], MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->sql, REWRITE_SNAPSHOT, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, seq);
  for (int i = 0; i < ML_SCOPES; i++) ml_stmt_text(st, 2 + i, value[i]);
  return erase_run(x, st, ML_ERASE_SNAPSHOT, 1, e);
}

int ml_erase_rewrite_run(MlErase *x, i64 run, MlText input, MlText output, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->sql, REWRITE_RUN, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, run);
  ml_stmt_text(st, 2, input);
  ml_stmt_text(st, 3, output);
  return erase_run(x, st, ML_ERASE_RUN, 1, e);
}

int ml_erase_cells_hold(MlErase *x, MlText key, MlText text, int *yes, MlErr *e) {
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&x->sql, CELLS_HOLD, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, key);
  ml_stmt_text(st, 2, text);
  *yes = sqlite3_step(st) == SQLITE_ROW;
  rc = ml_erase_done(x, st, e);
  return rc || *yes ? rc : ml_erase_items_hold(x, key, text, yes, e);
}
