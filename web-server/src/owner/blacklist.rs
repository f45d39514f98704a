//! The restaurant's blacklist of phone numbers (owner §2, §5, gaps G168).

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use domain::customers::blacklist::{self, BlacklistEntry, BlacklistFilter, BlacklistForm};
use domain::ids::BlacklistedNumberId;
use domain::pagination::PageWindow;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::reservations::detail::display_phone;
use crate::console::page;
use crate::console::record_key::id_of;
use crate::console::{Expected, FloorStaff, Staff};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(page, create)).routes(routes!(update, destroy)).routes(routes!(check))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerBlacklistPage {
    numbers: Vec<BlacklistedNumber>,
}

impl PageData for OwnerBlacklistPage {
    const NAME: &'static str = "owner_blacklist";
}

#[derive(Serialize, ToSchema)]
pub struct BlacklistedNumber {
    id: i64,
    phone_country: String,
    phone_local_number: String,
    display_phone_number: String,
    internal_memo: String,
    created_at: String,
    /// The restaurant's customer with this number.
    customer_uid: Option<String>,
    customer_name: Option<String>,
}

impl BlacklistedNumber {
    pub fn new(staff: &Staff, entry: BlacklistEntry) -> Self {
        Self {
            display_phone_number: display_phone(&entry.phone_country, &entry.phone_local_number),
            created_at: staff.restaurant.zone.iso(entry.created_at),
            id: entry.id.0,
            phone_country: entry.phone_country,
            phone_local_number: entry.phone_local_number,
            internal_memo: entry.internal_memo,
            customer_uid: entry.customer_uid,
            customer_name: entry.customer_name,
        }
    }
}

/// Returns the page with the blacklist.
#[utoipa::path(get, path = "/owners/restaurant_blacklisted_phone_numbers", tag = "owner",
    responses((status = 200, body = page::ConsolePage<OwnerBlacklistPage>), (status = 302)))]
pub async fn page(State(app): State<App>, context: Context, staff: FloorStaff) -> Result<Response, ApiError> {
    let (asked, window) = (BlacklistFilter::default(), PageWindow::everything());
    let entries = blacklist::list(&mut *app.pool.acquire().await?, staff.restaurant.id, &asked, window).await?;
    let numbers = entries.into_iter().map(|entry| BlacklistedNumber::new(&staff, entry)).collect();
    let data = OwnerBlacklistPage { numbers };
    page::respond(&app, &context, &staff, &context.t("owner.blacklist.title"), data).await
}

/// A number with a memo. Fields that are left out of a change remain unchanged.
#[derive(Default, Deserialize, ToSchema)]
pub struct BlacklistBody {
    /// Japan by default for a new number.
    #[schema(nullable = false)]
    phone_country: Option<String>,
    #[schema(nullable = false)]
    phone_local_number: Option<String>,
    #[schema(nullable = false)]
    internal_memo: Option<String>,
    /// The memo that the writer of a change saw: 409 if a colleague has changed it meanwhile. Without it, it is overwritten.
    #[schema(nullable = false)]
    expected_internal_memo: Option<String>,
    /// The number that the form of a change showed: `phone_country` and `phone_local_number`.
    #[serde(default)]
    expected: Expected,
}

impl From<BlacklistBody> for BlacklistForm {
    fn from(body: BlacklistBody) -> Self {
        let BlacklistBody { phone_country, phone_local_number, internal_memo, expected_internal_memo, expected: _ } =
            body;
        Self { phone_country, phone_local_number, internal_memo, seen_internal_memo: expected_internal_memo }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BlacklistSaved {
    status: u16,
    id: i64,
    message: String,
}

#[derive(Deserialize, IntoParams)]
pub struct CheckedNumber {
    /// Default: Japan.
    phone_country: Option<String>,
    #[serde(default)]
    phone_local_number: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BlacklistCheck {
    is_blacklisted: bool,
}

/// Reports whether a number that staff are entering is on the blacklist.
#[utoipa::path(get, path = "/owners/api/blacklisted_phone_numbers/check", tag = "owner", params(CheckedNumber),
    responses((status = 200, body = BlacklistCheck), (status = 401)))]
pub async fn check(
    State(app): State<App>,
    staff: FloorStaff,
    Query(number): Query<CheckedNumber>,
) -> Result<Json<BlacklistCheck>, ApiError> {
    let country = number.phone_country.as_deref().filter(|country| !country.is_empty()).unwrap_or("JP");
    let mut conn = app.pool.acquire().await?;
    let is_blacklisted =
        blacklist::is_listed(&mut conn, staff.restaurant.id, country, &number.phone_local_number).await?;
    Ok(Json(BlacklistCheck { is_blacklisted }))
}

/// Adds a number to the blacklist. Its owner sees all slots as full.
#[utoipa::path(post, path = "/owners/restaurant_blacklisted_phone_numbers", tag = "owner", request_body = BlacklistBody,
    responses((status = 201, body = BlacklistSaved), (status = 401), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<BlacklistBody>,
) -> Result<Response, ApiError> {
    let (now, actor, restaurant) = (app.clock.now(), staff.actor(), staff.restaurant.id);
    let id = app.transaction(async |tx| blacklist::add(tx, now, actor, restaurant, body.into()).await).await?;
    let saved = BlacklistSaved { status: 201, id: id.0, message: context.t("owner.blacklist.added") };
    Ok((StatusCode::CREATED, Json(saved)).into_response())
}

/// Changes an entry.
///
/// # Errors
/// 409 `edited_meanwhile` if a colleague has changed the number since the form showed it (gaps G319).
pub async fn change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    staff: &Staff,
    id: BlacklistedNumberId,
    body: BlacklistBody,
) -> Result<(), ApiError> {
    let (restaurant, expected) = (staff.restaurant.id, body.expected.clone());
    let stored = blacklist::lock(conn, restaurant, id).await?.ok_or_else(ApiError::not_found)?;
    blacklist::change(conn, now, staff.actor(), restaurant, id, body.into()).await?;
    let saved = blacklist::find(conn, restaurant, id).await?.ok_or_else(ApiError::not_found)?;
    expected.require(&number_of(&stored), &number_of(&saved))
}

fn number_of(entry: &BlacklistEntry) -> Value {
    json!({ "phone_country": entry.phone_country, "phone_local_number": entry.phone_local_number })
}

/// Changes an entry. 409 if a colleague has changed its number or its memo since the form showed it.
#[utoipa::path(patch, path = "/owners/restaurant_blacklisted_phone_numbers/{id}", tag = "owner",
    params(("id" = String, Path)), request_body = BlacklistBody,
    responses((status = 200, body = BlacklistSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<BlacklistBody>,
) -> Result<Json<BlacklistSaved>, ApiError> {
    let id = BlacklistedNumberId(id_of(&id)?);
    let now = app.clock.now();
    app.transaction(async |tx| change(tx, now, &staff, id, body).await).await?;
    Ok(Json(BlacklistSaved { status: 200, id: id.0, message: context.t("owner.blacklist.changed") }))
}

/// Removes a number from the blacklist.
#[utoipa::path(delete, path = "/owners/restaurant_blacklisted_phone_numbers/{id}", tag = "owner",
    params(("id" = String, Path)),
    responses((status = 200, body = BlacklistSaved), (status = 401), (status = 404)))]
pub async fn destroy(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(id): Path<String>,
) -> Result<Json<BlacklistSaved>, ApiError> {
    let id = BlacklistedNumberId(id_of(&id)?);
    let (now, actor, restaurant) = (app.clock.now(), staff.actor(), staff.restaurant.id);
    app.transaction(async |tx| blacklist::remove(tx, now, actor, restaurant, id).await).await?;
    Ok(Json(BlacklistSaved { status: 200, id: id.0, message: context.t("owner.blacklist.removed") }))
}
