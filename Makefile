# The two commands to know are `make demo` and `make test`; `make help` lists the rest.
# CMake does the work (CMakePresets.json); this file only gives its steps short names.

# Compile jobs: one per core, but no more than one per 1.5 GB of free memory,
# which is what the largest source files take under a sanitizer.
JOBS ?= $(shell awk -v cores=$$(nproc) '/MemAvailable/ {n = int($$2 / 1500000)} \
          END {n = n && n < cores ? n : cores; print n < 1 ? 1 : n}' /proc/meminfo)
TEST_JOBS ?= 2
# Under sanitizers: the stages that handle memory, and those whose code runs on several threads.
ASAN_STAGES ?= core data models means kernel objective optimize select report paper
TSAN_STAGES ?= core data means kernel objective select
PREFIX ?= /usr/local

BINARY = build/release/drfs
# Real tables for the arena, where there are any: tables.json and NAME.csv.
ARENA_DATA = $(addprefix --data ,$(or $(DATA),$(wildcard ../shared/arena/tables)))
CXX_FILES = git ls-files -co --exclude-standard -- '*.cpp' '*.hpp'

export TSAN_OPTIONS ?= halt_on_error=1 $(if $(wildcard tests/tsan.supp),suppressions=$(CURDIR)/tests/tsan.supp)
export UBSAN_OPTIONS ?= print_stacktrace=1

.PHONY: help demo test python build docs bench quality arena arena-short ablation peers reproduce lint format asan tsan coverage \
        install install-library clean program packages check-packages
.DEFAULT_GOAL = help

help:     ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: program    ## install what is missing, build, choose features on built-in data, write demo/report.html
	$(BINARY) select 'synth:1?rows=6000&features=15&seed=0' --target y --population population \
	  --budget 5 --out demo
	@test -s demo/report.html && echo "The report: $(CURDIR)/demo/report.html"

test: build    ## install what is missing, build, run every test, those of the Python package too
	ctest --preset release -j $(TEST_JOBS)
	scripts/test-python

python: build    ## build the Python package and test it in clean virtual environments
	scripts/test-python

build: packages    ## install what is missing and build everything; the program is build/release/drfs
	$(call build,release)

docs: program    ## write docs/options.md anew from the declarations of the options
	@{ sed '/^## /,$$d' docs/options.md; $(BINARY) info --options | sed 1d; } > build/options.md
	mv build/options.md docs/options.md

bench: program    ## time the kernel at 15, 50 and 200 features
	@for features in 15 50 200; do \
	  $(BINARY) bench kernel --rows 8640 --features $$features || exit; done

quality: packages    ## compare the answers with the best possible ones (an hour); DATA=DIR adds real tables
	$(call build,release,--target quality)
	@build/release/bench/quality 10 $(DATA) | tee build/quality.md

arena: program build/arena-env/requirements.done    ## a tournament with other packages (an hour); DATA=DIR has real tables
	@build/arena-env/bin/python -m pytest -q bench/arena
	@build/arena-env/bin/python bench/arena/own_risk.py $(BINARY)
	@build/arena-env/bin/python bench/arena/tournament.py $(BINARY) $(ARENA_DATA) --out build/arena.csv > build/arena.md; \
	  status=$$?; cat build/arena.md; exit $$status

arena-short: program build/arena-env/requirements-short.done    ## drfs alone on made-up tables whose right answer is known (minutes)
	@build/arena-env/bin/python -m pytest -q bench/arena
	@build/arena-env/bin/python bench/arena/tournament.py $(BINARY) --short

ablation: program build/arena-env/requirements.done    ## drfs with each stage left out in turn, on the arena's tables (half an hour)
	@build/arena-env/bin/python bench/arena/tournament.py $(BINARY) $(ARENA_DATA) --ablation --seeds 4 > build/ablation.md; \
	  status=$$?; cat build/ablation.md; exit $$status

peers: build    ## set models and baselines beside scikit-learn and XGBoost's Python package
	scripts/check-peers

reproduce: program    ## the paper's experiments (DATA=DIR has the real tables); docs/reproduction.md
	@[ build/reproduction -nt $(BINARY) ] || rm -rf build/reproduction
	$(BINARY) reproduce all --seeds 3 --data $(or $(DATA),data) --out build/reproduction
	cp build/reproduction/reproduction.md docs/reproduction.md

lint: check-packages    ## check layout, layers and clang-tidy
	scripts/check-format
	scripts/check-layers
	JOBS=$(JOBS) scripts/check-tidy

format: check-packages    ## lay the sources out with clang-format
	$(CXX_FILES) | xargs clang-format -i

asan: packages    ## run the tests of code that handles memory under AddressSanitizer and UndefinedBehaviorSanitizer
	$(call build,asan,--target $(ASAN_STAGES:%=%_test))
	ctest --preset asan -j $(TEST_JOBS) -L '$(call any,$(ASAN_STAGES))'

tsan: packages    ## run the tests of threaded code under ThreadSanitizer
	$(call build,tsan,--target $(TSAN_STAGES:%=%_test))
	ctest --preset tsan -j $(TEST_JOBS) -L '$(call any,$(TSAN_STAGES))'

coverage: packages    ## run every test and say which lines of src/ they run; less than 90 % is a failure
	@scripts/install-packages coverage
	$(call build,coverage)
	ctest --preset coverage -j $(TEST_JOBS)
	gcovr --root . --filter src/ --object-directory build/coverage --exclude-throw-branches \
	  --html-details build/coverage/lines.html --sort-percentage --fail-under-line 90

install: program    ## copy the program to PREFIX/bin (PREFIX=/usr/local)
	install -D -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/drfs

install-library: packages    ## copy the C++ library and its headers to PREFIX; docs/cpp.md
	$(call build,release,--target drfs_shared)
	DESTDIR=$(DESTDIR) cmake --install build/release --component library --prefix $(PREFIX)

clean:    ## remove what was built
	rm -rf build demo

# The program without its tests: what demo, bench and install need.
program: packages
	$(call build,release,--target drfs)

# The arena's own environment, anew where its list of packages has changed.
build/arena-env/%.done: bench/arena/%.txt bench/arena/requirements-short.txt | packages
	python3 -m venv build/arena-env
	build/arena-env/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

packages:
	@scripts/install-packages build libraries tests

check-packages:
	@scripts/install-packages

# A regular expression for any of these words.
any = ^($(subst $(eval) ,|,$(strip $(1))))$$

define build
cmake --preset $(1)
cmake --build --preset $(1) -j $(JOBS) $(2)
endef
