#include "functions.h"

int ml_functions_add(MlConn *c, const MlFunction *f, int n) {
  int rc = SQLITE_OK;
  for (int i = 0; i < n; i++) {
    int least = f[i].max < 0 ? -1 : f[i].min;
    for (int args = least; args <= f[i].max && !rc; args++) {
      rc = sqlite3_create_function_v2(c->db, f[i].name, args, SQLITE_UTF8 | f[i].flags, ml_conn_hold(c), f[i].call,
                                      NULL, NULL, ml_conn_drop);
    }
  }
  return rc;
}
