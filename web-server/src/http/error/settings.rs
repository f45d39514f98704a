//! Refusals of a restaurant's settings.

use domain::settings::delivery::DeliveryError;

use super::ApiError;

impl From<DeliveryError> for ApiError {
    fn from(error: DeliveryError) -> Self {
        match error {
            DeliveryError::Invalid(fields) => Self::invalid_fields(fields),
            DeliveryError::Database(error) => error.into(),
        }
    }
}
