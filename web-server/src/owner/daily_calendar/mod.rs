//! The daily calendar (owner §2): a page with all items of a day, and the event stream that reports changes.

use std::collections::HashMap;

use axum::extract::{Path, Query, State};
use axum::response::Response;
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar::columns::{self, Column, ColumnSpan};
use domain::calendar::day::CalendarDay;
use domain::calendar::queries as calendar;
use domain::calendar::queries::day::{CalendarDayTag, DayFacts, DayGroupChoice, DaySeatGroup};
use domain::cancellations;
use domain::i18n;
use domain::money::Yen;
use domain::restaurants::model::{Course, Operation, OperationName, business_day};
use domain::restaurants::pacing::{self, Pacing, QuarterCount};
use domain::restaurants::queries::{list_courses, list_operations};
use domain::restaurants::stays;
use domain::settings::features;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::days::month::OperationMark;
use super::settings::ActiveOperation;
use super::waiting_list::{DayList, WaitingListEntry};
use crate::console::page;
use crate::console::{FloorStaff, Staff};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

mod date;
pub mod events;
mod item;

pub use date::parse_date;
pub use item::CalendarItem;

/// The switch of the calendar sets it to 1 or 0. The parameter `quarter_hour` takes precedence; without either, the restaurant's setting
/// applies (owner §9).
const QUARTER_HOUR_COOKIE: &str = "quarter_hour_calendar";

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(show)).routes(routes!(events::events))
}

/// A day of the restaurant.
#[derive(Serialize, ToSchema)]
pub struct OwnerDailyCalendarPage {
    /// YYYY-MM-DD
    pub date: String,
    pub is_today: bool,
    /// Whether a column is 15 minutes instead of 30.
    pub is_quarter_hour: bool,
    pub columns: Vec<TimeColumn>,
    pub inventory_groups: Vec<CalendarGroup>,
    pub items: Vec<CalendarItem>,
    pub operations: Vec<ActiveOperation>,
    /// Quarters of an hour of meals with pacing, if a web slot offers them or a party comes.
    pub pacing: Vec<PacedQuarter>,
    /// The waiting list of the day, without the entries that have ended.
    pub waiting: Vec<WaitingListEntry>,
    pub courses: Vec<CalendarCourse>,
    pub customer_groups: Vec<CustomerGroupChoice>,
    /// The id of the day's record, if there is one.
    pub calendar_date_id: Option<i64>,
    pub is_closed: bool,
    pub daily_memo: String,
    /// All tags. The tags of the day are marked.
    pub tags: Vec<DayTag>,
    /// The circles of the day, by meal.
    pub marks: Vec<OperationMark>,
    /// Whether visits of this day have no review yet.
    pub has_unreviewed: bool,
}

impl PageData for OwnerDailyCalendarPage {
    const NAME: &'static str = "owner_daily_calendar";
}

/// A time span, HH:mm. A span without a label divides two meals.
#[derive(Serialize, ToSchema)]
pub struct TimeColumn {
    pub key: String,
    pub label: Option<String>,
    pub operation: Option<OperationName>,
    pub from: String,
    pub till: String,
}

#[derive(Serialize, ToSchema)]
pub struct CalendarGroup {
    pub uid: String,
    pub id: i64,
    pub title: String,
    pub short_label: String,
    pub capacity_per_stock: i32,
    pub inventory_items: Vec<CalendarSeat>,
}

#[derive(Serialize, ToSchema)]
pub struct CalendarSeat {
    pub uid: String,
    pub id: i64,
    pub label: String,
}

/// Guests and parties who come in a quarter of an hour of a meal, and the maximum numbers. Active holds and invitations count.
#[derive(Serialize, ToSchema)]
pub struct PacedQuarter {
    pub operation: OperationName,
    /// HH:mm of the restaurant's day. Start of the quarter.
    pub from: String,
    pub guests_count: i32,
    pub parties_count: i32,
    pub pacing_max_guests: Option<i32>,
    pub pacing_max_parties: Option<i32>,
    /// True if the web rejects any further party, even of one guest.
    pub is_full: bool,
}

/// A course to choose for a reservation or a slot.
#[derive(Serialize, ToSchema)]
pub struct CalendarCourse {
    pub id: i64,
    pub uid: String,
    pub title: String,
    /// The title with its price.
    pub chargeable_title: String,
    pub price: Yen,
    /// A guest who accepts an invitation pays it in advance.
    pub is_prepaid: bool,
    pub operation: OperationName,
}

#[derive(Serialize, ToSchema)]
pub struct CustomerGroupChoice {
    pub id: i64,
    pub uid: String,
    pub label: String,
    pub label_short: String,
    pub soft_disallow_online_reservation: bool,
}

#[derive(Serialize, ToSchema)]
pub struct DayTag {
    pub id: i64,
    pub label: String,
    /// #rrggbb
    pub color: String,
    pub is_attached: bool,
}

#[derive(Deserialize, IntoParams)]
pub struct DailyCalendarQuery {
    /// 1 or 0: columns of 15 minutes, or of 30.
    quarter_hour: Option<String>,
}

/// Returns the page of the daily calendar.
#[utoipa::path(get, path = "/owners/daily_calendars/{date}", tag = "owner", params(("date" = String, Path), DailyCalendarQuery),
    responses((status = 200, body = page::ConsolePage<OwnerDailyCalendarPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(date): Path<String>,
    Query(asked): Query<DailyCalendarQuery>,
) -> Result<Response, ApiError> {
    let date = parse_date(&date)?;
    let choice = asked.quarter_hour.as_deref().or_else(|| context.cookie(QUARTER_HOUR_COOKIE));
    let quarter_hour = choice.and_then(|choice| match choice {
        "1" => Some(true),
        "0" => Some(false),
        _ => None,
    });
    let mut conn = app.reads.connect_for_staff().await?;
    let data = OwnerDailyCalendarPage::load(&mut conn, &app, &context, &staff, date, quarter_hour).await?;
    drop(conn);
    let title = format!("{} {}", i18n::date(context.locale(), date), context.t("owner.daily_calendar.title"));
    page::respond(&app, &context, &staff, &title, data).await
}

impl OwnerDailyCalendarPage {
    pub async fn load(
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
        staff: &Staff,
        date: NaiveDate,
        quarter_hour: Option<bool>,
    ) -> Result<Self, ApiError> {
        let (restaurant, now) = (&staff.restaurant, app.clock.now());
        let features = features::find(conn, restaurant.id).await?;
        let operations = list_operations(conn, restaurant.id).await?;
        let stays = stays::list(conn, restaurant.id).await?;
        let today = business_day(&operations, restaurant.zone, now);
        let is_quarter_hour = quarter_hour.unwrap_or(features.quarter_hour);
        let columns = columns::columns(&operations, ColumnSpan::for_setting(is_quarter_hour));
        let groups = calendar::day::list_groups(conn, restaurant.id).await?;
        let day = CalendarDay {
            date,
            zone: restaurant.zone,
            columns: &columns,
            now,
            shows_gold_users: features.show_gold_users,
        };
        let items = list_items(conn, context, staff, &day, &groups).await?;
        let mut marks = calendar::marks::list_marks(conn, restaurant, date, date, now).await?;
        let labels: HashMap<_, _> = groups.iter().map(|group| (group.id, group.short_label.clone())).collect();
        let marks = marks.remove(&date).unwrap_or_default();
        let facts = calendar::day::find_facts(conn, restaurant.id, date, today, now).await?;
        let DayFacts { calendar_date_id, is_closed, daily_memo, has_unreviewed } = facts;
        Ok(Self {
            date: date.to_string(),
            is_today: date == today,
            is_quarter_hour,
            columns: columns.iter().map(TimeColumn::from_column).collect(),
            inventory_groups: groups.into_iter().map(|group| CalendarGroup::new(context, group)).collect(),
            items,
            courses: courses(context, &operations, list_courses(conn, restaurant.id).await?),
            pacing: paced_quarters(conn, staff, date, now).await?,
            waiting: DayList { context, staff, operations: &operations, stays: &stays, date, now }
                .list_open(conn)
                .await?,
            operations: operations.iter().map(|operation| ActiveOperation::new(context, operation, &stays)).collect(),
            customer_groups: calendar::day::list_customer_groups(conn, restaurant.id)
                .await?
                .into_iter()
                .map(CustomerGroupChoice::from)
                .collect(),
            calendar_date_id: calendar_date_id.map(|id| id.0),
            is_closed,
            daily_memo,
            tags: calendar::day::list_tags(conn, restaurant.id, date).await?.into_iter().map(DayTag::from).collect(),
            marks: marks.iter().map(|mark| OperationMark::new(mark, &labels)).collect(),
            has_unreviewed,
        })
    }
}

async fn list_items(
    conn: &mut PgConnection,
    context: &Context,
    staff: &Staff,
    day: &CalendarDay<'_>,
    groups: &[DaySeatGroup],
) -> sqlx::Result<Vec<CalendarItem>> {
    let restaurant = staff.restaurant.id;
    let slots = calendar::day::list_slots(conn, restaurant, day.date, day.now).await?;
    let freed = cancellations::queries::list_open(conn, restaurant, day.date, day.date).await?;
    let reservations = calendar::day::list_reservations(conn, restaurant, day.date, day.now).await?;
    let seats = || groups.iter().flat_map(|g| g.seats.iter().map(move |seat| (seat.id, &*seat.uid, &*g.uid)));
    let slots = slots.into_iter().filter_map(|row| day.slot(row));
    let freed = freed.into_iter().filter_map(|slot| day.freed(slot, seats()));
    let reservations = reservations.into_iter().filter_map(|row| day.reservation(row));
    Ok(slots.chain(freed).chain(reservations).map(|item| CalendarItem::new(context, day, item)).collect())
}

async fn paced_quarters(
    conn: &mut PgConnection,
    staff: &Staff,
    date: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<PacedQuarter>> {
    let quarters = pacing::list_quarters(conn, staff.restaurant.id, date, now).await?;
    let zone = staff.restaurant.zone;
    let paced = quarters
        .into_iter()
        .map(|(operation, pacing, quarter)| PacedQuarter::new(zone, date, operation, pacing, quarter));
    Ok(paced.collect())
}

fn courses(context: &Context, operations: &[Operation], courses: Vec<Course>) -> Vec<CalendarCourse> {
    let served = courses.into_iter().filter(|course| operations.iter().any(|o| o.name == course.operation));
    let shown = served.map(|course| {
        let title = context.pick(&course.title);
        let price = i18n::yen(context.locale(), course.price);
        CalendarCourse {
            id: course.id.0,
            uid: course.uid,
            chargeable_title: if course.price > Yen::ZERO { format!("{title} {price}") } else { title.clone() },
            title,
            price: course.price,
            is_prepaid: course.is_prepaid && course.price > Yen::ZERO,
            operation: course.operation,
        }
    });
    shown.collect()
}

impl TimeColumn {
    fn from_column(column: &Column) -> Self {
        Self {
            key: column.key(),
            label: column.label(),
            operation: column.operation,
            from: columns::clock(column.from),
            till: columns::clock(column.till),
        }
    }
}

impl PacedQuarter {
    fn new(zone: Zone, date: NaiveDate, operation: OperationName, pacing: Pacing, quarter: QuarterCount) -> Self {
        Self {
            operation,
            from: zone.clock_time(date, quarter.begins_at),
            guests_count: quarter.guests,
            parties_count: quarter.parties,
            pacing_max_guests: pacing.max_guests,
            pacing_max_parties: pacing.max_parties,
            is_full: !pacing.takes(quarter.guests, quarter.parties, 1),
        }
    }
}

impl CalendarGroup {
    fn new(context: &Context, group: DaySeatGroup) -> Self {
        let seats = group.seats.into_iter();
        Self {
            title: context.pick(&group.title),
            uid: group.uid,
            id: group.id.0,
            short_label: group.short_label,
            capacity_per_stock: group.capacity_per_stock,
            inventory_items: seats.map(|s| CalendarSeat { uid: s.uid, id: s.id.0, label: s.label }).collect(),
        }
    }
}

impl From<DayGroupChoice> for CustomerGroupChoice {
    fn from(group: DayGroupChoice) -> Self {
        let DayGroupChoice { id, uid, label, label_short, soft_disallow_online_reservation } = group;
        Self { id: id.0, uid, label, label_short, soft_disallow_online_reservation }
    }
}

impl From<CalendarDayTag> for DayTag {
    fn from(tag: CalendarDayTag) -> Self {
        let CalendarDayTag { id, label, color, is_attached } = tag;
        Self { id: id.0, label, color, is_attached }
    }
}
