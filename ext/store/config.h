/* memlog_config: options, stored in the file and shared by all its connections. */
#ifndef ML_CONFIG_H
#define ML_CONFIG_H

#include "conn.h"

typedef enum MlOptionType {
  ML_OPTION_SWITCH,
  ML_OPTION_RUNS,
  ML_OPTION_BYTES,
  ML_OPTION_INLINE,
  ML_OPTION_MS,
  ML_OPTION_COUNT,
  ML_OPTION_UPDATE_TYPE,
  ML_OPTION_VISIBILITY,
  ML_OPTION_ADMISSION,
  ML_OPTION_FUNCTION
} MlOptionType;

typedef struct MlOption {
  const char *name;
  MlOptionType type;
  const char *preset; /* its default as shown; NULL: none (the master switch) */
  const char *about;
} MlOption;

/* All options, by name; the last has name NULL. */
extern const MlOption ml_config_options[];

void ml_config_open(MlConn *c);

/* The option so named; NULL and an error that lists what there is. */
const MlOption *ml_config_find(MlText name, MlErr *e);

/* Loads c->config unless it is known. */
int ml_config_load(MlConn *c, MlErr *e);

/* The same for what only reads: what other connections have written since is noticed first. */
int ml_config_refresh(MlConn *c, MlErr *e);

/* What is set, in canonical form, into out; *set is 0 when nothing is. *at is when that was changed last, in
** microseconds; -1: never. */
int ml_config_get(MlConn *c, const MlOption *o, MlBuf *out, int *set, i64 *at, MlErr *e);

/* What holds: set, or the master switch, or the default; *known is 0 when there is none (the master switch
** itself). */
int ml_config_effective(MlConn *c, const MlOption *o, MlBuf *out, int *known, MlErr *e);

/* Sets (the text is checked; errors list what is allowed) or, with {NULL,0}, unsets; at is when, in microseconds. Needs
** the tables and a write transaction. */
int ml_config_put(MlConn *c, const MlOption *o, MlText value, i64 at, MlErr *e);

/* 1 if what is set for the option is a whole, allowed value (mem_verify); -1: out of memory. */
int ml_config_valid(const MlOption *o, MlText value);

/* SQLITE_TOOBIG, with words, if a value's JSON is over memory.max-value-bytes or over what this connection takes.
** what names the value. The options must be loaded. */
int ml_config_check_size(MlConn *c, MlText json, const char *what, MlErr *e);

#endif
