//! Encryption of the connections to the database and to the mail server, judged by their addresses.

use reqwest::Url;

/// Returns the reason why the address of a database in production is unsafe. On another machine it must name how the connection is encrypted:
/// by default the client falls back to plain text. `disable` is the operator's word for a private connection.
pub(super) fn database_fault(address: &str) -> Option<&'static str> {
    // An address that cannot be read is reported by the connection.
    let url = Url::parse(address).ok()?;
    let value = |names: &[&str]| {
        let mut pairs = url.query_pairs();
        pairs.find(|(name, _)| names.contains(&name.as_ref())).map(|(_, value)| value.into_owned())
    };
    let host = value(&["host", "hostaddr"]).unwrap_or_else(|| url.host_str().unwrap_or_default().to_owned());
    let is_named = value(&["sslmode", "ssl-mode"])
        .is_some_and(|mode| ["require", "verify-ca", "verify-full", "disable"].contains(&mode.as_str()));
    (!is_named && !is_local(&host)).then_some(
        "does not name an encrypted connection: add ?sslmode=verify-full (or require), or ?sslmode=disable on a private connection",
    )
}

/// The same of the mail server. lettre sends in plain text to `smtp://`, and falls back to it with `tls=opportunistic`.
pub(super) fn mail_fault(address: &str) -> Option<&'static str> {
    let url = Url::parse(address).ok()?;
    let is_required = url.query_pairs().any(|(name, value)| name == "tls" && value == "required");
    let is_safe = url.scheme() != "smtp" || is_required || is_local(url.host_str().unwrap_or_default());
    (!is_safe).then_some("sends mails unprotected: use smtps://, or add ?tls=required to smtp://")
}

/// Whether a host is this machine, or the folder of a socket.
fn is_local(host: &str) -> bool {
    host.is_empty()
        || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(&host)
        || host.starts_with('/')
        || host.to_ascii_lowercase().starts_with("%2f")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_on_other_machines_name_their_encryption() {
        for safe in [
            "postgres://seki@127.0.0.1:5432/seki",
            "postgres://localhost/seki",
            "postgres://[::1]/seki",
            "postgres:///seki?host=/var/run/postgresql",
            "postgres://%2Fvar%2Frun%2Fpostgresql/seki",
            "postgres://db.internal/seki?sslmode=verify-full&sslrootcert=/etc/ca.pem",
            "postgres://db.internal/seki?ssl-mode=require",
            "postgres://db.internal/seki?sslmode=disable",
        ] {
            assert_eq!(database_fault(safe), None, "{safe}");
        }
        for unsafe_one in [
            "postgres://db.internal/seki",
            "postgres://db.internal/seki?sslmode=prefer",
            "postgres://127.0.0.1.example/seki?sslmode=allow",
            "postgres://localhost/seki?host=db.internal",
        ] {
            assert!(database_fault(unsafe_one).is_some(), "{unsafe_one}");
        }
    }

    #[test]
    fn mail_servers_on_other_machines_are_encrypted() {
        for safe in
            ["smtps://mail.internal", "smtp://mail.internal?tls=required", "smtp://127.0.0.1:2525", "smtp://[::1]"]
        {
            assert_eq!(mail_fault(safe), None, "{safe}");
        }
        for unsafe_one in ["smtp://mail.internal", "smtp://user:pass@mail.internal:587?tls=opportunistic"] {
            assert!(mail_fault(unsafe_one).is_some(), "{unsafe_one}");
        }
    }
}
