//! Errors of adjustments.

use crate::money::Yen;

/// Reasons to reject a request or a decision.
#[derive(Debug, thiserror::Error)]
pub enum AdjustmentError {
    #[error("no such charge, booking or adjustment")]
    NotFound,
    /// Fields by name, each with the code of its text.
    #[error("the form is incomplete: {0:?}")]
    Fields(Vec<(&'static str, &'static str)>),
    #[error("the charge is not paid")]
    NotPaid,
    #[error("at most {left} yen can be refunded")]
    TooMuch { left: Yen },
    #[error("the charge is disputed")]
    Disputed,
    /// The bank has returned the money.
    #[error("the dispute of the charge was lost, and the bank has returned the money")]
    DisputeLost,
    /// The money is the operator's own, so no restaurant can bear it.
    #[error("only the operator can bear it")]
    NotTheRestaurants,
    #[error("only a booking of a diner with an account can be corrected")]
    NotCorrectable,
    #[error("the idempotency key has named another request")]
    KeyReused,
    #[error("another admin must decide on it")]
    OwnApproval,
    /// The command line made it.
    #[error("the admin in whose name it was requested must confirm it")]
    Unconfirmed,
    #[error("only the admin who requested it can withdraw it")]
    NotOwn,
    #[error("the adjustment is decided")]
    Decided,
    /// Its payment would succeed after the withdrawal.
    #[error("the card is being charged")]
    BeingCharged,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl AdjustmentError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Fields(_) => "invalid_input",
            Self::NotPaid => "charge_not_paid",
            Self::TooMuch { .. } => "refund_too_high",
            Self::Disputed => "charge_disputed",
            Self::DisputeLost => "charge_dispute_lost",
            Self::NotTheRestaurants => "adjustment_operator_only",
            Self::NotCorrectable => "correction_impossible",
            Self::KeyReused => "idempotency_key_reused",
            Self::OwnApproval => "adjustment_own_approval",
            Self::Unconfirmed => "adjustment_unconfirmed",
            Self::NotOwn => "adjustment_not_own",
            Self::Decided => "adjustment_decided",
            Self::BeingCharged => "adjustment_being_charged",
            Self::Database(_) => "internal",
        }
    }
}
