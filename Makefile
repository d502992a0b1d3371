# make run and make test are all that a fresh machine with Python, git and make needs.

HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT

BIN := .venv/bin
# The first of the machine's pythons 3.x with venv whose x is at least this.
python_from = $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c "import ensurepip, sys; sys.exit(sys.version_info < (3, $(1)))" 2>/dev/null \
	&& echo $$python && break; done)
PYTHON ?= $(call python_from,11)
NEXT_PYTHON ?= $(call python_from,12)
PYTEST := $(BIN)/python -m pytest
# Tests start many processes: each loads what an earlier one compiled, also where an image says not
# to keep it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run dev check test test-next on-sqlite on-postgresql in-browser lint format audit bench migrations messages limits image image-test pictures lock cluster cluster-stop drill
.PHONY: sqlite-games sqlite-first sqlite-middle sqlite-last

run: .venv/runtime
	exec $(BIN)/python -m config.serve all

dev: .venv/runtime
	DEBUG=True exec $(BIN)/python -m config.serve dev

# For while you work: everything but the browser and PostgreSQL.
check: .venv/development
	$(MAKE) --jobs=5 --keep-going --output-sync=target lint on-sqlite

# Side by side; what each says comes when it is done, whether or not another one fails. A browser
# mostly waits, and goes first when it does not.
test: .venv/development
	$(MAKE) --jobs=7 --keep-going --output-sync=target lint in-browser on-postgresql on-sqlite

# In parts of which none takes half of it, so that both cores are busy until the end.
on-sqlite: sqlite-games sqlite-first sqlite-middle sqlite-last

sqlite-games: PLACES = games
sqlite-first: PLACES = tests/[a-e]*/
sqlite-middle: PLACES = tests/[f-s]*/
sqlite-last: PLACES = tests/[t-z]*/ tests/test_*.py

sqlite-games sqlite-first sqlite-middle sqlite-last: .venv/development
	DATABASE_URL= nice -n 5 $(PYTEST) -m "not browser" --ignore tests/browser $(PLACES)

on-postgresql: .venv/development
	$(PYTEST) -p tests.on_postgresql -m postgresql --ignore tests/browser

in-browser: .venv/development
	DATABASE_URL= $(PYTEST) -m browser tests/browser

# On the newest Django, which needs a Python from 3.12 on. It may warn of what a later one removes.
test-next: .venv/next/installed
	DATABASE_URL= .venv/next/bin/python -m pytest -W default -m "not browser"

lint: .venv/development
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	git ls-files -z --cached --others --exclude-standard '*.html' | xargs -0 $(BIN)/djade --check --target-version 5.2
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/mypy .
	$(BIN)/python manage.py makemigrations --check --dry-run

format: .venv/development
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	git ls-files -z --cached --others --exclude-standard '*.html' | xargs -0 $(BIN)/djade --target-version 5.2

# Known vulnerabilities of the locked packages, where a database of them can be reached.
audit: .venv/development
	$(BIN)/python -m tools.vulnerabilities

# QUICK=1 takes four minutes, also on a busy machine; all of it wants a quiet one.
bench: .venv/development
	$(BIN)/python -m tools.bench

# CLUSTER_DIR is where; without it, var/cluster.
cluster: .venv/runtime
	$(BIN)/python -m deploy.cluster start

cluster-stop: .venv/runtime
	$(BIN)/python -m deploy.cluster stop

# SHORT=1 takes at most five minutes.
drill: .venv/runtime
	$(BIN)/python -m deploy.drill

# Until 1.0.0 each app has one migration, which is made again whenever a model changes.
migrations: .venv/development
	rm -f scoring/migrations/0*.py games/*/migrations/0*.py
	$(BIN)/python manage.py makemigrations scoring --name initial --no-header --verbosity 0
	$(BIN)/python manage.py makemigrations --name initial --no-header --verbosity 0
	$(BIN)/ruff check --quiet --fix scoring/migrations games/*/migrations
	$(BIN)/ruff format --quiet scoring/migrations games/*/migrations

# BASE is an image with Python and apt; IMAGE_OPTIONS go to Buildah, such as --volume for a package index.
BASE ?= docker.io/library/python:3.13-slim-trixie
image:
	buildah bud --layers --format docker $(IMAGE_OPTIONS) --build-arg BASE=$(BASE) --tag scorefolio \
		--file deploy/Containerfile .

# As root: starts the image with a read-only root, as another user, and restores a backup of it.
image-test: .venv/development
	$(BIN)/python -m tools.image_test

messages: .venv/development
	DJANGO_SETTINGS_MODULE=config.settings $(BIN)/python -m tools.messages

# The numbers of docs/limits.md, from the code.
limits: .venv/development
	DJANGO_SETTINGS_MODULE=config.settings $(BIN)/python -m tools.limits

pictures: .venv/development
	$(BIN)/python -m tools.pictures

lock: .venv/development
	$(BIN)/uv pip compile $(LOCK_OPTIONS) --output-file requirements.txt pyproject.toml
	$(BIN)/uv pip compile $(LOCK_OPTIONS) --group dev --output-file requirements-dev.txt pyproject.toml

# Of the pythons from 3.11 on, and without the address of any package index.
LOCK_OPTIONS := --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links

# A marker is as old as the last install from its lock file, so a second run installs nothing.
.venv/runtime: requirements.txt .venv/made
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.txt
	touch $@

.venv/development: requirements-dev.txt .venv/made
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements-dev.txt
	touch $@ .venv/runtime

.venv/next/installed: pyproject.toml .venv/development
	$(if $(NEXT_PYTHON),,$(error No Python from 3.12 on with venv was found))
	$(NEXT_PYTHON) -m venv --clear .venv/next
	echo "django>=6.1" > .venv/next/overrides
	$(BIN)/uv pip install --quiet --python .venv/next/bin/python --overrides .venv/next/overrides \
		--requirements pyproject.toml --group dev
	touch $@

.venv/made:
	$(if $(PYTHON),,$(error No Python from 3.11 on with venv was found; on Debian: apt-get install python3-venv))
	$(PYTHON) -m venv --clear .venv
	touch $@
