/* The SQL functions. Each registrar adds its file's functions to the connection. */
#ifndef ML_FUNCTIONS_H
#define ML_FUNCTIONS_H

#include "../store/conn.h"

/* A function of the list that a file registers. */
typedef struct MlFunction {
  const char *name;
  int min, max; /* arguments; max -1: any number */
  int flags;    /* beside SQLITE_UTF8 */
  void (*call)(sqlite3_context *, int, sqlite3_value **);
} MlFunction;

/* Registers n functions, each once for every number of arguments it takes. */
int ml_functions_add(MlConn *c, const MlFunction *f, int n);

int ml_fn_memory_register(MlConn *c);  /* mem_set, mem_get … */
int ml_fn_list_register(MlConn *c);    /* mem_append … */
int ml_fn_message_register(MlConn *c); /* mem_message, mem_summarize, mem_summary_due */
int ml_fn_restore_register(MlConn *c); /* mem_set_if, mem_copy, mem_restore */
int ml_fn_path_register(MlConn *c);    /* mem_path, mem_ref, mem_touches, mem_pick */
int ml_fn_log_register(MlConn *c);     /* mem_run_begin, mem_action, mem_flush, mem_rebuild_at … */
int ml_fn_prune_register(MlConn *c);   /* mem_prune, mem_head */
int ml_fn_consume_register(MlConn *c); /* mem_ack */
int ml_fn_move_register(MlConn *c);    /* mem_import */
int ml_fn_admin_register(MlConn *c);   /* mem_config, mem_clock, mem_install … */
int ml_fn_erase_register(MlConn *c);   /* mem_forget, mem_redact, mem_generation */
int ml_fn_expire_register(MlConn *c);  /* mem_ttl, mem_expire */
int ml_fn_session_register(MlConn *c); /* mem_session_pending, mem_session_end */
int ml_fn_item_register(MlConn *c);    /* mem_item_add … */
int ml_fn_decide_register(MlConn *c);  /* mem_decide, mem_quarantine, mem_release */
int ml_fn_lineage_register(MlConn *c); /* mem_edge, mem_source, mem_claim … */
int ml_fn_index_register(MlConn *c);   /* mem_item_reindex */
int ml_fn_vector_register(MlConn *c);  /* mem_item_embed, mem_item_vector */
int ml_fn_recall_register(MlConn *c);  /* mem_recall */
int ml_fn_guard_register(MlConn *c);   /* memlog_record, memlog_guard: what the triggers call */

#endif
