//! Rejections of changes to a dispute.

use domain::disputes::error::DisputeError;

use super::ApiError;

impl From<DisputeError> for ApiError {
    fn from(error: DisputeError) -> Self {
        let code = error.code();
        match error {
            DisputeError::NotFound => Self::not_found(),
            DisputeError::Decided => Self::unprocessable(code),
            DisputeError::NoteTooLong => Self::invalid_fields([("note", code)]),
            DisputeError::Database(error) => error.into(),
        }
    }
}
