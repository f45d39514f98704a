#!/usr/bin/env bash
# Runs Schemathesis over openapi.json, against a separate demo: generated requests to every operation, signed out and signed in.
# No response may be a server error, and each must have the documented type and shape. Needs Python 3 with venv; the tools are installed
# once, below var/. Ends with "schemathesis: N passed, N failed": one for each kind of caller.
#   SEKI_URL   a running instance, whose data is overwritten
set -uo pipefail
cd "$(dirname "$0")/../.."
seki=${SEKI_BIN:-target/debug/seki}
tools=var/tools/schemathesis
home=$(mktemp -d -p "$(tests/scratch.sh)")
# The account of PostgreSQL needs access.
chmod 711 "$home"
demo=

stop() {
  [ -z "$demo" ] || kill -INT "$demo" 2>/dev/null
  wait
  rm -rf "$home"
}
trap stop EXIT

broken() {
  echo "$1" >&2
  tail -n 40 "$home"/*.log >&2 2>/dev/null
  echo "schemathesis: 0 passed, 1 failed"
  exit 1
}

install() { # again when the list has changed
  local wanted
  wanted=$(cksum <tests/schemathesis/requirements.txt)
  [ "$(cat "$tools/installed" 2>/dev/null)" != "$wanted" ] || return 0
  rm -rf "$tools"
  python3 -m venv "$tools" && "$tools/bin/pip" install --quiet --disable-pip-version-check \
    --requirement tests/schemathesis/requirements.txt && echo "$wanted" >"$tools/installed"
}

start() {
  local attempts
  env -u DATABASE_URL SEKI_HOME="$home/demo" PORT=0 "$seki" up --volatile --at 2026-12-08T09:00+09:00 >"$home/demo.log" 2>&1 &
  demo=$!
  for attempts in $(seq 900); do
    SEKI_URL=$(sed -n 's/^ready //p' "$home/demo.log")
    [ -z "$SEKI_URL" ] || return 0
    kill -0 "$demo" 2>/dev/null || broken "The demo ended before it was ready."
    sleep 0.2
  done
  broken "The demo was not ready in three minutes ($attempts checks)."
}

# path, body: signs in; leaves the cookies in $home/jar and the token in $home/token.
sign_in() {
  rm -f "$home/jar"
  local token
  token=$(curl -fsS -c "$home/jar" -D - -o /dev/null -H 'Accept: application/json' "$SEKI_URL$1" | csrf)
  [ "$#" -lt 2 ] || token=$(curl -fsS -b "$home/jar" -c "$home/jar" -D - -o /dev/null -H 'Accept: application/json' \
    -H 'Content-Type: application/json' -H "X-CSRF-Token: $token" --data "$2" "$SEKI_URL$1" | csrf)
  echo "$token" >"$home/token"
}

csrf() { sed -n 's/^x-csrf-token: *//Ip' | tr -d '\r' | tail -n 1; }

cookies() { sed -n 's/^#HttpOnly_//; /^#/d; /./p' "$home/jar" | awk -F '\t' '{ printf "%s%s=%s", (NR > 1 ? "; " : ""), $6, $7 }'; }

# name, which operations…: asks them, within a minute on an idle machine. The seed and the number of requests make the run the same
# everywhere; signing out would end it, and a stream never ends.
passed=0 failed=0
ask() {
  local name=$1
  shift
  echo "== as $name"
  if PYTHONUTF8=1 "$tools/bin/schemathesis" run openapi.json --url "$SEKI_URL" --phases fuzzing --mode all \
    --max-examples "${EXAMPLES:-8}" --seed 20261201 --generation-database none --workers 1 --no-shrink \
    --continue-on-failure --request-timeout 20 --max-redirects 0 --warnings off --suppress-health-check all \
    --checks not_a_server_error,content_type_conformance,response_schema_conformance \
    --exclude-path-regex '^/dev/|/events$|sign_out$' \
    --header 'Accept: application/json' --header "Cookie: $(cookies)" --header "X-CSRF-Token: $(cat "$home/token")" "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}

command -v python3 >/dev/null || broken "Python 3 is missing: schemathesis runs on it (README.md)."
[ -x "$seki" ] || broken "$seki is missing: build first."
install >"$home/install.log" 2>&1 || broken "Schemathesis could not be installed below $tools."
[ -n "${SEKI_URL:-}" ] || start

sign_in /
ask nobody
sign_in /users/sign_in '{"user":{"email":"hanako@seki.test","password":"Seki-2026"}}'
ask "a diner" --include-path-regex '^/(users|r|phone_verifications|sms_confirmations)'
sign_in /owners/sign_in '{"owner":{"email":"owner@seki.test","password":"Seki-2026"}}'
ask "an owner" --include-path-regex '^/owners'
# Last, since an admin may change what the others ask for.
sign_in /admin/sign_in '{"admin_user":{"email":"admin@seki.test","password":"Seki-2026"}}'
ask "an admin" --include-path-regex '^/admin'
echo "schemathesis: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
