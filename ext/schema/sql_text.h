/*
** The files of sql/ as text, in the order of their numbers, and those of sql/views and sql/index. The arrays themselves
*are generated
** by the build (sql_text.sh writes build/sql_text.c), so that the SQL stands in one place, valid as it is.
*/
#ifndef ML_SQL_TEXT_H
#define ML_SQL_TEXT_H

typedef struct MlSqlFile {
  const char *name; /* file name without its directory: 01_meta.sql */
  int version;      /* of the schema, in which it came: its first line says "-- Since version N.", or it is 1 */
  const char *text; /* the whole file, comments included */
} MlSqlFile;

/* One element for each file; after the last stands one whose name is NULL. */
extern const MlSqlFile ml_sql_files[];
extern const int ml_sql_file_count;

/* Views that are made only when asked for: sql/views/NAME.sql. */
typedef struct MlSqlPack {
  const char *name; /* without directory and ending: otel */
  const char *text; /* it replaces what it made before */
} MlSqlPack;

/* By name; the last one's name is NULL. */
extern const MlSqlPack ml_sql_packs[];

/* sql/index/item_text.sql: an index that is made when it is needed, if it can be. */
extern const char *const ml_sql_index;

#endif
