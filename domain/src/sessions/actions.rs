use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::model::{AccountId, Session, Side, Token, TokenHash};
use super::queries::{self, EndedSession};
use crate::audit::{self, Actor, Event};
use crate::ids::{AdminUserId, RestaurantId};
use crate::rng::Rng;

pub const LIFETIME: Duration = Duration::days(30);

/// Time for which a session waits for the second factor before the password is required again.
const SECOND_FACTOR_LIFETIME: Duration = Duration::hours(1);

/// A session's last request is recorded only if the recorded time is older than this, so that most requests write nothing.
const TOUCH_INTERVAL: Duration = Duration::minutes(5);

const MAX_USER_AGENT_LENGTH: usize = 300;

/// Properties of a new session in addition to its account.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionStart<'a> {
    pub awaits_second_factor: bool,
    pub impersonator: Option<AdminUserId>,
    /// The restaurant that the console shows first.
    pub restaurant: Option<RestaurantId>,
    /// Maximum lifetime. `None` means `LIFETIME`, or one hour while the session waits for the second factor.
    pub lasts: Option<Duration>,
    /// The session ends after this time without a request. `None` means `LIFETIME`.
    pub idle_end: Option<Duration>,
    /// The browser's `User-Agent`.
    pub user_agent: &'a str,
}

/// Starts a session with a new token, so that a token planted earlier is useless. Ends the browser's previous session of this side.
pub async fn start(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    who: AccountId,
    previous: Option<&TokenHash>,
    kind: SessionStart<'_>,
) -> sqlx::Result<Token> {
    if let Some(previous) = previous {
        revoke(conn, now, previous).await?;
    }
    let token = Token::generate(rng);
    let usual = if kind.awaits_second_factor { SECOND_FACTOR_LIFETIME } else { LIFETIME };
    let session = Session {
        hash: token.hash(),
        uid: rng.uid(),
        who,
        impersonator: kind.impersonator,
        awaits_second_factor: kind.awaits_second_factor,
        restaurant: kind.restaurant,
        user_agent: kind.user_agent.chars().filter(|c| !c.is_control()).take(MAX_USER_AGENT_LENGTH).collect(),
        created_at: now,
        last_seen_at: now,
        idle_end: kind.idle_end.unwrap_or(LIFETIME),
        expires_at: now + kind.lasts.unwrap_or(usual),
    };
    queries::insert(conn, &session).await?;
    Ok(token)
}

/// Replaces the waiting session with a full one after a correct second factor.
pub async fn complete_second_factor(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    waiting: &Session,
) -> sqlx::Result<Token> {
    let kind =
        SessionStart { idle_end: Some(waiting.idle_end), user_agent: &waiting.user_agent, ..SessionStart::default() };
    start(conn, rng, now, waiting.who, Some(&waiting.hash), kind).await
}

/// Returns the session of a cookie of one side, unless it has ended or waits for a second factor. Records its use.
pub async fn find_by_token(
    conn: &mut PgConnection,
    side: Side,
    token: &Token,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Session>> {
    let found = queries::find(conn, &token.hash(), now).await?;
    let session = found.filter(|session| session.who.side() == side && !session.awaits_second_factor);
    if let Some(session) = &session
        && now - session.last_seen_at >= TOUCH_INTERVAL.min(session.idle_end / 4)
    {
        queries::touch(conn, &session.hash, now).await?;
    }
    Ok(session)
}

/// Returns the session of a cookie of one side that has passed the password and waits for the second factor.
pub async fn find_pending(
    conn: &mut PgConnection,
    side: Side,
    token: &Token,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Session>> {
    let found = queries::find(conn, &token.hash(), now).await?;
    Ok(found.filter(|session| session.who.side() == side && session.awaits_second_factor))
}

/// Ends one of an account's own sessions; false if it has none of that uid.
pub async fn revoke_own(conn: &mut PgConnection, now: DateTime<Utc>, who: AccountId, uid: &str) -> sqlx::Result<bool> {
    let gone = queries::delete_of(conn, who, uid).await?;
    note_ended(conn, now, gone.as_slice()).await?;
    Ok(gone.is_some())
}

pub async fn revoke(conn: &mut PgConnection, now: DateTime<Utc>, hash: &TokenHash) -> sqlx::Result<()> {
    let gone = queries::delete(conn, hash).await?;
    note_ended(conn, now, gone.as_slice()).await
}

/// Ends all sessions of an account except `kept`; for an owner, including impersonations. Returns their number.
pub async fn revoke_all_but(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    who: AccountId,
    kept: Option<&TokenHash>,
) -> sqlx::Result<usize> {
    let gone = queries::delete_all_but(conn, who, kept).await?;
    note_ended(conn, now, &gone).await?;
    Ok(gone.len())
}

/// Deletes ended sessions. Returns their number.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let gone = queries::delete_expired_impersonations(conn, now).await?;
    note_ended(conn, now, &gone).await?;
    Ok(queries::delete_expired(conn, now).await? + gone.len() as u64)
}

/// Writes an audit event for the end of an impersonation, for any reason (gaps G043, G196).
async fn note_ended(conn: &mut PgConnection, now: DateTime<Utc>, gone: &[EndedSession]) -> sqlx::Result<()> {
    for session in gone {
        let Some(impersonation) = session.impersonation() else { continue };
        let event = Event {
            actor: Actor::Admin(impersonation.admin),
            action: "impersonation.ended",
            restaurant: impersonation.restaurant,
            reservation: None,
            detail: json!({ "owner_id": impersonation.owner, "is_expired": session.expires_at <= now }),
        };
        audit::record(conn, now.min(session.expires_at), event).await?;
    }
    Ok(())
}
