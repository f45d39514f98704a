//! The numbers of the blacklist.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::customers::blacklist::{self, Asked, SORTS};
use serde::Deserialize;
use sqlx::PgConnection;

use crate::console::Staff;
use crate::console::record_key::id_of;
use crate::console::resources::{ListQuery, Removed, listed};
use crate::http::error::ApiError;
use crate::http::extract::form::FormOrJson;
use crate::owner::blacklist::{BlacklistBody, BlacklistedNumber};
use crate::state::App;

const NAME: &str = "restaurant_blacklisted_phone_numbers";

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filter {
    /// A part of the number or of the memo.
    q: Option<String>,
}

async fn found(conn: &mut PgConnection, staff: &Staff, id: i64) -> Result<Json<BlacklistedNumber>, ApiError> {
    let entry = blacklist::find(conn, staff.restaurant.id, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(Json(BlacklistedNumber::of(staff, entry)))
}

/// The numbers; `filter` knows `q`, `sort` knows `id`, `created_at` and `phone_local_number`.
#[utoipa::path(get, path = "/owners/api/resources/restaurant_blacklisted_phone_numbers", tag = "owner", params(ListQuery),
    responses((status = 200, body = Vec<BlacklistedNumber>), (status = 401), (status = 422)))]
pub async fn list(State(app): State<App>, staff: Staff, Query(query): Query<ListQuery>) -> Result<Response, ApiError> {
    let Filter { q } = query.filter()?;
    let window = query.window(&SORTS)?;
    let asked = q.filter(|words| !words.trim().is_empty()).map(|words| Asked::by_words(&words)).unwrap_or_default();
    let mut conn = app.pool.acquire().await?;
    let total = blacklist::count(&mut conn, staff.restaurant.id, &asked).await?;
    let entries = blacklist::list(&mut conn, staff.restaurant.id, &asked, window).await?;
    drop(conn);
    let rows: Vec<_> = entries.into_iter().map(|entry| BlacklistedNumber::of(&staff, entry)).collect();
    listed(NAME, window, &rows, total)
}

/// One number.
#[utoipa::path(get, path = "/owners/api/resources/restaurant_blacklisted_phone_numbers/{id}", tag = "owner",
    params(("id" = String, Path)),
    responses((status = 200, body = BlacklistedNumber), (status = 401), (status = 404)))]
pub async fn one(
    State(app): State<App>,
    staff: Staff,
    Path(id): Path<String>,
) -> Result<Json<BlacklistedNumber>, ApiError> {
    found(&mut *app.pool.acquire().await?, &staff, id_of(&id)?).await
}

/// Puts a number on the list.
#[utoipa::path(post, path = "/owners/api/resources/restaurant_blacklisted_phone_numbers", tag = "owner",
    request_body = BlacklistBody,
    responses((status = 201, body = BlacklistedNumber), (status = 401), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    staff: Staff,
    FormOrJson(body): FormOrJson<BlacklistBody>,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let at = (staff.restaurant.id, staff.actor());
    let id = blacklist::add(&mut tx, app.clock.now(), at, body.into()).await?;
    let added = found(&mut tx, &staff, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, added).into_response())
}

/// Changes a number or its memo.
#[utoipa::path(put, path = "/owners/api/resources/restaurant_blacklisted_phone_numbers/{id}", tag = "owner",
    params(("id" = String, Path)), request_body = BlacklistBody,
    responses((status = 200, body = BlacklistedNumber), (status = 401), (status = 404), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    staff: Staff,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<BlacklistBody>,
) -> Result<Json<BlacklistedNumber>, ApiError> {
    let id = id_of(&id)?;
    let mut tx = app.pool.begin().await?;
    let at = (staff.restaurant.id, staff.actor());
    blacklist::change(&mut tx, app.clock.now(), at, id, body.into()).await?;
    let changed = found(&mut tx, &staff, id).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Takes a number off the list.
#[utoipa::path(delete, path = "/owners/api/resources/restaurant_blacklisted_phone_numbers/{id}", tag = "owner",
    params(("id" = String, Path)),
    responses((status = 200, body = Removed), (status = 401), (status = 404)))]
pub async fn destroy(State(app): State<App>, staff: Staff, Path(id): Path<String>) -> Result<Json<Removed>, ApiError> {
    let id = id_of(&id)?;
    let mut tx = app.pool.begin().await?;
    blacklist::remove(&mut tx, app.clock.now(), (staff.restaurant.id, staff.actor()), id).await?;
    tx.commit().await?;
    Ok(Json(Removed { id }))
}
