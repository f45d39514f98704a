//! The account's safety: sessions, password, authenticator app. Whoever looks through another's eyes changes nothing here.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::accounts::RelyingParty;
use domain::sessions::Who;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account_security::passkeys::PasskeyView;
use crate::account_security::{
    AccountSecurity, Caller, CodeBody, EnrolmentView, NewPasswordBody, ProofBody, RecoveryCodes,
};
use crate::console::{AccountStaff, Staff, page};
use crate::http::answer::RedirectTo;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

const HOME: &str = "/owners/security_settings";

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(page))
        .routes(routes!(change_password))
        .routes(routes!(end_other_sessions))
        .routes(routes!(end_session))
        .routes(routes!(begin_enrolment, confirm_enrolment, remove_authenticator))
        .routes(routes!(renew_recovery_codes))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerSecuritySettingsPage {
    security: AccountSecurity,
    /// The one registered first comes first.
    passkeys: Vec<PasskeyView>,
    /// Passkeys belong to a host name: at a bare address there are none.
    can_add_passkeys: bool,
    /// The second factor cannot be switched off here.
    is_factor_required: bool,
}

impl PageData for OwnerSecuritySettingsPage {
    const NAME: &'static str = "owner_security_settings";
}

pub fn caller<'a>(app: &'a App, context: &'a Context, staff: &Staff) -> Result<Caller<'a>, ApiError> {
    staff.require_own()?;
    Ok(Caller { app, context, who: Who::Owner(staff.owner.id), session: staff.session.clone(), home: HOME })
}

#[utoipa::path(get, path = "/owners/security_settings", tag = "owner",
    responses((status = 200, body = page::OwnerPage<OwnerSecuritySettingsPage>), (status = 302), (status = 401)))]
pub async fn page(State(app): State<App>, context: Context, staff: AccountStaff) -> Result<Response, ApiError> {
    let caller = caller(&app, &context, &staff)?;
    let mut conn = app.pool.acquire().await?;
    let data = OwnerSecuritySettingsPage {
        security: caller.security(&mut conn).await?,
        passkeys: caller.passkeys(&mut conn).await?,
        can_add_passkeys: RelyingParty::of(&app.config.base_url).is_ok(),
        is_factor_required: app.config.sign_in.staff_needs_second_factor,
    };
    drop(conn);
    page::answer(&app, &context, &staff, &context.t("owner.security_settings.title"), data).await
}

/// Sets a new password, by the current one. All other sessions end.
#[utoipa::path(patch, path = "/owners/security_settings/password", tag = "owner", request_body = NewPasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn change_password(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    FormOrJson(body): FormOrJson<NewPasswordBody>,
) -> Result<Response, ApiError> {
    caller(&app, &context, &staff)?.change_password(body).await
}

/// Signs out everywhere but here.
#[utoipa::path(delete, path = "/owners/security_settings/sessions", tag = "owner",
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401)))]
pub async fn end_other_sessions(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
) -> Result<Response, ApiError> {
    caller(&app, &context, &staff)?.end_other_sessions().await
}

/// Ends one session at once; 404 when it is not one of theirs.
#[utoipa::path(delete, path = "/owners/security_settings/sessions/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404)))]
pub async fn end_session(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    caller(&app, &context, &staff)?.end_session(&uid).await
}

/// Begins to set up an authenticator app, by the password or a code of the present one.
#[utoipa::path(post, path = "/owners/security_settings/authenticator", tag = "owner", request_body = ProofBody,
    responses((status = 200, body = EnrolmentView), (status = 401), (status = 422), (status = 429)))]
pub async fn begin_enrolment(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    FormOrJson(proof): FormOrJson<ProofBody>,
) -> Result<Json<EnrolmentView>, ApiError> {
    caller(&app, &context, &staff)?.begin_enrolment(&proof).await
}

/// Takes the first code of the new app; from now on sign-in asks for it.
#[utoipa::path(patch, path = "/owners/security_settings/authenticator", tag = "owner", request_body = CodeBody,
    responses((status = 200, body = RecoveryCodes), (status = 401), (status = 422), (status = 429)))]
pub async fn confirm_enrolment(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    FormOrJson(body): FormOrJson<CodeBody>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    caller(&app, &context, &staff)?.confirm_enrolment(&body).await
}

/// Switches the app off, by the password or a code.
#[utoipa::path(delete, path = "/owners/security_settings/authenticator", tag = "owner", request_body = ProofBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn remove_authenticator(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    FormOrJson(proof): FormOrJson<ProofBody>,
) -> Result<Response, ApiError> {
    caller(&app, &context, &staff)?.remove_authenticator(&proof, app.config.sign_in.staff_needs_second_factor).await
}

/// New recovery codes in the place of the earlier ones, by the password or a code.
#[utoipa::path(post, path = "/owners/security_settings/recovery_codes", tag = "owner", request_body = ProofBody,
    responses((status = 200, body = RecoveryCodes), (status = 401), (status = 422), (status = 429)))]
pub async fn renew_recovery_codes(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    FormOrJson(proof): FormOrJson<ProofBody>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    caller(&app, &context, &staff)?.renew_recovery_codes(&proof).await
}
