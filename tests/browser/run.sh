#!/usr/bin/env bash
# The browser tests against fresh demos of their own: one for each worker, and one whose clock is moved.
# Ends with "browser: N passed, N failed". Arguments go to the test runner (specs/owner, sign-up.spec.ts, --headed).
#   SEKI_BIN      another seki
#   SEKI_URL      an instance that runs already, for everything
#   SEKI_TRACE    1 keeps a trace of what failed, in tests/browser/artefacts/results (npx playwright show-trace)
#   SEKI_WORKERS  tests at the same time; by default one for each processor, one when specs are named
set -uo pipefail
cd "$(dirname "$0")/../.."
seki=${SEKI_BIN:-target/debug/seki}
playwright=(node node_modules/@playwright/test/cli.js test --config tests/browser/playwright.config.ts)

if [ -n "${SEKI_URL:-}" ]; then
  exec "${playwright[@]}" "$@"
fi

homes=$(mktemp -d)
demos=()
stop() {
  [ ${#demos[@]} -eq 0 ] || kill -INT "${demos[@]}" 2>/dev/null
  wait
  rm -rf "$homes"
}
trap stop EXIT

broken() {
  echo "$1" >&2
  tail -n 40 "$homes"/*.log >&2 2>/dev/null
  echo "browser: 0 passed, 1 failed"
  exit 1
}

[ -x "$seki" ] || broken "$seki is missing: build first."
for front in site admin-ui; do
  [ -f "$front/dist/.vite/manifest.json" ] || broken "$front/dist is missing: build first."
done

free_ports() { # how many
  node -e 'const net = require("node:net");
    const servers = Array.from({ length: process.argv[1] }, () => net.createServer().listen(0, "127.0.0.1"));
    setTimeout(() => servers.forEach((server) => { console.log(server.address().port); server.close(); }), 50);' "$1"
}

start() { # port
  env -u DATABASE_URL SEKI_HOME="$homes/$1" PORT="$1" "$seki" up >"$homes/$1.log" 2>&1 &
  demos+=($!)
}

await() { # port, process
  local tries
  for tries in $(seq 900); do
    if grep -q '^ready ' "$homes/$1.log"; then
      tests/forgetful.sh "$homes/$1"
      return
    fi
    kill -0 "$2" 2>/dev/null || broken "A demo ended before it was ready."
    sleep 0.2
  done
  broken "A demo was not ready in three minutes ($tries looks)."
}

complaints() { # what the demos logged, the last of it
  echo "== what the demos complained of"
  grep -hE '"level":"(WARN|ERROR)"' "$homes"/*.log | tail -n 30 | cut -c 1-300
}

if [ $# -eq 0 ]; then wanted=$(($(nproc) + 1)); else wanted=1; fi
[ -z "${SEKI_WORKERS:-}" ] || wanted=$((SEKI_WORKERS + 1))
mapfile -t ports < <(free_ports "$wanted")
for port in "${ports[@]}"; do start "$port"; done
for index in "${!ports[@]}"; do await "${ports[$index]}" "${demos[$index]}"; done

SEKI_URLS=$(printf 'http://127.0.0.1:%s,' "${ports[@]}")
export SEKI_URLS=${SEKI_URLS%,}
"${playwright[@]}" "$@"
status=$?
[ "$status" -eq 0 ] || complaints
exit "$status"
