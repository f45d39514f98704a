//! Removes a second factor that was lost with its recovery codes. The operator verifies the person's identity first.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::alert_kind::Alert;
use super::audit_trail;
use super::authenticators;
use super::error::AccountError;
use super::person::{self, Person};
use super::security_alerts::{Browser, mail};
use crate::audit::Actor;
use crate::i18n::Locale;
use crate::ids::{AdminUserId, OwnerId, UserId};
use crate::names;
use crate::rng::Rng;
use crate::sessions::{self, AccountId, Side};

/// Finds the account of an email address on one of the three sides.
pub async fn find_by_email(conn: &mut PgConnection, side: Side, typed: &str) -> sqlx::Result<Option<Person>> {
    let Some(email) = names::email_to_look_up(typed) else { return Ok(None) };
    let id = match side {
        Side::Diner => {
            sqlx::query_scalar!("SELECT id FROM users WHERE email = mail_address($1::text)", email)
                .fetch_optional(&mut *conn)
                .await?
        }
        Side::Owner | Side::Admin => person::find_staff_by_email(conn, side, &email).await?,
    };
    match id {
        Some(id) => person::find(conn, account_id(side, id)).await,
        None => Ok(None),
    }
}

/// Lists all people with an authenticator app.
pub async fn list_with_factor(conn: &mut PgConnection) -> sqlx::Result<Vec<AccountId>> {
    let rows =
        sqlx::query!("SELECT side, person_id FROM authenticators WHERE uid IS NOT NULL ORDER BY side, person_id")
            .fetch_all(conn)
            .await?;
    Ok(rows.into_iter().filter_map(|row| Some(account_id(Side::named(&row.side)?, row.person_id))).collect())
}

/// Removes the app, the recovery codes and the passkeys of a person who lost them, and revokes all their sessions, because a lost
/// device may be signed in. The person is notified by mail, and the audit log records it.
///
/// # Errors
/// `FactorMissing` without an app.
pub async fn reset_factor(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    person: &Person,
) -> Result<(), AccountError> {
    if authenticators::find_enabled(conn, person.who).await?.is_none() {
        return Err(AccountError::FactorMissing);
    }
    authenticators::remove(conn, person.who).await?;
    authenticators::reset_attempts(conn, person.who).await?;
    sessions::revoke_all_but(conn, now, person.who, None).await?;
    audit_trail::record_action_on(conn, now, actor, person.who, audit_trail::FACTOR_RESET).await?;
    let operator = Browser { user_agent: "", locale: Locale::default() };
    Ok(mail(conn, rng, now, person, Alert::FactorRemoved, operator).await?)
}

const fn account_id(side: Side, id: i64) -> AccountId {
    match side {
        Side::Diner => AccountId::Diner(UserId(id)),
        Side::Owner => AccountId::Owner(OwnerId(id)),
        Side::Admin => AccountId::Admin(AdminUserId(id)),
    }
}
