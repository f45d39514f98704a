//! Warnings about the plans of a restaurant: plans that never open or open twice, rules for days that some months lack, and groups without
//! a plan (gaps G051, G052).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::plan::Periodic;
use super::queries::{self, StoredPlan};
use super::schedule::{Rule, RuleDays};
use super::window::{EffectiveRoundPlan, PlanKind, Round};
use crate::ids::{CustomerGroupId, RestaurantId};
use crate::restaurants::model::Bilingual;
use crate::text_enum::text_enum;
use crate::zone::Zone;

/// Number of openings that are checked and shown.
pub const OPENINGS: usize = 12;
/// Number of restaurants whose plans are loaded at a time.
const BATCH: usize = 500;

text_enum! {
    /// A warning about a plan, or about all plans of a restaurant.
    pub enum PlanWarning {
        /// No day is open now or later.
        NeverOpens = "never_opens",
        /// A later opening opens no day that an earlier one has not opened.
        OpensTwice = "opens_twice",
        /// Members of a group find nothing: it has no plan, and there is no general plan.
        GroupWithoutPlan = "group_without_plan",
        /// A rule is for the 30th or 31st of a month that has no such day, and never applies.
        MissingDay = "missing_day",
        /// A rule is for 29 February, and applies in leap years only.
        LeapDay = "leap_day",
        /// A rule is for the fifth weekday of a month, which some months do not have.
        FifthWeek = "fifth_week",
    }
}

/// An active group of a restaurant, or the diners without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanGroup {
    /// None for diners without a group.
    pub id: Option<CustomerGroupId>,
    pub uid: Option<String>,
    /// Empty for diners without a group.
    pub label: String,
}

/// A warning and its group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanFinding {
    pub code: PlanWarning,
    /// None for the general plan, and for diners without a group.
    pub group: Option<PlanGroup>,
    pub is_preferred: bool,
}

/// A restaurant with the warnings about its plans.
#[derive(Clone, Debug)]
pub struct RestaurantFindings {
    pub slug: String,
    pub name: Bilingual,
    pub findings: Vec<PlanFinding>,
}

/// Returns the active groups of restaurants with their labels, diners without a group first.
pub async fn groups(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
) -> sqlx::Result<BTreeMap<RestaurantId, Vec<PlanGroup>>> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT restaurant_id AS "restaurant_id: RestaurantId", id, uid, label FROM customer_groups
           WHERE restaurant_id = ANY ($1) AND archived_at IS NULL ORDER BY restaurant_id, id"#,
        &ids
    );
    let without_group = || vec![PlanGroup { id: None, uid: None, label: String::new() }];
    let mut groups: BTreeMap<_, _> = restaurants.iter().map(|id| (*id, without_group())).collect();
    for row in rows.fetch_all(conn).await? {
        let group = PlanGroup { id: Some(CustomerGroupId(row.id)), uid: Some(row.uid), label: row.label };
        groups.entry(row.restaurant_id).or_insert_with(without_group).push(group);
    }
    Ok(groups)
}

pub(super) fn has_plan(plans: &[StoredPlan], group: Option<CustomerGroupId>) -> bool {
    plans.iter().any(|plan| !plan.key.is_preferred && plan.key.group == group)
}

/// Returns the plan of a group, or the general one.
pub fn plan_of(plans: &[StoredPlan], group: Option<CustomerGroupId>) -> Option<EffectiveRoundPlan> {
    let regular = || plans.iter().filter(|plan| !plan.key.is_preferred);
    let found =
        regular().find(|plan| plan.key.group == group).or_else(|| regular().find(|plan| plan.key.group.is_none()));
    found.map(|plan| EffectiveRoundPlan {
        kind: plan.kind,
        rounds: plan.rounds.iter().map(|(_, round)| *round).collect(),
    })
}

/// Returns the next openings of a plan, at most `OPENINGS`.
pub(super) fn openings(
    periodic: Option<&Periodic>,
    rounds: &[(String, Round)],
    zone: Zone,
    now: DateTime<Utc>,
) -> Vec<Round> {
    match periodic {
        Some(periodic) => periodic.openings(zone, now, OPENINGS),
        None => {
            rounds.iter().map(|(_, round)| *round).filter(|round| round.effective_at > now).take(OPENINGS).collect()
        }
    }
}

/// Whether the second opening of a pair opens nothing new. An opening of a daily rule, up to the end of a month, opens the same days as the
/// day before: the plan intends that. Two openings on one day, or two rules of a month, count as duplicates.
fn is_redundant(periodic: Option<&Periodic>, zone: Zone, pair: &[Round]) -> bool {
    let (earlier, later) = (pair[0], pair[1]);
    let is_daily = periodic.is_some_and(|plan| plan.rules.iter().any(|rule| rule.days == RuleDays::Every));
    let is_another_day = zone.date_of(earlier.effective_at) != zone.date_of(later.effective_at);
    match is_daily && is_another_day {
        true => later.online_reservable_till < earlier.online_reservable_till,
        false => later.online_reservable_till <= earlier.online_reservable_till,
    }
}

/// Returns the warnings about one plan.
pub(super) fn plan_warnings(
    kind: PlanKind,
    periodic: Option<&Periodic>,
    rounds: &[(String, Round)],
    openings: &[Round],
    zone: Zone,
    now: DateTime<Utc>,
) -> impl Iterator<Item = PlanWarning> {
    let today = zone.date_of(now);
    let has_rounds = matches!(kind, PlanKind::Custom | PlanKind::Periodic);
    let opens = !openings.is_empty() || rounds.iter().any(|(_, round)| round.online_reservable_till >= today);
    let never = (has_rounds && !opens).then_some(PlanWarning::NeverOpens);
    let twice = openings.windows(2).any(|pair| is_redundant(periodic, zone, pair));
    let twice = twice.then_some(PlanWarning::OpensTwice);
    let uneven = periodic.filter(|_| never.is_none()).map(|plan| uneven_rules(&plan.rules)).unwrap_or_default();
    never.into_iter().chain(twice).chain(uneven)
}

/// Returns the warnings about rules for days that a month lacks, in some years or in all.
fn uneven_rules(rules: &[Rule]) -> Vec<PlanWarning> {
    let warning = |rule: &Rule| match rule.days {
        RuleDays::OfMonth { month: 2, day: 29 } => Some(PlanWarning::LeapDay),
        RuleDays::OfMonth { month, day } if day > longest(month) => Some(PlanWarning::MissingDay),
        RuleDays::OfWeek { week: 5, .. } => Some(PlanWarning::FifthWeek),
        _ => None,
    };
    let of_rules: Vec<_> = rules.iter().filter_map(warning).collect();
    let all = [PlanWarning::MissingDay, PlanWarning::LeapDay, PlanWarning::FifthWeek];
    all.into_iter().filter(|warning| of_rules.contains(warning)).collect()
}

/// Returns the number of days of a month, of February in a leap year.
const fn longest(month: u32) -> i32 {
    match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the warnings about the current plans of one restaurant.
pub fn findings(plans: &[StoredPlan], groups: &[PlanGroup], zone: Zone, now: DateTime<Utc>) -> Vec<PlanFinding> {
    let named = |id: Option<CustomerGroupId>| groups.iter().find(|group| id.is_some() && group.id == id).cloned();
    let is_in_use = |plan: &&StoredPlan| plan.key.group.is_none() || named(plan.key.group).is_some();
    let odd = plans.iter().filter(is_in_use).flat_map(|plan| {
        let openings = openings(plan.periodic.as_ref(), &plan.rounds, zone, now);
        let (group, is_preferred) = (named(plan.key.group), plan.key.is_preferred);
        plan_warnings(plan.kind, plan.periodic.as_ref(), &plan.rounds, &openings, zone, now)
            .map(|code| PlanFinding { code, group: group.clone(), is_preferred })
            .collect::<Vec<_>>()
    });
    let without_plan = groups.iter().filter(|group| !has_plan(plans, None) && !has_plan(plans, group.id));
    let without_plan = without_plan.map(|group| PlanFinding {
        code: PlanWarning::GroupWithoutPlan,
        group: group.id.is_some().then(|| group.clone()),
        is_preferred: false,
    });
    odd.chain(without_plan).collect()
}

/// Returns all restaurants that diners can reach and that have warnings, by slug.
pub async fn list(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<RestaurantFindings>> {
    let restaurants = sqlx::query!(
        r#"SELECT id AS "id: RestaurantId", slug, name_ja, name_en, time_zone AS "time_zone: Zone"
           FROM restaurants WHERE visibility <> 'hidden' ORDER BY slug"#
    );
    let restaurants = restaurants.fetch_all(&mut *conn).await?;
    let mut linted = Vec::new();
    for some in restaurants.chunks(BATCH) {
        let ids: Vec<_> = some.iter().map(|restaurant| restaurant.id).collect();
        let (plans, groups) = (queries::list_of(conn, &ids, now).await?, groups(conn, &ids).await?);
        for restaurant in some {
            let of = restaurant.id;
            let (plans, groups) = (plans.get(&of).map_or(&[][..], Vec::as_slice), groups.get(&of));
            let findings = findings(plans, groups.map_or(&[][..], Vec::as_slice), restaurant.time_zone, now);
            if !findings.is_empty() {
                let name = Bilingual::new(&restaurant.name_ja, &restaurant.name_en);
                linted.push(RestaurantFindings { slug: restaurant.slug.clone(), name, findings });
            }
        }
    }
    Ok(linted)
}

#[cfg(test)]
mod tests {
    use chrono::NaiveTime;

    use super::super::plan::OpenUptoMode;
    use super::*;

    fn rule_warnings(rules: &[(RuleDays, u32)], open_upto_mode: OpenUptoMode) -> Vec<PlanWarning> {
        let rule = |(days, hour): &(RuleDays, u32)| Rule {
            days: *days,
            time: NaiveTime::from_hms_opt(*hour, 0, 0).expect("a time"),
        };
        let rules = rules.iter().map(rule).collect();
        let plan = Periodic { rules, open_for_months: 1, open_upto_mode, open_immediate: false };
        let now = "2026-12-01T00:00:00Z".parse().expect("an instant");
        let openings = openings(Some(&plan), &[], Zone::default(), now);
        plan_warnings(PlanKind::Periodic, Some(&plan), &[], &openings, Zone::default(), now).collect()
    }

    #[test]
    fn a_daily_plan_up_to_the_end_of_a_month_does_not_open_twice() {
        use OpenUptoMode::{DayOfMonth, EndOfMonth};
        let monthly = |day| RuleDays::OfMonth { month: 12, day };
        assert_eq!(rule_warnings(&[(RuleDays::Every, 10)], EndOfMonth), []);
        assert_eq!(rule_warnings(&[(RuleDays::Every, 10)], DayOfMonth), []);
        assert_eq!(
            rule_warnings(&[(RuleDays::Every, 10), (RuleDays::Every, 18)], EndOfMonth),
            [PlanWarning::OpensTwice]
        );
        assert_eq!(rule_warnings(&[(monthly(5), 10), (monthly(15), 10)], EndOfMonth), [PlanWarning::OpensTwice]);
        assert_eq!(rule_warnings(&[(monthly(5), 10), (monthly(15), 10)], DayOfMonth), []);
    }

    #[test]
    fn days_that_a_month_lacks_are_named() {
        let every_month = |day| (1..=12).map(|month| (RuleDays::OfMonth { month, day }, 10)).collect::<Vec<_>>();
        let warnings = |days: &[(RuleDays, u32)]| rule_warnings(days, OpenUptoMode::DayOfMonth);
        assert_eq!(warnings(&every_month(28)), []);
        assert_eq!(warnings(&every_month(super::super::schedule::LAST)), []);
        assert!(warnings(&every_month(29)).ends_with(&[PlanWarning::LeapDay]));
        assert!(warnings(&every_month(30)).ends_with(&[PlanWarning::MissingDay]));
        assert!(warnings(&every_month(31)).ends_with(&[PlanWarning::MissingDay]));
        let leap = RuleDays::OfMonth { month: 2, day: 29 };
        assert_eq!(warnings(&[(leap, 10)]), [PlanWarning::LeapDay]);
        let fifth = RuleDays::OfWeek { month: 3, week: 5, weekday: chrono::Weekday::Mon };
        assert_eq!(warnings(&[(fifth, 10)]), [PlanWarning::FifthWeek]);
        let never = RuleDays::OfMonth { month: 2, day: 30 };
        assert_eq!(warnings(&[(never, 10)]), [PlanWarning::NeverOpens], "one reason is enough");
    }
}
