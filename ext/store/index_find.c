#include "../data/words.h"
#include "../schema/install.h"
#include "index.h"
#include "index_score.h"
#include "large.h"

#include <string.h>

/* clang-format off */
#define WAITS " FROM main.memlog_unindexed AS u CROSS JOIN main.memlog_item AS i ON i.number=u.number" \
              " WHERE u.gone=0 AND i.key=?1 AND i.set_name=coalesce(?2, i.set_name) AND i.ended IS NULL"
#define STATEMENTS(X) \
  X(THERE,  "SELECT name, type, rootpage, sql FROM main.sqlite_schema WHERE name COLLATE NOCASE IN" \
             " ('memlog_item_text', 'memlog_item_text_data', 'memlog_item_text_idx', 'memlog_item_text_docsize'," \
             " 'memlog_item_text_config', 'memlog_item_text_content')") \
  X(PROBE,   "SELECT 1 FROM main.memlog_item_text WHERE memlog_item_text MATCH 'body : memlog' LIMIT 1") \
  X(FIND,   "SELECT rowid, memlog_score(memlog_item_text, ?2) FROM main.memlog_item_text" \
            " WHERE memlog_item_text MATCH ?1") \
  X(IS_OF,  "SELECT 1 FROM main.memlog_item WHERE number=?1 AND key=?2 AND set_name=coalesce(?3, set_name)" \
            " AND ended IS NULL") \
  X(WAITING, "SELECT i.number" WAITS) \
  X(ALL,    "SELECT number FROM main.memlog_item INDEXED BY memlog_item_id" \
            " WHERE key=?1 AND set_name=coalesce(?2, set_name) AND ended IS NULL") \
  X(STOOD,  "SELECT number FROM main.memlog_item INDEXED BY memlog_item_id" \
            " WHERE key=?1 AND ended IS NULL AND begun<=?2 UNION ALL" \
            " SELECT number FROM main.memlog_item INDEXED BY memlog_item_past" \
            " WHERE key=?1 AND ended IS NOT NULL AND begun<=?2 AND (ended=0 OR ended>?2)") \
  X(ADD,    "INSERT INTO main.memlog_item_text(rowid, body) VALUES(?1, ?2)")
/* clang-format on */

enum { STATEMENTS(ML_STMT_NAME) };
static const char *const statements[] = {STATEMENTS(ML_STMT_SQL)};

void ml_index_find_open(MlConn *c) { ML_STMT_OPEN(&c->find_sql, c->db, statements); }

/* ---- what is there ---- */

#define OF_FTS5 4 /* tables that it makes for one of ours */

/* Anything else under these names could run the file's code where it is read. */
static int tables_look(MlConn *c, MlIndexState *state, MlErr *e) {
  sqlite3_stmt *st;
  int index = 0, others = 0, wrong = 0;
  int rc = ml_stmt_take(&c->find_sql, THERE, &st, e);
  if (rc) return rc;
  while (sqlite3_step(st) == SQLITE_ROW) {
    MlText name = ml_stmt_column(st, 0);
    int is_index = ml_text_same(name, ML_TEXT("memlog_item_text"));
    index += is_index;
    others += !is_index;
    wrong |= !ml_text_same(ml_stmt_column(st, 1), ML_TEXT("table")) || is_index == (sqlite3_column_int64(st, 2) > 0);
    wrong |= is_index && !ml_text_same(ml_stmt_column(st, 3), ml_install_index_sql());
  }
  rc = ml_stmt_give(&c->find_sql, st);
  if (rc) return ml_err_db(e, c->db, rc, "reading the schema");
  *state = index ? ML_INDEX_READY : ML_INDEX_ABSENT;
  if (wrong || others != (index ? OF_FTS5 : 0)) *state = ML_INDEX_WRONG;
  return SQLITE_OK;
}

static int scorer_give(MlConn *c, MlErr *e) {
  int there;
  if (c->scorer) return SQLITE_OK;
  int rc = ml_score_register(c->db, &there, e);
  c->scorer = (u8)(!rc && there);
  return rc;
}

/* Whether it can be read at all. FTS5 keeps what is written to it until the transaction ends: to find only then that it
** is damaged would cost the transaction. */
static int index_probe(MlConn *c, MlIndexState *state, MlErr *e) {
  MlErr own = {0};
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->find_sql, PROBE, &st, &own);
  if (!rc) {
    sqlite3_step(st);
    rc = ml_stmt_give(&c->find_sql, st);
  }
  ml_err_clear(&own);
  if (ml_index_fault(rc)) {
    *state = ML_INDEX_DAMAGED;
  } else if (rc) {
    return ml_err_db(e, c->db, rc, "reading memlog_item_text");
  }
  return SQLITE_OK;
}

int ml_index_state(MlConn *c, MlIndexState *state, MlErr *e) {
  *state = ML_INDEX_READY;
  if (c->index_ready) return SQLITE_OK;
  int rc = tables_look(c, state, e);
  if (!rc) rc = scorer_give(c, e);
  if (!rc && !c->scorer) *state = ML_INDEX_NO_FTS5;
  if (!rc && *state == ML_INDEX_READY) rc = index_probe(c, state, e);
  c->index_ready = !rc && *state == ML_INDEX_READY;
  return rc;
}

int ml_index_state_held(MlConn *c, MlIndexState *state, MlErr *e) {
  int rc = ml_index_state(c, state, e);
  return rc || *state != ML_INDEX_NO_FTS5 ? rc : tables_look(c, state, e);
}

/* Of a virtual table, as it is: after SQLITE_CORRUPT SQLite lets the whole transaction write nothing more, and commits
** nothing of it, though the index alone is wrong and can be made anew. */
#define DAMAGED SQLITE_CORRUPT_VTAB

int ml_index_refuse(MlIndexState state, MlErr *e) {
  if (state == ML_INDEX_NO_FTS5) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: index: this SQLite has no FTS5, which searching for words needs");
  }
  if (state == ML_INDEX_DAMAGED) {
    return ml_err_set(e, DAMAGED,
                      "memlog: index: memlog_item_text is damaged: SELECT mem_item_reindex() makes it anew");
  }
  return ml_err_set(e, SQLITE_ERROR,
                    "memlog: index: memlog_item_text, or one of its tables, is not as memlog makes it: drop what has "
                    "the name, then SELECT mem_item_reindex() makes the index anew");
}

int ml_index_fault(int rc) {
  switch (rc & 0xff) {
  case SQLITE_ERROR:
  case SQLITE_CORRUPT:
  case SQLITE_CONSTRAINT:
  case SQLITE_MISMATCH:
  case SQLITE_AUTH:
    return 1;
  default:
    return 0;
  }
}

static int index_damaged(MlConn *c, int rc, MlErr *e) {
  if ((rc & 0xff) == SQLITE_CORRUPT) rc = DAMAGED;
  return ml_err_set(e, rc, "memlog: index: memlog_item_text is damaged (%s): SELECT mem_item_reindex() makes it anew",
                    sqlite3_errmsg(c->db));
}

/* ---- one search ---- */

typedef struct Find {
  MlConn *c;
  const MlIndexAsk *ask;
  MlIndexHits *hits;
  MlWords words;
  MlScore score;
  sqlite3 *side; /* owned: an index in memory, of what the index should have, but has not */
} Find;

/* ---- hits ---- */

static int is_better(const MlIndexHit *a, const MlIndexHit *b) {
  return a->score > b->score || (a->score == b->score && a->number > b->number);
}

static int hit_add(MlIndexHits *h, i64 number, double score) {
  if (h->n == h->cap) {
    i64 cap = h->cap ? h->cap * 2 : 256;
    MlIndexHit *a = sqlite3_realloc64(h->a, (u64)cap * sizeof(*a));
    if (!a) return SQLITE_NOMEM;
    h->a = a;
    h->cap = cap;
  }
  h->a[h->n++] = (MlIndexHit){number, score};
  return SQLITE_OK;
}

static void heap_sink(MlIndexHits *h, i64 i) {
  MlIndexHit x = h->a[i];
  for (i64 child = 2 * i + 1; child < h->n; child = 2 * i + 1) {
    if (child + 1 < h->n && is_better(&h->a[child + 1], &h->a[child])) child++;
    if (!is_better(&h->a[child], &x)) break;
    h->a[i] = h->a[child];
    i = child;
  }
  h->a[i] = x;
}

static void heap_make(MlIndexHits *h) {
  for (i64 i = h->n / 2 - 1; i >= 0; i--) heap_sink(h, i);
}

/* Whether the version stands, of the key and the set. */
static int hit_is_of(const MlIndexHits *h, i64 number, int *yes, MlErr *e) {
  MlConn *c = h->c;
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->find_sql, IS_OF, &st, e);
  if (rc) return rc;
  sqlite3_bind_int64(st, 1, number);
  ml_stmt_text(st, 2, h->key);
  ml_stmt_text(st, 3, h->set);
  *yes = sqlite3_step(st) == SQLITE_ROW;
  rc = ml_stmt_give(&c->find_sql, st);
  return rc ? ml_err_db(e, c->db, rc, "reading memlog_item") : SQLITE_OK;
}

int ml_index_next(MlIndexHits *h, i64 *number, double *score, int *more, MlErr *e) {
  int rc = SQLITE_OK;
  *more = 0;
  while (!rc && !*more && h->n) {
    *number = h->a[0].number;
    *score = h->a[0].score;
    h->a[0] = h->a[--h->n];
    if (h->n) heap_sink(h, 0);
    *more = h->past;
    if (!h->past) rc = hit_is_of(h, *number, more, e);
  }
  return rc;
}

void ml_index_close(MlIndexHits *h) {
  sqlite3_free(h->a);
  h->a = NULL;
  h->n = h->cap = 0;
}

/* ---- one index ---- */

static int find_failed(const Find *f, sqlite3 *db, int rc, MlErr *e) {
  if (f->words.raw && (rc & 0xff) == SQLITE_ERROR) return ml_err_db(e, db, rc, "mem_search: raw query");
  return db == f->c->db && ml_index_fault(rc) ? index_damaged(f->c, rc, e) : ml_err_db(e, db, rc, "searching");
}

#define SAMPLE 16

/* Of hits all over the file, the last so many: whether most are elsewhere. */
static int sample_look(const MlIndexHits *h, int *crowded, MlErr *e) {
  int rc = SQLITE_OK, elsewhere = 0, yes;
  for (i64 i = h->n - SAMPLE; !rc && i < h->n; i++) {
    rc = hit_is_of(h, h->a[i].number, &yes, e);
    elsewhere += !rc && !yes;
  }
  *crowded = elsewhere > SAMPLE / 2;
  return rc;
}

/* Steps a search to its end, or, if crowded is given, until it is known that most hits are elsewhere. */
static int hits_gather(Find *f, sqlite3 *db, sqlite3_stmt *st, int *crowded, MlErr *e) {
  i64 next = f->hits->n + SAMPLE, factor = 4;
  int rc;
  while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
    if (hit_add(f->hits, sqlite3_column_int64(st, 0), sqlite3_column_double(st, 1))) return ml_err_nomem(e);
    if (!crowded || f->hits->n < next) continue;
    rc = sample_look(f->hits, crowded, e);
    if (rc || *crowded) return rc;
    next *= factor;
  }
  return rc == SQLITE_DONE ? SQLITE_OK : find_failed(f, db, rc, e);
}

/* What FTS5 is to match: in the whole index, or only of the key or set. */
static int match_make(const Find *f, int placed, MlBuf *out, MlErr *e) {
  char place[ML_INDEX_PLACE];
  ml_buf_cut(out, 0);
  if (placed) {
    ml_index_place(f->ask->key, f->ask->set, place);
    ml_buf_puts(out, "place : ");
    ml_buf_puts(out, place);
    ml_buf_puts(out, " AND ");
  }
  ml_buf_puts(out, "{body} : (");
  ml_buf_text(out, ml_buf_view(&f->words.match));
  ml_buf_char(out, ')');
  return ml_err_buf(e, out->rc, "a query");
}

static int main_gather(Find *f, sqlite3_stmt *st, MlBuf *match, MlErr *e) {
  int crowded = 0;
  int rc = match_make(f, 0, match, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, ml_buf_view(match));
  ml_score_bind(st, 2, &f->score);
  rc = hits_gather(f, f->c->db, st, &crowded, e);
  if (rc || !crowded) return rc;
  sqlite3_reset(st);
  f->hits->n = 0;
  f->score.skip = 1;
  rc = match_make(f, 1, match, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, ml_buf_view(match));
  rc = hits_gather(f, f->c->db, st, NULL, e);
  f->score.skip = 0;
  return rc;
}

static int main_find(Find *f, MlErr *e) {
  MlConn *c = f->c;
  MlBuf match = ml_conn_scratch(c);
  MlErr own = {0};
  sqlite3_stmt *st;
  int rc = ml_stmt_take(&c->find_sql, FIND, &st, &own);
  if (rc) rc = find_failed(f, c->db, rc, e);
  ml_err_clear(&own);
  if (!rc) rc = main_gather(f, st, &match, e);
  ml_stmt_give(&c->find_sql, st);
  ml_conn_give(c, &match);
  return rc;
}

/* ---- what waits to be indexed ---- */

static int side_open(Find *f, MlErr *e) {
  int there = 0;
  int rc = sqlite3_open(":memory:", &f->side);
  if (!f->side) return ml_err_nomem(e);
  if (!rc) rc = ml_install_index(f->side);
  if (!rc) rc = sqlite3_exec(f->side, "BEGIN", NULL, NULL, NULL);
  if (rc) return ml_err_db(e, f->side, rc, "making an index in memory");
  rc = ml_score_register(f->side, &there, e);
  return rc || there ? rc : ml_index_refuse(ML_INDEX_NO_FTS5, e);
}

static int side_add(Find *f, i64 number, sqlite3_stmt **add, MlErr *e) {
  MlIndexEntry x = {.body = ml_conn_scratch(f->c)};
  int found = 0, rc = f->side ? SQLITE_OK : side_open(f, e);
  if (!rc) rc = ml_index_entry(f->c, number, &x, &found, e);
  if (!rc && !*add) {
    rc = sqlite3_prepare_v2(f->side, statements[ADD], -1, add, NULL);
    if (rc) ml_err_db(e, f->side, rc, "preparing a statement");
  }
  if (!rc && found) {
    sqlite3_bind_int64(*add, 1, number);
    ml_stmt_text(*add, 2, ml_buf_view(&x.body));
    sqlite3_step(*add);
    rc = sqlite3_reset(*add);
    if (rc) ml_err_db(e, f->side, rc, "indexing in memory");
  }
  ml_conn_give(f->c, &x.body);
  return rc;
}

static int side_fill(Find *f, int which, MlErr *e) {
  MlConn *c = f->c;
  sqlite3_stmt *st, *add = NULL;
  int rc = ml_stmt_take(&c->find_sql, which, &st, e);
  if (rc) return rc;
  ml_stmt_text(st, 1, f->ask->key);
  if (which == STOOD) {
    sqlite3_bind_int64(st, 2, f->ask->seq);
  } else {
    ml_stmt_text(st, 2, f->ask->set);
  }
  while (!rc && sqlite3_step(st) == SQLITE_ROW) rc = side_add(f, sqlite3_column_int64(st, 0), &add, e);
  sqlite3_finalize(add);
  int rc2 = ml_stmt_give(&c->find_sql, st);
  return rc || !rc2 ? rc : ml_err_db(e, c->db, rc2, "reading memlog_item");
}

/* Its rows' words are counted (then the index itself must be asked), or its hits are taken. */
static int side_find(Find *f, int only_count, MlErr *e) {
  MlBuf match = {0};
  sqlite3_stmt *st = NULL;
  int rc = match_make(f, 0, &match, e);
  if (!rc) rc = sqlite3_prepare_v2(f->side, statements[FIND], -1, &st, NULL);
  if (rc) {
    ml_buf_free(&match);
    return e->rc ? rc : ml_err_db(e, f->side, rc, "preparing a statement");
  }
  ml_stmt_text(st, 1, ml_buf_view(&match));
  ml_score_bind(st, 2, &f->score);
  f->score.only_count = only_count;
  if (!only_count) {
    rc = hits_gather(f, f->side, st, NULL, e);
  } else {
    rc = sqlite3_step(st);
    rc = rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : find_failed(f, f->side, rc, e);
  }
  sqlite3_finalize(st);
  f->score.only_count = 0;
  ml_buf_free(&match);
  return rc;
}

/* ---- all ---- */

static int words_make(Find *f, MlErr *e) {
  const char *why = NULL;
  int rc = f->ask->raw ? ml_words_raw(f->ask->query, &f->words, &why) : ml_words_query(f->ask->query, &f->words);
  if (rc) return ml_err_buf(e, rc, "a query");
  return why ? ml_err_set(e, SQLITE_ERROR, "memlog: mem_search: raw query: %s", why) : SQLITE_OK;
}

/* What is known of it may be no longer so in the transaction at hand: it was dropped, say. */
static int state_look(MlConn *c, MlIndexState *state, MlErr *e) {
  int known = c->index_ready;
  int rc = ml_index_state(c, state, e);
  if (!rc && known) rc = index_probe(c, state, e);
  if (rc || *state != ML_INDEX_DAMAGED || !known) return rc;
  c->index_ready = 0;
  return ml_index_state(c, state, e);
}

static int all_find(Find *f, MlErr *e) {
  MlIndexState state;
  int rc = ml_index_catch_up(f->c, e);
  if (!rc) rc = state_look(f->c, &state, e);
  if (rc) return rc;
  if (state != ML_INDEX_READY && state != ML_INDEX_ABSENT) return ml_index_refuse(state, e);
  int absent = state == ML_INDEX_ABSENT;
  ml_score_open(&f->score, &f->words);
  rc = side_fill(f, absent ? ALL : WAITING, e);
  if (!rc && f->side && !absent) {
    rc = side_find(f, 1, e);
    f->score.count = 1;
  }
  if (!rc && !absent) rc = main_find(f, e);
  if (!rc && f->side) rc = side_find(f, 0, e);
  if (!rc) heap_make(f->hits);
  return rc;
}

/* What stood: how rare words are is known of the key's texts alone. */
static int past_find(Find *f, MlErr *e) {
  ml_score_open(&f->score, &f->words);
  int rc = side_fill(f, STOOD, e);
  if (!rc && f->side) rc = side_find(f, 0, e);
  if (!rc) heap_make(f->hits);
  return rc;
}

int ml_index_find(MlConn *c, const MlIndexAsk *ask, MlIndexHits *hits, MlErr *e) {
  Find f = {.c = c, .ask = ask, .hits = hits};
  int there;
  *hits = (MlIndexHits){.c = c, .key = ask->key, .set = ask->set, .past = ask->seq != 0};
  if (!c->in_txn) ml_conn_refresh(c);
  int rc = ml_item_there(c, &there, e);
  if (rc || !there) return rc;
  rc = words_make(&f, e);
  if (!rc && f.words.match.n) rc = ask->seq ? past_find(&f, e) : all_find(&f, e);
  ml_score_close(&f.score);
  ml_words_free(&f.words);
  sqlite3_close(f.side);
  return rc;
}
