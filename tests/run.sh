#!/usr/bin/env bash
# Runs everything that CI runs: checks, unit tests, HTTP tests, races, kills, browser, generated requests. Expects a build, which make
# test creates. A failed test of `it` runs once more by itself at the end. If it passes then, it counts as passed and is listed as
# unsteady; if more than five tests fail, none runs again. browser/run.sh does the same for its tests. Ends with "N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true RUSTC_WORKSPACE_WRAPPER=clippy-driver
# A missing or different snapshot fails; none is written here.
export INSTA_UPDATE=no INSTA_FORCE_PASS=0
home=$PWD/var/test
mkdir -p "$home"
export SEKI_TEST_TIMES=$home/times.txt
rm -f "$SEKI_TEST_TIMES" "$home"/*.{log,list,seconds}
# Tests mostly wait for responses: twice as many concurrent tests take half the time.
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(nproc) * 2))}
readonly MAX_SECOND_ATTEMPTS=5
passed=0 failed=0
unsteady=()

# --- output of a suite ------------------------------------------------------------------------------------------------------------

plain() { # a suite's log without colours
  sed 's/\x1b\[[0-9;]*m//g' "$home/$1.log"
}

# The browser tests run failed tests again themselves, after this line of their log.
readonly SECOND_ATTEMPT='== failed tests, second attempt'

first_attempt() { # of a suite's log
  plain "$1" | sed "/^$SECOND_ATTEMPT\$/,\$d"
}

count() { # adds "… N passed[,;] N failed" from standard input
  local line
  while read -r line; do
    if [[ $line =~ ([0-9]+)\ passed[,\;]\ ([0-9]+)\ failed ]]; then
      passed=$((passed + BASH_REMATCH[1]))
      failed=$((failed + BASH_REMATCH[2]))
    fi
  done
}

failures() { # of a suite: names of the tests that failed at the first attempt
  {
    first_attempt "$1" | rust_failures
    first_attempt "$1" | grep -E '^(FAIL  | *✘ | *❌ .* (GET|POST|PUT|PATCH|DELETE) | FAIL )' |
      sed -E 's/^ *(✘ +[0-9]+ |❌ |FAIL +)//; s,tests/browser/specs/,,; s/ \([0-9.]+(ms|s|m)\)$//'
  } | sort -u
}

# Reads the list before each result, because a message of another thread may break a test's own line "test … FAILED".
rust_failures() {
  awk '
    /^failures:$/                     { names = "" }
    /^    [a-z0-9_]+(::[a-z0-9_]+)*$/ { names = names $1 "\n" }
    /^test result: FAILED/            { printf "%s", names }
    /^test result:/                   { names = "" }
  '
}

# Prints the first error and line of a browser test, and the panic message of a Rust test.
reasons() {
  first_attempt "$1" | awk '
    /^ *[0-9]+\) \[/                { left = left ? left : 1 }
    / panicked at | *Error: /        { left = 5 }
    /^ *> *[0-9]+ \|/                { left = left ? left : 1 }
    left && NF && ++said <= 100       { print "  " substr($0, 1, 160); left-- }
  '
}

# --- suites -----------------------------------------------------------------------------------------------------------------------

suites=()
suite() { # name, command…: runs it, times it, counts it, and counts a suite that broke off as failed
  local name=$1 before=$failed began=$SECONDS test
  shift
  suites+=("$name")
  echo "== $name"
  "$@" 2>&1 | tee "$home/$name.log"
  local status=${PIPESTATUS[0]}
  count < <(plain "$name" | grep -E '[0-9]+ passed[,;] [0-9]+ failed')
  if [ "$status" -ne 0 ] && [ "$failed" -eq "$before" ]; then
    failed=$((failed + 1))
  fi
  # The unsteady tests of a suite that retries by itself; its count includes them as passed.
  while read -r test; do unsteady+=("$name: $test"); done < <(plain "$name" | sed -n 's/^unsteady: //p')
  echo $((SECONDS - began)) >"$home/$name.seconds"
}

database() { # the address of the tests' PostgreSQL, started or found running
  DATABASE_URL=$(tests/database.sh) || return 1
  export DATABASE_URL
}

units() { # of the crates; programs and documents have no tests, and would be built once more
  cargo test --workspace --lib --no-fail-fast
}

# The HTTP tests are one program, which is built already: cargo only prints its path.
it() {
  (cd tests && exec ../tests/localstripe.sh "$it" "$@")
}

# Races, kills and faults need the machine for themselves; an exact list, because words would match other tests' names, too.
list_tests() {
  it=$(cargo test --workspace --lib --test it --no-run 2>&1 | sed -n 's/.*Executable .*it.main.rs (\(.*\))$/\1/p' | tail -n 1)
  it=$(realpath -e "$it") || return 1
  "$it" --list 2>/dev/null | sed -n 's/: test$//p' >"$home/all.list"
  grep -E '^(races|kills|faults)::' "$home/all.list" >"$home/alone.list"
  grep -vE '^(races|kills|faults)::' "$home/all.list" >"$home/together.list"
}

together() {
  database && list_tests && mapfile -t names <"$home/together.list" && it --exact "${names[@]}"
}

alone() {
  database && list_tests && mapfile -t names <"$home/alone.list" && RUST_TEST_THREADS=1 it --exact "${names[@]}"
}

one_by_one() { # the booking tests and races once more, with holds that are written one by one
  database && list_tests || return 1
  mapfile -t names < <(grep -E '^(diner::booking::(hold|batches)|races::(last_seat|drop|same_diner))' "$home/all.list")
  SEKI_HOLD_BATCH=1 RUST_TEST_THREADS=1 it --exact "${names[@]}"
}

fronts() {
  local log=$home/vitest.log status good bad
  npm run --silent test:unit >"$log" 2>&1
  status=$?
  cat "$log"
  tests_of() { sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -E '^ *Tests ' | grep -oE "[0-9]+ $1" | awk '{ sum += $1 } END { print sum + 0 }'; }
  good=$(tests_of passed) bad=$(tests_of failed)
  rm -f "$log"
  echo "fronts: $good passed, $bad failed"
  return $status
}

# --- second attempts --------------------------------------------------------------------------------------------------------------

again() { # suite of `it`, tests…: runs the failed tests, one at a time
  local name=$1
  shift
  # A suite runs in a separate process, so its settings are repeated here.
  database && list_tests || return 1
  case $name in
  one_by_one) SEKI_HOLD_BATCH=1 RUST_TEST_THREADS=1 it --exact "$@" ;;
  *) RUST_TEST_THREADS=1 it --exact "$@" ;;
  esac
}

second_attempts() {
  local name test tests
  [ "$failed" -gt 0 ] && [ "$failed" -le "$MAX_SECOND_ATTEMPTS" ] || return 0
  for name in together alone one_by_one; do
    mapfile -t tests < <(failures "$name")
    [ ${#tests[@]} -gt 0 ] || continue
    echo "== second attempt: $name"
    again "$name" "${tests[@]}" 2>&1 | tee "$home/$name-again.log"
    # An aborted run has no line with its count, and shows nothing.
    plain "$name-again" | grep -qE '[1-9][0-9]* passed[,;]' || continue
    for test in "${tests[@]}"; do
      failures "$name-again" | grep -qxF -- "$test" && continue
      unsteady+=("$name: $test")
      passed=$((passed + 1)) failed=$((failed - 1))
    done
  done
}

# --- the end ----------------------------------------------------------------------------------------------------------------------

slowest() { # sums the lines "seconds name"; a test has several if it starts several apps
  echo "== the ten slowest tests, in seconds"
  awk '{ seconds = $1; $1 = ""; sum[$0] += seconds } END { for (name in sum) printf "%7.1f %s\n", sum[name], name }' \
    "$SEKI_TEST_TIMES" | sort -rn | head -10
}

list_failures() { # of the first attempt: reasons first, names last, because the end of a log is always kept
  local name
  for name in "${suites[@]}"; do reasons "$name"; done
  echo "== failures of the first attempt"
  for name in "${suites[@]}"; do
    failures "$name" | sed "s/^/$name: /" | cut -c 1-120 | head -n 40
  done
}

finish() {
  local name
  target/debug/seki postgres stop --home "$home" >/dev/null 2>&1
  [ ! -f "$SEKI_TEST_TIMES" ] || slowest
  echo "== seconds of each suite"
  for name in "${suites[@]}"; do printf '%7s %s\n' "$(cat "$home/$name.seconds" 2>/dev/null || echo -)" "$name"; done
  if [ "$failed" -gt 0 ] || [ ${#unsteady[@]} -gt 0 ]; then list_failures; fi
  echo "== unsteady: ${#unsteady[@]}"
  [ ${#unsteady[@]} -eq 0 ] || printf '  %s\n' "${unsteady[@]}"
  echo
  echo "$passed passed, $failed failed"
}
trap finish EXIT

suite checks tests/check.sh
suite units units
suite together together
suite alone alone
suite one_by_one one_by_one
suite fronts fronts
suite browser tests/browser/run.sh
suite schemathesis tests/schemathesis/run.sh
second_attempts

[ "$failed" -eq 0 ]
