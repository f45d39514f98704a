//! Charges, their subjects, and their states, which are the provider's plus `planned`.

use std::fmt;

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use crate::clients::stripe::Stripe;
use crate::clock::Clock;
use crate::ids::{ChargeId, CorrectionId, ReservationId, RestaurantId, SubscriptionId, UserId};
use crate::jobs::PaymentJob;
use crate::ledger::model::PLATFORM;
use crate::money::Yen;
use crate::rng::Rng;
use crate::text_enum::{UnknownValue, text_enum};

text_enum! {
    pub enum ChargeKind of "charges.kind" {
        ReservationFee = "reservation_fee",
        PrepaidCourse = "prepaid_course",
        CancellationFee = "cancellation_fee",
        SubscriptionFee = "subscription_fee",
        /// A manual charge by staff.
        Correction = "correction",
    }
}

impl ChargeKind {
    /// Returns the position in the order in which a diner's card is charged.
    pub const fn position(self) -> i32 {
        match self {
            Self::ReservationFee => 0,
            Self::PrepaidCourse => 1,
            Self::CancellationFee => 2,
            Self::SubscriptionFee | Self::Correction => 0,
        }
    }

    /// Whether the card is charged off-session, by the worker, which does not retry a card that declined.
    pub const fn is_charged_off_session(self) -> bool {
        matches!(self, Self::CancellationFee | Self::SubscriptionFee | Self::Correction)
    }
}

/// The provider makes no smaller payment.
pub const MIN_PAYMENT: Yen = Yen(50);
/// The provider makes no greater payment.
pub const MAX_PAYMENT: Yen = Yen(99_999_999);

/// The last position of `ChargeKind::position`. Charges after it are differences that arose after the booking.
pub const LAST_POSITION: i32 = 2;

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

text_enum! {
    pub enum SubjectKind of "charges.subject_kind" {
        Reservation = "reservation",
        Subscription = "subscription",
        Correction = "correction",
    }
}

text_enum! {
    /// State of a charge's disputes; the most urgent one, if it has several.
    pub enum DisputeState of "charges.dispute_state" {
        /// The bank asks for information, and has withdrawn nothing.
        Inquiry = "inquiry",
        /// The bank has withdrawn the money until it decides: nothing is refunded.
        Open = "open",
        Won = "won",
        /// The money stays with the cardholder.
        Lost = "lost",
    }
}

impl DisputeState {
    /// Returns the most urgent one of several charges' states.
    pub fn most_urgent(states: &[Self]) -> Option<Self> {
        [Self::Open, Self::Lost, Self::Inquiry, Self::Won].into_iter().find(|state| states.contains(state))
    }
}

/// Whether a dispute with this status at the provider has ended, and the bank kept no money: it was won or prevented, or was only an inquiry.
/// SQL: `closed_at IS NOT NULL AND status <> 'lost'`.
pub fn is_settled_without_loss(status: &str) -> bool {
    matches!(status, "won" | "warning_closed" | "prevented")
}

/// Subject of a charge. Its area decides what follows from a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    Reservation(RestaurantId, ReservationId),
    Subscription(SubscriptionId),
    /// A manual charge, of a restaurant or of the platform itself.
    Correction(Option<RestaurantId>, CorrectionId),
}

impl Subject {
    pub const fn kind(self) -> SubjectKind {
        match self {
            Self::Reservation(..) => SubjectKind::Reservation,
            Self::Subscription(_) => SubjectKind::Subscription,
            Self::Correction(..) => SubjectKind::Correction,
        }
    }

    /// Its id among the subjects of its kind.
    pub const fn id(self) -> i64 {
        match self {
            Self::Reservation(_, id) => id.0,
            Self::Subscription(id) => id.0,
            Self::Correction(_, id) => id.0,
        }
    }

    /// Returns the restaurant id of its rows.
    pub fn restaurant(self) -> RestaurantId {
        match self {
            Self::Reservation(restaurant, _) => restaurant,
            Self::Subscription(_) => PLATFORM,
            Self::Correction(restaurant, _) => restaurant.unwrap_or(PLATFORM),
        }
    }

    pub const fn reservation(self) -> Option<ReservationId> {
        match self {
            Self::Reservation(_, id) => Some(id),
            Self::Subscription(_) | Self::Correction(..) => None,
        }
    }

    pub fn from_parts(kind: SubjectKind, restaurant: RestaurantId, id: i64) -> Self {
        match kind {
            SubjectKind::Reservation => Self::Reservation(restaurant, ReservationId(id)),
            SubjectKind::Subscription => Self::Subscription(SubscriptionId(id)),
            SubjectKind::Correction => {
                Self::Correction(Some(restaurant).filter(|restaurant| *restaurant != PLATFORM), CorrectionId(id))
            }
        }
    }

    /// Returns the job that settles it.
    pub fn job(self) -> PaymentJob {
        PaymentJob::Settle {
            subject_kind: self.kind().as_str().to_owned(),
            restaurant_id: self.restaurant(),
            subject_id: self.id(),
        }
    }

    /// Returns the subject of a job.
    ///
    /// # Errors
    /// The kind is unknown.
    pub fn of_job(kind: &str, restaurant: RestaurantId, id: i64) -> Result<Self, UnknownValue> {
        Ok(Self::from_parts(SubjectKind::stored(kind)?, restaurant, id))
    }
}

/// Formats it as `reservation 12`.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.id())
    }
}

/// Resources for payments and refunds: the database, the card provider, randomness and time.
#[derive(Clone, Copy)]
pub struct PaymentContext<'a> {
    pub pool: &'a PgPool,
    pub stripe: &'a Stripe,
    pub rng: &'a Rng,
    pub clock: &'a Clock,
}

#[derive(Clone, Debug)]
pub struct Charge {
    pub id: ChargeId,
    pub uid: String,
    pub subject: Subject,
    pub user_id: UserId,
    pub kind: ChargeKind,
    /// Its position among the charges of its subject.
    pub position: i32,
    /// The money is not wanted any more: the payment is cancelled, or refunded if it succeeded.
    pub is_void: bool,
    /// Number of the current attempt to charge a card, from 1; part of the attempt's idempotency key.
    pub attempt: i32,
    pub amount: Yen,
    pub status: ChargeStatus,
    pub gateway_fid: Option<String>,
    pub client_secret: Option<String>,
    /// The card of the last attempt.
    pub payment_method_fid: Option<String>,
    pub failure_code: Option<String>,
    /// Number of declines after its payment was processing (gaps G322).
    pub late_declines: i32,
    pub dispute: Option<DisputeState>,
    /// Amount that banks returned to the cardholder in lost disputes.
    pub lost_amount: Yen,
    pub refund_due: Yen,
    pub refunded_amount: Yen,
    /// The part of `refund_due` that was decided manually, and that the rules would not refund.
    pub manually_refunded: Yen,
    /// Number of refunds that the provider rejected permanently; part of a refund's idempotency key.
    pub rejected_refunds: i32,
    /// The charges of one change of a booking have the same time.
    pub planned_at: DateTime<Utc>,
}

impl Charge {
    /// Whether it is a difference that arose after the booking. Also true of a subscription's invoices from the fourth on: their position
    /// is their number.
    pub const fn is_difference(&self) -> bool {
        self.position > LAST_POSITION
    }

    /// Whether it is a difference that a change or the end of the booking voids while it is unpaid. A correction stays.
    pub fn is_voidable_difference(&self) -> bool {
        self.is_difference() && self.kind != ChargeKind::Correction && self.is_open()
    }

    /// Whether the worker may charge the card off-session.
    pub const fn is_charged_off_session(&self) -> bool {
        self.kind.is_charged_off_session() || self.is_difference()
    }

    /// Returns the part of the due refund that is not made. An amount that the bank returned in a lost dispute is not refunded again.
    pub fn refund_missing(&self) -> Yen {
        (self.refund_due - self.refunded_amount - self.lost_amount).max(Yen::ZERO)
    }

    /// Returns the amount that is refunded or due for a refund. An amount that the bank returned in a lost dispute is no refund (gaps G305).
    pub fn refund(&self) -> Yen {
        self.refunded_amount + self.refund_missing()
    }

    /// Returns the refund if `further` becomes due in addition: less the amount that the bank returned and that no due refund contains.
    pub fn refund_of(&self, further: Yen) -> Yen {
        let by_bank = (self.lost_amount + self.refunded_amount - self.refund_due).max(Yen::ZERO);
        (further - by_bank).max(Yen::ZERO)
    }

    /// Returns the amount that is neither refunded, nor due for a refund, nor returned by the bank.
    pub fn left(&self) -> Yen {
        (self.amount - self.refund() - self.lost_amount).max(Yen::ZERO)
    }

    /// Whether its refund waits for the decision of a dispute: the bank has the money.
    pub fn is_refund_deferred(&self) -> bool {
        self.dispute == Some(DisputeState::Open) && self.refund_missing() > Yen::ZERO
    }

    /// Whether its money is still outstanding.
    pub const fn is_open(&self) -> bool {
        !self.is_void && !self.status.is_final()
    }

    /// Returns the amount less the due refunds, made or not; zero for a void or cancelled charge.
    pub fn net(&self) -> Yen {
        let counts = !self.is_void && !matches!(self.status, ChargeStatus::Canceled);
        if counts { self.amount - self.refund_due } else { Yen::ZERO }
    }

    /// Returns the part of the price that it pays. A manual refund does not lower the price: no rule charges it again.
    pub fn price_paid(&self) -> Yen {
        let counts = !self.is_void && !matches!(self.status, ChargeStatus::Canceled);
        if counts { self.net() + self.manually_refunded } else { Yen::ZERO }
    }

    /// Returns the amount that can still be refunded.
    pub fn refundable(&self) -> Yen {
        let left = (self.net() - self.lost_amount).max(Yen::ZERO);
        if self.status == ChargeStatus::Succeeded { left } else { Yen::ZERO }
    }
}

/// References of a provider's event to its payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntentReference {
    /// The provider's id of the payment.
    pub fid: String,
    /// Restaurant and uid of our charge, from the metadata that we set on the payment.
    pub charge: Option<(RestaurantId, String)>,
}

/// References of a provider's event to its subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionReference {
    /// The provider's id of the subscription.
    pub fid: String,
    /// Our uid, from the metadata that we set on it.
    pub uid: Option<String>,
}

/// The card a diner pays with.
#[derive(Clone, Debug)]
pub struct PaymentCard {
    pub gateway_fid: String,
    pub brand: String,
    pub last4: String,
    pub exp_month: i32,
    pub exp_year: i32,
    pub holder_name: String,
    /// The provider's fingerprint of the number; None for a card that was registered before it was stored.
    pub fingerprint: Option<String>,
}

/// Outcome of collecting a subject's charges.
#[derive(Clone, Debug)]
pub enum Outcome {
    Paid,
    /// The card's bank requires authentication, once for each listed charge.
    RequiresAction(Vec<Charge>),
    Processing,
    /// Declined, with the provider's code.
    Declined(String),
    /// A charge was cancelled, for example because its subject ended while the card was being charged.
    Cancelled,
}

/// State of a subject's charges after reconciliation. The subject's own area decides what follows.
#[derive(Clone, Debug)]
pub struct Settled {
    pub subject: Subject,
    pub outcome: Outcome,
}

/// Returns the common outcome of a subject's charges, except void ones: cancelled before declined before authentication. `Processing`
/// without charges.
pub fn outcome(charges: &[Charge]) -> Outcome {
    let charges: Vec<_> = charges.iter().filter(|charge| !charge.is_void).cloned().collect();
    let is = |status| move |charge: &&Charge| charge.status == status;
    if charges.iter().any(|charge| charge.status == ChargeStatus::Canceled) {
        return Outcome::Cancelled;
    }
    if let Some(refused) = charges.iter().find(is(ChargeStatus::RequiresPaymentMethod)) {
        return Outcome::Declined(refused.failure_code.clone().unwrap_or_else(|| "card_declined".into()));
    }
    let waiting: Vec<_> = charges.iter().filter(is(ChargeStatus::RequiresAction)).cloned().collect();
    if !waiting.is_empty() {
        return Outcome::RequiresAction(waiting);
    }
    if !charges.is_empty() && charges.iter().all(|charge| charge.status == ChargeStatus::Succeeded) {
        Outcome::Paid
    } else {
        Outcome::Processing
    }
}

#[cfg(test)]
impl Charge {
    /// Returns a charge of a reservation for tests: 1,000 yen, without a payment at the provider.
    pub fn example(kind: ChargeKind, status: ChargeStatus) -> Self {
        Self {
            id: ChargeId(1),
            uid: "charge".to_owned(),
            subject: Subject::Reservation(RestaurantId(1), ReservationId(1)),
            user_id: UserId(1),
            kind,
            position: kind.position(),
            is_void: false,
            attempt: 1,
            amount: Yen(1_000),
            status,
            gateway_fid: None,
            client_secret: None,
            payment_method_fid: None,
            failure_code: None,
            late_declines: 0,
            dispute: None,
            lost_amount: Yen::ZERO,
            refund_due: Yen::ZERO,
            refunded_amount: Yen::ZERO,
            manually_refunded: Yen::ZERO,
            rejected_refunds: 0,
            planned_at: DateTime::UNIX_EPOCH,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_names_its_subject() {
        let restaurant = RestaurantId(7);
        for subject in [
            Subject::Reservation(restaurant, ReservationId(1)),
            Subject::Subscription(SubscriptionId(2)),
            Subject::Correction(Some(restaurant), CorrectionId(3)),
            Subject::Correction(None, CorrectionId(4)),
        ] {
            let PaymentJob::Settle { subject_kind, restaurant_id, subject_id } = subject.job() else { panic!() };
            assert_eq!(Subject::of_job(&subject_kind, restaurant_id, subject_id), Ok(subject));
        }
        assert!(Subject::of_job("lottery", restaurant, 1).is_err());
    }
}
