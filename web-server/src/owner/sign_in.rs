//! Signing in to the owner's console.

use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::door::OWNERS;
use crate::console::{AccountStaff, page};
use crate::http::answer::RedirectTo;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerSignInPage {}

impl PageData for OwnerSignInPage {
    const NAME: &'static str = "owner_sign_in";
}

/// The form. Whoever is signed in is sent to the first page.
#[utoipa::path(get, path = "/owners/sign_in", tag = "owner",
    responses((status = 200, body = page::OwnerPage<OwnerSignInPage>), (status = 303)))]
pub async fn page(State(app): State<App>, context: Context, staff: Option<SignedIn>) -> Result<Response, ApiError> {
    if staff.is_some() {
        return Ok(Redirect::to(OWNERS.home).into_response());
    }
    page::answer_stranger(&app, &context, OWNERS.front, &context.t("owner.sign_in.title"), OwnerSignInPage {})
}

/// Whether an owner is signed in.
pub struct SignedIn;

impl OptionalFromRequestParts<App> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Self::Rejection> {
        Ok(AccountStaff::from_request_parts(parts, app).await.ok().map(|_| Self))
    }
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OwnerSignInBody {
    #[serde(default)]
    owner: OwnerCredentials,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OwnerCredentials {
    email: Option<String>,
    password: Option<String>,
}

/// Signs an owner or a member of staff in, or sends them on to their second factor. 422 when address and password do not belong together, 429 after
/// ten failures in a row.
#[utoipa::path(post, path = "/owners/sign_in", tag = "owner", request_body = OwnerSignInBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<OwnerSignInBody>,
) -> Result<Response, ApiError> {
    OWNERS.sign_in(&app, &context, body.owner.email, body.owner.password).await
}

/// Signs out; harmless when nobody is signed in.
#[utoipa::path(delete, path = "/owners/sign_out", tag = "owner", responses((status = 200, body = RedirectTo), (status = 303)))]
pub async fn destroy(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    OWNERS.sign_out(&app, &context).await
}
