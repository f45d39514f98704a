//! The link by which an owner or admin sets a new password. It carries who it is for, when it ends, and a stamp of the
//! password that it replaces: with its first use all links made before are worth nothing, and nothing stored lets anybody in.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::error::AccountError;
use super::person::{self, Person};
use crate::ids::{AdminUserId, OwnerId};
use crate::sessions::{AccountId, Side};
use crate::signing::Signer;

const LINK: &str = "staff_password_reset";
const STAMP: &str = "password_stamp";

/// Side, id, end in seconds since 1970, and stamp.
type ResetTokenPayload = (String, i64, i64, String);

/// What the mail's link carries for a person, until `expires_at` (seconds since 1970).
pub fn reset_token(signer: &Signer, person: &Person, expires_at: i64) -> String {
    let Person { who, .. } = *person;
    signer.seal(LINK, &(who.side().as_str(), who.id(), expires_at, signer.secret(STAMP, stamped(person))))
}

/// The person whom a link is for.
///
/// # Errors
/// `LinkInvalid` when it is too old, was used, is for another side or not ours.
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
    let person = person.filter(|person| signer.is_secret(STAMP, stamped(person), &stamp));
    person.ok_or(AccountError::LinkInvalid)
}

/// Who has an id on a side of the back office; nobody on the diners' side.
pub(super) fn staff(side: Side, id: i64) -> Option<AccountId> {
    match side {
        Side::Diner => None,
        Side::Owner => Some(AccountId::Owner(OwnerId(id))),
        Side::Admin => Some(AccountId::Admin(AdminUserId(id))),
    }
}

/// Where the pages about an account begin.
pub(super) const fn console(who: AccountId) -> &'static str {
    match who {
        AccountId::Diner(_) => "/users/profile",
        AccountId::Owner(_) => "/owners",
        AccountId::Admin(_) => "/admin",
    }
}

fn stamped(person: &Person) -> &str {
    person.password_hash.as_deref().unwrap_or_default()
}
