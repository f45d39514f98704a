#!/bin/sh
# Runs a command with a dedicated localstripe in LOCALSTRIPE_URL: tests/localstripe.sh cargo test -p tests clients
# Without a command it runs localstripe until Ctrl-C. Its programs are stored in var/localstripe.
set -eu
version=1.15.10
home=$(cd "$(dirname "$0")/.." && pwd)/var/localstripe

if [ "$(cat "$home/version" 2>/dev/null)" != "$version" ]; then
  mkdir -p "$home"
  python3 -m venv "$home/venv"
  "$home/venv/bin/pip" install --quiet --disable-pip-version-check "localstripe==$version"
  echo "$version" >"$home/version"
fi

port=$("$(dirname "$0")/free-ports" 1)
"$home/venv/bin/localstripe" --from-scratch --port "$port" >"$home/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT INT TERM

LOCALSTRIPE_URL=http://127.0.0.1:$port
export LOCALSTRIPE_URL
tries=0
until python3 -c "import socket; socket.create_connection(('127.0.0.1', $port), 1)" 2>/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -gt 100 ] || ! kill -0 "$server" 2>/dev/null; then
    echo "localstripe did not start:" >&2
    cat "$home/log" >&2
    exit 1
  fi
  sleep 0.1
done

if [ $# -eq 0 ]; then
  echo "localstripe $LOCALSTRIPE_URL"
  wait "$server"
else
  "$@"
fi
