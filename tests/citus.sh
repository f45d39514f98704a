#!/usr/bin/env bash
# Runs Seki on a Citus cluster on this machine, on databases that are distributed by restaurant (migrations/citus.sql):
#   tests/citus.sh CITUS     CITUS is a clone, a bare copy or the address of citusdata/citus
# Needs root, bash, psql, Python 3 and what `make build` needs. Builds Citus once, and the programs with optimisation.
#   demo world    loads it, distributes its database twice, and starts the web server and the worker again
#   main job      a booking, the owner's day, a walk-in, a refill, every page and a raffle over HTTP (tests/citus/main_job.py)
#   duties        the nightly schedules; afterwards no job may have failed for good
#   verify        `seki verify` on the demo world
#   races         kills and contended writes on an empty distributed database (tests/endurance.sh)
#   control       the same, smaller, with a seat that is sold twice: the check must find it
# Prints a table. Exits with 1 if a step fails, or if a node rejects a statement that Citus does not support.
#   SEKI_BIN    seki of another release build, in one folder with its programs
#   SPECS       browser tests that run before the main job ("specs/main-job.spec.ts specs/owner/calendar.spec.ts"); none by default
#   KILLS, WRITES   size of the races (10, 2000)
set -uo pipefail
cd "$(dirname "$0")/.."
readonly cluster=tests/citus/cluster.sh
specs=${SPECS-}
citus=${1:?a clone, a bare copy or the address of citusdata/citus}

if [ -z "${SEKI_BIN:-}" ]; then
  # The front ends, which the web server delivers.
  make --silent site/dist/.vite/manifest.json admin-ui/dist/.vite/manifest.json || exit 2
  # Clippy's driver, the compiler of tests, omits optimisations.
  SQLX_OFFLINE=true env -u RUSTC_WORKSPACE_WRAPPER cargo build --release --quiet --workspace --bins || exit 2
fi
seki=$(realpath "${SEKI_BIN:-target/release/seki}")
for program in seki web-server worker stand-ins endurance; do
  [ -x "$(dirname "$seki")/$program" ] || {
    echo "$(dirname "$seki")/$program is missing" >&2
    exit 2
  }
done

home=$(mktemp -d -p "$(tests/scratch.sh)")
# The hold batcher mixes restaurants, and a statement that locks rows of several nodes is rejected.
export SEKI_HOME=$home SEKI_HOLD_BATCH=1
unset DATABASE_URL
failed=0
rows=()

finish() {
  stop_demo
  $cluster stop
  rm -rf "$home"
}
trap finish EXIT
trap 'exit 130' INT TERM

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
url=
start_demo() { # address
  url=
  DATABASE_URL=$1 "$seki" up --home "$home" --port 0 --at 2026-12-08T09:00+09:00 >"$home/up.log" 2>&1 &
  demo=$!
  for _ in $(seq 1500); do
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

# The demo world is loaded before the tables are distributed. The second run shows that the script may be repeated.
demo_world() { # address
  start_demo "$1" || return 1
  stop_demo
  distribute "$1" && distribute "$1" && start_demo "$1"
}

duties() {
  local duty
  for duty in rounds refill ledger prune; do "$seki" schedule run "$duty" || return 1; done
  "$seki" jobs dead
}

races() { # name of a new database, arguments of the endurance run…
  local address
  address=$($cluster create "$1") || return 1
  shift
  DATABASE_URL=$address "$seki" migrate && distribute "$address" || return 1
  SEKI_ENDURANCE_DATABASE=$address DATABASE_URL=$address "$(dirname "$seki")/endurance" "$@"
}

control() {
  local log=$home/control.log
  if races control --kills 1 --writes 200 --sabotage double >"$log" 2>&1; then
    echo "a seat that is sold twice was not found"
    return 1
  fi
  cat "$log"
  grep -q '"figure":"double: seats of two reservations at one time".*"value":[1-9]' "$log"
}

$cluster build "$citus" || exit 2
$cluster stop
$cluster start || exit 2
address=$($cluster create demo) || exit 2
step "demo world" demo_world "$address"
if [ -n "$url" ]; then
  for spec in $specs; do
    step "$spec" env SEKI_URL="$url" SEKI_BIN="$seki" tests/browser/run.sh "$spec"
  done
  step "main job" python3 -B tests/citus/main_job.py "$url"
  step "duties" duties
  step "verify" "$seki" verify
  grep -E '"level":"ERROR"' "$home/up.log" | cut -c 1-300 | tail -n 20
fi
stop_demo
step "races" races races --kills "${KILLS:-10}" --writes "${WRITES:-2000}"
step "control" control

rejected=$($cluster rejected)
[ -z "$rejected" ] || {
  echo "== rejected statements"
  sort <<<"$rejected" | uniq -c | sort -rn | cut -c 1-600
  failed=1
}
echo "== result"
printf '%s\n' 'step|result|seconds|rejected' "${rows[@]}" | column -t -s '|'
exit "$failed"
