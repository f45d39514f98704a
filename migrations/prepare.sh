#!/usr/bin/env bash
# Writes the query data with which the SQL macros compile without a database: migrations/prepare.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "${1:?the folder to write to}")
home=$PWD/var/prepare
seki=target/debug/seki
# The database is created again each time, because a migration that is not released yet may still be edited.
if [ -x "$home/seki" ]; then
  "$home/seki" postgres stop --home "$home" >/dev/null 2>&1 || true
fi
rm -rf "$home" && mkdir -p "$home"
cp -f "$seki" "$home/seki" # the build below replaces the one it runs on

finish() {
  touch -r "$home/domain.time" domain/src/lib.rs
  touch -r "$home/cli.time" cli/src/lib.rs
  "$home/seki" postgres stop --home "$home" >/dev/null
}
# The macros run only when a crate is compiled. The modification time of its file is restored, so other builds stay up to date.
touch -r domain/src/lib.rs "$home/domain.time"
touch -r cli/src/lib.rs "$home/cli.time"
trap finish EXIT

server=$("$home/seki" postgres start --home "$home")
export SQLX_OFFLINE=false DATABASE_URL=$server
"$home/seki" migrate --from migrations >/dev/null

# The job library has its own queries, which do not belong in the folder: everything is built once before the folder is set.
cargo check --quiet --package domain --package cli
rm -rf "$folder" && mkdir -p "$folder"
touch domain/src/lib.rs cli/src/lib.rs
SQLX_OFFLINE_DIR=$folder cargo check --quiet --package domain --package cli
