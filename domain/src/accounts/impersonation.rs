//! Impersonation of an owner by an admin, for support. It lasts at most half an hour, requires the admin's own session, and records an
//! audit event at its start and end (admin §2, gaps G043, G196, G220).

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::owners;
use crate::audit::{self, Actor, Event};
use crate::ids::{AdminUserId, OwnerId};
use crate::rng::Rng;
use crate::sessions::{self, AccountId, SessionStart, Token, TokenHash};

pub const IMPERSONATION_LIFETIME: Duration = Duration::minutes(30);

/// An admin's request to impersonate an owner.
#[derive(Clone, Copy, Debug)]
pub struct ImpersonationRequest<'a> {
    pub admin: AdminUserId,
    pub owner: OwnerId,
    /// Slug of the owner's restaurant.
    pub slug: &'a str,
    /// Stored in the audit log.
    pub reason: &'a str,
    pub user_agent: &'a str,
}

/// Starts an owner session at the restaurant, replacing the browser's previous one on that side. Returns `None` if the restaurant is
/// not the owner's.
pub async fn begin(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    asked: ImpersonationRequest<'_>,
    previous: Option<&TokenHash>,
) -> sqlx::Result<Option<Token>> {
    let restaurant = owners::choose_restaurant(conn, asked.owner, Some(asked.slug), None).await?;
    let Some((restaurant, _)) = restaurant else { return Ok(None) };
    let kind = SessionStart {
        impersonator: Some(asked.admin),
        restaurant: Some(restaurant),
        lasts: Some(IMPERSONATION_LIFETIME),
        idle_end: Some(IMPERSONATION_LIFETIME),
        user_agent: asked.user_agent,
        ..SessionStart::default()
    };
    let token = sessions::start(conn, rng, now, AccountId::Owner(asked.owner), previous, kind).await?;
    let event = Event {
        actor: Actor::Admin(asked.admin),
        action: "impersonation.began",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "owner_id": asked.owner, "reason": asked.reason, "until": now + IMPERSONATION_LIFETIME }),
    };
    audit::record(conn, now, event).await?;
    Ok(Some(token))
}
