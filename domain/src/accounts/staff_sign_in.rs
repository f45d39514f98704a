//! Sign-in of owners, their staff and admins, with the same rules for both sides (gaps G037, G043).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::actions::{
    LOCK_AFTER_FAILURES, LOCK_DURATION, authenticate_on_device, count_unknown_device, reject, reject_unknown,
};
use super::device::Origin;
use super::error::AccountError;
use super::password;
use super::person;
use super::staff_links::staff;
use crate::limits;
use crate::names;
use crate::sessions::{AccountId, Side};

struct StaffSignInAttempt {
    id: i64,
    password_hash: String,
}

/// Checks a password by the rules of `accounts::authenticate`: the caller commits after every result.
///
/// # Errors
/// `BadCredentials`, or `Locked`. On the diners' side it always fails.
pub async fn authenticate_staff(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    origin: Origin<'_>,
    side: Side,
    typed: &str,
    given: &str,
) -> Result<AccountId, AccountError> {
    let Some(address) = names::email_to_look_up(typed) else {
        count_unknown_device(conn, now, side, origin.address).await?;
        return Err(reject_unknown(conn, now, side, typed, given, None).await?);
    };
    let email = address.as_str();
    let of = |id| staff(side, id).ok_or(AccountError::BadCredentials);
    if origin.device.is_some()
        && let Some(attempt) = find_attempt(conn, side, email).await?
        && let Some(device) = origin.device_of(conn, of(attempt.id)?).await?
    {
        let who = of(attempt.id)?;
        authenticate_on_device(conn, now, device, who, Some(&attempt.password_hash), given).await?;
        return Ok(who);
    }
    let counted = count_unknown_device(conn, now, side, origin.address).await?;
    let Some(attempt) = count_attempt(conn, side, email, now).await? else {
        let locked_until = locked_until(conn, side, email).await?;
        return Err(reject_unknown(conn, now, side, email, given, locked_until).await?);
    };
    let who = of(attempt.id)?;
    if !password::verify(side, Some(&attempt.password_hash), given).await? {
        let is_locked = locked_until(conn, side, email).await?.is_some_and(|until| now < until);
        return Err(reject(conn, now, who, is_locked).await?);
    }
    limits::refund_hit(conn, &counted).await?;
    person::reset_failed_attempts(conn, who).await?;
    Ok(who)
}

async fn locked_until(conn: &mut PgConnection, side: Side, email: &str) -> sqlx::Result<Option<DateTime<Utc>>> {
    let found = sqlx::query_scalar!(
        "SELECT locked_until FROM owners WHERE email = mail_address($1::text) AND $2 = 'owner'
         UNION ALL SELECT locked_until FROM admin_users WHERE email = mail_address($1::text) AND $2 = 'admin'",
        email,
        side.as_str(),
    );
    Ok(found.fetch_optional(conn).await?.flatten())
}

/// Finds the account of an address, locked or not, without counting an attempt. Disabled admins are not found.
async fn find_attempt(conn: &mut PgConnection, side: Side, email: &str) -> sqlx::Result<Option<StaffSignInAttempt>> {
    let found = sqlx::query_as!(
        StaffSignInAttempt,
        r#"SELECT id AS "id!", password_hash AS "password_hash!" FROM owners
           WHERE email = mail_address($1::text) AND $2 = 'owner'
           UNION ALL SELECT id, password_hash FROM admin_users
           WHERE email = mail_address($1::text) AND disabled_at IS NULL AND $2 = 'admin'"#,
        email,
        side.as_str(),
    );
    found.fetch_optional(conn).await
}

/// Counts an attempt before the password is checked, so concurrent attempts cannot exceed ten.
async fn count_attempt(
    conn: &mut PgConnection,
    side: Side,
    email: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<StaffSignInAttempt>> {
    match side {
        Side::Diner => Ok(None),
        Side::Owner => {
            sqlx::query_as!(
                StaffSignInAttempt,
                "UPDATE owners SET
                 failed_attempts = CASE WHEN locked_until IS NULL THEN failed_attempts + 1 ELSE 1 END,
                 locked_until = CASE WHEN locked_until IS NULL AND failed_attempts + 1 >= $2 THEN $3::timestamptz END
             WHERE email = mail_address($1::text) AND (locked_until IS NULL OR locked_until <= $4)
             RETURNING id, password_hash",
                email,
                LOCK_AFTER_FAILURES,
                now + LOCK_DURATION,
                now,
            )
            .fetch_optional(conn)
            .await
        }
        Side::Admin => {
            sqlx::query_as!(
                StaffSignInAttempt,
                "UPDATE admin_users SET
                 failed_attempts = CASE WHEN locked_until IS NULL THEN failed_attempts + 1 ELSE 1 END,
                 locked_until = CASE WHEN locked_until IS NULL AND failed_attempts + 1 >= $2 THEN $3::timestamptz END
             WHERE email = mail_address($1::text) AND disabled_at IS NULL AND (locked_until IS NULL OR locked_until <= $4)
             RETURNING id, password_hash",
                email,
                LOCK_AFTER_FAILURES,
                now + LOCK_DURATION,
                now,
            )
            .fetch_optional(conn)
            .await
        }
    }
}
