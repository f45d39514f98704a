//! Passkeys in addition to the authenticator app: registering, renaming and removing them, and signing in with one. The browser gets the
//! data to sign as JSON for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`, and responds with
//! `PublicKeyCredential.toJSON()` (WebAuthn, level 3).

use axum::Json;
use axum::response::Response;
use domain::accounts::passkeys::{self, Ceremony, Passkey};
use domain::accounts::{Alert, RelyingParty};
use domain::names;
use domain::sessions::Session;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::{ProofBody, SecurityCaller};
use crate::http::error::ApiError;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct PasskeyView {
    pub uid: String,
    /// Base64url, as the browser knows the passkey and its account.
    pub credential_id: String,
    pub user_handle: String,
    pub name: String,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601; null before its first use.
    pub last_used_at: Option<String>,
}

/// Challenge for the browser to sign, valid for five minutes.
#[derive(Serialize, ToSchema)]
pub struct PasskeyOptions {
    #[schema(value_type = BTreeMap<String, Value>)]
    options: Value,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct NewPasskeyBody {
    name: Option<String>,
    /// `PublicKeyCredential.toJSON()` of the browser.
    #[schema(value_type = BTreeMap<String, Value>)]
    #[serde(default)]
    credential: Value,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct PasskeyResponseBody {
    /// `PublicKeyCredential.toJSON()` of the browser.
    #[schema(value_type = BTreeMap<String, Value>)]
    #[serde(default)]
    credential: Value,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct PasskeyNameBody {
    name: Option<String>,
}

impl From<Passkey> for PasskeyView {
    fn from(passkey: Passkey) -> Self {
        let zone = Zone::default();
        Self {
            uid: passkey.uid,
            credential_id: passkey.credential_id,
            user_handle: passkey.user_handle,
            name: passkey.name,
            created_at: zone.iso(passkey.created_at),
            last_used_at: passkey.last_used_at.map(|at| zone.iso(at)),
        }
    }
}

impl SecurityCaller<'_> {
    pub async fn passkeys(&self, conn: &mut PgConnection) -> Result<Vec<PasskeyView>, ApiError> {
        Ok(passkeys::list(conn, self.who).await?.into_iter().map(PasskeyView::from).collect())
    }

    /// Reports whether passkeys are available: they belong to a host name, so an IP address has no passkeys.
    pub fn can_add_passkeys(&self) -> bool {
        RelyingParty::from_base_url(&self.app.config.base_url).is_ok()
    }

    pub async fn begin_passkey(&self, proof: &ProofBody) -> Result<Json<PasskeyOptions>, ApiError> {
        let party = RelyingParty::from_base_url(&self.app.config.base_url)?;
        let person = self.require_proof(proof).await?;
        let (signer, now) = (&self.app.signer, self.app.clock.now());
        let mut conn = self.app.pool.acquire().await?;
        let options = passkeys::begin_registration(&mut conn, &party, signer, now, &person, &self.session).await?;
        Ok(Json(PasskeyOptions { options }))
    }

    pub async fn add_passkey(&self, body: NewPasskeyBody) -> Result<Response, ApiError> {
        let party = RelyingParty::from_base_url(&self.app.config.base_url)?;
        let name = name_of(body.name.as_deref())?;
        let ceremony = Ceremony { party: &party, who: self.who, session: &self.session, now: self.app.clock.now() };
        let answer = body.credential.to_string();
        let mut tx = self.app.pool.begin().await?;
        let added = passkeys::finish_registration(&mut tx, &self.app.rng, ceremony, &name, answer.as_bytes()).await;
        if added.is_ok() {
            self.alert_by_id(&mut tx, Alert::PasskeyAdded).await?;
        }
        tx.commit().await?;
        added?;
        self.done("flash.passkey_added")
    }

    /// Renames a passkey; 404 when it does not belong to this account.
    pub async fn rename_passkey(&self, uid: &str, body: &PasskeyNameBody) -> Result<Response, ApiError> {
        let name = name_of(body.name.as_deref())?;
        let mut conn = self.app.pool.acquire().await?;
        if !passkeys::rename(&mut conn, self.who, uid, &name).await? {
            return Err(ApiError::not_found());
        }
        self.done("flash.passkey_renamed")
    }

    /// Removes a passkey; 404 when it does not belong to this account.
    pub async fn remove_passkey(&self, uid: &str, proof: &ProofBody) -> Result<Response, ApiError> {
        let person = self.require_proof(proof).await?;
        let mut tx = self.app.pool.begin().await?;
        if !passkeys::remove(&mut tx, self.who, uid).await? {
            return Err(ApiError::not_found());
        }
        self.alert(&mut tx, &person, Alert::PasskeyRemoved).await?;
        tx.commit().await?;
        self.done("flash.passkey_removed")
    }
}

fn name_of(name: Option<&str>) -> Result<String, ApiError> {
    let name = names::normalize(name.unwrap_or_default());
    match name.is_empty() {
        true => Err(ApiError::invalid_fields([("name".to_owned(), "nickname_blank")])),
        false => Ok(name),
    }
}

/// Begins the second step of a sign-in by passkey.
pub async fn begin_sign_in(app: &App, waiting: &Session) -> Result<Json<PasskeyOptions>, ApiError> {
    let party = RelyingParty::from_base_url(&app.config.base_url)?;
    let mut conn = app.pool.acquire().await?;
    let ceremony = Ceremony { party: &party, who: waiting.who, session: &waiting.hash, now: app.clock.now() };
    let options = passkeys::begin_authentication(&mut conn, ceremony).await?;
    Ok(Json(PasskeyOptions { options }))
}

/// Verifies the passkey's response at the second step of a sign-in. A challenge is valid once, whatever the response.
pub async fn verify_sign_in(app: &App, waiting: &Session, body: &PasskeyResponseBody) -> Result<(), ApiError> {
    let party = RelyingParty::from_base_url(&app.config.base_url)?;
    let mut tx = app.pool.begin().await?;
    let answer = body.credential.to_string();
    let ceremony = Ceremony { party: &party, who: waiting.who, session: &waiting.hash, now: app.clock.now() };
    let done = passkeys::finish_authentication(&mut tx, ceremony, answer.as_bytes()).await;
    tx.commit().await?;
    Ok(done?)
}
