//! The charges of a subscription, as pages show them and requests return them (gaps G135b).

use chrono::NaiveDate;
use domain::entitlements::tiers::Grade;
use domain::money::Yen;
use domain::plans::quote::{Overlap, Payment, ShownQuote, SubscriptionQuote};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The charges of a request for a price, today and later. All days are in Tokyo.
#[derive(Serialize, ToSchema)]
pub struct PlanQuote {
    /// Charged when the diner agrees. Yen, tax included.
    amount_today: Yen,
    /// Day of the first payment over zero yen.
    first_payment_on: NaiveDate,
    first_payment_amount: Yen,
    /// Day of the payment after it.
    renews_on: NaiveDate,
    /// Later payments: each amount applies from its day on.
    following: Vec<PlanPayment>,
    trial_months: Option<i32>,
    /// Other subscriptions and attempts of the diner that include the tier, or that the tier includes, and that are charged as well.
    overlaps: Vec<PlanOverlap>,
}

#[derive(Serialize, ToSchema)]
pub struct PlanPayment {
    on: NaiveDate,
    amount: Yen,
}

#[derive(Serialize, ToSchema)]
pub struct PlanOverlap {
    grade: Grade,
    /// True if it includes the requested tier; false if the requested tier includes it.
    is_wider: bool,
    /// Amount of its next payment.
    amount: Yen,
    /// month or year
    interval: String,
    interval_count: i32,
    /// Day of its next payment; null for an attempt that waits for the bank.
    renews_on: Option<NaiveDate>,
}

impl PlanQuote {
    pub fn new(quote: &SubscriptionQuote) -> Self {
        Self {
            amount_today: quote.today,
            first_payment_on: quote.first.on,
            first_payment_amount: quote.first.amount,
            renews_on: quote.following.first().map_or(quote.first.on, |payment| payment.on),
            following: quote.following.iter().map(PlanPayment::new).collect(),
            trial_months: quote.trial_months,
            overlaps: quote.overlaps.iter().map(PlanOverlap::new).collect(),
        }
    }
}

impl PlanPayment {
    fn new(payment: &Payment) -> Self {
        Self { on: payment.on, amount: payment.amount }
    }
}

impl PlanOverlap {
    fn new(overlap: &Overlap) -> Self {
        Self {
            grade: overlap.price.grade,
            is_wider: overlap.is_wider,
            amount: overlap.amount,
            interval: overlap.price.interval.clone(),
            interval_count: overlap.price.interval_count,
            renews_on: overlap.renews_on,
        }
    }
}

/// The parts of a `PlanQuote` that the last dialog showed. A request that would be charged something else is rejected with the new quote.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ShownQuoteBody {
    amount_today: Yen,
    first_payment_on: NaiveDate,
    first_payment_amount: Yen,
    renews_on: NaiveDate,
    /// Tiers whose further payment the diner agreed to.
    #[serde(default)]
    overlaps: Vec<Grade>,
}

impl From<ShownQuoteBody> for ShownQuote {
    fn from(body: ShownQuoteBody) -> Self {
        Self {
            today: body.amount_today,
            first: Payment { on: body.first_payment_on, amount: body.first_payment_amount },
            renews_on: body.renews_on,
            overlaps: body.overlaps,
        }
    }
}
