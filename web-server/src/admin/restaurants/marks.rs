//! Settings that an admin changes in a row of the list: pins and the online start (A-020 to A-022, gaps G181b, G182).

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use domain::ids::{RestaurantId, RestaurantOperationId};
use domain::restaurants::actions::{self, ExpectedStart, StartPreset};
use domain::restaurants::admin_list::RestaurantType;
use domain::restaurants::opening;
use domain::restaurants::pins;
use domain::waiting_rooms::awaited::AwaitedOpenings;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::console::Admin;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

const LIST: &str = "/admin/restaurants";

#[derive(Deserialize, IntoParams)]
pub struct PinQuery {
    #[serde(default)]
    restaurant_id: String,
    /// `normal` or `ec`; both when blank.
    #[serde(default)]
    restaurant_type: String,
}

impl PinQuery {
    fn read(&self) -> Result<(RestaurantId, Option<RestaurantType>), ApiError> {
        let id = self.restaurant_id.parse().map_err(|_| ApiError::not_found())?;
        let kind = match self.restaurant_type.as_str() {
            "" => None,
            name => Some(RestaurantType::named(name).ok_or_else(|| ApiError::bad_request("list_type_unknown"))?),
        };
        Ok((RestaurantId(id), kind))
    }
}

/// Pins a restaurant to the top of the admin's own list.
#[utoipa::path(post, path = "/admin/pinned_restaurants", tag = "admin", params(PinQuery),
    responses((status = 201, body = RedirectTo), (status = 400), (status = 401), (status = 404)))]
pub async fn pin(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Query(query): Query<PinQuery>,
) -> Result<Response, ApiError> {
    let (restaurant, kind) = query.read()?;
    let mut tx = app.pool.begin().await?;
    if !pins::pin(&mut tx, app.clock.now(), admin.id, restaurant, kind).await? {
        return Err(ApiError::not_found());
    }
    tx.commit().await?;
    let notice = Flash::notice(context.t("admin.restaurants.pinned"));
    WriteResponse::redirect_to(LIST).status(StatusCode::CREATED).flash(notice).respond(&app, &context)
}

/// Removes a pin; 204 for JSON.
#[utoipa::path(delete, path = "/admin/pinned_restaurants", tag = "admin", params(PinQuery),
    responses((status = 204), (status = 400), (status = 401), (status = 404)))]
pub async fn unpin(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Query(query): Query<PinQuery>,
) -> Result<Response, ApiError> {
    let (restaurant, kind) = query.read()?;
    let mut tx = app.pool.begin().await?;
    if !pins::unpin(&mut tx, app.clock.now(), admin.id, restaurant, kind).await? {
        return Err(ApiError::not_found());
    }
    tx.commit().await?;
    if context.wants_json() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    WriteResponse::redirect_to(LIST)
        .flash(Flash::notice(context.t("admin.restaurants.unpinned")))
        .respond(&app, &context)
}

#[derive(Deserialize, IntoParams)]
pub struct StartQuery {
    #[serde(default)]
    operation_id: String,
    /// `future` (open now), `5days`, `2years`, or `restore` (the start before the last change).
    #[serde(rename = "type", default)]
    preset: String,
    /// The page of the request: `new_future`, the list.
    #[serde(default)]
    from: String,
    /// The start as shown, ISO 8601: 409 if another admin has changed it meanwhile.
    expected_starts_at: Option<String>,
    /// The start that `restore` sets, as shown: likewise.
    expected_previous_starts_at: Option<String>,
}

impl StartQuery {
    fn expected(&self) -> Result<ExpectedStart, ApiError> {
        let instant = |name: &'static str, text: &Option<String>| {
            let text = text.as_deref().filter(|text| !text.is_empty());
            let read = text
                .map(|text| text.parse::<DateTime<Utc>>().map_err(|_| ApiError::invalid_fields([(name, "invalid")])));
            read.transpose()
        };
        Ok(ExpectedStart {
            starts_at: instant("expected_starts_at", &self.expected_starts_at)?,
            previous: instant("expected_previous_starts_at", &self.expected_previous_starts_at)?,
        })
    }
}

/// Sets the online start of a restaurant, or restores the one before the last change (404 without one).
/// 409 if it opens a restaurant without an owner or a notification address, if the expected start is outdated, or if diners wait for an
/// opening that it moves (gaps G302).
#[utoipa::path(post, path = "/admin/restaurants/set_osa", tag = "admin", params(StartQuery),
    responses((status = 200, body = RedirectTo), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn set_online_start(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Query(query): Query<StartQuery>,
) -> Result<Response, ApiError> {
    let preset = StartPreset::named(&query.preset).ok_or_else(|| ApiError::invalid_fields([("type", "invalid")]))?;
    if !matches!(query.from.as_str(), "" | "new_future") {
        return Err(ApiError::invalid_fields([("from", "invalid")]));
    }
    let operation = query.operation_id.parse().map(RestaurantOperationId).map_err(|_| ApiError::not_found())?;
    let expected = query.expected()?;
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let restaurant = opening::find_restaurant(&mut tx, operation).await?.ok_or_else(ApiError::not_found)?;
    let awaited = AwaitedOpenings::lock(&mut tx, restaurant, now).await?;
    let found = actions::set_online_start(&mut tx, now, admin.id, operation, preset, expected).await?;
    found.ok_or_else(ApiError::not_found)?;
    awaited.require(&mut tx, now).await?;
    tx.commit().await?;
    WriteResponse::redirect_to(LIST)
        .flash(Flash::notice(context.t("admin.restaurants.start_set")))
        .respond(&app, &context)
}
