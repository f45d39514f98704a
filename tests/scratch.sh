#!/usr/bin/env bash
# Prints a folder for data that need not survive the machine: in memory if 6 GB are free there, else the usual one. Creating and
# dropping a database takes 50 ms in memory and 770 ms on a disk with a journal.
set -euo pipefail
memory=/dev/shm
if [ -w "$memory" ] && [ "$(df --output=avail -k "$memory" | tail -n 1)" -gt $((6 * 1024 * 1024)) ] &&
  awk '/^MemAvailable:/ { exit $2 < 6 * 1024 * 1024 }' /proc/meminfo; then
  echo "$memory"
else
  echo "${TMPDIR:-/tmp}"
fi
