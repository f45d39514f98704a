//! A charge and its states, which are the provider's plus `planned`.

use crate::ids::{ChargeId, ReservationId, RestaurantId, UserId};
use crate::money::Yen;
use crate::text_enum::text_enum;

text_enum! {
    pub enum ChargeKind of "charges.kind" {
        ReservationFee = "reservation_fee",
        PrepaidCourse = "prepaid_course",
        CancellationFee = "cancellation_fee",
    }
}

impl ChargeKind {
    /// The order in which a diner's card is asked.
    pub const fn position(self) -> i32 {
        match self {
            Self::ReservationFee => 0,
            Self::PrepaidCourse => 1,
            Self::CancellationFee => 2,
        }
    }
}

text_enum! {
    pub enum ChargeStatus of "charges.status" {
        /// Written here; the provider may or may not know it.
        Planned = "planned",
        RequiresPaymentMethod = "requires_payment_method",
        RequiresConfirmation = "requires_confirmation",
        RequiresAction = "requires_action",
        Processing = "processing",
        Succeeded = "succeeded",
        Canceled = "canceled",
    }
}

impl ChargeStatus {
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Canceled)
    }
}

#[derive(Clone, Debug)]
pub struct Charge {
    pub id: ChargeId,
    pub uid: String,
    pub restaurant_id: RestaurantId,
    pub reservation_id: ReservationId,
    pub user_id: UserId,
    pub kind: ChargeKind,
    /// How often a card was asked; part of the idempotency key of each asking.
    pub attempt: i32,
    pub amount: Yen,
    pub status: ChargeStatus,
    pub gateway_fid: Option<String>,
    pub client_secret: Option<String>,
    /// The card that was asked last.
    pub payment_method_fid: Option<String>,
    pub failure_code: Option<String>,
    pub refund_due: Yen,
    pub refunded_amount: Yen,
}

/// The card a diner pays with.
#[derive(Clone, Debug)]
pub struct Card {
    pub gateway_fid: String,
    pub brand: String,
    pub last4: String,
    pub exp_month: i32,
    pub exp_year: i32,
    pub holder_name: String,
}

/// The outcome of asking for the money.
#[derive(Clone, Debug)]
pub enum Outcome {
    Paid,
    /// The card's bank wants to see its holder, once per charge listed.
    RequiresAction(Vec<Charge>),
    Processing,
    /// Refused, with the provider's code.
    Refused(String),
    /// The reservation ended while the card was asked.
    CalledOff,
}

/// What the charges of a reservation come to together.
pub fn outcome(charges: &[Charge]) -> Outcome {
    let is = |status| move |charge: &&Charge| charge.status == status;
    if charges.iter().any(|charge| charge.status == ChargeStatus::Canceled) {
        return Outcome::CalledOff;
    }
    if let Some(refused) = charges.iter().find(is(ChargeStatus::RequiresPaymentMethod)) {
        return Outcome::Refused(refused.failure_code.clone().unwrap_or_else(|| "card_declined".into()));
    }
    let waiting: Vec<_> = charges.iter().filter(is(ChargeStatus::RequiresAction)).cloned().collect();
    if !waiting.is_empty() {
        return Outcome::RequiresAction(waiting);
    }
    if charges.iter().all(|charge| charge.status == ChargeStatus::Succeeded) {
        Outcome::Paid
    } else {
        Outcome::Processing
    }
}
