use crate::limits::{LimitError, TooMany};

use super::number::NumberError;

#[derive(Debug, thiserror::Error)]
pub enum PhoneError {
    #[error(transparent)]
    Number(#[from] NumberError),
    /// Unknown, or another visitor's.
    #[error("no such verification")]
    NotFound,
    #[error("the code is wrong")]
    WrongCode,
    #[error("the code has expired")]
    Expired,
    #[error("too many attempts at the code")]
    TooManyAttempts,
    #[error("the code was sent to another number")]
    OtherNumber,
    /// No text messages are sent to numbers of this country.
    #[error("the country is not served by SMS")]
    CountryNotServed,
    /// A landline, a toll-free number or another one that no text message reaches.
    #[error("the number cannot receive text messages")]
    NoTexts,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl PhoneError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Number(error) => error.code(),
            Self::NotFound => "not_found",
            Self::WrongCode => "code_wrong",
            Self::Expired => "code_expired",
            Self::TooManyAttempts => "code_tried_too_often",
            Self::OtherNumber => "sms_number_changed",
            Self::CountryNotServed => "sms_country_not_served",
            Self::NoTexts => "sms_number_no_texts",
            Self::TooMany(error) => error.code(),
            Self::Database(_) => "internal",
        }
    }
}

impl From<LimitError> for PhoneError {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::TooMany(error) => Self::TooMany(error),
            LimitError::Database(error) => Self::Database(error),
        }
    }
}
