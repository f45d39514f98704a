//! Rejections of raffles.

use domain::raffles::error::RaffleError;

use super::ApiError;

impl From<RaffleError> for ApiError {
    fn from(error: RaffleError) -> Self {
        let code = error.code();
        match error {
            RaffleError::NotFound => Self::not_found(),
            RaffleError::Invalid(field) => Self::invalid_fields([(field, "field_invalid")]),
            RaffleError::Overlaps => Self::unprocessable(code).about("registerable_from"),
            RaffleError::Opened
            | RaffleError::NotOpen
            | RaffleError::TooEarly(_)
            | RaffleError::PhoneUnconfirmed
            | RaffleError::NumberEntered
            | RaffleError::NoneLeft
            | RaffleError::NotDue
            | RaffleError::Drawn => Self::unprocessable(code),
            RaffleError::Beacon(error) => {
                tracing::warn!(%error, "the randomness beacon failed");
                Self::bad_gateway(code)
            }
            RaffleError::Database(error) => error.into(),
        }
    }
}
