//! An admin's forgotten password: the mail with the link, and the page behind it (gaps G037).

use axum::extract::{Query, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::door::ADMINS;
use crate::console::door::password::{ResetFields, ResetLinkQuery};
use crate::console::page;
use crate::http::answer::RedirectTo;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct AdminPasswordNewPage {}

impl PageData for AdminPasswordNewPage {
    const NAME: &'static str = "admin_password_new";
}

#[derive(Serialize, ToSchema)]
pub struct AdminPasswordEditPage {
    reset_password_token: String,
    /// False when the link is used up, too old or not ours.
    valid: bool,
}

impl PageData for AdminPasswordEditPage {
    const NAME: &'static str = "admin_password_edit";
}

#[derive(Default, Deserialize, ToSchema)]
pub struct AdminPasswordBody {
    #[serde(default)]
    admin_user: ResetFields,
}

/// Asks for the address.
#[utoipa::path(get, path = "/admin/password/new", tag = "admin",
    responses((status = 200, body = page::OwnerPage<AdminPasswordNewPage>)))]
pub async fn new_page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    let title = context.t("admin.password_new.title");
    page::answer_stranger(&app, &context, ADMINS.front, &title, AdminPasswordNewPage {})
}

/// The page behind the mailed link.
#[utoipa::path(get, path = "/admin/password/edit", tag = "admin", params(ResetLinkQuery),
    responses((status = 200, body = page::OwnerPage<AdminPasswordEditPage>)))]
pub async fn edit_page(
    State(app): State<App>,
    context: Context,
    Query(query): Query<ResetLinkQuery>,
) -> Result<Response, ApiError> {
    let reset_password_token = query.reset_password_token.unwrap_or_default();
    let valid = ADMINS.is_reset_link(&app, &reset_password_token).await?;
    let title = context.t("admin.password_edit.title");
    let data = AdminPasswordEditPage { reset_password_token, valid };
    page::answer_stranger(&app, &context, ADMINS.front, &title, data)
}

/// Sends the link. The answer is the same whether the address has an account or not.
#[utoipa::path(post, path = "/admin/password", tag = "admin", request_body = AdminPasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<AdminPasswordBody>,
) -> Result<Response, ApiError> {
    ADMINS.mail_reset_link(&app, &context, body.admin_user).await
}

/// Sets the new password, ends all sessions of the account, and asks to sign in with it.
#[utoipa::path(patch, path = "/admin/password", tag = "admin", request_body = AdminPasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<AdminPasswordBody>,
) -> Result<Response, ApiError> {
    ADMINS.reset_password(&app, &context, body.admin_user).await
}
