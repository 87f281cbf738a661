/* Reading the table mem. */
#ifndef ML_MEM_CURSOR_H
#define ML_MEM_CURSOR_H

#include "mem_table.h"

int ml_mem_cursor_open(sqlite3_vtab *t, sqlite3_vtab_cursor **out);
int ml_mem_cursor_close(sqlite3_vtab_cursor *cur);
int ml_mem_cursor_filter(sqlite3_vtab_cursor *cur, int idx, const char *plan, int argc, sqlite3_value **argv);
int ml_mem_cursor_next(sqlite3_vtab_cursor *cur);
int ml_mem_cursor_eof(sqlite3_vtab_cursor *cur);
int ml_mem_cursor_column(sqlite3_vtab_cursor *cur, sqlite3_context *ctx, int i);

#endif
