//! Rejections of adjustments.

use domain::adjustments::error::AdjustmentError;

use super::ApiError;

impl From<AdjustmentError> for ApiError {
    fn from(error: AdjustmentError) -> Self {
        use AdjustmentError as E;
        let code = error.code();
        match error {
            E::NotFound => Self::not_found(),
            E::Fields(fields) => Self::invalid_fields(fields),
            E::TooMuch { left } => {
                Self { arguments: vec![("left", left.formatted())], ..Self::unprocessable(code) }.about("amount")
            }
            E::NotTheRestaurants => Self::unprocessable(code).about("borne_by"),
            E::NotPaid
            | E::Disputed
            | E::DisputeLost
            | E::NotCorrectable
            | E::KeyReused
            | E::OwnApproval
            | E::Unconfirmed
            | E::NotOwn
            | E::Decided
            | E::BeingCharged => Self::unprocessable(code),
            E::Database(error) => error.into(),
        }
    }
}
