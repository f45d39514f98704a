#!/usr/bin/env bash
# A Citus cluster on loopback: one coordinator and two workers, with PostgreSQL 15 of Debian.
#   cluster.sh build CITUS   builds Citus from a clone, a bare copy or the address of citusdata/citus, unless it is installed; needs root
#   cluster.sh start         starts the three nodes with empty data
#   cluster.sh create NAME   creates a database on the three nodes and prints its address at the coordinator
#   cluster.sh rejected      prints the errors of statements that Citus does not support, with the statements, from the logs of the nodes
#   cluster.sh stop          stops the nodes and deletes their data
# Ports 19432 to 19434. Nothing waits for the disk: a cluster for tests, not for figures.
set -euo pipefail
cd "$(dirname "$0")/../.."
readonly version=v13.2.2 bin=/usr/lib/postgresql/15/bin
readonly nodes=(coordinator:19432 worker1:19433 worker2:19434)
home=${CITUS_HOME:-$(tests/scratch.sh)/seki-citus}
# A generic plan knows no parameters, by which Citus chooses the node of a statement.
readonly options='sslmode=disable&options=-c%20plan_cache_mode%3Dauto'

as_postgres() { su postgres -s /bin/bash -c "$1"; }

build() {
  [ ! -e "$bin/../lib/citus.so" ] || return 0
  apt-get install -y -qq --no-install-recommends postgresql-15 postgresql-server-dev-15 libssl-dev libzstd-dev liblz4-dev \
    libkrb5-dev libicu-dev libxml2-dev libpam0g-dev libreadline-dev autoconf flex git pkg-config python3 >/dev/null
  local source log
  source=$(mktemp -d -p "$(tests/scratch.sh)")
  log=$source.log
  git clone -q "$1" "$source"
  git -C "$source" -c advice.detachedHead=false checkout -q "$version"
  # PostgreSQL 15.20 has a function of this name; Citus brings one for all releases of 15.
  if grep -qs have_createdb_privilege "$("$bin/pg_config" --includedir-server)/commands/dbcommands.h"; then
    python3 - "$source/src/include/pg_version_compat.h" <<'PYTHON'
import sys
text = open(sys.argv[1]).read()
start, end = text.index("static inline bool\nhave_createdb_privilege(void)"), text.index("typedef bool TU_UpdateIndexes;")
open(sys.argv[1], "w").write(text[:start] + text[end:])
PYTHON
  fi
  (cd "$source" && PG_CONFIG=$bin/pg_config ./configure --without-libcurl && nice make -j"$(nproc)" with_llvm=no &&
    make with_llvm=no install) >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    exit 1
  }
  rm -rf "$source" "$log"
}

start() {
  mkdir -p "$home"
  chown postgres "$home"
  local node data
  for node in "${nodes[@]}"; do
    data=$home/${node%:*}
    as_postgres "$bin/initdb -A trust -D $data >/dev/null"
    cat >>"$data/postgresql.conf" <<CONFIGURATION
port = ${node#*:}
shared_preload_libraries = 'citus'
unix_socket_directories = '$home'
max_connections = 300
max_locks_per_transaction = 256
max_prepared_transactions = 300
wal_level = logical
ssl = off
fsync = off
log_line_prefix = '%e %a '
citus.node_conninfo = 'sslmode=disable'
# Each statement over all restaurants runs once for each shard, and the processors of one machine run them all.
citus.shard_count = 8
CONFIGURATION
    as_postgres "$bin/pg_ctl -D $data -l $data.log -w start >/dev/null"
  done
}

on() { # port, database, statement
  psql -XqAt -h 127.0.0.1 -p "$1" -U postgres -d "$2" -v ON_ERROR_STOP=1 -c "$3"
}

create() {
  local node
  for node in "${nodes[@]}"; do
    on "${node#*:}" postgres "CREATE DATABASE $1" 2>/dev/null
    on "${node#*:}" "$1" "CREATE EXTENSION citus"
  done
  on 19432 "$1" "SELECT citus_set_coordinator_host('127.0.0.1', 19432)" >/dev/null
  on 19432 "$1" "SELECT citus_add_node('127.0.0.1', 19433), citus_add_node('127.0.0.1', 19434)" >/dev/null
  echo "postgres://postgres@127.0.0.1:19432/$1?$options"
}

rejected() {
  # 0A000: feature_not_supported; XX000: Citus has no other code for some of them. A statement follows its error, after the detail and the
  # hint; a tab begins each further line.
  cat "$home"/*.log 2>/dev/null | awk '
    function flush() { if (error != "") print error; error = ""; in_statement = 0 }
    /^(0A000|XX000) .*ERROR:/ { flush(); error = $0; next }
    error != "" && /^(0A000|XX000) .*STATEMENT:/ { sub(/.*STATEMENT: */, ""); error = error ": " $0; in_statement = 1; next }
    error != "" && /^(0A000|XX000) / { next }
    error != "" && /^\t/ { if (in_statement) { sub(/^[ \t]+/, " "); error = error $0 } next }
    { flush() }
    END { flush() }'
}

stop() {
  local node
  for node in "${nodes[@]}"; do
    as_postgres "$bin/pg_ctl -D $home/${node%:*} -m immediate stop" >/dev/null 2>&1 || true
  done
  rm -rf "$home"
}

case ${1:-} in
build) build "${2:?a clone or the address of citusdata/citus}" ;;
start) start ;;
create) create "${2:?the name of the database}" ;;
rejected) rejected ;;
stop) stop ;;
*)
  sed -n '2,8s/^# \{0,1\}//p' "$0"
  exit 2
  ;;
esac
