//! Rejections of account deletion and of erasures.

use axum::http::StatusCode;
use domain::privacy::PrivacyError;

use super::ApiError;

impl From<PrivacyError> for ApiError {
    fn from(error: PrivacyError) -> Self {
        let code = error.code();
        match error {
            PrivacyError::InUse(obstacles) => {
                let named = obstacles.iter().map(|obstacle| (obstacle.as_str(), obstacle.text_code()));
                Self { fields: Self::invalid_fields(named).fields, ..Self::new(StatusCode::CONFLICT, code) }
            }
            PrivacyError::NotFound => Self::not_found(),
            PrivacyError::Fields(fields) => Self::invalid_fields(fields),
            PrivacyError::Account(error) => error.into(),
            PrivacyError::Database(error) => error.into(),
        }
    }
}
