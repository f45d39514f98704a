//! Entries of the waiting list, and the choice of seats for their parties: pure.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::WaitingListEntryId;
use crate::reservations::bookings::propose::{Proposal, SeatingArea, propose};
use crate::reservations::bookings::queries::StayRange;
use crate::reservations::bookings::walk_in::usual_stay;
use crate::reservations::model::{EndKind, Status};
use crate::restaurants::model::Operation;
use crate::restaurants::stays::Stays;
use crate::zone::Zone;

/// Step between the times that are checked.
const STEP: Duration = Duration::minutes(15);

/// State of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitingState {
    Waiting,
    /// Seats are held until the party answers.
    Offered,
    /// The party has a reservation.
    Seated,
    /// The entry has ended.
    Over,
}

/// The request of a party and its waiting time, of a new entry or after a change.
#[derive(Clone, Debug)]
pub struct NewWaitingParty {
    pub customer_uid: String,
    pub date: NaiveDate,
    pub starts_from: DateTime<Utc>,
    pub starts_till: DateTime<Utc>,
    pub guests_count: i32,
    /// Exclusive end; None for the last suitable time.
    pub waits_until: Option<DateTime<Utc>>,
    pub internal_memo: String,
}

/// A waiting party.
#[derive(Clone, Debug)]
pub struct WaitingParty {
    pub id: WaitingListEntryId,
    pub uid: String,
    pub customer_uid: String,
    pub customer_name: String,
    pub phone: (String, String),
    /// The address that staff entered for invitations.
    pub invitation_email: Option<String>,
    /// A guest without an account registers before accepting an invitation.
    pub has_account: bool,
    /// Whether an invitation can reach the party, by mail or text message.
    pub is_reachable: bool,
    pub date: NaiveDate,
    pub starts_from: DateTime<Utc>,
    pub starts_till: DateTime<Utc>,
    pub guests_count: i32,
    pub waits_until: DateTime<Utc>,
    pub internal_memo: String,
    pub reservation_uid: Option<String>,
    pub reservation_status: Option<Status>,
    pub reservation_starts_at: Option<DateTime<Utc>>,
    pub held_until: Option<DateTime<Utc>>,
    pub was_accepted: bool,
    /// The time at which they were given the seats of the reservation.
    pub offered_at: Option<DateTime<Utc>>,
    pub reservation_ended_at: Option<DateTime<Utc>>,
    /// The labels of its seats.
    pub reservation_labels: Vec<String>,
    /// Its invitation removed stocks from the web that are not open again.
    pub has_removed_stocks: bool,
    pub removed_at: Option<DateTime<Utc>>,
}

impl WaitingParty {
    pub fn state(&self, now: DateTime<Utc>) -> WaitingState {
        let is_held = self.held_until.is_none_or(|until| now < until);
        match self.reservation_status {
            Some(Status::Accepted) => WaitingState::Seated,
            Some(Status::Pending) if is_held => WaitingState::Offered,
            _ if self.removed_at.is_some() || self.waits_until <= now => WaitingState::Over,
            _ => WaitingState::Waiting,
        }
    }

    /// Whether the party accepts a start at this time.
    pub fn suits(&self, starts_at: DateTime<Utc>) -> bool {
        self.starts_from <= starts_at && starts_at <= self.starts_till
    }

    /// Returns how the last offer or reservation ended. `None` for a party without one, and while it is live.
    pub fn last_end(&self, now: DateTime<Utc>) -> Option<EndKind> {
        match self.reservation_status? {
            Status::Pending if self.held_until.is_some_and(|until| until <= now) => Some(EndKind::Expired),
            status => EndKind::of(status, self.was_accepted),
        }
    }

    /// Whether staff can open the seats of the last offer on the web again: it has ended without a booking, and its time is to come.
    pub fn may_open_web_seats(&self, now: DateTime<Utc>) -> bool {
        let end = self.reservation_status.and_then(|status| EndKind::of(status, self.was_accepted));
        self.has_removed_stocks
            && end.is_some_and(EndKind::is_unaccepted)
            && self.reservation_starts_at.is_some_and(|starts_at| now < starts_at)
    }

    /// Returns the best seats at the earliest suitable time.
    pub fn seat(
        &self,
        areas: &[SeatingArea],
        operations: &[Operation],
        stays: &Stays,
        zone: Zone,
        now: DateTime<Utc>,
    ) -> Option<Proposal> {
        let times = std::iter::successors(Some(self.starts_from), |at| Some(*at + STEP));
        let times = times.take_while(|at| *at <= self.starts_till).filter(|at| now < *at);
        let usual = |at| usual_stay(operations, stays, zone, at, self.guests_count);
        let spans = times.filter_map(|at| usual(at).map(|(_, span)| StayRange { from: at, ..span }));
        spans.filter_map(|span| propose(areas, self.guests_count, span).into_iter().next()).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> DateTime<Utc> {
        format!("2026-12-08T{time}:00+09:00").parse().unwrap()
    }

    fn entry() -> WaitingParty {
        WaitingParty {
            id: WaitingListEntryId(1),
            uid: "entry".into(),
            customer_uid: "guest".into(),
            customer_name: "伊藤".into(),
            phone: ("JP".into(), String::new()),
            invitation_email: None,
            has_account: false,
            is_reachable: false,
            date: "2026-12-08".parse().unwrap(),
            starts_from: at("18:00"),
            starts_till: at("20:00"),
            guests_count: 2,
            waits_until: at("17:00"),
            internal_memo: String::new(),
            reservation_uid: None,
            reservation_status: None,
            reservation_starts_at: None,
            held_until: None,
            was_accepted: false,
            offered_at: None,
            reservation_ended_at: None,
            reservation_labels: Vec::new(),
            has_removed_stocks: false,
            removed_at: None,
        }
    }

    #[test]
    fn expired_offer_returns_party_to_waiting() {
        let offered =
            WaitingParty { reservation_status: Some(Status::Pending), held_until: Some(at("12:30")), ..entry() };
        assert_eq!(entry().state(at("12:00")), WaitingState::Waiting);
        assert_eq!(offered.state(at("12:00")), WaitingState::Offered);
        assert_eq!(offered.state(at("12:30")), WaitingState::Waiting);
        assert_eq!(offered.state(at("17:00")), WaitingState::Over);
        let declined = WaitingParty { reservation_status: Some(Status::Void), ..entry() };
        assert_eq!(declined.state(at("12:00")), WaitingState::Waiting);
        assert_eq!((offered.last_end(at("12:00")), offered.last_end(at("12:30"))), (None, Some(EndKind::Expired)));
        assert_eq!((declined.last_end(at("12:00")), entry().last_end(at("12:00"))), (Some(EndKind::Declined), None));
        let seated = WaitingParty { reservation_status: Some(Status::Accepted), ..entry() };
        assert_eq!(seated.state(at("19:00")), WaitingState::Seated);
        let removed = WaitingParty { removed_at: Some(at("11:00")), ..entry() };
        assert_eq!(removed.state(at("12:00")), WaitingState::Over);
    }
}
