//! Writes holds in one round trip.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::{HoldAttempt, HoldRequest, Locks, PlacedHold, Quote};
use crate::availability::day::Slot;
use crate::availability::viewer::Viewer;
use crate::db::violated_constraint;
use crate::ids::{CourseId, CustomerId, OnlineStockGroupId, OnlineStockId, OsgTimeId, RestaurantId, UserId};
use crate::money::Yen;
use crate::reservations::error::ReservationError;
use crate::reservations::model::HOLD;
use crate::restaurants::model::BookingTerms;
use crate::restaurants::policy::CancellationPolicy;
use crate::rng::Rng;

/// A hold request with its price and the stocks that its party may take: a row of the database's `hold_request`.
#[derive(Debug, Serialize)]
pub struct HoldRequestRow<'a> {
    restaurant_id: RestaurantId,
    uid: String,
    reservation_code: String,
    user_id: UserId,
    customer_id: Option<CustomerId>,
    online_stock_group_id: OnlineStockGroupId,
    osg_time_id: OsgTimeId,
    course_id: CourseId,
    guests_count: i32,
    prepaid_price: Yen,
    reservation_fee: Yen,
    cancellation_policy: &'a CancellationPolicy,
    access_class: i64,
    locale: &'static str,
    ticket_code: Option<&'a str>,
    stocks: Vec<OnlineStockId>,
    needed: usize,
    day_version: Option<i64>,
    is_gold: bool,
    #[serde(skip)]
    left: usize,
}

impl<'a> HoldRequestRow<'a> {
    /// Creates the row. `slot` is the slot after all requests of the batch have their seats.
    pub fn new(
        rng: &Rng,
        request: &'a HoldRequest,
        viewer: &Viewer,
        terms: &'a BookingTerms,
        quote: &Quote,
        slot: &Slot,
    ) -> Self {
        Self {
            restaurant_id: slot.restaurant,
            uid: rng.uid(),
            reservation_code: rng.reservation_code(),
            user_id: request.diner,
            customer_id: viewer.access.customer,
            online_stock_group_id: request.slot,
            osg_time_id: request.time,
            course_id: request.course,
            guests_count: request.guests,
            prepaid_price: quote.prepaid,
            reservation_fee: quote.fee,
            cancellation_policy: &terms.policy,
            access_class: viewer.access.class(),
            locale: request.locale,
            ticket_code: request.ticket_code.as_deref(),
            stocks: quote.stocks.iter().map(|seat| seat.stock).collect(),
            needed: quote.needed,
            day_version: slot.has_ample_stock().then_some(slot.day_version),
            is_gold: false,
            left: quote.left,
        }
    }
}

impl HoldRequestRow<'_> {
    /// Marks the row as a hold of a gold slot, which no day summary counts.
    pub fn of_gold(self) -> Self {
        Self { is_gold: true, day_version: None, ..self }
    }
}

/// Writes a hold for each request that there is capacity for: the reservation, its seats, stocks, course counter, audit row and day
/// summary. After an error no hold is written, and the caller must roll back.
pub async fn write(
    conn: &mut PgConnection,
    requests: &[HoldRequestRow<'_>],
    now: DateTime<Utc>,
    locks: Locks,
) -> Result<Vec<Result<HoldAttempt, ReservationError>>, ReservationError> {
    let previous_date = if let Locks::Held { previous_date } = locks { previous_date } else { None };
    let done = sqlx::query_scalar!(
        r#"SELECT place_holds($1, $2, $3, $4, $5) AS "done!""#,
        Json(requests) as _,
        now + HOLD,
        now,
        !matches!(locks, Locks::Idle),
        previous_date,
    )
    .fetch_one(conn)
    .await;
    let done = done.map_err(|error| match violated_constraint(&error) {
        Some("reservation_seats_no_overlap") => ReservationError::Raced,
        Some("course_days_daily_max") => ReservationError::CourseFull,
        _ => ReservationError::Database(error),
    })?;
    let written = requests.iter().zip(done).map(|(request, done)| match done.as_str() {
        "held" => Ok(HoldAttempt::Placed(PlacedHold {
            uid: request.uid.clone(),
            left: Some(request.left),
            has_replaced: false,
        })),
        "full" | "live" => Err(ReservationError::Raced),
        "busy" => Ok(HoldAttempt::Busy),
        _ => Err(ReservationError::SlotGone),
    });
    Ok(written.collect())
}
