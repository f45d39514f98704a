#!/usr/bin/env bash
# Runs Seki on a Citus cluster on this machine, on a database distributed by restaurant (migrations/citus.sql):
#   tests/citus.sh CITUS     CITUS is a clone, a bare copy or the address of citusdata/citus
# Builds Citus once (needs root), and expects `make build` and the release build of `make endurance`. On the demo world: the browser
# tests of the main job, of bookings, of the owner's day and of a raffle, the nightly duties, and `seki verify`. On an empty database:
# kills and contended writes. Prints a table. Exits with 1 if a step fails, or if a node rejects a statement that Citus does not support.
#   SEKI_BIN    seki of the build to run, in one folder with its programs (target/release/seki)
#   SPECS       browser tests (below), an empty text for none
#   KILLS, WRITES   size of the run of kills and contended writes (10, 2000)
set -uo pipefail
cd "$(dirname "$0")/.."
readonly cluster=tests/citus/cluster.sh
seki=$(realpath "${SEKI_BIN:-target/release/seki}")
specs=${SPECS-"specs/main-job.spec.ts specs/cancelling.spec.ts specs/racing.spec.ts specs/owner/calendar.spec.ts
  specs/owner/slots.spec.ts specs/owner/customers.spec.ts specs/admin/refill.spec.ts specs/raffle-windows.spec.ts"}
[ -x "$seki" ] || {
  echo "$seki is missing: build first" >&2
  exit 2
}
home=$(mktemp -d -p "$(tests/scratch.sh)")
# The hold batcher mixes restaurants, and a statement that locks rows of several nodes is rejected.
export SEKI_HOME=$home SEKI_HOLD_BATCH=1
failed=0
rows=()

finish() {
  stop_demo
  $cluster stop
  rm -rf "$home"
}
trap finish EXIT

step() { # name, command…: runs it and adds a row to the table
  local name=$1 began=$SECONDS before log result=passed
  shift
  log=$home/step-${#rows[@]}.log
  before=$($cluster rejected | wc -l)
  echo "== $name"
  "$@" >"$log" 2>&1 || result=failed failed=1
  tail -n 20 "$log"
  rows+=("$name|$result|$((SECONDS - began))|$(($($cluster rejected | wc -l) - before))")
}

demo=
start_demo() { # address
  DATABASE_URL=$1 "$seki" up --home "$home" --port 0 >"$home/up.log" 2>&1 &
  demo=$!
  for _ in $(seq 600); do
    url=$(sed -n 's/^ready //p' "$home/up.log")
    [ -z "$url" ] || return 0
    kill -0 "$demo" 2>/dev/null || break
    sleep 0.2
  done
  cat "$home/up.log"
  return 1
}

stop_demo() {
  [ -n "$demo" ] || return 0
  kill -INT "$demo" 2>/dev/null
  wait "$demo" 2>/dev/null
  demo=
}

distribute() { # address
  psql -Xq "$1" -v ON_ERROR_STOP=1 -f migrations/citus.sql
}

# The demo world is loaded before the tables are distributed.
demo_world() {
  start_demo "$1" || return 1
  stop_demo
  distribute "$1" && distribute "$1" && start_demo "$1"
}

duties() {
  local duty
  for duty in rounds refill ledger prune; do "$seki" schedule run "$duty" || return 1; done
}

contended() {
  local address
  address=$($cluster create contended) || return 1
  DATABASE_URL=$address "$seki" migrate && distribute "$address" || return 1
  SEKI_ENDURANCE_DATABASE=$address DATABASE_URL=$address "$(dirname "$seki")/endurance" \
    --kills "${KILLS:-10}" --writes "${WRITES:-2000}"
}

$cluster build "${1:?a clone, a bare copy or the address of citusdata/citus}" || exit 2
$cluster stop
$cluster start || exit 2
address=$($cluster create demo) || exit 2
step "demo world, distributed" demo_world "$address"
for spec in $specs; do
  step "$spec" env SEKI_URL="$url" SEKI_BIN="$seki" tests/browser/run.sh "$spec"
done
step "nightly duties" duties
step "seki verify" "$seki" verify
stop_demo
step "kills and contended writes" contended

rejected=$($cluster rejected)
[ -z "$rejected" ] || {
  echo "== rejected statements"
  sort <<<"$rejected" | uniq -c | sort -rn | cut -c 1-300
  failed=1
}
echo "== result"
printf '%s\n' 'step|result|seconds|rejected' "${rows[@]}" | column -t -s '|'
exit "$failed"
