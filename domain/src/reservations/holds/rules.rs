//! The rules a booking must pass: a pure function of what was read.

use chrono::{DateTime, Utc};

use super::place::Choice;
use crate::availability::actions::Viewer;
use crate::availability::day::Slot;
use crate::inventory::seating::{self, FreeStock, stocks_needed};
use crate::reservations::error::ReservationError;
use crate::restaurants::model::{OperationName, Restaurant};

/// A party that has passed the rules: what it is to pay for, and the stocks it may sit on, the best first.
pub struct Party {
    pub needed: usize,
    pub stocks: Vec<FreeStock>,
    /// Stocks of the slot that stay free, whoever may use them.
    pub left: usize,
    /// Yen for the course, when it is paid for beforehand.
    pub prepaid: i64,
    pub fee: i64,
}

/// Every rule a booking must pass.
pub fn admit(
    slot: &Slot,
    viewer: &Viewer,
    restaurant: &Restaurant,
    choice: &Choice,
    now: DateTime<Utc>,
) -> Result<Party, ReservationError> {
    if !viewer.access.is_phone_confirmed {
        return Err(ReservationError::PhoneUnconfirmed);
    }
    let is_upcoming = slot.date >= restaurant.zone.date_of(now);
    if !is_upcoming || !viewer.window(now).covers(slot.date) {
        return Err(ReservationError::NotOpen);
    }
    if viewer.access.is_refused {
        return Err(ReservationError::Full);
    }
    let time = slot.times.iter().find(|time| time.id == choice.time);
    let time = time.ok_or(ReservationError::NotOffered("time_selector_option_id"))?;
    if !slot.is_before_cutoff(time, now) {
        return Err(ReservationError::PastCutoff);
    }
    let course = slot.courses.iter().find(|course| course.id() == choice.course);
    let course = course.ok_or(ReservationError::NotOffered("course_id"))?;
    let is_listed = slot.guests_counts.contains(&choice.guests) || (slot.always_allow_last_solo && choice.guests == 1);
    if !is_listed {
        return Err(ReservationError::NotOffered("guests_count"));
    }
    if !course.takes(choice.guests) {
        return Err(ReservationError::CourseFull);
    }
    if !slot.guests_options_at(time, viewer.access).contains(&choice.guests) {
        return Err(ReservationError::Full);
    }
    let needed = stocks_needed(choice.guests, slot.capacity_per_stock);
    let stocks = seating::preferences(&slot.free_at(time, viewer.access), needed).ok_or(ReservationError::Full)?;
    let guests = i64::from(choice.guests);
    let prepaid = if course.course.is_prepaid { course.course.price * guests } else { 0 };
    let fee = if slot.operation == OperationName::Takeaway { 0 } else { restaurant.reservation_fee * guests };
    let untaken = slot.stocks.iter().filter(|stock| !stock.is_taken).count();
    Ok(Party { needed, stocks, left: untaken.saturating_sub(needed), prepaid, fee })
}
