use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::model::{Session, Side, Token, TokenHash, Who};
use super::queries;
use crate::ids::AdminUserId;
use crate::rng::Rng;

pub const LIFETIME: Duration = Duration::days(30);

/// How long a session waits for the mailed code before the password is asked for again.
const SECOND_FACTOR_LIFETIME: Duration = Duration::hours(1);

/// What a new session is besides its person.
#[derive(Clone, Copy, Debug, Default)]
pub struct Start {
    pub awaits_second_factor: bool,
    pub impersonator: Option<AdminUserId>,
}

/// Starts a session with a new token, so that a token planted earlier is worth nothing. The browser's previous session
/// of this side ends.
pub async fn start(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    who: Who,
    previous: Option<&TokenHash>,
    kind: Start,
) -> sqlx::Result<Token> {
    if let Some(previous) = previous {
        queries::delete(conn, previous).await?;
    }
    let token = Token::generate(rng);
    let lifetime = if kind.awaits_second_factor { SECOND_FACTOR_LIFETIME } else { LIFETIME };
    let session = Session {
        hash: token.hash(),
        who,
        impersonator: kind.impersonator,
        awaits_second_factor: kind.awaits_second_factor,
        restaurant: None,
        created_at: now,
        expires_at: now + lifetime,
    };
    queries::insert(conn, &session).await?;
    Ok(token)
}

/// The mailed code was right: a full session takes the place of the waiting one.
pub async fn complete_second_factor(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    waiting: &Session,
) -> sqlx::Result<Token> {
    start(conn, rng, now, waiting.who, Some(&waiting.hash), Start::default()).await
}

/// The session behind a cookie of one side, while it lasts. Callers ask `awaits_second_factor` before they trust it.
pub async fn find_by_token(
    conn: &mut PgConnection,
    side: Side,
    token: &Token,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Session>> {
    let session = queries::find(conn, &token.hash(), now).await?;
    Ok(session.filter(|session| session.who.side() == side))
}

pub async fn revoke(conn: &mut PgConnection, hash: &TokenHash) -> sqlx::Result<()> {
    queries::delete(conn, hash).await
}

/// Signs somebody out everywhere, but for the browser that asked for it.
pub async fn revoke_all_but(conn: &mut PgConnection, who: Who, kept: Option<&TokenHash>) -> sqlx::Result<u64> {
    queries::delete_all_but(conn, who, kept).await
}

pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    queries::delete_expired(conn, now).await
}
