#!/usr/bin/env bash
# forgetful.sh HOME: the running PostgreSQL of a home no longer waits for the disk. Data of tests need not survive the machine;
# a test that kills PostgreSQL starts a separate one, as durable as in production.
set -euo pipefail
data=$1/postgres/data
if ! grep -qs fsync "$data/postgresql.auto.conf"; then
  printf 'fsync = off\nfull_page_writes = off\n' >>"$data/postgresql.auto.conf"
  kill -HUP "$(head -n 1 "$data/postmaster.pid")"
fi
