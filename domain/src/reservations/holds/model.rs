//! A hold that a diner asks for, and what becomes of it.

use chrono::NaiveDate;

use crate::ids::{CourseId, OnlineStockGroupId, OsgTimeId, RestaurantId, UserId};
use crate::inventory::seating::FreeStock;
use crate::money::Yen;
use crate::reservations::error::ReservationError;
use crate::reservations::model::Reservation;
use crate::sessions::{AccountId, Session, Side, TokenHash};

/// A diner's request for seats: the slot, start time and course that they chose, and for how many guests. The same thing is a
/// `HoldRequestBody` as it comes over HTTP, and a `HoldRequestRow` once its price and its stocks are known. Whether the diner is signed in,
/// and what the restaurant asks for, is read when the request is tried.
#[derive(Clone, Debug)]
pub struct HoldRequest {
    pub restaurant: RestaurantId,
    pub diner: UserId,
    pub session: TokenHash,
    pub slot: OnlineStockGroupId,
    pub time: OsgTimeId,
    pub course: CourseId,
    pub guests: i32,
    pub locale: &'static str,
    pub ticket_code: Option<String>,
    /// The registration of a raffle that the diner has won, for a date that is not open to everybody (gaps G070).
    pub win: Option<i64>,
}

impl HoldRequest {
    /// Whether a reservation is for just this.
    pub fn is_met_by(&self, reservation: &Reservation) -> bool {
        reservation.restaurant_id == self.restaurant
            && reservation.online_stock_group_id == Some(self.slot)
            && reservation.osg_time_id == Some(self.time)
            && reservation.course_id == Some(self.course)
            && reservation.guests_count == self.guests
    }

    /// `session` is the request's own, if it still lasts.
    pub fn require_diner(&self, session: Option<&Session>) -> Result<(), ReservationError> {
        match session {
            Some(session) if session.awaits_second_factor => Err(ReservationError::SignedOut),
            Some(session) if session.who == AccountId::Diner(self.diner) => Ok(()),
            Some(session) if session.who.side() == Side::Diner => Err(ReservationError::TokenInvalid),
            _ => Err(ReservationError::SignedOut),
        }
    }
}

/// What a hold request that has passed the rules costs, and the stocks that its party may sit on, the best first.
pub struct Quote {
    pub needed: usize,
    pub stocks: Vec<FreeStock>,
    /// Stocks of the slot that stay free, whoever may use them.
    pub left: usize,
    /// Yen for the course, when it is paid for beforehand.
    pub prepaid: Yen,
    pub fee: Yen,
}

/// How a write gets the locks of its slots.
#[derive(Clone, Copy, Debug)]
pub enum Locks {
    /// The transaction has them already. `former_date` is the day of the hold that it gave back.
    Held { former_date: Option<NaiveDate> },
    /// The write waits for them.
    Awaited,
    /// The write passes over a slot that another transaction has.
    Idle,
}

/// A hold that was written, and what is left of its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedHold {
    pub uid: String,
    /// At most so many stocks of the slot are free yet; nothing when they were not looked at.
    pub left: Option<usize>,
}

/// What became of a hold request that nothing refused.
#[derive(Debug)]
pub enum HoldAttempt {
    Placed(PlacedHold),
    /// Its rules count other parties or spend a win, which only `place_hold` can do.
    NeedsLock,
    /// Another transaction has the slot, and the write does not wait.
    Busy,
}
