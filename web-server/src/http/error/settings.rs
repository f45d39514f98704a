//! Rejections of a restaurant's settings.

use domain::settings::delivery::DeliverySettingsError;

use super::ApiError;

impl From<DeliverySettingsError> for ApiError {
    fn from(error: DeliverySettingsError) -> Self {
        match error {
            DeliverySettingsError::Invalid(fields) => Self::invalid_fields(fields),
            DeliverySettingsError::Database(error) => error.into(),
        }
    }
}
