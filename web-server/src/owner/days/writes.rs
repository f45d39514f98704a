//! Writes of staff about days: closed or open, tags, memos. Each write names its date, whether or not the day has a record (gaps
//! G110).

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::calendar::closed::{self, RemainingReservations};
use domain::calendar::{memo, tags};
use domain::db;
use domain::ids::{CalendarDateId, CalendarTagId};
use domain::names::too_long;
use domain::zone::parse_day;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::{FloorStaff, OwnerOrAdmin, Staff};
use crate::http::error::ApiError;
use crate::http::extract::form::{FormOrJson, tick};
use crate::state::App;

/// Maximum number of days in one call.
const MAX_DAYS: usize = 400;

/// An opened or closed day.
#[derive(Debug, Serialize, ToSchema)]
pub struct DayWritten {
    status: u16,
    /// The id of the day's record.
    id: i64,
    /// YYYY-MM-DD
    date: String,
    /// Number of the day's reservations, which remain when it is closed, and of their guests.
    reservations: i64,
    guests: i64,
}

/// A day with a changed memo.
#[derive(Debug, Serialize, ToSchema)]
pub struct DayMemoWritten {
    status: u16,
    /// The id of the day's record.
    id: i64,
    /// YYYY-MM-DD
    date: String,
}

/// The changed days.
#[derive(Debug, Serialize, ToSchema)]
pub struct DaysWritten {
    status: u16,
    date_list: Vec<String>,
}

impl DaysWritten {
    fn respond(dates: &[NaiveDate]) -> Json<Self> {
        Json(Self { status: 200, date_list: dates.iter().map(ToString::to_string).collect() })
    }
}

/// The opened or closed days.
#[derive(Debug, Serialize, ToSchema)]
pub struct DaysSwitched {
    status: u16,
    date_list: Vec<String>,
    /// Number of the days' reservations, which remain when they are closed, and of their guests.
    reservations: i64,
    guests: i64,
}

#[derive(Deserialize, ToSchema)]
pub struct ClosedDay {
    restaurant_calendar_date: ClosedDayFields,
}

#[derive(Deserialize, ToSchema)]
pub struct ClosedDayFields {
    /// YYYY-MM-DD
    date: String,
    #[serde(deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    is_closed: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct ClosedChange {
    restaurant_calendar_date: ClosedChangeFields,
}

#[derive(Deserialize, ToSchema)]
pub struct ClosedChangeFields {
    #[serde(deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    is_closed: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct ClosedDays {
    /// YYYY-MM-DD each.
    #[serde(default)]
    date_list: Vec<String>,
    #[serde(deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    is_closed: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct DayMemoChange {
    restaurant_calendar_date: DayMemoFields,
}

#[derive(Deserialize, ToSchema)]
pub struct DayMemoFields {
    daily_memo: String,
    /// The memo as its writer saw it: 409 if another user has changed it meanwhile. Without it, the memo is overwritten.
    #[schema(required = false)]
    expected_daily_memo: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct TaggedDays {
    /// YYYY-MM-DD each.
    #[serde(default)]
    date_list: Vec<String>,
    #[serde(default)]
    calendar_tag_ids: Vec<i64>,
}

/// Parses a list of days: sorted, without duplicates. At least one is required, and all must be valid.
fn parse_days(list: &[String]) -> Result<Vec<NaiveDate>, ApiError> {
    let days = list.iter().map(|text| parse_day(text)).collect::<Option<std::collections::BTreeSet<_>>>();
    match days {
        Some(days) if (1..=MAX_DAYS).contains(&days.len()) => Ok(days.into_iter().collect()),
        _ => Err(ApiError::invalid_fields([("date_list", "date_invalid")])),
    }
}

/// Returns the day of a member route, from the id of its record or from its date.
async fn find_day(app: &App, staff: &Staff, member: &str) -> Result<NaiveDate, ApiError> {
    if let Some(date) = parse_day(member) {
        return Ok(date);
    }
    let id = member.parse().map(CalendarDateId).map_err(|_| ApiError::not_found())?;
    let found = closed::find_date(&mut *app.pool.acquire().await?, staff.restaurant.id, id).await?;
    found.ok_or_else(ApiError::not_found)
}

async fn set_closed(
    app: &App,
    staff: &Staff,
    dates: &[NaiveDate],
    is_closed: bool,
) -> Result<(i64, RemainingReservations), ApiError> {
    let mut tx = app.pool.begin().await?;
    let (now, restaurant) = (app.clock.now(), staff.restaurant.id);
    let ids = closed::set_closed(&mut tx, now, staff.actor(), restaurant, dates, is_closed).await?;
    let staying = closed::count_staying(&mut tx, now, restaurant, dates).await?;
    tx.commit().await?;
    Ok((ids.first().map_or(0, |id| id.0), staying))
}

impl DayWritten {
    fn switched(status: StatusCode, date: NaiveDate, id: i64, staying: RemainingReservations) -> Self {
        let RemainingReservations { reservations, guests } = staying;
        Self { status: status.as_u16(), id, date: date.to_string(), reservations, guests }
    }
}

/// Opens or closes a day.
#[utoipa::path(post, path = "/owners/api/restaurant_calendar_dates/create_is_closed", tag = "owner", request_body = ClosedDay,
    responses((status = 201, body = DayWritten), (status = 401), (status = 422)))]
pub async fn create_is_closed(
    State(app): State<App>,
    staff: OwnerOrAdmin,
    FormOrJson(body): FormOrJson<ClosedDay>,
) -> Result<Response, ApiError> {
    let fields = body.restaurant_calendar_date;
    let invalid = || ApiError::invalid_fields([("restaurant_calendar_date.date", "date_invalid")]);
    let date = parse_day(&fields.date).ok_or_else(invalid)?;
    let (id, staying) = set_closed(&app, &staff, &[date], fields.is_closed).await?;
    let status = StatusCode::CREATED;
    Ok((status, Json(DayWritten::switched(status, date, id, staying))).into_response())
}

/// Opens or closes a day, given by the id of its record or by its date.
#[utoipa::path(put, path = "/owners/api/restaurant_calendar_dates/{id}/update_is_closed", tag = "owner",
    params(("id" = String, Path)), request_body = ClosedChange,
    responses((status = 200, body = DayWritten), (status = 401), (status = 404), (status = 422)))]
pub async fn update_is_closed(
    State(app): State<App>,
    staff: OwnerOrAdmin,
    Path(member): Path<String>,
    FormOrJson(body): FormOrJson<ClosedChange>,
) -> Result<Json<DayWritten>, ApiError> {
    let date = find_day(&app, &staff, &member).await?;
    let (id, staying) = set_closed(&app, &staff, &[date], body.restaurant_calendar_date.is_closed).await?;
    Ok(Json(DayWritten::switched(StatusCode::OK, date, id, staying)))
}

/// Opens or closes several days.
#[utoipa::path(post, path = "/owners/api/restaurant_calendar_dates/bulk_update_is_closed", tag = "owner",
    request_body = ClosedDays, responses((status = 200, body = DaysSwitched), (status = 401), (status = 422)))]
pub async fn bulk_update_is_closed(
    State(app): State<App>,
    staff: OwnerOrAdmin,
    FormOrJson(body): FormOrJson<ClosedDays>,
) -> Result<Json<DaysSwitched>, ApiError> {
    db::extend_for_bulk();
    let dates = parse_days(&body.date_list)?;
    let (_, RemainingReservations { reservations, guests }) = set_closed(&app, &staff, &dates, body.is_closed).await?;
    let date_list = dates.iter().map(ToString::to_string).collect();
    Ok(Json(DaysSwitched { status: 200, date_list, reservations, guests }))
}

/// Changes a day's memo (gaps G111).
#[utoipa::path(patch, path = "/owners/api/restaurant_calendar_dates/{id}", tag = "owner", params(("id" = String, Path)),
    request_body = DayMemoChange,
    responses((status = 200, body = DayMemoWritten), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update_memo(
    State(app): State<App>,
    staff: FloorStaff,
    Path(member): Path<String>,
    FormOrJson(body): FormOrJson<DayMemoChange>,
) -> Result<Json<DayMemoWritten>, ApiError> {
    let date = find_day(&app, &staff, &member).await?;
    let DayMemoFields { daily_memo, expected_daily_memo } = body.restaurant_calendar_date;
    let (text, seen) = (daily_memo.trim(), expected_daily_memo.as_deref());
    if text.chars().count() > memo::MAX_MEMO_LENGTH {
        return Err(ApiError::invalid_fields([(
            "restaurant_calendar_date.daily_memo",
            too_long(memo::MAX_MEMO_LENGTH),
        )]));
    }
    let mut tx = app.pool.begin().await?;
    let now = app.clock.now();
    let written = memo::set_memo(&mut tx, now, staff.actor(), staff.restaurant.id, date, text, seen).await?;
    let id = written.ok_or_else(|| ApiError::new(StatusCode::CONFLICT, "note_changed"))?;
    tx.commit().await?;
    Ok(Json(DayMemoWritten { status: 200, id: id.0, date: date.to_string() }))
}

async fn set_tags(
    app: &App,
    staff: &Staff,
    dates: &[NaiveDate],
    ids: &[i64],
    is_attached: bool,
) -> Result<(), ApiError> {
    let tags: Vec<_> = ids.iter().copied().map(CalendarTagId).collect();
    let mut tx = app.pool.begin().await?;
    let now = app.clock.now();
    if !tags::set(&mut tx, now, staff.actor(), staff.restaurant.id, dates, &tags, is_attached).await? {
        return Err(ApiError::not_found());
    }
    Ok(tx.commit().await?)
}

async fn set_tag(app: &App, staff: &Staff, date: &str, tag: &str, is_attached: bool) -> Result<(), ApiError> {
    let (Some(date), Ok(tag)) = (parse_day(date), tag.parse()) else { return Err(ApiError::not_found()) };
    set_tags(app, staff, &[date], &[tag], is_attached).await
}

/// Adds a tag to a day.
#[utoipa::path(post, path = "/owners/api/dates/{date}/tags/{tag_id}", tag = "owner",
    params(("date" = String, Path), ("tag_id" = String, Path)),
    responses((status = 201), (status = 401), (status = 404)))]
pub async fn attach_tag(
    State(app): State<App>,
    staff: FloorStaff,
    Path(member): Path<(String, String)>,
) -> Result<StatusCode, ApiError> {
    set_tag(&app, &staff, &member.0, &member.1, true).await?;
    Ok(StatusCode::CREATED)
}

/// Removes a tag from a day.
#[utoipa::path(delete, path = "/owners/api/dates/{date}/tags/{tag_id}", tag = "owner",
    params(("date" = String, Path), ("tag_id" = String, Path)),
    responses((status = 204), (status = 401), (status = 404)))]
pub async fn detach_tag(
    State(app): State<App>,
    staff: FloorStaff,
    Path(member): Path<(String, String)>,
) -> Result<StatusCode, ApiError> {
    set_tag(&app, &staff, &member.0, &member.1, false).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn set_many(
    app: &App,
    staff: &Staff,
    body: &TaggedDays,
    is_attached: bool,
) -> Result<Json<DaysWritten>, ApiError> {
    db::extend_for_bulk();
    let dates = parse_days(&body.date_list)?;
    if body.calendar_tag_ids.is_empty() {
        return Err(ApiError::invalid_fields([("calendar_tag_ids", "blank")]));
    }
    set_tags(app, staff, &dates, &body.calendar_tag_ids, is_attached).await?;
    Ok(DaysWritten::respond(&dates))
}

/// Adds tags to several days.
#[utoipa::path(post, path = "/owners/api/restaurant_calendar_dates_tags/bulk_update_tags", tag = "owner",
    request_body = TaggedDays, responses((status = 200, body = DaysWritten), (status = 401), (status = 404), (status = 422)))]
pub async fn bulk_update_tags(
    State(app): State<App>,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<TaggedDays>,
) -> Result<Json<DaysWritten>, ApiError> {
    set_many(&app, &staff, &body, true).await
}

/// Removes tags from several days.
#[utoipa::path(post, path = "/owners/api/restaurant_calendar_dates_tags/bulk_destroy_tags", tag = "owner",
    request_body = TaggedDays, responses((status = 200, body = DaysWritten), (status = 401), (status = 404), (status = 422)))]
pub async fn bulk_destroy_tags(
    State(app): State<App>,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<TaggedDays>,
) -> Result<Json<DaysWritten>, ApiError> {
    set_many(&app, &staff, &body, false).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_valid_and_unique() {
        let list = |days: &[&str]| parse_days(&days.iter().map(|day| (*day).to_owned()).collect::<Vec<_>>());
        assert_eq!(list(&["2026-12-02", "2026-12-01", "2026-12-02"]).map(|days| days.len()).ok(), Some(2));
        for bad in [&[][..], &["2026-02-30"], &["2026-12-01", "soon"], &["2026-1-1"], &["9999-12-31"]] {
            assert!(list(bad).is_err(), "{bad:?}");
        }
    }
}
