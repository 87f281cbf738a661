/*
** What the files of a database still hold of what was erased: read byte by byte, below SQLite, through the file's own
** VFS. What stands in rows that are there, other keys' or the host's, is told apart from what nothing leads to any
** more.
*/
#ifndef ML_RESIDUE_H
#define ML_RESIDUE_H

#include "../data/probe.h"
#include "conn.h"

typedef enum MlResidueState {
  ML_RESIDUE_ABSENT, /* there is no such file */
  ML_RESIDUE_CLEAN,
  ML_RESIDUE_HOLDS,
  ML_RESIDUE_UNKNOWN /* it cannot be told: see why */
} MlResidueState;

typedef enum MlResidueFile { ML_RESIDUE_DATABASE, ML_RESIDUE_WAL, ML_RESIDUE_JOURNAL, ML_RESIDUE_FILES } MlResidueFile;

typedef struct MlResiduePlace {
  MlResidueState state;
  i64 found;       /* so often one of the strings stands where nothing leads to it */
  i64 live;        /* … in rows that are there (of the database alone) */
  const char *why; /* that it is unknown */
} MlResiduePlace;

typedef struct MlResidue {
  int replicated; /* by dqlite: what it holds cannot be looked at, */
  int wal;        /* … or the file is in WAL mode, */
  int checkpoint; /* and with this code its WAL was copied into it and emptied */
  MlResiduePlace place[ML_RESIDUE_FILES];
} MlResidue;

/* Empties the WAL if it can. No transaction may be open on the connection; where dqlite replicates, one is, and nothing
** is done. */
void ml_residue_checkpoint(MlConn *c, MlResidue *r);

/* Looks into the files, after the checkpoint. SQLITE_NOMEM; a file that cannot be read is unknown. */
int ml_residue_look(MlConn *c, const MlProbes *p, MlResidue *r, MlErr *e);

#endif
