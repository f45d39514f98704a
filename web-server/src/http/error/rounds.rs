//! Refusals of round plans.

use domain::rounds::error::PlanError;

use super::ApiError;

impl From<PlanError> for ApiError {
    fn from(error: PlanError) -> Self {
        let code = error.code();
        match error {
            PlanError::UnknownGroup => Self::unprocessable(code).about("customer_group_uid"),
            PlanError::Rounds(_) => Self::unprocessable(code).about("reservation_rounds"),
            PlanError::Rules => Self::unprocessable(code).about("open_schedule_rules"),
            PlanError::Database(error) => error.into(),
        }
    }
}
