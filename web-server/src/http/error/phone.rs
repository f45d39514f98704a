//! Rejections of phone numbers and their confirmation.

use domain::phone::{NumberError, PhoneError};

use super::ApiError;

impl From<NumberError> for ApiError {
    fn from(error: NumberError) -> Self {
        Self::invalid_fields([(error.field(), error.code())])
    }
}

impl From<PhoneError> for ApiError {
    fn from(error: PhoneError) -> Self {
        let code = error.code();
        match error {
            PhoneError::Number(error) => error.into(),
            PhoneError::NotFound => Self::not_found(),
            PhoneError::WrongCode | PhoneError::Expired | PhoneError::TooManyAttempts | PhoneError::OtherNumber => {
                Self::bad_request(code)
            }
            PhoneError::NoTexts => Self::unprocessable(code).about("phone_local_number"),
            PhoneError::CountryNotServed => Self::unprocessable(code).about("phone_country"),
            PhoneError::TooMany(wait) => Self::too_many(wait.retry_after_seconds),
            PhoneError::Database(error) => error.into(),
        }
    }
}
