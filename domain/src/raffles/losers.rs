//! Notifies the diners of a drawn round who did not win, once. A round may have many of them, so their mails are written in batches after
//! the draw.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use super::mails;
use super::queries::Registration;
use crate::ids::{RaffleRegistrationId, RaffleRoundId, RestaurantId, UserId};
use crate::progress::Failures;
use crate::rng::Rng;

/// Registrations whose mails are written in one transaction.
const BATCH: i64 = 1_000;
/// Maximum number of rounds of one sweep; the next sweep follows soon.
const ROUNDS: i64 = 50;

struct DrawnRound {
    restaurant_id: RestaurantId,
    id: RaffleRoundId,
}

/// Writes the mails of all rounds that were drawn since the last sweep, and returns the number of rounds. A round that fails does not stop
/// the others; its error is returned after them.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let drawn = sqlx::query_as!(
        DrawnRound,
        r#"SELECT restaurant_id AS "restaurant_id: RestaurantId", id AS "id: RaffleRoundId" FROM raffle_rounds
           WHERE drawn_at IS NOT NULL AND lost_mailed_at IS NULL ORDER BY drawn_at LIMIT $1"#,
        ROUNDS
    );
    let drawn = drawn.fetch_all(&mut *pool.acquire().await?).await?;
    let (mut done, mut failures) = (0, Failures::none());
    for round in drawn {
        let mailed = mail_round(pool, rng, now, &round).await;
        done += usize::from(failures.pass(format_args!("results of raffle {}", round.id), mailed).is_some());
    }
    failures.or(done)
}

/// Writes the mails of a round. A mail that was written before, by another worker or before a failure, is not written again.
async fn mail_round(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, round: &DrawnRound) -> sqlx::Result<()> {
    let mut after = RaffleRegistrationId(0);
    loop {
        let mut tx = pool.begin().await?;
        let batch = list_losers(&mut tx, round, after).await?;
        let Some(last) = batch.last() else {
            mark_mailed(&mut tx, round, now).await?;
            return tx.commit().await;
        };
        after = last.id;
        mails::queue_lost(&mut tx, rng, now, &batch).await?;
        tx.commit().await?;
    }
}

async fn list_losers(
    conn: &mut PgConnection,
    round: &DrawnRound,
    after: RaffleRegistrationId,
) -> sqlx::Result<Vec<Registration>> {
    sqlx::query_as!(
        Registration,
        r#"SELECT id AS "id: RaffleRegistrationId", restaurant_id AS "restaurant_id: RestaurantId",
                  raffle_round_id AS "raffle_round_id: RaffleRoundId", user_id AS "user_id: UserId", won_at
           FROM raffle_round_registrations
           WHERE restaurant_id = $1 AND raffle_round_id = $2 AND won_at IS NULL AND id > $3 ORDER BY id LIMIT $4"#,
        round.restaurant_id.0,
        round.id.0,
        after.0,
        BATCH
    )
    .fetch_all(conn)
    .await
}

async fn mark_mailed(conn: &mut PgConnection, round: &DrawnRound, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE raffle_rounds SET lost_mailed_at = $3 WHERE restaurant_id = $1 AND id = $2",
        round.restaurant_id.0,
        round.id.0,
        now
    )
    .execute(conn)
    .await
    .map(drop)
}
