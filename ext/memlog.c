/* The entry point: what is registered on a connection, and in which order. */
#include "base/sqlite.h"

#include "face/breaks.h"
#include "face/consume.h"
#include "face/context.h"
#include "face/deletion.h"
#include "face/diff.h"
#include "face/events.h"
#include "face/export.h"
#include "face/functions.h"
#include "face/help.h"
#include "face/history.h"
#include "face/items.h"
#include "face/keys.h"
#include "face/layers.h"
#include "face/lineage.h"
#include "face/mem.h"
#include "face/metrics.h"
#include "face/options.h"
#include "face/recorder.h"
#include "face/retain.h"
#include "face/runs.h"
#include "face/search.h"
#include "face/sessions.h"
#include "face/ttls.h"
#include "face/verify.h"
#include "face/window.h"
#include "store/before.h"
#include "store/breaks.h"
#include "store/cell_scan.h"
#include "store/config.h"
#include "store/consumer.h"
#include "store/counts.h"
#include "store/deletion.h"
#include "store/drop.h"
#include "store/hostfn.h"
#include "store/index.h"
#include "store/item.h"
#include "store/large.h"
#include "store/layer.h"
#include "store/lineage.h"
#include "store/log.h"
#include "store/meta.h"
#include "store/metric.h"
#include "store/origin.h"
#include "store/retain.h"
#include "store/run.h"
#include "store/session.h"
#include "store/snapshot.h"
#include "store/ttl.h"
#include "store/used.h"
#include "store/vector.h"
#include "work/txn.h"

SQLITE_EXTENSION_INIT1

/* *yes: the extension is on this connection already, all of it (what is registered last is there): loading it
** twice changes nothing. */
static int conn_loaded(sqlite3 *db, int *yes) {
  sqlite3_stmt *st = NULL;
  int rc = sqlite3_prepare_v2(db, "SELECT memlog_guard(?1)", -1, &st, NULL);
  sqlite3_finalize(st);
  *yes = rc == SQLITE_OK;
  return (rc & 0xff) == SQLITE_NOMEM ? rc : SQLITE_OK;
}

static void stores_open(MlConn *c) {
  ml_txn_open(c);
  ml_meta_open(c);
  ml_config_open(c);
  ml_ttl_open(c);
  ml_cell_open(c);
  ml_before_open(c);
  ml_cell_scan_open(c);
  ml_log_open(c);
  ml_snapshot_open(c);
  ml_run_open(c);
  ml_origin_open(c);
  ml_consumer_open(c);
  ml_large_open(c);
  ml_drop_open(c);
  ml_retain_open(c);
  ml_used_open(c);
  ml_counts_open(c);
  ml_item_open(c);
  ml_lineage_open(c);
  ml_deletion_open(c);
  ml_breaks_open(c);
  ml_metric_open(c);
  ml_layer_open(c);
  ml_session_open(c);
  ml_hostfn_register(c);
  ml_vector_open(c);
  ml_index_open(c);
  ml_index_find_open(c);
}

/* clang-format off */
static int faces_register(MlConn *c) {
  /* What comes last tells that all is there: see conn_loaded. */
  static int (*const list[])(MlConn *) = {
      ml_recorder_register,
      ml_fn_index_register,
      ml_fn_memory_register,
      ml_fn_list_register,
      ml_fn_path_register,
      ml_fn_log_register,
      ml_fn_prune_register,
      ml_fn_restore_register,
      ml_fn_admin_register,
      ml_events_register,
      ml_runs_register,
      ml_options_register,
      ml_retain_register,
      ml_mem_register,
      ml_history_register,
      ml_diff_register,
      ml_keys_register,
      ml_fn_consume_register,
      ml_consume_register,
      ml_consumers_register,
      ml_export_register,
      ml_fn_move_register,
      ml_verify_register,
      ml_help_register,
      ml_fn_erase_register,
      ml_fn_expire_register,
      ml_ttls_register,
      ml_fn_item_register,
      ml_fn_lineage_register,
      ml_fn_decide_register,
      ml_fn_vector_register,
      ml_deletion_register,
      ml_breaks_register,
      ml_items_register,
      ml_layers_register,
      ml_lineage_register,
      ml_fn_message_register,
      ml_window_register,
      ml_fn_session_register,
      ml_sessions_register,
      ml_search_register,
      ml_fn_recall_register,
      ml_context_register,
      ml_metrics_register,
      ml_fn_guard_register,
  };
  int rc = SQLITE_OK;
  for (size_t i = 0; i < sizeof(list) / sizeof(*list) && !rc; i++) rc = list[i](c);
  return rc;
}
/* clang-format on */

#ifdef _WIN32
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
    int sqlite3_memlog_init(sqlite3 *db, char **pz, const sqlite3_api_routines *api);

int sqlite3_memlog_init(sqlite3 *db, char **pz, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  if (sqlite3_libversion_number() < 3037000) {
    *pz = sqlite3_mprintf("memlog: SQLite %s is too old: 3.37.0 or newer is needed", sqlite3_libversion());
    return SQLITE_ERROR;
  }
  int loaded;
  int rc = conn_loaded(db, &loaded);
  if (rc || loaded) return rc;
  MlConn *c = ml_conn_new(db);
  if (!c) return SQLITE_NOMEM;
  stores_open(c);
  rc = faces_register(c);
  if (rc && ml_recorder_taken(c)) {
    *pz = sqlite3_mprintf("memlog: memlog_pin: something else in the file has this name, which is memlog's own");
  }
  if (rc && !*pz) *pz = sqlite3_mprintf("memlog: loading: %s", sqlite3_errmsg(db));
  ml_conn_drop(c);
  return rc;
}
