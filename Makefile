# The few commands of the project. Python 3.11 to 3.13 and make are enough: the rest is fetched into .venv.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Another interpreter: make test PYTHON=/somewhere/python3.12
PYTHON ?=
FITS := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 14))

.DEFAULT_GOAL := help
.PHONY: help play test check bench soak docs clean

help:
	@echo "make play    start the box; without hardware it opens the bench in a browser"
	@echo "make test    run all tests"
	@echo "make check   lint, format and types"
	@echo "make bench   measure the figures that have a bar, and show both"
	@echo "make soak    a day and a night of faults in virtual time; takes some ten minutes"
	@echo "make docs    write those pages of docs/ anew that are made from settings and tests"
	@echo "make clean   remove .venv and what the tools left"

play: $(READY)
	$(BIN)/pitboard play

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist loadfile

check: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/basedpyright

bench: $(READY)
	$(BIN)/python -m tests.bench

soak: $(READY)
	$(BIN)/python -m tests.soak

docs: $(READY)
	$(BIN)/python -m table.wiring_docs
	$(BIN)/python -m tests.field_reports

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Made once, and again when what must be in it changes. A .venv whose Python still fits is kept and brought up to date.
# mfrc522 comes without its dependencies, for it names RPi.GPIO: that package does not run on a Pi 5 and owns the
# same files as rpi-lgpio. The tests run mfrc522 on rpi-lgpio and simulated wires, which need neither a Pi nor lgpio.
$(READY): pyproject.toml constraints.txt
	@if ! $(BIN)/python -c "$(FITS)" 2>/dev/null; then \
	    for python in $(PYTHON) python3.11 python3.12 python3.13 python3; do \
	        if $$python -c "$(FITS)" 2>/dev/null; then found=$$python; break; fi; \
	    done; \
	    if [ -z "$$found" ]; then \
	        echo "pitboard needs Python 3.11, 3.12 or 3.13 with its venv module, and found none." >&2; \
	        echo "On Debian or Raspberry Pi OS: sudo apt install python3 python3-venv." >&2; \
	        echo "Or name one: make PYTHON=/path/to/python3.11 ..." >&2; \
	        exit 1; \
	    fi; \
	    echo "making $(VENV) with $$found"; \
	    $$found -m venv --clear $(VENV); \
	fi
	@echo "fetching what pyproject.toml and constraints.txt name into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -c constraints.txt mfrc522 rpi-lgpio
	@touch $@
