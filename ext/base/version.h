#ifndef ML_VERSION_H
#define ML_VERSION_H

#define ML_VERSION "0.1.0"

#endif
