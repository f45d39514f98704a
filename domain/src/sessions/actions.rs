use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::model::{AccountId, Session, Side, Token, TokenHash};
use super::queries::{self, EndedSession};
use crate::audit::{self, Actor, Event};
use crate::ids::{AdminUserId, RestaurantId};
use crate::rng::Rng;

pub const LIFETIME: Duration = Duration::days(30);

/// How long a session waits for the mailed code before the password is asked for again.
const SECOND_FACTOR_LIFETIME: Duration = Duration::hours(1);

/// A session's last request is noted when the note is older than this, so that most requests write nothing.
const TOUCH_INTERVAL: Duration = Duration::minutes(5);

const MAX_USER_AGENT_LENGTH: usize = 300;

/// What a new session is besides its person.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionStart<'a> {
    pub awaits_second_factor: bool,
    pub impersonator: Option<AdminUserId>,
    /// The restaurant that staff look at first.
    pub restaurant: Option<RestaurantId>,
    /// How long it lasts at most, where that is not `LIFETIME`.
    pub lasts: Option<Duration>,
    /// Without a request for so long, the session ends; after `LIFETIME` it ends in any case.
    pub idle_end: Option<Duration>,
    /// What the browser calls itself.
    pub user_agent: &'a str,
}

/// Starts a session with a new token, so that a token planted earlier is worth nothing. The browser's previous session
/// of this side ends.
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

/// The second factor was right: a full session takes the place of the waiting one.
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

/// The session behind a cookie of one side, while it lasts and waits for no second factor. Its use is noted.
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

/// The session behind a cookie of one side whose password was right and whose second factor is still to come.
pub async fn find_waiting(
    conn: &mut PgConnection,
    side: Side,
    token: &Token,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Session>> {
    let found = queries::find(conn, &token.hash(), now).await?;
    Ok(found.filter(|session| session.who.side() == side && session.awaits_second_factor))
}

/// Ends one of somebody's own sessions; false when they have none of that uid.
pub async fn revoke_own(conn: &mut PgConnection, now: DateTime<Utc>, who: AccountId, uid: &str) -> sqlx::Result<bool> {
    let gone = queries::delete_of(conn, who, uid).await?;
    note_ended(conn, now, gone.as_slice()).await?;
    Ok(gone.is_some())
}

pub async fn revoke(conn: &mut PgConnection, now: DateTime<Utc>, hash: &TokenHash) -> sqlx::Result<()> {
    let gone = queries::delete(conn, hash).await?;
    note_ended(conn, now, gone.as_slice()).await
}

/// Signs somebody out everywhere, but for the browser that asked for it; how many sessions ended.
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

/// Forgets the sessions that have ended; how many there were.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let gone = queries::delete_expired_impersonations(conn, now).await?;
    note_ended(conn, now, &gone).await?;
    Ok(queries::delete_expired(conn, now).await? + gone.len() as u64)
}

/// The audit keeps when an admin stopped looking through an owner's eyes, however that came about (gaps G043, G196).
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
