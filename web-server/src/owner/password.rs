//! An owner's forgotten password: the mail with the link, and the page behind it (gaps G037).

use axum::extract::{Query, State};
use axum::response::Response;
use domain::accounts::{self, AccountError};
use domain::sessions::Side;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::account_security::hashed;
use crate::console::page;
use crate::http::answer::{Done, RedirectTo};
use crate::http::device::{browser, note_new_password};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::page::PageData;
use crate::state::App;

const SIGN_IN: &str = "/owners/sign_in";

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

#[derive(Deserialize, IntoParams)]
pub struct OwnerPasswordEditQuery {
    reset_password_token: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OwnerPasswordBody {
    #[serde(default)]
    owner: OwnerPasswordFields,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct OwnerPasswordFields {
    email: Option<String>,
    reset_password_token: Option<String>,
    password: Option<String>,
    password_confirmation: Option<String>,
}

/// Asks for the address.
#[utoipa::path(get, path = "/owners/password/new", tag = "owner",
    responses((status = 200, body = page::OwnerPage<OwnerPasswordNewPage>)))]
pub async fn new_page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    page::answer_stranger(&app, &context, &context.t("owner.password_new.title"), OwnerPasswordNewPage {})
}

/// The page behind the mailed link.
#[utoipa::path(get, path = "/owners/password/edit", tag = "owner", params(OwnerPasswordEditQuery),
    responses((status = 200, body = page::OwnerPage<OwnerPasswordEditPage>)))]
pub async fn edit_page(
    State(app): State<App>,
    context: Context,
    Query(query): Query<OwnerPasswordEditQuery>,
) -> Result<Response, ApiError> {
    let reset_password_token = query.reset_password_token.unwrap_or_default();
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let found = accounts::find_by_reset_token(&mut conn, &app.signer, now, Side::Owner, &reset_password_token).await;
    drop(conn);
    let valid = match found {
        Ok(_) => true,
        Err(AccountError::LinkInvalid) => false,
        Err(error) => return Err(error.into()),
    };
    let data = OwnerPasswordEditPage { reset_password_token, valid };
    page::answer_stranger(&app, &context, &context.t("owner.password_edit.title"), data)
}

/// Sends the link. The answer is the same whether the address has an account or not.
#[utoipa::path(post, path = "/owners/password", tag = "owner", request_body = OwnerPasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<OwnerPasswordBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "owner_password_reset", 60).await?;
    let email = body.owner.email.unwrap_or_default();
    if email.trim().is_empty() {
        return Err(ApiError::invalid_fields([("email", "blank")]));
    }
    let (now, locale) = (app.clock.now(), context.locale());
    let mut tx = app.pool.begin().await?;
    accounts::request_staff_password_reset(&mut tx, &app.rng, now, locale, Side::Owner, &email).await?;
    tx.commit().await?;
    let told = Flash::notice(context.t("flash.password_reset_requested"));
    Done::go(SIGN_IN).flash(told).answer(&app, &context)
}

/// Sets the new password, signs the owner out everywhere, and asks to sign in with it.
#[utoipa::path(patch, path = "/owners/password", tag = "owner", request_body = OwnerPasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<OwnerPasswordBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "owner_password_change", 60).await?;
    let given = body.owner;
    let token = given.reset_password_token.unwrap_or_default();
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let person = accounts::find_by_reset_token(&mut conn, &app.signer, now, Side::Owner, &token).await?;
    drop(conn);
    let hash = hashed(&app, given.password.as_deref(), given.password_confirmation.as_deref()).await?;
    let mut tx = app.pool.begin().await?;
    accounts::change_password(&mut tx, &app.rng, now, &person, &hash, None, browser(&context)).await?;
    let device = note_new_password(&mut tx, &app, &context, person.who).await?;
    tx.commit().await?;
    let done = Done::go(SIGN_IN).cookie(device);
    done.flash(Flash::notice(context.t("flash.password_reset"))).answer(&app, &context)
}
