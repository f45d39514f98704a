//! Whoever opens an account is told that an address has one already, since they must choose another. How often a proven number may
//! hear of it is bounded: nobody asks a list of addresses.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::error::AccountError;
use super::sign_up::SignUp;
use crate::limits::{self, LimitError};
use crate::phone::{self, VisitorKey};

/// So many addresses with an account in so long.
const TAKEN_ADDRESS_LIMIT: (i32, Duration) = (5, Duration::hours(1));

/// Counts a sign-up before its address is looked at, so that requests at the same moment are counted too; the count, to be given
/// back unless the address had an account. Nothing without the proof of a number, which a sign-up asks for first. **The caller
/// commits whatever the answer, or calls it outside a transaction.**
///
/// # Errors
/// `TooMany` past the bound, whatever the address; the proof is then used up.
pub async fn count_sign_up(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    visitor: &VisitorKey,
    form: &SignUp,
) -> Result<Option<String>, AccountError> {
    let uuid = &form.phone_verification_uuid;
    let Some(e164) = phone::actions::verified_number(conn, visitor, uuid, now).await? else { return Ok(None) };
    let bucket = limits::personal_bucket("sign_up_addresses", &e164);
    match limits::hit(conn, &bucket, TAKEN_ADDRESS_LIMIT.0, TAKEN_ADDRESS_LIMIT.1, now).await {
        Ok(()) => Ok(Some(bucket)),
        Err(LimitError::TooMany(wait)) => {
            phone::actions::consume(conn, visitor, uuid, now).await?;
            Err(wait.into())
        }
        Err(LimitError::Database(error)) => Err(error.into()),
    }
}
