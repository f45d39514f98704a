//! Refusals about restaurants and their master data.

use axum::http::StatusCode;
use domain::masters::MasterError;
use domain::restaurants::subscriptions::SubscriptionError;

use super::ApiError;

impl From<SubscriptionError> for ApiError {
    fn from(error: SubscriptionError) -> Self {
        let code = error.code();
        match error {
            SubscriptionError::NotFound => Self::not_found(),
            SubscriptionError::EmailInvalid | SubscriptionError::Listed => Self::invalid_fields([("email", code)]),
            SubscriptionError::TooMany => Self::unprocessable(code),
            SubscriptionError::Database(error) => error.into(),
        }
    }
}

impl From<MasterError> for ApiError {
    fn from(error: MasterError) -> Self {
        let code = error.code();
        match error {
            MasterError::NotFound => Self::not_found(),
            MasterError::Invalid(fields) => Self::invalid_fields(fields),
            MasterError::InUse => Self::new(StatusCode::CONFLICT, code),
            MasterError::Database(error) => error.into(),
        }
    }
}
