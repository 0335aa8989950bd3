PYTHON ?= python3
ENV := .venv
BIN := $(ENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
RUNNING := $(ENV)/.running
TESTING := $(ENV)/.testing

.PHONY: env types play install test checks compiled test-long campaigns bench docs format golden train ladder fairness lock

env: $(TESTING)

# Runtime dependencies, then Trackside itself.
$(RUNNING): requirements-play.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Trackside needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Installing dependencies into $(ENV) (about 400 MB, once, takes about a minute) ..."
	@$(PYTHON) -m venv $(ENV)
	@$(PIP) install --progress-bar on --require-hashes -r requirements-play.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# Tools for tests, checks and benchmarks.
$(TESTING): $(RUNNING) requirements.txt
	@echo "Installing test tools into $(ENV) (about 1.4 GB, once, takes about two minutes) ..."
	@$(PIP) install --progress-bar on --require-hashes -r requirements.txt
	@touch $@

play: $(RUNNING)
	@$(BIN)/trackside serve

# Put the command `trackside` on the path, as a link in a folder where shells look for programs.
BINDIR ?= $(HOME)/.local/bin
install: $(RUNNING)
	@mkdir -p "$(BINDIR)"
	@ln -sf "$(CURDIR)/$(BIN)/trackside" "$(BINDIR)/trackside"
	@echo "$(BINDIR)/trackside"
	@case ":$$PATH:" in *":$(BINDIR):"*) ;; *) echo "Add $(BINDIR) to your PATH to run it as: trackside" ;; esac

# One more process than cores: many tests wait for a server or a browser.
WORKERS ?= $$(( $$(getconf _NPROCESSORS_ONLN) + 1 ))

# With little optimisation Träxx compiles in 60 % of the time and runs as fast; test-long has the code as shipped.
test: export NUMBA_OPT = 1
# Some containers forbid bytecode on disk: every process of a test would compile the sources again.
test: export PYTHONDONTWRITEBYTECODE =
test: env
	$(BIN)/python -m tests.web.fetch
	@$(MAKE) --no-print-directory -j2 checks compiled
	$(BIN)/pytest -q -n $(WORKERS) -m "not long"
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q -n auto -m "not long" tests/laws/test_compiled.py tests/play/test_simulate.py

checks: env
	$(BIN)/ruff format --check .
	$(BIN)/python -m tests.web.format --check
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/zensical build --clean --strict

# Compile once what all test processes run.
compiled: env
	$(BIN)/python -m tests.warm_up
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.warm_up laws playouts

test-long: env
	$(BIN)/python -m tests.web.fetch --other-browsers
	$(BIN)/pytest -q -n auto -m long --timeout 3600
	TRACKSIDE_THOROUGH=1 $(BIN)/pytest -q -n auto -m "not long" --timeout 3600 tests/laws tests/games tests/web/views/test_lists.py

# Fault-injection campaigns against a live server: one hour, or MINUTES=5. See docs/reliability.md.
MINUTES ?= 60
campaigns: env
	$(BIN)/python -m tests.campaigns --minutes $(MINUTES) --json campaigns.json

bench: env
	$(BIN)/python bench/run.py
	$(BIN)/python bench/matches.py
	$(BIN)/python bench/server.py

# Build the documentation into site/; a broken link is an error.
docs: env
	$(BIN)/zensical build --clean --strict
	@echo "Read it with: $(BIN)/zensical serve"

# Regenerate golden games and counts; read the diff before committing it.
golden: env
	$(BIN)/python -m tests.regenerate

# Retrain the evaluation networks of all games: takes hours, can be resumed. See docs/training.md.
train: env
	for game in whole_nine traxx skip_or_trip; do \
		$(BIN)/trackside train $$game -o trackside/games/$$game/data/judge.npz || exit 1; \
	done

# Measure the strength of the levels: takes hours, can be resumed.
ladder: env
	$(BIN)/python bench/ladder.py
	$(BIN)/python bench/errors.py

# Compare the four starts of the Träxx house sheet: takes an hour, can be resumed.
fairness: env
	$(BIN)/python bench/fairness.py

format: env
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python -m tests.web.format

# Generate the page's types from the server's models.
types: env
	$(BIN)/python -m trackside.web.api.typescript

# Pin names, versions and hashes, without URLs. Run it after changing dependencies in pyproject.toml.
lock: LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --no-strip-extras --no-emit-index-url pyproject.toml
lock: env
	$(PIP) install --quiet uv
	$(LOCK) --group dev -o requirements.txt
	$(LOCK) --group build --constraints requirements.txt -o requirements-play.txt
