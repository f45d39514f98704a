//! Rejections of floor plans.

use axum::http::StatusCode;
use domain::floor_plans::FloorPlanError;

use super::ApiError;

impl From<FloorPlanError> for ApiError {
    fn from(error: FloorPlanError) -> Self {
        use FloorPlanError as E;
        let code = error.code();
        match error {
            E::Invalid(place, field) => Self::invalid_fields([(format!("tables[{place}].{field}"), "field_invalid")]),
            E::TooMany => Self::invalid_fields([("tables", "field_invalid")]),
            E::Overlap(place) | E::UnknownItem(place) => {
                Self::unprocessable(code).about(&format!("tables[{place}].inventory_item_uid"))
            }
            E::Changed => Self::new(StatusCode::CONFLICT, code),
            E::Database(error) => error.into(),
        }
    }
}
