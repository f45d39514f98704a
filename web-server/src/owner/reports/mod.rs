//! Weekly and monthly reports of a restaurant, as a page and as exports.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::money::Yen;
use domain::reports::model::{Channel, LEAD_BOUNDS};
use domain::reports::period::{PeriodLength, PeriodTotals};
use domain::restaurants;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::console::{OwnerOrAdmin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

mod report;
mod table;

use report::{Report, ReportQuery};

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(page)).routes(routes!(table::export))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerReportsPage {
    by: PeriodLength,
    /// YYYY-MM
    from: String,
    /// YYYY-MM
    till: String,
    /// True if the report does not include the bookings of the last seconds yet.
    is_behind: bool,
    /// Earliest first, including periods without a booking.
    periods: Vec<ReportPeriod>,
    /// Lower bounds of the lead times in days, one for each column of `leads`.
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
    /// Price of the courses in yen, tax included.
    course_total: Yen,
    no_shows: i64,
    no_show_guests: i64,
    cancellations: i64,
    cancelled_guests: i64,
    /// Fees charged for cancelled bookings, in yen.
    cancellation_fees: Yen,
    /// Number of parties on a customer's first visit.
    new_parties: i64,
    returning_parties: i64,
    /// Number of parties by lead time.
    leads: Vec<i64>,
    /// In days before the visit.
    average_lead: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub struct ReportChannel {
    channel: Channel,
    parties: i64,
    guests: i64,
}

/// Occupied share of the seats' time.
#[derive(Serialize, ToSchema)]
pub struct ReportOccupancy {
    /// Hours of the business day: 24 is the hour after midnight.
    hours: Vec<i32>,
    /// Monday first, in percent for each hour; null for a weekday that is never open.
    weekdays: Vec<Vec<Option<i64>>>,
}

impl ReportPeriod {
    fn from_totals(period: &PeriodTotals) -> Self {
        let total = period.total();
        let channels = Channel::ALL.iter().zip(&period.channels);
        let channel = |(channel, sums): (&Channel, &domain::reports::model::DailyTotals)| ReportChannel {
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

/// Returns the report: guests by channel, no-shows and cancellations, lead times, occupancy, and returning guests.
#[utoipa::path(get, path = "/owners/reports", tag = "owner", params(ReportQuery),
    responses((status = 200, body = page::ConsolePage<OwnerReportsPage>), (status = 302), (status = 401), (status = 403), (status = 422)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Query(asked): Query<ReportQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let span = asked.span(restaurants::queries::today(&mut conn, &staff.restaurant, app.clock.now()).await?)?;
    let report = Report::read(&mut conn, &staff, span).await?;
    drop(conn);
    let (from, till) = report.span.months();
    let data = OwnerReportsPage {
        by: report.span.step(),
        from: from.to_string(),
        till: till.to_string(),
        is_behind: report.is_behind,
        periods: report.periods.iter().map(ReportPeriod::from_totals).collect(),
        lead_bounds: LEAD_BOUNDS.to_vec(),
        occupancy: ReportOccupancy { hours: report.occupancy.hours, weekdays: report.occupancy.weekdays.into() },
    };
    page::respond(&app, &context, &staff, &context.t("owner.reports.title"), data).await
}
