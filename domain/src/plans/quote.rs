//! The charges of a subscription and their dates. Only this module computes them: the page shows them, the request returns them for
//! comparison, the provider receives the dates, and the mails repeat them (gaps G135b).
//!
//! All days are in Tokyo. A trial ends on the same day and time of a later month in Tokyo. The provider renews by months of UTC, counted from
//! the first payment, so a renewal is computed as the provider does it and then shown as a day of Tokyo.

use chrono::{DateTime, Duration, Months, NaiveDate, Utc};

use super::model::{Price, Subscription};
use crate::entitlements::tiers::Grade;
use crate::money::Yen;
use crate::zone::Zone;

/// The number of periods among which a subscription's next one is searched.
const MAX_PERIODS: u32 = 1_200;
/// The provider creates a subscription a little after we plan it.
const CREATION_DELAY: Duration = Duration::days(1);

/// A payment on a day of Tokyo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    pub on: NaiveDate,
    pub amount: Yen,
}

/// The charges of a subscription from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionQuote {
    /// Charged when the diner agrees.
    pub today: Yen,
    /// The first payment over zero yen.
    pub first: Payment,
    /// The later payments, with the day from which each amount is charged at every renewal. The first one is the first renewal.
    pub following: Vec<Payment>,
    /// Free months before the first payment.
    pub trial_months: Option<i32>,
    /// Subscriptions and attempts that are charged as well although one of the two tiers includes the other.
    pub overlaps: Vec<Overlap>,
}

/// A subscription that overlaps with a requested tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    pub price: Price,
    /// True if it includes the requested tier; false if the requested tier includes it.
    pub is_wider: bool,
    /// Amount of its next payment, which a coupon may reduce.
    pub amount: Yen,
    /// Day of its next payment. None for an attempt, which is charged when the bank accepts it.
    pub renews_on: Option<NaiveDate>,
}

/// The quote as the last dialog showed it before the diner agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownQuote {
    pub today: Yen,
    pub first: Payment,
    pub renews_on: NaiveDate,
    /// The overlapping tiers whose further payment the diner agreed to.
    pub overlaps: Vec<Grade>,
}

/// A reduction of the first months.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    pub amount_off: Yen,
    pub months: i32,
}

impl SubscriptionQuote {
    /// Returns the quote of a subscription that starts now.
    pub fn of_start(
        price: &Price,
        trial_months: Option<i32>,
        reduction: Option<Reduction>,
        now: DateTime<Utc>,
    ) -> Self {
        let paid_from = trial_months.map_or(now, |months| trial_end(now, months));
        let schedule = Schedule::new(price, reduction, paid_from);
        let (first, following) = schedule.payments_from(0);
        let today = if trial_months.is_some() { Yen::ZERO } else { schedule.amount(0) };
        Self { today, first, following, trial_months, overlaps: Vec::new() }
    }

    /// Returns the quote of a subscription as it started.
    pub fn of_subscription(subscription: &Subscription) -> Self {
        let (months, begun) = (subscription.trial_months, subscription.created_at);
        Self::of_start(&subscription.price, months, reduction_of(subscription), begun)
    }

    /// Returns the quote of a subscription that continues after its paid or free period.
    pub fn of_next_period(subscription: &Subscription) -> Self {
        let begun = subscription.created_at;
        let paid_from = subscription.trial_months.map_or(begun, |months| trial_end(begun, months));
        let schedule = Schedule::new(&subscription.price, reduction_of(subscription), paid_from);
        let next = subscription.current_period_end.map_or(0, |end| schedule.period_at(end));
        let (first, following) = schedule.payments_from(next);
        Self { today: Yen::ZERO, first, following, trial_months: None, overlaps: Vec::new() }
    }

    /// Returns the amount of a declined renewal, which a coupon may reduce. The provider's period begins with the renewal, paid or not.
    pub fn unpaid_renewal(subscription: &Subscription) -> Yen {
        let begun = subscription.created_at;
        let paid_from = subscription.trial_months.map_or(begun, |months| trial_end(begun, months));
        let schedule = Schedule::new(&subscription.price, reduction_of(subscription), paid_from);
        let period = subscription.current_period_end.map_or(0, |end| schedule.period_at(end));
        schedule.amount(period.saturating_sub(1))
    }

    /// Adds the subscriptions of a diner that overlap with `grade` and continue to be charged, and the attempts that the bank can still accept.
    pub fn with_overlaps(self, grade: Grade, subscriptions: &[Subscription], now: DateTime<Utc>) -> Self {
        let is_charged = |known: &&Subscription| {
            let is_awaited = known.status.is_attempt() && known.withdrawn_at.is_none();
            known.grade != grade && (known.is_open_at(now) && !known.is_cancelled() || is_awaited)
        };
        let overlaps = subscriptions.iter().filter(is_charged).filter_map(|known| {
            let is_wider = known.grade.includes(grade);
            (is_wider || grade.includes(known.grade)).then(|| Overlap::new(known, is_wider))
        });
        Self { overlaps: overlaps.collect(), ..self }
    }

    /// Whether the charges equal the shown ones.
    pub fn is_as_shown(&self, shown: &ShownQuote) -> bool {
        let renews_on = self.following.first().map(|payment| payment.on);
        let is_agreed = |overlap: &Overlap| shown.overlaps.contains(&overlap.price.grade);
        self.today == shown.today
            && self.first == shown.first
            && renews_on == Some(shown.renews_on)
            && self.overlaps.iter().all(is_agreed)
    }
}

impl Overlap {
    fn new(known: &Subscription, is_wider: bool) -> Self {
        let is_attempt = known.status.is_attempt();
        let next = match is_attempt {
            true => SubscriptionQuote::of_subscription(known).first,
            false => SubscriptionQuote::of_next_period(known).first,
        };
        let renews_on = (!is_attempt).then_some(next.on);
        Self { price: known.price.clone(), is_wider, amount: next.amount, renews_on }
    }
}

fn reduction_of(subscription: &Subscription) -> Option<Reduction> {
    let coupon = subscription.coupon.as_ref()?;
    Some(Reduction { amount_off: coupon.amount_off, months: coupon.duration_in_months })
}

/// Returns the end of a trial: the same time in Tokyo, a number of months later.
pub fn trial_end(begun: DateTime<Utc>, months: i32) -> DateTime<Utc> {
    let zone = Zone::default();
    let day = zone.date_of(begun);
    let months = Months::new(u32::try_from(months).unwrap_or_default());
    zone.at(day.checked_add_months(months).unwrap_or(day), zone.time_of(begun))
}

/// The payments of a subscription, one for each period.
struct Schedule {
    paid_from: DateTime<Utc>,
    period_months: u32,
    full: Yen,
    reduced: Yen,
    /// A coupon reduces each period that begins within its months.
    reduced_periods: u32,
}

impl Schedule {
    fn new(price: &Price, reduction: Option<Reduction>, paid_from: DateTime<Utc>) -> Self {
        let count = u32::try_from(price.interval_count).unwrap_or_default().max(1);
        let period_months = count * if price.interval == "year" { 12 } else { 1 };
        let months = reduction.map_or(0, |reduction| u32::try_from(reduction.months).unwrap_or_default());
        let off = reduction.map_or(Yen::ZERO, |reduction| reduction.amount_off);
        Self {
            paid_from,
            period_months,
            full: price.amount,
            reduced: (price.amount - off).max(Yen::ZERO),
            reduced_periods: months.div_ceil(period_months),
        }
    }

    fn amount(&self, period: u32) -> Yen {
        if period < self.reduced_periods { self.reduced } else { self.full }
    }

    /// Returns the start of a period, counted as the provider does.
    fn start(&self, period: u32) -> DateTime<Utc> {
        let months = Months::new(period.saturating_mul(self.period_months));
        self.paid_from.checked_add_months(months).unwrap_or(self.paid_from)
    }

    fn payment(&self, period: u32) -> Payment {
        Payment { on: Zone::default().date_of(self.start(period)), amount: self.amount(period) }
    }

    /// Returns the period that begins at an instant that the provider named.
    fn period_at(&self, instant: DateTime<Utc>) -> u32 {
        (0..MAX_PERIODS).find(|period| self.start(*period) + CREATION_DELAY > instant).unwrap_or_default()
    }

    /// Returns the first payment over zero yen from a period on, and the later ones with the day from which each amount applies.
    fn payments_from(&self, period: u32) -> (Payment, Vec<Payment>) {
        let first = if self.amount(period) > Yen::ZERO { period } else { self.reduced_periods };
        let mut following = vec![self.payment(first + 1)];
        if first + 1 < self.reduced_periods {
            following.push(self.payment(self.reduced_periods));
        }
        (self.payment(first), following)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{PlanPriceId, SubscriptionId, UserId};
    use crate::plans::model::{Status, SubscribedCoupon};

    fn price(grade: Grade, amount: i64, interval: &str, interval_count: i32) -> Price {
        Price {
            id: PlanPriceId(1),
            stripe_price_id: "price_1".into(),
            grade,
            amount: Yen(amount),
            interval: interval.into(),
            interval_count,
            is_active: true,
        }
    }

    fn monthly() -> Price {
        price(Grade::Green, 980, "month", 1)
    }

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn subscription(grade: Grade, begun: &str, period_end: &str) -> Subscription {
        Subscription {
            id: SubscriptionId(1),
            uid: "u".into(),
            user_id: UserId(1),
            grade,
            price: Price { grade, ..monthly() },
            status: Status::Active,
            gateway_fid: None,
            trial_months: None,
            campaign_code_id: None,
            coupon: None,
            coupon_code: None,
            current_period_end: Some(at(period_end)),
            access_until: Some(at(period_end) + Duration::days(7)),
            started_at: Some(at(begun)),
            past_due_since: None,
            refused_card_fid: None,
            failure_code: None,
            cancel_requested_at: None,
            ends_at: None,
            withdrawn_at: None,
            created_at: at(begun),
        }
    }

    /// Today's amount, the first payment, and the later ones.
    fn shown(quote: &SubscriptionQuote) -> (i64, String, Vec<String>) {
        let text = |payment: &Payment| format!("{} {}", payment.on, payment.amount);
        (quote.today.0, text(&quote.first), quote.following.iter().map(text).collect())
    }

    fn start(price: &Price, trial: Option<i32>, off: Option<(i64, i32)>, now: &str) -> (i64, String, Vec<String>) {
        let reduction = off.map(|(amount, months)| Reduction { amount_off: Yen(amount), months });
        shown(&SubscriptionQuote::of_start(price, trial, reduction, at(now)))
    }

    fn texts(days: &[&str]) -> Vec<String> {
        days.iter().map(|&day| day.to_owned()).collect()
    }

    #[test]
    fn subscription_without_trial_is_paid_today() {
        let (today, first, later) = start(&monthly(), None, None, "2026-12-05T01:00:00Z");
        assert_eq!((today, first.as_str(), later), (980, "2026-12-05 980", texts(&["2027-01-05 980"])));
        let yearly = price(Grade::Green, 9_800, "year", 1);
        assert_eq!(start(&yearly, None, None, "2026-12-05T01:00:00Z").2, texts(&["2027-12-05 9800"]));
    }

    #[test]
    fn trial_is_free_today_and_paid_after_its_months() {
        for (months, first, later) in [(1, "2027-01-05 980", "2027-02-05 980"), (2, "2027-02-05 980", "2027-03-05 980")]
        {
            let quote = start(&monthly(), Some(months), None, "2026-12-05T01:00:00Z");
            assert_eq!(quote, (0, first.to_owned(), texts(&[later])));
        }
    }

    #[test]
    fn trial_ends_on_the_same_day_of_tokyo() {
        // 00:30 on 1 March in Tokyo, where UTC still has February.
        let begun = at("2027-02-28T15:30:00Z");
        assert_eq!(trial_end(begun, 1), at("2027-03-31T15:30:00Z"));
        assert_eq!(start(&monthly(), Some(1), None, "2027-02-28T15:30:00Z").1, "2027-04-01 980");
    }

    #[test]
    fn trial_from_month_end_ends_on_last_day_of_shorter_month() {
        for (begun, months, first) in [
            ("2027-01-31T03:00:00Z", 1, "2027-02-28 980"),
            ("2028-01-31T03:00:00Z", 1, "2028-02-29 980"),
            ("2028-02-29T03:00:00Z", 1, "2028-03-29 980"),
            ("2026-12-31T14:59:59Z", 2, "2027-02-28 980"),
        ] {
            assert_eq!(start(&monthly(), Some(months), None, begun).1, first, "{begun}");
        }
    }

    #[test]
    fn renewal_is_counted_as_the_provider_does() {
        // The provider adds months in UTC: from 28 February there, which is 1 March in Tokyo.
        assert_eq!(start(&monthly(), None, None, "2027-02-28T15:30:00Z").2, texts(&["2027-03-29 980"]));
        // A renewal on the 31st returns to it after a shorter month.
        let resumed = subscription(Grade::Green, "2027-01-31T03:00:00Z", "2027-02-28T03:00:20Z");
        let quote = SubscriptionQuote::of_next_period(&resumed);
        assert_eq!(shown(&quote), (0, "2027-02-28 980".to_owned(), texts(&["2027-03-31 980"])));
        // Every fourth year has 29 February.
        let yearly = price(Grade::Green, 9_800, "year", 1);
        assert_eq!(start(&yearly, None, None, "2028-02-29T03:00:00Z").2, texts(&["2029-02-28 9800"]));
    }

    #[test]
    fn coupon_reduces_its_months_and_then_the_full_price_follows() {
        let now = "2026-12-05T01:00:00Z";
        assert_eq!(
            start(&monthly(), None, Some((490, 1)), now),
            (490, "2026-12-05 490".to_owned(), texts(&["2027-01-05 980"]))
        );
        assert_eq!(
            start(&monthly(), None, Some((490, 3)), now),
            (490, "2026-12-05 490".to_owned(), texts(&["2027-01-05 490", "2027-03-05 980"]))
        );
        // A yearly price is reduced once, for the whole first year.
        let yearly = price(Grade::Green, 9_800, "year", 1);
        assert_eq!(
            start(&yearly, None, Some((490, 3)), now),
            (9_310, "2026-12-05 9310".to_owned(), texts(&["2027-12-05 9800"]))
        );
    }

    #[test]
    fn coupon_over_the_price_makes_the_first_payment_a_later_one() {
        let quote = start(&monthly(), None, Some((2_000, 2)), "2026-12-05T01:00:00Z");
        assert_eq!(quote, (0, "2027-02-05 980".to_owned(), texts(&["2027-03-05 980"])));
    }

    #[test]
    fn resumed_subscription_keeps_the_rest_of_its_coupon_and_trial() {
        let coupon = SubscribedCoupon { uid: "c".into(), amount_off: Yen(490), duration_in_months: 3 };
        let reduced = Subscription {
            coupon: Some(coupon),
            ..subscription(Grade::Green, "2026-12-05T01:00:00Z", "2027-01-05T01:00:03Z")
        };
        let quote = SubscriptionQuote::of_next_period(&reduced);
        assert_eq!(shown(&quote), (0, "2027-01-05 490".to_owned(), texts(&["2027-02-05 490", "2027-03-05 980"])));
        let trial = Subscription {
            trial_months: Some(2),
            status: Status::Trialing,
            ..subscription(Grade::Green, "2026-12-05T01:00:00Z", "2027-02-05T01:00:00Z")
        };
        let quote = SubscriptionQuote::of_next_period(&trial);
        assert_eq!(shown(&quote), (0, "2027-02-05 980".to_owned(), texts(&["2027-03-05 980"])));
    }

    #[test]
    fn unpaid_renewal_has_the_coupon_of_its_period() {
        let coupon = SubscribedCoupon { uid: "c".into(), amount_off: Yen(490), duration_in_months: 3 };
        for (period_end, amount) in [("2027-03-05T01:00:03Z", 490), ("2027-04-05T01:00:03Z", 980)] {
            let declined = Subscription {
                coupon: Some(coupon.clone()),
                status: Status::PastDue,
                ..subscription(Grade::Green, "2026-12-05T01:00:00Z", period_end)
            };
            assert_eq!(SubscriptionQuote::unpaid_renewal(&declined), Yen(amount), "until {period_end}");
        }
    }

    #[test]
    fn tiers_that_include_each_other_are_named_while_they_are_charged() {
        let (begun, end) = ("2026-12-01T01:00:00Z", "2027-01-01T01:00:00Z");
        let (now, quote) = (at("2026-12-05T01:00:00Z"), |grade| {
            SubscriptionQuote::of_start(&Price { grade, ..monthly() }, None, None, at("2026-12-05T01:00:00Z"))
        });
        let overlaps = |grade, known: &[Subscription]| -> Vec<_> {
            let named = quote(grade).with_overlaps(grade, known, now).overlaps;
            named.iter().map(|overlap| (overlap.price.grade, overlap.is_wider)).collect()
        };
        let premium = subscription(Grade::Green, begun, end);
        assert_eq!(overlaps(Grade::Gold, std::slice::from_ref(&premium)), [(Grade::Green, false)]);
        assert_eq!(overlaps(Grade::Green, &[subscription(Grade::Gold, begun, end)]), [(Grade::Gold, true)]);
        assert!(overlaps(Grade::Ohc, &[subscription(Grade::Gold, begun, end)]).is_empty());
        let cancelled = Subscription { cancel_requested_at: Some(now), ends_at: Some(at(end)), ..premium.clone() };
        assert!(overlaps(Grade::Gold, &[cancelled]).is_empty());
        // The bank can still accept an attempt, unless another request replaced it.
        let attempt =
            Subscription { status: Status::Incomplete, access_until: None, started_at: None, ..premium.clone() };
        assert_eq!(overlaps(Grade::Gold, std::slice::from_ref(&attempt)), [(Grade::Green, false)]);
        assert!(overlaps(Grade::Gold, &[Subscription { withdrawn_at: Some(now), ..attempt }]).is_empty());
        // Its own tier is no overlap: it is subscribed to once.
        assert!(overlaps(Grade::Green, &[premium]).is_empty());
    }

    #[test]
    fn shown_quote_must_have_sums_days_and_overlaps() {
        let now = at("2026-12-05T01:00:00Z");
        let premium = [subscription(Grade::Green, "2026-12-01T01:00:00Z", "2027-01-01T01:00:00Z")];
        let quote =
            SubscriptionQuote::of_start(&monthly(), Some(1), None, now).with_overlaps(Grade::Gold, &premium, now);
        let same = ShownQuote {
            today: Yen::ZERO,
            first: quote.first,
            renews_on: quote.following[0].on,
            overlaps: vec![Grade::Green],
        };
        assert!(quote.is_as_shown(&same));
        let later = Payment { on: quote.following[0].on, ..quote.first };
        let dearer = Payment { amount: Yen(981), ..quote.first };
        for other in [
            ShownQuote { today: Yen(980), ..same.clone() },
            ShownQuote { first: later, ..same.clone() },
            ShownQuote { first: dearer, ..same.clone() },
            ShownQuote { renews_on: quote.first.on, ..same.clone() },
            ShownQuote { overlaps: Vec::new(), ..same.clone() },
        ] {
            assert!(!quote.is_as_shown(&other), "{other:?}");
        }
    }
}
