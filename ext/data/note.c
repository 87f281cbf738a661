#include "note.h"

#include "json.h"

typedef struct MlNote Note;
struct MlNote {
  Note *next;
  MlText name, json;
};

static const MlText names[] = {
    {"restored", 8}, {"copied", 6}, {"duplicate", 9}, {"microseconds", 12}, {"failed_searches", 15}};
#define NAMES (sizeof(names) / sizeof(*names))

int ml_note_add(MlNotes *n, MlText name, MlText json) {
  Note *x = sqlite3_malloc64(sizeof(*x));
  if (!x) return SQLITE_NOMEM;
  *x = (Note){NULL, name, json};
  if (n->last) {
    n->last->next = x;
  } else {
    n->first = x;
  }
  n->last = x;
  return SQLITE_OK;
}

void ml_note_free(MlNotes *n) {
  for (Note *x = n->first, *next; x; x = next) {
    next = x->next;
    sqlite3_free(x);
  }
  *n = (MlNotes){NULL, NULL};
}

static int member_put(const MlNotes *n, MlText name, MlBuf *out) {
  int count = 0;
  for (const Note *x = n->first; x; x = x->next) count += ml_text_same(x->name, name);
  if (!count) return 0;
  ml_json_put_string(out, name);
  ml_buf_char(out, ':');
  i64 from = out->n;
  if (count > 1) ml_buf_char(out, '[');
  for (const Note *x = n->first; x; x = x->next) {
    if (!ml_text_same(x->name, name)) continue;
    if (out->n > from + 1) ml_buf_char(out, ',');
    ml_buf_text(out, x->json);
  }
  if (count > 1) ml_buf_char(out, ']');
  return 1;
}

void ml_note_write(const MlNotes *n, MlText meta, MlBuf *out) {
  i64 from = out->n;
  if (meta.n > 2) {
    ml_buf_put(out, meta.p, meta.n - 1); /* open at its end */
  } else {
    ml_buf_char(out, '{');
  }
  for (size_t i = 0; i < NAMES; i++) {
    i64 comma = out->n;
    if (comma > from + 1) ml_buf_char(out, ',');
    if (!member_put(n, names[i], out)) ml_buf_cut(out, comma);
  }
  ml_buf_char(out, '}');
}

int ml_note_is(MlText name) {
  for (size_t i = 0; i < NAMES; i++) {
    if (name.n == names[i].n + 2 && ml_text_same((MlText){name.p + 1, name.n - 2}, names[i])) return 1;
  }
  return 0;
}
