# memlog: `make` builds build/memlog.so; `make help` lists the rest.

# Where all goes that is made: with another compiler or other options, into a directory of its own.
B       ?= build
PREFIX  ?= /usr/local
PYTHON  ?= /usr/bin/python3
OPT     ?= -O2 -g
WERROR  ?= -Werror
WARN     = -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes \
           -Wpointer-arith -Wwrite-strings -Wcast-qual -Wcast-align -Wformat=2 -Wundef -Wvla \
           -Wnull-dereference -Wimplicit-fallthrough -Wold-style-definition -Wunused-macros -Wnested-externs \
           $(WERROR)
CFLAGS   = -std=c11 $(OPT) -fPIC -fvisibility=hidden $(WARN)

comma   := ,

# jansson goes in privately where there is an archive of it, so that a host with another version meets no stranger.
# libuuid stays shared: its archive is not position independent.
JANSSON := $(filter /%,$(shell $(CC) -print-file-name=libjansson.a))
LIBS    := $(if $(JANSSON),$(JANSSON) -Wl$(comma)--exclude-libs$(comma)ALL,-ljansson) -luuid -lm
# Never unmapped: when SQLite refuses a load that has begun (a file can bring that about), it closes the library, but
# calls the destructors of what was registered when the connection is closed.
LINK     = $(CC) $(OPT) -shared -Wl,-z,relro,-z,now,-z,nodelete -Wl,--as-needed

# What mem_debug() says of the build.
UUID    := $(shell sed -n 's/^Version: *//p' "$$($(CC) -print-file-name=pkgconfig/uuid.pc)" 2> /dev/null)
ABOUT    = -DML_LIBUUID_VERSION='"$(or $(UUID),unknown)"' -DML_BUILD_FLAGS='"$(OPT)"'

# What a Debian system needs to build and test.
DEBIAN   = gcc libc6-dev make libsqlite3-dev sqlite3 libjansson-dev uuid-dev python3

SRC    := $(sort $(wildcard ext/*.c ext/*/*.c))
HEADER := $(sort $(wildcard ext/*.h ext/*/*.h))
SQL    := $(sort $(wildcard sql/[0-9]*.sql)) $(sort $(wildcard sql/views/*.sql)) sql/index/item_text.sql
CHECK  := tests/check_size.sh tests/check_floors.sh tests/check_ddl.sh
UNIT   := $(patsubst tests/%.c,%,$(sort $(wildcard tests/unit/test_*.c tests/laws/test_*.c tests/faults/*.c \
          tests/fuzz/*.c)))
FUZZ   := $(patsubst tests/%.c,%,$(sort $(wildcard tests/fuzz/*.c)))
OBJ    := $(SRC:ext/%.c=%.o) sql_text.o
# Directories change when a file comes or goes: what is made from "all files in there" depends on them too.
DIRS   := $(sort $(dir $(SRC)))

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all unit asan tsan coverage libfuzzer deps demo test faults fuzz bench check clean install help

all: $(B)/memlog.so ## build/memlog.so, with the checks of sizes, floors and DDL (WERROR= lets warnings pass)

help: ## this list
	@sed -n 's/^\([a-z][a-z -]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | sort | expand -t 14

# ---- the extension ----

COMPILE  = @mkdir -p $(@D); echo "CC $@"; $(CC) $(CFLAGS) $(1) -iquote ext -MMD -MP -c -o $@ $<

$(B)/so/%.o: ext/%.c Makefile ;             $(call COMPILE)
$(B)/core/%.o: ext/%.c Makefile ;           $(call COMPILE,-DSQLITE_CORE)
%/sql_text.o: $(B)/sql_text.c Makefile ;    $(call COMPILE)

$(B)/%/face/fn_admin.o: CFLAGS += $(ABOUT)

$(B)/sql_text.c: ext/schema/sql_text.sh $(SQL) sql sql/views sql/index
	@mkdir -p $(@D)
	ext/schema/sql_text.sh $(SQL) > $@

$(B)/memlog.so: $(OBJ:%=$(B)/so/%) $(B)/checked $(DIRS) tests/check_exports.sh
	$(LINK) -Wl,-z,defs -o $@.new $(filter %.o,$^) $(LIBS)
	@tests/check_exports.sh $@.new
	@mv $@.new $@

$(B)/checked: $(CHECK) $(SRC) $(HEADER) $(DIRS)
	@mkdir -p $(@D)
	@for check in $(CHECK); do $$check . || exit 1; done
	@touch $@

# ---- the same sources linked straight against libsqlite3, for C tests ----

LENIENT  = -Wno-cast-qual -Wno-format-nonliteral -Wno-unused-macros

$(B)/core/memlog.a: $(OBJ:%=$(B)/core/%) $(DIRS)
	@rm -f $@; echo "AR $@"; ar rcs $@ $(filter %.o,$^)

$(B)/%: tests/%.c $(B)/core/memlog.a
	@mkdir -p $(@D); echo "CC $@"
	@$(CC) $(CFLAGS) $(LENIENT) -DSQLITE_CORE -iquote ext -MMD -MP -o $@ $< \
	  $(filter %.a,$^) $(LIBS) -lsqlite3 -lpthread

unit: $(UNIT:%=$(B)/%) ## the C programs of tests/, in build/unit, build/laws, build/faults and build/fuzz

# ---- the same again in a directory of its own ----

asan: ## all that and the extension under ASan and UBSan, in build/asan
	@$(MAKE) --no-print-directory B=build/asan all unit \
	  OPT='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all'

tsan: ## the test with threads under ThreadSanitizer, in build/tsan
	@$(MAKE) --no-print-directory B=build/tsan build/tsan/laws/test_threads OPT='-O1 -g -fsanitize=thread'

coverage: ## the same with counters for gcov, in build/coverage
	@$(MAKE) --no-print-directory B=build/coverage all unit OPT='-O0 -g --coverage -fprofile-update=atomic'

# Only programs are linked with libFuzzer, which has a main.
FUZZER = fuzzer-no-link
$(B)/fuzz/%: FUZZER = fuzzer
libfuzzer: ## the fuzzers as clang makes them, in build/clang
	@$(MAKE) --no-print-directory B=build/clang CC=clang $(FUZZ:%=build/clang/%) \
	  OPT='-O1 -g -DML_LIBFUZZER -fsanitize=address,undefined,$$(FUZZER) -fno-sanitize-recover=all'

# What measures loads the extension, as hosts do.
$(B)/bench/bench: $(wildcard tests/bench/*.[ch]) Makefile
	@mkdir -p $(@D); echo "CC $@"
	@$(CC) -std=gnu11 $(OPT) $(WARN) -o $@ $(filter %.c,$^) -lsqlite3

-include $(wildcard $(B)/*/*.d $(B)/*/*/*.d)

# ---- what people run ----
# Installing packages changes what the lines above find, hence a make of its own for what follows `deps`.

deps: ## installs the Debian packages that are missing; says which, if not root
	@command -v dpkg-query > /dev/null || { echo "not a Debian system; needed: $(DEBIAN)"; exit 0; }; \
	missing=; for p in $(DEBIAN); do \
	  dpkg-query -W -f '$${Status}' $$p 2> /dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" -ne 0 ]; then echo "packages missing:$$missing (as root, make deps installs them)"; exit 1; fi; \
	export DEBIAN_FRONTEND=noninteractive; \
	apt-get -q update && apt-get -q install -y --no-install-recommends $$missing

demo: deps ## builds and shows memlog at work on a new database file
	@$(MAKE) --no-print-directory all
	examples/demo.sh

test: deps ## builds and runs all tests; the last line is "N passed, N failed"
	@$(MAKE) --no-print-directory all unit
	@tests/run

faults: ## the long forms of tests: every place where something can fail, 1000 kills, … (hours)
	@$(MAKE) --no-print-directory all unit tsan
	@tests/run --only long -j 1 --limit 36000 -v

FUZZ_SECONDS ?= 60
fuzz: ## fuzzes with clang's libFuzzer (if it is installed), each fuzzer for FUZZ_SECONDS (60)
	@if command -v clang > /dev/null; \
	then $(MAKE) --no-print-directory libfuzzer && tests/fuzz/run $(FUZZ_SECONDS); \
	else echo "clang is not installed: nothing is fuzzed"; echo "0 passed, 0 failed, 1 skipped"; fi

bench: ## builds and measures
	@$(MAKE) --no-print-directory all
	tests/bench/run

check: ## all gates: formats, linters, all tests plain, under sanitizers and valgrind, coverage (needs more packages)
	@tests/check

install: all ## copies the extension to $(PREFIX)/lib
	install -D -m 755 $(B)/memlog.so $(DESTDIR)$(PREFIX)/lib/memlog.so
	@echo "In the sqlite3 shell: .load $(PREFIX)/lib/memlog"

clean: ## removes build/
	rm -rf build
