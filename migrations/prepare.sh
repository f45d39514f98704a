#!/usr/bin/env bash
# Writes what the SQL macros need to build without a database: migrations/prepare.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "${1:?the folder to write to}")
home=$PWD/var/prepare
seki=target/debug/seki
mkdir -p "$home"
cp -f "$seki" "$home/seki" # the build below replaces the one it runs on

"$home/seki" postgres start --home "$home" >/dev/null
trap '"$home/seki" postgres stop --home "$home" >/dev/null' EXIT
server=$("$home/seki" postgres url --home "$home")
DATABASE_URL=$server "$home/seki" migrate --from migrations >/dev/null

# The job library has queries of its own, which are no affair of ours: everything is built once before the folder is named.
SQLX_OFFLINE=false DATABASE_URL=$server cargo check --quiet --package domain --package cli

rm -rf "$folder" && mkdir -p "$folder"
touch domain/src/lib.rs cli/src/lib.rs
SQLX_OFFLINE=false DATABASE_URL=$server SQLX_OFFLINE_DIR=$folder cargo check --quiet --package domain --package cli
