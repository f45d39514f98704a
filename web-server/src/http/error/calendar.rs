//! Refusals of what is promised for the calendars.

use domain::calendar::promises::PromiseError;

use super::ApiError;

impl From<PromiseError> for ApiError {
    fn from(error: PromiseError) -> Self {
        let code = error.code();
        match error {
            PromiseError::UnknownOperation => Self::unprocessable(code).about("calendar_operation_slots"),
            PromiseError::UnknownGroup => Self::unprocessable(code).about("inventory_group_id"),
            PromiseError::UnknownRow => Self::unprocessable(code).about("delete_slot_ids"),
            PromiseError::Invalid(row) => Self::invalid_fields([(format!("rows[{row}]"), code)]),
            PromiseError::Database(error) => error.into(),
        }
    }
}
