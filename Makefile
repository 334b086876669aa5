# Two commands do everything, set-up included: `make sweep` and `make test`.
.DEFAULT_GOAL := help
.PHONY: help sweep test check bench faults lock

PYTHON ?= $(firstword $(shell command -v python3.13 python3.12 python3.11 python3))
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 10

.venv/run.stamp: requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13) and "expected Python 3.11 to 3.13, got " + sys.version.split()[0] + ". Call make PYTHON=python3.11, for instance.")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(INSTALL) --require-hashes -r requirements.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev.stamp: .venv/run.stamp requirements-dev.txt
	$(INSTALL) --require-hashes -r requirements-dev.txt
	@touch $@

sweep: .venv/run.stamp  ## solve configs/pig/three_players.yaml into a store and show the table
	$(BIN)/jeopardice run configs/pig/three_players.yaml
	$(BIN)/jeopardice show

test: .venv/dev.stamp  ## run the tests, doctests included
	$(BIN)/python -m pytest

check: .venv/dev.stamp  ## lint, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

faults: .venv/dev.stamp  ## kill workers, launchers and schedulers at random moments, 20 times
	$(BIN)/python -m pytest -m faults

bench: .venv/dev.stamp  ## time the kernels
	$(BIN)/python tests/bench.py

lock:  ## pin the newest versions that pyproject.toml allows (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra build pyproject.toml -o requirements.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra build --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt
