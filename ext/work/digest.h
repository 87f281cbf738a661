/* The digest of a row of the log as it stands, with what the chain covers of memlog_run. */
#ifndef ML_DIGEST_H
#define ML_DIGEST_H

#include "../store/log.h"

/* The one that is stored, or that of the row's content under its key's salt. */
int ml_digest_row(MlConn *c, const MlRow *r, const MlUuid *salt, MlUuid *digest, MlErr *e);

#endif
