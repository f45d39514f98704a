//! Rejections of reviews.

use domain::reviews::GuestReviewError;

use super::ApiError;

impl From<GuestReviewError> for ApiError {
    fn from(error: GuestReviewError) -> Self {
        let code = error.code();
        match error {
            GuestReviewError::NotFound => Self::not_found(),
            GuestReviewError::Invalid(place, field) => {
                Self::invalid_fields([(format!("reviews[{place}].{field}"), "field_invalid")])
            }
            GuestReviewError::NotReviewable => Self::unprocessable(code),
            GuestReviewError::Database(error) => error.into(),
        }
    }
}
