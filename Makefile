# Needs Python 3.11+, Node.js and, for what else is missing, apt or Playwright's own browser download.
#   make demo    set up, then run on a shipped generated app with a defect in it
#   make test    set up, then the whole test suite
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup demo test lint bench doctor clean

BIN := .venv/bin
DEMO_APP ?= partial
JOBS ?= 2
# The long ones first, so that both workers have something to do to the end.
TESTS ?= tests/e2e tests/browser tests/plugin tests/unit tests/test_architecture.py
PYTEST_FLAGS ?=

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: ## .venv, browser, Tesseract, bubblewrap, fonts: installs what is missing
	@.ci/setup

demo: setup ## run on a shipped generated app and leave the report
	@.ci/demo $(DEMO_APP)

test: setup ## the whole test suite
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder --ignore=tests/bench $(PYTEST_FLAGS) $(TESTS)

lint: setup ## ruff and mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: setup ## measurements against fixed waits (minutes)
	@$(BIN)/python -m pytest -s $(PYTEST_FLAGS) tests/bench

doctor: setup ## what this machine has and lacks
	@$(BIN)/uibench doctor

clean: ## remove what the other rules made
	rm -rf .venv build dist uibench-report test-results .pytest_cache .mypy_cache .ruff_cache
