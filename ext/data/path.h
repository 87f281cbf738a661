/*
** Dotted paths. A path in canonical form is what is stored, compared and shown; everything below the
** faces handles canonical paths only.
**
**   path  = name *( "." name )          '' is the root
**   name  = 1*( any byte but "." and '"' )  |  '"' *( any byte but '"' | '""' ) '"'
**
** Canonical: a name is quoted only when it is empty or holds "." or '"'. Limits: 4,096 bytes of
** canonical text, 128 names, valid UTF-8, no NUL.
*/
#ifndef ML_PATH_H
#define ML_PATH_H

#include "../base/buf.h"
#include "../base/err.h"

#define ML_PATH_MAX_BYTES 4096
#define ML_PATH_MAX_NAMES 128

/* Reads a path as a user wrote it and puts its canonical form at the end of out ('' puts nothing).
** Errors (SQLITE_ERROR) name the path and what is wrong with it. */
int ml_path_read(MlText path, MlBuf *out, MlErr *e);

/* Puts one name, quoted if it must be, at the end of the canonical path in out, with a dot before it unless
** out is empty. Checks UTF-8, NUL and the limits of the whole. */
int ml_path_add_name(MlBuf *out, MlText name, MlErr *e);

/* 1 if a stored path, which may be any text, keeps to the limits: nodes are made for its names. */
int ml_path_fits(MlText path);

/* The following take canonical paths and cannot fail. */

/* Length of the parent of path: 0 for a top-level name (and for the root). */
i64 ml_path_parent(MlText path);

/* The last name, still in its canonical (maybe quoted) form. */
MlText ml_path_last(MlText path);

/* 1 if path is at or under top ('' is over everything). */
int ml_path_under(MlText path, MlText top);

/* The index if name is a list index in its canonical form (0, 1, 17; no sign, no leading zero, at most
** 18 digits), else -1. */
i64 ml_path_index(MlText name);

/* Steps through the names: *at starts at 0; *name is canonical (maybe quoted). 0 when there is no more. */
int ml_path_next(MlText path, i64 *at, MlText *name);

/* Puts the bare bytes of a canonical name (quotes gone) at the end of out. */
void ml_path_bare(MlText name, MlBuf *out);

/* Order of two canonical names by their bare bytes. */
int ml_path_compare_names(MlText a, MlText b);

#endif
