//! SQL of raffles.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::chain;
use super::model::{RaffleRound, RoundForm, WonBy, round_of};
use crate::ids::{RaffleRegistrationId, RaffleRoundId, RestaurantId, UserId};
use crate::pagination::PageWindow;

/// A round of a list.
#[derive(Clone, Debug)]
pub struct ListedRound {
    pub round: RaffleRound,
    pub registrations: i64,
    pub winners: i64,
    pub drawn_at: Option<DateTime<Utc>>,
    /// The beacon's round that draws it.
    pub beacon_round: i64,
}

/// A diner's registration in a round.
#[derive(Clone, Debug)]
pub struct Registration {
    pub id: RaffleRegistrationId,
    pub restaurant_id: RestaurantId,
    pub raffle_round_id: RaffleRoundId,
    pub user_id: UserId,
    pub won_at: Option<DateTime<Utc>>,
}

/// A registration for admins.
#[derive(Clone, Debug)]
pub struct Participant {
    pub id: RaffleRegistrationId,
    pub user_uid: String,
    pub name: String,
    pub phone_country: String,
    /// Sum of the weights of the diner's entries, which is their number (gaps G120).
    pub entries: i64,
    pub created_at: DateTime<Utc>,
    pub won_at: Option<DateTime<Utc>>,
    pub won_by: Option<WonBy>,
}

/// Returns the rounds of a restaurant, newest first.
pub async fn list(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<ListedRound>> {
    let rows = sqlx::query!(
        r#"SELECT r.id, r.uid, r.registerable_from, r.registerable_till, r.winners_count, r.entries_limit, r.questions,
                  r.drawn_at, r.beacon_round, count(g.id) AS "registrations!", count(g.won_at) AS "winners!"
           FROM raffle_rounds r
           LEFT JOIN raffle_round_registrations g ON g.restaurant_id = r.restaurant_id AND g.raffle_round_id = r.id
           WHERE r.restaurant_id = $1 GROUP BY r.restaurant_id, r.id ORDER BY r.registerable_from DESC"#,
        restaurant.0
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows
        .into_iter()
        .map(|row| ListedRound {
            registrations: row.registrations,
            winners: row.winners,
            drawn_at: row.drawn_at,
            beacon_round: row.beacon_round,
            round: round_of!(row, restaurant, row.questions),
        })
        .collect())
}

/// Returns a round of the restaurant, locked until the transaction ends, which blocks entries and wins meanwhile.
pub async fn lock(conn: &mut PgConnection, restaurant: RestaurantId, uid: &str) -> sqlx::Result<Option<RaffleRound>> {
    let row = sqlx::query!(
        "SELECT id, uid, registerable_from, registerable_till, winners_count, entries_limit, questions
         FROM raffle_rounds WHERE restaurant_id = $1 AND uid = $2 FOR UPDATE",
        restaurant.0,
        uid
    );
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| round_of!(row, restaurant, row.questions)))
}

pub async fn insert(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    uid: &str,
    form: &RoundForm,
) -> sqlx::Result<RaffleRoundId> {
    let id = sqlx::query_scalar!(
        "INSERT INTO raffle_rounds (uid, restaurant_id, registerable_from, registerable_till, winners_count, entries_limit,
                                    questions, beacon_round, chain_head, created_at, chain_version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
        uid,
        restaurant.0,
        form.registerable_from,
        form.registerable_till,
        form.winners_count,
        form.entries_limit,
        &form.questions,
        form.beacon_round(),
        form.first_link(uid),
        now,
        chain::VERSION
    );
    Ok(RaffleRoundId(id.fetch_one(conn).await?))
}

pub async fn update(conn: &mut PgConnection, round: &RaffleRound, form: &RoundForm) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE raffle_rounds SET registerable_from = $3, registerable_till = $4, winners_count = $5, entries_limit = $6,
                questions = $7, beacon_round = $8, chain_head = $9, chain_version = $10 WHERE restaurant_id = $1 AND id = $2",
        round.restaurant_id.0,
        round.id.0,
        form.registerable_from,
        form.registerable_till,
        form.winners_count,
        form.entries_limit,
        &form.questions,
        form.beacon_round(),
        form.first_link(&round.uid),
        chain::VERSION
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn delete(conn: &mut PgConnection, round: &RaffleRound) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM raffle_rounds WHERE restaurant_id = $1 AND id = $2", round.restaurant_id.0, round.id.0)
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns the diners of a round, winners first, and their number. A window past the end returns the last page.
pub async fn list_participants(
    conn: &mut PgConnection,
    round: &RaffleRound,
    window: PageWindow,
) -> sqlx::Result<(Vec<Participant>, i64)> {
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM raffle_round_registrations WHERE restaurant_id = $1 AND raffle_round_id = $2"#,
        round.restaurant_id.0,
        round.id.0
    )
    .fetch_one(&mut *conn)
    .await?;
    let window = window.within(total);
    let participants = sqlx::query_as!(
        Participant,
        r#"SELECT g.id AS "id: RaffleRegistrationId", u.uid AS user_uid, p.name_last || ' ' || p.name_first AS "name!", p.phone_country,
                  (SELECT coalesce(sum(e.weight), 0) FROM raffle_entries e
                   WHERE e.restaurant_id = g.restaurant_id AND e.raffle_round_registration_id = g.id) AS "entries!",
                  g.created_at, g.won_at, g.won_by AS "won_by: WonBy"
           FROM raffle_round_registrations g JOIN users u ON u.id = g.user_id JOIN profiles p ON p.user_id = u.id
           WHERE g.restaurant_id = $1 AND g.raffle_round_id = $2
           ORDER BY g.won_at NULLS LAST, g.id LIMIT $3 OFFSET $4"#,
        round.restaurant_id.0,
        round.id.0,
        window.limit,
        window.offset
    )
    .fetch_all(conn)
    .await?;
    Ok((participants, total))
}

/// Returns a registration, locked until the transaction ends.
pub async fn lock_registration(
    conn: &mut PgConnection,
    id: RaffleRegistrationId,
) -> sqlx::Result<Option<Registration>> {
    let restaurant = sqlx::query_scalar!("SELECT restaurant_id FROM raffle_round_registrations WHERE id = $1", id.0);
    // A Citus cluster locks the rows of one node only.
    let Some(restaurant) = restaurant.fetch_optional(&mut *conn).await? else { return Ok(None) };
    sqlx::query_as!(
        Registration,
        r#"SELECT id AS "id: RaffleRegistrationId", restaurant_id AS "restaurant_id: RestaurantId",
                  raffle_round_id AS "raffle_round_id: RaffleRoundId", user_id AS "user_id: UserId", won_at
           FROM raffle_round_registrations WHERE restaurant_id = $1 AND id = $2 FOR UPDATE"#,
        restaurant,
        id.0
    )
    .fetch_optional(conn)
    .await
}

pub async fn set_won(
    conn: &mut PgConnection,
    registration: &Registration,
    now: DateTime<Utc>,
    won_by: WonBy,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE raffle_round_registrations SET won_at = $3, won_by = $4 WHERE restaurant_id = $1 AND id = $2",
        registration.restaurant_id.0,
        registration.id.0,
        now,
        won_by.as_str()
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn closes_at(conn: &mut PgConnection, registration: &Registration) -> sqlx::Result<DateTime<Utc>> {
    sqlx::query_scalar!(
        "SELECT registerable_till FROM raffle_rounds WHERE restaurant_id = $1 AND id = $2",
        registration.restaurant_id.0,
        registration.raffle_round_id.0
    )
    .fetch_one(conn)
    .await
}

/// Returns the close of the restaurant's first raffle that closes after a given one.
pub async fn next_close(conn: &mut PgConnection, round: &RaffleRound) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "SELECT min(registerable_till) FROM raffle_rounds WHERE restaurant_id = $1 AND registerable_till > $2",
        round.restaurant_id.0,
        round.form.registerable_till
    )
    .fetch_one(conn)
    .await
}
