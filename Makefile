# Every target sets the project up by itself, once. `make run` and `make test` are all a newcomer needs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready

BASELINES := .venv-baselines
AUDIT := .venv-audit
DESCRIBED := .venv-described

# The runtime of the networks reports its use unless it is told not to before it is loaded.
export ORT_DISABLE_TELEMETRY := 1

.PHONY: setup run test test-browser test-photos nightly torture hands taps first-load coverage mutants lint check bench bench-json bench-baselines sbom pins audit described docs setup-train setup-recipe train clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: sudo apt install python3" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "The venv module is missing: sudo apt install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -c 'import cv2' 2>/dev/null || { echo "OpenCV lacks a system library: sudo apt install libgl1 libglib2.0-0" >&2; exit 1; }
	@$(BIN)/python -m compileall -q companion engine vision tests
	@touch $@

# make run PORT=8100 ARGS="--host 0.0.0.0"
run: setup
	$(BIN)/burako serve --camera demo $(if $(PORT),--port $(PORT)) $(ARGS)

# On two processors, by three workers, for some tests wait for a camera or a server; a file's tests stay together, for they
# share what they set up, and files come in the order of folders: xdist would begin those of few tests last, which are the
# longest.
# What pytest makes of their files is kept for the next run also where Python is told to keep nothing.
test test-browser: export PYTHONDONTWRITEBYTECODE :=
test: setup
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

# The tests that drive a browser through the pages; they skip where there is none.
test-browser: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "browser and not slow" tests/companion/dashboard

# Measures on the photographs that lie beside the checkout; skips where there are none.
test-photos: setup
	$(BIN)/python -m pytest -m photos

nightly: setup-recipe
	$(BIN)/python -m pytest -m "slow or train"

# Holds the program to its promises and writes docs/reliability.md; ARGS=--whole takes the slow tests too.
torture: setup
	$(BIN)/python -m tests.torture docs/reliability.md $(ARGS)

# Films hands of another maker and tells them, nobody answering; ARGS="--hands 60 --jobs 16".
hands: setup
	$(BIN)/python -m tests.family_hands $(ARGS)

# Counts taps and seconds of the ways to a scored hand in a browser, and writes them into docs/.
taps: setup
	$(BIN)/python -m tests.companion.dashboard.taps docs/contar-una-mano.md $(ARGS)

# Opens the pages on a slow phone link in a browser, and writes kilobytes and seconds into docs/.
first-load: setup
	$(BIN)/python -m tests.companion.dashboard.first_load docs/primera-carga.md

# Every line and every branch of the law.
coverage: setup
	$(BIN)/python -m coverage run -m pytest tests/engine
	$(BIN)/python -m coverage report

# Changes the law of melds, the count, tournaments and the close in thousands of small ways, an hour long; nine of ten must fail a test.
mutants: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,mutants]'
	$(BIN)/mutmut run
	$(BIN)/mutmut results
	$(BIN)/mutmut export-cicd-stats
	@$(BIN)/python -m tests.mutants

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check: lint test test-browser

bench: setup
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench.season

bench-json: setup
	@$(BIN)/python -m tests.bench --json

# What a user would otherwise pick, on the same photographs; ARGS="--every 1", or a COCO file of your own.
bench-baselines: setup $(BASELINES)/.ready
	@$(BASELINES)/bin/python -m tests.baselines $(ARGS)

# Of its own: RapidOCR brings a second OpenCV, which must not meet the first.
$(BASELINES)/.ready: tests/baselines/requirements.txt
	@test -x $(BASELINES)/bin/python || $(PYTHON) -m venv $(BASELINES)
	$(BASELINES)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

# What is installed with the program: a bill of materials in CycloneDX, the licences, the versions of a release.
sbom: setup
	@mkdir -p build
	$(BIN)/python -m tests.supply.components --sbom build/sbom.json

pins: setup
	$(BIN)/python -m tests.supply.components --constraints constraints.txt --licences docs/licences.md

# Whether something that is known endangers those versions; says so where nobody answers.
audit: setup
	@test -x $(AUDIT)/bin/python || $(PYTHON) -m venv $(AUDIT)
	@$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check pip-audit || echo "pip-audit cannot be installed"
	@$(BIN)/python -m tests.supply.audit $(AUDIT)/bin/pip-audit

# What a program may send by the OpenAPI document, ten thousand cases: Schemathesis, in an environment of its own.
described: setup
	@test -x $(DESCRIBED)/bin/st || $(PYTHON) -m venv $(DESCRIBED)
	$(DESCRIBED)/bin/python -m pip install --quiet --disable-pip-version-check schemathesis
	$(BIN)/python -m pytest -m slow tests/torture/test_described.py

# The guides and the developers' pages as a site of files: open build/site/index.html.
docs: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,docs]'
	$(BIN)/mkdocs build --strict

setup-train: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,train]'

setup-recipe: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,train,render-physical]'

# Both networks from nothing, some twenty hours and more on two processors: make train PHOTOS=../photographs
train: setup-recipe
	$(BIN)/python -m models.recipe $(PHOTOS) $(ARGS)

clean:
	rm -rf $(VENV) $(BASELINES) $(AUDIT) $(DESCRIBED) build dist .mypy_cache .ruff_cache .pytest_cache
