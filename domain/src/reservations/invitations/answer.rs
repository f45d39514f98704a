//! A guest accepts or declines an invitation (gaps G152).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::claim::claim;
use super::queries::Invitation;
use crate::audit::Actor;
use crate::ids::UserId;
use crate::reservations::bookings::confirm::{self, ConfirmedReservation};
use crate::reservations::end;
use crate::reservations::error::ReservationError;
use crate::reservations::model::Status;
use crate::reservations::queries;
use crate::rng::Rng;

/// Accepts an invitation for a diner who agreed to the policy. An unclaimed invitation is first assigned to the diner. With nothing to
/// pay in advance it becomes a booking immediately; otherwise it waits for the payment of its charges. A card is required if anything
/// is paid or a fee can arise. A repeated call returns the same booking.
pub async fn accept(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
    invitation: &Invitation,
    agrees_to_policy: bool,
) -> Result<ConfirmedReservation, ReservationError> {
    if let (true, Some(customer)) = (invitation.is_unclaimed, invitation.customer) {
        claim(conn, now, invitation.reservation.restaurant_id, customer, diner).await?;
    }
    let reservation = queries::lock(conn, invitation.reservation.restaurant_id, invitation.reservation.id).await?;
    if reservation.user_id != Some(diner) {
        return Err(ReservationError::NotFound);
    }
    if reservation.status == Status::Accepted {
        return Ok(ConfirmedReservation::Booked(reservation));
    }
    if !reservation.is_held_at(now) {
        return Err(ReservationError::InvitationEnded);
    }
    if !agrees_to_policy {
        return Err(ReservationError::Unconfirmed(vec!["policy_agreed".to_owned()]));
    }
    confirm::store_agreement(conn, now, &reservation).await?;
    confirm::plan_or_accept(conn, rng, now, reservation, diner).await
}

/// Declines an invitation, for a diner or for the holder of its link.
pub async fn decline(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: Option<UserId>,
    invitation: &Invitation,
) -> Result<(), ReservationError> {
    let reservation = queries::lock(conn, invitation.reservation.restaurant_id, invitation.reservation.id).await?;
    if !reservation.is_held_at(now) {
        return Err(ReservationError::InvitationEnded);
    }
    let actor = diner.map_or(Actor::System, Actor::Diner);
    Ok(end::end_unaccepted_invitation(conn, rng, now, &reservation, actor).await?)
}
