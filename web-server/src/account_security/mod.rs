//! The security of an account, the same for diners, owners and admins: sessions, password, authenticator app and passkeys. A side
//! implements `AccountHolder` for its extractor, and `calls_of!` writes the handlers.

mod calls;
pub mod passkeys;
mod view;

use axum::Json;
use axum::response::{IntoResponse, Response};
use domain::accounts::person::{self, Person};
use domain::accounts::{self, Alert, authenticators, new_password, password};
use domain::sessions::{self, AccountId, TokenHash};
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

pub(crate) use calls::calls_of;
pub use view::{AccountSecurity, EnrolmentView, RecoveryCodes};

use crate::http::device::browser;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::write_response::WriteResponse;
use crate::state::App;

/// Implemented by the extractor of a side's signed-in person.
pub trait AccountHolder {
    /// Address of the side's security settings.
    const SETTINGS: &'static str;

    /// Returns the caller of a request about the account's security; an error if the person lacks permission.
    fn caller<'a>(&self, app: &'a App, context: &'a Context) -> Result<SecurityCaller<'a>, ApiError>;
}

/// A signed-in person, and the request about their account's security.
pub struct SecurityCaller<'a> {
    pub app: &'a App,
    pub context: &'a Context,
    pub who: AccountId,
    pub session: TokenHash,
    /// The page that a form redirects to.
    pub home: &'static str,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct NewPasswordBody {
    current_password: Option<String>,
    password: Option<String>,
    password_confirmation: Option<String>,
}

/// Proof of identity: a code of the authenticator app (or a recovery code), or the password.
#[derive(Default, Deserialize, ToSchema)]
pub struct ProofBody {
    pub current_password: Option<String>,
    pub code: Option<String>,
}

impl ProofBody {
    pub const fn is_empty(&self) -> bool {
        self.current_password.is_none() && self.code.is_none()
    }
}

#[derive(Default, Deserialize, ToSchema)]
pub struct CodeBody {
    pub code: Option<String>,
}

/// Returns the hash of the form's password, or the form's errors. Call it before a transaction is opened, because hashing takes time.
pub async fn hash_password(app: &App, password: Option<&str>, confirmation: Option<&str>) -> Result<String, ApiError> {
    let chosen = new_password(password.unwrap_or_default(), confirmation.unwrap_or_default())?;
    password::hash(&app.rng, chosen).await.map_err(ApiError::from)
}

/// Accepts the first code of an app that is being set up. A wrong code counts as an attempt.
pub async fn confirm_enrolment(
    app: &App,
    context: &Context,
    who: AccountId,
    code: &str,
) -> Result<Vec<String>, ApiError> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let codes = authenticators::confirm(&mut tx, &app.signer, &app.rng, now, who, code).await;
    if codes.is_ok() {
        let person = person::get(&mut tx, who).await?;
        accounts::alert(&mut tx, &app.rng, now, &person, Alert::FactorAdded, browser(context)).await?;
    }
    tx.commit().await?;
    Ok(codes?)
}

/// Accepts a code of the authenticator app, or a recovery code, whose use is reported by mail. A wrong code counts as an attempt.
pub async fn verify_code(app: &App, context: &Context, who: AccountId, code: &str) -> Result<(), ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let factor = authenticators::verify(&mut conn, &app.signer, now, who, code).await?;
    if factor == authenticators::Factor::RecoveryCode {
        let person = person::get(&mut conn, who).await?;
        accounts::alert(&mut conn, &app.rng, now, &person, Alert::RecoveryCodeUsed, browser(context)).await?;
    }
    Ok(())
}

impl SecurityCaller<'_> {
    pub async fn security(&self, conn: &mut PgConnection) -> Result<AccountSecurity, ApiError> {
        let enabled = authenticators::find_enabled(conn, self.who).await?;
        let sessions = sessions::list(conn, self.who, self.app.clock.now()).await?;
        Ok(AccountSecurity::new(enabled, &sessions, &self.session))
    }

    /// Sets a new password; all other sessions end. The current one is no new password (gaps G314).
    pub async fn change_password(&self, body: NewPasswordBody) -> Result<Response, ApiError> {
        let proof = ProofBody { current_password: body.current_password, code: None };
        let person = self.require_proof(&proof).await?;
        if proof.current_password == body.password {
            return Err(ApiError::invalid_fields([("password", "password_unchanged")]));
        }
        let hash = hash_password(self.app, body.password.as_deref(), body.password_confirmation.as_deref()).await?;
        let (rng, now, kept) = (&self.app.rng, self.app.clock.now(), Some(&self.session));
        let mut tx = self.app.pool.begin().await?;
        accounts::change_password(&mut tx, rng, now, &person, &hash, kept, browser(self.context)).await?;
        tx.commit().await?;
        self.done("flash.password_changed")
    }

    /// Ends one session; 404 when it is not a session of this account.
    pub async fn end_session(&self, uid: &str) -> Result<Response, ApiError> {
        let mut conn = self.app.pool.acquire().await?;
        if !sessions::revoke_own(&mut conn, self.app.clock.now(), self.who, uid).await? {
            return Err(ApiError::not_found());
        }
        self.done("flash.session_ended")
    }

    /// Ends all sessions except this one.
    pub async fn end_other_sessions(&self) -> Result<Response, ApiError> {
        let mut conn = self.app.pool.acquire().await?;
        sessions::revoke_all_but(&mut conn, self.app.clock.now(), self.who, Some(&self.session)).await?;
        self.done("flash.other_sessions_ended")
    }

    pub async fn begin_enrolment(&self, proof: &ProofBody) -> Result<Json<EnrolmentView>, ApiError> {
        let person = self.require_proof(proof).await?;
        begin_enrolment(self.app, &person).await
    }

    pub async fn confirm_enrolment(&self, body: &CodeBody) -> Result<Json<RecoveryCodes>, ApiError> {
        let code = body.code.as_deref().unwrap_or_default();
        let recovery_codes = confirm_enrolment(self.app, self.context, self.who, code).await?;
        Ok(Json(RecoveryCodes { recovery_codes, message: self.context.t("flash.factor_added") }))
    }

    /// Whether the second factor is mandatory: for staff and admins, by configuration.
    pub fn is_factor_required(&self) -> bool {
        match self.who {
            AccountId::Diner(_) => false,
            AccountId::Owner(_) | AccountId::Admin(_) => self.app.config.sign_in.staff_needs_second_factor,
        }
    }

    pub async fn remove_authenticator(&self, proof: &ProofBody) -> Result<Response, ApiError> {
        if self.is_factor_required() {
            return Err(ApiError::unprocessable("factor_required"));
        }
        let person = self.require_proof(proof).await?;
        let mut tx = self.app.pool.begin().await?;
        self.require_enabled(&mut tx).await?;
        authenticators::remove(&mut tx, self.who).await?;
        self.alert(&mut tx, &person, Alert::FactorRemoved).await?;
        tx.commit().await?;
        self.done("flash.factor_removed")
    }

    pub async fn renew_recovery_codes(&self, proof: &ProofBody) -> Result<Json<RecoveryCodes>, ApiError> {
        let person = self.require_proof(proof).await?;
        let mut tx = self.app.pool.begin().await?;
        self.require_enabled(&mut tx).await?;
        let (signer, rng) = (&self.app.signer, &self.app.rng);
        let recovery_codes = authenticators::renew_recovery_codes(&mut tx, signer, rng, self.who).await?;
        self.alert(&mut tx, &person, Alert::RecoveryCodesRenewed).await?;
        tx.commit().await?;
        Ok(Json(RecoveryCodes { recovery_codes, message: self.context.t("flash.recovery_codes_renewed") }))
    }

    async fn require_enabled(&self, conn: &mut PgConnection) -> Result<(), ApiError> {
        let enabled = authenticators::find_enabled(conn, self.who).await?;
        enabled.map(|_| ()).ok_or_else(|| ApiError::unprocessable("factor_missing"))
    }

    async fn alert(&self, conn: &mut PgConnection, person: &Person, alert: Alert) -> sqlx::Result<()> {
        let (rng, now) = (&self.app.rng, self.app.clock.now());
        accounts::alert(conn, rng, now, person, alert, browser(self.context)).await
    }

    async fn alert_by_id(&self, conn: &mut PgConnection, alert: Alert) -> Result<(), ApiError> {
        let person = person::get(conn, self.who).await?;
        Ok(self.alert(conn, &person, alert).await?)
    }

    /// Returns the person after a valid proof of identity. Call it outside a transaction: a failure counts as an attempt.
    pub async fn require_proof(&self, proof: &ProofBody) -> Result<Person, ApiError> {
        let mut conn = self.app.pool.acquire().await?;
        let person = person::get(&mut conn, self.who).await?;
        match proof.code.as_deref().filter(|code| !code.trim().is_empty()) {
            Some(code) => {
                if authenticators::find_enabled(&mut conn, self.who).await?.is_none() {
                    return Err(ApiError::unprocessable("code_without_app").about("code"));
                }
                drop(conn);
                verify_code(self.app, self.context, self.who, code).await?;
            }
            None => {
                let given = proof.current_password.as_deref().unwrap_or_default();
                person.verify_password(&mut conn, self.app.clock.now(), given).await?;
            }
        }
        Ok(person)
    }

    fn done(&self, key: &str) -> Result<Response, ApiError> {
        let done = WriteResponse::redirect_to(self.home).flash(Flash::notice(self.context.t(key)));
        Ok(done.respond(self.app, self.context)?.into_response())
    }
}

/// Returns the data that sets up an authenticator app, for a person who has confirmed their identity.
pub async fn begin_enrolment(app: &App, person: &Person) -> Result<Json<EnrolmentView>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let enrolment = authenticators::begin(&mut conn, &app.signer, &app.rng, app.clock.now(), person).await?;
    Ok(Json(EnrolmentView::new(enrolment).map_err(ApiError::internal)?))
}
