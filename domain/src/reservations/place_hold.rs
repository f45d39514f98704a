//! A diner picks a slot: the seats are theirs for ten minutes (gaps G050 to G068).
//!
//! Locks are taken in one order everywhere: slots by id, stocks, the course's counter, the reservation. The slot's lock
//! makes the choice of seats first come, first served; the exclusion constraint stands behind it.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::end::{self, Ending};
use super::error::ReservationError;
use super::model::{HOLD, Reservation, Status};
use super::queries;
use super::seats::{self, Take};
use crate::audit::Actor;
use crate::availability;
use crate::availability::actions::Viewer;
use crate::availability::day::{Slot, SlotCourse, SlotTime};
use crate::chance::Chance;
use crate::db::violated;
use crate::ids::{CourseId, OnlineStockGroupId, OsgTimeId, UserId};
use crate::inventory::seating::{self, FreeStock, stocks_needed};
use crate::restaurants::model::{OperationName, Restaurant};

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
/// restaurant replaces it. Holds that ended before `now` count as free, yet their rows stand in the way until they are
/// swept: a refusal of which `may_rest_on_a_dead_hold` is worth `expire::sweep_restaurant` and another try.
///
/// `restaurant` may come from memory: what decides whether it can be booked is read here.
pub async fn place_hold(
    conn: &mut PgConnection,
    chance: &Chance,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    diner: UserId,
    choice: &Choice,
) -> Result<Placed, ReservationError> {
    let viewer = Viewer::find(conn, restaurant.id, Some(diner)).await?;
    if !viewer.access.is_phone_confirmed {
        return Err(ReservationError::PhoneUnconfirmed);
    }
    let live = queries::list_live(conn, restaurant.id, diner).await?;
    if let Some(hold) = live.iter().find(|r| r.is_held_at(now) && r.asks_for(choice)) {
        return Ok(Placed { uid: hold.uid.clone(), stocks: 0 });
    }
    let former = live.iter().find(|r| r.status == Status::Pending);
    if former.is_some_and(|former| !former.is_held_at(now)) {
        return Err(ReservationError::Raced);
    }
    let slots: Vec<_> = former.and_then(|r| r.online_stock_group_id).into_iter().chain([choice.slot]).collect();
    let locked = queries::lock_slots_to_take(conn, &slots).await?;
    let date = *locked.get(&choice.slot).ok_or(ReservationError::SlotGone)?;
    if let Some(former) = former {
        give_back(conn, chance, now, former, diner, (choice.course, date)).await?;
    }
    let slots = availability::queries::list_slots(conn, restaurant.id, &[date], Some(choice.slot), now).await?;
    let slot = slots.into_iter().next().ok_or(ReservationError::SlotGone)?;
    let (time, course, party) = admit(&slot, &viewer, restaurant, choice, now)?;
    if live.iter().any(|r| r.status == Status::Accepted && r.date == slot.date && r.operation == slot.operation) {
        return Err(ReservationError::AlreadyBooked);
    }
    let uid = chance.uid();
    let hold = NewHold { restaurant, diner, viewer: &viewer, slot: &slot, time, course, choice, uid: &uid };
    match hold.insert(conn, chance, now, &party).await? {
        Take::Taken => {}
        Take::SeatsGone => return Err(ReservationError::Full),
        Take::CourseFull => return Err(ReservationError::CourseFull),
    }
    hold.settle_days(conn, former.map(|former| former.date), &party).await?;
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
    next: (CourseId, NaiveDate),
) -> Result<(), ReservationError> {
    let former = queries::lock(conn, former.id).await?;
    if former.status != Status::Pending {
        return Err(ReservationError::Raced);
    }
    let counters: Vec<_> = former.course_id.map(|course| (course, former.date)).into_iter().collect();
    seats::lock_counters(conn, &[counters.as_slice(), &[next]].concat()).await?;
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
    let free = slot.free_at(time, viewer.access);
    let party = seating::choose(&free, stocks_needed(choice.guests, slot.capacity_per_stock));
    Ok((time, course, party.ok_or(ReservationError::Full)?))
}

/// A hold about to be written.
struct NewHold<'a> {
    restaurant: &'a Restaurant,
    diner: UserId,
    viewer: &'a Viewer,
    slot: &'a Slot,
    time: &'a SlotTime,
    course: &'a SlotCourse,
    choice: &'a Choice,
    uid: &'a str,
}

impl NewHold<'_> {
    /// Tells of the change in the sums of its day, and of the day of the hold it replaces.
    async fn settle_days(
        &self,
        conn: &mut PgConnection,
        former: Option<NaiveDate>,
        party: &[FreeStock],
    ) -> sqlx::Result<()> {
        let items: Vec<_> = party.iter().map(|seat| seat.item).collect();
        if former.is_none()
            && self.slot.sums_do_without(party)
            && availability::queries::touch_day(conn, self.restaurant.id, self.slot, self.time, &items).await?
        {
            return Ok(());
        }
        let days: Vec<_> = former.into_iter().chain([self.slot.date]).collect();
        availability::queries::refresh_days(conn, self.restaurant.id, &days).await
    }

    /// The reservation, its seats, stocks and course counter, and its audit row, in one statement. Anything but `Taken`
    /// leaves it half done: the caller must roll back.
    async fn insert(
        &self,
        conn: &mut PgConnection,
        chance: &Chance,
        now: DateTime<Utc>,
        party: &[FreeStock],
    ) -> Result<Take, ReservationError> {
        let Self { restaurant, diner, viewer, slot, time, course, choice, uid } = *self;
        let guests = i64::from(choice.guests);
        let prepaid = if course.course.is_prepaid { course.course.price * guests } else { 0 };
        let fee = if slot.operation == OperationName::Takeaway { 0 } else { restaurant.reservation_fee * guests };
        let items: Vec<_> = party.iter().map(|seat| seat.item.0).collect();
        let stocks: Vec<_> = party.iter().map(|seat| seat.stock.0).collect();
        let done = sqlx::query!(
            r#"WITH hold AS (
                   INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, customer_id, inventory_group_id,
                       online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja,
                       course_title_en, course_price, prepaid_price, reservation_fee, cancellation_policy, access_class, locale,
                       ticket_code, held_until, created_at)
                   SELECT $1, $2, o.restaurant_id, 'online_reservation', 'pending', $3, $4, o.inventory_group_id, o.id, $6, $7, o.operation,
                       o.date, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21
                   FROM online_stock_groups o WHERE o.id = $5 RETURNING id, restaurant_id, course_id, date, guests_count, starts_at, ends_at),
               audited AS (
                   INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action, detail)
                   SELECT $21, restaurant_id, id, 'diner', $3, 'hold_placed', '{}' FROM hold),
               seated AS (
                   INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
                   SELECT restaurant_id, id, item, tstzrange(starts_at, ends_at) FROM hold, unnest($22::bigint[]) AS item ORDER BY item
                   ON CONFLICT DO NOTHING RETURNING 1),
               held AS (
                   UPDATE online_stocks SET online_reservable_id = hold.id FROM hold
                   WHERE online_stocks.id = ANY ($23) AND online_reservable_id IS NULL RETURNING 1),
               counted AS (
                   INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count)
                   SELECT h.restaurant_id, c.id, h.date, h.guests_count FROM hold h JOIN courses c ON c.id = h.course_id
                   WHERE c.daily_max IS NULL OR h.guests_count <= c.daily_max
                   ON CONFLICT (course_id, date) DO UPDATE SET guests_count = d.guests_count + excluded.guests_count
                   WHERE (SELECT c.daily_max IS NULL OR d.guests_count + excluded.guests_count <= c.daily_max
                          FROM courses c WHERE c.id = d.course_id) RETURNING 1)
               SELECT (SELECT count(*) FROM seated) AS "seated!", (SELECT count(*) FROM held) AS "held!",
                      EXISTS (SELECT 1 FROM counted) AS "counted!""#,
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
            &items,
            &stocks,
        )
        .fetch_one(conn)
        .await;
        let done = done.map_err(|error| match violated(&error) {
            Some("reservations_one_hold_key") => ReservationError::Raced,
            Some("reservations_one_meal_key") => ReservationError::AlreadyBooked,
            _ => ReservationError::Database(error),
        })?;
        let is_seated = [done.seated, done.held].iter().all(|count| usize::try_from(*count) == Ok(party.len()));
        Ok(Take::of(is_seated, done.counted))
    }
}
