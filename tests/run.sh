#!/usr/bin/env bash
# Everything CI runs: checks, unit tests, HTTP tests, races, kills, browser, made-up requests. Expects a build (make test does one).
# Ends with a line "N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true
# A snapshot that is missing or differs fails; none is written here.
export INSTA_UPDATE=no INSTA_FORCE_PASS=0
home=$PWD/var/test
mkdir -p "$home"
export SEKI_TEST_TIMES=$home/times.txt
rm -f "$SEKI_TEST_TIMES" "$home"/{checks,rust,unbatched,site,browser,schemathesis}.log
# A test waits for answers more than it works: twice as many at a time take half as long.
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(nproc) * 2))}
passed=0 failed=0

count() { # adds "… N passed[,;] N failed" from standard input
  local line
  while read -r line; do
    if [[ $line =~ ([0-9]+)\ passed[,\;]\ ([0-9]+)\ failed ]]; then
      passed=$((passed + BASH_REMATCH[1]))
      failed=$((failed + BASH_REMATCH[2]))
    fi
  done
}

slowest() { # of the lines "seconds name", several a test where it starts several of us
  echo "== the ten slowest tests, in seconds"
  awk '{ seconds = $1; $1 = ""; sum[$0] += seconds } END { for (name in sum) printf "%7.1f %s\n", sum[name], name }' \
    "$SEKI_TEST_TIMES" | sort -rn | head -10
}

plain() { # a suite's log without colours
  sed 's/\x1b\[[0-9;]*m//g' "$home/$1.log"
}

what_failed() { # with the reason, and at the very end, which is what is always kept of a log, by name alone
  local suite suites=()
  for suite in checks rust unbatched site browser schemathesis; do
    [ ! -f "$home/$suite.log" ] || suites+=("$suite")
  done
  for suite in "${suites[@]}"; do
    plain "$suite" | reasons
  done
  echo "== what failed"
  for suite in "${suites[@]}"; do
    plain "$suite" | names | sed "s/^/$suite: /" | cut -c 1-120 | sort -u | head -n 40
  done
}

names() {
  grep -E '^(FAIL  |test .* FAILED$| *✘ | *❌ .* (GET|POST|PUT|PATCH|DELETE) | FAIL )' |
    sed -E 's/^ *(✘ +[0-9]+ |❌ |FAIL +|test )//; s/ [.]{3} FAILED$//; s,tests/browser/specs/,,; s/ \([0-9.]+m?s\)$//'
}

# Of a browser test its first error and the line it stands at; of a Rust test what it panicked with.
reasons() {
  awk '
    /^ *[0-9]+\) \[/                { left = left ? left : 1 }
    / panicked at | *Error: /        { left = 5 }
    /^ *> *[0-9]+ \|/                { left = left ? left : 1 }
    left && NF && ++said <= 100       { print "  " substr($0, 1, 160); left-- }
  '
}

finish() {
  target/debug/seki postgres stop --home "$home" >/dev/null 2>&1
  [ ! -f "$SEKI_TEST_TIMES" ] || slowest
  [ "$failed" -eq 0 ] || what_failed
  echo
  echo "$passed passed, $failed failed"
}
trap finish EXIT

suite() { # name, command…: runs it, counts it, and counts a suite that broke off as failed
  local name=$1 log=$home/$1.log before=$failed
  shift
  echo "== $name"
  "$@" 2>&1 | tee "$log"
  local status=${PIPESTATUS[0]}
  count < <(grep -E '[0-9]+ passed[,;] [0-9]+ failed' "$log")
  if [ "$status" -ne 0 ] && [ "$failed" -eq "$before" ]; then
    failed=$((failed + 1))
  fi
}

rust() { # there are no tests in programs and documents, which would be built once more
  DATABASE_URL=$(tests/database.sh) || return 1
  export DATABASE_URL
  tests/localstripe.sh cargo test --workspace --lib --test '*' --no-fail-fast
}

unbatched() { # the booking tests and races once more, with holds that are written one by one
  DATABASE_URL=$(target/debug/seki postgres url --home "$home") SEKI_HOLD_BATCH=1 \
    cargo test --package tests --test it --no-fail-fast -- \
    diner::booking::hold diner::booking::together races::last_seat races::drop races::same_diner
}

tests_of() { # passed|failed: sums up what the workspaces' unit tests said
  sed 's/\x1b\[[0-9;]*m//g' "$home/vitest.log" | grep -E '^ *Tests ' | grep -oE "[0-9]+ $1" | awk '{ sum += $1 } END { print sum + 0 }'
}

site() {
  npm run --silent test:unit >"$home/vitest.log" 2>&1
  local status=$? good bad
  cat "$home/vitest.log"
  good=$(tests_of passed) bad=$(tests_of failed)
  echo "site: $good passed, $bad failed"
  return $status
}

suite checks tests/check.sh
suite rust rust
suite unbatched unbatched
suite site site
suite browser tests/browser/run.sh
suite schemathesis tests/schemathesis/run.sh

[ "$failed" -eq 0 ]
