//! Removes personal data from errors of external services: a mail server repeats the address that it rejects.

use std::sync::LazyLock;

use regex::Regex;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// Longer errors are truncated.
const MAX_ERROR_LENGTH: usize = 500;

static ADDRESSES_AND_NUMBERS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[^\s<>\x22'(\[]+@[^\s<>\x22')\]]+|\+?\d[\d() -]{7,}\d").expect("a constant"));

/// An error of a job, which is read as it is stored and shown without personal data.
#[derive(sqlx::Type, ToSchema)]
#[sqlx(transparent)]
#[schema(value_type = String)]
pub struct RedactedError(String);

impl Serialize for RedactedError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&redact(&self.0))
    }
}

/// Returns an error without email addresses and phone numbers, of at most 500 characters.
pub fn redact(error: &str) -> String {
    ADDRESSES_AND_NUMBERS.replace_all(error, "…").chars().take(MAX_ERROR_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_numbers_are_redacted_codes_remain() {
        let redacted =
            redact("550 5.1.1 <hanako@seki.test>: no such user; +81 90-1234-5678 and 09012345678 (to=\"k.o+x@a.jp\")");
        assert_eq!(redacted, "550 5.1.1 <…>: no such user; … and … (to=\"…\")");
        assert_eq!(redact("error 30007 at 10:25, job 4711"), "error 30007 at 10:25, job 4711");
        assert_eq!(redact(&"x".repeat(900)).len(), MAX_ERROR_LENGTH);
    }
}
