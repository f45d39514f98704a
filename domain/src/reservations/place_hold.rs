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
use super::seats;
use crate::audit::Actor;
use crate::availability;
use crate::availability::actions::Viewer;
use crate::availability::day::Slot;
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
    /// At most so many stocks of the slot are free yet; nothing when they were not looked at.
    pub left: Option<usize>,
}

/// Holds seats for a diner who has none here yet, in one write: the rules are decided without a lock, and what may have
/// changed since is looked at again behind it. Nothing when the rules count other parties, which only `place_hold` can do.
/// A refusal of which `may_rest_on_a_dead_hold` is worth `expire::sweep_restaurant` and `place_hold`.
///
/// `restaurant` may come from memory: what decides whether it can be booked is read here.
pub async fn try_hold(
    conn: &mut PgConnection,
    chance: &Chance,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    diner: UserId,
    choice: &Choice,
) -> Result<Option<Placed>, ReservationError> {
    let viewer = find_viewer(conn, restaurant, diner).await?;
    let slot = find_slot(conn, restaurant, choice, now).await?;
    let party = admit(&slot, &viewer, restaurant, choice, now)?;
    if !slot.asks_for_seats_alone(choice.guests) {
        return Ok(None);
    }
    let hold = NewHold { restaurant, diner, viewer: &viewer, choice, party, former_date: None };
    hold.insert(conn, chance, now).await.map(Some)
}

/// Holds seats and answers the reservation's uid. The same choice again answers the same hold; another choice at the same
/// restaurant replaces it. Everything is decided behind the slot's lock. Holds that ended before `now` count as free, yet
/// their rows stand in the way until they are swept, as for `try_hold`.
pub async fn place_hold(
    conn: &mut PgConnection,
    chance: &Chance,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    diner: UserId,
    choice: &Choice,
) -> Result<Placed, ReservationError> {
    let viewer = find_viewer(conn, restaurant, diner).await?;
    let live = queries::list_live(conn, restaurant.id, diner).await?;
    if let Some(hold) = live.iter().find(|r| r.is_held_at(now) && r.asks_for(choice)) {
        return Ok(Placed { uid: hold.uid.clone(), stocks: 0, left: None });
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
    let slot = find_slot(conn, restaurant, choice, now).await?;
    let party = admit(&slot, &viewer, restaurant, choice, now)?;
    if live.iter().any(|r| r.status == Status::Accepted && r.date == slot.date && r.operation == slot.operation) {
        return Err(ReservationError::AlreadyBooked);
    }
    let former_date = former.map(|former| former.date);
    let hold = NewHold { restaurant, diner, viewer: &viewer, choice, party, former_date };
    hold.insert(conn, chance, now).await
}

async fn find_viewer(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    diner: UserId,
) -> Result<Viewer, ReservationError> {
    let viewer = Viewer::find(conn, restaurant.id, Some(diner)).await?;
    if viewer.access.is_phone_confirmed { Ok(viewer) } else { Err(ReservationError::PhoneUnconfirmed) }
}

async fn find_slot(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    choice: &Choice,
    now: DateTime<Utc>,
) -> Result<Slot, ReservationError> {
    let found = availability::queries::find_slot(conn, restaurant.id, choice.slot, now).await?;
    found.ok_or(ReservationError::SlotGone)
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

/// A party that has passed the rules: what it is to pay for, and the stocks it may sit on, the best first.
struct Party {
    needed: usize,
    stocks: Vec<FreeStock>,
    /// Stocks of the slot that stay free, whoever may use them.
    left: usize,
    /// Yen for the course, when it is paid for beforehand.
    prepaid: i64,
    fee: i64,
}

/// Every rule a booking must pass.
fn admit(
    slot: &Slot,
    viewer: &Viewer,
    restaurant: &Restaurant,
    choice: &Choice,
    now: DateTime<Utc>,
) -> Result<Party, ReservationError> {
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

/// A hold about to be written.
struct NewHold<'a> {
    restaurant: &'a Restaurant,
    diner: UserId,
    viewer: &'a Viewer,
    choice: &'a Choice,
    party: Party,
    /// The day of the hold it replaces.
    former_date: Option<NaiveDate>,
}

impl NewHold<'_> {
    /// The reservation, its seats, stocks and course counter, its audit row and the news of its day, in one round trip. After
    /// an error nothing of it may be kept.
    async fn insert(
        &self,
        conn: &mut PgConnection,
        chance: &Chance,
        now: DateTime<Utc>,
    ) -> Result<Placed, ReservationError> {
        let Self { restaurant, viewer, choice, party, .. } = self;
        let uid = chance.uid();
        let stocks: Vec<_> = party.stocks.iter().map(|seat| seat.stock.0).collect();
        let done = sqlx::query_scalar!(
            r#"SELECT place_hold($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) AS "done!""#,
            uid,
            chance.reservation_code(),
            self.diner.0,
            viewer.access.customer.map(|id| id.0),
            choice.slot.0,
            choice.time.0,
            choice.course.0,
            choice.guests,
            i32::try_from(party.prepaid).unwrap_or(i32::MAX),
            i32::try_from(party.fee).unwrap_or(i32::MAX),
            json!(restaurant.policy),
            viewer.access.class(),
            choice.locale,
            choice.ticket_code,
            now + HOLD,
            now,
            &stocks,
            i32::try_from(party.needed).unwrap_or(i32::MAX),
            self.former_date,
        )
        .fetch_one(conn)
        .await;
        let done = done.map_err(|error| match violated(&error) {
            Some("reservation_seats_no_overlap") => ReservationError::Raced,
            Some("course_days_daily_max") => ReservationError::CourseFull,
            _ => ReservationError::Database(error),
        })?;
        match done.as_str() {
            "held" => Ok(Placed { uid, stocks: party.needed, left: Some(party.left) }),
            "full" | "live" => Err(ReservationError::Raced),
            _ => Err(ReservationError::SlotGone),
        }
    }
}
