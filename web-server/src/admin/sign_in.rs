//! Signing in to the admins' console (gaps G043).

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::door::ADMINS;
use crate::console::page;
use crate::http::answer::RedirectTo;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct AdminSignInPage {}

impl PageData for AdminSignInPage {
    const NAME: &'static str = "admin_sign_in";
}

/// The form. Whoever is signed in is sent to the first page.
#[utoipa::path(get, path = "/admin/sign_in", tag = "admin",
    responses((status = 200, body = page::OwnerPage<AdminSignInPage>), (status = 303)))]
pub async fn page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    if ADMINS.find_session(&app, &context).await?.is_some() {
        return Ok(Redirect::to(ADMINS.home).into_response());
    }
    page::answer_stranger(&app, &context, ADMINS.front, &context.t("admin.sign_in.title"), AdminSignInPage {})
}

#[derive(Default, Deserialize, ToSchema)]
pub struct AdminSignInBody {
    #[serde(default)]
    admin_user: AdminCredentials,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct AdminCredentials {
    email: Option<String>,
    password: Option<String>,
}

/// Signs an admin in, or sends them on to their second factor. 422 when address and password do not belong together, 429 after
/// ten failures in a row.
#[utoipa::path(post, path = "/admin/sign_in", tag = "admin", request_body = AdminSignInBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<AdminSignInBody>,
) -> Result<Response, ApiError> {
    ADMINS.sign_in(&app, &context, body.admin_user.email, body.admin_user.password).await
}

/// Signs out; harmless when nobody is signed in.
#[utoipa::path(delete, path = "/admin/sign_out", tag = "admin", responses((status = 200, body = RedirectTo), (status = 303)))]
pub async fn destroy(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    ADMINS.sign_out(&app, &context).await
}
