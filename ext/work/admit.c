#include "admit.h"

static int is_valid(const MlItem *x, i64 at) {
  if (at == INT64_MIN) return 1;
  if (x->valid_from != ML_ITEM_OPEN && x->valid_from > at) return 0;
  return x->valid_to == ML_ITEM_OPEN || x->valid_to > at;
}

int ml_admit(const MlSieve *s, const MlItem *x, i64 now, MlBuf *scratch, MlLeft *left, i64 *other, MlErr *e) {
  *left = ML_LEFT_NOT;
  *other = 0;
  if (!ml_items_visible(x, now)) {
    *left = ML_LEFT_EXPIRED;
  } else if (s->max_sensitivity >= 0 && x->sensitivity > s->max_sensitivity) {
    *left = ML_LEFT_SENSITIVE;
  } else if (!is_valid(x, s->valid_at)) {
    *left = ML_LEFT_VALID;
  } else if (!ml_sieve_has(s->kind, x->kind, scratch)) {
    *left = ML_LEFT_KIND;
  } else if (!ml_sieve_has(s->category, x->category, scratch)) {
    *left = ML_LEFT_CATEGORY;
  } else if (x->importance < s->min_importance) {
    *left = ML_LEFT_IMPORTANCE;
  } else if (s->filter.n) {
    int rc = ml_filter_match(&s->filter, x->metadata, scratch, other, e);
    if (rc) return rc;
    if (*other >= 0) *left = ML_LEFT_FILTER;
  }
  return ml_err_buf(e, scratch->rc, "an option");
}
