//! The time range in which a party has its seats. For a stay that has begun only the remaining time counts, so a table that others have
//! left is free for it.

use chrono::{DateTime, Duration, DurationRound, Utc};
use sqlx::PgConnection;

use super::form::TIME_STEP_MINUTES;
use super::queries::StayRange;
use crate::ids::InventoryItemId;
use crate::reservations::model::Reservation;
use crate::reservations::seats::SeatAssignment;
use crate::reservations::service::{self, ServiceTimes};

/// Returns the remaining part of a stay, from the last multiple of five minutes. A stay that has not begun is returned whole. A party
/// that stays past the end has the last five minutes left.
pub fn remaining_stay(stay: StayRange, now: DateTime<Utc>) -> StayRange {
    let step = Duration::minutes(TIME_STEP_MINUTES);
    let from = now.duration_trunc(step).map_or(stay.from, |at| at.min(stay.till - step).max(stay.from));
    StayRange { from, ..stay }
}

/// Returns the end of a party's occupation: the last multiple of five minutes before it left or was marked as a no-show, else the
/// planned end.
pub(super) fn seats_until(planned: StayRange, times: &ServiceTimes) -> DateTime<Utc> {
    let step = Duration::minutes(TIME_STEP_MINUTES);
    let over = times.no_show_at.or(times.left_at).and_then(|at| at.duration_trunc(step).ok());
    over.map_or(planned.till, |at| at.max(planned.from + step).min(planned.till))
}

/// Returns the part of the planned time in which a party has its seats. A visit that moves to another time has its seats for the whole
/// range, because the recorded steps belong to the previous time.
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

/// Returns the items of a locked reservation during `stay`, each with its start: the start of the stay, or the time at which the
/// previous party left.
pub(super) async fn places(
    conn: &mut PgConnection,
    reservation: &Reservation,
    items: &[InventoryItemId],
    stay: StayRange,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<SeatAssignment>> {
    // Previous parties count only if the stay has begun.
    let begun_till = remaining_stay(stay, now).from;
    let numbers: Vec<_> = items.iter().map(|item| item.0).collect();
    let places = sqlx::query_as!(
        SeatAssignment,
        r#"SELECT item AS "item!: InventoryItemId", CASE WHEN former.until IS NULL THEN $4 ELSE least(former.until, $5) END AS "from!"
           FROM unnest($3::bigint[]) AS item
           CROSS JOIN LATERAL (
               SELECT max(upper(s.during)) AS until FROM reservation_seats s
               WHERE s.restaurant_id = $1 AND s.inventory_item_id = item AND s.released_at IS NULL AND seat_overlaps(s.during, $4, $5)
                 AND s.reservation_id <> $2) former
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
        let rest = |time: &str| remaining_stay(stay, at(time));
        assert_eq!(rest("17:30"), stay);
        assert_eq!(rest("19:08"), StayRange { from: at("19:05"), ..stay });
        assert_eq!(
            rest("21:30"),
            StayRange { from: at("19:55"), ..stay },
            "a party that stays past the end keeps five minutes"
        );
    }
}
