# Every target sets up what it needs: on a fresh machine with Python, each is a first command that works.

BIN := .venv/bin
BASE := .venv/.installed
WEB := .venv/.installed-web
DEV := .venv/.installed-dev
PAGE := src/gridlock/web/page

.PHONY: help play web test quick lowest coverage torture check bench docs pages dist clean

help:  ## List the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: $(BASE)  ## Play
	@$(BIN)/gridlock

web: $(WEB)  ## Play in the browser; HOST=lan lets others on your network join
	@$(BIN)/gridlock serve --open $(if $(filter command line,$(origin HOST)),$(if $(filter lan,$(HOST)),--lan,--host $(HOST)))

test: $(DEV)  ## Run all tests
	@$(BIN)/pytest -n auto --dist worksteal

quick: $(DEV)  ## Run the fast tests: no browser, no database
	@$(BIN)/pytest -n auto --dist worksteal --quick

lowest: $(DEV)  ## Run the fast tests with the lowest versions of all packages, on Python 3.11
	@$(BIN)/uv venv --quiet --clear --python 3.11 .venv-lowest
	@$(BIN)/uv pip install --quiet --python .venv-lowest --resolution lowest-direct --group dev --editable ".[data,jax,rl,web]"
	@.venv-lowest/bin/pytest -n auto --dist worksteal --quick

coverage: $(DEV)  ## Run all tests, and measure which lines they run
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -n auto --dist worksteal
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

MINUTES ?= 10
SEED ?= 1
torture: $(DEV)  ## Run the hostile campaigns, MINUTES=10 SEED=1
	@PYTHONPATH=tests $(BIN)/python -m torture --minutes $(MINUTES) --seed $(SEED)

check: $(DEV)  ## Run ruff, mypy, the import layers and the page's types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@.venv/page/node_modules/.bin/tsc --project $(PAGE)/jsconfig.json || \
		{ echo "If a field of the server's JSON is missing, run: $(BIN)/python scripts/page_types.py"; exit 1; }
	@echo "All checks passed: style, types, layers, page."

bench: $(DEV)  ## Print the speed tables
	@$(BIN)/python -m bench

docs: $(DEV)  ## Build the site in build/docs from the pages and docstrings
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --nitpicky --doctree-dir build/doctrees docs build/docs
	@echo "The site is in build/docs: open build/docs/index.html"

pages: $(DEV)  ## Write the pages, pictures and types that the program makes
	@$(BIN)/python scripts/docs.py
	@$(BIN)/python scripts/research_pages.py
	@$(BIN)/python scripts/page_types.py
	@$(BIN)/python scripts/screenshots.py
	@$(BIN)/python scripts/moving_picture.py
	@$(BIN)/python scripts/web_pictures.py

dist: $(DEV)  ## Build and check the files of a release, in dist
	@rm -rf dist
	@$(BIN)/python -m build
	@$(BIN)/twine check --strict dist/*

clean:  ## Remove everything that the other targets have made
	rm -rf .venv .venv-lowest build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	! grep -qs '^# Written by scripts/setup.sh' gridlock || rm gridlock
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BASE): pyproject.toml constraints.txt scripts/setup.sh
	@sh scripts/setup.sh base

$(WEB): pyproject.toml constraints.txt scripts/setup.sh
	@sh scripts/setup.sh web

$(DEV): pyproject.toml constraints.txt scripts/setup.sh
	@sh scripts/setup.sh dev
