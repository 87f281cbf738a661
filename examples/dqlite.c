/*
** Memory that is replicated: three nodes of dqlite, each with memlog, and a client that speaks their protocol.
** What an agent remembers is on every node; another one leads, all are killed and started again, most of them are lost
** in the midst of a transaction: memory and log are whole each time.
**
**   cc -o dqlite examples/dqlite.c -ldqlite -lsqlite3 && MEMLOG_SO=build/memlog.so ./dqlite
*/
#if !__has_include(<dqlite.h>)
#include <stdio.h>

int main(void) {
  puts("libdqlite-dev is not installed");
  return 77;
}
#else
#include <dlfcn.h>
#include <dqlite.h>
#include <netinet/in.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NODES 3

static void fail(const char *doing, const char *why) {
  fprintf(stderr, "%s: %s\n", doing, why);
  exit(1);
}

/* ---- nodes ---- */

/* Every connection that SQLite opens in this process from now on, dqlite's too, has memlog. */
static void memlog_load(void) {
  const char *path = getenv("MEMLOG_SO");
  void *library = dlopen(path ? path : "build/memlog.so", RTLD_NOW), (*entry)(void);
  if (!library) fail("memlog", dlerror());
  *(void **)&entry = dlsym(library, "sqlite3_memlog_init");
  if (!entry || sqlite3_auto_extension(entry) != SQLITE_OK) fail("memlog", "it cannot be loaded");
}

static struct {
  int port;
  pid_t process;   /* 0: it does not run */
} node[NODES + 1]; /* by number */

/* A node is a process of its own, which has memlog as this one has, and ends with it. */
static void node_serve(int number) {
  char address[40], directory[20];
  dqlite_node *n;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  snprintf(address, sizeof(address), "127.0.0.1:%d", node[number].port);
  snprintf(directory, sizeof(directory), "node-%d", number);
  mkdir(directory, 0700);
  if (dqlite_node_create((dqlite_node_id)number, address, directory, &n) || dqlite_node_set_bind_address(n, address) ||
      dqlite_node_set_network_latency_ms(n, 60) || dqlite_node_start(n)) {
    fail(directory, dqlite_node_errmsg(n));
  }
  for (;;) pause();
}

static void node_start(int number) {
  fflush(NULL);
  node[number].process = fork();
  if (node[number].process < 0) fail("node", "no process can be made");
  if (node[number].process == 0) node_serve(number);
}

/* As if its machine had failed. */
static void node_kill(int number) {
  kill(node[number].process, SIGKILL);
  waitpid(node[number].process, NULL, 0);
  node[number].process = 0;
}

static struct sockaddr_in address_of(int number) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)node[number].port)};
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return a;
}

/* Ports of this machine that nobody uses: each is taken, so that they differ, and given back. */
static void ports_find(void) {
  int fd[NODES + 1];
  for (int i = 1; i <= NODES; i++) {
    struct sockaddr_in a = address_of(i);
    socklen_t n = sizeof(a);
    fd[i] = socket(AF_INET, SOCK_STREAM, 0);
    if (fd[i] < 0 || bind(fd[i], (struct sockaddr *)&a, n) || getsockname(fd[i], (struct sockaddr *)&a, &n)) {
      puts("no port of this machine can be taken");
      exit(77);
    }
    node[i].port = ntohs(a.sin_port);
  }
  for (int i = 1; i <= NODES; i++) close(fd[i]);
}

/* ---- the protocol: messages of words of eight bytes, the lowest byte first, as on this machine ---- */

enum { LEADER, CLIENT, OPEN = 3, EXEC_SQL = 8, QUERY_SQL = 9, ADD = 12, ASSIGN = 13, TRANSFER = 17 };
enum { FAILURE, SERVER, DB = 4, RESULT = 6, ROWS = 7, EMPTY = 8, LOST = -1 };

static struct {
  uint8_t b[1 << 20];
  size_t n, at;
} message;

static void put_word(uint64_t v) {
  memcpy(message.b + message.n, &v, 8);
  message.n += 8;
}

static void put_text(const char *s) {
  size_t n = strlen(s) / 8 * 8 + 8;
  if (message.n + n > sizeof(message.b) - 64) fail("message", "it is too long");
  memset(message.b + message.n, 0, n);
  memcpy(message.b + message.n, s, strlen(s));
  message.n += n;
}

static uint64_t get_word(void) {
  uint64_t v = 0;
  if (message.at + 8 <= message.n) memcpy(&v, message.b + message.at, 8);
  message.at += 8;
  return v;
}

static const char *get_text(void) {
  const char *s = message.at < message.n ? (const char *)message.b + message.at : "";
  message.at += strlen(s) / 8 * 8 + 8;
  return s;
}

static int bytes_read(int fd, size_t n) {
  for (size_t at = 0; at < n;) {
    ssize_t k = read(fd, message.b + at, n - at);
    if (k <= 0) return 0;
    at += (size_t)k;
  }
  return 1;
}

/* The type of the answer. */
static int receive(int fd) {
  uint32_t words;
  if (!bytes_read(fd, 8)) return LOST;
  memcpy(&words, message.b, 4);
  int type = message.b[4];
  message.n = (size_t)words * 8;
  message.at = 0;
  if (message.n >= sizeof(message.b) || !bytes_read(fd, message.n)) return LOST;
  message.b[message.n] = 0;
  return type;
}

/* What is to be sent, behind room for the head of the message. */
static void begin(void) { message.n = 8; }

static int ask(int fd, int type) {
  uint32_t words = (uint32_t)(message.n / 8 - 1);
  memset(message.b, 0, 8);
  memcpy(message.b, &words, 4);
  message.b[4] = (uint8_t)type;
  return write(fd, message.b, message.n) == (ssize_t)message.n ? receive(fd) : LOST;
}

/* ---- the client ---- */

static int database = -1; /* connected to the node that leads */
static int lost;          /* … but it leads no more: nothing is asked of it, until another is connected to */

/* -1 if the node is not there. */
static int connect_to(int number) {
  struct sockaddr_in a = address_of(number);
  uint64_t version = 1;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) fail("socket", "none can be made");
  if (connect(fd, (struct sockaddr *)&a, sizeof(a)) == 0 && write(fd, &version, 8) == 8) return fd;
  close(fd);
  return -1;
}

/* The number of the node that leads, as the nodes say that are there; 0: none. */
static int leader_ask(void) {
  int leader = 0;
  for (int i = 1; i <= NODES && !leader; i++) {
    int fd = connect_to(i);
    if (fd < 0) continue;
    begin();
    put_word(0);
    if (ask(fd, LEADER) == SERVER) leader = (int)get_word();
    close(fd);
  }
  return leader;
}

/* Waits for a leader, opens its database. 0: that has failed, and may be tried again. */
static int database_try(void) {
  int leader = leader_ask();
  if (database >= 0) close(database);
  database = leader ? connect_to(leader) : -1;
  if (database < 0) return 0;
  begin();
  put_text("memory");
  put_word(0);
  put_text("");
  if (ask(database, OPEN) != DB) return 0;
  begin();
  put_word(0);
  put_text("SELECT 1");
  return ask(database, QUERY_SQL) == ROWS ? leader : 0; /* it leads indeed */
}

static int database_open(void) {
  for (int i = 0; i < 600; i++) {
    int leader = database_try();
    lost = 0;
    if (leader) return leader;
    usleep(50000);
  }
  fail("open", "no node leads");
  return 0;
}

static int send_sql(int type, const char *sql) {
  begin();
  put_word(0);
  put_text(sql);
  return ask(database, type);
}

/* The words of an error. */
static const char *failure_read(int type) {
  enum { NOT_LEADER = 10 | 40 << 8, LEADERSHIP_LOST = 10 | 41 << 8 };
  uint64_t code = type == FAILURE ? get_word() : LEADERSHIP_LOST;
  if (code == NOT_LEADER || code == LEADERSHIP_LOST) lost = 1;
  return type == FAILURE ? get_text() : "the connection is lost";
}

/* NULL, or the words of the error. */
static const char *exec(const char *sql) {
  int type = lost ? LOST : send_sql(EXEC_SQL, sql);
  return type == RESULT ? NULL : failure_read(type);
}

static void run(const char *sql) {
  const char *why = exec(sql);
  if (why && !lost) fail(sql, why);
}

static size_t value_get(int type, char *out, size_t n) {
  enum { INTEGER = 1, FLOAT, TEXT };
  if (type == TEXT) return (size_t)snprintf(out, n, "%s", get_text());
  uint64_t word = get_word();
  double real;
  memcpy(&real, &word, 8);
  if (type == INTEGER) return (size_t)snprintf(out, n, "%lld", (long long)word);
  return (size_t)(type == FLOAT ? snprintf(out, n, "%g", real) : snprintf(out, n, "NULL"));
}

/* All rows of one answer: values parted by |, rows by blanks. A row is the types of its values, four bits each, then
** the values. The text lives until the next query. */
static const char *query(const char *sql) {
  static char out[8192];
  size_t n = 0;
  int type = lost ? LOST : send_sql(QUERY_SQL, sql);
  out[0] = 0;
  if (type != ROWS) {
    const char *why = failure_read(type);
    if (!lost) fail(sql, why);
    return out;
  }
  uint64_t columns = get_word();
  for (uint64_t i = 0; i < columns; i++) get_text();
  while (message.at < message.n && message.b[message.at] != 0xff) {
    const uint8_t *types = message.b + message.at;
    message.at += (columns * 4 + 63) / 64 * 8;
    for (uint64_t i = 0; i < columns && n < sizeof(out); i++) {
      if (n) n += (size_t)snprintf(out + n, sizeof(out) - n, "%s", i ? "|" : " ");
      if (n < sizeof(out)) n += value_get(types[i / 2] >> (i % 2 * 4) & 15, out + n, sizeof(out) - n);
    }
  }
  if (n >= sizeof(out) || message.at >= message.n) fail(sql, "the answer is too long for this example");
  return out;
}

static void expect(const char *sql, const char *want) {
  const char *got = query(sql);
  if (lost) return;
  printf("%s\n  %s\n", sql, got);
  if (strcmp(got, want) != 0) fail(sql, want);
}

/* ---- what is shown ---- */

/* Node 1 is there; the others are added, and vote. */
static void nodes_join(void) {
  char address[40];
  for (int i = 2; i <= NODES; i++) {
    node_start(i);
    snprintf(address, sizeof(address), "127.0.0.1:%d", node[i].port);
    begin();
    put_word((uint64_t)i);
    put_text(address);
    if (ask(database, ADD) != EMPTY) fail(address, "it cannot be added");
    begin();
    put_word((uint64_t)i);
    put_word(0);
    if (ask(database, ASSIGN) != EMPTY) fail(address, "it cannot vote");
  }
}

static char first[100]; /* the id of the first event */

/* A function that writes is called in a transaction; a statement that writes may stand alone. */
static void memory_write(void) {
  run("BEGIN IMMEDIATE");
  expect("SELECT mem_install()", "4");
  run("CREATE TABLE alarm(path, value)");
  run("CREATE TRIGGER hot AFTER INSERT ON memlog_event WHEN mem_touches('room.degrees', NEW.value)"
      " BEGIN INSERT INTO alarm VALUES('room.degrees', mem_pick(NEW.value, 'room.degrees')); END");
  run("COMMIT");

  run("BEGIN IMMEDIATE");
  expect("SELECT mem_action('measure'), mem_set('home', 'room.degrees', 31) ->> 'path'", "measure|room.degrees");
  expect("SELECT mem_append('home', 'history', 31) ->> 'path'", "history.0");
  run("COMMIT");
  snprintf(first, sizeof(first), "%s", query("SELECT id FROM mem_event"));

  run("BEGIN IMMEDIATE");
  expect("SELECT mem_set('home', 'room.degrees', 99) ->> 'path'", "room.degrees");
  run("ROLLBACK");
  run("INSERT INTO mem(key, path, value) VALUES('home', 'door', 'open'), ('home', 'light', 'on')");
  run("BEGIN IMMEDIATE");
  expect("SELECT mem_item_put('home', 'notes', 'tea', 'Ada drinks green tea')", "tea");
  run("COMMIT");
}

static void door_close(void) {
  do {
    if (lost) database_open();
    run("UPDATE mem SET value = 'closed' WHERE key = 'home' AND path = 'door'");
  } while (lost);
}

/* A SELECT that commits by itself goes past dqlite: it is refused, and the node lives on. */
static void refused(const char *sql) {
  const char *why = exec(sql);
  printf("%s\n  %s\n", sql, why ? why : "done");
  if (!why || !strstr(why, "memlog: transaction: dqlite does not replicate")) fail(sql, "it must be refused");
}

static void all_check(const char *door) {
  char sql[200], state[200];
  snprintf(state, sizeof(state), "{\"door\":\"%s\",\"history.0\":31,\"light\":\"on\",\"room.degrees\":31}", door);
  expect("SELECT mem_snapshot('home')", state);
  expect("SELECT mem_rebuild_at('home', '#last')", state);
  snprintf(sql, sizeof(sql), "SELECT mem_rebuild_at('home', '%s')", first);
  expect(sql, "{\"history.0\":31,\"room.degrees\":31}");
  expect("SELECT path, value FROM alarm", "room.degrees|31");
  expect("SELECT action, value FROM mem_event WHERE action IS NOT NULL",
         "measure|{\"room.degrees\":31,\"history.0\":31}");
  expect("SELECT count(*) FROM mem_verify", "0");
  expect("SELECT sum(value) > 0 FROM mem_metric WHERE name = 'memlog_file_bytes'", "1");

  run("BEGIN IMMEDIATE"); /* a search is an event, too */
  expect("SELECT id, content FROM mem_search('home', 'notes', 'tea')", "tea|Ada drinks green tea");
  run("COMMIT");
}

static void all_is_there(const char *door) {
  do {
    if (lost) printf("node %d leads\n", database_open());
    all_check(door);
  } while (lost);
}

/* Another node leads, and it has all. */
static void leader_change(void) {
  int from, type, tries = 0;
  do {
    from = database_open();
    begin();
    put_word((uint64_t)(from % NODES + 1));
    type = ask(database, TRANSFER);
  } while (type != EMPTY && ++tries < 10);
  int leader = database_open();
  printf("node %d leads, after node %d\n", leader, from);
  if (leader == from) fail("transfer", "the same node leads");
}

/* Without a majority COMMIT fails, or its node is given up. Whether it counts is known once there is one again; all of
** it does, or nothing. */
static const char *majority_loss(int leader) {
  static char door[20];
  do {
    if (lost) leader = database_open();
    run("BEGIN IMMEDIATE");
    expect("SELECT mem_set('home', 'door', 'broken') ->> 'path'", "door");
  } while (lost);
  for (int i = 1; i <= NODES; i++) {
    if (i != leader) node_kill(i);
  }
  const char *why = exec("COMMIT");
  printf("COMMIT\n  %s\n", why ? why : "done");
  if (!why) fail("COMMIT", "a single node has committed");
  for (int i = 1; i <= NODES; i++) {
    if (i != leader) node_start(i);
  }
  printf("node %d leads\n", database_open());
  do {
    if (lost) database_open();
    snprintf(door, sizeof(door), "%s", query("SELECT mem_get('home', 'door')"));
  } while (lost);
  return door;
}

static void forget(void) {
  run("BEGIN IMMEDIATE");
  expect("SELECT r ->> 'checkpoint', r ->> 'clean', r ->> '$.places[0].state'"
         " FROM (SELECT mem_forget('home', 'asked for it') AS r)",
         "left to dqlite|0|unknown");
  run("COMMIT");
  expect("SELECT mem_snapshot('home'), (SELECT count(*) FROM mem_items('home', 'notes'))", "{}|0");
  expect("SELECT count(*) FROM mem_verify", "0");
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  memlog_load();
  ports_find();
  node_start(1);
  database_open();
  memory_write();
  refused("SELECT mem_set('home', 'door', 'ajar')");
  refused("SELECT * FROM mem_search('home', 'notes', 'tea')");
  refused("SELECT mem_forget('home', 'asked for it')");
  nodes_join();
  door_close();
  all_is_there("closed");
  leader_change();
  all_is_there("closed");

  for (int i = 1; i <= NODES; i++) node_kill(i);
  for (int i = 1; i <= NODES; i++) node_start(i);
  int leader = database_open();
  printf("node %d leads, after all were killed\n", leader);
  all_is_there("closed");
  all_is_there(majority_loss(leader));
  do {
    if (lost) database_open();
    forget();
  } while (lost);
  for (int i = 1; i <= NODES; i++) node_kill(i);
  return 0;
}
#endif
