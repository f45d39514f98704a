#!/usr/bin/env bash
# Runs tests/endurance.sh over a Patroni cluster on this machine, and moves its primary again and again meanwhile. The cluster has three
# nodes with synchronous replication, one etcd, and HAProxy in front of it, all on the loopback address. Not part of `make test`.
#   tests/patroni.sh install              installs Debian's packages: apt-get install patroni etcd-server haproxy postgresql curl
#   tests/patroni.sh                      1,000 kills, 1,000,000 contended writes, and a failover about every minute
#   tests/patroni.sh --kills 100 --writes 50000 --seed 7
#   SEKI_FAILOVER_PAUSE=20 tests/patroni.sh    seconds between two failovers; the default is 60
# Ends with the figures of the run and its failovers. Data and logs are in var/patroni; a failed run keeps them.
# A watchdog needs a device, so none is used: a frozen primary (docs/OPERATIONS.md, "Failover") is not part of this run.
set -euo pipefail
cd "$(dirname "$0")/.."
readonly home=var/patroni
readonly nodes=(1 2 3)
# The ways to move the primary, in turn.
readonly kinds=(postgres patroni switchover)
# Debian's HAProxy is not in every account's path.
PATH=$PATH:/usr/sbin
export LANG=C.UTF-8
place='' # the absolute path of the data

# The programs run as the current account. PostgreSQL refuses to run as root, so root passes them to the account of Debian's package. Each is
# in a separate session: Ctrl-C ends the run, which then stops them.
server=(setsid env -i "PATH=$PATH" LANG=C.UTF-8)
if [ "$(id -u)" -eq 0 ]; then
  server=(setsid setpriv --reuid=postgres --regid=postgres --init-groups env -i "PATH=$PATH" LANG=C.UTF-8)
fi

# --- the cluster ------------------------------------------------------------------------------------------------------------------

postgres_port() { echo "${ports[2 + $1]}"; } # of a node
api_port() { echo "${ports[5 + $1]}"; }      # of a node's Patroni

write_node() { # number
  cat >"$home/node$1.yml" <<YAML
scope: seki
name: node$1
restapi:
  listen: 127.0.0.1:$(api_port "$1")
  connect_address: 127.0.0.1:$(api_port "$1")
etcd3:
  hosts: 127.0.0.1:${ports[0]}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    # A killed primary is replaced; otherwise Patroni would first try to start it again.
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
        max_locks_per_transaction: 256
        shared_buffers: 128MB
        max_wal_size: 1GB
        wal_keep_size: 1GB
        jit: 'off'
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: 127.0.0.1:$(postgres_port "$1")
  connect_address: 127.0.0.1:$(postgres_port "$1")
  data_dir: $place/node$1
  bin_dir: $bin
  pgpass: $place/node$1.pgpass
  parameters:
    unix_socket_directories: ''
  pg_hba:
    - host replication replicator 127.0.0.1/32 scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
  authentication:
    superuser: { username: postgres, password: $password }
    replication: { username: replicator, password: $password }
  # A node that cannot be rewound is copied from the primary.
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
watchdog:
  mode: 'off'
YAML
}

write_proxy() {
  cat >"$home/haproxy.cfg" <<CONFIGURATION
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${ports[2]}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
$(for node in "${nodes[@]}"; do
    echo "  server node$node 127.0.0.1:$(postgres_port "$node") check port $(api_port "$node")"
  done)
CONFIGURATION
}

start() { # name, command…
  local name=$1
  shift
  "${server[@]}" "$@" </dev/null >>"$home/$name.log" 2>&1 &
  echo $! >"$home/$name.pid"
  # Bash would report each one that is killed.
  disown
}

start_node() { # number
  start "node$1" patroni "$place/node$1.yml"
}

# A folder that the account of the server can enter: a checkout below root's home has it elsewhere.
prepare_folder() {
  mkdir -p "$home"
  place=$(realpath "$home")
  if ! "${server[@]}" test -x "$place"; then
    rmdir "$home"
    place=/var/lib/seki-patroni${PWD//\//-}
    mkdir "$place"
    ln -s "$place" "$home"
  fi
  chmod 700 "$place"
  [ "$(id -u)" -ne 0 ] || chown postgres: "$place"
}

start_cluster() {
  local node
  # etcd for clients and for peers, HAProxy, three of PostgreSQL, three of Patroni
  mapfile -t ports < <(tests/free-ports 9)
  bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
  password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  prepare_folder
  # For the failovers, each of which is another process.
  declare -p ports bin password place >"$home/cluster"
  touch "$home/failovers"
  write_proxy
  for node in "${nodes[@]}"; do write_node "$node"; done
  [ "$(id -u)" -ne 0 ] || chown postgres: "$place"/*

  start etcd etcd --name seki --data-dir "$place/etcd" \
    --listen-client-urls "http://127.0.0.1:${ports[0]}" --advertise-client-urls "http://127.0.0.1:${ports[0]}" \
    --listen-peer-urls "http://127.0.0.1:${ports[1]}" --initial-advertise-peer-urls "http://127.0.0.1:${ports[1]}" \
    --initial-cluster "seki=http://127.0.0.1:${ports[1]}"
  start haproxy haproxy -db -f "$place/haproxy.cfg"
  start_node 1
  wait_for 120 primary primary >/dev/null
  for node in 2 3; do start_node "$node"; done
  wait_for 180 "two standbys, one of them synchronous" is_whole
  query "CREATE ROLE seki LOGIN PASSWORD '$password'"
  query "CREATE DATABASE seki OWNER seki"
}

query() { # SQL, at the primary
  PGPASSWORD=$password PGCONNECT_TIMEOUT=3 "$bin/psql" --no-psqlrc --tuples-only --no-align --quiet \
    --host 127.0.0.1 --port "${ports[2]}" --username postgres --dbname postgres --command "$1"
}

primary() { # prints its node
  local node
  for node in "${nodes[@]}"; do
    if curl --silent --fail --noproxy '*' --max-time 2 --output /dev/null "http://127.0.0.1:$(api_port "$node")/primary"; then
      echo "$node"
      return
    fi
  done
  return 1
}

is_moved() { # previous primary
  local node
  node=$(primary) && [ "$node" != "$1" ]
}

is_whole() {
  [ "$(query "SELECT count(*) FILTER (WHERE state = 'streaming') = 2 AND count(*) FILTER (WHERE sync_state = 'sync') = 1
              FROM pg_stat_replication" 2>/dev/null)" = t ]
}

wait_for() { # seconds, what, command…
  local till=$((SECONDS + $1)) seconds=$1 what=$2
  shift 2
  until "$@"; do
    if [ "$SECONDS" -ge "$till" ]; then
      echo "the cluster has no $what after $seconds s: see $home/*.log" >&2
      return 1
    fi
    sleep 0.5
  done
}

# --- a failover -------------------------------------------------------------------------------------------------------------------

# Moves the primary, and waits until the cluster has all its nodes again. The client's program waits for that, too.
failover() {
  local number kind from to began took
  number=$(wc -l <"$home/failovers")
  kind=${kinds[number % ${#kinds[@]}]}
  wait_for 120 primary primary >/dev/null
  from=$(primary)
  began=$SECONDS
  case $kind in
  postgres) kill -KILL "$(head -n 1 "$place/node$from/postmaster.pid")" ;;
  # The PostgreSQL of a killed Patroni keeps running. Its Patroni starts again after the leader key has expired.
  patroni) kill -KILL "$(cat "$home/node$from.pid")" ;;
  switchover) patronictl -c "$home/node$from.yml" switchover --leader "node$from" --force seki >>"$home/patronictl.log" 2>&1 ;;
  esac
  wait_for 120 "other primary after node$from ($kind)" is_moved "$from"
  to=$(primary) took=$((SECONDS - began))
  [ "$kind" != patroni ] || start_node "$from"
  wait_for 600 "two standbys, one of them synchronous" is_whole
  echo "$kind node$from node$to $took" >>"$home/failovers"
  echo "failover $((number + 1)) ($kind): from node$from to node$to in $took s" >&2
}

print_failovers() {
  local kind
  printf '\n%-58s %9s  %s\n' failovers count 'longest, in seconds'
  for kind in "${kinds[@]}"; do
    awk -v kind="$kind" '$1 == kind { count++; if ($4 > longest) longest = $4 }
      END { printf "%-58s %9d  %d\n", kind, count, longest }' "$home/failovers"
  done
}

# --- the end ----------------------------------------------------------------------------------------------------------------------

is_ours() { # pid: whether it is a program of this cluster
  grep --quiet --no-messages --text --fixed-strings -- "$place/" "/proc/$1/cmdline"
}

wait_for_end() { # pid
  local attempt
  for ((attempt = 0; attempt < 300; attempt++)); do
    is_ours "$1" || return 0
    sleep 0.1
  done
  kill -KILL "$1" || true
}

end() { # signal, then files whose first line is a pid
  local signal=$1 file pid pids=()
  shift
  for file in "$@"; do
    pid=$(head -n 1 "$file" 2>/dev/null) || continue
    if is_ours "$pid"; then
      kill "-$signal" "$pid" || continue
      pids+=("$pid")
    fi
  done
  for pid in "${pids[@]}"; do wait_for_end "$pid"; done
}

stop() {
  # Patroni stops its PostgreSQL. One whose Patroni was killed still runs.
  end TERM "$home"/node?.pid
  end QUIT "$home"/node?/postmaster.pid
  end TERM "$home/haproxy.pid" "$home/etcd.pid"
}

# --- the run ----------------------------------------------------------------------------------------------------------------------

require_programs() {
  local program missing=()
  for program in patroni patronictl etcd haproxy curl python3 setpriv; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || missing+=(postgresql)
  [ ${#missing[@]} -eq 0 ] || {
    echo "missing: ${missing[*]}. Debian's packages have them: tests/patroni.sh install" >&2
    exit 1
  }
}

run() { # arguments of tests/endurance.sh
  local status=0
  require_programs
  [ ! -e "$home" ] || {
    echo "$home has the data of another run: delete it first (rm -r \"\$(realpath $home)\" $home)" >&2
    exit 1
  }
  trap stop EXIT
  trap 'exit 130' INT TERM
  start_cluster
  export SEKI_ENDURANCE_DATABASE=postgres://seki:$password@127.0.0.1:${ports[2]}/seki
  tests/endurance.sh --disturbance 'tests/patroni.sh failover' --disturbance-pause "${SEKI_FAILOVER_PAUSE:-60}" "$@" || status=$?
  print_failovers
  stop
  trap - EXIT
  if [ "$status" -eq 0 ]; then
    rm -rf "$place" "$home"
  else
    echo "data and logs: $home" >&2
  fi
  exit "$status"
}

case ${1:-} in
install) apt-get install --yes patroni etcd-server haproxy postgresql curl ;;
failover)
  # shellcheck source=/dev/null
  . "$home/cluster"
  failover
  ;;
*) run "$@" ;;
esac
