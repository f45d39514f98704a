#!/usr/bin/env bash
# Starts the PostgreSQL of the tests, or finds it running, and prints its address. Its data is in the folder of scratch.sh.
# Stopped by: seki postgres stop --home var/test
set -euo pipefail
cd "$(dirname "$0")/.."
home=var/test
if [ ! -e "$home/postgres" ]; then
  # After a restart of the machine the link is broken. A folder without a link belongs to a deleted checkout.
  place=$(tests/scratch.sh)/seki-tests${PWD//\//-}
  rm -rf "$place"
  mkdir -p "$home" "$place"
  ln -sfn "$place" "$home/postgres"
fi
url=$(target/debug/seki postgres start --home "$home")
tests/forgetful.sh "$home"
echo "$url"
