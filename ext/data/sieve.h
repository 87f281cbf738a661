/*
** Which items are wanted: the members of an options JSON that say what an item must be, whatever asks (mem_search,
** mem_items).
**   filter           what its metadata must be (data/filter.h)
**   kind, category   a text, or an array of texts: it is one of them
**   min_importance   1 to 10; an item without importance has less
**   max_sensitivity  0 to 10; an item without sensitivity has 0
**   valid_at         when it must be true in the world: valid_from <= t < valid_to, where these are given
*/
#ifndef ML_SIEVE_H
#define ML_SIEVE_H

#include "filter.h"

typedef struct MlSieve {
  MlFilter filter;
  MlText kind, category; /* JSON of a text or an array of them; {NULL,0}: any */
  i64 min_importance;    /* 0: any */
  i64 max_sensitivity;   /* -1: any */
  i64 valid_at;          /* microseconds; INT64_MIN: any time */
} MlSieve;

#define ML_SIEVE_NOTHING ((MlSieve){.max_sensitivity = -1, .valid_at = INT64_MIN})

/* The names above, for messages. */
#define ML_SIEVE_NAMES "filter, kind, category, min_importance, max_sensitivity, valid_at"

/* Reads one member of an options JSON, which is canonical and outlives s. *known 0: it is none of these. now: the
** clock, in microseconds, for 'now'. ml_sieve_free must follow. */
int ml_sieve_read(const char *who, MlText name, MlText value, i64 now, MlSieve *s, int *known, MlErr *e);
void ml_sieve_free(MlSieve *s);

/* 1 if text is wanted by kind or category. */
int ml_sieve_has(MlText wanted, MlText text, MlBuf *scratch);

/* "memlog: who: option name: why", SQLITE_ERROR. */
int ml_sieve_refuse(const char *who, MlText name, const char *why, MlErr *e);

#endif
