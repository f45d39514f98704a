//! Rejections of refill templates and refills.

use domain::refills::error::{RefillError, RefillFormError};

use super::ApiError;

impl From<RefillError> for ApiError {
    fn from(error: RefillError) -> Self {
        let code = error.code();
        match error {
            RefillError::Unknown => Self::not_found(),
            RefillError::Invalid(fault) => {
                let most = match fault {
                    RefillFormError::GuestsOutOfRange(most) => Some(("max", most.to_string())),
                    _ => None,
                };
                let refusal = Self { arguments: most.into_iter().collect(), ..Self::unprocessable(code) };
                refusal.about(field(fault))
            }
            RefillError::Lacking(_) => Self::unprocessable(code),
            RefillError::Database(error) => error.into(),
        }
    }
}

/// Returns the form field of a rejection.
const fn field(fault: RefillFormError) -> &'static str {
    match fault {
        RefillFormError::TitleMissing | RefillFormError::TitleTooLong => "title",
        RefillFormError::SeatsMissing | RefillFormError::SeatsUnknown | RefillFormError::SeatsTooFew => {
            "inventory_item_uids"
        }
        RefillFormError::OperationUnknown => "operation",
        RefillFormError::HolidaysContradict => "fill_jp_holidays",
        RefillFormError::GroupUnknown | RefillFormError::GroupArchived | RefillFormError::GuestsForAll => {
            "customer_group_id"
        }
        RefillFormError::GuestsMissing
        | RefillFormError::GuestsOutOfRange(_)
        | RefillFormError::TimeMissing
        | RefillFormError::TimeInvalid
        | RefillFormError::CourseMissing
        | RefillFormError::CourseUnknown
        | RefillFormError::DailyMaxInvalid => "options_attributes",
        RefillFormError::SelectionUnknown => "selection_type",
        RefillFormError::PeriodMissing | RefillFormError::PeriodInvalid => "date_from",
        RefillFormError::DatesMissing | RefillFormError::DatePast | RefillFormError::DateInvalid => "custom_dates",
    }
}
