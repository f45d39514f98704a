use chrono::Weekday;

use super::*;
use crate::rounds::schedule::{Days, LAST};

fn at(text: &str) -> DateTime<Utc> {
    parse_effective_at(Zone::default(), text).unwrap()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn rule(days: Days) -> Rule {
    Rule { days, time: NaiveTime::from_hms_opt(10, 0, 0).unwrap() }
}

fn first_of_each_month(open_upto_mode: OpenUptoMode) -> Periodic {
    let rules = (1..=12).map(|month| rule(Days::OfMonth { month, day: 1 })).collect();
    Periodic { rules, open_for_months: 2, open_upto_mode, open_immediate: true }
}

#[test]
fn an_opening_reaches_to_the_end_of_a_month_or_the_same_day_of_it() {
    let zone = Zone::default();
    let to_the_end = first_of_each_month(OpenUptoMode::EndOfMonth);
    let current = to_the_end.current(zone, at("2026-11-24 09:00:00")).unwrap();
    assert_eq!(current, Round { effective_at: at("2026-11-01 10:00:00"), online_reservable_till: day("2027-01-31") });
    let same_day = first_of_each_month(OpenUptoMode::DayOfMonth);
    assert_eq!(same_day.openings(zone, at("2026-11-24 09:00:00"), 1)[0].online_reservable_till, day("2027-02-01"));
    let last = Periodic { rules: vec![rule(Days::OfMonth { month: 12, day: LAST })], ..same_day };
    assert_eq!(
        last.openings(zone, at("2026-11-24 09:00:00"), 1)[0].online_reservable_till,
        day("2027-02-28"),
        "clamped"
    );
}

#[test]
fn the_instant_of_an_opening_is_in_effect_and_not_to_come() {
    let (zone, plan) = (Zone::default(), first_of_each_month(OpenUptoMode::EndOfMonth));
    let opening = at("2026-12-01 10:00:00");
    assert_eq!(plan.current(zone, opening).unwrap().effective_at, opening);
    assert_eq!(plan.coming(zone, opening, opening + Duration::days(40))[0].effective_at, at("2027-01-01 10:00:00"));
}

#[test]
fn a_rare_opening_is_made_however_far_it_is() {
    let leap = Periodic {
        rules: vec![rule(Days::OfMonth { month: 2, day: 29 })],
        ..first_of_each_month(OpenUptoMode::EndOfMonth)
    };
    let now = at("2026-11-24 09:00:00");
    let coming = leap.coming(Zone::default(), now, now + MADE_AHEAD);
    assert_eq!(coming.iter().map(|round| round.effective_at).collect::<Vec<_>>(), [at("2028-02-29 10:00:00")]);
    let never = Periodic { rules: vec![rule(Days::OfMonth { month: 2, day: 30 })], ..leap };
    assert!(never.coming(Zone::default(), now, now + MADE_AHEAD).is_empty());
    assert_eq!(never.current(Zone::default(), now), None);
}

#[test]
fn a_fifth_week_that_a_month_lacks_is_skipped() {
    let fifth = (1..=12).map(|month| rule(Days::OfWeek { month, week: 5, weekday: Weekday::Mon })).collect();
    let plan = Periodic { rules: fifth, ..first_of_each_month(OpenUptoMode::EndOfMonth) };
    let days: Vec<_> = plan
        .openings(Zone::default(), at("2026-11-24 09:00:00"), 3)
        .into_iter()
        .map(|round| round.effective_at)
        .collect();
    assert_eq!(days, [at("2026-11-30 10:00:00"), at("2027-03-29 10:00:00"), at("2027-05-31 10:00:00")]);
}

fn custom(key: Option<&str>, effective_at: &str, till: &str) -> CustomRound {
    let round = Round { effective_at: at(effective_at), online_reservable_till: day(till) };
    CustomRound { key: key.map(str::to_owned), round }
}

#[test]
fn a_custom_plan_is_refused_for_each_rule_it_breaks() {
    let now = at("2026-11-24 09:00:00");
    let check = |rounds| check_custom(rounds, |key| key == "known", Zone::default(), now);
    let december = || custom(None, "2026-12-01 10:00:00", "2026-12-31");
    assert_eq!(check(vec![]), Err(RoundsRefused::Empty));
    assert_eq!(
        check(vec![december(), custom(None, "2026-12-01 10:00:00", "2027-01-31")]),
        Err(RoundsRefused::SameStart)
    );
    assert_eq!(
        check(vec![december(), custom(None, "2026-12-15 10:00:00", "2027-01-31")]),
        Err(RoundsRefused::Overlapping)
    );
    assert_eq!(
        check(vec![december(), custom(None, "2026-11-25 10:00:00", "2027-01-31")]),
        Err(RoundsRefused::Overlapping)
    );
    assert_eq!(check(vec![custom(None, "2026-11-23 10:00:00", "2026-12-31")]), Err(RoundsRefused::Past));
    assert_eq!(check(vec![custom(None, "2026-12-02 10:00:00", "2026-12-01")]), Err(RoundsRefused::Backwards));
    assert_eq!(check(vec![custom(None, "2026-12-02 10:03:00", "2026-12-05")]), Err(RoundsRefused::OddMinute));
    let kept = custom(Some("known"), "2026-10-01 10:00:00", "2026-11-30");
    let today = custom(None, "2026-11-24 08:00:00", "2026-11-24");
    assert_eq!(check(vec![kept.clone()]).unwrap(), [kept]);
    assert_eq!(check(vec![custom(Some("unknown"), "2026-10-01 10:00:00", "2026-11-30")]), Err(RoundsRefused::Past));
    assert_eq!(check(vec![today.clone()]).unwrap(), [today], "earlier today takes effect at once");
    let after = custom(None, "2026-12-31 10:00:00", "2027-01-31");
    assert_eq!(
        check(vec![after.clone(), december()]).unwrap(),
        [december(), after],
        "sorted; one may begin on another's last date"
    );
}

#[test]
fn a_start_is_told_as_it_is_read() {
    assert_eq!(write_effective_at(Zone::default(), at("2026-12-01 10:05:00")), "2026-12-01 10:05:00");
    for bad in ["", "2026-12-01", "2026-13-01 10:00:00", "2026-12-01 25:00:00", "2026-12-01 10:00:00Z"] {
        assert_eq!(parse_effective_at(Zone::default(), bad), None, "{bad}");
    }
}
