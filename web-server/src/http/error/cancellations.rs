//! Rejections of cancellation slots.

use domain::cancellations::CancellationError;

use super::ApiError;

impl From<CancellationError> for ApiError {
    fn from(error: CancellationError) -> Self {
        let code = error.code();
        match error {
            CancellationError::NotFound => Self::not_found(),
            CancellationError::Ended | CancellationError::Recruiting => Self::unprocessable(code),
            CancellationError::Database(error) => error.into(),
        }
    }
}
