//! Rejections of paid tiers, coupons and codes.

use axum::http::StatusCode;
use domain::payments::error::PaymentError;
use domain::plans::coupons::CouponError;
use domain::plans::error::SubscriptionPlanError;

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

impl From<SubscriptionPlanError> for ApiError {
    fn from(error: SubscriptionPlanError) -> Self {
        let code = error.code();
        match error {
            SubscriptionPlanError::PriceUnknown
            | SubscriptionPlanError::PriceDiffers
            | SubscriptionPlanError::TrialUsed
            | SubscriptionPlanError::AlreadySubscribed
            | SubscriptionPlanError::UnderWay => Self { force_reload: true, ..Self::bad_request(code) },
            SubscriptionPlanError::PhoneUnconfirmed => {
                Self::unprocessable(code).redirecting_to("/users/profile/account/tel/edit")
            }
            SubscriptionPlanError::QuoteDiffers(_) | SubscriptionPlanError::Replaced => {
                Self::new(StatusCode::CONFLICT, code)
            }
            SubscriptionPlanError::CodeUnknown => Self::bad_request(code).about("campaign_code"),
            SubscriptionPlanError::NotInvited | SubscriptionPlanError::PremiumOnly => {
                Self::new(StatusCode::FORBIDDEN, code)
            }
            SubscriptionPlanError::NotFound => Self::not_found(),
            SubscriptionPlanError::NothingToCancel => {
                Self { error_type: Some("noRecognition"), ..Self::unprocessable(code) }
            }
            SubscriptionPlanError::ReasonMissing => Self::unprocessable(code).about("cancel_reason"),
            SubscriptionPlanError::AlreadyRequested => Self::unprocessable(code),
            SubscriptionPlanError::RequestClosed => Self::bad_request(code),
            SubscriptionPlanError::Payment(PaymentError::Declined(reason)) => {
                Self::unprocessable(decline_code(&reason))
            }
            SubscriptionPlanError::Payment(error) => error.into(),
        }
    }
}

/// Returns the error code of a declined card, by the provider's reason.
fn decline_code(reason: &str) -> &'static str {
    match reason {
        "authentication_required" => "card.authentication_required",
        "payment_intent_authentication_failure" => "plan_authentication_failed",
        "card_declined" | "generic_decline" => "card.card_declined",
        "expired_card" => "card.expired_card",
        "incorrect_cvc" => "card.incorrect_cvc",
        "insufficient_funds" => "card.insufficient_funds",
        _ => "card_refused",
    }
}
