#!/usr/bin/env bash
# Runs `make test` several times in a row on a machine whose cores are all busy: as many loops as cores, of the same priority.
# A test that needs an idle machine fails here. Ends at the first failed run; prints the closing line of each.
#   tests/busy.sh        five runs
#   tests/busy.sh 2      two
set -uo pipefail
cd "$(dirname "$0")/.."
runs=${1:-5}
logs=var/test/busy
mkdir -p "$logs"

loops=()
stop() { [ ${#loops[@]} -eq 0 ] || kill "${loops[@]}" 2>/dev/null; }
trap stop EXIT
trap 'exit 130' INT TERM

make --no-print-directory build-tests || exit 1
for _ in $(seq "$(nproc)"); do
  while :; do :; done &
  loops+=($!)
done

for run in $(seq "$runs"); do
  began=$SECONDS
  make --no-print-directory test >"$logs/$run.log" 2>&1
  status=$?
  closing=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$logs/$run.log" | tail -n 1)
  echo "run $run of $runs: ${closing:-broke off} in $(((SECONDS - began) / 60)) minutes, with ${#loops[@]} busy loops"
  if [ "$status" -ne 0 ]; then
    grep -E '^(FAILED|failures:|test .* FAILED|  [0-9]+\) |.*✘)' "$logs/$run.log" | head -40
    echo "run $run failed: $logs/$run.log"
    exit 1
  fi
done
