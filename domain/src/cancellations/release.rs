//! When a cancellation slot opens to which group, and the order of the mails to its members (gaps G100, G101): pure rules.

use chrono::{DateTime, Duration, Utc};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;

use crate::ids::{CustomerGroupId, CustomerId};

/// Delay of the mails after the release (owner §9).
pub const MAIL_AFTER: Duration = Duration::minutes(10);
/// Members without a paid tier get their mails after the others, spread over this period.
const UNPAID_MEMBERS_DELAY_MIN: Duration = Duration::minutes(20);
const UNPAID_MEMBERS_DELAY_MAX: Duration = Duration::minutes(40);

/// A restaurant's policy for cancelled bookings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CancellationSlotPolicy {
    pub is_enabled: bool,
    /// Only visits within this number of days are offered to the groups in turn; None means all.
    pub within_days: Option<i32>,
}

impl CancellationSlotPolicy {
    /// Whether a cancellation of a visit makes a cancellation slot; otherwise its seats simply become free.
    pub fn applies(self, starts_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let is_near = |days: i32| starts_at - now <= Duration::days(i64::from(days));
        self.is_enabled && now < starts_at && self.within_days.is_none_or(is_near)
    }
}

/// How early a cancellation slot opens to a customer group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standby {
    pub group: CustomerGroupId,
    pub is_immediate: bool,
    pub before_days: i32,
    pub before_hours: i32,
}

impl Standby {
    /// Returns the time of the release: immediately, or a duration before the visit; never before now.
    pub fn releasable_at(self, starts_at: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        if self.is_immediate {
            return now;
        }
        let before = Duration::days(self.before_days.into()) + Duration::hours(self.before_hours.into());
        starts_at.checked_sub_signed(before).map_or(now, |at| at.max(now))
    }
}

/// A member of a group who wants mails about cancellation slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandbyMember {
    pub customer: CustomerId,
    pub is_premium: bool,
}

/// Returns the delay of each member's mail after the first mails: none for paying members, 20 to 40 minutes for the others. Shuffles each
/// class with `seed`, so the order can be reproduced.
pub fn mail_plan(members: &[StandbyMember], seed: i64) -> Vec<(StandbyMember, Duration)> {
    let mut members = members.to_vec();
    members.sort_by_key(|member| member.customer);
    members.shuffle(&mut ChaCha20Rng::seed_from_u64(seed.cast_unsigned()));
    let (premium, others): (Vec<_>, Vec<_>) = members.into_iter().partition(|member| member.is_premium);
    let period_seconds = (UNPAID_MEMBERS_DELAY_MAX - UNPAID_MEMBERS_DELAY_MIN).num_seconds();
    let count = i64::try_from(others.len()).unwrap_or(i64::MAX).max(1);
    let later = (0..).zip(others).map(|(place, member): (i64, StandbyMember)| {
        (member, UNPAID_MEMBERS_DELAY_MIN + Duration::seconds(period_seconds.saturating_mul(place) / count))
    });
    premium.into_iter().map(|member| (member, Duration::zero())).chain(later).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        format!("2026-12-{text}:00Z").parse().unwrap()
    }

    fn standby(is_immediate: bool, before_days: i32, before_hours: i32) -> Standby {
        Standby { group: CustomerGroupId(1), is_immediate, before_days, before_hours }
    }

    #[test]
    fn only_near_visit_becomes_cancellation_slot() {
        let policy = CancellationSlotPolicy { is_enabled: true, within_days: Some(7) };
        assert!(policy.applies(at("08T09:00"), at("01T09:00")));
        assert!(!policy.applies(at("08T09:01"), at("01T09:00")));
        assert!(!policy.applies(at("01T09:00"), at("01T09:00")), "a visit that has begun");
        assert!(!CancellationSlotPolicy { is_enabled: false, ..policy }.applies(at("02T09:00"), at("01T09:00")));
        assert!(CancellationSlotPolicy { within_days: None, ..policy }.applies(at("31T09:00"), at("01T09:00")));
        assert!(
            CancellationSlotPolicy { within_days: Some(i32::MAX), ..policy }.applies(at("31T09:00"), at("01T09:00"))
        );
    }

    #[test]
    fn group_release_is_immediate_or_scheduled_never_past() {
        let (start, now) = (at("08T09:00"), at("01T09:00"));
        assert_eq!(standby(true, 3, 0).releasable_at(start, now), now);
        assert_eq!(standby(false, 3, 2).releasable_at(start, now), at("05T07:00"));
        assert_eq!(standby(false, 30, 0).releasable_at(start, now), now);
        assert_eq!(standby(false, 0, 0).releasable_at(start, now), start);
        assert_eq!(standby(false, i32::MAX, i32::MAX).releasable_at(start, now), now);
    }

    #[test]
    fn paid_tier_is_notified_first_in_random_order() {
        let member = |id: i64| StandbyMember { customer: CustomerId(id), is_premium: id % 3 == 0 };
        let members: Vec<_> = (1..=30).map(member).collect();
        let plan = mail_plan(&members, 7);
        assert_eq!(plan.len(), 30);
        assert!(plan[..10].iter().all(|(m, after)| m.is_premium && after.is_zero()));
        let delays: Vec<_> = plan[10..].iter().map(|(_, after)| after.num_minutes()).collect();
        assert!(delays.iter().all(|minutes| (20..40).contains(minutes)) && delays.is_sorted(), "{delays:?}");
        assert_eq!(
            plan,
            mail_plan(&members.iter().rev().copied().collect::<Vec<_>>(), 7),
            "the seed decides, nothing else"
        );
        assert_ne!(plan, mail_plan(&members, 8));
        assert!(mail_plan(&[], 7).is_empty());
    }
}
