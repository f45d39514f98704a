//! A diner's subscription, its states and their transitions (gaps G134).
//!
//! `planned` is written before the provider is called; the following states are the provider's; `ended` is final.

use chrono::{DateTime, Duration, Utc};

use crate::clients::stripe::SubscriptionStatus;
use crate::entitlements::tiers::Grade;
use crate::ids::{CampaignCodeId, PlanPriceId, RestaurantId, SubscriptionId, UserCouponCodeId, UserId};
use crate::money::Yen;
use crate::payments::model::Subject;
use crate::text_enum::text_enum;

/// Time for which a renewal may fail, or be unknown, before the tier closes.
pub const GRACE: Duration = Duration::days(7);
/// A subscription that did not reach the provider in this time is abandoned: no request waits for it any more.
pub const PLANNED_LASTS: Duration = Duration::minutes(10);
/// Within this time, a diner's request may still be creating the subscription at the provider.
pub const REQUEST_LASTS: Duration = Duration::minutes(1);
const UNFINISHED_CHECK: Duration = Duration::minutes(1);
const PAST_DUE_CHECK: Duration = Duration::hours(6);
const MAX_CHECK_INTERVAL: Duration = Duration::days(1);

text_enum! {
    pub enum Status of "subscriptions.status" {
        /// Written here; the provider may or may not know it.
        Planned = "planned",
        /// The first payment waits for the cardholder.
        Incomplete = "incomplete",
        Trialing = "trialing",
        Active = "active",
        /// A renewal was declined.
        PastDue = "past_due",
        Ended = "ended",
    }
}

impl Status {
    /// Maps a status of the provider to ours; None for one that changes nothing.
    pub const fn of_provider(status: SubscriptionStatus) -> Option<Self> {
        Some(match status {
            SubscriptionStatus::Incomplete => Self::Incomplete,
            SubscriptionStatus::Trialing => Self::Trialing,
            SubscriptionStatus::Active => Self::Active,
            SubscriptionStatus::PastDue | SubscriptionStatus::Unpaid => Self::PastDue,
            SubscriptionStatus::Canceled | SubscriptionStatus::IncompleteExpired => Self::Ended,
            SubscriptionStatus::Paused | SubscriptionStatus::Other => return None,
        })
    }

    pub const fn is_live(self) -> bool {
        matches!(self, Self::Trialing | Self::Active | Self::PastDue)
    }

    /// Whether nothing was paid yet: the provider or the bank has not decided.
    pub const fn is_attempt(self) -> bool {
        matches!(self, Self::Planned | Self::Incomplete)
    }
}

#[derive(Clone, Debug)]
pub struct Subscription {
    pub id: SubscriptionId,
    pub uid: String,
    pub user_id: UserId,
    pub grade: Grade,
    pub price: Price,
    pub status: Status,
    pub gateway_fid: Option<String>,
    pub trial_months: Option<i32>,
    /// The campaign code that gave the trial.
    pub campaign_code_id: Option<CampaignCodeId>,
    pub coupon: Option<SubscribedCoupon>,
    /// The code that gave the coupon: the restaurant that issued it, and its id.
    pub coupon_code: Option<(RestaurantId, UserCouponCodeId)>,
    pub current_period_end: Option<DateTime<Utc>>,
    pub access_until: Option<DateTime<Utc>>,
    pub started_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub refused_card_fid: Option<String>,
    pub failure_code: Option<String>,
    pub cancel_requested_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    /// Time at which another request replaced it while it waited for the bank.
    pub withdrawn_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// A price of a tier for diners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    pub id: PlanPriceId,
    pub stripe_price_id: String,
    pub grade: Grade,
    pub amount: Yen,
    /// `month` or `year`.
    pub interval: String,
    pub interval_count: i32,
    /// Whether it is offered. A price that is not offered remains for its existing subscribers.
    pub is_active: bool,
}

/// The provider's discount for the first months.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscribedCoupon {
    pub uid: String,
    pub amount_off: Yen,
    pub duration_in_months: i32,
}

impl Subscription {
    pub const fn subject(&self) -> Subject {
        Subject::Subscription(self.id)
    }

    /// Whether it gives access to its tier. Counterpart: the SQL function `subscribed_grades`.
    pub fn is_open_at(&self, now: DateTime<Utc>) -> bool {
        self.status.is_live() && self.access_until.is_some_and(|until| now < until)
    }

    /// Whether it ends with its period.
    pub const fn is_cancelled(&self) -> bool {
        self.cancel_requested_at.is_some()
    }

    /// Whether the provider's metadata names it, in case a response was lost.
    pub fn is_named_by(&self, metadata: &std::collections::HashMap<String, String>) -> bool {
        metadata.get(UID).is_some_and(|uid| *uid == self.uid)
    }
}

/// Returns the path of the page on which the subscribers of a tier pay a declined renewal, and cancel.
pub const fn member_page(grade: Grade) -> &'static str {
    match grade {
        Grade::Green => "/users/premium",
        Grade::Gold => "/gold",
        Grade::Ohc => "/ohc",
    }
}

/// Key of our subscription's uid in the provider's metadata.
pub const UID: &str = "subscription_uid";

/// Returns the end of a live subscription's access: the agreed end if it was cancelled, otherwise with a grace period for a late or failed
/// renewal.
pub fn access_until(
    ends_at: Option<DateTime<Utc>>,
    past_due_since: Option<DateTime<Utc>>,
    period_end: DateTime<Utc>,
) -> DateTime<Utc> {
    let renewed = past_due_since.map_or(period_end + GRACE, |since| since + GRACE);
    ends_at.map_or(renewed, |end| end.min(renewed))
}

/// Returns the time of the next check at the provider. Its webhooks come earlier, unless one is lost.
pub fn check_at(status: Status, now: DateTime<Utc>, period_end: Option<DateTime<Utc>>) -> DateTime<Utc> {
    let latest = now + MAX_CHECK_INTERVAL;
    match status {
        Status::Planned | Status::Incomplete => now + UNFINISHED_CHECK,
        Status::PastDue => now + PAST_DUE_CHECK,
        Status::Trialing | Status::Active | Status::Ended => {
            // An overdue renewal is checked again soon.
            period_end.map_or(latest, |end| if end <= now { now + UNFINISHED_CHECK } else { end.min(latest) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(days: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::days(days)
    }

    #[test]
    fn tier_closes_at_scheduled_end_or_after_grace() {
        assert_eq!(access_until(None, None, day(30)), day(37));
        assert_eq!(access_until(Some(day(30)), None, day(30)), day(30));
        // A declined renewal does not extend it, although the provider's period has moved on.
        assert_eq!(access_until(None, Some(day(30)), day(60)), day(37));
        // Renewed in spite of the agreed end: the agreed end applies.
        assert_eq!(access_until(Some(day(30)), None, day(60)), day(30));
    }

    #[test]
    fn provider_is_checked_at_changes_and_daily() {
        let now = day(10);
        assert_eq!(check_at(Status::Active, now, Some(day(40))), day(11));
        assert_eq!(check_at(Status::Active, now, Some(now + Duration::hours(2))), now + Duration::hours(2));
        assert_eq!(check_at(Status::Active, now, Some(day(9))), now + Duration::minutes(1));
        assert!(check_at(Status::Incomplete, now, Some(day(40))) < check_at(Status::PastDue, now, None));
    }
}
