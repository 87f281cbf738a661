/*
** What lineage is asked about, and what it is told of, as users name it:
**   a UUID                              of a record (its newest version), an entity, or an event
**   event:UUID, record:UUID             the same, saying which; record:UUID@3 is a version
**   {"record":UUID[,"version":N]}       a version of a record
**   {"key":…,"set":…,"id":…[,"version":N]}  of the record that an item is, or that was there last
**   {"key":…,"path":…[,"scope":…]}      a node of short-term or sensory memory (see mem_ref)
** Text may stand as a JSON string, too. What was pruned or forgotten is found as long as edges lead to it.
*/
#ifndef ML_SUBJECT_H
#define ML_SUBJECT_H

#include "../data/event.h"
#include "../store/item.h"
#include "../store/lineage.h"

typedef enum MlSubjectKind { ML_SUBJECT_RECORD, ML_SUBJECT_ENTITY, ML_SUBJECT_EVENT, ML_SUBJECT_NODE } MlSubjectKind;

typedef struct MlSubject {
  MlSubjectKind kind;
  MlUuid id;       /* of the record, the entity, the event */
  i64 version;     /* of a record: the one that is meant, or its newest; 0: none is there */
  i64 number;      /* … the row of memlog_item; 0: there is none */
  u8 stands;       /* … and it is the version that stands */
  u8 named;        /* … the version was said */
  MlText type;     /* of an entity: "claim" …; static */
  i64 place;       /* of an event: its row in the log */
  MlNodeId node;   /* of a node … */
  MlBuf key, path; /* … which has its texts here; of a record or an entity the key is its own, '' if it is not known */
} MlSubject;

/* Finds it. An error says what is not there, or what the text lacks. who names the function. ml_subject_free must
** follow, after errors, too. */
int ml_subject_find(MlConn *c, const char *who, MlText given, MlSubject *s, MlErr *e);
void ml_subject_free(MlSubject *s);

/* "record 0190…@2", "effect 0190…", for messages; at most 80 bytes. */
#define ML_SUBJECT_SHOW 96
const char *ml_subject_show(const MlSubject *s, char out[ML_SUBJECT_SHOW]);

#endif
