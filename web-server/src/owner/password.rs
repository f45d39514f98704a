//! An owner's forgotten password: the mail with the link, and the page behind it (gaps G037).

use axum::extract::{Query, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::door::OWNERS;
use crate::console::door::password::{ResetFields, ResetLinkQuery};
use crate::console::page;
use crate::http::answer::RedirectTo;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerPasswordNewPage {}

impl PageData for OwnerPasswordNewPage {
    const NAME: &'static str = "owner_password_new";
}

#[derive(Serialize, ToSchema)]
pub struct OwnerPasswordEditPage {
    reset_password_token: String,
    /// False when the link is used up, too old or not ours.
    valid: bool,
}

impl PageData for OwnerPasswordEditPage {
    const NAME: &'static str = "owner_password_edit";
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OwnerPasswordBody {
    #[serde(default)]
    owner: ResetFields,
}

/// Asks for the address.
#[utoipa::path(get, path = "/owners/password/new", tag = "owner",
    responses((status = 200, body = page::OwnerPage<OwnerPasswordNewPage>)))]
pub async fn new_page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    let title = context.t("owner.password_new.title");
    page::answer_stranger(&app, &context, OWNERS.front, &title, OwnerPasswordNewPage {})
}

/// The page behind the mailed link.
#[utoipa::path(get, path = "/owners/password/edit", tag = "owner", params(ResetLinkQuery),
    responses((status = 200, body = page::OwnerPage<OwnerPasswordEditPage>)))]
pub async fn edit_page(
    State(app): State<App>,
    context: Context,
    Query(query): Query<ResetLinkQuery>,
) -> Result<Response, ApiError> {
    let reset_password_token = query.reset_password_token.unwrap_or_default();
    let valid = OWNERS.is_reset_link(&app, &reset_password_token).await?;
    let title = context.t("owner.password_edit.title");
    let data = OwnerPasswordEditPage { reset_password_token, valid };
    page::answer_stranger(&app, &context, OWNERS.front, &title, data)
}

/// Sends the link. The answer is the same whether the address has an account or not.
#[utoipa::path(post, path = "/owners/password", tag = "owner", request_body = OwnerPasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<OwnerPasswordBody>,
) -> Result<Response, ApiError> {
    OWNERS.mail_reset_link(&app, &context, body.owner).await
}

/// Sets the new password, ends all sessions of the account, and asks to sign in with it.
#[utoipa::path(patch, path = "/owners/password", tag = "owner", request_body = OwnerPasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<OwnerPasswordBody>,
) -> Result<Response, ApiError> {
    OWNERS.reset_password(&app, &context, body.owner).await
}
