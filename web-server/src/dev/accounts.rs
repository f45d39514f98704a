//! Accounts for tests that do not cover sign-up: nothing is verified, and no terms are read.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::accounts::password::{self, NewPassword};
use domain::accounts::staff::{self, NewStaff, StaffAccountError};
use domain::accounts::{self, owners};
use domain::legal::agree;
use domain::sessions::{self, AccountId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::diner::sign_up::SignUpUser;
use crate::diner::signed_in::{account_language, complete_sign_in, current_session, kind};
use crate::http::device::note_sign_in;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::write_response::RedirectTo;
use crate::state::App;

/// The form of `POST /users`, without a verification of the number.
#[derive(Deserialize, ToSchema)]
pub struct NewDiner {
    user: SignUpUser,
    /// Whether the address is confirmed; if not, the mailed link confirms it.
    #[serde(default)]
    is_email_confirmed: bool,
}

/// Opens a diner's account with a confirmed number, and signs its diner in.
#[utoipa::path(post, path = "/dev/diners", tag = "dev", request_body = NewDiner,
    responses((status = 200, body = RedirectTo), (status = 422)))]
pub async fn create_diner(
    State(app): State<App>,
    context: Context,
    Json(body): Json<NewDiner>,
) -> Result<Response, ApiError> {
    let form = body.user.into_unverified_form(context.locale()).validate()?;
    let password_hash = match form.password.clone() {
        Some(password) => Some(password::hash(&app.rng, password).await?),
        None => None,
    };
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let id = accounts::open(&mut tx, &app.rng, now, &form, password_hash.as_deref()).await?;
    agree(&mut tx, now, id, None).await?;
    if body.is_email_confirmed {
        accounts::queries::confirm_email(&mut tx, id, &form.email, now).await?;
    } else {
        accounts::send_confirmation_mail(&mut tx, &app.rng, now, id).await?;
    }
    let previous = current_session(&context);
    let kind = kind(&app, &context);
    let token = sessions::start(&mut tx, &app.rng, now, AccountId::Diner(id), previous.as_ref(), kind).await?;
    let device = note_sign_in(&mut tx, &app, &context, AccountId::Diner(id)).await?;
    tx.commit().await?;
    let done = complete_sign_in(&app, "/".to_owned(), &token, device).cookie(account_language(&app, form.locale));
    done.respond(&app, &context)
}

/// An owner of restaurants, by their slugs.
#[derive(Deserialize, ToSchema)]
pub struct NewOwner {
    email: String,
    password: String,
    nickname: String,
    restaurant_slugs: Vec<String>,
    /// Whether the terms are accepted; if not, the first page requires the consent.
    #[serde(default)]
    terms_agreed: bool,
}

/// An admin with some of the permissions.
#[derive(Deserialize, ToSchema)]
pub struct NewAdmin {
    email: String,
    password: String,
    nickname: String,
    flags: Vec<String>,
}

#[derive(Serialize, ToSchema)]
pub struct StaffAccount {
    id: i64,
}

/// Opens an owner's account without signing in.
#[utoipa::path(post, path = "/dev/owners", tag = "dev", request_body = NewOwner,
    responses((status = 201, body = StaffAccount), (status = 422)))]
pub async fn create_owner(
    State(app): State<App>,
    Json(body): Json<NewOwner>,
) -> Result<(StatusCode, Json<StaffAccount>), ApiError> {
    let password_hash = hash(&app, &body.password).await?;
    let uid = app.rng.uid();
    let person = NewStaff { uid: &uid, email: &body.email, nickname: &body.nickname, password_hash: &password_hash };
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let id = staff::create_owner(&mut tx, now, &person, &body.restaurant_slugs).await.map_err(to_api_error)?;
    if body.terms_agreed {
        owners::agree_to_terms(&mut tx, id, now).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(StaffAccount { id: id.0 })))
}

/// Opens an admin's account without signing in.
#[utoipa::path(post, path = "/dev/admins", tag = "dev", request_body = NewAdmin,
    responses((status = 201, body = StaffAccount), (status = 422)))]
pub async fn create_admin(
    State(app): State<App>,
    Json(body): Json<NewAdmin>,
) -> Result<(StatusCode, Json<StaffAccount>), ApiError> {
    let password_hash = hash(&app, &body.password).await?;
    let uid = app.rng.uid();
    let person = NewStaff { uid: &uid, email: &body.email, nickname: &body.nickname, password_hash: &password_hash };
    let mut tx = app.pool.begin().await?;
    let id = staff::create_admin(&mut tx, app.clock.now(), &person, &body.flags).await.map_err(to_api_error)?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(StaffAccount { id: id.0 })))
}

async fn hash(app: &App, password: &str) -> Result<String, ApiError> {
    let password = NewPassword::parse(password).map_err(|code| ApiError::invalid_fields([("password", code)]))?;
    password::hash(&app.rng, password).await.map_err(ApiError::from)
}

fn to_api_error(error: StaffAccountError) -> ApiError {
    match error {
        StaffAccountError::EmailInvalid => ApiError::invalid_fields([("email", "email_invalid")]),
        StaffAccountError::EmailTaken => ApiError::invalid_fields([("email", "email_taken")]),
        StaffAccountError::NoRestaurant(_) => ApiError::invalid_fields([("restaurant_slugs", "not_found")]),
        StaffAccountError::Database(error) => error.into(),
    }
}
