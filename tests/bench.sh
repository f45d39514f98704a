#!/usr/bin/env bash
# Builds the measured programs with optimisation, then measures them. PROFILE=dist measures the programs as a server runs them.
set -euo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=${SQLX_OFFLINE:-true}
# Clippy's driver, the compiler of tests, omits optimisations.
unset RUSTC_WORKSPACE_WRAPPER
npm run --silent build >/dev/null 2>&1
node site/scripts/check-bundle.mjs --json || true
node admin-ui/scripts/check-bundle.mjs --json || true
profile=${PROFILE:-release}
cargo build --profile "$profile" --quiet --workspace --bins
SEKI_BIN="target/$profile/seki" tests/browser/run.sh --config tests/browser/figures.config.ts || true
exec "target/$profile/bench" "$@"
