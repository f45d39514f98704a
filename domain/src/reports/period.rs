//! Weeks and months of a report, with the totals of their days.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, Days, NaiveDate};

use super::model::{Channel, DailyTotals, LEAD_BOUNDS, LeadTimeTotals};
use super::totals::ComputedTotals;
use crate::restaurants::model::Operation;
use crate::restaurants::stays::is_at_seats;
use crate::text_enum::text_enum;
use crate::zone::{BusinessTime, YearMonth};

/// Maximum number of months of a report.
pub const MAX_MONTHS: usize = 24;

text_enum! {
    #[schema(as = ReportStep)]
    /// Length of a period.
    pub enum PeriodLength {
        /// From Monday to Sunday.
        Week = "week",
        Month = "month",
    }
}

/// The months of a report. Weeks are complete: if a month begins or ends within a week, the report includes the whole week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportSpan {
    step: PeriodLength,
    from: YearMonth,
    till: YearMonth,
}

impl ReportSpan {
    /// Creates a span; None if it ends before it begins, or exceeds the maximum length.
    pub fn new(step: PeriodLength, from: YearMonth, till: YearMonth) -> Option<Self> {
        let months = std::iter::successors(Some(from), |month| Some(month.next()));
        let count = months.take(MAX_MONTHS).position(|month| month == till);
        count.map(|_| Self { step, from, till })
    }

    pub fn step(self) -> PeriodLength {
        self.step
    }

    pub fn months(self) -> (YearMonth, YearMonth) {
        (self.from, self.till)
    }

    /// Returns the first and the last day.
    pub fn days(self) -> (NaiveDate, NaiveDate) {
        let (first, last) = (self.from.first_day(), self.till.last_day());
        match self.step {
            PeriodLength::Month => (first, last),
            PeriodLength::Week => (monday(first), sunday(last)),
        }
    }

    /// Returns each period's first and last day.
    fn periods(self) -> Vec<(NaiveDate, NaiveDate)> {
        let (first, last) = self.days();
        let end_of = |day: NaiveDate| match self.step {
            PeriodLength::Month => YearMonth::containing(day).last_day(),
            PeriodLength::Week => sunday(day),
        };
        let next = |(_, end): &(NaiveDate, NaiveDate)| {
            let day = *end + Days::new(1);
            (day <= last).then(|| (day, end_of(day)))
        };
        std::iter::successors(Some((first, end_of(first))), next).collect()
    }
}

fn monday(day: NaiveDate) -> NaiveDate {
    day - Days::new(day.weekday().num_days_from_monday().into())
}

fn sunday(day: NaiveDate) -> NaiveDate {
    monday(day) + Days::new(6)
}

/// Totals of a week or a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodTotals {
    pub first_day: NaiveDate,
    pub last_day: NaiveDate,
    /// In the order of `Channel::ALL`.
    pub channels: [DailyTotals; Channel::ALL.len()],
    /// In the order of `LEAD_BOUNDS`.
    pub leads: [LeadTimeTotals; LEAD_BOUNDS.len()],
}

impl PeriodTotals {
    pub fn total(&self) -> DailyTotals {
        self.channels.iter().fold(DailyTotals::default(), |mut all, sums| {
            all.add(*sums);
            all
        })
    }

    /// Returns the average number of days before the visit; None without a booking.
    #[expect(clippy::cast_precision_loss, reason = "days and parties are small numbers")]
    pub fn average_lead(&self) -> Option<f64> {
        let (parties, days) = self.leads.iter().fold((0, 0), |(p, d), lead| (p + lead.parties, d + lead.lead_days));
        (parties > 0).then(|| (days as f64 / parties as f64 * 10.0).round() / 10.0)
    }
}

/// Returns the periods of a span, earliest first, including periods without a booking.
pub fn periods(span: ReportSpan, summed: &ComputedTotals) -> Vec<PeriodTotals> {
    let mut periods: Vec<_> =
        span.periods().into_iter().map(|(first_day, last_day)| empty(first_day, last_day)).collect();
    let index_of = |periods: &[PeriodTotals], date: NaiveDate| {
        let index = periods.partition_point(|period| period.last_day < date);
        (index < periods.len() && periods[index].first_day <= date).then_some(index)
    };
    for (((_, date), channel), sums) in &summed.channels {
        let place = Channel::ALL.iter().position(|other| other == channel);
        if let (Some(index), Some(place)) = (index_of(&periods, *date), place) {
            periods[index].channels[place].add(*sums);
        }
    }
    for (((_, date), bound), lead) in &summed.leads {
        let place = LEAD_BOUNDS.iter().position(|other| other == bound);
        if let (Some(index), Some(place)) = (index_of(&periods, *date), place) {
            let sum = &mut periods[index].leads[place];
            *sum = LeadTimeTotals { parties: sum.parties + lead.parties, lead_days: sum.lead_days + lead.lead_days };
        }
    }
    periods
}

fn empty(first_day: NaiveDate, last_day: NaiveDate) -> PeriodTotals {
    let (channels, leads) =
        ([DailyTotals::default(); Channel::ALL.len()], [LeadTimeTotals::default(); LEAD_BOUNDS.len()]);
    PeriodTotals { first_day, last_day, channels, leads }
}

/// Occupancy of the items, by weekday and hour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    /// The hours from the first to the last that is served or has any occupancy; none without any occupancy.
    pub hours: Vec<i32>,
    /// From Monday, in percent, one entry for each hour; None for a weekday that is never open.
    pub weekdays: [Vec<Option<i64>>; 7],
}

/// Computes the occupancy of the days from `first` to `last`. Closed days do not count.
pub fn occupancy(
    summed: &ComputedTotals,
    first: NaiveDate,
    last: NaiveDate,
    items: i64,
    closed: &BTreeSet<NaiveDate>,
    operations: &[Operation],
) -> Occupancy {
    let mut taken: BTreeMap<(DayOfWeek, i32), i64> = BTreeMap::new();
    let within = |date: &NaiveDate| (first..=last).contains(date) && !closed.contains(date);
    for (((_, date), hour), minutes) in summed.hours.iter().filter(|(((_, date), _), _)| within(date)) {
        *taken.entry((weekday(*date), *hour)).or_default() += minutes;
    }
    let mut open = [0_i64; 7];
    first.iter_days().take_while(|day| *day <= last).filter(within).for_each(|day| open[weekday(day)] += 1);
    let mut hours: BTreeSet<_> = taken.keys().map(|(_, hour)| *hour).collect();
    if !hours.is_empty() {
        hours.extend(served_hours(operations));
    }
    let hours: Vec<_> = match (hours.first(), hours.last()) {
        (Some(first), Some(last)) => (*first..=*last).collect(),
        _ => Vec::new(),
    };
    let percent = |weekday: usize, hour: i32| {
        let offered = open[weekday] * items * 60;
        let minutes = taken.get(&(weekday, hour)).copied().unwrap_or(0);
        (offered > 0).then(|| ((minutes * 200 + offered) / (offered * 2)).min(100))
    };
    let weekdays = std::array::from_fn(|weekday| hours.iter().map(|hour| percent(weekday, *hour)).collect());
    Occupancy { hours, weekdays }
}

/// Returns the first and the last hour of each meal that is served at seats. A meal from 11:30 begins in the hour from 11:00.
fn served_hours(operations: &[Operation]) -> impl Iterator<Item = i32> {
    let seated = operations.iter().filter(|operation| is_at_seats(operation.name));
    seated.flat_map(|meal| {
        [BusinessTime::from(meal.opens_at).minutes(), meal.closes_at.minutes() - 1].map(|time| time / 60)
    })
}

/// Days since Monday.
type DayOfWeek = usize;

fn weekday(date: NaiveDate) -> DayOfWeek {
    date.weekday().num_days_from_monday() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::RestaurantId;
    use crate::restaurants::model::OperationName;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn month(text: &str) -> YearMonth {
        YearMonth::parse(text).unwrap()
    }

    fn span(step: PeriodLength, from: &str, till: &str) -> Option<ReportSpan> {
        ReportSpan::new(step, month(from), month(till))
    }

    #[test]
    fn months_are_months_and_weeks_are_whole() {
        let months = span(PeriodLength::Month, "2026-10", "2026-11").unwrap();
        let (october, november) = ((day("2026-10-01"), day("2026-10-31")), (day("2026-11-01"), day("2026-11-30")));
        assert_eq!(months.periods(), [october, november]);
        let weeks = span(PeriodLength::Week, "2026-11", "2026-11").unwrap();
        assert_eq!(
            weeks.days(),
            (day("2026-10-26"), day("2026-12-06")),
            "the first is a Sunday, the thirtieth a Monday"
        );
        assert_eq!(weeks.periods().len(), 6);
        assert_eq!(weeks.periods()[1], (day("2026-11-02"), day("2026-11-08")));
    }

    #[test]
    fn a_span_ends_after_it_begins_and_within_two_years() {
        assert_eq!(span(PeriodLength::Month, "2026-11", "2026-10"), None);
        assert!(span(PeriodLength::Month, "2024-12", "2026-11").is_some());
        assert_eq!(span(PeriodLength::Month, "2024-11", "2026-11"), None);
    }

    #[test]
    fn days_are_summed_within_their_period_only() {
        let of = |date: &str| ((RestaurantId(1), day(date)), Channel::Invited);
        let lead = |date: &str, bound: i32| ((RestaurantId(1), day(date)), bound);
        let sums = |guests: i64| DailyTotals { parties: 1, guests, ..DailyTotals::default() };
        let summed = ComputedTotals {
            channels: [
                (of("2026-10-31"), sums(2)),
                (of("2026-11-01"), sums(3)),
                (of("2026-11-30"), sums(4)),
                (of("2026-12-01"), sums(9)),
            ]
            .into(),
            leads: [
                (lead("2026-11-01", 4), LeadTimeTotals { parties: 2, lead_days: 11 }),
                (lead("2026-11-02", 61), LeadTimeTotals { parties: 1, lead_days: 70 }),
            ]
            .into(),
            ..ComputedTotals::default()
        };
        let found = periods(span(PeriodLength::Month, "2026-10", "2026-11").unwrap(), &summed);
        assert_eq!(found.iter().map(|p| (p.total().parties, p.total().guests)).collect::<Vec<_>>(), [(1, 2), (2, 7)]);
        assert_eq!((found[1].channels[1].guests, found[1].channels[0].guests), (7, 0));
        assert_eq!((found[0].average_lead(), found[1].average_lead()), (None, Some(27.0)));
        assert_eq!(found[1].leads.map(|lead| lead.parties), [0, 0, 2, 0, 0, 0, 1]);
    }

    #[test]
    fn occupancy_is_a_share_of_the_open_days_of_a_weekday() {
        let at = |date: &str, hour: i32| ((RestaurantId(1), day(date)), hour);
        // Two Mondays and a Tuesday; four items, so that an hour has 240 minutes.
        let summed = ComputedTotals {
            hours: [
                (at("2026-11-02", 18), 240),
                (at("2026-11-09", 18), 60),
                (at("2026-11-03", 20), 120),
                (at("2026-11-20", 9), 60),
            ]
            .into(),
            ..ComputedTotals::default()
        };
        let (first, last) = (day("2026-11-02"), day("2026-11-10"));
        let found = occupancy(&summed, first, last, 4, &BTreeSet::new(), &[]);
        assert_eq!(found.hours, [18, 19, 20]);
        assert_eq!(found.weekdays[0], [Some(63), Some(0), Some(0)], "300 of 480 minutes");
        assert_eq!(found.weekdays[1], [Some(0), Some(0), Some(25)]);
        let closed = BTreeSet::from([day("2026-11-03"), day("2026-11-10"), day("2026-11-09")]);
        let found = occupancy(&summed, first, last, 4, &closed, &[]);
        assert_eq!((found.hours, &found.weekdays[0], &found.weekdays[1]), (vec![18], &vec![Some(100)], &vec![None]));
        assert_eq!(
            occupancy(&summed, first, last, 0, &closed, &[]).weekdays[0],
            [None],
            "a restaurant without seats has no share"
        );
    }

    #[test]
    fn occupancy_shows_all_served_hours() {
        let meal = |name, opens: &str, closes: &str| Operation {
            name,
            opens_at: opens.parse().unwrap(),
            closes_at: BusinessTime::parse(closes).unwrap(),
            default_stay_minutes: 60,
            cutoff_hours: 0,
        };
        let operations = [
            meal(OperationName::Lunch, "11:30:00", "14:00"),
            meal(OperationName::Dinner, "17:00:00", "22:30"),
            meal(OperationName::Takeaway, "09:00:00", "23:30"),
        ];
        let (first, last) = (day("2026-11-02"), day("2026-11-10"));
        let hours_of = |hours: &[i32]| {
            let taken = hours.iter().map(|hour| (((RestaurantId(1), first), *hour), 60));
            let summed = ComputedTotals { hours: taken.collect(), ..ComputedTotals::default() };
            occupancy(&summed, first, last, 4, &BTreeSet::new(), &operations).hours
        };
        assert_eq!(hours_of(&[18]), (11..=22).collect::<Vec<_>>(), "takeaway takes no seats");
        assert_eq!(hours_of(&[10, 23]), (10..=23).collect::<Vec<_>>(), "parties before and after the meals");
        assert!(hours_of(&[]).is_empty());
    }
}
