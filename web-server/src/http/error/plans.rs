//! Refusals about paid tiers and what makes them cheaper.

use domain::plans::coupons::CouponError;

use super::ApiError;

impl From<CouponError> for ApiError {
    fn from(error: CouponError) -> Self {
        let code = error.code();
        match error {
            CouponError::Nothing => Self::invalid_fields([("codes", code)]),
            CouponError::TooMany => Self::unprocessable(code).about("codes"),
            CouponError::Unknown(codes) => {
                let refused = Self { arguments: vec![("codes", codes.join(", "))], ..Self::unprocessable(code) };
                refused.about("codes")
            }
            CouponError::Database(error) => error.into(),
        }
    }
}
