/*
** Debian's archive of jansson is not position independent in one place: json_loadf compares its file with stdin. A
** stdin of our own, hidden in the shared object and never read (memlog loads no JSON from files), lets the linker
** take the archive in privately.
*/
#ifndef SQLITE_CORE
#include <stdio.h>
#undef stdin

__attribute__((visibility("hidden"))) FILE *stdin;
#else
typedef int ml_stdin_unused; /* an empty file is no C */
#endif
