PYTHON ?= python3
ENV := .venv
BIN := $(ENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
RUNNING := $(ENV)/.running
TESTING := $(ENV)/.testing

.PHONY: env types play test checks compiled test-long campaigns bench docs format golden train ladder fairness lock

env: $(TESTING)

# What running needs, and Trackside itself.
$(RUNNING): requirements-play.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Trackside needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Installing what Trackside needs to run into $(ENV), about 400 MB; once, in a minute or so ..."
	@$(PYTHON) -m venv $(ENV)
	@$(PIP) install --progress-bar on --require-hashes -r requirements-play.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# What tests, checks and measurements need on top.
$(TESTING): $(RUNNING) requirements.txt
	@echo "Installing what the tests and checks need into $(ENV), about 1.4 GB more; once, in two minutes or so ..."
	@$(PIP) install --progress-bar on --require-hashes -r requirements.txt
	@touch $@

play: $(RUNNING)
	@$(BIN)/trackside serve

# One process more than there are cores: much of what is tested waits for a server or a browser.
WORKERS ?= $$(( $$(getconf _NPROCESSORS_ONLN) + 1 ))

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

# What the tests run, compiled once for all their processes.
compiled: env
	$(BIN)/python -m tests.warm_up
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m tests.warm_up laws playouts

test-long: env
	$(BIN)/python -m tests.web.fetch --other-browsers
	$(BIN)/pytest -q -n auto -m long --timeout 3600
	TRACKSIDE_THOROUGH=1 $(BIN)/pytest -q -n auto -m "not long" --timeout 3600 tests/laws tests/games tests/web/test_lists.py

# Trouble of every kind while programs play: an hour, or MINUTES=5. docs/reliability.md says what is checked.
MINUTES ?= 60
campaigns: env
	$(BIN)/python -m tests.campaigns --minutes $(MINUTES) --json campaigns.json

bench: env
	$(BIN)/python bench/run.py
	$(BIN)/python bench/matches.py
	$(BIN)/python bench/server.py

# The documentation as a site, into site/; a link that leads nowhere is an error.
docs: env
	$(BIN)/zensical build --clean --strict
	@echo "Read it with: $(BIN)/zensical serve"

# Golden games and counts; read the difference before committing it.
golden: env
	$(BIN)/python -m tests.regenerate

# The judges of all games, learned anew: hours; interrupted, it goes on where it was. docs/training.md explains it.
train: env
	for game in whole_nine traxx skip_or_trip; do \
		$(BIN)/trackside train $$game -o trackside/games/$$game/data/judge.npz || exit 1; \
	done

# How strong the levels are: hours; interrupted, it goes on where it was.
ladder: env
	$(BIN)/python bench/ladder.py
	$(BIN)/python bench/errors.py

# Whether the four starts of the Träxx house sheet are equally good: an hour; interrupted, it goes on where it was.
fairness: env
	$(BIN)/python bench/fairness.py

format: env
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python -m tests.web.format

# The page's types, from the server's models.
types: env
	$(BIN)/python -m trackside.web.typescript

# Pins names, versions and hashes; no addresses. Run it after changing dependencies in pyproject.toml.
lock: LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --no-strip-extras --no-emit-index-url pyproject.toml
lock: env
	$(PIP) install --quiet uv
	$(LOCK) --group dev -o requirements.txt
	$(LOCK) --group build --constraints requirements.txt -o requirements-play.txt
