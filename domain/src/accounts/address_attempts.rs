//! Sign-up reveals that an email address has an account, because the visitor must choose another. The number of such responses for each
//! verified number is limited, which prevents checks of whole lists of addresses.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::error::AccountError;
use super::sign_up::SignUp;
use crate::limits::{self, LimitError};
use crate::phone::{self, VisitorKey};

/// Maximum number of addresses with an account in a time window.
const TAKEN_ADDRESS_LIMIT: (i32, Duration) = (5, Duration::hours(1));

/// Counts a sign-up before its address is checked, so concurrent requests count too. Returns the bucket, which the caller refunds
/// unless the address had an account. Returns `None` without a verified number, which a sign-up requires first. **The caller commits
/// after every result, or calls it outside a transaction.**
///
/// # Errors
/// `TooMany` above the limit, for any address. The verification is then consumed.
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
