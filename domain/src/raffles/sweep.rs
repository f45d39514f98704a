//! The draw of a round, once, after the publication of its beacon's round. A sweep enqueues a job for each due round. The beacon is called
//! before the transaction. Of concurrent draws (workers, an admin), the first one that locks the round draws.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::actions;
use super::chain::{self, ChainEntry};
use super::draw;
use super::error::RaffleError;
use super::mails;
use super::model::{RaffleRound, WonBy};
use super::queries::{self, Registration};
use crate::audit::Actor;
use crate::clients::beacon::{self, Beacon};
use crate::ids::{RaffleRegistrationId, RaffleRoundId, RestaurantId, UserId};
use crate::jobs::{self, RaffleDrawJob, Repeat, WaitingJobs};
use crate::progress::{Failures, PassResult};
use crate::restaurants::model::Bilingual;
use crate::rng::Rng;

/// Rounds for which a sweep enqueues a job. Enqueuing is cheap, and a job that fails does not hide the rounds after it.
const MAX_JOBS: i64 = 1_000;
/// Pause after which a sweep restarts a draw that failed, whatever its backoff: a beacon that was unavailable for hours delays a draw by a
/// minute more.
const RETRY_AFTER: TimeDelta = TimeDelta::minutes(1);

struct DueRound {
    restaurant_id: RestaurantId,
    uid: String,
}

/// Enqueues the draw of each due round, and returns the number of jobs.
pub async fn enqueue_due(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let due = list_due(&mut conn, now, MAX_JOBS).await?.into_iter().map(|DueRound { restaurant_id, uid }| {
        let key = format!("raffle:{uid}");
        (RaffleDrawJob { restaurant_id, raffle_round_uid: uid }, key)
    });
    jobs::push_due(&mut conn, rng, due.collect(), Repeat::AfterFailure(RETRY_AFTER)).await
}

/// Runs the job: draws the round, unless it was drawn or deleted in the meantime.
///
/// # Errors
/// The beacon is unavailable or its signature forged, or the database fails.
pub async fn draw_job(
    pool: &PgPool,
    beacon: &Beacon,
    rng: &Rng,
    now: DateTime<Utc>,
    job: &RaffleDrawJob,
) -> Result<(), RaffleError> {
    match draw_round(pool, beacon, rng, now, job.restaurant_id, &job.raffle_round_uid, None).await {
        Ok(_) | Err(RaffleError::Drawn | RaffleError::NotFound) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn list_due(conn: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<DueRound>> {
    sqlx::query_as!(
        DueRound,
        r#"SELECT restaurant_id AS "restaurant_id: RestaurantId", uid FROM raffle_rounds
           WHERE drawn_at IS NULL AND beacon_round < $1 AND registerable_till <= $2 ORDER BY beacon_round LIMIT $3"#,
        beacon::round_at(now),
        now,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Draws all due rounds, and records who requested it. Returns the number of drawn ones, and the first failure, which does not stop the
/// others unless the beacon is unreachable.
///
/// # Errors
/// The database fails.
pub async fn draw_due(
    pool: &PgPool,
    beacon: &Beacon,
    rng: &Rng,
    now: DateTime<Utc>,
    asked_by: Actor,
) -> sqlx::Result<PassResult<usize, RaffleError>> {
    let due = list_due(&mut *pool.acquire().await?, now, i64::MAX).await?;
    let (mut drawn, mut failures) = (0, Failures::none());
    for DueRound { restaurant_id, uid } in due {
        let answer = match draw_round(pool, beacon, rng, now, restaurant_id, &uid, Some(asked_by)).await {
            // Another worker was first.
            Err(RaffleError::Drawn) => continue,
            answer => answer,
        };
        let is_unreachable = matches!(&answer, Err(RaffleError::Beacon(error)) if error.is_unreachable());
        drawn += usize::from(failures.pass(format_args!("raffle {uid}"), answer).is_some());
        if is_unreachable {
            break;
        }
    }
    Ok(failures.with(drawn))
}

/// Counts rounds that wait for their draw, with the publication time of the oldest one's beacon.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    let due = sqlx::query!(
        r#"SELECT count(*) AS "count!", min(beacon_round) AS oldest FROM raffle_rounds
           WHERE drawn_at IS NULL AND beacon_round < $1 AND registerable_till <= $2"#,
        beacon::round_at(now),
        now
    );
    let due = due.fetch_one(conn).await?;
    Ok(WaitingJobs { count: due.count, since: due.oldest.map(beacon::out_at) })
}

/// A round that waits for its draw.
#[derive(Clone, Debug)]
pub struct OverdueRound {
    pub uid: String,
    pub restaurant_slug: String,
    pub restaurant_name: Bilingual,
    /// Publication time of its beacon.
    pub since: DateTime<Utc>,
}

/// Returns the rounds that wait longest for their draw.
pub async fn list_overdue(conn: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<OverdueRound>> {
    let rows = sqlx::query!(
        "SELECT w.uid, w.beacon_round, t.slug, t.name_ja, t.name_en
         FROM raffle_rounds w JOIN restaurants t ON t.id = w.restaurant_id
         WHERE w.drawn_at IS NULL AND w.beacon_round < $1 AND w.registerable_till <= $2 ORDER BY w.beacon_round, w.id LIMIT $3",
        beacon::round_at(now),
        now,
        limit,
    );
    let rounds = rows.fetch_all(conn).await?.into_iter().map(|row| OverdueRound {
        uid: row.uid,
        restaurant_slug: row.slug,
        restaurant_name: Bilingual::new(row.name_ja, row.name_en),
        since: beacon::out_at(row.beacon_round),
    });
    Ok(rounds.collect())
}

/// Returns the restaurant of a round, which a command does not name.
pub async fn find_restaurant(conn: &mut PgConnection, uid: &str) -> sqlx::Result<Option<RestaurantId>> {
    let find =
        sqlx::query_scalar!(r#"SELECT restaurant_id AS "id: RestaurantId" FROM raffle_rounds WHERE uid = $1"#, uid);
    find.fetch_optional(conn).await
}

/// Whether a round waits for its draw. False if it was drawn, or its beacon is not published.
///
/// # Errors
/// There is no such round.
pub async fn is_due(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    uid: &str,
) -> Result<bool, RaffleError> {
    match must_be_due(conn, now, restaurant, uid).await {
        Ok(_) => Ok(true),
        Err(RaffleError::Drawn | RaffleError::NotDue) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Draws a round, and returns the number of winners. Records the admin who requested it.
///
/// # Errors
/// There is no such round, its beacon's round is not published, it has been drawn, or the beacon is unavailable.
pub async fn draw_round(
    pool: &PgPool,
    beacon: &Beacon,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    uid: &str,
    asked_by: Option<Actor>,
) -> Result<usize, RaffleError> {
    let round = must_be_due(&mut *pool.acquire().await?, now, restaurant, uid).await?;
    let signature = beacon.signature(round).await?;
    let mut tx = pool.begin().await?;
    let won = draw(&mut tx, rng, now, restaurant, uid, &signature).await?;
    if let Some(actor) = asked_by {
        let detail = json!({ "uid": uid, "winners": won });
        actions::note(&mut tx, now, actor, restaurant, "raffle_drawn", detail).await?;
    }
    tx.commit().await?;
    Ok(won)
}

/// Returns the beacon's round of a raffle that can be drawn now.
async fn must_be_due(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    uid: &str,
) -> Result<i64, RaffleError> {
    let round = sqlx::query!(
        "SELECT beacon_round, drawn_at, registerable_till FROM raffle_rounds WHERE restaurant_id = $1 AND uid = $2",
        restaurant.0,
        uid
    );
    let round = round.fetch_optional(conn).await?.ok_or(RaffleError::NotFound)?;
    if round.drawn_at.is_some() {
        return Err(RaffleError::Drawn);
    }
    if now < round.registerable_till || now < beacon::out_at(round.beacon_round) {
        return Err(RaffleError::NotDue);
    }
    Ok(round.beacon_round)
}

async fn draw(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    uid: &str,
    signature: &str,
) -> Result<usize, RaffleError> {
    let round = queries::lock(conn, restaurant, uid).await?.ok_or(RaffleError::NotFound)?;
    must_be_due(conn, now, restaurant, uid).await?;
    let head = sqlx::query_scalar!(
        "SELECT chain_head FROM raffle_rounds WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        round.id.0
    )
    .fetch_one(&mut *conn)
    .await?;
    let entries = list_entries(conn, &round).await?;
    let randomness = beacon::randomness(signature).unwrap_or_default();
    let wanted = usize::try_from(round.form.winners_count).unwrap_or_default();
    let mut unable = HashSet::new();
    // Only diners who were drawn are checked, the replacements in a further pass: a round has many more entrants than winners.
    let picks = loop {
        let picks = draw::draw_with_replacements(&randomness, &head, &entries, wanted, &unable);
        let found = list_unable(conn, &round, &picks).await?;
        if found == unable {
            break picks;
        }
        unable = found;
    };
    sqlx::query!(
        "UPDATE raffle_rounds SET drawn_at = $3, beacon_signature = $4, replacements_count = $5 WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        round.id.0,
        now,
        signature,
        i32::try_from(picks.len().saturating_sub(wanted)).unwrap_or(i32::MAX)
    )
    .execute(&mut *conn)
    .await?;
    let winners = set_winners(conn, now, &round, &picks).await?;
    erase_numbers(conn, &round).await?;
    mails::queue_won(conn, rng, now, &winners).await?;
    Ok(picks.len())
}

/// Erases the keyed hashes of the entrants' numbers. They reject a second entry of a number, and the round takes none any more.
async fn erase_numbers(conn: &mut PgConnection, round: &RaffleRound) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE raffle_round_registrations SET phone_mac = NULL
         WHERE restaurant_id = $1 AND raffle_round_id = $2 AND phone_mac IS NOT NULL",
        round.restaurant_id.0,
        round.id.0
    )
    .execute(conn)
    .await
    .map(drop)
}

/// Returns the public codes of drawn diners who could not book with a win: their account is deleted, they have no confirmed number any more, or
/// their number was on the restaurant's blacklist at the close. A later addition to the blacklist does not count, because the beacon is known by
/// then. The account and the confirmation are read at the draw (docs/RAFFLES.md).
async fn list_unable(
    conn: &mut PgConnection,
    round: &RaffleRound,
    picks: &[draw::Pick<'_>],
) -> sqlx::Result<HashSet<String>> {
    let diners: Vec<String> = picks.iter().map(|pick| chain::diner_of(pick.code).to_owned()).collect();
    let codes = sqlx::query_scalar!(
        "SELECT g.code FROM raffle_round_registrations g
         JOIN users u ON u.id = g.user_id
         LEFT JOIN profiles p ON p.user_id = g.user_id
         WHERE g.restaurant_id = $1 AND g.raffle_round_id = $2 AND g.code = ANY ($4) AND (u.deleted_at IS NOT NULL
             OR g.phone_mac IS NOT NULL AND p.phone_confirmed_at IS NULL OR EXISTS (
             SELECT 1 FROM blacklisted_phone_numbers b
             WHERE b.restaurant_id = g.restaurant_id AND b.phone_e164 = p.phone_e164 AND b.created_at < $3))",
        round.restaurant_id.0,
        round.id.0,
        round.form.registerable_till,
        &diners
    );
    Ok(codes.fetch_all(conn).await?.into_iter().collect())
}

/// Returns the entries. The query returns two arrays in one row: reading a row for each entry takes several times as long.
async fn list_entries(conn: &mut PgConnection, round: &RaffleRound) -> sqlx::Result<Vec<ChainEntry>> {
    let row = sqlx::query!(
        r#"SELECT coalesce(array_agg(code ORDER BY place), '{}') AS "codes!", coalesce(array_agg(weight ORDER BY place), '{}') AS "weights!"
           FROM raffle_entries WHERE restaurant_id = $1 AND raffle_round_id = $2"#,
        round.restaurant_id.0,
        round.id.0
    );
    let row = row.fetch_one(conn).await?;
    Ok(row.codes.into_iter().zip(row.weights).map(|(code, weight)| ChainEntry { code, weight }).collect())
}

/// Stores the picks, and returns the registrations that had not won before.
async fn set_winners(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    round: &RaffleRound,
    picks: &[draw::Pick<'_>],
) -> sqlx::Result<Vec<Registration>> {
    let diners: Vec<String> = picks.iter().map(|pick| chain::diner_of(pick.code).to_owned()).collect();
    let codes: Vec<String> = picks.iter().map(|pick| pick.code.to_owned()).collect();
    let numbers: Vec<i64> = picks.iter().map(|pick| pick.number).collect();
    let won = sqlx::query_as!(
        Registration,
        r#"UPDATE raffle_round_registrations g
           SET pick = p.number, picked_code = p.code, won_at = coalesce(g.won_at, $3), won_by = coalesce(g.won_by, $4)
           FROM unnest($5::text[], $6::text[], $7::bigint[]) AS p (diner, code, number)
           WHERE g.restaurant_id = $1 AND g.raffle_round_id = $2 AND g.code = p.diner
           RETURNING g.id AS "id: RaffleRegistrationId", g.restaurant_id AS "restaurant_id: RestaurantId",
                     g.raffle_round_id AS "raffle_round_id: RaffleRoundId", g.user_id AS "user_id: UserId",
                     CASE WHEN g.won_by = 'draw' THEN g.won_at END AS won_at"#,
        round.restaurant_id.0,
        round.id.0,
        now,
        WonBy::Draw.as_str(),
        &diners,
        &codes,
        &numbers
    )
    .fetch_all(conn)
    .await?;
    // Winners whom an admin added are excluded: they got their mail, or were not to get one.
    Ok(won.into_iter().filter(|registration| registration.won_at.is_some()).collect())
}
