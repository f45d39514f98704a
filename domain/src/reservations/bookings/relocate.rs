//! Staff change the day, time, seats or course of an in-person reservation (owner §7, §9).

use std::ops::RangeInclusive;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::create::require_usual_day;
use super::form::{FormSeatGroup, check_hours, seats_party};
use super::queries::{self, StayRange};
use super::reseat::reseat;
use super::stay::{places, remaining_stay, seated};
use crate::ids::{CourseId, InventoryGroupId, InventoryItemId, ReservationId};
use crate::inventory;
use crate::inventory::seating::stocks_needed;
use crate::reservations::model::Reservation;
use crate::reservations::seats::{self, SeatClaim, SeatClaimOutcome};
use crate::reservations::service;
use crate::reservations::staff::{StaffContext, StaffError};
use crate::restaurants;
use crate::restaurants::model::{Course, Operation};
use crate::zone::{BusinessTime, Zone};

/// A time as staff type it: an instant, or a clock time of the reservation's day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitTime {
    At(DateTime<Utc>),
    Clock(BusinessTime),
}

/// Changes to the place of a reservation. Absent fields stay unchanged.
#[derive(Clone, Debug, Default)]
pub struct Relocation {
    /// Another day. Times that are not sent keep their clock time.
    pub date: Option<NaiveDate>,
    pub starts_at: Option<VisitTime>,
    pub ends_at: Option<VisitTime>,
    pub guests: Option<i32>,
    pub course_uid: Option<String>,
    pub item_uids: Option<Vec<String>>,
    /// Staff have confirmed a day in the past, or a day on which the restaurant is closed.
    pub is_day_confirmed: bool,
    pub seen: ExpectedPlace,
}

/// The place that the writer saw, to detect a conflicting move.
#[derive(Clone, Debug, Default)]
pub struct ExpectedPlace {
    /// The version that the writer saw. The other values may be absent then.
    pub version: Option<i32>,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub guests: Option<i32>,
    pub item_uids: Option<Vec<String>>,
}

impl Relocation {
    /// Returns the new span of the visit.
    ///
    /// # Errors
    /// The start is on another day than the one that was sent.
    pub fn span(&self, reservation: &Reservation) -> Result<StayRange, StaffError> {
        let zone = reservation.zone;
        let day = self.date.unwrap_or(reservation.date);
        let shifted = |at: DateTime<Utc>| match self.date {
            Some(day) => zone.at(day + (zone.date_of(at) - reservation.date), zone.time_of(at)),
            None => at,
        };
        let meant = |moment: Option<VisitTime>, own: DateTime<Utc>| match moment {
            Some(VisitTime::At(at)) => at,
            Some(VisitTime::Clock(time)) => zone.at_time(day, time),
            None => shifted(own),
        };
        let span = StayRange {
            from: meant(self.starts_at, reservation.starts_at),
            till: meant(self.ends_at, reservation.ends_at),
        };
        match self.date {
            // After midnight it is still the evening's day; `check_hours` decides.
            Some(day) if !moments_of_day(zone, day).contains(&span.from) => {
                Err(StaffError::Field("date", "field_invalid"))
            }
            _ => Ok(span),
        }
    }
}

/// Returns the instants that staff can mean by a day: until 29:00.
fn moments_of_day(zone: Zone, day: NaiveDate) -> RangeInclusive<DateTime<Utc>> {
    zone.at_time(day, BusinessTime::of_minutes(0))..=zone.at_time(day, BusinessTime::LATEST)
}

/// Requires that the locked reservation still has the version that its writer saw. To be checked before the reservation's status: a
/// writer who overlooks its end has missed a change, too.
///
/// # Errors
/// Another user has changed its place, ended it or restored it.
pub fn require_version(reservation: &Reservation, seen: Option<i32>) -> Result<(), StaffError> {
    match seen.is_none_or(|version| version == reservation.version) {
        true => Ok(()),
        false => Err(StaffError::ReservationMoved),
    }
}

/// Requires that the reservation is still where the writer saw it, apart from its version.
///
/// # Errors
/// Another user has moved it.
pub async fn require_unmoved(
    conn: &mut PgConnection,
    reservation: &Reservation,
    seen: &ExpectedPlace,
) -> Result<(), StaffError> {
    let is_moved = seen.starts_at.is_some_and(|at| at != reservation.starts_at)
        || seen.ends_at.is_some_and(|at| at != reservation.ends_at)
        || seen.guests.is_some_and(|guests| guests != reservation.guests_count);
    if is_moved {
        return Err(StaffError::ReservationMoved);
    }
    let Some(seen) = &seen.item_uids else { return Ok(()) };
    let own = queries::list_own_item_uids(conn, reservation.restaurant_id, reservation.id).await?;
    let mut seen = seen.clone();
    seen.sort_unstable();
    seen.dedup();
    if own == seen { Ok(()) } else { Err(StaffError::ReservationMoved) }
}

/// Requires that the reservation still occupies seats of `group`, whose slots are locked.
///
/// # Errors
/// Another user has moved it.
pub async fn require_group(
    conn: &mut PgConnection,
    id: ReservationId,
    group: InventoryGroupId,
) -> Result<(), StaffError> {
    let own = queries::find_group_of(conn, id).await?;
    if own.is_some_and(|own| own.id == group) { Ok(()) } else { Err(StaffError::ReservationMoved) }
}

/// The new place of a reservation.
struct RelocationTarget {
    span: StayRange,
    date: NaiveDate,
    guests: i32,
    /// The new course, if it changes.
    course: Option<Course>,
}

/// Moves a locked reservation, whose slots are locked too, to another place in `group`, which may be its own. Another day deletes the
/// recorded steps of the visit. Returns false if nothing changes.
///
/// # Errors
/// The place is not possible; a new booking has the same errors. A party that has left keeps its day.
pub async fn relocate(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    reservation: &Reservation,
    group: &FormSeatGroup,
    place: &Relocation,
) -> Result<bool, StaffError> {
    let target = target(conn, staff, reservation, place).await?;
    let stays = target.span == StayRange::of_reservation(reservation) && target.guests == reservation.guests_count;
    if stays && target.course.is_none() && place.item_uids.is_none() {
        return Ok(false);
    }
    if !(1..=group.max_guests()).contains(&target.guests) {
        return Err(StaffError::GuestsOutOfRange(group.max_guests()));
    }
    if target.date != reservation.date {
        require_usual_day(conn, staff, target.date, place.is_day_confirmed).await?;
        service::clear(conn, staff, reservation).await?;
    }
    let stay = seated(conn, reservation, target.span).await?;
    let rest = remaining_stay(stay, staff.now);
    let items = choose_seats(conn, reservation, rest, group, place, &target).await?;
    let places = places(conn, reservation, &items, stay, staff.now).await?;
    reassign_seats(conn, staff, reservation, &target, &places, stay).await?;
    set_visit(conn, reservation, group, &target, items.len()).await?;
    let mut days = vec![reservation.date, target.date];
    days.sort_unstable();
    days.dedup();
    inventory::queries::refresh_days(conn, staff.restaurant.id, &days).await?;
    Ok(true)
}

async fn target(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    reservation: &Reservation,
    place: &Relocation,
) -> Result<RelocationTarget, StaffError> {
    let span = place.span(reservation)?;
    let guests = place.guests.unwrap_or(reservation.guests_count);
    let wanted_course = place.course_uid.as_deref().map(str::trim).filter(|uid| !uid.is_empty());
    if span == StayRange::of_reservation(reservation) && wanted_course.is_none() {
        return Ok(RelocationTarget { span, date: reservation.date, guests, course: None });
    }
    let operations = restaurants::queries::list_operations(conn, staff.restaurant.id).await?;
    let date = match span == StayRange::of_reservation(reservation) {
        true => reservation.date,
        false => check_hours(&operations, staff.restaurant.zone, span.from, span.till)?,
    };
    if place.date.is_some_and(|day| day != date) {
        return Err(StaffError::Field("date", "field_invalid"));
    }
    let course = match wanted_course {
        Some(uid) => find_course(conn, staff, reservation, &operations, uid).await?,
        None => None,
    };
    Ok(RelocationTarget { span, date, guests, course })
}

/// Finds the course with the uid, of a meal that is served. Returns `None` if the party has already chosen it.
async fn find_course(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    reservation: &Reservation,
    operations: &[Operation],
    uid: &str,
) -> Result<Option<Course>, StaffError> {
    let courses = restaurants::queries::list_courses(conn, staff.restaurant.id).await?;
    let is_served = |course: &Course| operations.iter().any(|operation| operation.name == course.operation);
    match courses.into_iter().find(|course| course.uid == uid) {
        Some(course) if Some(course.id) == reservation.course_id && is_course_chosen(conn, reservation).await? => {
            Ok(None)
        }
        Some(course) if is_served(&course) => Ok(Some(course)),
        _ => Err(StaffError::Incomplete("course_uid")),
    }
}

async fn is_course_chosen(conn: &mut PgConnection, reservation: &Reservation) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        "SELECT is_course_chosen FROM reservations WHERE restaurant_id = $1 AND id = $2",
        reservation.restaurant_id.0,
        reservation.id.0,
    )
    .fetch_one(conn)
    .await
}

/// Returns the chosen seats, which may include joined tables; else the party's own; else others, without joined tables, if the party
/// size changes.
async fn choose_seats(
    conn: &mut PgConnection,
    reservation: &Reservation,
    rest: StayRange,
    group: &FormSeatGroup,
    place: &Relocation,
    target: &RelocationTarget,
) -> Result<Vec<InventoryItemId>, StaffError> {
    if let Some(uids) = &place.item_uids {
        let items: Vec<_> = group.items.iter().filter(|item| uids.contains(&item.uid)).map(|item| item.id).collect();
        let is_valid = items.len() == uids.len() && seats_party(target.guests, items.len(), group);
        return if is_valid { Ok(items) } else { Err(StaffError::Incomplete("inventory_item_uids")) };
    }
    let own = queries::list_own_items(conn, reservation.restaurant_id, reservation.id).await?;
    if target.guests == reservation.guests_count {
        return Ok(own);
    }
    let choices = queries::list_seat_choices(conn, reservation.restaurant_id, group.id, rest, reservation.id).await?;
    let free: Vec<_> = choices.into_iter().filter(|seat| seat.is_free).map(|seat| seat.id).collect();
    reseat(group, &own, &free, stocks_needed(target.guests, group.capacity)).ok_or(StaffError::NotEnoughSeats)
}

/// Releases the current seats and assigns others.
async fn reassign_seats(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    reservation: &Reservation,
    target: &RelocationTarget,
    places: &[seats::SeatAssignment],
    stay: StayRange,
) -> Result<(), StaffError> {
    let restaurant = reservation.restaurant_id;
    let counted: Option<CourseId> = reservation.course_id;
    let course = target.course.as_ref().map(|course| course.id).or(counted);
    let course = course.ok_or(StaffError::Incomplete("course_uid"))?;
    let counters = [(counted.unwrap_or(course), reservation.date), (course, target.date)];
    seats::lock_counters(conn, restaurant, &counters).await?;
    seats::release(conn, restaurant, reservation.id, staff.now).await?;
    if let Some(counted) = counted {
        seats::uncount_course(conn, restaurant, counted, reservation.date, reservation.guests_count).await?;
    }
    let claim = SeatClaim {
        reservation: reservation.id,
        restaurant,
        course,
        date: target.date,
        guests: target.guests,
        starts_at: target.span.from,
        ends_at: stay.till,
    };
    match seats::assign_seats_from(conn, &claim, places).await? {
        SeatClaimOutcome::Taken => Ok(()),
        SeatClaimOutcome::SeatsGone => {
            let items: Vec<_> = places.iter().map(|place| place.item).collect();
            let rest = remaining_stay(stay, staff.now);
            Err(queries::conflict(conn, restaurant, &items, rest, Some(reservation.id)).await?)
        }
        SeatClaimOutcome::CourseFull => Err(StaffError::CourseFull),
    }
}

async fn set_visit(
    conn: &mut PgConnection,
    reservation: &Reservation,
    group: &FormSeatGroup,
    target: &RelocationTarget,
    seats: usize,
) -> sqlx::Result<()> {
    let (restaurant, id) = (reservation.restaurant_id, reservation.id);
    let joined = seats.saturating_sub(stocks_needed(target.guests, group.capacity));
    sqlx::query!(
        "UPDATE reservations SET date = $2, starts_at = $3, ends_at = $4, guests_count = $5, inventory_group_id = $7,
             extra_items = $8, version = version + 1, reminded_at = CASE WHEN starts_at = $3 THEN reminded_at END
         WHERE restaurant_id = $6 AND id = $1",
        id.0,
        target.date,
        target.span.from,
        target.span.till,
        target.guests,
        restaurant.0,
        group.id.0,
        i32::try_from(joined).unwrap_or(i32::MAX),
    )
    .execute(&mut *conn)
    .await?;
    let Some(course) = &target.course else { return Ok(()) };
    sqlx::query!(
        "UPDATE reservations SET course_id = $2, operation = $3, course_title_ja = $4, course_title_en = $5, course_price = $6,
             is_course_chosen = true
         WHERE restaurant_id = $7 AND id = $1",
        id.0,
        course.id.0,
        course.operation.as_str(),
        course.title.ja,
        course.title.en,
        course.price.to_db()?,
        restaurant.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}
