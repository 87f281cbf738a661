/*
** Numbers about the whole file, for those who run it. Their classes are closed lists, whatever was stored: no key, set,
** id or type of a host's is one, and what is in no list is counted as "other".
*/
#ifndef ML_METRIC_WORK_H
#define ML_METRIC_WORK_H

#include "../store/metric.h"

/* What a number is about: what was recorded since a moment, all of it, or how things are. */
typedef enum MlMetricWindow { ML_WINDOW_HOUR, ML_WINDOW_DAY, ML_WINDOW_ALL, ML_WINDOW_NOW, ML_WINDOWS } MlMetricWindow;

extern const char *const ml_metric_windows[ML_WINDOWS]; /* their names */

#define ML_METRIC_CLASSES 14

typedef struct MlMetric {
  const char *name;
  const char *unit;           /* NULL: things are counted */
  const char *const *classes; /* the last NULL */
  u8 ask;                     /* an MlMetricAsk */
  u8 how;                     /* what is made of its rows: see metric.c */
  const char *const *of;      /* of a share: the classes of what it is a share of … */
  const char *const *whole;   /* … and those of them that count: NULL, all */
} MlMetric;

/* In their order; NULL behind the last. */
const MlMetric *ml_metric(int i);

/* Whether it has values in this window. */
int ml_metric_has(const MlMetric *m, MlMetricWindow w);

typedef struct MlMetricValue {
  u8 is;         /* 0: there is none, as of no numbers at all there is no greatest */
  u8 is_rate;    /* it is numerator divided by denominator */
  u8 is_integer; /* it is n, else r */
  i64 n;
  double r;
  i64 numerator;
  double denominator; /* seconds, or a whole number */
} MlMetricValue;

/* The values of a metric, by class, as of now (microseconds). The tables must be there. */
int ml_metric_read(MlConn *c, const MlMetric *m, MlMetricWindow w, i64 now, MlMetricValue out[ML_METRIC_CLASSES],
                   MlErr *e);

#endif
