//! Cancellation fees (gaps G086): percentages by days before the visit. A booking keeps the policy under which it was made.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgTypeInfo, PgValueRef};
use sqlx::{Decode, Postgres, Type};

use crate::i18n::{self, Locale, t};
use crate::money::Yen;
use crate::text_enum::UnknownValue;
use crate::zone::Zone;

/// `percent` of the course total is due from `days_before` days before the visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeTier {
    pub days_before: i64,
    pub percent: i64,
}

/// Returns the policy of a new restaurant: 100 % on the day of the visit, 50 % on the day before (gaps G086).
pub fn usual() -> Vec<FeeTier> {
    vec![FeeTier { days_before: 1, percent: 50 }, FeeTier { days_before: 0, percent: 100 }]
}

const COLUMNS: &[&str] = &["restaurants.cancellation_policy", "reservations.cancellation_policy"];

/// The tiers, earliest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct CancellationPolicy(Vec<FeeTier>);

impl Type<Postgres> for CancellationPolicy {
    fn type_info() -> PgTypeInfo {
        Value::type_info()
    }
}

impl<'r> Decode<'r, Postgres> for CancellationPolicy {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Self::from_stored(&Value::decode(value)?)?)
    }
}

impl CancellationPolicy {
    pub fn new(mut tiers: Vec<FeeTier>) -> Self {
        tiers.sort_by_key(|tier| std::cmp::Reverse(tier.days_before));
        Self(tiers)
    }

    /// Parses the policy of a column.
    ///
    /// # Errors
    /// The document is not a list of tiers.
    pub fn from_stored(document: &Value) -> Result<Self, UnknownValue> {
        let tiers = Vec::deserialize(document);
        tiers.map(Self::new).map_err(|_| UnknownValue::new(COLUMNS, document.to_string()))
    }

    pub fn tiers(&self) -> &[FeeTier] {
        &self.0
    }

    /// Returns the first day on which `tier` applies to a visit on `date`.
    pub fn applies_from(tier: FeeTier, date: NaiveDate) -> NaiveDate {
        date - Duration::days(tier.days_before)
    }

    /// Returns the fee for cancelling at `now` a visit on `date` with a course total of `course_total`.
    pub fn fee(&self, course_total: Yen, date: NaiveDate, now: DateTime<Utc>, zone: Zone) -> Yen {
        let today = zone.date_of(now);
        let due = self.0.iter().filter(|tier| Self::applies_from(**tier, date) <= today);
        due.map(|tier| course_total.percent(tier.percent)).max().unwrap_or(Yen::ZERO)
    }

    /// Returns the tiers that still matter on `today` for a visit on `date`: the one that applies on `today`, if any, and the later ones.
    pub fn ahead(&self, date: NaiveDate, today: NaiveDate) -> (Option<FeeTier>, Vec<FeeTier>) {
        let (begun, later): (Vec<FeeTier>, _) =
            self.0.iter().partition(|tier| Self::applies_from(**tier, date) <= today);
        // Of two tiers with the same percentage the later one names the day since which it applies.
        (begun.into_iter().max_by_key(|tier| tier.percent), later)
    }

    /// Whether cancelling a visit on `date` costs a fee already.
    pub fn has_begun(&self, date: NaiveDate, now: DateTime<Utc>, zone: Zone) -> bool {
        let today = zone.date_of(now);
        self.0.iter().any(|tier| tier.percent > 0 && Self::applies_from(*tier, date) <= today)
    }

    /// Returns the maximum fee for a course total of `course_total`.
    pub fn highest_fee(&self, course_total: Yen) -> Yen {
        self.0.iter().map(|tier| course_total.percent(tier.percent)).max().unwrap_or(Yen::ZERO)
    }

    /// Returns the percentage of the course total that a guest who does not come owes: that of the day of the visit (gaps G086).
    pub fn no_show_percent(&self) -> i64 {
        self.0.iter().map(|tier| tier.percent).max().unwrap_or(0)
    }

    /// Formats the fee of a no-show for a course total of `course_total`. `None` if it costs nothing.
    pub fn no_show_of_visit(&self, locale: Locale, course_total: Yen) -> Option<String> {
        let percent = self.no_show_percent();
        let amount = course_total.percent(percent);
        let yen = i18n::yen(locale, amount);
        (amount > Yen::ZERO).then(|| t(locale, "policy.no_show_of_visit", &[("amount", &yen), ("percent", &percent)]))
    }

    /// Formats the fees of a visit on `date` with a course total of `course_total`: the first day and the amount, one line for each tier, and
    /// the fee of a no-show.
    pub fn of_visit(&self, locale: Locale, course_total: Yen, date: NaiveDate) -> Vec<String> {
        if self.highest_fee(course_total) == Yen::ZERO {
            return vec![t(locale, "policy.free", &[])];
        }
        let tiers = self.0.iter().map(|tier| Self::tier_of_visit(*tier, locale, course_total, date));
        tiers.chain(self.no_show_of_visit(locale, course_total)).collect()
    }

    /// Formats one line of `of_visit`.
    pub fn tier_of_visit(tier: FeeTier, locale: Locale, course_total: Yen, date: NaiveDate) -> String {
        let day = i18n::date(locale, Self::applies_from(tier, date));
        let amount = i18n::yen(locale, course_total.percent(tier.percent));
        t(locale, "policy.tier", &[("date", &day), ("amount", &amount), ("percent", &tier.percent)])
    }

    /// Formats the policy, one line for each tier, the day of the visit and the no-show last.
    pub fn lines(&self, locale: Locale) -> String {
        if self.0.is_empty() {
            return t(locale, "policy.free", &[]);
        }
        let line = |tier: &FeeTier| match tier.days_before {
            0 => t(locale, "policy.same_day", &[("percent", &tier.percent)]),
            1 => t(locale, "policy.day_before", &[("percent", &tier.percent)]),
            days => t(locale, "policy.days_before", &[("days", &days), ("percent", &tier.percent)]),
        };
        let percent = self.no_show_percent();
        let no_show = (percent > 0).then(|| t(locale, "policy.no_show", &[("percent", &percent)]));
        self.0.iter().map(line).chain(no_show).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> CancellationPolicy {
        CancellationPolicy::new(vec![FeeTier { days_before: 0, percent: 100 }, FeeTier { days_before: 1, percent: 50 }])
    }

    #[test]
    fn the_fee_grows_towards_the_visit_in_the_restaurants_zone() {
        let date = "2026-11-23".parse().unwrap();
        let fee = |now: &str| usual().fee(Yen(48_000), date, now.parse().unwrap(), Zone::default());
        assert_eq!(fee("2026-11-21T14:59:59Z"), Yen::ZERO);
        assert_eq!(fee("2026-11-21T15:00:00Z"), Yen(24_000));
        assert_eq!(fee("2026-11-22T15:00:00Z"), Yen(48_000));
    }

    #[test]
    fn tiers_of_the_past_are_dropped() {
        let date: NaiveDate = "2026-11-23".parse().unwrap();
        let ahead = |today: &str| {
            let (now, later) = usual().ahead(date, today.parse().unwrap());
            (now.map(|tier| tier.percent), later.iter().map(|tier| tier.percent).collect::<Vec<_>>())
        };
        assert_eq!(ahead("2026-11-21"), (None, vec![50, 100]));
        assert_eq!(ahead("2026-11-22"), (Some(50), vec![100]));
        assert_eq!(ahead("2026-11-23"), (Some(100), vec![]));
    }

    #[test]
    fn policy_starts_on_first_charged_day() {
        let date = "2026-11-23".parse().unwrap();
        let has_begun =
            |policy: &CancellationPolicy, now: &str| policy.has_begun(date, now.parse().unwrap(), Zone::default());
        assert!(!has_begun(&usual(), "2026-11-21T14:59:59Z"));
        assert!(has_begun(&usual(), "2026-11-21T15:00:00Z"));
        let free_first = CancellationPolicy::new(vec![
            FeeTier { days_before: 9, percent: 0 },
            FeeTier { days_before: 0, percent: 100 },
        ]);
        assert!(!has_begun(&free_first, "2026-11-22T14:59:59Z"));
        assert!(!has_begun(&CancellationPolicy::default(), "2026-11-23T00:00:00Z"));
    }

    #[test]
    fn invalid_policy_is_not_read_as_free() {
        let tiers = serde_json::json!([{ "days_before": 1, "percent": 50 }, { "days_before": 3, "percent": 20 }]);
        assert_eq!(CancellationPolicy::from_stored(&tiers).unwrap().tiers()[0].days_before, 3, "the earliest first");
        let unknown = CancellationPolicy::from_stored(&serde_json::json!({ "free": true })).unwrap_err();
        assert_eq!((unknown.columns, unknown.value.as_str()), (COLUMNS, r#"{"free":true}"#));
    }

    #[test]
    fn no_show_costs_the_highest_tier() {
        assert_eq!(usual().no_show_percent(), 100);
        let half = CancellationPolicy::new(vec![
            FeeTier { days_before: 3, percent: 30 },
            FeeTier { days_before: 0, percent: 50 },
        ]);
        assert_eq!(half.no_show_percent(), 50, "unless the restaurant charges less on the day");
        assert_eq!(CancellationPolicy::default().no_show_percent(), 0);
        assert_eq!(half.no_show_of_visit(Locale::En, Yen(39_600)).as_deref(), Some("No-show: ¥19,800 (50%)"));
        assert_eq!(half.no_show_of_visit(Locale::En, Yen::ZERO), None);
    }

    #[test]
    fn no_policy_costs_nothing() {
        let fee = CancellationPolicy::default().fee(
            Yen(1),
            "2026-11-23".parse().unwrap(),
            DateTime::UNIX_EPOCH,
            Zone::default(),
        );
        assert_eq!(fee, Yen::ZERO);
    }

    #[test]
    fn policy_of_visit_names_days_and_yen() {
        let date = "2026-11-23".parse().unwrap();
        let lines = usual().of_visit(Locale::Ja, Yen(48_000), date);
        let no_show = "無断キャンセルの場合 48,000円（100%）";
        assert_eq!(
            lines,
            ["2026年11月22日（日）から 24,000円（50%）", "2026年11月23日（月）から 48,000円（100%）", no_show]
        );
        let lines = usual().of_visit(Locale::En, Yen(48_000), date);
        assert_eq!(lines[0], "From Sun, 22 November 2026: ¥24,000 (50%)");
        assert_eq!(
            usual().of_visit(Locale::En, Yen::ZERO, date),
            ["Cancellation is free."],
            "half of nothing is nothing"
        );
    }

    #[test]
    fn policy_renders_in_both_languages() {
        let tier = |days_before, percent| FeeTier { days_before, percent };
        let text = CancellationPolicy::new(vec![tier(0, 100), tier(1, 50), tier(7, 10)]).lines(Locale::Ja);
        assert_eq!(text.lines().count(), 4);
        assert!(text.starts_with("7日前") && text.ends_with("当日：100%\n無断キャンセル：100%"), "{text}");
        assert!(CancellationPolicy::default().lines(Locale::En).contains("free"));
    }
}
