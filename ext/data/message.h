/* A message of a conversation, as it stands in the list messages: a JSON map, its members in the order of this struct.
 */
#ifndef ML_MESSAGE_H
#define ML_MESSAGE_H

#include "json.h"

typedef enum MlRole { ML_ROLE_SYSTEM, ML_ROLE_USER, ML_ROLE_ASSISTANT, ML_ROLE_TOOL, ML_ROLES } MlRole;

/* "system" …; and the role so named, -1 if none is. */
MlText ml_message_role_name(MlRole role);
int ml_message_role(MlText name);

/* All texts are JSON and borrow; {NULL,0}: not there. */
typedef struct MlMessage {
  MlRole role;
  MlText content; /* a string, or the parts of one (an array, a map) */
  MlText name, kind;
  MlText tool_calls;   /* of an assistant: an array of maps, each with an id; never empty */
  MlText tool_call_id; /* of a tool: the call it answers */
  MlText time, metadata;
  i64 tokens;       /* -1: they are not stored */
  MlText tokenizer; /* what the caller counted them with */
  MlText counter;   /* the function of the host's that counted them; none: the caller has given them */
} MlMessage;

#define ML_MESSAGE_CALLS 128 /* that one message can make */

/* Reads a message that is stored, maybe not by us. NULL, or what is wrong with it. */
const char *ml_message_read(MlText json, MlMessage *m);

/* Reads options (canonical JSON) into a message; text takes what is not as it was given. Unknown names are errors
** that list those there are. now is the clock, in microseconds. */
int ml_message_options(MlText json, i64 now, MlMessage *m, MlBuf *text, MlErr *e);

/* An error if the message is none: what belongs to its role is missing, or something that does not is there. */
int ml_message_check(const MlMessage *m, MlErr *e);

/* Puts it as it is stored. */
void ml_message_write(const MlMessage *m, MlBuf *out);

/* The ids of an array of calls: begin by ml_json_open, 0 at the end. */
int ml_message_call(MlJsonScan *s, MlText *id);

#endif
