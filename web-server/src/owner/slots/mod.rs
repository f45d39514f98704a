//! Booking slots (online stock groups): views for staff, creation, changes and deletion (owner §2 to §8, gaps G007, G171 to
//! G173).

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Response};
use domain::accounts::admins::AdminFlag;
use domain::ids::{OnlineStockGroupId, OnlineStockId};
use domain::inventory::{SlotError, actions, queries};
use domain::reservations::holds::expire;
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::Envelope;
use crate::console::{FloorStaff, RecordKey, Staff};
use crate::http::calls::{Calls, routes};
use crate::http::error::{ApiError, Problem};
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

mod choices;
mod forms;
mod views;

use forms::{CreateSlot, UpdateSlot};
use views::{CourseSelectorState, SlotDetail, form_values};

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(create))
        .routes(routes!(choices::choices))
        .routes(routes!(show, update, delete))
        .routes(routes!(course_selector_states))
}

/// Response to a write of a slot. If the state of the slot prevents the write, the HTTP status is 200; the body has a separate
/// status (404 if the slot is deleted, 422 if a seat is reserved) and the keys of a problem (gaps G007).
#[derive(Debug, Serialize, ToSchema)]
pub struct SlotResponse {
    status: u16,
    message: String,
    /// The slot's uid, if it was created or changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    uid: Option<String>,
    /// The stable error code of a rejected write.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<String>,
}

impl SlotResponse {
    fn done(context: &Context, key: &str, uid: Option<String>) -> Response {
        let message = context.t(&format!("owner.flash.{key}"));
        Json(Self { status: 200, message, uid, code: None }).into_response()
    }
}

/// Returns the error response. A deleted slot or a reserved seat gets the HTTP status 200.
fn reject(context: &Context, error: SlotError) -> Result<Response, ApiError> {
    let status = match &error {
        SlotError::Gone => axum::http::StatusCode::NOT_FOUND,
        SlotError::Reserved | SlotError::Freed => axum::http::StatusCode::UNPROCESSABLE_ENTITY,
        _ => return Err(error.into()),
    };
    let problem: Problem = ApiError::new(status, error.code()).problem(context.locale());
    Ok(Json(problem).into_response())
}

async fn find(app: &App, staff: &Staff, key: &RecordKey) -> Result<OnlineStockGroupId, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let id =
        queries::find_id(&mut conn, staff.restaurant.id, key.id.map(OnlineStockGroupId), key.uid.as_deref()).await?;
    id.ok_or_else(ApiError::not_found)
}

/// Creates a booking slot. The gold section requires an admin session in the same browser (gaps G172b).
#[utoipa::path(post, path = "/owners/api/online_stock_groups", tag = "owner", request_body = CreateSlot,
    responses((status = 200, body = SlotResponse), (status = 400), (status = 401), (status = 403), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<CreateSlot>,
) -> Result<Response, ApiError> {
    let requested = body.online_stock_group.read(staff.restaurant.zone)?;
    if requested.gold.is_some() {
        staff.require_admin(AdminFlag::Osg)?;
    }
    let (now, actor, at) = (app.clock.now(), staff.actor(), &staff.restaurant);
    match app.transaction(async |tx| actions::create(tx, &app.rng, now, actor, at, &requested).await).await {
        Ok(uid) => Ok(SlotResponse::done(&context, "slot_created", Some(uid))),
        Err(error) => reject(&context, error),
    }
}

/// Returns a booking slot with its options. For a deleted slot the status in the body is 404.
#[utoipa::path(get, path = "/owners/api/online_stock_groups/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = Envelope<SlotDetail>), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let id = find(&app, &staff, &key).await?;
    let mut conn = app.pool.acquire().await?;
    let slot = queries::find_slot(&mut conn, staff.restaurant.id, id, app.clock.now()).await?;
    if slot.is_deleted {
        return reject(&context, SlotError::Gone);
    }
    let detail = SlotDetail::load(&mut conn, &context, &staff, slot).await?;
    Ok(Envelope::ok(detail).into_response())
}

/// Changes a booking slot. Its holds and bookings remain unchanged (gaps G173). 409 with the stored values if another user has changed one of
/// the fields since the form showed it (gaps G319).
#[utoipa::path(put, path = "/owners/api/online_stock_groups/{uid}", tag = "owner", params(("uid" = String, Path)),
    request_body = UpdateSlot,
    responses((status = 200, body = SlotResponse), (status = 400), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<UpdateSlot>,
) -> Result<Response, ApiError> {
    let id = find(&app, &staff, &key).await?;
    let change = body.online_stock_group.read();
    let (now, at) = (app.clock.now(), &staff.restaurant);
    let mut tx = app.pool.begin().await?;
    let stored = match actions::update(&mut tx, now, staff.actor(), at, id, &change).await {
        Ok(stored) => stored,
        Err(error) => return reject(&context, error),
    };
    if !body.expected.is_empty() {
        let saved = queries::find_slot(&mut tx, at.id, id, now).await?;
        body.expected.require(&form_values(&stored, at.zone), &form_values(&saved, at.zone))?;
    }
    tx.commit().await?;
    Ok(SlotResponse::done(&context, "slot_updated", None))
}

/// Removes stocks from the web, `online_stock_ids=1,2` or `online_stock_ids=[1,2]`. The slot is deleted with its last stock.
#[utoipa::path(delete, path = "/owners/api/online_stock_groups/{uid}", tag = "owner",
    params(("uid" = String, Path), ("online_stock_ids" = String, Query)),
    responses((status = 200, body = SlotResponse), (status = 400), (status = 401), (status = 404)))]
pub async fn delete(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let id = find(&app, &staff, &key).await?;
    let stocks = stock_ids(query.as_deref().unwrap_or_default());
    let now = app.clock.now();
    // Expired holds must not prevent the deletion.
    expire::sweep_restaurant(&app.pool, &app.rng, now, staff.restaurant.id).await?;
    let (actor, at) = (staff.actor(), &staff.restaurant);
    match app.transaction(async |tx| actions::delete_stocks(tx, now, actor, at, id, &stocks).await).await {
        Ok(()) => Ok(SlotResponse::done(&context, "slot_stocks_deleted", None)),
        Err(error) => reject(&context, error),
    }
}

/// Parses the numbers of `online_stock_ids`, which may occur several times, with or without brackets.
fn stock_ids(query: &str) -> Vec<OnlineStockId> {
    let Ok(url) = reqwest::Url::parse(&format!("query:/?{query}")) else { return Vec::new() };
    let values = url.query_pairs().filter(|(key, _)| key.trim_end_matches("[]") == "online_stock_ids");
    let mut ids: Vec<OnlineStockId> = Vec::new();
    for (_, value) in values {
        let digits = value.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        ids.extend(digits.filter_map(|digits| digits.parse().ok()).map(OnlineStockId));
    }
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Returns the daily maximum and the remaining guests of each course of the slot's meal on its day (gaps G171).
#[utoipa::path(get, path = "/owners/api/online_stock_groups/{uid}/course_selector_states", tag = "owner",
    params(("uid" = String, Path)),
    responses((status = 200, body = Envelope<Vec<CourseSelectorState>>), (status = 401), (status = 404)))]
pub async fn course_selector_states(
    State(app): State<App>,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Json<Envelope<Vec<CourseSelectorState>>>, ApiError> {
    let id = find(&app, &staff, &key).await?;
    let mut conn = app.pool.acquire().await?;
    let slot = queries::find_slot(&mut conn, staff.restaurant.id, id, app.clock.now()).await?;
    let courses = queries::list_courses(&mut conn, staff.restaurant.id, slot.date).await?;
    let own = courses.iter().filter(|course| course.operation == slot.operation);
    Ok(Envelope::ok(own.map(CourseSelectorState::new).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_ids_accept_all_usual_notations() {
        let ids = [OnlineStockId(3), OnlineStockId(12)];
        for query in [
            "online_stock_ids=12,3",
            "online_stock_ids=%5B3,12%5D",
            "online_stock_ids[]=3&online_stock_ids[]=12",
            "online_stock_ids%5B%5D=3&online_stock_ids=12&other=4",
        ] {
            assert_eq!(stock_ids(query), ids, "{query}");
        }
        assert!(stock_ids("online_stock_ids=99999999999999999999").is_empty());
        assert!(stock_ids("").is_empty());
    }
}
