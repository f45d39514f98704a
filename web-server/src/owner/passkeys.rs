//! Passkeys of the owner's side in the security settings.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::security::caller;
use crate::account_security::ProofBody;
use crate::account_security::passkeys::{NewPasskeyBody, PasskeyNameBody, PasskeyOptions};
use crate::console::AccountStaff;
use crate::http::answer::RedirectTo;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(begin)).routes(routes!(add)).routes(routes!(rename, remove))
}

/// Begins to register a passkey beside the app, by the password or a code.
#[utoipa::path(post, path = "/owners/security_settings/passkeys/options", tag = "owner", request_body = ProofBody,
    responses((status = 200, body = PasskeyOptions), (status = 401), (status = 422), (status = 429)))]
pub async fn begin(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    FormOrJson(proof): FormOrJson<ProofBody>,
) -> Result<Json<PasskeyOptions>, ApiError> {
    caller(&app, &context, &staff)?.begin_passkey(&proof).await
}

/// Takes the browser's new passkey; from now on sign-in takes it in the place of a code.
#[utoipa::path(post, path = "/owners/security_settings/passkeys", tag = "owner", request_body = NewPasskeyBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422)))]
pub async fn add(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    FormOrJson(body): FormOrJson<NewPasskeyBody>,
) -> Result<Response, ApiError> {
    caller(&app, &context, &staff)?.add_passkey(body).await
}

/// Gives a passkey another name; 404 when it is not one of theirs.
#[utoipa::path(patch, path = "/owners/security_settings/passkeys/{uid}", tag = "owner", params(("uid" = String, Path)),
    request_body = PasskeyNameBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn rename(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<PasskeyNameBody>,
) -> Result<Response, ApiError> {
    caller(&app, &context, &staff)?.rename_passkey(&uid, &body).await
}

/// Removes a passkey, by the password or a code; 404 when it is not one of theirs.
#[utoipa::path(delete, path = "/owners/security_settings/passkeys/{uid}", tag = "owner", params(("uid" = String, Path)),
    request_body = ProofBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422),
        (status = 429)))]
pub async fn remove(
    State(app): State<App>,
    context: Context,
    staff: AccountStaff,
    Path(uid): Path<String>,
    FormOrJson(proof): FormOrJson<ProofBody>,
) -> Result<Response, ApiError> {
    caller(&app, &context, &staff)?.remove_passkey(&uid, &proof).await
}
