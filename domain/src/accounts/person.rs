//! The common data of diners, owners, staff and admins: email address, password, name and language.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::error::AccountError;
use super::password;
use crate::i18n::Locale;
use crate::limits;
use crate::sessions::{AccountId, Side};

/// Limit of a signed-in person's attempts at their password, so that a stolen session cannot guess it.
const PROOFS: (i32, Duration) = (10, Duration::minutes(15));

/// A person who can sign in, on any side.
#[derive(Clone)]
pub struct Person {
    pub who: AccountId,
    pub email: String,
    /// The nickname of an owner or admin. A diner's full name is read from the profile when a mail is sent.
    pub nickname: String,
    /// Whether the mailbox has confirmed the address. Always true for owners and admins, whose addresses are invited by mail or set by the
    /// operator.
    pub is_email_confirmed: bool,
    pub(super) password_hash: Option<String>,
    /// A diner's language, or the one of an owner's or admin's console; `None` until they have signed in.
    pub locale: Option<Locale>,
}

pub async fn find(conn: &mut PgConnection, who: AccountId) -> sqlx::Result<Option<Person>> {
    let (user_id, owner_id, admin_user_id) = who.columns();
    let row = sqlx::query!(
        r#"SELECT u.email::text AS "email!", u.password_hash, '' AS "nickname!", p.locale,
                  u.email_confirmed_at IS NOT NULL AS "is_email_confirmed!"
           FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.id = $1
           UNION ALL SELECT email::text, password_hash, nickname, locale, true FROM owners WHERE id = $2
           UNION ALL SELECT email::text, password_hash, nickname, locale, true FROM admin_users WHERE id = $3"#,
        user_id,
        owner_id,
        admin_user_id,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Person {
        who,
        email: row.email,
        nickname: row.nickname,
        is_email_confirmed: row.is_email_confirmed,
        password_hash: row.password_hash,
        locale: row.locale.and_then(|locale| Locale::parse(&locale)),
    }))
}

/// Loads a signed-in person, who is known to exist.
pub async fn get(conn: &mut PgConnection, who: AccountId) -> Result<Person, AccountError> {
    find(conn, who).await?.ok_or(AccountError::BadCredentials)
}

/// Finds the id of an owner or admin by their email address.
pub(super) async fn find_staff_by_email(conn: &mut PgConnection, side: Side, email: &str) -> sqlx::Result<Option<i64>> {
    let found = sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM owners WHERE email = mail_address($1::text) AND $2 = 'owner'
           UNION ALL SELECT id FROM admin_users WHERE email = mail_address($1::text) AND $2 = 'admin'"#,
        email,
        side.as_str(),
    );
    found.fetch_optional(conn).await
}

/// Stores the language in which an owner or admin uses the console, which is the language of their mails. A language that was not chosen
/// replaces none.
pub async fn set_console_locale(
    conn: &mut PgConnection,
    who: AccountId,
    locale: Locale,
    is_chosen: bool,
) -> sqlx::Result<()> {
    let (locale, id) = (locale.as_str(), who.id());
    let query = match who {
        AccountId::Diner(_) => return Ok(()),
        AccountId::Owner(_) => sqlx::query!(
            "UPDATE owners SET locale = $1 WHERE id = $2 AND (locale IS NULL OR $3 AND locale <> $1)",
            locale,
            id,
            is_chosen
        ),
        AccountId::Admin(_) => sqlx::query!(
            "UPDATE admin_users SET locale = $1 WHERE id = $2 AND (locale IS NULL OR $3 AND locale <> $1)",
            locale,
            id,
            is_chosen
        ),
    };
    query.execute(conn).await.map(drop)
}

/// Resets a person's count of wrong passwords, which ends their lock.
pub async fn reset_failed_attempts(conn: &mut PgConnection, who: AccountId) -> sqlx::Result<()> {
    let id = who.id();
    let query = match who {
        AccountId::Diner(_) => {
            sqlx::query!("UPDATE users SET failed_attempts = 0, locked_until = NULL WHERE id = $1", id)
        }
        AccountId::Owner(_) => {
            sqlx::query!("UPDATE owners SET failed_attempts = 0, locked_until = NULL WHERE id = $1", id)
        }
        AccountId::Admin(_) => {
            sqlx::query!("UPDATE admin_users SET failed_attempts = 0, locked_until = NULL WHERE id = $1", id)
        }
    };
    query.execute(conn).await.map(|_| ())
}

impl Person {
    /// Reports whether the account has a password. A diner who signed up with Apple may have none.
    pub const fn has_password(&self) -> bool {
        self.password_hash.is_some()
    }

    /// Rejects another second factor while the address is unconfirmed. A stranger who signed up with another person's address would
    /// otherwise lock that person out.
    ///
    /// # Errors
    /// `EmailNotConfirmed`.
    pub(super) const fn require_confirmed_email(&self) -> Result<(), AccountError> {
        match self.is_email_confirmed {
            true => Ok(()),
            false => Err(AccountError::EmailNotConfirmed),
        }
    }

    /// Verifies the password of a signed-in person, with at most ten attempts in a quarter of an hour. **The caller commits after every
    /// result, or calls it outside a transaction**: a failure counts.
    ///
    /// # Errors
    /// `WrongPassword`, or `TooMany`.
    pub async fn verify_password(
        &self,
        conn: &mut PgConnection,
        now: DateTime<Utc>,
        given: &str,
    ) -> Result<(), AccountError> {
        let bucket = format!("password_proof:{}:{}", self.who.side(), self.who.id());
        limits::hit(conn, &bucket, PROOFS.0, PROOFS.1, now).await?;
        if !password::verify(self.who.side(), self.password_hash.as_deref(), given).await? {
            return Err(AccountError::WrongPassword);
        }
        Ok(limits::clear(conn, &bucket).await?)
    }

    /// Sets a new password unless it was changed since this person was loaded. Reports whether it was set. Locks end.
    pub(super) async fn replace_password(&self, conn: &mut PgConnection, password_hash: &str) -> sqlx::Result<bool> {
        let (user_id, owner_id, admin_user_id) = self.who.columns();
        let replaced = sqlx::query_scalar!(
            r#"WITH u AS (UPDATE users SET password_hash = $4, failed_attempts = 0, locked_until = NULL
                          WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $5 RETURNING id),
                    o AS (UPDATE owners SET password_hash = $4, failed_attempts = 0, locked_until = NULL
                          WHERE id = $2 AND password_hash = $5 RETURNING id),
                    a AS (UPDATE admin_users SET password_hash = $4, failed_attempts = 0, locked_until = NULL
                          WHERE id = $3 AND password_hash = $5 RETURNING id)
               SELECT count(*) AS "count!" FROM (SELECT id FROM u UNION ALL SELECT id FROM o UNION ALL SELECT id FROM a) p"#,
            user_id,
            owner_id,
            admin_user_id,
            password_hash,
            self.password_hash,
        );
        Ok(replaced.fetch_one(conn).await? == 1)
    }
}
