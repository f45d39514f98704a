#!/usr/bin/env bash
# The PostgreSQL of the tests, started or found running; prints its address. Its data is in the folder of scratch.sh.
# Stopped by: seki postgres stop --home var/test
set -euo pipefail
cd "$(dirname "$0")/.."
home=var/test
if [ ! -e "$home/postgres" ]; then
  # The link leads nowhere after the machine was started anew; what is there without a link is of a checkout that is gone.
  place=$(tests/scratch.sh)/seki-tests${PWD//\//-}
  rm -rf "$place"
  mkdir -p "$home" "$place"
  ln -sfn "$place" "$home/postgres"
fi
url=$(target/debug/seki postgres start --home "$home")
tests/forgetful.sh "$home"
echo "$url"
