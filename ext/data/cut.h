/* Cutting a text to so many characters, never within one as people see them. */
#ifndef ML_CUT_H
#define ML_CUT_H

#include "../base/sqlite.h"

/* What stands where a text was cut. */
#define ML_CUT_MARK "…"

/* The bytes of the text's longest beginning that, with the mark behind it, has at most max characters (code
** points); all of them if the whole text has no more. It does not end between a character and what belongs to it:
** combining marks, variation selectors, skin tones, what is joined to it, the second half of a flag. max 0: all. */
i64 ml_cut_at(MlText text, i64 max);

/* The code point that begins at i, and how many bytes it has; a byte that begins none counts as one. */
u32 ml_cut_char(MlText text, i64 i, int *bytes);

#endif
