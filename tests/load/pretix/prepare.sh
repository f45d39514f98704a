#!/usr/bin/env bash
# Installs pretix below a folder, brings its database up to date and makes a free event with room for ten million; prints a token
# for its API and the number of the event's item. PRETIX_* and DATA_DIR of the environment are pretix's own settings.
set -euo pipefail
venv=$1
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$DATA_DIR"
if ! "$venv/bin/python" -c 'import pretix' 2>/dev/null; then
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt" >&2
fi
"$venv/bin/python" -m pretix migrate --verbosity 0 >&2
"$venv/bin/python" -m pretix shell <"$here/event.py" 2>/dev/null | tail -n 1
