//! Changes of waiting parties' requests.

use axum::Json;
use axum::extract::{Path, State};
use domain::waiting_list::actions;
use domain::waiting_list::model::{NewWaitingParty, WaitingParty};
use domain::waiting_list::queries;
use domain::zone::{Zone, parse_day};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::reservations::staff_writes::parse_time_on;
use crate::console::{ConsoleWriteResult, Expected, FloorStaff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

/// The changed fields of an entry. Absent fields stay unchanged; the times keep their clock times on another date.
#[derive(Deserialize, ToSchema)]
pub struct WaitingListChange {
    /// YYYY-MM-DD.
    #[schema(nullable = false)]
    date: Option<String>,
    /// HH:mm of the day: the earliest and the latest acceptable start.
    #[schema(nullable = false)]
    starts_from: Option<String>,
    #[schema(nullable = false)]
    starts_till: Option<String>,
    #[schema(nullable = false)]
    guests_count: Option<i32>,
    /// ISO 8601, or HH:mm of the day; blank for the latest acceptable start, which an entry that waits until then follows.
    #[schema(nullable = false)]
    waits_until: Option<String>,
    #[schema(nullable = false)]
    internal_memo: Option<String>,
    /// The values of these fields that the form showed; `waits_until` in ISO 8601.
    #[serde(default)]
    expected: Expected,
}

/// Changes the request of a waiting party, which keeps its place in the list. 409 if the party does not wait any more, or with the stored
/// values if another user has changed one of the fields since the form showed it (gaps G330).
#[utoipa::path(put, path = "/owners/api/waiting_list/{uid}", tag = "owner", params(("uid" = String, Path)),
    request_body = WaitingListChange,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn change(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<WaitingListChange>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let (staff_context, zone) = (staff.context(&app), staff.restaurant.zone);
    let mut tx = app.pool.begin().await?;
    let stored = actions::lock_waiting(&mut tx, staff_context, &uid).await?;
    let expected = body.expected.clone();
    let new = changed(zone, &stored, body)?;
    actions::change(&mut tx, staff_context, &stored, &new).await?;
    let saved = queries::lock(&mut tx, staff.restaurant.id, &uid).await?.ok_or_else(ApiError::not_found)?;
    expected.require(&form_values(zone, &stored), &form_values(zone, &saved))?;
    tx.commit().await?;
    Ok(ConsoleWriteResult::ok(context.t("owner.flash.waiting_changed")))
}

/// Returns the request of an entry with the changed fields.
fn changed(zone: Zone, entry: &WaitingParty, body: WaitingListChange) -> Result<NewWaitingParty, ApiError> {
    let invalid = |name: &'static str| ApiError::invalid_fields([(name, "field_invalid")]);
    let date = match &body.date {
        Some(text) => parse_day(text).ok_or_else(|| invalid("date"))?,
        None => entry.date,
    };
    let at = |name, text: &str| parse_time_on(text, zone, Some(date)).ok_or_else(|| invalid(name));
    let stored = |instant| zone.clock_time(entry.date, instant);
    let starts_from = at("starts_from", &body.starts_from.unwrap_or_else(|| stored(entry.starts_from)))?;
    let starts_till = at("starts_till", &body.starts_till.unwrap_or_else(|| stored(entry.starts_till)))?;
    let waits_until = match body.waits_until.as_deref().map(str::trim) {
        Some("") => None,
        Some(text) => Some(at("waits_until", text)?),
        None => Some(entry.waits_until).filter(|until| *until != entry.starts_till),
    };
    Ok(NewWaitingParty {
        customer_uid: entry.customer_uid.clone(),
        date,
        starts_from,
        starts_till,
        guests_count: body.guests_count.unwrap_or(entry.guests_count),
        waits_until,
        internal_memo: body.internal_memo.unwrap_or_else(|| entry.internal_memo.clone()),
    })
}

/// Returns the values of the form's fields, by their names.
fn form_values(zone: Zone, entry: &WaitingParty) -> Value {
    let clock = |instant| zone.clock_time(entry.date, instant);
    json!({
        "date": entry.date.to_string(), "starts_from": clock(entry.starts_from), "starts_till": clock(entry.starts_till),
        "guests_count": entry.guests_count, "waits_until": zone.iso(entry.waits_until),
        "internal_memo": entry.internal_memo,
    })
}
