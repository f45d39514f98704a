//! The sweeper of holds: what is due is found by a query, so a late worker delays nothing but the clean-up.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use crate::ids::{ReservationId, RestaurantId};
use crate::reservations::{end, queries};
use crate::rng::Rng;

const BATCH: i64 = 200;

/// Expires every hold that is due, one transaction each; how many there were.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let due = queries::list_due_holds(&mut *pool.acquire().await?, now, BATCH).await?;
    expire_all(pool, rng, now, &due).await
}

/// The same for one restaurant, for a reader that finds its answer resting on dead holds.
pub async fn sweep_restaurant(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
) -> sqlx::Result<usize> {
    let due = queries::list_due_holds_of(&mut *pool.acquire().await?, restaurant, now).await?;
    expire_all(pool, rng, now, &due).await
}

/// One that cannot be expired does not keep the others from it; its error is told when they are done.
async fn expire_all(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, due: &[ReservationId]) -> sqlx::Result<usize> {
    let (mut expired, mut failure) = (0, None);
    for id in due {
        match expire_one(pool, rng, now, *id).await {
            Ok(is_expired) => expired += usize::from(is_expired),
            Err(error) => failure = Some(error),
        }
    }
    failure.map_or(Ok(expired), Err)
}

async fn expire_one(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, id: ReservationId) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let is_expired = end::expire(&mut tx, rng, now, id).await?;
    tx.commit().await?;
    Ok(is_expired)
}
