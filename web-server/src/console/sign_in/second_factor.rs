//! The second step of signing in to a console. Until it is complete, the session opens no other page.

use axum::Json;
use axum::response::{IntoResponse, Redirect, Response};
use domain::accounts::{authenticators, passkeys, person};
use domain::sessions::{self, Session};
use serde::Serialize;
use utoipa::ToSchema;

use super::ConsoleSignIn;
use crate::account_security::passkeys::{self as passkey_step, PasskeyOptions, PasskeyResponseBody};
use crate::account_security::{self, CodeBody, EnrolmentView};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::limits::limit_client;
use crate::http::page::PageData;
use crate::state::App;

/// Result of the step, in addition to its redirect.
#[derive(Serialize, ToSchema)]
pub struct FirstRecoveryCodes {
    /// Shown once, after an app was set up.
    recovery_codes: Vec<String>,
}

/// The ways in which the user can complete the step.
#[derive(Serialize, ToSchema)]
pub struct SecondFactorStep {
    /// False if an authenticator app must be set up first.
    pub is_enrolled: bool,
    /// True if a passkey may replace the code.
    pub has_passkeys: bool,
}

impl ConsoleSignIn {
    async fn find_pending(&self, app: &App, context: &Context) -> Result<Option<Session>, ApiError> {
        let Some(token) = self.token(context) else { return Ok(None) };
        Ok(sessions::find_pending(&mut *app.pool.acquire().await?, self.side, &token, app.clock.now()).await?)
    }

    /// Counts the request against the client's limit, and returns the session that waits for its second step; 401 without one.
    async fn require_pending(&self, app: &App, context: &Context) -> Result<Session, ApiError> {
        limit_client(app, context, &format!("{}_second_factor", self.side), 60).await?;
        self.find_pending(app, context).await?.ok_or_else(ApiError::unauthorized)
    }

    /// Responds with the page of the step. Redirects to the sign-in page if no sign-in waits for its second step.
    pub async fn second_factor_page<D: PageData>(
        &self,
        app: &App,
        context: &Context,
        data: impl FnOnce(SecondFactorStep) -> D,
    ) -> Result<Response, ApiError> {
        let Some(session) = self.find_pending(app, context).await? else {
            return match context.wants_json() {
                true => Err(ApiError::unauthorized()),
                false => Ok(Redirect::to(self.sign_in).into_response()),
            };
        };
        let mut conn = app.pool.acquire().await?;
        let is_enrolled = authenticators::find_enabled(&mut conn, session.who).await?.is_some();
        let has_passkeys = !passkeys::list(&mut conn, session.who).await?.is_empty();
        drop(conn);
        self.page(app, context, "second_factor", data(SecondFactorStep { is_enrolled, has_passkeys }))
    }

    /// Starts the set-up of the first app for an account that needs a second factor; 422 if it has an app.
    pub async fn enrol(&self, app: &App, context: &Context) -> Result<Json<EnrolmentView>, ApiError> {
        let session = self.require_pending(app, context).await?;
        let mut conn = app.pool.acquire().await?;
        if authenticators::find_enabled(&mut conn, session.who).await?.is_some() {
            return Err(ApiError::unprocessable("code_wrong"));
        }
        let person = person::get(&mut conn, session.who).await?;
        drop(conn);
        account_security::begin_enrolment(app, &person).await
    }

    /// Verifies a code of the app, a recovery code, or the first code of an app that is being set up. At most 30 attempts a day.
    pub async fn verify(&self, app: &App, context: &Context, body: CodeBody) -> Result<Response, ApiError> {
        let session = self.require_pending(app, context).await?;
        let code = body.code.unwrap_or_default();
        let enabled = authenticators::find_enabled(&mut *app.pool.acquire().await?, session.who).await?;
        let recovery_codes = if enabled.is_some() {
            account_security::verify_code(app, context, session.who, &code).await?;
            Vec::new()
        } else {
            account_security::confirm_enrolment(app, context, session.who, &code).await?
        };
        self.complete(app, context, &session, recovery_codes).await
    }

    /// Returns the challenge for a passkey; 422 if the account has no passkey.
    pub async fn begin_passkey(&self, app: &App, context: &Context) -> Result<Json<PasskeyOptions>, ApiError> {
        passkey_step::begin_sign_in(app, &self.require_pending(app, context).await?).await
    }

    /// Verifies the passkey's response in place of a code.
    pub async fn verify_passkey(
        &self,
        app: &App,
        context: &Context,
        body: &PasskeyResponseBody,
    ) -> Result<Response, ApiError> {
        let session = self.require_pending(app, context).await?;
        passkey_step::verify_sign_in(app, &session, body).await?;
        self.complete(app, context, &session, Vec::new()).await
    }

    async fn complete(
        &self,
        app: &App,
        context: &Context,
        session: &Session,
        recovery_codes: Vec<String>,
    ) -> Result<Response, ApiError> {
        let mut tx = app.pool.begin().await?;
        let token = sessions::complete_second_factor(&mut tx, &app.rng, app.clock.now(), session).await?;
        let done = self.finish_sign_in(&mut tx, app, context, session.who, &token).await?;
        tx.commit().await?;
        done.with(FirstRecoveryCodes { recovery_codes }).respond(app, context)
    }
}
