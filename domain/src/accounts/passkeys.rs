//! Passkeys (WebAuthn, level 3) as a second factor in addition to the app, whose recovery codes help after a lost device. A device or
//! security key verifies its holder and signs the server's challenge for our host and origin only. Each challenge accepts one response
//! of one session. A counter that decreases is rejected.
//!
//! The library uses the system's random generator for challenges, and the system clock for their expiry. We also enforce the row's
//! `expires_at`.

use std::num::NonZeroU32;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, Utc};
use serde_json::Value;
use sqlx::PgConnection;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::{
    AllowedCredentials, AuthenticationVerificationOptions, NonDiscoverableAuthenticationServerState,
    NonDiscoverableCredentialRequestOptions,
};
use webauthn_rp::request::register::{
    PublicKeyCredentialCreationOptions, PublicKeyCredentialUserEntity, RegistrationServerState,
    RegistrationVerificationOptions, UserHandle, Username,
};
use webauthn_rp::request::{Credentials, DomainOrigin, PublicKeyCredentialDescriptor, UserVerificationRequirement};
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{AuthenticatedCredential, NonDiscoverableAuthentication, Registration};

use super::audit_trail;
use super::authenticators;
use super::error::AccountError;
use super::person::{self, Person};
use super::relying_party::RelyingParty;
use crate::names;
use crate::rng::Rng;
use crate::sessions::{AccountId, TokenHash};
use crate::signing::Signer;

const HANDLE: usize = 32;
const PURPOSE: &str = "passkey_user";
const REGISTRATION: &str = "registration";
const AUTHENTICATION: &str = "authentication";
/// Time limit for the browser's response.
const PENDING: Duration = Duration::minutes(5);
const PENDING_MILLISECONDS: NonZeroU32 = NonZeroU32::new(300_000).unwrap();
/// Maximum number of passkeys of a person.
const MAX_PASSKEYS: usize = 20;
const MAX_NAME_LENGTH: usize = 60;

/// A passkey in its owner's list.
#[derive(Clone, Debug)]
pub struct Passkey {
    pub uid: String,
    /// Base64url, as browser and device know the passkey and its account.
    pub credential_id: String,
    pub user_handle: String,
    pub name: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
}

/// A registration or a sign-in in progress: the host that asks, the person, their session and the time.
#[derive(Clone, Copy)]
pub struct Ceremony<'a> {
    pub party: &'a RelyingParty,
    pub who: AccountId,
    pub session: &'a TokenHash,
    pub now: DateTime<Utc>,
}

pub async fn list(conn: &mut PgConnection, who: AccountId) -> sqlx::Result<Vec<Passkey>> {
    let rows = sqlx::query!(
        "SELECT uid, credential_id, user_handle, name, created_at, last_used_at FROM passkeys WHERE side = $1 AND person_id = $2
         ORDER BY created_at, uid",
        who.side().as_str(),
        who.id(),
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| Passkey {
        uid: row.uid,
        credential_id: URL_SAFE_NO_PAD.encode(row.credential_id),
        user_handle: URL_SAFE_NO_PAD.encode(row.user_handle),
        name: row.name,
        created_at: row.created_at,
        last_used_at: row.last_used_at,
    });
    Ok(rows.collect())
}

/// Begins the registration of a passkey. Returns the JSON argument of `navigator.credentials.create`.
///
/// # Errors
/// `EmailNotConfirmed`; `FactorMissing` without an app; `TooManyPasskeys`.
pub async fn begin_registration(
    conn: &mut PgConnection,
    party: &RelyingParty,
    signer: &Signer,
    now: DateTime<Utc>,
    person: &Person,
    session: &TokenHash,
) -> Result<Value, AccountError> {
    person.require_confirmed_email()?;
    if authenticators::find_enabled(conn, person.who).await?.is_none() {
        return Err(AccountError::FactorMissing);
    }
    let known = descriptors(conn, person.who).await?;
    if known.len() >= MAX_PASSKEYS {
        return Err(AccountError::TooManyPasskeys);
    }
    let handle = user_handle(signer, person.who)?;
    let name = Username::try_from(person.email.as_str()).or_else(|_| Username::try_from("seki"));
    let user = PublicKeyCredentialUserEntity { name: name.map_err(internal)?, id: &handle, display_name: None };
    let mut options = PublicKeyCredentialCreationOptions::second_factor(&party.id, user, known);
    options.authenticator_selection.user_verification = UserVerificationRequirement::Required;
    options.timeout = PENDING_MILLISECONDS;
    let (server, client) = options.start_ceremony().map_err(internal)?;
    put_challenge(conn, session, REGISTRATION, &server.encode().map_err(internal)?, now).await?;
    serde_json::to_value(client).map_err(internal)
}

/// Completes a registration with the browser's response. From now on sign-in accepts the passkey instead of the app's code. **The
/// caller commits after every result**: a challenge is valid once.
///
/// # Errors
/// `EmailNotConfirmed`; `FactorMissing` if the app was removed; `TooManyPasskeys`; `PasskeyRejected` for another challenge, origin or host,
/// a late response, an unverified holder, or a passkey that is already registered.
pub async fn finish_registration(
    conn: &mut PgConnection,
    rng: &Rng,
    ceremony: Ceremony<'_>,
    name: &str,
    answer: &[u8],
) -> Result<(), AccountError> {
    let Ceremony { party, who, session, now } = ceremony;
    let state = take_challenge(conn, session, REGISTRATION, now).await?;
    person::get(conn, who).await?.require_confirmed_email()?;
    // The lock prevents the removal of the app meanwhile, and serialises the count of passkeys.
    authenticators::lock_enabled(conn, who).await?;
    if list(conn, who).await?.len() >= MAX_PASSKEYS {
        return Err(AccountError::TooManyPasskeys);
    }
    let state = RegistrationServerState::<HANDLE>::decode(&state).map_err(internal)?;
    let answer = Registration::from_json_relaxed(answer).map_err(rejection)?;
    let origins = party.origins()?;
    let options = RegistrationVerificationOptions::<DomainOrigin<'_, '_>, DomainOrigin<'_, '_>> {
        allowed_origins: &origins,
        error_on_unsolicited_extensions: false,
        ..Default::default()
    };
    let made = state.verify(&party.id, &answer, &options).map_err(rejection)?;
    let (id, state) = (made.id(), made.dynamic_state().encode().map_err(internal)?);
    let inserted = sqlx::query!(
        "INSERT INTO passkeys (uid, credential_id, side, person_id, user_handle, transports, public_key, state, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (credential_id) DO NOTHING",
        rng.uid(),
        id.as_ref(),
        who.side().as_str(),
        who.id(),
        made.user_id().as_ref(),
        i16::from(made.transports().encode().map_err(internal)?),
        made.static_state().encode().map_err(internal)?,
        state.as_slice(),
        clean_name(name),
        now,
    );
    match inserted.execute(conn).await?.rows_affected() {
        1 => Ok(()),
        _ => Err(AccountError::PasskeyRejected),
    }
}

/// Begins a sign-in with one of the person's passkeys. Returns the JSON argument of `navigator.credentials.get`.
///
/// # Errors
/// `FactorMissing` without a passkey.
pub async fn begin_authentication(conn: &mut PgConnection, ceremony: Ceremony<'_>) -> Result<Value, AccountError> {
    let Ceremony { party, who, session, now } = ceremony;
    let known = descriptors(conn, who).await?;
    let mut allowed = AllowedCredentials::with_capacity(known.len());
    for passkey in known {
        allowed.push(passkey.into());
    }
    let made = NonDiscoverableCredentialRequestOptions::second_factor(&party.id, allowed);
    let mut made = made.map_err(|_| AccountError::FactorMissing)?;
    made.options().user_verification = UserVerificationRequirement::Required;
    made.options().timeout = PENDING_MILLISECONDS;
    let (server, client) = made.start_ceremony().map_err(internal)?;
    put_challenge(conn, session, AUTHENTICATION, &server.encode().map_err(internal)?, now).await?;
    serde_json::to_value(client).map_err(internal)
}

/// Completes a sign-in with the browser's response. **The caller commits after every result**: a challenge is valid once.
///
/// # Errors
/// `PasskeyRejected` for another challenge, origin, host or person, a late response, a wrong signature, an unverified holder, or a
/// counter that decreased, which indicates a copied key. The audit log records it.
pub async fn finish_authentication(
    conn: &mut PgConnection,
    ceremony: Ceremony<'_>,
    answer: &[u8],
) -> Result<(), AccountError> {
    let done = authenticate(conn, ceremony, answer).await;
    if matches!(done, Err(AccountError::PasskeyRejected)) {
        let Ceremony { who, now, .. } = ceremony;
        audit_trail::record_rejection(conn, now, who.side(), Some(who.id()), audit_trail::PASSKEY_REJECTED).await?;
    }
    done
}

async fn authenticate(conn: &mut PgConnection, ceremony: Ceremony<'_>, answer: &[u8]) -> Result<(), AccountError> {
    let Ceremony { party, who, session, now } = ceremony;
    let state = take_challenge(conn, session, AUTHENTICATION, now).await?;
    let state = NonDiscoverableAuthenticationServerState::decode(&state).map_err(internal)?;
    let answer = NonDiscoverableAuthentication::<HANDLE>::from_json_relaxed(answer).map_err(rejection)?;
    let id = answer.raw_id();
    // The lock serialises two responses with one counter, so the second is rejected.
    let row = sqlx::query!(
        "SELECT uid, credential_id, user_handle, public_key, state FROM passkeys
         WHERE credential_id = $1 AND side = $2 AND person_id = $3 FOR UPDATE",
        id.as_ref() as &[u8],
        who.side().as_str(),
        who.id(),
    );
    let row = row.fetch_optional(&mut *conn).await?.ok_or(AccountError::PasskeyRejected)?;
    let handle = UserHandle::<HANDLE>::decode(row.user_handle.as_slice().try_into().map_err(internal)?);
    let handle = handle.map_err(internal)?;
    let key = StaticState::<CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>>::decode(&row.public_key);
    let counted = DynamicState::decode(row.state.as_slice().try_into().map_err(internal)?).map_err(internal)?;
    let id = CredentialId::<&[u8]>::decode(&row.credential_id).map_err(internal)?;
    let mut passkey = AuthenticatedCredential::new(id, &handle, key.map_err(internal)?, counted).map_err(internal)?;
    let origins = party.origins()?;
    let options = AuthenticationVerificationOptions::<DomainOrigin<'_, '_>, DomainOrigin<'_, '_>> {
        allowed_origins: &origins,
        error_on_unsolicited_extensions: false,
        ..Default::default()
    };
    state.verify(&party.id, &answer, &mut passkey, &options).map_err(rejection)?;
    let counted = passkey.dynamic_state().encode().map_err(internal)?;
    sqlx::query!("UPDATE passkeys SET state = $2, last_used_at = $3 WHERE uid = $1", row.uid, counted.as_slice(), now,)
        .execute(conn)
        .await?;
    Ok(())
}

/// Renames a passkey of the person. Reports whether it exists.
pub async fn rename(conn: &mut PgConnection, who: AccountId, uid: &str, name: &str) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE passkeys SET name = $4 WHERE side = $1 AND person_id = $2 AND uid = $3",
        who.side().as_str(),
        who.id(),
        uid,
        clean_name(name),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Removes a passkey of the person. Reports whether it existed.
pub async fn remove(conn: &mut PgConnection, who: AccountId, uid: &str) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "DELETE FROM passkeys WHERE side = $1 AND person_id = $2 AND uid = $3",
        who.side().as_str(),
        who.id(),
        uid,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Normalises the name, removes control characters, and cuts it after `MAX_NAME_LENGTH` characters.
fn clean_name(name: &str) -> String {
    names::normalize(name).chars().filter(|c| !c.is_control()).take(MAX_NAME_LENGTH).collect()
}

async fn descriptors(
    conn: &mut PgConnection,
    who: AccountId,
) -> Result<Vec<PublicKeyCredentialDescriptor<Vec<u8>>>, AccountError> {
    let rows = sqlx::query!(
        "SELECT credential_id, transports FROM passkeys WHERE side = $1 AND person_id = $2 ORDER BY created_at, uid",
        who.side().as_str(),
        who.id(),
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let transports = AuthTransports::decode(u8::try_from(row.transports).map_err(internal)?).map_err(internal)?;
        Ok(PublicKeyCredentialDescriptor { id: CredentialId::decode(row.credential_id).map_err(internal)?, transports })
    });
    rows.collect()
}

async fn put_challenge(
    conn: &mut PgConnection,
    session: &TokenHash,
    purpose: &str,
    state: &[u8],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO passkey_challenges (session_hash, purpose, state, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (session_hash, purpose) DO UPDATE SET state = $3, expires_at = $4",
        session.0,
        purpose,
        state,
        now + PENDING,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn take_challenge(
    conn: &mut PgConnection,
    session: &TokenHash,
    purpose: &str,
    now: DateTime<Utc>,
) -> Result<Vec<u8>, AccountError> {
    let taken = sqlx::query!(
        "DELETE FROM passkey_challenges WHERE session_hash = $1 AND purpose = $2 RETURNING state, expires_at",
        session.0,
        purpose,
    );
    let taken = taken.fetch_optional(conn).await?.filter(|row| now < row.expires_at);
    Ok(taken.ok_or(AccountError::PasskeyRejected)?.state)
}

/// Returns the user handle. It is the same for all passkeys of a person, so a device stores one passkey for this site.
fn user_handle(signer: &Signer, who: AccountId) -> Result<UserHandle<HANDLE>, AccountError> {
    let mac = signer.mac(PURPOSE, format!("{}:{}", who.side(), who.id()).as_bytes());
    UserHandle::decode(mac).map_err(internal)
}

/// Returns the same error for every failed check, to reveal no details.
fn rejection<E>(_: E) -> AccountError {
    AccountError::PasskeyRejected
}

fn internal<E: std::fmt::Debug>(error: E) -> AccountError {
    AccountError::Internal(anyhow::anyhow!("a passkey: {error:?}"))
}
