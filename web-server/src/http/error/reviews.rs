//! Refusals of reviews.

use domain::reviews::ReviewError;

use super::ApiError;

impl From<ReviewError> for ApiError {
    fn from(error: ReviewError) -> Self {
        let code = error.code();
        match error {
            ReviewError::NotFound => Self::not_found(),
            ReviewError::Invalid(place, field) => {
                Self::invalid_fields([(format!("reviews[{place}].{field}"), "field_invalid")])
            }
            ReviewError::NotReviewable => Self::unprocessable(code),
            ReviewError::Database(error) => error.into(),
        }
    }
}
