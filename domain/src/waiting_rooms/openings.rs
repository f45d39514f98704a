//! The openings of a restaurant that have a waiting room for a diner, and the dates behind it.

use chrono::{DateTime, Duration, NaiveDate, Utc};

use crate::availability::viewer::Viewer;
use crate::rounds::window::{BookingWindow, KEPT_FOR};

/// Time before an opening from which diners can take a place.
pub const JOINABLE_BEFORE: Duration = Duration::minutes(30);
/// Time after an opening at which its room ends at the latest.
pub const LIFETIME: Duration = KEPT_FOR;

/// An instant at which further dates become bookable for a diner: the start of a round of their plan, or of online booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    pub opens_at: DateTime<Utc>,
    before: BookingWindow,
    after: BookingWindow,
}

impl Opening {
    /// Whether the opening makes this date bookable.
    pub fn covers(&self, date: NaiveDate) -> bool {
        self.after.covers(date) && !self.before.covers(date)
    }

    /// Returns the first date that the opening may make bookable. Without an earlier window, that is the day before, which lies before the
    /// opening in every time zone.
    pub fn first_date(&self) -> NaiveDate {
        match self.before {
            BookingWindow::Till(till) => till + Duration::days(1),
            BookingWindow::Absent | BookingWindow::Forever => (self.opens_at - Duration::days(1)).date_naive(),
        }
    }

    pub fn last_date(&self) -> NaiveDate {
        self.after.reservable_till().unwrap_or_else(|| self.first_date())
    }
}

/// Returns the openings whose rooms may exist at `now`, in their order.
pub fn list(viewer: &Viewer, now: DateTime<Utc>) -> Vec<Opening> {
    let rounds = viewer.plan.iter().flat_map(|plan| plan.rounds.iter().map(|round| round.effective_at));
    let is_near = |at: &DateTime<Utc>| *at - JOINABLE_BEFORE <= now && now < *at + LIFETIME;
    let mut instants: Vec<_> = rounds.chain(viewer.online_starts_at).filter(is_near).collect();
    instants.sort_unstable();
    instants.dedup();
    let openings = instants.into_iter().map(|opens_at| Opening {
        opens_at,
        before: viewer.ordinary_window(opens_at - Duration::milliseconds(1)),
        after: viewer.ordinary_window(opens_at),
    });
    openings.filter(|opening| opening.before < opening.after).collect()
}

/// Returns the opening whose room a page shows first at `now`: the last one that has taken place, otherwise the next one.
pub fn current(viewer: &Viewer, now: DateTime<Utc>) -> Option<Opening> {
    list_current_first(viewer, now).first().copied()
}

/// Returns the openings whose rooms may exist at `now`: the current one, then the others in their order. Each has a separate room, and a
/// diner may have a place in several.
pub fn list_current_first(viewer: &Viewer, now: DateTime<Utc>) -> Vec<Opening> {
    let mut openings = list(viewer, now);
    let current = openings.iter().rposition(|opening| opening.opens_at <= now).unwrap_or_default();
    if let Some(until_current) = openings.get_mut(..=current) {
        until_current.rotate_right(1);
    }
    openings
}

/// Returns the opening, with a room that may exist at `now`, that makes a date bookable. An opening that is still ahead counts, too: a
/// request that arrives shortly before it may be processed after it.
pub fn of_date(viewer: &Viewer, date: NaiveDate, now: DateTime<Utc>) -> Option<Opening> {
    list(viewer, now).into_iter().find(|opening| opening.covers(date))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::availability::access::Access;
    use crate::rounds::window::{EffectiveRoundPlan, PlanKind, Round};

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn viewer(kind: PlanKind, rounds: &[(&str, &str)]) -> Viewer {
        let round =
            |(starts, till): &(&str, &str)| Round { effective_at: at(starts), online_reservable_till: date(till) };
        Viewer {
            access: Access { customer: None, group: None, is_refused: false, is_phone_confirmed: true },
            plan: Some(EffectiveRoundPlan { kind, rounds: rounds.iter().map(round).collect() }),
            won: Vec::new(),
            online_starts_at: Some(at("2026-01-01T00:00:00Z")),
            stale_at: None,
        }
    }

    #[test]
    fn a_round_opens_only_the_dates_after_the_previous_window() {
        let rounds = [("2026-11-01T01:00:00Z", "2026-12-31"), ("2026-12-01T01:00:00Z", "2027-01-31")];
        let viewer = viewer(PlanKind::Custom, &rounds);
        let opens_at = at("2026-12-01T01:00:00Z");
        assert_eq!(current(&viewer, opens_at - JOINABLE_BEFORE - Duration::seconds(1)), None);
        let opening = current(&viewer, opens_at - JOINABLE_BEFORE).expect("joinable");
        assert_eq!(opening.opens_at, opens_at);
        assert_eq!((opening.first_date(), opening.last_date()), (date("2027-01-01"), date("2027-01-31")));
        let covered = ["2026-12-31", "2027-01-01", "2027-01-31", "2027-02-01"].map(|day| opening.covers(date(day)));
        assert_eq!(covered, [false, true, true, false]);
        for at in [opens_at - JOINABLE_BEFORE, opens_at - Duration::milliseconds(1), opens_at] {
            assert_eq!(of_date(&viewer, date("2027-01-01"), at), Some(opening), "{at}");
        }
        assert_eq!(of_date(&viewer, date("2026-12-31"), opens_at), None, "bookable before");
        assert_eq!(of_date(&viewer, date("2027-01-01"), opens_at + LIFETIME), None, "the room has ended");
    }

    #[test]
    fn close_openings_have_a_room_each_with_the_current_one_first() {
        let rounds = [
            ("2026-11-01T01:00:00Z", "2026-12-31"),
            ("2026-12-01T01:00:00Z", "2027-01-31"),
            ("2026-12-01T01:20:00Z", "2027-02-28"),
            ("2026-12-01T01:25:00Z", "2027-03-31"),
        ];
        let viewer = viewer(PlanKind::Custom, &rounds);
        let minutes = |now: &str| -> Vec<_> {
            let openings = list_current_first(&viewer, at(now)).into_iter();
            openings.map(|opening| (opening.opens_at - at("2026-12-01T01:00:00Z")).num_minutes()).collect()
        };
        assert_eq!(minutes("2026-12-01T00:29:59Z"), Vec::<i64>::new());
        assert_eq!(minutes("2026-12-01T00:30:00Z"), [0]);
        assert_eq!(minutes("2026-12-01T00:59:59Z"), [0, 20, 25]);
        assert_eq!(minutes("2026-12-01T01:20:00Z"), [20, 0, 25]);
        assert_eq!(minutes("2026-12-01T02:59:59Z"), [25, 0, 20]);
        assert_eq!(minutes("2026-12-01T03:20:00Z"), [25]);
    }

    #[test]
    fn the_start_of_online_booking_is_an_opening() {
        let mut viewer = viewer(PlanKind::Forever, &[]);
        let opens_at = at("2026-12-01T01:00:00Z");
        assert_eq!(current(&viewer, opens_at), None, "long past");
        viewer.online_starts_at = Some(opens_at);
        let opening = current(&viewer, opens_at).expect("an opening");
        assert!(opening.covers(date("2026-12-01")) && opening.first_date() < date("2026-12-01"));
    }

    #[test]
    fn a_round_that_opens_nothing_new_has_no_room() {
        let rounds = [("2026-11-01T01:00:00Z", "2027-01-31"), ("2026-12-01T01:00:00Z", "2027-01-31")];
        let viewer = viewer(PlanKind::Custom, &rounds);
        assert_eq!(current(&viewer, at("2026-12-01T01:00:00Z")), None);
    }
}
