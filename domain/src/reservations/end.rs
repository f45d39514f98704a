//! The end of a hold or a booking: releases seats, stocks and the course's counter, and enqueues the settlement of its payments.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::model::{Reservation, Status};
use super::{charges, no_show_fees, queries, seats};
use crate::audit::{self, Actor};
use crate::inventory;
use crate::money::Yen;
use crate::outbox::notifications::{self, NotificationReason};
use crate::rng::Rng;

/// The new status of an ended reservation, and the actor who ends it.
#[derive(Clone, Copy, Debug)]
pub struct ReservationEnding {
    pub status: Status,
    pub cancellation_fee: Option<Yen>,
    pub actor: Actor,
    pub action: &'static str,
}

/// Ends a live reservation. The caller has locked its slot and then the reservation.
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

/// Ends a reservation like [`end`], without refreshing its day. For callers that change several days and refresh them together, in
/// order.
pub async fn close(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    ending: ReservationEnding,
) -> sqlx::Result<()> {
    // Lock order: the counter before the seats. Writers that seat a party without a slot lock hold the counter while they wait for a
    // seat that is being released.
    if let Some(course) = reservation.course_id {
        seats::uncount_course(conn, reservation.restaurant_id, course, reservation.date, reservation.guests_count)
            .await?;
    }
    seats::release(conn, reservation.restaurant_id, reservation.id, now).await?;
    queries::mark_ended(conn, reservation.restaurant_id, reservation.id, ending.status, ending.cancellation_fee, now)
        .await?;
    if reservation.status == Status::Accepted {
        no_show_fees::on_ended(conn, rng, now, ending.actor, reservation).await?;
    }
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

/// Ends an unanswered invitation that the caller has locked, and notifies the restaurant. The seats become free but stay off the web.
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
