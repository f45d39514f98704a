//! Password reset of a console: the mail with the link, and the new password (gaps G037).

use axum::response::Response;
use domain::accounts::{self, AccountError};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::ConsoleSignIn;
use crate::account_security::hash_password;
use crate::http::device::{browser, note_new_password};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::limits::limit_client;
use crate::http::write_response::WriteResponse;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct ResetLinkQuery {
    pub reset_password_token: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct ResetFields {
    email: Option<String>,
    reset_password_token: Option<String>,
    password: Option<String>,
    password_confirmation: Option<String>,
}

impl ConsoleSignIn {
    /// Reports whether a mailed link can still set a password: it is not used, expired or invalid.
    pub async fn is_reset_link(&self, app: &App, token: &str) -> Result<bool, ApiError> {
        let mut conn = app.pool.acquire().await?;
        match accounts::find_by_reset_token(&mut conn, &app.signer, app.clock.now(), self.side, token).await {
            Ok(_) => Ok(true),
            Err(AccountError::LinkInvalid) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Mails the link. The response is the same for addresses without an account.
    pub async fn mail_reset_link(
        &self,
        app: &App,
        context: &Context,
        given: ResetFields,
    ) -> Result<Response, ApiError> {
        limit_client(app, context, &format!("{}_password_reset", self.side), 60).await?;
        let email = given.email.unwrap_or_default();
        if email.trim().is_empty() {
            return Err(ApiError::invalid_fields([("email", "blank")]));
        }
        let (now, locale, side) = (app.clock.now(), context.locale(), self.side);
        app.transaction(async |tx| accounts::request_password_reset(tx, &app.rng, now, locale, side, &email).await)
            .await?;
        let notice = Flash::notice(context.t("flash.password_reset_requested"));
        WriteResponse::redirect_to(self.sign_in).flash(notice).respond(app, context)
    }

    /// Sets the new password, ends all sessions of the account, and redirects to the sign-in page.
    pub async fn reset_password(&self, app: &App, context: &Context, given: ResetFields) -> Result<Response, ApiError> {
        limit_client(app, context, &format!("{}_password_change", self.side), 60).await?;
        let token = given.reset_password_token.unwrap_or_default();
        let now = app.clock.now();
        let mut conn = app.pool.acquire().await?;
        let person = accounts::find_by_reset_token(&mut conn, &app.signer, now, self.side, &token).await?;
        drop(conn);
        let hash = hash_password(app, given.password.as_deref(), given.password_confirmation.as_deref()).await?;
        let mut tx = app.pool.begin().await?;
        accounts::change_password(&mut tx, &app.rng, now, &person, &hash, None, browser(context)).await?;
        let device = note_new_password(&mut tx, app, context, person.who).await?;
        tx.commit().await?;
        let done = WriteResponse::redirect_to(self.sign_in).cookie(device);
        done.flash(Flash::notice(context.t("flash.password_reset"))).respond(app, context)
    }
}
