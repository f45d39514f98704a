use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{Session, TokenHash, Who};
use crate::ids::{AdminUserId, OwnerId, RestaurantId, UserId};

pub async fn insert(conn: &mut PgConnection, session: &Session) -> sqlx::Result<()> {
    let (user_id, owner_id, admin_user_id) = session.who.columns();
    sqlx::query!(
        "INSERT INTO sessions (token_hash, user_id, owner_id, admin_user_id, impersonator_id, awaits_second_factor,
                               created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        session.hash.0,
        user_id,
        owner_id,
        admin_user_id,
        session.impersonator.map(|id| id.0),
        session.awaits_second_factor,
        session.created_at,
        session.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The session, if it has not ended.
pub async fn find(conn: &mut PgConnection, hash: &TokenHash, now: DateTime<Utc>) -> sqlx::Result<Option<Session>> {
    Ok(find_all(conn, &[hash], now).await?.remove(hash))
}

/// The sessions that have not ended, by their tokens.
pub async fn find_all(
    conn: &mut PgConnection,
    hashes: &[&TokenHash],
    now: DateTime<Utc>,
) -> sqlx::Result<HashMap<TokenHash, Session>> {
    let hashes: Vec<_> = hashes.iter().map(|hash| hash.0.as_slice()).collect();
    let rows = sqlx::query!(
        "SELECT token_hash, user_id, owner_id, admin_user_id, impersonator_id, awaits_second_factor, restaurant_id, created_at,
                expires_at
         FROM sessions WHERE token_hash = ANY ($1) AND expires_at > $2",
        &hashes as &[&[u8]],
        now,
    )
    .fetch_all(conn)
    .await?;
    let sessions = rows.into_iter().filter_map(|row| {
        let who = (row.user_id.map(|id| Who::Diner(UserId(id))))
            .or(row.owner_id.map(|id| Who::Owner(OwnerId(id))))
            .or(row.admin_user_id.map(|id| Who::Admin(AdminUserId(id))))?;
        let hash = TokenHash(row.token_hash);
        let session = Session {
            hash: hash.clone(),
            who,
            impersonator: row.impersonator_id.map(AdminUserId),
            awaits_second_factor: row.awaits_second_factor,
            restaurant: row.restaurant_id.map(RestaurantId),
            created_at: row.created_at,
            expires_at: row.expires_at,
        };
        Some((hash, session))
    });
    Ok(sessions.collect())
}

/// Remembers which restaurant the session looks at.
pub async fn set_restaurant(conn: &mut PgConnection, hash: &TokenHash, restaurant: RestaurantId) -> sqlx::Result<()> {
    sqlx::query!("UPDATE sessions SET restaurant_id = $2 WHERE token_hash = $1", hash.0, restaurant.0)
        .execute(conn)
        .await?;
    Ok(())
}

pub async fn delete(conn: &mut PgConnection, hash: &TokenHash) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM sessions WHERE token_hash = $1", hash.0).execute(conn).await?;
    Ok(())
}

pub async fn delete_all_but(conn: &mut PgConnection, who: Who, kept: Option<&TokenHash>) -> sqlx::Result<u64> {
    let (user_id, owner_id, admin_user_id) = who.columns();
    let done = sqlx::query!(
        "DELETE FROM sessions
         WHERE (user_id = $1 OR owner_id = $2 OR admin_user_id = $3) AND token_hash IS DISTINCT FROM $4",
        user_id,
        owner_id,
        admin_user_id,
        kept.map(|hash| hash.0.as_slice()),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

pub async fn delete_expired(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let done = sqlx::query!("DELETE FROM sessions WHERE expires_at <= $1", now).execute(conn).await?;
    Ok(done.rows_affected())
}
