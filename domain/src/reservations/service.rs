//! The progress of a visit, which staff record during service: arrived, seated, bill requested, left, or no-show. Not part of the
//! specification.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::{Reservation, Status};
use super::staff::{StaffContext, StaffError};
use crate::audit;
use crate::customers::no_shows;
use crate::ids::{ReservationId, RestaurantId};

/// A step of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ServiceState {
    /// 来店
    Arrived,
    /// 着席
    Seated,
    /// 会計
    Bill,
    /// 退店
    Left,
    /// 無断キャンセル
    NoShow,
}

/// The time of each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceTimes {
    pub arrived_at: Option<DateTime<Utc>>,
    pub seated_at: Option<DateTime<Utc>>,
    pub bill_at: Option<DateTime<Utc>>,
    pub left_at: Option<DateTime<Utc>>,
    pub no_show_at: Option<DateTime<Utc>>,
}

impl ServiceTimes {
    /// Returns the furthest recorded step.
    pub fn state(&self) -> Option<ServiceState> {
        let steps = [
            (self.no_show_at, ServiceState::NoShow),
            (self.left_at, ServiceState::Left),
            (self.bill_at, ServiceState::Bill),
            (self.seated_at, ServiceState::Seated),
            (self.arrived_at, ServiceState::Arrived),
        ];
        steps.into_iter().find_map(|(at, state)| at.map(|_| state))
    }

    /// Returns the times of a party at `state`. The step gets `at`, unless it already has a time. Later steps are cleared. A no-show
    /// keeps the recorded steps, in case it is reverted.
    fn at_state(self, state: Option<ServiceState>, at: DateTime<Utc>) -> Self {
        let reached = |step: Option<DateTime<Utc>>| step.or(Some(at));
        let came = Self { no_show_at: None, ..self };
        match state {
            None => Self::default(),
            Some(ServiceState::Arrived) => Self { arrived_at: reached(self.arrived_at), ..Self::default() },
            Some(ServiceState::Seated) => {
                Self { seated_at: reached(self.seated_at), bill_at: None, left_at: None, ..came }
            }
            Some(ServiceState::Bill) => Self { bill_at: reached(self.bill_at), left_at: None, ..came },
            Some(ServiceState::Left) => Self { left_at: reached(self.left_at), ..came },
            Some(ServiceState::NoShow) => Self { no_show_at: reached(self.no_show_at), ..self },
        }
    }
}

/// A step that staff record.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServiceStep {
    /// The step that the writer saw, to detect a concurrent change.
    pub from: Option<Option<ServiceState>>,
    pub to: Option<ServiceState>,
    /// The time of the step, if not now.
    pub at: Option<DateTime<Utc>>,
}

/// Maximum age of a step that can still be recorded with its time.
const LATEST_NOTE: Duration = Duration::hours(24);

/// Reports whether a time is valid for a step that is recorded now: not in the future, and at most a day ago.
pub(super) fn is_valid_step_time(happened_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (now - LATEST_NOTE..=now).contains(&happened_at)
}

/// Records the step of a locked reservation. Does not change its seats.
///
/// # Errors
/// The reservation is not confirmed, its day (for a no-show: its time) has not begun, the party is at another step than the writer saw,
/// or the time is in the future or more than a day ago.
pub(super) async fn step(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    reservation: &Reservation,
    step: ServiceStep,
) -> Result<ServiceTimes, StaffError> {
    let id = reservation.id;
    let before = find(conn, staff.restaurant.id, id).await?;
    if step.from.is_some_and(|seen| seen != before.state()) {
        return Err(StaffError::ServiceStateMoved);
    }
    require_begun(reservation, step.to, staff.now)?;
    let at = step.at.unwrap_or(staff.now);
    if !is_valid_step_time(at, staff.now) {
        return Err(StaffError::Field("at", "field_invalid"));
    }
    let after = before.at_state(step.to, at);
    write(conn, staff, id, &after).await?;
    let detail = match step.at {
        Some(at) => json!({ "from": before.state(), "to": after.state(), "happened_at": at }),
        None => json!({ "from": before.state(), "to": after.state() }),
    };
    record(conn, staff, id, detail).await?;
    Ok(after)
}

/// Deletes the steps of a locked reservation that moves to another day: they belong to the previous day (gaps G325). The audit log
/// keeps the last one.
///
/// # Errors
/// The party has left.
pub(super) async fn clear(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    reservation: &Reservation,
) -> Result<(), StaffError> {
    let before = find(conn, staff.restaurant.id, reservation.id).await?.state();
    match before {
        None => Ok(()),
        Some(ServiceState::Left) => Err(StaffError::PartyLeft),
        Some(_) => {
            write(conn, staff, reservation.id, &ServiceTimes::default()).await?;
            Ok(record(conn, staff, reservation.id, json!({ "from": before, "to": null })).await?)
        }
    }
}

/// Records that a party without a booking has arrived and is seated.
pub(super) async fn note_walk_in(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    came_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let times = ServiceTimes { arrived_at: Some(came_at), seated_at: Some(came_at), ..ServiceTimes::default() };
    write(conn, staff, id, &times).await
}

fn require_begun(reservation: &Reservation, to: Option<ServiceState>, now: DateTime<Utc>) -> Result<(), StaffError> {
    if reservation.status != Status::Accepted {
        return Err(StaffError::Ended);
    }
    let has_begun = match to {
        Some(ServiceState::NoShow) => reservation.starts_at <= now,
        _ => reservation.date <= reservation.zone.date_of(now),
    };
    if has_begun { Ok(()) } else { Err(StaffError::NotBegun) }
}

/// Returns the steps of a reservation, all empty if none is recorded.
pub(super) async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<ServiceTimes> {
    let found = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('arrived_at', v.arrived_at, 'seated_at', v.seated_at, 'bill_at', v.bill_at,
                      'left_at', v.left_at, 'no_show_at', n.recorded_at) AS "times!: Json<ServiceTimes>"
           FROM reservations r
           LEFT JOIN reservation_service_times v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           WHERE r.restaurant_id = $1 AND r.id = $2"#,
        restaurant.0,
        id.0,
    );
    Ok(found.fetch_one(conn).await?.0)
}

async fn record(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    detail: serde_json::Value,
) -> sqlx::Result<()> {
    let event = audit::Event {
        actor: staff.actor,
        action: "reservation.service_state",
        restaurant: Some(staff.restaurant.id),
        reservation: Some(id),
        detail,
    };
    audit::record(conn, staff.now, event).await
}

async fn write(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    times: &ServiceTimes,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO reservation_service_times (restaurant_id, reservation_id, arrived_at, seated_at, bill_at, left_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (restaurant_id, reservation_id) DO UPDATE SET arrived_at = excluded.arrived_at,
             seated_at = excluded.seated_at, bill_at = excluded.bill_at, left_at = excluded.left_at",
        staff.restaurant.id.0,
        id.0,
        times.arrived_at,
        times.seated_at,
        times.bill_at,
        times.left_at,
    )
    .execute(&mut *conn)
    .await?;
    no_shows::set_no_show(conn, staff.restaurant.id, id, staff.owner, times.no_show_at).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> DateTime<Utc> {
        format!("2026-12-08T{time}:00+09:00").parse().unwrap()
    }

    #[test]
    fn service_steps_are_reversible_and_keep_their_times() {
        let arrived = ServiceTimes::default().at_state(Some(ServiceState::Arrived), at("18:02"));
        let seated = arrived.at_state(Some(ServiceState::Seated), at("18:05"));
        let left = seated.at_state(Some(ServiceState::Left), at("19:50"));
        assert_eq!(left.state(), Some(ServiceState::Left));
        assert_eq!((left.arrived_at, left.seated_at, left.bill_at), (Some(at("18:02")), Some(at("18:05")), None));
        let back = left.at_state(Some(ServiceState::Seated), at("19:51"));
        assert_eq!(back, seated, "the reverted step keeps the time of the seat");
        assert_eq!(back.at_state(None, at("19:52")).state(), None);
    }

    #[test]
    fn late_arrival_clears_no_show() {
        let seated = ServiceTimes::default().at_state(Some(ServiceState::Seated), at("18:05"));
        let missing = seated.at_state(Some(ServiceState::NoShow), at("18:30"));
        assert_eq!(missing.state(), Some(ServiceState::NoShow));
        assert_eq!(missing.at_state(Some(ServiceState::Seated), at("18:31")), seated);
        assert_eq!(missing.at_state(Some(ServiceState::Arrived), at("18:31")).no_show_at, None);
    }
}
