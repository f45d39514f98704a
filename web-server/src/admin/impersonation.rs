//! Impersonation of an owner (A-015, admin §2, gaps G012, G043, G220): a page that asks for a reason and a proof of identity, and the
//! call that starts the impersonation. Both require the permission `impersonation`.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::accounts::admins::AdminFlag;
use domain::accounts::impersonation::{self, ImpersonationRequest};
use domain::accounts::owners;
use domain::ids::OwnerId;
use domain::restaurants;
use domain::sessions::Token;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::justification::Justification;
use crate::console::record_key::id_of;
use crate::console::sign_in::OWNERS;
use crate::console::{Admin, page};
use crate::http::cookies::OWNER_COOKIE;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct LoginAsQuery {
    /// One of the owner's restaurants.
    owners_restaurant_slug: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct LoginAsBody {
    owners_restaurant_slug: Option<String>,
    #[serde(flatten)]
    justification: Justification,
}

#[derive(Serialize, ToSchema)]
pub struct AdminLoginAsPage {
    owner_id: i64,
    nickname: String,
    email: String,
    /// Maximum duration in minutes.
    minutes: i64,
}

impl PageData for AdminLoginAsPage {
    const NAME: &'static str = "admin_login_as";
}

/// Asks for a reason and a proof of identity. Changes nothing.
#[utoipa::path(get, path = "/admin/owners/{id}/login_as", tag = "admin", params(("id" = i64, Path), LoginAsQuery),
    responses((status = 200, body = page::ConsolePage<AdminLoginAsPage>), (status = 302), (status = 401), (status = 403),
        (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
    Query(query): Query<LoginAsQuery>,
) -> Result<Response, ApiError> {
    admin.require(AdminFlag::Impersonation)?;
    let id = OwnerId(id_of(&id)?);
    let slug = query.owners_restaurant_slug.unwrap_or_default();
    let mut conn = app.pool.acquire().await?;
    let owner = owners::find(&mut conn, id).await?.ok_or_else(ApiError::not_found)?;
    let restaurant = owners::choose_restaurant(&mut conn, id, Some(&slug), None).await?;
    let restaurant = restaurants::queries::find(&mut conn, restaurant.ok_or_else(ApiError::not_found)?.0).await?;
    let restaurant = restaurant.ok_or_else(ApiError::not_found)?;
    drop(conn);
    let minutes = impersonation::IMPERSONATION_LIFETIME.num_minutes();
    let data = AdminLoginAsPage { owner_id: id.0, nickname: owner.nickname, email: owner.email, minutes };
    let title = context.t("admin.login_as.title");
    page::respond_to_admin_at(&app, &context, &admin, &restaurant, &title, data).await
}

/// Opens the owner console at the restaurant for half an hour. The admin's own session continues; the impersonation is invalid
/// without it, and without the permission.
#[utoipa::path(post, path = "/admin/owners/{id}/login_as", tag = "admin", params(("id" = i64, Path), LoginAsQuery),
    request_body = LoginAsBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422),
        (status = 429)))]
pub async fn begin(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
    Query(query): Query<LoginAsQuery>,
    FormOrJson(body): FormOrJson<LoginAsBody>,
) -> Result<Response, ApiError> {
    let reason = body.justification.require(&app, &context, &admin, AdminFlag::Impersonation).await?;
    let owner = OwnerId(id_of(&id)?);
    let slug = query.owners_restaurant_slug.or(body.owners_restaurant_slug).unwrap_or_default();
    let asked = ImpersonationRequest { admin: admin.id, owner, slug: &slug, reason, user_agent: context.user_agent() };
    let previous = context.cookie(OWNER_COOKIE).map(|token| Token::from_cookie(token).hash());
    let mut tx = app.pool.begin().await?;
    let token = impersonation::begin(&mut tx, &app.rng, app.clock.now(), asked, previous.as_ref()).await?;
    let token = token.ok_or_else(ApiError::not_found)?;
    tx.commit().await?;
    let place = format!("{}?owners_restaurant_slug={slug}", OWNERS.home);
    WriteResponse::redirect_to(place).cookie(OWNERS.session_cookie(&app, &token)).respond(&app, &context)
}
