//! Rejections of restaurants, their master data and their pictures.

use axum::http::StatusCode;
use domain::clients::pictures;
use domain::masters::MasterError;
use domain::restaurants::opening::OpeningError;
use domain::restaurants::subscriptions::NotificationAddressError;

use super::ApiError;

const PICTURES_RETRY_AFTER_SECONDS: i64 = 30;

impl From<NotificationAddressError> for ApiError {
    fn from(error: NotificationAddressError) -> Self {
        let code = error.code();
        match error {
            NotificationAddressError::NotFound => Self::not_found(),
            NotificationAddressError::EmailInvalid | NotificationAddressError::Listed => {
                Self::invalid_fields([("email", code)])
            }
            NotificationAddressError::TooMany => Self::unprocessable(code),
            NotificationAddressError::LastOfOpen => Self::new(StatusCode::CONFLICT, code),
            NotificationAddressError::Database(error) => error.into(),
        }
    }
}

impl From<OpeningError> for ApiError {
    fn from(error: OpeningError) -> Self {
        let code = error.code();
        match error {
            OpeningError::Incomplete | OpeningError::StartChanged => Self::new(StatusCode::CONFLICT, code),
            OpeningError::Database(error) => error.into(),
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

impl From<pictures::Error> for ApiError {
    /// The picture store is unavailable, or rejects our key. Logged here, once.
    fn from(error: pictures::Error) -> Self {
        tracing::error!(%error, "the picture store failed a request");
        let refusal = Self::new(StatusCode::SERVICE_UNAVAILABLE, "pictures_unavailable");
        Self { retry_after_seconds: Some(PICTURES_RETRY_AFTER_SECONDS), ..refusal }
    }
}
