/*
** main of a fuzzer that libFuzzer does not drive: replays its seeds and what was once found, then mutations of them.
** Usage: [SEED [MUTATIONS]]; or: FILE …, which replays just these. The input under which it fails is kept in
** build/fuzz.
*/
#ifndef ML_REPLAY_H
#define ML_REPLAY_H

#include "../unit/random.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>

#define INPUT_MAX 16384

typedef struct Input {
  uint8_t *p;
  size_t n;
} Input;

static struct {
  Input *a;
  size_t n;
} inputs, words;

static Input running; /* what is being tried */
static char running_name[256];

static void said(const char *z) {
  if (write(1, z, strlen(z)) < 0) _exit(3);
}

/* The last words of a process that fails: only what a signal handler may call. */
static void input_keep(void) {
  int fd = open("build/fuzz/failed-" FUZZ_NAME, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  ssize_t n = fd < 0 ? 0 : write(fd, running.p, running.n);
  said("failed on ");
  said(running_name);
  said(n == (ssize_t)running.n ? ", which is in build/fuzz/failed-" FUZZ_NAME "\n" : ", which cannot be kept\n");
  said("0 passed, 1 failed\n");
}

static void signal_caught(int number) {
  (void)number;
  input_keep();
  _exit(1);
}

/* Sanitizers end a process in their own way. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void failures_watch(void) {
  static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(input_keep);
  for (int i = 0; i < COUNT(numbers); i++) {
    int memory = numbers[i] != SIGABRT && numbers[i] != SIGALRM;
    if (!memory || !__sanitizer_set_death_callback) signal(numbers[i], signal_caught);
  }
}

static void input_add(Input **a, size_t *count, const uint8_t *p, size_t n) {
  Input *more = realloc(*a, (*count + 1) * sizeof(**a));
  uint8_t *copy = malloc(n + 1);
  if (!more || !copy) abort();
  if (n) memcpy(copy, p, n);
  *a = more;
  (*a)[(*count)++] = (Input){copy, n};
  /* cppcheck-suppress memleak ; the copy stands in *a */
}

static void input_run(const uint8_t *p, size_t n) {
  running = (Input){(uint8_t *)p, n};
  alarm(60); /* an input that takes so long hangs */
  LLVMFuzzerTestOneInput(p, n);
  alarm(0);
}

/* Replays a file and takes it as a seed. */
static int file_run(const char *path) {
  static uint8_t block[INPUT_MAX];
  FILE *f = fopen(path, "r");
  if (!f) return 0;
  size_t n = fread(block, 1, sizeof(block), f);
  fclose(f);
  input_add(&inputs.a, &inputs.n, block, n);
  snprintf(running_name, sizeof(running_name), "%s", path);
  input_run(inputs.a[inputs.n - 1].p, n);
  return 1;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* All files of a directory, by name; a directory that is not there has none. */
static void directory_run(const char *path) {
  DIR *d = opendir(path);
  char *name[1000];
  size_t n = 0;
  char whole[512];
  for (struct dirent *x; d && (x = readdir(d)) && n < 1000;) {
    if (x->d_name[0] != '.') name[n++] = strdup(x->d_name);
  }
  if (d) closedir(d);
  qsort(name, n, sizeof(*name), by_name);
  for (size_t i = 0; i < n; i++) {
    snprintf(whole, sizeof(whole), "%s/%s", path, name[i]);
    file_run(whole);
    free(name[i]);
  }
}

/* The words of a dictionary in libFuzzer's form: a line "word", with \" and \xHH. */
static void words_read(const char *path) {
  FILE *f = fopen(path, "r");
  char line[512];
  while (f && fgets(line, sizeof(line), f)) {
    char *to = line;
    char *from = line + 1;
    unsigned byte;
    if (line[0] != '"') continue;
    for (; *from && *from != '"'; from++) {
      if (*from == '\\' && from[1] == 'x' && sscanf(from + 2, "%2x", &byte) == 1) {
        *to++ = (char)byte;
        from += 3;
      } else {
        if (*from == '\\') from++;
        *to++ = *from;
      }
    }
    input_add(&words.a, &words.n, (uint8_t *)line, (size_t)(to - line));
  }
  if (f) fclose(f);
}

/* Puts n bytes, be they p's own, in place of gone bytes at a place. */
static size_t bytes_put(uint8_t *p, size_t len, size_t at, size_t gone, const uint8_t *with, size_t n) {
  if (gone > len - at) gone = len - at;
  if (len - gone + n > INPUT_MAX) return len;
  memmove(p + at + n, p + at + gone, len - at - gone);
  if (n) memmove(p + at, with, n);
  return len - gone + n;
}

/* One change: a byte, a stretch gone or doubled, a word, a stretch of another input (of the one before, at first). */
static size_t mutate(uint8_t *p, size_t n) {
  uint8_t with[64];
  size_t at = (size_t)random_below((int)n + 1);
  size_t len = 1 + (size_t)random_below(random_below(4) ? 8 : 64);
  const Input *other = inputs.n ? &inputs.a[random_below((int)inputs.n)] : &running;
  switch (random_below(7)) {
  case 0:
    with[0] = (uint8_t)random_bits();
    return bytes_put(p, n, at, 1, with, 1);
  case 1:
    if (at < n) p[at] ^= (uint8_t)(1u << random_below(8));
    return n;
  case 2:
    return bytes_put(p, n, at, len, NULL, 0);
  case 3:
    if (len > n - at) len = n - at;
    memcpy(with, p + at, len);
    return bytes_put(p, n, at, 0, with, len);
  case 4:
    for (size_t i = 0; i < len; i++) with[i] = (uint8_t)random_bits();
    return bytes_put(p, n, at, random_below(2) ? len : 0, with, len);
  case 5:
    if (!words.n) return n;
    other = &words.a[random_below((int)words.n)];
    return bytes_put(p, n, at, random_below(2) ? other->n : 0, other->p, other->n);
  default:
    if (!other->n) return n;
    len = (size_t)random_below((int)other->n) / 4;
    return bytes_put(p, n, at, random_below(2) ? len : 0, other->p + random_below((int)(other->n - len)), len);
  }
}

static void mutations_run(i64 n) {
  static uint8_t p[INPUT_MAX];
  for (i64 i = 0; i < n; i++) {
    size_t len = 1 + (size_t)random_below(1 << (2 + random_below(7)));
    if (inputs.n && random_below(4)) {
      const Input *from = &inputs.a[random_below((int)inputs.n)];
      len = from->n;
      memcpy(p, from->p, len);
    } else {
      for (size_t k = 0; k < len; k++) p[k] = (uint8_t)random_bits();
    }
    for (int k = 1 + random_below(6); k > 0; k--) len = mutate(p, len);
    snprintf(running_name, sizeof(running_name), "mutation %lld", (long long)i);
    input_run(p, len);
  }
}

int main(int argc, char **argv) {
  i64 n = argc > 2 ? atoll(argv[2]) : FUZZ_MUTATIONS;
  failures_watch();
  if (argc > 1 && access(argv[1], R_OK) == 0) {
    for (int i = 1; i < argc; i++) {
      if (!file_run(argv[i])) printf("%s cannot be read\n", argv[i]);
    }
    printf("%d passed, %d failed\n", (int)inputs.n, argc - 1 - (int)inputs.n);
    return (int)inputs.n != argc - 1;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  random_seed(argc, argv);
  words_read("tests/fuzz/" FUZZ_NAME ".dict");
  directory_run(FUZZ_SEEDS);
  directory_run("tests/fuzz/findings/" FUZZ_NAME);
  mutations_run(n);
  printf("%d passed, 0 failed\n", (int)inputs.n + 1);
  return 0;
}

#endif
