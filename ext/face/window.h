/* The table mem_window(session [, options]): what a model is sent of a conversation. */
#ifndef ML_FACE_WINDOW_H
#define ML_FACE_WINDOW_H

#include "../data/turns.h"
#include "../store/conn.h"

/* The columns of a turn, which mem_context has, too. */
enum {
  ML_WINDOW_POSITION,
  ML_WINDOW_ROLE,
  ML_WINDOW_CONTENT,
  ML_WINDOW_TOKENS,
  ML_WINDOW_KIND,
  ML_WINDOW_WHY,
  ML_WINDOW_NAME,
  ML_WINDOW_CALLS,
  ML_WINDOW_CALL_ID,
  ML_WINDOW_TIME,
  ML_WINDOW_METADATA,
  ML_WINDOW_COUNTED,
  ML_WINDOW_TOKENIZER,
  ML_WINDOW_COLUMNS
};
/* clang-format off */
#define ML_WINDOW_LIST \
  {"position", "INTEGER", 0}, {"role", "TEXT", 0}, {"content", "", 0}, {"tokens", "INTEGER", 0}, {"kind", "TEXT", 0}, \
  {"why", "TEXT", 0}, {"name", "TEXT", 0}, {"tool_calls", "TEXT", 0}, {"tool_call_id", "TEXT", 0}, {"time", "TEXT", 0}, \
  {"metadata", "TEXT", 0}, {"counted", "TEXT", 0}, {"tokenizer", "TEXT", 0}
/* clang-format on */

void ml_window_result(sqlite3_context *ctx, const MlTurn *x, int column);

int ml_window_register(MlConn *c);

#endif
