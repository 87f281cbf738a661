/* The table mem_window(session [, options]): what a model is sent of a conversation. */
#ifndef ML_FACE_WINDOW_H
#define ML_FACE_WINDOW_H

#include "../data/turns.h"
#include "../work/placement.h"

/* The columns of a turn, which mem_context has, too. */
enum {
  ML_TURN_POSITION,
  ML_TURN_ROLE,
  ML_TURN_CONTENT,
  ML_TURN_TOKENS,
  ML_TURN_KIND,
  ML_TURN_WHY,
  ML_TURN_NAME,
  ML_TURN_CALLS,
  ML_TURN_CALL_ID,
  ML_TURN_TIME,
  ML_TURN_METADATA,
  ML_TURN_COUNTED,
  ML_TURN_TOKENIZER,
  ML_TURN_PLACEMENT, /* of all rows */
  ML_TURN_COLUMNS
};
/* clang-format off */
#define ML_TURN_LIST \
  {"position", "INTEGER", 0}, {"role", "TEXT", 0}, {"content", "", 0}, {"tokens", "INTEGER", 0}, {"kind", "TEXT", 0}, \
  {"why", "TEXT", 0}, {"name", "TEXT", 0}, {"tool_calls", "TEXT", 0}, {"tool_call_id", "TEXT", 0}, {"time", "TEXT", 0}, \
  {"metadata", "TEXT", 0}, {"counted", "TEXT", 0}, {"tokenizer", "TEXT", 0}, \
  {"placement", "TEXT", 0}
/* clang-format on */

void ml_window_result(sqlite3_context *ctx, const MlTurn *x, int column);
void ml_window_placement(sqlite3_context *ctx, const MlPlacing *p);

int ml_window_register(MlConn *c);

#endif
