use chrono::Weekday;
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::rounds::schedule::{LAST, RuleDays};

fn at(text: &str) -> DateTime<Utc> {
    parse_effective_at(Zone::default(), text).unwrap()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn rule(days: RuleDays) -> Rule {
    Rule { days, time: NaiveTime::from_hms_opt(10, 0, 0).unwrap() }
}

fn first_of_each_month(open_upto_mode: OpenUptoMode) -> Periodic {
    let rules = (1..=12).map(|month| rule(RuleDays::OfMonth { month, day: 1 })).collect();
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
    let last = Periodic { rules: vec![rule(RuleDays::OfMonth { month: 12, day: LAST })], ..same_day };
    assert_eq!(
        last.openings(zone, at("2026-11-24 09:00:00"), 1)[0].online_reservable_till,
        day("2027-02-28"),
        "clamped"
    );
}

#[test]
fn opening_is_in_effect_at_its_instant() {
    let (zone, plan) = (Zone::default(), first_of_each_month(OpenUptoMode::EndOfMonth));
    let opening = at("2026-12-01 10:00:00");
    assert_eq!(plan.current(zone, opening).unwrap().effective_at, opening);
    assert_eq!(plan.upcoming(zone, opening, opening + Duration::days(40))[0].effective_at, at("2027-01-01 10:00:00"));
}

#[test]
fn rare_opening_is_created_however_far_ahead() {
    let leap = Periodic {
        rules: vec![rule(RuleDays::OfMonth { month: 2, day: 29 })],
        ..first_of_each_month(OpenUptoMode::EndOfMonth)
    };
    let now = at("2026-11-24 09:00:00");
    let coming = leap.upcoming(Zone::default(), now, now + ROUNDS_HORIZON);
    assert_eq!(coming.iter().map(|round| round.effective_at).collect::<Vec<_>>(), [at("2028-02-29 10:00:00")]);
    let never = Periodic { rules: vec![rule(RuleDays::OfMonth { month: 2, day: 30 })], ..leap };
    assert!(never.upcoming(Zone::default(), now, now + ROUNDS_HORIZON).is_empty());
    assert_eq!(never.current(Zone::default(), now), None);
}

#[test]
fn a_fifth_week_that_a_month_lacks_is_skipped() {
    let fifth = (1..=12).map(|month| rule(RuleDays::OfWeek { month, week: 5, weekday: Weekday::Mon })).collect();
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
fn custom_plan_is_rejected_for_each_violated_rule() {
    let now = at("2026-11-24 09:00:00");
    let check = |rounds| check_custom(rounds, |key| key == "known", Zone::default(), now);
    let december = || custom(None, "2026-12-01 10:00:00", "2026-12-31");
    assert_eq!(check(vec![]), Err(RoundsRejected::Empty));
    assert_eq!(
        check(vec![december(), custom(None, "2026-12-01 10:00:00", "2027-01-31")]),
        Err(RoundsRejected::SameStart)
    );
    assert_eq!(
        check(vec![december(), custom(None, "2026-12-15 10:00:00", "2027-01-31")]),
        Err(RoundsRejected::Overlapping)
    );
    assert_eq!(
        check(vec![december(), custom(None, "2026-11-25 10:00:00", "2027-01-31")]),
        Err(RoundsRejected::Overlapping)
    );
    assert_eq!(check(vec![custom(None, "2026-11-23 10:00:00", "2026-12-31")]), Err(RoundsRejected::Past));
    assert_eq!(check(vec![custom(None, "2026-12-02 10:00:00", "2026-12-01")]), Err(RoundsRejected::Backwards));
    assert_eq!(check(vec![custom(None, "2026-12-02 10:03:00", "2026-12-05")]), Err(RoundsRejected::OddMinute));
    let kept = custom(Some("known"), "2026-10-01 10:00:00", "2026-11-30");
    let today = custom(None, "2026-11-24 08:00:00", "2026-11-24");
    assert_eq!(check(vec![kept.clone()]).unwrap(), [kept]);
    assert_eq!(check(vec![custom(Some("unknown"), "2026-10-01 10:00:00", "2026-11-30")]), Err(RoundsRejected::Past));
    assert_eq!(check(vec![today.clone()]).unwrap(), [today], "earlier today takes effect immediately");
    let after = custom(None, "2026-12-31 10:00:00", "2027-01-31");
    assert_eq!(
        check(vec![after.clone(), december()]).unwrap(),
        [december(), after],
        "sorted; one may begin on another's last date"
    );
}

#[test]
fn round_start_formats_as_parsed() {
    assert_eq!(write_effective_at(Zone::default(), at("2026-12-01 10:05:00")), "2026-12-01 10:05:00");
    for bad in ["", "2026-12-01", "2026-13-01 10:00:00", "2026-12-01 25:00:00", "2026-12-01 10:00:00Z"] {
        assert_eq!(parse_effective_at(Zone::default(), bad), None, "{bad}");
    }
}

const WEEKDAYS: [Weekday; 7] =
    [Weekday::Sun, Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat];

fn any_rule() -> impl Strategy<Value = Rule> {
    let last_or = |most: i32| prop_oneof![4 => 1..=most, 1 => Just(LAST)];
    let days = prop_oneof![
        1 => Just(RuleDays::Every),
        4 => (1..=12_u32, last_or(31)).prop_map(|(month, day)| RuleDays::OfMonth { month, day }),
        4 => (1..=12_u32, last_or(5), prop::sample::select(WEEKDAYS.to_vec()))
            .prop_map(|(month, week, weekday)| RuleDays::OfWeek { month, week, weekday }),
    ];
    (days, 0..24_u32, 0..12_u32).prop_map(|(days, hour, fives)| {
        let time = NaiveTime::from_hms_opt(hour, fives * 5, 0).unwrap();
        Rule { days, time }
    })
}

fn any_plan() -> impl Strategy<Value = Periodic> {
    let mode = prop_oneof![Just(OpenUptoMode::EndOfMonth), Just(OpenUptoMode::DayOfMonth)];
    (vec(any_rule(), 1..8), 1..=12_u32, mode, any::<bool>()).prop_map(
        |(rules, open_for_months, open_upto_mode, open_immediate)| Periodic {
            rules,
            open_for_months,
            open_upto_mode,
            open_immediate,
        },
    )
}

/// An instant within about eight years, in half of the cases on a full five minutes, as openings are.
fn any_instant() -> impl Strategy<Value = DateTime<Utc>> {
    let first = at("2024-01-01 00:00:00").timestamp_millis();
    let milliseconds = 8 * 366 * 86_400_000_i64;
    (0..milliseconds, any::<bool>()).prop_map(move |(after, is_full)| {
        let after = if is_full { after - after % 300_000 } else { after };
        DateTime::from_timestamp_millis(first + after).unwrap()
    })
}

/// Number of days of a month, by the calendar's rule and without a library.
fn days_of(year: i32, month: i32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// The last bookable date, computed by counting months from year 0.
fn till_by_count(plan: &Periodic, opens_on: NaiveDate) -> NaiveDate {
    let months = opens_on.year() * 12 + opens_on.month0() as i32 + plan.open_for_months as i32;
    let (year, month) = (months / 12, months % 12 + 1);
    let last = days_of(year, month);
    let day = match plan.open_upto_mode {
        OpenUptoMode::EndOfMonth => last,
        OpenUptoMode::DayOfMonth => opens_on.day().min(last),
    };
    NaiveDate::from_ymd_opt(year, month as u32, day).unwrap()
}

proptest! {
    #[test]
    fn coming_rounds_match_openings_and_counted_range(
        plan in any_plan(), from in any_instant(), days in 0..200_i64,
    ) {
        let zone = Zone::default();
        let until = from + Duration::days(days);
        let coming = plan.upcoming(zone, from, until);
        let scheduled = schedule::between(&plan.rules, zone, from, until);
        let scheduled: Vec<_> = scheduled.into_iter().filter(|at| *at > from).collect();
        let starts: Vec<_> = coming.iter().map(|round| round.effective_at).collect();
        if scheduled.is_empty() {
            let next = schedule::next(&plan.rules, zone, from);
            prop_assert!(next.is_none_or(|next| next >= until));
            prop_assert_eq!(starts, Vec::from_iter(next), "the next one at least");
        } else {
            prop_assert_eq!(starts, scheduled);
        }
        for Round { effective_at, online_reservable_till } in coming.into_iter().chain(plan.current(zone, from)) {
            prop_assert_eq!(online_reservable_till, till_by_count(&plan, zone.date_of(effective_at)));
        }
    }

    /// As the worker extends a plan: the instant at which the previous rounds end belongs to the next ones.
    #[test]
    fn rounds_created_in_two_steps_equal_one_step(
        plan in any_plan(), from in any_instant(), first in 1..100_i64, second in 1..100_i64,
    ) {
        let zone = Zone::default();
        let middle = from + Duration::days(first);
        let until = middle + Duration::days(second);
        let mut joined = plan.upcoming(zone, from, middle);
        joined.extend(plan.upcoming(zone, middle - Duration::milliseconds(1), until));
        // The next opening is created however far ahead it is, and may be created twice; the database stores it once.
        joined.dedup();
        let whole = plan.upcoming(zone, from, until);
        let is_within = |round: &&Round| round.effective_at < until;
        prop_assert!(joined.is_sorted_by_key(|round| round.effective_at));
        prop_assert_eq!(
            Vec::from_iter(joined.iter().filter(is_within)),
            Vec::from_iter(whole.iter().filter(is_within))
        );
        prop_assert_eq!(joined.is_empty(), whole.is_empty());
    }

    #[test]
    fn the_round_in_effect_is_the_last_that_has_begun(plan in any_plan(), now in any_instant()) {
        let zone = Zone::default();
        let since = now - Duration::days(schedule::max_wait_days(&plan.rules));
        let begun = schedule::between(&plan.rules, zone, since, now + Duration::milliseconds(1));
        let current = plan.current(zone, now).map(|round| round.effective_at);
        prop_assert_eq!(current, begun.last().copied());
        let next = plan.openings(zone, now, 1).first().map(|round| round.effective_at);
        prop_assert!(next.is_none_or(|next| next > now));
        prop_assert_eq!(next, plan.upcoming(zone, now, now).first().map(|round| round.effective_at));
    }
}
