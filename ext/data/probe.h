/*
** Strings of bytes to look for in raw files: what was erased and should be nowhere any more. A set takes text out of
** rows before they go, and then goes over memory in one pass, however many strings there are.
*/
#ifndef ML_PROBE_H
#define ML_PROBE_H

#include "../base/sqlite.h"

/* What is shorter says nothing where it is found; of what is longer so many bytes are enough. */
#define ML_PROBE_LEAST 8
#define ML_PROBE_MOST  32

/* So many are kept; of more, a choice that favours none. */
#define ML_PROBE_MAX 65536

typedef struct MlProbe {
  u8 n;
  u8 b[ML_PROBE_MOST];
} MlProbe;

typedef struct MlProbes {
  u8 utf8;    /* the file holds text as UTF-8; else as UTF-16, in either order of bytes */
  MlProbe *a; /* owned */
  i64 n, cap;
  i64 seen;   /* strings that were added */
  u64 chance; /* state of the choice */
  u32 *slot;  /* owned; a hash of their first bytes: 1 + number, 0 empty */
  u8 *first;  /* owned; bits of a coarser hash, which mostly says no */
  int rc;     /* sticky: SQLITE_NOMEM */
} MlProbes;

void ml_probe_open(MlProbes *p, int utf8);
void ml_probe_free(MlProbes *p);

/* The beginning of a text, and pieces of it further on if it is long. Nothing if it is too short. */
void ml_probe_text(MlProbes *p, MlText t);

/* What a row begins with: a key and the text behind it. Only of a short key, which alone tells nothing. */
void ml_probe_pair(MlProbes *p, MlText key, MlText behind);

/* The strings and long numbers in JSON, whatever it is; names are left out. */
void ml_probe_json(MlProbes *p, MlText json);

/* Nothing is added any more. SQLITE_NOMEM. */
int ml_probe_seal(MlProbes *p);

/* How many strings are looked for. */
i64 ml_probe_count(const MlProbes *p);

/* Where at or behind *at in n bytes one of the strings stands: 1, and *at is its place and *length how long it is; 0 if
** none does. The set must be sealed. */
int ml_probe_find(const MlProbes *p, const u8 *bytes, i64 n, i64 *at, i64 *length);

#endif
