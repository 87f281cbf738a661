/*
** A file with a bit of everything in it, to be damaged, and what is done with it then: everything is read, then
** written. Nothing may crash or hang, and all must be given back. Where mem_verify finds nothing wrong, every read
** must work, what is rebuilt must be what stands, and so it must be after the writes. Before it comes fuzz.h.
*/
#ifndef ML_IMAGE_H
#define ML_IMAGE_H

#define IMAGE_LISTENER                                                                                                 \
  "CREATE TRIGGER hears AFTER INSERT ON memlog_event WHEN mem_touches('user', NEW.value, NEW.removed) BEGIN"           \
  "  INSERT INTO heard VALUES(NEW.key, NEW.seq);"                                                                      \
  "  SELECT mem_set(NEW.key, 'heard', NEW.seq), mem_append('all', 'keys', NEW.key);"                                   \
  "END"
#define IMAGE_TABLE "CREATE TABLE heard(key, seq)"

/* Items of the set s, as references; the id of an entity as text; what hosts say of the items. */
#define IMAGE_A "'{\"key\":\"u\",\"set\":\"s\",\"id\":\"a\"}'"
#define IMAGE_C "'{\"key\":\"u\",\"set\":\"s\",\"id\":\"c\"}'"
#define IMAGE_W "'{\"key\":\"w\",\"set\":\"s\",\"id\":\"c\"}'"
#define IMAGE_ID                                                                                                       \
  "lower(substr(hex(e.id), 1, 8) || '-' || substr(hex(e.id), 9, 4) || '-' || substr(hex(e.id), 13, 4) || '-' ||"       \
  " substr(hex(e.id), 17, 4) || '-' || substr(hex(e.id), 21))"
#define IMAGE_LINEAGE                                                                                                  \
  "SELECT mem_edge(" IMAGE_A ", 'stated_by', mem_source('page', '{\"key\":\"u\"}'));"                                  \
  "SELECT mem_edge(" IMAGE_A ", 'conflicts_with', " IMAGE_W "), mem_derive(" IMAGE_C ", " IMAGE_W ");"                 \
  "SELECT mem_place('u', " IMAGE_C ", json_object('retrieval', mem_select('{\"query\":\"tea\"}', " IMAGE_A ")));"      \
  "SELECT mem_effect('do', mem_effect('do', mem_claim('x', " IMAGE_A "), '{\"outcome\":\"pending\"}'));"

static const char image_sql[] =
    "PRAGMA page_size = 512;"
    "SELECT mem_clock('2026-07-03 04:22:36.087914'), mem_install();" IMAGE_TABLE ";" IMAGE_LISTENER ";"
    "SELECT mem_run_begin('u', 'hello'), mem_set('u', 'user.name', 'Ada'), mem_set('u', 'user.tier', 1.5);"
    "BEGIN; SELECT mem_action('named', NULL, '{\"actor\":\"x\"}'), mem_set('u', 'a.b', json('[1,{\"c\":null}]')),"
    " mem_delete('u', 'a.b'), mem_set('w', '\"x.y\"', 'z', 'sensory'), mem_event_add('mine', 'u', '{\"x\":1}'); COMMIT;"
    "SELECT mem_append('u', 'list', value) FROM json_each('[1,\"two\",null,4.5,true]');"
    "SELECT mem_item_put('u', 's', 'a', 'tea', '{\"metadata\":{\"n\":1}}'), mem_item_put('u', 's', 'a', 2),"
    " mem_item_put('u', 't', 'b', 3), mem_item_remove('u', 't');"
    "SELECT mem_item_put('u', 's', 'c', 'green tea'), mem_item_embed('u', 's', 'c', x'0000803f00000040'),"
    " mem_item_embed('u', 's', 'a', x'000000bf0000803f'), mem_item_put('w', 's', 'c', 'black tea');" IMAGE_LINEAGE
    "SELECT mem_message('u', 'system', 'Be kind.'), mem_message('u', 'user', 'I like tea.'),"
    " mem_session_end('u', '{\"user\":\"w\"}'), mem_message('u', 'assistant', 'So?'), mem_summarize('u', 'Tea.', 2);"
    "SELECT mem_pop('u', 'list'), mem_pop('u', 'list', 'first'), mem_delete('u', 'list.2'), mem_new_object('u', 'o');"
    "SELECT mem_run_end('u', 1), mem_run_begin('u'), mem_set('u', 'draft', 'x', 'sensory'), mem_run_begin('w', 2);"
    "SELECT mem_config('memory.generate-event.short-term-read', 1), mem_get('u', 'user'),"
    " mem_config('memory.generate-event.short-term-write', 0), mem_set('w', 'gap', 1),"
    " mem_config('memory.generate-event.short-term-write', NULL), mem_set('w', 'gap', 2);"
    "SELECT mem_incr('v', 'n', value) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]');"
    "SELECT mem_config('memory.generate-event.sensory-write', 0), mem_set('v', 'open', 1, 'sensory');"
    "SELECT mem_config('memory.inline-value-bytes', 64), mem_set('u', 'doc', printf('%.90c', 'd')),"
    " mem_append('u', 'docs', json_array(printf('%.90c', 'e'))), mem_set('w', 'doc', printf('%.90c', 'd'), 'sensory'),"
    " mem_get('u', 'doc'), mem_run_begin('u');";

static const char *const image_reads[] = {
    "SELECT * FROM memlog_cell",
    "SELECT * FROM memlog_event",
    "SELECT * FROM memlog_quiet",
    "SELECT * FROM memlog_snapshot",
    "SELECT * FROM memlog_v_state",
    "SELECT * FROM memlog_v_event",
    "SELECT * FROM memlog_v_run",
    "SELECT * FROM mem",
    "SELECT * FROM mem_event ORDER BY seq DESC",
    "SELECT * FROM mem_journal",
    "SELECT * FROM mem_run",
    "SELECT * FROM mem_config",
    "SELECT * FROM mem_key",
    "SELECT mem_get(key, path, scope), mem_get_json(key, path, scope), mem_type(key, path, scope) FROM mem",
    "SELECT mem_fields(key, path, scope), mem_field_names(key, path, scope), mem_ref(key, path, scope) FROM mem",
    "SELECT mem_recent(key, path, 2, scope), mem_length(key, path, scope) FROM mem WHERE type = 'list'",
    "SELECT mem_event_value(seq) FROM mem_journal",
    "SELECT mem_touches('user', value, removed), mem_pick(value, 'user.name') FROM memlog_event WHERE kind = 2",
    "SELECT * FROM memlog_v_edge",
    "SELECT l.* FROM memlog_entity AS e, mem_lineage(" IMAGE_ID ", 'backward') AS l WHERE e.type <> 'record'",
    "SELECT l.* FROM memlog_entity AS e, mem_lineage(" IMAGE_ID ", 'forward') AS l WHERE e.type <> 'record'",
};

/* ?1 is a key. */
static const char *const image_key_reads[] = {
    "SELECT * FROM mem(?1)",
    "SELECT * FROM mem WHERE key = ?1 AND under = 'user'",
    "SELECT mem_snapshot(?1), mem_snapshot(?1, 'sensory'), mem_get(?1, ''), mem_fields(?1)",
    "SELECT * FROM mem_event WHERE key = ?1 ORDER BY seq DESC",
    "SELECT * FROM mem_run WHERE key = ?1",
    "SELECT * FROM mem_key WHERE key = ?1",
    "SELECT * FROM mem_history(?1)",
    "SELECT * FROM mem_items(?1, NULL, '{\"versions\":true}')",
    "SELECT * FROM mem_items(?1, 's', '{\"as_of\":\"#last\",\"filter\":{\"n\":1}}')",
    "SELECT * FROM mem_search(?1, NULL, 'tea', 9, '{\"min_score\":0,\"all\":true}')",
    "SELECT * FROM mem_search(?1, 's', x'0000803f00000040', 9, '{\"min_score\":0,\"dedup\":\"mmr\"}')",
    "SELECT mem_recall(?1, 'a', 'tea'), mem_item_get(?1, 's', 'c'), mem_item_vector(?1, 's', 'c')",
    "SELECT * FROM mem_window(?1, '{\"all\":true}')",
    "SELECT * FROM mem_session WHERE session = ?1",
    "SELECT mem_session_pending(?1, '{\"candidates\":9,\"text\":true}'), mem_summary_due(?1)",
    "SELECT * FROM mem_layer WHERE key = ?1",
    "SELECT mem_snapshot(?1, 'long_term'), mem_rebuild_at(?1, '#last', 'long_term')",
    "SELECT * FROM mem_history(?1, 'user.name') ORDER BY seq DESC",
    "SELECT * FROM mem_history(?1, '', 'sensory')",
    "SELECT mem_rebuild_at(?1, '#last')",
    "SELECT mem_rebuild_at(?1, '#last', 'sensory')",
};

/* ?1 is a key, ?2 a position. */
static const char *const image_past_reads[] = {
    "SELECT mem_rebuild_at(?1, '#' || ?2)",
    "SELECT * FROM mem(?1, '#' || ?2)",
    "SELECT * FROM mem_diff(?1, '#' || ?2, '#last')",
};

/* ?1 is a key. */
static const char *const image_writes[] = {
    "SELECT mem_set(?1, 'user.name', 'Bo')",
    "SELECT mem_set(?1, 'fresh.x', 1)",
    "SELECT mem_append(?1, 'list', 'more')",
    "SELECT mem_pop(?1, 'list', 'first')",
    "SELECT mem_incr(?1, 'n', 1)",
    "BEGIN",
    "SELECT mem_set_tree(?1, 'tree', '{\"a\":{\"b\":1}}')",
    "SAVEPOINT s",
    "SELECT mem_delete(?1, 'user')",
    "ROLLBACK TO s",
    "SELECT mem_item_put(?1, 's', 'c', 'white tea'), mem_item_put(?1, 's', 'd', 'tea')",
    "SELECT mem_item_embed(?1, 's', 'd', x'0000803f0000803f')",
    "SELECT mem_flush()",
    "COMMIT",
    "SELECT mem_message(?1, 'user', 'I live in Oslo.'), mem_session_end(?1, '{\"user\":\"w\"}')",
    "SELECT mem_claim('y', " IMAGE_C "), mem_place(?1, " IMAGE_C "), mem_derive(" IMAGE_A ", " IMAGE_C ")",
    "SELECT mem_effect('z', " IMAGE_ID ") FROM memlog_entity AS e WHERE e.type IN ('claim', 'action')",
    "SELECT mem_select(" IMAGE_ID ", " IMAGE_C ") FROM memlog_entity AS e WHERE e.type = 'retrieval'",
    "SELECT mem_item_remove(?1, 's', 'c'), mem_item_reindex()",
    "SELECT mem_run_begin(?1, 'in')",
    "SELECT mem_set(?1, 'draft', 'y', 'sensory')",
    "UPDATE mem SET value = 7 WHERE key = ?1 AND path = 'fresh.x'",
    "UPDATE mem SET path = 'moved' WHERE key = ?1 AND path = 'tree'",
    "INSERT OR REPLACE INTO mem(key, path, value) VALUES (?1, 'moved.a', 'row'), (?1, 'other', NULL)",
    "SELECT mem_run_end(?1, 'out')",
    "DELETE FROM mem WHERE key = ?1 AND under = 'moved'",
    "SELECT mem_config('memory.record-previous-value', 1)",
    "SELECT mem_restore(?1, '#' || (SELECT seq FROM mem_event WHERE key = ?1 ORDER BY seq LIMIT 1 OFFSET 2))",
    "SELECT mem_set_if(?1, 'user.name', mem_get_json(?1, 'user.name'), 'Cy')",
    "SELECT mem_copy(?1, 'copied'), mem_copy('copied', ?1, '#last', 'sensory')",
    "SELECT mem_restore(?1, (SELECT min(id) FROM mem_event), 'user')",
    "SELECT mem_delete(?1, '')",
};

#define KEYS_MAX      4
#define POSITIONS_MAX 6

/* The first error of a read that nothing excuses. */
static char image_error[512];

/* Runs a statement to its end. A gap is no fault, nor is what the limits of this program stop. */
static void image_run(sqlite3 *db, const char *sql, const char *key, i64 seq) {
  sqlite3_stmt *st = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
  if (!rc) {
    sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 2, seq);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
      for (int i = 0; i < sqlite3_column_count(st); i++) sqlite3_column_text(st, i);
    }
  }
  int excused = rc == SQLITE_DONE || rc == SQLITE_NOMEM || rc == SQLITE_INTERRUPT;
  if (!excused && !image_error[0] && !strstr(sqlite3_errmsg(db), FUZZ_NOT_KEPT)) {
    snprintf(image_error, sizeof(image_error), "%s (%s): %s", sql, key ? key : "", sqlite3_errmsg(db));
  }
  sqlite3_finalize(st);
}

/* Of half the keys. */
static void image_read(sqlite3 *db, unsigned which, char *const *key, const i64 *seq) {
  for (int i = 0; i < COUNT(image_reads); i++) image_run(db, image_reads[i], NULL, 0);
  for (unsigned k = which & 1; k < KEYS_MAX && key[k]; k += 2) {
    for (int i = 0; i < COUNT(image_key_reads); i++) image_run(db, image_key_reads[i], key[k], 0);
    for (int i = 0; i < POSITIONS_MAX && seq[i]; i++) image_run(db, image_past_reads[i % 3], key[k], seq[i]);
  }
}

static void image_write(sqlite3 *db, const char *key) {
  for (int i = 0; i < COUNT(image_writes); i++) image_run(db, image_writes[i], key, 0);
  if (!sqlite3_get_autocommit(db)) image_run(db, "ROLLBACK", NULL, 0);
}

static void keys_find(sqlite3 *db, char **key, i64 *seq) {
  sqlite3_stmt *st = NULL;
  int n = 0;
  sqlite3_prepare_v2(db, "SELECT DISTINCT key FROM memlog_cell WHERE key <> ''", -1, &st, NULL);
  while (n < KEYS_MAX && sqlite3_step(st) == SQLITE_ROW) {
    const char *text = (const char *)sqlite3_column_text(st, 0);
    if (text) key[n++] = sqlite3_mprintf("%.200s", text);
  }
  sqlite3_finalize(st);
  st = NULL;
  n = 0;
  sqlite3_prepare_v2(db, "SELECT seq FROM memlog_event UNION SELECT seq FROM memlog_quiet", -1, &st, NULL);
  while (n < POSITIONS_MAX && sqlite3_step(st) == SQLITE_ROW) seq[n++] = sqlite3_column_int64(st, 0);
  sqlite3_finalize(st);
}

static int says(sqlite3 *db, const char *sql, const char *want) {
  const char *said = fuzz_ask(db, sql);
  return said && strcmp(said, want) == 0;
}

/* 1 if nobody sees anything wrong with the file, and the host's own objects are as they were made. */
static int image_is_clean(sqlite3 *db) {
  return !fuzz_ask(db, FUZZ_VERIFY) && says(db, "PRAGMA integrity_check", "ok") &&
         says(db, "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'memlog%'", "2") &&
         says(db, "SELECT sql FROM sqlite_schema WHERE name = 'heard'", IMAGE_TABLE) &&
         says(db, "SELECT sql FROM sqlite_schema WHERE name = 'hears'", IMAGE_LISTENER);
}

/* memlog is loaded. judged: the file was not made by somebody else. which: some of all that could be done. */
static void image_exercise(sqlite3 *db, int judged, unsigned which) {
  char *key[KEYS_MAX] = {NULL};
  i64 seq[POSITIONS_MAX] = {0};
  fuzz_limit(db, 3000, 100 << 20);
  int clean = image_is_clean(db) && judged && fuzz_left > 0;
  image_error[0] = 0;
  keys_find(db, key, seq);
  image_read(db, which, key, seq);
  if (clean && fuzz_left > 0) {
    if (image_error[0]) fuzz_fault("mem_verify finds nothing, but: %s", image_error);
    fuzz_unlimit(db);
    fuzz_sound(db);
    fuzz_limit(db, fuzz_left, 100 << 20);
  }
  if (key[which / 2 % KEYS_MAX]) image_write(db, key[which / 2 % KEYS_MAX]);
  fuzz_unlimit(db);
  if (clean && fuzz_left > 0) fuzz_sound(db);
  for (int i = 0; i < KEYS_MAX; i++) sqlite3_free(key[i]);
}

#endif
