/* Notes: members of an event's meta data that memlog puts there, beside what the host says of its action. They tell
** where a state came from that was made the present. */
#ifndef ML_NOTE_H
#define ML_NOTE_H

#include "../base/buf.h"

#define ML_NOTE_RESTORED ML_TEXT("restored")
#define ML_NOTE_COPIED   ML_TEXT("copied")
/* An item that was to be added was there already. */
#define ML_NOTE_DUPLICATE ML_TEXT("duplicate")
/* How long the searches of an event took, in the order of their queries. */
#define ML_NOTE_MICROSECONDS ML_TEXT("microseconds")
/* Searches that ended in an error: SQLite's codes. */
#define ML_NOTE_FAILED ML_TEXT("failed_searches")

/* Those of one event, in order. Zero-initialise it. */
typedef struct MlNotes {
  struct MlNote *first, *last;
} MlNotes;

/* Both texts are borrowed. SQLITE_NOMEM. */
int ml_note_add(MlNotes *n, MlText name, MlText json);
void ml_note_free(MlNotes *n);

/* The meta data of the action ({NULL,0}: none), a JSON map, with the notes: a note's JSON as it is, or an array of
** those that have the same name. */
void ml_note_write(const MlNotes *n, MlText meta, MlBuf *out);

/* 1 if a name, as it stands in JSON, is that of a note. */
int ml_note_is(MlText name);

#endif
