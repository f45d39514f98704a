//! Keys of records in addresses: a number or a uid (gaps G010). A uid never consists of digits only.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use crate::http::error::ApiError;

/// The `{id}` or `{uid}` of an address. Exactly one of the two fields is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordKey {
    pub id: Option<i64>,
    pub uid: Option<String>,
}

impl RecordKey {
    pub fn parse(text: &str) -> Self {
        match text.parse() {
            Ok(id) => Self { id: Some(id), uid: None },
            Err(_) => Self { id: None, uid: Some(text.to_owned()) },
        }
    }
}

/// Parses the `{id}` of an address that accepts numbers only; 404 if it is not a number.
pub fn id_of(text: &str) -> Result<i64, ApiError> {
    text.parse().map_err(|_| ApiError::not_found())
}

impl<S: Send + Sync> FromRequestParts<S> for RecordKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(text)| Self::parse(&text)).map_err(|_| ApiError::not_found())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_an_id_and_anything_else_a_uid() {
        assert_eq!(RecordKey::parse("42"), RecordKey { id: Some(42), uid: None });
        assert_eq!(RecordKey::parse("a42"), RecordKey { id: None, uid: Some("a42".into()) });
        assert_eq!(RecordKey::parse("99999999999999999999").id, None);
    }
}
