//! The steps of a visit and the seats of its party. A party that has left or did not come releases its seats before the planned end.
//! Not part of the specification.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::move_stocks;
use super::queries::{self, StayRange};
use super::stay::{places, seats_until};
use crate::audit;
use crate::customers::no_shows;
use crate::idempotency;
use crate::ids::{InventoryItemId, ReservationId};
use crate::inventory;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::no_show_fees;
use crate::reservations::seats::SeatAssignment;
use crate::reservations::service::{self, ServiceState, ServiceStep, ServiceTimes};
use crate::reservations::staff::{StaffContext, StaffError};
use crate::rng::Rng;

/// Records a step of the visit, and ends or resumes the party's occupation of its seats.
///
/// # Errors
/// The errors of [`service::step`]; another party has taken the seats of a returning party, or its stocks in the same slot; the fee of the
/// no-show was charged.
pub async fn step(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    id: ReservationId,
    step: ServiceStep,
) -> Result<ServiceTimes, StaffError> {
    let reservation = queries::lock_with_slots(conn, id).await?;
    let times = service::step(conn, staff, &reservation, step).await?;
    if times.no_show_at.is_none() {
        no_show_fees::withdraw_of_arrived(conn, rng, staff, &reservation).await?;
    }
    fit_seats(conn, &reservation, &times, staff.now).await?;
    Ok(times)
}

/// Records a step as in [`step`], once for each idempotency key.
///
/// # Errors
/// The errors of `step`; the key is malformed, or belongs to another request.
pub async fn step_once(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    id: ReservationId,
    wanted: ServiceStep,
    key: &str,
) -> Result<ServiceTimes, StaffError> {
    // The time is not part of the request: after a lost response the client does not know whether the step was recorded with it or with
    // the current time.
    let request = ("service_state", staff.owner.0, id.0, wanted.from, wanted.to);
    if let Some(done) = idempotency::begin(conn, staff.restaurant.id, key, &request, staff.now).await? {
        return Ok(done);
    }
    let times = step(conn, rng, staff, id, wanted).await?;
    idempotency::finish(conn, staff.restaurant.id, key, &times).await?;
    Ok(times)
}

/// Records or reverts a no-show, and ends or resumes the party's occupation of its seats. `seen` is the step that the writer saw.
///
/// # Errors
/// The reservation is unknown, is not accepted, or has not begun; the party is at another step than `seen`, or has come if `seen` is
/// absent; another party has taken the seats of a returning party; the fee of the no-show was charged.
pub async fn note_no_show(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    uid: &str,
    seen: Option<Option<ServiceState>>,
    is_no_show: bool,
) -> Result<(), StaffError> {
    let restaurant = staff.restaurant.id;
    let found = sqlx::query_scalar!(
        r#"SELECT id AS "id: ReservationId" FROM reservations WHERE restaurant_id = $1 AND uid = $2"#,
        restaurant.0,
        uid
    );
    let id = found.fetch_optional(&mut *conn).await?.ok_or(StaffError::NotFound)?;
    let reservation = queries::lock_with_slots(conn, id).await?;
    let before = service::find(conn, restaurant, id).await?.state();
    require_state(before, seen, is_no_show)?;
    if reservation.status != Status::Accepted || reservation.starts_at > staff.now {
        return Err(StaffError::NotBegun);
    }
    no_shows::set_no_show(conn, restaurant, id, staff.owner, is_no_show.then_some(staff.now)).await?;
    let event = audit::Event {
        actor: staff.actor,
        action: "reservation.no_show",
        restaurant: Some(restaurant),
        reservation: Some(id),
        detail: json!({ "from": before, "is_no_show": is_no_show }),
    };
    audit::record(conn, staff.now, event).await?;
    if !is_no_show {
        no_show_fees::withdraw_of_arrived(conn, rng, staff, &reservation).await?;
    }
    let times = service::find(conn, restaurant, id).await?;
    fit_seats(conn, &reservation, &times, staff.now).await
}

/// Requires that the party is at the step that the writer saw. A writer that names none cannot record a no-show of a party that has come
/// (gaps G326).
fn require_state(
    state: Option<ServiceState>,
    seen: Option<Option<ServiceState>>,
    is_no_show: bool,
) -> Result<(), StaffError> {
    let is_expected = match seen {
        Some(seen) => seen == state,
        None => !is_no_show || matches!(state, None | Some(ServiceState::NoShow)),
    };
    if is_expected { Ok(()) } else { Err(StaffError::ServiceStateMoved) }
}

async fn fit_seats(
    conn: &mut PgConnection,
    reservation: &Reservation,
    times: &ServiceTimes,
    now: DateTime<Utc>,
) -> Result<(), StaffError> {
    let till = seats_until(StayRange::of_reservation(reservation), times);
    let (own, had_till) = own_places(conn, reservation).await?;
    let is_resumed = had_till.is_some_and(|had_till| had_till < till);
    let places = if is_resumed {
        let items: Vec<_> = own.iter().map(|place| place.item).collect();
        places(conn, reservation, &items, StayRange::of_reservation(reservation), now).await?
    } else {
        own
    };
    let (items, since): (Vec<_>, Vec<_>) = places.iter().map(|place| (place.item.0, place.from)).unzip();
    // A party has seats that others had before for at least five minutes.
    let until: Vec<_> = since.iter().map(|since| till.max(*since + Duration::minutes(5))).collect();
    if is_taken_by_others(conn, reservation, &items, &since, &until).await? {
        return Err(StaffError::SeatTaken);
    }
    let changed = sqlx::query!(
        "UPDATE reservation_seats s SET during = stay.anew
         FROM (SELECT item, tstzrange(since, till) AS anew
               FROM unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[]) AS p (item, since, till)) stay
         WHERE s.restaurant_id = $1 AND s.reservation_id = $2 AND s.released_at IS NULL
           AND s.inventory_item_id = stay.item AND s.during <> stay.anew",
        reservation.restaurant_id.0,
        reservation.id.0,
        &items,
        &since,
        &until,
    );
    let has_changed = changed.execute(&mut *conn).await?.rows_affected() > 0;
    let is_over = times.no_show_at.or(times.left_at).is_some();
    let has_moved_stocks = !is_over && move_stocks::return_to_seats(conn, reservation).await?;
    if has_changed || has_moved_stocks {
        inventory::queries::refresh_days(conn, reservation.restaurant_id, &[reservation.date]).await?;
    }
    Ok(())
}

/// Returns the party's seats, each with its start, and their common end.
async fn own_places(
    conn: &mut PgConnection,
    own: &Reservation,
) -> sqlx::Result<(Vec<SeatAssignment>, Option<DateTime<Utc>>)> {
    let rows = sqlx::query!(
        r#"SELECT inventory_item_id AS "item: InventoryItemId", lower(during) AS "from!", upper(during) AS "till!"
           FROM reservation_seats WHERE restaurant_id = $1 AND reservation_id = $2 AND released_at IS NULL
           ORDER BY inventory_item_id"#,
        own.restaurant_id.0,
        own.id.0,
    );
    let rows = rows.fetch_all(conn).await?;
    let till = rows.iter().map(|row| row.till).min();
    Ok((rows.into_iter().map(|row| SeatAssignment { item: row.item, from: row.from }).collect(), till))
}

async fn is_taken_by_others(
    conn: &mut PgConnection,
    own: &Reservation,
    items: &[i64],
    since: &[DateTime<Utc>],
    until: &[DateTime<Utc>],
) -> sqlx::Result<bool> {
    let taken = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT 1 FROM unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[]) AS p (item, since, till)
               JOIN reservation_seats other ON other.restaurant_id = $1 AND other.inventory_item_id = p.item AND other.released_at IS NULL
                   AND seat_overlaps(other.during, p.since, p.till)
               WHERE other.reservation_id <> $2) AS "is_taken!""#,
        own.restaurant_id.0,
        own.id.0,
        items,
        since,
        until,
    );
    taken.fetch_one(conn).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> DateTime<Utc> {
        format!("2026-12-08T{time}:00+09:00").parse().unwrap()
    }

    #[test]
    fn seats_are_free_from_last_five_minute_step_before_leaving() {
        let planned = StayRange { from: at("18:00"), till: at("20:00") };
        let left =
            |time: &str| seats_until(planned, &ServiceTimes { left_at: Some(at(time)), ..ServiceTimes::default() });
        assert_eq!(seats_until(planned, &ServiceTimes::default()), at("20:00"));
        assert_eq!(left("19:33"), at("19:30"));
        assert_eq!(left("20:40"), at("20:00"), "occupation ends at the planned end");
        assert_eq!(left("17:50"), at("18:05"), "a stay is never empty");
        let missing = ServiceTimes { no_show_at: Some(at("18:30")), ..ServiceTimes::default() };
        assert_eq!(seats_until(planned, &missing), at("18:30"));
    }
}
