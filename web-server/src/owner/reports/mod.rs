//! What a restaurant's weeks and months come to, as a page and as tables to take along.

use std::collections::BTreeSet;

use axum::extract::{Query, State};
use axum::response::Response;
use chrono::NaiveDate;
use domain::calendar::month::list_records;
use domain::money::Yen;
use domain::reports::model::{Channel, LEAD_BOUNDS};
use domain::reports::period::{self, Occupancy, Period, Span, Step};
use domain::reports::{queries, sweep};
use domain::zone::YearMonth;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::console::months::parse_month;
use crate::console::{OfficeStaff, Staff, page as office};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

mod table;

/// Months of a report that nobody has chosen, this one included.
const USUAL_MONTHS: u32 = 6;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(page)).routes(routes!(table::take_along))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerReportsPage {
    by: Step,
    /// YYYY-MM
    from: String,
    /// YYYY-MM
    till: String,
    /// Bookings of the last seconds are not in it yet.
    is_behind: bool,
    /// The earliest first, those without a booking too.
    periods: Vec<ReportPeriod>,
    /// Days before the visit from which on a booking counts as so early, as the columns of `leads`.
    lead_bounds: Vec<i32>,
    occupancy: ReportOccupancy,
}

impl PageData for OwnerReportsPage {
    const NAME: &'static str = "owner_reports";
}

/// A week or a month.
#[derive(Serialize, ToSchema)]
pub struct ReportPeriod {
    /// YYYY-MM-DD
    first_day: String,
    /// YYYY-MM-DD
    last_day: String,
    channels: Vec<ReportChannel>,
    parties: i64,
    guests: i64,
    /// What their courses cost together; yen, tax included.
    course_total: Yen,
    no_shows: i64,
    no_show_guests: i64,
    cancellations: i64,
    cancelled_guests: i64,
    /// What was asked for cancelled bookings; yen.
    cancellation_fees: Yen,
    /// Of the parties, first visits of a customer.
    new_parties: i64,
    returning_parties: i64,
    /// Parties by how early they booked.
    leads: Vec<i64>,
    /// Days before the visit.
    average_lead: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub struct ReportChannel {
    channel: Channel,
    parties: i64,
    guests: i64,
}

/// How much of the seats' time is taken.
#[derive(Serialize, ToSchema)]
pub struct ReportOccupancy {
    /// Of the business day: 24 is the hour after midnight.
    hours: Vec<i32>,
    /// From Monday on, in percent for each hour; null on a weekday that is never open.
    weekdays: Vec<Vec<Option<i64>>>,
}

impl ReportPeriod {
    fn of(period: &Period) -> Self {
        let total = period.total();
        let channels = Channel::ALL.iter().zip(&period.channels);
        let channel = |(channel, sums): (&Channel, &domain::reports::model::Sums)| ReportChannel {
            channel: *channel,
            parties: sums.parties,
            guests: sums.guests,
        };
        Self {
            first_day: period.first_day.to_string(),
            last_day: period.last_day.to_string(),
            channels: channels.map(channel).collect(),
            parties: total.parties,
            guests: total.guests,
            course_total: total.course_total,
            no_shows: total.no_shows,
            no_show_guests: total.no_show_guests,
            cancellations: total.cancellations,
            cancelled_guests: total.cancelled_guests,
            cancellation_fees: total.cancellation_fees,
            new_parties: total.new_parties,
            returning_parties: total.returning_parties,
            leads: period.leads.iter().map(|lead| lead.parties).collect(),
            average_lead: period.average_lead(),
        }
    }
}

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// week or month; month without one.
    by: Option<String>,
    /// The first month, YYYY-MM; five months before the last without one.
    from: Option<String>,
    /// The last month, YYYY-MM; this one without one. At most two years after the first.
    till: Option<String>,
}

impl Asked {
    fn span(&self, today: NaiveDate) -> Result<Span, ApiError> {
        let by = given(self.by.as_deref()).map(|text| Step::named(text).ok_or_else(|| invalid("by", "field_invalid")));
        let month = |name: &'static str, text: Option<&str>| {
            let parsed = given(text).map(|text| parse_month(text).map_err(|_| invalid(name, "year_month_invalid")));
            parsed.transpose()
        };
        let till = month("till", self.till.as_deref())?.unwrap_or_else(|| YearMonth::of(today));
        let usual = till.first_day().checked_sub_months(chrono::Months::new(USUAL_MONTHS - 1));
        let from = month("from", self.from.as_deref())?;
        let from = from.unwrap_or_else(|| YearMonth::of(usual.unwrap_or(till.first_day())));
        Span::new(by.transpose()?.unwrap_or(Step::Month), from, till)
            .ok_or_else(|| invalid("from", "report_span_invalid"))
    }
}

fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

fn invalid(field: &'static str, code: &'static str) -> ApiError {
    ApiError::invalid_fields([(field, code)])
}

/// Everything that is read for a report.
struct Report {
    span: Span,
    is_behind: bool,
    periods: Vec<Period>,
    occupancy: Occupancy,
}

impl Report {
    async fn read(conn: &mut PgConnection, staff: &Staff, span: Span) -> Result<Self, ApiError> {
        let (restaurant, days) = (staff.restaurant.id, span.days());
        let is_behind = sweep::is_behind(conn, restaurant, days).await?;
        let summed = queries::list(conn, restaurant, Some(days)).await?;
        let items = queries::count_items(conn, restaurant).await?;
        let records = list_records(conn, restaurant, days.0, days.1).await?;
        let closed: BTreeSet<_> = records.iter().filter(|day| day.is_closed).map(|day| day.date).collect();
        let occupancy = period::occupancy(&summed, days, items, &closed);
        Ok(Self { span, is_behind, periods: period::periods(span, &summed), occupancy })
    }
}

/// Guests by channel, no-shows and cancellations, how early guests book, how full the house is, and who comes again.
#[utoipa::path(get, path = "/owners/reports", tag = "owner", params(Asked),
    responses((status = 200, body = office::OwnerPage<OwnerReportsPage>), (status = 302), (status = 401), (status = 403), (status = 422)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: OfficeStaff,
    Query(asked): Query<Asked>,
) -> Result<Response, ApiError> {
    let span = asked.span(staff.restaurant.zone.date_of(app.clock.now()))?;
    let report = Report::read(&mut *app.pool.acquire().await?, &staff, span).await?;
    let (from, till) = report.span.months();
    let data = OwnerReportsPage {
        by: report.span.step(),
        from: from.to_string(),
        till: till.to_string(),
        is_behind: report.is_behind,
        periods: report.periods.iter().map(ReportPeriod::of).collect(),
        lead_bounds: LEAD_BOUNDS.to_vec(),
        occupancy: ReportOccupancy { hours: report.occupancy.hours, weekdays: report.occupancy.weekdays.into() },
    };
    office::answer(&app, &context, &staff, &context.t("owner.reports.title"), data).await
}
