use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::model::{AccountMarks, AccountView, FoundAccount, UserView};
use super::queries;
use super::search::SearchTerm;
use crate::accounts::{self, AccountError, authenticators, passkeys, person};
use crate::adjustments;
use crate::adjustments::queries::Shown;
use crate::audit::{self, Actor, Event};
use crate::ids::UserId;
use crate::rng::Rng;
use crate::sessions::{self, AccountId};

/// Returns matching accounts, at most `limit`, newest first. The audit event contains the kind of the search and the number of results,
/// never the search text.
pub async fn search(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    term: &SearchTerm,
    limit: i64,
) -> sqlx::Result<Vec<FoundAccount>> {
    let found = queries::find(conn, term, limit).await?;
    record(conn, now, actor, "user.searched", json!({ "by": term.kind(), "found": found.len() })).await?;
    Ok(found)
}

/// Returns the complete view of an account; None for an unknown uid.
pub async fn view_account(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    uid: &str,
) -> sqlx::Result<Option<UserView>> {
    let Some(account) = queries::account(conn, uid).await? else { return Ok(None) };
    let id = account.id;
    let who = AccountId::Diner(id);
    record(conn, now, actor, "user.viewed", user_detail(id)).await?;
    Ok(Some(UserView {
        has_authenticator: authenticators::find_enabled(conn, who).await?.is_some(),
        passkeys: passkeys::list(conn, who).await?.len(),
        sessions: sessions::list(conn, who, now).await?,
        bookings: queries::list_bookings(conn, id).await?,
        payments: queries::list_payments(conn, id).await?,
        adjustments: adjustments::queries::list(conn, Shown::Diner(id), now).await?,
        mails: queries::list_mails(conn, id).await?,
        account,
    }))
}

/// Sets the marks of an account. Returns whether it exists. The audit event contains the previous marks.
pub async fn mark(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    uid: &str,
    marks: AccountMarks,
) -> sqlx::Result<bool> {
    let Some(AccountView { id, marks: before, .. }) = queries::account(conn, uid).await? else { return Ok(false) };
    if before == marks {
        return Ok(true);
    }
    queries::set_marks(conn, id, marks).await?;
    let said = |marks: AccountMarks| json!({ "is_agent": marks.is_agent, "is_gold_invited": marks.is_gold_invited, "is_ohc_invited": marks.is_ohc_invited });
    let detail = json!({ "user_id": id, "before": said(before), "after": said(marks) });
    record(conn, now, actor, "user.marked", detail).await?;
    Ok(true)
}

/// Ends the lock after wrong passwords. Returns whether the account exists.
pub async fn unlock(conn: &mut PgConnection, now: DateTime<Utc>, actor: Actor, uid: &str) -> sqlx::Result<bool> {
    let Some(AccountView { id, .. }) = queries::account(conn, uid).await? else { return Ok(false) };
    person::reset_failed_attempts(conn, AccountId::Diner(id)).await?;
    record(conn, now, actor, "user.unlocked", user_detail(id)).await?;
    Ok(true)
}

/// Ends all sessions of an account. Returns whether it exists.
pub async fn sign_out(conn: &mut PgConnection, now: DateTime<Utc>, actor: Actor, uid: &str) -> sqlx::Result<bool> {
    let Some(AccountView { id, .. }) = queries::account(conn, uid).await? else { return Ok(false) };
    let sessions = sessions::revoke_all_but(conn, now, AccountId::Diner(id), None).await?;
    record(conn, now, actor, "user.signed_out", json!({ "user_id": id, "sessions": sessions })).await?;
    Ok(true)
}

/// Removes the authenticator, recovery codes and passkeys of a diner who lost them, after the admin has verified their identity. Signs
/// the diner out everywhere and notifies them by mail. The audit log stores the reason. Returns whether the account exists.
///
/// # Errors
/// `FactorMissing` if the account has no authenticator.
pub async fn reset_factor(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    uid: &str,
    reason: &str,
) -> Result<bool, AccountError> {
    let Some(AccountView { id, .. }) = queries::account(conn, uid).await? else { return Ok(false) };
    let person = person::get(conn, AccountId::Diner(id)).await?;
    accounts::reset_factor(conn, rng, now, actor, &person).await?;
    record(conn, now, actor, "user.factor_reset", json!({ "user_id": id, "reason": reason })).await?;
    Ok(true)
}

fn user_detail(id: UserId) -> Value {
    json!({ "user_id": id })
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    action: &str,
    detail: Value,
) -> sqlx::Result<()> {
    audit::record(conn, now, Event { actor, action, restaurant: None, reservation: None, detail }).await
}
