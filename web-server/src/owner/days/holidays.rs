//! The holiday page: the days of a month, open or closed.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::calendar::month;
use domain::holidays::Holidays;
use domain::restaurants;
use domain::restaurants::model::Bilingual;
use domain::zone::YearMonth;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::console::months::{months_around, parse_month};
use crate::console::{OwnerOrAdmin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerHolidaysPage {
    /// YYYY-MM
    pub month: String,
    /// The months to choose from, earliest first.
    pub months: Vec<String>,
    pub days: Vec<HolidayDay>,
}

impl PageData for OwnerHolidaysPage {
    const NAME: &'static str = "owner_holidays";
}

#[derive(Serialize, ToSchema)]
pub struct HolidayDay {
    /// YYYY-MM-DD
    pub date: String,
    pub is_today: bool,
    pub is_past: bool,
    /// The national holiday on this day.
    pub holiday: Option<String>,
    /// The id of the day's record, if there is one.
    pub calendar_date_id: Option<i64>,
    pub is_closed: bool,
    /// Number of reservations, which remain when the day is closed.
    pub reservations: i64,
    /// Number of seats that become bookable online when the day is opened.
    pub free_web_stocks: i64,
}

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HolidaysQuery {
    /// YYYY-MM; default: the current month.
    month: Option<String>,
}

/// Returns the page of closed days.
#[utoipa::path(get, path = "/owners/holidays", tag = "owner", params(HolidaysQuery),
    responses((status = 200, body = page::ConsolePage<OwnerHolidaysPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Query(asked): Query<HolidaysQuery>,
) -> Result<Response, ApiError> {
    let (restaurant, now) = (&staff.restaurant, app.clock.now());
    let mut conn = app.pool.acquire().await?;
    let today = restaurants::queries::today(&mut conn, restaurant, now).await?;
    let month = match asked.month.as_deref().filter(|month| !month.is_empty()) {
        Some(month) => parse_month(month)?,
        None => YearMonth::containing(today),
    };
    let (from, till) = (month.first_day(), month.last_day());
    let records = month::list_records(&mut conn, restaurant.id, from, till).await?;
    let counts = month::list_counts(&mut conn, restaurant.id, from, till, now).await?;
    let holidays = Holidays::load(&mut conn).await?;
    drop(conn);
    let days = from.iter_days().take_while(|day| *day <= till).map(|date| {
        let record = records.iter().find(|record| record.date == date);
        let own = || counts.iter().filter(|count| count.date == date);
        HolidayDay {
            date: date.to_string(),
            is_today: date == today,
            is_past: date < today,
            holiday: holidays.name(date).map(|(ja, en)| context.pick(&Bilingual::new(ja, en))),
            calendar_date_id: record.map(|record| record.id.0),
            is_closed: record.is_some_and(|record| record.is_closed),
            reservations: own().map(|count| count.reservations + count.invitations).sum(),
            free_web_stocks: own().map(|count| count.free_web_stocks).sum(),
        }
    });
    let data =
        OwnerHolidaysPage { month: month.to_string(), months: months_around(today, month), days: days.collect() };
    page::respond(&app, &context, &staff, &context.t("owner.holidays.title"), data).await
}
