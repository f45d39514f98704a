use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::model::{AccountId, Session, TokenHash};
use crate::ids::{AdminUserId, OwnerId, RestaurantId, UserId};

pub async fn insert(conn: &mut PgConnection, session: &Session) -> sqlx::Result<()> {
    let (user_id, owner_id, admin_user_id) = session.who.columns();
    sqlx::query!(
        "INSERT INTO sessions (token_hash, user_id, owner_id, admin_user_id, impersonator_id, awaits_second_factor,
                               created_at, expires_at, uid, user_agent, last_seen_at, idle_seconds, restaurant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        session.hash.0,
        user_id,
        owner_id,
        admin_user_id,
        session.impersonator.map(|id| id.0),
        session.awaits_second_factor,
        session.created_at,
        session.expires_at,
        session.uid,
        session.user_agent,
        session.last_seen_at,
        session.idle_end.num_seconds(),
        session.restaurant.map(|id| id.0),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the session, if it has not ended.
pub async fn find(conn: &mut PgConnection, hash: &TokenHash, now: DateTime<Utc>) -> sqlx::Result<Option<Session>> {
    let row = sqlx::query_as!(
        StoredSession,
        r#"SELECT token_hash, uid, user_id AS "user_id: UserId", owner_id AS "owner_id: OwnerId",
                  admin_user_id AS "admin_user_id: AdminUserId", impersonator_id AS "impersonator_id: AdminUserId",
                  awaits_second_factor, restaurant_id AS "restaurant_id: RestaurantId", user_agent, created_at,
                  last_seen_at, idle_seconds, expires_at
         FROM sessions
         WHERE token_hash = $1 AND expires_at > $2 AND last_seen_at + idle_seconds * interval '1 second' > $2"#,
        hash.0,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(StoredSession::session))
}

/// Returns at most 200 sessions of an account that have not ended and are signed in, most recently used first.
pub async fn list(conn: &mut PgConnection, who: AccountId, now: DateTime<Utc>) -> sqlx::Result<Vec<Session>> {
    let (user_id, owner_id, admin_user_id) = who.columns();
    let rows = sqlx::query_as!(
        StoredSession,
        r#"SELECT token_hash, uid, user_id AS "user_id: UserId", owner_id AS "owner_id: OwnerId",
                  admin_user_id AS "admin_user_id: AdminUserId", impersonator_id AS "impersonator_id: AdminUserId",
                  awaits_second_factor, restaurant_id AS "restaurant_id: RestaurantId", user_agent, created_at,
                  last_seen_at, idle_seconds, expires_at
         FROM sessions
         WHERE (user_id = $1 OR owner_id = $2 OR admin_user_id = $3) AND NOT awaits_second_factor
           AND expires_at > $4 AND last_seen_at + idle_seconds * interval '1 second' > $4
         ORDER BY last_seen_at DESC, created_at DESC, uid LIMIT 200"#,
        user_id,
        owner_id,
        admin_user_id,
        now,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(StoredSession::session).collect())
}

struct StoredSession {
    token_hash: Vec<u8>,
    uid: String,
    user_id: Option<UserId>,
    owner_id: Option<OwnerId>,
    admin_user_id: Option<AdminUserId>,
    impersonator_id: Option<AdminUserId>,
    awaits_second_factor: bool,
    restaurant_id: Option<RestaurantId>,
    user_agent: String,
    created_at: DateTime<Utc>,
    last_seen_at: DateTime<Utc>,
    idle_seconds: i64,
    expires_at: DateTime<Utc>,
}

impl StoredSession {
    fn session(self) -> Option<Session> {
        let who = (self.user_id.map(AccountId::Diner))
            .or(self.owner_id.map(AccountId::Owner))
            .or(self.admin_user_id.map(AccountId::Admin))?;
        Some(Session {
            hash: TokenHash(self.token_hash),
            uid: self.uid,
            who,
            impersonator: self.impersonator_id,
            awaits_second_factor: self.awaits_second_factor,
            restaurant: self.restaurant_id,
            user_agent: self.user_agent,
            created_at: self.created_at,
            last_seen_at: self.last_seen_at,
            idle_end: Duration::seconds(self.idle_seconds),
            expires_at: self.expires_at,
        })
    }
}

pub async fn touch(conn: &mut PgConnection, hash: &TokenHash, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1 AND last_seen_at < $2", hash.0, now)
        .execute(conn)
        .await?;
    Ok(())
}

/// A session that has ended.
pub struct EndedSession {
    owner_id: Option<OwnerId>,
    impersonator_id: Option<AdminUserId>,
    restaurant_id: Option<RestaurantId>,
    pub expires_at: DateTime<Utc>,
}

/// An impersonation that has ended: the admin, the owner and the restaurant.
pub struct EndedImpersonation {
    pub admin: AdminUserId,
    pub owner: OwnerId,
    pub restaurant: Option<RestaurantId>,
}

impl EndedSession {
    pub fn impersonation(&self) -> Option<EndedImpersonation> {
        Some(EndedImpersonation { admin: self.impersonator_id?, owner: self.owner_id?, restaurant: self.restaurant_id })
    }
}

/// Deletes one session of an account, and returns it if it existed.
pub async fn delete_of(conn: &mut PgConnection, who: AccountId, uid: &str) -> sqlx::Result<Option<EndedSession>> {
    let (user_id, owner_id, admin_user_id) = who.columns();
    let gone = sqlx::query_as!(
        EndedSession,
        r#"DELETE FROM sessions WHERE (user_id = $1 OR owner_id = $2 OR admin_user_id = $3) AND uid = $4
         RETURNING owner_id AS "owner_id: OwnerId", impersonator_id AS "impersonator_id: AdminUserId",
             restaurant_id AS "restaurant_id: RestaurantId", expires_at"#,
        user_id,
        owner_id,
        admin_user_id,
        uid,
    );
    gone.fetch_optional(conn).await
}

/// Stores the restaurant that the session views.
pub async fn set_restaurant(conn: &mut PgConnection, hash: &TokenHash, restaurant: RestaurantId) -> sqlx::Result<()> {
    sqlx::query!("UPDATE sessions SET restaurant_id = $2 WHERE token_hash = $1", hash.0, restaurant.0)
        .execute(conn)
        .await?;
    Ok(())
}

pub async fn delete(conn: &mut PgConnection, hash: &TokenHash) -> sqlx::Result<Option<EndedSession>> {
    let gone = sqlx::query_as!(
        EndedSession,
        r#"DELETE FROM sessions WHERE token_hash = $1
         RETURNING owner_id AS "owner_id: OwnerId", impersonator_id AS "impersonator_id: AdminUserId",
             restaurant_id AS "restaurant_id: RestaurantId", expires_at"#,
        hash.0,
    );
    gone.fetch_optional(conn).await
}

pub async fn delete_all_but(
    conn: &mut PgConnection,
    who: AccountId,
    kept: Option<&TokenHash>,
) -> sqlx::Result<Vec<EndedSession>> {
    let (user_id, owner_id, admin_user_id) = who.columns();
    let gone = sqlx::query_as!(
        EndedSession,
        r#"DELETE FROM sessions
         WHERE (user_id = $1 OR owner_id = $2 OR admin_user_id = $3) AND token_hash IS DISTINCT FROM $4
         RETURNING owner_id AS "owner_id: OwnerId", impersonator_id AS "impersonator_id: AdminUserId",
             restaurant_id AS "restaurant_id: RestaurantId", expires_at"#,
        user_id,
        owner_id,
        admin_user_id,
        kept.map(|hash| hash.0.as_slice()),
    );
    gone.fetch_all(conn).await
}

/// Deletes the expired impersonations, and returns them.
pub async fn delete_expired_impersonations(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<EndedSession>> {
    let gone = sqlx::query_as!(
        EndedSession,
        r#"DELETE FROM sessions WHERE impersonator_id IS NOT NULL AND expires_at <= $1
         RETURNING owner_id AS "owner_id: OwnerId", impersonator_id AS "impersonator_id: AdminUserId",
             restaurant_id AS "restaurant_id: RestaurantId", expires_at"#,
        now,
    );
    gone.fetch_all(conn).await
}

pub async fn delete_expired(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let done = sqlx::query!(
        "DELETE FROM sessions WHERE expires_at <= $1 OR $1 - last_seen_at >= idle_seconds * interval '1 second'",
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}
