#!/usr/bin/env bash
# forgetful.sh HOME: the running PostgreSQL of a home waits for no disk from now on. What is tested against it need not outlive the
# machine; where PostgreSQL itself is killed, a test starts one of its own, as durable as in production.
set -euo pipefail
data=$1/postgres/data
if ! grep -qs fsync "$data/postgresql.auto.conf"; then
  printf 'fsync = off\nfull_page_writes = off\n' >>"$data/postgresql.auto.conf"
  kill -HUP "$(head -n 1 "$data/postmaster.pid")"
fi
