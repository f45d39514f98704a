//! Refusals of refill templates and refills.

use domain::refills::error::{Fault, RefillError};

use super::ApiError;

impl From<RefillError> for ApiError {
    fn from(error: RefillError) -> Self {
        let code = error.code();
        match error {
            RefillError::Unknown => Self::not_found(),
            RefillError::Invalid(fault) => {
                let most = match fault {
                    Fault::GuestsOutOfRange(most) => Some(("max", most.to_string())),
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

/// The field of the form on which a refusal stands.
const fn field(fault: Fault) -> &'static str {
    match fault {
        Fault::TitleMissing | Fault::TitleTooLong => "title",
        Fault::SeatsMissing | Fault::SeatsUnknown | Fault::SeatsTooFew => "inventory_item_uids",
        Fault::OperationUnknown => "operation",
        Fault::HolidaysContradict => "fill_jp_holidays",
        Fault::GroupUnknown | Fault::GroupArchived | Fault::GuestsForEverybody => "customer_group_id",
        Fault::GuestsMissing
        | Fault::GuestsOutOfRange(_)
        | Fault::TimeMissing
        | Fault::TimeInvalid
        | Fault::CourseMissing
        | Fault::CourseUnknown
        | Fault::DailyMaxInvalid => "options_attributes",
        Fault::SelectionUnknown => "selection_type",
        Fault::PeriodMissing | Fault::PeriodInvalid => "date_from",
        Fault::DatesMissing | Fault::DatePast | Fault::DateInvalid => "custom_dates",
    }
}
