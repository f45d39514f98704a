//! A diner picks a slot: the seats are theirs for ten minutes (gaps G050 to G068).
//!
//! Locks are taken in one order everywhere: slots by id, stocks, the course's counter, the reservation. The slot's lock
//! makes the choice of seats first come, first served; the exclusion constraint stands behind it.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::end::{self, Ending};
use super::error::ReservationError;
use super::model::{HOLD, Reservation, Status};
use super::queries;
use super::seats::{self, Claim, Take};
use crate::audit::Actor;
use crate::availability;
use crate::availability::actions::Viewer;
use crate::availability::day::{Slot, SlotCourse, SlotTime};
use crate::chance::Chance;
use crate::db::violated;
use crate::ids::{CourseId, OnlineStockGroupId, OsgTimeId, ReservationId, UserId};
use crate::inventory::seating::{self, FreeStock, stocks_needed};
use crate::restaurants::model::{OperationName, Restaurant, Visibility};

/// What a diner asks for.
#[derive(Clone, Debug)]
pub struct Choice {
    pub slot: OnlineStockGroupId,
    pub time: OsgTimeId,
    pub course: CourseId,
    pub guests: i32,
    pub locale: &'static str,
    pub ticket_code: Option<String>,
}

/// The hold, and how many stocks it has taken just now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub uid: String,
    pub stocks: usize,
}

/// Holds seats and answers the reservation's uid. The same choice again answers the same hold; another choice at the same
/// restaurant replaces it. Holds that ended before `now` are swept by the caller first (`expire::sweep_restaurant`): they
/// count as free here.
pub async fn place_hold(
    conn: &mut PgConnection,
    chance: &Chance,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    diner: UserId,
    choice: &Choice,
) -> Result<Placed, ReservationError> {
    if restaurant.visibility == Visibility::Hidden {
        return Err(ReservationError::NotOpen);
    }
    let viewer = Viewer::find(conn, restaurant, Some(diner)).await?;
    if !viewer.access.is_phone_confirmed {
        return Err(ReservationError::PhoneUnconfirmed);
    }
    let live = queries::list_live(conn, restaurant.id, diner).await?;
    if let Some(hold) = live.iter().find(|r| r.is_held_at(now) && r.asks_for(choice)) {
        return Ok(Placed { uid: hold.uid.clone(), stocks: 0 });
    }
    let former = live.iter().find(|r| r.status == Status::Pending);
    let slots: Vec<_> = former.and_then(|r| r.online_stock_group_id).into_iter().chain([choice.slot]).collect();
    queries::lock_slots_to_take(conn, &slots).await?;
    if let Some(former) = former {
        give_back(conn, chance, now, former, diner, choice).await?;
    }
    let slots = availability::queries::list_slots(conn, restaurant.id, None, Some(choice.slot), now).await?;
    let slot = slots.into_iter().next().ok_or(ReservationError::SlotGone)?;
    let (time, course, party) = admit(&slot, &viewer, restaurant, choice, now)?;
    if live.iter().any(|r| r.status == Status::Accepted && r.date == slot.date && r.operation == slot.operation) {
        return Err(ReservationError::AlreadyBooked);
    }
    let uid = chance.uid();
    let reservation = insert(conn, chance, now, restaurant, diner, &viewer, &slot, time, course, choice, &uid).await?;
    let claim = Claim {
        reservation,
        restaurant: restaurant.id,
        course: choice.course,
        date: slot.date,
        guests: choice.guests,
        starts_at: time.starts_at,
        ends_at: time.ends_at,
    };
    match seats::take(conn, &claim, &party).await? {
        Take::Taken => {}
        Take::SeatsGone => return Err(ReservationError::Full),
        Take::CourseFull => return Err(ReservationError::CourseFull),
    }
    let days: Vec<_> = former.map(|former| former.date).into_iter().chain([slot.date]).collect();
    availability::queries::refresh_days(conn, restaurant.id, &days).await?;
    Ok(Placed { uid, stocks: party.len() })
}

impl Reservation {
    fn asks_for(&self, choice: &Choice) -> bool {
        self.online_stock_group_id == Some(choice.slot)
            && self.osg_time_id == Some(choice.time)
            && self.course_id == Some(choice.course)
            && self.guests_count == choice.guests
    }
}

async fn give_back(
    conn: &mut PgConnection,
    chance: &Chance,
    now: DateTime<Utc>,
    former: &Reservation,
    diner: UserId,
    choice: &Choice,
) -> Result<(), ReservationError> {
    let former = queries::lock(conn, former.id).await?;
    if former.status != Status::Pending {
        return Err(ReservationError::Raced);
    }
    let new_date = queries::find_slot_date(conn, choice.slot).await?.ok_or(ReservationError::SlotGone)?;
    let counters: Vec<_> = former.course_id.map(|course| (course, former.date)).into_iter().collect();
    seats::lock_counters(conn, &[counters.as_slice(), &[(choice.course, new_date)]].concat()).await?;
    let ending =
        Ending { status: Status::Void, cancellation_fee: None, actor: Actor::Diner(diner), action: "hold_replaced" };
    Ok(end::close(conn, chance, now, &former, ending).await?)
}

/// Every rule a booking must pass, and the seats it then gets.
fn admit<'a>(
    slot: &'a Slot,
    viewer: &Viewer,
    restaurant: &Restaurant,
    choice: &Choice,
    now: DateTime<Utc>,
) -> Result<(&'a SlotTime, &'a SlotCourse, Vec<FreeStock>), ReservationError> {
    let is_upcoming = slot.date >= restaurant.zone.date_of(now);
    if !is_upcoming || !viewer.window(restaurant, now).covers(slot.date) {
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
    let free = slot.free_at(time, viewer.access);
    let party = seating::choose(&free, stocks_needed(choice.guests, slot.capacity_per_stock));
    Ok((time, course, party.ok_or(ReservationError::Full)?))
}

#[expect(clippy::too_many_arguments, reason = "the row is made of all of them")]
async fn insert(
    conn: &mut PgConnection,
    chance: &Chance,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    diner: UserId,
    viewer: &Viewer,
    slot: &Slot,
    time: &SlotTime,
    course: &SlotCourse,
    choice: &Choice,
    uid: &str,
) -> Result<ReservationId, ReservationError> {
    let guests = i64::from(choice.guests);
    let prepaid = if course.course.is_prepaid { course.course.price * guests } else { 0 };
    let fee = if slot.operation == OperationName::Takeaway { 0 } else { restaurant.reservation_fee * guests };
    let inserted = sqlx::query_scalar!(
        "WITH hold AS (
             INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, customer_id, inventory_group_id,
                 online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja,
                 course_title_en, course_price, prepaid_price, reservation_fee, cancellation_policy, access_class, locale,
                 ticket_code, held_until, created_at)
             SELECT $1, $2, o.restaurant_id, 'online_reservation', 'pending', $3, $4, o.inventory_group_id, o.id, $6, $7, o.operation,
                 o.date, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21
             FROM online_stock_groups o WHERE o.id = $5 RETURNING id, restaurant_id),
         audited AS (
             INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action, detail)
             SELECT $21, restaurant_id, id, 'diner', $3, 'hold_placed', '{}' FROM hold)
         SELECT id FROM hold",
        uid,
        chance.reservation_code(),
        diner.0,
        viewer.access.customer.map(|id| id.0),
        slot.id.0,
        time.id.0,
        course.id().0,
        time.starts_at,
        time.ends_at,
        choice.guests,
        course.course.title.ja,
        course.course.title.en,
        i32::try_from(course.course.price).unwrap_or(i32::MAX),
        i32::try_from(prepaid).unwrap_or(i32::MAX),
        i32::try_from(fee).unwrap_or(i32::MAX),
        json!(restaurant.policy),
        viewer.access.class(),
        choice.locale,
        choice.ticket_code,
        now + HOLD,
        now,
    )
    .fetch_one(conn)
    .await;
    inserted.map(ReservationId).map_err(|error| match violated(&error) {
        Some("reservations_one_hold_key") => ReservationError::Raced,
        Some("reservations_one_meal_key") => ReservationError::AlreadyBooked,
        _ => ReservationError::Database(error),
    })
}
