//! Numbers of settings.

use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use crate::http::error::ApiError;

/// A number from a form or a script. A blank text means no number.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Number {
    Whole(i64),
    Text(String),
}

impl Number {
    /// Returns the number, or `None` for a blank text. Rejects the field unless the number is 0 to 2147483647.
    pub fn read(self, field: &'static str) -> Result<Option<i32>, ApiError> {
        let invalid = || ApiError::invalid_fields([(field, "field_invalid")]);
        let number = match self {
            Self::Whole(number) => number,
            Self::Text(text) if text.trim().is_empty() => return Ok(None),
            Self::Text(text) => text.trim().parse().map_err(|_| invalid())?,
        };
        i32::try_from(number).ok().filter(|number| *number >= 0).map(Some).ok_or_else(invalid)
    }
}

/// Distinguishes null from a field that was left out.
pub fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Number>>, D::Error> {
    Option::<Number>::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_accepts_numeric_text_within_column_range() {
        let read = |json: &str| serde_json::from_str::<Number>(json).expect("a number").read("n");
        assert_eq!(read("2147483647").ok(), Some(Some(i32::MAX)));
        assert_eq!(read("\"7\"").ok(), Some(Some(7)));
        assert_eq!(read("\" \"").ok(), Some(None));
        for bad in ["2147483648", "-1", "\"a week\"", "\"2147483648\""] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
