//! Days whose calendar an admin has reviewed (flag cxl; gaps G109).

use axum::extract::{Query, State};
use axum::response::Response;
use chrono::NaiveDate;
use domain::calendar::{checked, month};
use domain::holidays::Holidays;
use domain::restaurants::model::Bilingual;
use domain::zone::{YearMonth, parse_day};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::access::Cxl;
use super::parts::{non_blank, respond};
use crate::console::months::{months_around, parse_month};
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, Texts, tick};
use crate::http::page::PageData;
use crate::http::write_response::{RedirectWith, WriteResponse};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct AdminCheckedCalendarsPage {
    /// YYYY-MM
    month: String,
    /// The months to choose from, earliest first.
    months: Vec<String>,
    days: Vec<CheckableDay>,
}

impl PageData for AdminCheckedCalendarsPage {
    const NAME: &'static str = "admin_checked_calendars";
}

#[derive(Serialize, ToSchema)]
pub struct CheckableDay {
    /// YYYY-MM-DD
    date: String,
    holiday: Option<String>,
    is_closed: bool,
    reservations: i64,
    web_stocks: i64,
    /// Time of the review, ISO 8601, and the admin.
    checked_at: Option<String>,
    checked_by: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MonthQuery {
    /// YYYY-MM; default: the current month.
    month: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct CheckedBody {
    /// YYYY-MM-DD, as a list or one per line.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    dates: Texts,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = bool)]
    checked: bool,
}

/// Number of changed days.
#[derive(Debug, Serialize, ToSchema)]
pub struct DaysChecked {
    count: u64,
}

/// Returns a month with its reviewed days, and with the reservations and stocks of each day.
#[utoipa::path(get, path = "/admin/r/{slug}/bulk_checked_calendars", tag = "admin", params(("slug" = String, Path), MonthQuery),
    responses((status = 200, body = page::ConsolePage<AdminCheckedCalendarsPage>), (status = 302), (status = 401),
        (status = 403), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    at: Cxl,
    Query(query): Query<MonthQuery>,
) -> Result<Response, ApiError> {
    let (now, restaurant) = (app.clock.now(), &at.restaurant);
    let today = restaurant.zone.date_of(now);
    let month = match non_blank(query.month.as_deref()) {
        Some(text) => parse_month(text)?,
        None => YearMonth::containing(today),
    };
    let (from, till) = (month.first_day(), month.last_day());
    let mut conn = app.pool.acquire().await?;
    let records = month::list_records(&mut conn, restaurant.id, from, till).await?;
    let counts = month::list_counts(&mut conn, restaurant.id, from, till, now).await?;
    let marks = checked::list(&mut conn, restaurant.id, from, till).await?;
    let holidays = Holidays::load(&mut conn).await?;
    drop(conn);
    let days = from.iter_days().take_while(|day| *day <= till).map(|date| {
        let mark = marks.iter().find(|mark| mark.date == date);
        let meals = || counts.iter().filter(|count| count.date == date);
        CheckableDay {
            date: date.to_string(),
            holiday: holidays.name(date).map(|(ja, en)| context.pick(&Bilingual::new(ja, en))),
            is_closed: records.iter().any(|record| record.date == date && record.is_closed),
            reservations: meals().map(|meal| meal.reservations).sum(),
            web_stocks: meals().map(|meal| meal.web_stocks).sum(),
            checked_at: mark.map(|mark| restaurant.zone.iso(mark.checked_at)),
            checked_by: mark.map(|mark| mark.nickname.clone()),
        }
    });
    let data = AdminCheckedCalendarsPage {
        month: month.to_string(),
        months: months_around(today, month),
        days: days.collect(),
    };
    respond(&app, &context, &at, "admin.checked_calendars.title", data).await
}

/// Marks days as checked, or removes the marks. The owner's monthly calendar shows them.
#[utoipa::path(post, path = "/admin/r/{slug}/bulk_checked_calendars", tag = "admin", params(("slug" = String, Path)),
    request_body = CheckedBody,
    responses((status = 200, body = RedirectWith<DaysChecked>), (status = 303), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn save(
    State(app): State<App>,
    context: Context,
    at: Cxl,
    FormOrJson(body): FormOrJson<CheckedBody>,
) -> Result<Response, ApiError> {
    let dates = read_dates(&body.dates)?;
    let (now, admin, restaurant) = (app.clock.now(), at.admin.id, at.restaurant.id);
    let count =
        app.transaction(async |tx| checked::set(tx, now, admin, restaurant, &dates, body.checked).await).await?;
    let key = if body.checked { "admin.checked_calendars.checked" } else { "admin.checked_calendars.unchecked" };
    let text = context.t_with(key, &[("count", &count)]);
    let month = dates.first().copied().map(YearMonth::containing);
    let month = month.map(|month| format!("?month={month}")).unwrap_or_default();
    let page = format!("/admin/r/{}/bulk_checked_calendars{month}", at.restaurant.slug);
    WriteResponse::redirect_to(page).with(DaysChecked { count }).flash(Flash::notice(text)).respond(&app, &context)
}

fn read_dates(texts: &Texts) -> Result<Vec<NaiveDate>, ApiError> {
    let refused = |code| ApiError::invalid_fields([("dates", code)]);
    let lines = texts.all().iter().flat_map(|text| text.lines()).map(str::trim).filter(|line| !line.is_empty());
    let dates: Option<Vec<_>> = lines.map(parse_day).collect();
    let dates = dates.ok_or_else(|| refused("date_invalid"))?;
    match dates.len() {
        0 => Err(refused("blank")),
        count if count > checked::MAX_DAYS => Err(refused("date_range_invalid")),
        _ => Ok(dates),
    }
}
