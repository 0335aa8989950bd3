PYTHON ?= python3
ENV := .venv
BIN := $(ENV)/bin
STAMP := $(ENV)/.installed

.PHONY: env play test test-long bench format golden ladder fairness lock

env: $(STAMP)

$(STAMP): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Trackside needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(ENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

play: env
	@$(BIN)/trackside serve

test: env
	$(BIN)/python -m tests.web.fetch
	$(BIN)/ruff format --check .
	$(BIN)/python -m tests.web.format --check
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n auto --dist loadgroup -m "not long"
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q -n auto -m "not long" tests/laws/test_compiled.py tests/play/test_simulate.py

test-long: env
	$(BIN)/pytest -q -n auto -m long --timeout 3600

bench: env
	$(BIN)/python bench/run.py
	$(BIN)/python bench/server.py

# Golden games and counts; read the difference before committing it.
golden: env
	$(BIN)/python -m tests.regenerate

# How strong the levels are: hours; interrupted, it goes on where it was.
ladder: env
	$(BIN)/python bench/ladder.py

# Whether the four starts of the Träxx house sheet are equally good: an hour; interrupted, it goes on where it was.
fairness: env
	$(BIN)/python bench/fairness.py

format: env
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python -m tests.web.format

# Pins names, versions and hashes; no addresses. Run it after changing dependencies in pyproject.toml.
lock: env
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --group dev pyproject.toml -o requirements.txt
