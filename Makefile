# `make` prints what there is. Only Python 3.11 or newer, pip and make are needed beforehand.

PYTHON ?=
BIN := .venv/bin
UV := UV_PYTHON_DOWNLOADS=never $(BIN)/uv sync --frozen --inexact
PIP := $(BIN)/python -m pip --disable-pip-version-check install
ARGS ?=
# They share a Neo4j, and one more than there are cores works while others wait for it. ARGS="-n 0"
# runs the tests in this process, for a debugger.
WORKERS := -n 3 --dist loadscope
# Free disk that an environment with torch takes, with what uv keeps beside it: 12 GB.
EMBEDDINGS_KB := 12000000
# How long to wait for them: `make embeddings PATIENCE="timeout 600"`.
PATIENCE ?=

.DEFAULT_GOAL := help
.PHONY: help install demo test test-all test-nightly test-places test-servers mutate check fix serve bench faults soak fuzz eval \
        local-model train acceptance embeddings wire integrations supply up down clean

help: ## what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: .venv/installed ## Doxa and what it needs, in .venv
	@echo "ready: $(BIN)/doxa --help"

demo: .venv/installed ## two years of a conversation, remembered and asked about
	@$(BIN)/doxa demo $(ARGS)

test: .venv/installed-test ## the tests, on a real Neo4j, in minutes; ARGS="-k chain" passes through
	@$(BIN)/pytest $(WORKERS) -m "not long and not nightly" $(ARGS)

test-all: .venv/installed-test ## these and the long ones, as in CI
	@DOXA_TEST_PICTURES=$${DOXA_TEST_PICTURES:-build/pictures} \
	    $(BIN)/pytest $(WORKERS) -m "not nightly" --hypothesis-profile=long $(ARGS)

test-nightly: .venv/installed-test ## all, with many more random examples, and the extra [embeddings]; hours
	@$(BIN)/pytest $(WORKERS) --hypothesis-profile=deep --timeout 7200 $(ARGS)
	@$(MAKE) embeddings

# The oldest server that Doxa takes, and the newest, which it comes with.
SERVERS := tests/support/servers/oldest.lock graph/database/server/jars.lock

# Those of the embedded server are about the one that Doxa comes with.
test-servers: .venv/installed-test ## the tests of the store on the oldest and the newest Neo4j
	@for jars in $(SERVERS); do \
	    echo "$$jars"; \
	    DOXA_TEST_JARS=$$jars $(BIN)/pytest $(WORKERS) -q -m "not long and not nightly" \
	        tests/store --ignore=tests/store/database/server $(ARGS) || exit 1; \
	done

mutate: .venv/installed-test ## whether the tests notice faults put into a copy of the code
	@$(BIN)/python -m tools.mutate $(ARGS)

# Each zone with each locale that this machine has of these; 14 hours ahead, and half an hour apart.
ZONES := UTC Pacific/Kiritimati America/St_Johns
LOCALES := C C.UTF-8

test-places: .venv/installed-test ## the unit tests in three time zones and two locales
	@for zone in $(ZONES); do for locale in $(LOCALES); do \
	    echo "TZ=$$zone LC_ALL=$$locale"; \
	    TZ=$$zone LC_ALL=$$locale $(BIN)/pytest $(WORKERS) -q -m "not long and not nightly" tests/unit $(ARGS) \
	        || exit 1; \
	done; done

check: .venv/installed-dev ## format, lint, types, complexity, arrows
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/pyright
	@$(BIN)/complexipy --plain
	@$(BIN)/lint-imports --no-cache

fix: .venv/installed-dev ## format, fix, write generated files; ARGS=--breaking if the schema may break
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/python -m tools.reference $(ARGS)

serve: .venv/installed ## GraphQL on http://127.0.0.1:8000/graphql, on an embedded Neo4j
	@$(BIN)/doxa serve $(ARGS)

bench: .venv/installed ## speed, as ratios to an empty round trip; writes build/bench.json
	@$(BIN)/python -m tools.bench.bench $(ARGS)

faults: .venv/installed-test ## faults made to a store under load; writes the page; ARGS="--rounds 200"
	@$(BIN)/python -m tests.faults.campaign $(ARGS)

soak: .venv/installed-test ## an hour of mixed load; writes build/soak.json; ARGS="--minutes 5"
	@$(BIN)/python -m tests.soak.soak $(ARGS)

eval: .venv/installed ## quality of extraction, on labelled text; ARGS=--local with a local model
	@$(if $(findstring --local,$(ARGS)),build/local/bin,$(BIN))/python -m tools.eval.eval $(ARGS)

local-model: .venv/installed ## what `make eval ARGS=--local` reads with: a model of 1.1 GB
	@UV_PROJECT_ENVIRONMENT=build/local UV_PYTHON_DOWNLOADS=never \
	    $(BIN)/uv sync --frozen --inexact --no-default-groups --extra local
	@$(BIN)/python -m tools.fetch_local_model

# torch is that of the extra [embeddings]. Half an hour on one core; the model's hash goes into
# extraction/learned/model_file.py.
train: .venv/installed ## the learned reader's model, from the turns of tools/train; ARGS="--minutes 5"
	@UV_PROJECT_ENVIRONMENT=build/train UV_PYTHON_DOWNLOADS=never \
	    $(BIN)/uv sync --frozen --inexact --no-default-groups --extra embeddings \
	    --group embeddings --group train
	@build/train/bin/python -m tools.train.train $(ARGS)

acceptance: .venv/installed ## what a store of beliefs must withstand, as callers see it; writes the page
	@$(BIN)/python -m tools.acceptance.acceptance $(ARGS)

# torch brings 5 GB. Without the space, or if they cannot be downloaded, this prints a notice and exits 0.
embeddings: .venv/installed-test ## the extra of that name, tested in an environment of its own
	@mkdir -p build
	@if [ ! -d build/embeddings ] \
	    && [ "$$(df -Pk build | awk 'NR==2 {print $$4}')" -lt $(EMBEDDINGS_KB) ]; then \
	    echo "skipped: the extra [embeddings] needs 12 GB of free disk"; \
	elif ! UV_PROJECT_ENVIRONMENT=build/embeddings UV_PYTHON_DOWNLOADS=never $(PATIENCE) \
	    $(BIN)/uv sync --frozen --inexact --no-default-groups --group test \
	    --extra embeddings --group embeddings; then \
	    echo "skipped: the extra [embeddings] could not be installed"; \
	else \
	    build/embeddings/bin/python -m pytest tests/extras $(ARGS); \
	fi

wire: .venv/installed-test ## the transport against a real, small model's server; takes minutes
	@mkdir -p build
	@if ! UV_PROJECT_ENVIRONMENT=build/wire UV_PYTHON_DOWNLOADS=never $(PATIENCE) \
	    $(BIN)/uv sync --frozen --inexact --no-default-groups --group test \
	    --extra models --extra local --group wire; then \
	    echo "skipped: the model's server could not be installed"; \
	else \
	    build/wire/bin/python -m pytest tests/wire $(ARGS); \
	fi

# Each in an environment of its own, under build/integrations. What cannot be installed is skipped, with a word.
integrations: .venv/installed-dev ## the adapters for agent frameworks, each with its framework
	@$(BIN)/pytest -n 0 -p no:randomly -m "" tests/interfaces/integrations $(ARGS)

fuzz: .venv/installed-dev ## each parser, by coverage; ARGS="30 answer" is one of them for 30 s
	@if ! $(UV) --group fuzz; then \
	    echo "skipped: atheris could not be installed; tests/unit/fuzz needs nothing but hypothesis"; \
	else \
	    $(BIN)/python -m tools.fuzz.fuzz $(ARGS); \
	fi

supply: .venv/installed-dev ## vulnerabilities, licences and parts, in build/supply; Error 75: not audited
	@$(BIN)/python -m tools.supply

up: .env ## Neo4j and the service in containers
	@docker compose up --detach --wait --build

# The password of their database, made once: the volume opens only with it.
.env:
	@umask 077; password="$${DOXA_NEO4J_PASSWORD:-$$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')}"; \
	    printf 'DOXA_NEO4J_PASSWORD=%s\n' "$$password" > $@; \
	    echo "wrote $@, with a password for the database: keep it"

down: ## stop them; the data stays
	@docker compose down

clean: ## remove what was installed and built here
	@rm -rf .venv build dist

.venv/bin/uv:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    echo "making .venv with $$($$python --version)"; \
	    exec $$python -m venv .venv; \
	done; echo "Python 3.11 or newer is needed; name it: make PYTHON=/path/to/python3"; exit 1
	@$(PIP) "uv>=0.13,<0.14"

# Where uv cannot reach the registry but pip is set up to (a mirror, say), pip does it, unlocked.
.venv/installed: pyproject.toml uv.lock | .venv/bin/uv
	@$(UV) --no-default-groups || $(PIP) --editable .
	@touch $@

.venv/installed-test: .venv/installed
	@$(UV) --no-default-groups --group test || { $(PIP) --upgrade pip && $(PIP) --group test; }
	@touch $@

.venv/installed-dev: .venv/installed-test
	@$(UV) || $(PIP) --group dev
	@touch $@
