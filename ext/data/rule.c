#include "rule.h"

#include "json.h"

#include <string.h>

static const char *const policies[ML_POLICIES] = {"drop_oldest", "drop_least_recently_used", "aggregate",
                                                  "move_to_long_term"};

const char *ml_rule_policy_name(MlPolicy p) { return policies[p]; }

static int member_refuse(MlText name, const char *why, MlErr *e) {
  char show[ML_ERR_SHOW];
  return ml_err_set(e, SQLITE_ERROR, "memlog: mem_retain: member %s of the rule: %s", ml_err_show(show, name), why);
}

static int limit_read(MlText name, MlText value, i64 *limit, MlErr *e) {
  if (ml_json_get_integer(value, limit) && *limit > 0) return SQLITE_OK;
  return member_refuse(name, "it must be an integer of 1 or more", e);
}

/* Bare text of a string, which borrows from the JSON or from scratch. */
static int string_read(MlText name, MlText value, MlBuf *scratch, MlText *text, MlErr *e) {
  if (ml_json_type(value) != ML_STRING) return member_refuse(name, "it must be text", e);
  *text = ml_json_bare(value, scratch);
  return text->p ? SQLITE_OK : ml_err_nomem(e);
}

static int policy_read(MlText name, MlText text, MlPolicy *policy, MlErr *e) {
  for (int i = 0; i < ML_POLICIES; i++) {
    if (!ml_text_is(text, policies[i])) continue;
    *policy = (MlPolicy)i;
    return SQLITE_OK;
  }
  return member_refuse(name, "it is drop_oldest, drop_least_recently_used, aggregate or move_to_long_term", e);
}

static const char *set_read(MlText name, char out[ML_RULE_SET]) {
  if (!name.n || name.n >= ML_RULE_SET || memchr(name.p, 0, (size_t)name.n)) return "it must be text of 1 to 255 bytes";
  memcpy(out, name.p, (size_t)name.n);
  out[name.n] = 0;
  return NULL;
}

static int member_read(const MlJsonScan *s, MlRule *r, MlText *scope, MlErr *e) {
  static const char *const names[] = {"max_count", "max_bytes", "max_tokens", "policy", "function", "scope", "set"};
  i64 *const limit[] = {&r->max_count, &r->max_bytes, &r->max_tokens};
  const char *wrong = NULL;
  MlText name = {s->name.p + 1, s->name.n - 2}, text = {NULL, 0};
  MlBuf scratch = {0};
  int i = 0, rc;
  while (i < 7 && !ml_text_is(name, names[i])) i++;
  if (i < 3) return limit_read(name, s->value, limit[i], e);
  if (i == 7) {
    return member_refuse(
        name, "there is no such member; there are max_count, max_bytes, max_tokens, policy, function, scope, set", e);
  }
  rc = string_read(name, s->value, &scratch, &text, e);
  if (!rc && i == 3) rc = policy_read(name, text, &r->policy, e);
  if (!rc && i == 4) wrong = ml_rule_function(text, r->function);
  if (!rc && i == 6) wrong = set_read(text, r->set);
  if (!rc && i == 5) {
    int named = ml_event_scope_named(text);
    if (named < 0) wrong = "it is 'short_term' or 'sensory'";
    if (named >= 0) *scope = ml_event_scope_name((MlScope)named);
  }
  if (wrong) rc = member_refuse(name, wrong, e);
  ml_buf_free(&scratch);
  return rc;
}

int ml_rule_read(MlText json, MlRule *r, MlText *scope, MlErr *e) {
  MlJsonScan s;
  int rc = SQLITE_OK;
  memset(r, 0, sizeof(*r));
  *scope = (MlText){NULL, 0};
  if (ml_json_type(json) != ML_MAP) {
    return ml_err_set(e, SQLITE_ERROR, "memlog: mem_retain: the rule: it must be a JSON map");
  }
  for (ml_json_open(&s, json); !rc && ml_json_next(&s);) rc = member_read(&s, r, scope, e);
  if (!rc && s.rc) rc = ml_err_set(e, SQLITE_ERROR, "memlog: mem_retain: the rule: it is not JSON");
  if (rc) return rc;
  if (!r->max_count && !r->max_bytes && !r->max_tokens) {
    return ml_err_set(e, SQLITE_ERROR,
                      "memlog: mem_retain: the rule: it needs at least one of max_count, max_bytes, max_tokens");
  }
  if (r->policy == ML_AGGREGATE && !r->function[0]) {
    return member_refuse(ML_TEXT("function"), "it is missing: the policy aggregate needs it", e);
  }
  if (r->policy != ML_AGGREGATE && r->function[0]) {
    return member_refuse(ML_TEXT("function"), "only the policy aggregate takes it", e);
  }
  if (r->policy != ML_MOVE && r->set[0]) {
    return member_refuse(ML_TEXT("set"), "only the policy move_to_long_term takes it", e);
  }
  if (r->policy == ML_AGGREGATE && r->max_count == 1) {
    return member_refuse(ML_TEXT("max_count"),
                         "with the policy aggregate it must be 2 or more: the newest element stays", e);
  }
  return SQLITE_OK;
}

static void limit_put(MlBuf *out, const char *name, i64 limit) {
  if (!limit) return;
  ml_buf_char(out, '"');
  ml_buf_puts(out, name);
  ml_buf_puts(out, "\":");
  ml_buf_int(out, limit);
  ml_buf_char(out, ',');
}

void ml_rule_write(const MlRule *r, MlBuf *out) {
  ml_buf_char(out, '{');
  limit_put(out, "max_count", r->max_count);
  limit_put(out, "max_bytes", r->max_bytes);
  limit_put(out, "max_tokens", r->max_tokens);
  ml_buf_puts(out, "\"policy\":\"");
  ml_buf_puts(out, policies[r->policy]);
  if (r->function[0]) {
    ml_buf_puts(out, "\",\"function\":\"");
    ml_buf_puts(out, r->function);
  }
  ml_buf_char(out, '"');
  if (r->set[0]) {
    ml_buf_puts(out, ",\"set\":");
    ml_json_put_string(out, ml_text_of(r->set));
  }
  ml_buf_char(out, '}');
}

static int is_letter(char ch) { return ch == '_' || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z'); }

const char *ml_rule_function(MlText name, char out[ML_FUNCTION_NAME]) {
  if (!name.n || name.n >= ML_FUNCTION_NAME || !is_letter(name.p[0])) return "it must be the name of an SQL function";
  for (i64 i = 0; i < name.n; i++) {
    if (!is_letter(name.p[i]) && (name.p[i] < '0' || name.p[i] > '9')) return "it must be the name of an SQL function";
  }
  memcpy(out, name.p, (size_t)name.n);
  out[name.n] = 0;
  if (sqlite3_strnicmp(out, "mem_", 4) == 0 || sqlite3_strnicmp(out, "memlog_", 7) == 0) {
    return "it must be a function of yours, not one of memlog";
  }
  return NULL;
}

/* ---- patterns ---- */

/* Behind the set that begins at i, as GLOB reads it: a ']' that comes first, or behind '^', stands for itself. -1: it
** does not end. */
static i64 set_end(MlText glob, i64 i) {
  i++;
  if (i < glob.n && glob.p[i] == '^') i++;
  if (i < glob.n && glob.p[i] == ']') i++;
  while (i < glob.n && glob.p[i] != ']') i++;
  return i < glob.n ? i + 1 : -1;
}

const char *ml_rule_glob_wrong(MlText glob) {
  if (!glob.n) return "it is empty; '*' means every key";
  if (memchr(glob.p, 0, (size_t)glob.n) || !ml_text_utf8(glob)) return "it is not valid UTF-8 text without NUL";
  for (i64 i = 0; i < glob.n;) {
    i = glob.p[i] == '[' ? set_end(glob, i) : i + 1;
    if (i < 0) return "a set that begins with [ does not end with ]";
  }
  return NULL;
}

i64 ml_rule_glob_weight(MlText glob) {
  i64 literal = 0;
  int is_pattern = 0;
  for (i64 i = 0; i < glob.n;) {
    char ch = glob.p[i];
    i64 next = ch == '[' ? set_end(glob, i) : i + 1;
    if (next < 0) return 0;
    if (ch == '[' || ch == '*' || ch == '?') {
      is_pattern = 1;
    } else if (((u8)ch & 0xc0) != 0x80) {
      literal++;
    }
    i = next;
  }
  return is_pattern ? literal : INT64_MAX;
}
