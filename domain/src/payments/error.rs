//! Errors of payments.

use super::failures::FailedPayment;
use crate::clients::stripe::StripeError;
use crate::i18n::Locale;

#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// The provider declined the card; its code (`card_declined`, `insufficient_funds`, …) explains the reason to the diner.
    #[error("the card was refused: {reason} ({code})", reason = FailedPayment::Charge.reason(Locale::En, .0), code = .0)]
    Declined(String),
    #[error("no card is registered")]
    NoCard,
    #[error("the payment method is not the diner's own")]
    ForeignCard,
    #[error("unexpected response of the provider: {0}")]
    Provider(#[source] StripeError),
    #[error("the payment is not booked yet")]
    NotBooked,
    /// The provider makes no refund of this payment while its dispute is open.
    #[error("payment {0} is disputed")]
    Disputed(String),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl PaymentError {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Declined(_) => "card_refused",
            Self::NoCard => "card_needed",
            Self::ForeignCard => "card_foreign",
            Self::Provider(_) => "payment_provider",
            Self::NotBooked => "payment_unknown",
            Self::Disputed(_) => "payment_disputed",
            Self::Database(_) => "internal",
        }
    }
}

impl From<StripeError> for PaymentError {
    fn from(error: StripeError) -> Self {
        match error {
            StripeError::Card(card) => Self::Declined(card.decline_code.unwrap_or(card.code)),
            other => Self::Provider(other),
        }
    }
}
