#include "event.h"

static const MlText scope_name[ML_SCOPES + 1] = {{"short_term", 10}, {"sensory", 7}, {"long_term", 9}};
static const MlText scope_code[ML_SCOPES] = {{"st", 2}, {"se", 2}};

static const char *const kind_type[ML_KINDS] = {
    [ML_KIND_SENSORY_WRITE] = "_sensory_write_event",
    [ML_KIND_SHORT_TERM_WRITE] = "_short_term_write_event",
    [ML_KIND_SENSORY_READ] = "_sensory_read_event",
    [ML_KIND_SHORT_TERM_READ] = "_short_term_read_event",
    [ML_KIND_LONG_TERM_UPDATE] = "_long_term_update_event",
    [ML_KIND_LONG_TERM_GET] = "_long_term_get_event",
    [ML_KIND_LONG_TERM_SEARCH] = "_long_term_search_event",
    [ML_KIND_RUN_BEGIN] = "_agent_run_begin_event",
    [ML_KIND_RUN_END] = "_agent_run_end_event",
    [ML_KIND_SENSORY_GAP] = "_sensory_gap",
    [ML_KIND_SHORT_TERM_GAP] = "_short_term_gap",
    [ML_KIND_SENSORY_REFRESH] = "_sensory_refresh",
    [ML_KIND_SHORT_TERM_REFRESH] = "_short_term_refresh",
    [ML_KIND_ERASED] = "_memory_erased_event",
    [ML_KIND_REDACTED] = "_memory_redacted_event",
    [ML_KIND_SESSION_END] = "_session_end_event",
};

MlText ml_event_scope_name(MlScope s) { return scope_name[s]; }

MlText ml_event_scope_code(MlScope s) { return scope_code[s]; }

static int scope_find(const MlText *list, MlText t) {
  for (int i = 0; i < ML_SCOPES; i++) {
    if (ml_text_same(list[i], t)) return i;
  }
  return -1;
}

int ml_event_scope_named(MlText name) { return scope_find(scope_name, name); }

int ml_event_scope_coded(MlText code) { return scope_find(scope_code, code); }

const char *ml_event_type(int kind) { return kind > 0 && kind < ML_KINDS ? kind_type[kind] : NULL; }

MlKind ml_event_kind(MlText type) {
  for (int i = 1; i < ML_KINDS; i++) {
    size_t n = 0;
    while (kind_type[i][n]) n++;
    if (ml_text_same((MlText){kind_type[i], (i64)n}, type)) return (MlKind)i;
  }
  return ML_KIND_HOST;
}

int ml_event_is_memory(int kind) { return kind >= ML_KIND_SENSORY_WRITE && kind <= ML_KIND_LONG_TERM_SEARCH; }

MlKind ml_event_write_kind(MlScope s) {
  static const MlKind kind[] = {ML_KIND_SHORT_TERM_WRITE, ML_KIND_SENSORY_WRITE, ML_KIND_LONG_TERM_UPDATE};
  return kind[s];
}

MlKind ml_event_read_kind(MlScope s) {
  static const MlKind kind[] = {ML_KIND_SHORT_TERM_READ, ML_KIND_SENSORY_READ, ML_KIND_LONG_TERM_GET};
  return kind[s];
}

MlKind ml_event_gap_kind(MlScope s) { return s == ML_SENSORY ? ML_KIND_SENSORY_GAP : ML_KIND_SHORT_TERM_GAP; }

MlKind ml_event_refresh_kind(MlScope s) {
  return s == ML_SENSORY ? ML_KIND_SENSORY_REFRESH : ML_KIND_SHORT_TERM_REFRESH;
}
