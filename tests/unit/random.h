/* Numbers that look random and come back with the same seed (xorshift64*). The seed is the program's first
** argument or the time. */
#ifndef ML_RANDOM_H
#define ML_RANDOM_H

#include "base/sqlite.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static u64 random_state;

static inline void random_seed(int argc, char **argv) {
  u64 seed = argc > 1 ? strtoull(argv[1], NULL, 10) : (u64)time(NULL);

  printf("seed %llu\n", (unsigned long long)seed);
  random_state = (seed + 1) * 0x9e3779b97f4a7c15u;
  if (random_state == 0) random_state = 1;
}

static inline u64 random_bits(void) {
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 0x2545f4914f6cdd1du;
}

static inline int random_below(int n) { return (int)((random_bits() >> 32) % (u64)n); }

#endif
