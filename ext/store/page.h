/* Pages of SQLite's file format, as far as it must be known to tell what a byte belongs to. Nothing of it is believed.
 */
#ifndef ML_PAGE_H
#define ML_PAGE_H

#include "../base/sqlite.h"

typedef struct MlPageShape {
  int size, usable; /* bytes of a page, and those of them that SQLite uses */
} MlPageShape;

u32 ml_page_u32(const u8 *b);

/* Reads the first 100 bytes of a file; 0 if they are not those of a database. */
int ml_page_shape(const u8 *head, MlPageShape *s);

/* What n bytes at a place of a page that is in use are. first: it is page 1. */
typedef enum MlPageUse {
  ML_PAGE_DEAD, /* nothing leads to them */
  ML_PAGE_LIVE, /* part of a cell, or of content that did not fit into one */
  ML_PAGE_LAST  /* on the last page of such content: which part of that page is live, only its cell knows */
} MlPageUse;
MlPageUse ml_page_use(const MlPageShape *s, const u8 *page, int first, int at, int n);

/* The cell number i of a page: 0 if it has no such cell (nor any after it). *overflow is the first page of what did not
** fit into it, 0 if all did; *rest how many bytes that are. */
int ml_page_cell(const MlPageShape *s, const u8 *page, int first, int i, u32 *overflow, u64 *rest);

#endif
