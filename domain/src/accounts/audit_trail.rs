//! The audit events of account security: sign-ins, rejections, locks and changes.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor, Event};
use crate::limits::{self, LimitError};
use crate::sessions::{AccountId, Side};

pub const SIGNED_IN: &str = "account.signed_in";
/// A wrong password. For addresses without an account, the first one of an hour on a side; `person_id` is null.
pub const PASSWORD_REJECTED: &str = "account.password_refused";
/// The tenth consecutive wrong password.
pub const LOCKED: &str = "account.locked";
/// The first attempt during a lock; `person_id` is null unless it came from a known device.
pub const REFUSED_WHILE_LOCKED: &str = "account.refused_while_locked";
/// The first attempt of a network address past its limit of failures. `person_id` is null.
pub const TOO_MANY_ATTEMPTS: &str = "account.too_many_attempts";
/// A wrong code after a right password.
pub const CODE_REJECTED: &str = "account.code_refused";
/// A passkey that failed verification, after a right password.
pub const PASSKEY_REJECTED: &str = "account.passkey_refused";
pub const PASSWORD_RESET: &str = "account.password_reset";
pub const FACTOR_RESET: &str = "account.factor_reset";
/// A new password by a mailed link confirmed the address of an account, and removed its earlier ways to sign in.
pub const CLAIMED: &str = "account.claimed";

/// Wrong passwords for addresses without an account have one row in this time.
const UNKNOWN_ADDRESSES_EVERY: Duration = Duration::hours(1);

/// Records an action of a person on their own account.
pub(super) async fn record_own_action(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    who: AccountId,
    action: &str,
) -> sqlx::Result<()> {
    let actor = match who {
        AccountId::Diner(id) => Actor::Diner(id),
        AccountId::Owner(id) => Actor::Owner(id),
        AccountId::Admin(id) => Actor::Admin(id),
    };
    record_action_on(conn, now, actor, who, action).await
}

/// Records an action of another actor on an account.
pub(super) async fn record_action_on(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    who: AccountId,
    action: &str,
) -> sqlx::Result<()> {
    record(conn, now, actor, who.side(), Some(who.id()), action).await
}

/// Records a rejection by an unknown actor.
pub(super) async fn record_rejection(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    side: Side,
    person_id: Option<i64>,
    action: &str,
) -> sqlx::Result<()> {
    record(conn, now, Actor::System, side, person_id, action).await
}

/// Records the first of many rejections: of a lock, or of an address past its limit. `bucket` is the exhausted counter, and `rest` the time
/// until it is reset, so that the first rejection of the next lock is recorded, too.
pub(super) async fn record_first_rejection(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    side: Side,
    person_id: Option<i64>,
    action: &str,
    bucket: &str,
    rest: Duration,
) -> sqlx::Result<()> {
    match limits::hit(conn, &format!("{bucket}:refused"), 1, rest, now).await {
        Ok(()) => record_rejection(conn, now, side, person_id, action).await,
        Err(LimitError::TooMany(_)) => Ok(()),
        Err(LimitError::Database(error)) => Err(error),
    }
}

/// Records a wrong password for an address without an account. A guess at random addresses writes at most one row an hour and side; each
/// one counts in a row of the limits, so its rejection takes the time of an account's.
pub(super) async fn record_unknown_address(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    side: Side,
) -> sqlx::Result<()> {
    let bucket = format!("{side}_sign_in_nobody");
    record_first_rejection(conn, now, side, None, PASSWORD_REJECTED, &bucket, UNKNOWN_ADDRESSES_EVERY).await
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    side: Side,
    person_id: Option<i64>,
    action: &str,
) -> sqlx::Result<()> {
    let detail = json!({ "side": side, "person_id": person_id });
    audit::record(conn, now, Event { actor, action, restaurant: None, reservation: None, detail }).await
}
