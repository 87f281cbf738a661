/*
** Proofs: that something outside of the file is a copy of a record, that it was told of a deletion, that it was
** looked at and has gone; and what memlog found when it looked into the file itself. What one says stands in its
** detail:
**   part            'primary' (with index, vectors and log: memlog's own), 'index', 'vector', 'summary', 'cache',
**                   'log', 'artifact'
**   what            the name of it; of a derived record its id. Once the key was forgotten: digest:…, of the name
**   check           by what it was found to be so
**   state           'copied', 'invalidated', 'verified'
**   invalidated_at, verified_at  in microseconds
*/
#ifndef ML_PROOF_H
#define ML_PROOF_H

#include "../data/tree.h"
#include "lineage.h"

typedef enum MlProofState { ML_PROOF_NONE, ML_PROOF_COPIED, ML_PROOF_INVALIDATED, ML_PROOF_VERIFIED } MlProofState;

/* Names; the last is NULL. States in the order above, from ML_PROOF_COPIED on. */
extern const char *const ml_proof_parts[];
extern const char *const ml_proof_states[];

typedef struct MlProof {
  MlUuid id;
  const char *part; /* static */
  MlText what, check;
  MlProofState state;
  i64 invalidated, verified; /* 0: it was not */
} MlProof;

/* What a detail says; text keeps what is borrowed. state is ML_PROOF_NONE if it says nothing that a proof says. */
int ml_proof_read(MlText detail, MlTree *text, MlProof *p, MlErr *e);

/* The detail, at the end of out. */
void ml_proof_write(const MlProof *p, MlBuf *out);

/* Puts it, with an edge to what it proves: a deletion, or a record. p->id is set. Inside an operation. */
int ml_proof_put(MlConn *c, MlText key, MlProof *p, const MlUuid *of, MlErr *e);

/* The file itself holds nothing of a deletion's records, but for what the past tells. */
int ml_proof_put_own(MlConn *c, MlText key, const MlUuid *deletion, MlUuid *id, MlErr *e);

/* What stands for the name of something once nobody may know it any more. */
int ml_proof_hide(MlConn *c, MlText what, MlBuf *out, MlErr *e);

#endif
