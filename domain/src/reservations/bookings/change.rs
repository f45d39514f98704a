//! Diners change their bookings: the special request and the party size (diner §4, gaps G072, G088, G090).
//!
//! A larger party takes seats by the rules and under the locks of a hold, and pays the difference. A smaller party releases seats.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::confirm::access_at_booking;
use super::queries as bookings;
use super::reseat::reseat;
use crate::audit::{self, Actor};
use crate::availability::access::Access;
use crate::availability::day::{Slot, SlotTime};
use crate::ids::{InventoryItemId, UserId};
use crate::inventory;
use crate::inventory::seating::{FreeStock, stocks_needed};
use crate::outbox::notifications::{self, NotificationReason};
use crate::payments;
use crate::reservations::charges::{self, ReservationPrices};
use crate::reservations::error::ReservationError;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::preferences::QuestionTiming;
use crate::reservations::seats::{self, SeatClaim, SeatClaimOutcome};
use crate::reservations::{gold, mails, preferences, queries};
use crate::rng::Rng;

/// Maximum length of a special request, in characters.
pub const MAX_REQUEST_LENGTH: usize = 2_000;

/// A diner's changes to a booking. Absent fields stay unchanged.
#[derive(Clone, Debug, Default)]
pub struct BookingChange {
    pub special_request: Option<String>,
    pub guests: Option<i32>,
    pub preferences: preferences::AnswerChange,
}

/// The outcome of a change.
#[derive(Clone, Debug)]
pub struct BookingChanged {
    pub reservation: Reservation,
    /// The party size before the change.
    pub previous_guests: i32,
    /// The uids of the charges that a larger party must pay.
    pub planned: Vec<String>,
}

/// Changes the diner's booking, notifies the restaurant, mails the diner unless there is something to pay, and plans the additional charges.
///
/// # Errors
/// Among others, `NothingChanged` if neither the special request nor the party size changes, even if answers do.
pub async fn change(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
    uid: &str,
    change: &BookingChange,
) -> Result<BookingChanged, ReservationError> {
    let found = queries::find_own(conn, uid, diner).await?.ok_or(ReservationError::NotFound)?;
    let wants_guests = |reservation: &Reservation| change.guests.filter(|guests| *guests != reservation.guests_count);
    if wants_guests(&found).is_some() {
        let slots = found.online_stock_group_id;
        inventory::queries::lock_slots_to_take(conn, found.restaurant_id, slots.as_slice()).await?;
    }
    let reservation = queries::lock(conn, found.restaurant_id, found.id).await?;
    require_editable(conn, &reservation, now).await?;
    if reservation.guests_count != found.guests_count {
        return Err(ReservationError::Raced);
    }
    let request = change.special_request.as_deref().map(|text| text.replace("\r\n", "\n"));
    let request = request.filter(|text| *text != reservation.special_request);
    let guests = wants_guests(&reservation);
    if request.is_none() && guests.is_none() {
        return Err(ReservationError::NothingChanged);
    }
    if guests.is_some() || !change.preferences.is_empty() {
        let (restaurant, id) = (reservation.restaurant_id, reservation.id);
        let party = guests.unwrap_or(reservation.guests_count);
        preferences::adjust(conn, now, restaurant, id, &change.preferences, party).await?;
    }
    if let Some(text) = &request {
        write_request(conn, now, &reservation, diner, text).await?;
    }
    let planned = match guests {
        Some(guests) => resize(conn, rng, now, &reservation, diner, guests).await?,
        None => Vec::new(),
    };
    let previous_guests = reservation.guests_count;
    let reservation = queries::lock(conn, reservation.restaurant_id, reservation.id).await?;
    // A change that must be paid is announced once it is paid (`payment_notifications`).
    if planned.is_empty() {
        let (id, sequence) = (reservation.id, reservation.calendar_sequence);
        mails::queue_change(conn, rng, now, id, sequence, &sequence.to_string()).await?;
    }
    Ok(BookingChanged { reservation, previous_guests, planned })
}

/// Requires a booking that is still to come, is not locked, and is before its cut-off (gaps G072, G088).
pub async fn require_editable(
    conn: &mut PgConnection,
    reservation: &Reservation,
    now: DateTime<Utc>,
) -> Result<(), ReservationError> {
    if reservation.status != Status::Accepted || reservation.starts_at <= now {
        return Err(ReservationError::NotEditable);
    }
    if queries::is_locked(conn, reservation.restaurant_id, reservation.id).await? {
        return Err(ReservationError::Locked);
    }
    if reservation.starts_at - bookings::find_cutoff(conn, reservation).await? <= now {
        return Err(ReservationError::PastCutoff);
    }
    Ok(())
}

/// Stores the guests' answers to the questions that follow a booking.
pub async fn answer(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    diner: UserId,
    uid: &str,
    sets: &[Vec<preferences::AnswerInput>],
) -> Result<(), ReservationError> {
    let found = queries::find_own(conn, uid, diner).await?.ok_or(ReservationError::NotFound)?;
    let reservation = queries::lock(conn, found.restaurant_id, found.id).await?;
    require_editable(conn, &reservation, now).await?;
    let questions = preferences::list_questions(conn, reservation.restaurant_id).await?;
    let timing = QuestionTiming::AfterBooking;
    if !questions.iter().any(|question| question.timing == timing) {
        return Err(ReservationError::NothingChanged);
    }
    let kept = preferences::check(&questions, timing, sets, reservation.guests_count)?;
    preferences::replace(conn, now, reservation.restaurant_id, reservation.id, timing, &kept).await?;
    record(conn, now, &reservation, Actor::Diner(diner), "preferences_answered", json!({})).await?;
    Ok(())
}

async fn write_request(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    diner: UserId,
    text: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservations SET special_request = $2, calendar_sequence = calendar_sequence + 1, calendar_changed_at = $4
         WHERE restaurant_id = $3 AND id = $1",
        reservation.id.0,
        text,
        reservation.restaurant_id.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    notifications::push(conn, now, reservation.id, NotificationReason::ChangeSpecialRequest).await?;
    record(conn, now, reservation, Actor::Diner(diner), "special_request_changed", json!({})).await
}

/// A booking's slot, with the availability as if the booking did not exist.
struct BookingSlot {
    slot: Slot,
    time: SlotTime,
    access: Access,
}

impl BookingSlot {
    /// Returns `None` if the slot, or the booking's time in it, is no longer on offer.
    async fn find(
        conn: &mut PgConnection,
        reservation: &Reservation,
        own: &[InventoryItemId],
        now: DateTime<Utc>,
    ) -> sqlx::Result<Option<Self>> {
        let Some(course) = reservation.course_id else { return Ok(None) };
        let found = gold::find_slot(conn, reservation, now).await?;
        let access = access_at_booking(conn, reservation.restaurant_id, reservation.id).await?;
        Ok(found.and_then(|slot| {
            let time = slot.times.iter().find(|time| Some(time.id) == reservation.osg_time_id)?.clone();
            let slot = slot.without(&time, own, course, reservation.guests_count);
            Some(Self { slot, time, access })
        }))
    }

    fn options(&self) -> Vec<i32> {
        self.slot.guests_options_at(&self.time, self.access)
    }

    /// Returns the reason why the slot does not offer this party size, or `None` if it does.
    fn rejection(&self, reservation: &Reservation, guests: i32) -> Option<ReservationError> {
        let is_listed = self.slot.guests_counts.contains(&guests) || (self.slot.always_allow_last_solo && guests == 1);
        let takes = |course: &crate::availability::day::SlotCourse| {
            Some(course.id()) != reservation.course_id || course.takes(guests)
        };
        if !is_listed {
            return Some(ReservationError::NotOffered("reservation.guests_count"));
        }
        if !self.slot.courses.iter().all(takes) {
            return Some(ReservationError::CourseFull);
        }
        (!self.options().contains(&guests)).then_some(ReservationError::Full)
    }
}

/// Reports whether the cancellation policy applies, so that the party keeps its guests. The size of an invitation changes by a request.
pub fn is_fewer_too_late(reservation: &Reservation, now: DateTime<Utc>) -> bool {
    !reservation.kind.is_invited() && reservation.policy.has_begun(reservation.date, now, reservation.zone)
}

/// Returns the party sizes to which a booking can be changed now, including its current size. A smaller party takes no seats, so its
/// slot need not be on offer any more; once the cancellation policy applies, it is not an option. An invitation keeps its size.
pub async fn guests_options(
    conn: &mut PgConnection,
    reservation: &Reservation,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<i32>> {
    let own_size = reservation.guests_count;
    if reservation.kind.is_invited() {
        return Ok(vec![own_size]);
    }
    let own = bookings::list_own_items(conn, reservation.restaurant_id, reservation.id).await?;
    let place = BookingSlot::find(conn, reservation, &own, now).await?;
    let mut options = place.map_or_else(|| (1..=own_size).collect(), |place| place.options());
    if is_fewer_too_late(reservation, now) {
        options.retain(|guests| *guests >= own_size);
    }
    options.push(own_size);
    options.sort_unstable();
    options.dedup();
    Ok(options)
}

/// Changes the party size, and returns the uids of the charges to pay. The slot is locked.
async fn resize(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    diner: UserId,
    guests: i32,
) -> Result<Vec<String>, ReservationError> {
    if reservation.kind.is_invited() {
        return Err(ReservationError::GuestsNotEditable);
    }
    let is_fewer = guests < reservation.guests_count;
    if guests < 1 {
        return Err(ReservationError::NotOffered("reservation.guests_count"));
    }
    if is_fewer && is_fewer_too_late(reservation, now) {
        return Err(ReservationError::FewerTooLate);
    }
    let own = bookings::list_own_items(conn, reservation.restaurant_id, reservation.id).await?;
    let place = BookingSlot::find(conn, reservation, &own, now).await?;
    if let Some(refusal) = place.as_ref().and_then(|place| place.rejection(reservation, guests)) {
        return Err(refusal);
    }
    match place {
        Some(place) if !is_fewer => grow(conn, now, reservation, guests, &place, &own).await?,
        None if !is_fewer => return Err(ReservationError::SlotGone),
        _ => shrink(conn, now, reservation, guests, &own).await?,
    }
    let costs = ReservationPrices::for_guests(reservation, guests);
    write_size(conn, now, reservation, guests, costs).await?;
    let planned = charges::adjust(conn, rng, now, reservation, diner, costs).await?;
    if !planned.is_empty() {
        payments::queries::find_card(conn, diner).await?.ok_or(ReservationError::CardNeeded)?;
    }
    notifications::push(conn, now, reservation.id, NotificationReason::ChangeGuestsCount).await?;
    let detail = json!({ "from": reservation.guests_count, "to": guests });
    record(conn, now, reservation, Actor::Diner(diner), "guests_count_changed", detail).await?;
    inventory::queries::refresh_days(conn, reservation.restaurant_id, &[reservation.date]).await?;
    Ok(planned)
}

/// Assigns seats to a larger party: it keeps as many of its current seats as possible.
async fn grow(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    guests: i32,
    place: &BookingSlot,
    own: &[InventoryItemId],
) -> Result<(), ReservationError> {
    let group = bookings::find_group_of(conn, reservation.id).await?.ok_or(ReservationError::SlotGone)?;
    let course = reservation.course_id.ok_or(ReservationError::SlotGone)?;
    let free = place.slot.free_at(&place.time, place.access);
    let ids: Vec<_> = free.iter().map(|stock| stock.item).collect();
    let needed = stocks_needed(guests, group.capacity);
    let items = reseat(&group, own, &ids, needed).ok_or(ReservationError::Full)?;
    let party: Vec<FreeStock> = free.into_iter().filter(|stock| items.contains(&stock.item)).collect();
    let claim = SeatClaim {
        reservation: reservation.id,
        restaurant: reservation.restaurant_id,
        course,
        date: reservation.date,
        guests,
        starts_at: reservation.starts_at,
        ends_at: reservation.ends_at,
    };
    // Lock order: the counter before the seats, as in `end::close`.
    seats::uncount_course(conn, reservation.restaurant_id, course, reservation.date, reservation.guests_count).await?;
    seats::release(conn, reservation.restaurant_id, reservation.id, now).await?;
    match seats::claim_seats(conn, &claim, &party).await? {
        SeatClaimOutcome::Taken => Ok(()),
        SeatClaimOutcome::SeatsGone => Err(ReservationError::Raced),
        SeatClaimOutcome::CourseFull => Err(ReservationError::CourseFull),
    }
}

/// Releases the seats that a smaller party does not need.
async fn shrink(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    guests: i32,
    own: &[InventoryItemId],
) -> sqlx::Result<()> {
    let group = bookings::find_group_of(conn, reservation.id).await?.ok_or(sqlx::Error::RowNotFound)?;
    if let Some(course) = reservation.course_id {
        let fewer = reservation.guests_count - guests;
        seats::uncount_course(conn, reservation.restaurant_id, course, reservation.date, fewer).await?;
    }
    let left: Vec<_> = own.iter().skip(stocks_needed(guests, group.capacity)).copied().collect();
    seats::release_items(conn, reservation.restaurant_id, reservation.id, &left, now).await
}

async fn write_size(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    guests: i32,
    costs: ReservationPrices,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservations SET guests_count = $2, prepaid_price = $3, reservation_fee = $4, version = version + 1,
             calendar_sequence = calendar_sequence + 1, calendar_changed_at = $6 WHERE restaurant_id = $5 AND id = $1",
        reservation.id.0,
        guests,
        costs.prepaid.to_db()?,
        costs.fee.to_db()?,
        reservation.restaurant_id.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Reverts a growth whose payment was declined: restores the previous party size, and refunds payments of the difference. An unpaid
/// difference that the growth replaced is planned again. Returns false, and changes nothing, if the booking has changed or ended meanwhile.
pub async fn revert_growth(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    changed: &BookingChanged,
) -> Result<bool, ReservationError> {
    let BookingChanged { reservation: grown, previous_guests, planned } = changed;
    let slots = grown.online_stock_group_id;
    inventory::queries::lock_slots_to_take(conn, grown.restaurant_id, slots.as_slice()).await?;
    let reservation = queries::lock(conn, grown.restaurant_id, grown.id).await?;
    let is_same = reservation.status == Status::Accepted && reservation.guests_count == grown.guests_count;
    if !is_same || *previous_guests >= grown.guests_count {
        return Ok(false);
    }
    let costs = restore_size(conn, now, &reservation, *previous_guests).await?;
    charges::cancel_planned(conn, rng, now, reservation.subject(), planned).await?;
    if let Some(diner) = reservation.user_id {
        charges::adjust(conn, rng, now, &reservation, diner, costs).await?;
    }
    Ok(true)
}

/// Restores a smaller party size of a booking, releases the seats and deletes the answers of the other guests, and notifies the restaurant.
/// Returns the prices. The slot and the booking are locked.
pub(super) async fn restore_size(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    guests: i32,
) -> sqlx::Result<ReservationPrices> {
    let (restaurant, id) = (reservation.restaurant_id, reservation.id);
    let own = bookings::list_own_items(conn, restaurant, id).await?;
    shrink(conn, now, reservation, guests, &own).await?;
    let costs = ReservationPrices::for_guests(reservation, guests);
    write_size(conn, now, reservation, guests, costs).await?;
    preferences::keep_sets(conn, restaurant, id, guests).await?;
    notifications::push(conn, now, id, NotificationReason::ChangeGuestsCount).await?;
    let detail = json!({ "from": reservation.guests_count, "to": guests });
    record(conn, now, reservation, Actor::System, "guests_count_taken_back", detail).await?;
    inventory::queries::refresh_days(conn, restaurant, &[reservation.date]).await?;
    Ok(costs)
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    actor: Actor,
    action: &str,
    detail: serde_json::Value,
) -> sqlx::Result<()> {
    let event = audit::Event {
        actor,
        action,
        restaurant: Some(reservation.restaurant_id),
        reservation: Some(reservation.id),
        detail,
    };
    audit::record(conn, now, event).await
}
