# Targets for people, CI and the README. `make help` lists them.

.PHONY: help up dev build build-tests test test-one check check-quick advisories bench endurance prepare reset
.DEFAULT_GOAL := up

export SQLX_OFFLINE ?= true
# Clippy compiles programs and tests, so lints need no separate compilation. Measured programs are built without it.
export RUSTC_WORKSPACE_WRAPPER ?= clippy-driver

help: ## prints this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: build ## runs everything on this machine: http://127.0.0.1:8080 (PORT, SEKI_HOME and DATABASE_URL change it)
	@target/debug/seki up

dev: build ## the same with hot reload: a change rebuilds Rust, the front ends run from their sources
	@node scripts/dev.mjs

test: build-tests ## runs everything that CI runs; ends with a count
	@tests/run.sh

test-one: node_modules/.package-lock.json ## runs a few tests: T=booking::hold (Rust), T=specs/owner/calendar (browser)
	@tests/one.sh "$(T)"

check: build-tests ## checks formatting, lints, types, licences, unused code, generated files
	@tests/check.sh

check-quick: node_modules/.package-lock.json ## checks formatting, lints, types and texts of a built tree, in half a minute
	@tests/check.sh quick

advisories: node_modules/.package-lock.json ## checks our dependencies against security advisories; reports an unreachable database
	@tests/advisories.sh

bench: node_modules/.package-lock.json ## measures the figures of docs/PERFORMANCE.md
	@tests/bench.sh

endurance: ## kills programs 1,000 times and sends 1,000,000 contended writes (A="--kills 10" changes it)
	@tests/endurance.sh $(A)

# A new query has no entry in .sqlx yet, so the programs can be built only after the entry is written. Any older seki can do that:
# it starts PostgreSQL and applies the migrations of the folder.
prepare: node_modules/.package-lock.json ## regenerates .sqlx and openapi.json
	@[ -x target/debug/seki ] || cargo build --package cli --bins
	@migrations/prepare.sh .sqlx
	@cargo build --workspace --bins
	@target/debug/seki openapi > openapi.json
	@npm run --silent api:types --workspace packages/shared

reset: ## deletes the demo's data
	@target/debug/seki postgres stop 2>/dev/null || true
	@rm -rf "$${SEKI_HOME:-var}"

build: $(addsuffix /dist/.vite/manifest.json, site admin-ui) ## builds the programs and both front ends
	@cargo build --workspace --bins

build-tests: $(addsuffix /dist/.vite/manifest.json, site admin-ui) ## the same, and the tests
	@cargo build --workspace --all-targets

node_modules/.package-lock.json: package-lock.json
	@npm ci --no-audit --no-fund
	@npm run --silent api:types --workspace packages/shared
	@touch $@

# A front end is rebuilt when one of its files or of the shared files is newer than the last build.
sources = $(shell find $(1) packages -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -name schema.d.ts) package-lock.json
%/dist/.vite/manifest.json: node_modules/.package-lock.json
	@npm run --silent build --workspace $*
site/dist/.vite/manifest.json: $(call sources, site)
admin-ui/dist/.vite/manifest.json: $(call sources, admin-ui)
