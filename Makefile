# Two commands do everything, set-up included: `make sweep` and `make test`.
.DEFAULT_GOAL := help
.PHONY: help sweep picture test test-long test-pages test-readme test-all main-job fresh matrix fuzz simulate check bench damage faults stack secrets pins frozen docs lock

# The first that runs and is one of 3.11 to 3.14: a name on the path may be only a shim for a Python that is not there.
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do $$name -c '$(FITS)' 2>/dev/null && echo $$name && break; done)
BIN := .venv/bin
# Where it is set, each of the many processes of a test would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 10

# --no-deps, as the lock files name all: pip 23 looks for what is asked for with extras anew, and refuses the newer version that it finds.
.venv/run.stamp: requirements.txt pyproject.toml
	@'$(PYTHON)' -c '$(FITS)' || { echo "PYTHON: expected Python 3.11 to 3.14, got '$(PYTHON)'. Name one: make PYTHON=/path/to/python3.12"; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(INSTALL) --no-deps --require-hashes -r requirements.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# Machine code for `make sweep` and the README's commands; whatever is missing is compiled where it is needed.
.venv/warm.stamp: .venv/run.stamp
	-$(BIN)/python -m flows.compiling.warm_up
	@touch $@

# Meanwhile, as pip waits for the network most of the time.
.venv/dev.stamp: .venv/run.stamp requirements-dev.txt
	$(BIN)/python -m flows.compiling.warm_up & $(INSTALL) --no-deps --require-hashes -r requirements-dev.txt; code=$$?; wait; exit $$code
	@touch $@ .venv/warm.stamp

sweep: .venv/warm.stamp  ## solve the 121 cases of pig/three_players and show their table
	$(BIN)/jeopardice run pig/three_players
	$(BIN)/jeopardice show pig/three_players
	@echo
	@echo 'The command is in .venv. Once in a terminal:  source .venv/bin/activate'
	@echo 'and then, for instance:  jeopardice --help  or  jeopardice configs'

picture: sweep  ## draw docs/three_players.png from that store
	$(BIN)/python docs/three_players.py published/pig/three_players.zarr docs/three_players.png

# In the order of the files: by the number of their tests, files of few and slow ones would come last, on one core.
test: .venv/dev.stamp  ## run the tests, doctests included
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

test-long: .venv/dev.stamp .venv/docs.stamp  ## run the slow tests, over an hour: servers that die or hang, full disks, schedules
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m "long and not exhaustive"

test-pages: .venv/dev.stamp  ## open every page in Chromium: apt-get install chromium
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -rs -m browser

test-readme: .venv/dev.stamp  ## run the README's code and commands as they are typed
	$(BIN)/python -m pytest -m long tests/house/test_readme.py

test-all: test test-long test-pages  ## run all of these, then a test that corrupts every output of every question
	$(BIN)/python -m pytest -n auto -m exhaustive

main-job:  ## run the README's main job in a fresh clone on each supported Python that this machine has
	tests/main_job.sh

SUITE ?= trixie
fresh:  ## type `make sweep` on a bare Debian, as root: make fresh SUITE=sid (apt-get install mmdebstrap)
	tests/fresh.sh $(SUITE)

MATRIX ?=
matrix:  ## run the quick tests on each Python, and with the oldest dependencies: make matrix MATRIX="3.12 oldest"
	tests/matrix.sh $(MATRIX)

MINUTES ?= 30
fuzz: .venv/dev.stamp  ## search the whole range of every parameter with fresh seeds: make fuzz MINUTES=30
	$(BIN)/python tests/fuzz.py $(MINUTES)

FIRST ?= 0
SEEDS ?= 1000
simulate: .venv/dev.stamp  ## crash, fail and interleave storage calls by seeds: make simulate SEEDS=1000000
	$(BIN)/python -m tests.simulation.simulate $(FIRST) $(SEEDS)

check: .venv/dev.stamp  ## lint, types, layers, documented parameters
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tests/documented.py

frozen: .venv/dev.stamp  ## store the answers of small cases of all shipped configs; tests compare later answers with them
	$(BIN)/python -m tests.frozen.answers

# As root also disks that are full or read-only.
FAULTS_SEEDS ?= 7
FAULTS_TOLD ?= .cache/faults.jsonl
# Words that their names have, as "store and good"; the page keeps its lines of the others.
FAULTS ?=
# Trials that were in order are not tried again before the page is written.
faults: .venv/dev.stamp  ## let 238 faults happen at random moments and write docs/reliability.md: about two hours
	@mkdir -p $(dir $(FAULTS_TOLD))
	FAULTS_SEEDS=$(FAULTS_SEEDS) FAULTS_TOLD=$(FAULTS_TOLD) \
		$(BIN)/python -m pytest -m faults -k "$(FAULTS)" -n 2 --dist load || [ $$? -eq 5 ]
	$(BIN)/python -m tests.faults.table $(FAULTS_TOLD) docs/reliability.md
	rm -f $(FAULTS_TOLD)

stack: .venv/dev.stamp  ## start all services of docker-compose.yml without Docker, until Ctrl-C
	@$(BIN)/python -m tests.stack

# Readable by all within a directory that only its owner may enter: the users in the containers are others.
secrets:  ## make up the secrets of docker-compose.yml, a file each in secrets/; those that are there stay
	@mkdir -p -m 700 secrets
	@umask 022; for file in $$(grep -o '\./secrets/[a-z_]*' docker-compose.yml); do test -e $$file || openssl rand -hex 24 > $$file || { rm $$file; exit 1; }; done
	@ls secrets

# Any command that prints the digest of an image whose name is put behind it.
DIGEST_OF ?= skopeo inspect --format {{.Digest}} docker://
pins:  ## pin the images of docker-compose.yml and Dockerfile to what the registry has now: needs skopeo
	@for image in $$(sed -nE 's/^ *(image:|FROM) ([^ @]+).*/\2/p' docker-compose.yml Dockerfile | grep -v ^jeopardice: | sort -u); do \
		digest=$$($(DIGEST_OF)$$image) && expr "$$digest" : 'sha256:[0-9a-f]\{64\}$$' >/dev/null || { echo "$$image: expected a digest, got '$$digest'"; exit 1; }; \
		sed -i -E "s#((image:|FROM) $$image)(@sha256:[0-9a-f]+)?#\1@$$digest#" docker-compose.yml Dockerfile; \
		echo "$$image@$$digest"; done

DAMAGE_KEPT ?= .cache/damage
damage: .venv/dev.stamp  ## damage every file of a small store in twelve ways, try ten commands each, write docs/damage.md, in an hour; it goes on where it was
	DAMAGE_EVERY=1 DAMAGE_FLIPS=8 DAMAGE_KEPT=$(DAMAGE_KEPT) \
		$(BIN)/python -m pytest -n auto --maxschedchunk 1 -m long tests/storage/test_damage_matrix.py
	$(BIN)/python -m tests.storage.damage_table $(DAMAGE_KEPT) docs/damage.md
	rm -rf $(DAMAGE_KEPT)

.venv/bench.stamp: .venv/dev.stamp requirements-bench.txt
	$(INSTALL) --no-deps --require-hashes -r requirements-bench.txt
	@touch $@

PARTS ?= all
bench: .venv/bench.stamp  ## measure it all and write docs/performance.md: make bench PARTS="kernels startup"
	$(BIN)/python -m tests.bench $(PARTS)

.venv/docs.stamp: .venv/run.stamp requirements-docs.txt
	$(INSTALL) --no-deps --require-hashes -r requirements-docs.txt
	@touch $@

# Warnings are errors. Whatever is not in site/ is not needed to read it: no page loads anything from elsewhere.
docs: .venv/docs.stamp  ## build the site into site/, and look for dead links
	$(BIN)/python docs/generate
	rm -rf site .cache/docs
	$(BIN)/python -m sphinx -q -E -W --keep-going -b html -d .cache/docs/pages docs .cache/docs/site
	mv .cache/docs/site site
	$(BIN)/python docs/generate/links.py site

lock:  ## pin the newest versions that pyproject.toml allows (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra build --extra all pyproject.toml -o requirements.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra build --extra all --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra build --extra all --extra bench -c requirements-dev.txt pyproject.toml -o requirements-bench.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra build --extra all --extra docs -c requirements-dev.txt pyproject.toml -o requirements-docs.txt
