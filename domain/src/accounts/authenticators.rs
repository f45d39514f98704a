//! The second factor by an authenticator app (TOTP, RFC 6238): six digits that change every thirty seconds, each accepted once.
//! Recovery codes replace a lost app. No row stores a secret: the app's secret is derived from a uid with the server's key, and a
//! recovery code is stored as a keyed hash.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;
use totp_rs::{Builder, Secret, Totp};

use super::audit_trail;
use super::error::AccountError;
use super::person::{self, Person};
use crate::limits;
use crate::names::codes;
use crate::rng::Rng;
use crate::sessions::AccountId;
use crate::signing::Signer;

const ISSUER: &str = "Seki";
const PURPOSE: &str = "authenticator";
/// Time limit for setting up an app.
const PENDING: Duration = Duration::minutes(30);
const RECOVERY_CODES: usize = 10;
/// Maximum number of attempts in a day; a right code resets the count. It limits an attacker who knows the password, as for the mailed
/// code (G038).
const MAX_ATTEMPTS_PER_DAY: i32 = 30;

/// The data for an app: the text of the QR code, and the same secret for manual entry.
pub struct Enrolment {
    /// `otpauth://totp/…`
    pub uri: String,
    /// Base32.
    pub secret: String,
}

/// The enabled second factor of a person.
#[derive(Clone, Copy, Debug)]
pub struct Enabled {
    pub at: DateTime<Utc>,
    pub recovery_codes_left: i64,
}

/// The kind of an accepted code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    App,
    RecoveryCode,
}

/// Returns the enabled app of a person.
pub async fn find_enabled(conn: &mut PgConnection, who: AccountId) -> sqlx::Result<Option<Enabled>> {
    sqlx::query_as!(
        Enabled,
        r#"SELECT enabled_at AS "at!",
                  (SELECT count(*) FROM recovery_codes c
                   WHERE c.side = a.side AND c.person_id = a.person_id AND c.used_at IS NULL) AS "recovery_codes_left!"
           FROM authenticators a WHERE side = $1 AND person_id = $2 AND enabled_at IS NOT NULL"#,
        who.side().as_str(),
        who.id(),
    )
    .fetch_optional(conn)
    .await
}

/// Locks the enabled app of a person until the transaction ends.
///
/// # Errors
/// `FactorMissing` without an app.
pub(super) async fn lock_enabled(conn: &mut PgConnection, who: AccountId) -> Result<(), AccountError> {
    let enabled = sqlx::query_scalar!(
        "SELECT uid FROM authenticators WHERE side = $1 AND person_id = $2 AND enabled_at IS NOT NULL FOR UPDATE",
        who.side().as_str(),
        who.id(),
    );
    enabled.fetch_optional(conn).await?.map(|_| ()).ok_or(AccountError::FactorMissing)
}

/// Begins the setup of an app. Sign-in requires the previous app until the first code of the new one is confirmed.
///
/// # Errors
/// `EmailNotConfirmed`.
pub async fn begin(
    conn: &mut PgConnection,
    signer: &Signer,
    rng: &Rng,
    now: DateTime<Utc>,
    person: &Person,
) -> Result<Enrolment, AccountError> {
    person.require_confirmed_email()?;
    let uid = rng.uid();
    sqlx::query!(
        "INSERT INTO authenticators (side, person_id, pending_uid, pending_until) VALUES ($1, $2, $3, $4)
         ON CONFLICT (side, person_id) DO UPDATE SET pending_uid = $3, pending_until = $4",
        person.who.side().as_str(),
        person.who.id(),
        uid,
        now + PENDING,
    )
    .execute(conn)
    .await?;
    let totp = totp(signer, &uid, &person.email)?;
    Ok(Enrolment { uri: totp.to_url().map_err(anyhow::Error::new)?, secret: totp.secret().to_base32() })
}

/// Confirms the first code of the new app, which sign-in requires from now on. Returns new recovery codes, which are shown once. **The
/// caller commits after every result**: a wrong attempt counts.
///
/// # Errors
/// `WrongCode`; `FactorMissing` if no setup is in progress, or it has expired; `EmailNotConfirmed`; `TooMany`.
pub async fn confirm(
    conn: &mut PgConnection,
    signer: &Signer,
    rng: &Rng,
    now: DateTime<Utc>,
    who: AccountId,
    code: &str,
) -> Result<Vec<String>, AccountError> {
    count_attempt(conn, who, now).await?;
    person::get(conn, who).await?.require_confirmed_email()?;
    let pending = sqlx::query_scalar!(
        "SELECT pending_uid FROM authenticators WHERE side = $1 AND person_id = $2 AND pending_until > $3 FOR UPDATE",
        who.side().as_str(),
        who.id(),
        now,
    );
    let uid = pending.fetch_optional(&mut *conn).await?.flatten().ok_or(AccountError::FactorMissing)?;
    let step = step_of(signer, &uid, code, now)?.ok_or(AccountError::WrongCode)?;
    sqlx::query!(
        "UPDATE authenticators
         SET uid = pending_uid, enabled_at = $3, last_step = $4, pending_uid = NULL, pending_until = NULL
         WHERE side = $1 AND person_id = $2",
        who.side().as_str(),
        who.id(),
        now,
        step,
    )
    .execute(&mut *conn)
    .await?;
    reset_attempts(conn, who).await?;
    Ok(renew_recovery_codes(conn, signer, rng, who).await?)
}

/// Verifies a code of the app or a recovery code, with at most thirty attempts a day between two right ones. **The caller commits after
/// every result, or calls it outside a transaction**: a wrong attempt counts.
///
/// # Errors
/// `WrongCode` for a code that is wrong, too old, or was used before; `FactorMissing`; `TooMany`.
pub async fn verify(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    who: AccountId,
    code: &str,
) -> Result<Factor, AccountError> {
    count_attempt(conn, who, now).await?;
    let enabled = sqlx::query_scalar!(
        "SELECT uid FROM authenticators WHERE side = $1 AND person_id = $2",
        who.side().as_str(),
        who.id(),
    );
    let uid = enabled.fetch_optional(&mut *conn).await?.flatten().ok_or(AccountError::FactorMissing)?;
    let factor = match step_of(signer, &uid, code, now)? {
        Some(step) => consume_step(conn, who, &uid, step).await?.then_some(Factor::App),
        None => use_recovery_code(conn, signer, now, who, code).await?.then_some(Factor::RecoveryCode),
    };
    let Some(factor) = factor else {
        audit_trail::record_rejection(conn, now, who.side(), Some(who.id()), audit_trail::CODE_REJECTED).await?;
        return Err(AccountError::WrongCode);
    };
    reset_attempts(conn, who).await?;
    Ok(factor)
}

/// Removes the second factor: the app, its recovery codes and the passkeys.
pub async fn remove(conn: &mut PgConnection, who: AccountId) -> sqlx::Result<()> {
    let (side, id) = (who.side().as_str(), who.id());
    sqlx::query!("DELETE FROM authenticators WHERE side = $1 AND person_id = $2", side, id).execute(&mut *conn).await?;
    sqlx::query!("DELETE FROM recovery_codes WHERE side = $1 AND person_id = $2", side, id).execute(&mut *conn).await?;
    sqlx::query!("DELETE FROM passkeys WHERE side = $1 AND person_id = $2", side, id).execute(conn).await?;
    Ok(())
}

/// Creates new recovery codes, which replace all earlier ones.
pub async fn renew_recovery_codes(
    conn: &mut PgConnection,
    signer: &Signer,
    rng: &Rng,
    who: AccountId,
) -> sqlx::Result<Vec<String>> {
    let (side, id) = (who.side().as_str(), who.id());
    let codes: Vec<_> = (0..RECOVERY_CODES).map(|_| rng.recovery_code()).collect();
    let hashes: Vec<_> = codes.iter().map(|code| code_hash(signer, who, code)).collect();
    sqlx::query!("DELETE FROM recovery_codes WHERE side = $1 AND person_id = $2", side, id).execute(&mut *conn).await?;
    sqlx::query!(
        "INSERT INTO recovery_codes (side, person_id, code_hash) SELECT $1, $2, hash FROM unnest($3::bytea[]) AS c (hash)",
        side,
        id,
        &hashes,
    )
    .execute(conn)
    .await?;
    Ok(codes)
}

/// Resets the count of wrong codes, after a right one or a new password.
pub(super) async fn reset_attempts(conn: &mut PgConnection, who: AccountId) -> sqlx::Result<()> {
    limits::clear(conn, &attempts_bucket(who)).await
}

async fn count_attempt(conn: &mut PgConnection, who: AccountId, now: DateTime<Utc>) -> Result<(), AccountError> {
    Ok(limits::hit(conn, &attempts_bucket(who), MAX_ATTEMPTS_PER_DAY, Duration::days(1), now).await?)
}

fn attempts_bucket(who: AccountId) -> String {
    format!("factor_tries:{}:{}", who.side(), who.id())
}

/// Marks a time step as used. Reports whether no code of this or a later step was used before; only one of two concurrent calls
/// succeeds.
async fn consume_step(conn: &mut PgConnection, who: AccountId, uid: &str, step: i64) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        "UPDATE authenticators SET last_step = $4 WHERE side = $1 AND person_id = $2 AND uid = $3 AND last_step < $4",
        who.side().as_str(),
        who.id(),
        uid,
        step,
    );
    Ok(taken.execute(conn).await?.rows_affected() == 1)
}

async fn use_recovery_code(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    who: AccountId,
    code: &str,
) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "UPDATE recovery_codes SET used_at = $4
         WHERE side = $1 AND person_id = $2 AND code_hash = $3 AND used_at IS NULL",
        who.side().as_str(),
        who.id(),
        code_hash(signer, who, code),
        now,
    );
    Ok(used.execute(conn).await?.rows_affected() == 1)
}

/// Hashes a recovery code. Ignores hyphens, spaces, width and case.
fn code_hash(signer: &Signer, who: AccountId, code: &str) -> Vec<u8> {
    let letters: String = codes::read(code).chars().filter(char::is_ascii_alphanumeric).collect();
    signer.mac("recovery_code", format!("{}:{}:{letters}", who.side(), who.id()).as_bytes()).to_vec()
}

/// Returns the time step of a code: the current one, the previous one or the next one.
fn step_of(signer: &Signer, uid: &str, code: &str, now: DateTime<Utc>) -> Result<Option<i64>, AccountError> {
    let digits = codes::read_ungrouped(code);
    let seconds = u64::try_from(now.timestamp()).map_err(anyhow::Error::new)?;
    let step = totp(signer, uid, ISSUER)?.check(&digits, seconds);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

/// Creates a TOTP with SHA-1, six digits, thirty seconds and a skew of one step, which all apps support.
fn totp(signer: &Signer, uid: &str, account: &str) -> anyhow::Result<Totp> {
    let key: [u8; 20] = signer.mac(PURPOSE, uid.as_bytes())[..20].try_into()?;
    let builder = Builder::new().with_secret(Secret::new(Box::new(key))).with_skew(1).with_issuer(Some(ISSUER));
    Ok(builder.with_account_name(account).build()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_matches_its_step_and_adjacent_steps() {
        let signer = Signer::new("a secret of the tests");
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let code = totp(&signer, "Uabc", "hanako@seki.test").unwrap().generate(1_800_000_000).to_string();
        let at = |seconds| step_of(&signer, "Uabc", &code, now + Duration::seconds(seconds)).unwrap();
        assert_eq!(at(0), Some(60_000_000));
        assert_eq!((at(-30), at(30)), (Some(60_000_000), Some(60_000_000)));
        assert_eq!((at(-60), at(60)), (None, None));
        assert_eq!(step_of(&signer, "Uabd", &code, now).unwrap(), None, "another person's app");
    }

    #[test]
    fn enrolment_address_names_the_account() {
        let totp = totp(&Signer::new("a secret of the tests"), "Uabc", "hanako@seki.test").unwrap();
        let uri = totp.to_url().unwrap();
        assert!(uri.starts_with("otpauth://totp/Seki:hanako%40seki.test?secret="), "{uri}");
        assert_eq!(totp.secret().to_base32().len(), 32);
    }
}
