/*
** Name-based (SHA-1) UUIDs and random bytes. uuid_generate() is never called: it is slow and reseeds
** the host's random().
*/
#ifndef ML_UUID_H
#define ML_UUID_H

#include "sqlite.h"

typedef struct MlUuid {
  u8 b[16];
} MlUuid;

/* The version 5 UUID of n bytes in the name space ns. */
MlUuid ml_uuid_named(const MlUuid *ns, const void *p, size_t n);

/* 16 bytes from SQLite's generator. */
MlUuid ml_uuid_random(void);

/* A UUID of version 7: the microseconds since 1970, then random bits. */
MlUuid ml_uuid_timed(i64 us);

/* Lower-case text, 36 characters and a NUL. */
void ml_uuid_text(const MlUuid *u, char out[37]);

/* 1 if t is a UUID in its 36-character form (either case), which is then in *out. */
int ml_uuid_parse(MlText t, MlUuid *out);

/* 32 hexadecimal digits and a NUL, and back (1 if t is 32 such digits). */
void ml_uuid_hex(const MlUuid *u, char out[33]);
int ml_uuid_unhex(MlText t, MlUuid *out);

#endif
