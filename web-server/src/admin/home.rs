//! The admins' first page: the tasks that wait for an admin, and the figures of a day by restaurant (gaps G297).

use axum::extract::{Query, State};
use axum::response::Response;
use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::admins::{AdminFlag, AdminFlags, UnprotectedAdmin};
use domain::health::tasks::{self, PendingTask, PendingTasks, TaskSubject};
use domain::health::{self, CheckSubject, HealthContext, Level};
use domain::masters::checklist::ChecklistStep;
use domain::masters::unbookable::UnbookableRestaurant;
use domain::money::Yen;
use domain::raffles::sweep::OverdueRound;
use domain::reports::platform::{self, ComparedTotals, DayFigure, DayTotals, PlatformDay, RestaurantTotals};
use domain::reservations::unpaid_fees::OverdueFee;
use domain::zone::{Zone, parse_day};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::console::{Admin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HomeQuery {
    /// The day of the figures, YYYY-MM-DD; default: today.
    date: Option<String>,
    /// The figure by which restaurants are ordered, largest first: `parties` (by default), `guests`, `course_total`, `no_shows`,
    /// `cancellations`, or `decrease` against the same weekday before.
    order: Option<String>,
    /// Words of a restaurant's name, slug or id. All must match.
    q: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminHomePage {
    /// Level of the system's health.
    level: Level,
    /// Most urgent first. Tasks that need a permission are omitted for admins without it.
    tasks: Vec<AdminTask>,
    figures: AdminDayFigures,
}

impl PageData for AdminHomePage {
    const NAME: &'static str = "admin_home";
}

/// A task, and the records that it names: the oldest ten, if there are more.
#[derive(Serialize, ToSchema)]
pub struct AdminTask {
    subject: TaskSubject,
    level: Level,
    count: i64,
    oldest_seconds: Option<i64>,
    /// The nearest deadline.
    due_at: Option<DateTime<Utc>>,
    records: Vec<AdminTaskRecord>,
    /// Failing checks of the system's health.
    checks: Vec<CheckSubject>,
}

/// A record of a task. Fields of other tasks are null.
#[derive(Default, Serialize, ToSchema)]
pub struct AdminTaskRecord {
    /// Name of the restaurant, or nickname of the admin.
    name: String,
    restaurant_slug: Option<String>,
    raffle_round_uid: Option<String>,
    reservation_uid: Option<String>,
    reservation_code: Option<String>,
    amount: Option<Yen>,
    since: Option<DateTime<Utc>>,
    /// The steps that the restaurant lacks; empty for other tasks.
    missing: Vec<ChecklistStep>,
    /// True for the reader's own account.
    is_own: bool,
}

/// Figures of a day, by the day of the visit.
#[derive(Serialize, ToSchema)]
pub struct AdminDayFigures {
    /// YYYY-MM-DD
    date: String,
    /// The same weekday before, YYYY-MM-DD.
    compared_with: String,
    /// YYYY-MM-DD
    today: String,
    order: DayFigure,
    q: String,
    /// Of all restaurants.
    total: ComparedTotals,
    /// The first twenty restaurants.
    restaurants: Vec<AdminDayRestaurant>,
    /// Number of restaurants that the search finds; without a search, of those with figures.
    count: usize,
    /// True if the figures do not include the changes of the last seconds yet.
    is_behind: bool,
}

/// A restaurant's figures.
#[derive(Serialize, ToSchema)]
pub struct AdminDayRestaurant {
    slug: String,
    restaurant_name: String,
    day: DayTotals,
    /// Of the same weekday before.
    before: DayTotals,
}

/// Parses a field of the address; None if it is absent or blank. 422 if it is invalid.
fn parse<T>(
    field: &'static str,
    text: Option<&str>,
    code: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ApiError> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| read(text).ok_or_else(|| ApiError::invalid_fields([(field, code)]))).transpose()
}

/// Returns the tasks of the operator, and the figures of a day by restaurant, within half a second at any number of restaurants.
#[utoipa::path(get, path = "/admin/home", tag = "admin", operation_id = "admin_home", params(HomeQuery),
    responses((status = 200, body = page::ConsolePage<AdminHomePage>), (status = 302), (status = 401), (status = 422)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Query(query): Query<HomeQuery>,
) -> Result<Response, ApiError> {
    let today = Zone::default().date_of(app.clock.now());
    let day = parse("date", query.date.as_deref(), "date_invalid", parse_day)?.unwrap_or(today);
    let order = parse("order", query.order.as_deref(), "field_invalid", DayFigure::named)?;
    let (order, q) = (order.unwrap_or(DayFigure::Parties), query.q.unwrap_or_default());
    let tools = HealthContext { pool: &app.pool, replica: app.reads.replica(), clock: &app.clock };
    let health = health::check_health(tools).await?;
    let mut conn = app.pool.acquire().await?;
    let found = tasks::list_tasks(&mut conn, &health).await?;
    let figures = platform::find_day(&mut conn, day, &q, order).await?;
    drop(conn);
    let data = AdminHomePage {
        level: health.level,
        tasks: tasks_of(&context, &admin, &found),
        figures: AdminDayFigures::new(&context, figures, day, today, order, q),
    };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.home.title"), data).await
}

/// Whether an admin may decide on a task, or see its records.
fn is_permitted(subject: TaskSubject, flags: AdminFlags) -> bool {
    match subject {
        TaskSubject::Adjustments => flags.has(AdminFlag::Refunds),
        TaskSubject::UnprotectedAdmins => flags.has(AdminFlag::Staff),
        TaskSubject::Disputes
        | TaskSubject::RaffleDraws
        | TaskSubject::Payments
        | TaskSubject::DeadLetters
        | TaskSubject::System
        | TaskSubject::CancelRequests
        | TaskSubject::PlanChanges
        | TaskSubject::UnbookableRestaurants
        | TaskSubject::UnpaidFees
        | TaskSubject::StoppedAnnouncements => true,
    }
}

fn tasks_of(context: &Context, admin: &Admin, found: &PendingTasks) -> Vec<AdminTask> {
    let permitted = found.tasks.iter().filter(|task| is_permitted(task.subject, admin.user.flags));
    permitted.map(|task| AdminTask::new(context, admin, found, *task)).collect()
}

impl AdminTask {
    fn new(context: &Context, admin: &Admin, found: &PendingTasks, task: PendingTask) -> Self {
        let PendingTask { subject, level, count, oldest_seconds, due_at } = task;
        let records = match subject {
            TaskSubject::RaffleDraws => found.draws.iter().map(|round| AdminTaskRecord::draw(context, round)).collect(),
            TaskSubject::UnbookableRestaurants => {
                found.restaurants.iter().map(|restaurant| AdminTaskRecord::restaurant(context, restaurant)).collect()
            }
            TaskSubject::UnpaidFees => found.fees.oldest.iter().map(|fee| AdminTaskRecord::fee(context, fee)).collect(),
            TaskSubject::UnprotectedAdmins => {
                found.admins.iter().map(|other| AdminTaskRecord::admin(other, admin)).collect()
            }
            TaskSubject::Disputes
            | TaskSubject::Payments
            | TaskSubject::DeadLetters
            | TaskSubject::System
            | TaskSubject::CancelRequests
            | TaskSubject::Adjustments
            | TaskSubject::PlanChanges
            | TaskSubject::StoppedAnnouncements => Vec::new(),
        };
        let checks = if subject == TaskSubject::System { found.checks.clone() } else { Vec::new() };
        Self { subject, level, count, oldest_seconds, due_at, records, checks }
    }
}

impl AdminTaskRecord {
    fn draw(context: &Context, round: &OverdueRound) -> Self {
        Self {
            name: context.pick(&round.restaurant_name),
            restaurant_slug: Some(round.restaurant_slug.clone()),
            raffle_round_uid: Some(round.uid.clone()),
            since: Some(round.since),
            ..Self::default()
        }
    }

    fn restaurant(context: &Context, restaurant: &UnbookableRestaurant) -> Self {
        Self {
            name: context.pick(&restaurant.name),
            restaurant_slug: Some(restaurant.slug.clone()),
            missing: restaurant.missing.clone(),
            ..Self::default()
        }
    }

    fn fee(context: &Context, fee: &OverdueFee) -> Self {
        Self {
            name: context.pick(&fee.restaurant_name),
            reservation_uid: Some(fee.reservation_uid.clone()),
            reservation_code: Some(fee.reservation_code.clone()),
            amount: Some(fee.amount),
            since: Some(fee.since),
            ..Self::default()
        }
    }

    fn admin(other: &UnprotectedAdmin, reader: &Admin) -> Self {
        Self {
            name: other.nickname.clone(),
            since: Some(other.created_at),
            is_own: other.id == reader.id,
            ..Self::default()
        }
    }
}

impl AdminDayFigures {
    fn new(
        context: &Context,
        found: PlatformDay,
        day: NaiveDate,
        today: NaiveDate,
        order: DayFigure,
        q: String,
    ) -> Self {
        let restaurant = |row: RestaurantTotals| AdminDayRestaurant {
            restaurant_name: context.pick(&row.name),
            slug: row.slug,
            day: row.totals.day,
            before: row.totals.before,
        };
        Self {
            date: day.to_string(),
            compared_with: platform::day_before(day).to_string(),
            today: today.to_string(),
            order,
            q,
            total: found.total,
            restaurants: found.restaurants.into_iter().map(restaurant).collect(),
            count: found.count,
            is_behind: found.is_behind,
        }
    }
}
