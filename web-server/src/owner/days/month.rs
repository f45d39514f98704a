//! The monthly calendar: one cell per day with its bookings and offers, tags, memo, and the circles (gaps G107).

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::response::Response;
use chrono::NaiveDate;
use domain::calendar::marks::Circle;
use domain::calendar::month::{self, DayRecord, MealCount};
use domain::calendar::queries as calendar;
use domain::calendar::tags;
use domain::holidays::Holidays;
use domain::ids::InventoryGroupId;
use domain::restaurants;
use domain::restaurants::model::Bilingual;
use domain::restaurants::model::OperationName;
use domain::zone::YearMonth;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::console::months::{months_around, parse_month};
use crate::console::{FloorStaff, Staff, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerMonthlyCalendarPage {
    /// YYYY-MM
    pub month: String,
    /// The months to choose from, earliest first.
    pub months: Vec<String>,
    pub tags: Vec<CalendarTag>,
    pub days: Vec<MonthDay>,
}

impl PageData for OwnerMonthlyCalendarPage {
    const NAME: &'static str = "owner_monthly_calendar";
}

/// A tag for days.
#[derive(Serialize, ToSchema)]
pub struct CalendarTag {
    pub id: i64,
    pub label: String,
    /// #rrggbb
    pub color: String,
}

#[derive(Serialize, ToSchema)]
pub struct MonthDay {
    /// YYYY-MM-DD
    pub date: String,
    pub is_today: bool,
    pub is_past: bool,
    /// The national holiday on this day.
    pub holiday: Option<String>,
    /// The id of the day's record, if there is one.
    pub calendar_date_id: Option<i64>,
    pub is_closed: bool,
    pub daily_memo: String,
    /// An admin has reviewed the day (gaps G109).
    pub is_checked: bool,
    pub tag_ids: Vec<i64>,
    pub meals: Vec<MonthMeal>,
}

/// Numbers and circles of a meal on one day.
#[derive(Serialize, ToSchema)]
pub struct MonthMeal {
    pub operation: OperationName,
    pub label: String,
    /// Bookings, and their guests.
    pub reservations: i64,
    pub guests: i64,
    /// Invitations without an answer.
    pub invitations: i64,
    /// Number of seats offered online, and number of them that are free.
    pub web_stocks: i64,
    pub free_web_stocks: i64,
    pub marks: Vec<OperationMark>,
}

/// Planned slots of an inventory group in a period of the day. `promised` is the number of circles, `filled` the number of red
/// ones.
#[derive(Serialize, ToSchema)]
pub struct OperationMark {
    pub inventory_group_short_label: String,
    /// HH:mm
    pub from: String,
    pub till: String,
    pub promised: i32,
    pub filled: i32,
    /// Whether a header of the meal precedes the circles.
    pub has_header: bool,
}

/// Returns the page of the monthly calendar.
#[utoipa::path(get, path = "/owners/monthly_calendars/{year_month}", tag = "owner", params(("year_month" = String, Path)),
    responses((status = 200, body = page::ConsolePage<OwnerMonthlyCalendarPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(year_month): Path<String>,
) -> Result<Response, ApiError> {
    let month = parse_month(&year_month)?;
    let mut conn = app.pool.acquire().await?;
    let data = OwnerMonthlyCalendarPage::load(&mut conn, &app, &context, &staff, month).await?;
    drop(conn);
    let title = format!("{month} {}", context.t("owner.monthly_calendar.title"));
    page::respond(&app, &context, &staff, &title, data).await
}

impl OwnerMonthlyCalendarPage {
    async fn load(
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
        staff: &Staff,
        month: YearMonth,
    ) -> Result<Self, ApiError> {
        let (restaurant, now) = (&staff.restaurant, app.clock.now());
        let today = restaurants::queries::today(conn, restaurant, now).await?;
        let (from, till) = (month.first_day(), month.last_day());
        let records = month::list_records(conn, restaurant.id, from, till).await?;
        let counts = month::list_counts(conn, restaurant.id, from, till, now).await?;
        let marks = calendar::marks::list_marks(conn, restaurant, from, till, now).await?;
        let tags = tags::list(conn, restaurant.id, from, till).await?;
        let holidays = Holidays::load(&mut *conn).await?;
        let groups = calendar::day::list_groups(conn, restaurant.id).await?;
        let labels: HashMap<InventoryGroupId, String> =
            groups.into_iter().map(|group| (group.id, group.short_label)).collect();
        let days = from.iter_days().take_while(|day| *day <= till).map(|date| {
            let record = records.iter().find(|record| record.date == date);
            let own = counts.iter().filter(|count| count.date == date);
            let marks = marks.get(&date).map_or(&[][..], Vec::as_slice);
            let mut day = MonthDay::new(context, date, &holidays, record, meals(context, own, marks, &labels));
            day.is_today = date == today;
            day.is_past = date < today;
            day.tag_ids = tags.iter().filter(|tag| tag.dates.contains(&date)).map(|tag| tag.id.0).collect();
            day
        });
        Ok(Self {
            month: month.to_string(),
            months: months_around(today, month),
            days: days.collect(),
            tags: tags
                .into_iter()
                .map(|tag| CalendarTag { id: tag.id.0, label: tag.label, color: tag.color })
                .collect(),
        })
    }
}

impl MonthDay {
    fn new(
        context: &Context,
        date: NaiveDate,
        holidays: &Holidays,
        record: Option<&DayRecord>,
        meals: Vec<MonthMeal>,
    ) -> Self {
        Self {
            date: date.to_string(),
            is_today: false,
            is_past: false,
            holiday: holidays.name(date).map(|(ja, en)| context.pick(&Bilingual::new(ja, en))),
            calendar_date_id: record.map(|record| record.id.0),
            is_closed: record.is_some_and(|record| record.is_closed),
            daily_memo: record.map(|record| record.daily_memo.clone()).unwrap_or_default(),
            is_checked: record.is_some_and(|record| record.checked_at.is_some()),
            tag_ids: Vec::new(),
            meals,
        }
    }
}

/// Returns the meals with reservations, offers or circles, lunch before dinner.
fn meals<'a>(
    context: &Context,
    counts: impl Iterator<Item = &'a MealCount>,
    marks: &[Circle],
    labels: &HashMap<InventoryGroupId, String>,
) -> Vec<MonthMeal> {
    let counts: Vec<_> = counts.collect();
    let mut meals = Vec::new();
    for operation in [OperationName::Lunch, OperationName::Dinner, OperationName::Takeaway] {
        let count = counts.iter().find(|count| count.operation == operation);
        let own: Vec<_> = marks.iter().filter(|mark| mark.operation == operation).collect();
        if count.is_none() && own.is_empty() {
            continue;
        }
        let number = |of: fn(&MealCount) -> i64| count.map(|count| of(count)).unwrap_or_default();
        meals.push(MonthMeal {
            operation,
            label: context.t(&format!("operation.{}", operation.as_str())),
            reservations: number(|count| count.reservations),
            guests: number(|count| count.guests),
            invitations: number(|count| count.invitations),
            web_stocks: number(|count| count.web_stocks),
            free_web_stocks: number(|count| count.free_web_stocks),
            marks: own.into_iter().map(|mark| OperationMark::new(mark, labels)).collect(),
        });
    }
    meals
}

impl OperationMark {
    pub fn new(mark: &Circle, labels: &HashMap<InventoryGroupId, String>) -> Self {
        Self {
            inventory_group_short_label: labels.get(&mark.group).cloned().unwrap_or_default(),
            from: mark.from.format("%H:%M").to_string(),
            till: mark.till.to_string(),
            promised: mark.promised,
            filled: mark.filled,
            has_header: mark.has_header,
        }
    }
}
