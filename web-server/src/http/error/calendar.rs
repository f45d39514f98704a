//! Rejections of calendar operation slots.

use domain::calendar::operation_slots::OperationSlotsError;

use super::ApiError;

impl From<OperationSlotsError> for ApiError {
    fn from(error: OperationSlotsError) -> Self {
        let code = error.code();
        match error {
            OperationSlotsError::UnknownOperation => Self::unprocessable(code).about("calendar_operation_slots"),
            OperationSlotsError::UnknownGroup => Self::unprocessable(code).about("inventory_group_id"),
            OperationSlotsError::UnknownRow => Self::unprocessable(code).about("delete_slot_ids"),
            OperationSlotsError::Invalid(row) => Self::invalid_fields([(format!("rows[{row}]"), code)]),
            OperationSlotsError::Database(error) => error.into(),
        }
    }
}
