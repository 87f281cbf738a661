#include "index_score.h"

#include <math.h>
#include <string.h>

#define BODY 1 /* the column of the index */
#define K1   0.3
#define B    0.75

static const char pointer[] = "memlog_score";

void ml_score_open(MlScore *s, const MlWords *words) { *s = (MlScore){.words = words, .count = 1}; }

void ml_score_close(MlScore *s) {
  sqlite3_free(s->with);
  s->with = NULL;
}

/* ---- the query ---- */

typedef struct Count {
  double rows;
} Count;

static int row_count(const Fts5ExtensionApi *api, Fts5Context *fts, void *arg) {
  (void)api, (void)fts;
  ((Count *)arg)->rows += 1;
  return SQLITE_OK;
}

static int phrases_alloc(MlScore *s, int n) {
  if (s->with) return n == s->n ? SQLITE_OK : SQLITE_INTERNAL;
  if (!s->words->raw && n != s->words->n) return SQLITE_INTERNAL;
  u64 bytes = (u64)n * sizeof(double);
  s->with = sqlite3_malloc64(2 * bytes + 1);
  if (!s->with) return SQLITE_NOMEM;
  memset(s->with, 0, 2 * bytes + 1);
  s->found = s->with + n;
  s->n = n;
  return SQLITE_OK;
}

/* Adds what the index at hand holds. */
static int index_count(MlScore *s, const Fts5ExtensionApi *api, Fts5Context *fts) {
  i64 rows = 0, size = 0;
  int rc = phrases_alloc(s, api->xPhraseCount(fts) - s->skip);
  if (!rc) rc = api->xRowCount(fts, &rows);
  if (!rc) rc = api->xColumnTotalSize(fts, BODY, &size);
  for (int i = 0; i < s->n && !rc; i++) {
    Count count = {0};
    rc = api->xQueryPhrase(fts, s->skip + i, &count, row_count);
    s->with[i] += count.rows;
  }
  s->rows += (double)rows;
  s->size += (double)size;
  s->count = 0;
  return rc;
}

static void rarities_make(MlScore *s) {
  for (int i = 0; i < s->n; i++) {
    double with = s->with[i], rows = s->rows > with ? s->rows : with;
    s->with[i] = with > 0 ? log(1 + (rows - with + 0.5) / (with + 0.5)) : 0;
  }
  s->ready = 1;
}

/* ---- the row ---- */

static int row_read(MlScore *s, const Fts5ExtensionApi *api, Fts5Context *fts) {
  int n, size = 0;
  int rc = api->xColumnSize(fts, BODY, &size);
  if (!rc) rc = api->xInstCount(fts, &n);
  if (rc) return rc;
  memset(s->found, 0, (size_t)s->n * sizeof(double));
  for (int i = 0; i < n; i++) {
    int phrase, column, at;
    rc = api->xInst(fts, i, &phrase, &column, &at);
    if (rc) return rc;
    if (column == BODY && phrase >= s->skip && phrase - s->skip < s->n) s->found[phrase - s->skip] += 1;
  }
  double mean = s->rows > 0 && s->size > 0 ? s->size / s->rows : 1, slow = K1 * (1 - B + B * size / mean);
  for (int i = 0; i < s->n; i++) {
    double times = s->found[i];
    if (times > 0) s->found[i] = (1 + times / (times + slow)) / 2;
  }
  return SQLITE_OK;
}

static double greater(double a, double b) { return a > b ? a : b; }

static double row_score(const MlScore *s) {
  const MlWords *w = s->words;
  double sum = 0, best = 0;
  for (int i = 0; w->raw && i < s->n; i++) {
    best += s->with[i];
    sum += s->with[i] * s->found[i];
  }
  for (int i = 0; i < w->n_group; i++) {
    const MlWordsGroup *g = &w->group[i];
    double rarity = s->with[g->whole], parts = 0;
    for (int k = g->first; k < g->first + g->part; k++) {
      rarity = greater(rarity, s->with[w->part[k]]);
      parts += s->found[w->part[k]] / g->part;
    }
    best += rarity;
    sum += rarity * greater(s->found[g->whole], parts);
  }
  return best > 0 ? sum / best : 0;
}

static void score_function(const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *ctx, int n,
                           sqlite3_value **arg) {
  MlScore *s = n == 1 ? sqlite3_value_pointer(arg[0], pointer) : NULL;
  int rc = SQLITE_OK;
  if (!s) {
    sqlite3_result_error(ctx, "memlog: memlog_score: it is memlog's own", -1);
    return;
  }
  if (s->count) rc = index_count(s, api, fts);
  if (!rc && !s->only_count) {
    if (!s->ready) rarities_make(s);
    rc = row_read(s, api, fts);
  }
  if (rc) {
    sqlite3_result_error_code(ctx, rc);
  } else {
    sqlite3_result_double(ctx, s->only_count ? 0 : row_score(s));
  }
}

/* ---- FTS5 ---- */

/* Of a connection without FTS5, or with a function of that name that is not its, *api is NULL. */
static int api_find(sqlite3 *db, fts5_api **api, MlErr *e) {
  sqlite3_stmt *st = NULL;
  *api = NULL;
  int rc = sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &st, NULL);
  if (rc == SQLITE_ERROR) return SQLITE_OK;
  if (!rc) rc = sqlite3_bind_pointer(st, 1, api, "fts5_api_ptr", NULL);
  if (!rc) sqlite3_step(st);
  int rc2 = sqlite3_finalize(st);
  if (rc2 == SQLITE_NOMEM) rc = rc2;
  return rc ? ml_err_db(e, db, rc, "looking for FTS5") : SQLITE_OK;
}

int ml_score_register(sqlite3 *db, int *there, MlErr *e) {
  fts5_api *api;
  int rc = api_find(db, &api, e);
  *there = !rc && api && api->iVersion >= 2;
  if (!*there) return rc;
  rc = api->xCreateFunction(api, "memlog_score", NULL, score_function, NULL);
  return rc ? ml_err_db(e, db, rc, "giving FTS5 a function") : SQLITE_OK;
}

void ml_score_bind(sqlite3_stmt *st, int i, MlScore *s) { sqlite3_bind_pointer(st, i, s, pointer, NULL); }
