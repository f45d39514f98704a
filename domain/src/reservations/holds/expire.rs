//! The sweeper of holds. A query finds the due ones, so a late worker delays only the clean-up.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use crate::audit::Actor;
use crate::ids::{ReservationId, RestaurantId};
use crate::inventory;
use crate::outbox::notifications::{self, NotificationReason};
use crate::progress::Failures;
use crate::reservations::bookings::confirm;
use crate::reservations::end::{self, ReservationEnding};
use crate::reservations::model::Status;
use crate::reservations::queries;
use crate::rng::Rng;

const BATCH: i64 = 200;

/// Expires every hold that is due, one transaction each; how many there were.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let due = queries::list_due_holds(&mut *pool.acquire().await?, now, BATCH).await?;
    expire_all(pool, rng, now, &due).await
}

/// The same for one restaurant, for a request whose answer rests on ended holds.
pub async fn sweep_restaurant(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
) -> sqlx::Result<usize> {
    let due = queries::list_due_holds_of(&mut *pool.acquire().await?, restaurant, now).await?;
    expire_all(pool, rng, now, &due).await
}

/// A hold that cannot be expired does not keep the rest from expiring. Its error is returned after them.
async fn expire_all(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, due: &[ReservationId]) -> sqlx::Result<usize> {
    let (mut expired, mut failures) = (0, Failures::none());
    for id in due {
        let ended = expire_one(pool, rng, now, *id).await;
        expired += usize::from(failures.pass(format_args!("hold {id}"), ended).unwrap_or_default());
    }
    failures.or(expired)
}

async fn expire_one(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, id: ReservationId) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let is_expired = expire(&mut tx, rng, now, id).await?;
    tx.commit().await?;
    Ok(is_expired)
}

/// Expires one hold whose time has come, or an invitation that nobody answered, of which the restaurant is told (G151).
/// Locks its slot first; does nothing when it was completed meanwhile. A hold that is paid was left by a process that
/// died before it became a booking: it becomes one now, unless the visit has begun.
pub async fn expire(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, id: ReservationId) -> sqlx::Result<bool> {
    let Some(reservation) = queries::find(conn, id).await? else { return Ok(false) };
    inventory::queries::lock_slots(conn, reservation.restaurant_id, reservation.online_stock_group_id.as_slice())
        .await?;
    let reservation = queries::lock(conn, reservation.restaurant_id, id).await?;
    if reservation.status != Status::Pending || reservation.is_held_at(now) {
        return Ok(false);
    }
    if now < reservation.starts_at && confirm::complete_if_paid(conn, rng, now, &reservation).await? {
        return Ok(false);
    }
    let is_invitation = reservation.kind.is_invited();
    let action = if is_invitation { "invitation_expired" } else { "hold_expired" };
    if is_invitation {
        notifications::push(conn, now, reservation.id, NotificationReason::IvrClose).await?;
    }
    let ending = ReservationEnding { status: Status::Expired, cancellation_fee: None, actor: Actor::System, action };
    end::end(conn, rng, now, &reservation, ending).await?;
    Ok(true)
}
