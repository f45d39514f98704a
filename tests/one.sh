#!/usr/bin/env bash
# Runs a few tests, with the services that they need:
#   tests/one.sh booking::hold           tests over HTTP whose path contains the words
#   tests/one.sh domain::availability    unit tests of a crate: domain, web_server, stand_ins
#   tests/one.sh specs/owner/calendar    browser specs, by folder or file (sign-up.spec.ts)
set -euo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true RUSTC_WORKSPACE_WRAPPER=clippy-driver
wanted=${1:?which tests: T=booking::hold or T=specs/owner/calendar}

case $wanted in
*/* | *.spec*)
  make --no-print-directory build
  exec tests/browser/run.sh "$wanted"
  ;;
domain::* | web_server::* | stand_ins::*)
  # With the features of the whole workspace, for which everything is built already; no other crate has a matching path.
  command=(cargo test --quiet --workspace --lib -- "${wanted#*::}")
  ;;
*)
  # Some tests run the programs, and do not build them.
  make --no-print-directory build
  DATABASE_URL=$(tests/database.sh)
  export DATABASE_URL
  command=(cargo test --quiet --workspace --test it -- "$wanted")
  # The clients are also tested against localstripe.
  [[ $wanted != *clients* ]] || command=(tests/localstripe.sh "${command[@]}")
  ;;
esac

mkdir -p var/test
"${command[@]}" 2>&1 | tee var/test/one.log
if ! grep -qE '^running [1-9]' var/test/one.log; then
  echo "no test's path contains $wanted" >&2
  exit 1
fi
