//! Reasons why a subscription cannot begin or end.

use super::quote::SubscriptionQuote;
use crate::payments::error::PaymentError;

#[derive(Debug, thiserror::Error)]
pub enum SubscriptionPlanError {
    /// Not a price that the tier offers now.
    #[error("the price is not offered")]
    PriceUnknown,
    /// The provider's price differs from ours.
    #[error("the provider's price differs from the one shown")]
    PriceDiffers,
    #[error("the code is unknown, expired, or of another tier")]
    CodeUnknown,
    #[error("the diner, their number or their card has had a trial before")]
    TrialUsed,
    #[error("a trial requires a confirmed number")]
    PhoneUnconfirmed,
    /// The diner would be charged this instead of what the page showed.
    #[error("what would be charged differs from what was shown")]
    QuoteDiffers(Box<SubscriptionQuote>),
    /// Another request of the diner replaced the attempt before it was paid.
    #[error("another request replaced the attempt")]
    Replaced,
    #[error("the diner subscribes already")]
    AlreadySubscribed,
    /// An earlier attempt of the diner is still in progress at the provider.
    #[error("another subscription of the tier is in progress")]
    UnderWay,
    #[error("the tier is by invitation")]
    NotInvited,
    #[error("there is no such subscription of the diner")]
    NotFound,
    /// The diner has no subscription to cancel.
    #[error("the diner has no subscription to cancel")]
    NothingToCancel,
    #[error("the reason is too short")]
    ReasonMissing,
    #[error("reserved to subscribers")]
    PremiumOnly,
    #[error("a request is open already")]
    AlreadyRequested,
    #[error("the request was closed before")]
    RequestClosed,
    #[error(transparent)]
    Payment(#[from] PaymentError),
}

impl SubscriptionPlanError {
    pub fn code(&self) -> &'static str {
        match self {
            Self::PriceUnknown | Self::PriceDiffers => "plan_price_unknown",
            Self::CodeUnknown => "campaign_code_unknown",
            Self::TrialUsed => "plan_trial_used",
            Self::PhoneUnconfirmed => "plan_trial_needs_phone",
            Self::QuoteDiffers(_) => "plan_quote_differs",
            Self::Replaced => "plan_replaced",
            Self::AlreadySubscribed => "plan_already_subscribed",
            Self::UnderWay => "plan_under_way",
            Self::NotInvited => "plan_by_invitation",
            Self::NotFound => "not_found",
            Self::NothingToCancel => "plan_cannot_cancel",
            Self::ReasonMissing => "plan_reason_missing",
            Self::PremiumOnly => "premium_only",
            Self::AlreadyRequested => "plan_change_requested",
            Self::RequestClosed => "request_closed",
            Self::Payment(error) => error.code(),
        }
    }
}

impl From<sqlx::Error> for SubscriptionPlanError {
    fn from(error: sqlx::Error) -> Self {
        Self::Payment(error.into())
    }
}
