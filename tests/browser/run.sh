#!/usr/bin/env bash
# The browser tests against fresh demos: one for each worker, and one whose clock is moved, each started by the first test that needs it.
# Failed tests, up to five, run once more at the end, one at a time, on a fresh demo and with a trace; a test that
# passes then counts as
# passed and is listed in a line "unsteady: NAME". Ends with "browser: N passed, N failed".
# Arguments go to the test runner (specs/owner, --headed).
#   SEKI_BIN      another seki
#   SEKI_URL      an instance that runs already, for everything
#   SEKI_TRACE    1 keeps a trace of failures at the first attempt, too (npx playwright show-trace
# tests/browser/artefacts/…/trace.zip)
#   SEKI_WORKERS  tests at the same time; by default one for each processor, one when specs are named
set -uo pipefail
cd "$(dirname "$0")/../.."
SEKI_BIN=$(realpath "${SEKI_BIN:-target/debug/seki}")
if [ $# -eq 0 ]; then workers=$(nproc); else workers=1; fi
export SEKI_BIN SEKI_WORKERS=${SEKI_WORKERS:-$workers}
results=tests/browser/artefacts
playwright=(node node_modules/@playwright/test/cli.js test --config tests/browser/playwright.config.ts)

homes=$(mktemp -d -p "$(tests/scratch.sh)")
# The account of PostgreSQL comes through.
chmod 711 "$homes"

any_runs() { # a process whose parent is gone may stay as a zombie
  local pid
  for pid in "$@"; do
    if [ -d /proc/self ]; then
      ! grep -qs '^State:.[^XZ]' "/proc/$pid/status" || return 0
    else
      ! kill -0 "$pid" 2>/dev/null || return 0
    fi
  done
  return 1
}

stop_demos() {
  local file pids=()
  for file in "$homes"/*/*.pid; do [ ! -f "$file" ] || pids+=("$(cat "$file")"); done
  [ ${#pids[@]} -gt 0 ] || return 0
  rm -f "$homes"/*/*.pid
  kill -INT "${pids[@]}" 2>/dev/null
  for _ in $(seq 300); do
    any_runs "${pids[@]}" || return 0
    sleep 0.2
  done
  kill -KILL "${pids[@]}" 2>/dev/null
}

stop() {
  stop_demos
  rm -rf "$homes"
}
trap stop EXIT
trap 'exit 130' INT TERM

broken() {
  echo "$1" >&2
  echo "browser: 0 passed, 1 failed"
  exit 1
}

complaints() { # prints the last warnings and errors of the demos
  echo "== warnings and errors of the demos"
  grep -hsE '"level":"(WARN|ERROR)"' "$homes"/*/*.log | tail -n 30 | cut -c 1-300
}

run() { # attempt, arguments for the test runner…
  local attempt=$1
  shift
  mkdir -p "$homes/$attempt"
  SEKI_DEMOS=$homes/$attempt SEKI_FIRST_ATTEMPT=$homes/first-attempt PLAYWRIGHT_LAST_RUN_OUTPUT_FILE=$homes/last-run.json \
    "${playwright[@]}" "$@"
}

if [ -z "${SEKI_URL:-}" ]; then
  [ -x "$SEKI_BIN" ] || broken "$SEKI_BIN is missing: build first."
  for front in site admin-ui; do
    [ -f "$front/dist/.vite/manifest.json" ] || broken "$front/dist is missing: build first."
  done
fi

run first "$@"
status=$?
if [ -f "$homes/first-attempt" ]; then
  complaints
  stop_demos
  # The second attempt clears the folder of the first.
  rm -rf "$results/first-attempt"
  [ ! -d "$results/results" ] || cp -r "$results/results" "$results/first-attempt"
  # tests/run.sh distinguishes the two attempts by this line.
  echo "== failed tests, second attempt"
  SEKI_TRACE=1 SEKI_WORKERS=1 run second "$@" --last-failed --workers 1
  status=$?
fi
[ "$status" -eq 0 ] || complaints
exit "$status"
