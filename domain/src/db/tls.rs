//! What stops the encryption of a connection, said so that it can be mended.

use std::error::Error;

/// The certificate is read before it is known whether anybody wants it verified, and only version 3 can be read.
const VERSION_1: &str = "the database server's certificate is of X.509 version 1 (or 2), and only version 3 can be read, whatever \
    sslmode says: give the server a certificate of version 3, as `openssl req -x509` makes them, or, where nobody else can listen \
    on the line, add sslmode=disable to the database's URL";

/// The same error, or in place of one that names only what the parser met, one that names the cause and the remedies. It has no
/// source: a chain of causes would say everything twice.
pub(super) fn explain(error: sqlx::Error) -> sqlx::Error {
    let is_encryption = matches!(&error, sqlx::Error::Io(_) | sqlx::Error::Tls(_));
    match is_encryption && names_old_version(&error) {
        true => sqlx::Error::Protocol(VERSION_1.to_owned()),
        false => error,
    }
}

/// The parser's own error is wrapped by type upon type, but each of them shows what it wraps.
fn names_old_version(error: &dyn Error) -> bool {
    error.to_string().contains("UnsupportedCertVersion")
}
