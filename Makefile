# What people, CI and the README call.
#   make up       everything on this machine: http://127.0.0.1:8080 (PORT, SEKI_HOME and DATABASE_URL move it)
#   make test     everything CI runs; ends with a count
#   make check    formatting, lints, types, generated files
#   make bench    the figures of docs/PERFORMANCE.md
#   make prepare  regenerates .sqlx, openapi.json and the TypeScript types
#   make reset    forgets the demo's data

.PHONY: up build test check bench prepare reset
.DEFAULT_GOAL := up

export SQLX_OFFLINE ?= true

up: build
	@target/debug/seki up

build: node_modules/.package-lock.json
	@npm run --silent build
	@cargo build --workspace --bins

node_modules/.package-lock.json: package-lock.json
	@npm ci --no-audit --no-fund
	@touch $@

test: build
	@tests/run.sh

check: build
	@tests/check.sh

bench: node_modules/.package-lock.json
	@tests/bench.sh

prepare: build
	@migrations/prepare.sh .sqlx
	@target/debug/seki openapi > openapi.json
	@npm run --silent api:types --workspace packages/shared

reset:
	@target/debug/seki postgres stop 2>/dev/null || true
	@rm -rf "$${SEKI_HOME:-var}"
