# Everything runs in .venv, which the first target makes. Needs Python >= 3.11, make, a C++20 compiler.
PYTHON ?= python3
CXX ?= c++
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
NATIVE := CMakeLists.txt $(shell find native -type f)
# The kernel of tests, which no other installation has.
TESTING := -C cmake.define.GRIDPROOF_TESTING=ON
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: setup demo test lint format docs bench soak sanitize playthroughs first-levels oracle-answers screens stubs courses architecture environment-pages format-pages command-pages api-pages game-pages sessions screenshots wasm wasm-test web web-test shell-files wheels formal formal-test clean

setup: $(STAMPS)/base

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'gridproof needs Python 3.11 or newer: install it and call `make PYTHON=/path/to/python3`'; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet 'scikit-build-core>=0.11' 'nanobind>=2.4' 'cmake>=3.24' 'ninja>=1.11'

# The editable installation sees changed Python files at once; changed C++ is compiled again, and only
# that, since CMake keeps its build folder.
$(STAMPS)/base: $(BIN)/python pyproject.toml $(NATIVE)
	@command -v $(firstword $(CXX)) >/dev/null || \
	  { echo 'gridproof needs a C++20 compiler: install one (Debian: `apt install g++`, macOS: `xcode-select --install`) and try again'; exit 1; }
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/test: $(STAMPS)/base
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation $(TESTING) --editable '.[test]'
	@touch $@ $(STAMPS)/docs

$(STAMPS)/docs: $(STAMPS)/base
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[docs]'
	@touch $@

$(STAMPS)/dev: $(STAMPS)/base
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation $(TESTING) --editable '.[dev]'
	@touch $@ $(STAMPS)/test $(STAMPS)/docs

demo: $(STAMPS)/base
	$(BIN)/python tools/demo.py

# Neighbours run in one worker, which shares what they set up, as long as none is idle. Two workers a
# core: many tests wait, for processes to die and for browsers to draw.
test: export PYTEST_XDIST_AUTO_NUM_WORKERS ?= $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
test: $(STAMPS)/test
	$(BIN)/python -m pytest -n auto --dist worksteal -m 'not soak and not wasm and not static_site' $(ARGS)

lint: $(STAMPS)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(find native -name '*.hpp' -o -name '*.cpp')

format: $(STAMPS)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find native -name '*.hpp' -o -name '*.cpp')

# The site of docs, in build/docs: open build/docs/index.html, no server is needed.
docs: $(STAMPS)/docs
	$(BIN)/python -m sphinx -q -j auto -W --keep-going -n -d build/doctrees docs build/docs
	@echo 'open build/docs/index.html'

bench: $(STAMPS)/base
	$(BIN)/python -m benchmarks $(ARGS)

# Long random comparison against the oracles, limits, damaged files, signals: what is too slow for
# every run. GRIDPROOF_SOAK=n does everything n times (default 20); `make test` has a slice of each.
# The tests of all games once more, on the kernels in WebAssembly.
soak: $(STAMPS)/test wasm
	$(BIN)/python -m pytest -n auto -m soak $(ARGS)
	$(BIN)/python -m pytest -n auto -m 'not soak' -p tests.wasm.served tests/games

# The native tests once more, on kernels built under AddressSanitizer and UBSan, in a venv of their own
# that has the packages of the other one (a path in a `.pth` file makes no editable gridproof known).
# `make sanitize SLICE="tests/native …"` runs some of them. HiGHS is not instrumented.
SLICE :=
SANITIZE := build/sanitize
PACKAGES = import sysconfig; print(sysconfig.get_path("purelib"))
$(SANITIZE)/stamp: $(STAMPS)/test pyproject.toml $(NATIVE) $(shell find src -name '*.py')
	test -x $(SANITIZE)/bin/python || $(PYTHON) -m venv --without-pip $(SANITIZE)
	$(BIN)/python -c '$(PACKAGES)' > $$($(SANITIZE)/bin/python -c '$(PACKAGES)')/packages.pth
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip --python $(SANITIZE)/bin/python install --quiet --no-deps \
	  --force-reinstall --no-build-isolation . -C build-dir=$(SANITIZE)/cmake \
	  $(TESTING) -C cmake.define.GRIDPROOF_SANITIZE=ON -C cmake.build-type=RelWithDebInfo -C install.strip=false
	@touch $@

sanitize: $(SANITIZE)/stamp
	ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	  $(SANITIZE)/bin/python -m pytest -n auto -m 'native and not soak' -p no:cacheprovider $(SLICE) $(ARGS)

# The kernels in WebAssembly, src/gridproof/_native/NAME.wasm, and the tests that compare them with the
# compiled ones; they need Node. The build takes about two CPU minutes, a second one what has changed.
$(STAMPS)/wasm: $(STAMPS)/base
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install --quiet --no-build-isolation \
	  $$(test ! -e $(STAMPS)/test || echo '$(TESTING)') --editable '.[wasm,web]'
	@touch $@

wasm: $(STAMPS)/wasm
	$(BIN)/python -m tools.wasm

wasm-test: $(STAMPS)/test wasm
	$(BIN)/python -m pytest -n auto -m 'wasm and not soak' $(ARGS)

# The web app without a server, in build/web: a folder for any web server. Needs Node with npm.
web: wasm
	$(BIN)/python -m tools.web_app

# That site in Chromium: played, solved, offline.
web-test: $(STAMPS)/test web
	$(BIN)/python -m pytest -n 0 -m static_site $(ARGS)

# Generated files that are checked in and compared by a test.
playthroughs: $(STAMPS)/test
	$(BIN)/python -m tests.playthrough

first-levels: $(STAMPS)/test
	$(BIN)/python -m tests.first_levels

# The answers of the slow oracles, in tests/data/oracles: after a change of an oracle or of the boards.
oracle-answers: $(STAMPS)/test
	$(BIN)/python -m tests.oracles

screens: $(STAMPS)/test
	$(BIN)/python -m tests.tui.screens

stubs: $(STAMPS)/test
	for bind in native/*/bind.cpp; do name=$$(basename $$(dirname $$bind)); \
	  $(BIN)/python -m nanobind.stubgen -q -m gridproof._native.$$name -o src/gridproof/_native/$$name.pyi; done

# The reference of the environments, made of docstrings.
environment-pages: $(STAMPS)/test
	$(BIN)/python -m tools.environment_pages

# The reference of commands, exit codes, JSON and environment variables.
command-pages: $(STAMPS)/test
	$(BIN)/python -m tools.command_pages

# The reference of the Python functions and classes, made of docstrings.
api-pages: $(STAMPS)/test
	$(BIN)/python -m tools.api_pages

# The courses, src/gridproof/data/levels/GAME.txt: it takes some minutes to draw their levels.
courses: $(STAMPS)/base
	$(BIN)/python -m tools.courses

# The picture of docs/explanation/architecture.md.
architecture: $(STAMPS)/test
	$(BIN)/python tools/architecture.py

# The reference of formats, made of the descriptions that readers use.
format-pages: $(STAMPS)/base
	$(BIN)/python -m tools.format_pages

game-pages: $(STAMPS)/base
	$(BIN)/python -m tools.game_pages

# The output of the commands in README and docs.
sessions: $(STAMPS)/test
	$(BIN)/python -m tools.sessions

# The pictures of README and docs, in docs/pictures; those of pages need Chromium.
screenshots: $(STAMPS)/test
	$(BIN)/python tools/screenshots.py

# The machine-checked proofs, and the checker extracted from them: build/formal/gridproof-check. It takes
# Debian's coq, ocaml-findlib and libzarith-ocaml-dev; nothing else needs them.
formal:
	formal/build.sh

# The extracted checker beside the one in Python, on certificates, forgeries and random changes.
formal-test: $(STAMPS)/test formal
	$(BIN)/python -m tests.formal $(ARGS)

# The manual page and the scripts that complete command lines, in packaging.
shell-files: $(STAMPS)/test
	$(BIN)/python -m tools.shell_files

# The wheels and the sdist, in dist: audited, and tried on each python3.* of the search path.
wheels: $(BIN)/python
	$(BIN)/python tools/wheels.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
