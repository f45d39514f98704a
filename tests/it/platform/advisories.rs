//! `make advisories`: known advisories, no advisories, and an unreachable database, which is not a pass.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const CLEAN: &str = r#"{"auditReportVersion": 2, "metadata": {"vulnerabilities": {"total": 0}}}"#;
const ONE: &str = r#"{"auditReportVersion": 2, "metadata": {"vulnerabilities": {"total": 1}}}"#;
const AWAY: &str = r#"{"message": "405 Method Not Allowed", "statusCode": 405}"#;

/// Writes a client that prints the output of `script`.
fn client(folder: &Path, name: &str, script: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("that may be run");
    path
}

/// Returns exit code and output for these responses of the two clients.
fn run_advisories(deny: &str, npm: &str) -> (Option<i32>, String) {
    let folder = std::env::temp_dir().join(format!("seki-advisories-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (deny, npm) = (client(&folder, "cargo-deny", deny), client(&folder, "npm", npm));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/advisories.sh");
    let output = Command::new(script).env("CARGO_DENY", deny).env("NPM", npm).output().expect("the script");
    std::fs::remove_dir_all(&folder).expect("it is taken away");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn known_advisory_fails_and_unreachable_source_is_inconclusive() {
    let says = |json: &str| format!("cat <<'E'\n{json}\nE");
    let (code, said) = run_advisories("exit 0", &says(CLEAN));
    assert_eq!((code, said.matches("ok  ").count()), (Some(0), 2), "{said}");
    let (code, said) = run_advisories("exit 0", &says(ONE));
    assert!(code == Some(1) && said.contains("FOUND      npm"), "{said}");
    let (code, said) =
        run_advisories("case \"$*\" in *fetch\\ db) ;; *) echo RUSTSEC-2026-0001; exit 1;; esac", &says(AWAY));
    assert!(code == Some(1) && said.contains("RUSTSEC-2026-0001") && said.contains("NOT ASKED  npm: 405"), "{said}");
    let (code, said) = run_advisories("echo 'no route to host' >&2; exit 1", &says(CLEAN));
    assert!(code == Some(2) && said.contains("NOT ASKED  RustSec: no route to host"), "{said}");
    let (code, said) = run_advisories("exit 0", "exit 1");
    assert!(code == Some(2) && said.contains("NOT ASKED  npm: no answer"), "{said}");
}
