//! Resetting a forgotten password: the mail with the link, and the page of the link (gaps G037).

use axum::extract::{Query, State};
use axum::response::Response;
use domain::accounts::{self, new_password, password};
use domain::sessions::{AccountId, Side};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::diner::session::MaybeDiner;
use crate::http::device::{browser, note_new_password};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteMessage, WriteResponse, respond_with_notice};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct PasswordNewPage {}

impl PageData for PasswordNewPage {
    const NAME: &'static str = "password_new";
}

/// Page that requests the address.
#[utoipa::path(get, path = "/users/password/new", tag = "accounts", responses((status = 200, body = crate::http::page::Page<PasswordNewPage>)))]
pub async fn new_page(State(app): State<App>, context: Context, diner: MaybeDiner) -> Result<Response, ApiError> {
    let meta = Meta::private(context.t("pages.password_new.title"));
    PageOf::new(meta, PasswordNewPage {}).respond(&app, &context, diner.id()).await
}

#[derive(Deserialize, IntoParams)]
pub struct EditQuery {
    reset_password_token: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct PasswordEditPage {
    reset_password_token: String,
    /// False when the link is used, expired or forged.
    valid: bool,
}

impl PageData for PasswordEditPage {
    const NAME: &'static str = "password_edit";
}

/// The page of the mailed link.
#[utoipa::path(get, path = "/users/password/edit", tag = "accounts", params(EditQuery),
    responses((status = 200, body = crate::http::page::Page<PasswordEditPage>)))]
pub async fn edit_page(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Query(query): Query<EditQuery>,
) -> Result<Response, ApiError> {
    let reset_password_token = query.reset_password_token.unwrap_or_default();
    let mut conn = app.pool.acquire().await?;
    let valid = accounts::is_reset_token_valid(&mut conn, &app.signer, app.clock.now(), &reset_password_token).await?;
    drop(conn);
    let meta = Meta::private(context.t("pages.password_edit.title"));
    let data = PasswordEditPage { reset_password_token, valid };
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct PasswordBody {
    #[serde(default)]
    user: PasswordFields,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct PasswordFields {
    email: Option<String>,
    reset_password_token: Option<String>,
    password: Option<String>,
    password_confirmation: Option<String>,
}

/// Sends the link. The response is the same with and without an account.
#[utoipa::path(post, path = "/users/password", tag = "accounts", request_body = PasswordBody,
    responses((status = 200, body = WriteMessage), (status = 303), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<PasswordBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "password_reset", 60).await?;
    let email = body.user.email.unwrap_or_default();
    if email.trim().is_empty() {
        return Err(ApiError::invalid_fields([("email", "blank")]));
    }
    let (now, locale, side) = (app.clock.now(), context.locale(), Side::Diner);
    app.transaction(async |tx| accounts::request_password_reset(tx, &app.rng, now, locale, side, &email).await).await?;
    respond_with_notice(&app, &context, "/users/sign_in", "flash.password_reset_requested")
}

/// Sets the new password, ends all sessions of the diner, and redirects to sign-in. It confirms the address; an account whose address was
/// unconfirmed loses its second factor, its known browsers and its sign-in with Apple.
#[utoipa::path(patch, path = "/users/password", tag = "accounts", request_body = PasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<PasswordBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "password_change", 60).await?;
    let user = body.user;
    let chosen = new_password(
        user.password.as_deref().unwrap_or_default(),
        user.password_confirmation.as_deref().unwrap_or_default(),
    )?;
    let token = user.reset_password_token.unwrap_or_default();
    let now = app.clock.now();
    if !accounts::is_reset_token_valid(&mut *app.pool.acquire().await?, &app.signer, now, &token).await? {
        return Err(ApiError::unprocessable("link_invalid"));
    }
    let password_hash = password::hash(&app.rng, chosen).await?;
    let mut tx = app.pool.begin().await?;
    let id = accounts::reset_password(&mut tx, &app.signer, &app.rng, now, &token, &password_hash, browser(&context))
        .await?;
    let device = note_new_password(&mut tx, &app, &context, AccountId::Diner(id)).await?;
    tx.commit().await?;
    let done = WriteResponse::redirect_to("/users/sign_in").cookie(device);
    done.flash(Flash::notice(context.t("flash.password_reset"))).respond(&app, &context)
}
