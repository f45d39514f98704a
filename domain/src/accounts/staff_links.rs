//! The link with which an owner or admin sets a new password. It carries the account, its expiry, and a stamp of the password that it
//! replaces. A new password invalidates all earlier links, and nothing stored allows access.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::error::AccountError;
use super::person::{self, Person};
use crate::ids::{AdminUserId, OwnerId};
use crate::sessions::{AccountId, Side};
use crate::signing::Signer;

const LINK: &str = "staff_password_reset";
const STAMP: &str = "password_stamp";

/// Side, id, expiry in seconds since 1970, and stamp.
type ResetTokenPayload = (String, i64, i64, String);

/// Returns the token of a person's link, valid until `expires_at` (seconds since 1970).
pub fn reset_token(signer: &Signer, person: &Person, expires_at: i64) -> String {
    let Person { who, .. } = *person;
    signer.seal(LINK, &(who.side().as_str(), who.id(), expires_at, signer.secret(STAMP, current_password_hash(person))))
}

/// Finds the person of a link.
///
/// # Errors
/// `LinkInvalid` if it is invalid, expired, used, or for another side.
pub async fn find_by_reset_token(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    side: Side,
    given: &str,
) -> Result<Person, AccountError> {
    let (of, id, expires_at, stamp): ResetTokenPayload = signer.open(LINK, given).ok_or(AccountError::LinkInvalid)?;
    let who = staff(side, id).filter(|_| of == side.as_str() && now.timestamp() < expires_at);
    let person = person::find(conn, who.ok_or(AccountError::LinkInvalid)?).await?;
    let person = person.filter(|person| signer.is_secret(STAMP, current_password_hash(person), &stamp));
    person.ok_or(AccountError::LinkInvalid)
}

/// Returns the account of an id on the owners' or admins' side, or `None` on the diners' side.
pub(super) fn staff(side: Side, id: i64) -> Option<AccountId> {
    match side {
        Side::Diner => None,
        Side::Owner => Some(AccountId::Owner(OwnerId(id))),
        Side::Admin => Some(AccountId::Admin(AdminUserId(id))),
    }
}

/// Returns the path prefix of the account's pages.
pub(super) const fn console_path(who: AccountId) -> &'static str {
    match who {
        AccountId::Diner(_) => "/users/profile",
        AccountId::Owner(_) => "/owners",
        AccountId::Admin(_) => "/admin",
    }
}

fn current_password_hash(person: &Person) -> &str {
    person.password_hash.as_deref().unwrap_or_default()
}
