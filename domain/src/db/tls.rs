//! Explains errors of TLS connections, with their remedies.

use std::error::Error;

/// The certificate is parsed before it is known whether it must be verified, and only version 3 can be parsed.
const VERSION_1: &str = "the database server's certificate is of X.509 version 1 (or 2), and only version 3 can be read, whatever \
    sslmode says: give the server a certificate of version 3, as `openssl req -x509` makes them, or, if no one else can read the \
    connection, add sslmode=disable to the database's URL";

/// Returns the same error or, in place of a bare parser error, one that names the cause and the remedies. It has no source: a chain of
/// causes would repeat everything.
pub(super) fn explain(error: sqlx::Error) -> sqlx::Error {
    let is_encryption = matches!(&error, sqlx::Error::Io(_) | sqlx::Error::Tls(_));
    match is_encryption && names_old_version(&error) {
        true => sqlx::Error::Protocol(VERSION_1.to_owned()),
        false => error,
    }
}

/// Searches the text of the error: several error types wrap the parser's error, and each prints the one that it wraps.
fn names_old_version(error: &dyn Error) -> bool {
    error.to_string().contains("UnsupportedCertVersion")
}
