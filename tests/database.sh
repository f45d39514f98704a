#!/usr/bin/env bash
# The PostgreSQL of the tests, started or found running; prints its address. Stopped by: seki postgres stop --home var/test
set -euo pipefail
cd "$(dirname "$0")/.."
home=var/test
url=$(target/debug/seki postgres start --home "$home")
tests/forgetful.sh "$home"
echo "$url"
