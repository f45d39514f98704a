#!/usr/bin/env bash
# The browser tests against a fresh demo of their own. Ends with "browser: N passed, N failed".
# SEKI_BIN names another seki; SEKI_URL an instance that runs already. Arguments go to the test runner.
set -uo pipefail
cd "$(dirname "$0")/../.."
seki=${SEKI_BIN:-target/debug/seki}
playwright=(node node_modules/@playwright/test/cli.js test --config tests/browser/playwright.config.ts)

if [ -n "${SEKI_URL:-}" ]; then
  exec "${playwright[@]}" "$@"
fi

broken() {
  echo "$1" >&2
  [ -f "$home/up.log" ] && tail -n 40 "$home/up.log" >&2
  echo "browser: 0 passed, 1 failed"
  exit 1
}

home=$(mktemp -d)
up=
stop() {
  if [ -n "$up" ]; then
    kill -INT "$up" 2>/dev/null
    wait "$up" 2>/dev/null
  fi
  rm -rf "$home"
}
trap stop EXIT

[ -x "$seki" ] || broken "$seki is missing: build first."
for front in site admin-ui; do
  [ -f "$front/dist/.vite/manifest.json" ] || broken "$front/dist is missing: build first."
done

port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
env -u DATABASE_URL SEKI_HOME="$home/seki" PORT="$port" "$seki" up >"$home/up.log" 2>&1 &
up=$!
for _ in $(seq 600); do
  grep -q '^ready ' "$home/up.log" && break
  kill -0 "$up" 2>/dev/null || broken "The demo ended before it was ready."
  sleep 0.2
done
grep -q '^ready ' "$home/up.log" || broken "The demo was not ready in two minutes."

SEKI_URL=http://127.0.0.1:$port "${playwright[@]}" "$@"
