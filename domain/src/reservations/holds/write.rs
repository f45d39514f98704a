//! The rows of holds, in one round trip.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::place::{Choice, Placed};
use super::rules::Party;
use crate::availability::actions::Viewer;
use crate::availability::day::Slot;
use crate::db::violated;
use crate::ids::UserId;
use crate::reservations::error::ReservationError;
use crate::reservations::model::HOLD;
use crate::restaurants::model::Restaurant;
use crate::rng::Rng;

/// A hold about to be written: `hold_wish` of the database.
#[derive(Debug, Serialize)]
pub struct NewHold<'a> {
    uid: String,
    reservation_code: String,
    user_id: i64,
    customer_id: Option<i64>,
    online_stock_group_id: i64,
    osg_time_id: i64,
    course_id: i64,
    guests_count: i32,
    prepaid_price: i64,
    reservation_fee: i64,
    cancellation_policy: Value,
    access_class: i64,
    locale: &'static str,
    ticket_code: Option<&'a str>,
    stocks: Vec<i64>,
    needed: usize,
    day_version: Option<i64>,
    #[serde(skip)]
    left: usize,
}

impl<'a> NewHold<'a> {
    /// `slot` as it will be once all that is written together has its seats.
    pub fn new(
        rng: &Rng,
        restaurant: &Restaurant,
        diner: UserId,
        viewer: &Viewer,
        choice: &'a Choice,
        party: Party,
        slot: &Slot,
    ) -> Self {
        Self {
            uid: rng.uid(),
            reservation_code: rng.reservation_code(),
            user_id: diner.0,
            customer_id: viewer.access.customer.map(|id| id.0),
            online_stock_group_id: choice.slot.0,
            osg_time_id: choice.time.0,
            course_id: choice.course.0,
            guests_count: choice.guests,
            prepaid_price: party.prepaid,
            reservation_fee: party.fee,
            cancellation_policy: json!(restaurant.policy),
            access_class: viewer.access.class(),
            locale: choice.locale,
            ticket_code: choice.ticket_code.as_deref(),
            stocks: party.stocks.iter().map(|seat| seat.stock.0).collect(),
            needed: party.needed,
            day_version: slot.has_plenty().then_some(slot.day_version),
            left: party.left,
        }
    }
}

/// How the slots' locks are got.
#[derive(Clone, Copy, Debug)]
pub enum Locks {
    /// They are this transaction's already. The day of the hold that was given back in it.
    Held { former_date: Option<NaiveDate> },
    /// Waited for.
    Awaited,
    /// A slot that somebody else has is passed over.
    Idle,
}

/// What became of one of the holds.
#[derive(Debug)]
pub enum Written {
    Held(Placed),
    Refused(ReservationError),
    /// Somebody else has the slot.
    Busy,
}

/// Writes each hold for which there is room: the reservation, its seats, stocks and course counter, its audit row and the news
/// of its day. After an error none is written, and nothing else of the transaction may be kept.
pub async fn write(
    conn: &mut PgConnection,
    holds: &[NewHold<'_>],
    now: DateTime<Utc>,
    locks: Locks,
) -> Result<Vec<Written>, ReservationError> {
    let former_date = if let Locks::Held { former_date } = locks { former_date } else { None };
    let done = sqlx::query_scalar!(
        r#"SELECT place_holds($1, $2, $3, $4, $5) AS "done!""#,
        Json(holds) as _,
        now + HOLD,
        now,
        !matches!(locks, Locks::Idle),
        former_date,
    )
    .fetch_one(conn)
    .await;
    let done = done.map_err(|error| match violated(&error) {
        Some("reservation_seats_no_overlap") => ReservationError::Raced,
        Some("course_days_daily_max") => ReservationError::CourseFull,
        _ => ReservationError::Database(error),
    })?;
    let written = holds.iter().zip(done).map(|(hold, done)| match done.as_str() {
        "held" => Written::Held(Placed { uid: hold.uid.clone(), left: Some(hold.left) }),
        "full" | "live" => Written::Refused(ReservationError::Raced),
        "busy" => Written::Busy,
        _ => Written::Refused(ReservationError::SlotGone),
    });
    Ok(written.collect())
}
