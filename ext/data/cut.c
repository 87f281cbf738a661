#include "cut.h"

#define ZWJ 0x200d

u32 ml_cut_char(MlText text, i64 i, int *bytes) {
  const u8 *p = (const u8 *)text.p + i;
  int n = p[0] >= 0xf0 && p[0] < 0xf8 ? 4 : p[0] >= 0xe0 ? 3 : p[0] >= 0xc0 ? 2 : 1;
  u32 c = p[0];
  *bytes = 1;
  if (n == 1 || p[0] >= 0xf8 || text.n - i < n) return c;
  c &= 0xffu >> (n + 1);
  for (int k = 1; k < n; k++) {
    if ((p[k] & 0xc0) != 0x80) return p[0];
    c = c << 6 | (p[k] & 0x3f);
  }
  *bytes = n;
  return c;
}

/* Ranges of code points that belong to the one before them: what Unicode calls Extend and SpacingMark, roughly, in the
** scripts that are written most. */
static const struct {
  u32 low, high;
} belongs[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489},   {0x0591, 0x05bd},   {0x05bf, 0x05c7},   {0x0610, 0x061a}, {0x064b, 0x065f},
    {0x0670, 0x0670}, {0x06d6, 0x06dc},   {0x06df, 0x06e4},   {0x06e7, 0x06e8},   {0x06ea, 0x06ed}, {0x0900, 0x0903},
    {0x093a, 0x093c}, {0x093e, 0x094f},   {0x0951, 0x0957},   {0x0981, 0x0983},   {0x09bc, 0x09bc}, {0x09be, 0x09cd},
    {0x0a3c, 0x0a4d}, {0x0abc, 0x0abc},   {0x0abe, 0x0acd},   {0x0b3c, 0x0b3c},   {0x0b3e, 0x0b4d}, {0x0bbe, 0x0bcd},
    {0x0c3e, 0x0c4d}, {0x0cbe, 0x0ccd},   {0x0d3e, 0x0d4d},   {0x0e31, 0x0e31},   {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e},
    {0x0eb1, 0x0eb1}, {0x0eb4, 0x0ebc},   {0x0ec8, 0x0ece},   {0x0f71, 0x0f84},   {0x102b, 0x103e}, {0x1160, 0x11ff},
    {0x135d, 0x135f}, {0x17b4, 0x17d3},   {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff},   {0x200c, ZWJ},    {0x20d0, 0x20ff},
    {0x302a, 0x302f}, {0x3099, 0x309a},   {0xa806, 0xa806},   {0xaa29, 0xaa36},   {0xabe3, 0xabed}, {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f}, {0x1f3fb, 0x1f3ff}, {0xe0020, 0xe007f}, {0xe0100, 0xe01ef},
};

static int char_belongs(u32 c) {
  int low = 0, high = (int)(sizeof(belongs) / sizeof(*belongs)) - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (c < belongs[middle].low) {
      high = middle - 1;
    } else if (c > belongs[middle].high) {
      low = middle + 1;
    } else {
      return 1;
    }
  }
  return 0;
}

static int is_flag_half(u32 c) { return c >= 0x1f1e6 && c <= 0x1f1ff; }

i64 ml_cut_at(MlText text, i64 max) {
  i64 n = 0, cut = 0;
  u32 before = 0;
  int bytes, halves = 0;                        /* of flags, in a row before this one */
  if (max <= 0 || text.n <= max) return text.n; /* no more bytes than characters are wanted */
  for (i64 i = 0; i < text.n; i += bytes, n++) {
    u32 c = ml_cut_char(text, i, &bytes);
    if (n == max) return cut;
    int joined =
        char_belongs(c) || before == ZWJ || (is_flag_half(c) && halves % 2 == 1) || (before == '\r' && c == '\n');
    if (n < max && !joined) cut = i;
    halves = is_flag_half(c) ? halves + 1 : 0;
    before = c;
  }
  return text.n;
}
