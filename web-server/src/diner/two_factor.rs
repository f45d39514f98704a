//! The code at sign-in: mailed (gaps G038), or from an authenticator app. Until it is entered, the session opens no other page.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use domain::accounts::{self, passkeys};
use domain::ids::UserId;
use domain::sessions::{self, AccountId, Session};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::intent::{Intent, PendingIntent};
use super::sign_in::has_app;
use super::signed_in::{account_language, complete_sign_in, destination, find_pending_session};
use crate::account_security::passkeys::{self as passkey_step, PasskeyOptions, PasskeyResponseBody};
use crate::account_security::verify_code;
use crate::http::device::note_sign_in;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteMessage};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct TwoFactorPage {
    /// True for a code of the authenticator app or a recovery code; false for a mailed code.
    is_of_app: bool,
    /// Whether a passkey may replace the code.
    has_passkeys: bool,
    masked_email: String,
    continuing: Option<PendingIntent>,
}

impl PageData for TwoFactorPage {
    const NAME: &'static str = "two_factor";
}

/// Returns the pending session and its diner, otherwise 401 (a browser is redirected to the sign-in page).
async fn require_pending(app: &App, context: &Context) -> Result<(Session, UserId), ApiError> {
    let session = find_pending_session(app, context).await?.ok_or_else(ApiError::unauthorized)?;
    match session.who {
        AccountId::Diner(id) => Ok((session, id)),
        AccountId::Owner(_) | AccountId::Admin(_) => Err(ApiError::unauthorized()),
    }
}

/// The form for the code.
#[utoipa::path(get, path = "/users/two_factor_authentication", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<TwoFactorPage>), (status = 302), (status = 401)))]
pub async fn page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    let Some(session) = find_pending_session(&app, &context).await? else {
        return match context.wants_json() {
            true => Err(ApiError::unauthorized()),
            false => Ok(Redirect::to("/users/sign_in").into_response()),
        };
    };
    let AccountId::Diner(id) = session.who else { return Err(ApiError::unauthorized()) };
    let mut conn = app.pool.acquire().await?;
    let email = accounts::queries::find(&mut conn, id).await?.ok_or_else(ApiError::unauthorized)?.email;
    let continuing = Intent::from_cookie(&app, &context).pending_intent(&mut conn, &app, &context).await?;
    let has_passkeys = !passkeys::list(&mut conn, session.who).await?.is_empty();
    drop(conn);
    let is_of_app = has_app(&app, id).await?;
    let data = TwoFactorPage { is_of_app, has_passkeys, masked_email: accounts::masked_email(&email), continuing };
    let meta = Meta::private(context.t("pages.two_factor.title"));
    PageOf::new(meta, data).respond(&app, &context, None).await
}

/// Mails another code; 429 within 30 seconds of the last.
#[utoipa::path(post, path = "/users/two_factor_authentication/resend", tag = "accounts",
    responses((status = 200, body = WriteMessage), (status = 401), (status = 422), (status = 429)))]
pub async fn resend(State(app): State<App>, context: Context) -> Result<Json<WriteMessage>, ApiError> {
    let (session, id) = require_pending(&app, &context).await?;
    let now = app.clock.now();
    app.transaction(async |tx| accounts::resend_challenge(tx, &app.rng, now, &session.hash, id).await).await?;
    Ok(Json(WriteMessage { message: context.t("flash.code_resent"), redirect_to: None }))
}

#[derive(Default, Deserialize, ToSchema)]
pub struct VerifyBody {
    verification_code: Option<String>,
}

/// Verifies the code: four mailed digits (five attempts, ten minutes), or one of the authenticator app; 429 after thirty attempts in a day.
#[utoipa::path(post, path = "/users/two_factor_authentication/verify", tag = "accounts", request_body = VerifyBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn verify(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<VerifyBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "two_factor", 60).await?;
    let (session, id) = require_pending(&app, &context).await?;
    let now = app.clock.now();
    let code = body.verification_code.unwrap_or_default();
    if has_app(&app, id).await? {
        verify_code(&app, &context, session.who, &code).await?;
    } else {
        // Outside a transaction, because a wrong attempt must count.
        let mut conn = app.pool.acquire().await?;
        accounts::verify_challenge(&mut conn, &app.signer, now, &session.hash, id, &code).await?;
    }
    complete(&app, &context, &session, id).await
}

/// Challenge for a passkey at the second step of a sign-in; 422 when the account has no passkey.
#[utoipa::path(post, path = "/users/two_factor_authentication/passkey/options", tag = "accounts",
    responses((status = 200, body = PasskeyOptions), (status = 401), (status = 422), (status = 429)))]
pub async fn begin_passkey(State(app): State<App>, context: Context) -> Result<Json<PasskeyOptions>, ApiError> {
    limit_client(&app, &context, "two_factor", 60).await?;
    passkey_step::begin_sign_in(&app, &require_pending(&app, &context).await?.0).await
}

/// Verifies the passkey's response instead of a code.
#[utoipa::path(post, path = "/users/two_factor_authentication/passkey", tag = "accounts", request_body = PasskeyResponseBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn verify_passkey(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<PasskeyResponseBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "two_factor", 60).await?;
    let (session, id) = require_pending(&app, &context).await?;
    passkey_step::verify_sign_in(&app, &session, &body).await?;
    complete(&app, &context, &session, id).await
}

/// Completes the sign-in after the second factor: redirects the diner to their target.
async fn complete(app: &App, context: &Context, session: &Session, id: UserId) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let token = sessions::complete_second_factor(&mut tx, &app.rng, now, session).await?;
    let device = note_sign_in(&mut tx, app, context, session.who).await?;
    let path = destination(&mut tx, app, id, &Intent::from_cookie(app, context)).await?;
    let locale = accounts::queries::locale_of(&mut tx, id).await?;
    tx.commit().await?;
    complete_sign_in(app, path, &token, device)
        .cookie(account_language(app, locale))
        .flash(Flash::notice(context.t("flash.signed_in")))
        .respond(app, context)
}
