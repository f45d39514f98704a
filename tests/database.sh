#!/usr/bin/env bash
# The PostgreSQL of the tests, started or found running; prints its address. Stopped by: seki postgres stop --home var/test
set -euo pipefail
cd "$(dirname "$0")/.."
home=var/test
url=$(target/debug/seki postgres start --home "$home")

# A database of a test need not outlive the machine: nothing waits for the disk. Where PostgreSQL itself is killed, a test
# starts one of its own, as durable as in production.
data=$home/postgres/data
if ! grep -qs fsync "$data/postgresql.auto.conf"; then
  printf 'fsync = off\nfull_page_writes = off\n' >>"$data/postgresql.auto.conf"
  kill -HUP "$(head -n 1 "$data/postmaster.pid")"
fi
echo "$url"
