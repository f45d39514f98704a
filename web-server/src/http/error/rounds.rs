//! Rejections of round plans.

use domain::rounds::error::RoundPlanError;

use super::ApiError;

impl From<RoundPlanError> for ApiError {
    fn from(error: RoundPlanError) -> Self {
        let code = error.code();
        match error {
            RoundPlanError::UnknownGroup => Self::unprocessable(code).about("customer_group_uid"),
            RoundPlanError::Rounds(_) => Self::unprocessable(code).about("reservation_rounds"),
            RoundPlanError::Rules => Self::unprocessable(code).about("open_schedule_rules"),
            RoundPlanError::Database(error) => error.into(),
        }
    }
}
