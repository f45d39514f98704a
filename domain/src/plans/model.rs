//! A diner's subscription, its states and what may follow them (gaps G134).
//!
//! `planned` is written before the provider hears of it; the states between follow the provider's; `ended` is final.

use chrono::{DateTime, Duration, Utc};

use crate::clients::stripe::SubscriptionStatus;
use crate::entitlements::tiers::Grade;
use crate::ids::{SubscriptionId, UserId};
use crate::money::Yen;
use crate::payments::model::Subject;
use crate::text_enum::text_enum;

/// How long a renewal may fail, or stay unheard of, before the tier closes.
pub const GRACE: Duration = Duration::days(7);
/// A subscription that the provider was not told of so long is given up: nobody waits for it any more.
pub const PLANNED_LASTS: Duration = Duration::minutes(10);
const UNFINISHED_CHECK: Duration = Duration::minutes(1);
const PAST_DUE_CHECK: Duration = Duration::hours(6);
const LONGEST_CHECK: Duration = Duration::days(1);

text_enum! {
    pub enum Status of "subscriptions.status" {
        /// Written here; the provider may or may not know it.
        Planned = "planned",
        /// The first payment waits for the card's owner.
        Incomplete = "incomplete",
        Trialing = "trialing",
        Active = "active",
        /// A renewal was refused.
        PastDue = "past_due",
        Ended = "ended",
    }
}

impl Status {
    /// What a status at the provider means here; nothing for one that changes nothing.
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
    pub coupon: Option<SubscribedCoupon>,
    pub current_period_end: Option<DateTime<Utc>>,
    pub access_until: Option<DateTime<Utc>>,
    pub started_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub refused_card_fid: Option<String>,
    pub failure_code: Option<String>,
    pub cancel_requested_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// A price of a tier as diners see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    pub id: i64,
    pub stripe_price_id: String,
    pub grade: Grade,
    pub amount: Yen,
    /// `month` or `year`
    pub interval: String,
    pub interval_count: i32,
    /// Whether it is on offer. One that is not goes on for those who have it.
    pub is_active: bool,
}

/// What the provider takes off the first months.
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

    /// Whether it opens what it is for. Twin: the SQL function `subscribed_grades`.
    pub fn is_open_at(&self, now: DateTime<Utc>) -> bool {
        self.status.is_live() && self.access_until.is_some_and(|until| now < until)
    }

    /// Whether it ends with its period.
    pub const fn is_cancelled(&self) -> bool {
        self.cancel_requested_at.is_some()
    }

    /// The provider's metadata names it, should its answer be lost.
    pub fn is_named_by(&self, metadata: &std::collections::HashMap<String, String>) -> bool {
        metadata.get(UID).is_some_and(|uid| *uid == self.uid)
    }
}

/// Names a subscription of ours in the provider's metadata.
pub const UID: &str = "subscription_uid";

/// Until when a live subscription opens what it is for: to the end promised when it was cancelled; else a renewal may be late, or
/// fail, for a while.
pub fn access_until(
    ends_at: Option<DateTime<Utc>>,
    past_due_since: Option<DateTime<Utc>>,
    period_end: DateTime<Utc>,
) -> DateTime<Utc> {
    let renewed = past_due_since.map_or(period_end + GRACE, |since| since + GRACE);
    ends_at.map_or(renewed, |end| end.min(renewed))
}

/// When the provider is asked next. Its webhooks come earlier, unless one is lost.
pub fn check_at(status: Status, now: DateTime<Utc>, period_end: Option<DateTime<Utc>>) -> DateTime<Utc> {
    let latest = now + LONGEST_CHECK;
    match status {
        Status::Planned | Status::Incomplete => now + UNFINISHED_CHECK,
        Status::PastDue => now + PAST_DUE_CHECK,
        Status::Trialing | Status::Active | Status::Ended => {
            // What should have been renewed and was not is looked at again soon.
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
    fn a_tier_closes_at_the_promised_end_or_when_the_grace_is_over() {
        assert_eq!(access_until(None, None, day(30)), day(37));
        assert_eq!(access_until(Some(day(30)), None, day(30)), day(30));
        // A renewal that was refused does not lengthen it, though the provider's period has moved on.
        assert_eq!(access_until(None, Some(day(30)), day(60)), day(37));
        // Renewed in spite of the promise: the promise counts.
        assert_eq!(access_until(Some(day(30)), None, day(60)), day(30));
    }

    #[test]
    fn the_provider_is_asked_when_something_is_to_change_and_once_a_day() {
        let now = day(10);
        assert_eq!(check_at(Status::Active, now, Some(day(40))), day(11));
        assert_eq!(check_at(Status::Active, now, Some(now + Duration::hours(2))), now + Duration::hours(2));
        assert_eq!(check_at(Status::Active, now, Some(day(9))), now + Duration::minutes(1));
        assert!(check_at(Status::Incomplete, now, Some(day(40))) < check_at(Status::PastDue, now, None));
    }
}
