# Every target sets up what it needs: system packages, .venv and the pinned Python packages; seconds when nothing is missing.
PYTHON ?= python3
RUN := .venv/bin

.PHONY: demo test lint bench scorecard setup lock

setup: .venv/.installed

.venv/.installed: requirements/lock.txt pyproject.toml scripts/system-packages
	scripts/system-packages
	$(PYTHON) -m venv .venv
	$(RUN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/lock.txt
	$(RUN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

demo: setup  ## the five-minute proof, on a private virtual desktop; the last part shows a lie being caught
	$(RUN)/deskhand demo
	$(RUN)/deskhand demo --break

lint: setup  ## format, style, types and the import rules of the house
	$(RUN)/ruff format --check src tests bench
	$(RUN)/ruff check src tests bench
	$(RUN)/mypy src
	$(RUN)/lint-imports --no-cache

test: setup lint  ## everything, the real desktop included
	$(RUN)/pytest

bench: setup  ## ours beside a rival or a floor
	$(RUN)/python -m bench

scorecard: setup  ## every promise measured, into bench/baselines/scorecard.json; some rows with ROWS="D1 S9"
	$(RUN)/python -m bench.scorecard $(ROWS)

lock: setup  ## pin again: versions and hashes, no addresses
	$(RUN)/pip install --quiet uv
	$(RUN)/uv pip compile --quiet pyproject.toml --extra dev --generate-hashes --no-header --no-annotate --universal --python-version 3.11 -o requirements/lock.txt
