//! The sweep of holds. A query finds the due holds, so a late worker only delays the clean-up.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use crate::audit::Actor;
use crate::ids::{ReservationId, RestaurantId};
use crate::inventory;
use crate::outbox::notifications::{self, NotificationReason};
use crate::progress::{Failures, PassResult};
use crate::reservations::bookings::confirm;
use crate::reservations::end::{self, ReservationEnding};
use crate::reservations::model::Status;
use crate::reservations::queries;
use crate::rng::Rng;

const BATCH: i64 = 200;

/// Expires at most 200 due holds, oldest first, one transaction each. Returns the number of expired ones; holds that became bookings do not
/// count.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let due = queries::list_due_holds(&mut *pool.acquire().await?, now, BATCH).await?;
    expire_all(pool, rng, now, &due).await.result()
}

/// Expires every due hold, so that failing ones do not hide the rest. Returns the number of expired ones, and the first failure.
pub async fn sweep_all(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<PassResult<usize, sqlx::Error>> {
    let due = queries::list_due_holds(&mut *pool.acquire().await?, now, i64::MAX).await?;
    Ok(expire_all(pool, rng, now, &due).await)
}

/// Expires the due holds of one restaurant, for a request whose result depends on ended holds.
pub async fn sweep_restaurant(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
) -> sqlx::Result<usize> {
    let due = queries::list_due_holds_of(&mut *pool.acquire().await?, restaurant, now).await?;
    expire_all(pool, rng, now, &due).await.result()
}

/// Expires the given holds. A failed hold does not stop the rest.
async fn expire_all(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    due: &[ReservationId],
) -> PassResult<usize, sqlx::Error> {
    let (mut expired, mut failures) = (0, Failures::none());
    for id in due {
        let ended = expire_one(pool, rng, now, *id).await;
        expired += usize::from(failures.pass(format_args!("hold {id}"), ended).unwrap_or_default());
    }
    failures.with(expired)
}

async fn expire_one(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, id: ReservationId) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let is_expired = expire(&mut tx, rng, now, id).await?;
    tx.commit().await?;
    Ok(is_expired)
}

/// Expires a due hold, or an unanswered invitation, of which the restaurant is notified (G151). Locks its slot first. Does nothing if
/// it was completed meanwhile. A paid hold that is still pending, because a process died, becomes a booking now, unless the visit has
/// begun.
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
