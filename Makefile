# What people, CI and the README call. `make help` lists it.

.PHONY: help up dev build build-tests test test-one check check-quick advisories bench prepare reset
.DEFAULT_GOAL := up

export SQLX_OFFLINE ?= true
# Clippy is the compiler of programs and tests, so lints need no compilation of their own. What is measured is built without it.
export RUSTC_WORKSPACE_WRAPPER ?= clippy-driver

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: build ## everything on this machine: http://127.0.0.1:8080 (PORT, SEKI_HOME and DATABASE_URL move it)
	@target/debug/seki up

dev: build ## the same with hot reload: Rust is built again on a change, the front ends run from their sources
	@node scripts/dev.mjs

test: build-tests ## everything CI runs; ends with a count
	@tests/run.sh

test-one: node_modules/.package-lock.json ## a few tests: T=booking::hold (Rust), T=specs/owner/calendar (browser)
	@tests/one.sh "$(T)"

check: build-tests ## formatting, lints, types, licences, unused code, generated files
	@tests/check.sh

check-quick: node_modules/.package-lock.json ## formatting, lints, types and texts, in half a minute of a built tree
	@tests/check.sh quick

advisories: node_modules/.package-lock.json ## what the databases of security advisories know of our dependencies; says so where one cannot be asked
	@tests/advisories.sh

bench: node_modules/.package-lock.json ## the figures of docs/PERFORMANCE.md
	@tests/bench.sh

# A new query has nothing in .sqlx yet, so the programs can be built only after it is written. Any older seki will do for that:
# it starts PostgreSQL and applies the migrations of the folder.
prepare: node_modules/.package-lock.json ## writes .sqlx, openapi.json and the TypeScript types anew
	@[ -x target/debug/seki ] || cargo build --package cli --bins
	@migrations/prepare.sh .sqlx
	@cargo build --workspace --bins
	@target/debug/seki openapi > openapi.json
	@npm run --silent api:types --workspace packages/shared

reset: ## forgets the demo's data
	@target/debug/seki postgres stop 2>/dev/null || true
	@rm -rf "$${SEKI_HOME:-var}"

build: $(addsuffix /dist/.vite/manifest.json, site admin-ui) ## the programs and both front ends
	@cargo build --workspace --bins

build-tests: $(addsuffix /dist/.vite/manifest.json, site admin-ui) ## the same, and the tests
	@cargo build --workspace --all-targets

node_modules/.package-lock.json: package-lock.json
	@npm ci --no-audit --no-fund
	@touch $@

# A front end is built again when a file of its own or of what both share is newer than the last build.
sources = $(shell find $(1) packages -type f -not -path '*/node_modules/*' -not -path '*/dist/*') package-lock.json
%/dist/.vite/manifest.json: node_modules/.package-lock.json
	@npm run --silent build --workspace $*
site/dist/.vite/manifest.json: $(call sources, site)
admin-ui/dist/.vite/manifest.json: $(call sources, admin-ui)
