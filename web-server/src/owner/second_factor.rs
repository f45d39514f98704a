//! The second step of signing in to the owner's console. Until it is done, the session opens no other page.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use domain::accounts::{authenticators, passkeys, person};
use domain::sessions::{self, Session, Side, Token};
use serde::Serialize;
use utoipa::ToSchema;

use super::sign_in::{let_in, waiting_token};
use crate::account_security::{self, CodeBody, EnrolmentView};
use crate::console::page;
use crate::http::answer::RedirectWith;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerSecondFactorPage {
    /// Without an authenticator app one is set up first.
    is_enrolled: bool,
    /// A passkey may be used in the place of a code.
    has_passkeys: bool,
}

impl PageData for OwnerSecondFactorPage {
    const NAME: &'static str = "owner_second_factor";
}

/// What the step answers besides where it leads.
#[derive(Serialize, ToSchema)]
pub struct FirstRecoveryCodes {
    /// Shown once, after an app was set up.
    recovery_codes: Vec<String>,
}

async fn find_waiting(app: &App, context: &Context) -> Result<Option<Session>, ApiError> {
    let Some(token) = waiting_token(context).map(Token::from_cookie) else { return Ok(None) };
    Ok(sessions::find_waiting(&mut *app.pool.acquire().await?, Side::Owner, &token, app.clock.now()).await?)
}

/// The session whose second factor is still to come.
pub async fn waiting(app: &App, context: &Context) -> Result<Session, ApiError> {
    find_waiting(app, context).await?.ok_or_else(ApiError::unauthorized)
}

/// Asks for a code, or shows how to set an app up. Without a sign-in that waits for it, the sign-in page follows.
#[utoipa::path(get, path = "/owners/second_factor", tag = "owner",
    responses((status = 200, body = page::OwnerPage<OwnerSecondFactorPage>), (status = 303), (status = 401)))]
pub async fn page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    let Some(session) = find_waiting(&app, &context).await? else {
        return match context.wants_json() {
            true => Err(ApiError::unauthorized()),
            false => Ok(Redirect::to("/owners/sign_in").into_response()),
        };
    };
    let mut conn = app.pool.acquire().await?;
    let is_enrolled = authenticators::find_enabled(&mut conn, session.who).await?.is_some();
    let has_passkeys = !passkeys::list(&mut conn, session.who).await?.is_empty();
    drop(conn);
    let data = OwnerSecondFactorPage { is_enrolled, has_passkeys };
    page::answer_stranger(&app, &context, &context.t("owner.second_factor.title"), data)
}

/// Begins to set up the first app of somebody who may not sign in without one; 422 when they have one.
#[utoipa::path(post, path = "/owners/second_factor/authenticator", tag = "owner",
    responses((status = 200, body = EnrolmentView), (status = 401), (status = 422), (status = 429)))]
pub async fn enrol(State(app): State<App>, context: Context) -> Result<Json<EnrolmentView>, ApiError> {
    limit_client(&app, &context, "owner_second_factor", 60).await?;
    let session = waiting(&app, &context).await?;
    let mut conn = app.pool.acquire().await?;
    if authenticators::find_enabled(&mut conn, session.who).await?.is_some() {
        return Err(ApiError::unprocessable("code_wrong"));
    }
    let person = person::get(&mut conn, session.who).await?;
    drop(conn);
    account_security::begin_enrolment(&app, &person).await
}

/// Takes the code: of the app, a recovery code, or the first code of the app that is being set up. Thirty tries a day.
#[utoipa::path(post, path = "/owners/second_factor", tag = "owner", request_body = CodeBody,
    responses((status = 200, body = RedirectWith<FirstRecoveryCodes>), (status = 303), (status = 401), (status = 422),
        (status = 429)))]
pub async fn verify(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<CodeBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "owner_second_factor", 60).await?;
    let session = waiting(&app, &context).await?;
    let code = body.code.unwrap_or_default();
    let enabled = authenticators::find_enabled(&mut *app.pool.acquire().await?, session.who).await?;
    let recovery_codes = if enabled.is_some() {
        account_security::verify_code(&app, &context, session.who, &code).await?;
        Vec::new()
    } else {
        account_security::confirm_enrolment(&app, &context, session.who, &code).await?
    };
    let mut tx = app.pool.begin().await?;
    let token = sessions::complete_second_factor(&mut tx, &app.rng, app.clock.now(), &session).await?;
    let done = let_in(&mut tx, &app, &context, session.who, &token).await?;
    tx.commit().await?;
    done.with(FirstRecoveryCodes { recovery_codes }).answer(&app, &context)
}
