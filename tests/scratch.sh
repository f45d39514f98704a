#!/usr/bin/env bash
# Prints a folder for what need not outlive the machine: in memory, where 6 GB are free there, else the usual one. To create and drop
# a database costs 50 ms in memory and 770 ms on a disk with a journal.
set -euo pipefail
memory=/dev/shm
if [ -w "$memory" ] && [ "$(df --output=avail -k "$memory" | tail -n 1)" -gt $((6 * 1024 * 1024)) ] &&
  awk '/^MemAvailable:/ { exit $2 < 6 * 1024 * 1024 }' /proc/meminfo; then
  echo "$memory"
else
  echo "${TMPDIR:-/tmp}"
fi
