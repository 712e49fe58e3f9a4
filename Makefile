# `make` prints what there is. Only Python 3.11 or newer, pip and make are needed beforehand.

PYTHON ?=
BIN := .venv/bin
UV := UV_PYTHON_DOWNLOADS=never $(BIN)/uv sync --frozen --inexact
PIP := $(BIN)/python -m pip --disable-pip-version-check install
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help install demo test check fix serve bench eval up down clean

help: ## what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: .venv/installed ## Doxa and what it needs, in .venv
	@echo "ready: $(BIN)/doxa --help"

demo: .venv/installed ## two years of a conversation, remembered and asked about
	@$(BIN)/doxa demo $(ARGS)

test: .venv/installed-test ## the tests, on a real Neo4j; ARGS="-k chain" passes through
	@$(BIN)/pytest $(ARGS)

check: .venv/installed-dev ## format, lint, types, arrows
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/pyright
	@$(BIN)/lint-imports --no-cache

fix: .venv/installed-dev ## format, mend what can be mended, rewrite what is written from code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@mkdir -p build
	@$(BIN)/python -m graph.settings > build/page && mv build/page docs/settings.md
	@$(BIN)/python -c 'from api.schema import printed; print(printed(), end="")' > build/page \
	    && mv build/page api/schema.graphql

serve: .venv/installed ## GraphQL on http://127.0.0.1:8000/graphql, on an embedded Neo4j
	@$(BIN)/doxa serve $(ARGS)

bench: .venv/installed ## speed, as ratios to an empty round trip; writes build/bench.json
	@$(BIN)/python -m tools.bench $(ARGS)

eval: .venv/installed ## quality of extraction on labelled conversations; writes build/eval.json
	@$(BIN)/python -m tools.eval $(ARGS)

up: ## Neo4j and the service in containers
	@docker compose up --detach --wait --build

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
