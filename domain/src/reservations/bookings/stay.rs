//! When a party has which seats. Of a stay that has begun only the rest counts: a table that others have left by now is free for it.

use chrono::{DateTime, Duration, DurationRound, Utc};
use sqlx::PgConnection;

use super::form::TIME_STEP_MINUTES;
use super::queries::StayRange;
use crate::ids::InventoryItemId;
use crate::reservations::model::Reservation;
use crate::reservations::seats::SeatAssignment;
use crate::reservations::service::{self, ServiceTimes};

/// What is left of a stay, from the last five minutes on; the whole of one that has not begun. Whoever sits on past the end has the
/// last five minutes of it left.
pub fn rest_of(stay: StayRange, now: DateTime<Utc>) -> StayRange {
    let step = Duration::minutes(TIME_STEP_MINUTES);
    let from = now.duration_trunc(step).map_or(stay.from, |at| at.min(stay.till - step).max(stay.from));
    StayRange { from, ..stay }
}

/// Until when a party has its seats: to the last five minutes before it left or was given up, and to the planned end otherwise.
pub(super) fn seats_until(planned: StayRange, times: &ServiceTimes) -> DateTime<Utc> {
    let step = Duration::minutes(TIME_STEP_MINUTES);
    let over = times.no_show_at.or(times.left_at).and_then(|at| at.duration_trunc(step).ok());
    over.map_or(planned.till, |at| at.max(planned.from + step).min(planned.till))
}

/// The part of the planned time for which a party has its seats. One that is to come at another time has them all through it: the
/// steps of its visit are of the time before.
pub(super) async fn seated(
    conn: &mut PgConnection,
    reservation: &Reservation,
    planned: StayRange,
) -> sqlx::Result<StayRange> {
    if planned.from != reservation.starts_at {
        return Ok(planned);
    }
    let times = service::find(conn, reservation.restaurant_id, reservation.id).await?;
    Ok(StayRange { till: seats_until(planned, &times), ..planned })
}

/// The items that a locked reservation is to have during `stay`, each from when on: from the start, or from when others who sat
/// there before have left.
pub(super) async fn places(
    conn: &mut PgConnection,
    reservation: &Reservation,
    items: &[InventoryItemId],
    stay: StayRange,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<SeatAssignment>> {
    // Nobody who was there before counts, unless the stay goes on.
    let begun_till = rest_of(stay, now).from;
    let numbers: Vec<_> = items.iter().map(|item| item.0).collect();
    let places = sqlx::query_as!(
        SeatAssignment,
        r#"SELECT item AS "item!: InventoryItemId", CASE WHEN former.until IS NULL THEN $4 ELSE least(former.until, $5) END AS "from!"
           FROM unnest($3::bigint[]) AS item
           CROSS JOIN LATERAL (
               SELECT max(upper(s.during)) AS until FROM reservation_seats s
               WHERE s.restaurant_id = $1 AND s.inventory_item_id = item AND s.reservation_id <> $2 AND s.released_at IS NULL
                 AND s.during && tstzrange($4, $5)) former
           ORDER BY item"#,
        reservation.restaurant_id.0,
        reservation.id.0,
        &numbers,
        stay.from,
        begun_till,
    );
    places.fetch_all(conn).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> DateTime<Utc> {
        format!("2026-12-08T{time}:00+09:00").parse().unwrap()
    }

    #[test]
    fn ongoing_stay_counts_remaining_time_only() {
        let stay = StayRange { from: at("18:00"), till: at("20:00") };
        let rest = |time: &str| rest_of(stay, at(time));
        assert_eq!(rest("17:30"), stay);
        assert_eq!(rest("19:08"), StayRange { from: at("19:05"), ..stay });
        assert_eq!(rest("21:30"), StayRange { from: at("19:55"), ..stay }, "they sit on past the end");
    }
}
