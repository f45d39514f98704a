//! A diner's hold request and its outcome.

use chrono::NaiveDate;

use crate::ids::{CourseId, OnlineStockGroupId, OsgTimeId, RaffleRegistrationId, RestaurantId, UserId};
use crate::inventory::seating::FreeStock;
use crate::money::Yen;
use crate::reservations::error::ReservationError;
use crate::reservations::model::Reservation;
use crate::sessions::TokenHash;

/// A diner's request for seats: slot, start time, course, and number of guests. Over HTTP it is a `HoldRequestBody`; with its price and
/// stocks it is a `HoldRequestRow`. The diner's session and the restaurant's requirements are read when the request is attempted.
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
    /// A raffle win for a date that is not open to all diners (gaps G070).
    pub win: Option<RequestedWin>,
}

impl HoldRequest {
    /// Reports whether a reservation is the result of the same request.
    pub fn matches(&self, reservation: &Reservation) -> bool {
        reservation.restaurant_id == self.restaurant
            && reservation.online_stock_group_id == Some(self.slot)
            && reservation.osg_time_id == Some(self.time)
            && reservation.course_id == Some(self.course)
            && reservation.guests_count == self.guests
    }

    /// Requires that the diner is signed in. `signed_in` is the diner of the request's session, if it is valid.
    pub fn require_diner(&self, signed_in: Option<UserId>) -> Result<(), ReservationError> {
        match signed_in {
            Some(diner) if diner == self.diner => Ok(()),
            Some(_) => Err(ReservationError::TokenInvalid),
            None => Err(ReservationError::SignedOut),
        }
    }
}

/// A win that a hold request names. The request may name one that does not exist.
#[derive(Clone, Copy, Debug)]
pub struct RequestedWin {
    pub registration: RaffleRegistrationId,
    /// The win replaced a turn in a waiting room, because the opening was ahead (gaps G300). Only the win then lets the diner book, even if
    /// the seats are held after the opening.
    pub has_replaced_turn: bool,
}

/// The price of an admitted hold request, and the stocks that its party may take, best first.
pub struct Quote {
    pub needed: usize,
    pub stocks: Vec<FreeStock>,
    /// Number of stocks of the slot that stay free, including whitelisted ones.
    pub left: usize,
    /// Yen for the course, if it is prepaid.
    pub prepaid: Yen,
    pub fee: Yen,
}

/// The way in which a write obtains the locks of its slots.
#[derive(Clone, Copy, Debug)]
pub enum Locks {
    /// The transaction holds them. `previous_date` is the day of the hold that the transaction released.
    Held { previous_date: Option<NaiveDate> },
    /// The write waits for them.
    Awaited,
    /// The write skips a slot that another transaction has locked.
    Idle,
}

/// A placed hold, and the remaining stocks of its slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedHold {
    pub uid: String,
    /// Maximum number of free stocks left in the slot. `None` if they were not counted.
    pub left: Option<usize>,
    /// It released another hold of the diner at the restaurant.
    pub has_replaced: bool,
}

/// The outcome of a hold request that no rule rejected.
#[derive(Debug)]
pub enum HoldAttempt {
    Placed(PlacedHold),
    /// Its rules depend on other parties, or it spends a win; only `place_hold` can process it.
    NeedsLock,
    /// Another transaction has locked the slot, and the write does not wait.
    Busy,
}
