//! Rejections of booking slots, and of risky settings.

use axum::http::StatusCode;
use domain::inventory::SlotError;
use domain::inventory::destroy::DestroyError;
use domain::inventory::risky::RiskyError;

use super::ApiError;

impl From<SlotError> for ApiError {
    fn from(error: SlotError) -> Self {
        let code = error.code();
        match error {
            SlotError::Database(error) => error.into(),
            SlotError::NotFound | SlotError::Gone => Self::new(StatusCode::NOT_FOUND, code),
            SlotError::SwitchedOff => Self::new(StatusCode::FORBIDDEN, code),
            SlotError::Reserved | SlotError::Freed => Self::unprocessable(code),
            SlotError::Invalid(fault) => {
                let most = match fault {
                    domain::inventory::slot_form::SlotFormError::GuestsOutOfRange(most) => {
                        Some(("max", most.to_string()))
                    }
                    _ => None,
                };
                Self { arguments: most.into_iter().collect(), ..Self::bad_request(code) }
            }
        }
    }
}

impl From<DestroyError> for ApiError {
    fn from(error: DestroyError) -> Self {
        let code = error.code();
        match error {
            DestroyError::UnknownGroup => Self::invalid_fields([("inventory_group_id", code)]),
            DestroyError::Past => Self::invalid_fields([("date_from", code)]),
            DestroyError::Range => Self::invalid_fields([("date_till", code)]),
            DestroyError::Database(error) => error.into(),
        }
    }
}

impl From<RiskyError> for ApiError {
    fn from(error: RiskyError) -> Self {
        let code = error.code();
        match error {
            RiskyError::UnknownPlace | RiskyError::DelaysCrossed | RiskyError::Opening(_) => {
                Self::unprocessable(code).about("restaurant")
            }
            RiskyError::SeatsSold(parties) => Self {
                arguments: vec![("count", parties.to_string())],
                ..Self::unprocessable(code).about("restaurant")
            },
            RiskyError::Database(error) => error.into(),
        }
    }
}
