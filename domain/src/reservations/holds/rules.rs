//! The rules that a hold request must pass. A pure function of the data that was read.

use chrono::{DateTime, Utc};

use super::model::{HoldRequest, Quote};
use crate::availability::day::Slot;
use crate::availability::viewer::Viewer;
use crate::inventory::seating::{self, stocks_needed};
use crate::money::Yen;
use crate::reservations::error::ReservationError;
use crate::restaurants::model::{BookingTerms, OperationName};

/// Checks a hold request against all rules, and returns its quote.
pub fn admit(
    slot: &Slot,
    viewer: &Viewer,
    terms: &BookingTerms,
    request: &HoldRequest,
    now: DateTime<Utc>,
) -> Result<Quote, ReservationError> {
    if !viewer.access.is_phone_confirmed {
        return Err(ReservationError::PhoneUnconfirmed);
    }
    // The cut-off decides about the evening that continues after midnight.
    let is_upcoming = slot.date >= terms.zone.earliest_open_day(now);
    if !is_upcoming || !viewer.window(now).covers(slot.date) {
        return Err(if terms.is_hidden { ReservationError::NotFound } else { ReservationError::NotOpen });
    }
    if viewer.access.is_refused {
        return Err(ReservationError::Full);
    }
    let time = slot.times.iter().find(|time| time.id == request.time);
    let time = time.ok_or(ReservationError::NotOffered("time_selector_option_id"))?;
    if !slot.is_before_cutoff(time, now) {
        return Err(ReservationError::PastCutoff);
    }
    let course = slot.courses.iter().find(|course| course.id() == request.course);
    let course = course.ok_or(ReservationError::NotOffered("course_id"))?;
    let is_listed =
        slot.guests_counts.contains(&request.guests) || (slot.always_allow_last_solo && request.guests == 1);
    if !is_listed {
        return Err(ReservationError::NotOffered("guests_count"));
    }
    if !course.takes(request.guests) {
        return Err(ReservationError::CourseFull);
    }
    if !slot.guests_options_at(time, viewer.access).contains(&request.guests) {
        return Err(ReservationError::Full);
    }
    let needed = stocks_needed(request.guests, slot.capacity_per_stock);
    let stocks = seating::preferences(&slot.free_at(time, viewer.access), needed).ok_or(ReservationError::Full)?;
    let guests = i64::from(request.guests);
    let prepaid = if course.course.is_prepaid { course.course.price * guests } else { Yen::ZERO };
    let fee = if slot.operation == OperationName::Takeaway { Yen::ZERO } else { terms.reservation_fee * guests };
    let free = slot.stocks.iter().filter(|stock| !stock.is_taken).count();
    Ok(Quote { needed, stocks, left: free.saturating_sub(needed), prepaid, fee })
}
