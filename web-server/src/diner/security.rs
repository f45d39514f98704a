//! The account's safety beside the mailed code: sessions, password, authenticator app.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::sessions::Who;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account_security::{Caller, CodeBody, EnrolmentView, NewPasswordBody, ProofBody, RecoveryCodes};
use crate::diner::session::Diner;
use crate::http::answer::RedirectTo;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

const HOME: &str = "/users/profile/security_settings";

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(change_password))
        .routes(routes!(end_other_sessions))
        .routes(routes!(end_session))
        .routes(routes!(begin_enrolment, confirm_enrolment, remove_authenticator))
        .routes(routes!(renew_recovery_codes))
}

pub fn caller<'a>(app: &'a App, context: &'a Context, diner: &Diner) -> Caller<'a> {
    caller_at(app, context, diner, HOME)
}

/// The same on another page of the account.
pub fn caller_at<'a>(app: &'a App, context: &'a Context, diner: &Diner, home: &'static str) -> Caller<'a> {
    Caller { app, context, who: Who::Diner(diner.id), session: diner.session.clone(), home }
}

/// Sets a new password, by the current one. All other sessions end.
#[utoipa::path(patch, path = "/users/profile/security_settings/password", tag = "accounts", request_body = NewPasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn change_password(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<NewPasswordBody>,
) -> Result<Response, ApiError> {
    caller(&app, &context, &diner).change_password(body).await
}

/// Signs out everywhere but here.
#[utoipa::path(delete, path = "/users/profile/security_settings/sessions", tag = "accounts",
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401)))]
pub async fn end_other_sessions(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    caller(&app, &context, &diner).end_other_sessions().await
}

/// Ends one session at once; 404 when it is not one of theirs.
#[utoipa::path(delete, path = "/users/profile/security_settings/sessions/{uid}", tag = "accounts", params(("uid" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404)))]
pub async fn end_session(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    caller(&app, &context, &diner).end_session(&uid).await
}

/// Begins to set up an authenticator app, by the password or a code of the present one.
#[utoipa::path(post, path = "/users/profile/security_settings/authenticator", tag = "accounts", request_body = ProofBody,
    responses((status = 200, body = EnrolmentView), (status = 401), (status = 422), (status = 429)))]
pub async fn begin_enrolment(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(proof): FormOrJson<ProofBody>,
) -> Result<Json<EnrolmentView>, ApiError> {
    caller(&app, &context, &diner).begin_enrolment(&proof).await
}

/// Takes the first code of the new app; from now on sign-in asks for it.
#[utoipa::path(patch, path = "/users/profile/security_settings/authenticator", tag = "accounts", request_body = CodeBody,
    responses((status = 200, body = RecoveryCodes), (status = 401), (status = 422), (status = 429)))]
pub async fn confirm_enrolment(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<CodeBody>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    caller(&app, &context, &diner).confirm_enrolment(&body).await
}

/// Switches the app off, by the password or a code.
#[utoipa::path(delete, path = "/users/profile/security_settings/authenticator", tag = "accounts", request_body = ProofBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn remove_authenticator(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(proof): FormOrJson<ProofBody>,
) -> Result<Response, ApiError> {
    caller(&app, &context, &diner).remove_authenticator(&proof, false).await
}

/// New recovery codes in the place of the earlier ones, by the password or a code.
#[utoipa::path(post, path = "/users/profile/security_settings/recovery_codes", tag = "accounts", request_body = ProofBody,
    responses((status = 200, body = RecoveryCodes), (status = 401), (status = 422), (status = 429)))]
pub async fn renew_recovery_codes(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(proof): FormOrJson<ProofBody>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    caller(&app, &context, &diner).renew_recovery_codes(&proof).await
}
