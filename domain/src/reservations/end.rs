//! The end of a hold or a booking: seats, stocks and the course's counter go back, money is settled by a job.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::model::{Reservation, Status};
use super::{charges, queries, seats};
use crate::audit::{self, Actor};
use crate::inventory;
use crate::money::Yen;
use crate::outbox::notifications::{self, NotificationReason};
use crate::rng::Rng;

/// How a reservation ends, and who ends it.
#[derive(Clone, Copy, Debug)]
pub struct ReservationEnding {
    pub status: Status,
    pub cancellation_fee: Option<Yen>,
    pub actor: Actor,
    pub action: &'static str,
}

/// Ends a live reservation that the caller has locked, its slot first.
pub async fn end(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    ending: ReservationEnding,
) -> sqlx::Result<()> {
    close(conn, rng, now, reservation, ending).await?;
    inventory::queries::refresh_days(conn, reservation.restaurant_id, &[reservation.date]).await
}

/// The same without its day's summary, for a caller that changes several days and refreshes them together, in order.
pub async fn close(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    ending: ReservationEnding,
) -> sqlx::Result<()> {
    // The counter comes before the seats, as it does for whoever sits down without a slot to lock: they hold the counter while they wait
    // for a seat that is being given back.
    if let Some(course) = reservation.course_id {
        seats::uncount_course(conn, reservation.restaurant_id, course, reservation.date, reservation.guests_count)
            .await?;
    }
    seats::release(conn, reservation.restaurant_id, reservation.id, now).await?;
    queries::mark_ended(conn, reservation.restaurant_id, reservation.id, ending.status, ending.cancellation_fee, now)
        .await?;
    charges::close_charges(conn, rng, now, reservation, ending.cancellation_fee.unwrap_or(Yen::ZERO)).await?;
    let event = audit::Event {
        actor: ending.actor,
        action: ending.action,
        restaurant: Some(reservation.restaurant_id),
        reservation: Some(reservation.id),
        detail: json!({ "status": ending.status.as_str(), "cancellation_fee": ending.cancellation_fee }),
    };
    audit::record(conn, now, event).await
}

/// Ends an unanswered invitation that the caller has locked; the restaurant is told. Its seats are free, and stay off the web.
pub async fn end_unaccepted_invitation(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    actor: Actor,
) -> sqlx::Result<()> {
    queries::mark_invitation_declined(conn, reservation.restaurant_id, reservation.id, now).await?;
    notifications::push(conn, now, reservation.id, NotificationReason::IvrClose).await?;
    let ending =
        ReservationEnding { status: Status::Void, cancellation_fee: None, actor, action: "invitation_declined" };
    end(conn, rng, now, reservation, ending).await
}
